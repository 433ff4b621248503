package vision

import (
	"encoding/binary"
	"slices"
	"sync"
)

// A screen shows flat colours; a photo of one, or a compressed picture of one,
// does not. Where the survey found grain, what is looked at is smoothed first.

// smoothed returns the picture with every pixel that the mask covers the mean
// of the 3 x 3 around it, passes times over.
func (p *picture) smoothed(passes int, where mask) *picture {
	out := p
	for range passes {
		out = out.boxed(where)
	}
	return out
}

// clone returns a picture of its own.
func (p *picture) clone() *picture {
	out := &picture{pix: make([]uint8, 4*p.w*p.h), stride: 4 * p.w, w: p.w, h: p.h, origin: p.origin}
	for y := range p.h {
		copy(out.line(y), p.line(y))
	}
	return out
}

func (p *picture) boxed(where mask) *picture {
	out := p.clone()
	sums := make([]uint16, 3*p.w) // of three rows, by column and channel
	for y := range p.h {
		above, here, below := p.line(max(y-1, 0)), p.line(y), p.line(min(y+1, p.h-1))
		to := out.line(y)
		for from, end := range where.spans(y) {
			for x := max(from-1, 0); x < min(end+1, p.w); x++ {
				for k := range 3 {
					i := 4*x + k
					sums[3*x+k] = uint16(above[i]) + uint16(here[i]) + uint16(below[i])
				}
			}
			for x := from; x < end; x++ {
				l, r := max(x-1, 0), min(x+1, p.w-1)
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

// sieved returns the picture with every pixel that the mask covers the mean of
// those around it that are alike: noise is averaged away, edges and thin lines
// stay (the sigma filter of Lee, 1983).
func (p *picture) sieved(reach int, where mask) *picture {
	out := p.clone()
	reach = min(reach, 255)
	for y := range p.h {
		to := out.line(y)
		for from, end := range where.spans(y) {
			if inner := min(end, p.w-sieveRadius); fast && inner-from > lengthAVX2+sieveRadius {
				left := max(from, sieveRadius)
				n := (inner - left) &^ (lengthAVX2 - 1)
				p.sieveRow(to, y, from, left, reach)
				above, below := max(0, y-sieveRadius), min(p.h-1, y+sieveRadius)
				sieveAVX2(&to[4*left], &p.line(y)[4*left], &p.line(above)[4*(left-sieveRadius)], p.stride, below-above+1, n, reach)
				from = left + n
			}
			p.sieveRow(to, y, from, end, reach)
		}
	}
	return out
}

// sieveRow sieves the pixels of row y from one column, inclusive, to another.
func (p *picture) sieveRow(to []uint8, y, from, end, reach int) {
	tol := within(reach)
	for x := from; x < end; x++ {
		c := spread(pixel(p.line(y), x))
		var sum, n lanes
		for v := max(0, y-sieveRadius); v <= min(p.h-1, y+sieveRadius); v++ {
			line := p.line(v)
			for u := max(0, x-sieveRadius); u <= min(p.w-1, x+sieveRadius); u++ {
				if d := spread(pixel(line, u)); near(c, d, tol) {
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

// halfRoom keeps the room for halved pictures from one to the next.
var halfRoom = sync.Pool{New: func() any { return new([]uint8) }}

// halved returns every second pixel of every second row, in room.
func (p *picture) halved(room *[]uint8) *picture {
	out := &picture{w: (p.w + 1) / 2, h: (p.h + 1) / 2}
	out.stride = 4 * out.w
	*room = slices.Grow((*room)[:0], out.stride*out.h)[:out.stride*out.h]
	out.pix = *room
	rows := func(from, to int) {
		for y := from; y < to; y++ {
			whole, half := p.line(2*y), out.line(y)
			for x := range out.w {
				binary.LittleEndian.PutUint32(half[4*x:], binary.LittleEndian.Uint32(whole[8*x:]))
			}
		}
	}
	both(func() { rows(0, out.h/2) }, func() { rows(out.h/2, out.h) })
	return out
}
