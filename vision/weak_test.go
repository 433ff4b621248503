package vision

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

// TestFollowWeak: of the grids that borders alone made up, the largest are followed first, no
// more than a few, and none where there is a board already or a reader has what it wants.
func TestFollowWeak(t *testing.T) {
	const most = 8
	page := image.NewRGBA(image.Rect(0, 0, 1400, 500))
	draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
	var grids []lattice.Candidate
	for i := range most + 2 {
		size, at := 20+i, image.Pt(20+130*i, 20+10*i)
		visiontest.PaintCells(page, map[rune]color.NRGBA{'a': {250, 250, 250, 255}}, "aaaa aaaa aaaa aaaa", at, image.Pt(size, size), 1)
		l := lattice.Lattice{X: float64(at.X), Y: float64(at.Y), PitchX: float64(size), PitchY: float64(size), Size: 4}
		grids = append(grids, lattice.Candidate{Lattice: l, Rows: 4, Cols: 4, Weak: true})
	}
	p, err := raster.New(page)
	if err != nil {
		t.Fatal(err)
	}
	nothing := image.NewRGBA(page.Rect)
	blank, err := raster.New(nothing)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		in       *raster.Picture
		readings []*Reading
		settles  bool
		want     string // the sizes of cells on the boards that readers were shown
	}{
		"the largest, which is a board": {p, nil, false, "[29]"},
		"a reader has it":               {p, nil, true, "[29]"},
		"something was read":            {p, []*Reading{{}}, false, "[]"},
		"none is a board":               {blank, nil, false, "[]"},
	} {
		shown := []int{}
		h := &finder{readings: test.readings, settles: func(b *outline.Board, _ *raster.Picture) bool {
			shown = append(shown, int(b.Lattice.Pitch()+0.5))
			return test.settles
		}}
		for _, g := range grids {
			h.weak = append(h.weak, sighting{test.in, g})
		}
		h.followWeak()
		if got := fmt.Sprint(shown); got != test.want || len(h.settled) > 0 != test.settles {
			t.Errorf("%s: boards of cells of %s were shown, want %s; settled %t", name, got, test.want, len(h.settled) > 0)
		}
	}
	// The smallest alone is a board: it is not among those that are looked at.
	h := &finder{settles: func(*outline.Board, *raster.Picture) bool { t.Error("more were followed than are to be"); return false }}
	for i, g := range slices.Backward(grids) {
		in := blank
		if i == 0 {
			in = p
		}
		h.weak = append(h.weak, sighting{in, g})
	}
	h.followWeak()
}
