package player

import (
	"image"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// skewed is a mapping that is wrong: it aims beside, or at another scale.
type skewed struct {
	dx, dy, scale float64
}

func (s skewed) Point(p vision.Point) image.Point {
	return image.Pt(int(p.X*s.scale+s.dx), int(p.Y*s.scale+s.dy))
}

func (s skewed) Pixel(p image.Point) vision.Point {
	return vision.Point{X: (float64(p.X) + 0.5 - s.dx) / s.scale, Y: (float64(p.Y) + 0.5 - s.dy) / s.scale}
}

func (s skewed) Inside(r vision.Rect) image.Rectangle {
	a, b := s.Point(vision.Point{X: r.X, Y: r.Y}), s.Point(vision.Point{X: r.X + r.Width, Y: r.Y + r.Height})
	return image.Rectangle{Min: a, Max: b}.Inset(1)
}

// TestAim plays with mappings that are wrong. One that aims at another cell is
// corrected; one that cannot be made out ends the game before long.
func TestAim(t *testing.T) {
	for _, tt := range []struct {
		name      string
		mapping   Mapping
		kind      fault.Kind
		corrected bool
	}{
		{"right", identity{}, "", false},
		{"a quarter of a cell off", skewed{10, 10, 1}, "", false},
		{"a cell to the right", skewed{40.2, 0, 1}, "", true},
		{"two cells up, one to the left", skewed{-40.2, -80.4, 1}, "", true},
		{"1.3 cells down", skewed{0, 52, 1}, "", true},
		{"another scale", skewed{40, 30, 0.8}, fault.Unverified, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 8)
			p, _ := w.player(Options{Timeout: 5 * time.Second})
			p.Views[0].Mapping = tt.mapping
			out, err := p.Run(t.Context())
			if fault.KindOf(err) != tt.kind || err == nil && !w.won() {
				t.Fatalf("%v, won %v after %d clicks", err, w.won(), len(w.clicks))
			}
			if out[0].Corrected != tt.corrected {
				t.Errorf("corrected: %v", out[0].Corrected)
			}
			if err != nil && !strings.Contains(err.Error(), "other cells") && len(w.clicks)+len(w.outside) > 20 {
				t.Errorf("%d clicks before it stopped: %v", len(w.clicks)+len(w.outside), err)
			}
			if len(w.outside) > 8 {
				t.Errorf("%d clicks beside the board", len(w.outside))
			}
		})
	}
}

// TestAstray looks at boards before and after some clicks. A picture may show
// only the first of them, and a game may fill in crosses around every queen.
func TestAstray(t *testing.T) {
	const regions = "aaabbb\naaabbb\nccdddd\nccddee\nffeeee\nffffee\n"
	clicked := []Cell{{0, 1}, {1, 3}, {2, 5}, {3, 0}, {4, 2}, {5, 4}}
	const empty = "......\n......\n......\n......\n......\n......\n"
	for _, tt := range []struct {
		name          string
		before, after string
		off           Cell
		strays        bool
	}{
		{"nothing shows yet", empty, empty, Cell{}, false},
		{"all of them show", empty, ".x....\n...x..\n.....x\nx.....\n..x...\n....x.\n", Cell{}, false},
		{"only the first shows, and crosses around it",
			".x....\n......\n......\n......\n......\n......\n",
			"xQxxxx\nxxx...\n.x....\n.x....\n.x....\n.x....\n", Cell{}, false},
		{"queens were there, and their crosses go with one",
			"xQxxxx\nxxx...\n.x....\n.x....\n.x....\n.x....\n",
			"......\n......\n......\n......\n......\n......\n", Cell{}, false},
		{"one cell to the right", empty, "..x...\n....x.\n......\n.x....\n...x..\n.....x\n", Cell{0, 1}, true},
		{"one row down, by queens with crosses around them",
			".x....\n...x..\n.....x\nx.....\n..x...\n....x.\n",
			"xxxxxx\nxQxxxx\nxxxQxx\nxxxxxQ\nQxxxxx\nxxQxxx\n", Cell{1, 0}, true},
		{"anywhere", empty, "x.....\n......\n...x..\n......\n......\n.....x\n", Cell{}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, after := marked(t, regions, tt.before), marked(t, regions, tt.after)
			if off, strays := astray(before, after, clicked); off != tt.off || strays != tt.strays {
				t.Errorf("%v, %v, want %v, %v", off, strays, tt.off, tt.strays)
			}
		})
	}
}

// TestAstrayLate: of many clicks that land where they were aimed a slow page may show a few only.
func TestAstrayLate(t *testing.T) {
	w := newWorld(t, 14)
	before := w.board.Clone()
	var clicked []Cell
	for row, col := range w.answer {
		clicked = append(clicked, Cell{row, col})
	}
	for _, c := range clicked {
		w.set(c.Row, c.Col, solver.Cross)
		if off, strays := astray(before, w.board, clicked); strays {
			t.Errorf("with the clicks to %v shown: %v", c, off)
		}
	}
}

// marked returns a board with the marks that a text shows, a row to a line.
func marked(t *testing.T, regions, marks string) *solver.Board {
	t.Helper()
	b, err := solver.Parse([]byte(regions))
	if err != nil {
		t.Fatal(err)
	}
	b.Marks = make([]solver.Mark, len(b.Regions))
	for i, r := range strings.ReplaceAll(marks, "\n", "") {
		b.Marks[i] = map[rune]solver.Mark{'.': solver.Empty, 'x': solver.Cross, 'Q': solver.Queen}[r]
	}
	return b
}
