package puzzle

import (
	"context"
	"errors"
	"slices"

	"autoqueens/internal/fault"
)

// Hint is what to do next on a board as a player has left it. Of Slips and Steps one has
// something at most; where neither has, the board is solved.
type Hint struct {
	// Slips are what a player did that no solution has, and that is to be taken back first.
	Slips []Slip
	// Steps lead to the next thing that a player can do, which the last of them tells. It is one
	// step alone, but where some had to be thought that leave no trace on the board.
	Steps []Step
}

// Slip is something that a player did and that no solution has.
type Slip struct {
	What    string `json:"what"` // "the moon on r3c4"
	Cells   []Cell `json:"cells"`
	Why     string `json:"-"` // what is wrong with it, where more can be said than that; "" where another slip says it
	Because []Cell `json:"-"` // those that it clashes with
}

// State is a board as a player has left it.
type State struct {
	// Solve returns a solution that has all that the player did; the error is of the kind
	// [fault.NoSolution] where there is none.
	Solve func(context.Context) (Solution, error)
	// From is the position that the player is in, which is changed.
	From func() Position
	// Enough tells, after a step from there, whether it has come to something to do.
	Enough func() bool
	// Slips tells what of it a solution of the puzzle does not have.
	Slips func(Solution) []Slip
}

// Advise returns the hint for a state of a puzzle. The errors are those of Solve.
func Advise(ctx context.Context, p Puzzle, state State) (*Hint, error) {
	answer, err := state.Solve(ctx)
	if errors.Is(err, fault.NoSolution) {
		if answer, err = p.Solve(ctx); err == nil {
			return &Hint{Slips: state.Slips(answer)}, nil
		}
	}
	if err != nil {
		return nil, err
	}
	h, from := &Hint{}, state.From()
	for !from.Done() && (len(h.Steps) == 0 || !state.Enough()) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		h.Steps = append(h.Steps, take(from, answer))
	}
	h.Steps = relevant(h.Steps)
	return h, nil
}

// relevant leaves out of steps those that are about other cells than what the last one is drawn
// from, directly or by way of others.
func relevant(steps []Step) (kept []Step) {
	needed := make(map[Cell]bool)
	for i, s := range slices.Backward(steps) {
		if i < len(steps)-1 && !slices.ContainsFunc(s.Cells, func(c Cell) bool { return needed[c] }) {
			continue
		}
		kept = append(kept, s)
		for _, c := range slices.Concat(s.Cells, s.Because) {
			needed[c] = true
		}
	}
	slices.Reverse(kept)
	return kept
}

// Always is the Enough of games in which every step is something to do.
func Always() bool { return true }
