package tango

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// What stands in a cell? Whatever a page draws for a sun and for a moon, it draws each alike in all
// cells: figures that look like one another are of one kind, there are two kinds at most, and which of
// them are the suns their shapes tell, once for all. What looks like neither is something else.

// kind is what stands in a cell.
type kind uint8

const (
	empty kind = iota
	sun
	moon
	foreign // something else, or what cannot be told
	unnamed // a figure that was measured, of which it is still to be told
)

// symbol is what was measured of a cell.
type symbol struct {
	kind    kind
	look    look
	size    float64       // of a cell
	outside float64       // the share of it outside the circle about it
	fill    float64       // the share of the rectangle about it that it fills
	off     float64       // how far the middle of it lies from that of the rectangle, in longer sides of that
	square  bool          // the rectangle is one, nearly
	badge   *vision.Point // where in its cell something else stands, beside it; nil for nowhere
}

// look is by how much a figure departs from the ground, channel by channel, over the square about it, at
// unit strength.
type look [side * side][3]float32

const side = 12 // fields, of a look

const (
	around   = 0.2   // of a cell: what stands in it reaches that far into its middle
	rim      = 0.025 // of a cell: no symbol reaches beyond
	smallest = 0.22
	largest  = 0.86 // of a cell: how large a symbol is

	// How much suns and moons look like themselves when they are turned by half a turn, at least and at most:
	// 0.95 and 0.72 is seen.
	symmetric = 0.9
	lopsided  = 0.8
)

// symbolOf measures what stands in a cell; left is what stripes left on its ground, 0 to 255, where it was
// striped.
func symbolOf(b *outline.Board, row, col int, ground raster.RGB, left int, striped bool) symbol {
	p := b.Picture
	middle, ok := inset(b, row, col, around)
	if !ok {
		return symbol{kind: foreign}
	}
	_, counts := departures(p, middle, ground)
	n := middle.Dx() * middle.Dy()
	// The strongest hundredth may be ringing, or a pixel of the pointer.
	most := 255
	for skip := n / 100; most > 0 && skip >= counts[most]; most-- {
		skip -= counts[most]
	}
	strongest := 255
	for strongest > 0 && counts[strongest] == 0 {
		strongest--
	}
	switch {
	case strongest < raster.LeastContrast+p.Grain, striped && most < max(raster.LeastContrast, left+1) && strongest < 2*raster.LeastContrast:
		if outline.Veiled(b, row*b.Lattice.Size+col, ground) {
			return symbol{kind: foreign}
		}
		return symbol{kind: empty}
	case most < 2*raster.LeastContrast:
		return symbol{kind: foreign}
	}
	all, _ := inset(b, row, col, rim)
	s := told(p, all, middle, ground, float64(most), b.Lattice.Pitch())
	if striped {
		s.badge = nil // what was left of stripes
	}
	return s
}

// inset returns the pixels of a cell but for a share of it along each side. It is false where these are too
// few to show anything.
func inset(b *outline.Board, row, col int, but float64) (r image.Rectangle, ok bool) {
	cell := b.Lattice.Cell(row, col)
	r = image.Rect(
		num.Floor(cell.X+but*cell.Width), num.Floor(cell.Y+but*cell.Height),
		num.Ceil(cell.X+(1-but)*cell.Width), num.Ceil(cell.Y+(1-but)*cell.Height),
	).Intersect(image.Rect(0, 0, b.Picture.W, b.Picture.H))
	return r, min(r.Dx(), r.Dy()) >= 4
}

// departures returns how far each pixel of a part of a picture is from a ground, row by row, and how many are how far.
func departures(p *raster.Picture, r image.Rectangle, ground raster.RGB) (away []uint8, counts [256]int) {
	w := r.Dx()
	away = make([]uint8, w*r.Dy())
	last, d, run := ground.Packed(), 0, 0
	for y := range r.Dy() {
		row, line := away[y*w:(y+1)*w], p.Row(r.Min.Y + y)[4*r.Min.X:]
		for x := range row {
			// Most pixels have the colour of the one before.
			if c := raster.Pixel(line, x); c != last {
				counts[d] += run
				last, d, run = c, raster.Chebyshev(raster.Unpacked(c), ground), 0
			}
			row[x] = uint8(d)
			run++
		}
	}
	counts[d] += run
	return away, counts
}

