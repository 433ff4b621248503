package digit

import (
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// ink is how much of each pixel of an area is of the colour of what is drawn there: 0 for the
// ground, 1 for the colour that stands out most.
type ink struct {
	x, y  int // the first pixel in the picture
	w, h  int
	share []float32 // row-major
	color raster.RGB
}

// inkOf measures an area. It is false where nothing stands out from the ground.
func inkOf(p *raster.Picture, area raster.Rect, ground raster.RGB) (k ink, ok bool) {
	x0, y0 := max(num.Floor(area.X+0.5), 0), max(num.Floor(area.Y+0.5), 0)
	x1, y1 := min(num.Floor(area.X+area.Width+0.5), p.W), min(num.Floor(area.Y+area.Height+0.5), p.H)
	if x1-x0 < 3 || y1-y0 < 3 {
		return k, false
	}
	k.x, k.y, k.w, k.h = x0, y0, x1-x0, y1-y0
	// Most pixels on a screen are as the one before.
	const none = 1 << 24 // no colour
	away := make([]uint8, k.w*k.h)
	last, d, most := uint32(none), 0, 0
	for y := range k.h {
		line, row := p.Row(y0 + y)[4*x0:], away[y*k.w:(y+1)*k.w]
		for x := range row {
			if c := raster.Pixel(line, x); c != last {
				last, d = c, raster.Departure(raster.Unpacked(c), ground)
				most = max(most, d)
			}
			row[x] = uint8(d)
		}
	}
	if most < raster.LeastContrast+p.Grain {
		return k, false
	}
	// Compression and sharpening overshoot: the colour is that of most of what stands out.
	const strong = 0.8 // of the contrast
	least := uint8(num.Ceil(strong * float64(most)))
	n := 0
	for _, d := range away {
		if d >= least {
			n++
		}
	}
	full := make([]raster.RGB, 0, n)
	for i, d := range away {
		if d >= least {
			full = append(full, p.At(x0+i%k.w, y0+i/k.w))
		}
	}
	k.color = raster.MedianColor(full)
	var way [3]float64
	length := 0.0
	for ch := range way {
		way[ch] = float64(k.color[ch]) - float64(ground[ch])
		length += way[ch] * way[ch]
	}
	k.share = make([]float32, k.w*k.h)
	last, share := none, float32(0)
	for y := range k.h {
		line, row := p.Row(y0 + y)[4*x0:], k.share[y*k.w:(y+1)*k.w]
		for x := range row {
			if c := raster.Pixel(line, x); c != last {
				last = c
				dot := 0.0
				for ch, v := range raster.Unpacked(c) {
					dot += way[ch] * (float64(v) - float64(ground[ch]))
				}
				share = float32(min(max(dot/length, 0), 1))
			}
			row[x] = share
		}
	}
	return k, true
}

// at returns the share at a pixel, 0 outside the area.
func (k *ink) at(x, y int) float64 {
	if x < 0 || y < 0 || x >= k.w || y >= k.h {
		return 0
	}
	return float64(k.share[y*k.w+x])
}

// sampled goes through places at some heights, from the uppermost on, and gives the shares at those of each height: between
// pixels' middles, bilinear.
func (k *ink) sampled(xs, ys []float64, visit func(i int, share []float64)) {
	room := make([]float64, 3*len(xs))
	upper, lower, share := room[:len(xs)], room[len(xs):2*len(xs)], room[2*len(xs):]
	// Between two rows of pixels lie several heights.
	level := func(to []float64, y int) {
		if y < 0 || y >= k.h {
			clear(to)
			return
		}
		row := k.share[y*k.w : (y+1)*k.w]
		for i, x := range xs {
			x -= 0.5
			xi := num.Floor(x)
			fx := x - float64(xi)
			if xi >= 0 && xi+1 < len(row) {
				to[i] = float64(row[xi])*(1-fx) + float64(row[xi+1])*fx
			} else {
				to[i] = k.at(xi, y)*(1-fx) + k.at(xi+1, y)*fx
			}
		}
	}
	const none = -2 // no row, and none above one
	above := none
	for i, y := range ys {
		y -= 0.5
		yi := num.Floor(y)
		fy := y - float64(yi)
		switch {
		case yi == above:
		case yi == above+1 && above != none:
			upper, lower = lower, upper
			level(lower, yi+1)
		default:
			level(upper, yi)
			level(lower, yi+1)
		}
		above = yi
		for c := range share {
			share[c] = upper[c]*(1-fy) + lower[c]*fy
		}
		visit(i, share)
	}
}

// drawn is the share of a pixel from which on it belongs to a stroke: those of small digits are
// thinner than a pixel.
const drawn = 0.35

// piece is ink that hangs together: its pixels' bounds, inclusive and exclusive, and how many
// they are.
type piece struct {
	x0, y0, x1, y1, n int
	label             int32
}

func (b piece) width() int  { return b.x1 - b.x0 }
func (b piece) height() int { return b.y1 - b.y0 }

// pieces returns what hangs together, from left to right, and which piece each pixel belongs
// to, from 1; 0 is the ground.
func (k *ink) pieces() (out []piece, labels []int32) {
	labels = make([]int32, k.w*k.h)
	for _, c := range raster.Components(k.share, k.w, drawn) {
		b := piece{x0: k.w, y0: k.h, n: len(c), label: int32(len(out) + 1)}
		for _, i := range c {
			x, y := int(i)%k.w, int(i)/k.w
			b.x0, b.y0, b.x1, b.y1 = min(b.x0, x), min(b.y0, y), max(b.x1, x+1), max(b.y1, y+1)
			labels[i] = b.label
		}
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b piece) int { return a.x0 - b.x0 })
	return out, labels
}

