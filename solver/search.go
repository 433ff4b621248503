package solver

import "math/bits"

// search is the bit-mask search: depth first over the placements of one board.
//
// A state holds the candidates of each row as a bit set of columns. Placing a
// queen strikes out what it attacks; propagation then places every queen that
// is forced (a row, column or region with one candidate left) and gives up as
// soon as one of them has none. Where nothing is forced, the search branches
// on the row, column or region with the fewest candidates.
//
// A search lives on its caller's stack and allocates nothing.
type search struct {
	n       int
	full    uint32  // a bit for each column, row or region
	regions []uint8 // of the board: the region of each cell

	// The cells of each region as one bit set of columns a row, and the rows
	// it reaches, both ends inclusive.
	shape       [MaxSize][MaxSize]uint32
	top, bottom [MaxSize]uint8

	// inRowOrder makes the search branch on the topmost open row only, which
	// yields the placements in lexicographic order.
	inRowOrder bool

	// visit, where not nil, is called for each placement found, and ends the
	// search by returning false. It takes no argument, since a pointer into
	// the search given to an unknown function would move it to the heap.
	visit func() bool
	limit int
	found int
	last  [MaxSize]uint8 // the placement found last: the column in each row

	// done, where not nil, ends the search when it is closed; stopped tells
	// that it did.
	done    <-chan struct{}
	stopped bool
	nodes   uint
}

// state is one node of the search. Of a row that has its queen, cand keeps
// the one column; of an open one, the columns that are still possible.
type state struct {
	cand [MaxSize]uint32
	// The rows, columns and regions that have no queen yet.
	rows, cols, open uint32
}

// looksEvery is how many nodes pass between two looks at done.
const looksEvery = 1 << 12

// prepare sets the search up for a board, which must be valid, and returns the
// root state with the board's queens placed. It returns false where the queens
// attack one another.
func (s *search) prepare(b *Board, root *state) bool {
	n := b.Size
	s.n = n
	s.full = uint32(1)<<n - 1 // n = 32 shifts the one out: all bits set
	s.regions = b.Regions
	root.rows, root.cols, root.open = s.full, s.full, s.full
	for r := range n {
		root.cand[r] = s.full
	}
	for r := range s.top[:n] {
		s.top[r] = MaxSize
	}
	cell := 0
	for row := range n {
		for col := range n {
			id := b.Regions[cell] & (MaxSize - 1)
			s.shape[id][row] |= 1 << col
			s.top[id] = min(s.top[id], uint8(row))
			s.bottom[id] = uint8(row)
			cell++
		}
	}
	for cell, m := range b.Marks {
		if m == Queen && !s.place(root, cell/n, cell%n) {
			return false
		}
	}
	return true
}

// place puts a queen on a cell and strikes out what it attacks. It returns
// false, with the state spoilt, where the cell is not a candidate.
func (s *search) place(st *state, row, col int) bool {
	bit := uint32(1) << (col & 31)
	if st.rows>>(row&31)&1 == 0 || st.cand[row&31]&bit == 0 {
		return false
	}
	id := s.regions[row*s.n+col] & (MaxSize - 1)
	st.rows &^= 1 << (row & 31)
	st.cols &^= bit
	st.open &^= 1 << id
	for r := range st.cand[:s.n] {
		st.cand[r] &^= bit
	}
	shape := &s.shape[id]
	for r := int(s.top[id]); r <= int(s.bottom[id]); r++ {
		st.cand[r&31] &^= shape[r&31]
	}
	beside := bit<<1 | bit>>1
	if row > 0 {
		st.cand[(row-1)&31] &^= beside
	}
	if row+1 < s.n {
		st.cand[(row+1)&31] &^= beside
	}
	st.cand[row&31] = bit
	return true
}

// unit is what a branch chooses over: one row, one column or one region.
type unit struct {
	kind  unitKind
	index int
	count int // its candidates
}

type unitKind uint8

