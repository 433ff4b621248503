package patches

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"autoqueens/solver/puzzle"
)

// The techniques, in their order.
var (
	oneRect = puzzle.Technique{Name: "only rectangle", Grade: puzzle.Easy} // a clue has one rectangle left
	oneClue = puzzle.Technique{Name: "only clue", Grade: puzzle.Medium}    // only one clue reaches a cell
	common  = puzzle.Technique{Name: "common cell", Grade: puzzle.Medium}  // all rectangles of a clue have a cell
	starved = puzzle.Technique{Name: "starvation", Grade: puzzle.Hard}     // a rectangle leaves a clue or a cell with none
	trial   = puzzle.Technique{Name: "trial", Grade: puzzle.Expert}        // a rectangle forces others, until one is left with none
)

// Techniques are those of the game, from the easiest to the hardest.
var Techniques = puzzle.Techniques(oneRect, oneClue, common, starved, trial)

// Explain solves the puzzle as a person would; see [puzzle.Explain].
func (p *Puzzle) Explain(ctx context.Context) (*puzzle.Explanation, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return puzzle.Explain(ctx, p, newPosition(p), Techniques)
}

// position is a puzzle on the way to its solution: the rectangles that each clue may still have,
// one of them where it is known.
type position struct {
	*Puzzle
	left  [][]uint64 // of each clue, as cells
	known []bool     // the clue has its rectangle
}

func newPosition(p *Puzzle) *position {
	q := &position{Puzzle: p, left: make([][]uint64, len(p.Clues)), known: make([]bool, len(p.Clues))}
	for _, c := range p.candidates() {
		q.left[c.clue] = append(q.left[c.clue], c.cells)
	}
	return q
}

// clone returns a copy that can be changed.
func (q *position) clone() *position {
	c := *q
	c.left, c.known = slices.Clone(q.left), slices.Clone(q.known)
	return &c
}

// Done tells whether all clues have their rectangles.
func (q *position) Done() bool { return !slices.Contains(q.known, false) }

// Board returns the puzzle with the rectangles that are known.
func (q *position) Board() puzzle.Puzzle {
	p := *q.Puzzle
	p.Rects = nil
	for clue, known := range q.known {
		if known {
			p.Rects = append(p.Rects, q.rect(q.left[clue][0]))
		}
	}
	return &p
}

// Next finds the step of the easiest technique and carries it out.
func (q *position) Next() (puzzle.Step, bool) {
	for _, find := range []func() (puzzle.Step, bool){q.oneRect, q.oneClue, q.common, q.starved, q.trial} {
		if s, ok := find(); ok {
			return s, true
		}
	}
	return puzzle.Step{}, false
}

// clueAt returns the place of a clue.
func (q *position) clueAt(clue int) puzzle.Cell {
	return puzzle.Cell{Row: q.Clues[clue].Row, Col: q.Clues[clue].Col}
}

// placesOf returns the cells of a mask.
func (q *position) placesOf(cells uint64) (all []puzzle.Cell) {
	for ; cells != 0; cells &= cells - 1 {
		at := bits.TrailingZeros64(cells)
		all = append(all, puzzle.Cell{Row: at / q.Cols, Col: at % q.Cols})
	}
	return all
}

// rectName returns words for a rectangle.
func (q *position) rectName(cells uint64) string {
	r := q.rect(cells)
	return fmt.Sprintf("%v to %v", puzzle.Cell{Row: r.R0, Col: r.C0}, puzzle.Cell{Row: r.R1, Col: r.C1})
}

// give lets a clue have a rectangle, and strikes out those of others that overlap it.
func (q *position) give(clue int, cells uint64) {
	q.known[clue] = true
	for other := range q.left {
		if other == clue {
			q.left[other] = []uint64{cells}
			continue
		}
		q.keep(other, func(m uint64) bool { return m&cells == 0 })
	}
}

// keep keeps those rectangles of a clue that are wanted, and tells whether some are gone.
func (q *position) keep(clue int, wanted func(uint64) bool) bool {
	before := len(q.left[clue])
	var kept []uint64
	for _, m := range q.left[clue] {
		if wanted(m) {
			kept = append(kept, m)
		}
	}
	q.left[clue] = kept
	return len(kept) < before
}

// oneRect finds a clue with one rectangle left.
func (q *position) oneRect() (puzzle.Step, bool) {
	for clue, left := range q.left {
		if q.known[clue] || len(left) != 1 {
			continue
		}
		q.give(clue, left[0])
		at := q.clueAt(clue)
		return puzzle.Step{Technique: oneRect, Conclusion: fmt.Sprintf("the clue at %v has %s", at, q.rectName(left[0])),
			Reason: "no other rectangle of what it says has room there", Cells: q.placesOf(left[0]), Because: []puzzle.Cell{at}}, true
	}
	return puzzle.Step{}, false
}

