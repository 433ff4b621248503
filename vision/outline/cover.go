package outline

import (
	"slices"

	"autoqueens/vision/lattice"
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
	Off  bool
	Over bool // what lies over a cell reaches over the side
}

// Broken lists the sides along which a line is not seen for so long that something covers it. Of each,
// drawn tells of which kind its line is, as those of one kind are drawn alike, or not at all, and how far to
// both sides of its middle something else stands on it, in cells: half a cell is all of it, and then it is
// not looked at. The frame is of a kind of its own. A line that is not seen on most of its sides was lost in
// scaling where those that cross it between two are seen: what covers both would cover these as well. Last come the sides over which
// something reaches that lies over a cell.
func Broken(b *Board, drawn func(s Side) (kind int, stands float64)) (broken []Break) {
	asked := sidesOf(b, drawn)
	tellInks(asked, b.Lattice.Size)
	roundEnds(asked)
	missing := missingOf(asked)
	all, missed := make(map[group]int), make(map[group]int)
	for _, s := range asked {
		all[s.group]++
	}
	for _, s := range missing {
		missed[s.group]++
	}
	for _, s := range missing {
		if 2*missed[s.group] < all[s.group] {
			broken = append(broken, Break{Side: s.Side, Off: s.off})
		}
	}
	return append(broken, b.overlaps(asked)...)
}

// sidesOf cuts across all sides of a board on which something else stands not all along, line by line.
func sidesOf(b *Board, drawn func(s Side) (kind int, stands float64)) (asked []*side) {
	g, n := b.grid(), b.Lattice.Size
	for axis := range 2 {
		for k := range n + 1 {
			for at := range n {
				s := &side{Side: Side{axis, k, at}}
				if k%n == 0 {
					s.outer, s.corner = true, [2]bool{at == 0, at == n-1}
				}
				if s.kind, s.stands = drawn(s.Side); s.stands < 0.5 {
					asked = append(asked, s)
				}
			}
		}
	}
	parallel.Each(len(asked), func(i int) { asked[i].cuts = g.cuts(asked[i].Side) })
	return asked
}

// tellInks tells of each side which colours its line may have, on a board of n rows.
func tellInks(asked []*side, n int) {
	of := make(map[group][]*side)
	// A page may draw the lines of cells over a part of the frame, and not over another.
	frame := make(map[line][]*side)
	for _, s := range asked {
		of[s.group] = append(of[s.group], s)
		if s.K%n == 0 {
			on := line{s.Axis, s.K}
			frame[on] = append(frame[on], s)
		}
	}
	// What a path gives another colour of the frame has that of its own kind.
	for _, sides := range frame {
		tellInk(sides)
	}
	for _, sides := range of {
		tellInk(sides)
	}
}

// tellInk tells some sides that their lines may have the usual colour of all of them.
func tellInk(sides []*side) {
	if ink, ok := inkOf(sides); ok {
		for _, s := range sides {
			s.inks = append(s.inks, ink)
		}
	}
}

// missingOf follows the lines of some sides, and returns those along which none is seen for so long that something
// covers it.
func missingOf(asked []*side) (missing []*side) {
	at, all := make(map[Side]*side), make(map[line]int)
	unseen := 0.0
	for i, s := range asked {
		if len(s.inks) == 0 {
			continue
		}
		if i == 0 || asked[i-1].Side != (Side{s.Axis, s.K, s.At - 1}) {
			unseen = 0
		}
		unseen = s.follow(unseen)
		at[s.Side] = s
		all[line{s.Axis, s.K}]++
		if s.missing {
			missing = append(missing, s)
		}
	}
	return covered(missing, at, all)
}

// covered returns those of the missing sides whose line scaling has not lost, given all that were followed,
// and how many of each line.
func covered(missing []*side, at map[Side]*side, all map[line]int) []*side {
	gone, crossed := make(map[line]int), make(map[line]int)
	for _, s := range missing {
		of := line{s.Axis, s.K}
		gone[of]++
		before, across := at[Side{s.Axis, s.K, s.At - 1}], at[Side{1 - s.Axis, s.At, s.K}]
		switch {
		case before == nil || !before.missing || across == nil:
		case across.hidden:
			crossed[of]--
		case across.begins:
			crossed[of]++
		}
	}
	return slices.DeleteFunc(missing, func(s *side) bool {
		of := line{s.Axis, s.K}
		return 2*gone[of] > all[of] && crossed[of] > 0
	})
}

