package calibratepage

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"autoqueens/calibrate"
)

// FuzzRequests sends any body to whatever takes one: each is answered, in words
// where it is refused, and nothing that does not make sense reaches a profile.
func FuzzRequests(f *testing.F) {
	for _, body := range []string{
		"", "{}", "[]", "null", `{` + game + `}`, `{` + game + `,"on":true}`, `{` + game + `,"at":{"x":500,"y":645}}`,
		`{` + game + `,"name":"clone","replace":true,"clicks":2,"pace":"fast","button":"set","at":{"x":500,"y":645}}`,
		`{"shot":1,"display":-1,"x":-2147483648,"y":9223372036854775807,"width":-1,"height":1}`,
		`{"shot":1,"display":1,"x":1199,"y":-101,"width":641,"height":501}`, `{"seconds":1e999}`, `{"seconds":"NaN"}`,
	} {
		f.Add(body)
	}
	f.Setenv("XDG_CONFIG_HOME", f.TempDir())
	d := newDesktop()
	s, err := Start(f.Context(), Options{
		Source: d, Pointer: d.Pointer, Name: calibrate.DefaultName,
		Keep: func(_ context.Context, p *calibrate.Profile, found calibrate.Found) (string, error) {
			if err := p.Validate(); err != nil || !found.Region.In(found.Display.Bounds) {
				f.Errorf("a profile that is none would be saved: %+v, %v", p, err)
			}
			return "", errStopped // so that the page is not over
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	handler := s.routes() // without a server around it that would swallow a panic
	gone, leave := context.WithCancel(context.Background())
	leave() // so that nobody waits for a countdown
	f.Fuzz(func(t *testing.T, body string) {
		for _, what := range []string{"read", "test", "button", "save", "capture"} {
			r := httptest.NewRequest("POST", "/"+s.token+"/"+what, strings.NewReader(body)).WithContext(gone)
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			switch w.Code {
			case 200, 400, 409, 412, 413, 422:
			default:
				t.Errorf("%s: status %d for %q: %s", what, w.Code, body, w.Body)
			}
		}
	})
}
