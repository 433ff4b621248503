package place

import (
	"errors"
	"image"
	"strings"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestAcross says of a board on two displays that it may be, and of no other.
func TestAcross(t *testing.T) {
	b, _, err := solver.Generate(8, 1)
	if err != nil {
		t.Fatal(err)
	}
	img := drawing.Board(b)
	for x := -img.Bounds().Dx() + 60; x < -60; x += 20 {
		source := &desktop{board: img, at: image.Pt(x, 300)}
		_, err := (&Place{Display: -1}).Find(t.Context(), source)
		for display := range displays {
			if err == nil {
				break // all cells are on one of them
			}
			_, err = (&Place{Display: display}).Find(t.Context(), source)
			no, ok := errors.AsType[*vision.Refusal](err)
			if !ok || no.Lattice.Size == 0 {
				continue // too little of it
			}
			f, ok := errors.AsType[*fault.Error](Missed(t.Context(), source, err))
			if !ok || !strings.Contains(f.What, "the board may lie on two of them") || !strings.HasPrefix(f.Advice, "move the window") ||
				!errors.Is(f, fault.KindOf(err)) {
				t.Errorf("at %d, display %d: %+v", x, display, f)
			}
		}
	}
	for _, x := range []int{-900, -img.Bounds().Dx() - 100} { // cut by the lower edge
		source := &desktop{board: img, at: image.Pt(x, 850)}
		_, err := (&Place{Display: 1}).Find(t.Context(), source)
		if got := Missed(t.Context(), source, err); err == nil || got != err {
			t.Errorf("cut at the edge of the desktop: %v", got)
		}
	}
}