// Shows tells whether a line of the colour ink, solid or dashed, is seen along a side of a lattice.
func Shows(p *raster.Picture, l lattice.Lattice, s Side, ink raster.RGB) bool {
	cuts := (&Board{Picture: p, Lattice: l}).grid().cuts(s)
	seen := 0
	for _, c := range cuts {
		if full := c.departs(ink); full >= raster.LeastContrast && c.shows(full) {
			seen++
		}
	}
	return seen > 0 && 3*seen >= len(cuts)
}

// Longest is for how long a line that is drawn may not be seen, in cells: where a dash ends.
const Longest = 2 * gap

// side is a piece of a line that is followed.
type side struct {
	Side
	group
	stands  float64      // how far from its middle something stands on it
	corner  [2]bool      // a corner of the board is where it begins, or ends
	round   [2]float64   // for so long, in cells, it may not be seen from where it begins, and to where it ends
	inks    []raster.RGB // the colours that its line may have; none where none is drawn
	cuts    []cut
	off     bool // the line is seen on it for as long as a dash is from the next
	missing bool // it is not seen for so long that no dash ends there
	begins  bool // it is seen where the side begins, as where it crosses another
	hidden  bool // it is not
}

// line is one of the lattice.
type line struct{ axis, k int }

// group is those whose lines are drawn alike.
type group struct {
	kind  int
	outer bool
}

// inkOf returns the colour of the lines along some sides. It is false where none is drawn: what was seen
// are marks that come near. Of the frame, but for its corners, it is that of the paler half, as the dashes of cells may
// lie on it.
func inkOf(sides []*side) (ink raster.RGB, ok bool) {
	sides = slices.DeleteFunc(slices.Clone(sides), func(s *side) bool { return s.corner[0] || s.corner[1] })
	var drawn [256]int // by contrast
	all, n := 0, 0
	for _, s := range sides {
		all += len(s.cuts)
		for _, c := range s.cuts {
			if c.contrast >= faint {
				drawn[c.contrast]++
				n++
			}
		}
	}
	if n == 0 || 3*n < all {
		return ink, false
	}
	if len(sides) > 0 && sides[0].outer {
		n = (n + 1) / 2
	}
	left := n // of those of each contrast
	for contrast, k := range drawn {
		drawn[contrast] = min(k, left)
		left -= drawn[contrast]
	}
	inks := make([]raster.RGB, 0, n)
	for _, s := range sides {
		for i := range s.cuts {
			if c := &s.cuts[i]; drawn[c.contrast] > 0 {
				drawn[c.contrast]--
				inks = append(inks, c.ink)
			}
		}
	}
	return raster.MedianColor(inks), true
}

// roundEnds tells of each side for how long its line may not be seen from its ends. The corners of a board can be
// round, and those of cells: alike. What covers more than one corner of a board covers the frame between them as well.
func roundEnds(sides []*side) {
	const hides = 2 // ends, which has the one corner that may be covered
	type end struct {
		group
		corner bool
	}
	unseen := make(map[end][]float64)
	for _, s := range sides {
		if len(s.inks) > 0 && len(s.cuts) > 0 {
			for i := range s.round {
				e := end{s.group, s.corner[i]}
				unseen[e] = append(unseen[e], s.unseenFrom(i))
			}
		}
	}
	for _, all := range unseen {
		slices.Sort(all)
	}
	for _, s := range sides {
		for i := range s.round {
			all := unseen[end{s.group, s.corner[i]}]
			switch {
			case len(all) == 0:
			case s.corner[i]:
				s.round[i] = all[max(0, len(all)-1-hides)]
			default:
				s.round[i] = all[len(all)/2]
			}
		}
	}
}

// unseenFrom returns for how long, in cells, no line is seen from where a side begins (0), or to where it ends (1).
func (s *side) unseenFrom(end int) float64 {
	least := 1.0
	for _, c := range s.cuts {
		if full := c.least(s.inks); full < s.tells() || c.shows(full) {
			least = min(least, c.from(end))
		}
	}
	return least
}

// tells returns the least contrast, 0 to 255, of a line that is looked for: a third of it is more than noise. The frame's
// colour is less certain, as it differs from side to side.
func (s *side) tells() int {
	if s.outer {
		return raster.LeastContrast
	}
	return 3 * faint
}

