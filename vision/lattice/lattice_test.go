package lattice

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

var colors = map[rune]color.NRGBA{
	'a': {R: 187, G: 163, B: 226, A: 255}, 'b': {R: 255, G: 201, B: 146, A: 255}, 'c': {R: 150, G: 190, B: 255, A: 255},
	'd': {R: 179, G: 223, B: 160, A: 255}, 'e': {R: 230, G: 120, B: 110, A: 255}, 'f': {R: 220, G: 230, B: 90, A: 255},
}

// TestFind draws grids and looks for them by squares, which lines set apart, and by the
// borders between colours.
func TestFind(t *testing.T) {
	const square = "aabbbb aabccb ddbccb ddeccf deeeff deefff"
	for _, test := range []struct {
		name          string
		find          func(p *raster.Picture, sc raster.Scans) []Candidate
		rows          string
		pitch, line   int
		found, square bool
	}{
		{"squares of a board with lines", FromSquares, square, 40, 1, true, true},
		{"squares of small cells", FromSquares, square, 16, 1, true, true},
		{"squares of a board without lines", FromSquares, square, 40, 0, false, false},
		{"squares of a grid with a row too few", FromSquares, "aabbbb aabccb ddbccb ddeccf deeeff", 40, 1, true, false},
		{"borders of a board without lines", FromBorders, square, 40, 0, true, true},
		{"borders of an empty page", FromBorders, "", 40, 0, false, false},
	} {
		corner := image.Pt(33, 21)
		img := image.NewRGBA(image.Rect(0, 0, 320, 300))
		draw.Draw(img, img.Rect, image.NewUniform(color.Gray{Y: 245}), image.Point{}, draw.Src)
		visiontest.PaintCells(img, colors, test.rows, corner, image.Pt(test.pitch, test.pitch), test.line)
		p, err := raster.New(img)
		if err != nil {
			t.Fatal(err)
		}
		const tolerance = 6
		found := test.find(p, raster.ScanSmooth(p, tolerance, raster.NewViews(p).Still))
		if !test.found {
			if len(found) > 0 && found[0].Square() {
				t.Errorf("%s: found %v", test.name, found[0].Lattice)
			}
			continue
		}
		if len(found) == 0 {
			t.Errorf("%s: found nothing", test.name)
			continue
		}
		rows := strings.Fields(test.rows)
		want := Candidate{
			Lattice: Lattice{X: float64(corner.X), Y: float64(corner.Y), PitchX: float64(test.pitch), PitchY: float64(test.pitch), Size: max(len(rows), len(rows[0]))},
			Rows:    len(rows), Cols: len(rows[0]),
		}
		if got := found[0]; !got.SameAs(want) || got.Square() != test.square {
			t.Errorf("%s: found %d x %d, %v; want %v", test.name, got.Rows, got.Cols, got.Lattice, want.Lattice)
		}
	}
}

func TestHolds(t *testing.T) {
	grid := func(x, y, pitch float64, rows, cols int) Candidate {
		return Candidate{Lattice: Lattice{X: x, Y: y, PitchX: pitch, PitchY: pitch, Size: max(rows, cols)}, Rows: rows, Cols: cols}
	}
	whole := grid(100, 60, 40, 8, 8)
	for _, test := range []struct {
		name string
		c    Candidate
		want bool
	}{
		{"itself", whole, false},
		{"its first rows", grid(100, 60, 40, 5, 8), true},
		{"its last corner", grid(260, 220, 40, 4, 4), true},
		{"a part of it between the lines", grid(120, 60, 40, 5, 5), false},
		{"cells of another size", grid(100, 60, 44, 4, 4), false},
		{"more columns than it has", grid(260, 60, 40, 5, 5), false},
	} {
		if got := whole.Holds(test.c); got != test.want {
			t.Errorf("a grid holds %s: %v", test.name, got)
		}
	}
}
