package cellcolor

import (
	"image/color"
	"math"
	"slices"

	"github.com/lucasb-eyer/go-colorful"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What does colour say? Each cell's ground colour is measured where marks do
// not reach, and cells are compared in CIE L*a*b*, in which equal distances
// look about equally far apart. No palette is known to the reader: which
// distances mean "another region" is read off the board itself.

// JND is the distance in L*a*b* (units of delta E 1976) from which two
// flat colours can be told apart by eye. Closer ones are never taken for two
// regions on the word of colour alone.
const JND = 2.3

// Lab is a colour in CIE L*a*b*, L from 0 to 100.
type Lab [3]float64

// LinearLight holds the intensity of light, 0 to 1, that every value of a channel
// stands for in sRGB.
var LinearLight = func() (t [256]float64) {
	for v := range t {
		t[v], _, _ = colorful.Color{R: float64(v) / 255}.LinearRgb()
	}
	return t
}()

func ToLab(c raster.RGB) Lab {
	l, a, b := colorful.XyzToLab(colorful.LinearRgbToXyz(LinearLight[c[0]], LinearLight[c[1]], LinearLight[c[2]]))
	return Lab{100 * l, 100 * a, 100 * b}
}

func (a Lab) Distance(b Lab) float64 { return math.Sqrt(a.squared(&b)) }

func (a *Lab) squared(b *Lab) float64 {
	return (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])
}

