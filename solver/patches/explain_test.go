package patches

import (
	"fmt"
	"slices"
	"testing"

	"autoqueens/solver/puzzle/puzzletest"
)

// TestSound follows the steps on generated puzzles: none strikes a rectangle of the solution out,
// and each tells something.
func TestSound(t *testing.T) {
	for _, size := range Sizes {
		for seed := range uint64(80) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			q := newPosition(p)
			name := fmt.Sprintf("size %d, seed %d", size, seed)
			puzzletest.Sound(t, name, q, answer, func() int { return left(q) }, func() bool {
				for clue, r := range answer.Rects {
					if !slices.Contains(q.left[clue], p.mask(r)) {
						return false
					}
				}
				return true
			})
		}
	}
}

// left counts the rectangles that are left and the clues whose is not known.
func left(q *position) (n int) {
	for clue, left := range q.left {
		n += len(left)
		if !q.known[clue] {
			n++
		}
	}
	return n
}
