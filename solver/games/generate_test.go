package games

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// TestGenerate makes puzzles of all games and sizes: each has one solution, which is the one that
// comes with it, and the same seed makes the same again.
func TestGenerate(t *testing.T) {
	for _, g := range All()[1:] {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			seen := make(map[string]bool)
			made := 0
			for _, size := range g.Sizes {
				for seed := range uint64(12) {
					p, s, err := g.Generate(size, seed)
					if err != nil {
						t.Fatalf("size %d, seed %d: %v", size, seed, err)
					}
					if rows, cols := p.Dims(); rows != size || cols != size || p.Game() != g.Name {
						t.Errorf("size %d, seed %d: a %s puzzle of %d x %d", size, seed, p.Game(), rows, cols)
					}
					if err := p.Validate(); err != nil {
						t.Errorf("size %d, seed %d: %v", size, seed, err)
					}
					if err := p.Check(s); err != nil {
						t.Errorf("size %d, seed %d: %v", size, seed, err)
					}
					if n, err := p.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: Steps}); n != 1 || err != nil {
						t.Errorf("size %d, seed %d: %d solutions, %v", size, seed, n, err)
					}
					if err := shape(p); size == g.Usual && err != nil {
						t.Errorf("size %d, seed %d: %v", size, seed, err)
					}
					data, err := json.Marshal(p)
					if err != nil {
						t.Fatal(err)
					}
					if !seen[string(data)] {
						made++
					}
					seen[string(data)] = true
					again, _, _ := g.Generate(size, seed)
					if other, _ := json.Marshal(again); string(other) != string(data) {
						t.Errorf("size %d, seed %d: %s and then %s", size, seed, data, other)
					}
				}
			}
			if all := 12 * len(g.Sizes); made < all*9/10 {
				t.Errorf("%d of %d puzzles are different", made, all)
			}
			for _, size := range []int{-1, 0, 3, 17} {
				_, _, err := g.Generate(size, 1)
				if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
					t.Errorf("size %d: %v", size, err)
				}
			}
		})
	}
}

// shape reports where a puzzle of the usual size is unlike those of the day.
func shape(p puzzle.Puzzle) error {
	within := func(what string, n, least, most int) error {
		if n < least || n > most {
			return fmt.Errorf("%d %s, not from %d to %d", n, what, least, most)
		}
		return nil
	}
	switch p := p.(type) {
	case *tango.Puzzle:
		givens := 0
		for cell := range p.Cells {
			if p.Given(cell) != tango.Empty {
				givens++
			}
		}
		for _, s := range p.Signs {
			if p.Given(s.A.Row*p.Cols+s.A.Col) != tango.Empty && p.Given(s.B.Row*p.Cols+s.B.Col) != tango.Empty {
				return fmt.Errorf("a sign between givens at %v and %v", s.A, s.B)
			}
		}
		return errors.Join(within("givens", givens, 1, 14), within("signs", len(p.Signs), 2, 12))
	case *zip.Puzzle:
		return errors.Join(within("numbers", len(p.Numbers), 3, 20), within("walls", len(p.Walls), 0, 24))
	case *sudoku.Puzzle:
		givens := 0
		for _, value := range p.Cells {
			if value != 0 {
				givens++
			}
		}
		return within("givens", givens, 8, 16)
	case *patches.Puzzle:
		for _, c := range p.Clues {
			if c.Size == 1 {
				return errors.New("a rectangle of one cell")
			}
		}
		return within("clues", len(p.Clues), 4, 16)
	}
	return nil
}

func BenchmarkGenerate(b *testing.B) {
	for _, g := range All() {
		b.Run("game="+g.Name, func(b *testing.B) {
			for seed := uint64(0); b.Loop(); seed++ {
				if _, _, err := g.Generate(g.Usual, seed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
