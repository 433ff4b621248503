package vision

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

// TestOutranks holds refused grids against a small board beside them.
func TestOutranks(t *testing.T) {
	small := &Reading{Lattice: lattice.Lattice{X: 500, Y: 100, PitchX: 20, PitchY: 20, Size: 5}}
	large := &Reading{Lattice: lattice.Lattice{X: 500, Y: 100, PitchX: 20, PitchY: 20, Size: 8}}
	beside := raster.Rect{X: 10, Y: 100, Width: 400, Height: 400}
	for _, test := range []struct {
		name    string
		refusal Refusal
		reading *Reading
		want    bool
	}{
		{"a larger grid of many colours beside an example", Refusal{Reason: NotQueens, colored: true, extent: beside}, small, true},
		{"the same, of few colours", Refusal{Reason: NotQueens, extent: beside}, small, false},
		{"the same, found by its borders alone", Refusal{Reason: NotQueens, colored: true, weak: true, extent: beside}, small, false},
		{"the same, beside a board that is no example", Refusal{Reason: NotQueens, colored: true, extent: beside}, large, false},
		{"a grid as small as the example", Refusal{Reason: NotQueens, colored: true, extent: raster.Rect{X: 10, Y: 100, Width: 110, Height: 110}}, small, false},
		{"a larger board that could not be read", Refusal{Reason: Ambiguous, extent: beside}, large, true},
	} {
		if got := test.refusal.outranks(test.reading); got != test.want {
			t.Errorf("%s outranks it: %t", test.name, got)
		}
	}
}

// TestExampleBesideOpenBoard draws a game without lines of which a region has the
// page's colour, and an example beside it: the example must not be played.
func TestExampleBesideOpenBoard(t *testing.T) {
	page := color.NRGBA{R: 224, G: 224, B: 224, A: 255}
	colors := map[rune]color.NRGBA{
		'a': page, 'b': {R: 200, G: 140, B: 170, A: 255}, 'c': {R: 225, G: 105, B: 85, A: 255}, 'd': {R: 165, G: 160, B: 140, A: 255},
		'e': {R: 130, G: 165, B: 225, A: 255}, 'f': {R: 160, G: 215, B: 140, A: 255}, 'g': {R: 90, G: 90, B: 160, A: 255},
	}
	img := image.NewRGBA(image.Rect(0, 0, 700, 460))
	draw.Draw(img, img.Rect, image.NewUniform(page), image.Point{}, draw.Src)
	visiontest.PaintCells(img, colors, "aaaacd abaadd abbddd bbbdee bbbeee bbffee", image.Pt(40, 40), image.Pt(60, 60), 0)
	visiontest.PaintCells(img, colors, "fffbb cbbbd ceedd ceedd ceddd", image.Pt(500, 60), image.Pt(26, 26), 1)
	example := image.Rect(470, 0, 700, 460)
	if r, err := Read(img.SubImage(example)); err != nil || r.Board.Size != 5 {
		t.Fatalf("the example alone is not read: %v", err)
	}
	if r, err := Read(img); err == nil {
		t.Errorf("read %v", r.Lattice)
	}
}

// TestUnevenCells reads boards of which the cells are higher than wide: somewhat, as
// those of a table are, and too much.
func TestUnevenCells(t *testing.T) {
	colors := map[rune]color.NRGBA{
		'a': {R: 190, G: 165, B: 225, A: 255}, 'b': {R: 200, G: 140, B: 170, A: 255}, 'c': {R: 225, G: 105, B: 85, A: 255},
		'd': {R: 165, G: 160, B: 140, A: 255}, 'e': {R: 130, G: 165, B: 225, A: 255}, 'f': {R: 160, G: 215, B: 140, A: 255},
	}
	for _, test := range []struct {
		height int
		read   bool
	}{{60, true}, {62, true}, {64, false}} {
		img := image.NewRGBA(image.Rect(0, 0, 460, 480))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		visiontest.PaintCells(img, colors, "aaaacd abaadd abbddd bbbdee bbbeee bbffee", image.Pt(40, 40), image.Pt(60, test.height), 1)
		if _, err := Read(img); (err == nil) != test.read {
			t.Errorf("cells of 60 by %d pixels: %v", test.height, err)
		}
	}
}

// TestInPieces refuses a board of clear colours whose regions are not in one piece each, and says so.
func TestInPieces(t *testing.T) {
	const pitch = 40
	colors := map[rune]color.NRGBA{
		'a': {R: 190, G: 165, B: 225, A: 255}, 'b': {R: 250, G: 200, B: 140, A: 255}, 'c': {R: 150, G: 190, B: 250, A: 255},
		'd': {R: 180, G: 220, B: 160, A: 255}, 'e': {R: 250, G: 120, B: 100, A: 255},
	}
	img := image.NewRGBA(image.Rect(0, 0, 7*pitch, 7*pitch))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	visiontest.PaintCells(img, colors, "aabbb accbe aacbb ddcee bdcea", image.Pt(pitch, pitch), image.Pt(pitch, pitch), 1)
	const want = "as it was read its regions lie in 8 pieces"
	if _, err := Read(img); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
