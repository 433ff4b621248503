package raster

import "autoqueens/vision/parallel"

// evened returns the picture with every pixel that the mask covers the mean of one of the four squares, so
// many pixels a side, in whose corners it lies, or near the rim of the picture: of the one that varies least (the filter of Kuwahara
// and others, 1976). Patterns finer than a square become one colour, and the edge between two of them stays
// where it is.
func (p *Picture) evened(side int, where Mask) *Picture {
	out := p.clone()
	w, h := p.W-side+1, p.H-side+1 // how many squares lie side by side
	if w <= 0 || h <= 0 {
		return out
	}
	mean, variance := make([]uint32, w*h), make([]uint32, w*h)
	rows := func(from, to int) {
		sums := make([][4]uint32, p.W) // of side rows: the channels, and their squares
		add := func(y int, sign uint32) {
			line := p.Row(y)
			for x := range sums {
				s := &sums[x]
				for k, v := range line[4*x : 4*x+3] {
					s[k] += sign * uint32(v)
					s[3] += sign * uint32(v) * uint32(v)
				}
			}
		}
		for y := from; y < from+side-1; y++ {
			add(y, 1)
		}
		n := uint32(side * side)
		for y := from; y < to; y++ {
			add(y+side-1, 1)
			var of [4]uint32
			for x := range p.W {
				for k := range of {
					of[k] += sums[x][k]
				}
				if x < side-1 {
					continue
				}
				i := y*w + x - side + 1
				var c RGB
				around := uint64(of[3]) * uint64(n) // n times as much as the sum of the squared departures
				for k := range c {
					c[k] = uint8((of[k] + n/2) / n)
					around -= uint64(of[k]) * uint64(of[k])
				}
				mean[i], variance[i] = c.Packed(), uint32(around/uint64(n))
				for k := range of {
					of[k] -= sums[x-side+1][k]
				}
			}
			add(y, ^uint32(0))
		}
	}
	parallel.Both(func() { rows(0, h/2) }, func() { rows(h/2, h) })
	pick := func(from, to int) {
		for y := from; y < to; y++ {
			line := out.Row(y)
			above, below := max(y-side+1, 0)*w, min(y, h-1)*w
			for start, end := range where.spans(y) {
				for x := start; x < end; x++ {
					left, right := max(x-side+1, 0), min(x, w-1)
					best := above + left
					for _, i := range [...]int{above + right, below + left, below + right} {
						if variance[i] < variance[best] {
							best = i
						}
					}
					c := Unpacked(mean[best])
					copy(line[4*x:], c[:])
				}
			}
		}
	}
	parallel.Both(func() { pick(0, p.H/2) }, func() { pick(p.H/2, p.H) })
	return out
}
