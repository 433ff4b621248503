package vision

import (
	"slices"
	"testing"
)

func TestShade(t *testing.T) {
	blue, grey := rgb{0x96, 0xBE, 0xFF}, rgb{0xDF, 0xDF, 0xDF}
	tests := []struct {
		name  string
		c, of rgb
		want  bool
	}{
		{"darkened to four fifths", rgb{0x78, 0x98, 0xCC}, blue, true},
		{"lightened by a fifth", rgb{0xAB, 0xCB, 0xFF}, blue, true},
		{"the same", blue, blue, false},
		{"grey darkened", rgb{0xB2, 0xB2, 0xB2}, grey, true},
		{"another hue", rgb{0xFF, 0x7B, 0x60}, blue, false},
		{"black", rgb{}, blue, false},
		{"of black", rgb{0x20, 0x20, 0x20}, rgb{}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := shade(test.c, test.of, roughShade); got != test.want {
				t.Errorf("shade(%v, %v) = %v, want %v", test.c, test.of, got, test.want)
			}
		})
	}
}

func TestModeIgnoresWhatReachesIn(t *testing.T) {
	samples := slices.Repeat([]uint32{rgb{200, 100, 50}.packed()}, 30)
	samples = append(samples, slices.Repeat([]uint32{0}, 10)...)
	g := mode(samples)
	if g.rgb != (rgb{200, 100, 50}) || g.support != 0.75 {
		t.Errorf("mode = %v with support %.2f, want the colour of three quarters", g.rgb, g.support)
	}
	if g := mode(nil); g.support != 0 {
		t.Errorf("mode of nothing has support %.2f", g.support)
	}
}

// groundsOf makes cells of the given colours.
func groundsOf(c ...rgb) []ground {
	out := make([]ground, len(c))
	for i := range c {
		out[i] = ground{rgb: c[i], lab: toLab(c[i]), support: 1}
	}
	return out
}

func TestClusterCutsAtTheWidestGaps(t *testing.T) {
	red, green, blue := rgb{220, 60, 60}, rgb{60, 200, 60}, rgb{60, 60, 220}
	near := func(c rgb) rgb { return rgb{c[0] + 2, c[1] - 1, c[2] + 1} }
	c := cluster(groundsOf(red, green, near(red), blue, near(green), red))
	labels, within, between := c.cut(3)
	if want := []int{0, 1, 0, 2, 1, 0}; !slices.Equal(labels, want) {
		t.Errorf("labels = %v, want %v", labels, want)
	}
	if within >= between {
		t.Errorf("within %.1f is not less than between %.1f", within, between)
	}
	if c.clear(3) < strong {
		t.Errorf("three groups are not clear: %.1f", c.clear(3))
	}
	for _, k := range []int{2, 4, 5} {
		if c.clear(k) >= strong {
			t.Errorf("%d groups are clear: %.1f", k, c.clear(k))
		}
	}
	if one, _, _ := c.cut(1); count(one) != 1 {
		t.Errorf("one group has %d labels", count(one))
	}
}

func TestEqualColoursAreNotTwoRegions(t *testing.T) {
	c := cluster(groundsOf(slices.Repeat([]rgb{{90, 90, 90}, {91, 90, 90}}, 8)...))
	for k := 2; k < 16; k++ {
		if c.clear(k) != 0 {
			t.Errorf("%d groups of one colour are clear: %.2f", k, c.clear(k))
		}
	}
}

// TestGroundUnderMark measures cells of which a bold mark covers most.
func TestGroundUnderMark(t *testing.T) {
	const side = 50
	ground, mark, line := rgb{150, 190, 255}, rgb{245, 179, 1}, rgb{0, 0, 0}
	for _, test := range []struct {
		name string
		at   func(x, y int) rgb // what is drawn, from the cell's corner
		want rgb
	}{
		{"a block with notches", func(x, y int) rgb {
			notch := y < 20 && (x/5)%2 == 0
			if x > 8 && x < 41 && y > 11 && y < 41 && !notch {
				return mark
			}
			return ground
		}, ground},
		{"a bold ring", func(x, y int) rgb {
			if d := (x-25)*(x-25) + (y-25)*(y-25); d < 17*17 && d > 5*5 {
				return mark
			}
			return ground
		}, ground},
		{"a letter that leaves hardly more than the corners, and a line around it", func(x, y int) rgb {
			switch {
			case x < 1 || x >= 49 || y < 1 || y >= 49:
				return line
			case x >= 8 && x < 42 && y >= 8 && y < 42 && (x-25)*(x-25)+(y-25)*(y-25) > 9*9 && abs(float64(x-25))+abs(float64(y-25)) < 26:
				return mark
			}
			return ground
		}, ground},
		{"lines all around, as wide as the outer ring", func(x, y int) rgb {
			switch {
			case x < 10 || x >= 40 || y < 10 || y >= 40:
				return line
			case x > 20 && x < 30 || y > 20 && y < 30:
				return mark
			}
			return ground
		}, ground},
		{"no mark", func(x, y int) rgb { return ground }, ground},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &picture{pix: make([]uint8, 4*side*side), stride: 4 * side, w: side, h: side}
			for y := range side {
				for x := range side {
					c := test.at(x, y)
					copy(p.line(y)[4*x:], c[:])
				}
			}
			if g := grounds(p, Lattice{PitchX: side, PitchY: side, Size: 1})[0]; g.rgb != test.want {
				t.Errorf("the ground is %v, want %v", g.rgb, test.want)
			}
		})
	}
	p := &picture{pix: make([]uint8, 4*side*side), stride: 4 * side, w: side, h: side}
	if g, inside := groundOfCell(p, Rect{X: 2 * side, Width: side, Height: side}, &labs{}); inside != 0 || g.support != 0 {
		t.Errorf("a cell outside the picture has %v of its ground in it, with support %v", inside, g.support)
	}
}
