package labelling

import (
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/raster"
	"testing"
)

// TestSheeted tells what lies over cells from what tints them: a tint leaves the lines.
func TestSheeted(t *testing.T) {
	labels := []int{0, 0, 1, 1}
	between := gridline.Edge{A: 0, B: 1, Visible: true}
	for _, test := range []struct {
		name  string
		odd   []int
		edit  func(ev *Observations)
		want  bool
		speak bool
	}{
		{"a line between two of one colour", []int{0, 1}, func(*Observations) {}, false, true},
		{"none is seen", []int{0, 1}, func(ev *Observations) { ev.Lines.Edges[0].Visible = false }, true, true},
		{"only a wide one would be", []int{0, 1}, func(ev *Observations) { ev.Lines.Edges[0].Drowned = true }, true, true},
		{"one of them has its region's colour", []int{0}, func(ev *Observations) { ev.Lines.Edges[0].Visible = false }, false, true},
		{"the board has no lines", []int{0, 1}, func(ev *Observations) { ev.Lines.Edges[0].Visible = false }, false, false},
		{"two colours", []int{0, 1}, func(ev *Observations) {
			ev.Lines.Edges[0].Visible = false
			ev.Colors[0].Lab = cellcolor.ToLab(raster.RGB{200, 0, 0})
		}, false, true},
	} {
		ev := &Observations{Cells: &cellcolor.Cells{N: 2, Colors: make([]cellcolor.Color, 4)}, Lines: gridline.Lines{Edges: []gridline.Edge{between, {A: 2, B: 3, Visible: true}}}}
		test.edit(ev)
		f := &facts{Hypothesis: &Hypothesis{Labels: labels, Outliers: test.odd}, ev: ev, speak: test.speak}
		if got := f.sheeted(); got != test.want {
			t.Errorf("%s: something may lie over them: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestUnparted asks for a line between a region of one cell and one that it is a shade of.
func TestUnparted(t *testing.T) {
	white, shaded, blue := raster.RGB{250, 250, 250}, raster.RGB{225, 225, 225}, raster.RGB{40, 90, 200}
	for _, test := range []struct {
		name string
		cell raster.RGB
		seen bool
		want bool
	}{
		{"a shade, and no line is seen", shaded, false, true},
		{"a shade behind a line", shaded, true, false},
		{"another colour", blue, false, false},
	} {
		ev := &Observations{Cells: &cellcolor.Cells{N: 2, Spotless: true}, Lines: gridline.Lines{Edges: []gridline.Edge{{A: 0, B: 1, Visible: test.seen}, {A: 0, B: 2}, {A: 1, B: 3}, {A: 2, B: 3}}}}
		for _, c := range []raster.RGB{test.cell, white, white, white} {
			ev.Colors = append(ev.Colors, cellcolor.Color{RGB: c, Lab: cellcolor.ToLab(c)})
		}
		f := &facts{Hypothesis: &Hypothesis{Labels: []int{0, 1, 1, 1}}, ev: ev}
		if got := f.unparted(); got != test.want {
			t.Errorf("%s: may be hovered: %v, want %v", test.name, got, test.want)
		}
	}

	// A region that lies elsewhere, behind lines on all sides of the cell.
	ev := &Observations{Cells: &cellcolor.Cells{N: 2, Spotless: true}, Lines: gridline.Lines{TwoWidths: true, Threshold: 2, Edges: []gridline.Edge{
		{A: 0, B: 1, Visible: true, EvenWidth: 4}, {A: 0, B: 2, Visible: true, EvenWidth: 4}, {A: 1, B: 3, EvenWidth: 4}, {A: 2, B: 3, EvenWidth: 4},
	}}}
	for _, c := range []raster.RGB{shaded, blue, blue, white} {
		ev.Colors = append(ev.Colors, cellcolor.Color{RGB: c, Lab: cellcolor.ToLab(c)})
	}
	f := &facts{Hypothesis: &Hypothesis{Labels: []int{0, 1, 1, 2}}, ev: ev}
	if len(f.shades()) != 1 || f.unparted() {
		t.Errorf("of %d shades, one may be hovered that does not lie beside its region", len(f.shades()))
	}
}

// TestCutByOverruledLines wants two regions of one colour apart where the lines are of no use.
func TestCutByOverruledLines(t *testing.T) {
	red, blue := raster.RGB{200, 60, 60}, raster.RGB{40, 90, 200}
	for _, test := range []struct {
		name      string
		colors    []raster.RGB
		labels    []int
		overruled bool
		want      bool
	}{
		{"side by side", []raster.RGB{red, red, blue, blue}, []int{0, 1, 2, 2}, true, true},
		{"side by side, and the lines tell", []raster.RGB{red, red, blue, blue}, []int{0, 1, 2, 2}, false, false},
		{"apart", []raster.RGB{red, blue, blue, red}, []int{0, 1, 1, 2}, true, false},
	} {
		ev := &Observations{Cells: &cellcolor.Cells{N: 2, Spotless: true}, Lines: gridline.Lines{Edges: []gridline.Edge{{A: 0, B: 1}, {A: 0, B: 2}, {A: 1, B: 3}, {A: 2, B: 3}}}}
		for _, c := range test.colors {
			ev.Colors = append(ev.Colors, cellcolor.Color{RGB: c, Lab: cellcolor.ToLab(c)})
		}
		f := &facts{Hypothesis: &Hypothesis{Labels: test.labels, SameColor: 1, Pieces: 2, Overruled: test.overruled}, ev: ev}
		if got := f.cutInTwo(); got != test.want {
			t.Errorf("%s: may be one region: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestVeiled tells a region without a line in it, as a sheet over the board is.
func TestVeiled(t *testing.T) {
	labels := []int{0, 0, 1, 1}
	ev := &Observations{Cells: &cellcolor.Cells{N: 2}, Lines: gridline.Lines{Edges: []gridline.Edge{{A: 0, B: 1, Visible: true}, {A: 2, B: 3, Visible: true}, {A: 0, B: 2, Visible: true}, {A: 1, B: 3, Visible: true}}}}
	if (&facts{Hypothesis: &Hypothesis{Labels: labels}, ev: ev}).veiled() {
		t.Error("veiled, and all lines are seen")
	}
	ev.Lines.Edges[1].Drowned = true
	if !(&facts{Hypothesis: &Hypothesis{Labels: labels}, ev: ev}).veiled() {
		t.Error("not veiled, and one region shows no line")
	}
	ev.Lines.Edges[1].Visible = false
	if !(&facts{Hypothesis: &Hypothesis{Labels: labels}, ev: ev}).veiled() {
		t.Error("not veiled, and no line of one region can be seen")
	}
}
