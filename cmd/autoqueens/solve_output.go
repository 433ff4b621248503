package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver"
	"autoqueens/solver/method"
)

var solveFormats = []string{"grid", "columns", "chess", "json"}

// solveOptions are the flags of the solve command.
type solveOptions struct {
	all, count  bool
	limit       int
	format      string
	ignoreMarks bool
	method      string
	dimacs      bool
	smtlib      bool
	explain     bool
	grade       bool
	lines       bool       // a line of JSON a puzzle, the same for all games
	style       term.Style // how boards are drawn
}

// streams are where a command writes: the answer, and what it has to say
// beside it.
type streams struct {
	answer, remarks, details io.Writer
	progress                 *term.Progress
}

// json tells whether puzzles of any games are answered in JSON.
func (o solveOptions) json() bool { return o.lines || o.format == "json" }

func (o solveOptions) check(limitGiven bool) error {
	switch {
	case !slices.Contains(solveFormats, o.format):
		return fault.Newf(fault.Failed, "choose one of "+strings.Join(solveFormats, ", "), "there is no format %q", o.format)
	case o.limit < 0:
		return fault.Newf(fault.Failed, "give a number of solutions, or 0 for no limit", "the limit %d is below zero", o.limit)
	case limitGiven && !o.all && !o.count:
		return fault.New(fault.Failed, "--limit has nothing to limit", "use it with --all or --count")
	}
	return nil
}

// solvedLine is a line of JSON: the board as it was given and what was found.
type solvedLine struct {
	Size      int              `json:"size"`
	Regions   []string         `json:"regions"`
	Marks     []string         `json:"marks"`
	Solutions *int             `json:"solutions,omitempty"`
	Solution  solver.Placement `json:"solution"`
}

// solveBoards solves each board and writes the answers. Boards without a
// solution do not keep it from the others; the error tells which they were.
func solveBoards(ctx context.Context, to streams, boards []*solver.Board, opts solveOptions) error {
	m, err := method.Find(opts.method)
	if err != nil {
		return err
	}
	if err := m.Available(); err != nil {
		return err
	}
	out := &answerWriter{w: bufio.NewWriter(to.answer), opts: opts, method: m.Solver, single: len(boards) == 1}
	var unsolved []int
	var last error
	for i, b := range boards {
		to.progress.Show(int64(i), int64(len(boards)), "board %d of %d", i+1, len(boards))
		began := time.Now()
		if opts.ignoreMarks {
			b = b.Cleared()
		}
		err := solveBoard(ctx, out, b, opts)
		if errors.Is(err, solver.ErrNoSolution) {
			unsolved = append(unsolved, i+1)
			last = err
		} else if err != nil {
			return stoppedBy(ctx, errors.Join(err, out.w.Flush()))
		}
		printable.Fprintf(to.details, "board %d: %d x %d, %s on it, solved by %s: %s after %s\n", i+1, b.Size, b.Size,
			plural(len(b.Queens()), "queen"), m.Name, solvedOr(err), took(float64(time.Since(began))/float64(time.Millisecond)))
		if err := remarkGrowth(ctx, to.remarks, m, b); err != nil {
			return stoppedBy(ctx, errors.Join(err, out.w.Flush()))
		}
	}
	to.progress.Done()
	if err := flush(out.w); err != nil {
		return err
	}
	return unsolvedOf(unsolved, len(boards), "boards", last)
}

// flush writes what is left of the answer.
func flush(w *bufio.Writer) error {
	if err := w.Flush(); err != nil {
		return fault.Wrap(err, fault.Failed, "the answer could not be written: "+err.Error(), "check where the output goes")
	}
	return nil
}

// unsolvedOf returns the error for a whole run: which of so many boards have no solution,
// counted from 1, or where there was one only, its own.
func unsolvedOf(unsolved []int, of int, noun string, last error) error {
	if of == 1 || len(unsolved) == 0 {
		return last
	}
	return fault.Newf(fault.NoSolution, "solve those alone to see why", "%d of %d %s have no solution: %s", len(unsolved), of, noun, listed(unsolved))
}

func solvedOr(err error) string {
	if err != nil {
		return oneLine(err.Error())
	}
	return "done"
}

