package vision

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// How wide is one line, of what colour, and where does it lie? The border of two
// cells is cut across a few times, and what departs there from both grounds is
// added up. lines.go makes one witness of all of them.

// cutsPerLine is how often each line is cut across to be measured.
const cutsPerLine = 5

// cuts are where the border of two cells is cut across.
type cuts struct {
	pix   []uint8          // of the picture
	start [cutsPerLine]int // where in pix each cut begins; -1 where it lies outside
	step  int              // from one pixel of a cut to the next, bytes
	n     int              // pixels of a cut
	off   float32          // how far right of or below the lattice the middle of the first lies
}

// speck is a pixel of a cut that is of neither of the grounds beside the line.
type speck struct {
	off  float32 // how far right of or below the lattice its middle lies
	at   int32   // the number of the pixel on its cut
	c    rgb
	away uint8 // how far it is from the nearer of the grounds
}

// across returns the cuts across the border of two cells. They keep away from the
// corners, where other lines cross, and from marks.
func across(p *picture, l Lattice, e *edge) cuts {
	return acrossAt(p, l, e.b/l.Size, e.b%l.Size, e.upright())
}

// acrossAt returns the cuts across the left, if upright, or upper side of a cell.
func acrossAt(p *picture, l Lattice, row, col int, upright bool) cuts {
	cell := l.Cell(row, col)
	at, pitch, from, side := cell.X, l.PitchX, cell.Y, cell.Height
	step, along, end, depth := 4, p.stride, p.w, p.h
	if !upright {
		at, pitch, from, side = cell.Y, l.PitchY, cell.X, cell.Width
		step, along, end, depth = along, step, depth, end
	}
	reach := max(2.5, 0.2*pitch)
	first, last := max(floor(at-reach), 0), min(ceil(at+reach), end)
	c := cuts{pix: p.pix, step: step, n: last - first, off: float32(float64(first) + 0.5 - at)}
	for k := range c.start {
		c.start[k] = -1
		if v := floor(from + (0.28+0.11*float64(k))*side); v >= 0 && v < depth {
			c.start[k] = v*along + first*step
		}
	}
	return c
}

// repeats tells whether a cut goes through the very pixels the one before it went
// through, as on a screen nearly all do: what was measured there holds here.
func (c *cuts) repeats(k int) bool {
	if k == 0 || c.n <= 0 || c.start[k] < 0 || c.start[k-1] < 0 {
		return false
	}
	a, b := c.pix[c.start[k-1]:], c.pix[c.start[k]:]
	if c.step == 4 {
		return bytes.Equal(a[:4*c.n], b[:4*c.n])
	}
	for i, at := 0, 0; i < c.n; i, at = i+1, at+c.step {
		if binary.LittleEndian.Uint32(a[at:]) != binary.LittleEndian.Uint32(b[at:]) {
			return false
		}
	}
	return true
}

// specks appends those of one cut to buf, in order.
func (c *cuts) specks(k int, ga, gb rgb, buf []speck) []speck {
	i := c.start[k]
	if i < 0 {
		return buf
	}
	a, b := ga.packed(), gb.packed()
	as, bs := pair(a)|pair(a)<<32, pair(b)|pair(b)<<32
	off, reached := c.off, 0
	for at := 0; at < c.n; at++ {
		for c.step == 4 && at+1 < c.n { // two at a time where they lie side by side
			both := pair(binary.LittleEndian.Uint64(c.pix[i:])) & pairColors
			if both != as && both != bs {
				break
			}
			at, i = at+2, i+8
		}
		if at == c.n {
			break
		}
		v := pixel(c.pix[i:], 0)
		i += c.step
		if v == a || v == b { // most are
			continue
		}
		for ; reached < at; reached++ {
			off++ // one by one, as rounding has it
		}
		color := unpacked(v)
		away := apart(color, ga)
		if a != b {
			away = min(away, apart(color, gb))
		}
		buf = append(buf, speck{off: off, at: int32(at), c: color, away: uint8(away)})
	}
	return buf
}

// dozens of borders are enough to tell the colour of lines.
const dozens = 48

// inks are the colours that stand out most at some borders, and by how much.
type inks struct {
	colors   []rgb
	contrast []int
}

