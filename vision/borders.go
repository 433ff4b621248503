package vision

import (
	"cmp"
	"math"
	"slices"
)

// Where is the lattice? Second answer, for boards that draw no line inside a
// region, or none at all: the borders between colours, wherever they are, lie
// at whole multiples of one distance.
//
//	scan lines -> borders -> segments -> groups -> comb
//
// A border that stays at the same place over several scan lines is a segment.
// Segments that touch form a group. Of every group the sizes are tried, and
// the smallest one whose comb all segments fall on is the lattice.

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
	upright := segments(sc.rows, p.w, p.h)
	level := segments(sc.cols, p.h, p.w)
	var out []candidate
	for _, g := range groups(upright, level) {
		out = append(out, combs(p, g)...)
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
}

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
			if hit == 0 {
				t.open = append(t.open, track{first: i, last: x})
				hit = int32(len(t.open))
			}
			o := &t.open[hit-1]
			if t.at[o.last] == hit {
				t.at[o.last] = 0
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

// borders lists where one flat run of a scan line gives way to the next, in
// half pixels: in the middle of the line between them, or at both ends of a
// longer stretch. A wide line is a run itself; it is known by the much longer
// ones beside it.
func borders(runs []run, extent int, out []int) []int {
	const narrow = 10 // wider runs may be small cells
	last := -1        // the last run that is no line
	for k, r := range runs {
		if w := r.to - r.from; w <= narrow {
			before := k == 0 || runs[k-1].to-runs[k-1].from > 2*w
			after := k == len(runs)-1 || runs[k+1].to-runs[k+1].from > 2*w
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

// group is a set of borders that touch.
type group struct{ upright, level []segment }

// groups joins the segments that touch or cross.
func groups(upright, level []segment) []group {
	const touch = 7
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
	return slices.DeleteFunc(out, func(g group) bool { return len(g.upright) < 4 || len(g.level) < 4 })
}

// combs finds the lattices a group may have, the best outlined first: for each
// choice of outer sides the smallest size for which nearly all borders between
// them fall on the comb. A part of a board can fit as well as the whole; the
// reader tells by what lies around.
func combs(p *picture, g group) []candidate {
	const most = 6
	type outlined struct {
		candidate
		share float64
	}
	var found []outlined
	xs, ys := outer(g.upright, g.level, p.w), outer(g.level, g.upright, p.h)
	for _, x0 := range xs.low {
		for _, x1 := range xs.high {
			for _, y0 := range ys.low {
				for _, y1 := range ys.high {
					c, ok := sized(g, x0, x1, y0, y1)
					if !ok || slices.ContainsFunc(found, func(o outlined) bool { return o.same(c) }) {
						continue
					}
					share := min(
						along(g.upright, x0, y0, y1, p.w), along(g.upright, x1, y0, y1, p.w),
						along(g.level, y0, x0, x1, p.h), along(g.level, y1, x0, x1, p.h),
					)
					// To a tenth: then the larger board comes first.
					found = append(found, outlined{c, math.Round(10 * share)})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b outlined) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(b.area(), a.area()))
	})
	var out []candidate
	for _, o := range found[:min(len(found), most)] {
		out = append(out, o.candidate)
	}
	return out
}

// along returns the share of a side that borders lie on, at most 1. The edge of
// the picture, which cut the board off there, counts in full.
func along(s []segment, side, from, to float64, extent int) float64 {
	if side <= 0 || side >= float64(extent) {
		return 1
	}
	length := 0.0
	for _, v := range s {
		if abs(v.across-side) <= 3 {
			length += max(0, min(v.to, to)-max(v.from, from))
		}
	}
	return min(1, length/(to-from))
}

// sized finds the size of a board with the given sides. Sizes too small for a
// board are tried as well: what fits one is a handful of cells, not a board of
// twice the size.
func sized(g group, x0, x1, y0, y1 float64) (candidate, bool) {
	w, h := x1-x0, y1-y0
	if w < 4*minCell || abs(w-h) > 0.03*max(w, h) {
		return candidate{}, false
	}
	var best Lattice
	score := 0.0
	for n := 2; n <= MaxSize && w/float64(n) >= minCell; n++ {
		l := Lattice{Size: n}
		l.X, l.PitchX = settleOn(g.upright, x0, w/float64(n), n)
		l.Y, l.PitchY = settleOn(g.level, y0, h/float64(n), n)
		s := min(on(g.upright, l.X, l.PitchX, n, y0, y1), on(g.level, l.Y, l.PitchY, n, x0, x1))
		// A larger size has more teeth for borders to fall on by chance; it
		// must earn them.
		if s >= 0.85 && s > score+0.04 {
			best, score = l, s
		}
	}
	if best.Size < MinSize {
		return candidate{}, false // a few cells of a board, or no board
	}
	return candidate{lattice: best, rows: best.Size, cols: best.Size, filled: 1, weak: true}, true
}

// settleOn moves a comb to where the borders really lie, the long ones counting
// more. The outer sides count for nothing: they may be a frame's, and half a
// frame's width off.
func settleOn(s []segment, first, pitch float64, n int) (float64, float64) {
	const reach = 0.2 // of a cell
	at, length := make([]float64, n), make([]float64, n)
	for _, v := range s {
		k := math.Round((v.across - first) / pitch)
		if k >= 1 && k < float64(n) && abs(v.across-first-k*pitch) <= reach*pitch {
			at[int(k)] += v.across * v.length()
			length[int(k)] += v.length()
		}
	}
	var index, place []float64
	for k := range at {
		if length[k] > 0 {
			index, place = append(index, float64(k)), append(place, at[k]/length[k])
		}
	}
	if x, p, ok := comb(index, place); ok && abs(p-pitch) < 0.06*pitch {
		return x, p
	}
	return first, pitch
}

// ends holds the places that may be the two outer sides of a board.
type ends struct{ low, high []float64 }

// outer returns the outermost few places at which borders of some length lie:
// the board's side may have a frame around it, and a shadow around that. Where
// a picture was cut at the frame its edge is the side.
func outer(s, crossing []segment, extent int) ends {
	const most = 4
	sorted := slices.Clone(s)
	slices.SortFunc(sorted, func(a, b segment) int { return cmp.Compare(a.across, b.across) })
	var at, length []float64
	for _, v := range sorted {
		if k := len(at) - 1; k >= 0 && v.across-at[k] <= 3 {
			length[k] += v.length()
			continue
		}
		at, length = append(at, v.across), append(length, v.length())
	}
	longest := 0.0
	for _, l := range length {
		longest = max(longest, l)
	}
	var e ends
	for k := 0; k < len(at) && len(e.low) < most; k++ {
		if length[k] >= 0.3*longest {
			e.low = append(e.low, at[k])
		}
	}
	for k := len(at) - 1; k >= 0 && len(e.high) < most; k-- {
		if length[k] >= 0.3*longest {
			e.high = append(e.high, at[k])
		}
	}
	// Cut at the frame: other borders run out of the picture there.
	const touch = widestLine
	atLow, atHigh := 0, 0
	for _, v := range crossing {
		if v.from <= touch {
			atLow++
		}
		if v.to >= float64(extent-touch) {
			atHigh++
		}
	}
	if atLow >= 2 {
		e.low = append(e.low, 0)
	}
	if atHigh >= 2 {
		e.high = append(e.high, float64(extent))
	}
	return e
}

// on returns the share of the borders' length, inside the board, that falls on
// the comb: n+1 teeth from first on, pitch apart. Borders beyond the outer
// teeth do not count; they belong to the frame or to the page.
func on(s []segment, first, pitch float64, n int, from, to float64) float64 {
	tol := max(1.5, 0.05*pitch)
	var hit, all float64
	for _, v := range s {
		k := (v.across - first) / pitch
		if k < 0.1 || k > float64(n)-0.1 {
			continue
		}
		l := min(v.to, to) - max(v.from, from)
		if l <= 0 {
			continue
		}
		all += l
		if abs(k-math.Round(k))*pitch <= tol {
			hit += l
		}
	}
	if all < pitch {
		return 0
	}
	return hit / all
}