// follow looks for a line along a side. It takes for how long, in cells, none was seen just before, and returns for how
// long none was at its end.
func (s *side) follow(before float64) float64 {
	const through = gap / 2 // for so long it may not be seen where it crosses another
	dash, unseen, crossing := 0.0, 0.0, true
	for _, c := range s.cuts {
		length := 1 / float64(len(s.cuts))
		switch full := c.least(s.inks); {
		case full < s.tells(), max(c.along, -c.along) < s.stands:
			dash, unseen, crossing = 0, 0, false
		case c.shows(full):
			s.begins = s.begins || crossing
			dash, unseen, crossing = dash+length, 0, false
		case c.from(0) < s.round[0], c.from(1) < s.round[1]:
			dash = 0
		default:
			dash, unseen = 0, unseen+length
			if crossing && before+unseen >= through {
				s.hidden, crossing = true, false
			}
		}
		s.off, s.missing = s.off || dash >= gap, s.missing || unseen >= Longest
	}
	return unseen
}

// cut is what is seen across a line at one place along it.
type cut struct {
	along    float64 // from the middle of the side, in cells
	sides    [2]raster.RGB
	beside   [2]raster.RGB // just outside of where a line can be
	same     bool          // both have one colour, nearly
	ink      raster.RGB    // what departs most from both sides
	contrast int           // by how much, 0 to 255
}

// from returns how far a cut is, in cells, from where its side begins (0), or ends (1).
func (c *cut) from(end int) float64 {
	if end == 0 {
		return 0.5 + c.along
	}
	return 0.5 - c.along
}

// cuts cuts a side across at places along it, unless the picture ends beside it.
func (g *grid) cuts(s Side) (out []cut) {
	at, pitch := g.at[s.Axis]+float64(s.K)*g.pitch[s.Axis], g.pitch[1-s.Axis]
	from := g.at[1-s.Axis] + float64(s.At)*pitch
	reach, flank := g.reaches(s.Axis)
	ends := [2]int{g.p.W, g.p.H}
	if at < flank || at+flank >= float64(ends[s.Axis]) {
		return nil
	}
	across, down := 4, g.p.Stride
	if s.Axis == Level {
		across, down = down, across
	}
	// From the corner of the picture to the pixels across the line.
	pixel := func(at float64) int { return num.Floor(at) * across }
	low, high := pixel(at-flank), pixel(at+flank)
	var between []int
	for off := -reach; off <= reach; off++ {
		between = append(between, pixel(at+off))
	}
	const places = 40 // of which eight are two dashes' gaps
	out = make([]cut, 0, places+1)
	for v := from; v < from+pitch; v += max(1, pitch/places) {
		line := g.p.Pix[min(max(num.Floor(v), 0), ends[1-s.Axis]-1)*down:]
		before, after := raster.Pixel(line[low:], 0), raster.Pixel(line[high:], 0)
		c := cut{along: (v-from)/pitch - 0.5, sides: [2]raster.RGB{raster.Unpacked(before), raster.Unpacked(after)}}
		c.beside = [2]raster.RGB{raster.Unpacked(raster.Pixel(line[between[0]:], 0)), raster.Unpacked(raster.Pixel(line[pixel(at+reach):], 0))}
		c.same = raster.Chebyshev(c.sides[0], c.sides[1]) < faint
		last := before
		for _, k := range between {
			px := raster.Pixel(line[k:], 0)
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

// shows tells whether a line is seen that would depart so much from both sides, drawn in full: scaling makes it paler.
func (c *cut) shows(full int) bool { return 3*c.contrast >= full }

// least returns by how much the one of some colours departs from both sides that departs least.
func (c *cut) least(inks []raster.RGB) int {
	least := c.departs(inks[0])
	for _, ink := range inks[1:] {
		least = min(least, c.departs(ink))
	}
	return least
}

// departs returns by how much a colour departs from those of both sides and all their mixtures: what blurs
// the border of two colours is no line.
func (c *cut) departs(ink raster.RGB) int {
	if c.same {
		return raster.Chebyshev(ink, c.sides[0])
	}
	fraction := func(c raster.RGB) Color { return Color{float64(c[0]), float64(c[1]), float64(c[2])} }
	from, to := fraction(c.sides[0]), fraction(c.sides[1])
	return int(fraction(ink).Departs(from, to))
}
