package solver

import (
	"encoding/binary"
	"math/bits"
)

// maxSmall is the largest board the search for small boards takes.
const maxSmall = 12

// small is the search for boards of 12 rows, and takes all that are smaller.
//
// A set of cells is three words. A row is a lane of 16 bits of which the
// lowest are its columns; a word holds four rows:
//
//	word 0   ....cccccccccccc ....cccccccccccc ....cccccccccccc ....cccccccccccc
//	                    row 3            row 2            row 1            row 0
//
// So a cell is the number row*16 + column, and what a queen attacks by row,
// column and touch is the same set on boards of every size. One pass over the
// three words looks at all rows at once, another at all columns; only the
// regions are looked at one by one.
//
// A node of the search is the set of candidates and the set of regions without
// a queen, and fits registers. Since every queen takes a row, a column and a
// region, there are as many open ones of each: a node is dead where fewer rows
// or columns have candidates.
type small struct {
	region  [16][3]uint64 // the cells of each region
	regions []uint8       // of the board: the region of each cell
	n       int
	queens  [16]uint8 // the column of the queen in each row of the branch
	limit   int
	found   int
	done    <-chan struct{}
	stopped bool
	nodes   uint
}

// Lanes of the same bits four times.
const (
	laneLow  = 0x0001_0001_0001_0001
	laneTop  = 0x8000_8000_8000_8000
	laneRest = laneTop - laneLow // all but the top bit
)

// reach holds what a queen on each cell attacks by row, column and touch,
// itself included. It is never written to after the program has started.
var reach = func() (sets [maxSmall * 16][3]uint64) {
	for cell := range sets {
		row, col := cell>>4, cell&15
		for r := range maxSmall {
			lane := uint64(1) << col
			switch {
			case r == row:
				lane = 0xffff
			case r == row-1 || r == row+1:
				lane |= lane<<1&0xffff | lane>>1
			}
			sets[cell][r>>2] |= lane << (r & 3 * 16)
		}
	}
	return sets
}()

// prepare reads the regions of a board of up to maxSmall rows. It returns
// false where b is no puzzle; what keeps it from being one is for Validate to
// say.
func (s *small) prepare(b *Board) bool {
	n := b.Size
	if n < 1 || n > maxSmall || len(b.Regions) != n*n || b.Marks != nil && len(b.Marks) != n*n {
		return false
	}
	for _, m := range b.Marks {
		if m > Queen {
			return false
		}
	}
	s.n, s.regions = n, b.Regions

	// The ids of a row become four bit sets of columns, one for each binary
	// digit of the id.
	var d0, d1, d2, d3 [3]uint64
	var over uint64
	for row := range n {
		var low, high uint64
		if at := row * n; at+16 <= len(b.Regions) {
			low = binary.LittleEndian.Uint64(b.Regions[at:])
			high = binary.LittleEndian.Uint64(b.Regions[at+8:])
		} else {
			var ids [16]byte
			copy(ids[:], b.Regions[at:])
			low, high = binary.LittleEndian.Uint64(ids[:]), binary.LittleEndian.Uint64(ids[8:])
		}
		over |= low | high
		w, shift := row>>2, row&3*16
		d0[w] |= (gather(low) | gather(high)<<8) << shift
		d1[w] |= (gather(low>>1) | gather(high>>1)<<8) << shift
		d2[w] |= (gather(low>>2) | gather(high>>2)<<8) << shift
		d3[w] |= (gather(low>>3) | gather(high>>3)<<8) << shift
	}
	all := &whole[n&15]
	for w := range all {
		rest, x0, x1, x2, x3 := all[w], d0[w], d1[w], d2[w], d3[w]
		lo0, lo1, lo2, lo3 := rest&^(x0|x1), rest&x0&^x1, rest&x1&^x0, rest&x0&x1
		hi0, hi1, hi2, hi3 := ^(x2 | x3), x2&^x3, x3&^x2, x2&x3
		s.region[0][w] = lo0 & hi0
		s.region[1][w] = lo1 & hi0
		s.region[2][w] = lo2 & hi0
		s.region[3][w] = lo3 & hi0
		s.region[4][w] = lo0 & hi1
		s.region[5][w] = lo1 & hi1
		s.region[6][w] = lo2 & hi1
		s.region[7][w] = lo3 & hi1
		s.region[8][w] = lo0 & hi2
		s.region[9][w] = lo1 & hi2
		s.region[10][w] = lo2 & hi2
		s.region[11][w] = lo3 & hi2
		s.region[12][w] = lo0 & hi3
		s.region[13][w] = lo1 & hi3
		s.region[14][w] = lo2 & hi3
		s.region[15][w] = lo3 & hi3
	}
	// A region without a cell, or with an id above the last.
	for id := range s.region {
		r := &s.region[id]
		if (r[0]|r[1]|r[2] == 0) == (id < n) {
			return false
		}
	}
	return over&0xf0f0_f0f0_f0f0_f0f0 == 0 // no id above 15
}

