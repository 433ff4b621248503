package vision

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRepeatedCutsShowTheSame cuts patchwork across at random places: a cut that repeats
// the one before it has the same specks.
func TestRepeatedCutsShowTheSame(t *testing.T) {
	repeated, others := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := patches(rng)
		pitch := 5 + 40*rng.Float64()
		l := Lattice{X: 60*rng.Float64() - 20, Y: 60*rng.Float64() - 20, PitchX: pitch, PitchY: pitch, Size: 4}
		for range 40 {
			c := acrossAt(p, l, rng.IntN(4), rng.IntN(4), rng.IntN(2) == 0)
			a, b := p.at(rng.IntN(p.w), rng.IntN(p.h)), p.at(rng.IntN(p.w), rng.IntN(p.h))
			for k := range c.start {
				if !c.repeats(k) {
					others++
					continue
				}
				repeated++
				if was, is := c.specks(k-1, a, b, nil), c.specks(k, a, b, nil); !slices.Equal(was, is) {
					t.Fatalf("seed %d: cut %d is said to repeat the one before, but shows %v, not %v", seed, k, is, was)
				}
			}
		}
	}
	if repeated == 0 || others == 0 {
		t.Errorf("%d cuts repeat the one before and %d do not: nothing was tested", repeated, others)
	}
}

// patches returns a picture of patches of one colour, of noise, and of rows that repeat
// the one above in part.
func patches(rng *rand.Rand) *picture {
	p := &picture{w: 50 + rng.IntN(120), h: 50 + rng.IntN(120)}
	p.stride = 4 * p.w
	p.pix = make([]uint8, p.stride*p.h)
	for i := range p.pix {
		p.pix[i] = uint8(rng.Uint32())
	}
	for range rng.IntN(30) {
		c := rgb{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		x0, y0 := rng.IntN(p.w), rng.IntN(p.h)
		for y := y0; y < min(p.h, y0+1+rng.IntN(60)); y++ {
			for x := x0; x < min(p.w, x0+1+rng.IntN(60)); x++ {
				copy(p.line(y)[4*x:], c[:])
			}
		}
	}
	for y := 1; y < p.h; y++ {
		if rng.IntN(3) == 0 {
			from, to := 4*rng.IntN(p.w), 4*rng.IntN(p.w)
			copy(p.line(y)[min(from, to):], p.line(y - 1)[min(from, to):max(from, to)])
		}
	}
	return p
}
