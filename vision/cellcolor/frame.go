package cellcolor

import (
	"slices"
	"sync"

	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Some boards show the regions by frames in their cells, on one ground or on faint tints.

// frameDepths are how far inside a cell frames are looked for, as shares of its side, and
// frameAlong at which places of each side.
var (
	frameDepths = [...]float64{0.03, 0.06, 0.09, 0.12, 0.15}
	frameAlong  = [...]float64{0.3, 0.5, 0.7}
)

// Frames measures the colours of the frames in the cells, at the depth where they stand out
// most from the cells' grounds, which inner tells, and what lies between the cells. It is nil
// unless every cell has one colour along its sides.
func Frames(p *raster.Picture, inner *Cells) (frames *Cells) {
	most := 0
	between := sync.OnceValue(func() raster.RGB { return betweenCells(p, inner.Lattice) })
	for _, d := range frameDepths {
		if frameless(p, inner, d) {
			continue
		}
		if c, contrast := frameAt(p, inner, between, d); contrast > most {
			frames, most = c, contrast
		}
	}
	if frames != nil {
		known := LabCache{}
		for i := range frames.Colors {
			frames.Colors[i].Lab = known.of(frames.Colors[i].RGB)
		}
		frames.Clusters, frames.Spotless = Cluster(frames.Colors), Spotless(frames.Colors)
	}
	return frames
}

// frameless tells quickly, of most boards, that most cells have no frame at a depth: where
// the middles of a cell's sides have just its ground's colour, no other one can be that of
// three quarters of them, and not be close to it.
func frameless(p *raster.Picture, inner *Cells, d float64) bool {
	plain := 0
	for i := 0; i < len(inner.Colors) && 2*plain <= len(inner.Colors) && 2*(plain+len(inner.Colors)-i) > len(inner.Colors); i++ {
		cell, own := inner.Lattice.Cell(i/inner.N, i%inner.N), inner.Colors[i].RGB
		at := func(u, v float64) bool {
			return p.Clamped(num.Floor(cell.X+u*cell.Width), num.Floor(cell.Y+v*cell.Height)) == own
		}
		if at(d, 0.5) && at(1-d, 0.5) && at(0.5, d) && at(0.5, 1-d) {
			plain++
		}
	}
	return 2*plain > len(inner.Colors)
}

// frameAt measures the frames at a depth and how much they stand out in all, which is 0
// where they do not in most cells: a frame can have the colour of the ground in some.
func frameAt(p *raster.Picture, inner *Cells, between func() raster.RGB, d float64) (c *Cells, contrast int) {
	const sides = 0.75 // of a frame are seen: the lattice may lie a little aside
	c = &Cells{N: inner.N, Lattice: inner.Lattice, Colors: make([]Color, len(inner.Colors))}
	plain := 0
	var buf [rimSamples]uint32
	for i, own := range inner.Colors {
		cell := c.Lattice.Cell(i/c.N, i%c.N)
		samples := buf[:0]
		take := func(u, v float64) {
			samples = append(samples, p.Clamped(num.Floor(cell.X+u*cell.Width), num.Floor(cell.Y+v*cell.Height)).Packed())
		}
		for _, a := range frameAlong {
			take(d, a)
			take(1-d, a)
			take(a, d)
			take(a, 1-d)
		}
		g := Mode(samples)
		if g.Support < sides {
			return nil, 0
		}
		off := min(raster.Chebyshev(g.RGB, own.RGB), raster.Chebyshev(g.RGB, between()))
		if off < raster.LeastContrast {
			if plain++; 2*plain > len(inner.Colors) {
				return nil, 0
			}
		}
		c.Colors[i] = g
		contrast += off
	}
	return c, contrast
}

// betweenCells returns the usual colour where the lines of a lattice cross.
func betweenCells(p *raster.Picture, l lattice.Lattice) raster.RGB {
	var all []raster.RGB
	for row := 1; row < l.Size; row++ {
		for col := 1; col < l.Size; col++ {
			c := l.Cell(row, col)
			all = append(all, p.Clamped(num.Floor(c.X), num.Floor(c.Y)))
		}
	}
	return raster.MedianColor(all)
}

// Lone lists the cells whose colour no other cell of their region has, nor half of all cells,
// and that are no shades of those others nor as near to one as those are to each other.
func (c *Cells) Lone(regions []int) (cells []int) {
	var shared []Color
	for i, g := range c.Colors {
		own, all := 0, 0
		for k := range c.Colors {
			if k != i && c.Alike(i, k) {
				all++
				if regions[k] == regions[i] {
					own++
				}
			}
		}
		if own == 0 && 2*all < len(c.Colors) {
			cells = append(cells, i)
		} else {
			shared = append(shared, g)
		}
	}
	widest := JND
	for i, a := range shared {
		for _, b := range shared[:i] {
			widest = max(widest, a.Lab.Distance(b.Lab))
		}
	}
	return slices.DeleteFunc(cells, func(i int) bool {
		return slices.ContainsFunc(shared, func(g Color) bool {
			return g.Lab.Distance(c.Colors[i].Lab) <= widest || IsShade(c.Colors[i].RGB, g.RGB, ExactShade)
		})
	})
}
