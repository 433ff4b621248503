package raster

import (
	"encoding/binary"

	"autoqueens/vision/parallel"
)

// Every third row and column of the picture is cut into runs of one colour.
// That is all the searches for lattices look at; see squares.go and borders.go in lattice.

const (
	// ScanStep is the distance of the scan lines in pixels. The smallest cell
	// is crossed by at least three of them each way.
	ScanStep = 3
	// minFlat is the shortest flat run a cell can show.
	minFlat = 8
)

// Run is a stretch of one colour, from inclusive, to exclusive.
type Run struct{ From, To int32 }

// Scans holds the runs of every ScanStep-th row and column.
type Scans struct{ Rows, Cols [][]Run }

// Scan cuts every ScanStep-th row and column into runs that stay within tol
// of the colour they begin with, per channel. Runs shorter than minFlat are
// left out, and so are those where the mask says that there is nothing to
// look for.
func Scan(p *Picture, tol int, where Mask) Scans {
	var s Scans
	parallel.Both(func() { s.Rows = rowRuns(p, tol, where) }, func() { s.Cols = columnRuns(p, tol, where) })
	return s
}

// Row returns the pixels of row y, four bytes each.
func (p *Picture) Row(y int) []uint8 { return p.Pix[y*p.Stride : y*p.Stride+4*p.W] }

// Pixel packs the colour of the i-th pixel of a line: red lowest, alpha
// dropped. Most neighbours on a screen are equal, and this way one comparison
// tells.
func Pixel(line []uint8, i int) uint32 {
	return binary.LittleEndian.Uint32(line[4*i:]) & 0xffffff
}

// Lanes is a colour with each channel in 16 bits of its own, so that all three
// are compared in one go.
type Lanes uint64

const (
	laneOnes Lanes = 1 | 1<<16 | 1<<32
	laneTops Lanes = laneOnes << 15
)

// Spread gives each channel of a packed colour a lane.
func Spread(c uint32) Lanes {
	return Lanes(c&0xff) | Lanes(c&0xff00)<<8 | Lanes(c&0xff0000)<<16
}

// Within returns the tolerance in the form that [Near] takes.
func Within(tol int) Lanes { return Lanes(tol)*laneOnes | laneTops }

// Near tells whether no channel of two colours differs by more than a
// tolerance: neither difference borrows from the top bit of its lane.
func Near(a, b, tol Lanes) bool {
	return (a+tol-b)&(b+tol-a)&laneTops == laneTops
}

// Pair is two pixels side by side as they lie in the picture, the first one in
// the lower half. They are compared in one go as well: their reds and blues in
// four lanes, their greens in two.
type Pair uint64

const (
	PairColors Pair = 0x00ffffff_00ffffff // without alpha
	pairOnes   Pair = 1 | 1<<16 | 1<<32 | 1<<48
	pairTops   Pair = pairOnes << 15
	oneTops         = uint32(pairTops & (1<<32 - 1))
)

func pairAt(line []uint8, i int) Pair { return Pair(binary.LittleEndian.Uint64(line[4*i:])) }

// pairWithin returns the tolerance in the form that the following take.
func pairWithin(tol int) Pair { return Pair(tol)*pairOnes | pairTops }

// redBlue tells which pixels of two pairs have reds and blues that differ by no
// more than a tolerance: it returns oneTops in their halves.
func (a Pair) redBlue(b, tol Pair) Pair {
	a, b = a&(0xff*pairOnes), b&(0xff*pairOnes)
	return (a + tol - b) & (b + tol - a) & pairTops
}

// green does so for the greens.
func (a Pair) green(b, tol Pair) Pair {
	a, b = a>>8&(0xff|0xff<<32), b>>8&(0xff|0xff<<32)
	return (a + tol - b) & (b + tol - a) & pairTops
}

// like returns a bit for each of the two pixels that differs by no more than a
// tolerance per channel from that of the other pair.
func (a Pair) like(b, tol Pair) (which uint16) {
	near := a.redBlue(b, tol) & a.green(b, tol)
	if uint32(near) == oneTops {
		which = 1
	}
	if uint32(near>>32) == oneTops {
		which |= 2
	}
	return which
}

// flatAhead is how far ahead a run looks before it begins: what is not alike
// there is no flat run. In photos and text nearly every pixel is turned down
// by this one comparison.
const flatAhead = minFlat - 1

