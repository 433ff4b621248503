package main

import (
	"bufio"
	"errors"
	"fmt"
	"time"

	"autoqueens/internal/answer"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/sudoku/batch"
)

// sudokuWriter writes answers in the order of the puzzles. It holds the first
// back until it knows whether that is the only one, which is drawn as a grid.
type sudokuWriter struct {
	w     *bufio.Writer
	to    answer.Streams
	opts  sudokuOptions
	start time.Time

	first                          *solvedSudoku
	firstUnread                    error
	puzzle                         *sudoku.Puzzle // the first
	puzzles                        int
	one, several, none, unreadable int
	lastErr                        error
}

func newSudokuWriter(to answer.Streams, opts sudokuOptions) *sudokuWriter {
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
	case r.err != nil:
		s.lastErr = r.err
		return false
	case r.solutions == 1:
		s.one++
	default:
		s.several++
	}
	if s.puzzles == 1 {
		s.first, s.firstUnread, s.puzzle = &r, item.Err, item.Puzzle
		return true
	}
	if s.puzzles == 2 {
		if f := s.firstUnread; f != nil {
			fmt.Fprintf(s.to.Remarks, "%v\n", f)
		}
		s.lines(s.first)
	}
	if item.Err != nil {
		fmt.Fprintf(s.to.Remarks, "%v\n", item.Err)
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
	if s.puzzles == 1 {
		s.alone()
	}
	if err := s.w.Flush(); err != nil {
		return fault.Wrap(err, fault.Failed, "the answer could not be written: "+err.Error(), "check where the output goes")
	}
	switch {
	case s.puzzles == 0:
		return fault.New(fault.Failed, "there is no Sudoku to solve: the input is empty", "write a puzzle on one line, a character a cell, or as a grid with a row a line")
	case s.puzzles == 1:
		return s.lastErr
	}
	took := time.Since(s.start)
	fmt.Fprintf(s.to.Remarks, "%s in %.3f s, %.0f a second: %d with one solution, %d with several, %d with none, %d unreadable\n",
		printable.Count(s.puzzles, "puzzle"), took.Seconds(), float64(s.puzzles)/took.Seconds(), s.one, s.several, s.none, s.unreadable)
	switch {
	case s.unreadable > 0:
		return fault.Newf(fault.Failed, "the lines above say what is wrong with them", "%d of %d puzzles could not be read", s.unreadable, s.puzzles)
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
		if drawn, _ := s.opts.style.Digits(s.w, p.Size, p.String(), p.Boxes(), given); !drawn { // errors stay in w
			fmt.Fprint(s.w, p.Grid())
		}
	}
	if len(r.grids) == 1 && r.solutions > 1 {
		fmt.Fprintln(s.to.Remarks, "this is one of several solutions")
	}
}
