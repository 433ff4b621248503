package digit

import (
	"math"
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
	colors, away, most := make([]raster.RGB, 0, k.w*k.h), make([]uint8, k.w*k.h), 0
	for y := y0; y < y1; y++ {
		line := p.Row(y)
		for x := x0; x < x1; x++ {
			colors = append(colors, raster.RGB(line[4*x:]))
		}
	}
	for i := range colors {
		if i > 0 && colors[i] == colors[i-1] { // as most are on a screen
			away[i] = away[i-1]
			continue
		}
		d := raster.Departure(colors[i], ground)
		away[i], most = uint8(d), max(most, d)
	}
	if most < raster.LeastContrast+p.Grain {
		return k, false
	}
	// Compression and sharpening overshoot: the colour is that of most of what stands out.
	const strong = 0.8 // of the contrast
	var full []raster.RGB
	for i, c := range colors {
		if float64(away[i]) >= strong*float64(most) {
			full = append(full, c)
		}
	}
	k.color = raster.MedianColor(full)
	var way [3]float64
	length := 0.0
	for ch := range way {
		way[ch] = float64(k.color[ch]) - float64(ground[ch])
		length += way[ch] * way[ch]
	}
	k.share = make([]float32, len(colors))
	for i, c := range colors {
		if i > 0 && c == colors[i-1] {
			k.share[i] = k.share[i-1]
			continue
		}
		dot := 0.0
		for ch := range way {
			dot += way[ch] * (float64(c[ch]) - float64(ground[ch]))
		}
		k.share[i] = float32(min(max(dot/length, 0), 1))
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

// between returns the share between pixels' middles, bilinear.
func (k *ink) between(x, y float64) float64 {
	x, y = x-0.5, y-0.5
	xi, yi := num.Floor(x), num.Floor(y)
	fx, fy := x-float64(xi), y-float64(yi)
	if xi >= 0 && yi >= 0 && xi+1 < k.w && yi+1 < k.h {
		upper, lower := k.share[yi*k.w+xi:][:2], k.share[(yi+1)*k.w+xi:][:2]
		return (float64(upper[0])*(1-fx)+float64(upper[1])*fx)*(1-fy) + (float64(lower[0])*(1-fx)+float64(lower[1])*fx)*fy
	}
	return (k.at(xi, yi)*(1-fx)+k.at(xi+1, yi)*fx)*(1-fy) + (k.at(xi, yi+1)*(1-fx)+k.at(xi+1, yi+1)*fx)*fy
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
	for r := range gridRows {
		for c := range gridCols {
			sum := 0.0
			for i := range fine {
				for j := range fine {
					x := left + (float64(c)+(float64(j)+0.5)/fine)*side
					y := y0 + (float64(r)+(float64(i)+0.5)/fine)*side
					sum += k.between(x, y)
				}
			}
			g.Image[r*gridCols+c] = float32(sum / (fine * fine))
		}
	}
	aspect := float32(min(w/h, 2))
	g.Image[len(g.Image)-1] = aspect
	at := 0
	put := func(low, high, runs float64) {
		g.Profile[at], g.Profile[at+1], g.Profile[at+2] = float32(low), float32(high), float32(runs/3)
		at += 3
	}
	for i := range bands {
		y := y0 + (float64(i)+0.5)/bands*h
		put(k.outline(func(t float64) float64 { return k.between(x0+t*w, y) }, w))
	}
	for i := range stripes {
		x := x0 + (float64(i)+0.5)/stripes*w
		put(k.outline(func(t float64) float64 { return k.between(x, y0+t*h) }, h))
	}
	g.Profile[at] = aspect
	return g, true
}

// outline returns where ink begins and ends along a way from 0 to 1 of so many pixels, and how
// many strokes it crosses. Where there is none it begins at 1 and ends at 0.
func (k *ink) outline(of func(t float64) float64, pixels float64) (low, high, runs float64) {
	const half = 0.5
	n := max(int(math.Ceil(3*pixels)), 12)
	low, high = 1, 0
	on := false
	for i := range n {
		t := (float64(i) + 0.5) / float64(n)
		drawn := of(t) >= half
		if drawn && !on {
			runs++
		}
		if drawn {
			low, high = min(low, t), max(high, t)
		}
		on = drawn
	}
	return low, high, runs
}
