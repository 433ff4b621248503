package gridline

import (
	"math"
	"testing"

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
