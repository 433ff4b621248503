package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/explain"
)

// explainBoards prints how each board is solved, or how hard it is.
func explainBoards(ctx context.Context, to io.Writer, boards []*solver.Board, opts solveOptions) error {
	w := bufio.NewWriter(to)
	for i, b := range boards {
		if opts.ignoreMarks {
			b = b.Cleared()
		}
		e, err := explain.Explain(ctx, b)
		if errors.Is(err, solver.ErrNoSolution) {
			err = contradicted(ctx, b)
			if len(boards) > 1 {
				err = fault.Wrap(err, fault.NoSolution, fmt.Sprintf("board %d: %v", i+1, err), "solve the others without it")
			}
		}
		if err != nil {
			return stoppedBy(ctx, errors.Join(err, w.Flush()))
		}
		switch {
		case opts.format == "json":
			// Numbers and strings always marshal.
			_ = json.NewEncoder(w).Encode(explainedLine(b, e, opts.explain))
		case opts.grade:
			fmt.Fprintln(w, e.Grade())
		default:
			if i > 0 {
				fmt.Fprintln(w)
			}
			printSteps(w, b, e)
		}
	}
	return flush(w)
}

// printSteps prints a numbered line a step, and the grade.
func printSteps(w io.Writer, b *solver.Board, e *explain.Explanation) {
	for i, s := range e.Steps {
		fmt.Fprintf(w, "%d. %s\n", i+1, stepWords(b, &s))
	}
	fmt.Fprintln(w, gradeWords(e))
}

// stepWords says a step in a line.
func stepWords(b *solver.Board, s *explain.Step) string {
	return fmt.Sprintf("%s: %s (%v)", s.Conclusion(b.Size), s.Reason, s.Technique)
}

func gradeWords(e *explain.Explanation) string {
	return fmt.Sprintf("grade: %v, the hardest technique is %v", e.Grade(), e.Hardest())
}

// explainedStep is a step as JSON writes it. Cells are pairs of row and column,
// from 0.
type explainedStep struct {
	Technique string   `json:"technique"`
	Queen     *[2]int  `json:"queen"`
	Crossed   [][2]int `json:"crossed"`
	Because   [][2]int `json:"because"`
	Reason    string   `json:"reason"`
}

// explainedBoard is a line of JSON: a board and how it is solved.
type explainedBoard struct {
	Size     int              `json:"size"`
	Regions  []string         `json:"regions"`
	Marks    []string         `json:"marks"`
	Grade    string           `json:"grade"`
	Steps    []explainedStep  `json:"steps,omitempty"`
	Solution solver.Placement `json:"solution"`
}

func explainedLine(b *solver.Board, e *explain.Explanation, steps bool) explainedBoard {
	line := explainedBoard{Size: b.Size, Regions: b.RegionRows(), Marks: b.MarkRows(), Grade: e.Grade().String(), Solution: e.Placement}
	if !steps {
		return line
	}
	for _, s := range e.Steps {
		line.Steps = append(line.Steps, explainedStepOf(b.Size, &s))
	}
	return line
}

// explainedStepOf returns a step on a board with size rows as JSON writes it.
func explainedStepOf(size int, s *explain.Step) explainedStep {
	step := explainedStep{Technique: s.Technique.String(), Crossed: cellPairs(size, s.Crossed), Because: cellPairs(size, s.Because), Reason: s.Reason}
	if s.Queen >= 0 {
		step.Queen = &cellPairs(size, []int{s.Queen})[0]
	}
	return step
}

// cellPairs returns cells as pairs of row and column, from 0.
func cellPairs(size int, cells []int) [][2]int {
	all := make([][2]int, len(cells))
	for i, cell := range cells {
		all[i] = [2]int{cell / size, cell % size}
	}
	return all
}