// told measures a figure that departs so much from the ground at the most: what reaches into the middle of
// its cell.
func told(p *raster.Picture, all, middle image.Rectangle, ground raster.RGB, most, pitch float64) symbol {
	full := 0.6 * most // from here on a pixel is all symbol: its colours differ
	away, _ := departures(p, all, ground)
	w, h := all.Dx(), all.Dy()
	s := symbol{kind: foreign}
	var box image.Rectangle
	figure := make([]float64, w*h) // how much of each pixel is of the figure
	inside := middle.Sub(all.Min)
	for _, c := range raster.Components(away, w, uint8(math.Ceil(full/2))) {
		in := slices.ContainsFunc(c, func(i int32) bool { return image.Pt(int(i)%w, int(i)/w).In(inside) })
		if !in {
			if at, ok := badgeOf(c, w, h); ok {
				s.badge = &at
			}
			continue
		}
		for _, i := range c {
			at := image.Pt(int(i)%w, int(i)/w)
			box = box.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
			figure[i] = min(float64(away[i])/full, 1)
		}
	}
	if box.Empty() || box.Min.X == 0 || box.Min.Y == 0 || box.Max.X == w || box.Max.Y == h {
		return s // it reaches out of the cell
	}
	width, height := float64(box.Dx()), float64(box.Dy())
	long := max(width, height)
	if s.size = long / pitch; s.size < smallest || s.size > largest || math.Abs(width-height) > 0.4*long+1 {
		return s
	}
	var area, outside, mx, my float64
	cx, cy := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			v := figure[y*w+x]
			dx, dy := float64(x)+0.5-cx, float64(y)+0.5-cy
			area, mx, my = area+v, mx+v*dx, my+v*dy
			if math.Hypot(dx, dy) > long/2+1 {
				outside += v
			}
		}
	}
	s.kind = unnamed
	s.outside, s.fill, s.off = outside/area, area/(width*height), math.Hypot(mx, my)/area/long
	s.square = math.Abs(width-height) <= 0.2*long+1
	s.look = lookOf(p, ground, float64(all.Min.X)+cx, float64(all.Min.Y)+cy, long)
	return s
}

// badgeOf returns where in a part of a cell of w x h pixels something stands, in shares of it. It is false for what
// goes on outside of that part.
func badgeOf(pixels []int32, w, h int) (at vision.Point, ok bool) {
	const beside = 0.2
	var x, y float64
	for _, i := range pixels {
		px, py := int(i)%w, int(i)/w
		if px == 0 || py == 0 || px == w-1 || py == h-1 {
			return at, false
		}
		x, y = x+float64(px), y+float64(py)
	}
	n := float64(len(pixels))
	at = vision.Point{X: x / n / float64(w), Y: y / n / float64(h)}
	return at, math.Abs(at.X-0.5) > beside && math.Abs(at.Y-0.5) > beside // signs stand at the middles of the sides
}

// lookOf returns the look of a figure of a size about a place, in pixels.
func lookOf(p *raster.Picture, ground raster.RGB, cx, cy, size float64) (l look) {
	const samples = 3 // a side of a field
	step := size / (side * samples)
	sum := 0.0
	for i := range side * samples {
		for j := range side * samples {
			c := p.Clamped(num.Floor(cx-size/2+(float64(j)+0.5)*step), num.Floor(cy-size/2+(float64(i)+0.5)*step))
			f := &l[i/samples*side+j/samples]
			for ch := range f {
				f[ch] += float32(int(c[ch]) - int(ground[ch]))
			}
		}
	}
	for i := range l {
		for _, v := range l[i] {
			sum += float64(v) * float64(v)
		}
	}
	by := float32(1 / math.Sqrt(max(sum, 1)))
	for i := range l {
		for ch := range l[i] {
			l[i][ch] *= by
		}
	}
	return l
}

