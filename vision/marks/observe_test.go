package marks

import (
	"math"
	"slices"
	"testing"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestIslands: a cell whose queen was taken for its ground is in doubt where another shows such a queen, and one that
// is filled to its lines is not.
func TestIslands(t *testing.T) {
	const n, side, queen, other = 6, 40, 8, 21
	white := raster.RGB{251, 251, 251}
	for _, filled := range []bool{false, true} {
		p := &raster.Picture{Pix: make([]uint8, 4*n*side*n*side), Stride: 4 * n * side, W: n * side, H: n * side}
		for y := range p.H {
			for x := range p.W {
				cell := y/side*n + x/side
				u, v := float64(x%side)-side/2+0.5, float64(y%side)-side/2+0.5
				c := raster.RGB{84, 52, 34}
				if (cell == queen || cell == other) && math.Hypot(u, v) < 0.37*side || cell == other && filled {
					c = white
				}
				copy(p.Pix[p.Stride*y+4*x:], c[:])
			}
		}
		c := cellcolor.New(p, lattice.Lattice{PitchX: side, PitchY: side, Size: n})
		c.Colors[other].RGB, c.Colors[other].Support = white, 0.87
		s := Read(p, c)
		if slices.Contains(s.Unclear, other) == filled {
			t.Errorf("filled to its lines: %v, in doubt: %v", filled, s.Unclear)
		}
	}
}
