package games_test

import (
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/testneeds"
	"autoqueens/solver/patches"
	"autoqueens/vision/games"
)

// TestReadAgain reads half-played Patches boards again and again where they were read last, as
// play does after each drag: each time they are the same board in the same place. A lattice that
// went a little further with each look would end on the borders of rectangles.
func TestReadAgain(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	t.Parallel()
	const boards, looks = 9, 4
	for _, g := range gamerender.Games {
		if g.Name != patches.Name {
			continue
		}
		for i := range g.Styles {
			for number := range boards {
				d := g.Draw(&g.Styles[i], 83, number)
				first, err := games.Read(d.Image)
				if err != nil || d.State != "half played" {
					continue
				}
				last := first
				for look := range looks {
					again, err := games.ReadAt(d.Image, last)
					if err != nil {
						t.Errorf("%s, %s: look %d: %v", d.Name, d.Variant, look, err)
						break
					}
					if got, want := text(t, again.Puzzle), text(t, first.Puzzle); got != want {
						t.Errorf("%s, %s: look %d: read as\n%s, was\n%s", d.Name, d.Variant, look, got, want)
					}
					const moved = 0.02 // of a cell
					if off := again.Lattice.OffsetFrom(first.Lattice); off > moved {
						t.Errorf("%s, %s: look %d: %.3f cells from where it was read first", d.Name, d.Variant, look, off)
					}
					last = again
				}
			}
		}
	}
}
