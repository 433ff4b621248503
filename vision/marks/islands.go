package marks

import (
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/raster"
)

// doubtIslands doubts cells in which nothing stands, but whose colour reaches none of their corners and lies where
// in another cell something stands: a disc as large as its cell may have passed for the ground. Where most cells are so,
// they are rounded, or have frames.
func (b *Board) doubtIslands(p *raster.Picture, c *cellcolor.Cells) {
	var islands []int
	for i := range b.Cells {
		if !c.Cornered(p, i) {
			islands = append(islands, i)
		}
	}
	if 2*len(islands) > len(b.Cells) {
		return
	}
	for _, i := range islands {
		if o := &b.Cells[i]; o.Inked || o.doubtful {
			continue
		}
		for k := range b.Cells {
			if b.Cells[k].Inked && fills(p, c, i, k) {
				b.Cells[i].doubtful = true
				break
			}
		}
	}
}

// fills tells whether the colour of a cell is seen where another departs from its own, and nowhere else.
func fills(p *raster.Picture, c *cellcolor.Cells, i, other int) bool {
	a, b := part(p, c, i), part(p, c, other)
	both, either := 0, 0
	for y := range min(a.Dy(), b.Dy()) {
		for x := range min(a.Dx(), b.Dx()) {
			own := raster.Chebyshev(p.At(a.Min.X+x, a.Min.Y+y), c.Colors[i].RGB) < raster.LeastContrast
			drawn := raster.Chebyshev(p.At(b.Min.X+x, b.Min.Y+y), c.Colors[other].RGB) >= raster.LeastContrast
			if own || drawn {
				either++
			}
			if own && drawn {
				both++
			}
		}
	}
	const same = 0.9 // the rims of two drawings of one disc fall on pixels differently
	return float64(both) >= same*float64(either)
}
