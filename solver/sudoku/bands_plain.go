package sudoku

import "math/bits"

// The plain form of what the search for 9 x 9 does at a node. It is what the
// form in assembly is held against, and what processors without it use.

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
				permutedCells[m] |= 7 << (i/3*10 + i%3*3)
			}
		}
	}
}

// assignPlain puts a digit into a cell of a node, draws all the conclusions it
// can and leaves the outcome in next, which may be the same node.
func assignPlain(next, node *grid, digit, at int) outcome {
	band, cell := at/32, at%32
	if next != node {
		*next = *node
	}
	for other := range next.may {
		m := &next.may[other][band]
		if other != digit && *m>>cell&1 != 0 {
			*m &^= 1 << cell
			next.dirty |= 1 << other
		}
	}
	next.fixed[band] |= 1 << cell
	next.put(digit, at)
	return next.settlePlain()
}

// put strikes a digit out where a cell with it sees.
func (g *grid) put(digit, at int) {
	m, p := &g.may[digit], &peers[at]
	m[0] &^= p[0]
	m[1] &^= p[1]
	m[2] &^= p[2]
	g.dirty |= 1 << digit
}

// settlePlain draws all the conclusions it can from the digits that changed.
func (g *grid) settlePlain() outcome {
	for g.dirty != 0 {
		for g.dirty != 0 {
			digit := bits.TrailingZeros16(g.dirty)
			g.dirty &= g.dirty - 1
			if !g.settleDigit(digit) {
				return dead
			}
		}
		if !g.nakedSingles() {
			return dead
		}
	}
	if g.fixed == [3]uint32{wholeBand, wholeBand, wholeBand} {
		return full
	}
	g.findPairs()
	return open
}

// settleDigit strikes out all places of a digit that belong to no permutation,
// and tells the other digits of the cells that are its own. It returns false
// at a dead end.
func (g *grid) settleDigit(digit int) bool {
	m := &g.may[digit]
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
	own0 := uint32(single[a&511]) | uint32(single[a>>10&511])<<10 | uint32(single[a>>20&511])<<20
	own1 := uint32(single[b&511]) | uint32(single[b>>10&511])<<10 | uint32(single[b>>20&511])<<20
	own2 := uint32(single[c&511]) | uint32(single[c>>10&511])<<10 | uint32(single[c>>20&511])<<20
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
	for other := range g.may {
		o := &g.may[other]
		lost := o[0]&own0 | o[1]&own1 | o[2]&own2
		o[0], o[1], o[2] = o[0]&^own0, o[1]&^own1, o[2]&^own2
		dirty = dirty>>1 | (lost+carry)&(1<<31)
	}
	m[0], m[1], m[2] = a, b, c
	g.dirty |= uint16(dirty>>(32-9)) &^ (1 << digit)
	return true
}

// inThrees returns which threes of a band some cells touch.
func inThrees(cells uint32) uint32 {
	return uint32(threes[cells&511] | threes[cells>>10&511]<<3 | threes[cells>>20&511]<<6)
}

// inColumns returns which columns some cells of a band are in.
func inColumns(cells uint32) uint16 {
	return uint16((cells | cells>>10 | cells>>20) & wholeRow)
}

// nakedSingles fills the cells in that have one candidate. It returns false
// where one has none.
func (g *grid) nakedSingles() bool {
	for band := range 3 {
		var once, twice uint32
		for digit := range g.may {
			m := g.may[digit][band]
			twice |= once & m
			once |= m
		}
		if once != wholeBand {
			return false
		}
		lone := once &^ twice &^ g.fixed[band]
		if lone == 0 {
			continue
		}
		g.fixed[band] |= lone
		for digit := range g.may {
			for own := g.may[digit][band] & lone; own != 0; own &= own - 1 {
				g.put(digit, band*32+bits.TrailingZeros32(own))
			}
		}
	}
	return true
}

// findPairs notes the cells with two candidates.
func (g *grid) findPairs() {
	for band := range 3 {
		var once, twice, more uint32
		for digit := range g.may {
			m := g.may[digit][band]
			more |= twice & m
			twice |= once & m
			once |= m
		}
		g.pairs[band] = twice &^ more
	}
}

// choosePairPlain returns, of the cells with two candidates, of which there must be
// one, the first of those in which they have most others of their digit in sight,
// and the candidates. Others in cells with two candidates, which fall in turn,
// count four times.
func choosePairPlain(g *grid) (at, digit, other int) {
	var seen [3 * 32]uint8
	two0, two1 := words(&g.pairs)
	for digit := range g.may {
		m0, m1 := words(&g.may[digit])
		for band := range 3 {
			for rest := g.may[digit][band] & g.pairs[band]; rest != 0; rest &= rest - 1 {
				at := band*32 + bits.TrailingZeros32(rest)
				p0, p1 := words(&peers[at])
				p0 &= m0
				p1 &= m1
				seen[at] += uint8(bits.OnesCount64(p0) + bits.OnesCount64(p1) +
					3*(bits.OnesCount64(p0&two0)+bits.OnesCount64(p1&two1)))
			}
		}
	}
	at = -1
	for band := range 3 {
		for rest := g.pairs[band]; rest != 0; rest &= rest - 1 {
			if i := band*32 + bits.TrailingZeros32(rest); at < 0 || seen[i] > seen[at] {
				at = i
			}
		}
	}
	for d := range g.may {
		if g.may[d][at/32]>>(at%32)&1 != 0 {
			digit, other = other, d
		}
	}
	return at, digit, other
}

// words returns the cells of three bands in two words.
func words(cells *[4]uint32) (uint64, uint64) {
	return uint64(cells[0]) | uint64(cells[1])<<32, uint64(cells[2])
}
