package zip

import (
	"math"
	"slices"

	"autoqueens/vision/digit"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// kind is what stands in a cell.
type kind int

const (
	empty  kind = iota
	disc        // with a number
	stroke      // of the path
	odd         // something else
)

// cell is what was measured of one.
type cell struct {
	kind   kind
	ground outline.Color // near its corners
	fill   outline.Color // of what stands in its middle
	radius float64       // how far that reaches, in cells; 0 where nothing stands there
	answer digit.Answer  // of a disc
}

// border is what lies between two cells.
type border int

const (
	open    border = iota // a line, or nothing
	wall                  // a bar along the whole side
	passed                // the path runs across
	unknown               // something else
)

// Where things are drawn, in shares of a cell. The path is about 0.63 wide and lines less than
// 0.04. Discs and walls have a size of their own, whatever that of the cells: up to eight
// cells a side discs are 0.54 to 0.72 wide, and walls 0.18 to 0.24; these stick out by half as
// much at their ends.
const (
	inner    = 0.165 // radius that lies inside all discs
	smallest = 0.17  // radius of a disc
	largest  = 0.46
	aside    = 0.05 // from a side: inside a wall and outside a line
)

// board is a Zip board as it was measured.
type board struct {
	*outline.Board
	n       int
	cells   []cell        // row-major
	plain   outline.Color // the ground of a cell without the path
	tint    outline.Color // that of one with it; the same as plain where there is none for certain
	ink     outline.Color // of discs and walls
	full    float64       // contrast of ink and plain ground
	inky    float64       // how far, 0 to 255, a colour may be from the ink's and count as that
	borders [2][][]border // by axis as outline.Board.Line has them, inner ones
}

// measured measures a board. It is false where that is no Zip board: soon, where it has no
// discs.
func measured(o *outline.Board) (*board, bool) {
	b := &board{Board: o, n: o.Lattice.Size}
	// Walls and the path can draw the lattice aside; discs stand in the middle of their cells. A
	// few of them put it where all are seen.
	for range 2 {
		middles, ok := b.discs()
		if !ok {
			return nil, false
		}
		b.Board = b.Centered(middles)
	}
	parallel.Each(len(b.cells), func(i int) {
		// Walls at two sides and more would pass for the ground.
		c := &b.cells[i]
		c.ground = b.CornersFrom(i/b.n, i%b.n, b.ink, false)
		if c.fill, c.radius = b.filled(i); c.radius > 0 {
			c.kind = stroke
		} else {
			c.ground = b.CornersFrom(i/b.n, i%b.n, b.ink, true)
		}
		b.read(i)
	})
	return b, b.common()
}

// discs looks for discs, finds the colour that most have, and returns where their middles lie. It
// is false where there are too few.
func (b *board) discs() (middles [2][]outline.Middle, ok bool) {
	b.cells = make([]cell, b.n*b.n)
	var found []int
	var inks []outline.Color
	parallel.Each(len(b.cells), func(i int) {
		c := &b.cells[i]
		c.ground = b.Corners(i/b.n, i%b.n)
		c.fill, c.radius = b.filled(i)
	})
	for i, c := range b.cells {
		// A straight piece of the path ends at a cell's diagonals as a disc does.
		if c.radius > 0 && b.round(i) && b.written(i) {
			found, inks = append(found, i), append(inks, c.fill)
		}
	}
	const fewest = 2
	if len(found) < fewest {
		return middles, false
	}
	b.ink = outline.Median(inks...)
	// Night filters and dark themes bring the path's colours close to the ink's. What a number leaves
	// to be seen of a small disc may be off its colour, and is none of the path's.
	b.inky = math.Inf(1)
	for i, c := range b.cells {
		if d := c.fill.Away(b.ink); c.radius > 0 && d >= distinct && !slices.Contains(found, i) {
			b.inky = min(b.inky, d/2)
		}
	}
	for _, i := range found {
		if c := b.cells[i]; c.fill.Away(b.ink) < distinct {
			right, down := b.middle(i)
			middles[outline.Upright] = append(middles[outline.Upright], outline.Middle{At: i % b.n, Off: right})
			middles[outline.Level] = append(middles[outline.Level], outline.Middle{At: i / b.n, Off: down})
		}
	}
	return middles, true
}

// written tells whether something stands on what fills the middle of a cell.
func (b *board) written(i int) bool {
	for _, radius := range [...]float64{0, 0.04, 0.08, 0.12} {
		for k := range spots {
			if b.around(i, radius, turns[k]).Away(b.cells[i].fill) >= bright {
				return true
			}
		}
	}
	return false
}

// middle returns how far a disc's middle lies right of its cell's and below it, in cells: by
// where it ends on both sides, on lines that come in the sixth tenth of its radius, where it reaches as
// far as the eighth. A number of two digits is as wide as the disc nearly, but less than half as high:
// it is passed over, even where the lattice is a tenth of a radius or two aside.
func (b *board) middle(i int) (right, down float64) {
	c := &b.cells[i]
	aside, high, off := 0.6*c.radius, 0.65*c.radius, min(c.fill.Away(c.ground)/2, b.inky)
	reach := func(place func(out float64) outline.Color) float64 {
		out := high
		for ; out < largest && place(out).Away(c.fill) < off; out += 0.01 {
		}
		return out
	}
	for _, a := range [...]float64{-aside, aside} {
		at := func(v, u float64) outline.Color { return b.At(i/b.n, i%b.n, 0.5+v, 0.5+u) }
		right += reach(func(out float64) outline.Color { return at(a, out) }) - reach(func(out float64) outline.Color { return at(a, -out) })
		down += reach(func(out float64) outline.Color { return at(out, a) }) - reach(func(out float64) outline.Color { return at(-out, a) })
	}
	return right / 4, down / 4
}

// spots is how many places around a cell's middle are looked at, evenly spaced.
const spots = 24

// direction is one from the middle of a cell: how far down and right a place is at a radius of 1.
type direction struct{ down, right float64 }

// towards returns a direction; turn runs from 0, which is right, to 1.
func towards(turn float64) direction {
	s, c := math.Sincos(2 * math.Pi * turn)
	return direction{s, c}
}

var (
	turns = func() (all [spots]direction) {
		for k := range all {
			all[k] = towards(float64(k) / spots)
		}
		return all
	}()
	// upright holds those of a sixth of the circle above the middle, and of one below it.
	upright = func() (all [spots]direction) {
		const wide = 0.16 // of the circle
		for k := range all {
			turn := 0.25 + wide*((float64(k%(spots/2))+0.5)/(spots/2)-0.5)
			if k >= spots/2 {
				turn += 0.5
			}
			all[k] = towards(turn)
		}
		return all
	}()
)

// radii are those at which it is looked how far what fills a cell reaches.
var radii = func() (all []float64) {
	for at := smallest; at <= largest; at += 0.01 {
		all = append(all, at)
	}
	return all
}()

// filled returns the colour of what fills the middle of a cell and how far that reaches all
// around; 0 where nothing does.
func (b *board) filled(i int) (fill outline.Color, radius float64) {
	fill = b.usual(i, inner)
	contrast := fill.Away(b.cells[i].ground)
	if contrast < distinct {
		return fill, 0
	}
	off := contrast / 2
	if fill.Away(b.ink) < b.inky { // a disc ends where the path begins, once that is known
		off = min(off, b.inky)
	}
	for _, at := range slices.Backward(radii) {
		if b.ring(i, at, fill, off) {
			return fill, at
		}
	}
	return fill, 0
}

// usual returns the colour that most of what lies above and below a cell's middle at a radius has:
// numbers are wider than they are high, and where they reach that far have others.
func (b *board) usual(i int, radius float64) outline.Color {
	var all, alike, most [spots]outline.Color
	for k := range all {
		all[k] = b.around(i, radius, upright[k])
	}
	fewer := 0
	for _, c := range all {
		n := 0
		for _, other := range all {
			if c.Away(other) < raster.LeastContrast {
				alike[n] = other
				n++
			}
		}
		if n > fewer {
			fewer, most = n, alike
		}
		if n == spots { // as in most cells: no other colour has more
			break
		}
	}
	return outline.Median(most[:fewer]...)
}

// ring tells whether a cell has a colour, but for less than a difference, all around its middle at
// a radius.
func (b *board) ring(i int, radius float64, fill outline.Color, off float64) bool {
	const others = 2 // spots: nine in ten are alike
	n := 0
	for k := range spots {
		if b.around(i, radius, turns[k]).Away(fill) >= off {
			if n++; n > others {
				return false
			}
		}
	}
	return true
}

const (
	// distinct is the least contrast, 0 to 255, of discs and strokes with the ground: they are
	// drawn in full colours on pale or on dark ones.
	distinct = 1.5 * raster.LeastContrast
	// bright is the least contrast of discs with cells, and of numbers with their discs.
	bright = 2 * distinct
	// visible is the least contrast of anything that is drawn.
	visible = 1.25 * raster.LeastContrast
)

// around returns the colour at a radius around a cell's middle.
func (b *board) around(i int, radius float64, way direction) outline.Color {
	return b.At(i/b.n, i%b.n, 0.5+radius*way.down, 0.5+radius*way.right)
}

// round tells whether what fills a cell ends as a disc does: not at its diagonals.
func (b *board) round(i int) bool {
	c := &b.cells[i]
	for k := range 4 {
		at := b.around(i, max(1.2*c.radius, 0.36), turns[(2*k+1)*spots/8]) // within the path's width, seen along an axis
		if at.Away(c.fill) < c.ground.Away(c.fill)/3 {
			return false
		}
	}
	return true
}

// read reads the number of a cell whose middle is filled, and looks for what stands in one that
// is not.
func (b *board) read(i int) {
	c := &b.cells[i]
	if c.kind == empty {
		if b.shown(i) || outline.Veiled(b.Board, i, c.ground.RGB()) {
			c.kind = odd
		}
		return
	}
	// Wide numbers come near to the rim of their disc.
	const inside = 0.88 // of the radius
	m, reach := b.Lattice.Center(i/b.n, i%b.n), inside*c.radius*b.Lattice.Pitch()
	area := raster.Rect{X: m.X - reach, Y: m.Y - reach, Width: 2 * reach, Height: 2 * reach}
	p := b.Masked(area, c.fill.RGB(), func(x, y float64) bool { return math.Hypot(x-m.X, y-m.Y) < reach })
	c.answer = digit.Read(p, raster.Rect{Width: float64(p.W), Height: float64(p.H)}, c.fill.RGB())
	switch {
	case c.answer.Number == digit.Nothing, raster.Chebyshev(c.answer.Ink, c.fill.RGB()) < bright: // the latter are traces of compression
	case c.answer.Number == digit.Other || c.answer.Number < 1 || !b.round(i):
		c.kind = odd
	default:
		c.kind = disc
	}
}

// shown tells whether something stands in the middle of a cell that is not filled.
func (b *board) shown(i int) bool {
	ground := b.cells[i].ground
	const fewest = 2 // places: one alone may be what compression leaves
	least, n := raster.LeastContrast+b.Uneven(i/b.n, i%b.n, ground), 0
	for down := 0.26; down < 0.75; down += 0.08 {
		for right := 0.26; right < 0.75; right += 0.08 {
			if b.At(i/b.n, i%b.n, down, right).Away(ground) >= least {
				n++
			}
		}
	}
	return n >= fewest
}

// common finds the colours that cells and discs have in common. It is false where discs have
// none, or where there are too few.
func (b *board) common() bool {
	var inks, plain []outline.Color
	others := 0
	for _, c := range b.cells {
		switch c.kind {
		case disc:
			inks = append(inks, c.fill)
		case empty:
			plain = append(plain, c.ground)
		case odd:
			others++
		}
	}
	if len(inks) < 2 || others > len(inks) {
		return false
	}
	b.ink = outline.Median(inks...)
	if plain == nil {
		// All cells are on the path. The page around the board has the colour of a cell.
		for i := range b.n {
			at := float64(i) + 0.5
			for _, c := range [...]outline.Color{b.At(0, 0, at, -0.2), b.At(0, 0, at, float64(b.n)+0.2), b.At(0, 0, -0.2, at), b.At(0, 0, float64(b.n)+0.2, at)} {
				plain = append(plain, c)
			}
		}
	}
	b.plain = outline.Median(plain...)
	b.full, b.tint = b.ink.Away(b.plain), b.plain
	var tints []outline.Color
	for _, c := range b.cells {
		if c.ground.Away(b.plain) >= some {
			tints = append(tints, c.ground)
		}
	}
	if tints != nil {
		b.tint = outline.Median(tints...)
	}
	b.inky = min(b.inky, b.full/3)
	same := 0
	for _, c := range inks {
		if c.Away(b.ink) < b.inky {
			same++
		}
	}
	const most = 0.75 // of the discs: others may be covered, or not be discs
	return b.full >= bright && float64(same) >= most*float64(len(inks))
}

// tinted tells whether the ground of a cell is not that of a plain one, and whether that is
// sure. All tints of a board are one colour: where some are sure, that tells the others.
func (b *board) tinted(i int) (tinted, sure bool) {
	d, from := b.cells[i].ground.Away(b.plain), b.cells[i].ground.Away(b.tint)
	if b.tint != b.plain {
		return from < d, 2*min(d, from) < max(d, from)
	}
	return d >= some, d < none || d >= some
}

// outlined tells whether the lines around a cell have another colour than the others, as those have
// of a cell that is tinted: they show it where the tint is too pale.
func (b *board) outlined(i int) bool {
	var own, others []outline.Color
	b.edges(func(is border, before, after int) {
		if is != open {
			return
		}
		row, col := after/b.n, after%b.n
		for _, along := range [...]float64{0.3, 0.7} {
			line := b.plain
			for off := -0.03; off <= 0.03; off += 0.005 { // lines that are drawn on whole pixels lie a little aside, and are one wide
				at := b.At(row, col, along, off)
				if after == before+b.n {
					at = b.At(row, col, off, along)
				}
				if at.Away(b.plain) > line.Away(b.plain) {
					line = at
				}
			}
			if before == i || after == i {
				own = append(own, line)
			} else {
				others = append(others, line)
			}
		}
	})
	return len(own) > 0 && len(others) > 0 && outline.Median(own...).Away(outline.Median(others...)) >= visible
}

const none, some = 8, 16 // of 255: the palest tint is 50 off

// bordered measures the inner borders.
func (b *board) bordered() {
	for axis := range b.borders {
		b.borders[axis] = make([][]border, b.n)
		for k := 1; k < b.n; k++ {
			b.borders[axis][k] = make([]border, b.n)
			for at := range b.n {
				b.borders[axis][k][at] = b.between(axis, k, at)
			}
		}
	}
}

// between tells what lies on line k beside the cell at along it.
func (b *board) between(axis, k, at int) border {
	row, col, before := at, k, at*b.n+k-1
	if axis == outline.Level {
		row, col, before = k, at, (k-1)*b.n+at
	}
	after := row*b.n + col
	place := func(along, off float64) outline.Color {
		if axis == outline.Upright {
			return b.At(row, col, along, off)
		}
		return b.At(row, col, off, along)
	}
	// A bar covers both sides of the line, out to the ends of the side.
	covers := func(along []float64) float64 {
		n := 0
		for _, v := range along {
			d := min(place(v, -aside).Away(b.cells[before].ground), place(v, aside).Away(b.cells[after].ground))
			if d >= visible {
				n++
			}
		}
		return float64(n) / float64(len(along))
	}
	outer := []float64{0.135, 0.15, 0.165, 0.835, 0.85, 0.865}
	ends := covers(outer)
	middle := covers([]float64{0.24, 0.29, 0.34, 0.66, 0.71, 0.76})
	// What is left of one that fades out is a mixture of ink and ground at one side, from a line's rim to
	// further out than any blurred line. What a page draws around a cell has a colour of its own: at its
	// edge a blurred one is a mixture as well, but not all across. Paths are not as wide.
	fades := func(v, side float64, ground outline.Color) bool {
		for _, off := range [...]float64{aside, 0.07} {
			c := place(v, side*off)
			if _, rest := c.Mixed(ground, b.ink); c.Away(ground) < visible || rest >= visible/2 {
				return false
			}
		}
		return true
	}
	rest := 0.0
	for _, v := range outer {
		if fades(v, -1, b.cells[before].ground) || fades(v, 1, b.cells[after].ground) {
			rest += 1 / float64(len(outer))
		}
	}
	const all, none = 0.8, 0.2
	inky := place(0.5, 0).Away(b.ink) < b.inky
	// How thick that is which has the discs' colour.
	thick := func(along float64) (width float64) {
		const step, far = 0.01, 0.2
		for _, way := range [...]float64{-step, step} {
			for off := way / 2; math.Abs(off) < far && place(along, off).Away(b.ink) < b.inky; off += way {
				width += step
			}
		}
		return width
	}
	bold := min(thick(0.29), thick(0.71))
	const thin, wide = 0.07, 0.10 // of a cell: no line is as wide, and all walls are wider
	switch {
	case middle >= all && ends >= all && inky && bold >= wide:
		return wall
	case middle >= all && !inky && bold <= thin:
		return passed
	case middle <= none && bold <= thin && rest < all:
		return open
	}
	return unknown
}
