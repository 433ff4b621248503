package cellcolor

import (
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Some boards show the regions by frames in their cells, on one ground.

// frameDepths are how far inside a cell frames are looked for, as shares of its side, and
// frameAlong at which places of each side.
var (
	frameDepths = [...]float64{0.03, 0.06, 0.09, 0.12, 0.15}
	frameAlong  = [...]float64{0.3, 0.5, 0.7}
)

// Frames measures the colours of the frames in the cells: of what lies along their sides
// and is neither the cell's ground, which inner tells, nor what lies between the cells. It
// is nil unless every cell has one, of one colour.
func Frames(p *raster.Picture, inner *Cells) *Cells {
	const (
		enough = 6   // samples, of five on each of three places of four sides
		one    = 0.8 // of them have one colour
	)
	l := inner.Lattice
	between := betweenCells(p, l)
	c := &Cells{N: inner.N, Lattice: l, Colors: make([]Color, len(inner.Colors))}
	known := LabCache{}
	var buf [rimSamples]uint32
	for i, own := range inner.Colors {
		cell := l.Cell(i/c.N, i%c.N)
		samples := buf[:0]
		take := func(u, v float64) {
			k := p.Clamped(num.Floor(cell.X+u*cell.Width), num.Floor(cell.Y+v*cell.Height))
			if raster.Chebyshev(k, own.RGB) >= raster.LeastContrast && raster.Chebyshev(k, between) >= raster.LeastContrast {
				samples = append(samples, k.Packed())
			}
		}
		for _, d := range frameDepths {
			for _, a := range frameAlong {
				take(d, a)
				take(1-d, a)
				take(a, d)
				take(a, 1-d)
			}
		}
		if len(samples) < enough {
			return nil
		}
		if c.Colors[i] = Mode(samples); c.Colors[i].Support < one {
			return nil
		}
		c.Colors[i].Lab = known.of(c.Colors[i].RGB)
	}
	c.Clusters, c.Spotless = Cluster(c.Colors), inner.Spotless
	return c
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
