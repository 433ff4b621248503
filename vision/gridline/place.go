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
// cell ends and the other begins. No line needs to be told for that. Where each line lies
// in the cell before it, or after it, as borders of cells do, the lattice runs where the other begins, or
// ends.

// stretch is what lies between two cells: where the one before it ends, and where the one
// after it begins, in pixels from the lattice.
type stretch struct{ from, to float64 }

func (s stretch) middle() float64 { return (s.from + s.to) / 2 }

// sides are the ways in which what lies between cells can lie about the lattice, the usual first.
var sides = [...]func(s stretch) float64{stretch.middle, func(s stretch) float64 { return s.to }, func(s stretch) float64 { return s.from }}

// Refit moves a lattice to where its cells are seen to end. Where there are too few such
// places along an axis, the sides of the board tell as well; it is false where even then an
// axis cannot be told, which is left as it is. Where cells end now here and now there, the lattice
// is torn: it lies where some of them say, and may as well lie where others do.
func Refit(p *raster.Picture, cells *cellcolor.Cells) (l lattice.Lattice, told, torn bool) {
	l = cells.Lattice
	n := cells.N
	first, pitch := [2]float64{l.X, l.Y}, [2]float64{l.PitchX, l.PitchY}
	var axes [2]lattice.AxisFit
	for axis := range axes {
		between := make([][]stretch, n+1)
		room := make([]stretch, n*n)
		places := make([]float64, 2*n*n)
		widths := places[n*n : n*n]
		for k := 1; k < n; k++ {
			between[k] = room[k*n : k*n : (k+1)*n]
			for i := range n {
				a, b := i*n+k-1, i*n+k
				if axis == 1 {
					a, b = (k-1)*n+i, k*n+i
				}
				cuts := acrossAt(p, l, b/n, b%n, axis == 0)
				if s, ok := cuts.between(cells.Colors[a].RGB, cells.Colors[b].RGB); ok {
					between[k], widths = append(between[k], s), append(widths, s.to-s.from)
				}
			}
		}
		for i, at := range sides {
			offs := make([][]float64, n+1)
			for k := 1; k < n; k++ {
				offs[k] = places[k*n : k*n : (k+1)*n]
				for _, s := range between[k] {
					offs[k] = append(offs[k], at(s))
				}
			}
			fit := lattice.FitAxis(offs, first[axis], pitch[axis])
			if !fit.OK && i == 0 {
				half := num.Median(widths) / 2
				offs[0], offs[n] = sideOff(p, cells, 2*axis, half), sideOff(p, cells, 2*axis+1, half)
				fit = lattice.FitAxis(offs, first[axis], pitch[axis])
			}
			const explained = 0.75 // of the places that stray from the middle of lines, at least
			if i == 0 || fit.OK && fit.Stray <= (1-explained)*axes[axis].Stray {
				axes[axis] = fit
			}
			if !axes[axis].Torn() {
				break
			}
		}
	}
	lattice.FitTogether(&axes)
	l.X, l.PitchX = axes[0].First(), axes[0].Pitch
	l.Y, l.PitchY = axes[1].First(), axes[1].Pitch
	return l, axes[0].OK && axes[1].OK, axes[0].Torn() || axes[1].Torn()
}

// between returns what lies between two cells. It is false unless that stands out from both.
func (c *LineProfiles) between(ga, gb raster.RGB) (stretch, bool) {
	if !c.whole() {
		return stretch{}, false
	}
	var ends, begins [cutsPerLine]float64
	for k := range c.Start {
		if c.repeats(k) {
			ends[k], begins[k] = ends[k-1], begins[k-1]
		} else if ends[k] = c.endOf(k, ga, false); ends[k] > 0 {
			begins[k] = c.endOf(k, gb, true)
		}
	}
	from, to := middleOf(&ends), middleOf(&begins)
	return stretch{float64(c.off) - 0.5 + from, float64(c.off) - 0.5 + float64(c.N) - to}, from > 0 && to > 0
}

// sideOff returns how far right of or below a side of the lattice that of each cell
// lies: half of what is between cells beyond where its colour ends, since a frame can be
// wider than the lines. Where it ends further away, it is not the side that was seen.
func sideOff(p *raster.Picture, cells *cellcolor.Cells, side int, half float64) (out []float64) {
	const far = 0.1 // of a cell
	for k := range cells.N {
		cell := cells.Outer(side, k)
		cuts := acrossSide(p, cells, side, k)
		if at, ok := cuts.end(cells.Colors[cell].RGB, side%2 == 0); ok && math.Abs(at) <= far*cells.Lattice.Pitch() {
			out = append(out, at+half*float64(side%2*2-1))
		}
	}
	return out
}

