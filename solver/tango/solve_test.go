package tango

import (
	"math/rand/v2"
	"testing"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/puzzle/puzzletest"
)

// fill counts the boards that keep the rules, by trying both symbols in each cell and looking at
// the whole board. It shares no code with the search, nor with Check.
func fill(p *Puzzle) int {
	cells := make([]Symbol, p.Rows*p.Cols)
	var next func(cell int) int
	next = func(cell int) int {
		if cell == len(cells) {
			return 1
		}
		n := 0
		for _, s := range []Symbol{Sun, Moon} {
			cells[cell] = s
			if holds(p, cells[:cell+1]) {
				n += next(cell + 1)
			}
		}
		return n
	}
	return next(0)
}

// holds tells whether the first cells of a board break no rule.
func holds(p *Puzzle, cells []Symbol) bool {
	at := func(row, col int) Symbol {
		if row < 0 || col < 0 || row*p.Cols+col >= len(cells) {
			return Empty
		}
		return cells[row*p.Cols+col]
	}
	last := len(cells) - 1
	row, col := last/p.Cols, last%p.Cols
	s := cells[last]
	if locked := p.Locked == nil || p.Locked[last]; locked && p.Cells[last] != Empty && p.Cells[last] != s {
		return false
	}
	if at(row, col-1) == s && at(row, col-2) == s || at(row-1, col) == s && at(row-2, col) == s {
		return false
	}
	inRow, inCol := 0, 0
	for c := range col + 1 {
		if at(row, c) == s {
			inRow++
		}
	}
	for r := range row + 1 {
		if at(r, col) == s {
			inCol++
		}
	}
	if 2*inRow > p.Cols || 2*inCol > p.Rows {
		return false
	}
	for _, sign := range p.Signs {
		a, b := at(sign.A.Row, sign.A.Col), at(sign.B.Row, sign.B.Col)
		if a != Empty && b != Empty && (a == b) != sign.Equal {
			return false
		}
	}
	return true
}

// anyPuzzle returns a board with a few givens and signs, which has no solution, one or many.
func anyPuzzle(rng *rand.Rand, rows, cols int) *Puzzle {
	p := &Puzzle{Rows: rows, Cols: cols, Cells: make([]Symbol, rows*cols)}
	for range rng.IntN(rows * cols / 2) {
		p.Cells[rng.IntN(rows*cols)] = Symbol(rng.IntN(3))
	}
	if rng.IntN(2) == 0 {
		p.Locked = make([]bool, rows*cols)
		for cell, s := range p.Cells {
			p.Locked[cell] = s != Empty && rng.IntN(2) == 0
		}
	}
	for row := range rows {
		for col := range cols {
			for _, next := range []puzzle.Cell{{Row: row, Col: col + 1}, {Row: row + 1, Col: col}} {
				if next.In(rows, cols) && rng.IntN(6) == 0 {
					p.Signs = append(p.Signs, Sign{puzzle.Edge{A: next, B: puzzle.Cell{Row: row, Col: col}}, rng.IntN(2) == 0})
				}
			}
		}
	}
	return p
}

// plain is the game as plain code knows it.
var plain = puzzletest.Plain[*Puzzle]{
	Sizes: [][2]int{{2, 2}, {2, 4}, {4, 4}, {4, 6}, {6, 4}, {6, 6}},
	Any:   anyPuzzle,
	Count: fill,
}

// TestBruteForce compares counts with those of plain code.
func TestBruteForce(t *testing.T) { plain.BruteForce(t, rand.New(rand.NewPCG(1, 2)), 600) }

// FuzzCount is TestBruteForce on puzzles of any seed.
func FuzzCount(f *testing.F) { plain.Fuzz(f) }

// TestCheck holds Check against answers that break one rule each.
func TestCheck(t *testing.T) {
	p := &Puzzle{Rows: 4, Cols: 4, Cells: make([]Symbol, 16), Signs: []Sign{{puzzle.Edge{A: puzzle.Cell{Row: 0, Col: 0}, B: puzzle.Cell{Row: 0, Col: 1}}, true}}}
	p.Cells[15] = Moon
	for _, tt := range []struct {
		name string
		rows []string
		ok   bool
	}{
		{"right", []string{"SSMM", "MMSS", "SMSM", "MSSM"}, false}, // column 3 has three suns
		{"good", []string{"SSMM", "MMSS", "MMSS", "SSMM"}, true},
		{"another given", []string{"MMSS", "SSMM", "SSMM", "MMSS"}, false},
		{"empty", []string{"SSMM", "MMSS", "M.SS", "SSMM"}, false},
		{"three in a row", []string{"SSSM", "MMSS", "MMMS", "SSMM"}, false},
		{"out of balance", []string{"SSMS", "MMSS", "MMSS", "SSMM"}, false},
		{"sign", []string{"SMSM", "MSMS", "MSMS", "SMSM"}, false},
	} {
		cells, _, err := symbols(tt.rows)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(Solution{4, 4, cells}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
