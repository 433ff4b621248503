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
	// least is the smallest mark, as a share of the cell's side.
	least = 0.08
	// noQueen is the size below which a mark is no queen, as a share of the cell's
	// side.
	noQueen = 0.17
	// faintest is the least difference, per channel, that counts as ink.
	faintest = 24
)

// still tells whether a cell is as a screen shows it: compression, noise and scaling have
// left it alone.
func (ev *evidence) still(cell int) bool { return ev.spotless || ev.ground[cell].exact >= mostlyExact }

// arrow is how large a pointer is at least, in pixels: in a smaller cell none lies by
// itself.
const arrow = 20

// readMarks reads what stands in every cell: by its shape, and where that says
// too little, by the other marks of the board.
func (ev *evidence) readMarks(p *picture) {
	if p.sharp != nil {
		p = p.sharp
	}
	ev.marks = make([]solver.Mark, len(ev.ground))
	sure := make([]sureness, len(ev.ground))
	of := make([]figure, len(ev.ground))
	compare := false
	for i, g := range ev.ground {
		still := ev.still(i)
		k := readInk(p, ev.lattice, i/ev.n, i%ev.n, g, still)
		ev.marks[i], sure[i] = k.mark()
		switch {
		case k.disputed && k.unit < arrow:
			sure[i] = unclear
		case !still && k.isGhost(ev.marks[i], sure[i]):
			ev.marks[i], sure[i] = solver.Empty, ghost
		case k.unit < arrow && ev.marks[i] == solver.Empty && sure[i] == passing && (!still || k.inside()):
			sure[i] = unclear
		case !still && p.grain == 0 && ev.marks[i] == solver.Empty && k.hides(g, sure[i]),
			ev.marks[i] == solver.Empty && sure[i] == passing && k.letter(p, g.rgb):
			sure[i] = unclear
		case ev.marks[i] == solver.Empty && sure[i] == plain && k.contrast >= faintest:
			sure[i] = ghost // as a golden crown on an orange ground seems to be
		}
		if sure[i] == ghost && k.bright >= faintest {
			ev.traces = append(ev.traces, i)
		}
		compare = compare || sure[i] != plain
		if ev.marks[i] == solver.Empty {
			of[i].side, of[i].contrast, of[i].opaque = k.remains(), k.contrast, k.opaque
			if sure[i] != plain {
				of[i].departure = longest(k.tint(p, g.rgb))
			}
		} else {
			of[i] = k.figure(p, ev.lattice.Center(i/ev.n, i%ev.n), g, still)
			compare = compare || !still || of[i].small || ev.marks[i] == solver.Queen && of[i].royal < surelyRoyal
		}
	}
	if compare {
		ev.compareMarks(p, sure, of)
	}
	ev.compareTones(p, sure, of)
	ev.doubtColored(p, sure, of)
	ev.compareTints(p, sure, of)
	ev.compareFills(p, sure, of)
	ev.doubtSmall(sure, of)
	ev.faint = ev.faintMarks(p, sure, of)
	for i, s := range sure {
		switch s {
		case passing:
			ev.strange = append(ev.strange, i)
		case aside:
			ev.marks[i] = solver.Empty
			ev.unclear = append(ev.unclear, i)
		case unclear, torn:
			if ev.appearing(p, i, sure, of) {
				ev.marks[i] = solver.Empty
				ev.begun = append(ev.begun, i)
				continue
			}
			ev.unclear = append(ev.unclear, i)
		}
	}
	ev.traces = append(ev.traces, ev.begun...)
	if lone := len(ev.strange) == 1 && ev.lattice.pitch() < arrow; lone || !ev.onePlace(ev.strange) {
		// There is one pointer: something else stands there, perhaps marks.
		ev.unclear = append(ev.unclear, ev.strange...)
		slices.Sort(ev.unclear)
	}
}

// mostlyExact is how exact the ground of a cell must be, in a picture that is not
// spotless, for it not to be compressed.
const mostlyExact = 0.9

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

// tone is a way in which ink differs from its ground.
type tone int

const (
	lighter tone = iota
	darker
	livelier // more colourful
	tones
)

// of returns how much of a tone a colour has, -255 to 255.
func (t tone) of(c rgb) int {
	switch t {
	case lighter:
		return int(c.luma())
	case darker:
		return -int(c.luma())
	}
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}

