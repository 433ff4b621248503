package answer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/sudoku/batch"
)

// SudokuOptions say what is asked of each Sudoku: a solution, unless one of the first three is set.
type SudokuOptions struct {
	All, Count, Unique bool
	Limit              int        // of All and Count, 0 for none
	Size               int        // rows of the puzzles to take, 0 for any
	Cores              int        // that work
	Style              term.Style // how a grid is drawn
}

// Check reports options that make no sense. The error is a [fault.Error].
func (o SudokuOptions) Check(limitGiven bool) error {
	if err := checkLimit(o.Limit, limitGiven, o.All || o.Count); err != nil {
		return err
	}
	switch {
	case o.Size != 0 && o.Size != 4 && o.Size != 6 && o.Size != 9 && o.Size != 16:
		return fault.Plainf("choose 4, 6, 9 or 16", "there are no Sudokus of size %d", o.Size)
	case o.Cores < 1:
		return fault.Plainf("give a number from 1 up", "%d cores cannot work", o.Cores)
	}
	return nil
}

// solvedSudoku is what became of a puzzle.
type solvedSudoku struct {
	text      string           // a line or several, without the last line end
	grids     []*sudoku.Puzzle // solutions to print
	solutions int              // counted up to 2, or as far as asked for
	err       error
}

// Sudokus solves every Sudoku of an input of size bytes, 0 where nobody knows, and writes the
// answers in their order. However many there are, memory does not grow with them. Those that cannot
// be read or have no solution do not keep it from the others; the error counts them. It is a
// [fault.Error], or what ended ctx.
func Sudokus(ctx context.Context, input io.Reader, size int64, to Streams, opts SudokuOptions) error {
	in := &meter{in: input, size: size}
	out := newSudokuWriter(to, opts)
	defer to.Progress.Done()
	err := batch.Run(ctx, batch.NewScanner(in, opts.Size), opts.Cores,
		func(item batch.Item) solvedSudoku { return solveSudoku(ctx, item, opts) },
		func(item batch.Item, r solvedSudoku) bool {
			to.Progress.Show(in.read.Load(), in.size, "%d puzzles", out.puzzles)
			return out.write(item, r)
		})
	if err == nil {
		err = out.finish()
	} else {
		err = errors.Join(err, out.w.Flush())
	}
	return err
}

// meter counts what was read of an input, for the progress. size is 0 where
// nobody knows how long the input is.
type meter struct {
	in   io.Reader
	size int64 // bytes
	read atomic.Int64
}

func (m *meter) Read(data []byte) (int, error) {
	n, err := m.in.Read(data)
	m.read.Add(int64(n))
	return n, err
}

// none returns what is printed for a puzzle without a solution.
func (o SudokuOptions) none() string {
	switch {
	case o.Count:
		return "0"
	case o.Unique:
		return "none"
	}
	return "-"
}

// solveSudoku answers one puzzle.
func solveSudoku(ctx context.Context, item batch.Item, opts SudokuOptions) (r solvedSudoku) {
	switch p := item.Puzzle; {
	case errors.Is(item.Err, fault.NoSolution): // values clash, which the failure names
		return solvedSudoku{text: opts.none(), err: item.Err}
	case item.Err != nil:
		return solvedSudoku{text: "-", err: item.Err}
	case opts.Count:
		r.solutions, r.err = p.Count(ctx, puzzle.Limit{Solutions: opts.Limit})
		r.text = fmt.Sprint(r.solutions)
	case opts.Unique:
		r.solutions, r.err = p.Count(ctx, puzzle.Limit{Solutions: 2})
		r.text = [...]string{"none", "one", "several"}[r.solutions]
	case opts.All:
		for s := range p.All(ctx) {
			r.grids = append(r.grids, p.Filled(s.(sudoku.Solution)))
			if r.solutions++; r.solutions == opts.Limit {
				break
			}
		}
		if ctx.Err() != nil {
			r.err = context.Cause(ctx)
		}
	default:
		var s puzzle.Solution
		if s, r.err = p.Solve(ctx); r.err == nil {
			r.grids = []*sudoku.Puzzle{p.Filled(s.(sudoku.Solution))}
			r.solutions, r.err = p.Count(ctx, puzzle.Limit{Solutions: 2})
		}
	}
	if r.solutions == 0 && (r.err == nil || errors.Is(r.err, sudoku.ErrNoSolution)) {
		r.err = sudoku.ErrNoSolution
		r.text = opts.none()
	}
	return r
}

