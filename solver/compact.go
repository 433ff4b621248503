package solver

import "math/bits"

// maxCompact is the largest board the search for compact boards takes.
const maxCompact = 11

// compact is the search for boards of up to 11 rows, which is what people
// play. They have at most 121 cells, so that a set of cells is two words: cell
// row*n + column is bit number row*n + column. Up to 8 rows the second word is
// empty.
//
// At this size a search ends after some dozen nodes, and what it takes is the
// way from one node to the next. So a node does little: it counts the
// candidates of the regions without a queen, takes the region with the fewest
// and puts a queen on its first candidate. Nothing is decided on the way, neither
// a forced queen nor a dead end takes another path through the code: a branch
// that cannot be predicted costs as much as all the rest. A region with one
// candidate just leaves nothing to come back to, and one with none means to go on
// from what was left last.
//
// Rows and columns are not looked at. They have as many queens as the regions,
// so that they are right when all regions have one, and propagation over them
// saves too few nodes at this size to pay for itself.
type compact struct {
	// The cells of the regions without a queen, in any order, and after them
	// those of the regions with one, the latest first. The order changes while
	// the search goes deeper, and need not be restored when it comes back: then
	// the first regions still are those without a queen.
	low, high [12]uint64

	at branch // where the search is

	// What is left to search: others[0] ends it, others[top] is the latest.
	top    uintptr // in bytes
	budget uint    // nodes until step returns to have a look around
	tables *tables // of the size of the board
	others [maxCompact + 3]branch

	// The cell of the queen that was placed when so many regions were left.
	queens [16]uint8

	n       int
	limit   int
	found   int
	done    <-chan struct{}
	stopped bool
}

// branch is a part of the search: the candidates, and in state the number of
// regions without a queen with the cell of the latest queen above it. The
// candidates of regions with a queen do not matter.
type branch struct {
	w0, w1 uint64
	state  uint64
	_      uint64
}

// exhausted is the number of regions that says that nothing is left to search.
const exhausted = 15

// tables is what a search for boards of one size looks up.
type tables struct {
	// The cells that a queen attacks by row, column and touch, itself included,
	// for each cell. A queen on the cell after the last attacks none.
	low, high [2*64 + 1]uint64
	// What to add to sixteen times the candidates of a region, for each number
	// of regions without a queen and the place of each region: the place, and
	// something large where it has one.
	place [maxCompact + 1][16]uint32
	whole [2]uint64
	// The row of each cell times 16 and its column.
	square [2 * 64]uint8
}

// compactTables is never written to after the program has started.
var compactTables = func() *[maxCompact + 1]tables {
	all := new([maxCompact + 1]tables)
	for n := range all {
		t := &all[n]
		for cell := range n * n {
			row, col := cell/n, cell%n
			t.square[cell] = uint8(row<<4 | col)
			t.whole[cell>>6] |= 1 << (cell & 63)
			for other := range n * n {
				down, right := other/n-row, other%n-col
				if down == 0 || right == 0 || down*down == 1 && right*right == 1 {
					if other < 64 {
						t.low[cell] |= 1 << other
					} else {
						t.high[cell] |= 1 << (other - 64)
					}
				}
			}
		}
		for left := range t.place {
			for i := range t.place[left] {
				t.place[left][i] = uint32(i)
				if i >= left {
					t.place[left][i] |= 1 << 16
				}
			}
		}
	}
	return all
}()

// prepare reads a board of up to maxCompact rows. It returns false where b is
// no puzzle; what keeps it from being one is for [Board.Validate] to say.
func (s *compact) prepare(b *Board) bool {
	n := b.Size
	if n < 1 || n > maxCompact || len(b.Regions) != n*n || b.Marks != nil && len(b.Marks) != n*n {
		return false
	}
	for _, m := range b.Marks {
		if m > Queen {
			return false
		}
	}
	s.n = n
	s.tables = &compactTables[n]
	s.at = branch{w0: s.tables.whole[0], w1: s.tables.whole[1], state: uint64(n)}
	s.others[0].state = exhausted
	return s.collect(b.Regions)
}

// collect fills the cells of the regions. It returns false where there are
// too many regions or one of them has no cell.
func (s *compact) collect(regions []uint8) bool {
	for cell, id := range regions {
		if int(id) >= s.n {
			return false
		}
		if cell < 64 {
			s.low[id] |= 1 << cell
		} else {
			s.high[id] |= 1 << (cell - 64)
		}
	}
	for id := range s.n {
		if s.low[id]|s.high[id] == 0 {
			return false
		}
	}
	return true
}

