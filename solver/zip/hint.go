package zip

import (
	"context"
	"fmt"
	"math/bits"

	"autoqueens/solver/puzzle"
)

// Hint returns the steps that tell where the path goes on from its head, or how much of what is
// drawn no solution has.
func (p *Puzzle) Hint(ctx context.Context) (*puzzle.Hint, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	q := newPosition(p)
	drawn := q.draw(p.Path)
	head := q.first
	if n := len(p.Path); n > 0 {
		head = p.index(p.Path[n-1])
	}
	before := q.on[head]
	h, err := puzzle.Advise(ctx, p, puzzle.State{
		Solve: func(ctx context.Context) (puzzle.Solution, error) {
			if _, ok := q.root(); !ok || !drawn {
				return nil, errNone
			}
			var walk puzzle.Walk = func(ctx context.Context, steps int, visit func(puzzle.Solution) bool) error {
				from := q.state
				for cell := range q.graph.cells {
					from.push(cell)
				}
				return q.walkFrom(ctx, from, steps, visit)
			}
			return walk.Solve(ctx, p, errNone)
		},
		From:   func() puzzle.Position { return q },
		Enough: func() bool { return q.on[head] != before },
		Slips: func(answer puzzle.Solution) []puzzle.Slip {
			good := 0 // cells from the beginning that the solution has as well
			for good < len(p.Path) && p.Path[good] == answer.(Solution).Path[good] {
				good++
			}
			slip := puzzle.Slip{What: "the whole path", Cells: p.Path[good:]}
			if good > 0 {
				slip.What = fmt.Sprintf("the path after %v", p.Path[good-1])
			}
			return []puzzle.Slip{slip}
		},
	})
	if err == nil && len(h.Steps) > 0 {
		// The last step may tell it from the other cell on.
		last := &h.Steps[len(h.Steps)-1]
		next := q.at(head + q.step[bits.TrailingZeros8(q.on[head]&^before)])
		last.Conclusion = fmt.Sprintf("the path goes on from %v to %v", q.at(head), next)
		last.Cells = []puzzle.Cell{q.at(head), next}
	}
	return h, err
}

// draw takes the sides of a path from the number 1 on, and returns false where that cannot be.
func (q *position) draw(path []puzzle.Cell) bool {
	for i, c := range path {
		cell := c.Row*q.cols + c.Col
		if i == 0 {
			if cell != q.first {
				return false
			}
			continue
		}
		from := path[i-1].Row*q.cols + path[i-1].Col
		for d, step := range q.step {
			if from+step == cell && (q.may[from]>>d&1 == 0 || q.on[from]>>d&1 != 0 || !q.take(&q.state, from, d)) {
				return false
			}
		}
	}
	q.still()
	return true
}
