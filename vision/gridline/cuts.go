package gridline

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// How wide is one line, and of what colour? The border of two cells is cut across a few
// times, and what departs there from both grounds is added up. lines.go makes one witness
// of all of them.

// cutsPerLine is how often each line is cut across to be measured.
const cutsPerLine = 5

// LineProfiles are where the border of two cells is cut across.
type LineProfiles struct {
	pix   []uint8          // of the picture
	Start [cutsPerLine]int // where in pix each cut begins; -1 where it lies outside
	Step  int              // from one pixel of a cut to the next, bytes
	N     int              // pixels of a cut
	off   float32          // how far right of or below the lattice the middle of the first lies
}

// Departure is a pixel of a cut that is of neither of the grounds beside the line.
type Departure struct {
	off  float32 // how far right of or below the lattice its middle lies
	at   int32   // the number of the pixel on its cut
	c    raster.RGB
	away uint8 // how far it is from the nearer of the grounds
}

// Across returns the cuts across the border of two cells. They keep away from the
// corners, where other lines cross, and from marks.
func Across(p *raster.Picture, l lattice.Lattice, e *Edge) LineProfiles {
	return acrossAt(p, l, e.B/l.Size, e.B%l.Size, e.Upright())
}

// acrossAt returns the cuts across the left, if upright, or upper side of a cell.
func acrossAt(p *raster.Picture, l lattice.Lattice, row, col int, upright bool) LineProfiles {
	cell := l.Cell(row, col)
	at, pitch, from, side := cell.X, l.PitchX, cell.Y, cell.Height
	step, along, end, depth := 4, p.Stride, p.W, p.H
	if !upright {
		at, pitch, from, side = cell.Y, l.PitchY, cell.X, cell.Width
		step, along, end, depth = along, step, depth, end
	}
	reach := max(2.5, 0.2*pitch)
	first, last := max(num.Floor(at-reach), 0), min(num.Ceil(at+reach), end)
	c := LineProfiles{pix: p.Pix, Step: step, N: last - first, off: float32(float64(first) + 0.5 - at)}
	for k := range c.Start {
		c.Start[k] = -1
		if v := num.Floor(from + (0.28+0.11*float64(k))*side); v >= 0 && v < depth {
			c.Start[k] = v*along + first*step
		}
	}
	return c
}

// acrossSide returns the cuts across a side of the board at its k-th cell.
func acrossSide(p *raster.Picture, cells *cellcolor.Cells, side, k int) LineProfiles {
	cell := cells.Outer(side, k)
	return acrossAt(p, cells.Lattice, cell/cells.N+side/3, cell%cells.N+side%2*(1-side/2), side < 2)
}

// repeats tells whether a cut goes through the very pixels the one before it went
// through, as on a screen nearly all do: what was measured there holds here.
func (c *LineProfiles) repeats(k int) bool {
	if k == 0 || c.N <= 0 || c.Start[k] < 0 || c.Start[k-1] < 0 {
		return false
	}
	a, b := c.pix[c.Start[k-1]:], c.pix[c.Start[k]:]
	if c.Step == 4 {
		return bytes.Equal(a[:4*c.N], b[:4*c.N])
	}
	for i, at := 0, 0; i < c.N; i, at = i+1, at+c.Step {
		if binary.LittleEndian.Uint32(a[at:]) != binary.LittleEndian.Uint32(b[at:]) {
			return false
		}
	}
	return true
}

// specks appends those of one cut to buf, in order.
func (c *LineProfiles) specks(k int, ga, gb raster.RGB, buf []Departure) []Departure {
	i := c.Start[k]
	if i < 0 {
		return buf
	}
	a, b := ga.Packed(), gb.Packed()
	as, bs := raster.Pair(a)|raster.Pair(a)<<32, raster.Pair(b)|raster.Pair(b)<<32
	off, reached := c.off, 0
	for at := 0; at < c.N; at++ {
		for c.Step == 4 && at+1 < c.N { // two at a time where they lie side by side
			both := raster.Pair(binary.LittleEndian.Uint64(c.pix[i:])) & raster.PairColors
			if both != as && both != bs {
				break
			}
			at, i = at+2, i+8
		}
		if at == c.N {
			break
		}
		v := raster.Pixel(c.pix[i:], 0)
		i += c.Step
		if v == a || v == b { // most are
			continue
		}
		for ; reached < at; reached++ {
			off++ // one by one, as rounding has it
		}
		color := raster.Unpacked(v)
		away := raster.Chebyshev(color, ga)
		if a != b {
			away = min(away, raster.Chebyshev(color, gb))
		}
		buf = append(buf, Departure{off: off, at: int32(at), c: color, away: uint8(away)})
	}
	return buf
}

// SampleSize of borders are enough to tell the colour of lines.
const SampleSize = 48

// inks are the colours that stand out most at some borders, and by how much.
type inks struct {
	colors   []raster.RGB
	contrast []int
}

// inksOf looks at as many borders as are enough, from all over those given.
func inksOf(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, edges []Edge, enough int) (k inks) {
	buf := make([]Departure, 0, 64)
	for i := 0; i < len(edges); i += 1 + len(edges)/enough {
		e := &edges[i]
		var most raster.RGB
		best := 0
		cuts := Across(p, l, e)
		level := max(10, p.Grain)
		for cut := range cuts.Start {
			if cuts.repeats(cut) {
				continue
			}
			buf = cuts.specks(cut, g[e.A].RGB, g[e.B].RGB, buf[:0])
			for _, s := range lineOn(buf, cuts.N, float64(level)) {
				if d := int(s.away); d > best {
					best, most = d, s.c
				}
			}
		}
		if best >= level {
			k.colors, k.contrast = append(k.colors, most), append(k.contrast, best)
		}
	}
	return k
}

