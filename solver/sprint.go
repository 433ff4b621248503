package solver

import "math/bits"

// sprint is a search for the first placement on a large board that has many.
// What large deduces there is not needed: most ways down lead to a placement,
// and what counts is to go down fast.
//
// It places a queen in the row, column or region with the fewest candidates
// until one has none. It gives up after so many nodes as it is told, and then
// knows nothing.
type sprint struct {
	n       int
	regions []uint8 // of the board: the region of each cell

	// The cells of each region as one bit set of columns a row.
	shape [MaxSize][MaxSize]uint32

	queens [MaxSize]uint8 // the column of the queen in each row
	budget int            // nodes until the search gives up
	random uint64         // for choices at random; 0: none are made
}

// leg is one node of the search: the candidates of each open row, the number of
// candidates of each open region, and the rows, columns and regions that have
// no queen yet. A row with a queen has no candidates.
type leg struct {
	cand             [MaxSize]uint32
	count            [MaxSize]uint16
	rows, cols, open uint32
}

// prepare sets the search up for a valid board and places the board's queens.
// It returns false where they attack one another.
func (s *sprint) prepare(b *Board, root *leg) bool {
	n := b.Size
	full := uint32(1)<<n - 1 // n = 32 shifts the one out: all bits set
	s.n, s.regions = n, b.Regions
	root.rows, root.cols, root.open = full, full, full
	for row := range n {
		root.cand[row&31] = full
		bit := uint32(1)
		for _, id := range b.Regions[row*n : row*n+n] {
			s.shape[id&31][row&31] |= bit
			root.count[id&31]++
			bit <<= 1
		}
	}
	for cell, m := range b.Marks {
		if m == Queen {
			if root.cand[cell/n]>>(cell%n)&1 == 0 {
				return false
			}
			s.place(root, cell/n, cell%n)
		}
	}
	return true
}

// place puts a queen on a candidate and strikes out what it attacks. The count
// of the queen's own region is not kept, since it is not needed any more.
func (s *sprint) place(f *leg, row, col int) {
	n := s.n
	regions := s.regions[row*n : row*n+n]
	id := regions[col] & 31
	s.queens[row&31] = uint8(col)
	f.rows &^= 1 << (row & 31)
	f.cols &^= 1 << (col & 31)
	f.open &^= 1 << id
	for m := f.cand[row&31]; m != 0; m &= m - 1 {
		f.count[regions[bits.TrailingZeros32(m)]&31]--
	}
	f.cand[row&31] = 0
	if row > 0 {
		s.beside(f, row-1, col)
	}
	if row+1 < n {
		s.beside(f, row+1, col)
	}
	shape := &s.shape[id]
	for open := f.rows; open != 0; open &= open - 1 {
		r := bits.TrailingZeros32(open)
		m := f.cand[r&31]
		f.count[s.regions[r*n+col]&31] -= uint16(m >> (col & 31) & 1)
		f.cand[r&31] = m &^ (shape[r&31] | 1<<(col&31))
	}
}

// beside strikes out the cells of a row that are left and right of a column.
func (s *sprint) beside(f *leg, row, col int) {
	bit := uint32(1) << (col & 31)
	for m := f.cand[row&31] & (bit<<1 | bit>>1); m != 0; m &= m - 1 {
		f.count[s.regions[row*s.n+bits.TrailingZeros32(m)]&31]--
	}
	f.cand[row&31] &^= bit<<1 | bit>>1
}

// fewest returns the unit with the fewest candidates, which are not more than
// its count. Columns with more than two are left out.
func (s *sprint) fewest(f *leg) unit {
	// Equal counts are told apart by the index, turned by a random number.
	turn := 0
	if s.random != 0 {
		turn = int(draw(&s.random, MaxSize))
	}
	var once, twice, thrice uint32
	row := 1 << 16
	for open := f.rows; open != 0; open &= open - 1 {
		r := bits.TrailingZeros32(open)
		m := f.cand[r&31]
		thrice |= twice & m
		twice |= once & m
		once |= m
		row = min(row, bits.OnesCount32(m)<<5|(r+turn)&31)
	}
	if dead := f.cols &^ once; dead != 0 {
		return unit{colUnit, bits.TrailingZeros32(dead), 0}
	}
	region := 1 << 16
	for open := f.open; open != 0; open &= open - 1 {
		id := bits.TrailingZeros32(open)
		region = min(region, int(f.count[id&31])<<5|(id+turn)&31)
	}
	best := unit{rowUnit, (row - turn) & 31, row >> 5}
	if region>>5 < best.count {
		best = unit{regionUnit, (region - turn) & 31, region >> 5}
	}
	if lone := f.cols &^ twice; best.count > 1 && lone != 0 {
		return unit{colUnit, bits.TrailingZeros32(lone), 1}
	}
	if pair := f.cols &^ thrice; best.count > 2 && pair != 0 {
		return unit{colUnit, bits.TrailingZeros32(pair), 2}
	}
	return best
}

// candidate returns one of the candidates of a unit.
func (s *sprint) candidate(f *leg, u unit) (row, col int) {
	skip := 0
	if s.random != 0 && u.count > 1 {
		skip = int(draw(&s.random, uint64(u.count)))
	}
	rows, mask := f.rows, ^uint32(0)
	switch u.kind {
	case rowUnit:
		rows = 1 << (u.index & 31)
	case colUnit:
		mask = 1 << (u.index & 31)
	}
	for ; rows != 0; rows &= rows - 1 {
		row = bits.TrailingZeros32(rows)
		m := f.cand[row&31] & mask
		if u.kind == regionUnit {
			m &= s.shape[u.index&31][row&31]
		}
		if count := bits.OnesCount32(m); skip >= count {
			skip -= count
			continue
		}
		for ; skip > 0; skip-- {
			m &= m - 1
		}
		return row, bits.TrailingZeros32(m)
	}
	panic("solver: a unit has fewer candidates than were counted")
}

// run searches for a placement below a node, which it changes. It returns false
// where there is none, or the budget is spent.
func (s *sprint) run(f *leg) bool {
	var next leg
	for f.rows != 0 {
		if s.budget--; s.budget < 0 {
			return false
		}
		u := s.fewest(f)
		if u.count == 0 {
			return false
		}
		row, col := s.candidate(f, u)
		if u.count == 1 {
			s.place(f, row, col)
			continue
		}
		next = *f
		s.place(&next, row, col)
		if s.run(&next) {
			return true
		}
		f.cand[row&31] &^= 1 << (col & 31)
		f.count[s.regions[row*s.n+col]&31]--
	}
	return true
}
