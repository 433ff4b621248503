package gamerender

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"

	"git.sr.ht/~sbinet/gg"

	"autoqueens/vision"
	"autoqueens/vision/raster"
)

// Covered returns the style with something opaque over each board: see [Cover].
func (s *Style) Covered() *Style {
	covered := *s
	covered.covered = true
	return &covered
}

// Cover lays something opaque over a board that was drawn, at a random place: a square, a disc or a
// stripe of three tenths of a cell to one and a half, white, in the page's colour, in that of some cell
// or in any. It returns what it is. What lies within one cell is dealt again where nobody could see it,
// as it has about that cell's colour, or, with its rim on a line, where it could be a mark, as marks tells.
func Cover(r *rand.Rand, img draw.Image, l vision.Lattice, page color.Color, marks bool) string {
	dc := gg.NewContextForImage(img)
	board := l.Bounds()
	for {
		size := (0.3 + 1.2*r.Float64()) * l.Pitch()
		w, h := size, size
		shape := Pick(r, "square", "disc", "stripe")
		if shape == "stripe" {
			w = (1 + r.Float64()*float64(l.Size)) * l.Pitch()
			if r.IntN(2) == 0 {
				w, h = h, w
			}
		}
		x, y := board.X+r.Float64()*board.Width, board.Y+r.Float64()*board.Height
		row, col := int((y-board.Y)/l.PitchY), int((x-board.X)/l.PitchX)
		ground := func(row, col int) color.Color {
			c := l.Cell(row, col)
			return img.At(int(c.X+0.15*c.Width), int(c.Y+0.15*c.Height))
		}
		name := Pick(r, "white", "page", "cell", "other")
		fill := map[string]color.Color{
			"white": color.White, "page": page, "cell": ground(r.IntN(l.Size), r.IntN(l.Size)),
			"other": color.NRGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255},
		}[name]
		line := 0.06 // of a cell
		if marks {
			line = -line
		}
		c := l.Cell(row, col)
		within := x-w/2 > c.X+line*c.Width && x+w/2 < c.X+(1-line)*c.Width && y-h/2 > c.Y+line*c.Height && y+h/2 < c.Y+(1-line)*c.Height
		if within && (marks || differ(fill, ground(row, col)) < raster.LeastContrast) {
			continue
		}
		dc.SetColor(fill)
		if shape == "disc" {
			dc.DrawCircle(x, y, size/2)
		} else {
			dc.DrawRectangle(math.Round(x-w/2), math.Round(y-h/2), math.Round(w), math.Round(h))
		}
		dc.Fill()
		draw.Draw(img, img.Bounds(), dc.Image(), image.Point{}, draw.Src)
		return shape + ", " + name
	}
}

// differ returns by how much two colours differ in the channel in which they do most, 0 to 255.
func differ(a, b color.Color) int {
	r, g, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	most := 0
	for _, v := range [...][2]uint32{{r, r2}, {g, g2}, {b1, b2}} {
		most = max(most, int(v[0]>>8)-int(v[1]>>8), int(v[1]>>8)-int(v[0]>>8))
	}
	return most
}
