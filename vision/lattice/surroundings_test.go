package lattice

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"autoqueens/vision/raster"
)

// TestHidden lays covers over a page beside a board, which end some pixels outside of its lines.
func TestHidden(t *testing.T) {
	l := Lattice{X: 40, Y: 40, PitchX: 30, PitchY: 30, Size: 6}
	page, board := image.Rect(0, 0, 260, 260), image.Rect(40, 40, 220, 220)
	const left, right, top, bottom = 1, 2, 4, 8
	for _, test := range []struct {
		name   string
		over   int // sides
		off    int // pixels outside of the lines
		within image.Rectangle
		hides  bool
	}{
		{"nothing", 0, 0, page, false},
		{"one side", bottom, 1, page, false},
		{"two sides that meet", right | bottom, 0, page, true},
		{"beyond what is seen of them", left | top, 3, page, true},
		{"farther away than where lines that go on are seen", right | bottom, 8, page, false},
		{"two sides that face each other", left | right, 0, page, false},
		{"a shadow of two sides that meet", right | bottom, 0, page, false},
		{"three sides", left | right | bottom, 0, page, false},
		{"where the picture ends", right | bottom, 0, board.Inset(-3), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			img := image.NewRGBA(page)
			draw.Draw(img, page, image.White, image.Point{}, draw.Src)
			keep := page
			if test.over&left != 0 {
				keep.Min.X = board.Min.X - test.off
			}
			if test.over&right != 0 {
				keep.Max.X = board.Max.X + test.off
			}
			if test.over&top != 0 {
				keep.Min.Y = board.Min.Y - test.off
			}
			if test.over&bottom != 0 {
				keep.Max.Y = board.Max.Y + test.off
			}
			cover := image.NewRGBA(page)
			draw.Draw(cover, page, image.NewUniform(color.RGBA{40, 90, 160, 255}), image.Point{}, draw.Src)
			draw.Draw(cover, keep, img, keep.Min, draw.Src)
			if strings.Contains(test.name, "shadow") {
				const wide = 12
				draw.Draw(cover, image.Rect(page.Min.X, keep.Max.Y+wide, page.Max.X, page.Max.Y), image.White, image.Point{}, draw.Src)
				draw.Draw(cover, image.Rect(keep.Max.X+wide, page.Min.Y, page.Max.X, page.Max.Y), image.White, image.Point{}, draw.Src)
			}
			p, err := raster.New(cover.SubImage(test.within))
			if err != nil {
				t.Fatal(err)
			}
			l := l
			l.X, l.Y = l.X-float64(test.within.Min.X), l.Y-float64(test.within.Min.Y)
			if got := Hidden(p, l); (got != nil) != test.hides {
				t.Errorf("hides: %q", got)
			}
		})
	}
}
