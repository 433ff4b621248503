// Package sudoku solves Sudoku puzzles of up to 16 x 16 cells, with boxes of any shape that
// fits: 9 x 9, and 6 x 6 with boxes of 2 rows and 3 columns as Mini Sudoku has them.
//
// It stands beside package solver: [Parse] gives a [Puzzle], which has the methods Solve,
// Count and All of every game. It knows no pixels and does no I/O. They never
// change a puzzle they are given and may be called from several goroutines at
// once.
package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// The smallest and largest size of a puzzle, in rows.
const (
	minSize = 2
	maxSize = 16
)

// Puzzle is a grid, solved or not. Cells is row-major and Size*Size long; a
// cell holds 1 to Size, or 0 where it is empty. Boxes are of BoxRows x BoxCols cells;
// where both are 0, of those that are usual for the size: 2 x 2, 2 x 3, 2 x 4, 3 x 3, 2 x 5,
// 3 x 4 or 4 x 4.
type Puzzle struct {
	Size             int
	BoxRows, BoxCols int
	Cells            []uint8
	// Entered tells of which cells a player filled in the value, which may be wrong and counts for
	// no solution. Where it is nil all values are given.
	Entered []bool
}

// Givens returns the puzzle with what is given alone, which is p itself where that is all.
func (p *Puzzle) Givens() *Puzzle {
	if p == nil || p.Entered == nil || len(p.Entered) != len(p.Cells) {
		return p
	}
	given := *p
	given.Cells, given.Entered = slices.Clone(p.Cells), nil
	for cell, entered := range p.Entered {
		if entered {
			given.Cells[cell] = 0
		}
	}
	return &given
}

// digits names the values of cells, by value.
const digits = ".123456789ABCDEFG"

// String returns the puzzle on one line, a character a cell: '.' for an empty
// cell, 1 to 9, then A to G for 10 to 16. Parse reads it back.
func (p *Puzzle) String() string {
	line := make([]byte, len(p.Cells))
	for i, value := range p.Cells {
		line[i] = '?'
		if int(value) < len(digits) {
			line[i] = digits[value]
		}
	}
	return string(line)
}

// Parse reads a puzzle from one character a cell, row by row: '.', '0' or '_'
// for an empty cell, 1 to 9, and A to G in either case for 10 to 16. White
// space between cells does not matter, so that a row may have its own line.
// The number of cells gives the size: 16, 36, 81 or 256. The values may clash;
// Validate tells. The error is a [fault.Error].
func Parse(text string) (*Puzzle, error) {
	const advice = "give 16, 36, 81 or 256 cells, '.' or '0' for an empty one"
	p := &Puzzle{Cells: make([]uint8, 0, 81)}
	for _, r := range text {
		value := uint8(0)
		switch {
		case unicode.IsSpace(r):
			continue
		case r == '.' || r == '0' || r == '_':
		case '1' <= r && r <= '9':
			value = uint8(r - '0')
		case 'A' <= r && r <= 'G':
			value = uint8(r-'A') + 10
		case 'a' <= r && r <= 'g':
			value = uint8(r-'a') + 10
		default:
			return nil, fault.Plainf(advice, "cell %d: %q is no digit of a Sudoku", len(p.Cells)+1, r)
		}
		if len(p.Cells) == maxSize*maxSize {
			return nil, fault.Plainf(advice, "there are more than %d cells", maxSize*maxSize)
		}
		p.Cells = append(p.Cells, value)
	}
	for _, size := range parsed {
		if size*size == len(p.Cells) {
			p.Size = size
		}
	}
	if p.Size == 0 {
		return nil, fault.Plainf(advice, "a Sudoku cannot have %s", printable.Count(len(p.Cells), "cell"))
	}
	for i, value := range p.Cells {
		if int(value) > p.Size {
			return nil, fault.Plainf(fmt.Sprintf("use %s", digits[1:p.Size+1]), "row %d column %d: %c does not belong in a Sudoku of size %d",
				i/p.Size+1, i%p.Size+1, digits[value], p.Size)
		}
	}
	return p, nil
}

