package marks

import (
	"math"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// A mark has edges, however faint it is and whatever it stands on: shading has none, and a pattern
// has as many in each cell of its region. So what was taken for empty is held against the quietest
// cell of its colour, and what was taken for a mark has to have some: a witness that knows nothing of
// backgrounds and of what marks look like. It serves where no grain lies over the picture, since what
// compression leaves around marks and lines has edges too. It does not see what is fainter than a
// step, nor what all cells of a colour show.

// Unproven lists the cells whose edges say something else than was read. One taken for empty has more
// than the quietest cell of its colour, by as many as the outline of the smallest queen has and by more
// than is chance in a texture. One taken for marked has not half as many: glows and shadows have none.
func (s *Set) Unproven(c *cellcolor.Cells) (cells []int) {
	const chance = 8 // standard deviations, of edges that each stand by themselves
	labels, _, _ := c.Clusters.Cut(c.Clusters.Distinct())
	counts := make([]int, len(labels))
	quietest := map[int]int{}
	for i, l := range labels {
		counts[i] = edges(s.in, c, i)
		if q, ok := quietest[l]; !ok || counts[i] < q {
			quietest[l] = counts[i]
		}
	}
	for i, l := range labels {
		n, q, outline := float64(counts[i]), float64(quietest[l]), 4*smallMark*c.Lattice.Pitch()
		edged := n > q+outline+chance*math.Sqrt(q) && !slices.Contains(s.Strange, i) && !slices.Contains(s.Begun, i)
		if empty := s.Marks[i] == solver.Empty; empty && edged || !empty && n < outline/2 {
			cells = append(cells, i)
		}
	}
	return cells
}

// edges counts the pixels that differ from the next one to the right or below, in the part of a cell
// that no line around it reaches.
func edges(p *raster.Picture, c *cellcolor.Cells, i int) (n int) {
	const (
		middle = 0.8 * inner
		step   = faintest / 2 // on both sides of an edge that is smoothed over two pixels
	)
	r := glyph.Part(p, c.Lattice.Cell(i/c.N, i%c.N), middle)
	for y := r.Min.Y; y < r.Max.Y-1; y++ {
		for x := r.Min.X; x < r.Max.X-1; x++ {
			if v := p.At(x, y); max(raster.Chebyshev(v, p.At(x+1, y)), raster.Chebyshev(v, p.At(x, y+1))) >= step {
				n++
			}
		}
	}
	return n
}
