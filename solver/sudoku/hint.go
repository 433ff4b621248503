package sudoku

import (
	"context"

	"autoqueens/solver/puzzle"
)

// Hint returns the next step from the values that stand in the grid. It knows of no difference
// between givens and a player's values, and so of no slips: where a value is wrong there is no
// solution, or the values clash.
func (p *Puzzle) Hint(ctx context.Context) (*puzzle.Hint, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	empty := 0
	q := newPosition(p)
	for _, value := range q.cells {
		if value == 0 {
			empty++
		}
	}
	return puzzle.Advise(ctx, p, puzzle.State{
		Solve: p.Solve,
		From:  func() puzzle.Position { return q },
		Enough: func() bool {
			left := 0
			for _, value := range q.cells {
				if value == 0 {
					left++
				}
			}
			return left < empty
		},
		Slips: func(puzzle.Solution) []puzzle.Slip { return nil },
	})
}
