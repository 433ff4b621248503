package games_test

import (
	"encoding/json"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// shared holds real pictures of the games with their truth, outside the project.
var shared = filepath.Join("..", "..", "..", "shared", "games")

// collection returns the lines of the index, or skips the test.
func collection(t *testing.T) (lines [][]string) {
	t.Helper()
	index, err := os.ReadFile(filepath.Join(shared, "INDEX.tsv"))
	if err != nil {
		t.Skipf("the collection of real pictures is not here: %v", err)
	}
	for line := range strings.Lines(string(index)) {
		if f := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(f) > 8 && f[0] != "name" {
			lines = append(lines, f)
		}
	}
	return lines
}

func load(t testing.TB, path string) image.Image {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// truths reads what the index says a picture shows, by game.
var truths = map[string]func(text string, size int) puzzle.Puzzle{
	"zip":     zipTruth,
	"patches": patchesTruth,
	"sudoku": func(text string, _ int) puzzle.Puzzle {
		p, err := sudoku.Parse(strings.ReplaceAll(text, "/", "\n"))
		if err != nil {
			panic(err)
		}
		return p
	},
}

// TestShared reads real pictures: each of a game in the table is read right, and every other is
// of no other game.
func TestShared(t *testing.T) {
	for _, f := range collection(t) {
		name, game := f[0], f[4]
		t.Run(strings.TrimSuffix(name, ".png"), func(t *testing.T) {
			t.Parallel()
			r, err := games.Read(load(t, filepath.Join(shared, filepath.FromSlash(name))))
			known := slices.ContainsFunc(games.Table, func(g vision.Game) bool { return g.Name == game })
			switch {
			case !known && err == nil:
				t.Errorf("read as a board of %s", games.Name(r))
			case !known:
			case err != nil && strings.Contains(f[7], "mouse cursor"):
				t.Logf("the pointer is on the board; refused: %v", err)
			case err != nil:
				t.Errorf("refused: %v", err)
			case games.Name(r) != game:
				t.Errorf("read as a board of %s", games.Name(r))
			default:
				if got, want := text(t, r.Puzzle), text(t, truths[game](f[8], r.Lattice.Size)); got != want {
					t.Errorf("read as\n%s, want\n%s", got, want)
				}
			}
		})
	}
}

func text(t *testing.T, p puzzle.Puzzle) string {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n", data)
}
