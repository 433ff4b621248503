package gridline

import (
	"testing"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/raster"
)

func TestTwoWidths(t *testing.T) {
	repeat := func(v float64, n int) (out []float64) {
		for range n {
			out = append(out, v)
		}
		return out
	}
	join := func(parts ...[]float64) (out []float64) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	tests := []struct {
		name   string
		widths []float64
		want   bool
	}{
		{"none measured", nil, false},
		{"too few to tell", repeat(2, 5), false},
		{"one width", repeat(2, 60), false},
		{"no lines", repeat(0, 60), false},
		{"thin and wide", join(repeat(2, 60), repeat(4, 40)), true},
		{"only region borders", join(repeat(0, 60), repeat(2, 40)), true},
		{"small and blurred", join(repeat(0.8, 30), repeat(1.1, 30), repeat(2.0, 20), repeat(2.4, 20)), true},
		{"two under the pointer", join(repeat(1, 80), repeat(2, 40), repeat(5, 2)), true},
		{"one width, two under the pointer", join(repeat(1, 120), repeat(5, 2)), false},
		{"one width with noise", join(repeat(1.8, 30), repeat(2.0, 30), repeat(2.2, 30)), false},
		{"a single stray", join(repeat(2, 99), repeat(2.4, 1)), false},
		{"one width, five not measured right", join(repeat(2, 160), []float64{8, 9, 10, 11, 10.5}), false},
		{"thin and wide, five not measured right", join(repeat(1, 80), repeat(3, 40), []float64{8, 9, 10, 11, 10.5}), true},
		{"one region outlined", join(repeat(2, 160), repeat(4, 5)), true},
		{"all over the place", []float64{0.7, 1.5, 2.4, 3.3, 4.1, 5, 5.9, 6.7, 7.6, 8.4}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			thin, wide, threshold, two := splitWidths(test.widths, 8)
			if two != test.want {
				t.Errorf("two = %v, want %v (thin %.2f, wide %.2f)", two, test.want, thin, wide)
			}
			if two && (threshold <= thin || threshold >= wide) {
				t.Errorf("threshold %.2f does not lie between %.2f and %.2f", threshold, thin, wide)
			}
		})
	}
}

// twoWidths returns the lines of a board of n rows, all of which can be seen: of 2 pixels where they
// are wide, and of 1 elsewhere.
func twoWidths(n int, wide func(Edge) bool) Lines {
	w := Lines{Edges: inner(n), Thin: 1, Wide: 2, Threshold: 1.5}
	for i := range w.Edges {
		e := &w.Edges[i]
		e.Visible, e.EvenWidth = true, 1
		if wide(*e) {
			e.EvenWidth = 2
		}
	}
	return w
}

// TestRounded tells gaps that were rounded to whole pixels, each from end to end, from lines
// around regions that are a pixel wider than those inside.
func TestRounded(t *testing.T) {
	const n = 6
	for _, test := range []struct {
		name string
		wide func(e Edge) bool
		want bool
	}{
		{"each third column and row", func(e Edge) bool { return e.LatticeLine(n)[1]%3 == 0 }, true},
		{"the same, but under one mark", func(e Edge) bool { return e.LatticeLine(n)[1]%3 == 0 || e.A == 8 }, true},
		{"around regions", func(e Edge) bool { return (e.A/n+e.A%n)%3 == 0 }, false},
	} {
		w := twoWidths(n, test.wide)
		if got := w.rounded(n); got != test.want {
			t.Errorf("%s: rounded is %v", test.name, got)
		}
	}
}

// TestOfColor tells lines that stand out more over some colours from those around regions, also
// where some of these have one colour.
func TestOfColor(t *testing.T) {
	const n = 6
	color := func(k int) cellcolor.Color {
		c := cellcolor.Color{RGB: [...]raster.RGB{{250, 240, 200}, {60, 70, 80}, {120, 200, 90}}[k], Support: 1, Exact: 1}
		c.Lab = cellcolor.ToLab(c.RGB)
		return c
	}
	rows := func(cell int) int { return cell / n / 2 }       // three colours, two rows each
	one := func(int) int { return 0 }                        // one colour
	ends := func(cell int) int { return cell / n / 2 % 2 }   // the first two rows and the last two alike
	region := func(cell int) int { return (cell/n + 1) / 2 } // in other places than the colours
	for _, test := range []struct {
		name   string
		colors func(cell int) int
		wide   func(e Edge) bool
		want   bool
	}{
		{"wide over one colour", rows, func(e Edge) bool { return rows(e.A) == 1 && rows(e.B) == 1 }, true},
		{"wide between colours", rows, func(e Edge) bool { return rows(e.A) != rows(e.B) }, false},
		{"the same where two have one colour", ends, func(e Edge) bool { return rows(e.A) != rows(e.B) }, false},
		{"around regions of one colour", one, func(e Edge) bool { return region(e.A) != region(e.B) || e.B == e.A+1 && e.A%3 == 0 }, false},
	} {
		w := twoWidths(n, test.wide)
		cells := &cellcolor.Cells{N: n}
		for i := range n * n {
			cells.Colors = append(cells.Colors, color(test.colors(i)))
		}
		cells.Clusters = cellcolor.Cluster(cells.Colors)
		if got := w.ofColor(cells); got != test.want {
			t.Errorf("%s: that widths are those of colours is %v", test.name, got)
		}
	}
}

// TestLineOn takes the line out of cuts on which marks lie as well.
func TestLineOn(t *testing.T) {
	left, right, ink := raster.RGB{200, 220, 250}, raster.RGB{250, 220, 200}, raster.RGB{}
	soft := raster.RGB{100, 110, 125}
	for _, test := range []struct {
		name string
		cut  string // l and r for the grounds, # for ink, + for a soft edge; the lattice is in the middle
		want string
	}{
		{"a line", "llllll##rrrrrr", "##"},
		{"a soft line", "lllll+#+rrrrrr", "+#+"},
		{"a line a little off", "llll##rrrrrrrr", "##"},
		{"a mark on the right", "llllll##rrr###", "##"},
		{"a mark on the left", "####ll##rrrrrr", "##"},
		{"marks on both sides", "##llll##rrr+##", "##"},
		{"a mark alone", "llllllrrrrr###", ""},
		{"a line far off", "llllllrrr##rrr", "##"},
		{"a bold line off the lattice", "llllll########", "########"},
		{"a bold line with a hole of one pixel", "lllll##r##rrrr", "##r##"},
		{"nothing", "lllllllrrrrrrr", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var cut []Departure
			for i, k := range test.cut {
				c := map[rune]raster.RGB{'l': left, 'r': right, '#': ink, '+': soft}[k]
				cut = append(cut, Departure{off: float32(i) + 0.5 - float32(len(test.cut))/2, at: int32(i), c: c, away: departureOf(c, left, right)})
			}
			line := lineOn(cut, len(cut), 25)
			got := ""
			for _, s := range line {
				got += test.cut[int(s.off-0.5+float32(len(test.cut))/2):][:1]
			}
			if got != test.want {
				t.Errorf("took %q for the line in %q, want %q", got, test.cut, test.want)
			}
		})
	}
}

// departureOf is how far a colour is, 0 to 255, from the nearer of two grounds.
func departureOf(c, ga, gb raster.RGB) uint8 {
	return uint8(min(raster.Chebyshev(c, ga), raster.Chebyshev(c, gb)))
}
