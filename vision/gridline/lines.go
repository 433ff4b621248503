package gridline

import (
	"iter"
	"math"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// What do lines say? Between every two neighbouring cells the drawn line is
// measured in pixels, sub-pixel, by adding up how far each pixel across it
// departs from both grounds. Where a board draws two widths, the wide ones
// bound regions. Boards with one width, or none, leave this witness silent.

// Edge is the border between two cells that share a side.
type Edge struct {
	A, B  int     // cells, row-major; b lies right of or below a
	Width float64 // width of the line in pixels; 0 where there is none
	// EvenWidth is the width that the line would have if the picture had not been
	// scaled to whole pixels; see even.go.
	EvenWidth float64
	// Contrast is how far the line's colour is, 0 to 255, from the nearer of
	// the two grounds.
	Contrast float64
	// Bright is the same in brightness alone.
	Bright uint8
	// Visible tells whether that is enough for the width to be believed.
	Visible bool
	// Drowned tells whether only a wide line would be seen here, and there is
	// none: thin ones have nearly the colour of a ground.
	Drowned bool
	// Solid is the width that is no mixture of the grounds on both sides; where
	// two colours were merely smoothed into each other it is 0.
	Solid float64
}

// Upright tells whether the line runs from top to bottom.
func (e Edge) Upright() bool { return e.B == e.A+1 }

// LatticeLine names the line of the lattice, of a board of n rows, that an edge
// lies on: 0 for upright or 1 for level, and the number of the cells after it.
func (e Edge) LatticeLine(n int) [2]int {
	if e.Upright() {
		return [2]int{0, e.B % n}
	}
	return [2]int{1, e.B / n}
}

// Lines is what the lines of a board say.
type Lines struct {
	Edges []Edge
	// TwoWidths tells whether the lines come in two widths. Where it is false the
	// other fields below mean nothing.
	TwoWidths bool
	Thin      float64 // usual width of the thin ones, pixels
	Wide      float64 // usual width of the wide ones, pixels
	Threshold float64
	// Plain are the same lines, measured against the colour that most of them have, where
	// Edges were measured against a stronger one: nil where they were not.
	Plain []Edge
}

// Around goes through the edges of a cell.
func (w Lines) Around(cell int) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		for _, e := range w.Edges {
			if (e.A == cell || e.B == cell) && !yield(e) {
				return
			}
		}
	}
}

// IsWide tells whether the line at e is one of the wide ones.
func (w Lines) IsWide(e Edge) bool { return e.EvenWidth > w.Threshold }

// Contradicts tells whether the line at e contradicts that the cells beside it
// belong to one region, or to two. One in the middle between thin and wide says
// neither.
func (w Lines) Contradicts(e Edge, same bool) bool {
	const between = 0.16 // of the difference, on either side of the threshold
	return e.Visible && w.IsWide(e) == same && math.Abs(e.EvenWidth-w.Threshold) > between*(w.Wide-w.Thin)
}

// Measure measures every inner line of the lattice of cells.
func Measure(p *raster.Picture, cells *cellcolor.Cells) Lines {
	l, g, n := cells.Lattice, cells.Colors, cells.N
	w := Lines{Edges: inner(n)}
	inks := inksOf(p, l, g, w.Edges, SampleSize)
	ink := inks.usual()
	w.measure(p, cells, ink)
	if !w.TwoWidths {
		w.TwoWidths = w.stepped(n) && w.drawn()
	}
	if !w.TwoWidths {
		// Lines of one width can be of two colours: against the stronger one the
		// others are the thinner ones.
		if bold := inks.strongest(); raster.Chebyshev(bold, ink) >= 2*raster.LeastContrast {
			again := Lines{Edges: slices.Clone(w.Edges)}
			if again.measure(p, cells, bold); again.TwoWidths {
				again.Plain = w.Edges
				w, ink = again, bold
			}
		}
	}
	if w.TwoWidths {
		w.lookForWide(p, l, g, ink)
	}
	return w
}