// only returns the ink within the columns of a piece, without other pieces, and that piece in it.
func (k *ink) only(labels []int32, b piece) (ink, piece) {
	// What is too faint for a piece beside it belongs to this one.
	const beside = 1
	x0, x1 := max(b.x0-beside, 0), min(b.x1+beside, k.w)
	y0, y1 := max(b.y0-2*beside, 0), min(b.y1+2*beside, k.h)
	out := ink{x: k.x + x0, y: k.y + y0, w: x1 - x0, h: y1 - y0, color: k.color}
	out.share = make([]float32, out.w*out.h)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if l := labels[y*k.w+x]; l == 0 || l == b.label && x >= b.x0 && x < b.x1 {
				out.share[(y-y0)*out.w+x-x0] = k.share[y*k.w+x]
			}
		}
	}
	b.x0, b.x1, b.y0, b.y1 = b.x0-x0, b.x1-x0, b.y0-y0, b.y1-y0
	return out, b
}

// trimmed returns the bounds of the ink within a piece's.
func (k *ink) trimmed(b piece) piece {
	c := piece{x0: b.x1, y0: b.y1, x1: b.x0, y1: b.y0, label: b.label}
	for y := b.y0; y < b.y1; y++ {
		for x := b.x0; x < b.x1; x++ {
			if k.at(x, y) >= drawn {
				c.x0, c.y0, c.x1, c.y1, c.n = min(c.x0, x), min(c.y0, y), max(c.x1, x+1), max(c.y1, y+1), c.n+1
			}
		}
	}
	return c
}

// bounds returns where the ink begins and ends, to a fraction of a pixel: a pixel that is
// covered in part is counted in part.
func (k *ink) bounds(b piece) (x0, y0, x1, y1 float64) {
	cols, rows := make([]float64, k.w+2), make([]float64, k.h+2)
	for y := max(b.y0-1, 0); y < min(b.y1+1, k.h); y++ {
		for x := max(b.x0-1, 0); x < min(b.x1+1, k.w); x++ {
			v := float64(k.share[y*k.w+x])
			cols[x+1], rows[y+1] = max(cols[x+1], v), max(rows[y+1], v)
		}
	}
	edges := func(v []float64) (low, high float64) {
		const half = 0.5
		first, last := -1, -1
		for i, s := range v {
			if s >= half {
				if first < 0 {
					first = i
				}
				last = i
			}
		}
		if first < 0 {
			return 0, 0
		}
		low = float64(first) - v[max(first-1, 0)] + (1 - v[first])
		high = float64(last) + v[min(last+1, len(v)-1)] + v[last]
		return low - 1, high - 1
	}
	x0, x1 = edges(cols)
	y0, y1 = edges(rows)
	return x0, y0, x1, y1
}

