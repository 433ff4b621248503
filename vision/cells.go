package vision

import "encoding/binary"

// Where is the lattice? First answer: where equal squares of flat colour stand
// side by side. It holds for every board whose cells are set apart by lines or
// gaps, whatever their colour.
//
//	scan lines -> flat runs -> squares -> neighbours -> lattice
//
// Every third row and column of the picture is cut into runs of one colour. A
// point where a row's run and a column's run of about the same length cross
// votes for the square they span. A mark in a cell breaks the runs through its
// middle; those along its rim still vote.

// What a square must be to count as a cell.
const (
	// scanStep is the distance of the scan lines in pixels. The smallest cell
	// is crossed by at least three of them each way.
	scanStep = 3
	// minCell is the smallest cell, line included, that the reader takes.
	minCell = 12
	// minFlat is the shortest flat run a cell can show.
	minFlat = 8
	// unlike is how far the sides of a square, or the sizes of two
	// neighbours, may differ, as a share.
	unlike = 0.17
	// maxGap is the widest line or gap between neighbours, as a share of the
	// flat part of a cell.
	maxGap = 0.40
)

// run is a stretch of one colour, from inclusive, to exclusive.
type run struct{ from, to int32 }

// square is a flat square of the picture: its centre and sides in pixels, and
// how many crossings voted for it.
type square struct {
	x, y, w, h float64
	votes      int
}

// scans holds the flat runs of every scanStep-th row and column.
type scans struct{ rows, cols [][]run }

// scan cuts every scanStep-th row and column into runs that stay within tol
// of the colour they begin with. Runs shorter than minFlat are left out.
func scan(p *picture, tol int) scans {
	return scans{rows: rowRuns(p, tol), cols: columnRuns(p, tol)}
}

func rowRuns(p *picture, tol int) [][]run {
	rows := make([][]run, (p.h-1)/scanStep+1)
	var buf []run
	for i := range rows {
		line := p.line(i * scanStep)
		first := len(buf)
		start := 0
		ref := pixel(line, 0)
		for x := 1; x < p.w; x++ {
			c := pixel(line, x)
			if c == ref || alike(c, ref, tol) {
				continue
			}
			if x-start >= minFlat {
				buf = append(buf, run{int32(start), int32(x)})
			}
			start, ref = x, c
		}
		if p.w-start >= minFlat {
			buf = append(buf, run{int32(start), int32(p.w)})
		}
		rows[i] = buf[first:len(buf):len(buf)]
	}
	return rows
}

// columnRuns walks the picture row by row, which is how it lies in memory, and
// keeps the open run of every scanned column.
func columnRuns(p *picture, tol int) [][]run {
	type open struct {
		ref   uint32
		start int32
	}
	state := make([]open, (p.w-1)/scanStep+1)
	cols := make([][]run, len(state))
	line := p.line(0)
	for i := range state {
		state[i].ref = pixel(line, i*scanStep)
	}
	for y := 1; y < p.h; y++ {
		line := p.line(y)
		for i := range state {
			c := pixel(line, i*scanStep)
			s := &state[i]
			if c == s.ref || alike(c, s.ref, tol) {
				continue
			}
			if int32(y)-s.start >= minFlat {
				cols[i] = append(cols[i], run{s.start, int32(y)})
			}
			s.start, s.ref = int32(y), c
		}
	}
	for i, s := range state {
		if int32(p.h)-s.start >= minFlat {
			cols[i] = append(cols[i], run{s.start, int32(p.h)})
		}
	}
	return cols
}

// line returns the pixels of row y, four bytes each.
func (p *picture) line(y int) []uint8 { return p.pix[y*p.stride : y*p.stride+4*p.w] }

// pixel packs the colour of the i-th pixel of a line: red lowest, alpha
// dropped. Most neighbours on a screen are equal, and this way one comparison
// tells.
func pixel(line []uint8, i int) uint32 {
	return binary.LittleEndian.Uint32(line[4*i:]) & 0xffffff
}

