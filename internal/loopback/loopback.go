// Package loopback serves pages to the person at this machine and to nobody
// else: not to another machine, not to another user of this one where the system
// tells them apart (Listen), and not to a page of another site that runs in the
// person's browser (Guard).
//
//	handlers of a page -> [loopback] -> the person's browser
//
// The practice game and the calibration page are served by it.
package loopback

import (
	"encoding/json"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Policy lets a page use what its own server serves and nothing else: no inline
// script or style, nothing from outside, no frame around it, no form that leaves.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// contentTypes are the kinds of files a page is made of. They are not left to
// the machine: some hold scripts to be plain text, which browsers do not run.
var contentTypes = map[string]string{
	".js":  "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
}

// Guard refuses requests that did not come from a server's own page under its
// own address: a name that an outside page made point here (DNS rebinding), or
// an outside page. What it lets through gets headers that keep the page to
// itself. There are no CORS headers, so that no other page can read an answer.
type Guard struct {
	// Hosts are what the Host header may be: the numbers that are listened at. A
	// name, localhost too, may lead to another server first, whose page would then
	// count as this one's.
	Hosts []string
	// PostOrigin refuses POST requests that do not tell which page they are
	// from. Browsers always tell; programs that drive a page need not.
	PostOrigin bool
}

// Wrap returns next behind the guard.
func (g Guard) Wrap(next http.Handler) http.Handler {
	hosts := make(map[string]bool, len(g.Hosts))
	for _, name := range g.Hosts {
		hosts[name] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hosts[r.Host] {
			http.Error(w, "this server answers to its own address only", http.StatusMisdirectedRequest)
			return
		}
		from := r.Header.Get("Origin")
		host, given := strings.CutPrefix(from, "http://")
		if from == "" && g.PostOrigin && r.Method == http.MethodPost || from != "" && (!given || !hosts[host]) {
			http.Error(w, "this server answers to its own page only", http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// NewServer returns a server that does not let a slow client hold it up. A
// handler that takes longer to answer sets its own deadline.
func NewServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
	}
}

// ServeFile serves one of the scripts, styles and drawings of a page, and
// nothing else that may be among the files.
func ServeFile(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	kind, known := contentTypes[path.Ext(name)]
	if !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	http.ServeFileFS(w, r, files, name)
}

// ReadJSON reads a request's body of at most so many bytes; false means that the
// request has been answered. Only a page of this server can send JSON without
// the browser asking first, so the type is asked for too.
func ReadJSON(w http.ResponseWriter, r *http.Request, most int64, into any) bool {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		http.Error(w, "JSON is expected", http.StatusUnsupportedMediaType)
		return false
	}
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, most)).Decode(into)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
		return false
	}
	if err != nil {
		http.Error(w, "the request is not understood: "+err.Error(), http.StatusBadRequest)
		return false
	}
	return true
}

// WriteJSON answers with JSON. A browser that went away needs no answer.
func WriteJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}
