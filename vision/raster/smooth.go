package raster

import (
	"encoding/binary"
	"slices"
	"sync"

	"autoqueens/vision/parallel"
)

// A screen shows flat colours; a photo of one, or a compressed picture of one,
// does not. Where the survey found grain, what is looked at is smoothed first.

// smoothed returns the picture with every pixel that the mask covers the mean
// of the 3 x 3 around it, passes times over.
func (p *Picture) smoothed(passes int, where Mask) *Picture {
	out := p
	for range passes {
		out = out.boxed(where)
	}
	return out
}

// clone returns a picture of its own.
func (p *Picture) clone() *Picture {
	out := &Picture{Pix: make([]uint8, 4*p.W*p.H), Stride: 4 * p.W, W: p.W, H: p.H, Origin: p.Origin}
	for y := range p.H {
		copy(out.Row(y), p.Row(y))
	}
	return out
}

func (p *Picture) boxed(where Mask) *Picture {
	out := p.clone()
	sums := make([]uint16, 3*p.W) // of three rows, by column and channel
	for y := range p.H {
		above, here, below := p.Row(max(y-1, 0)), p.Row(y), p.Row(min(y+1, p.H-1))
		to := out.Row(y)
		for from, end := range where.spans(y) {
			for x := max(from-1, 0); x < min(end+1, p.W); x++ {
				for k := range 3 {
					i := 4*x + k
					sums[3*x+k] = uint16(above[i]) + uint16(here[i]) + uint16(below[i])
				}
			}
			for x := from; x < end; x++ {
				l, r := max(x-1, 0), min(x+1, p.W-1)
				for k := range 3 {
					to[4*x+k] = uint8((sums[3*l+k] + sums[3*x+k] + sums[3*r+k] + 4) / 9)
				}
			}
		}
	}
	return out
}

// sieveRadius is how far around a pixel those are that it is made like.
const sieveRadius = 2

// lengthAVX2 is how many pixels the assembly sieves at a time.
const lengthAVX2 = 8

// sieved returns the picture with every pixel that the mask covers the mean of
// those around it that are alike: noise is averaged away, edges and thin lines
// stay (the sigma filter of Lee, 1983).
func (p *Picture) sieved(reach int, where Mask) *Picture {
	out := p.clone()
	reach = min(reach, 255)
	for y := range p.H {
		to := out.Row(y)
		for from, end := range where.spans(y) {
			if inner := min(end, p.W-sieveRadius); fast && inner-from > lengthAVX2+sieveRadius {
				left := max(from, sieveRadius)
				n := (inner - left) &^ (lengthAVX2 - 1)
				p.sieveRow(to, y, from, left, reach)
				above, below := max(0, y-sieveRadius), min(p.H-1, y+sieveRadius)
				sieveAVX2(&to[4*left], &p.Row(y)[4*left], &p.Row(above)[4*(left-sieveRadius)], p.Stride, below-above+1, n, reach)
				from = left + n
			}
			p.sieveRow(to, y, from, end, reach)
		}
	}
	return out
}

// sieveRow sieves the pixels of row y from one column, inclusive, to another.
func (p *Picture) sieveRow(to []uint8, y, from, end, reach int) {
	tol := Within(reach)
	for x := from; x < end; x++ {
		c := Spread(Pixel(p.Row(y), x))
		var sum, n Lanes
		for v := max(0, y-sieveRadius); v <= min(p.H-1, y+sieveRadius); v++ {
			line := p.Row(v)
			for u := max(0, x-sieveRadius); u <= min(p.W-1, x+sieveRadius); u++ {
				if d := Spread(Pixel(line, u)); Near(c, d, tol) {
					sum += d
					n++
				}
			}
		}
		half := n / 2
		to[4*x] = uint8((sum&0xffff + half) / n)
		to[4*x+1] = uint8((sum>>16&0xffff + half) / n)
		to[4*x+2] = uint8((sum>>32 + half) / n)
	}
}

// HalfPool keeps the room for halved pictures from one to the next.
var HalfPool = sync.Pool{New: func() any { return new([]uint8) }}

// Halved returns every second pixel of every second row, in room.
func (p *Picture) Halved(room *[]uint8) *Picture {
	out := &Picture{W: (p.W + 1) / 2, H: (p.H + 1) / 2}
	out.Stride = 4 * out.W
	*room = slices.Grow((*room)[:0], out.Stride*out.H)[:out.Stride*out.H]
	out.Pix = *room
	rows := func(from, to int) {
		for y := from; y < to; y++ {
			whole, half := p.Row(2*y), out.Row(y)
			for x := range out.W {
				binary.LittleEndian.PutUint32(half[4*x:], binary.LittleEndian.Uint32(whole[8*x:]))
			}
		}
	}
	parallel.Both(func() { rows(0, out.H/2) }, func() { rows(out.H/2, out.H) })
	return out
}
