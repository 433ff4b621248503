package vision

import (
	"iter"
	"math"
	"slices"
)

// What do lines say? Between every two neighbouring cells the drawn line is
// measured in pixels, sub-pixel, by adding up how far each pixel across it
// departs from both grounds. Where a board draws two widths, the wide ones
// bound regions. Boards with one width, or none, leave this witness silent.

// edge is the border between two cells that share a side.
type edge struct {
	a, b  int     // cells, row-major; b lies right of or below a
	thick float64 // width of the line in pixels; 0 where there is none
	// even is the width that the line would have if the picture had not been
	// scaled to whole pixels; see even.go.
	even float64
	// off is how far right of or below the lattice the line's middle lies, in
	// pixels; where there is no line, the place at which one ground gives way
	// to the other. It means nothing where there is neither.
	off float64
	// placed tells whether off means something.
	placed bool
	// bare tells whether the grounds meet without a line.
	bare bool
	// contrast is how far the line's colour is, 0 to 255, from the nearer of
	// the two grounds.
	contrast float64
	// bright is the same in brightness alone.
	bright uint8
	// seen tells whether that is enough for the width to be believed.
	seen bool
	// drowned tells whether only a wide line would be seen here, and there is
	// none: thin ones have nearly the colour of a ground.
	drowned bool
	// solid is the width that is no mixture of the grounds on both sides; where
	// two colours were merely smoothed into each other it is 0.
	solid float64
}

// upright tells whether the line runs from top to bottom.
func (e edge) upright() bool { return e.b == e.a+1 }

// latticeLine names the line of the lattice, of a board of n rows, that an edge
// lies on: 0 for upright or 1 for level, and the number of the cells after it.
func (e edge) latticeLine(n int) [2]int {
	if e.upright() {
		return [2]int{0, e.b % n}
	}
	return [2]int{1, e.b / n}
}

// lineWords is what the lines of a board say.
type lineWords struct {
	edges []edge
	// speak tells whether the lines come in two widths. Where it is false the
	// other fields below mean nothing.
	speak     bool
	thin      float64 // usual width of the thin ones, pixels
	wide      float64 // usual width of the wide ones, pixels
	threshold float64
	// pale tells whether the thin ones are of a weaker colour than the wide ones,
	// against which all were measured.
	pale bool
}

// around goes through the edges of a cell.
func (w lineWords) around(cell int) iter.Seq[edge] {
	return func(yield func(edge) bool) {
		for _, e := range w.edges {
			if (e.a == cell || e.b == cell) && !yield(e) {
				return
			}
		}
	}
}

// bounds tells whether the line at e is one of the wide ones.
func (w lineWords) bounds(e edge) bool { return e.even > w.threshold }

// evened tells whether the line at e is one of the wide ones, or of the thin ones, only
// after it was compared with those on its line of the lattice.
func (w lineWords) evened(e edge) bool { return e.seen && w.bounds(e) != (e.thick > w.threshold) }

// denies tells whether the line at e contradicts that the cells beside it
// belong to one region, or to two. One in the middle between thin and wide says
// neither.
func (w lineWords) denies(e edge, same bool) bool {
	const between = 0.16 // of the difference, on either side of the threshold
	return e.seen && w.bounds(e) == same && abs(e.even-w.threshold) > between*(w.wide-w.thin)
}

// readLines measures every inner line of the lattice. Where they are needed, since
// colours alone do not tell the regions, it tries harder.
func readLines(p *picture, l Lattice, g []ground, needed bool) lineWords {
	n := l.Size
	w := lineWords{edges: make([]edge, 0, 2*n*(n-1))}
	for r := range n {
		for c := range n {
			i := r*n + c
			if c+1 < n {
				w.edges = append(w.edges, edge{a: i, b: i + 1})
			}
			if r+1 < n {
				w.edges = append(w.edges, edge{a: i, b: i + n})
			}
		}
	}
	inks := inksOf(p, l, g, w.edges, dozens)
	ink := inks.usual()
	w.measure(p, l, g, ink)
	if !w.speak && needed {
		w.speak = w.stepped(n) && w.drawn()
	}
	if !w.speak && needed {
		// Lines of one width can be of two colours: against the stronger one the
		// others are the thinner ones.
		if bold := inks.strongest(); apart(bold, ink) >= 2*faintest {
			again := lineWords{edges: slices.Clone(w.edges)}
			if again.measure(p, l, g, bold); again.speak {
				w, ink = again, bold
				w.pale = true
			}
		}
	}
	if w.speak {
		w.lookForWide(p, l, g, ink)
	}
	w.place(p, l, g)
	return w
}

