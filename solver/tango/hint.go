package tango

import (
	"context"
	"fmt"

	"autoqueens/solver/puzzle"
)

// Hint returns the next step from the symbols that are on the board, a player's included, or
// those of the player that no solution has.
func (p *Puzzle) Hint(ctx context.Context) (*puzzle.Hint, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	now := *p
	now.Locked = nil // all that stands counts
	return puzzle.Advise(ctx, p, puzzle.State{
		Solve:  now.Solve,
		From:   func() puzzle.Position { return newPosition(&now) },
		Enough: puzzle.Always,
		Slips: func(answer puzzle.Solution) (slips []puzzle.Slip) {
			for cell, s := range p.Cells {
				if s != Empty && s != answer.(Solution).Cells[cell] {
					slips = append(slips, puzzle.Slip{What: fmt.Sprintf("the %v on %v", s, p.at(cell)), Cells: []puzzle.Cell{p.at(cell)}})
				}
			}
			return slips
		},
	})
}