const (
	rowUnit unitKind = iota
	colUnit
	regionUnit
)

// propagate places all forced queens. It returns false where some row, column
// or region has no candidate left; else the open unit with the fewest.
func (s *search) propagate(st *state) (best unit, ok bool) {
again:
	for st.rows != 0 {
		best = unit{count: MaxSize + 1}

		// Rows; on the way the columns are counted, bit-parallel, up to three.
		var once, twice, thrice uint32
		for open := st.rows; open != 0; open &= open - 1 {
			row := bits.TrailingZeros32(open)
			m := st.cand[row&31]
			if m&(m-1) == 0 {
				if m == 0 {
					return best, false
				}
				s.place(st, row, bits.TrailingZeros32(m))
				continue again
			}
			thrice |= twice & m
			twice |= once & m
			once |= m
			if c := bits.OnesCount32(m); c < best.count {
				best = unit{rowUnit, row, c}
			}
		}

		// Columns.
		if st.cols&^once != 0 {
			return best, false
		}
		if lone := st.cols &^ twice; lone != 0 {
			bit := lone & -lone
			for open := st.rows; open != 0; open &= open - 1 {
				row := bits.TrailingZeros32(open)
				if st.cand[row&31]&bit != 0 {
					s.place(st, row, bits.TrailingZeros32(bit))
					break
				}
			}
			continue again
		}
		if pair := st.cols &^ thrice; pair != 0 && best.count > 2 {
			best = unit{colUnit, bits.TrailingZeros32(pair), 2}
		}

		// Regions.
		for open := st.open; open != 0; open &= open - 1 {
			id := bits.TrailingZeros32(open) & 31
			shape := &s.shape[id]
			count, at, cols := 0, 0, uint32(0)
			for r := int(s.top[id]); r <= int(s.bottom[id]); r++ {
				if m := st.cand[r&31] & shape[r&31]; m != 0 {
					count += bits.OnesCount32(m)
					at, cols = r, m
				}
			}
			if count < 2 {
				if count == 0 {
					return best, false
				}
				s.place(st, at, bits.TrailingZeros32(cols))
				continue again
			}
			if count < best.count {
				best = unit{regionUnit, id, count}
			}
		}
		return best, true
	}
	return best, true
}

// run searches below st, which it changes. It returns false when the search
// is to end.
func (s *search) run(st *state) bool {
	if s.done != nil {
		if s.nodes++; s.nodes%looksEvery == 0 {
			select {
			case <-s.done:
				s.stopped = true
				return false
			default:
			}
		}
	}
	u, ok := s.propagate(st)
	if !ok {
		return true
	}
	if st.rows == 0 {
		return s.report(st)
	}
	if s.inRowOrder {
		u = unit{kind: rowUnit, index: bits.TrailingZeros32(st.rows)}
	}

	// Declared out here since a variable of the loop would move to the heap.
	var next state
	first, last := u.index, u.index // the rows the unit reaches
	mask := ^uint32(0)              // its columns in each of them
	switch u.kind {
	case colUnit:
		first, last, mask = 0, s.n-1, 1<<u.index
	case regionUnit:
		first, last = int(s.top[u.index]), int(s.bottom[u.index])
	}
	for row := first; row <= last; row++ {
		if st.rows>>row&1 == 0 {
			continue
		}
		m := st.cand[row&31] & mask
		if u.kind == regionUnit {
			m &= s.shape[u.index&31][row&31]
		}
		for ; m != 0; m &= m - 1 {
			next = *st
			s.place(&next, row, bits.TrailingZeros32(m))
			if !s.run(&next) {
				return false
			}
		}
	}
	return true
}

// report notes a placement and tells whether to search on.
func (s *search) report(st *state) bool {
	s.found++
	for row, bit := range st.cand[:s.n] {
		s.last[row] = uint8(bits.TrailingZeros32(bit))
	}
	if s.visit != nil && !s.visit() {
		return false
	}
	return s.limit <= 0 || s.found < s.limit
}
