package patches

import (
	"slices"
	"testing"
)

// TestSound follows the steps on generated puzzles: none strikes a rectangle of the solution out,
// and each tells something.
func TestSound(t *testing.T) {
	for size := MinGenerate; size <= MaxGenerate; size++ {
		for seed := range uint64(80) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			q := newPosition(p)
			for !q.Done() {
				before := left(q)
				step, ok := q.Next()
				if !ok {
					step = q.Search(answer)
				}
				if left(q) >= before {
					t.Fatalf("size %d, seed %d: %+v does nothing", size, seed, step)
				}
				for clue, r := range answer.Rects {
					if !slices.Contains(q.left[clue], p.mask(r)) {
						t.Fatalf("size %d, seed %d: %+v is wrong", size, seed, step)
					}
				}
			}
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
