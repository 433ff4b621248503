package overlay

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
	"autoqueens/vision/lattice"
)

// boards are one of each game besides Queens, half played, and what a drawing of them says: a line a
// row of cells, then what stands between two cells, then where a box or a rectangle ends.
var boards = []struct{ json, want string }{
	{`{"game":"tango","cells":["SM..","...M","....",".S.."],"locked":["#...","...#","....","...."],"signs":[[0,1,0,2,"="],[1,3,2,3,"x"]]}`, `
S #|M||
|||M #
|||
|S||
r1c2 r1c3: =
r2c4 r3c4: x
`},
	{`{"game":"zip","rows":3,"cols":3,"numbers":[[0,0,1],[2,2,2],[2,0,3]],"walls":[[0,1,1,1],[2,0,2,1]],"path":[[0,0],[0,1],[0,2],[1,2]]}`, `
1|+1|+2
||+3
3||2
r1c2 r2c2: wall
r3c1 r3c2: wall
`},
	{`{"game":"sudoku","cells":["1...",".2..","..3.","...4"]}`, `
1|||
|2||
||3|
|||4
r1c2 r1c3: apart
r2c1 r3c1: apart
r2c2 r2c3: apart
r2c2 r3c2: apart
r2c3 r3c3: apart
r2c4 r3c4: apart
r3c2 r3c3: apart
r4c2 r4c3: apart
`},
	{`{"game":"patches","rows":3,"cols":3,"clues":[{"r":0,"c":0,"size":2,"shape":"wide"},{"r":1,"c":1,"shape":"any"},{"r":2,"c":2,"size":3,"shape":"tall"}],"rects":[[0,0,0,1]]}`, `
wide 2||
|any|
||tall 3
r1c1 r2c1: apart
r1c2 r1c3: apart
r1c2 r2c2: apart
`},
}

// reading is a reading of a board, n cells a side, in a picture with room for its numbers around it.
func reading(t *testing.T, text string) (*vision.Reading, image.Rectangle) {
	t.Helper()
	all, err := games.Parse([]byte(text))
	if err != nil || len(all) != 1 {
		t.Fatalf("%s: %d puzzles, %v", text, len(all), err)
	}
	const pitch, around = 80, 60
	n, _ := all[0].Dims()
	return &vision.Reading{
		Game: all[0].Game(), Puzzle: all[0],
		Lattice: lattice.Lattice{X: around, Y: around, PitchX: pitch, PitchY: pitch, Size: n},
		Doubts:  []vision.Doubt{{Row: 1, Col: 1, Words: "odd"}, {Row: 2, Col: 1, Words: "a line", Side: vision.Left}},
	}, image.Rect(0, 0, n*pitch+2*around, n*pitch+2*around)
}

// edges are the sides between two cells of n rows and columns, row by row.
func edges(n int) (all []puzzle.Edge) {
	for row := range n {
		for col := range n {
			a := puzzle.Cell{Row: row, Col: col}
			if col+1 < n {
				all = append(all, puzzle.Edge{A: a, B: puzzle.Cell{Row: row, Col: col + 1}})
			}
			if row+1 < n {
				all = append(all, puzzle.Edge{A: a, B: puzzle.Cell{Row: row + 1, Col: col}})
			}
		}
	}
	return all
}

func TestLabels(t *testing.T) {
	for _, tt := range boards {
		r, _ := reading(t, tt.json)
		n := r.Lattice.Size
		l := LabelsOf(r.Puzzle, n)
		var got strings.Builder
		for row := range slices.Chunk(l.Cells, n) {
			got.WriteString("\n" + strings.Join(row, "|"))
		}
		got.WriteString("\n")
		left := len(l.Edges)
		for _, e := range edges(n) {
			if what, ok := l.Edges[e]; ok {
				fmt.Fprintf(&got, "%v %v: %s\n", e.A, e.B, what)
				left--
			}
			if l.apart != nil && l.apart(e.A, e.B) {
				fmt.Fprintf(&got, "%v %v: apart\n", e.A, e.B)
			}
		}
		if diff := cmp.Diff(tt.want, got.String()); diff != "" || left > 0 {
			t.Errorf("%s, %d labels between no neighbours (-want +got)\n%s", r.Game, left, diff)
		}
	}
}

// TestPuzzleIsDrawn looks at the places where things must be, and must not be.
func TestPuzzleIsDrawn(t *testing.T) {
	for _, tt := range boards {
		r, bounds := reading(t, tt.json)
		n, pitch := r.Lattice.Size, int(r.Lattice.PitchX)
		l := LabelsOf(r.Puzzle, n)
		img := Layer(bounds, r)
		if img.Rect != bounds {
			t.Fatalf("%s: drawn on %v, want %v", r.Game, img.Rect, bounds)
		}
		at := func(x, y float64) color.NRGBA { // in cells
			return img.NRGBAAt(int(r.Lattice.X+x*float64(pitch)), int(r.Lattice.Y+y*float64(pitch)))
		}
		written := func(x0, y0, x1, y1 float64) bool { // whether there is a letter
			for y := y0; y < y1; y += 0.5 / float64(pitch) {
				for x := x0; x < x1; x += 0.5 / float64(pitch) {
					if at(x, y) == letterInk {
						return true
					}
				}
			}
			return false
		}
		for i, label := range l.Cells {
			x, y := float64(i%n), float64(i/n)
			if got := written(x+0.1, y+0.15, x+0.93, y+0.3); got != (label != "") {
				t.Errorf("%s: cell %d has the label %q, and letters: %v", r.Game, i, label, got)
			}
		}
		for _, e := range edges(n) {
			x, y := float64(e.A.Col+e.B.Col+1)/2, float64(e.A.Row+e.B.Row+1)/2
			// A plate lies to the side of the middle.
			px, py := x+0.28, y
			if e.A.Row == e.B.Row {
				px, py = x, y+0.28
			}
			_, labelled := l.Edges[e]
			if got := written(px-0.12, py-0.1, px+0.12, py+0.1); got != labelled {
				t.Errorf("%s: %v %v has a label: %v, and letters: %v", r.Game, e.A, e.B, labelled, got)
			}
			want := thinInk
			if l.apart != nil && l.apart(e.A, e.B) {
				want = latticeInk
			}
			if doubt := (puzzle.Edge{A: puzzle.Cell{Row: 2, Col: 0}, B: puzzle.Cell{Row: 2, Col: 1}}); e == doubt {
				want = doubtInk
			}
			lx, ly := x, y
			if e.A.Row == e.B.Row {
				ly -= 0.2 // clear of both plates
			} else {
				lx -= 0.2
			}
			if got := at(lx, ly); got != want {
				t.Errorf("%s: the line between %v and %v is %v, want %v", r.Game, e.A, e.B, got, want)
			}
		}
		if got := at(1.05, 1.05); got != doubtInk {
			t.Errorf("%s: the corner of a cell in doubt is %v", r.Game, got)
		}
		for _, edge := range [][2]float64{{0, 0.6}, {float64(n), 0.6}, {0.6, 0}, {0.6, float64(n)}} {
			if got := at(edge[0], edge[1]); got != latticeInk {
				t.Errorf("%s: the rim at %v is %v", r.Game, edge, got)
			}
		}
	}
}
