package games_test

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/testneeds"
	"autoqueens/vision/games"
	"autoqueens/vision/raster"
)

// TestRowsCovered covers whole rows and as many columns, to just outside a line or up to a quarter of a cell
// farther: what is left, which may well be a puzzle with one solution, is taken for no board.
func TestRowsCovered(t *testing.T) {
	testneeds.Met(t, gamerender.Missing())
	const boards, covers = 2, 4
	for _, g := range gamerender.Games {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 19))
			for s := range g.Styles {
				style := &g.Styles[s]
				for number := range boards {
					d := g.Draw(style, 93, number)
					for range covers {
						img, c := coverRows(rng, d)
						if got, err := games.Read(img); err == nil && got.Lattice.Size != d.Lattice.Size {
							t.Errorf("%s, %s, %s, covered by %v: read as %d x %d", d.Name, d.State, d.Variant, c, got.Lattice.Size, got.Lattice.Size)
						}
					}
				}
			}
		})
	}
}

// coverRows leaves a square corner of a board, and what is outside of its two sides, and returns the colour
// of the rest. It is no colour of a page: where nothing can be seen of a cover, nothing tells of it.
func coverRows(rng *rand.Rand, d gamerender.Drawing) (image.Image, color.RGBA) {
	b, l := d.Image.Bounds(), d.Lattice
	rows, beyond := 1+rng.IntN(2), rng.Float64()/4
	// line returns where the line so many cells from an end lies, and as much farther as is to be seen.
	line := func(cells, beyond float64) image.Point {
		return b.Min.Add(image.Pt(int(l.X+(cells+beyond)*l.PitchX+0.5), int(l.Y+(cells+beyond)*l.PitchY+0.5)))
	}
	keep, first, last := b, line(float64(rows), -beyond), line(float64(l.Size-rows), beyond)
	switch corner := rng.IntN(4); corner {
	case 0:
		keep.Max = last
	case 1:
		keep.Min = first
	case 2:
		keep.Max.X, keep.Min.Y = last.X, first.Y
	case 3:
		keep.Min.X, keep.Max.Y = first.X, last.Y
	}
	page := b.Min.Add(image.Pt(int(l.X)-2, int(l.Y)-2))
	c := color.RGBA{A: 255}
	for near := true; near; {
		c.R, c.G, c.B = uint8(rng.IntN(256)), uint8(rng.IntN(256)), uint8(rng.IntN(256))
		r, g, bl, _ := d.Image.At(page.X, page.Y).RGBA()
		near = raster.Chebyshev(raster.RGB{c.R, c.G, c.B}, raster.RGB{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8)}) < 2*raster.LeastContrast
	}
	img := image.NewRGBA(b)
	draw.Draw(img, b, image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(img, keep, d.Image, keep.Min, draw.Src)
	return img, c
}

// TestWindowOver lays a window over the right side of a real board, or over what is below a row of it, with its
// edge before and behind a line. Its rows, or columns, all go on: what is left of a square is no board.
func TestWindowOver(t *testing.T) {
	collection(t) // skips where there is none
	img := load(t, filepath.Join(shared, "tango", "lk0812.png"))
	whole, err := games.Read(img)
	if err != nil {
		t.Fatal(err)
	}
	b, l := img.Bounds(), whole.Lattice
	for off := -20; off <= 20; off += 4 {
		for _, c := range []color.Gray{{255}, {229}, {0}} {
			for _, over := range []image.Rectangle{
				image.Rect(b.Min.X+int(l.X+4*l.PitchX)+off, b.Min.Y, b.Max.X, b.Max.Y),
				image.Rect(b.Min.X, b.Min.Y+int(l.Y+4*l.PitchY)+off, b.Max.X, b.Max.Y),
			} {
				covered := image.NewRGBA(b)
				draw.Draw(covered, b, img, b.Min, draw.Src)
				draw.Draw(covered, over, image.NewUniform(c), image.Point{}, draw.Src)
				if got, err := games.Read(covered); err == nil {
					t.Errorf("%v covered by %v: read as %d x %d", over, c, got.Lattice.Size, got.Lattice.Size)
				}
			}
		}
	}
}
