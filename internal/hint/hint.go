// Package hint tells a person the next step on a board, or all of them: in
// words, as text for a terminal, as a picture over the board, and as a page.
//
//	vision ──> solver/explain ──> [hint] ──> words, pictures, a page
//
// It starts from the marks that a person has made and clicks nothing. It keeps
// no state; all functions may be called from several goroutines at once.
package hint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"autoqueens/solver"
	"autoqueens/solver/explain"
)

// Hint is what to do next on a board. Of Slips and Step one is set at most;
// where neither is, every queen stands.
type Hint struct {
	Board *solver.Board
	Slips []explain.Slip // marks that are to be taken away first
	Step  *explain.Step
}

// For finds the next step from the marks on a board, or the marks that are
// wrong. It returns solver.ErrNoSolution where the board has none even without
// marks.
func For(ctx context.Context, b *solver.Board) (*Hint, error) {
	step, ok, err := explain.Next(ctx, b)
	switch {
	case errors.Is(err, solver.ErrNoSolution):
		slips, err := explain.Slips(ctx, b)
		if err != nil {
			return nil, err
		}
		return &Hint{Board: b, Slips: slips}, nil
	case err != nil:
		return nil, err
	case !ok:
		return &Hint{Board: b}, nil
	}
	return &Hint{Board: b, Step: &step}, nil
}

// Scene returns what to draw of the hint.
func (h *Hint) Scene() *Scene {
	s := &Scene{Board: h.Board, Queen: -1}
	if h.Step != nil {
		s = StepScene(h.Board, h.Step)
	}
	for _, slip := range h.Slips {
		s.Wrong = append(s.Wrong, slip.Cell)
		if slip.Clash >= 0 && !slices.ContainsFunc(h.Slips, func(other explain.Slip) bool { return other.Cell == slip.Clash }) {
			s.Reason = append(s.Reason, slip.Clash)
		}
	}
	return s
}

// Words returns the hint in a headline and lines that say why.
func (h *Hint) Words() (headline string, why []string) {
	switch {
	case len(h.Slips) > 0:
		for i, s := range h.Slips {
			// What is wrong with two queens is said of the first of them.
			if !slices.ContainsFunc(h.Slips[:i], func(before explain.Slip) bool { return before.Clash == s.Cell && before.Cell == s.Clash }) {
				why = append(why, slipWords(h.Board, s))
			}
		}
		return "take back " + slipNames(h.Board, h.Slips) + " before you go on", why
	case h.Step != nil:
		return h.Step.Conclusion(h.Board.Size), []string{StepReason(h.Step)}
	}
	return "nothing is left to do", []string{"every queen stands where it belongs"}
}

// StepReason returns why a step holds, with the name of the technique.
func StepReason(s *explain.Step) string { return fmt.Sprintf("%s (%v)", s.Reason, s.Technique) }

func markWord(m solver.Mark) string {
	if m == solver.Queen {
		return "queen"
	}
	return "cross"
}

// slipNames returns "the queen on r2c3 and the cross on r4c1".
func slipNames(b *solver.Board, slips []explain.Slip) string {
	text := ""
	for i, s := range slips {
		switch {
		case i > 0 && i == len(slips)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += "the " + markWord(s.Mark) + " on " + explain.CellName(b.Size, s.Cell)
	}
	return text
}

// slipWords says what is wrong with a mark, without telling where the queens
// belong any more than that takes.
func slipWords(b *solver.Board, s explain.Slip) string {
	cell := explain.CellName(b.Size, s.Cell)
	switch {
	case s.Mark == solver.Queen && s.Clash >= 0:
		return fmt.Sprintf("the queen on %s and the one on %s %s", cell, explain.CellName(b.Size, s.Clash), clashWords(b, s.Cell, s.Clash))
	case s.Mark == solver.Queen && s.Alone:
		return fmt.Sprintf("no solution has a queen on %s", cell)
	case s.Alone:
		return fmt.Sprintf("a queen will be needed on %s, so it must not be crossed out", cell)
	}
	return fmt.Sprintf("the %s on %s does not go together with the other marks", markWord(s.Mark), cell)
}

// clashWords says which rule two queens break.
func clashWords(b *solver.Board, x, y int) string {
	n := b.Size
	switch {
	case x/n == y/n:
		return fmt.Sprintf("are both in row %d", x/n+1)
	case x%n == y%n:
		return fmt.Sprintf("are both in column %d", x%n+1)
	case b.Regions[x] == b.Regions[y]:
		return "are both in region " + b.RegionRows()[x/n][x%n:x%n+1]
	}
	return "touch"
}

// Scene is a board and the cells that a drawing points out. Cells are
// row*Size+col, counted from 0.
type Scene struct {
	Board   *solver.Board // with the marks that stand before the step; nil for a board of another game
	Size    int           // rows of a board of another game
	Queen   int           // the cell that gets a queen, or -1
	Crossed []int         // cells that are ruled out
	About   []int         // cells that the conclusion is about, of another game
	Reason  []int         // cells that the conclusion is drawn from
	Unit    []int         // the rows, columns or regions that the reason is about
	Wrong   []int         // marks to be taken away
}

// StepScene returns what to draw of a step on a board with the marks that stand
// before it. Cells that only the new queen attacks are left out: they are many,
// and no part of the thought.
func StepScene(b *solver.Board, s *explain.Step) *Scene {
	scene := &Scene{Board: b, Queen: s.Queen, Reason: s.Because, Unit: s.Unit}
	if s.Queen < 0 {
		scene.Crossed = s.Crossed
	}
	return scene
}

// role is what a cell is in a scene.
type role int

const (
	bystander role = iota
	reason
	crossed
	crowned
	concluded
	wrong
)

// roles returns the role of each cell; where a cell has several, the one that
// says what to do.
func (s *Scene) roles() []role {
	size := s.Size
	if s.Board != nil {
		size = s.Board.Size
	}
	all := make([]role, size*size)
	for _, part := range []struct {
		cells []int
		role  role
	}{{s.Reason, reason}, {s.Crossed, crossed}, {s.About, concluded}, {s.Wrong, wrong}} {
		for _, cell := range part.cells {
			all[cell] = part.role
		}
	}
	if s.Queen >= 0 {
		all[s.Queen] = crowned
	}
	return all
}
