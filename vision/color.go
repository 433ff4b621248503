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

// linear holds the intensity of light, 0 to 1, that every value of a channel
// stands for in sRGB.
var linear = func() (t [256]float64) {
	for v := range t {
		t[v], _, _ = colorful.Color{R: float64(v) / 255}.LinearRgb()
	}
	return t
}()

func toLab(c rgb) lab {
	l, a, b := colorful.XyzToLab(colorful.LinearRgbToXyz(linear[c[0]], linear[c[1]], linear[c[2]]))
	return lab{100 * l, 100 * a, 100 * b}
}

func (a lab) distance(b lab) float64 { return math.Sqrt(a.squared(&b)) }

func (a *lab) squared(b *lab) float64 {
	return (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])
}

// ground is the colour a cell is filled with.
type ground struct {
	rgb rgb
	lab lab
	// support is the share of the samples that agree with the colour: 1 for
	// a clean cell, less where a pointer or a cover reaches into it.
	support float64
	// exact is the share that are of the one most frequent colour: most of
	// them on a screen, few where it was compressed or is noisy.
	exact float64
	// usual is that colour, where it is close to the ground's.
	usual rgb
}

// rim says where the ground is sampled, as shares of a cell: on rings between
// the lines and the mark. Each ring is crossed at the places of along on all
// four sides. The rings' corners are left out, since cells can be rounded.
var rim = struct {
	rings [3]float64
	along [5]float64
}{[...]float64{0.17, 0.24, 0.31}, [...]float64{0.28, 0.39, 0.5, 0.61, 0.72}}

// rimSamples is how many samples are taken of a cell.
const rimSamples = 3 * 5 * 4

// grounds measures the colour of every cell, row-major. Cells that a crop
// clipped are measured where they show.
func grounds(p *picture, l Lattice) []ground { return groundsOfGrid(p, l, l.Size, l.Size) }

// groundsOfGrid measures the colours of a grid that need not be square.
func groundsOfGrid(p *picture, l Lattice, rows, cols int) []ground {
	out := make([]ground, rows*cols)
	known := labs{}
	for i := range out {
		g, inside := groundOfCell(p, l.Cell(i/cols, i%cols), &known)
		g.support *= inside
		out[i] = g
	}
	for i := range out {
		if out[i].support < clean {
			out[i] = underLetter(p, l.Cell(i/cols, i%cols), out, i)
			out[i].lab = known.of(out[i].rgb)
		}
	}
	if !spotless(out) {
		return out
	}
	// A mark whose colour is close to a cell's has moved the mean.
	const enough = 0.25 // of the samples
	for i := range out {
		if g := &out[i]; g.exact >= enough && g.rgb != g.usual {
			g.rgb, g.lab = g.usual, known.of(g.usual)
		}
	}
	return out
}

// spotless tells whether most cells are of one colour throughout, as they are in a
// picture that was neither compressed nor scaled and has no noise.
func spotless(cells []ground) bool {
	exact := make([]float64, len(cells))
	for i, g := range cells {
		exact[i] = g.exact
	}
	return median(exact) >= 0.9
}

// groundOfCell measures the colour of one cell, and returns the share of the
// samples that lie in the picture.
func groundOfCell(p *picture, c Rect, known *labs) (g ground, inside float64) {
	var buf [rimSamples]uint32
	samples := sampleRim(p, c, buf[:0])
	g = mode(samples)
	if g.support < covered {
		g = underMark(p, c, samples, g)
	}
	g.lab = known.of(g.rgb)
	return g, float64(len(samples)) / rimSamples
}

const (
	// covered is the share of the samples from which on a colour is the ground's:
	// the largest marks cover all but the outer ring.
	covered = 2.0 / 3
	// clean is the same where bold letters are thought of, which reach further.
	clean = 0.85
)

