package player

import (
	"image"
	"testing"

	"autoqueens/solver/puzzle"
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

// TestPointerShown: where pictures show the pointer it is off the board in each of them.
func TestPointerShown(t *testing.T) {
	w := newWorld(t, 8)
	p, _ := w.player(Options{PointerShown: true})
	p.Eye = jealous{w}
	if _, err := p.Run(t.Context()); err != nil || !w.won() {
		t.Errorf("won: %v, %v", w.won(), err)
	}
}

// TestDragPointerShown: and a drag does not go by what it hides, but takes its time.
func TestDragPointerShown(t *testing.T) {
	w := newWorld(t, 8)
	drag := act{cells: []puzzle.Cell{{Row: 1, Col: 1}, {Row: 2, Col: 3}}}
	for _, shown := range []bool{false, true} {
		p, _ := w.player(Options{PointerShown: shown})
		g := &game{Player: p, out: &Outcome{}, view: p.Views[0], reading: &vision.Reading{Lattice: w.lattice}}
		path, by := g.path(drag)
		if len(path) != 3 || shown == (by.Shown != nil) || shown != (by.Wait > frameGap && by.Rest > frameGap) {
			t.Errorf("the pointer shown: %v; %d points, %+v", shown, len(path), by)
		}
	}
}
