package main

import (
	"context"
	"fmt"
	"io"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/breadth"
	"autoqueens/solver/method"
	"autoqueens/solver/sat"
	"autoqueens/solver/smt"
)

// exports tells whether the board is to be written down for other solvers
// instead of being solved.
func (o solveOptions) exports() bool { return o.dimacs || o.smtlib }

// exportBoard writes the one board that is given in the format asked for.
func exportBoard(w io.Writer, boards []*solver.Board, opts solveOptions) error {
	m, err := method.Find(opts.method)
	if err != nil {
		return err
	}
	if len(boards) > 1 {
		return fault.Newf(fault.Failed, "give one board at a time", "%d boards do not fit one export", len(boards))
	}
	b := boards[0]
	if opts.ignoreMarks {
		b = b.Cleared()
	}
	if err := b.Validate(); err != nil {
		return err
	}
	if opts.smtlib {
		err = smt.Write(w, b)
	} else {
		s, _ := m.Solver.(sat.Solver) // other methods say nothing of an encoding
		err = sat.Encode(b, s.AtMostOne).WriteDIMACS(w)
	}
	if err != nil {
		return fault.Wrap(err, fault.Failed, "the board could not be written: "+err.Error(), "check where the output goes")
	}
	return nil
}

// remarkGrowth tells how wide the space of the breadth-first method grew.
func remarkGrowth(ctx context.Context, w io.Writer, m method.Method, b *solver.Board) error {
	s, ok := m.Solver.(breadth.Solver)
	if !ok || w == io.Discard {
		return nil
	}
	growth, err := s.Grow(ctx, b)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: the space grew to %d boards:", m.Name, growth.Widest())
	for _, width := range growth.Widths {
		fmt.Fprintf(w, " %d", width)
	}
	fmt.Fprintln(w)
	return nil
}
