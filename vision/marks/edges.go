package marks

import (
	"image"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// A mark has edges, however faint it is and whatever it stands on. Shading has none, and a pattern has
// the same in each cell of its colour. So what was taken for empty is held against the cell of its colour
// that has the fewest edges, and what was taken for a mark has to have some: a witness that knows nothing
// of backgrounds and of what marks look like. It serves where no grain lies over the picture, since what
// compression leaves around marks and lines has edges too and is in each cell another. It does not see
// what is fainter than a step, nor what all cells of a colour show.

// seen is the part of a cell that no line around it reaches.
const seen = 0.8 * inner

// Unproven lists the cells of a picture whose edges say something else than was read. One taken for
// empty has more edges than the quietest of its colour, by half of what the outline of a small queen
// has: less may be the end of a pointer. Or it has others, laid over it, where what hides a pattern
// brings no more of them; letters need not all begin in the same place of a pixel, and are counted
// alone. One taken for marked has not half an outline, its own or that of a small queen: glows and
// shadows have none.
func (s *Set) Unproven(p *raster.Picture, c *cellcolor.Cells) (cells []int) {
	colors, _, _ := c.Clusters.Cut(c.Clusters.Distinct())
	lettered := len(colors) // and more: letters are held against each other
	for _, i := range s.Labels {
		colors[i] += lettered
	}
	counts := make([]int, len(colors))
	quietest := map[int]int{} // of each colour
	for i, l := range colors {
		counts[i] = edges(p, glyph.Part(p, c.Lattice.Cell(i/c.N, i%c.N), seen))
		if s.Marks[i] != solver.Empty || slices.Contains(s.Strange, i) || slices.Contains(s.Begun, i) {
			continue
		}
		if q, ok := quietest[l]; !ok || counts[i] < counts[q] {
			quietest[l] = i
		}
	}
	small := smallMark * c.Lattice.Pitch()
	half := halfOutline(small, small)
	for i, l := range colors {
		switch {
		case s.Marks[i] != solver.Empty:
			if counts[i] < min(half, s.outlines[i]) {
				cells = append(cells, i)
			}
		case slices.Contains(s.Strange, i) || slices.Contains(s.Begun, i):
		case counts[i]-counts[quietest[l]] > half,
			l < lettered && len(s.Labels) > 0 && counts[i] > half, // what has no letter has nothing
			l < lettered && counts[i] > 2*half && edged(p, c, i, quietest[l], 2*half):
			cells = append(cells, i)
		}
	}
	return cells
}

// halfOutline is half of the outline of a rectangle, in whole pixels.
func halfOutline(width, height float64) int { return int(width + height) }

// edges counts the pixels of a part that differ from the next one to the right or below.
func edges(p *raster.Picture, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y-1; y++ {
		row, below := p.Row(y), p.Row(y+1)
		next := raster.Pixel(row, r.Min.X)
		for x := r.Min.X; x < r.Max.X-1; x++ {
			here, down := next, raster.Pixel(below, x)
			if next = raster.Pixel(row, x+1); here == next && here == down {
				continue
			}
			if v := p.At(x, y); max(raster.Chebyshev(v, p.At(x+1, y)), raster.Chebyshev(v, p.At(x, y+1))) >= step {
				n++
			}
		}
	}
	return n
}

// step is how far two pixels differ on both sides of an edge that is smoothed over two.
const step = faintest / 2

// edged tells whether a cell has more edges than a bound that another has not, wherever that is laid over
// it to a pixel: cells need not begin where pixels do.
func edged(p *raster.Picture, c *cellcolor.Cells, i, other, bound int) bool {
	a, b := glyph.Part(p, c.Lattice.Cell(i/c.N, i%c.N), seen), glyph.Part(p, c.Lattice.Cell(other/c.N, other%c.N), seen)
	w, h := min(a.Dx(), b.Dx()), min(a.Dy(), b.Dy())
	for _, dy := range [...]int{0, -1, 1} {
		for _, dx := range [...]int{0, -1, 1} {
			differ := func(x, y, u, v int) bool {
				from, to := p.At(a.Min.X+x, a.Min.Y+y), p.At(a.Min.X+u, a.Min.Y+v)
				under, next := p.Clamped(b.Min.X+x+dx, b.Min.Y+y+dy), p.Clamped(b.Min.X+u+dx, b.Min.Y+v+dy)
				for ch := range from {
					if d := int(to[ch]) - int(from[ch]) - int(next[ch]) + int(under[ch]); d >= step || d <= -step {
						return true
					}
				}
				return false
			}
			n := 0
			for y := 0; y < h-1 && n <= bound; y++ {
				for x := range w - 1 {
					if differ(x, y, x+1, y) || differ(x, y, x, y+1) {
						n++
					}
				}
			}
			if n <= bound {
				return false
			}
		}
	}
	return true
}

// Repeats tells whether what cells show besides their colours is the same in others of their colour, in
// half of them and more: shading and patterns are, what compression and noise leave behind is not.
func Repeats(p *raster.Picture, c *cellcolor.Cells) bool {
	colors, _, _ := c.Clusters.Cut(c.Clusters.Distinct())
	const few = 4 // others are asked
	of := make(map[int][]int)
	for i, l := range colors {
		of[l] = append(of[l], i)
	}
	repeated, all := 0, 0
	for _, cells := range of {
		for k, i := range cells {
			if len(cells) == 1 {
				continue
			}
			all++
			for o := 1; o <= few && o < len(cells); o++ {
				if resembles(p, c, i, cells[(k+o)%len(cells)]) {
					repeated++
					break
				}
			}
		}
	}
	return 2*repeated > all
}

// resembles tells whether what a cell shows besides its colour is seen in another.
func resembles(p *raster.Picture, c *cellcolor.Cells, i, other int) bool {
	a, b := part(p, c, i), part(p, c, other)
	const rounding = 1 // of a level
	departs, too := 0, 0
	for y := range min(a.Dy(), b.Dy()) {
		for x := range min(a.Dx(), b.Dx()) {
			v := p.At(a.Min.X+x, a.Min.Y+y)
			if raster.Chebyshev(v, c.Colors[i].RGB) <= rounding {
				continue
			}
			departs++
			if raster.Chebyshev(v, p.At(b.Min.X+x, b.Min.Y+y)) <= rounding {
				too++
			}
		}
	}
	return float64(too) >= cellcolor.MostlyExact*float64(departs)
}
