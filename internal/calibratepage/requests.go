package calibratepage

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
)

// What the page asks for: readings, captures, the test of the corners, and in the
// end a profile.

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
	s.reading.Lock()
	defer s.reading.Unlock()
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
		refuse(w, fault.Plainf("choose fewer seconds", "a countdown lasts up to %d seconds", maxCountdown))
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

// serveButton tells whether a place could be a start button.
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
		return "", fault.Plain("the displays have changed since the picture was taken", "capture again")
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
