package player

import (
	"image"
	"image/draw"
	"testing"
	"time"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// jealous are the pictures of a system that draws the pointer into them.
type jealous struct{ *world }

func (j jealous) Capture(r image.Rectangle) (*image.RGBA, error) {
	if len(j.clicks) > 0 && j.pointer.In(j.lattice.Bounds().Image()) {
		j.t.Errorf("after %d clicks a picture shows the pointer at %v, on the board", len(j.clicks), j.pointer)
	}
	return j.world.Capture(r)
}

// hiding are such pictures too: the pointer is an arrow of 16 x 24 pixels.
type hiding struct {
	*world
	at image.Point
}

func (h *hiding) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := h.world.canvas(r)
	if err == nil {
		draw.Draw(img, image.Rect(0, 0, 16, 24).Add(h.at), image.Black, image.Point{}, draw.Src)
	}
	return img, err
}

// TestPointerShown: where pictures show the pointer it is off the board in each of them.
func TestPointerShown(t *testing.T) {
	w := newWorld(t, 8)
	p, _ := w.player(Options{PointerShown: true})
	p.Eye = jealous{w}
	if _, err := p.Run(t.Context()); err != nil || !w.won() {
		t.Errorf("won: %v, %v", w.won(), err)
	}
}

// TestDragPointerShown: and a drag does not go by what it hides, and takes its time.
func TestDragPointerShown(t *testing.T) {
	w := newWorld(t, 8)
	drag := act{cells: []puzzle.Cell{{Row: 1, Col: 1}, {Row: 2, Col: 3}}}
	for _, shown := range []bool{false, true} {
		p, _ := w.player(Options{PointerShown: shown})
		g := &game{Player: p, out: &Outcome{}, view: p.Views[0], reading: &vision.Reading{Lattice: w.lattice}}
		path, by := g.path(drag)
		if len(path) != 3 || shown != (by.Wait > frameGap && by.Rest > frameGap) {
			t.Errorf("the pointer shown: %v; %d points, %+v", shown, len(path), by)
		}
		hidden := &hiding{world: w}
		p.Eye = hidden
		follows := g.following(drag)
		hidden.at = path[1]
		if got := follows(1); got == shown {
			t.Errorf("the pointer shown: %v; the first cell counts as changed: %v", shown, got)
		}
	}
}

// shaded reads no board on which the pointer stands.
type shaded struct{ *world }

func (h shaded) Read(img image.Image) (*vision.Reading, error) {
	h.unclear = h.pointer.In(h.lattice.Bounds().Image())
	return h.world.Read(img)
}

func (h shaded) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	h.unclear = h.pointer.In(h.lattice.Bounds().Image())
	return h.world.ReadAt(img, last)
}

// TestMovesUnderPointer: a board that moves to where the pointer waits is played on, whenever
// it does so.
func TestMovesUnderPointer(t *testing.T) {
	for _, n := range []int{1, 7, 15, 16} {
		w := newWorld(t, 8)
		w.lag = 100 * time.Millisecond // a page that is busy shows the clicks later
		p, _ := w.player(Options{PointerShown: true})
		p.Reader = shaded{w}
		w.onClick = func(made int, c Cell) bool {
			if made == n {
				w.after(2*time.Millisecond, func() {
					w.lattice.X, w.lattice.Y = float64(w.pointer.X)-70.3, float64(w.pointer.Y)-70.3
				})
			}
			return false
		}
		if _, err := p.Run(t.Context()); err != nil || !w.won() {
			t.Errorf("moved after click %d: won: %v, %v", n, w.won(), err)
		}
	}
}

// TestDragRests: a drag rests for as long as the page takes to show a step, and longer each time
// that it is made again.
func TestDragRests(t *testing.T) {
	w := newWorld(t, 8)
	p, _ := w.player(Options{})
	g := &game{Player: p, out: &Outcome{}, view: p.Views[0], reading: &vision.Reading{Game: zip.Name, Lattice: w.lattice}}
	path := act{cells: []puzzle.Cell{{Row: 1, Col: 1}, {Row: 1, Col: 2}}, path: true}
	for _, want := range []struct {
		step  time.Duration
		tries int
		rest  time.Duration
	}{
		{0, 0, dragged}, {frameGap, 0, dragged}, {300 * time.Millisecond, 0, 300 * time.Millisecond},
		{300 * time.Millisecond, 1, 600 * time.Millisecond}, {0, 3, 8 * dragged}, {time.Second, 5, shownFor},
	} {
		g.step, g.tries = want.step, map[Way]int{ByDrag: want.tries, ByKeys: 1}
		if _, by := g.path(path); by.Rest != want.rest {
			t.Errorf("after steps of %v and %d tries it rests for %v, want %v", want.step, want.tries, by.Rest, want.rest)
		}
	}
}
