package extent

import (
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// ManyColors tells whether a grid that is not square shows several regions, as a
// board does whose rim is hidden: in few pieces, or all but one in one.
func ManyColors(p *raster.Picture, c lattice.Candidate) bool {
	if c.Rows*c.Cols < 2*lattice.MinSize {
		return false
	}
	g := cellcolor.MeasureGrid(p, c.Lattice, c.Rows, c.Cols)
	cl := cellcolor.Cluster(g)
	for k := 3; k <= max(c.Rows, c.Cols)+2; k++ {
		if cl.Clearness(k) < cellcolor.ClearGap {
			continue
		}
		labels, _, _ := cl.Cut(k)
		return partition.PiecesOf(labels, c.Cols) <= max(len(g)/3, k+1)
	}
	return false
}

// HiddenSide guesses at which side rows or columns are missing: where the grid
// ends nearest to the picture's edge.
func HiddenSide(p *raster.Picture, c lattice.Candidate) string {
	l := c.Lattice
	if c.Cols < c.Rows {
		if l.X < float64(p.W)-(l.X+l.PitchX*float64(c.Cols)) {
			return "left"
		}
		return "right"
	}
	if l.Y < float64(p.H)-(l.Y+l.PitchY*float64(c.Rows)) {
		return "top"
	}
	return "bottom"
}
