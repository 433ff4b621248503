package solver

import (
	"context"
	"iter"

	"autoqueens/internal/fault"
)

// ErrNoSolution is what Solve returns for a board that has no placement.
var ErrNoSolution error = fault.New(fault.NoSolution, "the board has no solution",
	"check that its regions and queens were given or read correctly")

// Solve returns a placement that keeps every queen on the board; crosses do
// not matter. It returns ErrNoSolution where there is none, and the error of
// Validate for a board that is no puzzle. The same board gives the same
// placement, always.
func Solve(b *Board) (Placement, error) { return SolveContext(context.Background(), b) }

// SolveContext is Solve, ended early when ctx is done; the error is then the
// cause of that.
func SolveContext(ctx context.Context, b *Board) (Placement, error) {
	return SolveSeed(ctx, b, DefaultSeed)
}

// DefaultSeed is the seed that Solve uses.
const DefaultSeed = 1

// SolveSeed is SolveContext with a seed for the choices that are made at
// random, which are some on boards of more than maxSmall rows. The same board
// and seed give the same placement.
func SolveSeed(ctx context.Context, b *Board, seed uint64) (Placement, error) {
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

// SolveKeeping returns a placement that keeps every queen on the board, with
// kept true; where there is none, one that ignores the queens, with kept
// false. It returns ErrNoSolution where there is none of either kind.
func SolveKeeping(b *Board) (p Placement, kept bool, err error) {
	p, err = Solve(b)
	if err == nil || err != ErrNoSolution || len(b.Marks) == 0 {
		return p, err == nil, err
	}
	bare := Board{Size: b.Size, Regions: b.Regions}
	p, err = Solve(&bare)
	return p, false, err
}

// Count returns how many placements keep every queen on the board, and stops
// counting at limit; a limit of 0 or less means to count them all, which can
// take very long on a large board with few borders. A board that is no puzzle
// has none.
func Count(b *Board, limit int) int {
	n, _ := CountContext(context.Background(), b, limit)
	return n
}

// CountContext is Count, ended early when ctx is done; it then returns what
// was counted so far and the cause. The error of Validate is returned for a
// board that is no puzzle.
func CountContext(ctx context.Context, b *Board, limit int) (int, error) {
	if b != nil && b.Size <= maxCompact {
		s := compact{limit: limit, done: ctx.Done()}
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
		s := small{limit: limit, done: ctx.Done()}
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
	s := large{limit: limit, done: ctx.Done()}
	s.count(b)
	if s.stopped {
		return s.found, context.Cause(ctx)
	}
	return s.found, nil
}

// CountWithin is Count, given up after a number of steps of the search: the same
// board is always given up at the same step, whatever else the machine does. It
// returns how many it knows of, and whether that is all there is up to the limit: one
// can often be found where counting them takes too long. Boards of up to 12 rows, which
// take few steps, are never given up.
func CountWithin(b *Board, limit, steps int) (n int, all bool) {
	if b == nil || b.Size <= maxSmall || steps <= 0 || b.Validate() != nil {
		return Count(b, limit), true
	}
	s := large{limit: limit, budget: uint(steps)}
	s.count(b)
	if s.nodes < s.budget || s.found == limit {
		return s.found, true
	}
	if s.found == 0 && sprints(b, DefaultSeed) != nil {
		s.found = 1
	}
	return s.found, false
}

// All yields every placement that keeps the queens on the board, in
// lexicographic order of the columns. Each is the caller's to keep. A board
// that is no puzzle has none.
func All(b *Board) iter.Seq[Placement] { return AllContext(context.Background(), b) }

// AllContext is All, ended early when ctx is done; ask ctx whether it was.
func AllContext(ctx context.Context, b *Board) iter.Seq[Placement] {
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
