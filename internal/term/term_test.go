package term_test

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"strings"
	"testing"

	"autoqueens/internal/term"
	"autoqueens/solver"
)

func board(t testing.TB) *solver.Board {
	b, err := solver.FromRows([]string{"aaab", "cabb", "ccdb", "cddd"}, []string{".Q..", "....", "x...", "...."})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPlainReadsBack(t *testing.T) {
	b := board(t)
	var out bytes.Buffer
	if err := term.Board(&out, b, nil, solver.Placement{1, 3, 0, 2}, false); err != nil {
		t.Fatal(err)
	}
	back, err := solver.Parse(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(back) != fmt.Sprint(b) {
		t.Errorf("got\n%v\nwant\n%v", back, b)
	}
}

func TestColor(t *testing.T) {
	b := board(t)
	colors := make([]color.NRGBA, 16)
	colors[0] = color.NRGBA{R: 250, G: 240, B: 10, A: 255}
	for _, c := range [][]color.NRGBA{nil, colors} {
		var out strings.Builder
		if err := term.Board(&out, b, c, solver.Placement{1, 3, 0, 2}, true); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != 4 {
			t.Fatalf("%d lines, want 4", len(lines))
		}
		for row, want := range []string{"Q", "q", "q", "q"} {
			if !strings.Contains(lines[row], want) || !strings.HasSuffix(lines[row], "\x1b[0m") {
				t.Errorf("row %d: %q", row, lines[row])
			}
		}
		if c != nil && !strings.HasPrefix(lines[0], "\x1b[48;2;250;240;10;38;2;0;0;0m") {
			t.Errorf("first cell: %q", lines[0])
		}
	}
}

func TestColorful(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if term.Colorful(file) || term.Colorful(&bytes.Buffer{}) || term.Is(file) || term.Is(&bytes.Buffer{}) {
		t.Error("a file and a buffer are no terminals")
	}
}

func ExampleBoard() {
	b, _ := solver.FromRows([]string{"aaab", "cabb", "ccdb", "cddd"}, nil)
	_ = term.Board(os.Stdout, b, nil, nil, false)
	// Output:
	// aaab
	// cabb
	// ccdb
	// cddd
}
