package lattice

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Which lattice do the borders of a group lie on?
//
//	group -> profiles -> pitch -> progressions -> outline
//
// The periodogram of a group's borders peaks at the pitch; the board is a square
// of cells with borders all around.

// profile is where the borders of a group lie along one axis, those that nearly
// coincide taken together, with their lengths.
type profile struct{ at, length []float64 }

// profileOf gathers the places of segments; the mostPositions that hold the longest
// borders are kept.
func profileOf(segments []segment) profile {
	const (
		mostPositions = 64
		together      = 2.5 // pixels
	)
	sorted := slices.Clone(segments)
	slices.SortFunc(sorted, func(a, b segment) int { return cmp.Compare(a.across, b.across) })
	type position struct{ sum, length float64 }
	var all []position
	for _, v := range sorted {
		if k := len(all) - 1; k >= 0 && v.across-all[k].sum/all[k].length <= together {
			all[k].sum += v.across * v.length()
			all[k].length += v.length()
			continue
		}
		all = append(all, position{v.across * v.length(), v.length()})
	}
	slices.SortStableFunc(all, func(a, b position) int { return cmp.Compare(b.length, a.length) })
	var t profile
	for _, o := range all[:min(len(all), mostPositions)] {
		t.at, t.length = append(t.at, o.sum/o.length), append(t.length, o.length)
	}
	return t
}

// phasors steps through the frequencies of a periodogram: it holds, for every
// position, a pointer that turns by a fixed angle each step.
type phasors struct {
	now, step []complex128
	length    []float64
}

func newPhasors(t profile, origin, first, step float64) phasors {
	r := phasors{length: t.length}
	for _, x := range t.at {
		r.now = append(r.now, cmplx.Rect(1, 2*math.Pi*first*(x-origin)))
		r.step = append(r.step, cmplx.Rect(1, 2*math.Pi*step*(x-origin)))
	}
	return r
}

// next returns how well the positions agree on a phase at the present frequency,
// as a length, and goes on to the next.
func (r *phasors) next() float64 {
	var sum complex128
	for i, c := range r.now {
		sum += c * complex(r.length[i], 0)
		r.now[i] = c * r.step[i]
	}
	return cmplx.Abs(sum)
}

// pitches returns the distances of which most borders of a group lie whole
// multiples apart, the widest first: the peaks of the borders' periodogram,
// both axes taken together.
func (g group) pitches(axes [2]profile) []float64 {
	const (
		finest = 30   // cells across the group, which can be larger than the board
		widest = 2.5  // the same
		steps  = 8    // per cycle over the group
		agree  = 0.55 // of all the borders' length
		most   = 6
	)
	box := g.bounds()
	side := max(box.Width, box.Height)
	if side < 4*MinCell {
		return nil
	}
	step := 1 / (steps * side)
	first, last := widest/side, min(finest/side, 1.0/(MinCell-1))
	x, y := newPhasors(axes[0], box.X, first, step), newPhasors(axes[1], box.Y, first, step)
	total := 0.0
	for _, t := range axes {
		for _, l := range t.length {
			total += l
		}
	}
	var out []float64
	before, here := 0.0, x.next()+y.next()
	for f := first; f <= last && len(out) < most; f += step {
		after := x.next() + y.next()
		if here >= agree*total && here >= before && here > after {
			// The peak of a parabola through the three.
			shift := 0.5 * (before - after) / (before - 2*here + after)
			out = append(out, 1/(f+shift*step))
		}
		before, here = here, after
	}
	return out
}

// bounds returns the rectangle that the group's borders span.
func (g group) bounds() raster.Rect {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, v := range g.upright {
		x0, x1, y0, y1 = min(x0, v.across), max(x1, v.across), min(y0, v.from), max(y1, v.to)
	}
	for _, h := range g.level {
		y0, y1, x0, x1 = min(y0, h.across), max(y1, h.across), min(x0, h.from), max(x1, h.to)
	}
	return raster.Rect{X: x0, Y: y0, Width: x1 - x0, Height: y1 - y0}
}

// progression is a row of evenly spaced lines: where one of them lies, and the spacing.
type progression struct{ first, pitch float64 }

// off returns the number of the line next to x and how far from it x lies.
func (c progression) off(x float64) (line, off float64) {
	line = math.Round((x - c.first) / c.pitch)
	return line, x - c.first - line*c.pitch
}

// at returns where a line lies.
func (c progression) at(k float64) float64 { return c.first + k*c.pitch }

