package vision

import (
	"slices"

	"autoqueens/solver"
)

// What stands in the cells? Whatever departs from the ground in the inner part
// of a cell is ink. Marks stand in the middle and are the same left and right;
// the pointer, and whatever else passes over a board, is neither, and is taken
// away first. What is left is a cross where it is two diagonals, and otherwise
// a queen, whatever the game draws for one.

const (
	// inner is the part of a cell's side in which ink is looked for: lines,
	// and the corners of rounded cells, lie outside.
	inner = 0.76
	// noQueen is the size below which a mark is no queen, as a share of the cell's
	// side.
	noQueen = 0.17
)

// markings is what stands in the cells of a board.
type markings struct {
	marks   []solver.Mark
	strange []int // cells whose ink looks like no mark
	unclear []int // cells whose mark could be one or another
	traces  []int // empty cells in which something is too small or too faint for a mark
	begun   []int // empty cells in which a mark only begins to appear, or is going
	faint   []int // cells of which the mark, if it is one, is far fainter than all others
}

// clashing lists the cells of the queens on a board of n rows that clash with another.
func (m *markings) clashing(n int) (cells []int) {
	for i := range m.marks {
		if len(m.rivalsOf(i, n)) > 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// rivalsOf lists the cells of the queens that clash with the one on a cell of a board of
// n rows: they stand in one row or column with it, or touch it.
func (m *markings) rivalsOf(cell, n int) (cells []int) {
	if m.marks[cell] != solver.Queen {
		return nil
	}
	row, col := cell/n, cell%n
	for i, k := range m.marks {
		r, c := i/n, i%n
		if i != cell && k == solver.Queen && (r == row || c == col || max(row-r, r-row) <= 1 && max(col-c, c-col) <= 1) {
			cells = append(cells, i)
		}
	}
	return cells
}

// markReader reads the marks of a board from the colours of its cells and the picture.
type markReader struct {
	*cells
	markings
}

// readMarks reads what stands in every cell.
func readMarks(p *picture, c *cells) markings {
	r := &markReader{cells: c}
	r.read(p)
	return r.markings
}

// arrow is how large a pointer is at least, in pixels: in a smaller cell none lies by
// itself.
const arrow = 20

// read reads what stands in every cell: by its shape, and where that says
// too little, by the other marks of the board.
func (r *markReader) read(p *picture) {
	if p.sharp != nil {
		p = p.sharp
	}
	r.marks = make([]solver.Mark, len(r.ground))
	sure := make([]sureness, len(r.ground))
	of := make([]figure, len(r.ground))
	compare := false
	for i, g := range r.ground {
		still := r.still(i)
		k := readInk(p, r.lattice, i/r.n, i%r.n, g, still)
		r.marks[i], sure[i] = markOf(&k)
		switch {
		case k.disputed && k.unit < arrow:
			sure[i] = unclear
		case !still && isGhost(&k, r.marks[i], sure[i]):
			r.marks[i], sure[i] = solver.Empty, ghost
		case k.unit < arrow && r.marks[i] == solver.Empty && sure[i] == passing && (!still || k.inside()):
			sure[i] = unclear
		case !still && p.grain == 0 && r.marks[i] == solver.Empty && hides(&k, g, sure[i]),
			r.marks[i] == solver.Empty && sure[i] == passing && k.letter(p, g.rgb):
			sure[i] = unclear
		case r.marks[i] == solver.Empty && sure[i] == plain && k.contrast >= faintest:
			sure[i] = ghost // as a golden crown on an orange ground seems to be
		}
		if sure[i] == ghost && k.bright >= faintest {
			r.traces = append(r.traces, i)
		}
		compare = compare || sure[i] != plain
		if r.marks[i] == solver.Empty {
			of[i].side, of[i].contrast, of[i].opaque = k.remains(), k.contrast, k.opaque
			if sure[i] != plain {
				of[i].departure = longest(k.tint(p, g.rgb))
			}
		} else {
			of[i] = figureOf(&k, p, r.lattice.Center(i/r.n, i%r.n), g, still)
			compare = compare || !still || of[i].small || r.marks[i] == solver.Queen && of[i].royal < surelyRoyal
		}
	}
	if compare {
		r.compareMarks(p, sure, of)
	}
	r.compareTones(p, sure, of)
	r.doubtColored(p, sure, of)
	r.compareTints(p, sure, of)
	r.compareFills(p, sure, of)
	r.doubtSmall(sure, of)
	r.faint = r.faintMarks(p, sure, of)
	for i, s := range sure {
		switch s {
		case passing:
			r.strange = append(r.strange, i)
		case aside:
			r.marks[i] = solver.Empty
			r.unclear = append(r.unclear, i)
		case unclear, torn:
			if r.appearing(p, i, sure, of) {
				r.marks[i] = solver.Empty
				r.begun = append(r.begun, i)
				continue
			}
			r.unclear = append(r.unclear, i)
		}
	}
	r.traces = append(r.traces, r.begun...)
	if lone := len(r.strange) == 1 && r.lattice.pitch() < arrow; lone || !r.onePlace(r.strange) {
		// There is one pointer: something else stands there, perhaps marks.
		r.unclear = append(r.unclear, r.strange...)
		slices.Sort(r.unclear)
	}
}

// figure is what was measured of a mark, beside what it is. Of what has only begun to
// appear, and is nothing by its shape, it has what comes first alone.
type figure struct {
	side     float64 // the longer one, pixels; 0 where there is nothing
	contrast int     // how far it departs from the ground, 0 to 255
	opaque   float64 // see ink.opaque
	// departure is how far its mean departs from the ground, 0 to 255, where it is no mark
	// by its shape.
	departure float64

	box   Rect    // in the picture
	royal float64 // how much more its shape is a queen's than a cross's; see shape.royal
	small bool    // it has few pixels
	large bool    // it has so many that its shape tells
	dim   bool    // and it is compressed
	// By how much a part of it departs from the ground in each tone at least, 0 to
	// 255; all 0 where it is large.
	tones [tones]int
	ink   *ink
}

// light tells whether the mark is drawn in a light colour: games draw it in a dark one
// elsewhere, and what filters the screen's light colours them.
func (f figure) light() bool { return f.tones[lighter] > f.tones[darker] }

// figure returns the measures of a mark in a cell with its middle at c.
func figureOf(k *ink, p *picture, c Point, g ground, still bool) figure {
	x0, y0, x1, y1 := k.box()
	side := max(x1-x0, y1-y0) + 1
	d := figure{side: float64(side), contrast: k.contrast, opaque: k.opaque, royal: k.royal, small: side < few, large: side >= 2*few}
	d.box = Rect{X: c.X - k.cx + float64(x0), Y: c.Y - k.cy + float64(y0), Width: float64(x1 - x0 + 1), Height: float64(y1 - y0 + 1)}
	// Noise leaves nothing in one place that stands out so far from it.
	certain := p.grain > 0 && k.contrast >= 2*p.grain && float64(side) < noQueen*k.unit
	d.dim = !still && d.small && !certain
	if !d.large {
		d.tones = k.tones(p, g.rgb)
	}
	kept := *k
	d.ink = &kept
	return d
}

// tint returns by how much the mean of the ink departs from the ground, per channel.
// What departs most counts most.
func (f figure) tint(p *picture, ground rgb) (t [3]float64) {
	if f.ink != nil {
		t = f.ink.tint(p, ground)
	}
	return t
}

// shift returns by how much the mean of the ink of a mark, on a ground of its own, would
// depart from another ground, per channel.
func (f figure) shift(p *picture, own, other rgb) (t [3]float64) {
	t = f.tint(p, own)
	for c := range t {
		t[c] += float64(own[c]) - float64(other[c])
	}
	return t
}

// onePlace tells whether cells touch each other, as those that one pointer lies
// over do.
func (r *markReader) onePlace(cells []int) bool {
	for _, i := range cells {
		j := cells[0]
		if row, col := i/r.n-j/r.n, i%r.n-j%r.n; max(row, -row, col, -col) > 1 {
			return false
		}
	}
	return true
}

// sureness says how far the reading of a cell can be trusted.
type sureness int

const (
	plain   sureness = iota // a mark, or none
	passing                 // something that is no mark lies over the cell, as the pointer does
	unclear                 // a mark that could be one or another
	torn                    // the same, but surely a mark: the others of the board can tell
	aside                   // a queen by its shape, but off the middle: another one there can tell
	ghost                   // nothing, or a mark that has the brightness of its cell: the others can tell
)

// mark tells what the ink is.
func markOf(k *ink) (solver.Mark, sureness) {
	m, sure := plainMark(k)
	switch {
	case k.faded && k.overAll():
		return solver.Empty, ghost
	case k.faded && (m != solver.Queen || sure != plain || k.contrast < 2*faintest):
		return solver.Empty, ghost
	case k.faded, k.broad && m != solver.Queen:
		return solver.Empty, unclear
	}
	return m, sure
}

// plainMark tells what the ink is that was not taken away.
func plainMark(k *ink) (solver.Mark, sureness) {
	sure := plain
	if float64(k.foreign) >= 0.008*k.unit*k.unit && k.contrast >= 2*faintest { // a pointer is black and white
		sure = passing
	}
	trace := max(6, int(0.01*k.unit*k.unit)) // pixels
	if k.n < 3 {
		if k.central && (k.contrast >= 2*faintest || k.foreign >= trace) {
			return solver.Empty, unclear
		}
		return solver.Empty, sure
	}
	x0, y0, x1, y1 := k.box()
	w, h := x1-x0+1, y1-y0+1
	side := max(w, h)
	size := float64(side) / k.unit
	offX, offY := k.offMiddle(x0, y0, x1, y1)
	offX, offY = offX/k.unit, offY/k.unit
	narrow := 20*w < 17*h // as a pointer is
	queen := func() float64 { return royal(k.shapeOf(x0, y0, w, h), size, side) }
	// stands tells whether it is a queen by its shape, and covers the cell's middle.
	stands := func() bool {
		return 4*w >= 3*h && w <= 2*h && queen() >= undecided &&
			float64(x0) < k.cx && float64(x1) > k.cx && float64(y0) < k.cy && float64(y1) > k.cy
	}
	switch {
	case x0 == 0 && y0 == 0 && x1 == k.w-1 && y1 == k.h-1:
		if k.lean(w, h) <= leaning/2 && stands() {
			return solver.Queen, aside // a bold letter, if another one there is as large
		}
		return solver.Empty, unclear // it reaches in from all sides, as no pointer does: the ground is not what it seems
	case size < least:
		return solver.Empty, sure
	case h > 2*w+2 && size >= 0.25:
		return solver.Empty, unclear // no mark is that narrow: a crown that turns about, perhaps
	case offX > 0.12+0.5/k.unit || offY > 0.16+0.5/k.unit:
		if size >= 0.3 && k.lean(w, h) <= leaning/2 {
			// The same left and right, as no pointer is.
			if stands() {
				return solver.Queen, aside
			}
			return solver.Empty, unclear
		}
		return solver.Empty, passing
	case w > 2*h+2:
		return solver.Empty, passing // a bar: no mark lies on its side
	case (x0 == 0 || x0+w == k.w) && offX > 0.07+1/k.unit, (y0 == 0 || y0+h == k.h) && offY > 0.07+1/k.unit:
		if offX <= 0.07+1/k.unit && size >= 0.3 && k.lean(w, h) <= leaning/2 && stands() {
			return solver.Queen, aside // letters stand on a line that need not be the cell's
		}
		return solver.Empty, passing // it reaches in from one side
	case k.contrast < 3*faintest/2 && k.n < trace:
		return solver.Empty, sure // a trace of compression
	case side >= few && narrow && k.lean(w, h) > leaning:
		return solver.Empty, passing // a cross leans as little as a queen
	case size < noQueen, side < 16 && size < 0.30:
		if side >= few && queen() > -undecided {
			if narrow && k.lean(w, h) > leaning/2 {
				return solver.Empty, passing // the pointer's arrow
			}
			if sure == plain {
				sure, k.royal = torn, queen() // a queen that appears, perhaps
			}
		}
		// The shape of a few pixels says little, and no queen is that small.
		return solver.Cross, sure
	case side < 5 && size < 0.36:
		if size > 0.33 && sure == plain {
			sure = torn // crosses are not much larger
		}
		return solver.Cross, sure
	}
	if 100*k.n < sparseInk*w*h {
		return solver.Empty, sure // specks of noise, far apart
	}
	kind := queen()
	k.royal = kind
	if kind <= -undecided {
		return solver.Cross, sure
	}
	if lean := k.lean(w, h); lean > leaning || kind > 0 && lean > leaning/2 && k.peaksAside(x0, y0, w, h) {
		if !narrow {
			return solver.Empty, unclear // as wide as tall: a pointer, and a queen under it
		}
		return solver.Empty, passing
	}
	switch {
	case (kind < undecided || side < few && kind < 2) && sure == plain:
		return solver.Cross, torn
	case kind < 0:
		return solver.Cross, sure
	}
	return solver.Queen, sure
}

// undecided is how royal a shape may be, or how little, and still be either.
const undecided = 0.6

// royalShape is how royal a shape of few pixels is that says a queen, if the
// others of the board say the same.
const royalShape = 2 * undecided

// few is the side in pixels below which a shape says too little for a queen.
const few = 9

// sparseInk is the least ink of a mark, in percent of its box: the thinnest cross
// has three times as much.
const sparseInk = 5

// royal tells how much more the shape is a queen than a cross, near 0 where it
// could be either; size is that of its longer side in cells, side in pixels. How
// far the ink lies from the diagonals tells most: of 17,000 drawn marks,
// compressed and scaled ones among them, 99 of 100 crosses lie below 0.22 and
// 99 of 100 queens above 0.27. The fewer the pixels, the less their shape says
// and the more their size.
func royal(s shape, size float64, side int) float64 {
	clamp := func(v, most float64) float64 { return min(max(v, -most), most) }
	seen := clamp(float64(side-5)/7, 1) // 0 to 1
	return clamp((s.astray-0.245)/0.035, 1+1.5*seen) + clamp((s.sides-0.3)/0.2, 1+0.5*seen) + clamp((size-0.365)/0.05, 2.5-1.5*seen)
}
