package outline

import (
	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Segment is the piece of a line that lies beside one cell, without its middle and its ends:
// signs may stand there, and other lines.
type Segment struct {
	Contrast float64 // how far its colour is from that of both sides, 0 to 255
	Differ   float64 // how far the colours of the sides are from each other, 0 to 255
	Mass     float64 // the sum across the line of how far each pixel departs from both sides
	Off      float64 // how far right of or below the lattice the line's middle lies, pixels
	Seen     bool    // the segment lies in the picture
}

// Width returns how wide a line is whose ink has the contrast full, in pixels.
func (s Segment) Width(full float64) float64 { return s.Mass / max(full, 1) }

// drawn tells whether a segment shows a line or a border of a share of the usual contrast.
func (s Segment) drawn(contrast float64) bool {
	return s.Seen && max(s.Contrast, s.Differ) >= max(contrast, faint)
}

// through tells whether a segment is drawn all along: what is no line, but the edge of a symbol, is
// not.
func (g *grid) through(axis, k, i int) bool {
	at := g.at[axis] + float64(k)*g.pitch[axis]
	reach, flank := g.reaches(axis)
	pixel := func(v, cut float64) raster.RGB {
		x, y := num.Floor(v), num.Floor(cut)
		if axis == Level {
			x, y = y, x
		}
		return g.p.Clamped(x, y)
	}
	open := 0
	for _, share := range along {
		cut := g.at[1-axis] + (float64(i)+share)*g.pitch[1-axis]
		before, after := pixel(at-flank, cut), pixel(at+flank, cut)
		v := at - reach
		for ; v <= at+reach; v++ {
			if px := pixel(v, cut); min(raster.Chebyshev(px, before), raster.Chebyshev(px, after)) >= 2*faint {
				break
			}
		}
		if v <= at+reach {
			continue
		}
		if open++; open > 1 { // one may be noise
			return false
		}
	}
	return true
}

// reaches tells how far from the place of a line it is looked for, and how far the grounds beside it, in pixels.
func (g *grid) reaches(axis int) (reach, flank float64) {
	return max(2, 0.08*g.pitch[axis]), max(3.5, 0.14*g.pitch[axis])
}

// line measures the segments of a line.
func (g *grid) line(axis, k int) []Segment {
	out := make([]Segment, g.n[1-axis])
	for i := range out {
		out[i] = g.segment(axis, k, i)
	}
	return out
}

// along says where a segment is cut across, as shares of the cell beside it.
var along = [...]float64{0.13, 0.155, 0.18, 0.82, 0.845, 0.87}

// segment measures one.
func (g *grid) segment(axis, k, i int) (s Segment) {
	at := g.at[axis] + float64(k)*g.pitch[axis]
	reach, flank := g.reaches(axis)
	first, last := num.Floor(at-reach), num.Floor(at+reach)
	low, high := num.Floor(at-flank), num.Floor(at+flank)
	ends := [2]int{g.p.W, g.p.H}
	if at < -reach || at > float64(ends[axis])+reach {
		return s
	}
	clamp := func(v int) int { return min(max(v, 0), ends[axis]-1) }
	var cuts [len(along)]int
	n := 0
	for _, share := range along {
		if v := num.Floor(g.at[1-axis] + (float64(i)+share)*g.pitch[1-axis]); v >= 0 && v < ends[1-axis] {
			cuts[n], n = v, n+1
		}
	}
	if n < len(along)/2 {
		return s
	}
	// From one pixel to the next across the line, and along it.
	across, down := 4, g.p.Stride
	if axis == Level {
		across, down = down, across
	}
	for i := range cuts[:n] {
		cuts[i] *= down
	}
	add := func(v int) (c sum) {
		line := g.p.Pix[clamp(v)*across:]
		for _, cut := range cuts[:n] {
			c.add(raster.Pixel(line[cut:], 0))
		}
		return c
	}
	before, after := add(low), add(high)
	s.Seen, s.Differ = true, before.away(after, n)
	weight := 0.0
	for v := first; v <= last; v++ {
		c := add(v)
		if c == before || c == after {
			continue
		}
		d := min(c.away(before, n), c.away(after, n))
		s.Contrast = max(s.Contrast, d)
		s.Mass += d
		if d >= faint {
			weight += d * (float64(v) + 0.5 - at)
		}
	}
	if s.Mass > 0 {
		s.Off = weight / s.Mass
	}
	return s
}

// sum is that of some packed pixels by channel, no more than 256 of them.
type sum struct{ rb, g uint32 }

func (s *sum) add(px uint32) {
	s.rb += px & 0xff00ff
	s.g += px >> 8 & 0xff
}

// away is the largest difference of the means of n colours in any channel.
func (s sum) away(o sum, n int) float64 {
	diff := func(a, b uint32) int { return max(int(a)-int(b), int(b)-int(a)) }
	return float64(max(diff(s.rb&0xffff, o.rb&0xffff), diff(s.rb>>16, o.rb>>16), diff(s.g, o.g))) / float64(n)
}

// away is the largest difference of two colours in any channel.
func away(a, b [3]float64) float64 {
	return max(math.Abs(a[0]-b[0]), math.Abs(a[1]-b[1]), math.Abs(a[2]-b[2]))
}