// inksOf looks at as many borders as are enough, from all over those given.
func inksOf(p *picture, l Lattice, g []ground, edges []edge, enough int) (k inks) {
	buf := make([]speck, 0, 64)
	for i := 0; i < len(edges); i += 1 + len(edges)/enough {
		e := &edges[i]
		var most rgb
		best := 0
		cuts := across(p, l, e)
		level := max(10, p.grain)
		for cut := range cuts.start {
			if cuts.repeats(cut) {
				continue
			}
			buf = cuts.specks(cut, g[e.a].rgb, g[e.b].rgb, buf[:0])
			for _, s := range lineOn(buf, cuts.n, float64(level)) {
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
func (k inks) usual() rgb { return middleColor(k.colors) }

// strongest returns the middle of the sixth that stands out most.
func (k inks) strongest() rgb {
	order := make([]int, len(k.colors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(k.contrast[b], k.contrast[a]) })
	var top []rgb
	for _, i := range order[:(len(order)+5)/6] {
		top = append(top, k.colors[i])
	}
	return middleColor(top)
}

// lineColor returns the usual colour of the lines: the middle of what stands out
// most at each border.
func lineColor(p *picture, l Lattice, g []ground, edges []edge, enough int) rgb {
	return inksOf(p, l, g, edges, enough).usual()
}

// measure fills in the width and place of one line of the colour ink: over each
// cut, the sum of how much of each pixel is line, and its middle; over the cuts,
// the median. Buf is room to work in.
func (e *edge) measure(cuts *cuts, ink, ga, gb rgb, buf []speck) {
	var sums, solid, middles [cutsPerLine]float64
	var bright brightness
	la, lb := ga.luma(), gb.luma()
	most := min(diff(ink.luma(), la), diff(ink.luma(), lb))
	full := e.contrast
	if full < 10 {
		// The line's colour is one of the grounds': this line cannot be seen.
		full = 255
	}
	level := 0.12 * full
	blend := blendOf(ga, gb)
	for cut := range cuts.start {
		if cuts.repeats(cut) {
			sums[cut], solid[cut], middles[cut] = sums[cut-1], solid[cut-1], middles[cut-1]
			bright.repeat(cut)
			continue
		}
		buf = cuts.specks(cut, ga, gb, buf[:0])
		for _, s := range lineOn(buf, cuts.n, level) {
			d := float64(s.away)
			if d < level {
				continue
			}
			d = min(1, d/full)
			sums[cut] += d
			middles[cut] += d * float64(s.off)
			bright.add(cut, s.off, min(diff(s.c.luma(), la), diff(s.c.luma(), lb), most))
			if ga != gb {
				solid[cut] += min(d, blend.off(s.c)/full)
			} else {
				solid[cut] += d
			}
		}
	}
	for i := range sums {
		if sums[i] > 0 {
			middles[i] /= sums[i]
		}
	}
	e.thick, e.solid = middleOf(&sums), middleOf(&solid)
	e.even, e.placed = e.thick, e.thick >= 0.5
	e.off = middleOf(&middles)
	e.bright = uint8(most)
	if bright.shows() {
		e.off = bright.middle()
	}
	if apart(ga, gb) >= faintest && (e.solid < 0.5 || full < 2*faintest) {
		// No line, but perhaps what is left of compressing the edge.
		e.off, e.placed = cuts.transition(ga, gb)
		e.bare = true
	}
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

// departure is how far a colour is, 0 to 255, from the nearer of two grounds.
func departure(c, ga, gb rgb) uint8 { return uint8(min(apart(c, ga), apart(c, gb))) }

// lineOn returns the part of a cut that is the line: of the strokes that depart
// from both grounds by level or more the one nearest to the lattice. The others, and
// what goes on beyond the cut, which is n pixels long, belong to marks that reach
// out to it.
func lineOn(cut []speck, n int, level float64) (line []speck) {
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
		if d < level || d == 0 {
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

// brightness finds the middle of a line by how much it is brighter or darker
// than both grounds. JPEG keeps one colour for every four pixels and smears it
// over up to sixteen, but keeps how bright each pixel is.
type brightness struct {
	peak    [cutsPerLine]int // the most that a pixel departs, 0 to 255
	sum, at [cutsPerLine]float64
}

// add takes a pixel of a cut that departs by d from the nearer ground, and by no
// more than the line's own colour; off is where it lies.
func (b *brightness) add(cut int, off float32, d int) {
	b.peak[cut] = max(b.peak[cut], d)
	// By the square: what rings beside a line is many pixels, but weak ones.
	w := float64(d * d)
	b.sum[cut] += w
	b.at[cut] += w * float64(off)
}

// repeat takes a cut for one like the cut before it.
func (b *brightness) repeat(cut int) {
	b.peak[cut], b.sum[cut], b.at[cut] = b.peak[cut-1], b.sum[cut-1], b.at[cut-1]
}

// shows tells whether a line is to be seen in most cuts.
func (b *brightness) shows() bool {
	clear := 0
	for _, p := range b.peak {
		if p >= faintest {
			clear++
		}
	}
	return 2*clear > cutsPerLine
}

// middle returns where the line lies, in the median of the cuts that show it.
func (b *brightness) middle() float64 {
	at := make([]float64, 0, cutsPerLine)
	for i, p := range b.peak {
		if p >= faintest {
			at = append(at, b.at[i]/b.sum[i])
		}
	}
	return median(at)
}

// transition returns where along the cuts one ground gives way to the other:
// the place up to which the first would reach if it were not smoothed into the
// second. It is false where something else stands there.
func (c *cuts) transition(ga, gb rgb) (off float64, ok bool) {
	if c.n <= 0 || slices.Contains(c.start[:], -1) {
		return 0, false
	}
	var at [cutsPerLine]float64
	blend := blendOf(ga, gb)
	la, lb := float64(ga.luma()), float64(gb.luma())
	share := blend.share
	if abs(lb-la) >= faintest {
		// Compression smears colour, but not how bright each pixel is.
		share = func(c rgb) float64 { return (float64(c.luma()) - la) / (lb - la) }
	}
	for k, i := range c.start {
		at[k] = float64(c.off) - 0.5
		for range c.n {
			// Ringing, and the texture of a ground, are no part of the way from one to the other.
			at[k] += 1 - min(max(2*share(unpacked(pixel(c.pix[i:], 0)))-0.5, 0), 1)
			i += c.step
		}
	}
	// The ends have to be of the two grounds, or nearly.
	first := unpacked(pixel(c.pix[c.start[0]:], 0))
	last := unpacked(pixel(c.pix[c.start[cutsPerLine-1]+(c.n-1)*c.step:], 0))
	return middleOf(&at), apart(first, ga) < apart(first, gb) && apart(last, gb) < apart(last, ga)
}

// end returns where along the cuts a ground ends that begins at their last pixels,
// if backwards, or at their first: half the way to the first colour that follows, be
// it that of a line or of what lies behind. It is false where nothing follows.
func (c *cuts) end(ground rgb, backwards bool) (off float64, ok bool) {
	if c.n <= 0 || slices.Contains(c.start[:], -1) {
		return 0, false
	}
	var at [cutsPerLine]float64
	away := make([]float64, c.n+2) // nothing beyond the cut
	for k, start := range c.start {
		for i := range c.n {
			px := i
			if backwards {
				px = c.n - 1 - i
			}
			away[i] = float64(apart(unpacked(pixel(c.pix[start+px*c.step:], 0)), ground))
		}
		for i, full := range away[:c.n] {
			if full < 2*faintest || max(away[i+1], away[i+2]) > full {
				continue
			}
			at[k] = float64(i + 1)
			for _, d := range away[:i+1] {
				at[k] -= d / full
			}
			break
		}
	}
	reached := middleOf(&at)
	if backwards {
		return float64(c.off) - 0.5 + float64(c.n) - reached, reached > 0
	}
	return float64(c.off) - 0.5 + reached, reached > 0
}

// blend is all mixtures of two colours.
type blend struct {
	from   rgb
	way    [3]int // from one colour to the other, by channel
	length int    // of that, squared
}

func blendOf(a, b rgb) (m blend) {
	m.from = a
	for k := range m.way {
		m.way[k] = int(b[k]) - int(a[k])
		m.length += m.way[k] * m.way[k]
	}
	return m
}

// share returns how much of the second colour is in the mixture that is nearest
// to c: 0 to 1. The two must differ.
func (m *blend) share(c rgb) float64 {
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

// off is how far a colour is, 0 to 255, from the nearest mixture: where two
// cells meet without a line, smoothing mixes their grounds.
func (m *blend) off(c rgb) (most float64) {
	share := m.share(c)
	for k, way := range m.way {
		if d := abs(float64(int(c[k])-int(m.from[k])) - share*float64(way)); d > most {
			most = d
		}
	}
	return most
}

// run returns where along the cuts the middle of the pixels of the colour ink is, up to a
// tolerance per channel. It is false where a cut has none, or some in two places.
func (c *cuts) run(ink rgb, tolerance int) (off float64, ok bool) {
	if c.n <= 0 || slices.Contains(c.start[:], -1) {
		return 0, false
	}
	var at [cutsPerLine]float64
	for k, i := range c.start {
		first, last := -1, -1
		for px := range c.n {
			if apart(rgb(c.pix[i:i+3]), ink) <= tolerance {
				if first < 0 {
					first = px
				} else if last != px-1 {
					return 0, false
				}
				last = px
			}
			i += c.step
		}
		if first < 0 {
			return 0, false
		}
		at[k] = float64(c.off) + float64(first+last)/2
	}
	return middleOf(&at), true
}

// solid returns how many pixels side by side are of the colour ink, up to a
// tolerance per channel: the median over the cuts. Where ink has nearly the colour
// of a ground, its mixtures with the other ground stand out more than itself.
func (c *cuts) solid(ink rgb, tolerance int) float64 {
	var longest [cutsPerLine]float64
	for cut, i := range c.start {
		if i < 0 {
			continue
		}
		on := 0.0
		for range c.n {
			if apart(rgb(c.pix[i:i+3]), ink) > tolerance {
				on = 0
			} else {
				on++
				longest[cut] = max(longest[cut], on)
			}
			i += c.step
		}
	}
	return median(longest[:])
}
