package lattice

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/num"
)

// Where cells show no ground of their own, as when a path runs through them, what stands in the
// middle of some of them still tells where they lie: equal spots, their middles whole cells
// apart.

const (
	fewestSpots = 4
	mostSpots   = 200 // of one size: a page of icons makes no work
	spotsAlike  = 0.2 // by how much the sizes of spots may differ, as a share
	leastPitch  = 1.5 // of a cell, in sizes of a spot: below twice as much there is no other on which all lie
	mostPitch   = 2.9
	onLattice   = 0.07 // of a cell: how far a spot's middle may lie off
)

// fromSpots finds grids in squares that do not lie side by side.
func fromSpots(sq []square) (out []Candidate) {
	spots := slices.Clone(sq)
	slices.SortFunc(spots, func(a, b square) int { return cmp.Compare(a.w, b.w) })
	for from := 0; from < len(spots); {
		to := from + 1
		for to < len(spots) && spots[to].w <= spots[from].w*(1+spotsAlike) {
			to++
		}
		if n := to - from; n >= fewestSpots && n <= mostSpots {
			if c, ok := spotGrid(spots[from:to]); ok {
				out = append(out, c)
			}
		}
		// Spots of a board may fall into two groups: each begins in the middle of another.
		next := from + 1
		for next < to && spots[next].w < spots[from].w*(1+spotsAlike/2) {
			next++
		}
		from = next
	}
	return out
}

// spotGrid finds the grid on which most of some spots lie.
func spotGrid(spots []square) (c Candidate, ok bool) {
	size := spots[len(spots)/2].w
	var middle square // of a cell, and how far it is from one to the next
	var pitch float64
	most := 0
	const (
		finer = 1.005 // from one pitch that is tried to the next
		share = 0.6   // of the spots
	)
	enough := func(n int) bool { return n >= fewestSpots && float64(n) >= share*float64(len(spots)) }
	if !enough(len(spots) - crowded(spots, size)) {
		return c, false // as the cells of a board are, which lie side by side
	}
	for p := size * leastPitch; p <= size*mostPitch; p *= finer {
		// Each spot in turn says where the cells lie: those of a few that are far apart do.
		for k := range min(len(spots), 4) {
			at, n := spots[k*len(spots)/min(len(spots), 4)], len(spots)
			for _, s := range spots {
				if !s.wholeCells(at, p) {
					if n--; n <= most || !enough(n) {
						break
					}
				}
			}
			if n > most && enough(n) {
				most, middle, pitch = n, at, p
			}
		}
	}
	if most == 0 {
		return c, false
	}
	spots = slices.DeleteFunc(slices.Clone(spots), func(s square) bool { return !s.wholeCells(middle, pitch) })
	return gridOf(spots, pitch)
}

// crowded counts the pairs of spots of about a size, each in one pair, that are nearer to each other than
// two cells at any pitch that is tried, and do not lie in one: no grid has both.
func crowded(spots []square, size float64) (pairs int) {
	const near, same = (1 - 2*onLattice) * leastPitch, 2 * onLattice * mostPitch
	paired := make([]bool, len(spots))
	for i, a := range spots {
		if paired[i] {
			continue
		}
		for k := i + 1; k < len(spots); k++ {
			b := spots[k]
			if d := max(math.Abs(a.x-b.x), math.Abs(a.y-b.y)); !paired[k] && d < near*size && d > same*size {
				paired[k] = true
				pairs++
				break
			}
		}
	}
	return pairs
}

// wholeCells tells whether the middles of two spots are whole cells apart, nearly.
func (s square) wholeCells(from square, pitch float64) bool {
	return off(s.x-from.x, pitch) <= onLattice && off(s.y-from.y, pitch) <= onLattice
}

// off returns how far a distance is from whole cells, in cells.
func off(d, pitch float64) float64 {
	d /= pitch
	return math.Abs(d - math.Floor(d+0.5))
}

// partOf finds the grid of which a few squares side by side are a part: in two rows or columns what cuts a square short draws
// its middle aside, so that only all of them together tell how far they are apart.
func partOf(sq []square, group []member) (Candidate, bool) {
	r0, r1, c0, c1 := extent(group)
	rows, cols := r1-r0+1, c1-c0+1
	var apart, x, y []float64
	for i, m := range group {
		for _, o := range group[:i] {
			if n := max(m.row-o.row, o.row-m.row); n > 0 {
				apart = append(apart, math.Abs(sq[m.i].y-sq[o.i].y)/float64(n))
			}
			if n := max(m.col-o.col, o.col-m.col); n > 0 {
				apart = append(apart, math.Abs(sq[m.i].x-sq[o.i].x)/float64(n))
			}
		}
	}
	pitch := num.Median(apart)
	for _, m := range group {
		x, y = append(x, sq[m.i].x-pitch*(float64(m.col-c0)+0.5)), append(y, sq[m.i].y-pitch*(float64(m.row-r0)+0.5))
	}
	l := Lattice{X: num.Median(x), Y: num.Median(y), PitchX: pitch, PitchY: pitch, Size: max(rows, cols)}
	return Candidate{Lattice: l, Rows: rows, Cols: cols, Spots: true}, min(rows, cols) > 1 && pitch >= MinCell-1
}

// gridOf puts a lattice through spots in the middles of cells of about a size.
func gridOf(spots []square, pitch float64) (c Candidate, ok bool) {
	axis := func(at func(s square) float64) (first, step float64, n int, ok bool) {
		low := at(spots[0])
		for _, s := range spots {
			low = min(low, at(s))
		}
		var k, v []float64
		for _, s := range spots {
			i := math.Round((at(s) - low) / pitch)
			k, v = append(k, i), append(v, at(s))
			n = max(n, int(i)+1)
		}
		if n < 2 {
			return 0, 0, 0, false
		}
		ones := make([]float64, len(k))
		for i := range ones {
			ones[i] = 1
		}
		first, step, ok = fitProgression(k, v, ones)
		return first - step/2, step, n, ok
	}
	x, px, cols, okX := axis(func(s square) float64 { return s.x })
	y, py, rows, okY := axis(func(s square) float64 { return s.y })
	if !okX || !okY || max(rows, cols) > MaxSize || px < MinCell-1 || py < MinCell-1 {
		return c, false
	}
	return Candidate{Lattice: Lattice{X: x, Y: y, PitchX: px, PitchY: py, Size: max(rows, cols)}, Rows: rows, Cols: cols, Spots: true}, true
}
