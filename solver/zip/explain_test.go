package zip

import (
	"fmt"
	"math/bits"
	"testing"

	"autoqueens/solver/puzzle/puzzletest"
)

// TestSound follows the steps on generated puzzles: none takes a side that the solution does not,
// or rules one out that it does, and each tells something.
func TestSound(t *testing.T) {
	for size := Sizes[0]; size <= 8; size++ {
		for seed := range uint64(30) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			g := newGraph(p)
			var path [maxCells]uint8 // the sides of the solution
			for i := range answer.Path[1:] {
				cell, next := p.index(answer.Path[i]), p.index(answer.Path[i+1])
				for d, step := range g.step {
					if cell+step == next {
						path[cell] |= 1 << d
						path[next] |= 1 << (d ^ 2)
					}
				}
			}
			q := newPosition(p)
			name := fmt.Sprintf("size %d, seed %d", size, seed)
			puzzletest.Sound(t, name, q, answer, func() int { return unknown(q) }, func() bool {
				for cell := range g.cells {
					if q.on[cell]&^path[cell] != 0 || path[cell]&^q.may[cell] != 0 {
						return false
					}
				}
				return true
			})
		}
	}
}

// unknown counts the sides of which nothing is known.
func unknown(q *position) (n int) {
	for cell := range q.graph.cells {
		n += bits.OnesCount8(q.open(cell))
	}
	return n
}
