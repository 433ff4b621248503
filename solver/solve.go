package solver

import (
	"context"
	"iter"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// ErrNoSolution is what [Solve] returns for a board that has no placement.
var ErrNoSolution error = fault.New(fault.NoSolution, "the board has no solution",
	"check that its regions and queens were given or read correctly")

// ErrGivenUp is what [Count] returns where the search took more steps than its
// [Limit] allows.
var ErrGivenUp = puzzle.ErrGivenUp

// defaultSeed is the seed of the choices that are made at random, which are some
// on boards of more than maxSmall rows.
const defaultSeed = 1

// Solve returns a placement that keeps every queen on the board; crosses do
// not matter. It returns [ErrNoSolution] where there is none, the error of
// [Board.Validate] for a board that is no puzzle, and the cause of ctx when that
// ends first. The same board gives the same placement, always.
func Solve(ctx context.Context, b *Board) (Placement, error) {
	return solveSeed(ctx, b, defaultSeed)
}

// solveSeed is [Solve] with another seed.
func solveSeed(ctx context.Context, b *Board, seed uint64) (Placement, error) {
	if b != nil && b.Size <= maxCompact {
		s := compact{limit: 1, done: ctx.Done()}
		if s.prepare(b) {
			if s.given(b) {
				s.run()
			}
			switch {
			case s.found > 0:
				return s.placement(), nil
			case s.stopped:
				return nil, context.Cause(ctx)
			}
			return nil, ErrNoSolution
		}
	}
	if b != nil && b.Size > maxCompact && b.Size <= maxSmall {
		s := small{limit: 1, done: ctx.Done()}
		if s.prepare(b) {
			s.start(b)
			switch {
			case s.found > 0:
				return s.placement(), nil
			case s.stopped:
				return nil, context.Cause(ctx)
			}
			return nil, ErrNoSolution
		}
	}
	if err := b.Validate(); err != nil {
		return nil, err
	}
	if p := sprints(b, seed); p != nil {
		return p, nil
	}
	s := large{limit: 1, done: ctx.Done()}
	var root field
	if s.prepare(b, &root) {
		s.firstFrom(&root, seed)
	}
	if s.found == 0 {
		if s.stopped {
			return nil, context.Cause(ctx)
		}
		return nil, ErrNoSolution
	}
	return s.placement(), nil
}

// Limit says when [Count] has done enough. Boards of up to 12 rows, which take few steps,
// are never given up.
type Limit = puzzle.Limit

// Count returns how many placements keep every queen on the board, and stops
// counting at limit. When ctx ends first it returns what was counted so far and
// the cause; when it is given up, how many solutions it knows of (one can often be
// found where counting them takes too long) and [ErrGivenUp]. A board that is no
// puzzle has none, and the error is that of [Board.Validate].
func Count(ctx context.Context, b *Board, limit Limit) (int, error) {
	if b != nil && b.Size <= maxCompact {
		s := compact{limit: limit.Solutions, done: ctx.Done()}
		if s.prepare(b) {
			if s.given(b) {
				s.run()
			}
			if s.stopped {
				return s.found, context.Cause(ctx)
			}
			return s.found, nil
		}
	} else if b != nil && b.Size <= maxSmall {
		s := small{limit: limit.Solutions, done: ctx.Done()}
		if s.prepare(b) {
			s.start(b)
			if s.stopped {
				return s.found, context.Cause(ctx)
			}
			return s.found, nil
		}
	}
	if err := b.Validate(); err != nil {
		return 0, err
	}
	s := large{limit: limit.Solutions, done: ctx.Done(), budget: uint(max(0, limit.Steps))}
	s.count(b)
	switch {
	case s.stopped:
		return s.found, context.Cause(ctx)
	case limit.Steps <= 0 || s.nodes < s.budget || s.found == limit.Solutions:
		return s.found, nil
	case s.found == 0 && sprints(b, defaultSeed) != nil:
		s.found = 1
	}
	return s.found, ErrGivenUp
}

// All yields every placement that keeps the queens on the board, in
// lexicographic order of the columns. Each is the caller's to keep. A board
// that is no puzzle has none. It ends early when ctx is done; ask ctx whether it
// was.
func All(ctx context.Context, b *Board) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		if b.Validate() != nil {
			return
		}
		s := search{inRowOrder: true, done: ctx.Done()}
		s.visit = func() bool { return yield(s.placement()) }
		var root state
		if s.prepare(b, &root) {
			s.run(&root)
		}
	}
}

// placement returns the placement found last.
func (s *search) placement() Placement {
	p := make(Placement, s.n)
	for row := range p {
		p[row] = int(s.last[row])
	}
	return p
}

// placement returns the placement found last.
func (s *large) placement() Placement {
	p := make(Placement, s.n)
	for row := range p {
		p[row] = int(s.queens[row])
	}
	return p
}