// underMark returns the ground of a cell of which a mark may cover most. Marks
// are wide in their middle and leave the corners free, where between arms and
// points the ground shows on every ring as well.
func underMark(p *picture, c Rect, samples []uint32, g ground) ground {
	const shown = 0.1 // of the samples, on the inner rings
	under, alike := inCorners(p, c)
	if alike < 0.75 || apart(under, g.rgb) <= oneGround {
		return g
	}
	if own, inner := groundLike(samples, under); inner > 0 && float64(inner) >= shown*float64(len(samples)) {
		return own
	}
	return g // the lines around the cell, perhaps
}

// underLetter returns the ground of one of the cells, of which a bold letter may
// leave free hardly more than the corners. Bold lines can run through some of those,
// but not through all: where what shows there is not the colour of what lies between
// the cells, or other cells have it too, it is no line.
func underLetter(p *picture, c Rect, cells []ground, i int) ground {
	g := cells[i]
	under, alike := inCorners(p, c)
	if alike < 1 || apart(under, g.rgb) <= oneGround {
		return g
	}
	between := true
	for _, k := range cornersOf(p, c, 0) {
		between = between && apart(unpacked(k), under) <= oneGround
	}
	same := func(o ground) bool { return o.support >= clean && apart(o.rgb, under) <= oneGround }
	if between && !slices.ContainsFunc(cells, same) {
		return g
	}
	var buf [rimSamples]uint32
	if own, inner := groundLike(sampleRim(p, c, buf[:0]), under); inner > 0 {
		return own
	}
	return g
}

// inCorners returns the colour that most corners of a cell are of, and how many, as
// a share.
func inCorners(p *picture, c Rect) (k rgb, alike float64) {
	const inside = 0.15 // of a cell from its sides: not in the corners that rounded ones lack
	corners := cornersOf(p, c, inside)
	g := mode(corners[:])
	return g.rgb, g.support
}

// cornersOf returns the colours that a cell has a share of its side inside its
// corners, packed.
func cornersOf(p *picture, c Rect, inside float64) (corners [4]uint32) {
	for i := range corners {
		u, v := inside, inside
		if i&1 == 1 {
			u = 1 - u
		}
		if i&2 == 2 {
			v = 1 - v
		}
		corners[i] = p.clamped(floor(c.X+u*c.Width), floor(c.Y+v*c.Height)).packed()
	}
	return corners
}

// groundLike returns the ground that the samples of about a colour make, and how
// many of those lie on the inner rings.
func groundLike(samples []uint32, c rgb) (g ground, inner int) {
	var buf [rimSamples]uint32
	like := buf[:0]
	for i, s := range samples {
		if apart(unpacked(s), c) <= oneGround {
			like = append(like, s)
			if i >= len(samples)/len(rim.rings) {
				inner++
			}
		}
	}
	g = mode(like)
	share := float64(len(like)) / float64(max(len(samples), 1))
	g.support, g.exact = g.support*share, g.exact*share
	return g, inner
}

// sampleRim appends the samples of a cell that lie in the picture, packed.
func sampleRim(p *picture, c Rect, samples []uint32) []uint32 {
	var xs, ys [len(rim.along)]int
	for i, u := range rim.along {
		xs[i], ys[i] = floor(c.X+u*c.Width), floor(c.Y+u*c.Height)
	}
	take := func(x, y int) {
		if p.inside(x, y) {
			samples = append(samples, pixel(p.pix[y*p.stride:], x))
		}
	}
	for _, v := range rim.rings {
		left, right := floor(c.X+v*c.Width), floor(c.X+(1-v)*c.Width)
		top, bottom := floor(c.Y+v*c.Height), floor(c.Y+(1-v)*c.Height)
		for i := range xs {
			take(xs[i], top)
			take(xs[i], bottom)
			take(left, ys[i])
			take(right, ys[i])
		}
	}
	return samples
}

// labs remembers the first few colours that were converted: on a board there
// are not many.
type labs struct {
	from []rgb
	to   []lab
}

