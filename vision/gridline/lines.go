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
	// Offset is how far right of or below the lattice the line's middle lies, in
	// pixels; where there is no line, the place at which one ground gives way
	// to the other. It means nothing where there is neither.
	Offset float64
	// Located tells whether off means something.
	Located bool
	// NoLine tells whether the grounds meet without a line.
	NoLine bool
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

// Evened tells whether the line at e is one of the wide ones, or of the thin ones, only
// after it was compared with those on its line of the lattice.
func (w Lines) Evened(e Edge) bool { return e.Visible && w.IsWide(e) != (e.Width > w.Threshold) }

// Contradicts tells whether the line at e contradicts that the cells beside it
// belong to one region, or to two. One in the middle between thin and wide says
// neither.
func (w Lines) Contradicts(e Edge, same bool) bool {
	const between = 0.16 // of the difference, on either side of the threshold
	return e.Visible && w.IsWide(e) == same && math.Abs(e.EvenWidth-w.Threshold) > between*(w.Wide-w.Thin)
}

// Measure measures every inner line of the lattice.
func Measure(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color) Lines {
	n := l.Size
	w := Lines{Edges: make([]Edge, 0, 2*n*(n-1))}
	for r := range n {
		for c := range n {
			i := r*n + c
			if c+1 < n {
				w.Edges = append(w.Edges, Edge{A: i, B: i + 1})
			}
			if r+1 < n {
				w.Edges = append(w.Edges, Edge{A: i, B: i + n})
			}
		}
	}
	inks := inksOf(p, l, g, w.Edges, SampleSize)
	ink := inks.usual()
	w.measure(p, l, g, ink)
	if !w.TwoWidths {
		w.TwoWidths = w.stepped(n) && w.drawn()
	}
	if !w.TwoWidths {
		// Lines of one width can be of two colours: against the stronger one the
		// others are the thinner ones.
		if bold := inks.strongest(); raster.Chebyshev(bold, ink) >= 2*raster.LeastContrast {
			again := Lines{Edges: slices.Clone(w.Edges)}
			if again.measure(p, l, g, bold); again.TwoWidths {
				again.Plain = w.Edges
				w, ink = again, bold
			}
		}
	}
	if w.TwoWidths {
		w.lookForWide(p, l, g, ink)
	}
	w.place(p, l, g)
	return w
}

// place tells which lines were seen where they lie, and where colours meet that no
// line parts.
func (w *Lines) place(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color) {
	if w.TwoWidths || !w.Bare(g) {
		// Where a line has nearly the colour of one ground, the other gives way
		// to it half a line's width from its middle; and where none is drawn
		// inside regions, what seems one there is noise.
		for i := range w.Edges {
			e := &w.Edges[i]
			hidden := e.NoLine && e.Solid >= 0.5
			noise := w.TwoWidths && w.Thin < 0.5 && !e.NoLine && !w.IsWide(*e)
			e.Located = e.Located && (e.NoLine || e.Visible) && !hidden && !noise
		}
		return
	}
	// What seemed lines between cells of one colour is a mark that reaches near the
	// side of a cell, or ringing.
	var around []Edge
	for i := range w.Edges {
		e := &w.Edges[i]
		if raster.Chebyshev(g[e.A].RGB, g[e.B].RGB) >= raster.LeastContrast {
			around = append(around, *e)
		} else {
			e.Located = e.Located && e.NoLine
		}
	}
	ink := ColorOf(p, l, g, around, SampleSize)
	// Where nothing blurs the picture, faint lines can be told as well.
	least := 2.0 * raster.LeastContrast
	if cellcolor.Spotless(g) {
		least = raster.LeastContrast / 2
	}
	drawn := drawnIn(ink, p, l, g, around, least)
	buf := make([]Departure, 0, 64)
	for i := range w.Edges {
		e := &w.Edges[i]
		ga, gb := g[e.A].RGB, g[e.B].RGB
		if raster.Chebyshev(ga, gb) < raster.LeastContrast {
			continue
		}
		cuts := Across(p, l, e)
		if !drawn {
			// What seemed lines is what compression made of the edges.
			e.Offset, e.Located = cuts.transition(ga, gb)
			continue
		}
		line := Edge{A: e.A, B: e.B, Contrast: float64(e.ContrastOf(ink, g))}
		line.measure(&cuts, ink, ga, gb, buf)
		e.Offset, e.Located = line.Offset, line.Located && !line.NoLine
		if !e.Located && line.Contrast >= least {
			e.Offset, e.Located = cuts.run(ink, int(likeInk*line.Contrast))
		}
	}
}

// likeInk is how far a pixel may be off the colour of a line, as a share of its contrast,
// and be one of it.
const likeInk = 0.25

// drawnIn tells whether most edges have a line of the colour ink, wherever it can
// be seen for its contrast: at least a pixel that is as good as that colour.
func drawnIn(ink raster.RGB, p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, edges []Edge, least float64) bool {
	drawn, looked := 0, 0
	for i := range edges {
		e := &edges[i]
		contrast := float64(e.ContrastOf(ink, g))
		if contrast < least {
			continue
		}
		looked++
		if cuts := Across(p, l, e); cuts.solid(ink, int(likeInk*contrast)) >= 1 {
			drawn++
		}
	}
	return 2*drawn > looked && 2*looked > len(edges)
}

// measure measures all lines against the colour ink and tells whether they come
// in two widths.
func (w *Lines) measure(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, ink raster.RGB) {
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
	w.Thin, w.Wide, w.Threshold, w.TwoWidths = splitWidths(w.evenWidths())
	w.TwoWidths = w.TwoWidths && w.drawn()
}