// gather returns the lowest bit of each of eight bytes side by side. The
// product moves that of byte i to bit 56+i.
func gather(bytes uint64) uint64 {
	return (bytes & 0x0101_0101_0101_0101) * 0x0102_0408_1020_4080 >> 56
}

// whole holds the cells of the boards of each size. It is never written to
// after the program has started.
var whole = func() (sets [16][3]uint64) {
	for n := range maxSmall + 1 {
		for row := range n {
			sets[n][row>>2] |= (1<<n - 1) << (row & 3 * 16)
		}
	}
	return sets
}()

// start searches the board from its given queens on. It returns false where
// the queens attack one another.
func (s *small) start(b *Board) bool {
	at := whole[s.n&15]
	open := uint32(1)<<s.n - 1
	for cell, m := range b.Marks {
		if m != Queen {
			continue
		}
		queen := cell/s.n<<4 | cell%s.n
		if at[queen>>6]>>(queen&63)&1 == 0 {
			return false
		}
		id := b.Regions[cell] & 15
		for w := range at {
			at[w] &^= reach[queen][w] | s.region[id][w]
		}
		open &^= 1 << id
		s.queens[queen>>4] = uint8(queen & 15)
	}
	s.run(at[0], at[1], at[2], open)
	return true
}

// run searches on from a node. It returns false when the search is to end.
func (s *small) run(w0, w1, w2 uint64, open uint32) bool {
	if s.done != nil {
		if s.nodes++; s.nodes%looksEvery == 0 && s.ended() {
			return false
		}
	}
again:
	if open == 0 {
		s.found++
		return s.found != s.limit
	}
	left := bits.OnesCount32(open)
	var cell int // the queen that is forced, where there is one

	// Rows with a candidate, and with a second one, as the top bits of lanes.
	// To add laneRest carries into the top bit of a lane that is not empty.
	has0, has1, has2 := (w0+laneRest)&laneTop, (w1+laneRest)&laneTop, (w2+laneRest)&laneTop
	if bits.OnesCount64(has0|has1>>1|has2>>2) != left {
		return true
	}
	two0, two1, two2 := w0&(w0-has0>>15), w1&(w1-has1>>15), w2&(w2-has2>>15)
	two0, two1, two2 = (two0+laneRest)&laneTop, (two1+laneRest)&laneTop, (two2+laneRest)&laneTop
	if lone := has0&^two0 | (has1&^two1)>>1 | (has2&^two2)>>2; lone != 0 {
		at := bits.TrailingZeros64(lone)
		lane := uint64(0xffff) << (at &^ 15 & 63)
		switch at & 15 {
		case 15:
			cell = bits.TrailingZeros64(w0 & lane)
		case 14:
			cell = 64 + bits.TrailingZeros64(w1&lane)
		default:
			cell = 128 + bits.TrailingZeros64(w2&lane)
		}
		goto place
	}

	{
		// Columns with a candidate, and with a second one.
		once := w0 | w1 | w2
		twice := w0&w1 | (w0|w1)&w2
		twice |= twice>>32 | once&(once>>32)
		once |= once >> 32
		twice |= twice>>16 | once&(once>>16)
		once |= once >> 16
		once &= 0xffff
		if bits.OnesCount64(once) != left {
			return true
		}
		if lone := once &^ twice; lone != 0 {
			column := (lone & -lone) * laneLow
			cell = first(w0&column, w1&column, w2&column)
			goto place
		}
	}

	{
		// Regions. Their forced queens are placed on the way.
		fewest, smallest := maxSmall*maxSmall+1, 0
		placed := false
		for rest := open; rest != 0; rest &= rest - 1 {
			id := bits.TrailingZeros32(rest) & 15
			r := &s.region[id]
			m0, m1, m2 := w0&r[0], w1&r[1], w2&r[2]
			count := bits.OnesCount64(m0) + bits.OnesCount64(m1) + bits.OnesCount64(m2)
			if count < fewest {
				fewest, smallest = count, id
			}
			if count > maxStarve {
				continue
			}
			if count == 0 {
				return true
			}
			cell := first(m0, m1, m2)
			x := &reach[cell]
			if count == 1 {
				s.queens[cell>>4] = uint8(cell & 15)
				open &^= 1 << id
				w0, w1, w2 = w0&^(x[0]|r[0]), w1&^(x[1]|r[1]), w2&^(x[2]|r[2])
				placed = true
				continue
			}
			// Cells of other regions that every candidate attacks.
			x0, x1, x2 := x[0]&w0&^r[0], x[1]&w1&^r[1], x[2]&w2&^r[2]
			for range count - 1 {
				switch {
				case m0 != 0:
					m0 &= m0 - 1
				case m1 != 0:
					m1 &= m1 - 1
				default:
					m2 &= m2 - 1
				}
				x := &reach[first(m0, m1, m2)]
				x0, x1, x2 = x0&x[0], x1&x[1], x2&x[2]
				if x0|x1|x2 == 0 {
					break
				}
			}
			w0, w1, w2 = w0&^x0, w1&^x1, w2&^x2
		}
		if placed {
			goto again
		}

		// Branch over the smallest region.
		r := &s.region[smallest]
		m := [3]uint64{w0 & r[0], w1 & r[1], w2 & r[2]}
		w0, w1, w2, open = w0&^r[0], w1&^r[1], w2&^r[2], open&^(1<<smallest)
		for w := range m {
			for cells := m[w]; cells != 0; cells &= cells - 1 {
				cell := w<<6 + bits.TrailingZeros64(cells)
				x := &reach[cell]
				s.queens[cell>>4] = uint8(cell & 15)
				if !s.run(w0&^x[0], w1&^x[1], w2&^x[2], open) {
					return false
				}
			}
		}
		return true
	}

place:
	row, col := cell>>4, cell&15
	id := s.regions[row*s.n+col] & 15
	x, r := &reach[cell], &s.region[id]
	s.queens[row] = uint8(col)
	open &^= 1 << id
	w0, w1, w2 = w0&^(x[0]|r[0]), w1&^(x[1]|r[1]), w2&^(x[2]|r[2])
	goto again
}

// maxStarve is the most candidates of a region for which the search looks what
// all of them attack. More of them seldom have a cell in common that is worth
// the search for it.
const maxStarve = 3

// first returns the first cell of a set that is not empty.
func first(m0, m1, m2 uint64) int {
	word, base := m0, 0
	if word == 0 {
		word, base = m1, 64
	}
	if word == 0 {
		word, base = m2, 128
	}
	return base + bits.TrailingZeros64(word)
}

// ended looks whether the search is to end.
func (s *small) ended() bool {
	select {
	case <-s.done:
		s.stopped = true
	default:
	}
	return s.stopped
}

// placement returns the placement found last.
func (s *small) placement() Placement {
	p := make(Placement, s.n)
	for row := range p {
		p[row] = int(s.queens[row&15])
	}
	return p
}
