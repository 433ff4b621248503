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
// cells: figures that look like one another are of one kind, there are two kinds at most, and a crescent
// tells which of them are the moons, once for all. What looks like neither is something else.

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
	look    *look   // nil where it is no figure
	size    float64 // of a cell
	right   float64 // how far its middle lies right of the cell's, in cells
	down    float64 // and below it
	most    int     // how far it departs from the ground, 0 to 255
	outside float64 // the share of it outside the circle about it
	fill    float64 // the share of the rectangle about it that it fills
	off     float64 // how far the middle of it lies from that of the rectangle, in longer sides of that
	figure  figure
	square  bool // the rectangle is one, nearly
}

// look is by how much a figure departs from the ground, channel by channel, over the square about it, at
// unit strength: the fields of its middle, row by row, and then the others.
type look struct {
	middle [side / 2 * side / 2 * 3]float32
	rim    [side*side*3 - side/2*side/2*3]float32
	inside float32 // the strength of the middle, squared
}

const side = 12 // fields, of a look

const (
	around   = 0.2   // of a cell: what stands in it reaches that far into its middle
	rim      = 0.025 // of a cell: no symbol reaches beyond
	smallest = 0.22
	largest  = 0.86 // of a cell: how large a symbol is

	// How much suns look like themselves when they are turned, at least, see [look.symmetry]: 0.96 is seen of
	// suns of three rays and more, 0.93 of discs with faces, and 0.8 at most of moons.
	symmetric = 0.9
)

// symbolOf measures what stands in a cell; left is what stripes left on its ground, 0 to 255, where it was
// striped.
func symbolOf(b *outline.Board, row, col int, ground raster.RGB, left int, striped bool) symbol {
	p := b.Picture
	middle, ok := inset(b, row, col, around)
	if !ok {
		return symbol{kind: foreign}
	}
	away, counts := p.Departures(middle, ground)
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
	least := leastOf(most)
	box := boxOf(away, middle.Dx(), least)
	if !clears(box, middle) { // it is larger, or something beside it reaches in
		all, _ := inset(b, row, col, rim)
		away, _ = p.Departures(all, ground)
		if box = boxFrom(away, all.Dx(), least, middle.Sub(all.Min)); !clears(box, all) {
			return symbol{kind: foreign} // it reaches out of the cell
		}
		middle = all
	}
	s := told(away, middle.Dx(), box, most, b.Lattice.Pitch())
	if s.kind == unnamed {
		box = box.Add(middle.Min)
		x, y := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
		s.look = lookOf(p, ground, x, y, float64(max(box.Dx(), box.Dy())))
		c := b.Lattice.Center(row, col)
		s.right, s.down = (x-c.X)/b.Lattice.PitchX, (y-c.Y)/b.Lattice.PitchY
	}
	return s
}

// fullOf is how far a pixel departs from the ground, 0 to 255, that is all figure where the strongest departs so
// far: its colours differ. leastOf is how far one does that is half of it.
func fullOf(most int) float64 { return 0.6 * float64(most) }
func leastOf(most int) uint8  { return uint8(math.Ceil(fullOf(most) / 2)) }

// boxOf returns the rectangle about what departs by a least, of w pixels a row.
func boxOf(away []uint8, w int, least uint8) image.Rectangle {
	box := image.Rectangle{Min: image.Pt(w, len(away)/w)}
	for y := range len(away) / w {
		for x, d := range away[y*w : (y+1)*w] {
			if d >= least {
				box.Min.X, box.Max.X = min(box.Min.X, x), max(box.Max.X, x+1)
				box.Min.Y, box.Max.Y = min(box.Min.Y, y), max(box.Max.Y, y+1)
			}
		}
	}
	return box
}

// boxFrom returns it of what hangs together with something in a part of these pixels.
func boxFrom(away []uint8, w int, least uint8, part image.Rectangle) (box image.Rectangle) {
	at := func(i int32) image.Point { return image.Pt(int(i)%w, int(i)/w) }
	for _, c := range raster.Components(away, w, least) {
		if !slices.ContainsFunc(c, func(i int32) bool { return at(i).In(part) }) {
			continue
		}
		box = box.Union(raster.Around(c, w))
	}
	return box
}

