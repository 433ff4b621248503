package vision

import (
	"image"
	"math"
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
		still := ev.spotless || g.exact >= mostlyExact
		k := readInk(p, ev.lattice, i/ev.n, i%ev.n, g, still)
		ev.marks[i], sure[i] = k.mark()
		switch {
		case !still && k.isGhost(ev.marks[i], sure[i]):
			ev.marks[i], sure[i] = solver.Empty, ghost
		case !still && p.grain == 0 && ev.marks[i] == solver.Empty && k.hides(g, sure[i]):
			sure[i] = unclear
		case ev.marks[i] == solver.Empty && sure[i] == plain && k.contrast >= faintest:
			sure[i] = ghost // as a golden crown on an orange ground seems to be
		}
		if sure[i] == ghost && k.bright >= faintest {
			ev.traces = append(ev.traces, i)
		}
		compare = compare || sure[i] != plain
		if ev.marks[i] != solver.Empty {
			of[i] = k.figure(p, ev.lattice.Center(i/ev.n, i%ev.n), g, still)
			compare = compare || !still || of[i].small
		}
	}
	if compare {
		ev.compareMarks(p, sure, of)
	}
	ev.compareTones(sure, of)
	for i, s := range sure {
		switch s {
		case passing:
			ev.strange = append(ev.strange, i)
		case aside:
			ev.marks[i] = solver.Empty
			ev.unclear = append(ev.unclear, i)
		case unclear, torn:
			ev.unclear = append(ev.unclear, i)
		}
	}
	if !ev.onePlace(ev.strange) {
		// There is one pointer: something else stands there, perhaps marks.
		ev.unclear = append(ev.unclear, ev.strange...)
		slices.Sort(ev.unclear)
	}
}

// mostlyExact is how exact the ground of a cell must be, in a picture that is not
// spotless, for it not to be compressed.
const mostlyExact = 0.9

// figure is what was measured of a mark, beside what it is.
type figure struct {
	box   Rect    // in the picture
	royal float64 // how much more its shape is a queen's than a cross's; see shape.royal
	small bool    // it has few pixels
	dim   bool    // and it is compressed
	// How much brighter, and how much darker than the ground a part of it is at
	// least, 0 to 255; both 0 where the mark is large enough to be told by its shape.
	light, dark int
}

// tone returns how light a part of the mark is with sign 1, how dark with -1.
func (f figure) tone(sign int) int {
	if sign > 0 {
		return f.light
	}
	return f.dark
}

// figure returns the measures of a mark in a cell with its middle at c.
func (k *ink) figure(p *picture, c Point, g ground, still bool) figure {
	x0, y0, x1, y1 := k.box()
	side := max(x1-x0, y1-y0) + 1
	d := figure{royal: k.royal, small: side < few}
	d.box = Rect{X: c.X - k.cx + float64(x0), Y: c.Y - k.cy + float64(y0), Width: float64(x1 - x0 + 1), Height: float64(y1 - y0 + 1)}
	// Noise leaves nothing in one place that stands out so far from it.
	certain := p.grain > 0 && k.contrast >= 2*p.grain && float64(side) < noQueen*k.unit
	d.dim = !still && d.small && !certain
	if side < 2*few {
		d.light, d.dark = k.tones(p, image.Pt(int(math.Round(c.X-k.cx)), int(math.Round(c.Y-k.cy))), g.rgb)
	}
	return d
}

