package sudoku

import "math/bits"

// bands is the search for puzzles of 9 x 9, the size people ask for by the
// thousand.
//
// It looks at a digit at a time: where in the grid may it stand? A band is
// three rows, 27 cells, a bit each, counted row by row:
//
//	 0  1  2 |  3  4  5 |  6  7  8
//	 9 10 11 | 12 13 14 | 15 16 17
//	18 19 20 | 21 22 23 | 24 25 26
//
// In a band a digit stands in three of the nine threes of cells that a row and
// a box share, one in each row and one in each box: a permutation. What
// belongs to no permutation is struck out, by one look into a table of 512
// entries; no permutation means a dead end. The same table does it for the
// three columns of a stack of boxes and the three bands. This alone finds
// hidden singles, and candidates that rows, columns and boxes lock.
type bands struct {
	limit   int
	found   int
	last    grid
	done    <-chan struct{}
	stopped bool
	nodes   uint
}

// grid is a node of the search.
type grid struct {
	// may holds where each digit may stand, three bands a digit.
	may [27]uint32
	// fixed holds the cells of each band whose digit is known to the others.
	fixed [3]uint32
	// dirty holds a bit for each digit whose bands changed.
	dirty uint16
}

const (
	wholeBand = 1<<27 - 1
	wholeRow  = 1<<9 - 1
	threeRows = 1 | 1<<9 | 1<<18 // times the columns of a row: these in all three
)

// Tables, none of which is written to after the program has started.
var (
	// threes tells for the cells of a row which of its three threes they
	// touch, as three bits.
	threes [512]uint16
	// permuted keeps the entries of a 3 x 3 matrix, a row every three bits,
	// that belong to some permutation in it.
	permuted [512]uint16
	// permutedCells is the same with three cells for every entry.
	permutedCells [512]uint32
	// single holds the index where it has one bit, else 0.
	single [512]uint16
	// beside holds the cells of a band that see each of its cells, below those
	// of any band in the same column.
	beside, below [27]uint32
)

func init() {
	permutations := [6]uint16{0o421, 0o241, 0o412, 0o142, 0o214, 0o124}
	for m := range uint16(512) {
		if bits.OnesCount16(m) == 1 {
			single[m] = m
		}
		for i := range 3 {
			if m>>(3*i)&7 != 0 {
				threes[m] |= 1 << i
			}
		}
		for _, p := range permutations {
			if m&p == p {
				permuted[m] |= p
			}
		}
		for i := range 9 {
			if permuted[m]>>i&1 != 0 {
				permutedCells[m] |= 7 << (3 * i)
			}
		}
	}
	for x := range 27 {
		below[x] = threeRows << (x % 9)
		for y := range 27 {
			if x != y && (x/9 == y/9 || x%9/3 == y%9/3) {
				beside[x] |= 1 << y
			}
		}
	}
}

// prepare fills the root in from a puzzle of 81 cells. It returns false where
// two values clash.
func (g *grid) prepare(cells []uint8) bool {
	for i := range g.may {
		g.may[i] = wholeBand
	}
	var rows, cols, boxes [9]uint16
	var given [3]uint32
	for cell, value := range cells {
		if value == 0 {
			continue
		}
		row, col := cell/9, cell%9
		bit := uint16(1) << value
		box := row/3*3 + col/3
		if (rows[row]|cols[col]|boxes[box])&bit != 0 {
			return false
		}
		rows[row] |= bit
		cols[col] |= bit
		boxes[box] |= bit
		given[row/3] |= 1 << (cell % 27)
	}
	for i := range g.may {
		g.may[i] &^= given[i%3]
	}
	for cell, value := range cells {
		if value != 0 {
			g.put(int(value-1)*3, cell/27, uint(cell%27))
			g.may[int(value-1)*3+cell/27] |= 1 << (cell % 27)
		}
	}
	g.fixed = given
	g.dirty = wholeRow
	return true
}

