package vision

import (
	"math"

	"autoqueens/solver"
)

// What stands in the cells? Whatever departs from the ground in the inner part
// of a cell is ink. Marks stand in the middle and are the same left and right;
// the pointer, and whatever else passes over a board, is neither, and is taken
// away first. What is left is a cross where it is two diagonals, and otherwise
// a queen, whatever the game draws for one.

const (
	// inner is the part of a cell's side in which ink is looked for: lines,
	// and the corners of rounded cells, lie outside.
	inner = 0.76
	// least is the smallest mark, as a share of the cell's side.
	least = 0.08
	// faintest is the least difference, per channel, that counts as ink.
	faintest = 24
)

// ink is what departs from the ground in the inner part of a cell.
type ink struct {
	w, h     int    // of the inner part, pixels
	is       []bool // row-major
	n        int    // pixels of ink
	contrast int    // how far the strongest pixel departs, 0 to 255
	foreign  int    // pixels taken away: they belonged to no mark
	cx, cy   float64
	unit     float64 // side of the whole cell, pixels
}

// readInk finds the ink in a cell.
func readInk(p *picture, l Lattice, row, col int, g ground) ink {
	c := l.Cell(row, col)
	x0, x1 := int(math.Round(c.X+(1-inner)/2*c.Width)), int(math.Round(c.X+(1+inner)/2*c.Width))
	y0, y1 := int(math.Round(c.Y+(1-inner)/2*c.Height)), int(math.Round(c.Y+(1+inner)/2*c.Height))
	k := ink{unit: min(c.Width, c.Height)}
	k.cx, k.cy = c.X+c.Width/2, c.Y+c.Height/2
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, p.w), min(y1, p.h)
	if x1 <= x0 || y1 <= y0 {
		return k
	}
	k.cx, k.cy = k.cx-float64(x0), k.cy-float64(y0)
	// How strong the ink is, is told by the core: along the rim a compressed
	// picture still rings from the lines.
	rimX, rimY := int(0.08*c.Width), int(0.08*c.Height)
	bright := 0
	for y := y0 + rimY; y < y1-rimY; y++ {
		for x := x0 + rimX; x < x1-rimX; x++ {
			c := p.at(x, y)
			k.contrast = max(k.contrast, apart(c, g.rgb))
			bright = max(bright, diff(c.luma(), g.rgb.luma()))
		}
	}
	// Compressed pictures blur colour far more than brightness, so a faint
	// mark must show in both.
	if k.contrast < faintest || (k.contrast < 3*faintest && bright < faintest/2) {
		return k
	}
	// Ringing of a compressed picture stays below a third of the mark.
	level := max(faintest, k.contrast/3)
	k.w, k.h = x1-x0, y1-y0
	k.is = make([]bool, k.w*k.h)
	for y := range k.h {
		for x := range k.w {
			if apart(p.at(x0+x, y0+y), g.rgb) >= level {
				k.is[y*k.w+x] = true
				k.n++
			}
		}
	}
	k.takeAwayForeign()
	return k
}

func (k *ink) at(x, y int) bool { return x >= 0 && y >= 0 && x < k.w && y < k.h && k.is[y*k.w+x] }

// blob is a connected patch of ink: the indices of its pixels.
type blob struct{ pixels []int32 }

// takeAwayForeign removes blobs that are no part of a mark: specks, what stays
// along the rim, and what has no counterpart on the other side of the cell's
// middle.
func (k *ink) takeAwayForeign() {
	const core = 0.17 // of the inner part, on each side, is rim
	speck := max(2, k.n/50)
	slack := max(1, int(math.Round(0.045*k.unit)))
	axis := int(math.Floor(2 * k.cx))
	rimX, rimY := int(core*float64(k.w)), int(core*float64(k.h))
	var gone []blob
	for _, b := range k.blobs() {
		paired, deep := 0, 0
		for _, i := range b.pixels {
			x, y := int(i)%k.w, int(i)/k.w
			if x >= rimX && x < k.w-rimX && y >= rimY && y < k.h-rimY {
				deep++
			}
			for d := -slack; d <= slack; d++ {
				if k.at(axis-1-x+d, y) {
					paired++
					break
				}
			}
		}
		lone := 100*paired < 70*len(b.pixels)
		if len(b.pixels) >= speck && !lone && 4*deep >= len(b.pixels) {
			continue
		}
		if lone {
			k.foreign += deep
		}
		gone = append(gone, b)
	}
	for _, b := range gone {
		for _, i := range b.pixels {
			k.is[i] = false
		}
		k.n -= len(b.pixels)
	}
}

