package player

import (
	"context"
	"image"
	"slices"
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
	o.Starts = []spot.Spot{shownAt(t, w, at)}
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
	o.Timeout = 20 * time.Second
	p, events := w.player(o)
	return w, p, events
}

// shownAt returns the button as it was shown at a place.
func shownAt(t *testing.T, w *world, at image.Point) spot.Spot {
	t.Helper()
	w.button = at
	img, err := w.Capture(image.Rect(0, 0, 1280, 1024))
	if err != nil {
		t.Fatal(err)
	}
	w.button = image.Point{}
	start, err := spot.Of(img, at)
	if err != nil {
		t.Fatal(err)
	}
	return start
}

// otherwise makes a button look other than it does.
func otherwise(s *spot.Spot) {
	s.Look = slices.Clone(s.Look)
	s.Look[3].R ^= 128
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
		kind    fault.Kind
	}{
		{"it was not calibrated", Options{Repeat: 1}, func(w *world, p *Player) { p.Options.Starts = nil }, 1, fault.NoBoard},
		{"no further board is wanted", Options{}, func(w *world, p *Player) {}, 1, ""},
		{"it is never in sight", Options{Repeat: 1}, func(w *world, p *Player) {
			w.after(time.Second+2*time.Millisecond, func() { w.after(0, func() { w.button = image.Point{} }) })
			w.onClick = nil
		}, 1, fault.NoBoard},
		{"something else is in its place", Options{Repeat: 1}, func(w *world, p *Player) {
			otherwise(&p.Options.Starts[0])
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
			p.Skip(w.examples[0])
		}, 1, fault.NoBoard},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, p, events := card(t, beside, tt.options)
			tt.prepare(w, p)
			_, err := p.Run(t.Context())
			if fault.KindOf(err) != tt.kind {
				t.Errorf("%v, want kind %q", err, tt.kind)
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
	if _, err := p.Run(t.Context()); fault.KindOf(err) != fault.NoBoard {
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

// page makes a world that begins on a page with a button, which opens the first
// board, and the player that knows it.
func page(t *testing.T, o Options) (*world, *Player, *[]Event) {
	t.Helper()
	w, p, events := card(t, beside, o)
	w.shown, w.button = false, beside
	return w, p, events
}

// TestStartPage begins on a page with a button, and goes on over that of the
// result card, which lies elsewhere.
func TestStartPage(t *testing.T) {
	w, p, events := page(t, Options{Repeat: 1})
	next := image.Pt(900, 300)
	p.Options.Starts = append(p.Options.Starts, shownAt(t, w, next))
	w.button = beside
	w.onClick = func(int, Cell) bool {
		w.after(time.Millisecond, func() {
			if w.won() && w.shown {
				w.after(time.Second, func() { w.shown, w.button = false, next })
			}
		})
		return false
	}
	before := w.pointer
	opened := w.onOther
	w.onOther = func(at image.Point) {
		if !w.watched {
			t.Error("the mouse was not watched")
		}
		if at == beside && w.now.Sub(epoch) < restFor {
			t.Errorf("it was clicked after %v", w.now.Sub(epoch))
		}
		opened(at)
	}
	out, err := p.Run(t.Context())
	if err != nil || len(out) != 2 {
		t.Fatalf("%v after %d boards", err, len(out))
	}
	if want := []image.Point{beside, next}; !slices.Equal(w.outside, want) {
		t.Errorf("clicks outside a board at %v, want them at %v", w.outside, want)
	}
	if got, want := kinds(*events), "opened seen solved clicked verified done opened seen solved clicked verified done"; got != want {
		t.Errorf("events %q", got)
	}
	if at := (*events)[0].At; at == nil || *at != [2]int{beside.X, beside.Y} {
		t.Errorf("it says that %v was clicked", at)
	}
	if w.watched || before != image.Pt(100, 100) {
		t.Error("the mouse is still watched")
	}
}

// TestStartPageTurns: the start pages of two games have their buttons at one place, and the
// one that is in sight is clicked.
func TestStartPageTurns(t *testing.T) {
	w, p, events := page(t, Options{})
	other := p.Options.Starts[0]
	otherwise(&other)
	p.Options.Starts = []spot.Spot{other, p.Options.Starts[0], p.Options.Starts[0]}
	if _, err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []image.Point{beside}; !slices.Equal(w.outside, want) {
		t.Errorf("clicks outside a board at %v, want them at %v", w.outside, want)
	}
	if got, want := kinds(*events), "opened seen solved clicked verified done"; got != want {
		t.Errorf("events %q", got)
	}
}

// TestStartPageHands: a person who moves the mouse before the first click only
// makes it wait, and one who does after it takes over.
func TestStartPageHands(t *testing.T) {
	move := func(w *world) { w.pointer = w.pointer.Add(image.Pt(7, 3)) }
	for _, tt := range []struct {
		name    string
		prepare func(w *world, p *Player)
		after   time.Duration // of the run, the earliest click
		kind    fault.Kind
	}{
		{"at rest", func(*world, *Player) {}, restFor, ""},
		{"the mouse moves for five seconds", func(w *world, _ *Player) {
			for d := range 50 {
				w.after(time.Duration(d)*100*time.Millisecond, func() { move(w) })
			}
		}, 4900*time.Millisecond + restFor, ""},
		{"it moves once, late", func(w *world, _ *Player) { w.after(900*time.Millisecond, func() { w.takeOver() }) }, 900*time.Millisecond + restFor, ""},
		{"it rests on the button", func(w *world, _ *Player) { w.pointer = beside }, restFor, ""},
		{"a mouse button is held", func(w *world, p *Player) {
			p.Hand = &holding{world: w, until: epoch.Add(4 * time.Second)}
		}, 4 * time.Second, ""},
		{"another program holds the mouse", func(w *world, _ *Player) {
			w.grabbed = true
			w.after(4*time.Second, func() { w.grabbed = false })
		}, 4 * time.Second, ""},
		{"the person moves it after the click", func(w *world, _ *Player) {
			w.onOther = func(image.Point) { w.after(300*time.Millisecond, func() { w.takeOver() }) }
		}, restFor, fault.Stopped},
		{"an example is its ornament", func(w *world, _ *Player) {
			w.examples = []*vision.Reading{exampleAt(t, 600)}
			opened := w.onOther
			w.onOther = func(at image.Point) { w.examples = nil; opened(at) }
		}, restFor, ""},
		{"the page is open later", func(w *world, _ *Player) {
			w.button = image.Point{}
			w.after(15*time.Second, func() { w.button = beside })
		}, 15*time.Second + openSteady, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, p, _ := page(t, Options{})
			p.Options.Timeout = time.Minute
			tt.prepare(w, p)
			var clicked time.Time
			opened := w.onOther
			w.onOther = func(at image.Point) { clicked = w.now; opened(at) }
			if _, err := p.Run(t.Context()); fault.KindOf(err) != tt.kind {
				t.Errorf("%v, want kind %q", err, tt.kind)
			}
			if len(w.outside) != 1 || w.outside[0] != beside {
				t.Errorf("clicks outside a board at %v", w.outside)
			}
			if took := clicked.Sub(epoch); took < tt.after || took > tt.after+3*time.Second {
				t.Errorf("it was clicked after %v, want it soon after %v", took, tt.after)
			}
			if w.watched {
				t.Error("the mouse is still watched")
			}
		})
	}
}

// exampleAt returns a board that was read and is an example, from x,600 on.
func exampleAt(t *testing.T, x float64) *vision.Reading {
	t.Helper()
	b, _, err := solver.Generate(7, 5)
	if err != nil {
		t.Fatal(err)
	}
	return &vision.Reading{Board: *b, Lattice: vision.Lattice{X: x, Y: 600, PitchX: 30, PitchY: 30, Size: 7}, Confidence: 1, Example: true}
}

// holding is a mouse of which a button is held for a while.
type holding struct {
	*world
	until time.Time
}

func (h *holding) Settle(ctx context.Context, quiet time.Duration) error {
	if h.now.Before(h.until) {
		h.pass(holdsFor)
		return context.DeadlineExceeded
	}
	return h.world.Settle(ctx, quiet)
}

// TestStartPageLeftAlone: in all these cases nothing is clicked, and the mouse and
// the Esc key are the person's all the time.
func TestStartPageLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		name    string
		options Options
		prepare func(w *world, p *Player)
		kind    fault.Kind
	}{
		{"it was not shown", Options{}, func(_ *world, p *Player) { p.Options.Starts = nil }, fault.NoBoard},
		{"it looks otherwise", Options{}, func(_ *world, p *Player) { otherwise(&p.Options.Starts[0]) }, fault.NoBoard},
		{"it lies elsewhere", Options{}, func(w *world, _ *Player) { w.button = beside.Add(image.Pt(0, 12)) }, fault.NoBoard},
		{"it lies on no view", Options{}, func(_ *world, p *Player) {
			p.Views[0].Screen = image.Rect(0, 0, 600, 600)
			p.Views[0].Area = p.Views[0].Screen
		}, fault.NoBoard},
		{"it comes and goes", Options{}, func(w *world, _ *Player) {
			for d := range 250 {
				w.after(time.Duration(d)*100*time.Millisecond, func() { w.button = beside.Sub(w.button) })
			}
		}, fault.NoBoard},
		{"nothing is to be clicked", Options{DryRun: true}, func(*world, *Player) {}, fault.NoBoard},
		{"it looks once", Options{}, func(_ *world, p *Player) { p.Options.Timeout = 0 }, fault.NoBoard},
		{"a board that cannot be read is in sight", Options{}, func(w *world, _ *Player) {
			w.refusal = &vision.Refusal{Reason: vision.CutOff, What: "half a board", Advice: "-",
				Lattice: vision.Lattice{X: 300, Y: 200, PitchX: 40, PitchY: 40, Size: 8}}
		}, fault.Uncertain},
		{"a board that does not stand still is in sight", Options{}, func(w *world, _ *Player) {
			w.shown = true
			for d := range 2500 {
				w.after(time.Duration(d)*10*time.Millisecond, func() { w.lattice.Y = 200 + float64(d*37%101) })
			}
		}, fault.Uncertain},
		{"a played board lies below it", Options{}, func(w *world, p *Player) {
			b, _, _ := solver.Generate(7, 5)
			w.examples = []*vision.Reading{{Board: *b, Lattice: vision.Lattice{X: 800, Y: 600, PitchX: 30, PitchY: 30, Size: 7}, Confidence: 1}}
			p.Skip(&vision.Reading{Board: *b})
		}, fault.NoBoard},
		{"it lies on an example", Options{}, func(w *world, _ *Player) {
			w.examples = []*vision.Reading{exampleAt(t, 800)}
		}, fault.NoBoard},
		{"the pointer is brought back to it", Options{}, func(w *world, _ *Player) {
			for d := range 250 {
				w.after(time.Duration(d)*100*time.Millisecond, func() { w.pointer = beside })
			}
		}, fault.NoBoard},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, p, events := page(t, tt.options)
			tt.prepare(w, p)
			hand := &unwatched{Hand: p.Hand, t: t}
			p.Hand = hand
			if _, err := p.Run(t.Context()); fault.KindOf(err) != tt.kind {
				t.Errorf("%v, want kind %q", err, tt.kind)
			}
			if len(w.outside)+len(w.clicks) > 0 {
				t.Errorf("clicks at %v and %v", w.outside, w.clicks)
			}
			if got := kinds(*events); got != "stopped" {
				t.Errorf("events %q", got)
			}
		})
	}
}