// inner returns the lines inside a board of n rows, not measured.
func inner(n int) []Edge {
	edges := make([]Edge, 0, 2*n*(n-1))
	for r := range n {
		for c := range n {
			i := r*n + c
			if c+1 < n {
				edges = append(edges, Edge{A: i, B: i + 1})
			}
			if r+1 < n {
				edges = append(edges, Edge{A: i, B: i + n})
			}
		}
	}
	return edges
}

// measure measures all lines against the colour ink and tells whether they come
// in two widths.
func (w *Lines) measure(p *raster.Picture, cells *cellcolor.Cells, ink raster.RGB) {
	l, g := cells.Lattice, cells.Colors
	visible := shownBy(ink, g, w.Edges)
	all := func(edges []Edge) {
		buf := make([]Departure, 0, 64)
		for i := range edges {
			e := &edges[i]
			*e = Edge{A: e.A, B: e.B, Contrast: float64(e.ContrastOf(ink, g))}
			cuts := Across(p, l, e)
			e.measure(&cuts, ink, g[e.A].RGB, g[e.B].RGB, buf)
			e.Visible = e.Contrast >= visible
		}
	}
	const many = 200 // lines are worth a second processor
	if half := len(w.Edges) / 2; len(w.Edges) >= many {
		parallel.Both(func() { all(w.Edges[:half]) }, func() { all(w.Edges[half:]) })
	} else {
		all(w.Edges)
	}
	w.even(l.Size)
	widths := w.evenWidths()
	// Each region has two sides at least that others share.
	borders := l.Size - (len(w.Edges) - len(widths))
	w.Thin, w.Wide, w.Threshold, w.TwoWidths = splitWidths(widths, borders)
	w.TwoWidths = w.TwoWidths && w.drawn() && !w.rounded(l.Size) && !w.ofColor(cells)
}

// ofColor tells whether the width of a line is that of the colour beside it, and says nothing of
// regions: what is drawn thinly over some colours stands out more than over others. Between cells
// of one colour lines are then wide throughout, or thin throughout, in each of the two directions,
// where regions that happen to have one colour are bounded by wide lines and hold thin ones.
func (w *Lines) ofColor(cells *cellcolor.Cells) bool {
	const (
		several = 3    // lines between cells of one colour are not wide by chance
		few     = 0.05 // of those lines may be otherwise
	)
	of, _, _ := cells.Clusters.Cut(cells.Clusters.Distinct())
	counts := make([][2]int, 2*len(of)) // of thin ones and wide ones, by colour and direction
	for _, e := range w.Edges {
		if e.Visible && of[e.A] == of[e.B] {
			k := &counts[2*of[e.A]+e.LatticeLine(cells.N)[0]]
			if w.IsWide(e) {
				k[1]++
			} else {
				k[0]++
			}
		}
	}
	all, wide, other := 0, 0, 0
	for _, c := range counts {
		all += c[0] + c[1]
		other += min(c[0], c[1])
		if c[1] > c[0] {
			wide += c[1]
		}
	}
	return wide >= several && float64(other) <= few*float64(all)
}

// rounded tells whether lines, of a board of n rows, differ by no more than what is rounded to
// whole pixels, which is of one width from end to end: most lines of the lattice are.
func (w *Lines) rounded(n int) bool {
	if w.Wide-w.Thin > 1+exact {
		return false
	}
	both, _ := w.both(n)
	return both < n-1
}

// exact is by how much the widths of what is drawn alike differ at most, pixels.
const exact = 0.15

// both counts the lines of the lattice, of a board of n rows, on which there are thin lines and
// wide ones, and tells whether all lines that can be seen are very nearly of one of these widths.
func (w *Lines) both(n int) (lines int, all bool) {
	thins, wides := make([]bool, 2*n), make([]bool, 2*n)
	all = true
	for _, e := range w.Edges {
		if !e.Visible {
			continue
		}
		k := e.LatticeLine(n)
		of, width := wides, w.Wide
		if !w.IsWide(e) {
			of, width = thins, w.Thin
		}
		of[k[0]*n+k[1]] = true
		all = all && math.Abs(e.EvenWidth-width) <= exact
	}
	for i := range thins {
		if thins[i] && wides[i] {
			lines++
		}
	}
	return lines, all
}