// tones returns how much brighter and how much darker than the ground a part of the
// ink is, single pixels that compression has spoilt left out. at is the corner of
// the inner part in the picture.
func (k *ink) tones(p *picture, at image.Point, ground rgb) (light, dark int) {
	const part = 6 // of the ink, one
	var tones []int
	for i, d := range k.depth {
		if d > 0 {
			v := p.at(at.X+i%k.w, at.Y+i/k.w)
			tones = append(tones, int(v.luma())-int(ground.luma()))
		}
	}
	if len(tones) == 0 {
		return 0, 0
	}
	slices.Sort(tones)
	aside := len(tones) / part
	return max(tones[len(tones)-1-aside], 0), max(-tones[aside], 0)
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

// ink is what departs from the ground in the inner part of a cell.
type ink struct {
	w, h     int     // of the inner part, pixels
	depth    []uint8 // row-major: how far each pixel departs; 0 where it is no ink
	n        int     // pixels of ink
	contrast int     // how far the strongest pixel departs, 0 to 255
	bright   int     // by how much the one that departs most in brightness does
	mean     float64 // by how much all of it does on average, what was taken away included
	foreign  int     // pixels taken away that belonged to no mark
	central  bool    // some of those stood in the middle, as a mark does
	broad    bool    // some of those were as wide as a queen: one may be among them
	faded    bool    // it is of colour alone, as what compression leaves behind
	royal    float64 // how much more its shape is a queen's than a cross's; see shape.royal
	cx, cy   float64 // middle of the cell, from the corner of the inner part
	unit     float64 // side of the whole cell, pixels
}

// readInk finds the ink in a cell; still tells that compression has left it alone.
func readInk(p *picture, l Lattice, row, col int, g ground, still bool) ink {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	k := ink{unit: min(c.Width, c.Height)}
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.w), min(y1, p.h)
	if x1 <= x0 || y1 <= y0 {
		return k
	}
	k.cx, k.cy = c.X+c.Width/2-float64(x0), c.Y+c.Height/2-float64(y0)
	// How strong the ink is, is told by the core: along the rim a compressed
	// picture still rings from the lines. What is too faint for any mark is
	// passed over.
	rimX, rimY := int(0.08*c.Width), int(0.08*c.Height)
	flat := newFlat(g.rgb, faintest/2-1)
	for y := y0 + rimY; y < y1-rimY; y++ {
		line := p.line(y)
		for x := flat.end(line, x0+rimX, x1-rimX); x < x1-rimX; x = flat.end(line, x+1, x1-rimX) {
			v := p.at(x, y)
			k.contrast = max(k.contrast, apart(v, g.rgb))
			k.bright = max(k.bright, diff(v.luma(), g.rgb.luma()))
		}
	}
	// Compressed pictures blur colour far more than brightness, so a faint
	// mark must show in both.
	least := faintest
	if !still && g.support < 0.8 {
		least = 2 * faintest // a ground that is not flat itself
	}
	if k.contrast < least {
		return k
	}
	// Ringing of a compressed picture stays below a third of the mark.
	level := max(faintest, min(k.contrast/3, 2*faintest))
	k.find(p, x0, y0, x1, y1, g.rgb, level, apart)
	m, sure := k.mark()
	if !still && k.bright >= 2*faintest && (sure != plain || m != solver.Cross) {
		// Around a cross compression leaves colour, but not as dark or bright.
		dark := k
		dark.find(p, x0, y0, x1, y1, g.rgb, max(faintest, k.bright/3), lumaApart)
		if m, sure := dark.mark(); m == solver.Cross && sure == plain {
			return dark
		}
	}
	k.faded = k.contrast < 2*faintest && k.mean < traceless ||
		!still && (k.contrast < 3*faintest && k.bright < 5*faintest/6 || p.grain == 0 && k.contrast < 4*faintest && k.mean < faintest/3)
	if !k.faded && level > faintest && (sure != plain || m == solver.Empty) {
		// A crown can be dark at its outline and close to the ground inside.
		whole := k
		whole.find(p, x0, y0, x1, y1, g.rgb, faintest, apart)
		again, doubt := whole.mark()
		if doubt == plain && (again != solver.Empty || k.n == 0) && (still || sure != torn || again == m) {
			return whole
		}
	}
	return k
}

// traceless is the mean departure in brightness, 0 to 255, below which a faint
// blotch is none of a mark, whatever its colour: crosses are darker or brighter
// than what they stand on.
const traceless = 2

// isGhost tells whether what is taken for a cross in a compressed cell has hardly
// another brightness than the ground. Of 5,000 crosses, compressed, none had.
func (k *ink) isGhost(m solver.Mark, sure sureness) bool {
	return m == solver.Cross && sure == plain && k.bright < 3*faintest/2 && k.contrast < 4*faintest
}

// hides tells whether there may be a mark in a compressed cell in which none was
// found: something bright or dark stands well inside it, which no ringing of
// lines does, or what is ground there could not be told.
func (k *ink) hides(g ground, sure sureness) bool {
	return (sure == plain || sure == ghost) && k.bright >= 2*faintest && !k.isSpeck() || sure == passing && g.support < 0.5
}

