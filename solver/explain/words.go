package explain

import (
	"fmt"
	"strings"

	"autoqueens/solver"
)

// CellName returns "r3c4" for a cell of a board with size rows; rows and
// columns count from 1.
func CellName(size, cell int) string { return fmt.Sprintf("r%dc%d", cell/size+1, cell%size+1) }

// CellNames returns the names of cells with a blank between them.
func CellNames(size int, cells []int) string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = CellName(size, cell)
	}
	return strings.Join(names, " ")
}

// Conclusion returns what the step finds out on a board with size rows: "queen
// on r3c4" or "no queen on r1c2 r1c3". Cells that only the queen of the step
// attacks are not among them.
func (s *Step) Conclusion(size int) string {
	if s.Queen >= 0 {
		return "queen on " + CellName(size, s.Queen)
	}
	return "no queen on " + CellNames(size, s.Crossed)
}

// After returns a board with the marks that a step makes: its queen, and a
// cross on every cell that it rules out.
func After(b *solver.Board, s *Step) *solver.Board {
	next := b.Clone()
	if next.Marks == nil {
		next.Marks = make([]solver.Mark, len(next.Regions))
	}
	for _, cell := range s.Crossed {
		next.Marks[cell] = solver.Cross
	}
	if s.Queen >= 0 {
		next.Marks[s.Queen] = solver.Queen
	}
	return next
}