// clears tells whether a rectangle in a part of a picture does not come to the rim of that.
func clears(box, r image.Rectangle) bool {
	return !box.Empty() && box.Min.X > 0 && box.Min.Y > 0 && box.Max.X < r.Dx() && box.Max.Y < r.Dy()
}

// inset returns the pixels of a cell but for a share of it along each side. It is false where these are too
// few to show anything.
func inset(b *outline.Board, row, col int, but float64) (r image.Rectangle, ok bool) {
	cell := b.Lattice.Cell(row, col)
	r = image.Rect(
		num.Floor(cell.X+but*cell.Width), num.Floor(cell.Y+but*cell.Height),
		num.Ceil(cell.X+(1-but)*cell.Width), num.Ceil(cell.Y+(1-but)*cell.Height),
	).Intersect(b.Picture.Bounds())
	return r, min(r.Dx(), r.Dy()) >= 4
}

// told measures a figure in a rectangle of pixels that depart so far from the ground, w a row.
func told(away []uint8, w int, box image.Rectangle, most int, pitch float64) symbol {
	width, height := float64(box.Dx()), float64(box.Dy())
	long := max(width, height)
	s := symbol{kind: foreign, most: most, size: long / pitch}
	if s.size < smallest || s.size > largest || math.Abs(width-height) > 0.4*long+1 {
		return s
	}
	full, least := fullOf(most), leastOf(most)
	var area, outside, mx, my float64
	cx, cy := float64(box.Min.X+box.Max.X)/2, float64(box.Min.Y+box.Max.Y)/2
	circle := long/2 + 1
	for y := box.Min.Y; y < box.Max.Y; y++ {
		dy := float64(y) + 0.5 - cy
		for x := box.Min.X; x < box.Max.X; x++ {
			d := away[y*w+x]
			if d < least {
				continue
			}
			v, dx := 1.0, float64(x)+0.5-cx
			if float64(d) < full {
				v = float64(d) / full
			}
			area, mx, my = area+v, mx+v*dx, my+v*dy
			if dx*dx+dy*dy > circle*circle {
				outside += v
			}
		}
	}
	s.kind = unnamed
	s.outside, s.fill, s.off = outside/area, area/(width*height), math.Hypot(mx, my)/area/long
	s.square = math.Abs(width-height) <= 0.2*long+1
	s.figure = figure{away, w, box, least}
	return s
}

// badge returns where beside its symbol something else stands in a cell. It is false where nothing does, and where
// stripes were taken off, of which something may be left.
func (b *board) badge(i int) (at vision.Point, ok bool) {
	if _, striped := b.Left(i); striped || b.symbols[i].most == 0 {
		return at, false
	}
	r, _ := inset(b.Board, i/b.n, i%b.n, rim)
	away, _ := b.Picture.Departures(r, b.Grounds()[i].RGB)
	for _, c := range raster.Components(away, r.Dx(), leastOf(b.symbols[i].most)) {
		if at, ok = badgeOf(c, r.Dx(), r.Dy()); ok {
			return at, true
		}
	}
	return at, false
}

// badgeOf returns where in a part of a cell of w x h pixels something stands, in shares of it. It is false for what
// stands elsewhere than beside a corner, and for what lies around one, as where cells are round.
func badgeOf(pixels []int32, w, h int) (at vision.Point, ok bool) {
	const (
		beside = 0.2
		corner = 0.4 // how far a badge reaches: lines and signs beside the cell, of which a rest reaches in, lie along its sides
	)
	box := raster.Around(pixels, w)
	if float64(box.Dx()) > corner*float64(w) || float64(box.Dy()) > corner*float64(h) {
		return at, false
	}
	var x, y float64
	for _, i := range pixels {
		px, py := int(i)%w, int(i)/w
		if (px == 0 || px == w-1) && (py == 0 || py == h-1) {
			return at, false
		}
		x, y = x+float64(px), y+float64(py)
	}
	n := float64(len(pixels))
	at = vision.Point{X: x / n / float64(w), Y: y / n / float64(h)}
	return at, math.Abs(at.X-0.5) > beside && math.Abs(at.Y-0.5) > beside // signs stand at the middles of the sides
}

