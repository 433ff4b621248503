package lattice

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"

	"autoqueens/vision/parallel"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// Where is the lattice? Second answer, for boards that draw no line inside a
// region, or none at all: the borders between colours, wherever they are, lie
// at whole multiples of one distance.
//
//	scan lines -> borders -> segments -> groups -> progressions
//
// A border that stays at the same place over several scan lines is a segment.
// Segments that touch form a group, of which periodogram.go finds the lattices.

// A segment is a straight border: across says where it lies, from and to
// where it begins and ends along its direction, in pixels.
type segment struct {
	across   float64
	from, to float64
}

func (s segment) length() float64 { return s.to - s.from }

const (
	// widestLine is how wide a drawn line or gap between two runs can be
	// to count as one border.
	widestLine = 14
	// shortestSegment is the least length of a border that counts.
	shortestSegment = 9
	// mostSegments bounds the work on pictures full of edges, such as photos.
	mostSegments = 1200
)

// FromBorders looks for lattices by the borders between colours.
func FromBorders(p *raster.Picture, sc raster.Scans) []Candidate {
	upright, level := borderSegments(sc, p)
	all := groups(p, upright, level)
	found := make([][]Candidate, len(all))
	var next atomic.Int32
	work := func() {
		for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
			found[i] = all[i].lattices(p)
		}
	}
	parallel.Both(work, work)
	return slices.Concat(found...)
}

// lattices returns those that the borders of a group lie on, and those of the boards
// framed by them.
func (g group) lattices(p *raster.Picture) []Candidate {
	const filled = 0.85 // of a square within borders is the board, if it is one
	out := latticesOf(p, g)
	for _, part := range g.framed(p) {
		all := latticesOf(p, part) // the best outlined first
		board := func(c Candidate) bool { return c.area() >= filled*part.bounds().Area() }
		if k := slices.IndexFunc(all, board); k >= 0 {
			out = append(out, all[k])
		}
	}
	return out
}

// tracer follows borders from scan line to scan line.
type tracer struct {
	open []track
	// at holds, for every half pixel across, the track last seen there, plus
	// one.
	at []int32
}

// track is a border as far as it was followed.
type track struct {
	sum         float64
	n           int
	last        int // half pixels
	first, seen int // scan lines
	whole       int // the scan line from which it was seen without a gap
}

// short tells whether the border was last seen over no more than a mark in a small
// cell is high: not over a whole side of a cell, up to a line that crosses it.
func (o *track) short() bool { return o.seen-o.whole < 3 }

// segments follows the borders from scan line to scan line. Lines are extent
// long; there is one every scanStep pixels up to depth.
func segments(lines [][]raster.Run, extent, depth int) []segment {
	const (
		slack  = 4 // half pixels a border may wander from line to line
		missed = 4 // scan lines a border may be lost for, as where lines cross
	)
	t := tracer{open: make([]track, 0, 1024), at: make([]int32, 2*extent+1)}
	var at []int
	for i, runs := range lines {
		at = borders(runs, extent, at[:0])
		for _, x := range at {
			hit := int32(0)
			off := slack + 1
			for v := max(0, x-slack); v <= min(x+slack, 2*extent); v++ {
				if k := t.at[v]; k > 0 && max(v-x, x-v) < off && i-t.open[k-1].seen <= missed+1 {
					hit, off = k, max(v-x, x-v)
				}
			}
			if hit > 0 && t.open[hit-1].seen == i {
				continue
			}
			if hit > 0 && t.open[hit-1].short() && passed(lines[t.open[hit-1].seen+1:i], x) {
				hit = 0
			}
			if hit == 0 {
				t.open = append(t.open, track{first: i, last: x, whole: i})
				hit = int32(len(t.open))
			}
			o := &t.open[hit-1]
			if t.at[o.last] == hit {
				t.at[o.last] = 0
			}
			if i > o.seen+1 {
				o.whole = i
			}
			t.at[x] = hit
			o.sum, o.n, o.last, o.seen = o.sum+float64(x), o.n+1, x, i
		}
	}
	var done []segment
	for _, o := range t.open {
		if from, to := float64(o.first*raster.ScanStep), float64(min(o.seen*raster.ScanStep+1, depth)); to-from >= shortestSegment && 2*o.n > o.seen-o.first {
			done = append(done, segment{across: o.sum / float64(2*o.n), from: from, to: to})
		}
	}
	slices.SortFunc(done, func(a, b segment) int {
		return cmp.Or(cmp.Compare(b.length(), a.length()), cmp.Compare(a.across, b.across), cmp.Compare(a.from, b.from))
	})
	return done[:min(len(done), mostSegments)]
}

