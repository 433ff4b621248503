package calibratepage

import (
	"context"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
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
	mux.HandleFunc("GET /{launch}", s.serveLaunch)
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
		if !same(r.PathValue("token"), s.token) {
			http.NotFound(w, r)
			return
		}
		next(w, r)
	}
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// serveLaunch leads to the page, once: whoever reads the command line of the
// browser later learns nothing of use.
func (s *Server) serveLaunch(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet || !same(r.PathValue("launch"), s.launch) {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	again := s.launched
	s.launched = true
	s.mu.Unlock()
	if again {
		http.Error(w, "This address was for one opening. The terminal shows the one of the page.", http.StatusGone)
		return
	}
	http.Redirect(w, r, "/"+s.token+"/", http.StatusSeeOther)
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
	sh := s.current()
	number, err := strconv.Atoi(r.PathValue("shot"))
	index, indexErr := strconv.Atoi(r.PathValue("display"))
	if err != nil || indexErr != nil || number != sh.number || index < 0 || index >= len(sh.sights) || sh.sights[index].Picture == nil {
		http.NotFound(w, r)
		return
	}
	data, err := sh.picture(index)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(data) // a browser that went away needs no picture
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

// placeRequest names a rectangle on a picture.
type placeRequest struct {
	Shot    int `json:"shot"`
	Display int `json:"display"`
	area
}

// serveRead reads a rectangle.
func (s *Server) serveRead(w http.ResponseWriter, r *http.Request) {
	var request placeRequest
	if !loopback.ReadJSON(w, r, maxBody, &request) {
		return
	}
	if _, l, ok := s.lookAt(w, request); ok {
		loopback.WriteJSON(w, l)
	}
}

// lookAt reads the rectangle of a request; false means that the request has been
// answered.
func (s *Server) lookAt(w http.ResponseWriter, request placeRequest) (*shot, look, bool) {
	sh := s.current()
	if request.Shot != sh.number {
		http.Error(w, "there are newer pictures", http.StatusConflict)
		return nil, look{}, false
	}
	rect, err := sh.place(request.Display, request.area)
	if err != nil {
		refuse(w, err)
		return nil, look{}, false
	}
	s.reading.Lock()
	defer s.reading.Unlock()
	return sh, sh.read(request.Display, rect), true
}

// serveCapture takes new pictures when the countdown is over. The page waits for
// the answer; it gives up by hanging up.
func (s *Server) serveCapture(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Seconds float64 `json:"seconds"`
	}
	if !loopback.ReadJSON(w, r, maxBody, &request) {
		return
	}
	if !(request.Seconds >= 0 && request.Seconds <= maxCountdown) {
		refuse(w, fault.Newf(fault.Failed, "choose fewer seconds", "a countdown lasts up to %d seconds", maxCountdown))
		return
	}
	patient(w)
	s.stopTest()
	countdown := time.NewTimer(time.Duration(request.Seconds * float64(time.Second)))
	defer countdown.Stop()
	select {
	case <-countdown.C:
	case <-r.Context().Done():
		return
	case <-s.done:
		http.Error(w, "it is over", http.StatusGone)
		return
	}
	if err := s.capture(r.Context()); err != nil {
		refuse(w, err)
		return
	}
	s.opts.Tell("Captured  the screen again")
	loopback.WriteJSON(w, s.state())
}

// serveTest starts or ends the test of the corners.
func (s *Server) serveTest(w http.ResponseWriter, r *http.Request) {
	var request struct {
		placeRequest
		On bool `json:"on"`
	}
	if !loopback.ReadJSON(w, r, maxBody, &request) {
		return
	}
	if !request.On {
		s.stopTest()
		loopback.WriteJSON(w, struct{}{})
		return
	}
	sh, l, ok := s.lookAt(w, request.placeRequest)
	if !ok {
		return
	}
	s.startTest(sh, l)
	c := newCorners(l)
	type zone struct {
		X     float64 `json:"x"`
		Y     float64 `json:"y"`
		Reach float64 `json:"reach"`
		Name  string  `json:"name"`
	}
	var zones []zone
	for i, at := range c.at {
		zones = append(zones, zone{hundredths(at.X), hundredths(at.Y), hundredths(c.reach), cornerNames[i]})
	}
	loopback.WriteJSON(w, zones)
}

// serveButton tells whether a place could be the button of the next board.
func (s *Server) serveButton(w http.ResponseWriter, r *http.Request) {
	var request struct {
		placeRequest
		At point `json:"at"`
	}
	if !loopback.ReadJSON(w, r, maxBody, &request) {
		return
	}
	sh := s.current()
	if request.Shot != sh.number {
		http.Error(w, "there are newer pictures", http.StatusConflict)
		return
	}
	if _, err := sh.place(request.Display, request.area); err != nil {
		refuse(w, err)
		return
	}
	spot, err := sh.button(request.Display, request.At)
	if err != nil {
		refuse(w, err)
		return
	}
	loopback.WriteJSON(w, point{spot.At.X, spot.At.Y})
}

// serveSave saves the profile and ends the page.
func (s *Server) serveSave(w http.ResponseWriter, r *http.Request) {
	var request saveRequest
	if !loopback.ReadJSON(w, r, maxBody, &request) {
		return
	}
	s.mu.Lock()
	busy := s.saving || s.ended
	s.saving = true
	s.mu.Unlock()
	if busy {
		http.Error(w, "it is being saved already", http.StatusConflict)
		return
	}
	defer func() {
		s.mu.Lock()
		s.saving = false
		s.mu.Unlock()
	}()
	patient(w) // the mouse has to come to rest first
	sh, l, ok := s.lookAt(w, request.placeRequest)
	if !ok {
		return
	}
	s.stopTest()
	found := sh.found(l)
	p, err := request.profile(sh, found)
	if errors.Is(err, errTaken) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusPreconditionFailed)
		_ = json.NewEncoder(w).Encode(problemJSON{What: err.Error(), Advice: "choose another name, or say that it is to be replaced"})
		return
	}
	if err != nil {
		refuse(w, err)
		return
	}
	words, err := s.keep(r.Context(), p, found)
	if err != nil {
		refuse(w, err)
		return
	}
	loopback.WriteJSON(w, struct {
		Words string `json:"words"`
	}{words})
	s.end(nil, words)
}

// keep has a profile saved, unless the displays have changed since the capture.
func (s *Server) keep(ctx context.Context, p *calibrate.Profile, found calibrate.Found) (string, error) {
	displays, err := s.opts.Source.Displays()
	if err != nil {
		return "", err
	}
	if p.Fits(displays) != nil {
		return "", fault.New(fault.Failed, "the displays have changed since the picture was taken", "capture again")
	}
	// It ends with the command too, not only with the request.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ctx, func() { cancel(context.Cause(s.ctx)) })()
	return s.opts.Keep(ctx, p, found)
}

// problemJSON is what the page is told of a request that cannot be met.
type problemJSON struct {
	What   string `json:"what"`
	Advice string `json:"advice"`
}

// refuse answers with what is wrong and what to do.
func refuse(w http.ResponseWriter, err error) {
	answer := problemJSON{What: err.Error()}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		answer.Advice = f.Advice
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusUnprocessableEntity)
	_ = json.NewEncoder(w).Encode(answer)
}