// lookOf returns the look of a figure of a size about a place, in pixels.
func lookOf(p *raster.Picture, ground raster.RGB, cx, cy, size float64) *look {
	const samples = 3 // a side of a field
	step := size / (side * samples)
	l := new(look)
	middle, outer := l.middle[:0], l.rim[:0]
	var xs, ys [side * samples]int
	for i := range xs {
		off := (float64(i) + 0.5) * step
		xs[i] = min(max(num.Floor(cx-size/2+off), 0), p.W-1)
		ys[i] = min(max(num.Floor(cy-size/2+off), 0), p.H-1)
	}
	sum := 0.0
	for row := range side {
		for col := range side {
			var f [3]float32
			for _, y := range ys[row*samples:][:samples] {
				line := p.Row(y)
				for _, x := range xs[col*samples:][:samples] {
					for ch, v := range line[4*x:][:len(f)] {
						f[ch] += float32(int(v) - int(ground[ch]))
					}
				}
			}
			for _, v := range f {
				sum += float64(v) * float64(v)
			}
			if min(row, col, side-1-row, side-1-col) >= side/4 {
				middle = append(middle, f[:]...)
			} else {
				outer = append(outer, f[:]...)
			}
		}
	}
	by := float32(1 / math.Sqrt(max(sum, 1)))
	for i := range l.middle {
		l.middle[i] *= by
	}
	for i := range l.rim {
		l.rim[i] *= by
	}
	l.inside = dot(l.middle[:], l.middle[:])
	return l
}

func dot(a, b []float32) (sum float32) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// like tells how much two figures look like each other, up to 1: on the whole, and in the middle, where discs
// with one number and another differ.
func (l *look) like(o *look) float64 {
	const faint = 0.05 // of all that a figure shows: less in its middle says nothing
	middle := dot(l.middle[:], o.middle[:])
	whole := float64(middle + dot(l.rim[:], o.rim[:]))
	if max(l.inside, o.inside) < faint {
		return whole
	}
	return min(whole, float64(middle)/math.Sqrt(float64(max(l.inside*o.inside, 1e-9))))
}

// plain tells how much the middle of a figure looks like one colour, up to 1.
func (l *look) plain() float64 {
	var sum [3]float64
	for i, v := range l.middle {
		sum[i%3] += float64(v)
	}
	n := float64(len(l.middle) / 3)
	same := (sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2]) / n
	return math.Sqrt(same / max(float64(l.inside), 1e-9))
}

// symmetry tells how much a figure looks like itself when it is turned, up to 1: by half a turn in the square about
// it, or by a third, a fifth or a seventh about its center of gravity, whichever shows it the most. Discs do, and suns
// of any number of rays; a crescent does not.
func (l *look) symmetry() float64 {
	best, f := l.halfTurned(), l.fields()
	cx, cy := f.center()
	for _, part := range [...]float64{3, 5, 7} {
		best = max(best, f.turned(2*math.Pi/part, cx, cy))
	}
	return best
}

// halfTurned tells how much a figure looks like itself when it is turned by half a turn.
func (l *look) halfTurned() float64 {
	o := look{inside: l.inside}
	for _, part := range [...][2][]float32{{l.middle[:], o.middle[:]}, {l.rim[:], o.rim[:]}} {
		from, to := part[0], part[1]
		for i := 0; i < len(from); i += 3 {
			copy(to[len(to)-3-i:], from[i:i+3])
		}
	}
	return l.like(&o)
}

// fields are those of a look, row by row, with nothing around them.
type fields [side + 2][side + 2][3]float32

