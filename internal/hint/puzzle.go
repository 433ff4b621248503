package hint

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// How are boards of other games than Queens printed? With what stands in each cell and between two,
// and the same brackets.

// grid prints the scene of such a board as text.
func (s *Scene) grid(w io.Writer) error {
	const width = 3 // of what a cell shows
	rows, cols := s.Puzzle.Dims()
	roles := s.roles()
	shown := shownBy(s.Puzzle)
	var out strings.Builder
	line := func(head, text string) { out.WriteString(strings.TrimRight(head+text, " ") + "\n") }
	var numbers strings.Builder
	for col := range cols {
		fmt.Fprintf(&numbers, "%*d  ", width+1, col+1)
	}
	line(margin, numbers.String())
	for row := range rows {
		var cells, below strings.Builder
		for col := range cols {
			a, edge := brackets[roles[row*cols+col]], func(e puzzle.Edge) byte {
				if what := shown.edges[e]; what != 0 {
					return what
				}
				return ' '
			}
			at := puzzle.Cell{Row: row, Col: col}
			fmt.Fprintf(&cells, "%s%*s%s%c", a[0], width, shown.cells[row*cols+col], a[1], edge(puzzle.Edge{A: at, B: puzzle.Cell{Row: row, Col: col + 1}}))
			under := " " + string(edge(puzzle.Edge{A: at, B: puzzle.Cell{Row: row + 1, Col: col}})) + " "
			if under == " - " {
				under = "---" // a wall
			}
			fmt.Fprintf(&below, "%*s", width+3, under+"  ")
		}
		line(fmt.Sprintf("%3d ", row+1), cells.String())
		if strings.TrimSpace(below.String()) != "" {
			line(margin, below.String())
		}
	}
	if legend := signs(roles, shown); legend != "" {
		line(margin, legend)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// signs says what the brackets in a scene mean, and what a player has drawn.
func signs(roles []role, board shown) string {
	var parts []string
	for _, m := range meanings {
		if slices.Contains(roles, m.role) {
			parts = append(parts, strings.Join(brackets[m.role][:], " ")+" "+m.words)
		}
	}
	if slices.ContainsFunc(board.cells, func(text string) bool { return strings.Contains(text, trace) }) {
		parts = append(parts, trace+" drawn already")
	}
	return strings.Join(parts, "   ")
}

// trace stands in cells of a path or a rectangle that a player has drawn.
const trace = "*"

// shown is what a board shows as text.
type shown struct {
	cells []string
	edges map[puzzle.Edge]byte
}

// shownBy returns what a board shows: what is given and what a player has done.
func shownBy(p puzzle.Puzzle) shown {
	rows, cols := p.Dims()
	s := shown{cells: slices.Repeat([]string{"."}, rows*cols), edges: map[puzzle.Edge]byte{}}
	switch p := p.(type) {
	case *tango.Puzzle:
		for cell, symbol := range p.Cells {
			s.cells[cell] = ".SM"[symbol : symbol+1]
		}
		for _, sign := range p.Signs {
			s.edges[sign.Ordered()] = sign.String()[0]
		}
	case *sudoku.Puzzle:
		for cell, value := range p.Cells {
			if value != 0 {
				s.cells[cell] = strconv.Itoa(int(value))
			}
		}
		boxRows, boxCols := p.Boxed()
		for cell := range p.Cells {
			at := puzzle.Cell{Row: cell / cols, Col: cell % cols}
			if next := at.Col + 1; next < cols && next%boxCols == 0 {
				s.edges[puzzle.Edge{A: at, B: puzzle.Cell{Row: at.Row, Col: next}}] = '|'
			}
			if next := at.Row + 1; next < rows && next%boxRows == 0 {
				s.edges[puzzle.Edge{A: at, B: puzzle.Cell{Row: next, Col: at.Col}}] = '-'
			}
		}
	case *zip.Puzzle:
		for _, c := range p.Path {
			s.cells[c.Row*cols+c.Col] = trace
		}
		for _, n := range p.Numbers {
			s.cells[n.Row*cols+n.Col] = strings.TrimPrefix(s.cells[n.Row*cols+n.Col], ".") + strconv.Itoa(n.K)
		}
		for _, w := range p.Walls {
			o := w.Ordered()
			s.edges[o] = '|'
			if o.A.Col == o.B.Col {
				s.edges[o] = '-'
			}
		}
	case *patches.Puzzle:
		for _, r := range p.Rects {
			for row := r.R0; row <= r.R1; row++ {
				for col := r.C0; col <= r.C1; col++ {
					s.cells[row*cols+col] = trace
				}
			}
		}
		for _, c := range p.Clues {
			s.cells[c.Row*cols+c.Col] = c.String()
		}
	}
	return s
}
