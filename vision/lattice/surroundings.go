package lattice

import (
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// What covers a part of a board may end just beside one of its lines, which then looks like the frame. But a
// page is the same all around a board, just outside of it. Of a square one something hides rows as well as
// columns, or what is left is no square: one side may be another than the three others, as where a window ends.
// A shadow or a bevel is another on two sides as well, but a cell farther out the page is what it is on the others.

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
// from its edge on, a cell wide or as far as the picture goes: what is beside most of the cells.
type Surroundings [4][]raster.RGB

// SurroundingsOf measures them.
func SurroundingsOf(p *raster.Picture, l Lattice) (s Surroundings) {
	const samples = 3 // in a cell, away from the lines
	b := l.Bounds()
	room := [...]float64{b.X, float64(p.W) - b.X - b.Width, b.Y, float64(p.H) - b.Y - b.Height}
	colors := make([]raster.RGB, 0, samples*l.Size)
	for side := range s {
		pitch := [...]float64{l.PitchX, l.PitchX, l.PitchY, l.PitchY}[side]
		for d := range min(num.Floor(pitch), num.Floor(room[side]+0.5)) {
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

// Hidden names two sides that meet of which both are unlike the two others, just outside and a cell farther
// out, where these are alike: those can hide more of a board. None does where there are no such sides.
func (s Surroundings) Hidden(l Lattice) []string {
	const (
		left, top = 0, 2
		from      = 2 // pixels: half a line, and what scaling smears
	)
	to := l.Rim() + 1
	for i := range 4 {
		beside, above := left+i%2, top+i/2
		others := [...]int{left + 1 - i%2, top + 1 - i/2}
		hides := s.farAlike(beside, above)
		for _, page := range [...]int{beside, above} {
			for _, h := range others {
				hides = hides && len(s[h]) > 0 && !s.farAlike(page, h) && (s.unlike(page, h, from, to) || s.unlike(h, page, from, to))
			}
		}
		if hides {
			return []string{SideNames[others[0]], SideNames[others[1]]}
		}
	}
	return nil
}

// farAlike tells whether two sides are alike farthest out.
func (s Surroundings) farAlike(side, other int) bool {
	a, b := s[side], s[other]
	return len(a) > 0 && len(b) > 0 && raster.Chebyshev(a[len(a)-1], b[len(b)-1]) < raster.LeastContrast
}

// unlike tells whether a side has a colour from one pixel to another that another side has not there, nor two
// pixels to either side: the lattice may lie in the lines.
func (s Surroundings) unlike(side, other, from, to int) bool {
	const off = 2
	a, b := s[side], s[other]
	for d := from; d < min(to, len(a), len(b)-off); d++ {
		for c, v := range a[d] {
			low, high := b[d][c], b[d][c]
			for _, o := range b[max(d-off, 0) : d+off+1] {
				low, high = min(low, o[c]), max(high, o[c])
			}
			if int(v) < int(low)-raster.LeastContrast || int(v) > int(high)+raster.LeastContrast {
				return true
			}
		}
	}
	return false
}
