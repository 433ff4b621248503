package zip

import (
	"cmp"
	"image"
	"math"
	"slices"

	"autoqueens/vision/digit"
	"autoqueens/vision/num"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// A number is ink that one colour surrounds on all sides: a badge of whatever shape, the inside of
// an outline, or the cell itself.

// number is one that may stand in a cell.
type number struct {
	digit.Answer
	way
	in          area    // what it stands on
	joined      bool    // to the path, which has its badge's colour: it was cut to the size of other badges, and its own is not known
	right, down float64 // how far the badge's middle lies from the cell's, in cells
}

// reach is how far from the middle of a cell it is looked what stands there, in cells: further than
// badges, and inside the lines.
const reach = 0.345

// part is the middle of a cell in pixels.
type part struct {
	image.Rectangle // in the picture
	picture         *raster.Picture
	w, h            int
}

func (b *board) part(i int) part {
	m, half := b.Lattice.Center(i/b.n, i%b.n), reach*b.Lattice.Pitch()
	area := raster.Rect{X: m.X - half, Y: m.Y - half, Width: 2 * half, Height: 2 * half}.Image().Intersect(b.Picture.Bounds())
	return part{Rectangle: area, picture: b.Picture, w: area.Dx(), h: area.Dy()}
}

// at returns a pixel of the part, row by row.
func (p part) at(k int) raster.RGB { return p.picture.At(p.Min.X+k%p.w, p.Min.Y+k/p.w) }

// common is a colour that many pixels have.
type common struct {
	raster.RGB
	n     int
	alike int // how far from it a colour counts as the same
}

// commons lists the colours that most of the middle of a cell has.
func (p part) commons(grain int) []common {
	const (
		within = 0.6 // of the part's sides: what stands in the middle fills much of that
		share  = 0.1 // of it
	)
	var all []common
	n, k := 0, 0
	const none = 1 << 24 // no colour
	last := uint32(none)
	step := max(1, p.w/32)
	left, up := int((1-within)/2*float64(p.w)), int((1-within)/2*float64(p.h))
	for y := up; y < p.h-up; y += step {
		line := p.picture.Row(p.Min.Y + y)
		for x := left; x < p.w-left; x += step {
			n++
			if px := raster.Pixel(line, p.Min.X+x); px != last {
				last = px
				c := raster.Unpacked(px)
				if k = slices.IndexFunc(all, func(o common) bool { return raster.Chebyshev(o.RGB, c) < raster.LeastContrast/2+grain }); k < 0 {
					k = len(all)
					all = append(all, common{RGB: c})
				}
			}
			all[k].n++
		}
	}
	slices.SortStableFunc(all, func(a, b common) int { return b.n - a.n })
	var out []common
	for _, c := range all {
		// What compression makes of a colour is the same.
		same := slices.ContainsFunc(out, func(o common) bool { return raster.Chebyshev(o.RGB, c.RGB) < int(distinct) })
		if float64(c.n) >= share*float64(n) && !same {
			c.alike = int(distinct)
			out = append(out, c)
		}
	}
	for i := range out {
		for k := range out {
			if k != i {
				out[i].alike = min(out[i].alike, raster.Chebyshev(out[i].RGB, out[k].RGB)/2)
			}
		}
	}
	return out
}

// way is how a number is drawn: on a badge, or bare. Badges of a board are as large and of one shape, but may have
// colours of their own, or other ones where the path has been.
type way struct {
	bare          bool          // it stands on the cell's ground, or on the path
	width, height float64       // of the badge, in cells; 0 where it is bare
	on            outline.Color // what it stands on, which other badges need not have
}

// unlike is by how much of their width, height and area badges may differ.
const unlike = 0.15

// as tells whether two numbers are drawn in one way.
func (w way) as(o way) bool {
	alike := func(a, b float64) bool { return math.Abs(a-b) <= unlike*max(a, b) }
	return w.bare == o.bare && alike(w.width, o.width) && alike(w.height, o.height)
}

// apart tells how far the sizes of two badges are from each other.
func (w way) apart(o way) float64 { return math.Abs(w.width-o.width) + math.Abs(w.height-o.height) }

// numbers returns what may be the number of a cell, on each colour that surrounds something there, or as
// numbers of the board are drawn where that is known: on what is the nearest to their badges. Where the path runs
// through the cell, its colour may be the ground as well.
func (b *board) numbers(i int, known *way) (out []number) {
	p, paths := b.part(i), b.cells[i].paths
	grounds := append([]outline.Color{b.cells[i].ground}, paths...)
	var stands []number
	for _, c := range p.commons(b.Picture.Grain) {
		on := outline.ColorOf(c.RGB)
		if known != nil && !known.bare && slices.ContainsFunc(grounds, func(other outline.Color) bool {
			return on.Away(other) < distinct && known.on.Away(other) >= distinct
		}) {
			continue // the ground or the path, which no badge has the colour of
		}
		for _, a := range p.areas(c) {
			// What is square on the ground is a badge, or a symbol of another game.
			bare := a.touches && on.Away(b.cells[i].ground) < distinct
			if bare && a.square || known != nil && bare != known.bare {
				continue
			}
			k := number{way: way{bare: bare, on: on}, in: a}
			if !bare {
				if a.touches && known != nil && len(paths) > 0 && on.Away(outline.Median(paths...)) < distinct {
					k.joined = true
					k.in = p.badge(a, known.width*b.Lattice.PitchX, known.height*b.Lattice.PitchY)
				}
				k.width, k.height = float64(k.in.about.Dx())/b.Lattice.PitchX, float64(k.in.about.Dy())/b.Lattice.PitchY
			}
			middle := b.Lattice.Center(i/b.n, i%b.n)
			k.right = (float64(p.Min.X) + a.x - middle.X) / b.Lattice.PitchX
			k.down = (float64(p.Min.Y) + a.y - middle.Y) / b.Lattice.PitchY
			stands = append(stands, k)
		}
	}
	if known != nil && !known.bare && len(stands) > 1 {
		stands = []number{slices.MinFunc(stands, func(k, o number) int { return cmp.Compare(k.apart(*known), o.apart(*known)) })}
	}
	for _, k := range stands {
		on := k.on.RGB()
		alone := p.alone(k.in, on)
		k.Answer = digit.Read(alone, raster.Rect{Width: float64(alone.W), Height: float64(alone.H)}, on)
		if raster.Chebyshev(k.Ink, on) >= bright { // less are traces of compression
			out = append(out, k)
		}
	}
	if len(paths) > 0 && (known == nil || known.bare) {
		if k, ok := b.across(i, p, outline.Median(paths...)); ok {
			out = append(out, k)
		}
	}
	return out
}

// area is what one colour surrounds.
type area struct {
	inside  []bool          // whether a pixel of the part is
	about   image.Rectangle // in the part
	n       int             // pixels
	x, y    float64         // their middle
	touches bool            // it goes on to the rim of the part
	square  bool            // what stands in it is
}

// areas returns those of a colour around the middle of the part in which something stands.
func (p part) areas(c common) (out []area) {
	if !p.met(c) {
		return nil
	}
	like, _ := p.picture.Departures(p.Rectangle, c.RGB)
	for k, away := range like {
		like[k] = 0
		if int(away) < c.alike {
			like[k] = 1
		}
	}
	for _, own := range raster.Components(like, p.w, 1) {
		a := area{about: raster.Around(own, p.w)}
		middle := image.Pt(p.w/2, p.h/2)
		if !middle.In(a.about) {
			continue
		}
		a.inside, a.touches = p.within(own)
		if !a.inside[middle.Y*p.w+middle.X] {
			continue
		}
		holes := make([]uint8, len(like))
		for y := range p.h {
			row := holes[y*p.w : (y+1)*p.w]
			n := 0
			for x, in := range a.inside[y*p.w:][:p.w] {
				if in {
					n++
					a.x += float64(x) + 0.5
					row[x] = 1 - like[y*p.w+x]
				}
			}
			a.n += n
			a.y += float64(n) * (float64(y) + 0.5)
		}
		a.x, a.y = a.x/float64(a.n), a.y/float64(a.n)
		if pieces := raster.Components(holes, p.w, 1); len(pieces) > 0 {
			a.square = p.square(pieces)
			out = append(out, a)
		}
	}
	return out
}

// met tells whether a colour is met on the straight way from the middle of the part to each of its sides, as any is that
// surrounds the middle.
func (p part) met(c common) bool {
	for _, step := range [...]image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		at := image.Pt(p.w/2, p.h/2)
		for raster.Chebyshev(p.picture.At(p.Min.X+at.X, p.Min.Y+at.Y), c.RGB) >= c.alike {
			if at = at.Add(step); !at.In(image.Rect(0, 0, p.w, p.h)) {
				return false
			}
		}
	}
	return true
}

