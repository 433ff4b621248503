package extent

import (
	"math"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/raster"
)

// Board is a board as far as it was measured, to be looked at from outside: its colours
// and its lines.
type Board struct {
	*cellcolor.Cells
	lines *gridline.Lines
}

// Kind names what shows that a grid is no whole board in sight.
type Kind int

// The kinds of faults, in the order in which they are looked for.
const (
	Oblong      Kind = iota // the cells are not square
	Cut                     // cells or lines go on at some sides
	Unframed                // the picture ends at a side where no frame is, as there is at others
	Beside                  // what lies beside the board at two sides can hide more of it
	Spilled                 // colours of the outer cells go on at a side
	Blanked                 // the cells at a side show no lines: they are the page
	RegionsGoOn             // regions go on outside
	CrossesGoOn             // crosses stand where the next cells would be
	CoveredCell             // lines are missing around a cell
)

// Fault is what shows that a grid is no whole board in sight.
type Fault struct {
	Kind  Kind
	Sides []string // that it concerns: their names
	Cell  int      // of CoveredCell, row-major
}

// Examine looks for what shows that a grid, of which the colours and lines were measured, is
// no whole board in sight, and returns false where nothing does. What lies over its cells is
// looked for only where it is like a board by its regions.
func Examine(p *raster.Picture, c lattice.Candidate, k *cellcolor.Cells, lines *gridline.Lines, boardLike bool) (f Fault, faulty bool) {
	if lines.Plain != nil {
		// Beside the strongest colour the others cannot be told from the ground.
		usual := *lines
		usual.Edges, usual.TwoWidths = lines.Plain, false
		lines = &usual
	}
	b := &Board{k, lines}
	const (
		stretched = 0.015 // of a cell: the most that its sides may differ
		uneven    = 0.03  // the same on a screen: browsers give the columns of a table less than its rows
		whole     = 1.5   // pixels by which the outermost lines may be off, drawn on whole ones
	)
	l := c.Lattice
	at := func(kind Kind, sides ...string) (Fault, bool) { return Fault{Kind: kind, Sides: sides}, true }
	most := stretched
	if b.Spotless && !c.Weak {
		most = uneven
	}
	if math.Abs(l.PitchX-l.PitchY) > most*l.Pitch()+whole/float64(l.Size-1) {
		return at(Oblong)
	}
	if sides := CutSides(p, b.Lattice); len(sides) > 0 {
		return at(Cut, sides...)
	}
	if sides := b.variegated(p); len(sides) > 0 {
		return at(Cut, sides...)
	}
	if sides := b.unframed(p); len(sides) > 0 {
		return at(Unframed, sides...)
	}
	if sides := lattice.Hidden(p, b.Lattice); sides != nil {
		return at(Beside, sides...)
	}
	if side := b.spills(p); side != "" {
		return at(Spilled, side)
	}
	if side := b.blank(p); side != "" {
		return at(Blanked, side)
	}
	if c.Weak && b.goesOn(p) {
		return at(RegionsGoOn)
	}
	if (c.Weak || l.Size <= lattice.ExampleSize) && MarksGoOn(p, k, lines, &marks.Set{}, true) {
		return at(CrossesGoOn)
	}
	if boardLike {
		if covered := b.uncrossed(p); len(covered) > 0 {
			return Fault{Kind: CoveredCell, Cell: covered[0]}, true
		}
	}
	return f, false
}