// end returns where along the cuts a ground ends that begins at their last pixels,
// if backwards, or at their first, in pixels from the lattice. It is false where nothing
// follows.
func (c *LineProfiles) end(ground raster.RGB, backwards bool) (off float64, ok bool) {
	if !c.whole() {
		return 0, false
	}
	var at [cutsPerLine]float64
	for k := range c.Start {
		if c.repeats(k) {
			at[k] = at[k-1]
		} else {
			at[k] = c.endOf(k, ground, backwards)
		}
	}
	reached := middleOf(&at)
	if backwards {
		return float64(c.off) - 0.5 + float64(c.N) - reached, reached > 0
	}
	return float64(c.off) - 0.5 + reached, reached > 0
}

// whole tells whether all cuts lie in the picture.
func (c *LineProfiles) whole() bool { return c.N > 0 && !slices.Contains(c.Start[:], -1) }

// endOf returns how many pixels of a cut are of the ground it begins with, or ends with, if
// backwards: up to half the way to the first colour that follows and goes on, be it that of a
// line or of what lies behind. It is 0 where nothing follows.
func (c *LineProfiles) endOf(k int, ground raster.RGB, backwards bool) float64 {
	const mixed = 1.25 // a pixel than which the next is further off is still a mixture
	own := ground.Packed()
	i, step := c.Start[k], c.Step
	if backwards {
		i, step = i+(c.N-1)*c.Step, -c.Step
	}
	passed, full := 0, 0 // how far all pixels so far, and the last of them, are from the ground
	for px := range c.N + 1 {
		next := 0
		if px < c.N { // nothing beyond the cut
			if v := raster.Pixel(c.pix[i:], 0); v != own {
				next = raster.Chebyshev(raster.Unpacked(v), ground)
			}
		}
		if full >= 2*raster.LeastContrast && float64(next) <= mixed*float64(full) {
			return float64(px) - float64(passed)/float64(full)
		}
		passed, full, i = passed+next, next, i+step
	}
	return 0
}

// Displaced looks at cells that have the colour of the lines, so that none could be seen in them. It lists them,
// row-major, once for each edge at which what is beside does not end as far from the lattice as cells do at other
// lines: a cell is drawn where its lines are, but what covers some ends anywhere.
func (w Lines) Displaced(p *raster.Picture, cells *cellcolor.Cells) (at []int) {
	bounding := w.Edges
	if w.TwoWidths {
		bounding = w.wide()
	}
	ink := ColorOf(p, cells.Lattice, cells.Colors, bounding, SampleSize)
	like := func(c cellcolor.Color) bool { return raster.Chebyshev(c.RGB, ink) < raster.LeastContrast }
	if !slices.ContainsFunc(cells.Colors, like) {
		return nil
	}
	// Lines that let the ground through are seen in cells of whatever colour.
	shows := make([]bool, len(cells.Colors))
	for _, e := range w.Edges {
		if cells.Alike(e.A, e.B) && like(cells.Colors[e.A]) {
			own := ColorOf(p, cells.Lattice, cells.Colors, []Edge{e}, 1)
			shown := raster.Chebyshev(own, cells.Colors[e.A].RGB) >= raster.LeastContrast
			shows[e.A], shows[e.B] = shows[e.A] || shown, shows[e.B] || shown
		}
	}
	inked := func(cell int) bool { return like(cells.Colors[cell]) && !shows[cell] }
	// How wide lines that bound regions are, by axis: that stand and that lie. Where the middle of each line of the
	// lattice is seen, pixels from it: a board drawn on whole pixels does not lie on it exactly.
	var widths [2][]float64
	middles := make(map[[2]int][]float64)
	for i := range w.Edges {
		e := &w.Edges[i]
		if inked(e.A) || inked(e.B) {
			continue
		}
		cuts := Across(p, cells.Lattice, e)
		if s, ok := cuts.between(cells.Colors[e.A].RGB, cells.Colors[e.B].RGB); ok {
			line := e.LatticeLine(cells.N)
			middles[line] = append(middles[line], s.middle())
			if !w.TwoWidths || w.IsWide(*e) {
				widths[line[0]] = append(widths[line[0]], s.to-s.from)
			}
		}
	}
	for i := range w.Edges {
		e := &w.Edges[i]
		line := e.LatticeLine(cells.N)
		if inked(e.A) == inked(e.B) || len(middles[line]) == 0 || len(widths[line[0]]) == 0 {
			continue
		}
		half, middle := num.Median(widths[line[0]])/2, num.Median(middles[line])
		off := max(1, half/2) - hair // pixels: lines are drawn on whole ones, and wide ones not all of one width
		if !cells.Spotless {
			off *= 2
		}
		cell, beside, usual := e.B, e.A, middle-half
		if inked(e.A) {
			cell, beside, usual = e.A, e.B, middle+half
		}
		cuts := Across(p, cells.Lattice, e)
		if end, ok := cuts.end(cells.Colors[beside].RGB, beside == e.B); ok && math.Abs(end-usual) >= off {
			at = append(at, cell)
		}
	}
	return at
}

// hair is how exactly the end of a cell is measured on a screen, pixels.
const hair = 0.05
