package outline

import (
	"autoqueens/vision/num"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
)

// What lies over a board hides its lines. Where one should be seen, as the ground on both sides of it has
// another colour, and nothing is for longer than a dash is from the next, something covers it.

// Side is a piece of a line of the lattice: of line K of an axis, the one beside cell At along it.
type Side struct{ Axis, K, At int }

// Cells returns the cells on both sides, row-major, on a board of n rows; -1 where the board ends.
func (s Side) Cells(n int) (before, after int) {
	row, col, step := s.At, s.K, 1
	if s.Axis == Level {
		row, col, step = s.K, s.At, n
	}
	before, after = row*n+col-step, row*n+col
	if s.K == 0 {
		before = -1
	}
	if s.K == n {
		after = -1
	}
	return before, after
}

// Break is a side along which a line is not seen, or breaks off: then it is seen on a part of it.
type Break struct {
	Side
	Off bool
}

// Broken lists the sides along which a line is not seen for so long that something covers it. Of each,
// drawn tells of which kind its line is, as those of one kind are drawn alike, or not at all, and how far to
// both sides of its middle something else stands on it, in cells: half a cell is all of it, and then it is
// not looked at. The frame is of a kind of its own.
func Broken(b *Board, drawn func(s Side) (kind int, stands float64)) (broken []Break) {
	g, n := b.grid(), b.Lattice.Size
	type group struct{ kind, outer int }
	type side struct {
		Side
		of     group
		stands float64
		cuts   []cut
	}
	var asked []side
	for axis := range 2 {
		for k := range n + 1 {
			for at := range n {
				s, of := Side{axis, k, at}, group{}
				if k%n == 0 {
					if of.outer = 1; at%(n-1) == 0 {
						continue // corners can be round
					}
				}
				kind, stands := drawn(s)
				if stands >= 0.5 {
					continue // all along
				}
				of.kind = kind
				asked = append(asked, side{Side: s, of: of, stands: stands})
			}
		}
	}
	parallel.Each(len(asked), func(i int) { asked[i].cuts = g.cuts(asked[i].Side) })
	groups := make(map[group][]*side)
	var order []group
	for i := range asked {
		s := &asked[i]
		if groups[s.of] == nil {
			order = append(order, s.of)
		}
		groups[s.of] = append(groups[s.of], s)
	}
	for _, of := range order {
		sides := groups[of]
		var inks []raster.RGB
		all := 0
		for _, s := range sides {
			all += len(s.cuts)
			for _, c := range s.cuts {
				if c.contrast >= faint {
					inks = append(inks, c.ink)
				}
			}
		}
		if 3*len(inks) < all {
			continue // none is drawn: what was seen are marks that come near
		}
		ink := raster.MedianColor(inks)
		var missed []Break
		for _, s := range sides {
			if off, is := missing(s.cuts, ink, s.stands); is {
				missed = append(missed, Break{s.Side, off})
			}
		}
		if 2*len(missed) < len(sides) {
			broken = append(broken, missed...)
		}
	}
	return broken
}

// cut is what is seen across a line at one place along it.
type cut struct {
	along    float64 // from the middle of the side, in cells
	sides    [2]raster.RGB
	same     bool       // both have one colour, nearly
	ink      raster.RGB // what departs most from both sides
	contrast int        // by how much, 0 to 255
}

// cuts cuts a side across at places along it, unless the picture ends beside it.
func (g *grid) cuts(s Side) (out []cut) {
	at, pitch := g.at[s.Axis]+float64(s.K)*g.pitch[s.Axis], g.pitch[1-s.Axis]
	from := g.at[1-s.Axis] + float64(s.At)*pitch
	reach, flank := max(2, 0.08*g.pitch[s.Axis]), max(3.5, 0.14*g.pitch[s.Axis])
	ends := [2]int{g.p.W, g.p.H}
	if at < flank || at+flank >= float64(ends[s.Axis]) {
		return nil
	}
	across, down := 4, g.p.Stride
	if s.Axis == Level {
		across, down = down, across
	}
	const places = 40 // of which eight are two dashes' gaps
	out = make([]cut, 0, places+1)
	for v := from; v < from+pitch; v += max(1, pitch/places) {
		line := g.p.Pix[min(max(num.Floor(v), 0), ends[1-s.Axis]-1)*down:]
		pixel := func(at float64) uint32 { return raster.Pixel(line[num.Floor(at)*across:], 0) }
		before, after := pixel(at-flank), pixel(at+flank)
		c := cut{along: (v-from)/pitch - 0.5, sides: [2]raster.RGB{raster.Unpacked(before), raster.Unpacked(after)}}
		c.same = raster.Chebyshev(c.sides[0], c.sides[1]) < faint
		last := before
		for off := -reach; off <= reach; off++ {
			px := pixel(at + off)
			if px == before || px == after || px == last {
				continue
			}
			last = px
			if d := c.departs(raster.Unpacked(px)); d > c.contrast {
				c.ink, c.contrast = raster.Unpacked(px), d
			}
		}
		out = append(out, c)
	}
	return out
}

// departs returns by how much a colour departs from those of both sides and all their mixtures: what blurs
// the border of two colours is no line.
func (c *cut) departs(ink raster.RGB) int {
	if c.same {
		return raster.Chebyshev(ink, c.sides[0])
	}
	fraction := func(c raster.RGB) Color { return Color{float64(c[0]), float64(c[1]), float64(c[2])} }
	from, to := fraction(c.sides[0]), fraction(c.sides[1])
	share := min(max(fraction(ink).minus(from).share(to.minus(from)), 0), 1)
	for ch := range from {
		from[ch] += share * (to[ch] - from[ch])
	}
	return int(fraction(ink).Away(from))
}

// missing tells whether a line of the colour ink is not seen for so long along a side that it is no dash
// which ends, and whether it is seen elsewhere on it, for as long as one.
func missing(cuts []cut, ink raster.RGB, stands float64) (off, is bool) {
	seen, unseen := 0.0, 0.0 // for how long, in cells, to here
	for _, c := range cuts {
		length := 1 / float64(len(cuts))
		switch full := c.departs(ink); {
		case full < raster.LeastContrast, max(c.along, -c.along) < stands:
			seen, unseen = 0, 0
		case 3*c.contrast >= full:
			seen, unseen = seen+length, 0
		default:
			seen, unseen = 0, unseen+length
		}
		off, is = off || seen >= gap, is || unseen >= 2*gap
	}
	return off, is
}
