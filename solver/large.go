package solver

import "math/bits"

// large is the search for boards of any size up to MaxSize. It is used where
// small does not reach.
//
// It keeps a bit set of columns for each row and propagates more than small
// does, which pays since a node saved high in the tree of a large board is many
// nodes saved below:
//
//   - a row, column or region with one candidate gets its queen;
//   - a row or column whose candidates are all in one region takes that region
//     for itself;
//   - a cell that every candidate of some row, column or region attacks is no
//     candidate, since a queen there would starve that unit. A region confined
//     to one row or column is a case of this.
//
// All but the first are done for whole rows of cells at once.
type large struct {
	n       int
	regions []uint8 // of the board: the region of each cell

	// The cells of each region as one bit set of columns a row, and the rows
	// it reaches, both ends inclusive.
	shape       [MaxSize][MaxSize]uint32
	top, bottom [MaxSize]uint8

	queens  [MaxSize]uint8 // the column of the queen in each row of the branch
	limit   int
	found   int
	done    <-chan struct{}
	stopped bool
	nodes   uint // since the search began
	budget  uint // nodes at which this run is given up; 0: none
	random  uint64

	// weight counts, for each unit, how often it was left without a candidate:
	// the search branches early over the units that make it fail.
	weight [3][MaxSize]uint32
}

// field is one node of the search: the candidates of each open row, and the
// rows, columns and regions that have no queen yet. A row with a queen has no
// candidates.
type field struct {
	cand             [MaxSize]uint32
	rows, cols, open uint32
}

// prepare sets the search up for a board, which must be valid, and places the
// board's queens. It returns false where they attack one another.
func (s *large) prepare(b *Board, root *field) bool {
	n := b.Size
	full := uint32(1)<<n - 1 // n = 32 shifts the one out: all bits set
	s.n, s.regions = n, b.Regions
	root.rows, root.cols, root.open = full, full, full
	for id := range s.top[:n] {
		s.top[id] = MaxSize
	}
	for row := range n {
		root.cand[row] = full
		for col, id := range b.Regions[row*n : row*n+n] {
			id &= MaxSize - 1
			s.shape[id][row] |= 1 << col
			s.top[id] = min(s.top[id], uint8(row))
			s.bottom[id] = uint8(row)
		}
	}
	for cell, m := range b.Marks {
		if m == Queen {
			if root.cand[cell/n]>>(cell%n)&1 == 0 {
				return false
			}
			s.place(root, cell/n, 1<<(cell%n))
		}
	}
	return true
}

// count searches a valid board for placements.
func (s *large) count(b *Board) {
	var root field
	if s.prepare(b, &root) {
		s.run(&root)
	}
}

// better tells whether to branch over a unit with so many candidates rather
// than over the best so far. A unit without failures counts as one with
// freshWeight of them.
func (s *large) better(kind unitKind, index, count int, best *unit) bool {
	const freshWeight = 4
	weight := int(s.weight[kind][index]) + freshWeight
	return count*(int(s.weight[best.kind][best.index])+freshWeight) < best.count*weight
}

// place puts a queen on a candidate and strikes out what it attacks.
func (s *large) place(f *field, row int, bit uint32) {
	col := bits.TrailingZeros32(bit)
	id := s.regions[row*s.n+col] & (MaxSize - 1)
	s.queens[row&31] = uint8(col)
	f.rows &^= 1 << (row & 31)
	f.cols &^= bit
	f.open &^= 1 << id
	for r := range f.cand[:s.n] {
		f.cand[r] &^= bit
	}
	shape := &s.shape[id]
	for r := int(s.top[id]); r <= int(s.bottom[id]); r++ {
		f.cand[r&31] &^= shape[r&31]
	}
	beside := bit<<1 | bit>>1
	if row > 0 {
		f.cand[(row-1)&31] &^= beside
	}
	if row+1 < s.n {
		f.cand[(row+1)&31] &^= beside
	}
	f.cand[row&31] = 0
}

// propagate draws all the conclusions it can. It returns false where some
// row, column or region has no candidate left; else the unit to branch over.
// Of columns, it looks at those with two candidates only.
func (s *large) propagate(f *field) (best unit, ok bool) {
	for {
		best = unit{count: MaxSize*MaxSize + 1}
		if !s.lines(f, &best) {
			return best, false
		}
		if f.rows == 0 {
			return best, true
		}
		changed, alive := s.areas(f, &best)
		if !alive {
			return best, false
		}
		if !changed {
			return best, true
		}
	}
}

