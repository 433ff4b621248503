package marks

import (
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// A golden crown is as bright as an orange ground, and compression keeps little but
// brightness. What it does keep, even where colour is stored for every second pixel
// alone, is the mean colour of an area: a queen gives the middle of its cell a part of
// its own colour. The board's other queens tell which colour, and how large a part.

// fills is how queens change the mean colour of the middle of their cells.
type fills struct {
	side  float64    // of that area, pixels: the size of the queens
	cover float64    // the share of it that queens cover
	tint  [3]float64 // what they cover it with, times cover
}

const (
	// colourless is the least change, the length of a vector in RGB, by which a queen
	// can be told: compression makes smaller ones.
	colourless = 8
	// queenly is the share of a queen's change from which a cell may hold one. Of
	// 59,000 cells taken for empty in 600 boards, compressed or noisy, 22 had that
	// much, and of 3,800 with a queen all but 29.
	queenly = 0.5
)

// compareFills doubts the empty cells of a compressed board whose middle has the
// colour that a queen would give it.
func (r *reader) compareFills(p *raster.Picture, sure []certainty, of []measures) {
	if r.Spotless {
		return
	}
	f, ok := r.fillsOf(p, sure, of)
	if !ok {
		return
	}
	for i, m := range r.Marks {
		if m != solver.Empty || sure[i] != certain {
			continue
		}
		var along, length float64
		for c, change := range r.change(p, f.side, i) {
			queen := f.tint[c] - f.cover*float64(r.Colors[i].RGB[c])
			along += queen * change
			length += queen * queen
		}
		if length >= colourless*colourless && along >= queenly*length {
			sure[i] = unclear
		}
	}
}

// fillsOf measures the queens of which there is no doubt. It returns false where
// there are none.
func (r *reader) fillsOf(p *raster.Picture, sure []certainty, of []measures) (f fills, ok bool) {
	const (
		guess = 0.5 // the share that most queens cover of their box
		least = 300 // variance of the grounds, below which their queens do not tell it
		low   = 0.2 // what is measured of it is held between
		high  = 0.9 // these
	)
	var queens []int
	var sides []float64
	for i, m := range r.Marks {
		if m == solver.Queen && sure[i] == certain {
			queens = append(queens, i)
			sides = append(sides, max(of[i].box.Width, of[i].box.Height))
		}
	}
	if len(queens) == 0 {
		return f, false
	}
	slices.Sort(sides)
	f.side = sides[len(sides)/2]
	// The change is tint - cover*ground: a straight line through all queens.
	var change, ground [3]float64 // means
	var squares, products float64
	n := float64(len(queens))
	for _, i := range queens {
		for c, d := range r.change(p, f.side, i) {
			g := float64(r.Colors[i].RGB[c])
			change[c] += d / n
			ground[c] += g / n
			squares += g * g / n
			products += g * d / n
		}
	}
	for c := range 3 {
		squares -= ground[c] * ground[c]
		products -= ground[c] * change[c]
	}
	f.cover = guess
	if squares > least {
		f.cover = min(max(-products/squares, low), high)
	}
	for c := range 3 {
		f.tint[c] = change[c] + f.cover*ground[c]
	}
	return f, true
}

// change returns by how much the mean colour of the middle of a cell, an area with
// sides of so many pixels, departs from the cell's ground.
func (r *reader) change(p *raster.Picture, side float64, cell int) (d [3]float64) {
	c := r.Lattice.Center(cell/r.N, cell%r.N)
	x0, y0 := max(num.Floor(c.X-side/2), 0), max(num.Floor(c.Y-side/2), 0)
	x1, y1 := min(num.Ceil(c.X+side/2), p.W), min(num.Ceil(c.Y+side/2), p.H)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			for k, v := range p.At(x, y) {
				d[k] += float64(v)
			}
		}
	}
	n := float64(max((x1-x0)*(y1-y0), 1))
	for k := range d {
		d[k] = d[k]/n - float64(r.Colors[cell].RGB[k])
	}
	return d
}
