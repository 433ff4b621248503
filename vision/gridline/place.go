package gridline

import (
	"math"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Where does the lattice lie? Whatever is between two cells, lines, frames, gaps or shading,
// is drawn alike on both sides of the lattice: that runs in the middle between where the one
// cell ends and the other begins. No line needs to be told for that.

// stretch is what lies between two cells, or beyond the one at a side of the board: where the
// cell before it ends, and where the one after it begins, in pixels from the lattice.
type stretch struct{ from, to float64 }

func (s stretch) middle() float64 { return (s.from + s.to) / 2 }

// Refit moves a lattice to where its cells are seen to end. Where there are too few such
// places along an axis, the sides of the board tell as well; it is false where even then an
// axis cannot be told, which is left as it is.
func Refit(p *raster.Picture, cells *cellcolor.Cells) (lattice.Lattice, bool) {
	l, n := cells.Lattice, cells.N
	first, pitch := [2]float64{l.X, l.Y}, [2]float64{l.PitchX, l.PitchY}
	var axes [2]lattice.AxisFit
	var r ruler
	for axis := range axes {
		offs := make([][]float64, n+1)
		var widths []float64
		for k := 1; k < n; k++ {
			for i := range n {
				a, b := i*n+k-1, i*n+k
				if axis == 1 {
					a, b = (k-1)*n+i, k*n+i
				}
				cuts := acrossAt(p, l, b/n, b%n, axis == 0)
				if s, ok := r.between(&cuts, cells.Colors[a].RGB, cells.Colors[b].RGB); ok {
					offs[k], widths = append(offs[k], s.middle()), append(widths, s.to-s.from)
				}
			}
		}
		if axes[axis] = lattice.FitAxis(offs, first[axis], pitch[axis]); !axes[axis].OK {
			half := num.Median(widths) / 2
			offs[0], offs[n] = r.sideOff(p, cells, 2*axis, half), r.sideOff(p, cells, 2*axis+1, half)
			axes[axis] = lattice.FitAxis(offs, first[axis], pitch[axis])
		}
	}
	lattice.FitTogether(&axes)
	l.X, l.PitchX = axes[0].First(), axes[0].Pitch
	l.Y, l.PitchY = axes[1].First(), axes[1].Pitch
	return l, axes[0].OK && axes[1].OK
}

// ruler measures along cuts; away is room to work in.
type ruler struct{ away []float64 }

// between returns what lies between two cells. It is false where that stands out from neither.
func (r *ruler) between(c *LineProfiles, ga, gb raster.RGB) (stretch, bool) {
	from, okA := r.end(c, ga, false)
	to, okB := r.end(c, gb, true)
	return stretch{from, to}, okA && okB
}

// sideOff returns how far right of or below a side of the lattice that of each cell
// lies: half of what is between cells beyond where its colour ends, since a frame can be
// wider than the lines. Where it ends further away, it is not the side that was seen.
func (r *ruler) sideOff(p *raster.Picture, cells *cellcolor.Cells, side int, half float64) (out []float64) {
	const far = 0.1 // of a cell
	for k := range cells.N {
		cell := cells.Outer(side, k)
		row, col := cell/cells.N, cell%cells.N
		cuts := acrossAt(p, cells.Lattice, row+side/3, col+side%2*(1-side/2), side < 2)
		if at, ok := r.end(&cuts, cells.Colors[cell].RGB, side%2 == 0); ok && math.Abs(at) <= far*cells.Lattice.Pitch() {
			out = append(out, at+half*float64(side%2*2-1))
		}
	}
	return out
}

// end returns where along the cuts a ground ends that begins at their last pixels,
// if backwards, or at their first: half the way to the first colour that follows and goes on,
// be it that of a line or of what lies behind. It is false where nothing follows.
func (r *ruler) end(c *LineProfiles, ground raster.RGB, backwards bool) (off float64, ok bool) {
	const mixed = 5.0 / 4 // a pixel that the next departs that much further than is still a mixture
	if c.N <= 0 || slices.Contains(c.Start[:], -1) {
		return 0, false
	}
	var at [cutsPerLine]float64
	r.away = append(r.away[:0], make([]float64, c.N+1)...) // nothing beyond the cut
	for k, start := range c.Start {
		if c.repeats(k) {
			at[k] = at[k-1]
			continue
		}
		for i := range c.N {
			px := i
			if backwards {
				px = c.N - 1 - i
			}
			r.away[i] = float64(raster.Chebyshev(raster.Unpacked(raster.Pixel(c.pix[start+px*c.Step:], 0)), ground))
		}
		for i, full := range r.away[:c.N] {
			if full < 2*raster.LeastContrast || r.away[i+1] > mixed*full {
				continue
			}
			at[k] = float64(i + 1)
			for _, d := range r.away[:i+1] {
				at[k] -= d / full
			}
			break
		}
	}
	reached := middleOf(&at)
	if backwards {
		return float64(c.off) - 0.5 + float64(c.N) - reached, reached > 0
	}
	return float64(c.off) - 0.5 + reached, reached > 0
}