// passed tells whether runs go straight over a place, in half pixels, in more
// than one of the scan lines: then no border was merely lost there. Crosses in small
// cells would else make one, each going on where the last one ended.
func passed(lines [][]raster.Run, x int) bool {
	const margin = 2 // pixels
	over := 0
	for _, runs := range lines {
		if slices.ContainsFunc(runs, func(r raster.Run) bool { return 2*int(r.From+margin) <= x && x <= 2*int(r.To-margin) }) {
			over++
		}
	}
	return over > 1
}

// borders lists where one run of a scan line gives way to the next, in
// half pixels: in the middle of the line between them, or at both ends of a
// longer stretch. A wide line is a run itself; it is known by the much longer
// ones right beside it.
func borders(runs []raster.Run, extent int, out []int) []int {
	const (
		narrow = 10 // wider runs may be small cells
		soft   = 2  // pixels in which a line fades into a cell
	)
	last := -1 // the last run that is no line
	for k, r := range runs {
		if w := r.To - r.From; w <= narrow {
			before := k == 0 || runs[k-1].To-runs[k-1].From > 2*w && r.From-runs[k-1].To <= soft
			after := k == len(runs)-1 || runs[k+1].To-runs[k+1].From > 2*w && runs[k+1].From-r.To <= soft
			if before && after && len(runs) > 1 {
				continue
			}
		}
		switch {
		case last < 0:
			if r.From > 0 {
				out = append(out, 2*int(r.From))
			}
		case r.From-runs[last].To <= widestLine+4:
			out = append(out, int(runs[last].To+r.From))
		default:
			out = append(out, 2*int(runs[last].To), 2*int(r.From))
		}
		last = k
	}
	if last >= 0 && int(runs[last].To) < extent {
		out = append(out, 2*int(runs[last].To))
	}
	return out
}

// HasBoldLines tells whether on average every scan line crosses a line that is bolder
// than borders takes for one: between two runs that may be cells with such lines, and
// no more than a third as long as either.
func HasBoldLines(s raster.Scans) bool {
	const least, most, times = widestLine - 4, 36, 3
	n := 0
	for _, runs := range s.Rows {
		last := -1
		for k, r := range runs {
			if r.To-r.From <= most && k+1 < len(runs) {
				continue // the line itself
			}
			if last >= 0 {
				gap := r.From - runs[last].To
				if shorter := min(r.To-r.From, runs[last].To-runs[last].From); gap > least && gap <= most &&
					shorter > times*gap && shorter+gap > BoldCell {
					n++
				}
			}
			last = k
		}
	}
	return n >= len(s.Rows)
}

// group is a set of borders that touch.
type group struct{ upright, level []segment }

// groups joins the segments that touch or cross.
func groups(p *raster.Picture, upright, level []segment) []group {
	const touch = 9
	s := partition.NewSets(len(upright) + len(level))
	order := make([]int, len(level)) // of the level ones, from top to bottom
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(level[a].across, level[b].across) })
	for i, v := range upright {
		k, _ := slices.BinarySearchFunc(order, v.from-touch, func(j int, y float64) int { return cmp.Compare(level[j].across, y) })
		for ; k < len(order) && level[order[k]].across <= v.to+touch; k++ {
			if h := level[order[k]]; v.across >= h.from-touch && v.across <= h.to+touch {
				s.Join(i, len(upright)+order[k])
			}
		}
	}
	joinInLine(s, upright, 0)
	joinInLine(s, level, len(upright))
	byRoot := make(map[int]int)
	var out []group
	place := func(i int) *group {
		root := s.Find(i)
		k, ok := byRoot[root]
		if !ok {
			k = len(out)
			byRoot[root] = k
			out = append(out, group{})
		}
		return &out[k]
	}
	for i, v := range upright {
		g := place(i)
		g.upright = append(g.upright, v)
	}
	for j, h := range level {
		g := place(len(upright) + j)
		g.level = append(g.level, h)
	}
	return slices.DeleteFunc(out, func(g group) bool { return !g.enough(p) })
}