// unwatched is a hand that must not be watched.
type unwatched struct {
	Hand
	t *testing.T
}

func (h *unwatched) Watch(ctx context.Context) (context.Context, func()) {
	h.t.Error("the mouse is watched")
	return h.Hand.Watch(ctx)
}

// TestStartPageDead: buttons that do nothing are tried a few times each, later
// each time, and then left alone.
func TestStartPageDead(t *testing.T) {
	w, p, _ := page(t, Options{})
	other := image.Pt(900, 300)
	p.Options.Starts = append(p.Options.Starts, shownAt(t, w, other))
	p.Options.Timeout = 2 * time.Minute
	w.button = beside
	var waits []time.Duration
	last := epoch
	w.onOther = func(at image.Point) {
		waits = append(waits, w.now.Sub(last))
		last = w.now
		if len(waits) == maxOpens {
			w.after(time.Second, func() { w.button = other })
		}
	}
	if _, err := p.Run(t.Context()); fault.KindOf(err) != fault.NoBoard {
		t.Errorf("%v", err)
	}
	if want := []image.Point{beside, beside, beside, other, other, other}; !slices.Equal(w.outside, want) {
		t.Errorf("dead buttons were clicked at %v, want %v", w.outside, want)
	}
	for i := range waits[1:] {
		if least := openAgain << (i % maxOpens); waits[i+1] < least || waits[i+1] > least+time.Second {
			t.Errorf("the waits between the clicks are %v", waits[1:])
			break
		}
	}
	if w.watched {
		t.Error("the mouse is still watched")
	}

	// After one that led nowhere the mouse is the person's again in the end.
	w, p, _ = page(t, Options{})
	p.Options.Timeout = 2 * time.Minute
	w.onOther = func(image.Point) {
		w.after(50*time.Millisecond, func() { w.button = image.Point{} })
		w.after(openWithin+time.Second, func() {
			if w.takeOver(); w.watched {
				t.Error("the mouse is still watched")
			}
		})
	}
	if _, err := p.Run(t.Context()); fault.KindOf(err) != fault.NoBoard || len(w.outside) != 1 {
		t.Errorf("%v after clicks at %v", err, w.outside)
	}

	// A run that has met a board does not begin anew.
	w, p, events := card(t, beside, Options{Repeat: 1})
	w.onClick = nil
	w.frozen = true
	p.Options.Endless = true
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p.Report = func(e Event) {
		if *events = append(*events, e); e.Kind == Stopped && e.Board == 1 {
			w.shown, w.button = false, beside
		} else if e.Kind == Stopped {
			cancel()
		}
	}
	_, _ = p.Run(ctx)
	if len(w.outside) > 0 {
		t.Errorf("after a board that was not won it clicked at %v: %s", w.outside, kinds(*events))
	}
}

// TestButtonAim: a button is pressed where it is, after a board on which the mapping was found wrong.
func TestButtonAim(t *testing.T) {
	w, p, _ := card(t, beside, Options{Repeat: 1})
	p.Views[0].Mapping = skewed{40.2, 0, 1}
	last := slices.Index(w.answer, 7)
	w.set(last, w.answer[last], solver.Queen) // from which a click would go beside the board
	if out, err := p.Run(t.Context()); err != nil || !out[0].Corrected || !slices.Equal(w.outside, []image.Point{beside}) {
		t.Errorf("after a correction: %v, corrected %v, presses beside the board at %v, want %v", err, out[0].Corrected, w.outside, beside)
	}
}
