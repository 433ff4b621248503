package patches

import (
	"autoqueens/solver/patches"
	"autoqueens/vision/digit"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// kind is what stands in a cell.
type kind int

const (
	empty  kind = iota
	marker      // a clue
	small       // something small in the middle, as the count of a drawn rectangle is
	vague       // nothing, or something as faint as what compression leaves
	odd         // something else
)

// cell is what was measured of one.
type cell struct {
	kind   kind
	ground outline.Color // near its corners
	fill   outline.Color // of the marker's middle
	shape  patches.Shape
	off    [2]float64 // how far its middle lies right of the cell's and below it, in cells
	told   [2]bool    // that is told, of either
	sure   bool       // the witnesses agree on the shape
	solid  bool       // the ends of a marker of any shape are not translucent
	pale   bool       // the marker is as faint as what compression leaves
	answer digit.Answer
	sides  [4]side // left, right, upper, lower
}

// side is what a cell has along one of its sides.
type side int

const (
	plain    side = iota
	bordered      // with a rectangle's border
	unknown
)

// Where things are drawn, in shares of a cell. Square markers are 0.60 wide and high, tall ones
// 0.50 and 0.74, wide ones 0.74 and 0.50; one of any shape is a tall and a wide one over each
// other, both translucent.
const (
	middle = 0.2  // half the side of the square that is a part of any marker
	clear  = 0.2  // above and below a number, and inside the outlines of any marker
	long   = 0.37 // half the longer side of a tall or wide one
	core   = 0.25 // half the shorter side of a tall or wide one
)

// board is a Patches board as it was measured.
type board struct {
	*outline.Board
	n     int
	cells []cell // row-major
	plain outline.Color
	rim   float64 // how far from the sides of cells borders run, in cells
}

// measured measures a board. It is false where that is no Patches board: soon, where it has no
// markers.
func measured(o *outline.Board) (*board, bool) {
	b := &board{Board: o, n: o.Lattice.Size, rim: border * float64(o.Lattice.Size)}
	if b.n > patches.MaxSize || !b.colored() {
		return nil, false
	}
	drawn := b.bordered()
	centered := b.center()
	// What breaks a rule is a rectangle that was drawn. Stripes are looked for where the cells lie.
	if striped := b.Board; drawn {
		if b.Board = striped.Unstriped(); b.Board != striped {
			centered = b.center()
		}
	}
	if !centered {
		return nil, false
	}
	b.run()
	if !b.markers() || !b.others() {
		return nil, false
	}
	parallel.Each(len(b.cells), func(i int) {
		if b.cells[i].kind == marker {
			b.number(i)
		}
	})
	return b, true
}

// center puts the lattice where markers stand in the middle of their cells: borders of rectangles pass for
// lines. A few of them put it where all are seen. It is false where the board is not one with markers.
func (b *board) center() bool {
	for range 3 {
		if !b.markers() {
			return false
		}
		var middles [2][]outline.Middle
		for i, c := range b.cells {
			for axis, at := range [...]int{outline.Upright: i % b.n, outline.Level: i / b.n} {
				if c.told[axis] {
					middles[axis] = append(middles[axis], outline.Middle{At: at, Off: c.off[axis]})
				}
			}
		}
		b.Board = b.Centered(middles)
	}
	return true
}

// colored tells whether some cells are filled in their middle, not all in one colour: of most
// boards of other games nothing more is measured.
func (b *board) colored() bool {
	b.cells = make([]cell, b.n*b.n)
	var first *cell
	for i := range b.cells {
		c := &b.cells[i]
		c.ground = b.Corners(i/b.n, i%b.n)
		if c.fill = b.clear(i); c.fill.Away(c.ground) < least || !b.filled(i) {
			continue
		}
		if first == nil {
			first = c
		}
		if c.fill.Away(first.fill) > distinctly {
			return true
		}
	}
	return false
}

// bordered tells whether some cell has a border along a side.
func (b *board) bordered() bool {
	for i := range b.cells {
		b.cells[i].ground = b.Corners(i/b.n, i%b.n) // which is not measured of all where two have colours
		for s := range 4 {
			if b.side(i, s, b.rim) == bordered {
				return true
			}
		}
	}
	return false
}

// clear returns the colour of a cell above and below where a number stands.
func (b *board) clear(i int) outline.Color {
	var all []outline.Color
	const steps = 9
	for k := range steps {
		u := middle * (2*float64(k)/(steps-1) - 1)
		all = append(all, b.in(i, -clear, u), b.in(i, clear, u))
	}
	return outline.Median(all...)
}

// markers looks for markers, and tells whether there are some of a Patches board: where the lattice
// is a little off, not all are known as such.
func (b *board) markers() bool {
	b.cells = make([]cell, b.n*b.n)
	marked := make([]bool, len(b.cells))
	parallel.Each(len(b.cells), func(i int) {
		c := &b.cells[i]
		c.ground = b.Corners(i/b.n, i%b.n)
		c.fill = b.clear(i)
		marked[i] = b.marked(i)
	})
	markers := 0
	var first *cell
	colors := false
	for i := range b.cells {
		if !marked[i] {
			continue
		}
		c := &b.cells[i]
		markers++
		if first == nil {
			first = c
		}
		colors = colors || c.fill.Away(first.fill) > distinctly
	}
	// Every clue has a colour of its own, and more cells in its rectangle than itself.
	return markers >= 2 && 2*markers <= b.n*b.n && colors
}

// others looks for what stands in the other cells and along the sides of all, and tells whether most
// of what stands in cells are markers.
func (b *board) others() bool {
	markers, others := 0, 0
	for i := range b.cells {
		c := &b.cells[i]
		if c.kind != marker {
			b.sides(i)
			b.other(i)
		}
		switch c.kind {
		case marker:
			markers++
		case odd:
			others++
		}
	}
	return others <= markers
}

// in returns the colour at a place in a cell, from its middle.
func (b *board) in(i int, down, right float64) outline.Color {
	return b.At(i/b.n, i%b.n, 0.5+down, 0.5+right)
}

const (
	// least is the least contrast, 0 to 255, of a marker with its ground: a translucent one in a
	// drawn rectangle has the least.
	least = 14
	// distinct is the most that compression leaves between the middle and the corners of an empty
	// cell.
	distinct = outline.Distinct
	// faint is the most that compression leaves of borders and markers in an empty cell.
	faint = outline.Visible
	// distinctly is how far some of the clues' colours are from each other at least.
	distinctly = 2 * raster.LeastContrast
)

// marked tells whether a marker stands in a cell, and of what shape it is.
func (b *board) marked(i int) bool {
	c := &b.cells[i]
	contrast := c.fill.Away(c.ground)
	if contrast < least || !b.filled(i) {
		return false
	}
	b.sides(i)
	b.shape(i)
	c.pale = contrast < distinct+b.Uneven(i/b.n, i%b.n, c.ground)
	if c.kind == marker && !c.sure && c.pale {
		c.kind = vague
	}
	return c.kind == marker
}

// other tells what stands in a cell that shows no marker.
func (b *board) other(i int) {
	c := &b.cells[i]
	const steps = 9
	var inner, outer []outline.Color
	for down := range steps {
		for right := range steps {
			v, u := middle*(2*float64(down)/(steps-1)-1), middle*(2*float64(right)/(steps-1)-1)
			at := b.in(i, v, u)
			inner = append(inner, at)
		}
	}
	for k := range 16 { // around where only markers reach
		t := float64(k)/8 - 1
		for _, at := range [...]outline.Color{b.in(i, t*0.3, -0.3), b.in(i, t*0.3, 0.3), b.in(i, -0.3, t*0.3), b.in(i, 0.3, t*0.3)} {
			outer = append(outer, at)
		}
	}
	contrast, uneven := c.fill.Away(c.ground), b.Uneven(i/b.n, i%b.n, c.ground)
	shown := func(where []outline.Color, least float64) bool {
		const fewest = 3 // places: one alone may be what compression leaves
		n := 0
		for _, at := range where {
			if at.Away(c.fill) >= least+uneven {
				n++
			}
		}
		return n >= fewest
	}
	switch {
	case contrast >= distinct+uneven || shown(outer, distinct):
		c.kind = odd
	case c.kind != empty || shown(outer, faint):
		c.kind = vague
	case shown(inner, faint):
		c.kind = small
	case outline.Veiled(b.Board, i, c.ground.RGB()):
		c.kind = vague
	default:
		c.kind = empty
	}
}

// filled tells whether the middle of a cell is filled above and below where a number stands.
func (b *board) filled(i int) bool {
	const steps = 9
	c := &b.cells[i]
	like := 0
	for k := range steps {
		u := middle * (2*float64(k)/(steps-1) - 1)
		for _, v := range [...]float64{-clear, clear} {
			if b.in(i, v, u).Away(c.fill) < c.fill.Away(c.ground)/3 {
				like++
			}
		}
	}
	const most = 0.75
	return float64(like) >= most*2*steps
}

// shape tells whether what fills the middle of a cell is a marker, and its shape, by its size and by
// what its corners and ends show.
func (b *board) shape(i int) {
	c := &b.cells[i]
	contrast := c.fill.Away(c.ground)
	shows := func(v, u float64) float64 { return b.in(i, v, u).Away(c.ground) / contrast }
	// What a square marker shows near its corners, where a disc does not, and the ends of one of any
	// shape beside its outlines.
	corners, ends := 0.0, [2]float64{}
	for _, v := range [...]float64{-core, core} {
		for _, u := range [...]float64{-core, core} {
			corners += shows(v, u) / 4
		}
	}
	var across, along []float64
	for _, aside := range [...]float64{-0.14, -0.07, 0, 0.07, 0.14} {
		across = append(across, shows(aside, -0.31), shows(aside, 0.31))
		along = append(along, shows(-0.31, aside), shows(0.31, aside))
	}
	ends[0], ends[1] = num.Median(across), num.Median(along)
	const pale, solid, cut = 0.82, 0.85, 0.37 // of the contrast
	faded := func(v float64) bool { return v >= 0.35 && v <= pale }
	// How far the marker reaches from the middle of the cell, on each of the four sides: above and
	// below what is written there, and at most to where a rectangle's border can be. Where its ends may
	// be translucent that is seen at less of the contrast, though at more than a shadow has. Scaling
	// blurs an end evenly about where it is, and can make the middle of a low marker paler.
	const most = 0.395
	seen := 0.3
	if !faded(ends[0]) || !faded(ends[1]) {
		seen = max(1, ends[0], ends[1]) / 2
	}
	reach := func(place func(out, aside float64) float64, beside ...float64) float64 {
		var all []float64
		for _, aside := range beside {
			out := middle
			for ; out < most && place(out, aside) >= seen; out += 0.01 {
			}
			all = append(all, out)
		}
		return num.Median(all)
	}
	all := func(beside ...float64) (left, right, upper, lower float64) {
		left = reach(func(out, aside float64) float64 { return shows(aside, -out) }, beside...)
		right = reach(func(out, aside float64) float64 { return shows(aside, out) }, beside...)
		upper = reach(func(out, aside float64) float64 { return shows(-out, aside) }, beside...)
		lower = reach(func(out, aside float64) float64 { return shows(out, aside) }, beside...)
		return left, right, upper, lower
	}
	left, right, upper, lower := all(-0.2, -0.17, 0.17, 0.2)
	// A border can touch the end of a marker, which then tells nothing along that axis: across it
	// the marker may still tell.
	c.told = [2]bool{true, true}
	for s, out := range [...]*float64{&left, &right, &upper, &lower} {
		if c.sides[s] != plain && *out > long {
			*out, c.told[s/2] = long, false
		}
	}
	width, height := left+right, upper+lower
	c.off = [2]float64{(right - left) / 2, (lower - upper) / 2}
	// The sides of its longer ends, where it has any, lie further from borders than those ends.
	left, right, upper, lower = all(-0.31, 0.31)
	for axis, ends := range [...][2]float64{{left, right}, {upper, lower}} {
		if min(ends[0], ends[1]) > middle && max(ends[0], ends[1]) < (core+long)/2 {
			c.off[axis], c.told[axis] = (ends[1]-ends[0])/2, true
		}
	}
	c.kind = marker
	// A marker beside the border of a rectangle is measured up to that.
	like := func(v, want float64) bool { const off = 0.065; return v > want-off && v < want+off }
	switch {
	case like(width, 0.50) && like(height, 0.74):
		c.shape, c.sure = patches.Tall, ends[1] >= solid && ends[0] < cut
	case like(width, 0.74) && like(height, 0.50):
		c.shape, c.sure = patches.Wide, ends[0] >= solid && ends[1] < cut
	case like(width, 0.60) && like(height, 0.60):
		// What is left of stripes may be ends that are translucent, and so may what shows further out than a square reaches
		// on all four sides: a border stands on all of a rectangle of one cell.
		const out = (0.30 + 0.37) / 2 // between the ends of a square and of one of any shape, blurred both
		tips := min(shows(0, -out), shows(0, out), shows(-out, 0), shows(out, 0))
		left, _ := b.Left(i)
		c.shape, c.sure = patches.Square, corners > cut && ends[0] < 1-cut && ends[1] < 1-cut && tips < cut/2 && float64(left.Most) < faint
	case like(width, 0.74) && like(height, 0.74):
		// Its ends are translucent, or as wide almost to their corners, which a disc's are not, with nothing
		// between them. Compression spreads the outlines over the ends, now more of the one and now of the other.
		tips, gaps := 0.0, 0.0
		for _, down := range [...]float64{-1, 1} {
			for _, right := range [...]float64{-1, 1} {
				const out, aside = 0.92 * long, 0.78 * core
				tips += (shows(down*out, right*aside) + shows(down*aside, right*out)) / 8
				gaps += shows(down*0.31, right*0.31) / 4
			}
		}
		c.shape, c.solid = patches.Any, !faded((ends[0]+ends[1])/2)
		c.sure = min(ends[0], ends[1]) >= cut && (!c.solid || tips >= cut && gaps < cut)
	case contrast < distinct && ends[0] >= solid && ends[1] >= solid && corners >= solid:
		c.kind = empty // it has no end: compression has changed the ground beside a border
	default:
		c.kind = odd
	}
}

// number reads the number of a marker.
func (b *board) number(i int) {
	c := &b.cells[i]
	// Numbers can be as wide as a tall marker is, and white as what lies around it.
	wide := core
	switch c.shape {
	case patches.Square, patches.Any:
		wide = 0.29
	case patches.Wide:
		wide = 0.35
	}
	const inked = 0.3 // of the contrast
	if b.written(i) < inked*c.fill.Away(c.ground) {
		c.answer = digit.Answer{Number: digit.Nothing, Likelihood: 1}
		return
	}
	c.answer = b.within(i, wide)
	// In a wide area dashes of an outline can pass for ink; in a narrow one what reaches beyond it
	// is no number.
	for _, narrow := range [...]float64{core, 0.21} {
		if c.answer.Certain() && c.answer.Number != digit.Other || narrow >= wide {
			continue
		}
		if a := b.within(i, narrow); a.Certain() && a.Number >= 1 && (c.answer.Number == a.Number || c.answer.Number == digit.Other) {
			c.answer = a
		}
	}
}

// within reads what stands in the middle of a marker, so far to both sides, in cells.
func (b *board) within(i int, wide float64) digit.Answer {
	m, l, fill := b.Lattice.Center(i/b.n, i%b.n), b.Lattice, b.cells[i].fill.RGB()
	area := raster.Rect{X: m.X - wide*l.PitchX, Y: m.Y - middle*l.PitchY, Width: 2 * wide * l.PitchX, Height: 2 * middle * l.PitchY}
	p := b.Inside(area, fill)
	b.flatten(p, i, area)
	return digit.Read(p, raster.Rect{Width: float64(p.W), Height: float64(p.H)}, fill)
}

// flatten makes the columns of a picture of a marker's middle such that what is seen above and
// below the number has the marker's colour in all of them: the ends of a translucent marker are
// paler, and so is the rim of any in a scaled picture.
func (b *board) flatten(p *raster.Picture, i int, area raster.Rect) {
	fill := b.cells[i].fill
	x0 := area.Image().Min.X - outline.Margin
	for x := range p.W {
		u := (float64(x0+x)+0.5-area.X)/b.Lattice.PitchX - area.Width/b.Lattice.PitchX/2
		if u < -area.Width/b.Lattice.PitchX/2 || u >= area.Width/b.Lattice.PitchX/2 {
			continue
		}
		here := outline.Median(b.in(i, -clear, u), b.in(i, clear, u), b.in(i, middle, u), b.in(i, -middle, u))
		if ground := b.cells[i].ground; here.Away(ground) > fill.Away(ground) {
			continue // on the dashes of an outline
		}
		for y := outline.Margin; y < p.H-outline.Margin; y++ {
			for ch := range here {
				v := &p.Pix[y*p.Stride+4*x+ch]
				*v = uint8(min(max(float64(*v)+fill[ch]-here[ch], 0), 255))
			}
		}
	}
}

// written returns how far what is written in the middle of a marker is from its colour, as that is
// there: where cells are small, it is paler above and below.
func (b *board) written(i int) (most float64) {
	const steps, far = 12, 0.14 // any number comes in there
	var all []outline.Color
	for down := range steps {
		for right := range steps {
			v, u := far*(2*float64(down)/(steps-1)-1), far*(2*float64(right)/(steps-1)-1)
			all = append(all, b.in(i, v, u))
		}
	}
	usual := outline.Median(all...)
	for _, c := range all {
		most = max(most, c.Away(usual))
	}
	return most
}

// border is where the middle of a rectangle's border mostly lies, in widths of the board from the side of
// a cell: at 4 CSS pixels, on a board that is about 414 wide whatever its cells are.
const border = 4.0 / 414

// run finds how far from the sides of cells borders run: where most are seen, and fewest in part.
func (b *board) run() {
	seen := func(in float64) (n int) {
		for i := range b.cells {
			for s := range 4 {
				switch b.side(i, s, in) {
				case bordered:
					n++
				case unknown:
					n--
				}
			}
		}
		return n
	}
	most := max(seen(b.rim), 0)
	for _, in := range [...]float64{0.045, 0.055, 0.065, 0.08, 0.095} {
		if n := seen(in); n > most {
			most, b.rim = n, in
		}
	}
}

// sides tells what a cell has along all of its sides.
func (b *board) sides(i int) {
	for s := range b.cells[i].sides {
		b.cells[i].sides[s] = b.side(i, s, b.rim)
	}
}

// side tells what a cell has along one of them, so far in, in cells.
func (b *board) side(i, s int, in float64) side {
	n, all := 0, b.along(i, s, in)
	for _, at := range all {
		if at.Away(b.cells[i].ground) >= faint {
			n++
		}
	}
	switch {
	case n >= len(all)-2:
		return bordered
	case n <= 2:
		return plain
	}
	return unknown
}

// along returns the colours that a cell has along a side, so far in, in cells.
func (b *board) along(i, s int, in float64) (out [8]outline.Color) {
	for k, v := range [len(out)]float64{0.2, 0.24, 0.28, 0.32, 0.68, 0.72, 0.76, 0.8} { // numbers of rectangles stand between
		switch s {
		case 0:
			out[k] = b.At(i/b.n, i%b.n, v, in)
		case 1:
			out[k] = b.At(i/b.n, i%b.n, v, 1-in)
		case 2:
			out[k] = b.At(i/b.n, i%b.n, in, v)
		default:
			out[k] = b.At(i/b.n, i%b.n, 1-in, v)
		}
	}
	return out
}
