package tango

import (
	"strings"

	"autoqueens/solver/internal/layout"
	"autoqueens/solver/puzzle"
)

// MarshalText writes what is given, with the name of the game on a line before it:
//
//	tango
//	S=. . .
//	    x
//	. . . M
//	...
func (p *Puzzle) MarshalText() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := layout.NewSketch(1, p.Rows, p.Cols)
	for cell := range p.Cells {
		s.Cells[cell/p.Cols][cell%p.Cols] = letters[p.Given(cell) : p.Given(cell)+1]
	}
	for _, sign := range p.Signs {
		s.Put(sign.Edge, sign.String()[0])
	}
	return []byte(Name + "\n" + s.String()), nil
}

// UnmarshalText reads what MarshalText writes. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalText(text []byte) error {
	_, lines, err := layout.Head(string(text), Name)
	if err != nil {
		return err
	}
	s, err := layout.ParseSketch(lines, 1, "=x", "=x")
	if err != nil {
		return err
	}
	rows := make([]string, len(s.Cells))
	for i, cells := range s.Cells {
		rows[i] = strings.Join(cells, "")
	}
	q := Puzzle{Rows: len(rows)}
	if q.Cells, q.Cols, err = symbols(rows); err != nil {
		return err
	}
	s.Edges(func(e puzzle.Edge, what byte) { q.Signs = append(q.Signs, Sign{e, what == '='}) })
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}
