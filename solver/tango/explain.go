package tango

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"autoqueens/solver/puzzle"
)

// The techniques, in their order.
var (
	pairs = puzzle.Technique{Name: "pair", Grade: puzzle.Easy}      // two alike side by side, or with one cell between
	signs = puzzle.Technique{Name: "sign", Grade: puzzle.Easy}      // a sign beside a cell that is filled
	full  = puzzle.Technique{Name: "full line", Grade: puzzle.Easy} // a line has all its suns, or all its moons
	line  = puzzle.Technique{Name: "line", Grade: puzzle.Medium}    // all ways to fill a line agree on a cell
	trial = puzzle.Technique{Name: "trial", Grade: puzzle.Expert}   // a symbol leads to a line that cannot be filled
)

// Techniques are those of the game, from the easiest to the hardest.
var Techniques = puzzle.Techniques(pairs, signs, full, line, trial)

// Explain solves the puzzle as a person would; see [puzzle.Explain].
func (p *Puzzle) Explain(ctx context.Context) (*puzzle.Explanation, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return puzzle.Explain(ctx, p, newPosition(p), Techniques)
}

// position is a board on the way to its solution.
type position struct {
	*Puzzle
	cells  []Symbol
	search search
}

func newPosition(p *Puzzle) *position {
	q := &position{Puzzle: p, cells: make([]Symbol, len(p.Cells))}
	for cell := range q.cells {
		q.cells[cell] = p.Given(cell)
	}
	q.search.prepare(p, new(field))
	return q
}

// Done tells whether all cells are filled.
func (q *position) Done() bool { return !slices.Contains(q.cells, Empty) }

// Board returns the puzzle with the symbols that are known.
func (q *position) Board() puzzle.Puzzle {
	p := *q.Puzzle
	p.Cells, p.Locked = slices.Clone(q.cells), make([]bool, len(q.cells))
	for cell := range p.Locked {
		p.Locked[cell] = q.Given(cell) != Empty
	}
	return &p
}

// fill returns the step that puts a symbol into a cell, and carries it out.
func (q *position) fill(t puzzle.Technique, cell int, s Symbol, because []puzzle.Cell, reason string) (puzzle.Step, bool) {
	q.cells[cell] = s
	at := q.at(cell)
	return puzzle.Step{Technique: t, Conclusion: fmt.Sprintf("%v on %v", s, at), Reason: reason, Cells: []puzzle.Cell{at}, Because: because}, true
}

// Next finds the step of the easiest technique and carries it out.
func (q *position) Next() (puzzle.Step, bool) {
	for _, find := range []func() (puzzle.Step, bool){q.pair, q.sign, q.full, q.line, q.trial} {
		if s, ok := find(); ok {
			return s, true
		}
	}
	return puzzle.Step{}, false
}

// lines calls visit with the cells of each row and column until it returns true.
func (q *position) lines(visit func(line int, cells []int) bool) {
	for row := range q.Rows {
		cells := make([]int, q.Cols)
		for col := range cells {
			cells[col] = row*q.Cols + col
		}
		if visit(row, cells) {
			return
		}
	}
	for col := range q.Cols {
		cells := make([]int, q.Rows)
		for row := range cells {
			cells[row] = row*q.Cols + col
		}
		if visit(q.Rows+col, cells) {
			return
		}
	}
}

// lineName returns words for a line, counted from 1.
func (q *position) lineName(line int) string {
	if line < q.Rows {
		return fmt.Sprintf("row %d", line+1)
	}
	return fmt.Sprintf("column %d", line-q.Rows+1)
}

// pair finds two alike in three cells of a line, of which the third is empty.
func (q *position) pair() (step puzzle.Step, ok bool) {
	q.lines(func(_ int, cells []int) bool {
		for i := range cells[2:] {
			three := cells[i : i+3]
			for at, cell := range three {
				a, b := three[(at+1)%3], three[(at+2)%3]
				if q.cells[cell] != Empty || q.cells[a] == Empty || q.cells[a] != q.cells[b] {
					continue
				}
				reason := fmt.Sprintf("the two %vs beside it would be three in a row", q.cells[a])
				if at == 1 {
					reason = fmt.Sprintf("it stands between two %vs, which would be three in a row", q.cells[a])
				}
				step, ok = q.fill(pairs, cell, q.cells[a].Other(), []puzzle.Cell{q.at(min(a, b)), q.at(max(a, b))}, reason)
				return true
			}
		}
		return false
	})
	return step, ok
}

