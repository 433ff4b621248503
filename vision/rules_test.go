package vision

import "testing"

// TestSheeted tells what lies over cells from what tints them: a tint leaves the lines.
func TestSheeted(t *testing.T) {
	labels := []int{0, 0, 1, 1}
	between := edge{a: 0, b: 1, seen: true}
	for _, test := range []struct {
		name  string
		odd   []int
		edit  func(ev *evidence)
		want  bool
		speak bool
	}{
		{"a line between two of one colour", []int{0, 1}, func(*evidence) {}, false, true},
		{"none is seen", []int{0, 1}, func(ev *evidence) { ev.lines.edges[0].seen = false }, true, true},
		{"only a wide one would be", []int{0, 1}, func(ev *evidence) { ev.lines.edges[0].drowned = true }, true, true},
		{"one of them has its region's colour", []int{0}, func(ev *evidence) { ev.lines.edges[0].seen = false }, false, true},
		{"the board has no lines", []int{0, 1}, func(ev *evidence) { ev.lines.edges[0].seen = false }, false, false},
		{"two colours", []int{0, 1}, func(ev *evidence) {
			ev.lines.edges[0].seen = false
			ev.ground[0].lab = toLab(rgb{200, 0, 0})
		}, false, true},
	} {
		ev := &evidence{cells: &cells{n: 2, ground: make([]ground, 4)}, lines: lineWords{edges: []edge{between, {a: 2, b: 3, seen: true}}}}
		test.edit(ev)
		f := &facts{proposal: &proposal{labels: labels, odd: test.odd}, ev: ev, speak: test.speak}
		if got := f.sheeted(); got != test.want {
			t.Errorf("%s: something may lie over them: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestUnparted asks for a line between a region of one cell and one that it is a shade of.
func TestUnparted(t *testing.T) {
	white, shaded, blue := rgb{250, 250, 250}, rgb{225, 225, 225}, rgb{40, 90, 200}
	for _, test := range []struct {
		name string
		cell rgb
		seen bool
		want bool
	}{
		{"a shade, and no line is seen", shaded, false, true},
		{"a shade behind a line", shaded, true, false},
		{"another colour", blue, false, false},
	} {
		ev := &evidence{cells: &cells{n: 2, spotless: true}, lines: lineWords{edges: []edge{{a: 0, b: 1, seen: test.seen}, {a: 0, b: 2}, {a: 1, b: 3}, {a: 2, b: 3}}}}
		for _, c := range []rgb{test.cell, white, white, white} {
			ev.ground = append(ev.ground, ground{rgb: c, lab: toLab(c)})
		}
		f := &facts{proposal: &proposal{labels: []int{0, 1, 1, 1}}, ev: ev}
		if got := f.unparted(); got != test.want {
			t.Errorf("%s: may be hovered: %v, want %v", test.name, got, test.want)
		}
	}

	// A region that lies elsewhere, behind lines on all sides of the cell.
	ev := &evidence{cells: &cells{n: 2, spotless: true}, lines: lineWords{speak: true, threshold: 2, edges: []edge{
		{a: 0, b: 1, seen: true, even: 4}, {a: 0, b: 2, seen: true, even: 4}, {a: 1, b: 3, even: 4}, {a: 2, b: 3, even: 4},
	}}}
	for _, c := range []rgb{shaded, blue, blue, white} {
		ev.ground = append(ev.ground, ground{rgb: c, lab: toLab(c)})
	}
	f := &facts{proposal: &proposal{labels: []int{0, 1, 1, 2}}, ev: ev}
	if len(f.shades()) != 1 || f.unparted() {
		t.Errorf("of %d shades, one may be hovered that does not lie beside its region", len(f.shades()))
	}
}

// TestCutByOverruledLines wants two regions of one colour apart where the lines are of no use.
func TestCutByOverruledLines(t *testing.T) {
	red, blue := rgb{200, 60, 60}, rgb{40, 90, 200}
	for _, test := range []struct {
		name      string
		colors    []rgb
		labels    []int
		overruled bool
		want      bool
	}{
		{"side by side", []rgb{red, red, blue, blue}, []int{0, 1, 2, 2}, true, true},
		{"side by side, and the lines tell", []rgb{red, red, blue, blue}, []int{0, 1, 2, 2}, false, false},
		{"apart", []rgb{red, blue, blue, red}, []int{0, 1, 1, 2}, true, false},
	} {
		ev := &evidence{cells: &cells{n: 2, spotless: true}, lines: lineWords{edges: []edge{{a: 0, b: 1}, {a: 0, b: 2}, {a: 1, b: 3}, {a: 2, b: 3}}}}
		for _, c := range test.colors {
			ev.ground = append(ev.ground, ground{rgb: c, lab: toLab(c)})
		}
		f := &facts{proposal: &proposal{labels: test.labels, twins: 1, pieces: 2, overruled: test.overruled}, ev: ev}
		if got := f.cutInTwo(); got != test.want {
			t.Errorf("%s: may be one region: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestVeiled tells a region without a line in it, as a sheet over the board is.
func TestVeiled(t *testing.T) {
	labels := []int{0, 0, 1, 1}
	ev := &evidence{cells: &cells{n: 2}, lines: lineWords{edges: []edge{{a: 0, b: 1, seen: true}, {a: 2, b: 3, seen: true}, {a: 0, b: 2, seen: true}, {a: 1, b: 3, seen: true}}}}
	if (&facts{proposal: &proposal{labels: labels}, ev: ev}).veiled() {
		t.Error("veiled, and all lines are seen")
	}
	ev.lines.edges[1].drowned = true
	if !(&facts{proposal: &proposal{labels: labels}, ev: ev}).veiled() {
		t.Error("not veiled, and one region shows no line")
	}
	ev.lines.edges[1].seen = false
	if !(&facts{proposal: &proposal{labels: labels}, ev: ev}).veiled() {
		t.Error("not veiled, and no line of one region can be seen")
	}
}
