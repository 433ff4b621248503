package digit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What is sampled is the bilinear mean of the four pixels around each place, and nothing outside of the ink, whatever
// lies between one height and the next.
func TestSampled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	k := &ink{w: 7, h: 5, share: make([]float32, 35)}
	for i := range k.share {
		k.share[i] = r.Float32()
	}
	for _, c := range []struct {
		name   string
		xs, ys []float64
	}{
		{"several heights between two rows", evenly(0, 7, 20), evenly(0, 5, 30)},
		{"one height a row", evenly(0, 7, 7), evenly(0, 5, 5)},
		{"rows left out", evenly(0.3, 5, 3), evenly(0, 5, 2)},
		{"beyond the rim", evenly(-3, 13, 11), evenly(-3, 11, 13)},
		{"outside", []float64{-9, 20}, []float64{-9, -2, -0.5, 5.5, 20}},
	} {
		k.sampled(c.xs, c.ys, func(i int, share []float64) {
			for n, x := range c.xs {
				want := 0.0
				for py := range k.h {
					for px := range k.w {
						near := func(d float64) float64 { return max(0, 1-math.Abs(d)) }
						want += k.at(px, py) * near(x-float64(px)-0.5) * near(c.ys[i]-float64(py)-0.5)
					}
				}
				if math.Abs(share[n]-want) > 1e-9 {
					t.Errorf("%s: at %.2f, %.2f there is %.6f of ink, not %.6f", c.name, x, c.ys[i], share[n], want)
				}
			}
		})
	}
}
