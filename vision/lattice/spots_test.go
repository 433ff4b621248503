package lattice

import (
	"math/rand/v2"
	"testing"
)

// TestSpots finds the cells of boards by spots in some of them, with others beside, and none where
// spots lie anywhere.
func TestSpots(t *testing.T) {
	missed := 0
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		pitch, x, y := 30+60*r.Float64(), 100*r.Float64(), 100*r.Float64()
		size := pitch * (0.4 + 0.2*r.Float64())
		var spots []square
		low, high := 7, 0
		for _, i := range r.Perm(49)[:12] {
			row, col := i/7, i%7
			low, high = min(low, row), max(high, row)
			off := func() float64 { return (r.Float64() - 0.5) * 0.02 * pitch }
			spots = append(spots, square{x: x + (float64(col)+0.5)*pitch + off(), y: y + (float64(row)+0.5)*pitch + off(), w: size, h: size})
		}
		for range 3 {
			spots = append(spots, square{x: 900 * r.Float64(), y: 900 * r.Float64(), w: size, h: size})
		}
		found := fromSpots(spots)
		if len(found) == 0 {
			missed++ // what stands beside can lie on the same lattice, far away
			continue
		}
		l := found[0].Lattice
		if d := l.PitchX - pitch; d > 0.02*pitch || d < -0.02*pitch || off(l.X-x, pitch) > 0.1 || off(l.Y-y, pitch) > 0.1 || !found[0].Spots {
			t.Errorf("seed %d: found %v, cells of %.1f lie at %.1f,%.1f", seed, l, pitch, x, y)
		}
		var anywhere []square
		for range 12 {
			anywhere = append(anywhere, square{x: 900 * r.Float64(), y: 900 * r.Float64(), w: size, h: size})
		}
		if found := fromSpots(anywhere); len(found) > 0 {
			t.Errorf("seed %d: found %v in spots anywhere", seed, found[0].Lattice)
		}
	}
	if missed > 5 {
		t.Errorf("found nothing in %d of 50", missed)
	}
}
