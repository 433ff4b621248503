package outline

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Board is a square grid of cells with lines between them, as far as it goes.
type Board struct {
	Picture *raster.Picture
	Lattice lattice.Lattice // fitted to the inner lines
	// Usual is the usual contrast of the inner segments, 0 to 255; 0 where there are none, but spots.
	Usual float64
	// Hidden lists the cells in which stripes hide what stands there; see Unstriped.
	Hidden []int

	grounds   []Ground
	left      map[int]int                // of stripes that were taken off, by cell; see Left
	unstriped map[*raster.Picture]*Board // as far as it was asked for, by the picture it is seen in
}

// Upright and Level are the axes of a board: lines that stand and that lie.
const (
	Upright = iota
	Level
)

// Segment is the piece of a line that lies beside one cell, without its middle and its ends:
// signs may stand there, and other lines.
type Segment struct {
	Contrast float64 // how far its colour is from that of both sides, 0 to 255
	Differ   float64 // how far the colours of the sides are from each other, 0 to 255
	Mass     float64 // the sum across the line of how far each pixel departs from both sides
	Off      float64 // how far right of or below the lattice the line's middle lies, pixels
	Seen     bool    // the segment lies in the picture
}

// Width returns how wide a line is whose ink has the contrast full, in pixels.
func (s Segment) Width(full float64) float64 { return s.Mass / max(full, 1) }

// drawn tells whether a segment shows a line or a border of a share of the usual contrast.
func (s Segment) drawn(contrast float64) bool {
	return s.Seen && max(s.Contrast, s.Differ) >= max(contrast, faint)
}

const (
	sound = 0.6 // share of the inner segments that show a line where a lattice lies right
	faint = 4   // contrast from which on a line can be told from what is left of noise
	goes  = 0.6 // share of the segments that show a line where there is one
	// crossed is the same of lines that run across between two others: most of a row may be of
	// cells whose colour is nearly the lines'.
	crossed = 0.5
	round   = 3    // how often a lattice is fitted and measured anew at most
	settled = 0.01 // pixels: a lattice that a fit moves by less is where the next would put it
	even    = 1    // pixels: lines that were drawn on whole pixels, and then scaled, lie off by less
)

// How much of the usual contrast a line must have: beside cells of other colours there is less,
// and still less between two of them, which a row may consist of.
const (
	beside  = 0.35
	between = 0.15
)

// Of follows a grid that a search found to where its lines end. It is false where that makes
// no square board of lattice.MinSize to lattice.MaxSize cells a side, or where the grid has
// no lines.
func Of(p *raster.Picture, c lattice.Candidate) (*Board, bool) {
	g := grid{p: p, at: [2]float64{c.Lattice.X, c.Lattice.Y}, pitch: [2]float64{c.Lattice.PitchX, c.Lattice.PitchY}, n: [2]int{c.Cols, c.Rows}}
	if min(g.n[0], g.n[1]) < 2 || max(g.n[0], g.n[1]) > lattice.MaxSize {
		return nil, false
	}
	if min(g.share(Upright), g.share(Level)) < sound {
		g.shift()
	}
	if g.usual = g.contrast(); g.usual < faint {
		return nil, false
	}
	// What stands in the middle of cells says where they lie, but not where they end, and to a fraction
	// of a pixel only where they are many. Lines do, unless others run beside them.
	if c.Spots {
		g.cut()
	}
	onto := func(lines func() (off float64)) {
		at, pitch := g.at, g.pitch
		if off := lines(); c.Spots && off > even {
			g.at, g.pitch = at, pitch
		}
	}
	onto(g.fit)
	fitted := g.n
	for g.grow() {
		if max(g.n[0], g.n[1]) > lattice.MaxSize {
			return nil, false
		}
		onto(g.refit)
	}
	if g.n != fitted {
		onto(g.fit)
	}
	g.trim()
	const square = 0.06 // by how much the sides of a cell may differ
	if g.n[0] != g.n[1] || g.n[0] < lattice.MinSize || math.Abs(g.pitch[0]-g.pitch[1]) > square*g.pitch[0] {
		return nil, false
	}
	return g.board(), true
}

