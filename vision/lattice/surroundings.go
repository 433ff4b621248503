package lattice

import (
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What covers a part of a board may end just beside one of its lines, which then looks like the frame. But a
// page is the same all around a board, just outside of it. Of a square one something hides rows as well as
// columns, or what is left is no square: one side may be another than the three others, as where a window ends.

// Rim is how many pixels outside a board its frame has ended, wherever in its lines the lattice lies, and
// what else is on the page has not begun. From there on it is seen whether lines go on.
func (l Lattice) Rim() int {
	const (
		share = 0.12 // of a cell
		least = 5    // pixels
	)
	return num.Floor(max(least, share*l.Pitch()))
}

// Surroundings are the colours outside the four sides of a grid, in the order of [SideNames], a pixel apart
// from its edge on: what is beside most of the cells.
type Surroundings [4][]raster.RGB

// SurroundingsOf measures them, so many pixels wide and as far as the picture goes.
func SurroundingsOf(p *raster.Picture, l Lattice, width int) (s Surroundings) {
	const samples = 3 // in a cell, away from the lines
	b := l.Bounds()
	room := [...]float64{b.X, float64(p.W) - b.X - b.Width, b.Y, float64(p.H) - b.Y - b.Height}
	colors := make([]raster.RGB, 0, samples*l.Size)
	for side := range s {
		pitch := [...]float64{l.PitchX, l.PitchX, l.PitchY, l.PitchY}[side]
		for d := range min(width, num.Floor(room[side]+0.5)) {
			colors = colors[:0]
			for i := range samples * l.Size {
				along := float64(i/samples) + float64(i%samples+1)/(samples+1)
				colors = append(colors, p.Clamped(l.Outside(side, along, (float64(d)+0.5)/pitch)))
			}
			s[side] = append(s[side], raster.MedianColor(colors))
		}
	}
	return s
}

// Page returns how many pixels of what is outside a side are alike from the one given on: up to what lies over
// the page, or the end of what was measured.
func (s Surroundings) Page(side, from int) int {
	colors := s[side]
	for d := from; d < len(colors); d++ {
		if raster.Chebyshev(colors[d], colors[from]) >= raster.LeastContrast {
			return d
		}
	}
	return len(colors)
}

// Alike tells whether all four sides are alike from one pixel to another, that left out, as far as they were
// measured. Two pixels to either side their colours may lie otherwise.
func (s Surroundings) Alike(from, to int) bool {
	const off = 2 // pixels
	for i, a := range s {
		for j, other := range s {
			for d := from; i != j && d < min(to, len(a), len(other)-off); d++ {
				for c, v := range a[d] {
					low, high := other[d][c], other[d][c]
					for _, o := range other[d-off : d+off+1] {
						low, high = min(low, o[c]), max(high, o[c])
					}
					if int(v) < int(low)-raster.LeastContrast || int(v) > int(high)+raster.LeastContrast {
						return false
					}
				}
			}
		}
	}
	return true
}

// Hide tells whether two sides that meet are like each other, so many pixels outside, see [Lattice.Rim], and
// unlike both others: those can hide more of a board.
func (s Surroundings) Hide(at int) bool {
	const left, top = 0, 2
	for i := range 4 {
		beside, above := left+i%2, top+i/2
		page, hidden := [...]int{beside, above}, [...]int{left + 1 - i%2, top + 1 - i/2}
		if !s.alike(beside, above, at) {
			continue
		}
		hides := true
		for _, p := range page {
			for _, h := range hidden {
				hides = hides && len(s[h]) > at+1 && !s.alike(p, h, at)
			}
		}
		if hides {
			return true
		}
	}
	return false
}

// alike tells whether two sides have colours that are alike so many pixels outside, or a pixel to either side;
// not where the picture ends before.
func (s Surroundings) alike(side, other, at int) bool {
	if at+1 >= min(len(s[side]), len(s[other])) {
		return false
	}
	for _, c := range s[side][at-1 : at+2] {
		for _, o := range s[other][at-1 : at+2] {
			if raster.Chebyshev(c, o) < raster.LeastContrast {
				return true
			}
		}
	}
	return false
}
