package sudoku

import "math/bits"

// search fills a puzzle in, depth first. It keeps the values that each row,
// column and box still lacks as a bit set; the candidates of a cell are what
// all three of its units lack. Propagation fills the cells with one candidate
// and the values with one place in a unit; where nothing is forced, the search
// branches on the cell with the fewest candidates.
//
// Filled cells are noted in order, so that going back means to empty them
// again. A search lives on its caller's stack and allocates nothing.
type search struct {
	*geometry
	given       boxes // as the puzzle has them
	size, cells int
	full        uint16

	values  [maxSize * maxSize]uint8
	lacks   [3 * maxSize]uint16      // bit v-1: the unit lacks value v
	trail   [maxSize * maxSize]uint8 // the cells filled, in order
	filled  int                      // how many of them there are
	limit   int                      // solutions to find; 0 or less: all
	found   int                      // solutions found
	last    [maxSize * maxSize]uint8 // the solution found last
	visit   func() bool              // called for each; false ends the search
	done    <-chan struct{}          // ends the search when closed
	stopped bool                     // it did
	nodes   uint                     // since the start
	budget  uint                     // the nodes it may take; 0: no limit
	givenUp bool                     // it took them all
}

// looksEvery is how many nodes pass between two looks at done.
const looksEvery = 1 << 10

// prepare sets the search up for a valid puzzle.
func (s *search) prepare(p *Puzzle) {
	s.geometry, s.given = p.geometry(), boxes{p.BoxRows, p.BoxCols}
	s.size, s.cells = p.Size, len(p.Cells)
	s.full = uint16(1<<p.Size - 1)
	for u := range s.lacks[:3*p.Size] {
		s.lacks[u] = s.full
	}
	for cell, value := range p.Cells {
		if value != 0 {
			s.fill(cell, 1<<(value-1))
		}
	}
}

// candidates returns the values that may go into an empty cell, as bits.
func (s *search) candidates(cell int) uint16 {
	u := &s.unitsOf[cell]
	return s.lacks[u[0]] & s.lacks[u[1]] & s.lacks[u[2]]
}

// fill puts a candidate, given as its bit, into an empty cell.
func (s *search) fill(cell int, bit uint16) {
	s.values[cell] = uint8(bits.TrailingZeros16(bit)) + 1
	for _, u := range s.unitsOf[cell] {
		s.lacks[u] &^= bit
	}
	s.trail[s.filled] = uint8(cell)
	s.filled++
}

// back empties cells until only so many are filled.
func (s *search) back(filled int) {
	for s.filled > filled {
		s.filled--
		cell := s.trail[s.filled]
		bit := uint16(1) << (s.values[cell] - 1)
		s.values[cell] = 0
		for _, u := range s.unitsOf[cell] {
			s.lacks[u] |= bit
		}
	}
}

// propagate fills in all that is forced. It returns false where some cell or
// some value of a unit has no place left; else the empty cell with the fewest
// candidates.
func (s *search) propagate() (best int, ok bool) {
	for {
		before := s.filled
		fewest := maxSize + 1
		for cell, value := range s.values[:s.cells] {
			if value != 0 {
				continue
			}
			m := s.candidates(cell)
			if m&(m-1) == 0 {
				if m == 0 {
					return 0, false
				}
				s.fill(cell, m)
			} else if n := bits.OnesCount16(m); n < fewest {
				best, fewest = cell, n
			}
		}
		if s.filled > before {
			continue
		}
		if s.filled == s.cells {
			return 0, true
		}
		for u := range s.lacks[:3*s.size] {
			if s.lacks[u] != 0 && !s.fillLone(u) {
				return 0, false
			}
		}
		if s.filled == before {
			return best, true
		}
	}
}

// fillLone fills in the values that have one place left in a unit. It returns
// false where a value has none.
func (s *search) fillLone(unit int) bool {
	cells := s.units[unit][:s.size]
	var once, twice uint16
	for _, cell := range cells {
		if s.values[cell] == 0 {
			m := s.candidates(int(cell))
			twice |= once & m
			once |= m
		}
	}
	if s.lacks[unit]&^once != 0 {
		return false
	}
	lone := once &^ twice
	if lone == 0 {
		return true
	}
	for _, cell := range cells {
		if s.values[cell] != 0 {
			continue
		}
		if m := s.candidates(int(cell)) & lone; m != 0 {
			if m&(m-1) != 0 {
				return false // two values have this cell as their only place
			}
			s.fill(int(cell), m)
		}
	}
	return true
}

// run searches on from the cells that are filled, and leaves them as they
// were. It returns false when the search is to end.
func (s *search) run() bool {
	if s.nodes++; s.nodes == s.budget {
		s.givenUp = true
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
	start := s.filled
	defer s.back(start)
	cell, ok := s.propagate()
	if !ok {
		return true
	}
	if s.filled == s.cells {
		s.found++
		s.last = s.values
		if s.visit != nil && !s.visit() {
			return false
		}
		return s.limit <= 0 || s.found < s.limit
	}
	here := s.filled
	for m := s.candidates(cell); m != 0; m &= m - 1 {
		s.fill(cell, m&-m)
		if !s.run() {
			return false
		}
		s.back(here)
	}
	return true
}
