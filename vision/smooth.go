package vision

import "slices"

// How noisy is the picture? A screen shows flat colours; a photo of one, or a
// video of one, does not. Noise is measured first, and smoothed away before
// anything is looked for, at the cost of the finest lines.

// noise returns the usual difference of neighbouring pixels, 0 to 255, in
// units of the standard deviation of Gaussian noise, and the share of
// neighbours that differ a little at all.
func (p *picture) noise() (sigma, grainy float64) {
	const small = 40 // more is an edge
	var differences []int
	some := 0
	for y := 0; y < p.h; y += 7 {
		line := p.line(y)
		for x := 1 + y%5; x < p.w; x += 5 {
			d := diff(line[4*x+1], line[4*x-3])
			if d > small {
				continue
			}
			differences = append(differences, int(d))
			if d > 0 {
				some++
			}
		}
	}
	if len(differences) == 0 {
		return 0, 0
	}
	slices.Sort(differences)
	// The median of the difference of two Gaussians is 0.954 sigma.
	return float64(differences[len(differences)/2]) / 0.954, float64(some) / float64(len(differences))
}

// smoothed returns the picture with every pixel the mean of the 3 x 3 around
// it, passes times over.
func (p *picture) smoothed(passes int) *picture {
	out := p
	for range passes {
		out = out.boxed()
	}
	return out
}

func (p *picture) boxed() *picture {
	out := &picture{pix: make([]uint8, 4*p.w*p.h), stride: 4 * p.w, w: p.w, h: p.h, origin: p.origin}
	sums := make([]uint16, 3*p.w) // of three rows, by column and channel
	for y := range p.h {
		above, here, below := p.line(max(y-1, 0)), p.line(y), p.line(min(y+1, p.h-1))
		for x := range p.w {
			for k := range 3 {
				i := 4*x + k
				sums[3*x+k] = uint16(above[i]) + uint16(here[i]) + uint16(below[i])
			}
		}
		to := out.line(y)
		for x := range p.w {
			l, r := max(x-1, 0), min(x+1, p.w-1)
			for k := range 3 {
				to[4*x+k] = uint8((sums[3*l+k] + sums[3*x+k] + sums[3*r+k] + 4) / 9)
			}
			to[4*x+3] = 255
		}
	}
	return out
}

// views returns the pictures to search, the first choice first: the picture
// itself, unless it is noisy, and smoothed where it is grainy.
func (p *picture) views() []func() *picture {
	const (
		noisy   = 1.5 // no screen, and no good JPEG of one
		noisier = 4.5
		grain   = 0.08 // a JPEG
	)
	itself := func() *picture { return p }
	switch sigma, grainy := p.noise(); {
	case sigma >= noisier:
		return []func() *picture{func() *picture { return p.smoothed(2) }, func() *picture { return p.smoothed(1) }}
	case sigma >= noisy:
		return []func() *picture{func() *picture { return p.smoothed(1) }, func() *picture { return p.smoothed(2) }}
	case grainy >= grain:
		return []func() *picture{itself, func() *picture { return p.smoothed(1) }}
	default:
		return []func() *picture{itself}
	}
}
