package tango

import (
	"math"

	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// What stands between two cells? A sign interrupts the line there, and shows two bars or a
// cross. Either alone is a doubt.

// sign is what stands between two cells.
type sign uint8

const (
	none sign = iota
	equal
	opposite
	unclear
	bare // neither a sign nor a line is seen
)

// Places on a line, from the middle of a side, as shares of a cell.
const (
	reach    = 0.08 // a sign reaches
	gapFrom  = 0.085
	gapTo    = 0.145 // the line is interrupted up to here at least
	lineFrom = 0.2   // and drawn again from here
	lineTo   = 0.34
	strong   = 5     // times: the least contrast of a sign that stands out from its line, to the line's
	window   = 0.125 // half the side of the square that is looked at

	fits = 0.75 // correlation: so well at least a sign fits the shape that it has

	above = 1.3 // times: the least that stands out from a line, to the line's contrast
	noise = 10  // the contrast below which nothing is told from what noise leaves
)

// signAt tells what stands between a cell and the one left of it (axis outline.Upright) or
// above it. The grounds are those on both sides of the line; striped tells whether stripes were
// taken off one of the cells, which may have left specks.
func signAt(b *outline.Board, of *stencils, axis, row, col int, g1, g2 raster.RGB, striped bool) sign {
	e := edgeAt(b, axis, row, col, g1, g2)
	e.of = of
	if badge := e.badge(); e.departs(badge) >= raster.LeastContrast {
		on := edgeAt(b, axis, row, col, badge, badge)
		on.of, on.badged = of, true
		if strongest, _ := on.ink(-reach, reach); strongest >= raster.LeastContrast {
			return on.told(strongest)
		}
		return unclear
	}
	strongest, most := e.ink(-reach, reach)
	if !striped {
		most = strongest
	}
	line := min(e.usual(lineFrom, lineTo), e.usual(-lineTo, -lineFrom))
	faint := e.faint()
	inked := most >= max(above*line, raster.LeastContrast)
	usual := e.usual(-reach, reach)
	// What stripes left is seen here and there, and looks like no sign, nor like one of the two strokes that each has.
	specks := func() bool {
		return striped && usual < max(above*line, noise) && e.likest() < fits/math.Sqrt2
	}
	// like tells whether stripes left as much beside what would be a sign.
	like := func() bool {
		_, before := e.ink(-lineTo, -lineFrom)
		_, after := e.ink(lineFrom, lineTo)
		return striped && most < above*max(before, after)
	}
	if line < faint {
		switch {
		case inked && !specks():
			return e.told(most)
		case (most >= raster.LeastContrast || most >= max(above*line, noise) && !like()) && !specks():
			return unclear // it may be a pale sign beside a line that has the colour of a cell
		case !inked && e.stands():
			return unclear
		}
		return bare
	}
	cut := 0.6 // of the line's contrast: less is left where it is interrupted, in a blurred picture
	if most >= strong*line {
		cut = 0.8 // what runs out of so strong a sign fills the gaps in part
	}
	gap := min(e.least(-gapTo, -gapFrom), e.least(gapFrom, gapTo)) < cut*line
	through := usual >= cut*line
	switch {
	case through && min(e.usual(-gapTo, -gapFrom), e.usual(gapFrom, gapTo)) >= cut*line && specks():
		return none
	case gap && most >= raster.LeastContrast:
		return e.told(most)
	case !inked && !gap && through && !e.stands():
		return none
	}
	return unclear
}

// edge is the middle of the side between two cells.
type edge struct {
	p      *raster.Picture
	of     *stencils
	axis   int
	x, y   float64 // pixels
	pitch  float64
	g1, g2 int  // how bright the grounds on both sides are
	badged bool // they are that of a badge

	// What was measured last: most pixels have the colour of the one before.
	last   raster.RGB
	away   float64
	across []uint32
}

// edgeAt returns the side between a cell and the one left of it or above it, as signAt has it.
func edgeAt(b *outline.Board, axis, row, col int, g1, g2 raster.RGB) *edge {
	e := &edge{p: b.Picture, axis: axis, g1: int(g1.Luma()), g2: int(g2.Luma()), pitch: b.Lattice.Pitch(), last: g1}
	cell := b.Lattice.Cell(row, col)
	e.x, e.y = cell.X, cell.Y+cell.Height/2
	if axis == outline.Level {
		e.x, e.y = cell.X+cell.Width/2, cell.Y
	}
	return e
}

// badge returns the usual colour around what may be a sign: the ground of a cell, or of a badge that lies over
// the line.
func (e *edge) badge() raster.RGB {
	inner, outer := reach*e.pitch, window*e.pitch // signs reach so far, and badges
	r := raster.Rect{X: e.x - outer, Y: e.y - outer, Width: 2 * outer, Height: 2 * outer}.Image()
	all := make([]raster.RGB, 0, r.Dx()*r.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		e.across = e.p.Across(e.across[:0], r.Min.X, y, r.Dx(), false)
		dy := float64(y) + 0.5 - e.y
		for x, c := range e.across {
			dx := float64(r.Min.X+x) + 0.5 - e.x
			if d := dx*dx + dy*dy; d >= inner*inner && d <= outer*outer {
				all = append(all, raster.Unpacked(c))
			}
		}
	}
	return raster.MedianColor(all)
}

// faint is the contrast below which a line is not seen for certain: less than its sides differ.
func (e *edge) faint() float64 { return max(noise, math.Abs(float64(e.g1-e.g2))) }

// bright returns how bright the line is, where it is seen.
func (e *edge) bright() (v float64, seen bool) {
	var all []float64
	for _, part := range [...][2]float64{{-lineTo, -lineFrom}, {lineFrom, lineTo}} {
		for a := part[0]; a <= part[1]; a += 0.02 {
			strongest := 0.0
			for far := -1.5; far <= 1.5; far++ { // pixels
				x, y := e.x+far, e.y+a*e.pitch
				if e.axis == outline.Level {
					x, y = e.x+a*e.pitch, e.y+far
				}
				c := e.p.Clamped(num.Floor(x), num.Floor(y))
				if d := e.departs(c); d > strongest {
					strongest, v = d, float64(c.Luma())
				}
			}
			if strongest >= e.faint() {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return 0, false
	}
	return num.Median(all), true
}

// departs is how far a pixel is in brightness from the grounds on both sides. Video and JPEG let
// colours bleed, brightness hardly.
func (e *edge) departs(c raster.RGB) float64 {
	if c != e.last {
		v := int(c.Luma())
		e.last, e.away = c, float64(min(max(v-e.g1, e.g1-v), max(v-e.g2, e.g2-v)))
	}
	return e.away
}

// most is the most that pixels across the line depart from the grounds at a place along it, up to a
// share of a cell away from it.
func (e *edge) most(along, far float64) (most float64) {
	px := max(far*e.pitch, 1.5)
	x, y, down := num.Floor(e.x-px), num.Floor(e.y+along*e.pitch), e.axis == outline.Level
	if down {
		x, y = num.Floor(e.x+along*e.pitch), num.Floor(e.y-px)
	}
	e.across = e.p.Across(e.across[:0], x, y, int(2*px)+1, down)
	last := ^uint32(0)
	for _, c := range e.across {
		if c != last {
			last, most = c, max(most, e.departs(raster.Unpacked(c)))
		}
	}
	return most
}

// along calls for each pixel along the line between two places on it with the most that those
// across depart.
func (e *edge) along(from, to, far float64, visit func(most float64)) {
	middle := e.y
	if e.axis == outline.Level {
		middle = e.x
	}
	last := math.MinInt
	for a := from; a <= to; a += 0.5 / e.pitch {
		if at := num.Floor(middle + a*e.pitch); at != last {
			last = at
			visit(e.most(a, far))
		}
	}
}

// ink is the most that is seen about the line between two places on it, and the most but for what
// shows at one place alone, which is a speck: the bars of a sign are two.
func (e *edge) ink(from, to float64) (strongest, most float64) {
	e.along(from, to, window/2, func(v float64) {
		most = max(most, min(v, strongest))
		strongest = max(strongest, v)
	})
	return strongest, most
}

// stands tells whether something is seen about the middle of the side, and not as far from the line along the rest
// of it: part of a sign over which something lies that passes for the line, as the frame of a cell in use does.
func (e *edge) stands() bool {
	rest := make([]float64, int(2*reach*e.pitch)+1) // the most that is seen so many pixels across
	for _, part := range [...][2]float64{{-lineTo, -lineFrom}, {lineFrom, lineTo}} {
		for a := part[0]; a <= part[1]; a += 1 / e.pitch {
			for i, v := range e.profile(a) {
				rest[i] = max(rest[i], v)
			}
		}
	}
	columns := 0
	for a := -reach; a <= reach; a += 1 / e.pitch {
		for i, v := range e.profile(a) {
			if v >= max(above*rest[i], raster.LeastContrast) {
				columns++
				break
			}
		}
	}
	return columns > 1 // one alone is a speck
}

// profile returns by how much the pixels across the line depart at a place along it, up to where a sign's ends are:
// each from the ground of its side, as what has the brightness of the other stands out as well.
func (e *edge) profile(along float64) []float64 {
	px, down := reach*e.pitch, e.axis == outline.Level
	x, y := num.Floor(e.x-px), num.Floor(e.y+along*e.pitch)
	if down {
		x, y = num.Floor(e.x+along*e.pitch), num.Floor(e.y-px)
	}
	e.across = e.p.Across(e.across[:0], x, y, int(2*px)+1, down)
	first, middle := x, e.x
	if down {
		first, middle = y, e.y
	}
	out := make([]float64, 0, len(e.across))
	for i, c := range e.across {
		const line = 1.5 // pixels: closer to the middle than that either ground may show
		v := e.departs(raster.Unpacked(c))
		if far := float64(first+i) + 0.5 - middle; math.Abs(far) > line {
			ground := e.g1
			if far > 0 {
				ground = e.g2
			}
			v = math.Abs(float64(int(raster.Unpacked(c).Luma()) - ground))
		}
		out = append(out, v)
	}
	return out
}

// usual is the middle of what the line departs between two places on it.
func (e *edge) usual(from, to float64) float64 {
	var all []float64
	for a := from; a <= to; a += max(1/e.pitch, (to-from)/12) {
		all = append(all, e.most(a, 0.04))
	}
	return num.Median(all)
}

// least is the least that it does.
func (e *edge) least(from, to float64) float64 {
	least := 255.0
	e.along(from, to, 0.04, func(v float64) { least = min(least, v) })
	return least
}

// grid is how many samples a side are taken of a sign.
const grid = 13

// told tells two bars from a cross: by how well each fits, and by what stands between the
// bars, or where the cross has its middle.
func (e *edge) told(most float64) sign {
	side := sampled(e.pitch)
	k := e.inks(int(window*e.pitch+side) + 3)
	img := new(stencil)
	read := func(cx, cy float64) (mx, my, sum float64) { return k.read(img, e, cx, cy, most) }
	mx, my, sum := read(0, 0)
	if sum == 0 || math.Hypot(mx, my) > max(0.06*e.pitch, 2) {
		return unclear
	}
	best := [2]float64{-1, -1}
	for _, dx := range [...]float64{-side / 2, 0, side / 2} {
		for _, dy := range [...]float64{-side / 2, 0, side / 2} {
			read(mx+dx, my+dy)
			for i, v := range e.of.fit(img) {
				best[i] = max(best[i], v)
			}
		}
	}
	// In the middle there is ink, or there is more above and below.
	thin := max(0.02*e.pitch, 1)
	above, below := 0.0, 0.0
	for d := 0.025; d <= 0.055; d += 0.005 {
		above, below = max(above, k.mean(mx, my-d*e.pitch, thin)), max(below, k.mean(mx, my+d*e.pitch, thin))
	}
	dip := min(above, below) - k.mean(mx, my, thin)
	const clear = 0.15 // of the ink: between the bars there is so much less of it
	switch {
	case best[0] >= fits && best[0] > best[1] && dip >= clear*most:
		return equal
	case best[1] >= fits && best[1] > best[0] && dip < clear*most/2:
		return opposite
	}
	return unclear
}

// likest returns how much what is seen about the middle of the side looks like a sign at most, a correlation, but for the
// line, which runs on there as it does beside it.
func (e *edge) likest() (most float64) {
	side := sampled(e.pitch)
	const around = 3               // samples: a sign's middle lies no further from that of the side
	const beside = lineTo - window // the middle of a square that no sign reaches into
	k, img := e.inks(int((beside+window)*e.pitch+(around+1)*side)+3), new(stencil)
	// away returns a place so far along the line and across it.
	away := func(along, across float64) (x, y float64) {
		if e.axis == outline.Level {
			return along, across
		}
		return across, along
	}
	for across := -around; across <= around; across++ {
		var line [grid]float64
		for _, at := range [...]float64{-beside, beside} {
			x, y := away(at*e.pitch, float64(across)*side)
			k.read(img, e, x, y, 0)
			for i := range line {
				for j := range grid {
					line[i] += *img.at(e.axis, i, j) / (2 * grid)
				}
			}
		}
		for along := -around; along <= around; along++ {
			x, y := away(float64(along)*side, float64(across)*side)
			k.read(img, e, x, y, 0)
			for i, v := range line {
				for j := range grid {
					*img.at(e.axis, i, j) -= v
				}
			}
			img.measure()
			best := e.of.fit(img)
			most = max(most, best[0], best[1])
		}
	}
	return most
}

// inks is how far the pixels about the middle of a side depart in brightness from the grounds.
type inks struct {
	half, side int       // pixels from the middle to the rim, and from rim to rim
	offX, offY float64   // where the middle lies in its pixel
	sums       []float64 // of all pixels left of and above a corner, side+1 a row
}

// inks measures the pixels up to half away from the middle.
func (e *edge) inks(half int) *inks {
	x0, y0 := num.Floor(e.x)-half, num.Floor(e.y)-half
	k := &inks{half: half, side: 2*half + 1, offX: e.x - math.Floor(e.x), offY: e.y - math.Floor(e.y)}
	k.sums = make([]float64, (k.side+1)*(k.side+1))
	for y := range k.side {
		row := 0.0
		for x := range k.side {
			row += e.departs(e.p.Clamped(x0+x, y0+y))
			k.sums[(y+1)*(k.side+1)+x+1] = k.sums[y*(k.side+1)+x+1] + row
		}
	}
	return k
}

// read fills in what a square shows about a place, in pixels from the middle. It returns where the middle of its ink lies,
// and how much that is: of what departs by a fifth of the most at least.
func (k *inks) read(img *stencil, e *edge, cx, cy, most float64) (mx, my, sum float64) {
	side := sampled(e.pitch)
	var off [grid]float64
	var left, right, upper, lower [grid]corner
	for i := range grid {
		off[i] = (float64(i)/(grid-1)*2 - 1) * window * e.pitch
		left[i], right[i] = k.corner(cx+off[i]-side/2, k.offX), k.corner(cx+off[i]+side/2, k.offX)
		upper[i], lower[i] = k.corner(cy+off[i]-side/2, k.offY), k.corner(cy+off[i]+side/2, k.offY)
	}
	for r, dy := range off {
		for c, dx := range off {
			v := 0.0
			if !e.badged || math.Hypot(off[c], off[r]) <= window*e.pitch { // beyond is no badge
				v = k.within(left[c], right[c], upper[r], lower[r]) / (side * side)
			}
			img.ink[r][c] = v
			if v > 0.2*most {
				mx, my, sum = mx+v*dx, my+v*dy, sum+v
			}
		}
	}
	img.measure()
	return mx / sum, my / sum, sum
}

// mean returns the mean over a square of a side about a place, all in pixels from the middle.
func (k *inks) mean(dx, dy, side float64) float64 {
	return k.within(k.corner(dx-side/2, k.offX), k.corner(dx+side/2, k.offX), k.corner(dy-side/2, k.offY), k.corner(dy+side/2, k.offY)) / (side * side)
}

// corner is a place along an axis: a pixel, and how much of it comes before.
type corner struct {
	pixel int
	share float64
}

// corner returns that of a place, in pixels from the middle, which lies off in its pixel.
func (k *inks) corner(at, off float64) corner {
	at = min(max(at+off+float64(k.half), 0), float64(k.side))
	pixel := min(int(at), k.side-1)
	return corner{pixel, at - float64(pixel)}
}

// within returns the sum over a rectangle, pixels cut by its sides in part.
func (k *inks) within(left, right, upper, lower corner) float64 {
	return k.upTo(left, upper) - k.upTo(left, lower) - (k.upTo(right, upper) - k.upTo(right, lower))
}

// upTo returns the sum of all left of and above a place.
func (k *inks) upTo(x, y corner) float64 {
	row := k.sums[y.pixel*(k.side+1)+x.pixel:]
	next := row[k.side+1:]
	return (row[0]*(1-x.share)+row[1]*x.share)*(1-y.share) + (next[0]*(1-x.share)+next[1]*x.share)*y.share
}

// shape is how much ink a sign has at a place, 0 to 1. Lengths are shares of a cell: size is half
// the width of the sign, stroke half that of its strokes, soft is over what they fade.
type shape func(x, y, size, stroke, soft float64) float64

func bars(x, y, size, stroke, soft float64) float64 {
	const apart = 0.5 // of the size: from the middle to a bar
	return within(math.Abs(y)-apart*size, stroke, soft) * within(x, size, soft)
}

func cross(x, y, size, stroke, soft float64) float64 {
	u, v, long := (x+y)/math.Sqrt2, (x-y)/math.Sqrt2, size*math.Sqrt2
	return max(within(u, stroke, soft)*within(v, long, soft), within(v, stroke, soft)*within(u, long, soft))
}

// within is 1 up to a distance from 0, and falls to 0 about it.
func within(d, distance, soft float64) float64 {
	return min(max((distance-math.Abs(d))/soft+0.5, 0), 1)
}

// samples is how much ink is seen, in the square that is looked at.
type samples [grid][grid]float64

// sampled returns the side of a sample, in pixels.
func sampled(pitch float64) float64 { return max(2*window/(grid-1)*pitch, 1) }

// stencil is what a sign would show, or one shows.
type stencil struct {
	ink       samples
	sum, vary float64
}

// at returns the sample so far across a line and along it.
func (s *stencil) at(axis, across, along int) *float64 {
	if axis == outline.Level {
		return &s.ink[across][along]
	}
	return &s.ink[along][across]
}

// measure fills in the sum of the ink, and how much it varies.
func (s *stencil) measure() {
	s.sum = 0
	squares := 0.0
	for r := range s.ink {
		for _, v := range s.ink[r] {
			s.sum, squares = s.sum+v, squares+v*v
		}
	}
	s.vary = squares - s.sum*s.sum/(grid*grid)
}

// stencils are those of two bars and of a cross, in the sizes and with the strokes that signs have.
type stencils [2][6]stencil

// stencilsOf makes those of a board whose cells have a pitch, in pixels.
func stencilsOf(pitch float64) *stencils {
	of, soft := new(stencils), (sampled(pitch)+0.3)/pitch
	for i, shape := range [...]shape{bars, cross} {
		k := 0
		for _, size := range [...]float64{0.055, 0.07, 0.085} {
			for _, stroke := range [...]float64{0.7, 1.4} {
				of[i][k].draw(shape, size, stroke*max(0.013, 0.4/pitch), soft)
				k++
			}
		}
	}
	return of
}

// fit tells how well those of either shape fit what is seen at most, -1 to 1.
func (of *stencils) fit(seen *stencil) (best [2]float64) {
	best = [2]float64{-1, -1}
	for i := range of {
		for k := range of[i] {
			best[i] = max(best[i], of[i][k].correlation(seen))
		}
	}
	return best
}

// draw fills a stencil with a shape.
func (s *stencil) draw(of shape, size, stroke, soft float64) {
	for r := range grid {
		for c := range grid {
			s.ink[r][c] = of((float64(c)/(grid-1)*2-1)*window, (float64(r)/(grid-1)*2-1)*window, size, stroke, soft)
		}
	}
	s.measure()
}

// correlation tells how well it fits what is seen, -1 to 1.
func (s *stencil) correlation(seen *stencil) float64 {
	both := 0.0
	for r := range grid {
		for c, v := range seen.ink[r] {
			both += v * s.ink[r][c]
		}
	}
	if seen.vary <= 0 || s.vary <= 0 {
		return 0
	}
	return (both - seen.sum*s.sum/(grid*grid)) / math.Sqrt(seen.vary*s.vary)
}
