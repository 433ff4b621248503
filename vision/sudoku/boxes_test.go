package sudoku

import (
	"image/color"
	"testing"

	"git.sr.ht/~sbinet/gg"

	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// TestBoxes tells boxes by lines that are wider all along: walls stand on parts of lines.
func TestBoxes(t *testing.T) {
	const pitch, n = 40, 4
	for name, c := range map[string]struct {
		pieces [2][n]bool // of the middle lines that are wide, upright and level
		want   bool
	}{
		"no line is wide":        {},
		"both lines are wide":    {[2][n]bool{{true, true, true, true}, {true, true, true, true}}, true},
		"one line is wide":       {[2][n]bool{{true, true, true, true}}, false},
		"walls on half of each":  {[2][n]bool{{true, false, true, false}, {false, true, true, false}}, false},
		"walls on more than one": {[2][n]bool{{true, false, true, false}, {false, false, true, false}}, false},
	} {
		d := gg.NewContext(n*pitch, n*pitch)
		d.SetColor(color.White)
		d.Clear()
		d.SetColor(color.Black)
		for k := range n - 1 {
			d.DrawRectangle(float64(k+1)*pitch-0.5, 0, 1, n*pitch)
			d.DrawRectangle(0, float64(k+1)*pitch-0.5, n*pitch, 1)
		}
		for axis, pieces := range c.pieces {
			for i, wide := range pieces {
				x, y, w, h := n/2*float64(pitch)-2, float64(i)*pitch, 4.0, float64(pitch)
				if axis == outline.Level {
					x, y, w, h = y, x, h, w
				}
				if wide {
					d.DrawRectangle(x, y, w, h)
				}
			}
		}
		d.Fill()
		p, err := raster.New(d.Image())
		if err != nil {
			t.Fatal(err)
		}
		b := &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: n}}
		if _, _, ok := boxes(b); ok != c.want {
			t.Errorf("%s: %v, want %v", name, ok, c.want)
		}
	}
}