func (k *labs) of(c rgb) lab {
	if i := slices.Index(k.from, c); i >= 0 {
		return k.to[i]
	}
	l := toLab(c)
	if len(k.from) < 2*MaxSize {
		k.from, k.to = append(k.from, c), append(k.to, l)
	}
	return l
}

// oneGround is how far apart, per channel, the samples of one ground may be.
const oneGround = 12

// mode returns the mean of the largest group of samples, packed and at most
// rimSamples of them, that lie close to one of them, which a mark or a pointer
// in a corner of the cell does not move.
func mode(samples []uint32) ground {
	if len(samples) == 0 {
		return ground{}
	}
	// Few samples of a cell differ, so they are counted first.
	var colors [rimSamples]uint32
	var counts [rimSamples]int
	different, k := 0, 0
	for _, c := range samples {
		if different == 0 || colors[k] != c {
			for k = 0; k < different && colors[k] != c; k++ {
			}
			if k == different {
				colors[k] = c
				different++
			}
		}
		counts[k]++
	}
	if different == 1 {
		return ground{rgb: unpacked(colors[0]), support: 1, exact: 1, usual: unpacked(colors[0])}
	}
	var wide [rimSamples]lanes
	for i, c := range colors[:different] {
		wide[i] = spread(c)
	}
	reach := within(oneGround)
	best, bestN := 0, 0
	for i := range different {
		n := 0
		for k := range different {
			if near(wide[i], wide[k], reach) {
				n += counts[k]
			}
		}
		if n > bestN {
			best, bestN = i, n
			if n == len(samples) {
				break
			}
		}
	}
	var sum lanes
	for k := range different {
		if near(wide[best], wide[k], reach) {
			sum += lanes(counts[k]) * wide[k]
		}
	}
	g := ground{support: float64(bestN) / float64(len(samples)), exact: float64(slices.Max(counts[:different])) / float64(len(samples))}
	for k := range g.rgb {
		g.rgb[k] = uint8((int(sum>>(16*k)&0xffff) + bestN/2) / bestN)
	}
	g.usual = g.rgb
	if usual := slices.Index(counts[:different], slices.Max(counts[:different])); near(wide[usual], wide[best], reach) {
		g.usual = unpacked(colors[usual])
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
	c := clusters{n: len(g), links: make([]link, 0, len(g)-1)}
	// Cells of one colour are one; on a screen that leaves few.
	var first []int // cells, one for each colour
	seen := make(map[rgb]int, 2*MaxSize)
	for i := range g {
		j, ok := seen[g[i].rgb]
		if ok {
			c.links = append(c.links, link{j, i, 0})
			continue
		}
		seen[g[i].rgb] = i
		first = append(first, i)
	}
	dist := make([]float64, len(first)) // to the tree, squared
	from := make([]int, len(first))
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	at := 0
	for range len(first) - 1 {
		dist[at] = -1
		next, here := -1, &g[first[at]].lab
		for i, d := range dist {
			if d < 0 {
				continue
			}
			if e := here.squared(&g[first[i]].lab); e < d {
				d = e
				dist[i], from[i] = e, at
			}
			if next < 0 || d < dist[next] {
				next = i
			}
		}
		c.links = append(c.links, link{first[from[next]], first[next], math.Sqrt(dist[next])})
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
	between := c.links[k-2].d
	if between < noticeable {
		return 0
	}
	return between / (c.within(k) + noticeable/2)
}

// within returns the widest distance inside one of k groups.
func (c clusters) within(k int) float64 {
	if k < 1 || k-1 >= len(c.links) {
		return 0
	}
	return c.links[k-1].d
}

// distinct returns how many colours there are that the eye can tell apart, where
// those between which others lead in small steps count as one.
func (c clusters) distinct() int {
	n := 0
	for n < len(c.links) && c.links[n].d >= noticeable {
		n++
	}
	return n + 1
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
// pointer is: mixed with black or with white, up to a tolerance per channel.
func shade(c, t rgb, tol float64) bool {
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
		if off <= tol {
			return true
		}
	}
	return false
}
