package zip

import (
	"strconv"

	"autoqueens/internal/fault"
	"autoqueens/solver/internal/layout"
	"autoqueens/solver/puzzle"
)

// width is how many letters a cell has in text.
const width = 2

// MarshalText writes what is given, with the name of the game on a line before it, '.' for a
// cell without a number, '|' for a wall between two cells in a row and "--" for one between
// two rows:
//
//	zip
//	 1  .| .
//	   --
//	 .  .  2
func (p *Puzzle) MarshalText() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := layout.NewSketch(width, p.Rows, p.Cols)
	for _, cells := range s.Cells {
		for col := range cells {
			cells[col] = "."
		}
	}
	for _, n := range p.Numbers {
		s.Cells[n.Row][n.Col] = strconv.Itoa(n.K)
	}
	for _, w := range p.Walls {
		what := byte('|')
		if w.A.Col == w.B.Col {
			what = '-'
		}
		s.Put(w, what)
	}
	return []byte(Name + "\n" + s.String()), nil
}

// UnmarshalText reads what MarshalText writes. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalText(text []byte) error {
	_, lines, err := layout.Head(string(text), Name)
	if err != nil {
		return err
	}
	s, err := layout.ParseSketch(lines, width, "|", "-")
	if err != nil {
		return err
	}
	q := Puzzle{Rows: len(s.Cells)}
	for row, cells := range s.Cells {
		q.Cols = len(cells)
		for col, name := range cells {
			if name == "." {
				continue
			}
			k, err := strconv.Atoi(name)
			if err != nil {
				return fault.Plainf("give a number or '.' for each cell, two letters wide", "row %d column %d: %q is no number", row+1, col+1, name)
			}
			q.Numbers = append(q.Numbers, Number{puzzle.Cell{Row: row, Col: col}, k})
		}
	}
	s.Edges(func(e puzzle.Edge, _ byte) { q.Walls = append(q.Walls, e) })
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}