// Sizes of the grid that a glyph is brought to.
const (
	gridRows = 16
	gridCols = 12
	bands    = 12 // of the rows, for the profile
	stripes  = 8  // of the columns
)

// Glyph is what is measured of one glyph, in two ways that have little in common.
type Glyph struct {
	// Image is the glyph brought to one height, row by row, and its proportions.
	Image [gridRows*gridCols + 1]float32
	// Profile is where its outline runs, seen from each side, and how many strokes are crossed
	// on the way through.
	Profile [3*bands + 3*stripes + 1]float32
	Height  float64 // pixels
}

// glyphOf measures the ink within a piece's bounds. It is false where there is none to speak of.
func glyphOf(k *ink, b piece) (g Glyph, ok bool) {
	x0, y0, x1, y1 := k.bounds(b)
	h, w := y1-y0, x1-x0
	if h < 3 || w < 0.5 {
		return g, false
	}
	g.Height = h
	const fine = 3 // samples a side
	side := h / gridRows
	left := (x0+x1)/2 - side*gridCols/2
	var xs [fine * gridCols]float64
	var ys [fine * gridRows]float64
	for i := range xs {
		xs[i] = left + (float64(i/fine)+(float64(i%fine)+0.5)/fine)*side
	}
	for i := range ys {
		ys[i] = y0 + (float64(i/fine)+(float64(i%fine)+0.5)/fine)*side
	}
	var sums [gridCols]float64
	k.sampled(xs[:], ys[:], func(i int, share []float64) {
		for c := range sums {
			for _, v := range share[fine*c:][:fine] {
				sums[c] += v
			}
		}
		if i%fine == fine-1 {
			for c, sum := range sums {
				g.Image[i/fine*gridCols+c] = float32(sum / (fine * fine))
			}
			sums = [gridCols]float64{}
		}
	})
	aspect := float32(min(w/h, 2))
	g.Image[len(g.Image)-1] = aspect
	profile := g.Profile[:0]
	put := func(o outline) {
		profile = append(profile, float32(o.low), float32(o.high), float32(o.runs/3))
	}
	// Three to a pixel.
	places := func(pixels float64) int { return max(num.Ceil(3*pixels), 12) }
	across, down := evenly(0, 1, places(w)), evenly(0, 1, places(h))
	k.sampled(evenly(x0, w, len(across)), evenly(y0, h, bands), func(_ int, share []float64) {
		o := outline{low: 1}
		for i, v := range share {
			o.add(across[i], v)
		}
		put(o)
	})
	var upright [stripes]outline
	for i := range upright {
		upright[i].low = 1
	}
	k.sampled(evenly(x0, w, stripes), evenly(y0, h, len(down)), func(i int, share []float64) {
		for c, v := range share {
			upright[c].add(down[i], v)
		}
	})
	for _, o := range upright {
		put(o)
	}
	g.Profile[len(g.Profile)-1] = aspect
	return g, true
}

// evenly returns the middles of n equal parts of what goes on from a place for so long.
func evenly(from, length float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = from + (float64(i)+0.5)/float64(n)*length
	}
	return out
}

// outline is where ink begins and ends along a way from 0 to 1, and how many strokes it crosses. Where there is none
// it begins at 1 and ends at 0.
type outline struct {
	low, high, runs float64
	on              bool
}

// add goes on to a place with a share of ink.
func (o *outline) add(t, share float64) {
	const half = 0.5
	drawn := share >= half
	if drawn && !o.on {
		o.runs++
	}
	if drawn {
		o.low, o.high = min(o.low, t), max(o.high, t)
	}
	o.on = drawn
}
