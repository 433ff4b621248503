package vision

import (
	"bytes"
	"encoding/binary"
	"sync"
)

// Every third row and column of the picture is cut into runs of one colour.
// That is all the searches for lattices look at; see cells.go and borders.go.

const (
	// scanStep is the distance of the scan lines in pixels. The smallest cell
	// is crossed by at least three of them each way.
	scanStep = 3
	// minCell is the smallest cell, line included, that the reader takes.
	minCell = 12
	// minFlat is the shortest flat run a cell can show.
	minFlat = 8
)

// run is a stretch of one colour, from inclusive, to exclusive.
type run struct{ from, to int32 }

// scans holds the flat runs of every scanStep-th row and column.
type scans struct{ rows, cols [][]run }

// scan cuts every scanStep-th row and column into runs that stay within tol
// of the colour they begin with, per channel. Runs shorter than minFlat are
// left out, and so are those where the mask says that there is nothing to
// look for.
func scan(p *picture, tol int, where mask) scans {
	var s scans
	var rows sync.WaitGroup
	rows.Go(func() { s.rows = rowRuns(p, tol, where) })
	s.cols = columnRuns(p, tol, where)
	rows.Wait()
	return s
}

// line returns the pixels of row y, four bytes each.
func (p *picture) line(y int) []uint8 { return p.pix[y*p.stride : y*p.stride+4*p.w] }

// pixel packs the colour of the i-th pixel of a line: red lowest, alpha
// dropped. Most neighbours on a screen are equal, and this way one comparison
// tells.
func pixel(line []uint8, i int) uint32 {
	return binary.LittleEndian.Uint32(line[4*i:]) & 0xffffff
}

// lanes is a colour with each channel in 16 bits of its own, so that all three
// are compared in one go.
type lanes uint64

const (
	laneOnes lanes = 1 | 1<<16 | 1<<32
	laneTops lanes = laneOnes << 15
)

func spread(c uint32) lanes {
	return lanes(c&0xff) | lanes(c&0xff00)<<8 | lanes(c&0xff0000)<<16
}

// within returns the tolerance in the form that near takes.
func within(tol int) lanes { return lanes(tol)*laneOnes | laneTops }

// near tells whether no channel of two colours differs by more than a
// tolerance: neither difference borrows from the top bit of its lane.
func near(a, b, tol lanes) bool {
	return (a+tol-b)&(b+tol-a)&laneTops == laneTops
}

// flatAhead is how far ahead a run looks before it begins: what is not alike
// there is no flat run. In photos and text nearly every pixel is turned down
// by this one comparison.
const flatAhead = minFlat - 1

// flat tells how far a colour goes on.
type flat struct {
	ref   uint32
	pair  uint64 // two pixels of it
	wide  lanes
	reach lanes
}

// newFlat stands for a colour and all that differ from it by at most tol per
// channel.
func newFlat(c rgb, tol int) flat {
	return flatOf(uint32(c[0])|uint32(c[1])<<8|uint32(c[2])<<16, within(tol))
}

func flatOf(ref uint32, reach lanes) flat {
	return flat{ref: ref, pair: uint64(ref)<<32 | uint64(ref), wide: spread(ref), reach: reach}
}

// end returns the first pixel from x on that is of another colour, or to.
func (f *flat) end(line []uint8, x, to int) int {
	const two = 0x00ffffff_00ffffff
	for x < to {
		// Two at a time while nothing changes.
		for x+2 <= to && binary.LittleEndian.Uint64(line[4*x:])&two == f.pair {
			x += 2
		}
		if x == to {
			break
		}
		if c := pixel(line, x); c != f.ref && !near(spread(c), f.wide, f.reach) {
			break
		}
		x++
	}
	return x
}

// rowRuns cuts every scanStep-th row. No run goes on where nothing is looked
// for.
func rowRuns(p *picture, tol int, where mask) [][]run {
	reach := within(tol)
	rows := make([][]run, (p.h-1)/scanStep+1)
	buf := make([]run, 0, 16*len(rows))
	for i := range rows {
		y := i * scanStep
		line, first := p.line(y), len(buf)
		for from, to := range where.spans(y) {
			buf = lineRuns(line, from, to, reach, buf)
		}
		rows[i] = buf[first:len(buf):len(buf)]
	}
	return rows
}

// lineRuns appends the flat runs of a line between two pixels.
func lineRuns(line []uint8, from, to int, reach lanes, buf []run) []run {
	for start := from; start+flatAhead < to; {
		f := flatOf(pixel(line, start), reach)
		if !near(spread(pixel(line, start+flatAhead)), f.wide, reach) {
			start++
			continue
		}
		x := f.end(line, start+1, to)
		if x-start >= minFlat {
			buf = append(buf, run{int32(start), int32(x)})
		}
		start = x
	}
	return buf
}

// columnRuns walks the picture row by row, which is how it lies in memory, and
// keeps the open run of every scanned column. Where a row is the same as the
// one above, as most are on a screen, no run begins or ends.
func columnRuns(p *picture, tol int, where mask) [][]run {
	const none = -1
	type open struct {
		wide  lanes
		ref   uint32
		start int32 // none where no run is open
	}
	type found struct {
		column int32
		run
	}
	reach := within(tol)
	state := make([]open, (p.w-1)/scanStep+1)
	for i := range state {
		state[i].start = none
	}
	counts := make([]int32, len(state))
	all := make([]found, 0, 16*len(state))
	end := func(i, y int) {
		s := &state[i]
		if s.start != none && int32(y)-s.start >= minFlat {
			all = append(all, found{int32(i), run{s.start, int32(y)}})
			counts[i]++
		}
		s.start = none
	}
	var above []uint8
	for y := range p.h {
		line := p.line(y)
		ahead := p.line(min(y+flatAhead, p.h-1))
		room := y+flatAhead < p.h
		for b, look := range where.row(y) {
			from, to := b*blockLines, min((b+1)*blockLines, len(state))
			if !look {
				if y%blockSide == 0 {
					for i := from; i < to; i++ {
						end(i, y)
					}
				}
				continue
			}
			lo, hi := 4*scanStep*from, min(4*scanStep*to, len(line))
			if y%blockSide > 0 && bytes.Equal(line[lo:hi], above[lo:hi]) {
				continue
			}
			here, further := line[lo:hi], ahead[lo:hi]
			for i := range state[from:to] {
				s := &state[from+i]
				c := pixel(here, scanStep*i)
				if s.start != none {
					if c == s.ref || near(spread(c), s.wide, reach) {
						continue
					}
					end(from+i, y)
				}
				if wide := spread(c); room && near(spread(pixel(further, scanStep*i)), wide, reach) {
					*s = open{wide: wide, ref: c, start: int32(y)}
				}
			}
		}
		above = line
	}
	for i := range state {
		end(i, p.h)
	}
	// They were found row by row; each column gets its own, in order.
	runs := make([]run, len(all))
	cols := make([][]run, len(state))
	next := 0
	for i, n := range counts {
		cols[i] = runs[next : next : next+int(n)]
		next += int(n)
	}
	for _, f := range all {
		cols[f.column] = append(cols[f.column], f.run)
	}
	return cols
}