// Color is the colour a cell is filled with.
type Color struct {
	RGB raster.RGB
	Lab Lab
	// Support is the share of the samples that agree with the colour: 1 for
	// a clean cell, less where a pointer or a cover reaches into it.
	Support float64
	// Exact is the share that are of the one most frequent colour: most of
	// them on a screen, few where it was compressed or is noisy.
	Exact float64
	// usual is that colour, where it is close to the ground's.
	usual raster.RGB
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

// Cells are the colours of a board's cells, as they were measured on a lattice.
type Cells struct {
	N        int // cells a side
	Lattice  lattice.Lattice
	Colors   []Color // row-major
	Clusters Clusters
	Spotless bool // the grounds are as a screen shows them; see Spotless
}

// New measures the colours of a lattice.
func New(p *raster.Picture, l lattice.Lattice) *Cells {
	c := &Cells{N: l.Size, Lattice: l, Colors: Measure(p, l)}
	c.Clusters, c.Spotless = Cluster(c.Colors), Spotless(c.Colors)
	return c
}

// Noise is the usual distance in colour of a cell from its nearest.
func (c *Cells) Noise() float64 {
	var d []float64
	for _, l := range c.Clusters.links {
		d = append(d, l.D)
	}
	return num.Median(d)
}

// Alike tells whether the eye sees one colour in two cells.
func (c *Cells) Alike(a, b int) bool {
	return c.Colors[a].Lab.Distance(c.Colors[b].Lab) < JND
}

// Pristine tells whether a cell is as a screen shows it: compression, noise and scaling have
// left it alone.
func (c *Cells) Pristine(cell int) bool { return c.Spotless || c.Colors[cell].Exact >= MostlyExact }

// MostlyExact is how exact the ground of a cell must be for it not to be compressed.
const MostlyExact = 0.9

// Smeared tells whether a cell is so little of one colour that others can have bled into it.
func (c *Cells) Smeared(cell int) bool { return c.Colors[cell].Exact < 0.5 }

// Outer returns the k-th cell at a side, from that side's first corner.
func (c *Cells) Outer(side, k int) int {
	last := c.N - 1
	return [...]int{k * c.N, k*c.N + last, k, last*c.N + k}[side]
}

// Measure measures the colour of every cell, row-major. Cells that a crop
// clipped are measured where they show.
func Measure(p *raster.Picture, l lattice.Lattice) []Color { return MeasureGrid(p, l, l.Size, l.Size) }

// MeasureGrid measures the colours of a grid that need not be square.
func MeasureGrid(p *raster.Picture, l lattice.Lattice, rows, cols int) []Color {
	out := make([]Color, rows*cols)
	known := LabCache{}
	for i := range out {
		g, inside := MeasureCell(p, l.Cell(i/cols, i%cols), &known)
		g.Support *= inside
		out[i] = g
	}
	for i := range out {
		if g := underGlyph(p, l.Cell(i/cols, i%cols), out, i); g.RGB != out[i].RGB {
			out[i] = g
			out[i].Lab = known.of(g.RGB)
		}
	}
	if !Spotless(out) {
		return out
	}
	// A mark whose colour is close to a cell's has moved the mean.
	const enough = 0.25 // of the samples
	for i := range out {
		if g := &out[i]; g.Exact >= enough && g.RGB != g.usual {
			g.RGB, g.Lab = g.usual, known.of(g.usual)
		}
	}
	return out
}

// Spotless tells whether most cells are of one colour throughout, as they are in a
// picture that was neither compressed nor scaled and has no noise.
func Spotless(cells []Color) bool {
	exact := make([]float64, len(cells))
	for i, g := range cells {
		exact[i] = g.Exact
	}
	return num.Median(exact) >= MostlyExact
}

// MeasureCell measures the colour of one cell, and returns the share of the
// samples that lie in the picture.
func MeasureCell(p *raster.Picture, c raster.Rect, known *LabCache) (g Color, inside float64) {
	var buf [rimSamples]uint32
	samples := sampleRim(p, c, buf[:0])
	g = Mode(samples)
	if g.Support < Covered {
		g = underMark(p, c, samples, g)
	}
	g.Lab = known.of(g.RGB)
	return g, float64(len(samples)) / rimSamples
}

const (
	// Covered is the share of the samples from which on a colour is the ground's:
	// the largest marks cover all but the outer ring.
	Covered = 2.0 / 3
	// Undisturbed is the same where bold letters are thought of, which reach further.
	Undisturbed = 0.85
)

// underMark returns the ground of a cell of which a mark may cover most. Marks
// are wide in their middle and leave the corners free, where between arms and
// points the ground shows on every ring as well.
func underMark(p *raster.Picture, c raster.Rect, samples []uint32, g Color) Color {
	const shown = 0.1 // of the samples, on the inner rings
	for _, free := range [...][4]uint32{cornersOf(p, c, inCorner), besideOf(p, c, inCorner)} {
		under := Mode(free[:])
		if under.Support < 0.75 {
			continue
		}
		if raster.Chebyshev(under.RGB, g.RGB) <= SameColor {
			return g
		}
		if own, inner := groundLike(samples, under.RGB); inner > 0 && float64(inner) >= shown*float64(len(samples)) {
			return own
		}
	}
	return g // the lines around the cell, perhaps
}

// underGlyph returns the ground of one of the cells, of which a bold letter or a large
// disc may leave free hardly more than the corners. Bold lines can run through some of
// those, but not through all: where what shows there is not the colour of what lies between
// the cells, or other cells have it too, it is no line.
func underGlyph(p *raster.Picture, c raster.Rect, cells []Color, i int) Color {
	const shown = 1.0 / 15 // of the samples
	g := cells[i]
	corners := cornersOf(p, c, inCorner)
	most := Mode(corners[:])
	under := most.RGB
	if most.Support < 1 || raster.Chebyshev(under, g.RGB) <= SameColor {
		return g
	}
	between := count(cornersOf(p, c, 0), under) == 4
	same := func(o Color) bool { return o.Support >= Undisturbed && raster.Chebyshev(o.RGB, under) <= SameColor }
	if between && !slices.ContainsFunc(cells, same) {
		return g
	}
	var buf [rimSamples]uint32
	own, inner := groundLike(sampleRim(p, c, buf[:0]), under)
	if own.Support < shown || inner == 0 && framed(p, c, under, g.RGB) {
		return g
	}
	return own
}

// framed tells whether what shows in the corners of a cell is a frame around what it is filled
// with: it runs along its sides as well, at least along two of them, where a mark that leaves
// free no more than the corners is widest, and the filling has corners, which a disc has not.
func framed(p *raster.Picture, c raster.Rect, corners, filling raster.RGB) bool {
	const inside = 0.2 // of a cell: within a frame, and without a disc of 0.8 of a cell
	return count(cornersOf(p, c, inside), filling) >= 3 && count(besideOf(p, c, inCorner), corners) >= 2
}

// count returns how many of some colours, packed, are about another.
func count(colors [4]uint32, like raster.RGB) (n int) {
	for _, k := range colors {
		if raster.Chebyshev(raster.Unpacked(k), like) <= SameColor {
			n++
		}
	}
	return n
}

// besideOf returns the colours that a cell has a share of its side inside the middles of its
// sides, packed.
func besideOf(p *raster.Picture, c raster.Rect, inside float64) [4]uint32 {
	return colorsAt(p, c, [...][2]float64{{0.5, inside}, {inside, 0.5}, {0.5, 1 - inside}, {1 - inside, 0.5}})
}

// Cornered tells whether the colour of a cell is seen in a corner of it, as a ground is.
func (c *Cells) Cornered(p *raster.Picture, cell int) bool {
	return count(cornersOf(p, c.Lattice.Cell(cell/c.N, cell%c.N), inCorner), c.Colors[cell].RGB) > 0
}

// inCorner is how far from its sides the corners of a cell are looked at, as a share: not in
// those that rounded ones lack.
const inCorner = 0.15

// cornersOf returns the colours that a cell has a share of its side inside its
// corners, packed.
func cornersOf(p *raster.Picture, c raster.Rect, inside float64) [4]uint32 {
	return colorsAt(p, c, [...][2]float64{{inside, inside}, {1 - inside, inside}, {inside, 1 - inside}, {1 - inside, 1 - inside}})
}

// colorsAt returns the colours at some places of a cell, as shares of its sides, packed.
func colorsAt(p *raster.Picture, c raster.Rect, places [4][2]float64) (out [4]uint32) {
	for i, at := range places {
		out[i] = p.Clamped(num.Floor(c.X+at[0]*c.Width), num.Floor(c.Y+at[1]*c.Height)).Packed()
	}
	return out
}

// groundLike returns the ground that the samples of about a colour make, and how
// many of those lie on the inner rings.
func groundLike(samples []uint32, c raster.RGB) (g Color, inner int) {
	var buf [rimSamples]uint32
	like := buf[:0]
	for i, s := range samples {
		if raster.Chebyshev(raster.Unpacked(s), c) <= SameColor {
			like = append(like, s)
			if i >= len(samples)/len(rim.rings) {
				inner++
			}
		}
	}
	g = Mode(like)
	share := float64(len(like)) / float64(max(len(samples), 1))
	g.Support, g.Exact = g.Support*share, g.Exact*share
	return g, inner
}

// sampleRim appends the samples of a cell that lie in the picture, packed.
func sampleRim(p *raster.Picture, c raster.Rect, samples []uint32) []uint32 {
	var xs, ys [len(rim.along)]int
	for i, u := range rim.along {
		xs[i], ys[i] = num.Floor(c.X+u*c.Width), num.Floor(c.Y+u*c.Height)
	}
	take := func(x, y int) {
		if p.Inside(x, y) {
			samples = append(samples, raster.Pixel(p.Pix[y*p.Stride:], x))
		}
	}
	for _, v := range rim.rings {
		left, right := num.Floor(c.X+v*c.Width), num.Floor(c.X+(1-v)*c.Width)
		top, bottom := num.Floor(c.Y+v*c.Height), num.Floor(c.Y+(1-v)*c.Height)
		for i := range xs {
			take(xs[i], top)
			take(xs[i], bottom)
			take(left, ys[i])
			take(right, ys[i])
		}
	}
	return samples
}

// LabCache remembers the first few colours that were converted: on a board there
// are not many.
type LabCache struct {
	from []raster.RGB
	to   []Lab
}

func (k *LabCache) of(c raster.RGB) Lab {
	if i := slices.Index(k.from, c); i >= 0 {
		return k.to[i]
	}
	l := ToLab(c)
	if len(k.from) < 2*lattice.MaxSize {
		k.from, k.to = append(k.from, c), append(k.to, l)
	}
	return l
}

// SameColor is how far apart, per channel, the samples of one ground may be.
const SameColor = 12

// Mode returns the mean of the largest group of samples, packed and at most
// rimSamples of them, that lie close to one of them, which a mark or a pointer
// in a corner of the cell does not move.
func Mode(samples []uint32) Color {
	if len(samples) == 0 {
		return Color{}
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
		return Color{RGB: raster.Unpacked(colors[0]), Support: 1, Exact: 1, usual: raster.Unpacked(colors[0])}
	}
	var wide [rimSamples]raster.Lanes
	for i, c := range colors[:different] {
		wide[i] = raster.Spread(c)
	}
	reach := raster.Within(SameColor)
	best, bestN := 0, 0
	for i := range different {
		n := 0
		for k := range different {
			if raster.Near(wide[i], wide[k], reach) {
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
	var sum raster.Lanes
	for k := range different {
		if raster.Near(wide[best], wide[k], reach) {
			sum += raster.Lanes(counts[k]) * wide[k]
		}
	}
	g := Color{Support: float64(bestN) / float64(len(samples)), Exact: float64(slices.Max(counts[:different])) / float64(len(samples))}
	for k := range g.RGB {
		g.RGB[k] = uint8((int(sum>>(16*k)&0xffff) + bestN/2) / bestN)
	}
	g.usual = g.RGB
	if usual := slices.Index(counts[:different], slices.Max(counts[:different])); raster.Near(wide[usual], wide[best], reach) {
		g.usual = raster.Unpacked(colors[usual])
	}
	return g
}

// NRGBA returns the measured grounds as colours.
func NRGBA(g []Color) []color.NRGBA {
	out := make([]color.NRGBA, len(g))
	for i, c := range g {
		out[i] = color.NRGBA{R: c.RGB[0], G: c.RGB[1], B: c.RGB[2], A: 255}
	}
	return out
}