// board returns the grid as a board: as many rows as columns.
func (g *grid) board() *Board {
	return &Board{Picture: g.p, Usual: g.usual, unstriped: make(map[*raster.Picture]*Board), Lattice: lattice.Lattice{X: g.at[0], Y: g.at[1], PitchX: g.pitch[0], PitchY: g.pitch[1], Size: g.n[0]}}
}

// grid returns the board as a grid.
func (b *Board) grid() *grid {
	l := b.Lattice
	return &grid{p: b.Picture, at: [2]float64{l.X, l.Y}, pitch: [2]float64{l.PitchX, l.PitchY}, n: [2]int{l.Size, l.Size}, usual: b.Usual}
}

// Placed returns where the board lies in the image that its picture is a view or a part of.
func (b *Board) Placed() lattice.Lattice {
	l := b.Lattice
	l.Shift(b.Picture.Origin)
	return l
}

// Line measures an upright line or one that lies, from 0, the outer left or upper one, to
// Lattice.Size: as many segments as there are cells along it.
func (b *Board) Line(axis, k int) []Segment { return b.grid().line(axis, k) }

// Middle is how far the middle of what stands in a cell lies from the cell's along one axis: right
// of it (Upright), or below it (Level).
type Middle struct {
	At  int     // the cell's column (Upright) or row (Level)
	Off float64 // in cells
}

// Centered returns the board with its lattice moved to where things stand in the middle of
// their cells, which is told for each axis by itself: where other lines run close to those of the
// lattice, these tell less. Along an axis on which they stand in fewer than three rows or columns,
// cells are as long as they are along the other.
func (b *Board) Centered(by [2][]Middle) *Board {
	g := b.grid()
	const enough = 3 // rows or columns
	var k, off [2][]float64
	for axis := range by {
		rows := make([][]float64, b.Lattice.Size)
		for _, m := range by[axis] {
			rows[m.At] = append(rows[m.At], m.Off)
		}
		for i, r := range rows {
			if len(r) > 0 {
				k[axis], off[axis] = append(k[axis], float64(i)+0.5), append(off[axis], num.Median(r)*g.pitch[axis])
			}
		}
		if len(k[axis]) >= enough {
			at, pitch := theilSen(k[axis], off[axis])
			g.at[axis] += at
			g.pitch[axis] += pitch
		}
	}
	for axis := range by {
		if other := 1 - axis; len(k[axis]) > 0 && len(k[axis]) < enough && len(k[other]) >= enough {
			longer := g.pitch[other] - g.pitch[axis]
			for i := range off[axis] {
				off[axis][i] -= longer * k[axis][i]
			}
			g.at[axis] += num.Median(off[axis])
			g.pitch[axis] += longer
		}
	}
	out := g.board()
	out.Hidden, out.left = b.Hidden, b.left
	return out
}

// grid is a lattice that grows. Axis 0 has the columns, with upright lines between them, and
// axis 1 the rows.
type grid struct {
	p     *raster.Picture
	at    [2]float64 // the first line
	pitch [2]float64
	n     [2]int // cells
	usual float64
	grown [2][2]int    // rows or columns that were added, by axis, before the first and after the last
	seen  [2][]float64 // where the inner lines were seen when it was last fitted, pixels; NaN where they were not
}

// contrast returns the usual contrast of the inner lines.
func (g *grid) contrast() float64 {
	var all []float64
	for axis := range 2 {
		for k := 1; k < g.n[axis]; k++ {
			for _, s := range g.line(axis, k) {
				all = append(all, s.Contrast)
			}
		}
	}
	return num.Median(all)
}

// share returns the share of the inner lines of an axis that are drawn all along.
func (g *grid) share(axis int) float64 {
	drawn, all := 0, 0
	for k := 1; k < g.n[axis]; k++ {
		for i := range g.n[1-axis] {
			if all++; g.through(axis, k, i) {
				drawn++
			}
		}
	}
	return float64(drawn) / float64(max(all, 1))
}