// sign finds a sign with one of its cells filled.
func (q *position) sign() (puzzle.Step, bool) {
	for _, s := range q.Signs {
		a, b := q.index(s.A), q.index(s.B)
		if q.cells[a] == Empty {
			a, b = b, a
		}
		if q.cells[a] == Empty || q.cells[b] != Empty {
			continue
		}
		symbol, words := q.cells[a], "the same as"
		if !s.Equal {
			symbol, words = symbol.Other(), "the other than"
		}
		return q.fill(signs, b, symbol, []puzzle.Cell{q.at(a)}, fmt.Sprintf("the sign says that it holds %s %v", words, q.at(a)))
	}
	return puzzle.Step{}, false
}

// full finds a line that has all its suns, or all its moons, and fills its next empty cell.
func (q *position) full() (step puzzle.Step, ok bool) {
	q.lines(func(line int, cells []int) bool {
		for s := Sun; s <= Moon; s++ {
			var have []puzzle.Cell
			open := -1
			for _, cell := range cells {
				if q.cells[cell] == s {
					have = append(have, q.at(cell))
				} else if q.cells[cell] == Empty && open < 0 {
					open = cell
				}
			}
			if open >= 0 && 2*len(have) == len(cells) {
				step, ok = q.fill(full, open, s.Other(), have, fmt.Sprintf("%s has all its %vs", q.lineName(line), s))
				return true
			}
		}
		return false
	})
	return step, ok
}

// field returns what is known as the search has it.
func (q *position) field() *field {
	f := new(field)
	for cell, s := range q.cells {
		if s != Empty {
			q.search.set(f, cell/q.Cols, cell%q.Cols, s)
		}
	}
	return f
}

// line finds a line of which all ways to fill it agree on a cell, the one with the fewest ways.
func (q *position) line() (step puzzle.Step, ok bool) {
	f := q.field()
	best, fewest := -1, 0
	var cells []int
	q.lines(func(line int, of []int) bool {
		all, some, n := q.search.ways(f, line)
		known := f.suns[line] | f.moons[line]
		if forced := (all | uint16(1<<len(of)-1)&^some) &^ known; forced != 0 && n > 0 && (best < 0 || n < fewest) {
			best, fewest, cells = line, n, of
		}
		return false
	})
	if best < 0 {
		return step, false
	}
	all, some, _ := q.search.ways(f, best)
	known := f.suns[best] | f.moons[best]
	at := bits.TrailingZeros16((all | ^some) &^ known)
	symbol := Moon
	if all>>at&1 != 0 {
		symbol = Sun
	}
	var because []puzzle.Cell
	for i, cell := range cells {
		if i != at {
			because = append(because, q.Puzzle.at(cell))
		}
	}
	reason := fmt.Sprintf("a %v there would leave no way to fill %s", symbol.Other(), q.lineName(best))
	return q.fill(line, cells[at], symbol, because, reason)
}

// trial finds a cell in which a symbol leads, line by line, to one that cannot be filled.
func (q *position) trial() (puzzle.Step, bool) {
	for cell, s := range q.cells {
		if s != Empty {
			continue
		}
		for s := Sun; s <= Moon; s++ {
			f := q.field()
			row, col := cell/q.Cols, cell%q.Cols
			q.search.set(f, row, col, s)
			if !q.search.settle(f, 1<<row|1<<(q.Rows+col)) {
				at := q.at(cell)
				return q.fill(trial, cell, s.Other(), []puzzle.Cell{at}, fmt.Sprintf("a %v there would force others, in the end leaving a line that cannot be filled", s))
			}
		}
	}
	return puzzle.Step{}, false
}

// Search fills the first empty cell as an answer has it.
func (q *position) Search(answer puzzle.Solution) puzzle.Step {
	cell := slices.Index(q.cells, Empty)
	q.cells[cell] = answer.(Solution).Cells[cell]
	return puzzle.SearchStep(fmt.Sprintf("%v on %v", q.cells[cell], q.at(cell)), q.at(cell))
}
