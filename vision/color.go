package vision

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"github.com/lucasb-eyer/go-colorful"
)

// What does colour say? Each cell's ground colour is measured where marks do
// not reach, and cells are compared in CIE L*a*b*, in which equal distances
// look about equally far apart. No palette is known to the reader: which
// distances mean "another region" is read off the board itself.

// noticeable is the distance in L*a*b* (units of delta E 1976) from which two
// flat colours can be told apart by eye. Closer ones are never taken for two
// regions on the word of colour alone.
const noticeable = 2.3

// lab is a colour in CIE L*a*b*, L from 0 to 100.
type lab [3]float64

func toLab(c rgb) lab {
	l, a, b := colorful.Color{R: float64(c[0]) / 255, G: float64(c[1]) / 255, B: float64(c[2]) / 255}.Lab()
	return lab{100 * l, 100 * a, 100 * b}
}

func (a lab) distance(b lab) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// ground is the colour a cell is filled with.
type ground struct {
	rgb rgb
	lab lab
	// support is the share of the samples that agree with the colour: 1 for
	// a clean cell, less where a pointer or a cover reaches into it.
	support float64
}

// rim holds the places, as shares of a cell, where the ground is sampled: rings
// between the lines and the mark. The ring's corners are left out, since
// cells can be rounded.
var rim = func() (at [][2]float64) {
	for _, v := range []float64{0.17, 0.24, 0.31} {
		for _, u := range []float64{0.28, 0.39, 0.5, 0.61, 0.72} {
			at = append(at, [2]float64{u, v}, [2]float64{u, 1 - v}, [2]float64{v, u}, [2]float64{1 - v, u})
		}
	}
	return at
}()

// grounds measures the colour of every cell, row-major. Cells that a crop
// clipped are measured where they show.
func grounds(p *picture, l Lattice) []ground { return groundsOfGrid(p, l, l.Size, l.Size) }

// groundsOfGrid measures the colours of a grid that need not be square.
func groundsOfGrid(p *picture, l Lattice, rows, cols int) []ground {
	out := make([]ground, rows*cols)
	known := map[rgb]lab{}
	var samples []rgb
	for i := range out {
		c := l.Cell(i/cols, i%cols)
		samples = samples[:0]
		for _, at := range rim {
			x, y := int(math.Floor(c.X+at[0]*c.Width)), int(math.Floor(c.Y+at[1]*c.Height))
			if p.inside(x, y) {
				samples = append(samples, p.at(x, y))
			}
		}
		g := mode(samples)
		g.support *= float64(len(samples)) / float64(len(rim))
		l, ok := known[g.rgb]
		if !ok {
			l = toLab(g.rgb)
			known[g.rgb] = l
		}
		g.lab = l
		out[i] = g
	}
	return out
}

// mode returns the mean of the largest group of samples that lie close to one
// of them, which a mark or a pointer in a corner of the cell does not move.
func mode(samples []rgb) ground {
	const close = 12
	if len(samples) == 0 {
		return ground{}
	}
	best, bestN := 0, 0
	for i, a := range samples {
		if i > 0 && a == samples[i-1] {
			continue
		}
		n := 0
		for _, b := range samples {
			if apart(a, b) <= close {
				n++
			}
		}
		if n > bestN {
			best, bestN = i, n
		}
	}
	var sum [3]int
	for _, b := range samples {
		if apart(samples[best], b) <= close {
			for k := range sum {
				sum[k] += int(b[k])
			}
		}
	}
	g := ground{support: float64(bestN) / float64(len(samples))}
	for k := range sum {
		g.rgb[k] = uint8((sum[k] + bestN/2) / bestN)
	}
	return g
}

// clusters is the single-linkage tree of the cells' colours.
type clusters struct {
	n     int    // cells
	links []link // of the minimum spanning tree, widest first
}

type link struct {
	a, b int
	d    float64
}

// cluster links every cell to its nearest in colour (Prim's minimum spanning
// tree). Cutting the k-1 widest links leaves the k groups with the widest
// possible gap between them, whatever their shape.
func cluster(g []ground) clusters {
	n := len(g)
	c := clusters{n: n, links: make([]link, 0, n-1)}
	dist := make([]float64, n)
	from := make([]int, n)
	done := make([]bool, n)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	at := 0
	for range n - 1 {
		done[at] = true
		next := -1
		for i := range n {
			if done[i] {
				continue
			}
			if d := g[at].lab.distance(g[i].lab); d < dist[i] {
				dist[i], from[i] = d, at
			}
			if next < 0 || dist[i] < dist[next] {
				next = i
			}
		}
		c.links = append(c.links, link{from[next], next, dist[next]})
		at = next
	}
	slices.SortStableFunc(c.links, func(a, b link) int { return cmp.Compare(b.d, a.d) })
	return c
}

// cut returns the k groups as labels, and the widest distance inside a group
// and the narrowest between groups.
func (c clusters) cut(k int) (labels []int, within, between float64) {
	between = math.Inf(1)
	if k > 1 && k-2 < len(c.links) {
		between = c.links[k-2].d
	}
	sets := newSets(c.n)
	for i, l := range c.links {
		if i < k-1 {
			continue
		}
		if i == k-1 {
			within = l.d
		}
		sets.join(l.a, l.b)
	}
	return sets.labels(), within, between
}

// clear tells how much wider the gap between k groups is than the widest one
// inside a group. Half a noticeable difference is added to the inner one, so
// that rendering noise does not count as agreement.
func (c clusters) clear(k int) float64 {
	if k < 2 || k-2 >= len(c.links) {
		return 0
	}
	within := 0.0
	if k-1 < len(c.links) {
		within = c.links[k-1].d
	}
	between := c.links[k-2].d
	if between < noticeable {
		return 0
	}
	return between / (within + noticeable/2)
}

// colors returns the measured grounds as colours.
func colors(g []ground) []color.NRGBA {
	out := make([]color.NRGBA, len(g))
	for i, c := range g {
		out[i] = color.NRGBA{R: c.rgb[0], G: c.rgb[1], B: c.rgb[2], A: 255}
	}
	return out
}

// shade tells whether c is t darkened or lightened evenly, as a cell under the
// pointer is: mixed with black or with white.
func shade(c, t rgb) bool {
	for _, towards := range []float64{0, 255} {
		var num, den float64
		for k := range 3 {
			a, b := towards-float64(t[k]), float64(c[k])-float64(t[k])
			num += a * b
			den += a * a
		}
		if den == 0 {
			continue
		}
		mix := num / den
		if mix < 0.04 || mix > 0.5 {
			continue
		}
		off := 0.0
		for k := range 3 {
			off = max(off, abs(float64(t[k])+mix*(towards-float64(t[k]))-float64(c[k])))
		}
		if off <= 9 {
			return true
		}
	}
	return false
}
