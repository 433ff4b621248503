package raster

import (
	"math/rand/v2"
	"testing"
)

// plainEvened evens a pixel by the four squares around it, one after the other.
func plainEvened(p *Picture, x, y, side int) RGB {
	best := -1.0
	var c RGB
	for _, v := range [...]int{max(y-side+1, 0), min(y, p.H-side)} {
		for _, u := range [...]int{max(x-side+1, 0), min(x, p.W-side)} {
			var sum [3]int
			squares, n := 0, side*side
			for j := v; j < v+side; j++ {
				for i := u; i < u+side; i++ {
					for k, value := range p.At(i, j) {
						sum[k] += int(value)
						squares += int(value) * int(value)
					}
				}
			}
			around := n * squares
			for _, s := range sum {
				around -= s * s
			}
			if variance := float64(around / n); best < 0 || variance < best {
				best = variance
				for k, s := range sum {
					c[k] = uint8((s + n/2) / n)
				}
			}
		}
	}
	return c
}

// TestEvened evens pictures as plain code does, and leaves alone what the mask does not cover.
func TestEvened(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p, mask := patchwork(rng)
		side := 2 + rng.IntN(40)
		out := p.evened(side, mask)
		for y := range p.H {
			want := make([]RGB, p.W)
			for x := range want {
				want[x] = p.At(x, y)
			}
			for from, to := range mask.spans(y) {
				for x := from; x < to; x++ {
					want[x] = plainEvened(p, x, y, side)
				}
			}
			for x := range want {
				if got := out.At(x, y); got != want[x] {
					t.Fatalf("seed %d, squares of %d: %d,%d is %v, want %v", seed, side, x, y, got, want[x])
				}
			}
		}
	}
}

// TestEvenedPattern makes patterns one colour and keeps the edge between them where it is; a picture smaller than a
// square stays as it is.
func TestEvenedPattern(t *testing.T) {
	p := &Picture{W: 40, H: 30, Stride: 160, Pix: make([]uint8, 160*30)}
	for y := range p.H {
		for x := range p.W {
			c := RGB{200, 40, 40} // with upright stripes, beside a blue that has some that lie
			if x%3 == 0 {
				c = RGB{140, 40, 40}
			}
			if x >= 21 {
				if c = (RGB{40, 40, 200}); y%3 == 0 {
					c = RGB{40, 40, 140}
				}
			}
			copy(p.Row(y)[4*x:], c[:])
		}
	}
	out := p.evened(6, surveyed(p).still().everywhere())
	for y := range p.H {
		for x := range p.W {
			want := RGB{180, 40, 40}
			if x >= 21 {
				want = RGB{40, 40, 180}
			}
			if got := out.At(x, y); got != want {
				t.Fatalf("%d,%d is %v, want %v", x, y, got, want)
			}
		}
	}
	if small := p.evened(31, surveyed(p).still().everywhere()); small.At(0, 0) != p.At(0, 0) {
		t.Error("a picture smaller than a square was changed")
	}
}
