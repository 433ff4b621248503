package glyph

import (
	"image"
	"math"
	"slices"

	"autoqueens/vision/raster"
)

// Measures say how a foreground lies in its cell and what its shape is like.
type Measures struct {
	Side   int     // the longer one of its box, pixels
	Size   float64 // the same, as a share of the cell's
	Aspect float64 // width by height of the box
	OffX   float64 // how far the box's middle lies from the cell's, in cells
	OffY   float64
	// OffDiagonal is how far the foreground lies from the nearer diagonal of its box on
	// average, in half sides: 0 for a thin cross, about 0.3 for a block, a ring
	// or a crown.
	OffDiagonal float64
	// Sides is the foreground at the middles of the box's sides, in units of that on the
	// diagonals: near 0 for a cross, about 1 for a ring or a block. Of left and
	// right the stronger counts, as of top and bottom, and of those two the
	// weaker: the serifs of a letter X nearly meet above and below.
	Sides     float64
	Asymmetry float64 // the share of it that has no counterpart left or right
	Lean      float64 // how far the middle of its rows moves from top to bottom, in widths
	Fill      float64 // the share of its box that it covers
	Pieces    float64 // the share of it that is in other pieces than the largest
	Scatter   float64 // the same, but that a gap of a pixel does not part the largest, where it is most, from one above or below
	Touching  float64 // the share of the four sides of the part looked at that it touches
	// Plus tells that it is made of arms of one width that run straight up, down, left and right.
	Plus bool
}

// Box returns the columns and rows of the foreground, but for the little at the
// rim that compression adds to a glyph.
func (k *Foreground) Box() image.Rectangle {
	const trace = 0.02 // of the foreground
	cols, rows := make([]int, k.W), make([]int, k.H)
	total := 0
	for i, d := range k.Depth {
		if d > 0 {
			cols[i%k.W] += int(d)
			rows[i/k.W] += int(d)
			total += int(d)
		}
	}
	ends := func(sums []int) (lo, hi int) {
		lo, hi = 0, len(sums)-1
		for sum := sums[lo]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[lo] {
			lo++
		}
		for sum := sums[hi]; lo < hi && float64(sum) <= trace*float64(total); sum += sums[hi] {
			hi--
		}
		return lo, hi + 1
	}
	x0, x1 := ends(cols)
	y0, y1 := ends(rows)
	return image.Rect(x0, y0, x1, y1)
}

// Measure measures a foreground that has pixels.
func (k *Foreground) Measure() Measures {
	b := k.Box()
	w, h := b.Dx(), b.Dy()
	m := Measures{
		Side: max(w, h), Size: float64(max(w, h)) / k.Unit, Aspect: float64(w) / float64(h),
		OffX: (float64(b.Min.X+b.Max.X)/2 - k.Cx) / k.Unit, OffY: (float64(b.Min.Y+b.Max.Y)/2 - k.Cy) / k.Unit,
		Lean: k.lean(w, h), Fill: float64(k.N) / float64(w*h),
	}
	m.OffDiagonal, m.Sides, m.Plus = k.diagonals(b)
	for _, at := range [...]bool{b.Min.X == 0, b.Min.Y == 0, b.Max.X == k.W, b.Max.Y == k.H} {
		if at {
			m.Touching += 0.25
		}
	}
	all := make([]int32, 0, k.N)
	for i, d := range k.Depth {
		if d > 0 {
			all = append(all, int32(i))
		}
	}
	m.Asymmetry = 1 - k.mirrored(all)
	m.Pieces = k.scatter(k.Depth)
	if m.Scatter = m.Pieces; 0 < m.Pieces && m.Pieces < 0.5 {
		m.Scatter = k.scatter(k.joined())
	}
	return m
}

// scatter returns the share of the foreground that is in other connected components of a mask,
// which holds all of it, than the one with most of it.
func (k *Foreground) scatter(mask []uint8) float64 {
	largest := 0
	for _, b := range raster.Components(mask, k.W, 1) {
		n := 0
		for _, i := range b {
			if k.Depth[i] > 0 {
				n++
			}
		}
		largest = max(largest, n)
	}
	return 1 - float64(largest)/float64(k.N)
}

// joined returns the foreground without level gaps of one pixel: whether one is seen depends on where
// the edges above and below it fall among the pixels, and not on what stands there.
func (k *Foreground) joined() []uint8 {
	out := slices.Clone(k.Depth)
	for i, d := range k.Depth[:len(k.Depth)-k.W] {
		if d > 0 {
			out[i+k.W] = 1
		}
	}
	return out
}

