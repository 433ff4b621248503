package puzzle

import (
	"context"
	"iter"
)

// Walk calls visit for every solution of a valid puzzle until visit returns false. Each is
// visit's to keep. It ends early with [ErrGivenUp] after so many steps, where steps is above 0,
// and with the cause when ctx is done.
type Walk func(ctx context.Context, steps int, visit func(Solution) bool) error

// Solve is the method Solve of a puzzle whose search this is. none is the error for a puzzle
// without a solution.
func (walk Walk) Solve(ctx context.Context, p Puzzle, none error) (Solution, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	var first Solution
	err := walk(ctx, 0, func(s Solution) bool {
		first = s
		return false
	})
	switch {
	case first != nil:
		return first, nil
	case err != nil:
		return nil, err
	}
	return nil, none
}

// Count is the method Count of a puzzle whose search this is.
func (walk Walk) Count(ctx context.Context, p Puzzle, limit Limit) (int, error) {
	if err := p.Validate(); err != nil {
		return 0, err
	}
	n := 0
	err := walk(ctx, limit.Steps, func(Solution) bool {
		n++
		return n != limit.Solutions
	})
	return n, err
}

// All is the method All of a puzzle whose search this is.
func (walk Walk) All(ctx context.Context, p Puzzle) iter.Seq[Solution] {
	return func(yield func(Solution) bool) {
		if p.Validate() == nil {
			_ = walk(ctx, 0, yield) // the caller asks ctx
		}
	}
}
