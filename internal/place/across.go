package place

import (
	"errors"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// across adds to the failure of a look that saw what may be a part of a board that the rest of it may be on
// another display: each is looked at by itself. Other errors are returned as they are.
func across(source screen.Source, err error) error {
	no, refused := errors.AsType[*vision.Refusal](err)
	f, ok := errors.AsType[*fault.Error](err)
	if !refused || !ok || no.Lattice.Size == 0 || no.Reason != vision.CutOff && no.Reason != vision.Partial && no.Reason != vision.NotQueens {
		return err
	}
	displays, failed := source.Displays()
	if failed != nil {
		return err
	}
	l := no.Lattice
	b := l.Bounds()
	b.X, b.Y, b.Width, b.Height = b.X-l.PitchX, b.Y-l.PitchY, b.Width+2*l.PitchX, b.Height+2*l.PitchY
	on := 0
	for _, d := range displays {
		if b.Image().Overlaps(d.Bounds) {
			on++
		}
	}
	if on < 2 {
		return err
	}
	return fault.Wrap(err, f.Kind, f.What+"; it reaches the edge of its monitor: the board may lie on two of them",
		"move the window of the game so that the whole board is on one monitor, or "+f.Advice)
}
