package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/method"
	"autoqueens/solver/puzzle"
)

// onlyQueens returns the boards of puzzles that are all of Queens, and false where one is not.
func onlyQueens(puzzles []puzzle.Puzzle) ([]*solver.Board, bool) {
	boards := make([]*solver.Board, len(puzzles))
	for i, p := range puzzles {
		b, ok := p.(*games.Board)
		if !ok {
			return nil, false
		}
		boards[i] = &b.Board
	}
	return boards, true
}

// checkGames reports flags that only boards of Queens go with.
func (o solveOptions) checkGames() error {
	flag := ""
	switch {
	case o.method != method.Main:
		flag = "--method " + o.method
	case o.exports():
		flag = "a formula for other solvers"
	case o.format == "columns" || o.format == "chess":
		flag = "--format " + o.format
	default:
		return nil
	}
	return fault.Newf(fault.Failed, "leave it out, or give boards of Queens alone", "%s is for Queens, and there are puzzles of other games", flag)
}

// solvePuzzles solves puzzles of any games and writes the answers. Those without a solution do
// not keep it from the others; the error tells which they were.
func solvePuzzles(ctx context.Context, to streams, puzzles []puzzle.Puzzle, opts solveOptions) error {
	out := &puzzleWriter{w: bufio.NewWriter(to.answer), opts: opts}
	var unsolved []int
	var last error
	for i, p := range puzzles {
		to.progress.Show(int64(i), int64(len(puzzles)), "puzzle %d of %d", i+1, len(puzzles))
		if b, ok := p.(*games.Board); ok && opts.ignoreMarks {
			p = &games.Board{Board: *b.Cleared()}
		}
		err := out.solve(ctx, p)
		if errors.Is(err, fault.NoSolution) {
			unsolved = append(unsolved, i+1)
			last = err
		} else if err != nil {
			return stoppedBy(ctx, errors.Join(err, out.w.Flush()))
		}
		rows, cols := p.Dims()
		printable.Fprintf(to.details, "puzzle %d: %s, %d x %d: %s\n", i+1, games.Of(p).Title, rows, cols, solvedOr(err))
	}
	to.progress.Done()
	if err := flush(out.w); err != nil {
		return err
	}
	return unsolvedOf(unsolved, len(puzzles), "puzzles", last)
}

// puzzleWriter writes answers in the format asked for. Errors stay in w until it is flushed.
type puzzleWriter struct {
	w     *bufio.Writer
	opts  solveOptions
	begun bool // a grid was written
}

// solve writes the answer to a puzzle. The error is of the kind [fault.NoSolution] where there is
// none.
func (a *puzzleWriter) solve(ctx context.Context, p puzzle.Puzzle) error {
	switch {
	case a.opts.explain, a.opts.grade:
		return a.explain(ctx, p)

	case a.opts.count:
		n, err := p.Count(ctx, puzzle.Limit{Solutions: a.opts.limit})
		if err != nil {
			return err
		}
		if !a.opts.json() {
			fmt.Fprintln(a.w, n)
		} else if err := a.line(p, field{"solutions", n}); err != nil {
			return err
		}
		if n == 0 {
			return withoutSolution(ctx, p)
		}
		return nil

	case a.opts.all:
		n := 0
		for s := range p.All(ctx) {
			if err := a.solved(p, s); err != nil {
				return err
			}
			if n++; n == a.opts.limit {
				return nil
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if n == 0 {
			return errors.Join(withoutSolution(ctx, p), a.unsolved(p))
		}
		return nil
	}
	s, err := p.Solve(ctx)
	if errors.Is(err, fault.NoSolution) {
		return errors.Join(err, a.unsolved(p))
	}
	if err != nil {
		return err
	}
	if !a.opts.json() {
		return a.solved(p, s)
	}
	n, err := p.Count(ctx, puzzle.Limit{Solutions: 2, Steps: games.Steps})
	fields := []field{{"solutions", n}, {"solution", s}}
	if errors.Is(err, puzzle.ErrGivenUp) {
		fields = []field{{"solutions", max(n, 1)}, {"given_up", true}, {"solution", s}}
	} else if err != nil {
		return err
	}
	if err := p.Check(s); err != nil {
		return err
	}
	return a.line(p, fields...)
}

// explain writes how a puzzle is solved, or how hard it is.
func (a *puzzleWriter) explain(ctx context.Context, p puzzle.Puzzle) error {
	e, err := p.Explain(ctx)
	if errors.Is(err, fault.NoSolution) {
		return errors.Join(err, a.unsolved(p))
	}
	if err != nil {
		return err
	}
	switch {
	case a.opts.json() && a.opts.grade:
		return a.line(p, field{"grade", e.Grade().String()}, field{"solution", e.Solution})
	case a.opts.json():
		return a.line(p, field{"grade", e.Grade().String()}, field{"steps", stepLines(e.Steps)}, field{"solution", e.Solution})
	case a.opts.grade:
		fmt.Fprintln(a.w, e.Grade())
		return nil
	}
	var lines []string
	for i, s := range e.Steps {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, hint.PuzzleStep(&s)))
	}
	a.grid(strings.Join(append(lines, puzzleGradeWords(e)), "\n"))
	return nil
}

