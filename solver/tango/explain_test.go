package tango

import (
	"fmt"
	"testing"

	"autoqueens/solver/puzzle/puzzletest"
)

// TestSound follows the steps on generated puzzles: none is ever wrong, and each fills a cell.
func TestSound(t *testing.T) {
	for _, size := range []int{4, 6, 8} {
		for seed := range uint64(100) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			q := newPosition(p)
			name, empty := fmt.Sprintf("size %d, seed %d", size, seed), open(q)
			steps := puzzletest.Sound(t, name, q, answer, func() int { return open(q) }, func() bool {
				for cell, s := range q.cells {
					if s != Empty && s != answer.Cells[cell] {
						return false
					}
				}
				return true
			})
			if steps != empty || open(q) != 0 {
				t.Fatalf("%s: %d steps fill %d cells, and %d are left", name, steps, empty, open(q))
			}
		}
	}
}

func open(q *position) (n int) {
	for _, s := range q.cells {
		if s == Empty {
			n++
		}
	}
	return n
}
