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

// How are hints of other games than Queens told and drawn? In the words that the solver has for
// them, with the same brackets and signs.

// PuzzleWords returns a hint in a headline and lines that say why.
func PuzzleWords(h *puzzle.Hint) (headline string, why []string) {
	switch {
	case len(h.Slips) > 0:
		what := make([]string, len(h.Slips))
		for i, s := range h.Slips {
			what[i] = s.What
		}
		return "take back " + joined(what) + " before you go on", []string{"no solution has that"}
	case len(h.Steps) > 0:
		for _, s := range h.Steps[:len(h.Steps)-1] {
			why = append(why, PuzzleStep(&s))
		}
		last := &h.Steps[len(h.Steps)-1]
		return last.Conclusion, append(why, puzzleReason(last))
	}
	return "nothing is left to do", []string{"the board is solved"}
}

// PuzzleStep says a step in a line.
func PuzzleStep(s *puzzle.Step) string { return s.Conclusion + ": " + puzzleReason(s) }

// puzzleReason returns why a step holds, with the name of the technique.
func puzzleReason(s *puzzle.Step) string { return fmt.Sprintf("%s (%s)", s.Reason, s.Technique.Name) }

// joined returns "a, b and c".
func joined(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// PuzzleScene returns what to draw of a hint on a board of so many rows and columns.
func PuzzleScene(size int, h *puzzle.Hint) *Scene {
	s := &Scene{Size: size, Queen: -1}
	at := func(cells []puzzle.Cell) (all []int) {
		for _, c := range cells {
			all = append(all, c.Row*size+c.Col)
		}
		return all
	}
	for _, slip := range h.Slips {
		s.Wrong = append(s.Wrong, at(slip.Cells)...)
	}
	if len(h.Steps) > 0 {
		last := &h.Steps[len(h.Steps)-1]
		s.About, s.Reason = at(last.Cells), at(last.Because)
	}
	return s
}

// PuzzleGrid prints a board as text, with brackets around the cells that a hint is about.
func PuzzleGrid(w io.Writer, p puzzle.Puzzle, h *puzzle.Hint) error {
	const width = 3 // of what a cell shows
	rows, cols := p.Dims()
	around := make([][2]string, rows*cols)
	for i := range around {
		around[i] = brackets[bystander]
	}
	put := func(cells []puzzle.Cell, r role) {
		for _, c := range cells {
			around[c.Row*cols+c.Col] = brackets[r]
		}
	}
	legend := "<S> this follows   [S] the reason"
	if len(h.Steps) > 0 {
		last := &h.Steps[len(h.Steps)-1]
		put(last.Because, reason)
		put(last.Cells, concluded)
	} else {
		legend = "!S! take this back"
	}
	for _, s := range h.Slips {
		put(s.Cells, wrong)
	}
	shown := shownBy(p)
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
			a, edge := around[row*cols+col], func(e puzzle.Edge) byte {
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
	if len(h.Steps)+len(h.Slips) > 0 {
		line(margin, legend)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

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
			s.cells[c.Row*cols+c.Col] = "*"
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
					s.cells[row*cols+col] = "*"
				}
			}
		}
		for _, c := range p.Clues {
			s.cells[c.Row*cols+c.Col] = c.String()
		}
	}
	return s
}
