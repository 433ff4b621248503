package raster

import (
	"bytes"
	"math/bits"

	"autoqueens/vision/parallel"
)

// The same rows and columns can be cut where neighbours differ instead: at edges alone. A
// gradient, a shadow or a photo drifts away from the colour it begins with and has no edge.

// ScanSmooth cuts every ScanStep-th row and column into runs in which no pixel differs by
// more than tol per channel from the one before it. Runs shorter than minFlat are left
// out, and so are those where the mask says that there is nothing to look for.
func ScanSmooth(p *Picture, tol int, where Mask) Scans {
	var s Scans
	parallel.Both(func() { s.Rows = smoothRows(p, tol, where) }, func() { s.Cols = smoothColumns(p, tol, where) })
	return s
}

// smoothRows cuts every ScanStep-th row.
func smoothRows(p *Picture, tol int, where Mask) [][]Run {
	reach := pairWithin(tol)
	return cutRows(p, where, func(line []uint8, from, to int, buf []Run) []Run {
		return smoothLine(line, from, to, tol, reach, buf)
	})
}

// smoothLine appends the smooth runs of a line between two pixels.
func smoothLine(line []uint8, from, to, tol int, reach Pair, buf []Run) []Run {
	half := pairWithin(tol / 2) // what differs by no more from one colour does so by no more than tol
	parted := func(x int) bool {
		a, b := Pixel(line, x-1), Pixel(line, x)
		return a != b && !alike(a, b, reach)
	}
	for start := from; start+minFlat <= to; {
		// The last edge within the shortest run: nothing before it can be one.
		x := start + minFlat - 1
		for x > start && !parted(x) {
			x--
		}
		if x > start {
			start = x
			continue
		}
		for x = start + minFlat; x < to && !parted(x); {
			f := flatOf(Pixel(line, x), half)
			x = f.End(line, x+1, to)
		}
		buf = append(buf, Run{int32(start), int32(x)})
		start = x
	}
	return buf
}

// smoothColumns walks the picture row by row, as columnRuns does. In every column that is
// looked at a run is open; where a row is the same as the one above, none ends.
func smoothColumns(p *Picture, tol int, where Mask) [][]Run {
	n := (p.W-1)/ScanStep + 1
	f := newFollower(n, tol)
	var above []uint8
	for y := range p.H {
		line := p.Row(y)
		for b, look := range where.row(y) {
			lo, hi := 4*blockSide*b, min(4*blockSide*(b+1), len(line))
			switch {
			case !look:
				if y%blockSide == 0 {
					f.end(b, f.open[b], y)
				}
			case f.open[b] == 0:
				f.begin(b, 1<<((hi/4-blockSide*b-1)/ScanStep+1)-1, y)
			case !bytes.Equal(line[lo:hi], above[lo:hi]):
				_, like := compareColumns(line[lo:hi], above[lo:hi], &f.refs[b], tol)
				over := f.open[b] &^ like
				f.end(b, over, y)
				f.begin(b, over, y)
			}
		}
		above = line
	}
	return f.finish(p.H)
}

// begin opens runs in some columns of a block, with row y.
func (f *follower) begin(b int, which uint16, y int) {
	f.open[b] |= which
	for ; which != 0; which &= which - 1 {
		f.starts[b*blockLines+bits.TrailingZeros16(which)] = int32(y)
	}
}