// sudokuWriter writes answers in the order of the puzzles. It holds the first
// back until it knows whether that is the only one, which is drawn as a grid.
type sudokuWriter struct {
	w     *bufio.Writer
	to    Streams
	opts  SudokuOptions
	start time.Time

	first                          *solvedSudoku  // while it may be the only one
	puzzle                         *sudoku.Puzzle // the first
	puzzles                        int
	one, several, none, unreadable int
	lastErr                        error
	unread                         *fault.Error // of the first that could not be read, or what ended the input
}

func newSudokuWriter(to Streams, opts SudokuOptions) *sudokuWriter {
	return &sudokuWriter{w: bufio.NewWriter(to.Answer), to: to, opts: opts, start: time.Now()}
}

// write takes the answer to the next puzzle, and returns false when there is no
// use in another.
func (s *sudokuWriter) write(item batch.Item, r solvedSudoku) bool {
	s.puzzles++
	switch {
	case errors.Is(r.err, fault.NoSolution):
		s.none++
		s.lastErr = r.err
	case item.Err != nil:
		s.unreadable++
		s.lastErr = item.Err
		if f, ok := errors.AsType[*fault.Error](item.Err); ok && (s.unread == nil || item.Ends) {
			s.unread = f
		}
		printable.Fprintf(s.to.Details, "%v\n", item.Err)
	case r.err != nil:
		s.lastErr = r.err
		return false
	case r.solutions == 1:
		s.one++
	default:
		s.several++
	}
	switch answered := s.puzzles - s.unreadable; {
	case answered == 0:
		return true // it may be no file of Sudokus at all
	case s.puzzles == 1:
		s.first, s.puzzle = &r, item.Puzzle
		return true
	case s.first != nil:
		s.lines(s.first)
		s.first = nil
	case answered == 1 && item.Err == nil:
		for range s.unreadable {
			fmt.Fprintln(s.w, "-")
		}
	}
	s.lines(&r)
	_, err := s.w.Write(nil) // tells whether an earlier write failed
	return err == nil
}

// lines writes an answer a line a solution.
func (s *sudokuWriter) lines(r *solvedSudoku) {
	if r.text != "" {
		fmt.Fprintln(s.w, r.text)
	}
	for _, p := range r.grids {
		fmt.Fprintln(s.w, p)
	}
}

// finish writes what is left, says how it went, and returns the error of the
// whole.
func (s *sudokuWriter) finish() error {
	if s.first != nil {
		s.alone()
	}
	if err := flushed(s.w); err != nil {
		return err
	}
	switch {
	case s.puzzles == 0:
		return fault.Plain("there is no Sudoku to solve: the input is empty", "write a puzzle on one line, a character a cell, or as a grid with a row a line")
	case s.puzzles == 1:
		return s.lastErr
	case s.unreadable == s.puzzles:
		return s.unread
	}
	took := time.Since(s.start)
	fmt.Fprintf(s.to.Remarks, "%s in %.3f s, %.0f a second: %d with one solution, %d with several, %d with none, %d unreadable\n",
		printable.Count(s.puzzles, "puzzle"), took.Seconds(), float64(s.puzzles)/took.Seconds(), s.one, s.several, s.none, s.unreadable)
	switch {
	case s.unreadable > 0:
		advice := s.unread.Advice
		if s.unreadable > 1 {
			advice = "--verbose tells what is wrong with each"
		}
		return fault.Plainf(advice, "%d of %d puzzles could not be read: %s", s.unreadable, s.puzzles, s.unread.What)
	case s.none > 0:
		return fault.Newf(fault.NoSolution, "check that their givens were copied correctly", "%d of %d puzzles have no solution", s.none, s.puzzles)
	}
	return nil
}

// alone writes the answer to the only puzzle.
func (s *sudokuWriter) alone() {
	r := s.first
	if r.text != "" && r.text != "-" {
		fmt.Fprintln(s.w, r.text)
	}
	for i, p := range r.grids {
		if i > 0 {
			fmt.Fprintln(s.w)
		}
		given := func(cell int) bool { return s.puzzle != nil && s.puzzle.Cells[cell] != 0 }
		if drawn, _ := s.opts.Style.Digits(s.w, p.Size, p.String(), p.Boxes(), given); !drawn { // errors stay in w
			fmt.Fprint(s.w, p.Grid())
		}
	}
	if len(r.grids) == 1 && r.solutions > 1 {
		fmt.Fprintln(s.to.Remarks, oneOfSeveral)
	}
}
