package vision

import (
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
	// off is how far right of or below the lattice the line's middle lies, in
	// pixels. It means nothing where there is no line.
	off float64
}

// upright tells whether the line runs from top to bottom.
func (e edge) upright() bool { return e.b == e.a+1 }

// lineWords is what the lines of a board say.
type lineWords struct {
	edges []edge
	// speak tells whether the lines come in two widths. Where it is false the
	// other fields below mean nothing.
	speak     bool
	thin      float64 // usual width of the thin ones, pixels
	wide      float64 // usual width of the wide ones, pixels
	threshold float64
}

// bounds tells whether the line at e is one of the wide ones.
func (w lineWords) bounds(e edge) bool { return e.thick > w.threshold }

// readLines measures every inner line of the lattice.
func readLines(p *picture, l Lattice, g []ground) lineWords {
	var w lineWords
	n := l.Size
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
	ink := lineColor(p, l, g, w.edges)
	widths := make([]float64, len(w.edges))
	for i := range w.edges {
		measure(p, l, g, &w.edges[i], ink)
		widths[i] = w.edges[i].thick
	}
	w.thin, w.wide, w.threshold, w.speak = twoWidths(widths)
	return w
}

// across calls f with the pixels of five cuts across the border of two cells,
// in order along each cut, and how far right of or below the lattice each
// pixel's middle lies. The cuts keep away from the corners, where other lines
// cross, and from marks.
func across(p *picture, l Lattice, e edge, f func(cut int, off float64, c rgb)) {
	n := l.Size
	row, col := e.b/n, e.b%n
	upright := e.upright()
	cell := l.Cell(row, col)
	at, pitch, from, side := cell.X, l.PitchX, cell.Y, cell.Height
	if !upright {
		at, pitch, from, side = cell.Y, l.PitchY, cell.X, cell.Width
	}
	reach := max(2.5, 0.2*pitch)
	for k, share := range [...]float64{0.28, 0.39, 0.5, 0.61, 0.72} {
		along := int(math.Floor(from + share*side))
		for v := int(math.Floor(at - reach)); v < int(math.Ceil(at+reach)); v++ {
			x, y := v, along
			if !upright {
				x, y = along, v
			}
			if p.inside(x, y) {
				f(k, float64(v)+0.5-at, p.at(x, y))
			}
		}
	}
}

// lineColor returns the usual colour of the lines: the middle, channel by
// channel, of the pixels that stand out most at each border.
func lineColor(p *picture, l Lattice, g []ground, edges []edge) rgb {
	var channel [3][]float64
	for _, e := range edges {
		var most rgb
		best := 0
		across(p, l, e, func(_ int, _ float64, c rgb) {
			if d := min(apart(c, g[e.a].rgb), apart(c, g[e.b].rgb)); d > best {
				best, most = d, c
			}
		})
		if best < 10 {
			continue
		}
		for k := range channel {
			channel[k] = append(channel[k], float64(most[k]))
		}
	}
	return rgb{uint8(median(channel[0])), uint8(median(channel[1])), uint8(median(channel[2]))}
}

// measure fills in the width and place of one line: over each cut, the sum of
// how much of each pixel is line, and its middle; over the cuts, the median.
func measure(p *picture, l Lattice, g []ground, e *edge, ink rgb) {
	var sums, middles [5]float64
	ga, gb := g[e.a].rgb, g[e.b].rgb
	full := float64(min(apart(ink, ga), apart(ink, gb)))
	if full < 10 {
		// The line's colour is one of the grounds': this line cannot be seen.
		full = 255
	}
	across(p, l, *e, func(cut int, off float64, c rgb) {
		d := float64(min(apart(c, ga), apart(c, gb)))
		if d < 0.12*full { // noise of the ground
			return
		}
		d = min(1, d/full)
		sums[cut] += d
		middles[cut] += d * off
	})
	for i := range sums {
		if sums[i] > 0 {
			middles[i] /= sums[i]
		}
	}
	e.thick, e.off = median(sums[:]), median(middles[:])
}

// refit moves a lattice to where its lines really are. It is false where too
// few lines are drawn to tell.
func (w lineWords) refit(l Lattice) (Lattice, bool) {
	x, y := make([][]float64, l.Size), make([][]float64, l.Size)
	for _, e := range w.edges {
		switch {
		case e.thick < 0.5:
		case e.upright():
			x[e.b%l.Size] = append(x[e.b%l.Size], e.off)
		default:
			y[e.b/l.Size] = append(y[e.b/l.Size], e.off)
		}
	}
	var okX, okY bool
	l.X, l.PitchX, okX = refitted(x, l.X, l.PitchX)
	l.Y, l.PitchY, okY = refitted(y, l.Y, l.PitchY)
	return l, okX && okY
}

// refitted fits the comb to lines that lie off it by the medians given.
func refitted(off [][]float64, first, pitch float64) (float64, float64, bool) {
	var index, at []float64
	for k, o := range off {
		if len(o) >= len(off)/4+1 {
			index = append(index, float64(k))
			at = append(at, first+float64(k)*pitch+median(o))
		}
	}
	if len(index) < 3 || 2*len(index) < len(off) {
		return first, pitch, false
	}
	return comb(index, at)
}

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
	two = gap >= 0.5 && gap >= 0.25*wide && gap >= 2.5*noise
	return
}