// through tells whether a segment is drawn all along: what is no line, but the edge of a symbol, is
// not.
func (g *grid) through(axis, k, i int) bool {
	at := g.at[axis] + float64(k)*g.pitch[axis]
	reach, flank := max(2, 0.08*g.pitch[axis]), max(3.5, 0.14*g.pitch[axis])
	pixel := func(v, cut float64) raster.RGB {
		x, y := num.Floor(v), num.Floor(cut)
		if axis == Level {
			x, y = y, x
		}
		return g.p.Clamped(x, y)
	}
	open := 0
	for _, share := range along {
		cut := g.at[1-axis] + (float64(i)+share)*g.pitch[1-axis]
		before, after := pixel(at-flank, cut), pixel(at+flank, cut)
		v := at - reach
		for ; v <= at+reach; v++ {
			if px := pixel(v, cut); min(raster.Chebyshev(px, before), raster.Chebyshev(px, after)) >= 2*faint {
				break
			}
		}
		if v <= at+reach {
			continue
		}
		if open++; open > 1 { // one may be noise
			return false
		}
	}
	return true
}

// shift moves the lattice by a part of a cell to where most lines are seen. Where lines are so
// faint that runs go on over them, what is flat are the squares between symbols, wherever the
// lines lie. Rows and columns that are then beyond the outer lines are left out.
func (g *grid) shift() {
	const steps = 24 // of a cell
	was := g.at
	for axis := range 2 {
		best, most := was[axis], g.share(axis)
		for s := range steps {
			g.at[axis] = was[axis] + (float64(s)/steps-0.5)*g.pitch[axis]
			if v := g.share(axis); v > most {
				best, most = g.at[axis], v
			}
		}
		g.at[axis] = best
		if most < sound {
			g.at = was // no lines that are drawn through, at any place: dashes, say
			return
		}
	}
	g.usual = g.contrast()
	g.cut()
}

// cut leaves out rows and columns at whose outer side no line is drawn, and in which none runs
// across.
func (g *grid) cut() {
	for axis := range 2 {
		off := func(line, cells int) bool {
			return !g.lined(axis, line) && !g.runs(axis, cells)
		}
		for g.n[axis] > lattice.MinSize && off(0, 0) {
			g.at[axis] += g.pitch[axis]
			g.n[axis]--
			g.usual = g.contrast()
		}
		for g.n[axis] > lattice.MinSize && off(g.n[axis], g.n[axis]-1) {
			g.n[axis]--
			g.usual = g.contrast()
		}
	}
}

// grow adds a row or a column at each side where the grid goes on: beyond its outer line
// there is another, and between the two there are lines across. It tells whether any was added. It
// adds no more than one: where the next is to be looked for is known better with each.
func (g *grid) grow() (grew bool) {
	for axis := range 2 {
		if g.n[axis] <= lattice.MaxSize && g.lined(axis, -1) && g.runs(axis, -1) {
			g.at[axis] -= g.pitch[axis]
			g.n[axis]++
			g.grown[axis][0]++
			g.seen[axis] = slices.Insert(g.seen[axis], 0, g.middle(axis, 1))
			grew = true
		}
		if g.n[axis] <= lattice.MaxSize && g.lined(axis, g.n[axis]+1) && g.runs(axis, g.n[axis]) {
			g.n[axis]++
			g.grown[axis][1]++
			g.seen[axis] = append(g.seen[axis], g.middle(axis, g.n[axis]-1))
			grew = true
		}
	}
	return grew
}

// trim takes away rows or columns that were added, so that there are as many of both: what
// stands close to a board can pass for one more. Where two sides were added to, it is that at which
// fewer lines go on.
func (g *grid) trim() {
	axis := Upright
	if g.n[Level] > g.n[Upright] {
		axis = Level
	}
	for g.n[axis] > g.n[1-axis] && max(g.grown[axis][0], g.grown[axis][1]) > 0 {
		side := 0
		if g.grown[axis][0] == 0 || g.grown[axis][1] > 0 && g.crossing(axis, g.n[axis]-1) < g.crossing(axis, 0) {
			side = 1
		}
		g.grown[axis][side]--
		g.n[axis]--
		if side == 0 {
			g.at[axis] += g.pitch[axis]
		}
	}
}

// crossing returns how many lines run across between line k and the next.
func (g *grid) crossing(axis, k int) (n int) {
	for i := range g.n[1-axis] + 1 {
		if g.segment(1-axis, i, k).drawn(beside * g.usual) {
			n++
		}
	}
	return n
}

// lined tells whether line k is drawn.
func (g *grid) lined(axis, k int) bool {
	return g.drawn(g.n[1-axis], func(i int) Segment { return g.segment(axis, k, i) }, beside, goes)
}