func puzzleGradeWords(e *puzzle.Explanation) string {
	return fmt.Sprintf("grade: %v, the hardest technique is %s", e.Grade(), e.Hardest().Name)
}

// explainedPuzzleStep is a step as JSON writes it. Cells are pairs of row and column, from 0.
type explainedPuzzleStep struct {
	Technique  string        `json:"technique"`
	Conclusion string        `json:"conclusion"`
	Cells      []puzzle.Cell `json:"cells"`
	Because    []puzzle.Cell `json:"because"`
	Reason     string        `json:"reason"`
}

// stepLines returns steps as JSON writes them.
func stepLines(steps []puzzle.Step) []explainedPuzzleStep {
	lines := make([]explainedPuzzleStep, len(steps))
	for i, s := range steps {
		lines[i] = explainedPuzzleStep{s.Technique.Name, s.Conclusion, s.Cells, s.Because, s.Reason}
	}
	return lines
}

// withoutSolution returns the error of a puzzle without a solution.
func withoutSolution(ctx context.Context, p puzzle.Puzzle) error {
	_, err := p.Solve(ctx)
	return err
}

// solved writes a solution.
func (a *puzzleWriter) solved(p puzzle.Puzzle, s puzzle.Solution) error {
	if err := p.Check(s); err != nil {
		return err
	}
	if a.opts.json() {
		return a.line(p, field{"solution", s})
	}
	a.grid(drawn(p, s))
	return nil
}

// unsolved keeps the place of a puzzle without a solution.
func (a *puzzleWriter) unsolved(p puzzle.Puzzle) error {
	if a.opts.json() {
		return a.line(p, field{"solutions", 0}, field{"solution", nil})
	}
	a.grid("-")
	return nil
}

// drawn returns a solution as rows of text.
func drawn(p puzzle.Puzzle, s puzzle.Solution) string {
	if b, ok := p.(*games.Board); ok {
		if placement, ok := s.(solver.Placement); ok {
			return strings.Join(placement.On(&b.Board).MarkRows(), "\n")
		}
	}
	return s.String()
}

// grid writes a block of lines, with an empty one before it unless it is the first.
func (a *puzzleWriter) grid(text string) {
	if a.begun {
		fmt.Fprintln(a.w)
	}
	a.begun = true
	fmt.Fprintln(a.w, text)
}

// field is what a line of JSON has beside the puzzle.
type field struct {
	name  string
	value any
}

// line writes a puzzle as a line of JSON with more fields.
func (a *puzzleWriter) line(p puzzle.Puzzle, fields ...field) error {
	data, err := jsonWith(p, fields...)
	if err != nil {
		return err
	}
	_, err = a.w.Write(append(data, '\n'))
	return err
}

// jsonWith returns the JSON of a puzzle with more fields after its own.
func jsonWith(p puzzle.Puzzle, fields ...field) ([]byte, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	line := bytes.NewBuffer(bytes.TrimSuffix(data, []byte("}")))
	for _, f := range fields {
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(line, ",%q:%s", f.name, value)
	}
	line.WriteByte('}')
	return line.Bytes(), nil
}
