package answer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// writer writes answers in the format asked for. Errors stay in w until it is flushed.
type writer struct {
	w      *bufio.Writer
	o      Options
	single bool // there is one puzzle only
	begun  bool // a block was written
	look   bool // for a second solution, where the format does not tell
	// several is set where the solution written last is one of several.
	several bool
}

// write writes what is asked of a puzzle. The error is of the kind [fault.NoSolution] where it has
// no solution.
func (a *writer) write(ctx context.Context, p puzzle.Puzzle) error {
	answer := a.one
	switch {
	case a.o.Explain, a.o.Grade:
		answer = a.explain
	case a.o.Count:
		answer = a.count
	case a.o.All:
		answer = a.all
	}
	err := answer(ctx, p)
	if errors.Is(err, fault.NoSolution) {
		return Unsolved(ctx, p, err)
	}
	return err
}

// one writes a solution, and counts them up to two where there is somebody to tell.
func (a *writer) one(ctx context.Context, p puzzle.Puzzle) error {
	s, err := p.Solve(ctx)
	if errors.Is(err, fault.NoSolution) {
		return errors.Join(err, a.unsolved(p))
	}
	if err != nil {
		return err
	}
	json := a.o.Format == "json"
	if !json && !a.look {
		return a.solved(p, s, 0)
	}
	if b, ok := p.(*board); ok && !json {
		p = b.Board // the quickest way: what is asked of the method is a solution
	}
	n, err := p.Count(ctx, puzzle.Limit{Solutions: 2, Steps: games.Steps})
	fields := []puzzle.Field{{Name: "solutions", Value: n}}
	if errors.Is(err, puzzle.ErrGivenUp) {
		fields = []puzzle.Field{{Name: "solutions", Value: max(n, 1)}, {Name: "given_up", Value: true}}
	} else if err != nil {
		return err
	}
	a.several = n > 1 && !json
	return a.solved(p, s, 0, fields...)
}

// count writes how many solutions there are, up to the limit.
func (a *writer) count(ctx context.Context, p puzzle.Puzzle) error {
	n, err := p.Count(ctx, puzzle.Limit{Solutions: a.o.Limit})
	if err != nil {
		return err
	}
	if a.o.Format != "json" {
		fmt.Fprintln(a.w, n)
	} else if err := a.line(p, puzzle.Field{Name: "solutions", Value: n}); err != nil {
		return err
	}
	if n == 0 {
		_, err = p.Solve(ctx)
	}
	return err
}

// all writes every solution, up to the limit.
func (a *writer) all(ctx context.Context, p puzzle.Puzzle) error {
	n := 0
	for s := range p.All(ctx) {
		if err := a.solved(p, s, n); err != nil {
			return err
		}
		if n++; n == a.o.Limit {
			return nil
		}
	}
	if b, ok := p.(*board); ok && b.failed != nil {
		return b.failed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if n == 0 {
		_, err := p.Solve(ctx)
		return errors.Join(err, a.unsolved(p))
	}
	return nil
}

// explain writes how a puzzle is solved, or how hard it is.
func (a *writer) explain(ctx context.Context, p puzzle.Puzzle) error {
	e, err := p.Explain(ctx)
	if errors.Is(err, fault.NoSolution) {
		return errors.Join(err, a.unsolved(p))
	}
	if err != nil {
		return err
	}
	switch {
	case a.o.Format == "json":
		fields := []puzzle.Field{{Name: "grade", Value: e.Grade().String()}}
		if a.o.Explain {
			fields = append(fields, puzzle.Field{Name: "steps", Value: e.Steps})
		}
		return a.line(p, append(fields, puzzle.Field{Name: "solution", Value: e.Solution})...)
	case a.o.Grade:
		fmt.Fprintln(a.w, e.Grade())
		return nil
	}
	var lines []string
	for i, s := range e.Steps {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, hint.StepWords(&s)))
	}
	a.block(append(lines, hint.GradeWords(e))...)
	return nil
}

// solved writes a solution, the nth of its puzzle from 0, as JSON with more fields before it.
func (a *writer) solved(p puzzle.Puzzle, s puzzle.Solution, nth int, fields ...puzzle.Field) error {
	if err := p.Check(s); err != nil {
		return err
	}
	if a.o.Format == "json" {
		return a.line(p, append(fields, puzzle.Field{Name: "solution", Value: s})...)
	}
	placement, ok := s.(solver.Placement)
	switch b := queens(p); {
	case !ok:
		a.block(s.String())
	case a.o.Format == "columns":
		fmt.Fprintln(a.w, placement)
	case a.o.Format == "chess":
		fmt.Fprintln(a.w, placement.Chess())
	case a.o.Style.Colorful():
		a.block()
		_ = a.o.Style.Board(a.w, placement.On(b), nil, nil) // errors stay in the writer
	default:
		// Further placements follow as marks of the same board.
		if nth == 0 {
			a.block(b.RegionRows()...)
		}
		a.block(placement.On(b).MarkRows()...)
	}
	return nil
}

// unsolved keeps the place of a puzzle without a solution, where there are several or the format
// has a word for it.
func (a *writer) unsolved(p puzzle.Puzzle) error {
	const words = "# no solution"
	b := queens(p)
	switch {
	case a.o.Format == "json":
		return a.line(p, puzzle.Field{Name: "solutions", Value: 0}, puzzle.Field{Name: "solution", Value: nil})
	case a.single:
	case a.o.Format != "grid":
		fmt.Fprintln(a.w, "-")
	case b != nil && a.o.Style.Colorful():
		a.block(words)
		_ = a.o.Style.Board(a.w, b, nil, nil) // errors stay in the writer
	default:
		text, err := p.MarshalText()
		if err != nil {
			return err
		}
		a.block(words, strings.TrimSuffix(string(text), "\n"))
	}
	return nil
}

// block writes lines, with an empty one before them unless they are the first.
func (a *writer) block(lines ...string) {
	if a.begun {
		fmt.Fprintln(a.w)
	}
	a.begun = true
	for _, line := range lines {
		fmt.Fprintln(a.w, line)
	}
}

// line writes a puzzle as a line of JSON with more fields.
func (a *writer) line(p puzzle.Puzzle, fields ...puzzle.Field) error {
	data, err := puzzle.Line(p, fields...)
	if err != nil {
		return err
	}
	_, err = a.w.Write(append(data, '\n'))
	return err
}
