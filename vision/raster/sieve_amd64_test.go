package raster

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// FuzzSieve holds the assembly against plain Go: noise of any strength, small pictures of
// any shape, parts of others, and any mask.
func FuzzSieve(f *testing.F) {
	if !fast {
		f.Skip("this processor has no AVX2")
	}
	for seed := range uint64(400) {
		f.Add(seed, uint8(seed*37), uint8(seed*11))
	}
	f.Add(uint64(1), uint8(0), uint8(0))
	f.Add(uint64(2), uint8(255), uint8(255))
	f.Fuzz(func(t *testing.T, seed uint64, noise, reach uint8) {
		defer func(was bool) { fast = was }(fast)
		rng := rand.New(rand.NewPCG(seed, 0))
		w, h, aside := 1+rng.IntN(80), 1+rng.IntN(40), rng.IntN(5)
		p := &Picture{W: w, H: h, Stride: 4 * (w + aside)}
		p.Pix = make([]uint8, p.Stride*h-4*aside)
		for i := range p.Pix {
			p.Pix[i] = uint8(rng.IntN(int(noise) + 1))
			if i%4 == 3 {
				p.Pix[i] = uint8(rng.Uint32()) // alpha, of which nothing depends
			}
		}
		blocks := (w + blockSide - 1) / blockSide
		where := Mask{w: blocks, wide: w, Blocks: make([]bool, blocks*((h+blockSide-1)/blockSide))}
		for i := range where.Blocks {
			where.Blocks[i] = rng.IntN(4) > 0
		}
		most := int(reach) + int(seed%64) // of any more than 255 it makes that
		got := p.sieved(most, where)
		fast = false
		want := p.sieved(most, where)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%d x %d pixels: not what plain Go makes of it", w, h)
		}
	})
}
