package sudoku

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"autoqueens/solver/puzzle"
)

// The techniques, in their order.
var (
	lastCell = puzzle.Technique{Name: "last cell", Grade: puzzle.Easy}      // a unit has one empty cell
	onePlace = puzzle.Technique{Name: "only place", Grade: puzzle.Easy}     // a value has one place left in a unit
	oneValue = puzzle.Technique{Name: "only value", Grade: puzzle.Medium}   // a cell has one value left
	confined = puzzle.Technique{Name: "confined value", Grade: puzzle.Hard} // a value of one unit lies in another as well
	pair     = puzzle.Technique{Name: "pair", Grade: puzzle.Hard}           // two cells of a unit have the same two values left
	trial    = puzzle.Technique{Name: "trial", Grade: puzzle.Expert}        // a value leads to a cell or a value without a place
)

// Techniques are those of the game, from the easiest to the hardest.
var Techniques = puzzle.Techniques(lastCell, onePlace, oneValue, confined, pair, trial)

// Explain solves the puzzle as a person would; see [puzzle.Explain].
func (p *Puzzle) Explain(ctx context.Context) (*puzzle.Explanation, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	p = p.Givens()
	return puzzle.Explain(ctx, p, newPosition(p), Techniques)
}

// position is a puzzle on the way to its solution. Units are those of the geometry.
type position struct {
	*Puzzle
	g     *geometry
	cells []uint8
	left  []uint16 // bit v-1: the cell may hold v; of cells that are filled their value
}

func newPosition(p *Puzzle) *position {
	q := &position{Puzzle: p, g: p.geometry(), cells: slices.Clone(p.Cells), left: make([]uint16, len(p.Cells))}
	for cell := range q.left {
		q.left[cell] = 1<<p.Size - 1
	}
	for cell, value := range p.Cells {
		if value != 0 {
			q.put(cell, value)
		}
	}
	return q
}

// clone returns a copy that can be changed.
func (q *position) clone() *position {
	c := *q
	c.cells, c.left = slices.Clone(q.cells), slices.Clone(q.left)
	return &c
}

// put fills a cell and strikes its value out where it is seen from there.
func (q *position) put(cell int, value uint8) {
	q.cells[cell] = value
	for _, u := range q.g.unitsOf[cell] {
		for _, other := range q.unit(int(u)) {
			q.left[other] &^= 1 << (value - 1)
		}
	}
	q.left[cell] = 1 << (value - 1)
}

// unit returns the cells of a unit.
func (q *position) unit(u int) []uint8 { return q.g.units[u][:q.Size] }

func (q *position) at(cell int) puzzle.Cell {
	return puzzle.Cell{Row: cell / q.Size, Col: cell % q.Size}
}

func (q *position) places(cells []int) (all []puzzle.Cell) {
	for _, cell := range cells {
		all = append(all, q.at(cell))
	}
	return all
}

// Done tells whether all cells are filled.
func (q *position) Done() bool { return !slices.Contains(q.cells, 0) }

// Board returns the puzzle with the values that are known.
func (q *position) Board() puzzle.Puzzle {
	p := *q.Puzzle
	p.Cells = slices.Clone(q.cells)
	return &p
}

// Next finds the step of the easiest technique and carries it out.
func (q *position) Next() (puzzle.Step, bool) {
	for _, find := range []func() (puzzle.Step, bool){q.lastCell, q.onePlace, q.oneValue, q.confined, q.pair, q.trial} {
		if s, ok := find(); ok {
			return s, true
		}
	}
	return puzzle.Step{}, false
}

// fill returns the step that puts a value into a cell, and carries it out.
func (q *position) fill(t puzzle.Technique, cell int, value uint8, because []int, reason string) (puzzle.Step, bool) {
	q.put(cell, value)
	return puzzle.Step{Technique: t, Conclusion: fmt.Sprintf("%c on %v", digits[value], q.at(cell)), Reason: reason,
		Cells: []puzzle.Cell{q.at(cell)}, Because: q.places(because)}, true
}

// strike returns the step that strikes a value out in cells, and carries it out.
func (q *position) strike(t puzzle.Technique, cells []int, value uint8, because []int, reason string) (puzzle.Step, bool) {
	for _, cell := range cells {
		q.left[cell] &^= 1 << (value - 1)
	}
	return puzzle.Step{Technique: t, Conclusion: fmt.Sprintf("no %c on %s", digits[value], puzzle.CellNames(q.places(cells))), Reason: reason,
		Cells: q.places(cells), Because: q.places(because)}, true
}

// having returns the empty cells of a unit that may hold a value.
func (q *position) having(u int, value uint8) (cells []int) {
	for _, cell := range q.unit(u) {
		if q.cells[cell] == 0 && q.left[cell]>>(value-1)&1 != 0 {
			cells = append(cells, int(cell))
		}
	}
	return cells
}

// lastCell finds a unit with one empty cell.
func (q *position) lastCell() (puzzle.Step, bool) {
	for u := range 3 * q.Size {
		empty, filled := -1, []int(nil)
		for _, cell := range q.unit(u) {
			if q.cells[cell] != 0 {
				filled = append(filled, int(cell))
			} else {
				empty = int(cell)
			}
		}
		if len(filled) == q.Size-1 && q.left[empty] != 0 {
			value := uint8(bits.TrailingZeros16(q.left[empty])) + 1
			return q.fill(lastCell, empty, value, filled, fmt.Sprintf("it is the last empty cell of %s", q.unitName(u)))
		}
	}
	return puzzle.Step{}, false
}

