package gridline

import (
	"math"
	"testing"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestBetween finds the middle between two cells by what is to be seen of what lies there.
func TestBetween(t *testing.T) {
	colors := map[rune]raster.RGB{
		'y': {230, 240, 70}, 'd': {70, 70, 70}, '#': {180, 185, 104}, 'f': {240, 150, 40}, ' ': {17, 17, 17},
	}
	for _, test := range []struct {
		name        string
		cut         string // the lattice is in its middle
		left, right rune
		want        float64
	}{
		{"a line", "yyyy#yyyyy", 'y', 'y', -0.5},
		{"a black line beside a dark cell", "yyyy  dddd", 'y', 'd', 0},
		{"colours that meet", "yyyyydddddd", 'y', 'd', -0.5},
		{"frames and a gap of the cells' colour", "  ffff    ff  ", ' ', ' ', 0},
		{"frames of two colours", "  ff  yyyyy   ", ' ', ' ', -0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := LineProfiles{Step: 4, N: len(test.cut), off: 0.5 - float32(len(test.cut))/2} // all five on one row
			for _, k := range test.cut {
				c := colors[k]
				all.pix = append(all.pix, c[0], c[1], c[2], 255)
			}
			got, ok := all.between(colors[test.left], colors[test.right])
			if !ok || math.Abs(got.middle()-test.want) > 0.3 {
				t.Errorf("is between %.2f and %.2f, %v; want %.2f", got.from, got.to, ok, test.want)
			}
		})
	}
}

// TestRefit finds the lattice whether thick and thin lines lie in its middle or inside the cells before them or after, and
// tells that it is torn where they lie now here and now there.
func TestRefit(t *testing.T) {
	const n, pitch, margin = 8, 48, 20
	thick := func(k int) bool { return k%2 == 0 }
	for _, test := range []struct {
		name  string
		first func(k, i, width int) int // pixel of line k of this width beside cell i, from the lattice
		torn  bool
	}{
		{"in the middle", func(_, _, width int) int { return -width / 2 }, false},
		{"in the cells before", func(_, _, width int) int { return -width }, false},
		{"in the cells after", func(_, _, _ int) int { return 0 }, false},
		{"now before, now after", func(_, i, width int) int { return -width * (i % 2) }, true},
	} {
		const side = n*pitch + 2*margin
		p := &raster.Picture{Pix: make([]uint8, 4*side*side), Stride: 4 * side, W: side, H: side}
		set := func(x, y int, c raster.RGB) { copy(p.Pix[4*(y*side+x):], c[:]) }
		for i := range side * side {
			set(i%side, i/side, raster.RGB{240, 240, 240})
		}
		for i := range n * n * pitch * pitch {
			set(margin+i%(n*pitch), margin+i/(n*pitch), raster.RGB{150, 200, 140})
		}
		for k := 1; k < n; k++ {
			width := 2
			if thick(k) {
				width = 6
			}
			for along := range n * pitch {
				for w := range width {
					at := margin + k*pitch + test.first(k, along/pitch, width) + w
					set(at, margin+along, raster.RGB{})
					set(margin+along, at, raster.RGB{})
				}
			}
		}
		l := lattice.Lattice{X: margin, Y: margin, PitchX: pitch, PitchY: pitch, Size: n}
		got, told, torn := Refit(p, cellcolor.New(p, l))
		if torn != test.torn || !test.torn && (!told || got.OffsetFrom(l) > lattice.Astray) {
			t.Errorf("%s: at %v, told: %t, torn: %t", test.name, got, told, torn)
		}
	}
}
