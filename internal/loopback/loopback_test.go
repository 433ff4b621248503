package loopback

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestGuard(t *testing.T) {
	const own = "127.0.0.1:4711"
	for name, test := range map[string]struct {
		method, host, origin string
		posts                bool // Guard.PostOrigin
		want                 int
	}{
		"own":                      {"GET", own, "", true, 200},
		"other host":               {"GET", "evil.example", "", true, 421},
		"rebound name, our port":   {"GET", "evil.example:4711", "", true, 421},
		"other port":               {"GET", "127.0.0.1:80", "", true, 421},
		"no host":                  {"GET", "", "", true, 421},
		"own origin":               {"POST", own, "http://" + own, true, 200},
		"other origin":             {"POST", own, "http://evil.example", true, 403},
		"other origin reads":       {"GET", own, "http://evil.example", true, 403},
		"null origin":              {"POST", own, "null", true, 403},
		"other scheme":             {"POST", own, "https://" + own, true, 403},
		"no origin":                {"POST", own, "", true, 403},
		"no origin, where allowed": {"POST", own, "", false, 200},
	} {
		t.Run(name, func(t *testing.T) {
			g := Guard{Hosts: []string{own}, PostOrigin: test.posts}
			r := httptest.NewRequest(test.method, "/", nil)
			r.Host = test.host
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			w := httptest.NewRecorder()
			g.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "in") })).ServeHTTP(w, r)
			if w.Code != test.want || (w.Body.String() == "in") != (test.want == 200) {
				t.Errorf("status %d, want %d: %s", w.Code, test.want, w.Body)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Error("other pages may read the answer")
			}
			for _, h := range []string{"Content-Security-Policy", "Cache-Control", "Referrer-Policy", "X-Content-Type-Options"} {
				if test.want == 200 && w.Header().Get(h) == "" {
					t.Errorf("no %s", h)
				}
			}
		})
	}
}

func TestReadJSON(t *testing.T) {
	for name, test := range map[string]struct {
		kind, body string
		want       int
	}{
		"good":       {"application/json", `{"a":1}`, 200},
		"charset":    {"application/json; charset=utf-8", `{"a":1}`, 200},
		"form":       {"text/plain", `{"a":1}`, 415},
		"no type":    {"", `{"a":1}`, 415},
		"no JSON":    {"application/json", `a`, 400},
		"empty":      {"application/json", ``, 400},
		"wrong type": {"application/json", `{"a":"1"}`, 400},
		"too large":  {"application/json", `{"b":"` + strings.Repeat("x", 100) + `"}`, 413},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("POST", "/", strings.NewReader(test.body))
			r.Header.Set("Content-Type", test.kind)
			w := httptest.NewRecorder()
			var into struct{ A int }
			if ReadJSON(w, r, 100, &into) {
				WriteJSON(w, into)
			}
			if w.Code != test.want {
				t.Errorf("status %d, want %d: %s", w.Code, test.want, w.Body)
			}
		})
	}
}

func TestServeFile(t *testing.T) {
	files := fstest.MapFS{"main.js": {Data: []byte("1")}, "index.html": {Data: []byte("{{.Token}}")}}
	for name, want := range map[string]int{"main.js": 200, "index.html": 404, "other.js": 404, "": 404} {
		w := httptest.NewRecorder()
		ServeFile(w, httptest.NewRequest("GET", "/x", nil), files, name)
		if w.Code != want {
			t.Errorf("%q: status %d, want %d", name, w.Code, want)
		}
	}
}
