package term_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"autoqueens/internal/term"
	"autoqueens/internal/workshop/golden"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

func board(t testing.TB) *solver.Board {
	b := solvertest.Board(t, []string{"aaab", "cabb", "ccdb", "cddd"}, []string{".Q..", "....", "x...", "...."})
	return b
}

// visible writes escape sequences so that people can read them.
func visible(s string) string { return strings.ReplaceAll(s, "\x1b[", "<") }

func TestColours(t *testing.T) {
	b := board(t)
	answer := solver.Placement{1, 3, 0, 2}
	colors := make([]color.NRGBA, len(b.Regions))
	for cell, id := range b.Regions {
		colors[cell] = []color.NRGBA{{255, 240, 10, 255}, {20, 20, 120, 255}, {160, 210, 150, 255}, {128, 128, 128, 255}}[id]
	}
	for name, style := range map[string]term.Style{
		"truecolor": {Profile: colorprofile.TrueColor},
		"ansi256":   {Profile: colorprofile.ANSI256},
		"ansi16":    {Profile: colorprofile.ANSI},
	} {
		var out strings.Builder
		if err := style.Board(&out, b, colors, answer); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".golden"), visible(out.String()))
		for line := range strings.Lines(out.String()) {
			// What comes after a board must not be coloured, not even where the
			// terminal scrolls.
			if text := strings.TrimSuffix(line, "\n"); strings.Contains(text, "\x1b") && !strings.Contains(text[strings.LastIndex(text, "\x1b"):], "\x1b[m") {
				t.Errorf("%s: a line ends in colour: %q", name, line)
			}
		}
	}
}

// TestLayout shows what is left of a drawing without its colours.
func TestLayout(t *testing.T) {
	nine, _, err := solver.Generate(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		board *solver.Board
		style term.Style
	}{
		"small":       {board(t), term.Style{}},
		"small-ascii": {board(t), term.Style{ASCII: true}},
		"nine":        {nine, term.Style{}},
		"nine-narrow": {nine, term.Style{Width: 36}},
		"nine-tight":  {nine, term.Style{Width: 18}},
		"large":       {stripes(24), term.Style{}},
	} {
		c.style.Profile = colorprofile.TrueColor
		answer, err := solver.Solve(t.Context(), c.board)
		if err != nil {
			answer = nil
		}
		var out strings.Builder
		if err := c.style.Board(&out, c.board, nil, answer); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", name+".golden"), ansi.Strip(out.String()))
	}
}

// stripes is a board of which each region is a column.
func stripes(n int) *solver.Board {
	b := &solver.Board{Size: n, Regions: make([]uint8, n*n)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell % n)
	}
	return b
}

// TestWidth draws every size there is for terminals of all widths.
func TestWidth(t *testing.T) {
	for n := 1; n <= solver.MaxSize; n++ {
		for _, width := range []int{0, 200, 4*n + 1, 4 * n, 80, 2*n + 1, 2 * n, n} {
			style := term.Style{Profile: colorprofile.ANSI, Width: width}
			var out strings.Builder
			if err := style.Board(&out, stripes(n), nil, nil); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			first := ansi.StringWidth(lines[0])
			for _, line := range lines {
				if w := ansi.StringWidth(line); w != first || width >= n && w > width {
					t.Fatalf("size %d on %d columns: a line of %d after one of %d: %q", n, width, w, first, line)
				}
			}
		}
	}
}

// TestSixteen wants regions that touch to differ where there are few colours.
func TestSixteen(t *testing.T) {
	for seed := range uint64(200) {
		size := solver.MinGenerate + int(seed)%8
		b, _, err := solver.Generate(size, seed)
		if err != nil {
			t.Fatal(err)
		}
		ground := term.FewColors(b)
		for row := range size {
			for col := range size {
				here := b.Region(row, col)
				if col > 0 && b.Region(row, col-1) != here && ground[b.Region(row, col-1)] == ground[here] ||
					row > 0 && b.Region(row-1, col) != here && ground[b.Region(row-1, col)] == ground[here] {
					t.Fatalf("seed %d: two regions touch at row %d, column %d, and have one colour:\n%v", seed, row+1, col+1, b)
				}
			}
		}
	}
}

func TestQueens(t *testing.T) {
	var out strings.Builder
	drawn, err := term.Style{Profile: colorprofile.TrueColor}.Queens(&out, []int{1, 3, 0, 2})
	if !drawn || err != nil {
		t.Fatal(drawn, err)
	}
	golden.Check(t, filepath.Join("testdata", "queens.golden"), visible(out.String()))
	for _, style := range []term.Style{{}, {Profile: colorprofile.TrueColor, Width: 7}} {
		if drawn, err := style.Queens(&out, []int{1, 3, 0, 2}); drawn || err != nil {
			t.Errorf("%+v: drawn %v, %v", style, drawn, err)
		}
	}
}

