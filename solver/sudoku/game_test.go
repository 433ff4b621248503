package sudoku

import (
	"math/rand/v2"
	"slices"
	"testing"

	"autoqueens/solver/puzzle"
)

// fills counts the ways to fill a puzzle in, cell by cell. It shares no code with the search, nor
// with Check.
func fills(p *Puzzle, boxRows, boxCols int) int {
	cells := slices.Clone(p.Cells)
	fits := func(cell int, value uint8) bool {
		for other, v := range cells {
			row, col, r, c := cell/p.Size, cell%p.Size, other/p.Size, other%p.Size
			if v == value && other != cell && (r == row || c == col || r/boxRows == row/boxRows && c/boxCols == col/boxCols) {
				return false
			}
		}
		return true
	}
	var next func(cell int) int
	next = func(cell int) int {
		switch {
		case cell == len(cells):
			return 1
		case p.Cells[cell] != 0:
			return next(cell + 1)
		}
		n := 0
		for value := range p.Size {
			if fits(cell, uint8(value+1)) {
				cells[cell] = uint8(value + 1)
				n += next(cell + 1)
			}
		}
		cells[cell] = 0
		return n
	}
	return next(0)
}

// TestBoxes solves puzzles with boxes of all shapes, and compares counts with those of plain code.
func TestBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, box := range [][2]int{{1, 2}, {2, 1}, {1, 3}, {2, 2}, {1, 4}, {2, 3}, {3, 2}, {6, 1}, {2, 4}, {4, 2}} {
		size := box[0] * box[1]
		empty := &Puzzle{Size: size, BoxRows: box[0], BoxCols: box[1], Cells: make([]uint8, size*size)}
		s, err := empty.Solve(t.Context())
		if err != nil {
			t.Fatalf("%v: %v", box, err)
		}
		for range 30 {
			p := &Puzzle{Size: size, BoxRows: box[0], BoxCols: box[1], Cells: slices.Clone(s.(Solution).Cells)}
			if size < 6 && rng.IntN(2) == 0 {
				p.Cells[rng.IntN(size*size)] = uint8(1 + rng.IntN(size))
			}
			for range size * size / 2 {
				p.Cells[rng.IntN(size*size)] = 0
			}
			want := 0
			if p.Validate() == nil {
				want = fills(p, box[0], box[1])
			}
			if got, err := p.Count(t.Context(), puzzle.Limit{}); got != want || (err == nil) != (p.Validate() == nil) {
				t.Fatalf("%v %v has %d solutions, want %d, %v", box, p, got, want, err)
			}
			if got, err := p.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: 1000}); got != min(want, 2) || (err == nil) != (p.Validate() == nil) {
				t.Fatalf("%v %v has %d solutions up to 2, of %d, %v", box, p, got, want, err)
			}
			n := 0
			for s := range p.All(t.Context()) {
				n++
				if err := p.Check(s); err != nil {
					t.Fatalf("%v %v: %v", box, p, err)
				}
			}
			if n != want {
				t.Fatalf("%v %v: %d solutions are listed of %d", box, p, n, want)
			}
		}
	}
}

// TestCheck holds Check against answers that break one rule each.
func TestCheck(t *testing.T) {
	p := &Puzzle{Size: 4, Cells: append([]uint8{1}, make([]uint8, 15)...)}
	for _, tt := range []struct {
		name, cells string
		ok          bool
	}{
		{"right", "1234341221434321", true},
		{"another given", "2134341212434321", false},
		{"row", "1233341221434321", false},
		{"column", "1234341214234321", false},
		{"box", "1234234134124123", false},
		{"empty", "123434122143432.", false},
	} {
		q, err := Parse(tt.cells)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(Solution{q.Size, q.Cells}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for _, q := range []*Puzzle{{Size: 9, BoxRows: 2, BoxCols: 2, Cells: make([]uint8, 81)}, {Size: 7, Cells: make([]uint8, 49)},
		{Size: 6, BoxRows: 2, Cells: make([]uint8, 36)}, {Size: 6, BoxRows: -2, BoxCols: -3, Cells: make([]uint8, 36)}, {Size: 17, BoxRows: 1, BoxCols: 17, Cells: make([]uint8, 289)}} {
		if err := q.Validate(); err == nil {
			t.Errorf("%+v passes as a puzzle", q)
		}
	}
}