// stepped tells whether the lines are of two widths too close to each other to be
// told apart by their spread, but that are each the same all over the board, and
// that both occur along most lines of the lattice. What is rounded to whole pixels
// is of one width from end to end.
func (w *Lines) stepped(n int) bool {
	if w.Wide-w.Thin < 0.8 {
		return false
	}
	both, all := w.both(n)
	return all && both > n-1 // half of the inner lines
}

// ContrastOf returns how far ink is, 0 to 255, from the nearer of the grounds
// beside the line.
func (e *Edge) ContrastOf(ink raster.RGB, g []cellcolor.Color) int {
	return min(raster.Chebyshev(ink, g[e.A].RGB), raster.Chebyshev(ink, g[e.B].RGB))
}

// shownBy returns the contrast from which lines of the colour ink can be seen.
func shownBy(ink raster.RGB, g []cellcolor.Color, edges []Edge) float64 {
	var contrast raster.ByteCounts
	for i := range edges {
		contrast[edges[i].ContrastOf(ink, g)]++
	}
	return 0.4 * contrast.Median(len(edges))
}

// wide returns the wide lines that can be seen.
func (w *Lines) wide() (wide []Edge) {
	for _, e := range w.Edges {
		if e.Visible && w.IsWide(e) {
			wide = append(wide, e)
		}
	}
	return wide
}

// lookForWide measures once more, in the colour of the wide lines, what is drawn
// in it but was measured in that of the thin ones, and where no line was to be
// seen: thin grey lines drown in a dark cell in which a black one would stand
// out, or stand out where a black one is hard to see.
func (w *Lines) lookForWide(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, thinInk raster.RGB) {
	wide := w.wide()
	ink := ColorOf(p, l, g, wide, SampleSize/2)
	if raster.Chebyshev(ink, thinInk) < raster.LeastContrast {
		return
	}
	visible := shownBy(ink, g, wide)
	buf := make([]Departure, 0, 64)
	for i := range w.Edges {
		e := &w.Edges[i]
		again := *e
		again.Contrast = float64(again.ContrastOf(ink, g))
		switch {
		case !e.Visible && again.Contrast >= max(2*raster.LeastContrast, visible):
		case e.Visible && again.Contrast >= raster.LeastContrast && again.Contrast < e.Contrast:
			own := ColorOf(p, l, g, w.Edges[i:i+1], 1)
			cuts := Across(p, l, e)
			if raster.Chebyshev(own, ink) >= raster.Chebyshev(own, thinInk) && cuts.solid(ink, int(again.Contrast/4)) < w.Wide/2 {
				continue
			}
		default:
			continue
		}
		cuts := Across(p, l, &again)
		again.measure(&cuts, ink, g[e.A].RGB, g[e.B].RGB, buf)
		again.Drowned = !e.Visible && !w.IsWide(again)
		again.Visible = true
		*e = again
	}
}

// AlongSides returns how wide, in pixels, the lines along the sides of the board are, by the cell beside them, from the
// cell's ground to the page beyond: beside those cells where they could be seen, and have the colour of the wide lines
// or are none. There are none at a side at which the picture ends. The lines have to come in two widths.
func (w Lines) AlongSides(p *raster.Picture, cells *cellcolor.Cells) (widths [4]map[int]float64) {
	const widest = 2 // wide lines: what is wider is none
	wide := w.wide()
	ink := ColorOf(p, cells.Lattice, cells.Colors, wide, SampleSize/2)
	visible := shownBy(ink, cells.Colors, wide)
	buf := make([]Departure, 0, 64)
	for side := range widths {
		beyond, ok := lattice.Beyond(p, cells.Lattice, side)
		if !ok {
			continue
		}
		widths[side] = make(map[int]float64)
		for k := range cells.N {
			cell := cells.Outer(side, k)
			ground, cuts := cells.Colors[cell].RGB, acrossSide(p, cells, side, k)
			e := Edge{Contrast: float64(min(raster.Chebyshev(ink, ground), raster.Chebyshev(ink, beyond)))}
			if e.Contrast < visible || !cuts.whole() {
				continue
			}
			e.measure(&cuts, ink, ground, beyond, buf)
			if e.Width == 0 || e.Width <= widest*w.Wide && cuts.solid(ink, int(e.Contrast/4)) > 0 {
				widths[side][cell] = min(e.Width, w.Wide) // what the cell itself has along the side is no line
			}
		}
	}
	return widths
}

