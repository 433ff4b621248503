package vision

import (
	"cmp"
	"slices"
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
// than borders takes for one: between two runs, and no more than a third as long
// as either.
func (s scans) bold() bool {
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
				if gap > least && gap <= most && min(r.to-r.from, runs[last].to-runs[last].from) > times*gap {
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
func groups(upright, level []segment) []group {
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
