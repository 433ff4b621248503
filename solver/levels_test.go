package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// level is a puzzle of the collection that may lie beside the project.
type level struct {
	ID        string   `json:"id"`
	Grid      []string `json:"grid"`
	Solutions int      `json:"solutions"` // counted up to 2
	Solution  []int    `json:"solution"`  // null where there are several
	Connected bool     `json:"connected"`
}

// readLevels returns the levels in a file and their boards as ParseAll reads
// them. It skips the test where the collection is not there.
func readLevels(tb testing.TB, name string) ([]level, []*Board) {
	tb.Helper()
	path := filepath.Join("..", "..", "shared", "levels", name)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("the collection of levels is not beside the project: no %s", path)
	}
	if err != nil {
		tb.Fatal(err)
	}
	var levels []level
	if err := json.Unmarshal(data, &levels); err != nil {
		tb.Fatal(err)
	}
	boards, err := ParseAll(data)
	if err != nil {
		tb.Fatal(err)
	}
	if len(boards) != len(levels) {
		tb.Fatalf("%s: %d boards were read of %d", path, len(boards), len(levels))
	}
	return levels, boards
}

var levelFiles = []string{"queens.json", "hard_queens.json"}

func TestLevels(t *testing.T) {
	for _, name := range levelFiles {
		t.Run(name, func(t *testing.T) {
			levels, boards := readLevels(t, name)
			for i, b := range boards {
				if testing.Short() && i%10 != 0 {
					continue
				}
				l := levels[i]
				if got := Count(b, 2); got != l.Solutions {
					t.Errorf("%s: %d solutions, want %d", l.ID, got, l.Solutions)
				}
				p, err := Solve(b)
				if err != nil {
					t.Errorf("%s: %v", l.ID, err)
					continue
				}
				if err := p.Check(b); err != nil {
					t.Errorf("%s: %v", l.ID, err)
				}
				if l.Solution != nil && p.String() != Placement(l.Solution).String() {
					t.Errorf("%s: solved as %v, want %v", l.ID, p, l.Solution)
				}
				same, err := FromRows(l.Grid, nil)
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
	benchmarkBoards(b, func(board *Board) bool {
		_, err := Solve(board)
		return err == nil
	})
}

func BenchmarkCount(b *testing.B) {
	benchmarkBoards(b, func(board *Board) bool { return Count(board, 2) > 0 })
}

func benchmarkBoards(b *testing.B, solve func(*Board) bool) {
	run := func(b *testing.B, boards []*Board) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if !solve(boards[i%len(boards)]) {
				b.Fatal("a board was not solved")
			}
		}
	}
	for n := 5; n <= 12; n++ {
		var boards []*Board
		for seed := range uint64(32) {
			board, _, err := Generate(n, seed)
			if err != nil {
				b.Fatal(err)
			}
			boards = append(boards, board)
		}
		b.Run(fmt.Sprintf("from=generated/size=%02d", n), func(b *testing.B) { run(b, boards) })
	}
	for _, name := range levelFiles {
		b.Run("from="+name, func(b *testing.B) {
			_, boards := readLevels(b, name)
			bySize := make(map[int][]*Board)
			for _, board := range boards {
				bySize[board.Size] = append(bySize[board.Size], board)
			}
			for n := range MaxSize {
				if boards := bySize[n]; len(boards) > 0 {
					b.Run(fmt.Sprintf("size=%02d", n), func(b *testing.B) { run(b, boards) })
				}
			}
		})
	}
}

func BenchmarkGenerate(b *testing.B) {
	for n := MinGenerate; n <= MaxGenerate; n++ {
		b.Run(fmt.Sprintf("size=%02d", n), func(b *testing.B) {
			for seed := uint64(0); b.Loop(); seed++ {
				if _, _, err := Generate(n, seed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
