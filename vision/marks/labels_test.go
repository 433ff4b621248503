package marks_test

import (
	"math"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/raster"
)

// letters are one for each column, as of a site that prints the letter of its region in each cell.
var letters = []func(x, y float64) bool{
	func(x, y float64) bool { return tall(x, y) && math.Abs(x) < 0.03 },
	func(x, y float64) bool { return tall(x, y) && (x < -0.1 || y > 0.14) },
	func(x, y float64) bool { return tall(x, y) && (math.Abs(x) < 0.03 || y < -0.14) },
	func(x, y float64) bool { return tall(x, y) && math.Abs(math.Hypot(x, y)-0.13) < 0.03 },
	func(x, y float64) bool { return tall(x, y) && (math.Abs(x) > 0.1 || math.Abs(y) < 0.03) },
}

func tall(x, y float64) bool { return math.Abs(x) < 0.16 && math.Abs(y) < 0.2 }

// faint is black that covers the ground of a column so far.
func faint(column int, cover float64) (c raster.RGB) {
	for i, v := range backgrounds[column] {
		c[i] = uint8(float64(v)*(1-cover) + 0.5)
	}
	return c
}

func TestLetters(t *testing.T) {
	const n, cover = 5, 0.4
	corner := func(letter func(x, y float64) bool) func(x, y float64) bool {
		return func(x, y float64) bool { return letter(2*(x+0.26), 2*(y+0.26)) }
	}
	// Most lie outside the part in which marks are looked for.
	thin := func(x, y float64) bool { return math.Abs(x+0.42) < 0.03 && math.Abs(y+0.34) < 0.1 }
	ring := func(x, y float64) bool { return math.Abs(math.Hypot(x+0.255, y+0.255)-0.04) < 0.03 }
	outside := func(marked map[int]glyph) map[int]glyph {
		drawn := make(map[int]glyph)
		for i := range n * n {
			if drawn[i] = in(faint(i%n, cover), thin); i%n == 2 {
				drawn[i] = in(faint(i%n, cover), ring)
			}
			if m, ok := marked[i]; ok {
				drawn[i] = m
			}
		}
		return drawn
	}
	with := func(at func(letter func(x, y float64) bool) func(x, y float64) bool, marked map[int]glyph) map[int]glyph {
		drawn := make(map[int]glyph)
		for i := range n * n {
			drawn[i] = in(faint(i%n, cover), at(letters[i%n]))
			if m, ok := marked[i]; ok {
				drawn[i] = m
			}
		}
		return drawn
	}
	inTheMiddle := func(letter func(x, y float64) bool) func(x, y float64) bool { return letter }
	for _, test := range []struct {
		name  string
		drawn map[int]glyph
		want  map[int]solver.Mark
	}{
		{"no marks", with(inTheMiddle, nil), nil},
		{"in the corners", with(corner, nil), nil},
		{"reaching in from the corners", outside(nil), nil},
		{"reaching in from the corners, and marks over some", outside(map[int]glyph{3: in(black, cross), 10: in(black, cross), 12: in(black, crown)}),
			map[int]solver.Mark{3: solver.Cross, 10: solver.Cross, 12: solver.Queen}},
		{"marks in their place", with(inTheMiddle, map[int]glyph{3: in(black, cross), 10: in(black, cross), 12: in(black, crown)}),
			map[int]solver.Mark{3: solver.Cross, 10: solver.Cross, 12: solver.Queen}},
	} {
		for _, pitch := range []int{40, 57, 90} {
			s := board(pitch, test.drawn)
			if len(s.Unclear) > 0 {
				t.Errorf("%s, %d pixels: unclear are %v", test.name, pitch, s.Unclear)
			}
			for i, m := range s.Marks {
				if m != test.want[i] {
					t.Errorf("%s, %d pixels: cell %d was read as %v and not %v", test.name, pitch, i, m, test.want[i])
				}
			}
		}
	}
	// Crosses that are as faint as the letters are not taken for letters.
	faintly := make(map[int]glyph)
	for _, i := range []int{0, 6, 12, 18, 24, 20} {
		faintly[i] = in(faint(i%n, cover), cross)
	}
	s := board(57, with(inTheMiddle, faintly))
	for i := range faintly {
		if s.Marks[i] != solver.Cross && len(s.Unclear) == 0 {
			t.Errorf("the faint cross in cell %d was taken for nothing", i)
		}
	}
}
