package games

import (
	"context"
	"encoding/json"
	"errors"
	"iter"

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
		return fault.New(fault.Failed, "this is no answer to a board of Queens", "this answer must not be played")
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
	e, err := explain.Explain(ctx, &b.Board)
	if err != nil {
		return nil, err
	}
	steps := &puzzle.Explanation{Solution: e.Placement}
	now := b
	for _, s := range e.Steps {
		now = &Board{*explain.After(&now.Board, &s)}
		step := b.step(s)
		step.Board = now
		steps.Steps = append(steps.Steps, step)
	}
	return steps, nil
}

// step returns a step in words.
func (b *Board) step(s explain.Step) puzzle.Step {
	about := s.Crossed
	if s.Queen >= 0 {
		about = []int{s.Queen}
	}
	return puzzle.Step{
		Technique:  puzzle.Technique{Name: s.Technique.String(), Grade: s.Technique.Grade()},
		Conclusion: s.Conclusion(b.Size), Reason: s.Reason, Cells: b.places(about), Because: b.places(s.Because),
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
		h := &puzzle.Hint{}
		for _, s := range slips {
			at := b.places([]int{s.Cell})
			what := "the cross on "
			if b.Marks[s.Cell] == solver.Queen {
				what = "the queen on "
			}
			h.Slips = append(h.Slips, puzzle.Slip{What: what + at[0].String(), Cells: at})
		}
		return h, nil
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
