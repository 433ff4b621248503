package calibratepage

import (
	"crypto/subtle"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/loopback"
)

//go:embed page
var pageFiles embed.FS

const (
	// maxBody bounds a request in bytes. The largest is some 300.
	maxBody = 4 << 10
	// maxCountdown is how long a capture may be put off, in seconds.
	maxCountdown = 60
	// alive is how often an event stream says that it is there, so that the end
	// of a page that went away without a word is noticed.
	alive = 10 * time.Second
)

// routes are the addresses of the page. All begin with the token.
func (s *Server) routes() http.Handler {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // cannot be: the folder is part of the binary
	}
	mux := http.NewServeMux()
	get := func(path string, h http.HandlerFunc) { mux.HandleFunc("GET /{token}/"+path, s.withToken(h)) }
	post := func(path string, h http.HandlerFunc) { mux.HandleFunc("POST /{token}/"+path, s.withToken(h)) }
	mux.HandleFunc("/{other}", http.NotFound) // which the mux would lead to the same with a slash
	get("{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		http.ServeFileFS(w, r, pageFiles, "page/page.html")
	})
	get("{file}", func(w http.ResponseWriter, r *http.Request) {
		loopback.ServeFile(w, r, files, r.PathValue("file"))
	})
	get("state", func(w http.ResponseWriter, _ *http.Request) { loopback.WriteJSON(w, s.state()) })
	get("picture/{shot}/{display}", s.servePicture)
	get("events", s.serveEvents)
	post("read", s.serveRead)
	post("capture", s.serveCapture)
	post("test", s.serveTest)
	post("button", s.serveButton)
	post("save", s.serveSave)
	post("cancel", func(w http.ResponseWriter, _ *http.Request) {
		s.end(ErrCancelled, "Nothing was saved. You can close this page.")
		loopback.WriteJSON(w, struct{}{})
	})
	return mux
}

// withToken lets only those in who know the address of the page.
func (s *Server) withToken(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.PathValue("token")), []byte(s.token)) != 1 {
			http.NotFound(w, r)
			return
		}
		next(w, r)
	}
}

// state is what the page shows.
type state struct {
	Shot       int       `json:"shot"`
	Displays   []display `json:"displays"`
	Candidates []look    `json:"candidates"`
	Chosen     int       `json:"chosen"` // -1 for none
	Profiles   []saved   `json:"profiles"`
	Name       string    `json:"name"`
	Clicks     int       `json:"clicks"`
	MaxClicks  int       `json:"maxClicks"`
	Pace       string    `json:"pace"`
	Given      bool      `json:"given"` // clicks or pace were asked for, whatever a profile says
	Taken      string    `json:"taken"` // when the pictures were
}

type display struct {
	Index   int    `json:"index"`
	Name    string `json:"name"`
	Bounds  area   `json:"bounds"`
	Problem string `json:"problem"` // why there is no picture, empty where there is one
}

func (s *Server) state() state {
	sh := s.current()
	clicks, pace := s.settings()
	out := state{
		Shot: sh.number, Candidates: sh.candidates, Chosen: sh.chosen, Profiles: profiles(sh.displays()),
		Name: s.opts.Name, Clicks: clicks, MaxClicks: calibrate.MaxClicks, Pace: pace,
		Given: s.opts.Clicks > 0 || s.opts.Pace != "", Taken: sh.taken.Format(time.TimeOnly),
	}
	if out.Candidates == nil {
		out.Candidates = []look{}
	}
	for _, v := range sh.sights {
		out.Displays = append(out.Displays, display{v.Display.Index, v.Display.Name, areaOf(v.Display.Bounds), problem(v)})
	}
	return out
}

func (s *Server) current() *shot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shot
}

func (s *Server) servePicture(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("shot"))
	index, indexErr := strconv.Atoi(r.PathValue("display"))
	if err != nil || indexErr != nil {
		http.NotFound(w, r)
		return
	}
	data, err := s.picture(number, index)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	switch {
	case data != nil:
	case number < s.current().number: // the page asked before it knew of a newer one
		http.Error(w, "the screen was captured again", http.StatusConflict)
		return
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data) // a browser that went away needs no picture
}

// picture returns the PNG of a display, nil where there is none of that number now.
func (s *Server) picture(number, index int) ([]byte, error) {
	s.encoding.Lock()
	defer s.encoding.Unlock()
	sh := s.current()
	if number != sh.number || index < 0 || index >= len(sh.sights) || sh.sights[index].Picture == nil {
		return nil, nil
	}
	return sh.picture(index)
}

// serveEvents tells a page what happens, for as long as the page is there.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	patient(w)
	w.Header().Set("Content-Type", "text/event-stream")
	events, leave := s.open()
	defer leave()
	out := http.NewResponseController(w)
	write := func(text string) bool {
		_, err := fmt.Fprint(w, text)
		return err == nil && out.Flush() == nil
	}
	tell := func(e event) bool {
		data, err := json.Marshal(e)
		return err == nil && write(fmt.Sprintf("data: %s\n\n", data))
	}
	beat := time.NewTicker(alive)
	defer beat.Stop()
	for ok := write("retry: 1000\n\n"); ok; {
		select {
		case e := <-events:
			ok = tell(e)
		case <-beat.C:
			ok = write(":\n\n")
		case <-r.Context().Done():
			return
		case <-s.done:
			s.mu.Lock()
			e := event{Kind: "end", Words: s.words, Saved: s.outcome == nil}
			s.mu.Unlock()
			tell(e)
			return
		}
	}
}

// patient takes the time limits off a request.
func patient(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Time{})
	_ = c.SetWriteDeadline(time.Time{})
}
