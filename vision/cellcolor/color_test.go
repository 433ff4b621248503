package cellcolor

import (
	"math"
	"slices"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

func TestShade(t *testing.T) {
	blue, grey := raster.RGB{0x96, 0xBE, 0xFF}, raster.RGB{0xDF, 0xDF, 0xDF}
	tests := []struct {
		name  string
		c, of raster.RGB
		want  bool
	}{
		{"darkened to four fifths", raster.RGB{0x78, 0x98, 0xCC}, blue, true},
		{"lightened by a fifth", raster.RGB{0xAB, 0xCB, 0xFF}, blue, true},
		{"the same", blue, blue, false},
		{"grey darkened", raster.RGB{0xB2, 0xB2, 0xB2}, grey, true},
		{"another hue", raster.RGB{0xFF, 0x7B, 0x60}, blue, false},
		{"black", raster.RGB{}, blue, false},
		{"of black", raster.RGB{0x20, 0x20, 0x20}, raster.RGB{}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := IsShade(test.c, test.of, RoughShade); got != test.want {
				t.Errorf("shade(%v, %v) = %v, want %v", test.c, test.of, got, test.want)
			}
		})
	}
}

func TestModeIgnoresWhatReachesIn(t *testing.T) {
	samples := slices.Repeat([]uint32{raster.RGB{200, 100, 50}.Packed()}, 30)
	samples = append(samples, slices.Repeat([]uint32{0}, 10)...)
	g := Mode(samples)
	if g.RGB != (raster.RGB{200, 100, 50}) || g.Support != 0.75 {
		t.Errorf("mode = %v with support %.2f, want the colour of three quarters", g.RGB, g.Support)
	}
	if g := Mode(nil); g.Support != 0 {
		t.Errorf("mode of nothing has support %.2f", g.Support)
	}
}

// groundsOf makes cells of the given colours.
func groundsOf(c ...raster.RGB) []Color {
	out := make([]Color, len(c))
	for i := range c {
		out[i] = Color{RGB: c[i], Lab: ToLab(c[i]), Support: 1}
	}
	return out
}

func TestClusterCutsAtTheWidestGaps(t *testing.T) {
	red, green, blue := raster.RGB{220, 60, 60}, raster.RGB{60, 200, 60}, raster.RGB{60, 60, 220}
	near := func(c raster.RGB) raster.RGB { return raster.RGB{c[0] + 2, c[1] - 1, c[2] + 1} }
	c := Cluster(groundsOf(red, green, near(red), blue, near(green), red))
	labels, within, between := c.Cut(3)
	if want := []int{0, 1, 0, 2, 1, 0}; !slices.Equal(labels, want) {
		t.Errorf("labels = %v, want %v", labels, want)
	}
	if within >= between {
		t.Errorf("within %.1f is not less than between %.1f", within, between)
	}
	if c.Clearness(3) < ClearGap {
		t.Errorf("three groups are not clear: %.1f", c.Clearness(3))
	}
	for _, k := range []int{2, 4, 5} {
		if c.Clearness(k) >= ClearGap {
			t.Errorf("%d groups are clear: %.1f", k, c.Clearness(k))
		}
	}
	if one, _, _ := c.Cut(1); partition.Count(one) != 1 {
		t.Errorf("one group has %d labels", partition.Count(one))
	}
}

func TestEqualColoursAreNotTwoRegions(t *testing.T) {
	c := Cluster(groundsOf(slices.Repeat([]raster.RGB{{90, 90, 90}, {91, 90, 90}}, 8)...))
	for k := 2; k < 16; k++ {
		if c.Clearness(k) != 0 {
			t.Errorf("%d groups of one colour are clear: %.2f", k, c.Clearness(k))
		}
	}
}

// TestGroundUnderMark measures cells of which a bold mark covers most.
func TestGroundUnderMark(t *testing.T) {
	const side = 50
	ground, mark, line := raster.RGB{150, 190, 255}, raster.RGB{245, 179, 1}, raster.RGB{0, 0, 0}
	for _, test := range []struct {
		name string
		at   func(x, y int) raster.RGB // what is drawn, from the cell's corner
		want raster.RGB
	}{
		{"a block with notches", func(x, y int) raster.RGB {
			notch := y < 20 && (x/5)%2 == 0
			if x > 8 && x < 41 && y > 11 && y < 41 && !notch {
				return mark
			}
			return ground
		}, ground},
		{"a bold ring", func(x, y int) raster.RGB {
			if d := (x-25)*(x-25) + (y-25)*(y-25); d < 17*17 && d > 5*5 {
				return mark
			}
			return ground
		}, ground},
		{"a letter that leaves hardly more than the corners, and a line around it", func(x, y int) raster.RGB {
			switch {
			case x < 1 || x >= 49 || y < 1 || y >= 49:
				return line
			case x >= 8 && x < 42 && y >= 8 && y < 42 && (x-25)*(x-25)+(y-25)*(y-25) > 9*9 && math.Abs(float64(x-25))+math.Abs(float64(y-25)) < 26:
				return mark
			}
			return ground
		}, ground},
		{"lines all around, as wide as the outer ring", func(x, y int) raster.RGB {
			switch {
			case x < 10 || x >= 40 || y < 10 || y >= 40:
				return line
			case x > 20 && x < 30 || y > 20 && y < 30:
				return mark
			}
			return ground
		}, ground},
		{"no mark", func(x, y int) raster.RGB { return ground }, ground},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &raster.Picture{Pix: make([]uint8, 4*side*side), Stride: 4 * side, W: side, H: side}
			for y := range side {
				for x := range side {
					c := test.at(x, y)
					copy(p.Row(y)[4*x:], c[:])
				}
			}
			if g := Measure(p, lattice.Lattice{PitchX: side, PitchY: side, Size: 1})[0]; g.RGB != test.want {
				t.Errorf("the ground is %v, want %v", g.RGB, test.want)
			}
		})
	}
	p := &raster.Picture{Pix: make([]uint8, 4*side*side), Stride: 4 * side, W: side, H: side}
	if g, inside := MeasureCell(p, raster.Rect{X: 2 * side, Width: side, Height: side}, &LabCache{}); inside != 0 || g.Support != 0 {
		t.Errorf("a cell outside the picture has %v of its ground in it, with support %v", inside, g.Support)
	}
}
