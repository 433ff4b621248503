package games_test

import (
	"cmp"
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
	"autoqueens/solver/tango"
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
	"tango":   tangoTruth,
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

// tangoTruth reads rows of what is given, then signs as H(r,c) between a cell and the one right of
// it or V(r,c) between it and the one below, then shown= with what a player has filled in.
func tangoTruth(text string, _ int) puzzle.Puzzle {
	f := strings.Fields(text)
	given := strings.Split(f[0], "/")
	p := &tango.Puzzle{Rows: len(given), Cols: len(given[0])}
	shown := given
	for _, word := range f[1:] {
		if rest, ok := strings.CutPrefix(word, "shown="); ok {
			shown = strings.Split(rest, "/")
			continue
		}
		var side, kind rune
		var a puzzle.Cell
		if _, err := fmt.Sscanf(word, "%c(%d,%d)%c", &side, &a.Row, &a.Col, &kind); err != nil {
			panic(err)
		}
		b := puzzle.Cell{Row: a.Row, Col: a.Col + 1}
		if side == 'V' {
			b = puzzle.Cell{Row: a.Row + 1, Col: a.Col}
		}
		p.Signs = append(p.Signs, tango.Sign{Edge: puzzle.Edge{A: a, B: b}, Equal: kind == '='})
	}
	slices.SortFunc(p.Signs, func(a, b tango.Sign) int {
		return cmp.Or(a.B.Row-b.B.Row, a.B.Col-b.B.Col, b.A.Row-a.A.Row)
	})
	for r, row := range shown {
		for c, letter := range row {
			p.Cells = append(p.Cells, tango.Symbol(strings.IndexRune(".SM", letter)))
			p.Locked = append(p.Locked, given[r][c] != '.')
		}
	}
	return p
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
