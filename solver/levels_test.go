package solver_test

import (
	"context"
	"fmt"
	"testing"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

func TestLevels(t *testing.T) {
	for _, name := range solvertest.LevelFiles {
		t.Run(name, func(t *testing.T) {
			for i, l := range solvertest.Levels(t, name) {
				if testing.Short() && i%10 != 0 {
					continue
				}
				b := l.Board
				if got := solvertest.Count(b, 2); got != l.Solutions {
					t.Errorf("%s: %d solutions, want %d", l.ID, got, l.Solutions)
				}
				p, err := solver.Solve(t.Context(), b)
				if err != nil {
					t.Errorf("%s: %v", l.ID, err)
					continue
				}
				if err := p.Check(b); err != nil {
					t.Errorf("%s: %v", l.ID, err)
				}
				if l.Solution != nil && p.String() != solver.Placement(l.Solution).String() {
					t.Errorf("%s: solved as %v, want %v", l.ID, p, l.Solution)
				}
				same, err := solver.FromRows(l.Grid, nil)
				if err != nil {
					t.Errorf("%s: %v", l.ID, err)
				} else if same.String() != b.String() {
					t.Errorf("%s: read as\n%vfrom JSON and as\n%vfrom its rows", l.ID, b, same)
				}
			}
		})
	}
}

// BenchmarkSolve and BenchmarkCount measure a board, in turn one of many of the
// same size: generated ones, and those of the collection where it is there.

func BenchmarkSolve(b *testing.B) {
	benchmarkBoards(b, func(board *solver.Board) bool {
		_, err := solver.Solve(context.Background(), board)
		return err == nil
	})
}

func BenchmarkCount(b *testing.B) {
	benchmarkBoards(b, func(board *solver.Board) bool { return solvertest.Count(board, 2) > 0 })
}

func benchmarkBoards(b *testing.B, solve func(*solver.Board) bool) {
	run := func(b *testing.B, boards []*solver.Board) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if !solve(boards[i%len(boards)]) {
				b.Fatal("a board was not solved")
			}
		}
	}
	for n := 5; n <= 12; n++ {
		var boards []*solver.Board
		for seed := range uint64(32) {
			board, _, err := solver.Generate(n, seed)
			if err != nil {
				b.Fatal(err)
			}
			boards = append(boards, board)
		}
		b.Run(fmt.Sprintf("from=generated/size=%02d", n), func(b *testing.B) { run(b, boards) })
	}
	for _, name := range solvertest.LevelFiles {
		b.Run("from="+name, func(b *testing.B) {
			for n, boards := range solvertest.BySize(solvertest.Levels(b, name)) {
				if len(boards) > 0 {
					b.Run(fmt.Sprintf("size=%02d", n), func(b *testing.B) { run(b, boards) })
				}
			}
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for n := solver.MinGenerate; n <= solver.MaxGenerate; n++ {
		b.Run(fmt.Sprintf("size=%02d", n), func(b *testing.B) {
			for seed := uint64(0); b.Loop(); seed++ {
				if _, _, err := solver.Generate(n, seed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