// begins returns the first pixel from x on with which a flat run can begin, as
// far as that comparison tells, or to. It compares two pixels at a time.
func begins(line []uint8, x, to int, tol Pair) int {
	for ; x+flatAhead+1 < to; x += 2 {
		a, b := pairAt(line, x), pairAt(line, x+flatAhead)
		like := a.redBlue(b, tol)
		if uint32(like) != oneTops && uint32(like>>32) != oneTops {
			continue
		}
		like &= a.green(b, tol)
		if uint32(like) == oneTops {
			return x
		}
		if uint32(like>>32) == oneTops {
			return x + 1
		}
	}
	if x+flatAhead < to && alike(Pixel(line, x), Pixel(line, x+flatAhead), tol) {
		return x
	}
	return to
}

// alike compares two pixels as pairs are compared.
func alike(a, b uint32, tol Pair) bool {
	x, y := Pair(a), Pair(b)
	return uint32(x.redBlue(y, tol)&x.green(y, tol)) == oneTops
}

// flat tells how far a colour goes on.
type flat struct {
	both Pair // two pixels of it
	tol  Pair
}

// NewFlat stands for a colour and all that differ from it by at most tol per
// channel.
func NewFlat(c RGB, tol int) flat { return flatOf(c.Packed(), pairWithin(tol)) }

func flatOf(c uint32, tol Pair) flat { return flat{Pair(c)<<32 | Pair(c), tol} }

// End returns the first pixel from x on that is of another colour, or to.
func (f *flat) End(line []uint8, x, to int) int {
	const many = 8
	for x+2 <= to {
		c := pairAt(line, x)
		if c&PairColors != f.both {
			like := c.redBlue(f.both, f.tol) & c.green(f.both, f.tol)
			if uint32(like) != oneTops {
				return x
			}
			if uint32(like>>32) != oneTops {
				return x + 1
			}
			x += 2
			continue
		}
		// Many at a time while nothing changes.
		for x += 2; x+many <= to; x += many {
			next := line[4*x : 4*x+4*many]
			other := (pairAt(next, 0) ^ f.both) | (pairAt(next, 2) ^ f.both) | (pairAt(next, 4) ^ f.both) | (pairAt(next, 6) ^ f.both)
			if other&PairColors != 0 {
				break
			}
		}
	}
	if x < to && alike(Pixel(line, x), uint32(f.both), f.tol) {
		x++
	}
	return x
}

// Below returns the first row from y on with a pixel of another colour between x0 and
// x1, or to.
func (f *flat) Below(p *Picture, x0, x1, y, to int) int {
	for y < to && f.End(p.Row(y), x0, x1) >= x1 {
		y++
	}
	return y
}

// rowRuns cuts every ScanStep-th row into flat runs.
func rowRuns(p *Picture, tol int, where Mask) [][]Run {
	reach := pairWithin(tol)
	return cutRows(p, where, func(line []uint8, from, to int, buf []Run) []Run {
		return lineRuns(line, from, to, reach, buf)
	})
}

// cutRows cuts every ScanStep-th row: cut appends the runs of a line between two pixels.
// No run goes on where nothing is looked for.
func cutRows(p *Picture, where Mask, cut func(line []uint8, from, to int, buf []Run) []Run) [][]Run {
	rows := make([][]Run, (p.H-1)/ScanStep+1)
	most := p.W / minFlat // runs of a row
	var buf []Run
	for i := range rows {
		if cap(buf)-len(buf) < most {
			buf = make([]Run, 0, most+16*len(rows)) // the rows before keep theirs
		}
		y := i * ScanStep
		line, first := p.Row(y), len(buf)
		for from, to := range where.spans(y) {
			buf = cut(line, from, to, buf)
		}
		rows[i] = buf[first:len(buf):len(buf)]
	}
	return rows
}

// lineRuns appends the flat runs of a line between two pixels.
func lineRuns(line []uint8, from, to int, tol Pair, buf []Run) []Run {
	for start := begins(line, from, to, tol); start < to; {
		f := flatOf(Pixel(line, start), tol)
		x := f.End(line, start+1, to)
		if x-start >= minFlat {
			buf = append(buf, Run{int32(start), int32(x)})
		}
		start = begins(line, x, to, tol)
	}
	return buf
}
