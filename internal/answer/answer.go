// Package answer solves puzzles of any game and writes what comes of each, as text and JSON.
//
//	boardfile ──> [answer] ──> solve
//	                 └─> solver/..., internal/hint
package answer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver/games"
	"autoqueens/solver/method"
	"autoqueens/solver/puzzle"
)

// Formats are those that solutions are written in. Columns and chess squares are for Queens.
var Formats = []string{"grid", "columns", "chess", "json"}

// Options say what is asked of each puzzle: a solution, unless one of the first four is set.
type Options struct {
	All, Count     bool
	Explain, Grade bool
	Limit          int    // of All and Count, 0 for none
	Format         string // one of Formats
	IgnoreMarks    bool   // forget the queens on boards of Queens
	Method         string // that boards of Queens are solved by
	Style          term.Style
}

// Check reports options that make no sense. The error is a [fault.Error].
func (o Options) Check(limitGiven bool) error {
	if !slices.Contains(Formats, o.Format) {
		return fault.Plainf("choose one of "+strings.Join(Formats, ", "), "there is no format %q", o.Format)
	}
	return checkLimit(o.Limit, limitGiven, o.All || o.Count)
}

// checkLimit reports a limit of solutions, which may be given, that makes no sense; several tells
// whether several are asked for.
func checkLimit(limit int, given, several bool) error {
	switch {
	case limit < 0:
		return fault.Plainf("give a number of solutions, or 0 for no limit", "the limit %d is below zero", limit)
	case given && !several:
		return fault.Plain("--limit has nothing to limit", "use it with --all or --count")
	}
	return nil
}

// oneOfSeveral is said of the solution of a puzzle that has more.
const oneOfSeveral = "this is one of several solutions; --all prints each"

// Streams are where answers go, and what there is to say beside them.
type Streams struct {
	Answer, Remarks, Details io.Writer
	Progress                 *term.Progress
}

// Write solves puzzles and writes the answers. Those without a solution do not keep it from the
// others; the error tells which they were. It is a [fault.Error], or what ended ctx.
func Write(ctx context.Context, to Streams, puzzles []puzzle.Puzzle, o Options) error {
	m, err := method.Find(o.Method)
	if err != nil {
		return err
	}
	if err := m.Available(); err != nil {
		return err
	}
	if err := o.fits(puzzles); err != nil {
		return err
	}
	out := &writer{w: bufio.NewWriter(to.Answer), o: o, single: len(puzzles) == 1, look: to.Remarks != io.Discard}
	var unsolved, several []int
	var last error
	for i, p := range puzzles {
		to.Progress.Show(int64(i), int64(len(puzzles)), "puzzle %d of %d", i+1, len(puzzles))
		began, by := time.Now(), ""
		if b, ok := p.(*games.Board); ok {
			p, by = queensBoard(b, o.IgnoreMarks, m), ", solved by "+m.Name
		}
		out.several = false
		err := out.write(ctx, p)
		if errors.Is(err, fault.NoSolution) {
			unsolved = append(unsolved, i+1)
			last = err
		} else if err != nil {
			return Stopped(ctx, errors.Join(err, out.w.Flush()))
		}
		if out.several {
			several = append(several, i+1)
		}
		rows, cols := p.Dims()
		printable.Fprintf(to.Details, "puzzle %d: %s, %d x %d%s: %s after %v\n", i+1, games.Of(p).Title, rows, cols, by, doneOr(err), time.Since(began).Round(10*time.Microsecond))
		if b, ok := p.(*board); ok {
			if err := b.remarkGrowth(ctx, to.Remarks); err != nil {
				return Stopped(ctx, errors.Join(err, out.w.Flush()))
			}
		}
	}
	to.Progress.Done()
	if err := flushed(out.w); err != nil {
		return err
	}
	switch {
	case len(several) == 0:
	case len(puzzles) == 1:
		fmt.Fprintln(to.Remarks, oneOfSeveral)
	default:
		fmt.Fprintf(to.Remarks, "%d of %d puzzles have several solutions: %s\n", len(several), len(puzzles), listed(several))
	}
	if len(puzzles) == 1 || len(unsolved) == 0 {
		return last
	}
	return fault.Newf(fault.NoSolution, "solve those alone to see why", "%d of %d puzzles have no solution: %s", len(unsolved), len(puzzles), listed(unsolved))
}

// flushed writes the rest of the answers.
func flushed(w *bufio.Writer) error {
	if err := w.Flush(); err != nil {
		return fault.Wrap(err, fault.Failed, "the answer could not be written: "+err.Error(), "check where the output goes")
	}
	return nil
}

// fits reports options that only boards of Queens go with, where there are puzzles of other games.
func (o Options) fits(puzzles []puzzle.Puzzle) error {
	flag := ""
	switch {
	case o.Method != method.Main:
		flag = "--method " + o.Method
	case o.Format == "columns" || o.Format == "chess":
		flag = "--format " + o.Format
	default:
		return nil
	}
	if slices.ContainsFunc(puzzles, func(p puzzle.Puzzle) bool { return p.Game() != games.Queens }) {
		return OnlyQueens(flag)
	}
	return nil
}

// OnlyQueens is the failure of a flag that only boards of Queens go with.
func OnlyQueens(flag string) error {
	return fault.Plainf("leave it out, or give boards of Queens alone", "%s is for Queens, and there are puzzles of other games", flag)
}

// Stopped turns the error of an interrupted search into one that says so.
func Stopped(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return fault.Wrap(err, fault.Stopped, "stopped before all solutions were found", "--limit N ends the search after N solutions")
}

func doneOr(err error) string {
	if err != nil {
		return err.Error()
	}
	return "done"
}

// listed returns "3, 7, 9", cut where it grows long.
func listed(numbers []int) string {
	const most = 10
	var s strings.Builder
	for i, n := range numbers {
		if i == most {
			s.WriteString(", ...")
			break
		}
		if i > 0 {
			s.WriteString(", ")
		}
		fmt.Fprint(&s, n)
	}
	return s.String()
}
