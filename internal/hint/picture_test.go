package hint

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/vision"
)

// drawn draws a scene over its own board, drawn plainly, and returns the
// drawing with where its cells are.
func drawn(t *testing.T, s *Scene, darkened bool) (image.Image, *picture) {
	t.Helper()
	src := Plain(s.Puzzle)
	if darkened {
		src.Picture = inverted(src.Picture)
	}
	img := Picture(src, s, "a headline", []string{"and a reason"})
	return img, newPicture(src, s)
}

func inverted(img image.Image) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	for i := range out.Pix {
		if i%4 != 3 {
			out.Pix[i] = 255 - out.Pix[i]
		}
	}
	return out
}

// changed tells what share of a cell differs between two drawings.
func changed(a, b image.Image, p *picture, cell int) float64 {
	x, y := p.at(cell)
	// Its inner part: lines are shared with the neighbours.
	in := int(0.15 * p.cell)
	r := image.Rect(int(x)+in, int(y)+in, int(x+p.cell)-in, int(y+p.cell)-in)
	n := 0
	for py := r.Min.Y; py < r.Max.Y; py++ {
		for px := r.Min.X; px < r.Max.X; px++ {
			if a.At(px, py) != b.At(px, py) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

// TestRolesAreSeen draws one cell in each role, on a light and on a dark board:
// each role looks otherwise than every other and than no role, also to an eye
// that sees no colours.
func TestRolesAreSeen(t *testing.T) {
	b, _, err := solver.Generate(7, 4)
	if err != nil {
		t.Fatal(err)
	}
	const cell, elsewhere = 24, 3
	// In all of them another cell is wrong, so that the veil is the same.
	scenes := map[string]*Scene{
		"bystander": {Puzzle: &games.Board{Board: *b}, Queen: -1, Wrong: []int{elsewhere}},
		"reason":    {Puzzle: &games.Board{Board: *b}, Queen: -1, Wrong: []int{elsewhere}, Reason: []int{cell}},
		"crossed":   {Puzzle: &games.Board{Board: *b}, Queen: -1, Wrong: []int{elsewhere}, Crossed: []int{cell}},
		"queen":     {Puzzle: &games.Board{Board: *b}, Queen: cell, Wrong: []int{elsewhere}},
		"wrong":     {Puzzle: &games.Board{Board: *b}, Queen: -1, Wrong: []int{elsewhere, cell}},
	}
	for _, dark := range []bool{false, true} {
		grey := map[string]image.Image{}
		var p *picture
		for name, s := range scenes {
			var img image.Image
			img, p = drawn(t, s, dark)
			g := image.NewGray(img.Bounds())
			draw.Draw(g, g.Rect, img, g.Rect.Min, draw.Src)
			grey[name] = g
		}
		if p.dark != dark {
			t.Errorf("a board that is dark (%t) is taken for the other kind", dark)
		}
		for a, one := range grey {
			for b, other := range grey {
				if a < b && changed(one, other, p, cell) < 0.1 {
					t.Errorf("dark=%t: %s and %s look alike", dark, a, b)
				}
			}
		}
		if c := changed(grey["bystander"], grey["queen"], p, cell+14); c > 0 {
			t.Errorf("dark=%t: a queen on one cell changes %.0f %% of another", dark, 100*c)
		}
	}
}

// TestVeil fades the board's frame beside cells that do not matter, and leaves it beside one that
// does.
func TestVeil(t *testing.T) {
	b, _, err := solver.Generate(7, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scene{Puzzle: &games.Board{Board: *b}, Queen: -1, Wrong: []int{3}}
	src := Plain(s.Puzzle)
	grey := image.NewRGBA(src.Picture.Bounds())
	draw.Draw(grey, grey.Rect, image.NewUniform(color.Gray{Y: 128}), image.Point{}, draw.Src)
	src.Picture = grey
	p := newPicture(src, s)
	img := p.dc.Image()
	before := image.NewRGBA(img.Bounds())
	draw.Draw(before, before.Rect, img, before.Rect.Min, draw.Src)
	p.veil()
	last := p.around.Max.Sub(image.Pt(1, 1))
	for cell := range p.roles {
		x, y := p.center(cell)
		for _, at := range []image.Point{{p.around.Min.X, int(y)}, {last.X, int(y)}, {int(x), p.around.Min.Y}, {int(x), last.Y}} {
			beside := math.Abs(float64(at.X)-x) < 0.7*p.cell && math.Abs(float64(at.Y)-y) < 0.7*p.cell
			if faded := before.At(at.X, at.Y) != color.RGBAModel.Convert(img.At(at.X, at.Y)); beside && faded != (cell != 3) {
				t.Errorf("cell %d, %v: faded %t", cell, at, faded)
			}
		}
	}
}

// TestInks holds every line that says something against the white rim it has:
// 3 to 1 is what WCAG 2.2 asks for of graphics, 4.5 to 1 of words.
func TestInks(t *testing.T) {
	luminance := func(c color.NRGBA) float64 {
		linear := func(v uint8) float64 {
			f := float64(v) / 255
			if f <= 0.04045 {
				return f / 12.92
			}
			return math.Pow((f+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	}
	for _, tt := range []struct {
		name string
		ink  color.NRGBA
		want float64
	}{{"blue", blue, 3}, {"red", red, 3}, {"green", green, 3}, {"ink", ink, 4.5}, {"soft", soft, 4.5}} {
		if got := (luminance(paper) + 0.05) / (luminance(tt.ink) + 0.05); got < tt.want {
			t.Errorf("%s has a contrast of %.1f, want %.1f", tt.name, got, tt.want)
		}
	}
}

// TestSizes draws boards of every size and from pictures of every scale, those
// that are cut at the board's edge included: cells are large enough to read, and
// the words below are in the picture.
func TestSizes(t *testing.T) {
	for _, n := range []int{1, 6, 32} {
		b := &solver.Board{Size: n, Regions: make([]uint8, n*n)}
		for cell := range b.Regions {
			b.Regions[cell] = uint8(cell / n)
		}
		s := &Scene{Puzzle: &games.Board{Board: *b}, Queen: 0, Reason: []int{0}}
		for _, pitch := range []float64{12, 61.5, 300} {
			side := int(float64(n) * pitch)
			if side > 1900 {
				continue
			}
			img := image.NewRGBA(image.Rect(100, 50, 100+side, 50+side)) // cut at the edge, and not from 0 on
			src := Source{Picture: img, Lattice: vision.Lattice{X: 100, Y: 50, PitchX: pitch, PitchY: pitch, Size: n}}
			p := newPicture(src, s)
			if p.cell < leastCell || p.cell > mostCell {
				t.Errorf("%d cells of %g pixels are drawn %g wide", n, pitch, p.cell)
			}
			out := Picture(src, s, "a headline", []string{"a reason"})
			if bottom := p.board().Max.Y; out.Bounds().Dy() < bottom+60 || out.Bounds().Dx() < narrowest {
				t.Errorf("%d cells of %g pixels: the drawing is %v", n, pitch, out.Bounds())
			}
		}
	}
}

func TestCapital(t *testing.T) {
	for in, want := range map[string]string{"queen on r1c1": "Queen on r1c1", "r3c4 is it": "r3c4 is it", "": "", "Row": "Row"} {
		if got := capital(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}