// put strikes a digit out where a cell with it sees.
func (g *grid) put(digit, band int, cell uint) {
	g.may[digit+band] &^= beside[cell]
	column := below[cell]
	for other := range 3 {
		if other != band {
			g.may[digit+other] &^= column
		}
	}
	g.dirty |= 1 << (digit / 3)
}

// settle draws all the conclusions it can. It returns false at a dead end.
func (g *grid) settle() bool {
	for {
		for g.dirty != 0 {
			digit := bits.TrailingZeros16(g.dirty)
			g.dirty &= g.dirty - 1
			if !g.settleDigit(3 * digit) {
				return false
			}
		}
		if !g.nakedSingles() {
			return false
		}
		if g.dirty == 0 {
			return true
		}
	}
}

// settleDigit strikes out all places of a digit that belong to no permutation,
// and tells the other digits of the cells that are its own. It returns false
// at a dead end.
func (g *grid) settleDigit(at int) bool {
	m := (*[3]uint32)(g.may[at : at+3])
	a, b, c := m[0], m[1], m[2]
	for {
		a1, b1, c1 := a&permutedCells[inThrees(a)&511], b&permutedCells[inThrees(b)&511], c&permutedCells[inThrees(c)&511]
		if a1 == 0 || b1 == 0 || c1 == 0 {
			return false
		}
		// The columns each band uses, and for each stack a matrix of bands and
		// columns.
		x, y, z := inColumns(a1), inColumns(b1), inColumns(c1)
		s0 := permuted[x&7|y&7<<3|z&7<<6&511]
		s1 := permuted[(x>>3&7|y&0o70|z&0o70<<3)&511]
		s2 := permuted[(x>>6|y>>3&0o70|z&0o700)&511]
		if s0 == 0 || s1 == 0 || s2 == 0 {
			return false
		}
		a1 &= uint32(s0&7|s1&7<<3|s2&7<<6) * threeRows
		b1 &= uint32(s0>>3&7|s1&0o70|s2&0o70<<3) * threeRows
		c1 &= uint32(s0>>6|s1>>3&0o70|s2&0o700) * threeRows
		if a1 == a && b1 == b && c1 == c {
			break
		}
		a, b, c = a1, b1, c1
	}
	m[0], m[1], m[2] = a, b, c
	own0 := uint32(single[a&511]) | uint32(single[a>>9&511])<<9 | uint32(single[a>>18&511])<<18
	own1 := uint32(single[b&511]) | uint32(single[b>>9&511])<<9 | uint32(single[b>>18&511])<<18
	own2 := uint32(single[c&511]) | uint32(single[c>>9&511])<<9 | uint32(single[c>>18&511])<<18
	own0 &^= g.fixed[0]
	own1 &^= g.fixed[1]
	own2 &^= g.fixed[2]
	if own0|own1|own2 == 0 {
		return true
	}
	g.fixed[0] |= own0
	g.fixed[1] |= own1
	g.fixed[2] |= own2
	// Which digits lose a cell cannot be predicted, so that all are struck out
	// alike, this one too, which is put back after.
	const carry = 1<<31 - 1 // sets the highest bit of what is not 0
	var dirty uint32
	for other := 0; other < 27; other += 3 {
		o := (*[3]uint32)(g.may[other : other+3])
		lost := o[0]&own0 | o[1]&own1 | o[2]&own2
		o[0], o[1], o[2] = o[0]&^own0, o[1]&^own1, o[2]&^own2
		dirty = dirty>>1 | (lost+carry)&(1<<31)
	}
	m[0], m[1], m[2] = a, b, c
	g.dirty |= uint16(dirty>>(32-9)) &^ (1 << (at / 3))
	return true
}

// inThrees returns which threes of a band some cells touch.
func inThrees(cells uint32) uint32 {
	return uint32(threes[cells&511] | threes[cells>>9&511]<<3 | threes[cells>>18&511]<<6)
}

// inColumns returns which columns some cells of a band are in.
func inColumns(cells uint32) uint16 {
	return uint16((cells | cells>>9 | cells>>18) & wholeRow)
}

