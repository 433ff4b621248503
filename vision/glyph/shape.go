package glyph

import (
	"math"
	"slices"

	"autoqueens/vision/raster"
)

// Tone is a way in which ink differs from its ground.
type Tone int

const (
	Lighter Tone = iota
	Darker
	Livelier // more colourful
	Tones
)

// Of returns how much of a tone a colour has, -255 to 255.
func (t Tone) Of(c raster.RGB) int {
	switch t {
	case Lighter:
		return int(c.Luma())
	case Darker:
		return -int(c.Luma())
	}
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}

// LikeLetter tells whether what leans as the pointer does can be a letter instead: it stands in
// the middle, as large as a mark at most, and is of one tone, where a pointer is black
// and white.
func (k *Foreground) LikeLetter(p *raster.Picture, ground raster.RGB) bool {
	const (
		large = 0.5 // of a cell
		off   = 0.1 // of a cell, from its middle
	)
	if k.N < 3 || k.Foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.Box()
	if offX, offY := k.OffMiddle(x0, y0, x1, y1); float64(max(x1-x0, y1-y0)+1) > large*k.Unit || max(offX, offY) > off*k.Unit+0.5 {
		return false
	}
	tones := k.Tones(p, ground)
	return min(tones[Lighter], tones[Darker]) < raster.LeastContrast
}

// Tint returns by how much the mean of the ink departs from the ground, per channel.
// What departs most counts most.
func (k *Foreground) Tint(p *raster.Picture, ground raster.RGB) (t [3]float64) {
	sum := 0.0
	for i, d := range k.Depth {
		if d > 0 {
			v := p.At(k.Corner.X+i%k.W, k.Corner.Y+i/k.W)
			for c := range t {
				t[c] += float64(d) * (float64(v[c]) - float64(ground[c]))
			}
			sum += float64(d)
		}
	}
	for c := range t {
		t[c] /= max(sum, 1)
	}
	return t
}

// Longest returns the most that any channel departs.
func Longest(t [3]float64) float64 { return max(math.Abs(t[0]), math.Abs(t[1]), math.Abs(t[2])) }

// Tones returns how much lighter, darker and livelier than the ground a part of the
// ink is, single pixels that compression has spoilt left out.
func (k *Foreground) Tones(p *raster.Picture, ground raster.RGB) (out [Tones]int) {
	const part = 6 // of the ink, one
	more := make([]int, 0, k.N)
	for _, t := range [...]Tone{Lighter, Livelier} {
		more = more[:0]
		for i, d := range k.Depth {
			if d > 0 {
				more = append(more, t.Of(p.At(k.Corner.X+i%k.W, k.Corner.Y+i/k.W))-t.Of(ground))
			}
		}
		if len(more) == 0 {
			continue
		}
		slices.Sort(more)
		aside := len(more) / part
		out[t] = max(more[len(more)-1-aside], 0)
		if t == Lighter {
			out[Darker] = max(-more[aside], 0)
		}
	}
	return out
}

// OverAll tells whether ink lies over nearly all of the inner part, as no mark does.
func (k *Foreground) OverAll() bool {
	if k.N < 3 {
		return false
	}
	x0, y0, x1, y1 := k.Box()
	return 5*(x1-x0+1) >= 4*k.W && 5*(y1-y0+1) >= 4*k.H
}

// Shape is the ink in its box, averaged into a few fields, with the features
// that tell a cross from anything else.
type Shape struct {
	// OffDiagonal is how far the ink lies from the nearer diagonal of its box on
	// average, in half sides: 0 for a thin cross, about 0.3 for a block, a ring
	// or a crown.
	OffDiagonal float64
	// Sides is the ink at the middles of the sides, in units of that on the
	// diagonals: near 0 for a cross, about 1 for a ring or a block. Of left and
	// right the stronger counts, as of top and bottom, and of those two the
	// weaker: the serifs of a letter X nearly meet above and below.
	Sides float64
}

// ShapeOf averages the ink in a box into 12 x 12 fields and measures it. The box
// need not be square: a letter X is taller than wide, and its strokes run along
// the diagonals all the same.
func (k *Foreground) ShapeOf(x0, y0, w, h int) Shape {
	const n = 12
	var m [n][n]float64
	total, off, diagonal := 0.0, 0.0, 0.0
	for v := range n {
		for u := range n {
			// Sixteen samples a field are enough for any size of box.
			for b := range 4 {
				for a := range 4 {
					x := x0 + int((float64(u)+(float64(a)+0.5)/4)*float64(w)/n)
					y := y0 + int((float64(v)+(float64(b)+0.5)/4)*float64(h)/n)
					m[v][u] += float64(k.Depth[y*k.W+x])
				}
			}
			x, y := (2*float64(u)+1)/n-1, (2*float64(v)+1)/n-1
			total += m[v][u]
			off += m[v][u] * min(math.Abs(x-y), math.Abs(x+y))
		}
	}
	if total == 0 {
		return Shape{}
	}
	var left, right, top, bottom float64
	for i := range n {
		diagonal += (m[i][i] + m[i][n-1-i]) / (2 * n)
	}
	for i := n/2 - 2; i < n/2+2; i++ {
		left, right = left+(m[i][0]+m[i][1])/8, right+(m[i][n-1]+m[i][n-2])/8
		top, bottom = top+(m[0][i]+m[1][i])/8, bottom+(m[n-1][i]+m[n-2][i])/8
	}
	return Shape{OffDiagonal: off / total, Sides: min(max(left, right), max(top, bottom)) / max(diagonal, 1)}
}