// lean returns how far the middle of the foreground's rows moves from top to bottom,
// in widths: the slope of a line fitted to the pixels of a w x h box.
func (k *Foreground) lean(w, h int) float64 {
	var n, sx, sy, sxy, syy float64
	for i, d := range k.Depth {
		if d > 0 {
			x, y := float64(i%k.W), float64(i/k.W)
			n, sx, sy, sxy, syy = n+1, sx+x, sy+y, sxy+x*y, syy+y*y
		}
	}
	den := n*syy - sy*sy
	if den == 0 {
		return 0
	}
	return math.Abs((n*sxy-sx*sy)/den) * float64(h) / float64(w)
}

// diagonals averages the foreground in a box into 12 x 12 fields and tells how far from
// the diagonals it lies, how much of it at the sides, and whether it is a plus. The box need not be square: a
// letter X is taller than wide, and its strokes run along the diagonals all the same.
func (k *Foreground) diagonals(b image.Rectangle) (offDiagonal, sides float64, plus bool) {
	const n = 12
	var m [n][n]float64
	total, off, diagonal, upright := 0.0, 0.0, 0.0, 0.0
	var rings [n / 2]float64 // from the middle
	for v := range n {
		for u := range n {
			// Sixteen samples a field are enough for any size of box.
			for j := range 4 {
				for i := range 4 {
					x := b.Min.X + int((float64(u)+(float64(i)+0.5)/4)*float64(b.Dx())/n)
					y := b.Min.Y + int((float64(v)+(float64(j)+0.5)/4)*float64(b.Dy())/n)
					m[v][u] += float64(k.Depth[y*k.W+x])
				}
			}
			x, y := (2*float64(u)+1)/n-1, (2*float64(v)+1)/n-1
			total += m[v][u]
			off += m[v][u] * min(math.Abs(x-y), math.Abs(x+y))
			upright += m[v][u] * math.Sqrt2 * min(math.Abs(x), math.Abs(y)) // as far, turned by 45 degrees
			rings[max(u, n-1-u, v, n-1-v)-n/2] += m[v][u]
		}
	}
	if total == 0 {
		return 0, 0, false
	}
	var left, right, top, bottom float64
	for i := range n {
		diagonal += (m[i][i] + m[i][n-1-i]) / (2 * n)
	}
	for i := n/2 - 2; i < n/2+2; i++ {
		left, right = left+(m[i][0]+m[i][1])/8, right+(m[i][n-1]+m[i][n-2])/8
		top, bottom = top+(m[0][i]+m[1][i])/8, bottom+(m[n-1][i]+m[n-2][i])/8
	}
	// The points of a star lie close to those lines as well, but they taper: to less than half from a
	// third of the way to three quarters of it, were pixels small. The outermost ring is blurred.
	const even = 0.9
	middle := rings[n/4-1]
	plus = math.Sqrt2*upright < off && rings[n/2-2] > even*middle && 2*rings[n/2-1] > middle
	return off / total, min(max(left, right), max(top, bottom)) / max(diagonal, 1), plus
}

// Tint returns by how much the mean of the foreground departs from its
// background's colour, per channel. What departs most counts most.
func (k *Foreground) Tint(p *raster.Picture, under raster.RGB) (t [3]float64) {
	sum := 0.0
	for i, d := range k.Depth {
		if d > 0 {
			v := p.At(k.Corner.X+i%k.W, k.Corner.Y+i/k.W)
			for c := range t {
				t[c] += float64(d) * (float64(v[c]) - float64(under[c]))
			}
			sum += float64(d)
		}
	}
	for c := range t {
		t[c] /= max(sum, 1)
	}
	return t
}

// Chroma tells how far a tint is from that of black or of white, whichever is nearer: 0 for
// those, 1 for a right angle. However thinly something is drawn, it moves the background's
// colour towards its own.
func Chroma(tint [3]float64, under raster.RGB) float64 {
	black, white := 0.0, 0.0 // products of the tint with what those make of the background
	var lengths, blackest, whitest float64
	for c, t := range tint {
		b, w := -float64(under[c]), 255-float64(under[c])
		black, white = black+t*b, white+t*w
		lengths, blackest, whitest = lengths+t*t, blackest+b*b, whitest+w*w
	}
	if lengths == 0 {
		return 0
	}
	grey := max(black/math.Sqrt(lengths*max(blackest, 1)), white/math.Sqrt(lengths*max(whitest, 1)))
	return 1 - max(grey, 0)
}
