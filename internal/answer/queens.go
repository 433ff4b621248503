package answer

import (
	"context"
	"fmt"
	"io"
	"iter"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/breadth"
	"autoqueens/solver/games"
	"autoqueens/solver/method"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sat"
	"autoqueens/solver/smt"
)

// What Queens alone has: several methods, queens on the board that are kept, and forms for the
// solvers of others.

// board is a board of Queens that is solved by a method of choice. It is used by one goroutine.
type board struct {
	*games.Board
	by     method.Method
	failed error // what ended All early
}

// queensBoard returns a board as it is to be solved.
func queensBoard(b *games.Board, ignoreMarks bool, by method.Method) puzzle.Puzzle {
	if ignoreMarks {
		b = &games.Board{Board: *b.Cleared()}
	}
	if by.Name == method.Main {
		return b
	}
	return &board{Board: b, by: by}
}

// Solve, Count and All are those of the method.
func (b *board) Solve(ctx context.Context) (puzzle.Solution, error) {
	p, err := b.by.Solver.Solve(ctx, &b.Board.Board)
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (b *board) Count(ctx context.Context, limit puzzle.Limit) (int, error) {
	return b.by.Solver.Count(ctx, &b.Board.Board, limit.Solutions)
}

func (b *board) All(ctx context.Context) iter.Seq[puzzle.Solution] {
	return func(yield func(puzzle.Solution) bool) {
		for p, err := range b.by.Solver.All(ctx, &b.Board.Board) {
			if b.failed = err; err != nil || !yield(p) {
				return
			}
		}
	}
}

// queens returns the board of a puzzle of Queens, nil for another.
func queens(p puzzle.Puzzle) *solver.Board {
	switch p := p.(type) {
	case *games.Board:
		return &p.Board
	case *board:
		return &p.Board.Board
	}
	return nil
}

// Unsolved returns the error for a puzzle without a solution, for which err is what solving it came
// to, and says so where it is the queens on the board that leave none.
func Unsolved(ctx context.Context, p puzzle.Puzzle, err error) error {
	b := queens(p)
	if b == nil || len(b.Queens()) == 0 {
		return err
	}
	if _, bare := solver.Solve(ctx, b.Cleared()); bare != nil {
		return bare
	}
	what := "no solution keeps the queen on the board"
	if n := len(b.Queens()); n > 1 {
		what = fmt.Sprintf("no solution keeps the %d queens on the board", n)
	}
	return fault.Wrap(solver.ErrNoSolution, fault.NoSolution, what, "--ignore-marks solves the board without its queens")
}

// remarkGrowth tells how wide the space of the breadth-first method grew.
func (b *board) remarkGrowth(ctx context.Context, w io.Writer) error {
	s, ok := b.by.Solver.(breadth.Solver)
	if !ok || w == io.Discard {
		return nil
	}
	growth, err := s.Grow(ctx, &b.Board.Board)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: the space grew to %d boards:", b.by.Name, growth.Widest())
	for _, width := range growth.Widths {
		fmt.Fprintf(w, " %d", width)
	}
	fmt.Fprintln(w)
	return nil
}

// Export writes the one board of Queens that is given for the solvers of others: in SMT-LIB 2, or as
// the formula of a method for SAT solvers. The error is a [fault.Error].
func Export(w io.Writer, puzzles []puzzle.Puzzle, o Options, smtlib bool) error {
	m, err := method.Find(o.Method)
	if err != nil {
		return err
	}
	if len(puzzles) > 1 {
		return fault.Plainf("give one board at a time", "%d boards do not fit one export", len(puzzles))
	}
	b := queens(puzzles[0])
	switch {
	case b == nil:
		return OnlyQueens("the formula for other solvers")
	case o.IgnoreMarks:
		b = b.Cleared()
	}
	if err := b.Validate(); err != nil {
		return err
	}
	if smtlib {
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