// nakedSingles fills the cells in that have one candidate. It returns false
// where one has none.
func (g *grid) nakedSingles() bool {
	for band := range 3 {
		var once, twice uint32
		for i := band; i < 27; i += 3 {
			twice |= once & g.may[i]
			once |= g.may[i]
		}
		if once != wholeBand {
			return false
		}
		lone := once &^ twice &^ g.fixed[band]
		if lone == 0 {
			continue
		}
		g.fixed[band] |= lone
		for i := band; i < 27; i += 3 {
			for own := g.may[i] & lone; own != 0; own &= own - 1 {
				g.put(i-band, band, uint(bits.TrailingZeros32(own)))
			}
		}
	}
	return true
}

// choose returns a cell to branch over: of those with two candidates the one in
// which they have most others of their digit in sight, of which those in cells
// with two candidates, that fall in turn, count more; else one with the fewest
// candidates.
func (g *grid) choose() (band int, cell uint32) {
	var two, three [3]uint32
	for k := range 3 {
		var once, twice, thrice, more uint32
		for i := k; i < 27; i += 3 {
			m := g.may[i]
			more |= thrice & m
			thrice |= twice & m
			twice |= once & m
			once |= m
		}
		two[k], three[k] = twice&^thrice, thrice&^more
	}
	if two != [3]uint32{} {
		var seen [3][27]uint16
		most := uint16(0)
		for digit := 0; digit < 27; digit += 3 {
			m := (*[3]uint32)(g.may[digit : digit+3])
			for k := range 3 {
				next, last := (k+1)%3, (k+2)%3
				for rest := m[k] & two[k]; rest != 0; rest &= rest - 1 {
					at := bits.TrailingZeros32(rest) % 27
					column := below[at]
					x := uint64(m[k]&beside[at]) | uint64(m[next]&column)<<32
					y := m[last] & column
					count := bits.OnesCount64(x) + bits.OnesCount32(y) +
						3*(bits.OnesCount64(x&(uint64(two[k])|uint64(two[next])<<32))+bits.OnesCount32(y&two[last]))
					sum := seen[k][at] + uint16(count)
					seen[k][at] = sum
					if sum >= most {
						most, band, cell = sum, k, rest&-rest
					}
				}
			}
		}
		return band, cell
	}
	for k, cells := range three {
		if cells != 0 {
			return k, cells & -cells
		}
	}
	fewest := 10
	for k := range 3 {
		for open := wholeBand &^ g.fixed[k]; open != 0; open &= open - 1 {
			c, count := open&-open, 0
			for i := k; i < 27; i += 3 {
				if g.may[i]&c != 0 {
					count++
				}
			}
			if count < fewest {
				fewest, band, cell = count, k, c
			}
		}
	}
	return band, cell
}

// run searches on from a node, which it changes. It returns false when the
// search is to end.
func (s *bands) run(g *grid) bool {
	// Declared out here since a variable of the loop would move to the heap.
	var next grid
	for {
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
		if !g.settle() {
			return true
		}
		if g.fixed == [3]uint32{wholeBand, wholeBand, wholeBand} {
			s.found++
			s.last = *g
			return s.found != s.limit
		}
		// One digit is tried in the cell, then it goes on without it.
		band, cell := g.choose()
		tried := band
		for g.may[tried]&cell == 0 {
			tried += 3
		}
		next = *g
		for i := band; i < 27; i += 3 {
			if i != tried && next.may[i]&cell != 0 {
				next.may[i] &^= cell
				next.dirty |= 1 << (i / 3)
			}
		}
		if !s.run(&next) {
			return false
		}
		g.may[tried] &^= cell
		g.dirty |= 1 << (tried / 3)
	}
}

// solution returns the solution found last.
func (s *bands) solution() *Puzzle {
	p := &Puzzle{Size: 9, Cells: make([]uint8, 81)}
	for i, may := range s.last.may {
		for ; may != 0; may &= may - 1 {
			p.Cells[i%3*27+bits.TrailingZeros32(may)] = uint8(i/3) + 1
		}
	}
	return p
}