func TestDigits(t *testing.T) {
	regions := []uint8{0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3}
	var out strings.Builder
	drawn, err := term.Style{Profile: colorprofile.ANSI256}.Digits(&out, 4, "1234341221434321", regions, func(cell int) bool { return cell%5 == 0 })
	if !drawn || err != nil {
		t.Fatal(drawn, err)
	}
	golden.Check(t, filepath.Join("testdata", "digits.golden"), visible(out.String()))
	if drawn, err := (term.Style{}).Digits(&out, 4, "", nil, nil); drawn || err != nil {
		t.Errorf("without colours: %v, %v", drawn, err)
	}
}

// TestLines has texts of the caller's own in the cells.
func TestLines(t *testing.T) {
	b := board(t)
	text := func(row, col int) (string, bool) {
		return fmt.Sprintf("%d,%d ", row, col), row == col
	}
	for _, c := range []struct {
		name     string
		style    term.Style
		bordered bool
	}{
		{"lines", term.Style{Profile: colorprofile.ANSI}, true},
		{"lines-narrow", term.Style{Profile: colorprofile.ANSI, Width: 20}, false},
		{"lines-plain", term.Style{}, false},
	} {
		lines, bordered := c.style.Lines(b, nil, 4, text)
		if bordered != c.bordered {
			t.Errorf("%s: bordered %v", c.name, bordered)
		}
		golden.Check(t, filepath.Join("testdata", c.name+".golden"), visible(strings.Join(lines, "\n")+"\n"))
	}
}

func TestPlainReadsBack(t *testing.T) {
	b := board(t)
	var out bytes.Buffer
	if err := (term.Style{}).Board(&out, b, nil, solver.Placement{1, 3, 0, 2}); err != nil {
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

// TestStyleOf covers what needs no terminal; the scripts of the program have one.
func TestStyleOf(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if term.Is(file) || term.Is(&bytes.Buffer{}) || term.NewLine(file) != nil {
		t.Error("a file and a buffer are no terminals")
	}
	for _, c := range []struct {
		when             term.When
		name, colors, no string
		want             colorprofile.Profile
		lang             string
		ascii            bool
	}{
		{when: term.Auto, name: "xterm-256color", colors: "truecolor"},
		{when: term.Never, name: "xterm-256color", colors: "truecolor"},
		{when: term.Always, name: "xterm-256color", colors: "truecolor", want: colorprofile.TrueColor},
		{when: term.Always, name: "xterm-256color", want: colorprofile.ANSI256},
		{when: term.Always, name: "xterm", want: colorprofile.ANSI},
		{when: term.Always, name: "dumb", want: colorprofile.ANSI},
		{when: term.Always, name: "xterm-256color", no: "1", want: colorprofile.ANSI256},
		{when: term.Always, name: "xterm", lang: "C", want: colorprofile.ANSI, ascii: true},
		{when: term.Always, name: "xterm", lang: "de_DE.ISO-8859-1", want: colorprofile.ANSI, ascii: true},
		{when: term.Always, name: "xterm", lang: "en_US.UTF-8", want: colorprofile.ANSI},
	} {
		for name, value := range map[string]string{
			"TERM": c.name, "COLORTERM": c.colors, "NO_COLOR": c.no, "LC_ALL": "", "LC_CTYPE": "", "LANG": c.lang,
			"CLICOLOR": "", "CLICOLOR_FORCE": "", "TMUX": "", "WT_SESSION": "", "GOOGLE_CLOUD_SHELL": "",
		} {
			t.Setenv(name, value)
		}
		got := term.StyleOf(file, c.when)
		if got.Profile != c.want && (got.Colorful() || c.want >= colorprofile.ANSI) || got.ASCII != c.ascii && got.Colorful() {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

func TestWhen(t *testing.T) {
	w := term.Auto
	if err := w.Set("sometimes"); err == nil || !strings.Contains(err.Error(), "always") || w != term.Auto {
		t.Errorf("%v, %v", w, err)
	}
	if err := w.Set("never"); err != nil || w != term.Never {
		t.Errorf("%v, %v", w, err)
	}
}

func ExampleStyle_Board() {
	b, _ := solver.FromRows([]string{"aaab", "cabb", "ccdb", "cddd"}, nil)
	_ = term.Style{}.Board(os.Stdout, b, nil, nil)
	// Output:
	// aaab
	// cabb
	// ccdb
	// cddd
}

// TestConfirm: who is not at a terminal is not asked, and agrees to nothing. What
// people type at one is tried in the terminal of a whole program.
func TestConfirm(t *testing.T) {
	var out strings.Builder
	yes, err := term.Confirm(t.Context(), strings.NewReader("y\n"), &out, "Delete all?")
	if yes || !errors.Is(err, term.ErrNobody) || out.Len() > 0 {
		t.Errorf("%v, %v, and it says %q", yes, err, out.String())
	}
}
