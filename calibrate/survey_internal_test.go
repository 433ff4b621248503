package calibrate

import (
	"slices"
	"testing"

	"autoqueens/vision"
)

// TestBoardsInOrder sorts boards that stand in rows as exactly as pictures
// show them: to a fraction of a pixel.
func TestBoardsInOrder(t *testing.T) {
	board := func(x, y, pitch float64) *vision.Reading {
		return &vision.Reading{Lattice: vision.Lattice{X: x, Y: y, PitchX: pitch, PitchY: pitch, Size: 5}}
	}
	want := []*vision.Reading{
		board(10, 100.4, 20), board(200, 100, 20.1), board(400, 110, 16),
		board(5, 300.2, 20), board(300, 300, 20),
	}
	for _, shuffled := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}} {
		var in []*vision.Reading
		for _, i := range shuffled {
			in = append(in, want[i])
		}
		if got := InOrder(in); !slices.Equal(got, want) {
			t.Errorf("from the order %v they come as others than they stand", shuffled)
		}
	}
	if got := InOrder(nil); len(got) != 0 {
		t.Errorf("no boards become %d", len(got))
	}
}
