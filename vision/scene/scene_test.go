package scene

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

// exampleBoard draws a board of 5 x 5 in the middle of a picture and returns where it lies.
func exampleBoard(img draw.Image) lattice.Lattice {
	const pitch, n = 24, 5
	colors := map[rune]color.NRGBA{
		'a': {R: 187, G: 163, B: 226, A: 255}, 'b': {R: 255, G: 201, B: 146, A: 255}, 'c': {R: 150, G: 190, B: 255, A: 255},
		'd': {R: 179, G: 223, B: 160, A: 255}, 'e': {R: 230, G: 243, B: 136, A: 255},
	}
	b := img.Bounds()
	corner := image.Pt((b.Min.X+b.Max.X-n*pitch)/2, (b.Min.Y+b.Max.Y-n*pitch)/2)
	visiontest.PaintCells(img, colors, "aabbb aabcc ddccc ddeec deeec", corner, image.Pt(pitch, pitch), 1)
	return lattice.Lattice{X: float64(corner.X), Y: float64(corner.Y), PitchX: pitch, PitchY: pitch, Size: n}
}

func paint(img draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// words draws strokes as those of letters, in lines with space between them.
func words(img draw.Image, r image.Rectangle, c color.Color) {
	for y := r.Min.Y + 10; y+8 < r.Max.Y; y += 20 {
		for x := r.Min.X + 10; x+2 < r.Max.X; x += 5 {
			paint(img, image.Rect(x, y, x+2, y+8), c)
		}
	}
}

// TestScenes draws a small board on pages and on cards, and asks whether it is an example.
func TestScenes(t *testing.T) {
	var (
		white, light, ink = color.Gray{Y: 255}, color.Gray{Y: 243}, color.Gray{Y: 25}
		dimmed, faint     = color.Gray{Y: 97}, color.Gray{Y: 10} // what a layer leaves of light and ink
		dark, slate       = color.Gray{Y: 30}, color.Gray{Y: 110}
		violet            = color.NRGBA{R: 120, G: 60, B: 220, A: 255}
		card              = image.Rect(130, 60, 370, 340)
	)
	for _, test := range []struct {
		name              string
		page, text, card  color.Color
		dialog, startPage bool
	}{
		{"on a light page", light, ink, light, false, false},
		{"on a card of a light page", light, ink, white, false, false},
		{"on a card over a dimmed page", dimmed, faint, white, true, false},
		{"on a white card of a dark page", dark, slate, white, false, false},
		{"on a page of one strong colour", violet, violet, violet, false, true},
		{"on a card of one strong colour", light, ink, violet, false, false},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 500, 400))
		paint(img, img.Rect, test.page)
		words(img, img.Rect, test.text)
		paint(img, card, test.card)
		l := exampleBoard(img)
		p, err := raster.New(img)
		if err != nil {
			t.Fatal(err)
		}
		if got := InDialog(p, l); got != test.dialog {
			t.Errorf("a board %s stands in a dialog: %v", test.name, got)
		}
		if got := OnStartPage(p, l); got != test.startPage {
			t.Errorf("a board %s is an ornament of a start page: %v", test.name, got)
		}
	}
}
