package zip

import (
	"math/rand/v2"
	"testing"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/puzzle/puzzletest"
)

// paths counts the paths that keep the rules, by going on from cell to cell. It shares no code
// with the search, nor with Check.
func paths(p *Puzzle) int {
	numbers := map[puzzle.Cell]int{}
	var start puzzle.Cell
	for _, n := range p.Numbers {
		numbers[n.Cell] = n.K
		if n.K == 1 {
			start = n.Cell
		}
	}
	walls := map[[2]puzzle.Cell]bool{}
	for _, w := range p.Walls {
		walls[[2]puzzle.Cell{w.A, w.B}] = true
		walls[[2]puzzle.Cell{w.B, w.A}] = true
	}
	seen := map[puzzle.Cell]bool{}
	var step func(at puzzle.Cell, met int) int
	step = func(at puzzle.Cell, met int) int {
		if k := numbers[at]; k != 0 {
			if k != met+1 {
				return 0
			}
			met = k
		}
		seen[at] = true
		defer delete(seen, at)
		if len(seen) == p.Rows*p.Cols {
			if numbers[at] == len(p.Numbers) {
				return 1
			}
			return 0
		}
		n := 0
		for _, next := range []puzzle.Cell{{Row: at.Row - 1, Col: at.Col}, {Row: at.Row + 1, Col: at.Col}, {Row: at.Row, Col: at.Col - 1}, {Row: at.Row, Col: at.Col + 1}} {
			if next.Row >= 0 && next.Row < p.Rows && next.Col >= 0 && next.Col < p.Cols && !seen[next] && !walls[[2]puzzle.Cell{at, next}] {
				n += step(next, met)
			}
		}
		return n
	}
	return step(start, 0)
}

// anyPuzzle returns a board with numbers and walls. Half of the boards have numbers along a path,
// so that there are solutions.
func anyPuzzle(rng *rand.Rand, rows, cols int) *Puzzle {
	p := &Puzzle{Rows: rows, Cols: cols}
	cells := rows * cols
	order := rng.Perm(cells)
	if rng.IntN(4) > 0 {
		// A snake, sometimes from the other end or mirrored.
		for i := range order {
			row, col := i/cols, i%cols
			if row%2 == 1 {
				col = cols - 1 - col
			}
			order[i] = row*cols + col
		}
	}
	k := 0
	for i, cell := range order {
		if i == 0 || i == cells-1 || rng.IntN(5) == 0 {
			k++
			p.Numbers = append(p.Numbers, Number{puzzle.Cell{Row: cell / cols, Col: cell % cols}, k})
		}
	}
	for row := range rows {
		for col := range cols {
			for _, next := range []puzzle.Cell{{Row: row, Col: col + 1}, {Row: row + 1, Col: col}} {
				if next.In(rows, cols) && rng.IntN(12) == 0 {
					p.Walls = append(p.Walls, puzzle.Edge{A: next, B: puzzle.Cell{Row: row, Col: col}})
				}
			}
		}
	}
	return p
}

// plain is the game as plain code knows it.
var plain = puzzletest.Plain[*Puzzle]{
	Sizes: [][2]int{{2, 2}, {2, 5}, {3, 3}, {4, 3}, {3, 5}, {4, 4}, {4, 5}, {5, 5}},
	Any:   anyPuzzle,
	Count: paths,
}

// TestBruteForce compares counts with those of plain code.
func TestBruteForce(t *testing.T) { plain.BruteForce(t, rand.New(rand.NewPCG(3, 4)), 2000) }

// FuzzCount is TestBruteForce on puzzles of any seed.
func FuzzCount(f *testing.F) {
	small := plain
	small.Sizes = plain.Sizes[:7] // many small ones, not few large ones
	small.Fuzz(f)
}

// TestCheck holds Check against paths that break one rule each.
func TestCheck(t *testing.T) {
	c := func(row, col int) puzzle.Cell { return puzzle.Cell{Row: row, Col: col} }
	p := &Puzzle{Rows: 2, Cols: 3, Numbers: []Number{{c(0, 0), 1}, {c(0, 1), 2}, {c(1, 2), 3}}, Walls: []puzzle.Edge{{A: c(1, 0), B: c(0, 0)}}}
	q := &Puzzle{Rows: 2, Cols: 3, Numbers: []Number{{c(0, 0), 1}, {c(1, 0), 2}}}
	for _, tt := range []struct {
		name string
		p    *Puzzle
		path []puzzle.Cell
		ok   bool
	}{
		{"right", q, []puzzle.Cell{c(0, 0), c(0, 1), c(0, 2), c(1, 2), c(1, 1), c(1, 0)}, true},
		{"through a wall", p, []puzzle.Cell{c(0, 0), c(1, 0), c(1, 1), c(0, 1), c(0, 2), c(1, 2)}, false},
		{"a cell short", q, []puzzle.Cell{c(0, 0), c(0, 1), c(1, 1), c(1, 0)}, false},
		{"a jump", q, []puzzle.Cell{c(0, 0), c(0, 1), c(1, 2), c(0, 2), c(1, 1), c(1, 0)}, false},
		{"twice", q, []puzzle.Cell{c(0, 0), c(0, 1), c(0, 0), c(0, 1), c(1, 1), c(1, 0)}, false},
		{"ends elsewhere", p, []puzzle.Cell{c(0, 0), c(0, 1), c(0, 2), c(1, 2), c(1, 1), c(1, 0)}, false},
		{"off the board", q, []puzzle.Cell{c(0, 0), c(0, 1), c(0, 2), c(0, 3), c(1, 1), c(1, 0)}, false},
		{"backwards", q, []puzzle.Cell{c(1, 0), c(1, 1), c(1, 2), c(0, 2), c(0, 1), c(0, 0)}, false},
	} {
		if err := tt.p.Check(Solution{2, 3, tt.path}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