// refine returns the progressions of about the given pitch that the borders of both
// axes lie on, by least squares: first with one pitch for both, then, since a
// picture can be stretched a little, with one for each.
func refine(pitch float64, axes [2]profile) (lines [2]progression, ok bool) {
	const astray = 0.04 // of the pitch: how far it may be corrected
	for i, t := range axes {
		var sum complex128
		for k, x := range t.at {
			sum += cmplx.Rect(t.length[k], 2*math.Pi*x/pitch)
		}
		lines[i] = progression{cmplx.Phase(sum) / (2 * math.Pi) * pitch, pitch}
	}
	for _, reach := range []float64{0.22, 0.16, 0.12} {
		var den, slope [2]float64
		var means [2][2]float64 // of the lines' numbers and positions
		for i, t := range axes {
			var n, sk, sx, skk, skx, all float64
			for j, x := range t.at {
				w := t.length[j]
				all += w
				k, off := lines[i].off(x)
				if math.Abs(off) <= reach*lines[i].pitch {
					n, sk, sx, skk, skx = n+w, sk+w*k, sx+w*x, skk+w*k*k, skx+w*k*x
				}
			}
			if n < 0.4*all || n == 0 {
				return lines, false
			}
			den[i], slope[i] = skk-sk*sk/n, skx-sk*sx/n
			means[i] = [2]float64{sk / n, sx / n}
		}
		if den[0]+den[1] == 0 {
			return lines, false
		}
		both := (slope[0] + slope[1]) / (den[0] + den[1])
		for i := range lines {
			p := both
			if reach < 0.15 && den[i] > 0 && math.Abs(slope[i]/den[i]-both) < 0.015*both {
				p = slope[i] / den[i]
			}
			lines[i] = progression{means[i][1] - p*means[i][0], p}
		}
		if math.Abs(both-pitch) > astray*pitch {
			return lines, false
		}
	}
	return lines, true
}

// outline counts, along every line of a progression, how much of each cell's side
// has a border on it, summed up so that any stretch is known at once.
type outline struct {
	from  int         // the first line
	cells int         // stretches along a line, counted from the other progression's first
	sum   [][]float64 // by line, then by stretch
	cut   []bool      // by line: whether it lies at the picture's edge
}

// newOutline holds the borders s against a progression, from one line to another. The
// cells along the borders lie between the lines of the other progression from low to
// high. Lines at the picture's edge, extent long, count as covered: there the
// picture cuts the board off.
func newOutline(s []segment, across progression, from, to int, along progression, low, high, extent int) outline {
	o := outline{from: from, cells: high - low}
	o.sum, o.cut = make([][]float64, to-from+1), make([]bool, to-from+1)
	for k := range o.sum {
		o.sum[k] = make([]float64, o.cells+1)
	}
	near := across.besides()
	for _, v := range s {
		line, off := across.off(v.across)
		k := int(line)
		if k < from || k > to || math.Abs(off) > near {
			continue
		}
		row := o.sum[k-from]
		a, b := (v.from-along.first)/along.pitch-float64(low), (v.to-along.first)/along.pitch-float64(low)
		for c := max(0, int(a)); c < o.cells && float64(c) < b; c++ {
			row[c+1] += max(0, min(b, float64(c+1))-max(a, float64(c)))
		}
	}
	cut := max(3, 0.1*across.pitch)
	for k, row := range o.sum {
		at := across.at(float64(from + k))
		o.cut[k] = at < cut || at > float64(extent)-cut
		for c := range o.cells {
			if o.cut[k] {
				row[c+1] = 1
			}
			row[c+1] = row[c] + min(1, row[c+1])
		}
	}
	return o
}

// share returns how much of a line between two stretches has borders on it.
func (o *outline) share(line, a, b int) float64 {
	row := o.sum[line-o.from]
	return (row[b] - row[a]) / float64(b-a)
}

// opposite is how much of two opposite sides of a square has borders on it.
type opposite struct {
	least, most float64
	whole       bool // both have them from end to end, and it is not the picture that ends there
}

// sides looks at a line and the one n further on, from a stretch on.
func (o *outline) sides(line, from, n int) opposite {
	const whole = 0.95
	a, b := o.share(line, from, from+n), o.share(line+n, from, from+n)
	s := opposite{least: min(a, b), most: max(a, b)}
	s.whole = s.least >= whole && !o.cut[line-o.from] && !o.cut[line+n-o.from]
	return s
}

// used counts the lines inside a board of n cells from a line on that have a
// border somewhere.
func (o *outline) used(line, from, n int) float64 {
	count := 0.0
	for k := line + 1; k < line+n; k++ {
		if row := o.sum[k-o.from]; row[from+n]-row[from] >= 0.5 {
			count++
		}
	}
	return count
}

