package sudoku

import (
	"context"
	"iter"
	"slices"

	"autoqueens/internal/fault"
)

// ErrNoSolution is what [Puzzle.Solve] returns for a puzzle that cannot be filled.
var ErrNoSolution error = fault.New(fault.NoSolution, "the Sudoku has no solution", "check that its givens were copied correctly")

// solve returns the puzzle filled in, see [Puzzle.Solve].
func (p *Puzzle) solve(ctx context.Context) (*Puzzle, error) {
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

// count returns how many ways there are to fill the puzzle in, up to limit where
// that is above 0, in however many steps it takes.
func (p *Puzzle) count(ctx context.Context, limit int) (int, error) {
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

// all yields every way to fill the puzzle in, see [Puzzle.All].
func (p *Puzzle) all(ctx context.Context) iter.Seq[*Puzzle] {
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