// badge returns of an area what can be a badge of a size that stands in the middle of the part: where the path has the
// badges' colour, it goes on from them.
func (p part) badge(a area, width, height float64) area {
	mx, my := float64(p.w)/2, float64(p.h)/2
	inside := make([]bool, len(a.inside))
	for k, in := range a.inside {
		x, y := (float64(k%p.w)+0.5-mx)/(width/2), (float64(k/p.w)+0.5-my)/(height/2)
		inside[k] = in && x*x+y*y <= 1
	}
	a.inside = inside
	a.about = a.about.Intersect(raster.Rect{X: mx - width/2, Y: my - height/2, Width: width, Height: height}.Image())
	return a
}

// alone returns a picture of an area and a rim around it, without what lies outside, in place of which is its colour.
func (p part) alone(a area, color raster.RGB) *raster.Picture {
	r := a.about.Inset(-outline.Margin)
	alone := &raster.Picture{Pix: make([]uint8, 4*r.Dx()*r.Dy()), Stride: 4 * r.Dx(), W: r.Dx(), H: r.Dy(), Grain: p.picture.Grain}
	copy(alone.Pix, color[:])
	for n := 4; n < len(alone.Pix); n *= 2 {
		copy(alone.Pix[n:], alone.Pix[:n])
	}
	for y := a.about.Min.Y; y < a.about.Max.Y; y++ {
		line, to := p.picture.Row(p.Min.Y+y), alone.Row(y-r.Min.Y)
		for x := a.about.Min.X; x < a.about.Max.X; x++ {
			if a.inside[y*p.w+x] {
				copy(to[4*(x-r.Min.X):][:4], line[4*(p.Min.X+x):])
			}
		}
	}
	return alone
}

