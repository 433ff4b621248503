package outline

import (
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// What lies over a cell and reaches into those beside it shows no border where their line is, and where its colour
// and theirs have that of the line between them, no line that is missing either. The tint of a cell can end within it, so
// that the colour of the board goes on over the line instead: that one is seen beside the lines of other cells as well, or
// has lines within.

// overlaps lists the sides over which the ground of the cell on one side of a line goes on to the other, farther than a line is
// wide.
func (b *Board) overlaps(asked []*side) (over []Break) {
	for _, s := range asked {
		for k, cell := range s.cells(b.Lattice.Size) {
			if cell >= 0 && b.goesOn(s, k) && b.foreign(cell, asked) {
				over = append(over, Break{Side: s.Side, Over: true})
				break
			}
		}
	}
	return over
}

// goesOn tells whether the ground on one side of a line (0: before it) goes on over it to where that on the other begins.
func (b *Board) goesOn(s *side, k int) bool {
	cells := s.cells(b.Lattice.Size)
	return s.long(func(c *cut) bool {
		apart := raster.Chebyshev(c.sides[0], c.sides[1])
		if apart < raster.LeastContrast || 3*raster.Chebyshev(c.beside[1-k], c.sides[k]) >= apart || c.contrast >= faint {
			return false // where the line shows through, nothing is hidden
		}
		for side, cell := range cells {
			if cell >= 0 && 3*raster.Chebyshev(c.sides[side], b.Grounds()[cell].RGB) >= apart {
				return false // something stands there
			}
		}
		return true
	})
}

// foreign tells whether the ground of a cell is that of nothing else than what lies over the board: no line is seen
// within it, and it is not seen beside those of other cells.
func (b *Board) foreign(cell int, asked []*side) bool {
	n, grounds := b.Lattice.Size, b.Grounds()
	ground := grounds[cell].RGB
	like := func(c raster.RGB) bool { return raster.Chebyshev(c, ground) < raster.LeastContrast }
	of := partition.NewSets(n * n) // neighbours that are like it
	for i := range n * n {
		for _, j := range [...]int{i + 1, i + n} {
			if j < n*n && (j/n == i/n || j == i+n) && like(grounds[i].RGB) && like(grounds[j].RGB) {
				of.Join(i, j)
			}
		}
	}
	for _, s := range asked {
		within := 0
		for _, i := range s.cells(n) {
			if i >= 0 && of.Find(i) == of.Find(cell) {
				within++
			}
		}
		switch {
		case within == 2 && s.drawn(), within == 0 && s.flankedBy(like):
			return false
		}
	}
	return true
}

// cells returns the cells on both sides, see [Side.Cells].
func (s *side) cells(n int) [2]int {
	before, after := s.Cells(n)
	return [2]int{before, after}
}

// flankedBy tells whether a colour is seen on both sides of a line, or on one and not further away from it.
func (s *side) flankedBy(like func(raster.RGB) bool) bool {
	return s.long(func(c *cut) bool {
		return like(c.beside[0]) && !like(c.sides[0]) || like(c.beside[1]) && !like(c.sides[1])
	})
}

// drawn tells whether a line is seen along most of a side.
func (s *side) drawn() bool {
	seen := 0
	for _, c := range s.cuts {
		if c.contrast >= faint {
			seen++
		}
	}
	return 2*seen > len(s.cuts)
}

// long tells whether something holds along a side for longer than a dash is from the next.
func (s *side) long(holds func(c *cut) bool) bool {
	length := 0.0
	for i := range s.cuts {
		if length += 1 / float64(len(s.cuts)); !holds(&s.cuts[i]) {
			length = 0
		} else if length >= Longest {
			return true
		}
	}
	return false
}