func (l *look) fields() (f fields) {
	middle, rim := l.middle[:], l.rim[:]
	for r := range side {
		for c := range side {
			if min(r, c, side-1-r, side-1-c) >= side/4 {
				middle = middle[copy(f[r+1][c+1][:], middle):]
			} else {
				rim = rim[copy(f[r+1][c+1][:], rim):]
			}
		}
	}
	return f
}

// center returns the center of gravity of fields, in fields from the first.
func (f *fields) center() (x, y float64) {
	var mass float64
	for row := range f {
		for col, v := range f[row] {
			m := math.Sqrt(float64(dot(v[:], v[:])))
			mass, x, y = mass+m, x+m*float64(col), y+m*float64(row)
		}
	}
	return x / max(mass, 1e-9), y / max(mass, 1e-9)
}

// turned tells how much fields look like themselves when they are turned by an angle about a place.
func (f *fields) turned(angle, cx, cy float64) float64 {
	sin, cos := math.Sincos(angle)
	var both, one, other float64
	for y := range f {
		for x, v := range f[y] {
			dx, dy := float64(x)-cx, float64(y)-cy
			w := f.between(cx+cos*dx-sin*dy, cy+sin*dx+cos*dy)
			both, one, other = both+float64(dot(v[:], w[:])), one+float64(dot(v[:], v[:])), other+float64(dot(w[:], w[:]))
		}
	}
	return both / math.Sqrt(max(one*other, 1e-9))
}

// between returns what fields show at a place between the middles of four, bilinear.
func (f *fields) between(x, y float64) (v [3]float32) {
	xi, yi := num.Floor(x), num.Floor(y)
	if xi < 0 || yi < 0 || xi > side || yi > side {
		return v
	}
	fx, fy := float32(x-float64(xi)), float32(y-float64(yi))
	for ch := range v {
		upper := f[yi][xi][ch]*(1-fx) + f[yi][xi+1][ch]*fx
		lower := f[yi+1][xi][ch]*(1-fx) + f[yi+1][xi+1][ch]*fx
		v[ch] = upper*(1-fy) + lower*fy
	}
	return v
}

// name tells which figures are suns and which are moons. It is false where that is not most of what stands in the cells.
func name(all []symbol) bool {
	at, others := unnamedOf(all), 0
	for _, s := range all {
		if s.kind == foreign {
			others++
		}
	}
	if !mostly(len(at), others) {
		return false
	}
	for _, i := range at {
		all[i].kind = foreign
	}
	const (
		// Suns and moons are no more alike: 0.5 is seen. A half of a sun is 0.7 of it.
		apart = 0.6
		// Where all are of one kind, they may be discs with numbers, 0.93 and less alike.
		one = 0.95
	)
	groups, medoids, alike := grouped(all, at)
	if n := len(groups[0]) + len(groups[1]); !mostly(n, others+len(at)-n) {
		return false // whatever these are
	}
	between := alike[medoids[0]][medoids[1]]
	if between >= same { // there is one kind alone
		if slices.ContainsFunc(alike, func(a []float64) bool { return max(a[medoids[0]], a[medoids[1]]) < one }) {
			return false
		}
		groups, between = [2][]int{append(groups[0], groups[1]...)}, 0
	}
	// A crescent is a moon. What is not may be a sun, or a full moon: beside a crescent it is a sun, and alone
	// where it is a plain disc, as no page draws a moon.
	forms := [2]form{formOf(all, groups[0]), formOf(all, groups[1])}
	named := 0
	for g, is := range forms {
		k := foreign
		switch other := forms[1-g]; {
		case is == isCrescent && other != isCrescent:
			k = moon
		case is == isCentral && other == isCrescent, is == isDisc && (other == isCrescent || len(groups[1-g]) == 0):
			k = sun
		}
		for _, cell := range groups[g] {
			// What is seen once may be anything that is covered in part, or covers something, unless its shape is known.
			if len(groups[g]) > 1 || between < apart && all[cell].known(k) {
				if all[cell].kind = k; k != foreign {
					named++
				}
			}
		}
	}
	return mostly(named, others+len(at)-named)
}

