// Package hint tells a person the next step on a board of any game, or all of them: in
// words, as text for a terminal, as a picture over the board, and as a page.
//
//	vision ──> solver/... ──> [hint] ──> words, pictures, a page
//
// It starts from what a person has done and clicks nothing. It keeps no state; all
// functions may be called from several goroutines at once.
package hint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// Hint is what to do next on a board.
type Hint struct {
	puzzle.Hint
	Puzzle puzzle.Puzzle
}

// For finds the next step from what is done on a board, or what of it is wrong. The error is
// of the kind [fault.NoSolution] where there is none even without that.
func For(ctx context.Context, p puzzle.Puzzle) (*Hint, error) {
	h, err := p.Hint(ctx)
	if err != nil {
		return nil, err
	}
	return &Hint{*h, p}, nil
}

// toldSteps is how many of the steps that lead to a hint are told: as many as a person follows at
// a glance. On some boards of Zip it takes fifty until one leaves a trace.
const toldSteps = 6

// Words returns the hint in a headline and lines that say why.
func (h *Hint) Words() (headline string, why []string) {
	switch {
	case len(h.Slips) > 0:
		what := make([]string, len(h.Slips))
		for i, s := range h.Slips {
			if what[i] = s.What; s.Why != "" {
				why = append(why, s.Why)
			}
		}
		if why == nil {
			why = []string{"no solution has that"}
		}
		return "take back " + joined(what) + " before you go on", why
	case len(h.Steps) > 0:
		last := len(h.Steps) - 1
		for i, s := range h.Steps[:last] {
			if left := last - i; i == toldSteps && left > 1 {
				why = append(why, fmt.Sprintf("... %d steps more, which --json prints", left))
				break
			}
			why = append(why, StepWords(&s))
		}
		return h.Steps[last].Conclusion, append(why, reasonWords(&h.Steps[last]))
	case h.Puzzle.Game() == games.Queens:
		return "nothing is left to do", []string{"every queen stands where it belongs"}
	}
	return "nothing is left to do", []string{"the board is solved"}
}

// Line returns the hint as a line of JSON: the puzzle, where it was seen, and what to do.
func (h *Hint) Line(seen string) ([]byte, error) {
	headline, _ := h.Words()
	kind, more := "solved", []puzzle.Field(nil)
	switch {
	case len(h.Slips) > 0:
		kind, more = "wrong", []puzzle.Field{{Name: "wrong", Value: h.Slips}}
	case len(h.Steps) > 0:
		kind, more = "step", []puzzle.Field{{Name: "steps", Value: h.Steps}}
	}
	return puzzle.Line(h.Puzzle, append([]puzzle.Field{{Name: "picture", Value: seen}, {Name: "hint", Value: kind}, {Name: "words", Value: headline}}, more...)...)
}

// Explain solves a puzzle as a person would. With fromMarks it goes on from the crosses on a board
// of Queens. The error is of the kind [fault.NoSolution] where that has none.
func Explain(ctx context.Context, p puzzle.Puzzle, fromMarks bool) (*puzzle.Explanation, error) {
	b, ok := p.(*games.Board)
	switch {
	case !fromMarks && !ok:
		return p.Explain(ctx)
	case !ok:
		return nil, fault.Plainf("leave it out; 'autoqueens hint' goes on from what is done", "--from-marks is for boards of Queens, and this is one of %s", games.Of(p).Title)
	}
	explain := b.Explain
	if fromMarks {
		explain = b.Resume
	}
	e, err := explain(ctx)
	if !errors.Is(err, solver.ErrNoSolution) {
		return e, err
	}
	if _, bare := solver.Solve(ctx, b.Cleared()); bare != nil {
		return nil, err
	}
	return nil, fault.Wrap(err, fault.NoSolution, "no solution holds all the marks on the board",
		"'autoqueens hint' says which are wrong; --ignore-marks starts without them")
}

// StepWords says a step in a line.
func StepWords(s *puzzle.Step) string { return s.Conclusion + ": " + reasonWords(s) }

// reasonWords returns why a step holds, with the name of the technique.
func reasonWords(s *puzzle.Step) string { return fmt.Sprintf("%s (%s)", s.Reason, s.Technique.Name) }

// GradeWords says how hard a puzzle is, and why.
func GradeWords(e *puzzle.Explanation) string {
	return fmt.Sprintf("grade: %v, the hardest technique is %s", e.Grade(), e.Hardest.Name)
}

// joined returns "a, b and c".
func joined(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// Scene is a board and the cells that a drawing points out. Cells are row-major, counted from 0.
type Scene struct {
	Puzzle  puzzle.Puzzle // as it stands before the step
	Queen   int           // the cell that gets a queen, or -1
	Crossed []int         // cells that are ruled out
	About   []int         // cells that the conclusion is about, of another game than Queens
	Reason  []int         // cells that the conclusion is drawn from
	Unit    []int         // the rows, columns or regions that the reason is about
	Wrong   []int         // what is to be taken back
}

// Scene returns what to draw of the hint.
func (h *Hint) Scene() *Scene {
	if len(h.Steps) > 0 {
		return StepScene(h.Puzzle, &h.Steps[len(h.Steps)-1])
	}
	s := &Scene{Puzzle: h.Puzzle, Queen: -1}
	for _, slip := range h.Slips {
		s.Wrong = append(s.Wrong, s.at(slip.Cells)...)
		s.Reason = append(s.Reason, s.at(slip.Because)...)
	}
	return s
}

// StepScene returns what to draw of a step on a board as it stands before it.
func StepScene(p puzzle.Puzzle, step *puzzle.Step) *Scene {
	s := &Scene{Puzzle: p, Queen: -1}
	s.Reason, s.Unit = s.at(step.Because), s.at(step.Unit)
	switch about := s.at(step.Cells); {
	case step.Crossed:
		s.Crossed = about
	case s.board() != nil:
		s.Queen = about[0]
	default:
		s.About = about
	}
	return s
}

// at returns places as cells.
func (s *Scene) at(places []puzzle.Cell) (cells []int) {
	_, cols := s.Puzzle.Dims()
	for _, c := range places {
		cells = append(cells, c.Row*cols+c.Col)
	}
	return cells
}

// board returns the board of Queens, nil for another game.
func (s *Scene) board() *solver.Board {
	if b, ok := s.Puzzle.(*games.Board); ok {
		return &b.Board
	}
	return nil
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
	rows, cols := s.Puzzle.Dims()
	all := make([]role, rows*cols)
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

// meanings says what a cell's role means, in the order in which legends have them.
var meanings = []struct {
	role  role
	words string
}{{crowned, "put a queen here"}, {concluded, "this follows"}, {crossed, "cross this out"}, {wrong, "take this back"}, {reason, "the reason"}}

// marked tells whether a scene points anything out.
func (s *Scene) marked() bool {
	return slices.ContainsFunc(s.roles(), func(r role) bool { return r != bystander })
}
