package games_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"reflect"
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/testneeds"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/vision/games"
)

// spot is where something small stands that has a meaning: its middle and how far it reaches, in
// cells.
type spot struct{ x, y, reach float64 }

// spots lists the digits, symbols and signs of a board.
func spots(of puzzle.Puzzle) (all []spot) {
	middle := func(row, col int) (x, y float64) { return float64(col) + 0.5, float64(row) + 0.5 }
	switch p := of.(type) {
	case *sudoku.Puzzle:
		for i, v := range p.Cells {
			if x, y := middle(i/p.Size, i%p.Size); v > 0 {
				all = append(all, spot{x, y, 0.3})
			}
		}
	case *tango.Puzzle:
		for i, v := range p.Cells {
			if x, y := middle(i/p.Cols, i%p.Cols); v != tango.Empty {
				all = append(all, spot{x, y, 0.25})
			}
		}
		for _, s := range p.Signs {
			ax, ay := middle(s.A.Row, s.A.Col)
			bx, by := middle(s.B.Row, s.B.Col)
			all = append(all, spot{(ax + bx) / 2, (ay + by) / 2, 0.1})
		}
	}
	return all
}

// TestCoveredInPart covers a half or a quarter of a digit, a symbol or a sign, in the colour of
// the ground below it, in that of the page and in others: what is left is never taken for
// something else, so that the answer is the board's own or the board is refused.
func TestCoveredInPart(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	const boards, covers = 14, 5
	for _, g := range gamerender.Games {
		if g.Name != sudoku.Name && g.Name != tango.Name {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(5, 17))
			tried, refused := 0, 0
			for number := range boards {
				style := &g.Styles[number%len(g.Styles)]
				d := g.Draw(style, 91, number)
				want, err := games.Read(d.Image)
				all := spots(d.Puzzle)
				if err != nil || len(all) == 0 {
					continue
				}
				b := d.Image.Bounds()
				for range covers {
					s := all[rng.IntN(len(all))]
					left, top, right, bottom := -s.reach, -s.reach, s.reach, s.reach
					sides := rng.IntN(8) // a half of each side, then a quarter at each corner
					if sides == 0 || sides == 4 || sides == 5 {
						right = 0
					}
					if sides == 1 || sides == 6 || sides == 7 {
						left = 0
					}
					if sides == 2 || sides == 4 || sides == 6 {
						bottom = 0
					}
					if sides == 3 || sides == 5 || sides == 7 {
						top = 0
					}
					px := func(x, y float64) image.Point {
						return image.Pt(b.Min.X+int(d.Lattice.X+x*d.Lattice.PitchX+0.5), b.Min.Y+int(d.Lattice.Y+y*d.Lattice.PitchY+0.5))
					}
					r := image.Rectangle{Min: px(s.x+left, s.y+top), Max: px(s.x+right, s.y+bottom)}
					ground := px(float64(int(s.x+0.01))+0.2, float64(int(s.y+0.01))+0.2)
					c := gamerender.Pick(rng, d.Image.At(ground.X, ground.Y), color.Color(style.Card), color.Color(color.Gray{Y: uint8(rng.IntN(256))}))
					img := image.NewRGBA(b)
					draw.Draw(img, b, d.Image, b.Min, draw.Src)
					draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
					tried++
					got, err := games.Read(img)
					if err != nil {
						refused++
						continue
					}
					if games.Name(got) != g.Name || !reflect.DeepEqual(got.Answer, want.Answer) {
						t.Errorf("%s, %s, %s, %v covered by %v: read as another board", d.Name, d.State, d.Variant, r, c)
					}
				}
			}
			t.Logf("%d of %d covers are refused", refused, tried)
			if 2*refused < tried {
				t.Errorf("only %d of %d covers are refused", refused, tried)
			}
		})
	}
}
