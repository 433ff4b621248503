package cellcolor

import (
	"image"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// What belongs to the pattern of a cell, and what is a mark on it? A pattern fills its cell evenly and repeats: moved
// by one of its periods it is the same. A mark stands in the middle of its cell and does not go on beside
// it. So the periods are learned from a cell, and a pixel of it is the pattern's where what lies a
// period away, beside the middle, is the same. What no period explains stays.

const (
	beside = 0.12 // of a cell, at each of its sides, lines and what surrounds them may reach
	middle = 0.25 // of it, at each side, lies around the middle, which marks may fill
	// visible is by how much colours of one pattern may differ, in a channel: less cannot be seen.
	visible = 4
	// few is the share of pixels that may be off where all should be as expected, as some are where a mark ends or
	// a pattern is smoothed; stray is that of those that make no pattern and no mark.
	few, stray = 0.05, 0.02
)

// Unpatterned returns a picture in which the patterns of the cells of a lattice are gone: the most
// frequent colour of each stands in their place. It returns false where less than half of the cells show
// any, where cells of one colour show two, or where it cannot be told of what is seen in a cell whether it belongs to its
// pattern.
func Unpatterned(p *raster.Picture, l lattice.Lattice) (*raster.Picture, bool) {
	groups, plain := alike(p, l), 0
	for _, cells := range groups {
		for _, o := range cells {
			if o.plain() {
				plain++
			}
		}
	}
	if 2*plain > l.Size*l.Size {
		return nil, false // as most boards: before much is learned from them
	}
	out := p.Clone()
	flat := 0
	for _, cells := range groups {
		t, left := understand(cells)
		if t == nil {
			return nil, false
		}
		if t.flat {
			if flat += len(cells); 2*flat > l.Size*l.Size {
				return nil, false
			}
			continue
		}
		for k, o := range cells {
			o.paint(out, left[k], t.ground)
		}
	}
	return out, true
}

// alike returns what the cells of a lattice show, those together that have their most frequent colours in common.
func alike(p *raster.Picture, l lattice.Lattice) (all [][]*patch) {
	for i := range l.Size * l.Size {
		o := patchOf(p, l.Cell(i/l.Size, i%l.Size))
		k := slices.IndexFunc(all, func(of []*patch) bool { return o.shows(of[0].ground) && of[0].shows(o.ground) })
		if k < 0 {
			all = append(all, []*patch{o})
		} else {
			all[k] = append(all[k], o)
		}
	}
	return all
}

// understand learns the one pattern of some cells from one of them, as strictly as it can be. It returns nil where none
// explains them all. Where most are explained, a looser pattern would do no more than pass over what is
// strange in the others.
func understand(cells []*patch) (*pattern, []mask) {
	const enough = 6 // cells to learn from
	var some []*patch
	for k := 0; k < len(cells); k += (len(cells) + enough - 1) / enough {
		some = append(some, cells[k])
	}
	for _, as := range [...]strictness{exact, rough, smooth} {
		most := 0
		for _, o := range some {
			t := learn(o, as)
			left, n := t.explainAll(cells)
			if n == len(cells) && !strays(cells) {
				return t, left
			}
			most = max(most, n)
		}
		if 2*most > len(cells) {
			break
		}
	}
	return nil, nil
}

// strictness is how nearly the pixels of a pattern have to be the same a period away.
type strictness int

const (
	exact  strictness = iota // as far as can be seen
	rough                    // up to a third of its contrast, as where its period is no whole number of pixels
	smooth                   // so are the means around them, as where it is drawn in steps
)

// patch is what a cell shows, without its lines.
type patch struct {
	area, inner image.Rectangle    // the patch and its middle
	pixels      []raster.RGB       // row-major
	smooth      []raster.RGB       // the means around each, once they are asked for
	around      map[raster.RGB]int // the pixels beside the middle, by colour
	n           int                // of them
	ground      raster.RGB         // the most frequent colour there
	odd         int                // pixels of the middle in colours of the pattern that does not explain them, once one was tried
	inks        int                // of the others there, those that can be told from it
	contrast    int                // by how much they depart from it, at the median
}

func patchOf(p *raster.Picture, cell raster.Rect) *patch {
	o := &patch{area: within(p, cell, beside), inner: within(p, cell, middle), around: make(map[raster.RGB]int)}
	for y := o.area.Min.Y; y < o.area.Max.Y; y++ {
		for x := o.area.Min.X; x < o.area.Max.X; x++ {
			c := p.At(x, y)
			o.pixels = append(o.pixels, c)
			if !image.Pt(x, y).In(o.inner) {
				o.around[c]++
				o.n++
			}
		}
	}
	for c, n := range o.around {
		if most := o.around[o.ground]; n > most || n == most && c.Packed() < o.ground.Packed() {
			o.ground = c
		}
	}
	var away []int
	for c, n := range o.around {
		if d := raster.Chebyshev(c, o.ground); d > visible {
			away = append(away, slices.Repeat([]int{d}, n)...)
		}
	}
	if o.inks = len(away); o.inks > 0 {
		slices.Sort(away)
		o.contrast = away[len(away)/2]
	}
	return o
}

// plain tells whether there is hardly any colour but one.
func (o *patch) plain() bool { return float64(o.inks) < stray*float64(o.n) }

// shows tells whether a quarter and more of what lies beside the middle has a colour.
func (o *patch) shows(c raster.RGB) bool {
	n := 0
	for seen, k := range o.around {
		if raster.Chebyshev(seen, c) <= visible {
			n += k
		}
	}
	return 4*n >= o.n
}

// means returns the means of the squares of three pixels a side around the pixels.
func (o *patch) means() []raster.RGB {
	if o.smooth != nil {
		return o.smooth
	}
	w, h := o.area.Dx(), o.area.Dy()
	o.smooth = make([]raster.RGB, len(o.pixels))
	for i := range o.pixels {
		x, y := i%w, i/w
		var sum [3]int
		n := 0
		for v := max(y-1, 0); v <= min(y+1, h-1); v++ {
			for u := max(x-1, 0); u <= min(x+1, w-1); u++ {
				for k, s := range o.pixels[v*w+u] {
					sum[k] += int(s)
				}
				n++
			}
		}
		for k := range sum {
			o.smooth[i][k] = uint8((sum[k] + n/2) / n)
		}
	}
	return o.smooth
}

// at returns where a pixel lies in the picture, and index is its inverse.
func (o *patch) at(i int) image.Point {
	return image.Pt(o.area.Min.X+i%o.area.Dx(), o.area.Min.Y+i/o.area.Dx())
}

func (o *patch) index(q image.Point) int {
	return (q.Y-o.area.Min.Y)*o.area.Dx() + q.X - o.area.Min.X
}

// beside tells whether a pixel belongs to the patch, but not to its middle.
func (o *patch) beside(q image.Point) bool { return q.In(o.area) && !q.In(o.inner) }

// part numbers the nine parts of a patch: its middle is the fourth.
func (o *patch) part(q image.Point) int {
	third := func(v, from, to int) int {
		switch {
		case v < from:
			return 0
		case v < to:
			return 1
		}
		return 2
	}
	return third(q.X, o.inner.Min.X, o.inner.Max.X) + 3*third(q.Y, o.inner.Min.Y, o.inner.Max.Y)
}

// paint gives all pixels one colour but those that are left.
func (o *patch) paint(out *raster.Picture, left mask, c raster.RGB) {
	for i := range o.pixels {
		if !left.of[i] {
			q := o.at(i)
			copy(out.Row(q.Y)[4*q.X:], c[:])
		}
	}
}

// pattern is what was learned from a patch.
type pattern struct {
	as     strictness
	level  int                 // by how much pixels may differ that are the same
	ground raster.RGB          // the most frequent colour
	tones  []raster.RGB        // all colours
	has    map[raster.RGB]bool // which of those that were asked for are tones
	moves  []image.Point       // by periods, in random order
	flat   bool                // there is hardly any colour but the ground
}

// learn finds the colours of a pattern, and the moves that change nothing.
func learn(o *patch, as strictness) *pattern {
	t := &pattern{as: as, level: visible, ground: o.ground, has: make(map[raster.RGB]bool)}
	if as != exact {
		t.level = max(visible, o.contrast/3)
	}
	t.learnTones(o)
	var inks []int          // the pixels of other colours than the ground
	var beside, inner tally // of them among the pixels of the pattern
	for i, c := range t.look(o) {
		if !t.knows(c) {
			continue
		}
		of := &beside
		if o.at(i).In(o.inner) {
			of = &inner
		}
		of.all++
		if !t.same(c, t.ground) {
			of.n++
			inks = append(inks, i)
		}
	}
	t.flat = float64(beside.n) < stray*float64(o.n)
	if a, b := beside.n*inner.all, inner.n*beside.all; !t.flat && a <= 2*b && b <= 2*a {
		t.learnMoves(o, inks)
	}
	return t
}

// tally is how many of some pixels are meant.
type tally struct{ n, all int }

// learnTones takes the colours that are seen in more than half of the parts beside the middle. What a mark reaches
// there is seen in fewer: in the corners, or in what lies between them.
func (t *pattern) learnTones(o *patch) {
	parts := make(map[raster.RGB]uint16) // a bit for each
	for i, c := range t.look(o) {
		if q := o.at(i); o.beside(q) {
			parts[c] |= 1 << o.part(q)
		}
	}
	for c := range parts {
		var in uint16
		for d, of := range parts {
			if t.same(c, d) {
				in |= of
			}
		}
		if bits.OnesCount16(in) > 4 {
			t.tones = append(t.tones, c)
		}
	}
}

// learnMoves takes the moves by which most pixels of other colours than the ground come to lie on their like. They go at
// least as far as half of the middle is wide, as by less most of a large mark lies on itself.
func (t *pattern) learnMoves(o *patch, inks []int) {
	const (
		enough = 64 // pixels to learn from
		fewest = 16 // of what they come to lie on
		off    = 0.2
	)
	rng := rand.New(rand.NewPCG(1, 2))
	rng.Shuffle(len(inks), func(i, j int) { inks[i], inks[j] = inks[j], inks[i] })
	inks = inks[:min(len(inks), enough)]
	pixels := t.look(o)
	w, h, far := o.area.Dx(), o.area.Dy(), o.inner.Dx()/2
	for dy := 0; dy < h; dy++ {
		for dx := -w + 1; dx < w; dx++ {
			if dy == 0 && dx <= 0 || max(dx, -dx, dy) < far {
				continue
			}
			v := image.Pt(dx, dy)
			var other tally
			for _, i := range inks {
				for _, to := range [...]image.Point{o.at(i).Add(v), o.at(i).Sub(v)} {
					if !to.In(o.area) {
						continue
					}
					c := pixels[o.index(to)]
					switch {
					case t.same(c, pixels[i]):
						other.all++
					case t.knows(c): // others may hide it
						other.all++
						other.n++
					}
				}
				if float64(other.n) > 2*off*enough {
					break
				}
			}
			if other.all >= fewest && float64(other.n) <= off*float64(other.all) {
				t.moves = append(t.moves, v, image.Point{}.Sub(v))
			}
		}
	}
	rng.Shuffle(len(t.moves), func(i, j int) { t.moves[i], t.moves[j] = t.moves[j], t.moves[i] })
}

// look returns the pixels of a patch as they are compared.
func (t *pattern) look(o *patch) []raster.RGB {
	if t.as == smooth {
		return o.means()
	}
	return o.pixels
}

// same tells whether two colours are, as strictly as the pattern takes it.
func (t *pattern) same(a, b raster.RGB) bool { return raster.Chebyshev(a, b) <= t.level }

// knows tells whether a colour is one of the pattern's, or a mixture of one with the ground.
func (t *pattern) knows(c raster.RGB) bool {
	if c == t.ground {
		return len(t.tones) > 0
	}
	known, ok := t.has[c]
	if !ok {
		known = slices.ContainsFunc(t.tones, func(tone raster.RGB) bool { return mixed(c, t.ground, tone, t.level) })
		t.has[c] = known
	}
	return known
}

// mixed tells whether a colour is a mixture of two others: departs in no channel by more than that from the one that is nearest
// to it, rounded.
func mixed(c, a, b raster.RGB, by int) bool {
	var off, way [3]int
	dot, length := 0, 0
	for k := range c {
		off[k], way[k] = int(c[k])-int(a[k]), int(b[k])-int(a[k])
		dot += way[k] * off[k]
		length += way[k] * way[k]
	}
	length = max(length, 1)
	dot = min(max(dot, 0), length) // of length parts of the way
	for k := range c {
		if d := off[k]*length - dot*way[k]; 2*max(d, -d) > (2*by+1)*length {
			return false
		}
	}
	return true
}

// explainAll returns what is left of some patches, and how many of them the pattern explains.
func (t *pattern) explainAll(cells []*patch) (left []mask, n int) {
	for k, o := range cells {
		l, ok := t.explain(o)
		if ok {
			n++
		} else if n == 0 && k > len(cells)/2 {
			break // it is none
		}
		left = append(left, l)
	}
	return left, n
}

// strays tells whether in the middle of one cell more does not fit than in most, by more than chance makes of it: by three standard
// deviations of a count, and four pixels, as there is no smaller mark.
func strays(cells []*patch) bool {
	var odd []int
	for _, o := range cells {
		odd = append(odd, o.odd)
	}
	slices.Sort(odd)
	usual, most := float64(odd[(len(odd)-1)/2]), float64(odd[len(odd)-1])
	return most > usual+3*math.Sqrt(usual)+4
}

// explain tells which pixels of a patch are left: those of colours that are none of the pattern's, and what has one
// where another should be. It returns false where the patch shows another pattern, or where of what is
// left too much could be a part of the pattern.
func (t *pattern) explain(o *patch) (left mask, ok bool) {
	pixels := t.look(o)
	foreign := mask{o.area, make([]bool, len(pixels))}
	var rim uint16 // the parts whose outermost pixels are foreign: a mark ends before in most
	inks := 0      // beside the middle
	for i, c := range pixels {
		q := o.at(i)
		foreign.of[i] = !t.knows(c)
		if foreign.of[i] && !q.In(o.area.Inset(2)) {
			rim |= 1 << o.part(q)
		}
		if o.beside(q) && !foreign.of[i] && !t.same(c, t.ground) {
			inks++
		}
	}
	if bits.OnesCount16(rim) > 4 || t.flat != (float64(inks) < stray*float64(o.n)) {
		return mask{}, false
	}
	if t.flat {
		return foreign, true
	}
	left = mask{o.area, slices.Clone(foreign.of)}
	for i := range pixels {
		left.of[i] = left.of[i] || !t.fits(o, i, foreign)
	}
	reach := 1 // of the colours between those of a mark and of what is around it
	if t.as == smooth {
		reach++
	}
	// What is left of the pattern's colours: beside the middle, in it, and more than single pixels.
	off, odd, own := 0, 0, 0
	var single []int
	for i := range pixels {
		q := o.at(i)
		if !left.of[i] || foreign.of[i] {
			continue
		}
		solid, edge := left.solid(q), foreign.near(q, reach)
		if !solid {
			single = append(single, i)
		}
		if edge {
			continue
		}
		if o.beside(q) {
			off++
		} else {
			odd++
		}
		if solid {
			own++
		}
	}
	o.odd = odd
	whole := float64(len(pixels))
	ok = float64(off) <= few*float64(o.n) && float64(odd) <= few*whole && float64(own) <= stray*whole && !t.tinged(o, left)
	for _, i := range single {
		left.of[i] = false
	}
	if !slices.Contains(foreign.of, true) {
		clear(left.of) // no mark has the colours of its pattern alone: see strays
	}
	return left, ok
}

// tinged tells whether what fits in the midst of a patch, half as wide as its middle, departs all over, if little, from what
// lies a period away: a faint mark does, and chance evens out.
func (t *pattern) tinged(o *patch, left mask) bool {
	midst := o.inner.Inset(o.inner.Dx() / 4)
	var sum [3]int
	n := 0
	for y := midst.Min.Y; y < midst.Max.Y; y++ {
		for x := midst.Min.X; x < midst.Max.X; x++ {
			if q := image.Pt(x, y); !left.has(q) {
				for k, d := range t.departure(o, q) {
					sum[k] += d
				}
				n++
			}
		}
	}
	return slices.ContainsFunc(sum[:], func(s int) bool { return max(s, -s) > visible*n })
}

// departure returns by how much a pixel departs from the mean of what lies a period away, beside the middle, or from the ground
// where nothing does.
func (t *pattern) departure(o *patch, q image.Point) (d [3]int) {
	pixels := t.look(o)
	var sum [3]int
	n := 0
	for i := range t.repeats(o, q, mask{}) {
		for k, c := range pixels[i] {
			sum[k] += int(c)
		}
		n++
	}
	if n == 0 {
		n = 1
		for k, c := range t.ground {
			sum[k] = int(c)
		}
	}
	for k, c := range pixels[o.index(q)] {
		d[k] = int(c) - sum[k]/n
	}
	return d
}

// repeats gives some of the pixels that lie a period away from one, beside the middle, without those of a mask.
func (t *pattern) repeats(o *patch, q image.Point, without mask) iter.Seq[int] {
	const enough = 16
	return func(yield func(int) bool) {
		n := 0
		for _, v := range t.moves {
			to := q.Add(v)
			if !o.beside(to) || without.has(to) {
				continue
			}
			if n++; !yield(o.index(to)) || n == enough {
				return
			}
		}
	}
}

// fits tells whether most of what lies a period away from a pixel, beside the middle, is the same as the pixel.
// Where there is nothing only the ground fits.
func (t *pattern) fits(o *patch, i int, foreign mask) bool {
	pixels := t.look(o)
	var same tally
	for k := range t.repeats(o, o.at(i), foreign) {
		if same.all++; t.same(pixels[i], pixels[k]) {
			same.n++
		}
	}
	return 2*same.n >= same.all && (same.all > 0 || t.same(pixels[i], t.ground))
}

// mask tells which pixels of a rectangle are meant.
type mask struct {
	image.Rectangle
	of []bool // row-major
}

func (m mask) has(q image.Point) bool {
	return q.In(m.Rectangle) && m.of[(q.Y-m.Min.Y)*m.Dx()+q.X-m.Min.X]
}

// near tells whether any pixel is meant that is no further away than that in either direction.
func (m mask) near(q image.Point, reach int) bool {
	for y := q.Y - reach; y <= q.Y+reach; y++ {
		for x := q.X - reach; x <= q.X+reach; x++ {
			if m.has(image.Pt(x, y)) {
				return true
			}
		}
	}
	return false
}

// solid tells whether a pixel lies in a square of two by two that are all meant.
func (m mask) solid(q image.Point) bool {
	for _, d := range [...]image.Point{{0, 0}, {-1, 0}, {0, -1}, {-1, -1}} {
		c := q.Add(d)
		if m.has(c) && m.has(c.Add(image.Pt(1, 0))) && m.has(c.Add(image.Pt(0, 1))) && m.has(c.Add(image.Pt(1, 1))) {
			return true
		}
	}
	return false
}

// within returns the part of a cell that is left without a share of it at each side.
func within(p *raster.Picture, cell raster.Rect, share float64) image.Rectangle {
	round := func(v float64) int { return int(math.Round(v)) }
	return image.Rect(round(cell.X+share*cell.Width), round(cell.Y+share*cell.Height),
		round(cell.X+(1-share)*cell.Width), round(cell.Y+(1-share)*cell.Height)).Intersect(p.Bounds())
}
