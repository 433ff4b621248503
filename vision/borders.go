package vision

import (
	"cmp"
	"slices"
	"sync/atomic"
)

// Where is the lattice? Second answer, for boards that draw no line inside a
// region, or none at all: the borders between colours, wherever they are, lie
// at whole multiples of one distance.
//
//	scan lines -> borders -> segments -> groups -> combs
//
// A border that stays at the same place over several scan lines is a segment.
// Segments that touch form a group, of which comb.go finds the lattices.

// A segment is a straight border: across says where it lies, from and to
// where it begins and ends along its direction, in pixels.
type segment struct {
	across   float64
	from, to float64
}

func (s segment) length() float64 { return s.to - s.from }

const (
	// widestLine is how wide a drawn line or gap between two flat runs can be
	// to count as one border.
	widestLine = 14
	// shortestSegment is the least length of a border that counts.
	shortestSegment = 9
	// mostSegments bounds the work on pictures full of edges, such as photos.
	mostSegments = 1200
)

// findBorders looks for lattices by the borders between colours.
func findBorders(p *picture, sc scans) []candidate {
	upright, level := borderSegments(sc, p)
	all := groups(p, upright, level)
	found := make([][]candidate, len(all))
	var next atomic.Int32
	work := func() {
		for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
			found[i] = all[i].lattices(p)
		}
	}
	both(work, work)
	return slices.Concat(found...)
}

// lattices returns those that the borders of a group lie on, and those of the boards
// framed by them.
func (g group) lattices(p *picture) []candidate {
	const filled = 0.85 // of a square within borders is the board, if it is one
	out := combs(p, g)
	for _, part := range g.framed(p) {
		all := combs(p, part) // the best outlined first
		board := func(c candidate) bool { return c.area() >= filled*part.bounds().area() }
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
func segments(lines [][]run, extent, depth int) []segment {
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
		if from, to := float64(o.first*scanStep), float64(min(o.seen*scanStep+1, depth)); to-from >= shortestSegment && 2*o.n > o.seen-o.first {
			done = append(done, segment{across: o.sum / float64(2*o.n), from: from, to: to})
		}
	}
	slices.SortFunc(done, func(a, b segment) int {
		return cmp.Or(cmp.Compare(b.length(), a.length()), cmp.Compare(a.across, b.across), cmp.Compare(a.from, b.from))
	})
	return done[:min(len(done), mostSegments)]
}

// passed tells whether flat runs go straight over a place, in half pixels, in more
// than one of the scan lines: then no border was merely lost there. Crosses in small
// cells would else make one, each going on where the last one ended.
func passed(lines [][]run, x int) bool {
	const margin = 2 // pixels
	over := 0
	for _, runs := range lines {
		if slices.ContainsFunc(runs, func(r run) bool { return 2*int(r.from+margin) <= x && x <= 2*int(r.to-margin) }) {
			over++
		}
	}
	return over > 1
}

// borders lists where one flat run of a scan line gives way to the next, in
// half pixels: in the middle of the line between them, or at both ends of a
// longer stretch. A wide line is a run itself; it is known by the much longer
// ones right beside it.
func borders(runs []run, extent int, out []int) []int {
	const (
		narrow = 10 // wider runs may be small cells
		soft   = 2  // pixels in which a line fades into a cell
	)
	last := -1 // the last run that is no line
	for k, r := range runs {
		if w := r.to - r.from; w <= narrow {
			before := k == 0 || runs[k-1].to-runs[k-1].from > 2*w && r.from-runs[k-1].to <= soft
			after := k == len(runs)-1 || runs[k+1].to-runs[k+1].from > 2*w && runs[k+1].from-r.to <= soft
			if before && after && len(runs) > 1 {
				continue
			}
		}
		switch {
		case last < 0:
			if r.from > 0 {
				out = append(out, 2*int(r.from))
			}
		case r.from-runs[last].to <= widestLine+4:
			out = append(out, int(runs[last].to+r.from))
		default:
			out = append(out, 2*int(runs[last].to), 2*int(r.from))
		}
		last = k
	}
	if last >= 0 && int(runs[last].to) < extent {
		out = append(out, 2*int(runs[last].to))
	}
	return out
}

// bold tells whether on average every scan line crosses a line that is bolder
// than borders takes for one: between two runs that may be cells with such lines, and
// no more than a third as long as either.
func bold(s scans) bool {
	const least, most, times = widestLine - 4, 36, 3
	n := 0
	for _, runs := range s.rows {
		last := -1
		for k, r := range runs {
			if r.to-r.from <= most && k+1 < len(runs) {
				continue // the line itself
			}
			if last >= 0 {
				gap := r.from - runs[last].to
				if shorter := min(r.to-r.from, runs[last].to-runs[last].from); gap > least && gap <= most &&
					shorter > times*gap && shorter+gap > boldCell {
					n++
				}
			}
			last = k
		}
	}
	return n >= len(s.rows)
}

// group is a set of borders that touch.
type group struct{ upright, level []segment }

// groups joins the segments that touch or cross.
func groups(p *picture, upright, level []segment) []group {
	const touch = 9
	s := newSets(len(upright) + len(level))
	order := make([]int, len(level)) // of the level ones, from top to bottom
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(level[a].across, level[b].across) })
	for i, v := range upright {
		k, _ := slices.BinarySearchFunc(order, v.from-touch, func(j int, y float64) int { return cmp.Compare(level[j].across, y) })
		for ; k < len(order) && level[order[k]].across <= v.to+touch; k++ {
			if h := level[order[k]]; v.across >= h.from-touch && v.across <= h.to+touch {
				s.join(i, len(upright)+order[k])
			}
		}
	}
	joinInLine(s, upright, 0)
	joinInLine(s, level, len(upright))
	byRoot := make(map[int]int)
	var out []group
	place := func(i int) *group {
		root := s.find(i)
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
func joinInLine(s *sets, borders []segment, first int) {
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
				s.join(first+i, first+j)
			}
		}
	}
}

