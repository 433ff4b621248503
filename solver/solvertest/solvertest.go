// Package solvertest has boards for tests: such as are written down in them, and
// the collection that may lie beside the project. Only tests import it.
package solvertest

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/solver"
)

// Board returns a board of rows of regions, and of marks where there are any, as
// solver.FromRows reads them.
func Board(tb testing.TB, regions, marks []string) *solver.Board {
	tb.Helper()
	b, err := solver.FromRows(regions, marks)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// Count returns how many solutions a board has, counted up to limit.
func Count(b *solver.Board, limit int) int {
	n, _ := solver.Count(context.Background(), b, solver.Limit{Solutions: limit})
	return n
}

// Level is a puzzle of the collection.
type Level struct {
	ID        string   `json:"id"`
	Grid      []string `json:"grid"`
	Solutions int      `json:"solutions"` // counted up to 2
	Solution  []int    `json:"solution"`  // null where there are several

	Board *solver.Board `json:"-"` // as solver.ParseAll reads it
}

// LevelFiles are the files of the collection that hold boards.
var LevelFiles = []string{"queens.json", "hard_queens.json"}

// Shared returns what a file of the collection has. It skips the test where that is not beside
// the project.
func Shared(tb testing.TB, path ...string) []byte {
	tb.Helper()
	name := filepath.Join(append([]string{filepath.Dir(root(tb)), "shared"}, path...)...)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("the collection of levels is not beside the project: no %s", name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// Levels returns the levels in a file of the collection. It skips the test where
// that is not beside the project.
func Levels(tb testing.TB, name string) []Level {
	tb.Helper()
	data := Shared(tb, "levels", name)
	var levels []Level
	if err := json.Unmarshal(data, &levels); err != nil {
		tb.Fatal(err)
	}
	boards, err := solver.ParseAll(data)
	if err != nil {
		tb.Fatal(err)
	}
	if len(boards) != len(levels) {
		tb.Fatalf("%s: %d boards were read of %d", name, len(boards), len(levels))
	}
	for i, b := range boards {
		levels[i].Board = b
	}
	return levels
}

// BySize sorts the boards of levels by their sizes.
func BySize(levels []Level) [solver.MaxSize + 1][]*solver.Board {
	var boards [solver.MaxSize + 1][]*solver.Board
	for _, l := range levels {
		boards[l.Board.Size] = append(boards[l.Board.Size], l.Board)
	}
	return boards
}

// root returns the project's folder, in one below which tests run.
func root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			tb.Fatal("there is no go.mod above the test")
		}
	}
}