// alike tells whether no channel of two packed colours differs by more than tol.
func alike(a, b uint32, tol int) bool {
	return diff(uint8(a), uint8(b)) <= tol && diff(uint8(a>>8), uint8(b>>8)) <= tol && diff(uint8(a>>16), uint8(b>>16)) <= tol
}

// squares lets every crossing of a row's run with a column's run of about the
// same length vote for the square they span.
func squares(p *picture, sc scans) []square {
	longest := int32(min(p.w, p.h) / 3)
	cursor := make([]int, len(sc.cols))
	var found []square
	near := newBuckets(p.w, p.h)
	for i, rr := range sc.rows {
		y := int32(i * scanStep)
		for _, r := range rr {
			w := r.to - r.from
			if w > longest {
				continue
			}
			// In a clean cell all crossings of a row span the same square.
			var last run
			lastVote := -1
			for c := (r.from + scanStep - 1) / scanStep; c*scanStep < r.to; c++ {
				col := sc.cols[c]
				k := cursor[c]
				for k < len(col) && col[k].to <= y {
					k++
				}
				cursor[c] = k
				if k == len(col) || col[k].from > y {
					continue
				}
				if lastVote >= 0 && col[k] == last {
					found[lastVote].votes++
					continue
				}
				h := col[k].to - col[k].from
				if float64(max(w, h)-min(w, h)) > max(2, unlike*float64(max(w, h))) {
					continue
				}
				s := square{x: float64(r.from+r.to) / 2, y: float64(col[k].from+col[k].to) / 2, w: float64(w), h: float64(h), votes: 1}
				found, lastVote = vote(found, near, s)
				last = col[k]
			}
		}
	}
	strong := found[:0]
	for _, s := range found {
		// A cell of this size is crossed (w/step)*(h/step) times. Even a crown
		// leaves the rim; a chance square in text or a photo gets one or two.
		if full := s.w * s.h / (scanStep * scanStep); float64(s.votes) >= max(2, 0.08*full) {
			strong = append(strong, s)
		}
	}
	return strong
}

// vote adds s to the square it agrees with, or to the list, and tells which one
// it is.
func vote(found []square, near *buckets, s square) ([]square, int) {
	reach := max(1.5, 0.12*s.w)
	hit := -1
	near.visit(s.x-reach, s.y-reach, s.x+reach, s.y+reach, func(i int) bool {
		f := &found[i]
		if abs(f.x-s.x) <= reach && abs(f.y-s.y) <= reach && abs(f.w-s.w) <= 2*reach {
			hit = i
			return false
		}
		return true
	})
	if hit < 0 {
		near.add(s.x, s.y, len(found))
		return append(found, s), len(found)
	}
	f := &found[hit]
	f.votes++
	// A running mean that forgets nothing; the bucket stays that of the first.
	k := 1 / float64(f.votes)
	f.x += (s.x - f.x) * k
	f.y += (s.y - f.y) * k
	f.w += (s.w - f.w) * k
	f.h += (s.h - f.h) * k
	return found, hit
}

// buckets finds what lies near a place in constant time.
type buckets struct {
	side  float64
	w, h  int
	cells [][]int32
}

func newBuckets(w, h int) *buckets {
	const side = 16
	b := &buckets{side: side, w: w/side + 1, h: h/side + 1}
	b.cells = make([][]int32, b.w*b.h)
	return b
}

func (b *buckets) index(x, y float64) (int, int) {
	return min(max(int(x/b.side), 0), b.w-1), min(max(int(y/b.side), 0), b.h-1)
}

func (b *buckets) add(x, y float64, i int) {
	bx, by := b.index(x, y)
	b.cells[by*b.w+bx] = append(b.cells[by*b.w+bx], int32(i))
}

// visit calls f for everything in the buckets that the rectangle touches, in
// the order it was added within a bucket, until f returns false.
func (b *buckets) visit(x0, y0, x1, y1 float64, f func(i int) bool) {
	ax, ay := b.index(x0, y0)
	bx, by := b.index(x1, y1)
	for y := ay; y <= by; y++ {
		for x := ax; x <= bx; x++ {
			for _, i := range b.cells[y*b.w+x] {
				if !f(int(i)) {
					return
				}
			}
		}
	}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