// joinInLine joins the borders that go on in a straight line after a short gap, as
// where a large crown comes near the side of the board. They are numbered from first
// on.
func joinInLine(s *partition.Sets, borders []segment, first int) {
	const (
		aside = 1.0     // pixel
		gap   = 1.0 / 8 // of the shorter one
	)
	order := make([]int, len(borders))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(borders[a].across, borders[b].across) })
	for k, i := range order {
		a := borders[i]
		for _, j := range order[k+1:] {
			b := borders[j]
			if b.across > a.across+aside {
				break
			}
			if max(a.from, b.from)-min(a.to, b.to) <= gap*min(a.length(), b.length()) {
				s.Join(first+i, first+j)
			}
		}
	}
}

// framed returns the parts of a group inside squares along two opposite sides of
// which borders run. A board that touches something else, as the foot of one in
// a window does a taskbar, is one group with all that this touches; the many
// borders around would drown the board's own.
func (g group) framed(p *raster.Picture) (parts []group) {
	const most = 6
	box := g.bounds()
	var found []raster.Rect
	look := func(s []segment, square func(low, high, from, side float64) raster.Rect) {
		for i, a := range s {
			if a.length() < MinSize*MinCell {
				break // the longest come first
			}
			slack := max(2*raster.ScanStep, 0.02*a.length())
			for _, b := range s[i+1:] {
				if a.length()-b.length() > 2*slack {
					break
				}
				low, high := min(a.across, b.across), max(a.across, b.across)
				if math.Abs(a.from-b.from) > slack || math.Abs(a.to-b.to) > slack || math.Abs(high-low-a.length()) > slack {
					continue
				}
				r := square(low, high, a.from, a.length())
				if r.Area() < 0.8*box.Area() && !slices.ContainsFunc(found, func(o raster.Rect) bool { return o.Overlap(r) > 0.8*max(o.Area(), r.Area()) }) {
					found = append(found, r)
				}
			}
		}
	}
	look(g.upright, func(low, high, from, side float64) raster.Rect {
		return raster.Rect{X: low, Y: from, Width: high - low, Height: side}
	})
	look(g.level, func(low, high, from, side float64) raster.Rect {
		return raster.Rect{X: from, Y: low, Width: side, Height: high - low}
	})
	slices.SortStableFunc(found, func(a, b raster.Rect) int { return cmp.Compare(b.Area(), a.Area()) })
	for _, r := range found {
		part := group{clip(g.upright, r.X, r.X+r.Width, r.Y, r.Y+r.Height), clip(g.level, r.Y, r.Y+r.Height, r.X, r.X+r.Width)}
		if part.enough(p) && len(parts) < most {
			parts = append(parts, part)
		}
	}
	return parts
}

// enough tells whether a group has as many borders as a board has at least, with
// all its sides or but for a column that is hidden. Where a picture was cut to the
// board, its edges are the sides.
func (g group) enough(p *raster.Picture) bool {
	upright, level := len(g.upright), len(g.level)
	if upright+level < 4 {
		return false
	}
	b := g.bounds()
	for _, end := range [...]float64{b.X, float64(p.W) - b.X - b.Width} {
		if end < raster.ScanStep {
			upright++
		}
	}
	for _, end := range [...]float64{b.Y, float64(p.H) - b.Y - b.Height} {
		if end < raster.ScanStep {
			level++
		}
	}
	return min(upright, level) >= 3 && upright+level >= 7
}

// clip returns what of the segments lies between two places across and two along
// them.
func clip(s []segment, low, high, from, to float64) (out []segment) {
	for _, v := range s {
		v.from, v.to = max(v.from, from), min(v.to, to)
		if v.across >= low-raster.ScanStep && v.across <= high+raster.ScanStep && v.length() >= shortestSegment {
			out = append(out, v)
		}
	}
	return out
}

// borderSegments follows the borders along both axes at the same time.
func borderSegments(s raster.Scans, p *raster.Picture) (upright, level []segment) {
	parallel.Both(func() { upright = segments(s.Rows, p.W, p.H) }, func() { level = segments(s.Cols, p.H, p.W) })
	return upright, level
}

// BoldCell is the least pitch, in pixels, of a board with lines that bold.
const BoldCell = 70