// aSide is the least length of a border, of a cell's side: what is shorter is part of a
// mark, or of a photo.
const aSide = 0.7

// holds returns the share of the borders inside a rectangle, by length, that
// fall on the progression. Across is its direction.
func (c progression) holds(s []segment, fromAcross, toAcross, from, to float64) float64 {
	near := c.besideLine()
	var on, all float64
	for _, v := range s {
		if v.length() < aSide*c.pitch || v.across < fromAcross+c.besides() || v.across > toAcross-c.besides() {
			continue
		}
		l := min(v.to, to) - max(v.from, from)
		if l <= 0 {
			continue
		}
		all += l
		if _, off := c.off(v.across); math.Abs(off) <= near {
			on += l
		}
	}
	if all < c.pitch {
		return 0
	}
	return on / all
}

// besideLine is how far from an inner line of a board the border may be that was seen there.
func (c progression) besideLine() float64 { return max(1.5, 0.08*c.pitch) }

// besides is how far from the line at a side of a board the border may be that was
// seen there: the middle of a frame and a margin lies outside of it, and where a frame
// has the page's colour, the border is where the cells end.
func (c progression) besides() float64 { return max(3.5, 0.22*c.pitch) }

// span returns the lines between which a board may lie whose borders were seen
// between lo and hi: those, and the edges of the picture, extent long, where
// they are near. Regions at the rim need not have borders there.
func (c progression) span(lo, hi float64, extent int) (from, to int) {
	const (
		clipped = 0.15 // of a cell may lie outside the picture
		beyond  = 4    // cells from the outermost border to the edge
	)
	least, most := num.Ceil((0-c.first)/c.pitch-clipped), num.Floor((float64(extent)-c.first)/c.pitch+clipped)
	from, to = num.Floor((lo-c.first)/c.pitch+0.3), num.Ceil((hi-c.first)/c.pitch-0.3)
	if from-least <= beyond {
		from = least
	}
	if most-to <= beyond {
		to = most
	}
	return max(from, least), min(to, most)
}

// ends returns the lines next to the ends of borders. What the edge of the picture,
// extent long, clips is a row or a column as well.
func (c progression) ends(lo, hi float64, extent int) (from, to float64) {
	const sliver = 0.15 // of a cell: the rest of a line
	from, _ = c.off(lo)
	to, _ = c.off(hi)
	if lo < raster.ScanStep {
		from = math.Ceil((lo-c.first)/c.pitch + sliver - 1)
	}
	if hi > float64(extent-raster.ScanStep) {
		to = math.Floor((hi-c.first)/c.pitch - sliver + 1)
	}
	return from, to
}

// outlined is a candidate and how much of its sides has borders, in tenths.
type outlined struct {
	Candidate
	share float64
}

// latticesOf finds the lattices a group may have: for every pitch that its borders
// agree on, the squares of cells that borders run around, the best outlined
// first. A part of a board can be outlined as well as the whole; the reader
// tells by what lies around.
func latticesOf(p *raster.Picture, g group) []Candidate {
	const most = 6
	xs, ys := profileOf(g.upright), profileOf(g.level)
	var found []outlined
	var rest Candidate // all that is to be seen, where that is no square or no border runs around it
	cut := false
	// The outermost borders are long and can be those of a frame, off the
	// progression; a small board has few others.
	for _, axes := range [][2]profile{{xs.inner(), ys.inner()}, {xs, ys}} {
		for _, pitch := range g.pitches(axes) {
			fit, ok := refine(pitch, axes)
			if !ok || min(fit[0].pitch, fit[1].pitch) < MinCell-1 {
				continue
			}
			found = g.squares(p, fit, found)
			if part, ok := g.part(p, fit); ok && (!cut || rest.Open && !part.Open) {
				rest, cut = part, true
			}
		}
	}
	// To a tenth of their sides: then the larger board comes first.
	slices.SortStableFunc(found, func(a, b outlined) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(b.area(), a.area()))
	})
	var out []Candidate
	for _, o := range found {
		if len(out) == most {
			break
		}
		if !slices.ContainsFunc(out, func(c Candidate) bool { return c.Rows == o.Rows && c.Lattice.OffsetFrom(o.Lattice) < 0.1 }) {
			out = append(out, o.Candidate)
		}
	}
	if cut && !slices.ContainsFunc(out, func(c Candidate) bool {
		return c.area() > rest.area() || rest.Open && c.area() > 0.9*rest.area()
	}) {
		out = append(out, rest)
	}
	return out
}

// How many of the lines inside a board have a border somewhere. Of a lattice of half
// the pitch only every second one has, and no line through the cells.
const (
	crossedShare = 0.6 // of 663 known boards the one with the fewest has 71 %
	half         = 0.5 // small boards with large regions, where there are no borders around
)