// place tells which lines were seen where they lie, and where colours meet that no
// line parts.
func (w *lineWords) place(p *picture, l Lattice, g []ground) {
	if w.speak || !w.bare(g) {
		// Where a line has nearly the colour of one ground, the other gives way
		// to it half a line's width from its middle; and where none is drawn
		// inside regions, what seems one there is noise.
		for i := range w.edges {
			e := &w.edges[i]
			hidden := e.bare && e.solid >= 0.5
			noise := w.speak && w.thin < 0.5 && !e.bare && !w.bounds(*e)
			e.placed = e.placed && (e.bare || e.seen) && !hidden && !noise
		}
		return
	}
	// What seemed lines between cells of one colour is a mark that reaches near the
	// side of a cell, or ringing.
	var around []edge
	for i := range w.edges {
		e := &w.edges[i]
		if apart(g[e.a].rgb, g[e.b].rgb) >= faintest {
			around = append(around, *e)
		} else {
			e.placed = e.placed && e.bare
		}
	}
	ink := lineColor(p, l, g, around, dozens)
	// Where nothing blurs the picture, faint lines can be told as well.
	least := 2.0 * faintest
	if spotless(g) {
		least = faintest / 2
	}
	drawn := drawnIn(ink, p, l, g, around, least)
	buf := make([]speck, 0, 64)
	for i := range w.edges {
		e := &w.edges[i]
		ga, gb := g[e.a].rgb, g[e.b].rgb
		if apart(ga, gb) < faintest {
			continue
		}
		cuts := across(p, l, e)
		if !drawn {
			// What seemed lines is what compression made of the edges.
			e.off, e.placed = cuts.transition(ga, gb)
			continue
		}
		line := edge{a: e.a, b: e.b, contrast: float64(e.contrastOf(ink, g))}
		line.measure(&cuts, ink, ga, gb, buf)
		e.off, e.placed = line.off, line.placed && !line.bare
		if !e.placed && line.contrast >= least {
			e.off, e.placed = cuts.run(ink, int(likeInk*line.contrast))
		}
	}
}

// likeInk is how far a pixel may be off the colour of a line, as a share of its contrast,
// and be one of it.
const likeInk = 0.25

// drawnIn tells whether most edges have a line of the colour ink, wherever it can
// be seen for its contrast: at least a pixel that is as good as that colour.
func drawnIn(ink rgb, p *picture, l Lattice, g []ground, edges []edge, least float64) bool {
	drawn, looked := 0, 0
	for i := range edges {
		e := &edges[i]
		contrast := float64(e.contrastOf(ink, g))
		if contrast < least {
			continue
		}
		looked++
		if cuts := across(p, l, e); cuts.solid(ink, int(likeInk*contrast)) >= 1 {
			drawn++
		}
	}
	return 2*drawn > looked && 2*looked > len(edges)
}

// measure measures all lines against the colour ink and tells whether they come
// in two widths.
func (w *lineWords) measure(p *picture, l Lattice, g []ground, ink rgb) {
	visible := shownBy(ink, g, w.edges)
	all := func(edges []edge) {
		buf := make([]speck, 0, 64)
		for i := range edges {
			e := &edges[i]
			*e = edge{a: e.a, b: e.b, contrast: float64(e.contrastOf(ink, g))}
			cuts := across(p, l, e)
			e.measure(&cuts, ink, g[e.a].rgb, g[e.b].rgb, buf)
			e.seen = e.contrast >= visible
		}
	}
	const many = 200 // lines are worth a second processor
	if half := len(w.edges) / 2; len(w.edges) >= many {
		both(func() { all(w.edges[:half]) }, func() { all(w.edges[half:]) })
	} else {
		all(w.edges)
	}
	w.even(l.Size)
	w.thin, w.wide, w.threshold, w.speak = twoWidths(w.evenWidths())
	w.speak = w.speak && w.drawn()
}

