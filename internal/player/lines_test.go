package player

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/vision"
)

// drawn is a board of lines of one colour on light cells.
func drawn(l vision.Lattice, line color.Color) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 500, 400))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(img.Rect, color.White)
	b := l.Bounds().Image()
	fill(b, color.RGBA{200, 180, 240, 255})
	for k := range l.Size + 1 {
		x, y := int(l.X+float64(k)*l.PitchX), int(l.Y+float64(k)*l.PitchY)
		fill(image.Rect(x-1, b.Min.Y, x+1, b.Max.Y), line)
		fill(image.Rect(b.Min.X, y-1, b.Max.X, y+1), line)
	}
	return img
}

func TestSameLines(t *testing.T) {
	l := vision.Lattice{X: 60.4, Y: 40.7, PitchX: 38.2, PitchY: 38.2, Size: 8}
	moved := l
	moved.X += 5
	center := l.Center(3, 4)
	inCell := image.Rect(int(center.X)-15, int(center.Y)-15, int(center.X)+15, int(center.Y)+15)
	for _, tt := range []struct {
		name string
		line color.Color
		at   vision.Lattice // where the second picture shows the board
		over image.Rectangle
		want bool
	}{
		{"the same", color.Black, l, image.Rectangle{}, true},
		{"the same, with faint lines", color.RGBA{180, 165, 215, 255}, l, image.Rectangle{}, true},
		{"faint lines and a pop-up over four cells", color.RGBA{180, 165, 215, 255}, l, inCell.Inset(-40), false},
		{"faint lines, moved by a few pixels", color.RGBA{180, 165, 215, 255}, moved, image.Rectangle{}, false},
		{"a mark in a cell", color.Black, l, inCell, true},
		{"moved by a few pixels", color.Black, moved, image.Rectangle{}, false},
		{"a pop-up over four cells", color.Black, l, inCell.Inset(-40), false},
		{"no lines to go by", color.RGBA{200, 180, 240, 255}, l, image.Rectangle{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := drawn(l, tt.line), drawn(tt.at, tt.line)
			for _, over := range []color.Color{color.RGBA{90, 200, 90, 255}, tt.line} {
				draw.Draw(b, tt.over, image.NewUniform(over), image.Point{}, draw.Src)
				if got := sameLines(a, b, l); got != tt.want {
					t.Errorf("%v with something of colour %v", got, over)
				}
			}
		})
	}
	a := drawn(l, color.Black)
	for _, veil := range []uint8{25, 80, 128, 200} {
		dim := drawn(l, color.Black)
		draw.Draw(dim, dim.Rect, image.NewUniform(color.NRGBA{A: veil}), image.Point{}, draw.Over)
		if sameLines(a, dim, l) {
			t.Errorf("a board that is darkened by %d of 255 passes for one that nothing is before", veil)
		}
	}
	cut := a.SubImage(image.Rect(0, 0, 200, 200)).(*image.RGBA)
	if sameLines(a, cut, l) || sameLines(cut, a, l) {
		t.Error("a picture that does not show the board says that it stands")
	}
}

func BenchmarkSameLines(b *testing.B) {
	l := vision.Lattice{X: 60.4, Y: 40.7, PitchX: 38.2, PitchY: 38.2, Size: 8}
	img := drawn(l, color.Black)
	for b.Loop() {
		sameLines(img, img, l)
	}
}

// TestSameLinesOfSurface: a picture of no more than a board's surface shows its lines, wherever the board
// lies and however large its cells are.
func TestSameLinesOfSurface(t *testing.T) {
	for pitch := 20.0; pitch <= 48; pitch += 0.25 {
		for _, at := range []float64{40, 40.25, 40.5, 40.99} {
			l := vision.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: 6}
			whole := drawn(l, color.Black)
			img := image.NewRGBA(surface(l, whole.Rect))
			draw.Draw(img, img.Rect, whole, img.Rect.Min, draw.Src)
			if !sameLines(img, img, l) {
				t.Errorf("cells of %v pixels at %v: no", pitch, at)
			}
		}
	}
}
