package sudoku

import (
	"context"
	"fmt"

	"autoqueens/solver/puzzle"
)

// Hint returns the next step from the values that stand in the grid, a player's included, or those of
// the player that no solution has. Where nothing tells what was entered a wrong value leaves no
// solution, or clashes.
func (p *Puzzle) Hint(ctx context.Context) (*puzzle.Hint, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	now := *p
	now.Entered = nil // all that stands counts
	q := newPosition(&now)
	empty := 0
	for _, value := range q.cells {
		if value == 0 {
			empty++
		}
	}
	return puzzle.Advise(ctx, p, puzzle.State{
		Solve: now.Solve,
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
		Slips: func(answer puzzle.Solution) (slips []puzzle.Slip) {
			for cell, value := range p.Cells {
				if value != 0 && value != answer.(Solution).Cells[cell] {
					slips = append(slips, puzzle.Slip{What: fmt.Sprintf("the %c on %v", digits[value], q.at(cell)), Cells: []puzzle.Cell{q.at(cell)}})
				}
			}
			return slips
		},
	})
}