// reach returns the cells that some, and that all rectangles of a clue have.
func (q *position) reach(clue int) (some, all uint64) {
	all = ^uint64(0)
	for _, m := range q.left[clue] {
		some |= m
		all &= m
	}
	return some, all
}

// oneClue finds a cell that only one clue reaches, which then has it.
func (q *position) oneClue() (puzzle.Step, bool) {
	for cell := range q.Rows * q.Cols {
		bit := uint64(1) << cell
		only, n := -1, 0
		for clue := range q.left {
			if some, _ := q.reach(clue); some&bit != 0 {
				only = clue
				n++
			}
		}
		if n != 1 || q.known[only] || !q.keep(only, func(m uint64) bool { return m&bit != 0 }) {
			continue
		}
		at, by := q.placesOf(bit), q.clueAt(only)
		return puzzle.Step{Technique: oneClue, Conclusion: fmt.Sprintf("the rectangle of the clue at %v has %v", by, at[0]),
			Reason: "no other clue reaches that cell", Cells: at, Because: []puzzle.Cell{by}}, true
	}
	return puzzle.Step{}, false
}

// common finds cells that all rectangles of a clue have, and strikes out those of another that
// have one of them too.
func (q *position) common() (puzzle.Step, bool) {
	for clue := range q.left {
		if q.known[clue] || len(q.left[clue]) == 0 {
			continue
		}
		_, all := q.reach(clue)
		for other := range q.left {
			if other == clue || q.known[other] {
				continue
			}
			some, _ := q.reach(other)
			if hit := some & all; hit != 0 {
				q.keep(other, func(m uint64) bool { return m&all == 0 })
				return puzzle.Step{Technique: common, Conclusion: fmt.Sprintf("the clue at %v does not have %s", q.clueAt(other), puzzle.CellNames(q.placesOf(hit))),
					Reason: fmt.Sprintf("every rectangle of the clue at %v does", q.clueAt(clue)), Cells: q.placesOf(hit), Because: []puzzle.Cell{q.clueAt(clue)}}, true
			}
		}
	}
	return puzzle.Step{}, false
}

// starved finds a rectangle that leaves another clue, or a cell, without one.
func (q *position) starved() (puzzle.Step, bool) {
	return q.try(starved, "that would leave %s", func(c *position) string { return c.dead() })
}

// trial finds a rectangle that forces others, until a clue or a cell is left without one.
func (q *position) trial() (puzzle.Step, bool) {
	return q.try(trial, "that would force others, in the end leaving %s", func(c *position) string {
		for {
			if what := c.dead(); what != "" {
				return what
			}
			if _, ok := c.oneRect(); ok {
				continue
			}
			if _, ok := c.oneClue(); !ok {
				return ""
			}
		}
	})
}

// try finds a rectangle of a clue with the fewest that leads to something dead, and strikes it
// out.
func (q *position) try(t puzzle.Technique, reason string, dead func(*position) string) (puzzle.Step, bool) {
	order := make([]int, 0, len(q.left))
	for clue := range q.left {
		if !q.known[clue] {
			order = append(order, clue)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(q.left[a]) - len(q.left[b]) })
	for _, clue := range order {
		for _, m := range q.left[clue] {
			c := q.clone()
			c.give(clue, m)
			what := dead(c)
			if what == "" {
				continue
			}
			q.keep(clue, func(other uint64) bool { return other != m })
			at := q.clueAt(clue)
			return puzzle.Step{Technique: t, Conclusion: fmt.Sprintf("the clue at %v does not have %s", at, q.rectName(m)),
				Reason: fmt.Sprintf(reason, what), Cells: q.placesOf(m), Because: []puzzle.Cell{at}}, true
		}
	}
	return puzzle.Step{}, false
}

// dead returns what has no rectangle left, "" for nothing.
func (q *position) dead() string {
	var covered uint64
	for clue, left := range q.left {
		if len(left) == 0 {
			return fmt.Sprintf("the clue at %v without a rectangle", q.clueAt(clue))
		}
		some, _ := q.reach(clue)
		covered |= some
	}
	if open := (uint64(1)<<(q.Rows*q.Cols-1)<<1 - 1) &^ covered; open != 0 {
		return fmt.Sprintf("%v in no rectangle", q.placesOf(open)[0])
	}
	return ""
}

// Search gives the clue with the fewest rectangles the one that an answer has.
func (q *position) Search(answer puzzle.Solution) puzzle.Step {
	best := -1
	for clue, left := range q.left {
		if !q.known[clue] && (best < 0 || len(left) < len(q.left[best])) {
			best = clue
		}
	}
	cells := q.mask(answer.(Solution).Rects[best])
	q.give(best, cells)
	return puzzle.SearchStep(fmt.Sprintf("the clue at %v has %s", q.clueAt(best), q.rectName(cells)), q.placesOf(cells)...)
}