// Widths returns the widths of all lines that can be seen.
func (w Lines) Widths() []float64 {
	return w.seen(func(e *Edge) float64 { return e.Width })
}

// evenWidths returns the same as if the picture had not been scaled to whole
// pixels.
func (w Lines) evenWidths() []float64 {
	return w.seen(func(e *Edge) float64 { return e.EvenWidth })
}

// seen returns a width of all lines that can be seen.
func (w Lines) seen(width func(e *Edge) float64) []float64 {
	out := make([]float64, 0, len(w.Edges))
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Visible {
			out = append(out, width(e))
		}
	}
	return out
}

// Usual returns the usual one of the widths, pixels; 0 where most cells have no
// line between them.
func (w Lines) Usual() float64 { return num.Median(w.Widths()) }

// Widest returns the usual width of the wider lines, pixels.
func (w Lines) Widest() float64 {
	if w.TwoWidths {
		return w.Wide
	}
	return w.Usual()
}

// drawn tells whether the wide lines are lines at all, and not just colours
// that were smoothed or compressed into each other. Where none are drawn inside
// regions, those around them have to stand out clearly.
func (w Lines) drawn() bool {
	var solid, contrast []float64
	for _, e := range w.Edges {
		if e.Visible && w.IsWide(e) {
			solid = append(solid, e.Solid)
			contrast = append(contrast, e.Contrast)
		}
	}
	return num.Median(solid) > 0.3*w.Wide && (w.Thin >= 0.5 || num.Median(contrast) >= 5*raster.LeastContrast/2)
}

// LeastGap is the least difference, in pixels, of two widths of lines.
const LeastGap = 0.5

// splitWidths splits widths into thin and wide ones at the place that leaves
// least spread on both sides (Otsu's criterion, exact over the sorted values)
// and tells whether they really are two. Fewer than least, of no one width, are no wide
// ones, but what was not measured right.
func splitWidths(widths []float64, least int) (thin, wide, threshold float64, two bool) {
	v := slices.Clone(widths)
	slices.Sort(v)
	n := len(v)
	const fewest = 8
	if n < fewest {
		return
	}
	// The pointer makes a line or two far wider than any that is drawn.
	const far = 1.5
	drawn := v[n-3]
	for v[n-1] > far*drawn {
		n--
	}
	v = v[:n]
	sum, sq := make([]float64, n+1), make([]float64, n+1)
	for i, x := range v {
		sum[i+1], sq[i+1] = sum[i]+x, sq[i]+x*x
	}
	spread := func(a, b int) float64 { // sum of squared deviations
		m := (sum[b] - sum[a]) / float64(b-a)
		return sq[b] - sq[a] - m*m*float64(b-a)
	}
	split := n
	for {
		best := math.Inf(1)
		for k := 1; k < n; k++ {
			if s := spread(0, k) + spread(k, n); s < best {
				best, split = s, k
			}
		}
		if n-split >= least || split < fewest || v[n-1]-v[split] <= 1+exact {
			break
		}
		n = split
	}
	thin, wide = v[split/2], v[split+(n-split)/2]
	threshold = (v[split-1] + v[split]) / 2
	deviation := func(a, b int) float64 { return math.Sqrt(max(0, spread(a, b)) / float64(b-a)) }
	noise := deviation(0, split) + deviation(split, n)
	gap := wide - thin
	two = gap >= LeastGap && gap >= 0.25*wide && gap >= 2.5*noise
	return
}
