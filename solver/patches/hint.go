package patches

import (
	"context"
	"fmt"
	"slices"

	"autoqueens/solver/puzzle"
)

// Hint returns the steps to the next rectangle from those that are drawn, or those drawn ones
// that no solution has.
func (p *Puzzle) Hint(ctx context.Context) (*puzzle.Hint, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	q := newPosition(p)
	drawn := true // the rectangles can all be had
	for _, r := range p.Rects {
		cells := p.mask(r)
		clue := slices.IndexFunc(q.left, func(left []uint64) bool { return slices.Contains(left, cells) })
		if clue < 0 || q.known[clue] {
			drawn = false
			break
		}
		q.give(clue, cells)
	}
	known := 0
	for _, k := range q.known {
		if k {
			known++
		}
	}
	return puzzle.Advise(ctx, p, puzzle.State{
		Solve: func(ctx context.Context) (puzzle.Solution, error) {
			if !drawn {
				return nil, errNone
			}
			return q.solve(ctx)
		},
		From: func() puzzle.Position { return q },
		Enough: func() bool {
			n := 0
			for _, k := range q.known {
				if k {
					n++
				}
			}
			return n > known
		},
		Slips: func(answer puzzle.Solution) (slips []puzzle.Slip) {
			for _, r := range p.Rects {
				if !slices.Contains(answer.(Solution).Rects, r) {
					cells := p.mask(r)
					slips = append(slips, puzzle.Slip{What: fmt.Sprintf("the rectangle %s", q.rectName(cells)), Cells: q.placesOf(cells)})
				}
			}
			return slips
		},
	})
}

// solve returns a solution that has the rectangles that are left.
func (q *position) solve(ctx context.Context) (puzzle.Solution, error) {
	var open []candidate
	for clue, left := range q.left {
		for _, cells := range left {
			open = append(open, candidate{cells, uint8(clue)})
		}
	}
	var walk puzzle.Walk = func(ctx context.Context, steps int, visit func(puzzle.Solution) bool) error {
		return q.walkFrom(ctx, open, steps, visit)
	}
	return walk.Solve(ctx, q.Puzzle, errNone)
}
