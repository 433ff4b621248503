package tango

import "testing"

// TestSound follows the steps on generated puzzles: none is ever wrong, and each fills a cell.
func TestSound(t *testing.T) {
	for _, size := range []int{4, 6, 8} {
		for seed := range uint64(100) {
			p, answer, err := Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			q := newPosition(p)
			for !q.Done() {
				before := open(q)
				step, ok := q.Next()
				if !ok {
					step = q.Search(answer)
				}
				if open(q) != before-1 {
					t.Fatalf("size %d, seed %d: %+v does nothing", size, seed, step)
				}
				for cell, s := range q.cells {
					if s != Empty && s != answer.Cells[cell] {
						t.Fatalf("size %d, seed %d: %+v is wrong", size, seed, step)
					}
				}
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