// square tells whether the largest piece of what stands in a cell is wider than a digit and narrower than two.
func (p part) square(pieces [][]int32) bool {
	most := slices.MaxFunc(pieces, func(a, b []int32) int { return len(a) - len(b) })
	box := raster.Around(most, p.w)
	w, h := box.Dx(), box.Dy()
	const off = 0.1 // of its height
	return math.Abs(float64(w-h)) < off*float64(h)
}

// within returns which pixels an area surrounds, its own among them, and whether it goes on to the
// part's rim.
func (p part) within(own []int32) (inside []bool, touches bool) {
	const none, out, area = 0, 1, 2
	is := make([]uint8, p.w*p.h)
	for _, k := range own {
		is[k] = area
	}
	left := make([]int32, 0, len(is)-len(own)) // outside, around which is still to be looked at
	leave := func(k int) {
		if is[k] == none {
			is[k] = out
			left = append(left, int32(k))
		}
	}
	rim := func(k int) {
		touches = touches || is[k] == area
		leave(k)
	}
	for x := range p.w {
		rim(x)
		rim((p.h-1)*p.w + x)
	}
	for y := range p.h {
		rim(y * p.w)
		rim(y*p.w + p.w - 1)
	}
	for len(left) > 0 {
		k := int(left[len(left)-1])
		left = left[:len(left)-1]
		if x := k % p.w; x > 0 {
			leave(k - 1)
		}
		if x := k % p.w; x < p.w-1 {
			leave(k + 1)
		}
		if k >= p.w {
			leave(k - p.w)
		}
		if k+p.w < len(is) {
			leave(k + p.w)
		}
	}
	inside = make([]bool, len(is))
	for k, v := range is {
		inside[k] = v != out
	}
	return inside, touches
}

// across reads a number that stands bare on the path: what is a mixture of neither the ground nor
// the path.
func (b *board) across(i int, p part, path outline.Color) (k number, ok bool) {
	ground := b.cells[i].ground
	most, away := 0.0, make([]float64, p.w*p.h)
	for n := range away {
		away[n] = outline.ColorOf(p.at(n)).Departs(ground, path)
		most = max(most, away[n])
	}
	if most < bright {
		return k, false
	}
	// As dark on white as it departs.
	r := &raster.Picture{Pix: make([]uint8, 4*len(away)), Stride: 4 * p.w, W: p.w, H: p.h, Grain: b.Picture.Grain}
	for n, d := range away {
		v := uint8(255 - 255*d/most)
		copy(r.Pix[4*n:], []uint8{v, v, v})
	}
	white := raster.RGB{255, 255, 255}
	k = number{Answer: digit.Read(r, raster.Rect{Width: float64(p.w), Height: float64(p.h)}, white), way: way{bare: true}}
	for n, d := range away {
		if d == most {
			k.Ink = p.at(n)
		}
	}
	return k, true
}

// drawn tells how the numbers of the board are drawn, which all are alike: in the way in which most are
// read. It is false where there are too few.
func drawn(all [][]number) (w way, ok bool) {
	var ways []way
	var seen []map[int]bool
	for _, k := range slices.Concat(all...) {
		if k.Number < 1 {
			continue
		}
		i := slices.IndexFunc(ways, func(w way) bool { return w.as(k.way) })
		if i < 0 {
			i = len(ways)
			ways, seen = append(ways, k.way), append(seen, make(map[int]bool))
		}
		seen[i][k.Number] = true
	}
	const fewest = 2
	most := fewest - 1
	for i := range ways {
		if len(seen[i]) > most {
			w, most, ok = ways[i], len(seen[i]), true
		}
	}
	return w, ok
}

// numbered gives each cell the number that is drawn as those of the board are.
func (b *board) numbered(all [][]number, w way) {
	b.bare = w.bare
	var areas []float64
	for i, cell := range all {
		c := &b.cells[i]
		c.number = number{Answer: digit.Answer{Number: digit.Nothing}}
		for _, k := range cell {
			switch likelier := k.Number > 0 && (c.number.Number < 1 || k.Likelihood > c.number.Likelihood); {
			case k.bare != w.bare:
			case w.bare && (likelier || c.number.Number == digit.Nothing): // on the path and its ground the same number may be seen twice
				c.number = k
			case !w.bare && (k.Number > 0 || k.as(w)) && (c.number.Number == digit.Nothing || k.apart(w) < c.number.apart(w)):
				c.number = k
			}
		}
		if c.number.Number > 0 {
			areas = append(areas, float64(c.number.in.n))
		}
	}
	b.area = num.Median(areas)
}