// parsed are the sizes that a line of cells may have.
var parsed = [...]int{4, 6, 9, 16}

// Validate reports what keeps p from being a puzzle: an unknown size, a value
// out of range, or two equal values in a row, column or box of which neither was entered, which is of
// the kind [fault.NoSolution]. Whether another has a solution Solve answers. The error is a
// [fault.Error].
func (p *Puzzle) Validate() error {
	var g *geometry
	if p != nil {
		g = p.geometry()
	}
	if g == nil {
		return fault.Plain("this is not a Sudoku of a known size", "sizes are 4, 6, 8, 9, 10, 12 and 16, and others by their boxes")
	}
	if len(p.Cells) != p.Size*p.Size {
		return fault.Plainf("give a value for each cell", "a Sudoku of size %d has %d cells, not %d", p.Size, p.Size*p.Size, len(p.Cells))
	}
	if p.Entered != nil && len(p.Entered) != len(p.Cells) {
		return fault.Plainf("tell of each cell whether its value was entered", "a Sudoku of size %d has %d cells, not %d", p.Size, p.Size*p.Size, len(p.Entered))
	}
	for i, value := range p.Cells {
		if int(value) > p.Size {
			return fault.Plainf("values run from 1 to the size", "row %d column %d holds %d", i/p.Size+1, i%p.Size+1, value)
		}
	}
	if p = p.Givens(); !p.clashes(g) {
		return nil
	}
	for u, cells := range g.units[:3*p.Size] {
		var first [maxSize + 1]int // the cell of each value, plus one
		for _, cell := range cells[:p.Size] {
			value := p.Cells[cell]
			if value == 0 {
				continue
			}
			if before := first[value] - 1; before >= 0 {
				return fault.Newf(fault.NoSolution, "one of the two must go", "%s has two %cs: row %d column %d and row %d column %d",
					p.unitName(u), digits[value], before/p.Size+1, before%p.Size+1, int(cell)/p.Size+1, int(cell)%p.Size+1)
			}
			first[value] = int(cell) + 1
		}
	}
	return nil
}

// clashes tells whether two values clash, which Validate then puts into words.
func (p *Puzzle) clashes(g *geometry) bool {
	var seen [3 * maxSize]uint32 // the values in each unit, as bits
	for cell, value := range p.Cells {
		if value == 0 {
			continue
		}
		u, bit := &g.unitsOf[cell], uint32(1)<<(value&31)
		if (seen[u[0]]|seen[u[1]]|seen[u[2]])&bit != 0 {
			return true
		}
		seen[u[0]] |= bit
		seen[u[1]] |= bit
		seen[u[2]] |= bit
	}
	return false
}

// unitName returns words for a unit, counted from 1.
func (p *Puzzle) unitName(u int) string {
	return fmt.Sprintf("%s %d", [3]string{"row", "column", "box"}[u/p.Size], u%p.Size+1)
}

// Boxes returns the box of each cell, from 0, row-major.
func (p *Puzzle) Boxes() []uint8 {
	g := p.geometry()
	boxes := make([]uint8, len(p.Cells))
	for cell := range boxes {
		row, col := cell/p.Size, cell%p.Size
		boxes[cell] = uint8(row/g.boxRows*(p.Size/g.boxCols) + col/g.boxCols)
	}
	return boxes
}

// Grid returns the puzzle with a line a row and gaps between the boxes.
func (p *Puzzle) Grid() string {
	g := p.geometry()
	var s strings.Builder
	for i, value := range p.Cells {
		row, col := i/p.Size, i%p.Size
		switch {
		case col == 0 && row > 0 && row%g.boxRows == 0:
			s.WriteString("\n\n")
		case col == 0 && row > 0:
			s.WriteByte('\n')
		case col > 0 && col%g.boxCols == 0:
			s.WriteByte(' ')
		}
		s.WriteByte(digits[value])
	}
	s.WriteByte('\n')
	return s.String()
}