// stepped tells whether the lines are of two widths too close to each other to be
// told apart by their spread, but that are each the same all over the board, and
// that both occur along most lines of the lattice. What is rounded to whole pixels
// is of one width from end to end.
func (w *Lines) stepped(n int) bool {
	const exact = 0.15 // pixels
	if w.Wide-w.Thin < 0.8 {
		return false
	}
	both := 0
	thins, wides := make([]bool, 2*n), make([]bool, 2*n) // by line of the lattice
	for _, e := range w.Edges {
		if !e.Visible {
			continue
		}
		k := e.LatticeLine(n)
		line := k[0]*n + k[1]
		switch {
		case math.Abs(e.EvenWidth-w.Thin) <= exact:
			thins[line] = true
		case math.Abs(e.EvenWidth-w.Wide) <= exact:
			wides[line] = true
		default:
			return false
		}
	}
	for i := range thins {
		if thins[i] && wides[i] {
			both++
		}
	}
	return both > n-1 // half of the inner lines
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

// lookForWide measures once more, in the colour of the wide lines, what is drawn
// in it but was measured in that of the thin ones, and where no line was to be
// seen: thin grey lines drown in a dark cell in which a black one would stand
// out, or stand out where a black one is hard to see.
func (w *Lines) lookForWide(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, thinInk raster.RGB) {
	var wide []Edge
	for _, e := range w.Edges {
		if e.Visible && w.IsWide(e) {
			wide = append(wide, e)
		}
	}
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

// Bare tells whether cells of one colour have no line between them. Where lines would
// stand out that is certain: what compression leaves there is less than half a pixel.
func (w Lines) Bare(g []cellcolor.Color) bool {
	const enough = 9 // lines that would stand out
	var inside, clear []float64
	for _, e := range w.Edges {
		if raster.Chebyshev(g[e.A].RGB, g[e.B].RGB) < raster.LeastContrast/2 {
			inside = append(inside, e.Width)
			if e.Contrast >= 2*raster.LeastContrast {
				clear = append(clear, e.Width)
			}
		}
	}
	if len(clear) >= enough {
		return num.Median(clear) < 0.5
	}
	return len(inside) > 0 && num.Median(inside) < 0.3
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

// Refit moves a lattice to where its lines and the borders of its colours really
// are. Where there are too few of them along an axis, the sides of the board tell as
// well; it is false where even then an axis cannot be told, which is left as it is.
func (w *Lines) Refit(p *raster.Picture, cells *cellcolor.Cells) (lattice.Lattice, bool) {
	l, n := cells.Lattice, cells.N
	offs := [2][][]float64{make([][]float64, n+1), make([][]float64, n+1)}
	room := make([]float64, 2*n*n)
	for i := range n {
		offs[0][i], offs[1][i] = room[2*n*i:][:0:n], room[2*n*i+n:][:0:n]
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; e.Located {
			k := e.LatticeLine(n)
			offs[k[0]][k[1]] = append(offs[k[0]][k[1]], e.Offset)
		}
	}
	first, pitch := [2]float64{l.X, l.Y}, [2]float64{l.PitchX, l.PitchY}
	var axes [2]lattice.AxisFit
	for axis := range axes {
		if axes[axis] = lattice.FitAxis(offs[axis], first[axis], pitch[axis]); !axes[axis].OK {
			offs[axis][0], offs[axis][n] = w.sideOff(p, cells, 2*axis), w.sideOff(p, cells, 2*axis+1)
			axes[axis] = lattice.FitAxis(offs[axis], first[axis], pitch[axis])
		}
	}
	lattice.FitTogether(&axes)
	l.X, l.PitchX = axes[0].First(), axes[0].Pitch
	l.Y, l.PitchY = axes[1].First(), axes[1].Pitch
	return l, axes[0].OK && axes[1].OK
}

// sideOff returns how far right of or below a side of the lattice that of each cell
// lies: half a line's width beyond where its colour ends, since a frame can be wider
// than the lines. Where it ends further away, it is not the side that was seen.
func (w *Lines) sideOff(p *raster.Picture, cells *cellcolor.Cells, side int) []float64 {
	const far = 0.1 // of a cell
	var widths, out []float64
	for _, e := range w.Edges {
		if e.Located && !e.NoLine {
			widths = append(widths, e.Width)
		}
	}
	half := num.Median(widths) / 2
	for k := range cells.N {
		cell := cells.Outer(side, k)
		row, col := cell/cells.N, cell%cells.N
		ground := cells.Colors[cell].RGB
		cuts := acrossAt(p, cells.Lattice, row+side/3, col+side%2*(1-side/2), side < 2)
		if at, ok := cuts.end(ground, side%2 == 0); ok && math.Abs(at) <= far*cells.Lattice.Pitch() {
			out = append(out, at+half*float64(side%2*2-1))
		}
	}
	return out
}

// LeastGap is the least difference, in pixels, of two widths of lines.
const LeastGap = 0.5

// splitWidths splits widths into thin and wide ones at the place that leaves
// least spread on both sides (Otsu's criterion, exact over the sorted values)
// and tells whether they really are two.
func splitWidths(widths []float64) (thin, wide, threshold float64, two bool) {
	v := slices.Clone(widths)
	slices.Sort(v)
	n := len(v)
	if n < 8 {
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
	best, split := math.Inf(1), 0
	for k := 1; k < n; k++ {
		if s := spread(0, k) + spread(k, n); s < best {
			best, split = s, k
		}
	}
	thin, wide = v[split/2], v[split+(n-split)/2]
	threshold = (v[split-1] + v[split]) / 2
	deviation := func(a, b int) float64 { return math.Sqrt(max(0, spread(a, b)) / float64(b-a)) }
	noise := deviation(0, split) + deviation(split, n)
	gap := wide - thin
	two = gap >= LeastGap && gap >= 0.25*wide && gap >= 2.5*noise
	return
}
