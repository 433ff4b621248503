package calibratepage

import (
	"fmt"
	"image"
	"time"

	"autoqueens/vision"
)

// The test: the person moves the mouse over the four corners of the game, and
// the page shows on the picture where the pointer is. It ends well only if a
// place that the pointer has is the same place on the picture, which is what a
// wrong mapping or a window that has moved would spoil. The page may be behind
// the game meanwhile, so it is the server that looks and that ticks corners off.

const (
	lookEvery = 25 * time.Millisecond // at the pointer
	// dwell is how long the pointer has to be on a corner: not just passing.
	dwell = 150 * time.Millisecond
)

// cornerNames are the corners in the order in which they are counted.
var cornerNames = [4]string{"top left", "top right", "bottom right", "bottom left"}

// corners are the corners of a board, and which of them the pointer was on.
type corners struct {
	at    [4]vision.Point // capture pixels
	reach float64         // how far from a corner still counts, along either axis
	done  [4]bool

	on    int // the corner that the pointer is on, -1 for none
	since time.Time
}

// newCorners returns the corners of what a look shows: those of the board, or
// of the region where no board was found.
func newCorners(l look) *corners {
	b := box{float64(l.Region.X), float64(l.Region.Y), float64(l.Region.Width), float64(l.Region.Height)}
	cells := 8
	if l.Board != nil {
		b = *l.Board
		cells = max(cells/2, l.Size)
	}
	return &corners{
		at:    [4]vision.Point{{X: b.X, Y: b.Y}, {X: b.X + b.Width, Y: b.Y}, {X: b.X + b.Width, Y: b.Y + b.Height}, {X: b.X, Y: b.Y + b.Height}},
		reach: 0.6 * min(b.Width, b.Height) / float64(cells),
		on:    -1,
	}
}

// see takes the pointer's place in capture pixels. It returns the corner that
// this ticks off, or -1.
func (c *corners) see(p vision.Point, now time.Time) int {
	on := -1
	for i, at := range c.at {
		if max(p.X-at.X, at.X-p.X, p.Y-at.Y, at.Y-p.Y) <= c.reach {
			on = i
		}
	}
	if on != c.on {
		c.on, c.since = on, now
	}
	if on < 0 || c.done[on] || now.Sub(c.since) < dwell {
		return -1
	}
	c.done[on] = true
	return on
}

// count returns how many corners are ticked off.
func (c *corners) count() (n int) {
	for _, done := range c.done {
		if done {
			n++
		}
	}
	return n
}

// event is what the server tells the pages by itself.
type event struct {
	Kind string `json:"kind"` // "pointer", "end"
	// Of a pointer: where it is, in capture pixels of the desktop, on which
	// display (-1: on none that is shown), the corners that are ticked off, and
	// whether the test is over.
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Display int     `json:"display"`
	Done    [4]bool `json:"done"`
	Over    bool    `json:"over"`
	// Words say what happened, empty where nothing did.
	Words string `json:"words"`
	Saved bool   `json:"saved"` // of an end
}

// test is a test under way.
type test struct {
	corners *corners
	quit    chan struct{}
}

func (t *test) stop() {
	select {
	case <-t.quit:
	default:
		close(t.quit)
	}
}

// startTest begins to watch the pointer, in place of an earlier test. The
// pointer is only asked for, never moved.
func (s *Server) startTest(sh *shot, l look) {
	t := &test{corners: newCorners(l), quit: make(chan struct{})}
	s.mu.Lock()
	if s.test != nil {
		s.test.stop()
	}
	s.test, s.latest = t, nil
	ended := s.ended
	s.mu.Unlock()
	if !ended {
		go s.watch(t, sh)
	}
}

// stopTest ends the test, if there is one.
func (s *Server) stopTest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.test != nil {
		s.test.stop()
		s.test = nil
	}
}

func (s *Server) watch(t *test, sh *shot) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var last *image.Point
	for {
		select {
		case <-t.quit:
			return
		case <-s.done:
			return
		case <-tick.C:
		}
		at, err := s.opts.Pointer()
		if err != nil {
			s.send(event{Kind: "pointer", Display: -1, Done: t.corners.done, Over: true, Words: "The mouse cannot be asked: " + err.Error()})
			return
		}
		display, place := sh.locate(at)
		ticked := t.corners.see(place, time.Now())
		if ticked < 0 && last != nil && *last == at {
			continue // nothing is new
		}
		last = &at
		e := event{Kind: "pointer", X: hundredths(place.X), Y: hundredths(place.Y), Display: display, Done: t.corners.done}
		if ticked >= 0 {
			n := t.corners.count()
			e.Words = fmt.Sprintf("%d of 4: %s", n, cornerNames[ticked])
			e.Over = n == 4
			s.opts.Tell(fmt.Sprintf("Corner    %s, %d of 4", cornerNames[ticked], n))
		}
		s.send(e)
		if e.Over {
			return
		}
	}
}

// locate returns where a pointer point lies on the pictures, and on which, -1
// for none.
func (sh *shot) locate(at image.Point) (display int, place vision.Point) {
	for i, v := range sh.sights {
		p := v.Mapping.Pixel(at)
		b := v.Display.Bounds
		if v.Picture != nil && p.X >= float64(b.Min.X) && p.Y >= float64(b.Min.Y) && p.X < float64(b.Max.X) && p.Y < float64(b.Max.Y) {
			return i, p
		}
		if i == 0 {
			place = p
		}
	}
	return -1, place
}
