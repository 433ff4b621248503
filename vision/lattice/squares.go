package lattice

import (
	"math"
	"sync"

	"autoqueens/vision/raster"
)

// Where is the lattice? First answer: where equal squares of one colour stand
// side by side. It holds for every board whose cells are set apart by lines or
// gaps, whatever their colour.
//
//	scan lines -> runs -> squares -> neighbours -> lattice
//
// A point where a row's run and a column's run of about the same length cross
// votes for the square they span. A mark in a cell breaks the runs through its
// middle; those along its rim still vote.

// What a square must be to count as a cell.
const (
	// unlike is how far the sides of a square, or the sizes of two
	// neighbours, may differ, as a share.
	unlike = 0.17
	// maxGap is the widest line or gap between neighbours, as a share of the
	// flat part of a cell.
	maxGap = 0.40
)

// square is a flat square of the picture: its centre and sides in pixels, and
// how many crossings voted for it.
type square struct {
	x, y, w, h float64
	votes      int
}

// squareRoom keeps the room for squares from one picture to the next.
var squareRoom = sync.Pool{New: func() any { return new([]square) }}

// squares lets every crossing of a row's run with a column's run of about the
// same length vote for the square they span. They are put in found, which is
// empty.
func squares(p *raster.Picture, sc raster.Scans, found []square) []square {
	longest := int32(min(p.W, p.H) / 3)
	cursor := make([]int, len(sc.Cols))
	near := newBuckets(p.W, p.H)
	for i, rr := range sc.Rows {
		y := int32(i * raster.ScanStep)
		for _, r := range rr {
			w := r.To - r.From
			if w > longest {
				continue
			}
			// Of a column's run that spans a square with this one.
			low, high := min(w-2, int32(math.Ceil((1-unlike)*float64(w)))), max(w+2, int32(float64(w)/(1-unlike)))
			// In a clean cell all crossings of a row span the same square.
			var last raster.Run
			lastVote := -1
			for c := (r.From + raster.ScanStep - 1) / raster.ScanStep; c*raster.ScanStep < r.To; c++ {
				col := sc.Cols[c]
				k := cursor[c]
				for k < len(col) && col[k].To <= y {
					k++
				}
				cursor[c] = k
				if k == len(col) || col[k].From > y {
					continue
				}
				if lastVote >= 0 && col[k] == last {
					found[lastVote].votes++
					continue
				}
				h := col[k].To - col[k].From
				if h < low || h > high {
					continue
				}
				s := square{x: float64(r.From+r.To) / 2, y: float64(col[k].From+col[k].To) / 2, w: float64(w), h: float64(h), votes: 1}
				found, lastVote = vote(found, near, s)
				last = col[k]
			}
		}
	}
	strong := found[:0]
	for _, s := range found {
		// A cell of this size is crossed (w/step)*(h/step) times. Even a crown
		// leaves the rim; a chance square in text or a photo gets one or two.
		if full := s.w * s.h / (raster.ScanStep * raster.ScanStep); float64(s.votes) >= max(2, 0.08*full) {
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
		if math.Abs(f.x-s.x) <= reach && math.Abs(f.y-s.y) <= reach && math.Abs(f.w-s.w) <= 2*reach {
			hit = i
			return false
		}
		return true
	})
	if hit < 0 {
		near.add(s.x, s.y)
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
	side float64
	w, h int
	head []int32 // of each bucket's chain; 0 ends it
	next []int32 // by what was added, from 1 on
}

func newBuckets(w, h int) *buckets {
	const side = 16
	b := &buckets{side: side, w: w/side + 1, h: h/side + 1}
	b.head, b.next = make([]int32, b.w*b.h), make([]int32, 1, 256)
	return b
}

func (b *buckets) index(x, y float64) (int, int) {
	return min(max(int(x/b.side), 0), b.w-1), min(max(int(y/b.side), 0), b.h-1)
}

// add puts in the next thing; things count from 0.
func (b *buckets) add(x, y float64) {
	bx, by := b.index(x, y)
	at := &b.head[by*b.w+bx]
	b.next = append(b.next, *at)
	*at = int32(len(b.next) - 1)
}

// visit calls f for everything in the buckets that the rectangle touches,
// until f returns false.
func (b *buckets) visit(x0, y0, x1, y1 float64, f func(i int) bool) {
	ax, ay := b.index(x0, y0)
	bx, by := b.index(x1, y1)
	for y := ay; y <= by; y++ {
		for x := ax; x <= bx; x++ {
			for i := b.head[y*b.w+x]; i > 0; i = b.next[i] {
				if !f(int(i - 1)) {
					return
				}
			}
		}
	}
}
