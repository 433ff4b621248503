package games

import (
	"context"
	"encoding/json"
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
	for _, s := range e.Steps {
		about := s.Crossed
		if s.Queen >= 0 {
			about = []int{s.Queen}
		}
		steps.Steps = append(steps.Steps, puzzle.Step{
			Technique:  puzzle.Technique{Name: s.Technique.String(), Grade: s.Technique.Grade()},
			Conclusion: s.Conclusion(b.Size), Reason: s.Reason, Cells: b.places(about), Because: b.places(s.Because),
		})
	}
	return steps, nil
}

// places returns cells, row*Size+col, as places.
func (b *Board) places(cells []int) (all []puzzle.Cell) {
	for _, cell := range cells {
		all = append(all, puzzle.Cell{Row: cell / b.Size, Col: cell % b.Size})
	}
	return all
}