// figure returns the measures of a mark in a cell with its middle at c.
func (k *ink) figure(p *picture, c Point, g ground, still bool) figure {
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

// letter tells whether what leans as the pointer does can be a letter instead: it stands in
// the middle, as large as a mark at most, and is of one tone, where a pointer is black
// and white.
func (k *ink) letter(p *picture, ground rgb) bool {
	const (
		large = 0.5 // of a cell
		off   = 0.1 // of a cell, from its middle
	)
	if k.n < 3 || k.foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	if offX, offY := k.offMiddle(x0, y0, x1, y1); float64(max(x1-x0, y1-y0)+1) > large*k.unit || max(offX, offY) > off*k.unit+0.5 {
		return false
	}
	tones := k.tones(p, ground)
	return min(tones[lighter], tones[darker]) < faintest
}

// tint returns by how much the mean of the ink departs from the ground, per channel.
// What departs most counts most.
func (f figure) tint(p *picture, ground rgb) (t [3]float64) {
	if f.ink != nil {
		t = f.ink.tint(p, ground)
	}
	return t
}

// tint returns the same.
func (k *ink) tint(p *picture, ground rgb) (t [3]float64) {
	sum := 0.0
	for i, d := range k.depth {
		if d > 0 {
			v := p.at(k.corner.X+i%k.w, k.corner.Y+i/k.w)
			for c := range t {
				t[c] += float64(d) * (float64(v[c]) - float64(ground[c]))
			}
			sum += float64(d)
		}
	}
	for c := range t {
		t[c] /= max(sum, 1)
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

// longest returns the most that any channel departs.
func longest(t [3]float64) float64 { return max(abs(t[0]), abs(t[1]), abs(t[2])) }

// tones returns how much lighter, darker and livelier than the ground a part of the
// ink is, single pixels that compression has spoilt left out.
func (k *ink) tones(p *picture, ground rgb) (out [tones]int) {
	const part = 6 // of the ink, one
	more := make([]int, 0, k.n)
	for _, t := range [...]tone{lighter, livelier} {
		more = more[:0]
		for i, d := range k.depth {
			if d > 0 {
				more = append(more, t.of(p.at(k.corner.X+i%k.w, k.corner.Y+i/k.w))-t.of(ground))
			}
		}
		if len(more) == 0 {
			continue
		}
		slices.Sort(more)
		aside := len(more) / part
		out[t] = max(more[len(more)-1-aside], 0)
		if t == lighter {
			out[darker] = max(-more[aside], 0)
		}
	}
	return out
}

// onePlace tells whether cells touch each other, as those that one pointer lies
// over do.
func (ev *evidence) onePlace(cells []int) bool {
	for _, i := range cells {
		j := cells[0]
		if row, col := i/ev.n-j/ev.n, i%ev.n-j%ev.n; max(row, -row, col, -col) > 1 {
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
func (k *ink) mark() (solver.Mark, sureness) {
	m, sure := k.plainMark()
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

// overAll tells whether ink lies over nearly all of the inner part, as no mark does.
func (k *ink) overAll() bool {
	if k.n < 3 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	return 5*(x1-x0+1) >= 4*k.w && 5*(y1-y0+1) >= 4*k.h
}

// plainMark tells what the ink is that was not taken away.
func (k *ink) plainMark() (solver.Mark, sureness) {
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
	royal := func() float64 { return k.shapeOf(x0, y0, w, h).royal(size, side) }
	// stands tells whether it is a queen by its shape, and covers the cell's middle.
	stands := func() bool {
		return 4*w >= 3*h && w <= 2*h && royal() >= undecided &&
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
		if side >= few && royal() > -undecided {
			if narrow && k.lean(w, h) > leaning/2 {
				return solver.Empty, passing // the pointer's arrow
			}
			if sure == plain {
				sure, k.royal = torn, royal() // a queen that appears, perhaps
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
	if 100*k.n < sparse*w*h {
		return solver.Empty, sure // specks of noise, far apart
	}
	kind := royal()
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

// sparse is the least ink of a mark, in percent of its box: the thinnest cross
// has three times as much.
const sparse = 5

// royal tells how much more the shape is a queen than a cross, near 0 where it
// could be either; size is that of its longer side in cells, side in pixels. How
// far the ink lies from the diagonals tells most: of 17,000 drawn marks,
// compressed and scaled ones among them, 99 of 100 crosses lie below 0.22 and
// 99 of 100 queens above 0.27. The fewer the pixels, the less their shape says
// and the more their size.
func (s shape) royal(size float64, side int) float64 {
	clamp := func(v, most float64) float64 { return min(max(v, -most), most) }
	seen := clamp(float64(side-5)/7, 1) // 0 to 1
	return clamp((s.astray-0.245)/0.035, 1+1.5*seen) + clamp((s.sides-0.3)/0.2, 1+0.5*seen) + clamp((size-0.365)/0.05, 2.5-1.5*seen)
}

// shape is the ink in its box, averaged into a few fields, with the features
// that tell a cross from anything else.
type shape struct {
	// astray is how far the ink lies from the nearer diagonal of its box on
	// average, in half sides: 0 for a thin cross, about 0.3 for a block, a ring
	// or a crown.
	astray float64
	// sides is the ink at the middles of the sides, in units of that on the
	// diagonals: near 0 for a cross, about 1 for a ring or a block. Of left and
	// right the stronger counts, as of top and bottom, and of those two the
	// weaker: the serifs of a letter X nearly meet above and below.
	sides float64
}

// shapeOf averages the ink in a box into 12 x 12 fields and measures it. The box
// need not be square: a letter X is taller than wide, and its strokes run along
// the diagonals all the same.
func (k *ink) shapeOf(x0, y0, w, h int) shape {
	const n = 12
	var m [n][n]float64
	total, off, diagonal := 0.0, 0.0, 0.0
	for v := range n {
		for u := range n {
			// Sixteen samples a field are enough for any size of box.
			for b := range 4 {
				for a := range 4 {
					x := x0 + int((float64(u)+(float64(a)+0.5)/4)*float64(w)/n)
					y := y0 + int((float64(v)+(float64(b)+0.5)/4)*float64(h)/n)
					m[v][u] += float64(k.depth[y*k.w+x])
				}
			}
			x, y := (2*float64(u)+1)/n-1, (2*float64(v)+1)/n-1
			total += m[v][u]
			off += m[v][u] * min(abs(x-y), abs(x+y))
		}
	}
	if total == 0 {
		return shape{}
	}
	var left, right, top, bottom float64
	for i := range n {
		diagonal += (m[i][i] + m[i][n-1-i]) / (2 * n)
	}
	for i := n/2 - 2; i < n/2+2; i++ {
		left, right = left+(m[i][0]+m[i][1])/8, right+(m[i][n-1]+m[i][n-2])/8
		top, bottom = top+(m[0][i]+m[1][i])/8, bottom+(m[n-1][i]+m[n-2][i])/8
	}
	return shape{astray: off / total, sides: min(max(left, right), max(top, bottom)) / max(diagonal, 1)}
}