// given places the queens that are on the board. It returns false where they
// attack one another.
func (s *compact) given(b *Board) bool {
	for cell, m := range b.Marks {
		if m != Queen {
			continue
		}
		bit0, bit1 := uint64(1)<<cell, uint64(1)<<(uint(cell)-64) // one is 0
		left := s.at.state & 15
		at := uint64(0)
		for at < left && s.low[at]&bit0|s.high[at]&bit1 == 0 {
			at++
		}
		if at == left || s.at.w0&bit0|s.at.w1&bit1 == 0 {
			return false
		}
		s.close(at, left)
		s.at.w0 &^= s.tables.low[cell]
		s.at.w1 &^= s.tables.high[cell]
		s.at.state = uint64(cell)<<8 | (left - 1)
		s.queens[left-1] = uint8(cell)
	}
	return true
}

// close moves a region to the end of those without a queen, so that it counts
// as one with a queen when there is one less of them.
func (s *compact) close(at, left uint64) {
	last := left - 1
	s.low[at], s.low[last] = s.low[last], s.low[at]
	s.high[at], s.high[last] = s.high[last], s.high[at]
}

// run searches until limit placements are found, or all.
func (s *compact) run() {
	for {
		if s.at.state&15 != 0 {
			s.budget = looksEvery
			s.step()
		}
		switch s.at.state & 15 {
		case 0:
			s.found++
			if s.found == s.limit {
				return
			}
			s.at = s.others[s.top/sizeBranch]
			s.top -= sizeBranch
			s.queens[s.at.state&15] = uint8(s.at.state >> 8)
			if s.at.state&15 != exhausted {
				continue
			}
			return
		case exhausted:
			return
		}
		if s.done != nil {
			select {
			case <-s.done:
				s.stopped = true
				return
			default:
			}
		}
	}
}

const sizeBranch = 32

// step searches on until all regions have a queen, nothing is left to
// search or the budget is spent. Some region must be without a queen.
//
// Where a region lies over both words, its candidates are counted as if one
// word lay on the other, which may be too few. That they are none is seen all
// the same, and nothing else depends on it but the order of the search.
func (s *compact) step() {
	t := s.tables
	for {
		w0, w1, left := s.at.w0, s.at.w1, s.at.state&15
		best := uint64(1 << 16)
		for i := range left {
			count := bits.OnesCount64(w0&s.low[i] | w1&s.high[i])
			best = min(best, uint64(count)<<4|i)
		}
		at := best & 15
		m0, m1 := w0&s.low[at], w1&s.high[at]
		s.close(at, left)
		if best < 16 {
			s.at = s.others[s.top/sizeBranch]
			s.top -= sizeBranch
		} else {
			cell := lowest(m0, m1)
			rest0, rest1 := next(m0, m1)
			if rest0|rest1 != 0 {
				// What is left without the first candidate. Where one only is
				// left, its queen is placed.
				other := branch{w0: w0 ^ m0 ^ rest0, w1: w1 ^ m1 ^ rest1, state: s.at.state}
				if more0, more1 := next(rest0, rest1); more0|more1 == 0 {
					second := lowest(rest0, rest1)
					other.w0 &^= t.low[second]
					other.w1 &^= t.high[second]
					other.state = second<<8 | (left - 1)
				}
				s.top += sizeBranch
				s.others[s.top/sizeBranch] = other
			}
			s.at = branch{w0: w0 &^ t.low[cell], w1: w1 &^ t.high[cell], state: cell<<8 | (left - 1)}
		}
		left = s.at.state & 15
		s.queens[left] = uint8(s.at.state >> 8)
		s.budget--
		if left == 0 || left == exhausted || s.budget == 0 {
			return
		}
	}
}

// lowest returns the first cell of a set that is not empty.
func lowest(m0, m1 uint64) uint64 {
	if m0 != 0 {
		return uint64(bits.TrailingZeros64(m0))
	}
	return 64 + uint64(bits.TrailingZeros64(m1))
}

// next returns a set without its first cell.
func next(m0, m1 uint64) (uint64, uint64) {
	if m0 != 0 {
		return m0 & (m0 - 1), m1
	}
	return 0, m1 & (m1 - 1)
}

// placement returns the placement found last, when the search ended there.
func (s *compact) placement() Placement {
	p := make(Placement, s.n)
	for i := range p {
		square := s.tables.square[s.queens[i&15]&127]
		p[square>>4] = int(square & 15)
	}
	return p
}