// usual returns the middle of the colours, channel by channel.
func (k inks) usual() raster.RGB { return raster.MedianColor(k.colors) }

// strongest returns the middle of the sixth that stands out most.
func (k inks) strongest() raster.RGB {
	order := make([]int, len(k.colors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.contrast[b], k.contrast[a]) })
	var top []raster.RGB
	for _, i := range order[:(len(order)+5)/6] {
		top = append(top, k.colors[i])
	}
	return raster.MedianColor(top)
}

// ColorOf returns the usual colour of the lines: the middle of what stands out
// most at each border.
func ColorOf(p *raster.Picture, l lattice.Lattice, g []cellcolor.Color, edges []Edge, enough int) raster.RGB {
	return inksOf(p, l, g, edges, enough).usual()
}

// measure fills in the width of one line of the colour ink: over each cut, the sum of how
// much of each pixel is line; over the cuts, the median. Buf is room to work in.
func (e *Edge) measure(cuts *LineProfiles, ink, ga, gb raster.RGB, buf []Departure) {
	var sums, solid [cutsPerLine]float64
	full := e.Contrast
	if full < 10 {
		// The line's colour is one of the grounds': this line cannot be seen.
		full = 255
	}
	level := 0.12 * full
	blend := MixtureOf(ga, gb)
	for cut := range cuts.Start {
		if cuts.repeats(cut) {
			sums[cut], solid[cut] = sums[cut-1], solid[cut-1]
			continue
		}
		buf = cuts.specks(cut, ga, gb, buf[:0])
		for _, s := range lineOn(buf, cuts.N, level) {
			d := float64(s.away)
			if d < level {
				continue
			}
			d = min(1, d/full)
			sums[cut] += d
			if ga != gb {
				solid[cut] += min(d, blend.Off(s.c)/full)
			} else {
				solid[cut] += d
			}
		}
	}
	e.Width, e.Solid = middleOf(&sums), middleOf(&solid)
	e.EvenWidth = e.Width
	e.Bright = uint8(min(raster.AbsDiff(ink.Luma(), ga.Luma()), raster.AbsDiff(ink.Luma(), gb.Luma())))
}

// middleOf returns the median of what was measured on the cuts; it sorts v.
func middleOf(v *[cutsPerLine]float64) float64 {
	for i := range v {
		for k := i; k > 0 && v[k] < v[k-1]; k-- {
			v[k], v[k-1] = v[k-1], v[k]
		}
	}
	return v[cutsPerLine/2]
}

// lineOn returns the part of a cut that is the line: of the strokes that depart
// from both grounds by level or more the one nearest to the lattice. The others, and
// what goes on beyond the cut, which is n pixels long, belong to marks that reach
// out to it.
func lineOn(cut []Departure, n int, level float64) (line []Departure) {
	const (
		clean = 2   // pixels of ground part two strokes
		least = 2.5 // levels: a stroke that adds up to less is noise, where there is more
	)
	var best, away float64 // what the line adds up to, and how far it keeps from the lattice
	first, last, sum := 0, -1, 0.0
	end := func() {
		far := max(float64(cut[first].off)-0.5, -float64(cut[last].off)-0.5, 0)
		if far > 1 && (cut[first].at == 0 || int(cut[last].at) == n-1) {
			// It goes on into a cell.
		} else if best == 0 || sum >= least*level && (best < least*level || far < away) {
			line, best, away = cut[first:last+1], sum, far
		}
		last, sum = -1, 0
	}
	for i := range cut {
		d := float64(cut[i].away)
		if d < level {
			continue
		}
		if last >= 0 && cut[i].at-cut[last].at > clean {
			end()
		}
		if last < 0 {
			first = i
		}
		last, sum = i, sum+d
	}
	if last >= 0 {
		end()
	}
	return line
}

// Mixture is all mixtures of two colours.
type Mixture struct {
	from   raster.RGB
	way    [3]int // from one colour to the other, by channel
	length int    // of that, squared
}

func MixtureOf(a, b raster.RGB) (m Mixture) {
	m.from = a
	for k := range m.way {
		m.way[k] = int(b[k]) - int(a[k])
		m.length += m.way[k] * m.way[k]
	}
	return m
}

// share returns how much of the second colour is in the mixture that is nearest
// to c: 0 to 1. The two must differ.
func (m *Mixture) share(c raster.RGB) float64 {
	dot := 0
	for k, way := range m.way {
		dot += way * (int(c[k]) - int(m.from[k]))
	}
	switch {
	case dot <= 0:
		return 0
	case dot >= m.length:
		return 1
	}
	return float64(dot) / float64(m.length)
}

// Off is how far a colour is, 0 to 255, from the nearest mixture: where two
// cells meet without a line, smoothing mixes their grounds.
func (m *Mixture) Off(c raster.RGB) (most float64) {
	share := m.share(c)
	for k, way := range m.way {
		if d := math.Abs(float64(int(c[k])-int(m.from[k])) - share*float64(way)); d > most {
			most = d
		}
	}
	return most
}

// solid returns how many pixels side by side are of the colour ink, up to a
// tolerance per channel: the median over the cuts. Where ink has nearly the colour
// of a ground, its mixtures with the other ground stand out more than itself.
func (c *LineProfiles) solid(ink raster.RGB, tolerance int) float64 {
	var longest [cutsPerLine]float64
	for cut, i := range c.Start {
		if i < 0 {
			continue
		}
		on := 0.0
		for range c.N {
			if raster.Chebyshev(raster.RGB(c.pix[i:i+3]), ink) > tolerance {
				on = 0
			} else {
				on++
				longest[cut] = max(longest[cut], on)
			}
			i += c.Step
		}
	}
	return num.Median(longest[:])
}