// runs tells whether lines run across between line k and the next.
func (g *grid) runs(axis, k int) bool {
	return g.drawn(g.n[1-axis]+1, func(i int) Segment { return g.segment(1-axis, i, k) }, between, crossed)
}

// drawn tells whether lines of a share of the usual contrast are drawn along so many of the n
// segments. The borders of what a player drew inside can have several times the contrast of lines.
func (g *grid) drawn(n int, segment func(i int) Segment, share, goes float64) bool {
	bare := 0
	for i := range n {
		if !segment(i).drawn(min(share*g.usual, 2*faint)) {
			bare++
		}
		if float64(n-bare) < goes*float64(n) {
			return false // whatever the others are: most lines that are looked for are not there
		}
	}
	return true
}

// fit moves the lattice to where its inner lines are seen. It returns how far, in pixels, the one
// that is then furthest from where it should be lies off.
func (g *grid) fit() (off float64) {
	for range round {
		at, pitch := g.at, g.pitch
		for axis := range 2 {
			g.seen[axis] = nil
			for k := 1; k < g.n[axis]; k++ {
				g.seen[axis] = append(g.seen[axis], g.middle(axis, k))
			}
		}
		off = g.refit()
		moved := 0.0 // the outer lines, pixels
		for axis, n := range g.n {
			by, longer := g.at[axis]-at[axis], g.pitch[axis]-pitch[axis]
			moved = max(moved, math.Abs(by), math.Abs(by+float64(n)*longer))
		}
		if moved < settled {
			break
		}
	}
	return off
}

// refit moves the lattice to where its inner lines were seen last.
func (g *grid) refit() (off float64) {
	for axis := range 2 {
		var k, at []float64
		for i, v := range g.seen[axis] {
			if !math.IsNaN(v) {
				k, at = append(k, float64(i+1)), append(at, v)
			}
		}
		if len(k) < 2 {
			continue
		}
		g.at[axis], g.pitch[axis] = straight(k, at)
		for i := range k {
			off = max(off, math.Abs(at[i]-g.at[axis]-g.pitch[axis]*k[i]))
		}
	}
	return off
}

// theilSen fits y = a + b x by the median of all slopes, so that one row whose
// middle was told wrong does not draw the others aside. No two x may be equal.
func theilSen(x, y []float64) (a, b float64) {
	var slopes, rest []float64
	for i := range x {
		for j := range i {
			slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
		}
	}
	b = num.Median(slopes)
	for i := range x {
		rest = append(rest, y[i]-b*x[i])
	}
	return num.Median(rest), b
}

// middle returns where the middle of a line lies, in pixels: the median of its segments, of which
// each counts by its contrast. What a player drew beside some counts no more than a line of the
// usual contrast. It is NaN where there is none to speak of.
func (g *grid) middle(axis, k int) float64 {
	line := g.line(axis, k)
	slices.SortFunc(line, func(s, t Segment) int { return cmp.Compare(s.Off, t.Off) })
	weight := func(s Segment) float64 {
		if !s.Seen || s.Contrast < faint {
			return 0
		}
		return min(s.Contrast, g.usual)
	}
	all, sum := 0.0, 0.0
	for _, s := range line {
		all += weight(s)
	}
	if all < max(g.usual/2, faint) {
		return math.NaN()
	}
	at := g.at[axis] + float64(k)*g.pitch[axis]
	for _, s := range line {
		if sum += weight(s); sum >= all/2 {
			return at + s.Off
		}
	}
	return at
}

// straight fits y = a + b x by least squares.
func straight(x, y []float64) (a, b float64) {
	var mx, my, sxx, sxy float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		sxx, sxy = sxx+(x[i]-mx)*(x[i]-mx), sxy+(x[i]-mx)*(y[i]-my)
	}
	if sxx == 0 {
		return my, 0
	}
	b = sxy / sxx
	return my - b*mx, b
}

// line measures the segments of a line.
func (g *grid) line(axis, k int) []Segment {
	out := make([]Segment, g.n[1-axis])
	for i := range out {
		out[i] = g.segment(axis, k, i)
	}
	return out
}