// blobs returns the connected patches of ink, corners touching included.
func (k *ink) blobs() []blob {
	var out []blob
	seen := make([]bool, len(k.is))
	for start := range k.is {
		if !k.is[start] || seen[start] {
			continue
		}
		b := blob{pixels: []int32{int32(start)}}
		seen[start] = true
		for n := 0; n < len(b.pixels); n++ {
			x, y := int(b.pixels[n])%k.w, int(b.pixels[n])/k.w
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if i := (y+dy)*k.w + x + dx; k.at(x+dx, y+dy) && !seen[i] {
						seen[i] = true
						b.pixels = append(b.pixels, int32(i))
					}
				}
			}
		}
		out = append(out, b)
	}
	return out
}

// mark tells what the ink is. Sure is false for ink that looks like no mark,
// and where something else covers part of the cell.
func (k *ink) mark() (m solver.Mark, sure bool) {
	sure = float64(k.foreign) < 0.008*k.unit*k.unit
	if k.n < 3 {
		return solver.Empty, sure
	}
	x0, y0, x1, y1 := k.w, k.h, -1, -1
	for i, on := range k.is {
		if on {
			x, y := i%k.w, i/k.w
			x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
		}
	}
	w, h := x1-x0+1, y1-y0+1
	size := float64(max(w, h)) / k.unit
	offX := abs(float64(x0+x1+1)/2-k.cx) / k.unit
	offY := abs(float64(y0+y1+1)/2-k.cy) / k.unit
	switch {
	case size < least:
		return solver.Empty, sure
	case offX > 0.12+0.5/k.unit || offY > 0.16+0.5/k.unit:
		return solver.Empty, false
	case w > 2*h+2:
		return solver.Empty, false // a bar: no mark lies on its side
	case k.crossed(x0, y0, w, h):
		return solver.Cross, sure
	case size < 0.17:
		return solver.Cross, sure // too small for its shape to be seen
	default:
		return solver.Queen, sure
	}
}

// crossed tells whether the ink within a box is two diagonals: its middle and
// corners are ink, the middles of its sides are not.
func (k *ink) crossed(x0, y0, w, h int) bool {
	if w < 7 || h < 7 {
		// A few pixels show no shape, only how large they are.
		return float64(max(w, h)) < 0.36*k.unit
	}
	if max(w, h) > 2*min(w, h) {
		return false
	}
	fill := func(u0, v0, u1, v1 float64) float64 {
		ax, bx := span(x0, w, u0, u1)
		ay, by := span(y0, h, v0, v1)
		n := 0
		for y := ay; y < by; y++ {
			for x := ax; x < bx; x++ {
				if k.at(x, y) {
					n++
				}
			}
		}
		return float64(n) / float64((bx-ax)*(by-ay))
	}
	const edge, lo, hi = 0.16, 0.42, 0.58
	sides := max(fill(lo, 0, hi, edge), fill(lo, 1-edge, hi, 1), fill(0, lo, edge, hi), fill(1-edge, lo, 1, hi))
	return sides <= 0.4 && fill(0.38, 0.38, 0.62, 0.62) >= 0.5
}

// span returns the pixels, at least one, from share a to share b of a length.
func span(from, length int, a, b float64) (int, int) {
	lo := min(int(math.Round(a*float64(length))), length-1)
	return from + lo, from + max(int(math.Round(b*float64(length))), lo+1)
}