// isSpeck tells whether all there is in a cell is smaller than any mark.
func (k *ink) isSpeck() bool {
	if k.n < 3 || k.foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	return float64(max(x1-x0, y1-y0)+1) < least*k.unit
}

// lumaApart is the difference of two colours in brightness, 0 to 255.
func lumaApart(a, b rgb) int { return diff(a.luma(), b.luma()) }

// find takes everything in a rectangle that departs from the ground by level or
// more for ink; by tells how far two colours are apart.
func (k *ink) find(p *picture, x0, y0, x1, y1 int, ground rgb, level int, by func(a, b rgb) int) {
	k.n, k.foreign, k.central, k.broad = 0, 0, false, false
	k.w, k.h = x1-x0, y1-y0
	k.depth = make([]uint8, k.w*k.h)
	flat := newFlat(ground, level-1)
	sum := 0
	for y := range k.h {
		line := p.line(y0 + y)
		for x := flat.end(line, x0, x1); x < x1; x = flat.end(line, x+1, x1) {
			v := p.at(x, y0+y)
			depth := by(v, ground)
			if depth < level {
				continue
			}
			k.depth[y*k.w+x-x0] = uint8(depth)
			sum += lumaApart(v, ground)
			k.n++
		}
	}
	k.mean = float64(sum) / float64(max(k.n, 1))
	k.takeAwayForeign()
}

// at tells whether there is ink at x, y.
func (k *ink) at(x, y int) bool {
	return x >= 0 && y >= 0 && x < k.w && y < k.h && k.depth[y*k.w+x] > 0
}

// blob is a connected patch of ink: the indices of its pixels.
type blob []int32

// takeAwayForeign removes blobs that are no part of a mark: specks, what stays
// along the rim, and what has no counterpart on the other side of the cell's
// middle.
func (k *ink) takeAwayForeign() {
	const (
		core   = 0.17 // of the inner part, on each side, is rim
		paired = 0.82 // of a mark's ink has a counterpart; of a pointer's less
	)
	speck := max(2, k.n/50)
	rimX, rimY := int(core*float64(k.w)), int(core*float64(k.h))
	var gone []blob
	for _, b := range k.blobs() {
		deep := 0
		for _, i := range b {
			x, y := int(i)%k.w, int(i)/k.w
			if x >= rimX && x < k.w-rimX && y >= rimY && y < k.h-rimY {
				deep++
			}
		}
		lone := k.mirrored(b) < paired
		if len(b) >= speck && !lone && 4*deep >= len(b) {
			continue
		}
		if lone {
			k.foreign += deep
			k.central = k.central || k.inMiddle(b)
			k.broad = k.broad || 4*deep >= len(b) && k.hidesQueen(b) // two lines that meet at a corner lie at the rim
		}
		gone = append(gone, b)
	}
	for _, b := range gone {
		for _, i := range b {
			k.depth[i] = 0
		}
		k.n -= len(b)
	}
}

// box returns the first and last column and row of the ink, but for the little
// at the rim that compression adds to a mark.
func (k *ink) box() (x0, y0, x1, y1 int) {
	const trace = 0.02 // of the ink
	cols, rows := make([]int, k.w), make([]int, k.h)
	total := 0
	for i, d := range k.depth {
		if d > 0 {
			cols[i%k.w] += int(d)
			rows[i/k.w] += int(d)
			total += int(d)
		}
	}
	ends := func(sums []int) (lo, hi int) {
		lo, hi = 0, len(sums)-1
		for sum := sums[lo]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[lo] {
			lo++
		}
		for sum := sums[hi]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[hi] {
			hi--
		}
		return lo, hi
	}
	x0, x1 = ends(cols)
	y0, y1 = ends(rows)
	return x0, y0, x1, y1
}

// leaning is how far, in widths, the middle of a queen's rows may move from top
// to bottom: the tail of a Q moves it by a quarter, an arrow by half.
const leaning = 0.36