// onePlace finds a value with one place left in a unit: in boxes first, where it is easiest to
// see.
func (q *position) onePlace() (puzzle.Step, bool) {
	for i := range 3 * q.Size {
		u := (2*q.Size + i) % (3 * q.Size)
		for value := uint8(1); int(value) <= q.Size; value++ {
			if cells := q.having(u, value); len(cells) == 1 && !q.has(u, value) {
				return q.fill(onePlace, cells[0], value, cells, fmt.Sprintf("it is the only place for %c in %s", digits[value], q.unitName(u)))
			}
		}
	}
	return puzzle.Step{}, false
}

// has tells whether a unit has a value.
func (q *position) has(u int, value uint8) bool {
	return slices.ContainsFunc(q.unit(u), func(cell uint8) bool { return q.cells[cell] == value })
}

// oneValue finds a cell with one value left.
func (q *position) oneValue() (puzzle.Step, bool) {
	for cell, left := range q.left {
		if q.cells[cell] == 0 && bits.OnesCount16(left) == 1 {
			value := uint8(bits.TrailingZeros16(left)) + 1
			return q.fill(oneValue, cell, value, []int{cell}, "every other value is struck out there or stands in its row, column or box")
		}
	}
	return puzzle.Step{}, false
}

// confined finds a value whose places in a unit all lie in another one as well, which then has it
// there and nowhere else.
func (q *position) confined() (puzzle.Step, bool) {
	for u := range 3 * q.Size {
		for value := uint8(1); int(value) <= q.Size; value++ {
			cells := q.having(u, value)
			if len(cells) < 2 {
				continue
			}
			for _, v := range q.g.unitsOf[cells[0]] {
				if int(v) == u || !q.within(cells, int(v)) {
					continue
				}
				var out []int
				for _, cell := range q.having(int(v), value) {
					if !slices.Contains(cells, cell) {
						out = append(out, cell)
					}
				}
				if len(out) > 0 {
					return q.strike(confined, out, value, cells, fmt.Sprintf("%s has its %c in %s", q.unitName(u), digits[value], q.unitName(int(v))))
				}
			}
		}
	}
	return puzzle.Step{}, false
}

// within tells whether all cells lie in a unit.
func (q *position) within(cells []int, u int) bool {
	return !slices.ContainsFunc(cells, func(cell int) bool { return !slices.Contains(q.unit(u), uint8(cell)) })
}

// pair finds two cells of a unit with the same two values left, which no other cell of it has.
func (q *position) pair() (puzzle.Step, bool) {
	for u := range 3 * q.Size {
		for _, a := range q.unit(u) {
			for _, b := range q.unit(u) {
				if a >= b || q.cells[a] != 0 || q.cells[b] != 0 || q.left[a] != q.left[b] || bits.OnesCount16(q.left[a]) != 2 {
					continue
				}
				for m := q.left[a]; m != 0; m &= m - 1 {
					value := uint8(bits.TrailingZeros16(m)) + 1
					out := slices.DeleteFunc(q.having(u, value), func(cell int) bool { return cell == int(a) || cell == int(b) })
					if len(out) > 0 {
						two := uint8(bits.Len16(q.left[a]))
						one := uint8(bits.TrailingZeros16(q.left[a])) + 1
						return q.strike(pair, out, value, []int{int(a), int(b)}, fmt.Sprintf("two cells of %s share %c and %c among themselves", q.unitName(u), digits[one], digits[two]))
					}
				}
			}
		}
	}
	return puzzle.Step{}, false
}

// trial finds a value of a cell that leads, by single cells and values, to a cell without a value
// or a value without a place. Of all it takes the one with the fewest values of its cell.
func (q *position) trial() (puzzle.Step, bool) {
	for values := 2; values <= q.Size; values++ {
		for cell, left := range q.left {
			if q.cells[cell] != 0 || bits.OnesCount16(left) != values {
				continue
			}
			for m := left; m != 0; m &= m - 1 {
				value := uint8(bits.TrailingZeros16(m)) + 1
				c := q.clone()
				c.put(cell, value)
				if what := c.dead(); what != "" {
					return q.strike(trial, []int{cell}, value, []int{cell}, fmt.Sprintf("%c there would force others, in the end leaving %s", digits[value], what))
				}
			}
		}
	}
	return puzzle.Step{}, false
}

// dead fills in what single cells and values force, and returns what then has no place, "" for
// nothing. It changes the position.
func (q *position) dead() string {
	for {
		for cell, left := range q.left {
			if left == 0 {
				return fmt.Sprintf("%v without a value", q.at(cell))
			}
		}
		for u := range 3 * q.Size {
			for value := uint8(1); int(value) <= q.Size; value++ {
				if !q.has(u, value) && len(q.having(u, value)) == 0 {
					return fmt.Sprintf("%s without a place for %c", q.unitName(u), digits[value])
				}
			}
		}
		if _, ok := q.onePlace(); ok {
			continue
		}
		if _, ok := q.oneValue(); !ok {
			return ""
		}
	}
}

// Search fills the empty cell with the fewest values as an answer has it.
func (q *position) Search(answer puzzle.Solution) puzzle.Step {
	best := -1
	for cell, left := range q.left {
		if q.cells[cell] == 0 && (best < 0 || bits.OnesCount16(left) < bits.OnesCount16(q.left[best])) {
			best = cell
		}
	}
	value := answer.(Solution).Cells[best]
	q.put(best, value)
	return puzzle.SearchStep(fmt.Sprintf("%c on %v", digits[value], q.at(best)), q.at(best))
}
