package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/spf13/cobra"

	"autoqueens/internal/answer"
	"autoqueens/internal/fault"
	"autoqueens/internal/infile"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/sudoku/batch"
)

func newSudokuCommand() *cobra.Command {
	var opts sudokuOptions
	cmd := &cobra.Command{
		Use:   "sudoku [FILE|-]",
		Short: "Solve Sudokus of 4 x 4, 6 x 6, 9 x 9 and 16 x 16",
		Long: `Solve Sudokus: 9 x 9, 6 x 6 with boxes of 2 rows and 3 columns, 4 x 4, 16 x 16.

A puzzle is one line with a character a cell, '.' or '0' for an empty one, or a
grid with a row a line. The input may hold any number of puzzles; what follows
one on its line, or follows a '#', does not matter. With no FILE, or with -,
puzzles are read from standard input. However many there are, memory does not
grow with them.

A puzzle alone is answered as a grid, on a terminal with borders and so that its
givens stand out; several are answered a line each, in their order. Each is
checked for a second solution as well. All cores work; how many puzzles they
solve a second is said at the end.

The exit status is 5 where a puzzle has no solution, as where its givens clash, and
1 where one cannot be read; the other puzzles are answered all the same.`,
		Example: `  autoqueens sudoku puzzle.txt
  autoqueens sudoku puzzle.txt --all --limit 5
  autoqueens sudoku many.txt --unique   # one, several or none, a line each
  echo ...24.....3..1.....6.1.2.32..66..... | autoqueens sudoku`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.check(cmd.Flags().Changed("limit")); err != nil {
				return err
			}
			line := newLine(cmd)
			defer line.Close()
			in, size := cmd.InOrStdin(), int64(0)
			if len(args) == 1 && args[0] != "-" {
				file, err := infile.Open(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in, size = file, sizeOf(file)
			}
			opts.style = styleOf(cmd, cmd.OutOrStdout())
			to := answer.Streams{Answer: cmd.OutOrStdout(), Remarks: io.Discard, Details: details(cmd), Progress: term.NewProgress(line)}
			if words(cmd) != io.Discard {
				to.Remarks = printable.Writer(cmd.ErrOrStderr())
			}
			printable.Fprintf(to.Details, "%s work, puzzles of %s\n", printable.Count(opts.cores, "core"), sudokuSizeWords(opts.size))
			return solveSudokus(cmd.Context(), &meter{in: in, size: size}, to, opts)
		},
		ValidArgsFunction: files(1, sudokuFiles...),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.all, "all", false, "print every solution")
	flags.BoolVar(&opts.count, "count", false, "print how many solutions there are")
	flags.BoolVar(&opts.unique, "unique", false, "print whether there is one solution, several or none")
	flags.IntVar(&opts.limit, "limit", 0, "with --all or --count, stop at `N` solutions (0: at none)")
	flags.IntVar(&opts.size, "size", 0, "take puzzles of size `N` only: 4, 6, 9 or 16 (0: any)")
	flags.IntVar(&opts.cores, "cores", runtime.GOMAXPROCS(0), "let `N` cores work (default: all)")
	flags.Lookup("cores").DefValue = "0" // the help is the same on every machine
	_ = cmd.RegisterFlagCompletionFunc("size", values("4", "6", "9", "16"))
	_ = cmd.RegisterFlagCompletionFunc("cores", values(numbers(1, runtime.GOMAXPROCS(0))...))
	cmd.MarkFlagsMutuallyExclusive("all", "count", "unique")
	return cmd
}

// sudokuOptions are the flags of the sudoku command.
type sudokuOptions struct {
	all, count, unique bool
	limit, size, cores int
	style              term.Style // how a grid is drawn
}

func (o sudokuOptions) check(limitGiven bool) error {
	switch {
	case o.limit < 0:
		return fault.Newf(fault.Failed, "give a number of solutions, or 0 for no limit", "the limit %d is below zero", o.limit)
	case limitGiven && !o.all && !o.count:
		return fault.New(fault.Failed, "--limit has nothing to limit", "use it with --all or --count")
	case o.size != 0 && o.size != 4 && o.size != 6 && o.size != 9 && o.size != 16:
		return fault.Newf(fault.Failed, "choose 4, 6, 9 or 16", "there are no Sudokus of size %d", o.size)
	case o.cores < 1:
		return fault.Newf(fault.Failed, "give a number from 1 up", "%d cores cannot work", o.cores)
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

// solveSudokus answers every puzzle of an input.
func solveSudokus(ctx context.Context, in *meter, to answer.Streams, opts sudokuOptions) error {
	out := newSudokuWriter(to, opts)
	defer to.Progress.Done()
	err := batch.Run(ctx, batch.NewScanner(in, opts.size), opts.cores,
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

// sizeOf returns how many bytes a file holds, 0 where that is no plain file.
func sizeOf(file *os.File) int64 {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

func sudokuSizeWords(size int) string {
	if size == 0 {
		return "any size"
	}
	return fmt.Sprintf("%d x %d only", size, size)
}

// none returns what is printed for a puzzle without a solution.
func (o sudokuOptions) none() string {
	switch {
	case o.count:
		return "0"
	case o.unique:
		return "none"
	}
	return "-"
}

// solveSudoku answers one puzzle.
func solveSudoku(ctx context.Context, item batch.Item, opts sudokuOptions) (r solvedSudoku) {
	switch p := item.Puzzle; {
	case errors.Is(item.Err, fault.NoSolution): // values clash, which the failure names
		return solvedSudoku{text: opts.none(), err: item.Err}
	case item.Err != nil:
		return solvedSudoku{text: "-", err: item.Err}
	case opts.count:
		r.solutions, r.err = sudoku.Count(ctx, p, opts.limit)
		r.text = fmt.Sprint(r.solutions)
	case opts.unique:
		r.solutions, r.err = sudoku.Count(ctx, p, 2)
		r.text = [...]string{"none", "one", "several"}[r.solutions]
	case opts.all:
		for q := range sudoku.All(ctx, p) {
			r.grids = append(r.grids, q)
			if r.solutions++; r.solutions == opts.limit {
				break
			}
		}
		if ctx.Err() != nil {
			r.err = context.Cause(ctx)
		}
	default:
		var q *sudoku.Puzzle
		if q, r.err = sudoku.Solve(ctx, p); r.err == nil {
			r.grids = []*sudoku.Puzzle{q}
			r.solutions, r.err = sudoku.Count(ctx, p, 2)
		}
	}
	if r.solutions == 0 && (r.err == nil || errors.Is(r.err, sudoku.ErrNoSolution)) {
		r.err = sudoku.ErrNoSolution
		r.text = opts.none()
	}
	return r
}
