package sudoku

import "math/bits"

// bands is the search for puzzles of 9 x 9, the size people ask for by the
// thousand.
//
// It looks at a digit at a time: where in the grid may it stand? A band is
// three rows, 27 cells, a bit each, with a bit between the rows that stays 0:
//
//	 0  1  2 |  3  4  5 |  6  7  8
//	10 11 12 | 13 14 15 | 16 17 18
//	20 21 22 | 23 24 25 | 26 27 28
//
// In a band a digit stands in three of the nine threes of cells that a row and
// a box share, one in each row and one in each box: a permutation. What
// belongs to no permutation is struck out; no permutation means a dead end. The
// same is done with the three columns of a stack of boxes and the three bands.
// This alone finds hidden singles, and candidates that rows, columns and boxes
// lock. Naked singles are the rest.
//
// Where that leads no further, a cell with two candidates has either.
//
// On amd64 there is a form of all this in assembly, which does it for all
// digits at once, reaches the same nodes and makes the same choices.
type bands struct {
	limit   int
	found   int
	last    grid
	done    <-chan struct{}
	stopped bool
	nodes   uint // branched at
	plain   bool // takes the plain form where there is another
}

// grid is a node of the search.
type grid struct {
	// may holds where each digit may stand: three bands, and nothing in the
	// fourth word.
	may [9][4]uint32
	// pairs holds the cells with two candidates of an open node.
	pairs [4]uint32

	// The rest is for the plain form alone.

	// fixed holds the cells of each band whose digit is known to the others.
	fixed [3]uint32
	// dirty holds a bit for each digit whose bands changed.
	dirty uint16
}

// outcome is what became of a node.
type outcome int

const (
	dead outcome = iota // it has no solution
	full                // every cell has its digit
	open                // neither is known
)

const (
	wholeRow  = 1<<9 - 1
	threeRows = 1 | 1<<10 | 1<<20 // times some cells of a row: these in all three
	wholeBand = wholeRow * threeRows
)

// place returns the number of a cell given row by row: 32 times the band, plus its
// bit.
func place(cell int) int { return cell/27*32 + cell%27/9*10 + cell%9 }

// noCell is the number of none.
const noCell = 31

// Tables, none of which is written to after the program has started.
var (
	// itself holds each cell, and peers the cells that see it.
	itself, peers [3 * 32][4]uint32
)

func init() {
	for x := range 81 {
		at := place(x)
		itself[at][x/27] = 1 << (at % 32)
		for y := range 81 {
			sameBox := x/27 == y/27 && x%9/3 == y%9/3
			if x != y && (x/9 == y/9 || x%9 == y%9 || sameBox) {
				peers[at][y/27] |= 1 << (place(y) % 32)
			}
		}
	}
}

// start searches a puzzle of 81 cells with values of up to 9. One that clashes
// has no solution.
func (s *bands) start(cells []uint8) {
	root := newRoot(cells)
	s.visit(&root, s.settle(&root))
}

// newRoot fills the givens in and draws no conclusions yet.
func newRoot(cells []uint8) (root grid) {
	var given [10][4]uint32 // the first are the empty cells
	for row := range 9 {
		for col, value := range cells[9*row:][:9] {
			given[value%10][row/3] |= 1 << (row%3*10 + col)
		}
	}
	for digit := range root.may {
		for band := range 3 {
			root.may[digit][band] = given[0][band] | given[digit+1][band]
		}
	}
	root.dirty = wholeRow
	return root
}

// visit searches on from a node, which it changes. It returns false when the
// search is to end.
func (s *bands) visit(g *grid, state outcome) bool {
	switch state {
	case dead:
		return true
	case full:
		s.found++
		s.last = *g
		return s.found != s.limit
	}
	return s.branch(g)
}

// branch is visit for an open node.
func (s *bands) branch(g *grid) bool {
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
		// One digit is tried in the cell, then it goes on without it.
		at, digit, other := s.choose(g)
		if !s.visit(&next, s.assign(&next, g, digit, at)) {
			return false
		}
		var state outcome
		if other >= 0 {
			state = s.assign(g, g, other, at)
		} else {
			g.may[digit][at/32] &^= 1 << (at % 32)
			g.dirty |= 1 << digit
			state = s.settle(g)
		}
		if state != open {
			return s.visit(g, state)
		}
	}
}

// assign puts a digit into a cell of a node, draws all the conclusions it can and
// leaves the outcome in next, which may be the same node.
func (s *bands) assign(next, node *grid, digit, at int) outcome {
	if fast && !s.plain {
		return assignVector(next, node, digit, at)
	}
	return assignPlain(next, node, digit, at)
}

// settle draws all the conclusions it can, also from cells that were filled in
// without a word to the others.
func (s *bands) settle(g *grid) outcome {
	if fast && !s.plain {
		return assignVector(g, g, 0, noCell)
	}
	if !g.nakedSingles() {
		return dead
	}
	return g.settlePlain()
}

// choose returns a cell to branch over and the first of its digits. The other is
// -1 where there are more than two.
func (s *bands) choose(g *grid) (at, digit, other int) {
	switch {
	case g.pairs == [4]uint32{}:
		return g.chooseFewest()
	case fast && !s.plain:
		return choosePair(g)
	}
	return choosePairPlain(g)
}

// chooseFewest returns the first cell with the fewest candidates, of those with
// several, of which an open node has some, and one of the candidates.
func (g *grid) chooseFewest() (at, digit, other int) {
	// The cells that have at least so many candidates.
	atLeast := [11][3]uint32{{wholeBand, wholeBand, wholeBand}}
	for digit := range g.may {
		for n := 9; n > 0; n-- {
			for band := range 3 {
				atLeast[n][band] |= atLeast[n-1][band] & g.may[digit][band]
			}
		}
	}
	for n := 2; ; n++ {
		for band := range 3 {
			if cells := atLeast[n][band] &^ atLeast[n+1][band]; cells != 0 {
				for g.may[digit][band]&cells&-cells == 0 {
					digit++
				}
				return band*32 + bits.TrailingZeros32(cells), digit, -1
			}
		}
	}
}

// solution returns the solution found last.
func (s *bands) solution() *Puzzle {
	p := &Puzzle{Size: 9, Cells: make([]uint8, 81)}
	for cell := range p.Cells {
		at := place(cell)
		for digit, m := range s.last.may {
			if m[at/32]>>(at%32)&1 != 0 {
				p.Cells[cell] = uint8(digit) + 1
			}
		}
	}
	return p
}
