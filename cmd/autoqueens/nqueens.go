package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/nqueens"
)

func newNQueensCommand() *cobra.Command {
	var opts nqueensOptions
	cmd := &cobra.Command{
		Use:   "nqueens N",
		Short: "Place N queens so that none attacks another, or count the ways",
		Long: fmt.Sprintf(`Solve the classic problem: N queens on an N x N board, none of which attacks
another along a row, a column or a diagonal.

One placement is printed, as the squares of a chess board, for any N up to
%d. --all prints every placement, one a line. --count counts them on all
cores, and --unique counts those as one that turning and mirroring the board
make equal.

The exit status is 5 for 2 and 3 queens, for which there is no way.`, nqueens.MaxOne),
		Example: `  autoqueens nqueens 8 --board
  autoqueens nqueens 6 --all
  autoqueens nqueens 8 --count --unique   # 92 placements, 12 up to symmetry
  autoqueens nqueens 16 --count           # 14772512, in some seconds`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := wholeNumber(args[0], "N")
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			began, how := time.Now(), ""
			if opts.count || opts.unique {
				line := newLine(cmd)
				defer line.Close()
				how = fmt.Sprintf("counted on %s, all that are symmetric to each other at once", printable.Count(runtime.GOMAXPROCS(0), "core"))
				err = countQueens(cmd.Context(), out, newProgress(cmd, line), n, opts)
			} else {
				how = "placed by a rule for the remainder of N by 6, without a search"
				if opts.all {
					how = "listed by a search, column by column"
				}
				err = listQueens(cmd.Context(), out, styleOf(cmd, cmd.OutOrStdout()), n, opts)
			}
			if err == nil {
				printable.Fprintf(details(cmd), "%s: %s, in %s\n", printable.Count(n, "queen"), how, took(time.Since(began).Seconds()*1000))
			}
			if writeErr := out.Flush(); err == nil && writeErr != nil {
				err = fault.Wrap(writeErr, fault.Failed, "the answer could not be written: "+writeErr.Error(), "check where the output goes")
			}
			return err
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.all, "all", false, "print every placement, one a line")
	flags.BoolVar(&opts.count, "count", false, "print how many placements there are")
	flags.BoolVar(&opts.unique, "unique", false, "print how many there are up to turning and mirroring")
	flags.BoolVar(&opts.board, "board", false, "draw the board instead of naming squares")
	cmd.MarkFlagsMutuallyExclusive("all", "count")
	cmd.MarkFlagsMutuallyExclusive("all", "unique")
	cmd.MarkFlagsMutuallyExclusive("board", "count")
	cmd.MarkFlagsMutuallyExclusive("board", "unique")
	return cmd
}

// nqueensOptions are the flags of the nqueens command.
type nqueensOptions struct {
	all, count, unique, board bool
}

// maxDrawn is the largest board that is drawn.
const maxDrawn = 1000

// listQueens prints one placement, or all of them.
func listQueens(ctx context.Context, w *bufio.Writer, style term.Style, n int, opts nqueensOptions) error {
	if opts.board && n > maxDrawn {
		return fault.Plainf("leave --board out to get the squares by name", "a board of %s is too large to draw", printable.Count(n, "row"))
	}
	if !opts.all {
		p, err := nqueens.One(n)
		if err != nil {
			return err
		}
		return printQueens(w, style, p, opts)
	}
	if n < 1 || n > nqueens.MaxCount {
		return fault.Plainf(fmt.Sprintf("give a number from 1 to %d", nqueens.MaxCount), "the placements of %d queens cannot be listed", n)
	}
	found := 0
	for p := range nqueens.All(n) {
		if found > 0 && opts.board {
			fmt.Fprintln(w)
		}
		found++
		if err := printQueens(w, style, p, opts); err != nil {
			return nil // the last flush says what is wrong
		}
		// A reader that has gone, as after "| head", ends the list as well.
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := w.Write(nil); err != nil {
			return nil // the last flush says what is wrong
		}
	}
	if found == 0 {
		return nqueens.ErrNoSolution
	}
	return nil
}

func printQueens(w io.Writer, style term.Style, p nqueens.Placement, opts nqueensOptions) error {
	if !opts.board {
		_, err := fmt.Fprintln(w, p)
		return err
	}
	columns := make([]int, len(p)) // from the highest row
	for col, row := range p {
		columns[len(p)-1-row] = col
	}
	if drawn, err := style.Queens(w, columns); drawn || err != nil {
		return err
	}
	for row := range p.Board() {
		if _, err := fmt.Fprintln(w, row); err != nil {
			return err
		}
	}
	return nil
}

// countQueens prints the counts that are asked for.
func countQueens(ctx context.Context, w io.Writer, progress *term.Progress, n int, opts nqueensOptions) error {
	counts, err := nqueens.Count(ctx, n, func(p nqueens.Progress) {
		progress.Show(int64(p.Done), int64(p.Parts), "%d placements so far", p.So.All)
	})
	progress.Done()
	if err != nil {
		return err
	}
	switch {
	case opts.count && opts.unique:
		fmt.Fprintf(w, "%d placements, %d up to symmetry\n", counts.All, counts.Unique)
	case opts.unique:
		fmt.Fprintln(w, counts.Unique)
	default:
		fmt.Fprintln(w, counts.All)
	}
	return nil
}

// wholeNumber reads an argument that must be a whole number.
func wholeNumber(text, name string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.Plainf(fmt.Sprintf("give %s as a whole number, such as 8", name), "%s is %q, which is no number", name, text)
	}
	return n, nil
}
