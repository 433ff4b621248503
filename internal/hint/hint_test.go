package hint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/term"
	"autoqueens/internal/workshop/golden"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/solvertest"
)

// tell writes a hint the way a person reads it.
func tell(t *testing.T, b *solver.Board) string {
	t.Helper()
	h, err := For(t.Context(), &games.Board{Board: *b})
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	var out strings.Builder
	headline, why := h.Words()
	fmt.Fprintf(&out, "%s\n", headline)
	for _, line := range why {
		fmt.Fprintf(&out, "  %s\n", line)
	}
	if err := Grid(&out, h.Scene(), nil, term.Style{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGolden compares hints with what they were when somebody last looked. Each
// file in testdata holds a board, "---" and its hint.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.golden"))
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d golden files, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			board, _, _ := strings.Cut(string(data), "---\n")
			b, err := solver.Parse([]byte(board))
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, path, board+"---\n"+tell(t, b))
		})
	}
}

// TestFollowed does what the hints say, from the empty board on: that solves it,
// and no hint on the way finds fault with what was done.
func TestFollowed(t *testing.T) {
	for seed := range uint64(12) {
		b, answer, err := solver.Generate(6+int(seed%4), seed)
		if err != nil {
			t.Fatal(err)
		}
		var board puzzle.Puzzle = &games.Board{Board: *b}
		for range 200 {
			h, err := For(t.Context(), board)
			if err != nil || len(h.Slips) > 0 {
				t.Fatalf("seed %d: %+v, %v\n%v", seed, h, err, board)
			}
			if len(h.Steps) == 0 {
				break
			}
			board = h.Steps[0].Board
		}
		if diff := cmp.Diff(answer.On(b).Queens(), board.(*games.Board).Queens()); diff != "" {
			t.Errorf("seed %d (-want +got)\n%s", seed, diff)
		}
	}
}

func TestNoSolution(t *testing.T) {
	b := solvertest.Board(t, []string{"ab", "ab"}, nil)
	if _, err := For(t.Context(), &games.Board{Board: *b}); !errors.Is(err, solver.ErrNoSolution) {
		t.Errorf("got %v", err)
	}
}

// TestGridInColor prints the same text, on grounds. There is room for no borders.
func TestGridInColor(t *testing.T) {
	b, _, err := solver.Generate(8, 5)
	if err != nil {
		t.Fatal(err)
	}
	h, err := For(t.Context(), &games.Board{Board: *b})
	if err != nil {
		t.Fatal(err)
	}
	var plain, painted bytes.Buffer
	if err := errors.Join(Grid(&plain, h.Scene(), nil, term.Style{}), Grid(&painted, h.Scene(), nil, term.Style{Profile: colorprofile.TrueColor, Width: 40})); err != nil {
		t.Fatal(err)
	}
	text := ansi.Strip(painted.String())
	if text == painted.String() {
		t.Error("there is no colour")
	}
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, " \n")+"\n")
	}
	if diff := cmp.Diff(plain.String(), strings.Join(lines, "")); diff != "" {
		t.Errorf("(-plain +painted)\n%s", diff)
	}
}

// TestGridWithBorders has the numbers stand at the cells they belong to.
func TestGridWithBorders(t *testing.T) {
	b := solvertest.Board(t, []string{"aaab", "cabb", "ccdb", "cddd"}, nil)
	var out bytes.Buffer
	if err := Grid(&out, &Scene{Puzzle: &games.Board{Board: *b}, Queen: 1, Reason: []int{0}}, nil, term.Style{Profile: colorprofile.TrueColor}); err != nil {
		t.Fatal(err)
	}
	const want = `      1    2    3    4
    ┌──────────────┬────┐
  1 │[a ] <aQ>  a  │ b  │
    ├────┐    ┌────┘    │
  2 │ c  │ a  │ b    b  │
    │    └────┼────┐    │
  3 │ c    c  │ d  │ b  │
    │    ┌────┘    └────┤
  4 │ c  │ d    d    d  │
    └────┴──────────────┘
    <aQ> put a queen here   [a ] the reason
`
	if diff := cmp.Diff(want, ansi.Strip(out.String())); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestAlbum draws every step, twice the same, on a page that asks for nothing
// else.
func TestAlbum(t *testing.T) {
	made, _, err := solver.Generate(6, 2)
	if err != nil {
		t.Fatal(err)
	}
	b := &games.Board{Board: *made}
	e, err := b.Explain(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files, err := Album(Plain(b), b, e, "a <board>")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(e.Steps)+1 || files[0].Name != "step-01.png" || files[len(files)-1].Name != "index.html" {
		t.Fatalf("%d files for %d steps", len(files), len(e.Steps))
	}
	again, err := Album(Plain(b), b, e, "a <board>")
	same := func(x, y File) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) }
	if err != nil || !slices.EqualFunc(files, again, same) {
		t.Errorf("the second time it is another, %v", err)
	}
	html := string(files[len(files)-1].Data)
	for _, wrong := range []string{"a <board>", `src="step`, "http:", "https:", "<script", "ZgotmplZ"} {
		if strings.Contains(html, wrong) {
			t.Errorf("the page contains %s", wrong)
		}
	}
	if n := strings.Count(html, `src="data:image/png;base64,`); n != len(e.Steps) {
		t.Errorf("%d pictures on the page, want %d", n, len(e.Steps))
	}
}

func ExampleFor() {
	b, err := solver.FromRows([]string{"abbbb", "cdcbc", "cdccc", "cccee", "ccccc"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := For(context.Background(), &games.Board{Board: *b})
	if err != nil {
		fmt.Println(err)
		return
	}
	headline, why := h.Words()
	fmt.Println(headline)
	fmt.Println(why[0])
	// Output:
	// queen on r1c1
	// it is the only cell left in region a (last cell)
}
