package outline

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestOverlap: what covers a cell and reaches over its line is told by that, even where the line's colour lies between
// its own and that of the board, so that none is missed. Tints that end within their cells, or on the line, cover nothing.
func TestOverlap(t *testing.T) {
	const at, pitch, size = 10, 60, 4
	cell := func(row, col, rows, cols int) image.Rectangle {
		return image.Rect(at+col*pitch, at+row*pitch, at+(col+cols)*pitch, at+(row+rows)*pitch)
	}
	white, pale := color.Gray{Y: 250}, color.Gray{Y: 110}
	type tint struct {
		r     image.Rectangle
		color color.Gray
	}
	for name, test := range map[string]struct {
		tints []tint // below the lines
		cover image.Rectangle
		want  bool
	}{
		"nothing":                             {},
		"a cell and some of the next":         {cover: cell(1, 2, 1, 1).Add(image.Pt(-8, 0)), want: true},
		"two cells and some of the next":      {cover: cell(1, 2, 2, 1).Add(image.Pt(-8, 0)), want: true},
		"a cell, where others have that tint": {tints: []tint{{cell(3, 0, 1, 2), white}}, cover: cell(1, 2, 1, 1).Add(image.Pt(-8, 0)), want: true},
		"a cell to its lines":                 {cover: cell(1, 2, 1, 1)},
		"a tint":                              {tints: []tint{{cell(1, 2, 1, 1), white}}},
		"a tint within":                       {tints: []tint{{cell(1, 2, 1, 1).Inset(7), white}}},
		"tints within, and one cell left":     {tints: []tint{{cell(0, 0, 3, 4).Inset(7), white}, {cell(3, 0, 1, 3).Inset(7), pale}}},
	} {
		img := image.NewRGBA(image.Rect(0, 0, size*pitch+2*at, size*pitch+2*at))
		fill := func(r image.Rectangle, c color.Color) {
			draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
		}
		fill(img.Rect, color.Gray{Y: 20})
		for _, t := range test.tints {
			fill(t.r, t.color)
		}
		for k := range size + 1 {
			fill(image.Rect(at-1, at+k*pitch-1, at+size*pitch+1, at+k*pitch+1), color.Gray{Y: 150})
			fill(image.Rect(at+k*pitch-1, at-1, at+k*pitch+1, at+size*pitch+1), color.Gray{Y: 150})
		}
		fill(test.cover, white)
		b := &Board{
			Picture: &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}, Usual: 130,
			Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size},
		}
		broken := Broken(b, func(Side) (int, float64) { return 0, 0 })
		if got := len(broken) > 0; got != test.want {
			t.Errorf("%s: covered at %v, want %t", name, broken, test.want)
		}
	}
}