// lines places what is forced in rows and columns, and strikes out cells that
// would starve one. It returns false where one has no candidate.
func (s *large) lines(f *field, best *unit) bool {
again:
	best.count = MaxSize*MaxSize + 1
	var once, twice, thrice uint32
	var above [MaxSize + 2]uint32 // above[r]: columns with candidates in rows before r-1
	for row := range s.n {
		m := f.cand[row&31]
		above[row+2] = above[row+1] | m
		if f.rows>>row&1 == 0 {
			continue
		}
		if m&(m-1) == 0 {
			if m == 0 {
				s.weight[rowUnit][row]++
				return false
			}
			s.place(f, row, m)
			goto again
		}
		thrice |= twice & m
		twice |= once & m
		once |= m
		if c := bits.OnesCount32(m); s.better(rowUnit, row, c, best) {
			*best = unit{rowUnit, row, c}
		}
	}
	if dead := f.cols &^ once; dead != 0 {
		s.weight[colUnit][bits.TrailingZeros32(dead)]++
		return false
	}
	if lone := f.cols &^ twice; lone != 0 {
		bit := lone & -lone
		for row := range s.n {
			if f.cand[row&31]&bit != 0 {
				s.place(f, row, bit)
				break
			}
		}
		goto again
	}
	for pair := f.cols &^ thrice; pair != 0; pair &= pair - 1 {
		c := bits.TrailingZeros32(pair)
		if s.better(colUnit, c, 2, best) {
			*best = unit{colUnit, c, 2}
		}
	}

	// A column with candidates in the rows from r-1 to r+1 only is starved by a
	// queen in row r of a column beside it; so is a row with candidates in
	// three columns only by a queen amid these, one row up or down.
	var below uint32 // columns with candidates in rows after r+1
	for row := s.n - 1; row >= 0; row-- {
		if f.rows>>row&1 != 0 {
			tight := f.cols &^ (above[row] | below)
			f.cand[row&31] &^= tight<<1 | tight>>1
			if amid := around(f.cand[row&31]); amid != 0 {
				if row > 0 {
					f.cand[(row-1)&31] &^= amid
				}
				if row+1 < s.n {
					f.cand[(row+1)&31] &^= amid
				}
			}
		}
		if row+1 < s.n {
			below |= f.cand[(row+1)&31]
		}
	}
	return true
}

// around returns the columns c for which all bits of m, which has one, lie in
// the columns from c-1 to c+1.
func around(m uint32) uint32 {
	at := bits.TrailingZeros32(m)
	switch m >> (at & 31) {
	case 1:
		return m<<1 | m | m>>1
	case 3:
		return m
	case 5, 7:
		return 2 << (at & 31)
	}
	return 0
}

// maxStarveLarge is the most candidates of a region for which the search looks
// what all of them attack.
const maxStarveLarge = 6

// areas places what is forced in regions and strikes out what belongs to
// others or would starve them. It tells whether the candidates changed, and
// returns alive as false where a unit has none.
func (s *large) areas(f *field, best *unit) (changed, alive bool) {
	n := s.n
	// Columns with candidates before each row, and from each row on. They stay
	// as they are while cells are struck out, which errs on the safe side.
	var before, from [MaxSize + 1]uint32
	for row := range n {
		before[row+1] = before[row] | f.cand[row]
	}
	for row := n - 1; row >= 0; row-- {
		from[row] = from[row+1] | f.cand[row]
	}
	for open := f.open; open != 0; open &= open - 1 {
		id := bits.TrailingZeros32(open) & 31
		shape := &s.shape[id]
		top, bottom := int(s.top[id]), int(s.bottom[id])

		count, first, at, cols := 0, bottom, 0, uint32(0)
		var ownRows uint32 // rows whose candidates are all in the region
		outside := before[top] | from[bottom+1]
		for row := top; row <= bottom; row++ {
			m := f.cand[row&31]
			in := m & shape[row&31]
			outside |= m &^ in
			if in != 0 {
				count += bits.OnesCount32(in)
				first, at, cols = min(first, row), row, cols|in
				if in == m {
					ownRows |= 1 << row
				}
			}
		}
		if count < 2 {
			if count == 0 {
				s.weight[regionUnit][id]++
				return changed, false
			}
			s.place(f, at, f.cand[at]&shape[at])
			changed = true
			continue
		}
		if ownCols := f.cols & cols &^ outside; ownCols != 0 || ownRows != 0 {
			if ownCols&(ownCols-1) != 0 || ownRows&(ownRows-1) != 0 {
				s.weight[regionUnit][id]++
				return changed, false
			}
			for row := top; row <= bottom; row++ {
				keep := f.cand[row&31]
				if ownCols != 0 {
					keep &= ownCols
				}
				if ownRows != 0 && ownRows>>row&1 == 0 {
					keep = 0
				}
				if drop := f.cand[row&31] & shape[row&31] &^ keep; drop != 0 {
					f.cand[row&31] &^= drop
					changed = true
					count -= bits.OnesCount32(drop)
				}
			}
			if count < 1 {
				s.weight[regionUnit][id]++
				return changed, false
			}
		}
		if s.better(regionUnit, id, count, best) {
			*best = unit{regionUnit, id, count}
		}
		if count <= maxStarveLarge && s.starve(f, id, first, at) {
			changed = true
		}
	}
	return changed, true
}