// same is how much figures of one kind are alike at least: 0.94 is seen of small and compressed ones, 0.87 of one of
// which a quarter is covered.
const same = 0.9

// unnamedOf lists those of which it is still to be told what they are.
func unnamedOf(all []symbol) (at []int) {
	for i := range all {
		if all[i].kind == unnamed {
			at = append(at, i)
		}
	}
	return at
}

// twofold tells whether most of some figures look like one of two of them, as those of a Tango do.
func twofold(all []symbol) bool {
	at := unnamedOf(all)
	if len(at) == 0 {
		return true
	}
	groups, _, _ := grouped(all, at)
	return 2*(len(groups[0])+len(groups[1])) >= len(at)
}

// grouped returns which figures look like one of two and which like the other, with what medoidsOf returns.
func grouped(all []symbol, at []int) (groups [2][]int, medoids [2]int, alike [][]float64) {
	const (
		sized  = 0.15 // of the size, by which those of one kind differ at most
		placed = 0.1  // of a cell, by which they stand in another place of theirs
	)
	medoids, alike = medoidsOf(all, at)
	for i, cell := range at {
		g := 0
		if alike[i][medoids[1]] > alike[i][medoids[0]] {
			g = 1
		}
		s, like := &all[cell], &all[at[medoids[g]]]
		if alike[i][medoids[g]] >= same && math.Abs(s.size-like.size) <= sized*like.size && math.Hypot(s.right-like.right, s.down-like.down) <= placed {
			groups[g] = append(groups[g], cell)
		}
	}
	return groups, medoids, alike
}

// medoidsOf returns the two figures that all others look like, one or the other, the most, and how much
// each looks like each.
func medoidsOf(all []symbol, at []int) (medoids [2]int, alike [][]float64) {
	alike = make([][]float64, len(at))
	for i := range at {
		alike[i] = make([]float64, len(at))
		for k := range i + 1 {
			alike[i][k] = all[at[i]].look.like(all[at[k]].look)
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

// form is what figures that look alike have in common.
type form uint8

const (
	neither    form = iota
	isCrescent      // not the same when it is turned, and with one hollow
	isCentral       // the same when it is turned, and no wider than a circle
	isDisc          // and of one colour all over
)

// formOf tells the form of figures that look alike.
func formOf(all []symbol, group []int) form {
	if len(group) == 0 {
		return neither
	}
	median := func(of func(*symbol) float64) float64 {
		var v []float64
		for _, cell := range group {
			v = append(v, of(&all[cell]))
		}
		return num.Median(v)
	}
	const (
		round  = 0.03 // of a figure may lie outside the circle about it
		full   = 0.04 // about pi/4: the share of the rectangle about it that a disc fills
		plain  = 0.99 // how much its middle looks like one colour
		hollow = 0.12 // of its hull: 0.16 is seen of the fullest crescents
	)
	switch {
	case median(func(s *symbol) float64 { return s.look.symmetry() }) < symmetric:
		if median(func(s *symbol) float64 { return s.figure.hollow() }) >= hollow {
			return isCrescent
		}
		return neither // a sun behind a cloud, or one that sets
	case median(func(s *symbol) float64 { return s.outside }) > round:
		return neither
	case math.Abs(median(func(s *symbol) float64 { return s.fill })-math.Pi/4) <= full &&
		median(func(s *symbol) float64 { return s.look.plain() }) >= plain:
		return isDisc
	}
	return isCentral
}

// known tells whether a figure has the shape that most pages give its kind: a disc, or one out of which
// another was cut.
func (s *symbol) known(k kind) bool {
	switch k {
	case sun:
		return s.square && s.fill >= 0.68 && s.fill <= 0.92 && s.off < 0.06
	case moon:
		return s.square && s.fill >= 0.3 && s.fill <= 0.66 && s.look.symmetry() < symmetric
	}
	return false
}