// framed returns the parts of a group inside squares along two opposite sides of
// which borders run. A board that touches something else, as the foot of one in
// a window does a taskbar, is one group with all that this touches; the many
// borders around would drown the board's own.
func (g group) framed(p *picture) (parts []group) {
	const most = 6
	box := g.bounds()
	var found []Rect
	look := func(s []segment, square func(low, high, from, side float64) Rect) {
		for i, a := range s {
			if a.length() < MinSize*minCell {
				break // the longest come first
			}
			slack := max(2*scanStep, 0.02*a.length())
			for _, b := range s[i+1:] {
				if a.length()-b.length() > 2*slack {
					break
				}
				low, high := min(a.across, b.across), max(a.across, b.across)
				if abs(a.from-b.from) > slack || abs(a.to-b.to) > slack || abs(high-low-a.length()) > slack {
					continue
				}
				r := square(low, high, a.from, a.length())
				if r.area() < 0.8*box.area() && !slices.ContainsFunc(found, func(o Rect) bool { return o.shared(r) > 0.8*max(o.area(), r.area()) }) {
					found = append(found, r)
				}
			}
		}
	}
	look(g.upright, func(low, high, from, side float64) Rect {
		return Rect{X: low, Y: from, Width: high - low, Height: side}
	})
	look(g.level, func(low, high, from, side float64) Rect {
		return Rect{X: from, Y: low, Width: side, Height: high - low}
	})
	slices.SortStableFunc(found, func(a, b Rect) int { return cmp.Compare(b.area(), a.area()) })
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
func (g group) enough(p *picture) bool {
	upright, level := len(g.upright), len(g.level)
	if upright+level < 4 {
		return false
	}
	b := g.bounds()
	for _, end := range [...]float64{b.X, float64(p.w) - b.X - b.Width} {
		if end < scanStep {
			upright++
		}
	}
	for _, end := range [...]float64{b.Y, float64(p.h) - b.Y - b.Height} {
		if end < scanStep {
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
		if v.across >= low-scanStep && v.across <= high+scanStep && v.length() >= shortestSegment {
			out = append(out, v)
		}
	}
	return out
}

// borderSegments follows the borders along both axes at the same time.
func borderSegments(s scans, p *picture) (upright, level []segment) {
	both(func() { upright = segments(s.rows, p.w, p.h) }, func() { level = segments(s.cols, p.h, p.w) })
	return upright, level
}

// boldCell is the least pitch, in pixels, of a board with lines that bold.
const boldCell = 70
