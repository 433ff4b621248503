package vision

import "slices"

// What if the search lost a row or a column? Compressed or blurred pictures
// hide a row of cells now and then, and the frame can swallow the outermost
// ones. A grid that comes out short is tried again with what may be missing.
// Nothing is taken on trust: the longer grid has to read as a whole board.

// extended returns the square grids that c may be a part of.
func extended(p *picture, c candidate) []candidate {
	most := 2 // rows or columns that may be missing
	if p.look != asIs {
		most = max(most, min(c.rows, c.cols)/2) // where marks are smeared
	}
	var known seen // measured once it is needed
	add := func(out []candidate, left, right, top, bottom int) []candidate {
		d := c
		d.cols += left + right
		d.rows += top + bottom
		if !d.square() {
			return out
		}
		d.lattice.X -= float64(left) * c.lattice.PitchX
		d.lattice.Y -= float64(top) * c.lattice.PitchY
		d.lattice.Size = d.rows
		d.filled = c.filled * float64(c.rows*c.cols) / float64(d.rows*d.cols)
		if len(clippedSides(p, d.lattice)) > 0 {
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
	var out []candidate
	if min(c.rows, c.cols) < MinSize-1 {
		return nil
	}
	switch missing := c.rows - c.cols; {
	case missing > 0 && missing <= most:
		for left := range missing + 1 {
			out = add(out, left, missing-left, 0, 0)
		}
	case missing < 0 && -missing <= most:
		for top := range -missing + 1 {
			out = add(out, 0, 0, top, -missing-top)
		}
	case missing == 0 && c.square():
		// The lines run on: by as many rows as columns.
		var on [4]int
		for side := range on {
			if runsOn(p, c.lattice, side, 0.3) {
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
type seen []lab

// seenColors measures the different colours of a grid.
func seenColors(p *picture, c candidate) (out seen) {
	for _, g := range groundsOfGrid(p, c.lattice, c.rows, c.cols) {
		if !slices.Contains(out, g.lab) {
			out = append(out, g.lab)
		}
	}
	return out
}

// goOn tells whether the cells that were added to a grid at its sides look like
// more of it: most are flat, and of a colour that the grid has. Regions hardly
// ever lie in the rim alone; pages do. Nor does anything lie over all cells of a
// rim, but the edges of what is on a page go through all of them.
func (s seen) goOn(p *picture, c candidate, left, right, top, bottom int) bool {
	const (
		flat = 0.5 // of the samples agree
		like = 3 * noticeable
	)
	added := c.rows*c.cols - (c.rows-top-bottom)*(c.cols-left-right)
	unlike, crossed := 0, 0
	var colors labs
	for row := range c.rows {
		for col := range c.cols {
			if row >= top && row < c.rows-bottom && col >= left && col < c.cols-right {
				continue
			}
			g, _ := groundOfCell(p, c.lattice.Cell(row, col), &colors)
			if p.look == asIs && g.support < clean {
				crossed++
			}
			if g.support >= flat && slices.ContainsFunc(s, func(o lab) bool { return o.distance(g.lab) < like }) {
				continue
			}
			if unlike++; 2*unlike > added {
				return false
			}
		}
	}
	return crossed < added
}
