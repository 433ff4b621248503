package player

import (
	"image"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/vision"
)

// card makes a world in which a won board is covered, a second later, by a card
// with a button that opens the next one; and the player that knows the button.
func card(t *testing.T, at image.Point, o Options) (*world, *Player, *[]Event) {
	t.Helper()
	w := newWorld(t, 8)
	w.button = at
	img, err := w.Capture(image.Rect(0, 0, 1280, 1024))
	if err != nil {
		t.Fatal(err)
	}
	start, err := spot.Of(img, at)
	if err != nil {
		t.Fatal(err)
	}
	w.button = image.Point{}
	w.onClick = func(int, Cell) bool {
		w.after(time.Millisecond, func() {
			if w.won() && w.shown {
				w.after(time.Second, func() { w.shown, w.button = false, at })
			}
		})
		return false
	}
	seed := uint64(100)
	w.onOther = func(image.Point) {
		w.after(50*time.Millisecond, func() {
			seed++
			w.board, w.answer, _ = solver.Generate(8, seed)
			w.board.Marks = make([]solver.Mark, 64)
			w.shown, w.button = true, image.Point{}
		})
	}
	o.Start, o.Timeout = &start, 20*time.Second
	p, events := w.player(o)
	return w, p, events
}

// beside and below are places for a button: beside the board, and where the
// board is while no card covers it.
var beside, below = image.Pt(900, 700), image.Pt(460, 430)

// TestStartButton: where the button is known it opens every further board, and
// nothing else is clicked outside one.
func TestStartButton(t *testing.T) {
	for i, at := range []image.Point{beside, below, beside} {
		w, p, events := card(t, at, Options{Repeat: 2})
		if i == 2 {
			// Half an example beside the game was there all the time.
			w.refusal = &vision.Refusal{Reason: vision.CutOff, What: "half a board", Advice: "-",
				Lattice: vision.Lattice{X: 800, Y: 200, PitchX: 40, PitchY: 40, Size: 8}}
		}
		out, err := p.Run(t.Context())
		if err != nil || len(out) != 3 {
			t.Fatalf("%v after %d boards", err, len(out))
		}
		if len(w.outside) != 2 || w.outside[0] != at || w.outside[1] != at {
			t.Errorf("clicks outside a board at %v, want two at %v", w.outside, at)
		}
		if got, want := kinds(*events), "seen solved clicked verified done opened seen solved clicked verified done opened seen solved clicked verified done"; got != want {
			t.Errorf("events %q", got)
		}
	}
}

// TestStartButtonLeftAlone: in all these cases nothing but the board is clicked.
func TestStartButtonLeftAlone(t *testing.T) {
	example := func(x float64) *vision.Reading {
		b, _, _ := solver.Generate(7, 5)
		return &vision.Reading{Board: *b, Lattice: vision.Lattice{X: x, Y: 600, PitchX: 30, PitchY: 30, Size: 7}, Confidence: 1}
	}
	refused := func(x float64) *vision.Refusal {
		return &vision.Refusal{Reason: vision.CutOff, What: "half a board", Advice: "-",
			Lattice: vision.Lattice{X: x, Y: 200, PitchX: 40, PitchY: 40, Size: 8}}
	}
	for _, tt := range []struct {
		name    string
		options Options
		prepare func(w *world, p *Player)
		won     int
		status  fault.Status
	}{
		{"it was not calibrated", Options{Repeat: 1}, func(w *world, p *Player) { p.Options.Start = nil }, 1, fault.NoBoard},
		{"no further board is wanted", Options{}, func(w *world, p *Player) {}, 1, fault.OK},
		{"it is never in sight", Options{Repeat: 1}, func(w *world, p *Player) {
			w.after(time.Second+2*time.Millisecond, func() { w.after(0, func() { w.button = image.Point{} }) })
			w.onClick = nil
		}, 1, fault.NoBoard},
		{"no board was won before", Options{Repeat: 1}, func(w *world, p *Player) {
			w.shown, w.button = false, beside
		}, 0, fault.NoBoard},
		{"something else is in its place", Options{Repeat: 1}, func(w *world, p *Player) {
			p.Options.Start.Look = append(p.Options.Start.Look[16:len(p.Options.Start.Look):len(p.Options.Start.Look)], p.Options.Start.Look[:16]...)
			p.Options.Start.Look[3].R ^= 128
		}, 1, fault.NoBoard},
		{"a board that cannot be read is in sight", Options{Repeat: 1}, func(w *world, p *Player) {
			w.refusal = refused(800)
			w.after(500*time.Millisecond, func() { w.page -= 4 }) // it has just come up
		}, 1, fault.Uncertain},
		{"the person moves the mouse", Options{Repeat: 1}, func(w *world, p *Player) {
			w.after(900*time.Millisecond, w.takeOver)
		}, 1, fault.Stopped},
		{"the person moves it with the button in sight", Options{Repeat: 1}, func(w *world, p *Player) {
			w.after(1200*time.Millisecond, w.takeOver)
		}, 1, fault.Stopped},
		{"the button lies on a played board", Options{Repeat: 1}, func(w *world, p *Player) {
			w.examples = []*vision.Reading{example(800)}
			p.Skip(&w.examples[0].Board)
		}, 1, fault.NoBoard},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, p, events := card(t, beside, tt.options)
			tt.prepare(w, p)
			_, err := p.Run(t.Context())
			if fault.StatusOf(err) != tt.status {
				t.Errorf("%v, want status %d", err, tt.status)
			}
			if len(w.outside) > 0 {
				t.Errorf("clicks outside the board at %v", w.outside)
			}
			won := 0
			for _, e := range *events {
				if e.Kind == Done {
					won++
				}
			}
			if won != tt.won {
				t.Errorf("%d boards were won, want %d", won, tt.won)
			}
		})
	}
}

// TestStartButtonDead: a button that does nothing is tried a few times and then
// left alone, and one that the pointer was left on is still known again.
func TestStartButtonDead(t *testing.T) {
	w, p, _ := card(t, beside, Options{Repeat: 1})
	w.onOther = nil
	if _, err := p.Run(t.Context()); fault.StatusOf(err) != fault.NoBoard {
		t.Errorf("%v", err)
	}
	if len(w.outside) != maxOpens {
		t.Errorf("a dead button was clicked %d times, want %d", len(w.outside), maxOpens)
	}
	if w.watched {
		t.Error("the mouse is still watched")
	}

	w, p, _ = card(t, image.Pt(300+40*8+30, 360), Options{Repeat: 1}) // where the pointer is parked
	if out, err := p.Run(t.Context()); err != nil || len(out) != 2 {
		t.Errorf("%v after %d boards; the pointer is at %v", err, len(out), w.pointer)
	}
}
