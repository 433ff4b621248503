package glyph

import (
	"image"
	"math"
	"testing"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

var background, foreground = raster.RGB{150, 190, 255}, raster.RGB{20, 20, 20}

// painted paints a square cell: at gets the place of each pixel from the cell's middle,
// in cells.
func painted(side int, at func(x, y float64) raster.RGB) *raster.Picture {
	p := &raster.Picture{Pix: make([]uint8, 4*side*side), Stride: 4 * side, W: side, H: side}
	for i := range side * side {
		c := at((float64(i%side)+0.5)/float64(side)-0.5, (float64(i/side)+0.5)/float64(side)-0.5)
		copy(p.Pix[4*i:], c[:])
	}
	return p
}

// drawn paints a foreground on the background.
func drawn(side int, at func(x, y float64) bool) *raster.Picture {
	return painted(side, func(x, y float64) raster.RGB {
		if at(x, y) {
			return foreground
		}
		return background
	})
}

func cross(x, y float64) bool {
	return max(math.Abs(x), math.Abs(y)) < 0.2 && min(math.Abs(x-y), math.Abs(x+y)) < 0.06
}

func ring(x, y float64) bool {
	d := math.Hypot(x, y)
	return d < 0.3 && d > 0.15
}

func extract(p *raster.Picture) Foreground {
	return Extract(p, raster.Rect{Width: float64(p.W), Height: float64(p.H)}, 0.76, Background{Color: background}, raster.LeastContrast, false)
}

func TestMeasure(t *testing.T) {
	arrow := func(x, y float64) bool {
		x, y = x+0.1, y+0.2 // from its tip
		return x >= 0 && y >= 0 && y < 0.4 && x <= 0.7*y
	}
	for _, test := range []struct {
		name                  string
		at                    func(x, y float64) bool
		size                  float64
		diagonal, even, aside bool // along the diagonals; the same left and right; at a side
	}{
		{"a cross", cross, 0.4, true, true, false},
		{"a ring", ring, 0.6, false, true, false},
		{"an arrow", arrow, 0.4, false, false, false},
		{"a cross beside lines that meet in a corner", func(x, y float64) bool { return cross(x, y) || x > 0.33 || y > 0.33 }, 0.4, true, true, false},
		{"a bar from side to side", func(x, y float64) bool { return math.Abs(y) < 0.1 }, 0.76, false, true, true},
	} {
		for _, side := range []int{25, 60} {
			k := extract(drawn(side, test.at))
			if k.N == 0 {
				t.Fatalf("%s in %d pixels: nothing is seen", test.name, side)
			}
			m := k.Measure()
			if math.Abs(m.Size-test.size) > 0.06 || (m.OffDiagonal < 0.2) != test.diagonal || (m.Asymmetry < 0.1) != test.even || (m.Touching > 0) != test.aside {
				t.Errorf("%s in %d pixels: %+v", test.name, side, m)
			}
		}
	}
	if k := extract(drawn(40, func(x, y float64) bool { return false })); k.N != 0 || k.Contrast != 0 {
		t.Errorf("an empty cell has %d pixels of foreground, contrast %d", k.N, k.Contrast)
	}
}

// TestScatter tells what is in pieces from what a gap of a pixel parts: the bar of a crown, which is less of
// it, and no sign that is two bars, nor two signs side by side.
func TestScatter(t *testing.T) {
	const side = 40
	bars := func(upper, gap, lower int) func(x, y float64) bool { // heights, pixels
		return func(x, y float64) bool {
			row := int(math.Floor((y + 0.5) * side))
			return math.Abs(x) < 0.2 && row >= 12 && row < 12+upper+gap+lower && (row < 12+upper || row >= 12+upper+gap)
		}
	}
	turned := func(at func(x, y float64) bool) func(x, y float64) bool {
		return func(x, y float64) bool { return at(y, x) }
	}
	for name, test := range map[string]struct {
		at      func(x, y float64) bool
		scatter float64
	}{
		"one piece":                   {bars(12, 0, 4), 0},
		"a bar a pixel below":         {bars(12, 1, 4), 0},
		"a bar a pixel above":         {bars(4, 1, 12), 0},
		"a bar two pixels below":      {bars(12, 2, 4), 0.25},
		"two bars, none of them most": {bars(8, 1, 8), 0.5},
		"a bar a pixel to the right":  {turned(bars(12, 1, 4)), 0.25},
		"two bars beside one another": {turned(bars(8, 1, 8)), 0.5},
	} {
		k := extract(drawn(side, test.at))
		if m := k.Measure(); math.Abs(m.Scatter-test.scatter) > 0.01 {
			t.Errorf("%s: %.2f of it is scattered, want %.2f", name, m.Scatter, test.scatter)
		}
	}
}

// TestCommon takes for background what all cells show, and not what is drawn in the
// middle of all of them.
func TestCommon(t *testing.T) {
	const side, cells = 40, 5
	stripes := func(x, y float64) bool { return num.Floor((x+y)*10)%2 == 0 }
	corner := func(x, y float64) bool { return x < -0.2 && y < -0.2 && x > -0.3 && y > -0.3 }
	for _, test := range []struct {
		name string
		all  func(x, y float64) bool // what all cells show, beside the mark in the first
		want bool                    // the mark alone is seen in the first, and nothing in the others
	}{
		{"nothing", func(x, y float64) bool { return false }, true},
		{"stripes", stripes, true},
		{"print in a corner", corner, true},
		{"a ring in the middle of all", ring, false},
		{"one that reaches a side of what is looked at", func(x, y float64) bool { return ring(x, y+0.12) }, false},
	} {
		p := &raster.Picture{Pix: make([]uint8, 4*side*side*cells), Stride: 4 * side, W: side, H: side * cells}
		var parts []image.Rectangle
		var colors []raster.RGB
		for i := range cells {
			one := painted(side, func(x, y float64) raster.RGB {
				switch {
				case i == 0 && cross(x, y):
					return foreground
				case test.all(x, y):
					return raster.RGB{100, 140, 205}
				}
				return background
			})
			copy(p.Pix[4*side*side*i:], one.Pix)
			parts = append(parts, Part(p, raster.Rect{Y: float64(i * side), Width: side, Height: side}, 0.76))
			colors = append(colors, background)
		}
		over := Common(p, parts, colors, raster.LeastContrast/2)
		for i := range cells {
			k := Extract(p, raster.Rect{Y: float64(i * side), Width: side, Height: side}, 0.76, Background{Color: background, Over: over}, raster.LeastContrast, false)
			seen := k.N > 0
			if i == 0 && seen && test.want {
				m := k.Measure()
				seen = math.Abs(m.Size-0.4) < 0.06
			}
			if want := i == 0 || !test.want; seen != want {
				t.Errorf("%s: a mark is seen in cell %d: %v, want %v", test.name, i, seen, want)
			}
		}
	}
}

func TestOpacity(t *testing.T) {
	for _, test := range []struct {
		c, under raster.RGB
		want     float64
	}{
		{raster.RGB{100, 50, 200}, raster.RGB{100, 50, 200}, 0},
		{raster.RGB{100, 100, 100}, raster.RGB{200, 200, 200}, 0.5}, // half black
		{raster.RGB{50, 40, 30}, raster.RGB{100, 80, 60}, 0.5},      // in front of a darker colour
		{raster.RGB{150, 150, 150}, raster.RGB{45, 45, 45}, 0.5},    // half white
		{raster.RGB{16, 0, 0}, raster.RGB{0, 0, 0}, 16.0 / 255},
		{raster.RGB{0, 0, 0}, raster.RGB{16, 16, 16}, 0.25}, // little noise, were it not for the bound
	} {
		if got := Opacity(test.c, test.under); math.Abs(got-test.want) > 0.01 {
			t.Errorf("%v on %v: %.2f, want %.2f", test.c, test.under, got, test.want)
		}
	}
}

// TestPlus tells a plus from other shapes, a star of four points among them.
func TestPlus(t *testing.T) {
	star := func(inner float64) func(x, y float64) bool {
		return func(x, y float64) bool {
			a, b, q := max(math.Abs(x), math.Abs(y))/0.3, min(math.Abs(x), math.Abs(y))/0.3, inner/math.Sqrt2
			return a < 1 && b <= q*(1-a)/(1-q)
		}
	}
	for _, test := range []struct {
		name string
		at   func(x, y float64) bool
		want bool
	}{
		{"a plus", func(x, y float64) bool {
			return max(math.Abs(x), math.Abs(y)) < 0.2 && min(math.Abs(x), math.Abs(y)) < 0.03
		}, true},
		{"a cross", cross, false},
		{"a ring", ring, false},
		{"a block", func(x, y float64) bool { return max(math.Abs(x), math.Abs(y)) < 0.2 }, false},
		{"a thin star", star(0.3), false},
		{"a star", star(0.45), false},
	} {
		for _, side := range []int{60, 90} {
			k := extract(drawn(side, test.at))
			if got := k.Measure().Plus; got != test.want {
				t.Errorf("%s in %d pixels is a plus: %v", test.name, side, got)
			}
		}
	}
}
