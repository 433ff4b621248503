package main

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"autoqueens/internal/answer"
	"autoqueens/internal/infile"
	"autoqueens/internal/printable"
)

func newSudokuCommand() *cobra.Command {
	var opts answer.SudokuOptions
	cmd := &cobra.Command{
		Use:   "sudoku [FILE|-]",
		Short: "Solve Sudokus of 4 x 4, 6 x 6, 9 x 9 and 16 x 16",
		Long: `Solve Sudokus: 9 x 9, 6 x 6 with boxes of 2 rows and 3 columns, 4 x 4, 16 x 16.

A puzzle is one line with a character a cell, '.' or '0' for an empty one, or a
grid with a row a line; the line "sudoku" that "generate" and "dump" print may
stand before it. The input may hold any number of puzzles; what follows
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
			if err := opts.Check(cmd.Flags().Changed("limit")); err != nil {
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
			opts.Style = styleOf(cmd, cmd.OutOrStdout())
			to := answer.Streams{Answer: cmd.OutOrStdout(), Remarks: io.Discard, Details: details(cmd), Progress: newProgress(cmd, line)}
			if words(cmd) != io.Discard {
				to.Remarks = printable.Writer(cmd.ErrOrStderr())
			}
			printable.Fprintf(to.Details, "%s work, puzzles of %s\n", printable.Count(opts.Cores, "core"), sudokuSizeWords(opts.Size))
			return answer.Sudokus(cmd.Context(), in, size, to, opts)
		},
		ValidArgsFunction: files(1, sudokuFiles...),
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.All, "all", false, "print every solution")
	flags.BoolVar(&opts.Count, "count", false, "print how many solutions there are")
	flags.BoolVar(&opts.Unique, "unique", false, "print whether there is one solution, several or none")
	flags.IntVar(&opts.Limit, "limit", 0, "with --all or --count, stop at `N` solutions (0: at none)")
	flags.IntVar(&opts.Size, "size", 0, "take puzzles of size `N` only: 4, 6, 9 or 16 (0: any)")
	flags.IntVar(&opts.Cores, "cores", runtime.GOMAXPROCS(0), "let `N` cores work (default: all)")
	flags.Lookup("cores").DefValue = "0" // the help is the same on every machine
	_ = cmd.RegisterFlagCompletionFunc("size", values("4", "6", "9", "16"))
	_ = cmd.RegisterFlagCompletionFunc("cores", values(numbers(1, runtime.GOMAXPROCS(0))...))
	cmd.MarkFlagsMutuallyExclusive("all", "count", "unique")
	return cmd
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