// solveBoard writes the answer for one board. It returns, or wraps,
// solver.ErrNoSolution where there is none.
func solveBoard(ctx context.Context, out *answerWriter, b *solver.Board, opts solveOptions) error {
	switch {
	case opts.count:
		n, err := out.method.Count(ctx, b, opts.limit)
		if err != nil {
			return err
		}
		out.counted(b, n)
		if n == 0 {
			return contradicted(ctx, b)
		}
		return nil

	case opts.all:
		n := 0
		for p, err := range out.method.All(ctx, b) {
			if err != nil {
				return err
			}
			if err := p.Check(b); err != nil {
				return err
			}
			out.solved(b, p, n, nil)
			if n++; n == opts.limit {
				break
			}
		}
		if n == 0 {
			out.unsolved(b)
			return contradicted(ctx, b)
		}
		return nil
	}

	p, err := out.method.Solve(ctx, b)
	if errors.Is(err, solver.ErrNoSolution) {
		out.unsolved(b)
		return contradicted(ctx, b)
	}
	if err != nil {
		return err
	}
	if err := p.Check(b); err != nil {
		return err
	}
	var count *int
	if opts.format == "json" {
		n, err := out.method.Count(ctx, b, 2)
		if err != nil {
			return err
		}
		count = &n
	}
	out.solved(b, p, 0, count)
	return nil
}

// answerWriter writes answers in the format asked for. Errors stay in w until
// it is flushed.
type answerWriter struct {
	w      *bufio.Writer
	opts   solveOptions
	method method.Solver
	single bool // there is one board only
	begun  bool // something was written
}

// solved writes a placement, the nth of its board from 0.
func (a *answerWriter) solved(b *solver.Board, p solver.Placement, nth int, count *int) {
	switch a.opts.format {
	case "columns":
		fmt.Fprintln(a.w, p)
	case "chess":
		fmt.Fprintln(a.w, p.Chess())
	case "json":
		a.json(b, count, p)
	default:
		if a.opts.style.Colorful() {
			a.drawn(p.On(b))
			return
		}
		// Further placements follow as marks of the same board.
		if nth == 0 {
			a.rows(b.RegionRows())
		}
		a.rows(p.On(b).MarkRows())
	}
}

// unsolved keeps the place of a board without a solution, where there are
// several boards or the format has a word for it.
func (a *answerWriter) unsolved(b *solver.Board) {
	switch {
	case a.opts.format == "json":
		a.json(b, new(int), nil)
	case a.single:
	case a.opts.format == "grid" && a.opts.style.Colorful():
		a.rows([]string{"# no solution"})
		a.begun = false // the board stands right below
		a.drawn(b)
	case a.opts.format == "grid":
		a.rows(append([]string{"# no solution"}, b.RegionRows()...))
		if len(b.Queens()) > 0 {
			a.rows(b.MarkRows())
		}
	default:
		fmt.Fprintln(a.w, "-")
	}
}

// counted writes how many placements a board has.
func (a *answerWriter) counted(b *solver.Board, n int) {
	if a.opts.format != "json" {
		fmt.Fprintln(a.w, n)
		return
	}
	line := struct {
		Size      int      `json:"size"`
		Regions   []string `json:"regions"`
		Marks     []string `json:"marks"`
		Solutions int      `json:"solutions"`
	}{b.Size, b.RegionRows(), b.MarkRows(), n}
	a.line(line)
}

func (a *answerWriter) json(b *solver.Board, count *int, p solver.Placement) {
	a.line(solvedLine{Size: b.Size, Regions: b.RegionRows(), Marks: b.MarkRows(), Solutions: count, Solution: p})
}

func (a *answerWriter) line(v any) {
	// The values hold numbers and strings only, which always marshal.
	_ = json.NewEncoder(a.w).Encode(v)
}

// drawn draws a board in colour.
func (a *answerWriter) drawn(b *solver.Board) {
	a.rows(nil)
	_ = a.opts.style.Board(a.w, b, nil, nil) // errors stay in the writer
}

// rows writes a block of lines, with an empty one before it unless it is the
// first.
func (a *answerWriter) rows(rows []string) {
	if a.begun {
		fmt.Fprintln(a.w)
	}
	a.begun = true
	for _, row := range rows {
		fmt.Fprintln(a.w, row)
	}
}

// stoppedBy turns the error of an interrupted search into one that says so.
func stoppedBy(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return fault.Wrap(err, fault.Stopped, "stopped before all solutions were found", "--limit N ends the search after N solutions")
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
