package extent

import (
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// What if the search lost a row or a column? Compressed or blurred pictures
// hide a row of cells now and then, and the frame can swallow the outermost
// ones. A grid that comes out short is tried again with what may be missing.
// Nothing is taken on trust: the longer grid has to read as a whole board.

// Extended returns the square grids that c may be a part of.
func Extended(p *raster.Picture, c lattice.Candidate) []lattice.Candidate {
	most := 2 // rows or columns that may be missing
	if p.View != raster.Original {
		most = max(most, min(c.Rows, c.Cols)/2) // where marks are smeared
	}
	var known seen // measured once it is needed
	add := func(out []lattice.Candidate, left, right, top, bottom int) []lattice.Candidate {
		d := c
		d.Cols += left + right
		d.Rows += top + bottom
		if !d.Square() {
			return out
		}
		d.Lattice.X -= float64(left) * c.Lattice.PitchX
		d.Lattice.Y -= float64(top) * c.Lattice.PitchY
		d.Lattice.Size = d.Rows
		if len(clippedSides(p, d.Lattice)) > 0 {
			return out
		}
		if known == nil {
			known = seenColors(p, c)
		}
		if known.goOn(p, d, left, right, top, bottom) {
			out = append(out, d)
		}
		return out
	}
	var out []lattice.Candidate
	if min(c.Rows, c.Cols) < lattice.MinSize-1 {
		return nil
	}
	switch missing := c.Rows - c.Cols; {
	case missing > 0 && missing <= most:
		for left := range missing + 1 {
			out = add(out, left, missing-left, 0, 0)
		}
	case missing < 0 && -missing <= most:
		for top := range -missing + 1 {
			out = add(out, 0, 0, top, -missing-top)
		}
	case missing == 0 && c.Square():
		// The lines run on: by as many rows as columns.
		var on [4]int
		for side := range on {
			if runsOn(p, c.Lattice, side, away) {
				on[side] = 1
			}
		}
		if on[0]+on[1] == on[2]+on[3] && on[0]+on[1] > 0 {
			out = add(out, on[0], on[1], on[2], on[3])
		}
	}
	return out
}

// seen holds the colours of a grid's cells.
type seen []cellcolor.Lab

// seenColors measures the different colours of a grid.
func seenColors(p *raster.Picture, c lattice.Candidate) (out seen) {
	for _, g := range cellcolor.MeasureGrid(p, c.Lattice, c.Rows, c.Cols) {
		if !slices.Contains(out, g.Lab) {
			out = append(out, g.Lab)
		}
	}
	return out
}

// goOn tells whether the cells that were added to a grid at its sides look like
// more of it: most are flat, and of a colour that the grid has. Regions hardly
// ever lie in the rim alone; pages do. Nor does anything lie over all cells of a
// rim, but the edges of what is on a page go through all of them.
func (s seen) goOn(p *raster.Picture, c lattice.Candidate, left, right, top, bottom int) bool {
	const (
		flat = 0.5 // of the samples agree
		like = 3 * cellcolor.JND
	)
	added := c.Rows*c.Cols - (c.Rows-top-bottom)*(c.Cols-left-right)
	unlike, crossed := 0, 0
	var colors cellcolor.LabCache
	for row := range c.Rows {
		for col := range c.Cols {
			if row >= top && row < c.Rows-bottom && col >= left && col < c.Cols-right {
				continue
			}
			g, _ := cellcolor.MeasureCell(p, c.Lattice.Cell(row, col), &colors)
			if p.View == raster.Original && g.Support < cellcolor.Undisturbed {
				crossed++
			}
			if g.Support >= flat && slices.ContainsFunc(s, func(o cellcolor.Lab) bool { return o.Distance(g.Lab) < like }) {
				continue
			}
			if unlike++; 2*unlike > added {
				return false
			}
		}
	}
	return crossed < added
}