// lean returns how far the middle of the ink's rows moves from top to bottom,
// in widths: the slope of a line fitted to the pixels of a w x h box.
func (k *ink) lean(w, h int) float64 {
	var n, sx, sy, sxy, syy float64
	for i, d := range k.depth {
		if d > 0 {
			x, y := float64(i%k.w), float64(i/k.w)
			n, sx, sy, sxy, syy = n+1, sx+x, sy+y, sxy+x*y, syy+y*y
		}
	}
	den := n*syy - sy*sy
	if den == 0 {
		return 0
	}
	return abs((n*sxy-sx*sy)/den) * float64(h) / float64(w)
}

// peaksAside tells whether the top of the ink lies to one side, as the tip of a
// pointer does; that of a letter Q, which leans as much, lies in the middle.
func (k *ink) peaksAside(x0, y0, w, h int) bool {
	var n, sum float64
	for y := y0; y < y0+max(1, h/5); y++ {
		for x := x0; x < x0+w; x++ {
			if k.at(x, y) {
				n, sum = n+1, sum+float64(x-x0)+0.5
			}
		}
	}
	middle := sum / max(n, 1) / float64(w)
	return n > 0 && (middle < 0.33 || middle > 0.67)
}

// boxOf returns the first and last column and row of a blob.
func (k *ink) boxOf(b blob) (x0, y0, x1, y1 int) {
	x0, y0, x1, y1 = k.w, k.h, -1, -1
	for _, i := range b {
		x, y := int(i)%k.w, int(i)/k.w
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	return x0, y0, x1, y1
}

// hidesQueen tells whether a blob that belongs to no mark can be a queen with a
// pointer over it: a pointer alone is much taller than wide.
func (k *ink) hidesQueen(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	w, h := x1-x0+1, y1-y0+1
	return float64(w) >= 0.35*k.unit && 20*w >= 17*h && float64(x0) < k.cx-0.12*k.unit && float64(x1) > k.cx+0.12*k.unit &&
		float64(y0) < k.cy && float64(y1) > k.cy
}

// inMiddle tells whether a blob is small and stands in the middle of the cell:
// the pointer's arrow is larger, or reaches in from elsewhere.
func (k *ink) inMiddle(b blob) bool {
	x0, y0, x1, y1 := k.boxOf(b)
	return len(b) >= 4 && float64(max(x1-x0, y1-y0)+1) < 0.36*k.unit && 4*(x1-x0+1) >= 3*(y1-y0+1) &&
		abs(float64(x0+x1+1)/2-k.cx) < 0.08*k.unit+0.5 && abs(float64(y0+y1+1)/2-k.cy) < 0.08*k.unit+0.5
}

// mirrored returns the share of a blob that has ink opposite it, left to
// right. The lattice may be a pixel or two off, and the mark drawn off the
// middle: the best axis near the middle counts.
func (k *ink) mirrored(b blob) float64 {
	slack := max(1, int(math.Round(0.03*k.unit)))
	reach := max(2, int(math.Round(0.24*k.unit)))
	middle := int(math.Floor(2*k.cx)) - 1
	best := 0
	for axis := middle - reach; axis <= middle+reach; axis++ {
		n := 0
		for _, i := range b {
			x, y := int(i)%k.w, int(i)/k.w
			for d := -slack; d <= slack; d++ {
				if k.at(axis-x+d, y) {
					n++
					break
				}
			}
		}
		best = max(best, n)
	}
	return float64(best) / float64(len(b))
}

// blobs returns the connected patches of ink, corners touching included.
func (k *ink) blobs() []blob {
	var out []blob
	seen := make([]bool, len(k.depth))
	for start := range k.depth {
		if k.depth[start] == 0 || seen[start] {
			continue
		}
		b := blob{int32(start)}
		seen[start] = true
		for n := 0; n < len(b); n++ {
			x, y := int(b[n])%k.w, int(b[n])/k.w
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if i := (y+dy)*k.w + x + dx; k.at(x+dx, y+dy) && !seen[i] {
						seen[i] = true
						b = append(b, int32(i))
					}
				}
			}
		}
		out = append(out, b)
	}
	return out
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
	case k.faded && (m != solver.Queen || sure != plain || k.contrast < 2*faintest):
		return solver.Empty, ghost
	case k.faded, k.broad && m != solver.Queen:
		return solver.Empty, unclear
	}
	return m, sure
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
	offX := abs(float64(x0+x1+1)/2-k.cx) / k.unit
	offY := abs(float64(y0+y1+1)/2-k.cy) / k.unit
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
