package vision

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/visiontest"
)

const faintSide = 48 // pixels of a cell

// paintFaint paints a board of six regions on a white page, shaded from the top of each cell to its
// bottom by so many levels, with a cross in a cell that is darker than that by others.
func paintFaint(t *testing.T, shade, depth int, cross image.Point) *image.NRGBA {
	t.Helper()
	colors := map[rune]color.NRGBA{
		'a': {187, 163, 226, 255}, 'b': {255, 201, 146, 255}, 'c': {150, 190, 255, 255}, 'd': {179, 223, 160, 255}, 'e': {255, 123, 96, 255}, 'f': {230, 243, 136, 255},
	}
	b, _, err := solver.Generate(6, 3)
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewNRGBA(image.Rect(0, 0, 388, 388))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	corner := image.Pt(50, 50)
	visiontest.PaintCells(img, colors, strings.Join(b.RegionRows(), " "), corner, image.Pt(faintSide, faintSide), 1)
	darken := func(x, y, by int) {
		c := img.NRGBAAt(x, y)
		img.SetNRGBA(x, y, color.NRGBA{uint8(max(int(c.R)-by, 0)), uint8(max(int(c.G)-by, 0)), uint8(max(int(c.B)-by, 0)), 255})
	}
	for y := range 6 * faintSide {
		for x := range 6 * faintSide {
			at := y % faintSide
			darken(corner.X+x, corner.Y+y, shade*at/faintSide)
		}
	}
	from := corner.Add(cross.Mul(faintSide))
	for k := 12; k < 36; k++ {
		for w := range 3 {
			darken(from.X+k, from.Y+k+w-1, depth)
			if k != 23 && k != 24 {
				darken(from.X+k, from.Y+faintSide-1-k+w-1, depth)
			}
		}
	}
	return img
}

// TestFaintMark: a mark that is fainter than those that marks are told by is no empty cell.
func TestFaintMark(t *testing.T) {
	for _, depth := range []int{0, 8, 10, 80} {
		r, err := Read(paintFaint(t, 0, depth, image.Pt(2, 1)))
		switch {
		case depth == 8 || depth == 10:
			if err == nil || !strings.Contains(err.Error(), "row 2, column 3") {
				t.Errorf("a cross of %d levels: %v", depth, err)
			}
		case err != nil:
			t.Errorf("a cross of %d levels: %v", depth, err)
		case (r.Board.Mark(1, 2) == solver.Cross) != (depth > 0):
			t.Errorf("a cross of %d levels is read as %v", depth, r.Board.Mark(1, 2))
		}
	}
}

// TestShadedCells: shading that all cells show alike is no mark, and hides none.
func TestShadedCells(t *testing.T) {
	for _, shade := range []int{0, 20, 40, 56} {
		for _, depth := range []int{0, 60, 110} {
			r, err := Read(paintFaint(t, shade, depth, image.Pt(2, 1)))
			if err != nil {
				t.Errorf("shaded by %d, a cross of %d: %v", shade, depth, err)
				continue
			}
			for i, m := range r.Board.Marks {
				if want := depth > 0 && i == 8; (m == solver.Cross) != want || m == solver.Queen {
					t.Errorf("shaded by %d, a cross of %d: cell %d is %v", shade, depth, i, m)
				}
			}
		}
	}
}

// TestDots: dots as small as marks come are crosses, though they have less of an outline than letters have.
func TestDots(t *testing.T) {
	dots := []image.Point{{0, 0}, {2, 1}, {3, 4}, {5, 2}, {1, 5}, {4, 3}}
	for _, side := range []int{4, 5, 6, 8} {
		img := paintFaint(t, 0, 0, image.Point{})
		for _, at := range dots {
			from := at.Mul(faintSide).Add(image.Pt(50+(faintSide-side)/2, 50+(faintSide-side)/2))
			draw.Draw(img, image.Rectangle{from, from.Add(image.Pt(side, side))}, image.Black, image.Point{}, draw.Src)
		}
		r, err := Read(img)
		if err != nil {
			t.Errorf("dots of %d pixels: %v", side, err)
			continue
		}
		for i, m := range r.Board.Marks {
			want := solver.Empty
			if slices.Contains(dots, image.Pt(i%6, i/6)) {
				want = solver.Cross
			}
			if m != want {
				t.Errorf("dots of %d pixels: cell %d is %v", side, i, m)
			}
		}
	}
}

// TestGlow: a cell that is lighter in its middle, without an edge, holds no mark.
func TestGlow(t *testing.T) {
	for _, glow := range []struct{ most, radius, power float64 }{{0.3, 0.33, 2}, {0.5, 0.33, 1}, {0.5, 0.42, 2}, {0.7, 0.5, 1}} {
		img := paintFaint(t, 0, 110, image.Pt(2, 1))
		for y := range faintSide {
			for x := range faintSide {
				far := math.Hypot(float64(x)-faintSide/2, float64(y)-faintSide/2) / (faintSide * glow.radius)
				at := image.Pt(50+4*faintSide+x, 50+4*faintSide+y)
				c, share := img.NRGBAAt(at.X, at.Y), glow.most*max(1-math.Pow(far, glow.power), 0)
				mix := func(v uint8) uint8 { return uint8(float64(v) + share*(255-float64(v))) }
				img.SetNRGBA(at.X, at.Y, color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 255})
			}
		}
		if r, err := Read(img); err == nil && r.Board.Mark(4, 4) != solver.Empty {
			t.Errorf("%+v: the glow is read as %v", glow, r.Board.Mark(4, 4))
		}
	}
}
