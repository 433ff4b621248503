package gridline

import (
	"math/rand/v2"
	"slices"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestRepeatedCutsShowTheSame cuts patchwork across at random places: a cut that repeats
// the one before it has the same specks.
func TestRepeatedCutsShowTheSame(t *testing.T) {
	repeated, others := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := patches(rng)
		pitch := 5 + 40*rng.Float64()
		l := lattice.Lattice{X: 60*rng.Float64() - 20, Y: 60*rng.Float64() - 20, PitchX: pitch, PitchY: pitch, Size: 4}
		for range 40 {
			c := acrossAt(p, l, rng.IntN(4), rng.IntN(4), rng.IntN(2) == 0)
			a, b := p.At(rng.IntN(p.W), rng.IntN(p.H)), p.At(rng.IntN(p.W), rng.IntN(p.H))
			for k := range c.Start {
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
func patches(rng *rand.Rand) *raster.Picture {
	p := &raster.Picture{W: 50 + rng.IntN(120), H: 50 + rng.IntN(120)}
	p.Stride = 4 * p.W
	p.Pix = make([]uint8, p.Stride*p.H)
	for i := range p.Pix {
		p.Pix[i] = uint8(rng.Uint32())
	}
	for range rng.IntN(30) {
		c := raster.RGB{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32())}
		x0, y0 := rng.IntN(p.W), rng.IntN(p.H)
		for y := y0; y < min(p.H, y0+1+rng.IntN(60)); y++ {
			for x := x0; x < min(p.W, x0+1+rng.IntN(60)); x++ {
				copy(p.Row(y)[4*x:], c[:])
			}
		}
	}
	for y := 1; y < p.H; y++ {
		if rng.IntN(3) == 0 {
			from, to := 4*rng.IntN(p.W), 4*rng.IntN(p.W)
			copy(p.Row(y)[min(from, to):], p.Row(y - 1)[min(from, to):max(from, to)])
		}
	}
	return p
}
