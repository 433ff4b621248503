package vision

import (
	"math"

	"autoqueens/solver"
)

// What stands in the cells? The ink in the inner part of a cell, as a share of
// its area, tells an empty cell from a cross and a cross from a queen. The
// shape decides where the share is between, and tells a pointer, which is
// neither centred nor even, from both.

// Shares of the inner part of a cell. Measured on captures: crosses 2 to 5 %,
// crowns 17 to 56 %.
const (
	inner      = 0.6 // the inner part of a cell, as a share of its side
	crossShare = 0.010
	queenShare = 0.095
)

// ink describes what departs from the ground in the inner part of a cell.
type ink struct {
	share    float64 // of the inner area
	cx, cy   float64 // centre of the ink, -0.5 to 0.5 of the inner side
	mirrored float64 // share of the ink that has ink opposite it, left to right
	contrast int     // how far the strongest pixel departs, 0 to 255
}

// readInk measures the ink in a cell.
func readInk(p *picture, l Lattice, row, col int, g ground) ink {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.w), min(y1, p.h)
	if x1 <= x0 || y1 <= y0 {
		return ink{}
	}
	var k ink
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			k.contrast = max(k.contrast, apart(p.at(x, y), g.rgb))
		}
	}
	// Ringing of a compressed picture stays below a third of the mark.
	level := max(24, k.contrast*2/5)
	if k.contrast < level {
		return k
	}
	w, h := x1-x0, y1-y0
	is := func(x, y int) bool {
		return x >= x0 && x < x1 && y >= y0 && y < y1 && apart(p.at(x, y), g.rgb) >= level
	}
	n, sumX, sumY := 0, 0, 0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if is(x, y) {
				n++
				sumX += x
				sumY += y
			}
		}
	}
	k.share = float64(n) / float64(w*h)
	k.cx = (float64(sumX)/float64(n)+0.5-float64(x0))/float64(w) - 0.5
	k.cy = (float64(sumY)/float64(n)+0.5-float64(y0))/float64(h) - 0.5
	// Mirrored about its own middle: the lattice may be a pixel off, and a
	// pixel is much of a small cross.
	axis := int(math.Round(2 * float64(sumX) / float64(n)))
	slack := max(1, w/24)
	pairs := 0
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if !is(x, y) {
				continue
			}
			for d := -slack; d <= slack; d++ {
				if is(axis-x+d, y) {
					pairs++
					break
				}
			}
		}
	}
	k.mirrored = float64(pairs) / float64(n)
	return k
}

// mark tells what the ink is. Sure is false for ink that looks like no mark.
func (k ink) mark() (m solver.Mark, sure bool) {
	switch {
	case k.share < crossShare:
		return solver.Empty, true
	case abs(k.cx) > 0.16 || abs(k.cy) > 0.22 || k.mirrored < 0.55:
		// Off centre and uneven: the pointer, or something passing over.
		return solver.Empty, false
	case k.share < queenShare:
		return solver.Cross, true
	default:
		return solver.Queen, true
	}
}
