package overlay

import (
	"slices"
	"strconv"

	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// What is drawn over boards of other games than Queens: a label for what was read in each cell
// and between cells, and the lattice, with wide lines where the game has any.

// Labels is what a puzzle shows.
type Labels struct {
	Cells []string // row-major, "" for none
	Edges map[puzzle.Edge]string

	apart func(a, b puzzle.Cell) bool // nil for a game without boxes and rectangles
}

// Apart tells whether a box, or a rectangle that was drawn, ends between two neighbours.
func (l Labels) Apart(a, b puzzle.Cell) bool { return l.apart != nil && l.apart(a, b) }

// LabelsOf returns those of a puzzle of a lattice of n rows and columns.
func LabelsOf(p puzzle.Puzzle, n int) Labels {
	l := Labels{Cells: make([]string, n*n), Edges: make(map[puzzle.Edge]string)}
	switch p := p.(type) {
	case *tango.Puzzle:
		for i, s := range p.Cells {
			if l.Cells[i] = [...]string{"", "S", "M"}[s]; p.Given(i) != tango.Empty {
				l.Cells[i] += " #" // locked
			}
		}
		for _, s := range p.Signs {
			l.Edges[s.Edge] = s.String()
		}
	case *zip.Puzzle:
		for _, k := range p.Numbers {
			l.Cells[k.Row*n+k.Col] = strconv.Itoa(k.K)
		}
		for i, c := range p.Path { // how many cells the path has come through so far
			if at := c.Row*n + c.Col; l.Cells[at] == "" {
				l.Cells[at] = "+" + strconv.Itoa(i)
			}
		}
		for _, w := range p.Walls {
			l.Edges[w] = "wall"
		}
	case *patches.Puzzle:
		for _, c := range p.Clues {
			if l.Cells[c.Row*n+c.Col] = c.Shape.String(); c.Size > 0 {
				l.Cells[c.Row*n+c.Col] += " " + strconv.Itoa(c.Size)
			}
		}
		l.apart = func(a, b puzzle.Cell) bool {
			return slices.ContainsFunc(p.Rects, func(r patches.Rect) bool { return r.Contains(a.Row, a.Col) != r.Contains(b.Row, b.Col) })
		}
	case *sudoku.Puzzle:
		for i, v := range p.Cells {
			if v > 0 {
				l.Cells[i] = strconv.Itoa(int(v))
			}
		}
		rows, cols := p.Boxed()
		l.apart = func(a, b puzzle.Cell) bool { return a.Row/rows != b.Row/rows || a.Col/cols != b.Col/cols }
	}
	return l
}

// puzzle draws a reading of another game.
func (s *sketch) puzzle(r *vision.Reading) {
	n, thick, height := s.lattice.Size, max(2, 0.05*s.cell), s.chip()
	l := LabelsOf(r.Puzzle, n)
	for row := range n + 1 {
		for col := range n + 1 {
			c := s.lattice.Cell(row, col)
			if row < n {
				s.stroke(c.X, c.Y, c.X, c.Y+c.Height, thick, col == 0 || col == n ||
					l.Apart(puzzle.Cell{Row: row, Col: col - 1}, puzzle.Cell{Row: row, Col: col}))
			}
			if col < n {
				s.stroke(c.X, c.Y, c.X+c.Width, c.Y, thick, row == 0 || row == n ||
					l.Apart(puzzle.Cell{Row: row - 1, Col: col}, puzzle.Cell{Row: row, Col: col}))
			}
		}
	}
	s.numbers()
	for i, label := range l.Cells {
		if label != "" {
			c := s.lattice.Cell(i/n, i%n)
			w := s.width(0.8*height, label) + 0.4*height
			s.plate(c.X+0.94*c.Width-w, c.Y+0.06*c.Height, height, w, label)
		}
	}
	for e, label := range l.Edges {
		a, b := s.lattice.Center(e.A.Row, e.A.Col), s.lattice.Center(e.B.Row, e.B.Col)
		// Beside the sign, along the line, so that it can be compared.
		x, y := (a.X+b.X)/2, (a.Y+b.Y)/2
		if e.A.Row == e.B.Row {
			y += 0.28 * s.cell
		} else {
			x += 0.28 * s.cell
		}
		w := s.width(0.8*height, label) + 0.4*height
		s.plate(x-w/2, y-height/2, height, w, label)
	}
	s.doubts(r.Doubts)
}
