package tango

import (
	"math"
	"slices"

	"autoqueens/solver/puzzle"
	"autoqueens/solver/tango"
	"autoqueens/vision"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// board is what was read of a board, row by row.
type board struct {
	*outline.Board
	n       int
	grounds []cellcolor.Lab
	symbols []symbol
	locked  []bool
	// signs[axis][i] is what stands between cell i and the one left of it or above it.
	signs  [2][]sign
	doubts []vision.Doubt
}

// Read reads a Tango board; see [vision.Game].
func Read(o *outline.Board, _ *raster.Picture) (*vision.Reading, *vision.Refusal) {
	b := &board{Board: o, n: o.Lattice.Size}
	// Cells of two colours, with stripes and without, and one that is hovered; half of them may show more
	// than one colour for stripes. Of most grids of other things nothing more is measured.
	colors, several := b.plain()
	if colors > 5 || several > b.n*b.n/2 {
		return nil, nil
	}
	if b.Board = o.Unstriped(); b.Board != o {
		colors, several = b.plain()
	}
	if colors > 3 || several > b.n {
		return nil, nil
	}
	if !b.readSymbols() {
		return nil, nil
	}
	b.readSigns()
	if !b.varied() {
		return nil, nil
	}
	b.settle()
	if b.readLocks(); b.locked == nil {
		b.readBadges()
	}
	return b.decide()
}

// plain measures the grounds, and tells how many colours the cells have, but for those several that show
// more than one: as many as there are cells where they are further apart than in any Tango.
func (b *board) plain() (colors, several int) {
	const (
		alike  = 6 // in L*a*b*
		sure   = 0.5
		spread = 30 // in L*a*b*: open and locked cells are closer
	)
	var groups []cellcolor.Lab
	b.grounds = b.grounds[:0]
	for _, g := range b.Grounds() {
		c := cellcolor.ToLab(g.RGB)
		b.grounds = append(b.grounds, c)
		if g.Support < sure {
			several++
			continue
		}
		known := false
		for _, k := range groups {
			known = known || k.Distance(c) < alike
		}
		if !known {
			groups = append(groups, c)
		}
	}
	for _, k := range groups {
		if k.Distance(groups[0]) > spread {
			return b.n * b.n, several
		}
	}
	return len(groups), several
}

// readSymbols reads what stands in the cells. It is false where the figures tell that this is no Tango, be it the first of them.
func (b *board) readSymbols() bool {
	b.symbols = make([]symbol, b.n*b.n)
	grounds := b.Grounds()
	measure := func(i int) {
		left, striped := b.Left(i)
		b.symbols[i] = symbolOf(b.Board, i/b.n, i%b.n, grounds[i].RGB, left.Most, striped)
	}
	const few = 6
	first := 0
	for figures := 0; first < len(b.symbols) && figures < few; first += b.n {
		row := b.symbols[first : first+b.n]
		parallel.Each(b.n, func(i int) { measure(first + i) })
		for _, s := range row {
			if s.kind == unnamed {
				figures++
			}
		}
	}
	if !twofold(b.symbols[:first]) {
		return false
	}
	parallel.Each(len(b.symbols)-first, func(i int) { measure(first + i) })
	return name(b.symbols)
}

// mostly tells whether so many figures are worth to be called those of a Tango board beside what else stands in
// cells: nearly all of it are suns and moons.
func mostly(figures, foreign int) bool { return figures >= 1 && 3*foreign <= figures }

// varied tells whether anything else is seen than figures of one kind, as discs with numbers are: no Tango is given by
// suns alone, or by moons.
func (b *board) varied() bool {
	kinds := map[kind]bool{}
	for _, s := range b.symbols {
		kinds[s.kind] = true
	}
	sign := func(s sign) bool { return s == equal || s == opposite }
	return kinds[sun] && kinds[moon] || slices.ContainsFunc(b.signs[0], sign) || slices.ContainsFunc(b.signs[1], sign)
}

// readSigns reads what stands between the cells.
func (b *board) readSigns() {
	g, of := b.Grounds(), stencilsOf(b.Lattice.Pitch())
	for axis := range b.signs {
		b.signs[axis] = make([]sign, b.n*b.n)
		parallel.Each(b.n*b.n, func(i int) {
			if o, ok := b.before(axis, i); ok {
				_, first := b.Left(o)
				_, second := b.Left(i)
				b.signs[axis][i] = signAt(b.Board, of, axis, i/b.n, i%b.n, g[o].RGB, g[i].RGB, first || second)
			}
		})
	}
}

// settle tells of sides at which neither a line nor a sign is seen: between cells of the colour of lines
// there is no sign either. Where a line would be seen, something hides it, and perhaps a sign.
func (b *board) settle() {
	if !slices.Contains(b.signs[0], bare) && !slices.Contains(b.signs[1], bare) {
		return
	}
	g := b.Grounds()
	at := func(axis, i int) (*edge, bool) {
		o, ok := b.before(axis, i)
		if !ok {
			return nil, false
		}
		return edgeAt(b.Board, axis, i/b.n, i%b.n, g[o].RGB, g[i].RGB), true
	}
	var lines []float64
	for axis := range b.signs {
		for i, s := range b.signs[axis] {
			if e, ok := at(axis, i); ok && s != bare {
				if v, seen := e.bright(); seen {
					lines = append(lines, v)
				}
			}
		}
	}
	for axis := range b.signs {
		for i, s := range b.signs[axis] {
			if s != bare {
				continue
			}
			b.signs[axis][i] = none
			if e, ok := at(axis, i); ok && len(lines) > 0 {
				line := num.Median(lines)
				if min(math.Abs(line-float64(e.g1)), math.Abs(line-float64(e.g2))) >= 2*e.faint() {
					b.signs[axis][i] = unclear
				}
			}
		}
	}
}

// before returns the cell left of a cell or above it.
func (b *board) before(axis, i int) (int, bool) {
	if axis == outline.Upright {
		return i - 1, i%b.n > 0
	}
	return i - b.n, i >= b.n
}

// readBadges tells locked cells by a badge that they have at one place beside what stands in them. Where no cell has
// any, nothing tells, and all that stands there is as good as given.
func (b *board) readBadges() {
	const apart = 0.1 // of a cell
	var first *vision.Point
	locked := make([]bool, len(b.symbols))
	for i := range b.symbols {
		at, ok := b.badge(i)
		if !ok {
			continue
		}
		if first == nil {
			first = &at
		}
		if locked[i] = true; math.Hypot(at.X-first.X, at.Y-first.Y) > apart {
			b.doubt(i, "beside its symbol stands something else than in other cells")
		}
	}
	if first == nil {
		return
	}
	b.locked = locked
	for i, s := range b.symbols {
		if !locked[i] && s.most > 0 && b.shows(i, *first) {
			b.doubt(i, "it may have the badge of locked cells, or none")
		}
	}
}

// shows tells whether anything departs from the ground about a place in a cell, as badge has it.
func (b *board) shows(i int, at vision.Point) bool {
	const half = 0.05 // of a cell: badges are larger
	r, _ := inset(b.Board, i/b.n, i%b.n, rim)
	w, h := float64(r.Dx()), float64(r.Dy())
	x, y := float64(r.Min.X)+at.X*w, float64(r.Min.Y)+at.Y*h
	area := raster.Rect{X: x - half*w, Y: y - half*h, Width: 2 * half * w, Height: 2 * half * h}.Image().Intersect(r)
	_, counts := b.Picture.Departures(area, b.Grounds()[i].RGB)
	return slices.ContainsFunc(counts[raster.LeastContrast:], func(n int) bool { return n > 0 })
}

// readLocks tells locked cells from open ones by their grounds. Most are open: no puzzle gives away half
// of its cells. An empty cell with the ground of locked ones, be it on one side alone, cannot be: these show
// what was given.
func (b *board) readLocks() {
	const (
		apart = 3.0  // in L*a*b*: locked and open cells are further from each other
		clear = 0.36 // of the way between the two: a cell that is closer to one is of that kind
	)
	b.locked = make([]bool, len(b.symbols))
	open := num.Medians(b.grounds)
	// Where stripes were, compression has let their colour bleed, their brightness hardly.
	far := func(i int, c, from cellcolor.Lab) float64 {
		if _, striped := b.Left(i); striped {
			return math.Abs(c[0] - from[0])
		}
		return c.Distance(from)
	}
	// Those that are surely locked tell how far locked cells are from open ones.
	var sure []cellcolor.Lab
	for i, s := range b.symbols {
		if s.kind != empty && far(i, b.grounds[i], open) >= apart {
			sure = append(sure, b.grounds[i])
		}
	}
	if len(sure) == 0 {
		b.locked = nil // grounds do not tell
		return
	}
	lock := num.Medians(sure)
	// They can have made a ground more like them, never less.
	bled := func(i int, c, from cellcolor.Lab) bool {
		left, striped := b.Left(i)
		return striped && (c[0] < from[0]) == (cellcolor.ToLab(left.Stripe.RGB())[0] < from[0])
	}
	is := func(i int, c, ground, other cellcolor.Lab) bool {
		to, clear := far(i, c, ground), clear
		if bled(i, c, ground) && !bled(i, c, other) {
			clear = 0.5 // the nearer of the two
		}
		return to <= clear*(to+far(i, c, other)) && to <= far(i, ground, other)/2
	}
	for i, s := range b.symbols {
		if s.kind == empty {
			// It may be hovered, and have any other ground.
			sides := b.sides(i)
			if slices.ContainsFunc(sides[:], func(c cellcolor.Lab) bool { return is(i, c, lock, open) }) {
				b.doubt(i, "it is empty but has the ground of a locked cell: the pointer is on it, or something covers what stands there")
			}
			continue
		}
		if b.locked[i] = is(i, b.grounds[i], lock, open); !b.locked[i] && !is(i, b.grounds[i], open, lock) {
			b.doubt(i, "its ground is neither that of a locked cell nor that of an open one")
		}
	}
}

// sides returns the colours that a cell has along its sides.
func (b *board) sides(i int) (out [4]cellcolor.Lab) {
	const in = 0.13 // of a cell: lines keep outside
	for side := range out {
		var all [4]cellcolor.Lab
		for k, along := range [...]float64{0.2, 0.3, 0.7, 0.8} { // signs keep between
			across := [...]float64{in, 1 - in}[side%2]
			if side < 2 {
				across, along = along, across
			}
			all[k] = cellcolor.ToLab(b.At(i/b.n, i%b.n, along, across).RGB())
		}
		out[side] = num.Medians(all[:])
	}
	return out
}

func (b *board) doubt(i int, words string) {
	b.doubts = append(b.doubts, vision.Doubt{Row: i / b.n, Col: i % b.n, Words: words})
}

// decide makes a reading of what was seen, or says why it is not certain.
func (b *board) decide() (*vision.Reading, *vision.Refusal) {
	for i, s := range b.symbols {
		if s.kind == foreign {
			b.doubt(i, "what stands in it is neither a sun nor a moon for certain")
		}
	}
	for axis, side := range [...]vision.Side{vision.Left, vision.Top} {
		for i, s := range b.signs[axis] {
			if s == unclear {
				b.doubt(i, "there may be a sign, or none, or either")
				b.doubts[len(b.doubts)-1].Side = side
			}
		}
	}
	whole, covered := vision.Uncovered(b.Board, func(s outline.Side) (kind int, stands float64) {
		if before, after := s.Cells(b.n); min(before, after) >= 0 && b.signs[s.Axis][after] != none {
			stands = lineFrom
		}
		return 0, stands
	})
	return vision.Prove(vision.Seen{Puzzle: b.puzzle(), Lattice: b.Placed(), Whole: whole, Confidence: 1, Doubts: append(b.doubts, covered...), Hidden: b.Hidden})
}

// puzzle returns what was read.
func (b *board) puzzle() *tango.Puzzle {
	p := &tango.Puzzle{Rows: b.n, Cols: b.n, Cells: make([]tango.Symbol, b.n*b.n), Locked: b.locked}
	for i, s := range b.symbols {
		switch s.kind {
		case sun:
			p.Cells[i] = tango.Sun
		case moon:
			p.Cells[i] = tango.Moon
		}
	}
	for i := range b.n * b.n {
		for axis := range b.signs {
			if s := b.signs[axis][i]; s == equal || s == opposite {
				o, _ := b.before(axis, i)
				p.Signs = append(p.Signs, tango.Sign{Edge: puzzle.Edge{A: b.cell(o), B: b.cell(i)}, Equal: s == equal})
			}
		}
	}
	return p
}

func (b *board) cell(i int) puzzle.Cell { return puzzle.Cell{Row: i / b.n, Col: i % b.n} }
