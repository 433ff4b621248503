package sudoku

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"

	"autoqueens/internal/typeface"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

const pitch = 60 // pixels

// glyph is a digit and where its middle lies in the cell, in shares of it.
type glyph struct {
	text        string
	size        float64
	right, down float64
}

// cell draws one cell of a Mini Sudoku.
func cell(t *testing.T, cover image.Rectangle, all ...glyph) *board {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 6*pitch, 6*pitch))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, g := range all {
		face := typeface.Bold(g.size * pitch)
		b, _ := font.BoundString(face, g.text)
		middle := func(at float64, low, high fixed.Int26_6) fixed.Int26_6 {
			return fixed.Int26_6(at*pitch*64) - (low+high)/2
		}
		d := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{Y: 40}), Face: face,
			Dot: fixed.Point26_6{X: middle(g.right, b.Min.X, b.Max.X), Y: middle(g.down, b.Min.Y, b.Max.Y)}}
		d.DrawString(g.text)
	}
	draw.Draw(img, cover, image.White, image.Point{}, draw.Src)
	p, err := raster.New(img)
	if err != nil {
		t.Fatal(err)
	}
	return &board{n: 6, boxRows: 2, boxCols: 3, Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 6}}}
}

// TestNotes: notes are small digits, each in its own place. What a covered digit leaves is none.
func TestNotes(t *testing.T) {
	const usual = 0.33 * pitch // of digits
	var none image.Rectangle
	digit := func(text string) glyph { return glyph{text, 0.45, 0.5, 0.5} }
	upper, lower := image.Rect(0, 0, pitch, pitch/2), image.Rect(0, pitch/2, pitch, pitch)
	for name, c := range map[string]struct {
		of    *board
		notes bool
	}{
		"one":             {cell(t, none, glyph{"2", 0.22, 0.5, 0.33}), true},
		"three":           {cell(t, none, glyph{"1", 0.22, 0.25, 0.33}, glyph{"3", 0.22, 0.75, 0.33}, glyph{"5", 0.22, 0.5, 0.67}), true},
		"beside":          {cell(t, none, glyph{"1", 0.22, 0.25, 0.33}, glyph{"2", 0.22, 0.5, 0.33}), true},
		"near the line":   {cell(t, none, glyph{"4", 0.22, 1.0 / 6, 0.75}), true},
		"other place":     {cell(t, none, glyph{"3", 0.22, 0.25, 0.33}), false},
		"other row":       {cell(t, none, glyph{"2", 0.22, 0.5, 0.67}), false},
		"middle":          {cell(t, none, glyph{"2", 0.22, 0.5, 0.5}), false},
		"no such note":    {cell(t, none, glyph{"8", 0.22, 0.5, 0.33}), false},
		"digit":           {cell(t, none, digit("2")), false},
		"nothing":         {cell(t, none), false},
		"upper half of 8": {cell(t, lower, digit("8")), false},
		"lower half of 8": {cell(t, upper, digit("8")), false},
		"upper half of 2": {cell(t, lower, digit("2")), false},
		"lower half of 2": {cell(t, upper, digit("2")), false},
		"lower half of 5": {cell(t, upper, digit("5")), false},
		"upper half of 1": {cell(t, lower, digit("1")), false},
	} {
		if got := c.of.notes(0, usual); got != c.notes {
			t.Errorf("%s: taken for notes: %v", name, got)
		}
	}
}

// TestPlaced: the places of notes are told by how many stand in a row.
func TestPlaced(t *testing.T) {
	for _, c := range []struct {
		note, n, cols int
		right, down   float64
		is            bool
	}{
		{1, 6, 3, 0.2, 0.3, true},
		{1, 6, 3, 0.5, 0.3, false},
		{5, 6, 3, 0.5, 0.7, true},
		{5, 6, 3, 0.5, 0.3, false},
		{9, 9, 3, 0.8, 0.8, true},
		{5, 9, 3, 0.5, 0.5, true},
		{5, 9, 3, 0.5, 0.7, false},
		{4, 4, 2, 0.75, 0.75, true},
		{4, 4, 2, 0.25, 0.75, false},
	} {
		if got := placed(c.note, c.n, c.cols, c.right, c.down); got != c.is {
			t.Errorf("note %d of %d in %d columns at %.2f, %.2f: %v", c.note, c.n, c.cols, c.right, c.down, got)
		}
	}
}

// TestDigitAbove reads a digit that stands high in its cell, beyond where lines may reach.
func TestDigitAbove(t *testing.T) {
	for _, down := range []float64{0.5, 0.35, 0.3} {
		b := cell(t, image.Rectangle{}, glyph{"6", 0.45, 0.5, down})
		if a := b.digitAt(0, b.Grounds()[0]); a.Number != 6 || !a.Certain() {
			t.Errorf("%.2f of the cell down: read as %d, %.3f", down, a.Number, a.Likelihood)
		}
	}
}
