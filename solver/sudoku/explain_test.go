package sudoku

import (
	"fmt"
	"math/bits"
	"testing"

	"autoqueens/solver/puzzle/puzzletest"
)

// TestSound follows the steps on generated puzzles: none strikes a value of the solution out, and
// each tells something.
func TestSound(t *testing.T) {
	for _, size := range []int{4, 6, 8, 9} {
		for seed := range uint64(300 / size / size * 4) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			q := newPosition(p)
			name := fmt.Sprintf("size %d, seed %d", size, seed)
			puzzletest.Sound(t, name, q, answer, func() int { return left(q) }, func() bool {
				for cell, value := range answer.Cells {
					if q.left[cell]>>(value-1)&1 == 0 || q.cells[cell] != 0 && q.cells[cell] != value {
						return false
					}
				}
				return true
			})
		}
	}
}

// left counts the values that are left and the cells that are empty.
func left(q *position) (n int) {
	for cell, left := range q.left {
		n += bits.OnesCount16(left)
		if q.cells[cell] == 0 {
			n++
		}
	}
	return n
}