// like tells how much two figures look like each other, up to 1: on the whole, and in the middle, where discs
// with one number and another differ.
func (l *look) like(o *look) float64 {
	const faint = 0.05 // of all that a figure shows: less in its middle says nothing
	var whole, middle, of, from float64
	for i := range l {
		in := min(i%side, side-1-i%side, i/side, side-1-i/side) >= side/4
		for ch, v := range l[i] {
			u, v := float64(o[i][ch]), float64(v)
			whole += u * v
			if in {
				middle, of, from = middle+u*v, of+v*v, from+u*u
			}
		}
	}
	if max(of, from) < faint {
		return whole
	}
	return min(whole, middle/math.Sqrt(max(of*from, 1e-9)))
}

// turned tells how much a figure looks like itself when it is turned by half a turn.
func (l *look) turned() float64 {
	var o look
	for i, f := range l {
		o[len(l)-1-i] = f
	}
	return l.like(&o)
}

// name tells which figures are suns and which are moons.
func name(all []symbol) {
	var at []int
	for i := range all {
		if all[i].kind == unnamed {
			at = append(at, i)
			all[i].kind = foreign
		}
	}
	if len(at) == 0 {
		return
	}
	const (
		// Figures of one kind are as much alike at least: 0.94 is seen of small and compressed ones, 0.87 of one
		// of which a quarter is covered.
		same = 0.9
		// Suns and moons are no more alike: 0.5 is seen. A half of a sun is 0.7 of it.
		apart = 0.6
		sized = 0.15 // of the size, by which those of one kind differ at most
	)
	medoids, alike := medoidsOf(all, at)
	var groups [2][]int
	for i, cell := range at {
		g := 0
		if alike[i][medoids[1]] > alike[i][medoids[0]] {
			g = 1
		}
		size := all[at[medoids[g]]].size
		if alike[i][medoids[g]] >= same && math.Abs(all[cell].size-size) <= sized*size {
			groups[g] = append(groups[g], cell)
		}
	}
	between := alike[medoids[0]][medoids[1]]
	if between >= same { // there is one kind alone
		groups, between = [2][]int{append(groups[0], groups[1]...)}, 0
	}
	first, second := kindOf(all, groups[0]), kindOf(all, groups[1])
	for g, k := range [...]kind{first, second} {
		for _, cell := range groups[g] {
			// What is seen once may be anything that is covered in part, or covers something, unless its shape is known.
			if first != second && (len(groups[g]) > 1 || between < apart && all[cell].known(k)) {
				all[cell].kind = k
			}
		}
	}
}

// medoidsOf returns the two figures that all others look like, one or the other, the most, and how much
// each looks like each.
func medoidsOf(all []symbol, at []int) (medoids [2]int, alike [][]float64) {
	alike = make([][]float64, len(at))
	for i := range at {
		alike[i] = make([]float64, len(at))
		for k := range i + 1 {
			alike[i][k] = all[at[i]].look.like(&all[at[k]].look)
			alike[k][i] = alike[i][k]
		}
	}
	most := -1.0
	for i := range at {
		for k := range i + 1 {
			sum := 0.0
			for o := range at {
				sum += max(alike[i][o], alike[k][o])
			}
			if sum > most {
				medoids, most = [2]int{k, i}, sum
			}
		}
	}
	return medoids, alike
}

// kindOf tells what figures that look alike are: a sun looks the same when it is turned by half a turn, and is as
// round as it is wide; a moon does not. Of none it is empty.
func kindOf(all []symbol, group []int) kind {
	if len(group) == 0 {
		return empty
	}
	var turned, outside []float64
	for _, cell := range group {
		turned, outside = append(turned, all[cell].look.turned()), append(outside, all[cell].outside)
	}
	const round = 0.03 // of a sun may lie outside the circle about it
	switch t := num.Median(turned); {
	case t >= symmetric && num.Median(outside) <= round:
		return sun
	case t <= lopsided:
		return moon
	}
	return foreign
}

// known tells whether a figure has the shape that most pages give its kind: a disc, or one out of which
// another was cut.
func (s *symbol) known(k kind) bool {
	switch k {
	case sun:
		return s.square && s.fill >= 0.68 && s.fill <= 0.92 && s.off < 0.06
	case moon:
		return s.square && s.fill >= 0.3 && s.fill <= 0.66 && s.off >= 0.08 && s.look.turned() <= 0.75
	}
	return false
}
