package games

import (
	"bytes"
	"encoding/json"
	"testing"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/solvertest"
)

// levels are the puzzles of a game in the collection that may lie beside the project, and their
// solutions as JSON.
func levels(tb testing.TB, game string) (puzzles []puzzle.Puzzle, solutions []string) {
	tb.Helper()
	data := solvertest.Shared(tb, "games", "levels", game+".jsonl")
	puzzles, err := Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var l struct{ Solution, Path, Rects json.RawMessage }
		if err := json.Unmarshal(line, &l); err != nil {
			tb.Fatal(err)
		}
		solutions = append(solutions, string(l.Solution)+string(l.Path)+string(l.Rects))
	}
	if len(puzzles) != len(solutions) || len(puzzles) == 0 {
		tb.Fatalf("%s: %d puzzles, %d solutions", game, len(puzzles), len(solutions))
	}
	return puzzles, solutions
}

// TestLevels solves the puzzles of the collection: each has the one solution that the collection
// knows, and few steps tell so.
func TestLevels(t *testing.T) {
	for _, g := range All()[1:] {
		t.Run(g.Name, func(t *testing.T) {
			puzzles, solutions := levels(t, g.Name)
			for i, p := range puzzles {
				const steps = 2000
				n, err := p.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: steps})
				if n != 1 || err != nil {
					t.Errorf("puzzle %d has %d solutions, %v", i+1, n, err)
				}
				s, err := p.Solve(t.Context())
				if err != nil {
					t.Errorf("puzzle %d: %v", i+1, err)
					continue
				}
				if err := p.Check(s); err != nil {
					t.Errorf("puzzle %d: %v", i+1, err)
				}
				if got, err := json.Marshal(s); err != nil || string(got) != solutions[i] {
					t.Errorf("puzzle %d is solved as %s, want %s, %v", i+1, got, solutions[i], err)
				}
				if Of(p).Name != g.Name {
					t.Errorf("puzzle %d is one of %s", i+1, p.Game())
				}
			}
		})
	}
}

// BenchmarkCount counts the solutions of a puzzle of the collection up to two, as the reader does.
func BenchmarkCount(b *testing.B) {
	for _, g := range All()[1:] {
		b.Run("game="+g.Name, func(b *testing.B) {
			puzzles, _ := levels(b, g.Name)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if n, err := puzzles[i%len(puzzles)].Count(b.Context(), puzzle.Limit{Solutions: 2, Steps: Steps}); n != 1 || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}
