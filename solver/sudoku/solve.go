package sudoku

import (
	"context"
	"iter"
	"slices"

	"autoqueens/internal/fault"
)

// ErrNoSolution is what [Solve] returns for a puzzle that cannot be filled.
var ErrNoSolution error = fault.New(fault.NoSolution, "the Sudoku has no solution", "check that its givens were copied correctly")

// Solve returns the puzzle filled in. It returns [ErrNoSolution] where that
// cannot be done, the error of [Puzzle.Validate] for a puzzle that clashes, and the
// cause of ctx when that ends first. The same puzzle gives the same answer, always.
func Solve(ctx context.Context, p *Puzzle) (*Puzzle, error) {
	p = p.Givens()
	if p.fitsBands() {
		s := bands{limit: 1, done: ctx.Done()}
		s.start(p.Cells)
		switch {
		case s.found > 0:
			return s.solution(), nil
		case s.stopped:
			return nil, context.Cause(ctx)
		}
		if err := p.Validate(); err != nil {
			return nil, err
		}
		return nil, ErrNoSolution
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := search{limit: 1, done: ctx.Done()}
	s.prepare(p)
	s.run()
	switch {
	case s.found > 0:
		return s.solution(), nil
	case s.stopped:
		return nil, context.Cause(ctx)
	}
	return nil, ErrNoSolution
}

// Count returns how many ways there are to fill the puzzle in, and stops
// counting at limit; a limit of 0 or less means to count them all, which can
// take for ever on a puzzle with few givens. When ctx ends first it returns what was
// counted so far and the cause. A puzzle that clashes has none, and the error is that
// of [Puzzle.Validate].
func Count(ctx context.Context, p *Puzzle, limit int) (int, error) {
	p = p.Givens()
	if p.fitsBands() {
		s := bands{limit: limit, done: ctx.Done()}
		s.start(p.Cells)
		switch {
		case s.stopped:
			return s.found, context.Cause(ctx)
		case s.found == 0:
			return 0, p.Validate()
		}
		return s.found, nil
	}
	if err := p.Validate(); err != nil {
		return 0, err
	}
	s := search{limit: limit, done: ctx.Done()}
	s.prepare(p)
	s.run()
	if s.stopped {
		return s.found, context.Cause(ctx)
	}
	return s.found, nil
}

// All yields every way to fill the puzzle in, in an order that is always the
// same. Each is the caller's to keep. A puzzle that clashes has none. It ends early
// when ctx is done; ask ctx whether it was.
func All(ctx context.Context, p *Puzzle) iter.Seq[*Puzzle] {
	return func(yield func(*Puzzle) bool) {
		if p = p.Givens(); p.Validate() != nil {
			return
		}
		s := search{done: ctx.Done()}
		s.visit = func() bool { return yield(s.solution()) }
		s.prepare(p)
		s.run()
	}
}

// solution returns the solution found last.
func (s *search) solution() *Puzzle {
	return &Puzzle{Size: s.size, BoxRows: s.given.rows, BoxCols: s.given.cols, Cells: slices.Clone(s.last[:s.cells])}
}

// fitsBands tells whether p is of the size that bands takes, with all values in
// range.
func (p *Puzzle) fitsBands() bool {
	if p == nil || p.Size != 9 || p.BoxRows != p.BoxCols || p.BoxRows%3 != 0 || len(p.Cells) != 81 {
		return false
	}
	for _, value := range p.Cells {
		if value > 9 {
			return false
		}
	}
	return true
}