// starve strikes out the cells that every candidate of a region attacks, and
// tells whether there were any. The candidates are in the rows from top to
// bottom.
func (s *large) starve(f *field, id, top, bottom int) (changed bool) {
	const every = ^uint32(0)
	shape := &s.shape[id&31]

	// The candidates in a row attack, all of them: the other cells of the row;
	// in the rows next to it, the columns around them; in the rows beyond, the
	// column of the only one. A row without candidates sets no bounds. Rows are
	// counted from three above the first.
	var near, far [MaxSize + 6]uint32
	rows := bottom - top + 7
	for i := range rows {
		near[i], far[i] = every, every
	}
	for row := top; row <= bottom; row++ {
		if m := f.cand[row&31] & shape[row&31]; m != 0 {
			i := row - top + 3
			near[i] = around(m)
			far[i] = 0
			if m&(m-1) == 0 {
				far[i] = m
			}
		}
	}
	// after[i]: what the rows from i on attack as rows beyond.
	var after [MaxSize + 7]uint32
	after[rows] = every
	for i := rows - 1; i >= 0; i-- {
		after[i] = after[i+1] & far[i]
	}
	before := every
	for row := max(0, top-1); row <= min(bottom+1, s.n-1); row++ {
		i := row - top + 3
		before &= far[i-2]
		attacked := before & near[i-1] & near[i+1] & after[i+2]
		if drop := f.cand[row&31] & attacked &^ shape[row&31]; drop != 0 {
			f.cand[row&31] &^= drop
			changed = true
		}
	}
	if column := after[0]; column != 0 {
		for row := range s.n {
			if drop := f.cand[row&31] & column &^ shape[row&31]; drop != 0 {
				f.cand[row&31] &^= drop
				changed = true
			}
		}
	}
	return changed
}

// run searches on from a node, which it changes. It returns false when the
// search, or this run of it, is to end.
func (s *large) run(f *field) bool {
	s.nodes++
	if s.nodes == s.budget {
		return false
	}
	if s.done != nil && s.nodes%looksEvery == 0 {
		select {
		case <-s.done:
			s.stopped = true
			return false
		default:
		}
	}
	u, ok := s.propagate(f)
	if !ok {
		return true
	}
	if f.rows == 0 {
		s.found++
		return s.found != s.limit
	}

	// Declared out here since a variable of the loop would move to the heap.
	var next field
	first, last := u.index, u.index // the rows the unit reaches
	mask := ^uint32(0)              // its columns in each of them
	switch u.kind {
	case colUnit:
		first, last, mask = 0, s.n-1, 1<<u.index
	case regionUnit:
		first, last = int(s.top[u.index]), int(s.bottom[u.index])
	}
	rows := last - first + 1
	start := 0
	if s.random != 0 {
		start = int(draw(&s.random, uint64(rows)))
	}
	for i := range rows {
		row := first + (start+i)%rows
		m := f.cand[row&31] & mask
		if u.kind == regionUnit {
			m &= s.shape[u.index&31][row&31]
		}
		for m != 0 {
			bit := m & -m
			if s.random != 0 {
				bit = s.pick(m)
			}
			m &^= bit
			next = *f
			s.place(&next, row, bit)
			if !s.run(&next) {
				return false
			}
		}
	}
	return true
}