// along says where a segment is cut across, as shares of the cell beside it.
var along = [...]float64{0.13, 0.155, 0.18, 0.82, 0.845, 0.87}

// segment measures one.
func (g *grid) segment(axis, k, i int) (s Segment) {
	at := g.at[axis] + float64(k)*g.pitch[axis]
	reach, flank := max(2, 0.08*g.pitch[axis]), max(3.5, 0.14*g.pitch[axis])
	first, last := num.Floor(at-reach), num.Floor(at+reach)
	low, high := num.Floor(at-flank), num.Floor(at+flank)
	ends := [2]int{g.p.W, g.p.H}
	if at < -reach || at > float64(ends[axis])+reach {
		return s
	}
	clamp := func(v int) int { return min(max(v, 0), ends[axis]-1) }
	var cuts [len(along)]int
	n := 0
	for _, share := range along {
		if v := num.Floor(g.at[1-axis] + (float64(i)+share)*g.pitch[1-axis]); v >= 0 && v < ends[1-axis] {
			cuts[n], n = v, n+1
		}
	}
	if n < len(along)/2 {
		return s
	}
	// From one pixel to the next across the line, and along it.
	across, down := 4, g.p.Stride
	if axis == Level {
		across, down = down, across
	}
	for i := range cuts[:n] {
		cuts[i] *= down
	}
	add := func(v int) (c sum) {
		line := g.p.Pix[clamp(v)*across:]
		for _, cut := range cuts[:n] {
			c.add(raster.Pixel(line[cut:], 0))
		}
		return c
	}
	before, after := add(low), add(high)
	s.Seen, s.Differ = true, before.away(after, n)
	weight := 0.0
	for v := first; v <= last; v++ {
		c := add(v)
		if c == before || c == after {
			continue
		}
		d := min(c.away(before, n), c.away(after, n))
		s.Contrast = max(s.Contrast, d)
		s.Mass += d
		if d >= faint {
			weight += d * (float64(v) + 0.5 - at)
		}
	}
	if s.Mass > 0 {
		s.Off = weight / s.Mass
	}
	return s
}

// sum is that of some packed pixels by channel, no more than 256 of them.
type sum struct{ rb, g uint32 }

func (s *sum) add(px uint32) {
	s.rb += px & 0xff00ff
	s.g += px >> 8 & 0xff
}

// away is the largest difference of the means of n colours in any channel.
func (s sum) away(o sum, n int) float64 {
	diff := func(a, b uint32) int { return max(int(a)-int(b), int(b)-int(a)) }
	return float64(max(diff(s.rb&0xffff, o.rb&0xffff), diff(s.rb>>16, o.rb>>16), diff(s.g, o.g))) / float64(n)
}

// away is the largest difference of two colours in any channel.
func away(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}

// SameAs tells whether two boards are one.
func (b *Board) SameAs(o *Board) bool {
	return b.Lattice.Size == o.Lattice.Size && b.Lattice.OffsetFrom(o.Lattice) < 0.25
}

// holds tells whether a grid lies on the cells of the board.
func (b *Board) holds(c lattice.Candidate) bool {
	l := b.Lattice
	return lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}.Holds(c) || c.Rows == l.Size && c.Cols == l.Size && c.Lattice.OffsetFrom(l) < 0.25
}

// Boards follows grids as a search finds them. The zero value has followed none.
type Boards struct {
	All      []*Board // in the order in which they were found
	followed int
}

// Follow follows a grid that was found in a view of a picture, and returns the board that it
// turns out to be. It returns nil where it is none, and where it is one that is known. Of spots it returns
// one even where they have no lines.
func (s *Boards) Follow(p *raster.Picture, c lattice.Candidate) *Board {
	const (
		most     = 24 // grids: a page has no more, a photo may
		smallest = 20 // pixels: in smaller cells signs and digits could not be told
	)
	if s.followed == most || c.Lattice.Pitch() < smallest || slices.ContainsFunc(s.All, func(b *Board) bool { return b.holds(c) }) {
		return nil
	}
	s.followed++
	b, ok := Of(p, c)
	if !ok && c.Spots {
		return &Board{Picture: p, Lattice: c.Lattice}
	}
	if !ok || slices.ContainsFunc(s.All, b.SameAs) {
		return nil
	}
	s.All = append(s.All, b)
	return b
}
