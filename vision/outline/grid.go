package outline

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

const (
	sound = 0.6 // share of the segments that show a line where there is one, and of all inner ones where a lattice lies right
	faint = 4   // contrast from which on a line can be told from what is left of noise
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

// board returns the grid as a board: as many rows as columns.
func (g *grid) board() *Board {
	return &Board{Picture: g.p, Usual: g.usual, unstriped: &unstriped{in: make(map[*raster.Picture]*Board)}, Lattice: lattice.Lattice{X: g.at[0], Y: g.at[1], PitchX: g.pitch[0], PitchY: g.pitch[1], Size: g.n[0]}}
}

// grid returns the board as a grid.
func (b *Board) grid() *grid {
	l := b.Lattice
	return &grid{p: b.Picture, at: [2]float64{l.X, l.Y}, pitch: [2]float64{l.PitchX, l.PitchY}, n: [2]int{l.Size, l.Size}, usual: b.Usual}
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
	return g.drawn(g.n[1-axis], func(i int) Segment { return g.segment(axis, k, i) }, beside, sound)
}

// runs tells whether lines run across between line k and the next.
func (g *grid) runs(axis, k int) bool {
	return g.drawn(g.n[1-axis]+1, func(i int) Segment { return g.segment(1-axis, i, k) }, between, crossed)
}

// drawn tells whether lines of a share of the usual contrast are drawn along so many of the n
// segments. The borders of what a player drew inside can have several times the contrast of lines.
func (g *grid) drawn(n int, segment func(i int) Segment, share, least float64) bool {
	bare := 0
	for i := range n {
		if !segment(i).drawn(min(share*g.usual, 2*faint)) {
			bare++
		}
		if float64(n-bare) < least*float64(n) {
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
		var most float64
		g.at[axis], g.pitch[axis], most = straight(k, at)
		off = max(off, most)
	}
	return off
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

// straight fits y = a + b x by least squares, and tells how far off the furthest point lies. Where that is too far for lines
// of a grid, some were told wrong: then it fits what lies near the line through two points that most lie the nearest to (the
// least median of squares, https://doi.org/10.1080/01621459.1984.10477105), and tells how far off these do. No two x may be equal.
func straight(x, y []float64) (a, b, off float64) {
	rest := func(k int) float64 { return math.Abs(y[k] - a - b*x[k]) }
	all := make([]int, len(x))
	for k := range all {
		all[k] = k
	}
	a, b = leastSquares(x, y, all)
	for _, k := range all {
		off = max(off, rest(k))
	}
	if off <= even {
		return a, b, off
	}
	off = math.Inf(1)
	most := min(max(len(x)/2+1, 3), len(x)) // through two of them a line goes anyway
	var best []int
	for i := range x {
		for j := range i {
			b = (y[i] - y[j]) / (x[i] - x[j])
			a = y[i] - b*x[i]
			slices.SortFunc(all, func(k, l int) int { return cmp.Compare(rest(k), rest(l)) })
			if far := rest(all[most-1]); far < off {
				off, best = far, slices.DeleteFunc(slices.Clone(all), func(k int) bool { return rest(k) > max(far, even) })
			}
		}
	}
	a, b = leastSquares(x, y, best)
	return a, b, off
}

// leastSquares fits y = a + b x to some of the points.
func leastSquares(x, y []float64, to []int) (a, b float64) {
	var mx, my, sxx, sxy float64
	for _, k := range to {
		mx, my = mx+x[k]/float64(len(to)), my+y[k]/float64(len(to))
	}
	for _, k := range to {
		sxx, sxy = sxx+(x[k]-mx)*(x[k]-mx), sxy+(x[k]-mx)*(y[k]-my)
	}
	b = sxy / sxx
	return my - b*mx, b
}
