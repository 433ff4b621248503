package zip

import (
	"math/bits"
	"testing"
)

// TestSound follows the steps on generated puzzles: none takes a side that the solution does not,
// or rules one out that it does, and each tells something.
func TestSound(t *testing.T) {
	for size := MinGenerate; size <= 8; size++ {
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
			for !q.Done() {
				before := unknown(q)
				step, ok := q.Next()
				if !ok {
					step = q.Search(answer)
				}
				if unknown(q) >= before {
					t.Fatalf("size %d, seed %d: %+v does nothing", size, seed, step)
				}
				for cell := range g.cells {
					if q.on[cell]&^path[cell] != 0 || path[cell]&^q.may[cell] != 0 {
						t.Fatalf("size %d, seed %d: %+v is wrong", size, seed, step)
					}
				}
			}
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
