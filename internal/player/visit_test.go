package player

import (
	"image"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// exemplary is a reader to whom the board is an example until a time.
type exemplary struct {
	*world
	until time.Duration
}

func (e exemplary) Read(img image.Image) (*vision.Reading, error) {
	r, err := e.world.Read(img)
	if err == nil {
		r.Example = e.now.Sub(epoch) < e.until
	}
	return r, err
}

// doings lists what a player was at, each once in a row.
func doings(p *Player) *[]string {
	var all []string
	p.Status = func(s Status) {
		words := string(s.Doing)
		if s.What != "" {
			words += ": " + s.What + "; " + s.Advice
		}
		if len(all) == 0 || all[len(all)-1] != words {
			all = append(all, words)
		}
	}
	return &all
}

// TestExample waits while only an example is in sight, says so, and clicks nothing.
func TestExample(t *testing.T) {
	w := newWorld(t, 5)
	w.after(3*time.Second, func() {}) // the page changes when the dialog goes
	p, _ := w.player(Options{Timeout: 10 * time.Second})
	p.Reader = exemplary{w, 3 * time.Second}
	said := doings(p)
	clicked := time.Time{}
	w.onClick = func(n int, _ Cell) bool {
		if n == 1 {
			clicked = w.now
		}
		return false
	}
	if _, err := p.Run(t.Context()); err != nil || !w.won() {
		t.Fatalf("%v, won %v", err, w.won())
	}
	if clicked.Before(epoch.Add(3 * time.Second)) {
		t.Errorf("clicked %v after the start", clicked.Sub(epoch))
	}
	if text := strings.Join(*said, "\n"); !strings.Contains(text, "obstacle: only an example is in sight") || !strings.Contains(text, "close the dialog") {
		t.Errorf("said %s", text)
	}
}

// TestExampleStays ends with words where nothing but an example ever comes.
func TestExampleStays(t *testing.T) {
	w := newWorld(t, 5)
	p, _ := w.player(Options{Timeout: 3 * time.Second, GiveUp: time.Second})
	p.Reader = exemplary{w, time.Hour}
	_, err := p.Run(t.Context())
	if fault.KindOf(err) != fault.NoBoard || !strings.Contains(err.Error(), "only an example is in sight") || len(w.clicks) > 0 {
		t.Errorf("%v, %d clicks", err, len(w.clicks))
	}
}

// TestPlaysItself notes a board on which marks come and go without a click, until it
// has stood still for a while.
func TestPlaysItself(t *testing.T) {
	w := newWorld(t, 7)
	other := newWorld(t, 8)
	var s lastSight
	steps := []struct {
		at      time.Duration
		do      func()
		of      *world
		pointer int
		idle    error
	}{
		{0, func() {}, w, 0, nil},
		{100 * time.Millisecond, func() { w.set(1, 1, solver.Cross) }, w, 0, nil}, // from an earlier visit
		{2 * time.Second, func() {}, w, 0, nil},
		{3 * time.Second, func() { w.set(0, 0, solver.Cross) }, w, 7, nil}, // a mark that the pointer hid
		{4 * time.Second, func() { w.set(0, 0, solver.Queen) }, w, 7, errPlaysItself},
		{8 * time.Second, func() {}, w, 7, errPlaysItself},
		{8500 * time.Millisecond, func() { w.set(0, 0, solver.Empty) }, w, 7, errPlaysItself},
		{13 * time.Second, func() {}, w, 7, errPlaysItself},
		{13500 * time.Millisecond, func() {}, w, 7, nil},
		{14 * time.Second, func() { w.set(0, 0, solver.Cross) }, w, 7, errPlaysItself},
		{15 * time.Second, func() {}, other, 7, nil},
	}
	for _, step := range steps {
		step.do()
		r, err := step.of.Read(image.NewRGBA(image.Rect(0, 0, 1280, 1024)))
		now := epoch.Add(step.at)
		s.note(r, err, shot{at: now, pointer: image.Pt(step.pointer, 0)})
		if got := s.idle(r, now); got != step.idle {
			t.Errorf("after %v: %v, want %v", step.at, got, step.idle)
		}
	}
}

// TestGiveUp ends the wait for a board that is refused, and only for that one.
func TestGiveUp(t *testing.T) {
	cut := &vision.Refusal{Reason: vision.CutOff, What: "the right edge may be off the screen", Advice: "scroll"}
	for _, tt := range []struct {
		name  string
		setup func(w *world)
		kind  fault.Kind
		from  time.Duration // it ends between these
		to    time.Duration
	}{
		{"refused all the time", func(w *world) { w.refusal = cut }, fault.Uncertain, 5 * time.Second, 7 * time.Second},
		{"a clock goes on beside it", func(w *world) {
			w.refusal = cut
			for i := range 20 {
				w.after(time.Duration(i)*time.Second, func() {})
			}
		}, fault.Uncertain, 5 * time.Second, 7 * time.Second},
		{"no board", func(w *world) {}, fault.NoBoard, 30 * time.Second, 32 * time.Second},
		{"scrolled into view", func(w *world) {
			w.refusal = cut
			w.after(4*time.Second, func() { w.shown = true })
		}, "", 4 * time.Second, 6 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			w.shown = false
			tt.setup(w)
			p, _ := w.player(Options{Timeout: 30 * time.Second, GiveUp: 5 * time.Second})
			_, err := p.Run(t.Context())
			if took := w.now.Sub(epoch); fault.KindOf(err) != tt.kind || took < tt.from || took > tt.to {
				t.Errorf("%v after %v, want %q after %v to %v", err, took, tt.kind, tt.from, tt.to)
			}
		})
	}
}
