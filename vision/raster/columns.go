package raster

import (
	"bytes"
	"math/bits"
	"sync"
)

// The columns are followed in blocks: in each row, what the pixels of a block's
// columns have become is told for all of them at once, as bits.

// columnRuns walks the picture row by row, which is how it lies in memory, and
// keeps the open run of every scanned column. Where a row is the same as the
// one above, as most are on a screen, no run begins or ends.
func columnRuns(p *Picture, tol int, where Mask) [][]Run {
	n := (p.W-1)/ScanStep + 1
	f := newFollower(n, tol)
	var above []uint8
	for y := range p.H {
		line := p.Row(y)
		var ahead []uint8 // nil where there is no room for another run
		if y+flatAhead < p.H {
			ahead = p.Row(y + flatAhead)
		}
		for b, look := range where.row(y) {
			if !look {
				if y%blockSide == 0 {
					f.end(b, f.open[b], y)
				}
				continue
			}
			lo, hi := 4*blockSide*b, min(4*blockSide*(b+1), len(line))
			if y%blockSide == 0 || !bytes.Equal(line[lo:hi], above[lo:hi]) {
				f.row(b, line[lo:hi], ahead, y)
			}
		}
		above = line
	}
	return f.finish(p.H)
}

// follower holds the open run of every column.
type follower struct {
	n, tol int
	refs   []columnColors // by block: the colours that the open runs began with
	open   []uint16       // by block: a bit for each column with an open run
	starts []int32        // where they began, by column
	ended  *[]columnRun   // from endedRoom
}

// columnColors holds a colour for each column of a block, packed.
type columnColors [blockLines]uint32

// columnRun is a run that ended, and its column.
type columnRun struct {
	column int32
	Run
}

// endedRoom keeps the room for what a follower finds from one picture to the next.
var endedRoom = sync.Pool{New: func() any { return new([]columnRun) }}

func newFollower(columns, tol int) *follower {
	blocks := (columns-1)/blockLines + 1
	ended := endedRoom.Get().(*[]columnRun)
	*ended = (*ended)[:0]
	return &follower{
		n:      columns,
		tol:    tol,
		refs:   make([]columnColors, blocks),
		open:   make([]uint16, blocks),
		starts: make([]int32, columns),
		ended:  ended,
	}
}

// row holds the open runs of a block against its part of row y, and begins new
// ones where what lies ahead is alike. Ahead is the whole row further down.
func (f *follower) row(b int, line, ahead []uint8, y int) {
	refs := &f.refs[b]
	var holds, begins uint16
	if ahead == nil {
		holds, _ = compareColumns(line, line, refs, f.tol)
	} else {
		holds, begins = compareColumns(line, ahead[4*blockSide*b:][:len(line)], refs, f.tol)
	}
	over := f.open[b] &^ holds
	fresh := begins &^ (f.open[b] & holds)
	f.end(b, over, y)
	f.open[b] |= fresh
	for ; fresh != 0; fresh &= fresh - 1 {
		i := bits.TrailingZeros16(fresh)
		refs[i] = Pixel(line, ScanStep*i)
		f.starts[b*blockLines+i] = int32(y)
	}
}

// end ends the open runs of some columns of a block before row y.
func (f *follower) end(b int, which uint16, y int) {
	f.open[b] &^= which
	for ; which != 0; which &= which - 1 {
		column := b*blockLines + bits.TrailingZeros16(which)
		if r := (Run{f.starts[column], int32(y)}); r.To-r.From >= minFlat {
			*f.ended = append(*f.ended, columnRun{int32(column), r})
		}
	}
}

// finish ends all runs that are open at the foot of a picture, and returns what was found
// by column. The follower must not be used after it.
func (f *follower) finish(height int) [][]Run {
	for b := range f.open {
		f.end(b, f.open[b], height)
	}
	cols := f.columns()
	endedRoom.Put(f.ended)
	return cols
}

// columns returns for each column what was found row by row.
func (f *follower) columns() [][]Run {
	counts := make([]int, f.n)
	for _, r := range *f.ended {
		counts[r.column]++
	}
	runs := make([]Run, len(*f.ended))
	cols := make([][]Run, f.n)
	next := 0
	for i, k := range counts {
		cols[i] = runs[next : next : next+k]
		next += k
	}
	for _, r := range *f.ended {
		cols[r.column] = append(cols[r.column], r.Run)
	}
	return cols
}

// compareColumns tells for the columns of a block whether their pixel differs by
// no more than tol per channel from a colour, and from the pixel in another row:
// a bit for each, the first column lowest. There can be fewer columns at the
// picture's right edge. It compares two at a time.
func compareColumns(line, other []uint8, colors *columnColors, tol int) (holds, begins uint16) {
	reach := pairWithin(tol)
	n := (len(line)/4-1)/ScanStep + 1
	for i := 0; i < n; i += 2 {
		j := min(i+1, n-1)
		a := Pair(Pixel(line, ScanStep*i)) | Pair(Pixel(line, ScanStep*j))<<32
		ref := Pair(colors[i]) | Pair(colors[i+1])<<32
		further := Pair(Pixel(other, ScanStep*i)) | Pair(Pixel(other, ScanStep*j))<<32
		holds |= a.like(ref, reach) << i
		begins |= a.like(further, reach) << i
	}
	if n < blockLines {
		holds, begins = holds&(1<<n-1), begins&(1<<n-1)
	}
	return holds, begins
}
