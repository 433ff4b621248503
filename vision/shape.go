package vision

import "slices"

// tone is a way in which ink differs from its ground.
type tone int

const (
	lighter tone = iota
	darker
	livelier // more colourful
	tones
)

// of returns how much of a tone a colour has, -255 to 255.
func (t tone) of(c rgb) int {
	switch t {
	case lighter:
		return int(c.luma())
	case darker:
		return -int(c.luma())
	}
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}

// letter tells whether what leans as the pointer does can be a letter instead: it stands in
// the middle, as large as a mark at most, and is of one tone, where a pointer is black
// and white.
func (k *ink) letter(p *picture, ground rgb) bool {
	const (
		large = 0.5 // of a cell
		off   = 0.1 // of a cell, from its middle
	)
	if k.n < 3 || k.foreign > 0 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	if offX, offY := k.offMiddle(x0, y0, x1, y1); float64(max(x1-x0, y1-y0)+1) > large*k.unit || max(offX, offY) > off*k.unit+0.5 {
		return false
	}
	tones := k.tones(p, ground)
	return min(tones[lighter], tones[darker]) < faintest
}

// tint returns by how much the mean of the ink departs from the ground, per channel.
// What departs most counts most.
func (k *ink) tint(p *picture, ground rgb) (t [3]float64) {
	sum := 0.0
	for i, d := range k.depth {
		if d > 0 {
			v := p.at(k.corner.X+i%k.w, k.corner.Y+i/k.w)
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

// longest returns the most that any channel departs.
func longest(t [3]float64) float64 { return max(abs(t[0]), abs(t[1]), abs(t[2])) }

// tones returns how much lighter, darker and livelier than the ground a part of the
// ink is, single pixels that compression has spoilt left out.
func (k *ink) tones(p *picture, ground rgb) (out [tones]int) {
	const part = 6 // of the ink, one
	more := make([]int, 0, k.n)
	for _, t := range [...]tone{lighter, livelier} {
		more = more[:0]
		for i, d := range k.depth {
			if d > 0 {
				more = append(more, t.of(p.at(k.corner.X+i%k.w, k.corner.Y+i/k.w))-t.of(ground))
			}
		}
		if len(more) == 0 {
			continue
		}
		slices.Sort(more)
		aside := len(more) / part
		out[t] = max(more[len(more)-1-aside], 0)
		if t == lighter {
			out[darker] = max(-more[aside], 0)
		}
	}
	return out
}

// overAll tells whether ink lies over nearly all of the inner part, as no mark does.
func (k *ink) overAll() bool {
	if k.n < 3 {
		return false
	}
	x0, y0, x1, y1 := k.box()
	return 5*(x1-x0+1) >= 4*k.w && 5*(y1-y0+1) >= 4*k.h
}

// shape is the ink in its box, averaged into a few fields, with the features
// that tell a cross from anything else.
type shape struct {
	// astray is how far the ink lies from the nearer diagonal of its box on
	// average, in half sides: 0 for a thin cross, about 0.3 for a block, a ring
	// or a crown.
	astray float64
	// sides is the ink at the middles of the sides, in units of that on the
	// diagonals: near 0 for a cross, about 1 for a ring or a block. Of left and
	// right the stronger counts, as of top and bottom, and of those two the
	// weaker: the serifs of a letter X nearly meet above and below.
	sides float64
}

// shapeOf averages the ink in a box into 12 x 12 fields and measures it. The box
// need not be square: a letter X is taller than wide, and its strokes run along
// the diagonals all the same.
func (k *ink) shapeOf(x0, y0, w, h int) shape {
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
					m[v][u] += float64(k.depth[y*k.w+x])
				}
			}
			x, y := (2*float64(u)+1)/n-1, (2*float64(v)+1)/n-1
			total += m[v][u]
			off += m[v][u] * min(abs(x-y), abs(x+y))
		}
	}
	if total == 0 {
		return shape{}
	}
	var left, right, top, bottom float64
	for i := range n {
		diagonal += (m[i][i] + m[i][n-1-i]) / (2 * n)
	}
	for i := n/2 - 2; i < n/2+2; i++ {
		left, right = left+(m[i][0]+m[i][1])/8, right+(m[i][n-1]+m[i][n-2])/8
		top, bottom = top+(m[0][i]+m[1][i])/8, bottom+(m[n-1][i]+m[n-2][i])/8
	}
	return shape{astray: off / total, sides: min(max(left, right), max(top, bottom)) / max(diagonal, 1)}
}
