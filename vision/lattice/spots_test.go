package lattice

import (
	"math/rand/v2"
	"testing"

	"autoqueens/vision/raster"
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

// TestParts: a few cells side by side tell where all lie, though some are cut short; fewer, or those of one row, do not.
func TestParts(t *testing.T) {
	const pitch, x, y = 40, 103, 57
	for name, test := range map[string]struct {
		cells [][2]int // rows and columns
		want  bool
	}{
		"two by two":     {[][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, true},
		"round a corner": {[][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}}, true},
		"a row":          {[][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}}, false},
		"three":          {[][2]int{{0, 0}, {0, 1}, {1, 0}}, false},
	} {
		var sq []square
		for i, c := range test.cells {
			s := square{x: x + (float64(c[1])+0.5)*pitch, y: y + (float64(c[0])+0.5)*pitch, w: pitch - 4, h: pitch - 4, votes: 9}
			if i == 1 { // by a wall at its right
				s.x, s.w = s.x-2, s.w-4
			}
			sq = append(sq, s)
		}
		whole, parts := grids(&raster.Picture{W: 400, H: 400}, sq)
		if len(whole) > 0 || (len(parts) > 0) != test.want {
			t.Errorf("%s: found %v and %v", name, whole, parts)
		}
		for _, c := range parts {
			if l := c.Lattice; !c.Spots || l.PitchX < 0.97*pitch || l.PitchX > 1.03*pitch || off(l.X-x, pitch) > 0.05 || off(l.Y-y, pitch) > 0.05 {
				t.Errorf("%s: found %v", name, l)
			}
		}
	}
}

// TestCrowded holds the bound on spots against boards of known ones: what lies on a grid is never
// too near to each other, wherever other spots lie.
func TestCrowded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		const size = 20.0
		pitch := size * (leastPitch + (mostPitch-leastPitch)*r.Float64())
		var spots []square
		jitter := func() float64 { return (2*r.Float64() - 1) * onLattice * pitch }
		for row := range 6 {
			for col := range 6 {
				if r.IntN(2) == 0 {
					spots = append(spots, square{x: float64(col)*pitch + jitter(), y: float64(row)*pitch + jitter(), w: size})
				}
			}
		}
		others := r.IntN(12)
		for range others {
			spots = append(spots, square{x: 6 * pitch * r.Float64(), y: 6 * pitch * r.Float64(), w: size})
		}
		r.Shuffle(len(spots), func(i, k int) { spots[i], spots[k] = spots[k], spots[i] })
		if n := crowded(spots, size); n > others {
			t.Fatalf("%d pairs are too near to each other, with %d spots off the grid", n, others)
		}
	}
	var cells []square
	for i := range 64 {
		cells = append(cells, square{x: float64(i%8) * 21, y: float64(i/8) * 21, w: 20})
	}
	if n := crowded(cells, 20); n != 32 {
		t.Errorf("of 64 cells side by side there are %d pairs, want 32", n)
	}
}
