package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/explain"
	"autoqueens/solver/puzzle"
)

// Queens is the name of Queens among the games.
const Queens = "queens"

// Board is a board of Queens as a [puzzle.Puzzle]. Its solutions are of the type
// [solver.Placement], and keep the queens that stand on it.
type Board struct{ solver.Board }

// generateQueens is [solver.Generate].
func generateQueens(size int, seed uint64) (*Board, solver.Placement, error) {
	b, p, err := solver.Generate(size, seed)
	if err != nil {
		return nil, nil, err
	}
	return &Board{*b}, p, nil
}

// Game returns the name of the game.
func (b *Board) Game() string { return Queens }

// Dims returns the number of rows and columns.
func (b *Board) Dims() (rows, cols int) { return b.Size, b.Size }

// Solve is [solver.Solve].
func (b *Board) Solve(ctx context.Context) (puzzle.Solution, error) {
	p, err := solver.Solve(ctx, &b.Board)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Count is [solver.Count].
func (b *Board) Count(ctx context.Context, limit puzzle.Limit) (int, error) {
	return solver.Count(ctx, &b.Board, limit)
}

// All is [solver.All].
func (b *Board) All(ctx context.Context) iter.Seq[puzzle.Solution] {
	return func(yield func(puzzle.Solution) bool) {
		for p := range solver.All(ctx, &b.Board) {
			if !yield(p) {
				return
			}
		}
	}
}

// Check is [solver.Placement.Check].
func (b *Board) Check(answer puzzle.Solution) error {
	p, ok := answer.(solver.Placement)
	if !ok {
		return fault.Plain("this is no answer to a board of Queens", "this answer must not be played")
	}
	return p.Check(&b.Board)
}

// MarshalJSON writes {"game":"queens","size":N,"regions":[rows],"marks":[rows]}.
func (b *Board) MarshalJSON() ([]byte, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		Game    string   `json:"game"`
		Size    int      `json:"size"`
		Regions []string `json:"regions"`
		Marks   []string `json:"marks"`
	}{Queens, b.Size, b.RegionRows(), b.MarkRows()})
}

// Explain is [explain.Explain], its steps in words.
func (b *Board) Explain(ctx context.Context) (*puzzle.Explanation, error) {
	return b.explained(explain.Explain(ctx, &b.Board))
}

// Resume is [explain.Resume], its steps in words: it goes on from the crosses on the board as well.
func (b *Board) Resume(ctx context.Context) (*puzzle.Explanation, error) {
	return b.explained(explain.Resume(ctx, &b.Board))
}

// explained returns an explanation in words.
func (b *Board) explained(e *explain.Explanation, err error) (*puzzle.Explanation, error) {
	if err != nil {
		return nil, err
	}
	steps := &puzzle.Explanation{Solution: e.Placement, Hardest: puzzle.None}
	if len(e.Steps) > 0 {
		steps.Hardest = technique(e.Hardest())
	}
	now := b
	for _, s := range e.Steps {
		now = &Board{*explain.After(&now.Board, &s)}
		step := b.step(s)
		step.Board = now
		steps.Steps = append(steps.Steps, step)
	}
	return steps, nil
}

// technique returns a technique of Queens as one of a game.
func technique(t explain.Technique) puzzle.Technique {
	return puzzle.Technique{Name: t.String(), Grade: t.Grade()}
}

// queensTechniques returns those of Queens, from the easiest to the hardest.
func queensTechniques() (all []puzzle.Technique) {
	for t := explain.LastCell; t <= explain.Search; t++ {
		all = append(all, technique(t))
	}
	return all
}

// step returns a step in words.
func (b *Board) step(s explain.Step) puzzle.Step {
	about := s.Crossed
	if s.Queen >= 0 {
		about = []int{s.Queen}
	}
	return puzzle.Step{
		Technique:  technique(s.Technique),
		Conclusion: s.Conclusion(b.Size), Reason: s.Reason, Cells: b.places(about), Crossed: s.Queen < 0, Because: b.places(s.Because), Unit: b.places(s.Unit),
	}
}

// Hint is [explain.Next] and [explain.Slips], in words.
func (b *Board) Hint(ctx context.Context) (*puzzle.Hint, error) {
	step, ok, err := explain.Next(ctx, &b.Board)
	switch {
	case errors.Is(err, fault.NoSolution):
		slips, err := explain.Slips(ctx, &b.Board)
		if err != nil {
			return nil, err
		}
		return &puzzle.Hint{Slips: b.slips(slips)}, nil
	case err != nil || !ok:
		return &puzzle.Hint{}, err
	}
	s := b.step(step)
	s.Board = &Board{*explain.After(&b.Board, &step)}
	return &puzzle.Hint{Steps: []puzzle.Step{s}}, nil
}

// places returns cells, row*Size+col, as places.
func (b *Board) places(cells []int) (all []puzzle.Cell) {
	for _, cell := range cells {
		all = append(all, puzzle.Cell{Row: cell / b.Size, Col: cell % b.Size})
	}
	return all
}

// slips returns marks that no solution has, in words.
func (b *Board) slips(slips []explain.Slip) []puzzle.Slip {
	all := make([]puzzle.Slip, len(slips))
	for i, s := range slips {
		all[i] = puzzle.Slip{What: "the " + markWord(s.Mark) + " on " + explain.CellName(b.Size, s.Cell), Cells: b.places([]int{s.Cell})}
		// What is wrong with two queens is said of the first of them.
		if !slices.ContainsFunc(slips[:i], func(before explain.Slip) bool { return before.Clash == s.Cell && before.Cell == s.Clash }) {
			all[i].Why = b.slipWords(s)
		}
		if s.Clash >= 0 && !slices.ContainsFunc(slips, func(other explain.Slip) bool { return other.Cell == s.Clash }) {
			all[i].Because = b.places([]int{s.Clash})
		}
	}
	return all
}

func markWord(m solver.Mark) string {
	if m == solver.Queen {
		return "queen"
	}
	return "cross"
}

// slipWords says what is wrong with a mark, without telling where the queens
// belong any more than that takes.
func (b *Board) slipWords(s explain.Slip) string {
	cell := explain.CellName(b.Size, s.Cell)
	switch {
	case s.Mark == solver.Queen && s.Clash >= 0:
		return fmt.Sprintf("the queen on %s and the one on %s %s", cell, explain.CellName(b.Size, s.Clash), b.clashWords(s.Cell, s.Clash))
	case s.Mark == solver.Queen && s.Alone:
		return fmt.Sprintf("no solution has a queen on %s", cell)
	case s.Alone:
		return fmt.Sprintf("a queen will be needed on %s, so it must not be crossed out", cell)
	}
	return fmt.Sprintf("the %s on %s does not go together with the other marks", markWord(s.Mark), cell)
}

// clashWords says which rule two queens break.
func (b *Board) clashWords(x, y int) string {
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
