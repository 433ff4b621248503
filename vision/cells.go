package vision

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

// scan cuts every scanStep-th row and column into runs that stay within tol
// of the colour they begin with. Runs shorter than minFlat are left out.
func scan(p *picture, tol int) (rows, cols [][]run) {
	rows = make([][]run, (p.h-1)/scanStep+1)
	var buf []run
	for i := range rows {
		from := len(buf)
		buf = rowRuns(p, i*scanStep, tol, buf)
		rows[i] = buf[from:len(buf):len(buf)]
	}
	return rows, columnRuns(p, tol)
}

func rowRuns(p *picture, y, tol int, out []run) []run {
	line := p.pix[y*p.stride : y*p.stride+4*p.w]
	start := 0
	ref := rgb{line[0], line[1], line[2]}
	for x := 1; x < p.w; x++ {
		c := rgb{line[4*x], line[4*x+1], line[4*x+2]}
		if c == ref || apart(c, ref) <= tol {
			continue
		}
		if x-start >= minFlat {
			out = append(out, run{int32(start), int32(x)})
		}
		start, ref = x, c
	}
	if p.w-start >= minFlat {
		out = append(out, run{int32(start), int32(p.w)})
	}
	return out
}

// columnRuns walks the picture row by row, which is how it lies in memory, and
// keeps the open run of every scanned column.
func columnRuns(p *picture, tol int) [][]run {
	n := (p.w-1)/scanStep + 1
	cols := make([][]run, n)
	start := make([]int32, n)
	ref := make([]rgb, n)
	for i := range ref {
		ref[i] = p.at(i*scanStep, 0)
	}
	for y := 1; y < p.h; y++ {
		line := p.pix[y*p.stride : y*p.stride+4*p.w]
		for i := range n {
			j := 4 * scanStep * i
			c := rgb{line[j], line[j+1], line[j+2]}
			if c == ref[i] || apart(c, ref[i]) <= tol {
				continue
			}
			if int32(y)-start[i] >= minFlat {
				cols[i] = append(cols[i], run{start[i], int32(y)})
			}
			start[i], ref[i] = int32(y), c
		}
	}
	for i := range n {
		if int32(p.h)-start[i] >= minFlat {
			cols[i] = append(cols[i], run{start[i], int32(p.h)})
		}
	}
	return cols
}

// squares lets every crossing of a row's run with a column's run of about the
// same length vote for the square they span.
func squares(p *picture, rows, cols [][]run) []square {
	longest := int32(min(p.w, p.h) / 3)
	cursor := make([]int, len(cols))
	var found []square
	near := newBuckets(p.w, p.h)
	for i, rr := range rows {
		y := int32(i * scanStep)
		for _, r := range rr {
			w := r.to - r.from
			if w > longest {
				continue
			}
			for c := (r.from + scanStep - 1) / scanStep; c*scanStep < r.to; c++ {
				col := cols[c]
				k := cursor[c]
				for k < len(col) && col[k].to <= y {
					k++
				}
				cursor[c] = k
				if k == len(col) || col[k].from > y {
					continue
				}
				h := col[k].to - col[k].from
				if float64(max(w, h)-min(w, h)) > max(2, unlike*float64(max(w, h))) {
					continue
				}
				x0, y0 := float64(r.from+r.to)/2, float64(col[k].from+col[k].to)/2
				found = vote(found, near, square{x: x0, y: y0, w: float64(w), h: float64(h), votes: 1})
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

// vote adds s to the square it agrees with, or to the list.
func vote(found []square, near *buckets, s square) []square {
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
		return append(found, s)
	}
	f := &found[hit]
	f.votes++
	// A running mean that forgets nothing; the bucket stays that of the first.
	k := 1 / float64(f.votes)
	f.x += (s.x - f.x) * k
	f.y += (s.y - f.y) * k
	f.w += (s.w - f.w) * k
	f.h += (s.h - f.h) * k
	return found
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