// part returns the grid that a group spans on two progressions: a board of which a side is
// hidden, perhaps, or where it is square one that has the page's colour at its rim.
func (g group) part(p *raster.Picture, fit [2]progression) (Candidate, bool) {
	const (
		least = 3   // rows and columns
		fits  = 0.9 // of the borders fall on the progressions
	)
	b := g.bounds()
	left, right := fit[0].ends(b.X, b.X+b.Width, p.W)
	top, bottom := fit[1].ends(b.Y, b.Y+b.Height, p.H)
	rows, cols := int(bottom-top), int(right-left)
	if min(rows, cols) < least || max(rows, cols) > MaxSize ||
		g.heldBy(fit, b) < fits ||
		fit[0].crossed(g.upright, left, right) < half || fit[1].crossed(g.level, top, bottom) < half {
		return Candidate{}, false
	}
	rest := weakAt(fit, left, top, rows, cols)
	rest.Open = rows == cols
	return rest, true
}

// crossed returns the share of the lines between two that have a border.
func (c progression) crossed(s []segment, from, to float64) float64 {
	hit := make(map[float64]bool)
	for _, v := range s {
		if v.length() < aSide*c.pitch {
			continue
		}
		if k, off := c.off(v.across); k > from && k < to && math.Abs(off) <= c.besideLine() {
			hit[k] = true
		}
	}
	return float64(len(hit)) / (to - from - 1)
}

// heldBy returns the share of a group's borders inside a rectangle that fall on
// two progressions, of the axis on which fewer do.
func (g group) heldBy(fit [2]progression, b raster.Rect) float64 {
	return min(fit[0].holds(g.upright, b.X, b.X+b.Width, b.Y, b.Y+b.Height), fit[1].holds(g.level, b.Y, b.Y+b.Height, b.X, b.X+b.Width))
}

// weakAt returns the grid of rows and cols between two progressions, from the given
// lines on.
func weakAt(fit [2]progression, left, top float64, rows, cols int) Candidate {
	l := Lattice{X: fit[0].at(left), Y: fit[1].at(top), PitchX: fit[0].pitch, PitchY: fit[1].pitch, Size: max(rows, cols)}
	return Candidate{Lattice: l, Rows: rows, Cols: cols, Weak: true}
}

// inner returns the profile without the outermost.
func (t profile) inner() profile {
	var in profile
	lo, hi := slices.Min(t.at), slices.Max(t.at)
	near := 0.03 * (hi - lo)
	for i, x := range t.at {
		if x > lo+near && x < hi-near {
			in.at, in.length = append(in.at, x), append(in.length, t.length[i])
		}
	}
	return in
}

// squares appends the squares of cells on two progressions that borders run around.
func (g group) squares(p *raster.Picture, fit [2]progression, found []outlined) []outlined {
	const (
		around = 0.45 // of each side of a board has a border, or of three if those beside the fourth are whole
		fits   = 0.8  // of the borders inside it fall on its lines
		whole  = 0.95 // of what borders span is the board, if there are no others
	)
	box := g.bounds()
	x0, x1 := fit[0].span(box.X, box.X+box.Width, p.W)
	y0, y1 := fit[1].span(box.Y, box.Y+box.Height, p.H)
	if x1-x0 < MinSize || y1-y0 < MinSize {
		return found
	}
	upright := newOutline(g.upright, fit[0], x0, x1, fit[1], y0, y1, p.W)
	level := newOutline(g.level, fit[1], y0, y1, fit[0], x0, x1, p.H)
	for n := MinSize; n <= min(MaxSize, x1-x0, y1-y0); n++ {
		for r := y0; r+n <= y1; r++ {
			for c := x0; c+n <= x1; c++ {
				beside, above := upright.sides(c, r-y0, n), level.sides(r, c-x0, n)
				share := min(beside.least, above.least)
				if beside.whole || above.whole {
					// The other two sides end where the fourth has to be: at a thin strip
					// of the page, perhaps, that no border was seen beside.
					share = max(share, min(around, beside.most, above.most))
				}
				used := upright.used(c, r-y0, n) + level.used(r, c-x0, n)
				if share < around || used < 2*half*float64(n-1) {
					continue
				}
				square := weakAt(fit, float64(c), float64(r), n, n)
				if used < 2*crossedShare*float64(n-1) && box.Overlap(square.Bounds()) < whole*box.Area() {
					continue
				}
				if g.heldBy(fit, square.Bounds()) >= fits {
					found = append(found, outlined{square, math.Round(10 * share)})
				}
			}
		}
	}
	return found
}
