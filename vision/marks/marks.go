package marks

import (
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
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

// Set is what stands in the cells of a board.
type Set struct {
	Marks   []solver.Mark
	Strange []int // cells whose ink looks like no mark
	Unclear []int // cells whose mark could be one or another
	Traces  []int // empty cells in which something is too small or too faint for a mark
	Begun   []int // empty cells in which a mark only begins to appear, or is going
	Faint   []int // cells of which the mark, if it is one, is far fainter than all others
}

// Clashing lists the cells of the queens on a board of n rows that clash with another.
func (m *Set) Clashing(n int) (cells []int) {
	for i := range m.Marks {
		if len(m.RivalsOf(i, n)) > 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// RivalsOf lists the cells of the queens that clash with the one on a cell of a board of
// n rows: they stand in one row or column with it, or touch it.
func (m *Set) RivalsOf(cell, n int) (cells []int) {
	if m.Marks[cell] != solver.Queen {
		return nil
	}
	row, col := cell/n, cell%n
	for i, k := range m.Marks {
		r, c := i/n, i%n
		if i != cell && k == solver.Queen && (r == row || c == col || max(row-r, r-row) <= 1 && max(col-c, c-col) <= 1) {
			cells = append(cells, i)
		}
	}
	return cells
}

// reader reads the marks of a board from the colours of its cells and the picture.
type reader struct {
	*cellcolor.Cells
	Set
}

// Read reads what stands in every cell.
func Read(p *raster.Picture, c *cellcolor.Cells) Set {
	r := &reader{Cells: c}
	r.read(p)
	return r.Set
}

// arrow is how large a pointer is at least, in pixels: in a smaller cell none lies by
// itself.
const arrow = 20

// read reads what stands in every cell: by its shape, and where that says
// too little, by the other marks of the board.
func (r *reader) read(p *raster.Picture) {
	if p.Sharp != nil {
		p = p.Sharp
	}
	r.Marks = make([]solver.Mark, len(r.Colors))
	sure := make([]certainty, len(r.Colors))
	of := make([]measures, len(r.Colors))
	compare := false
	for i, g := range r.Colors {
		still := r.Pristine(i)
		k := readInk(p, r.Lattice, i/r.N, i%r.N, g, still)
		r.Marks[i], sure[i] = markOf(&k)
		switch {
		case k.Disputed && k.Unit < arrow:
			sure[i] = unclear
		case !still && isGhost(&k, r.Marks[i], sure[i]):
			r.Marks[i], sure[i] = solver.Empty, ghost
		case k.Unit < arrow && r.Marks[i] == solver.Empty && sure[i] == passing && (!still || k.Inside()):
			sure[i] = unclear
		case !still && p.Grain == 0 && r.Marks[i] == solver.Empty && hides(&k, g, sure[i]),
			r.Marks[i] == solver.Empty && sure[i] == passing && k.LikeLetter(p, g.RGB):
			sure[i] = unclear
		case r.Marks[i] == solver.Empty && sure[i] == certain && k.Contrast >= raster.LeastContrast:
			sure[i] = ghost // as a golden crown on an orange ground seems to be
		}
		if sure[i] == ghost && k.Bright >= raster.LeastContrast {
			r.Traces = append(r.Traces, i)
		}
		compare = compare || sure[i] != certain
		if r.Marks[i] == solver.Empty {
			of[i].side, of[i].contrast, of[i].opaque = k.Remains(), k.Contrast, k.Opaque
			if sure[i] != certain {
				of[i].departure = glyph.Longest(k.Tint(p, g.RGB))
			}
		} else {
			of[i] = figureOf(&k, p, r.Lattice.Center(i/r.N, i%r.N), g, still)
			compare = compare || !still || of[i].small || r.Marks[i] == solver.Queen && of[i].queenScore < surelyQueen
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
	r.Faint = r.faintMarks(p, sure, of)
	for i, s := range sure {
		switch s {
		case passing:
			r.Strange = append(r.Strange, i)
		case aside:
			r.Marks[i] = solver.Empty
			r.Unclear = append(r.Unclear, i)
		case unclear, either:
			if r.appearing(p, i, sure, of) {
				r.Marks[i] = solver.Empty
				r.Begun = append(r.Begun, i)
				continue
			}
			r.Unclear = append(r.Unclear, i)
		}
	}
	r.Traces = append(r.Traces, r.Begun...)
	if lone := len(r.Strange) == 1 && r.Lattice.Pitch() < arrow; lone || !r.onePlace(r.Strange) {
		// There is one pointer: something else stands there, perhaps marks.
		r.Unclear = append(r.Unclear, r.Strange...)
		slices.Sort(r.Unclear)
	}
}

// measures is what was measured of a mark, beside what it is. Of what has only begun to
// appear, and is nothing by its shape, it has what comes first alone.
type measures struct {
	side     float64 // the longer one, pixels; 0 where there is nothing
	contrast int     // how far it departs from the ground, 0 to 255
	opaque   float64 // see ink.opaque
	// departure is how far its mean departs from the ground, 0 to 255, where it is no mark
	// by its shape.
	departure float64

	box        raster.Rect // in the picture
	queenScore float64     // how much more its shape is a queen's than a cross's; see shape.royal
	small      bool        // it has few pixels
	large      bool        // it has so many that its shape tells
	dim        bool        // and it is compressed
	// By how much a part of it departs from the ground in each tone at least, 0 to
	// 255; all 0 where it is large.
	tones [glyph.Tones]int
	ink   *glyph.Foreground
}

// light tells whether the mark is drawn in a light colour: games draw it in a dark one
// elsewhere, and what filters the screen's light colours them.
func (f measures) light() bool { return f.tones[glyph.Lighter] > f.tones[glyph.Darker] }

// figure returns the measures of a mark in a cell with its middle at c.
func figureOf(k *glyph.Foreground, p *raster.Picture, c raster.Point, g cellcolor.Color, still bool) measures {
	x0, y0, x1, y1 := k.Box()
	side := max(x1-x0, y1-y0) + 1
	d := measures{side: float64(side), contrast: k.Contrast, opaque: k.Opaque, queenScore: k.QueenScore, small: side < few, large: side >= 2*few}
	d.box = raster.Rect{X: c.X - k.Cx + float64(x0), Y: c.Y - k.Cy + float64(y0), Width: float64(x1 - x0 + 1), Height: float64(y1 - y0 + 1)}
	// Noise leaves nothing in one place that stands out so far from it.
	certain := p.Grain > 0 && k.Contrast >= 2*p.Grain && float64(side) < noQueen*k.Unit
	d.dim = !still && d.small && !certain
	if !d.large {
		d.tones = k.Tones(p, g.RGB)
	}
	kept := *k
	d.ink = &kept
	return d
}

// tint returns by how much the mean of the ink departs from the ground, per channel.
// What departs most counts most.
func (f measures) tint(p *raster.Picture, ground raster.RGB) (t [3]float64) {
	if f.ink != nil {
		t = f.ink.Tint(p, ground)
	}
	return t
}

// shift returns by how much the mean of the ink of a mark, on a ground of its own, would
// depart from another ground, per channel.
func (f measures) shift(p *raster.Picture, own, other raster.RGB) (t [3]float64) {
	t = f.tint(p, own)
	for c := range t {
		t[c] += float64(own[c]) - float64(other[c])
	}
	return t
}

// onePlace tells whether cells touch each other, as those that one pointer lies
// over do.
func (r *reader) onePlace(cells []int) bool {
	for _, i := range cells {
		j := cells[0]
		if row, col := i/r.N-j/r.N, i%r.N-j%r.N; max(row, -row, col, -col) > 1 {
			return false
		}
	}
	return true
}

// certainty says how far the reading of a cell can be trusted.
type certainty int

const (
	certain certainty = iota // a mark, or none
	passing                  // something that is no mark lies over the cell, as the pointer does
	unclear                  // a mark that could be one or another
	either                   // the same, but surely a mark: the others of the board can tell
	aside                    // a queen by its shape, but off the middle: another one there can tell
	ghost                    // nothing, or a mark that has the brightness of its cell: the others can tell
)

// mark tells what the ink is.
func markOf(k *glyph.Foreground) (solver.Mark, certainty) {
	m, sure := plainMark(k)
	switch {
	case k.Faded && k.OverAll():
		return solver.Empty, ghost
	case k.Faded && (m != solver.Queen || sure != certain || k.Contrast < 2*raster.LeastContrast):
		return solver.Empty, ghost
	case k.Faded, k.Broad && m != solver.Queen:
		return solver.Empty, unclear
	}
	return m, sure
}

// plainMark tells what the ink is that was not taken away.
func plainMark(k *glyph.Foreground) (solver.Mark, certainty) {
	sure := certain
	if float64(k.Foreign) >= 0.008*k.Unit*k.Unit && k.Contrast >= 2*raster.LeastContrast { // a pointer is black and white
		sure = passing
	}
	trace := max(6, int(0.01*k.Unit*k.Unit)) // pixels
	if k.N < 3 {
		if k.Central && (k.Contrast >= 2*raster.LeastContrast || k.Foreign >= trace) {
			return solver.Empty, unclear
		}
		return solver.Empty, sure
	}
	x0, y0, x1, y1 := k.Box()
	w, h := x1-x0+1, y1-y0+1
	side := max(w, h)
	size := float64(side) / k.Unit
	offX, offY := k.OffMiddle(x0, y0, x1, y1)
	offX, offY = offX/k.Unit, offY/k.Unit
	narrow := 20*w < 17*h // as a pointer is
	queen := func() float64 { return queenScoreOf(k.ShapeOf(x0, y0, w, h), size, side) }
	// stands tells whether it is a queen by its shape, and covers the cell's middle.
	stands := func() bool {
		return 4*w >= 3*h && w <= 2*h && queen() >= undecided &&
			float64(x0) < k.Cx && float64(x1) > k.Cx && float64(y0) < k.Cy && float64(y1) > k.Cy
	}
	switch {
	case x0 == 0 && y0 == 0 && x1 == k.W-1 && y1 == k.H-1:
		if k.Lean(w, h) <= glyph.MostLean/2 && stands() {
			return solver.Queen, aside // a bold letter, if another one there is as large
		}
		return solver.Empty, unclear // it reaches in from all sides, as no pointer does: the ground is not what it seems
	case size < glyph.SmallestMark:
		return solver.Empty, sure
	case h > 2*w+2 && size >= 0.25:
		return solver.Empty, unclear // no mark is that narrow: a crown that turns about, perhaps
	case offX > 0.12+0.5/k.Unit || offY > 0.16+0.5/k.Unit:
		if size >= 0.3 && k.Lean(w, h) <= glyph.MostLean/2 {
			// The same left and right, as no pointer is.
			if stands() {
				return solver.Queen, aside
			}
			return solver.Empty, unclear
		}
		return solver.Empty, passing
	case w > 2*h+2:
		return solver.Empty, passing // a bar: no mark lies on its side
	case (x0 == 0 || x0+w == k.W) && offX > 0.07+1/k.Unit, (y0 == 0 || y0+h == k.H) && offY > 0.07+1/k.Unit:
		if offX <= 0.07+1/k.Unit && size >= 0.3 && k.Lean(w, h) <= glyph.MostLean/2 && stands() {
			return solver.Queen, aside // letters stand on a line that need not be the cell's
		}
		return solver.Empty, passing // it reaches in from one side
	case k.Contrast < 3*raster.LeastContrast/2 && k.N < trace:
		return solver.Empty, sure // a trace of compression
	case side >= few && narrow && k.Lean(w, h) > glyph.MostLean:
		return solver.Empty, passing // a cross leans as little as a queen
	case size < noQueen, side < 16 && size < 0.30:
		if side >= few && queen() > -undecided {
			if narrow && k.Lean(w, h) > glyph.MostLean/2 {
				return solver.Empty, passing // the pointer's arrow
			}
			if sure == certain {
				sure, k.QueenScore = either, queen() // a queen that appears, perhaps
			}
		}
		// The shape of a few pixels says little, and no queen is that small.
		return solver.Cross, sure
	case side < 5 && size < 0.36:
		if size > 0.33 && sure == certain {
			sure = either // crosses are not much larger
		}
		return solver.Cross, sure
	}
	if 100*k.N < sparseInk*w*h {
		return solver.Empty, sure // specks of noise, far apart
	}
	kind := queen()
	k.QueenScore = kind
	if kind <= -undecided {
		return solver.Cross, sure
	}
	if lean := k.Lean(w, h); lean > glyph.MostLean || kind > 0 && lean > glyph.MostLean/2 && k.PeaksAside(x0, y0, w, h) {
		if !narrow {
			return solver.Empty, unclear // as wide as tall: a pointer, and a queen under it
		}
		return solver.Empty, passing
	}
	switch {
	case (kind < undecided || side < few && kind < 2) && sure == certain:
		return solver.Cross, either
	case kind < 0:
		return solver.Cross, sure
	}
	return solver.Queen, sure
}

// undecided is how royal a shape may be, or how little, and still be either.
const undecided = 0.6

// queenShape is how royal a shape of few pixels is that says a queen, if the
// others of the board say the same.
const queenShape = 2 * undecided

// few is the side in pixels below which a shape says too little for a queen.
const few = 9

// sparseInk is the least ink of a mark, in percent of its box: the thinnest cross
// has three times as much.
const sparseInk = 5

// queenScoreOf tells how much more the shape is a queen than a cross, near 0 where it
// could be either; size is that of its longer side in cells, side in pixels. How
// far the ink lies from the diagonals tells most: of 17,000 drawn marks,
// compressed and scaled ones among them, 99 of 100 crosses lie below 0.22 and
// 99 of 100 queens above 0.27. The fewer the pixels, the less their shape says
// and the more their size.
func queenScoreOf(s glyph.Shape, size float64, side int) float64 {
	clamp := func(v, most float64) float64 { return min(max(v, -most), most) }
	seen := clamp(float64(side-5)/7, 1) // 0 to 1
	return clamp((s.OffDiagonal-0.245)/0.035, 1+1.5*seen) + clamp((s.Sides-0.3)/0.2, 1+0.5*seen) + clamp((size-0.365)/0.05, 2.5-1.5*seen)
}
