package vision

// manyColors tells whether a grid that is not square shows several regions, as a
// board does whose rim is hidden: in few pieces, or all but one in one.
func manyColors(p *picture, c candidate) bool {
	if c.rows*c.cols < 2*MinSize {
		return false
	}
	g := groundsOfGrid(p, c.lattice, c.rows, c.cols)
	cl := cluster(g)
	for k := 3; k <= max(c.rows, c.cols)+2; k++ {
		if cl.clear(k) < strong {
			continue
		}
		labels, _, _ := cl.cut(k)
		return piecesOf(labels, c.cols) <= max(len(g)/3, k+1)
	}
	return false
}

// hiddenSide guesses at which side rows or columns are missing: where the grid
// ends nearest to the picture's edge.
func hiddenSide(p *picture, c candidate) string {
	l := c.lattice
	if c.cols < c.rows {
		if l.X < float64(p.w)-(l.X+l.PitchX*float64(c.cols)) {
			return "left"
		}
		return "right"
	}
	if l.Y < float64(p.h)-(l.Y+l.PitchY*float64(c.rows)) {
		return "top"
	}
	return "bottom"
}