// stepped tells whether the lines are of two widths too close to each other to be
// told apart by their spread, but that are each the same all over the board, and
// that both occur along most lines of the lattice. What is rounded to whole pixels
// is of one width from end to end.
func (w *lineWords) stepped(n int) bool {
	const exact = 0.15 // pixels
	if w.wide-w.thin < 0.8 {
		return false
	}
	both := 0
	thins, wides := make([]bool, 2*n), make([]bool, 2*n) // by line of the lattice
	for _, e := range w.edges {
		if !e.seen {
			continue
		}
		k := e.latticeLine(n)
		line := k[0]*n + k[1]
		switch {
		case abs(e.even-w.thin) <= exact:
			thins[line] = true
		case abs(e.even-w.wide) <= exact:
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

// contrastOf returns how far ink is, 0 to 255, from the nearer of the grounds
// beside the line.
func (e *edge) contrastOf(ink rgb, g []ground) int {
	return min(apart(ink, g[e.a].rgb), apart(ink, g[e.b].rgb))
}

// shownBy returns the contrast from which lines of the colour ink can be seen.
func shownBy(ink rgb, g []ground, edges []edge) float64 {
	var contrast byteCounts
	for i := range edges {
		contrast[edges[i].contrastOf(ink, g)]++
	}
	return 0.4 * contrast.median(len(edges))
}

// lookForWide measures once more, in the colour of the wide lines, what is drawn
// in it but was measured in that of the thin ones, and where no line was to be
// seen: thin grey lines drown in a dark cell in which a black one would stand
// out, or stand out where a black one is hard to see.
func (w *lineWords) lookForWide(p *picture, l Lattice, g []ground, thinInk rgb) {
	var wide []edge
	for _, e := range w.edges {
		if e.seen && w.bounds(e) {
			wide = append(wide, e)
		}
	}
	ink := lineColor(p, l, g, wide, dozens/2)
	if apart(ink, thinInk) < faintest {
		return
	}
	visible := shownBy(ink, g, wide)
	buf := make([]speck, 0, 64)
	for i := range w.edges {
		e := &w.edges[i]
		again := *e
		again.contrast = float64(again.contrastOf(ink, g))
		switch {
		case !e.seen && again.contrast >= max(2*faintest, visible):
		case e.seen && again.contrast >= faintest && again.contrast < e.contrast:
			own := lineColor(p, l, g, w.edges[i:i+1], 1)
			cuts := across(p, l, e)
			if apart(own, ink) >= apart(own, thinInk) && cuts.solid(ink, int(again.contrast/4)) < w.wide/2 {
				continue
			}
		default:
			continue
		}
		cuts := across(p, l, &again)
		again.measure(&cuts, ink, g[e.a].rgb, g[e.b].rgb, buf)
		again.drowned = !e.seen && !w.bounds(again)
		again.seen = true
		*e = again
	}
}

// widths returns the widths of all lines that can be seen.
func (w lineWords) widths() []float64 {
	return w.seen(func(e *edge) float64 { return e.thick })
}

// evenWidths returns the same as if the picture had not been scaled to whole
// pixels.
func (w lineWords) evenWidths() []float64 {
	return w.seen(func(e *edge) float64 { return e.even })
}

// seen returns a width of all lines that can be seen.
func (w lineWords) seen(width func(e *edge) float64) []float64 {
	out := make([]float64, 0, len(w.edges))
	for i := range w.edges {
		if e := &w.edges[i]; e.seen {
			out = append(out, width(e))
		}
	}
	return out
}

// usual returns the usual one of the widths, pixels; 0 where most cells have no
// line between them.
func (w lineWords) usual() float64 { return median(w.widths()) }

// widest returns the usual width of the wider lines, pixels.
func (w lineWords) widest() float64 {
	if w.speak {
		return w.wide
	}
	return w.usual()
}

// bare tells whether cells of one colour have no line between them. Where lines would
// stand out that is certain: what compression leaves there is less than half a pixel.
func (w lineWords) bare(g []ground) bool {
	const enough = 9 // lines that would stand out
	var inside, clear []float64
	for _, e := range w.edges {
		if apart(g[e.a].rgb, g[e.b].rgb) < faintest/2 {
			inside = append(inside, e.thick)
			if e.contrast >= 2*faintest {
				clear = append(clear, e.thick)
			}
		}
	}
	if len(clear) >= enough {
		return median(clear) < 0.5
	}
	return len(inside) > 0 && median(inside) < 0.3
}

// drawn tells whether the wide lines are lines at all, and not just colours
// that were smoothed or compressed into each other. Where none are drawn inside
// regions, those around them have to stand out clearly.
func (w lineWords) drawn() bool {
	var solid, contrast []float64
	for _, e := range w.edges {
		if e.seen && w.bounds(e) {
			solid = append(solid, e.solid)
			contrast = append(contrast, e.contrast)
		}
	}
	return median(solid) > 0.3*w.wide && (w.thin >= 0.5 || median(contrast) >= 5*faintest/2)
}

// refit moves a lattice to where its lines and the borders of its colours really
// are. Where there are too few of them along an axis, the sides of the board tell as
// well; it is false where even then an axis cannot be told, which is left as it is.
func (w *lineWords) refit(p *picture, cells *cells) (Lattice, bool) {
	l, n := cells.lattice, cells.n
	offs := [2][][]float64{make([][]float64, n+1), make([][]float64, n+1)}
	room := make([]float64, 2*n*n)
	for i := range n {
		offs[0][i], offs[1][i] = room[2*n*i:][:0:n], room[2*n*i+n:][:0:n]
	}
	for i := range w.edges {
		if e := &w.edges[i]; e.placed {
			k := e.latticeLine(n)
			offs[k[0]][k[1]] = append(offs[k[0]][k[1]], e.off)
		}
	}
	first, pitch := [2]float64{l.X, l.Y}, [2]float64{l.PitchX, l.PitchY}
	var combs [2]fitted
	for axis := range combs {
		if combs[axis] = refitted(offs[axis], first[axis], pitch[axis]); !combs[axis].ok {
			offs[axis][0], offs[axis][n] = w.sideOff(p, cells, 2*axis), w.sideOff(p, cells, 2*axis+1)
			combs[axis] = refitted(offs[axis], first[axis], pitch[axis])
		}
	}
	fitTogether(&combs)
	l.X, l.PitchX = combs[0].first(), combs[0].pitch
	l.Y, l.PitchY = combs[1].first(), combs[1].pitch
	return l, combs[0].ok && combs[1].ok
}

// sideOff returns how far right of or below a side of the lattice that of each cell
// lies: half a line's width beyond where its colour ends, since a frame can be wider
// than the lines. Where it ends further away, it is not the side that was seen.
func (w *lineWords) sideOff(p *picture, cells *cells, side int) []float64 {
	const far = 0.1 // of a cell
	var widths, out []float64
	for _, e := range w.edges {
		if e.placed && !e.bare {
			widths = append(widths, e.thick)
		}
	}
	half := median(widths) / 2
	for k := range cells.n {
		cell := cells.outer(side, k)
		row, col := cell/cells.n, cell%cells.n
		ground := cells.ground[cell].rgb
		cuts := acrossAt(p, cells.lattice, row+side/3, col+side%2*(1-side/2), side < 2)
		if at, ok := cuts.end(ground, side%2 == 0); ok && abs(at) <= far*cells.lattice.pitch() {
			out = append(out, at+half*float64(side%2*2-1))
		}
	}
	return out
}

// leastGap is the least difference, in pixels, of two widths of lines.
const leastGap = 0.5

// twoWidths splits widths into thin and wide ones at the place that leaves
// least spread on both sides (Otsu's criterion, exact over the sorted values)
// and tells whether they really are two.
func twoWidths(widths []float64) (thin, wide, threshold float64, two bool) {
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
	two = gap >= leastGap && gap >= 0.25*wide && gap >= 2.5*noise
	return
}
