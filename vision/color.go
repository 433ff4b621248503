package vision

import (
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

// cells are the colours of a board's cells, as they were measured on a lattice.
type cells struct {
	n        int // cells a side
	lattice  Lattice
	ground   []ground // row-major
	clusters clusters
	spotless bool // the grounds are as a screen shows them; see spotless
}

// newCells measures the colours of a lattice.
func newCells(p *picture, l Lattice) *cells {
	c := &cells{n: l.Size, lattice: l, ground: grounds(p, l)}
	c.clusters, c.spotless = cluster(c.ground), spotless(c.ground)
	return c
}

// fewColors tells whether there are fewer colours than regions.
func (c *cells) fewColors() bool { return c.clusters.distinct() < c.n }

// noise is the usual distance in colour of a cell from its nearest.
func (c *cells) noise() float64 {
	var d []float64
	for _, l := range c.clusters.links {
		d = append(d, l.d)
	}
	return median(d)
}

// alike tells whether the eye sees one colour in two cells.
func (c *cells) alike(a, b int) bool {
	return c.ground[a].lab.distance(c.ground[b].lab) < noticeable
}

// still tells whether a cell is as a screen shows it: compression, noise and scaling have
// left it alone.
func (c *cells) still(cell int) bool { return c.spotless || c.ground[cell].exact >= mostlyExact }

// mostlyExact is how exact the ground of a cell must be, in a picture that is not
// spotless, for it not to be compressed.
const mostlyExact = 0.9

// soft tells whether a cell is so little of one colour that others can have bled into it.
func (c *cells) soft(cell int) bool { return c.ground[cell].exact < 0.5 }

// outer returns the k-th cell at a side, from that side's first corner.
func (c *cells) outer(side, k int) int {
	last := c.n - 1
	return [...]int{k * c.n, k*c.n + last, k, last*c.n + k}[side]
}

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

// colors returns the measured grounds as colours.
func colors(g []ground) []color.NRGBA {
	out := make([]color.NRGBA, len(g))
	for i, c := range g {
		out[i] = color.NRGBA{R: c.rgb[0], G: c.rgb[1], B: c.rgb[2], A: 255}
	}
	return out
}
