// Package tango has the rules of Tango, and solves it.
//
// A grid is filled with suns and moons. Never are three alike in a row or column side by side,
// and each row and column has as many suns as moons. An equals sign between two cells says
// that they hold the same, a cross that they do not.
//
// It stands beside package solver and has the same few functions. It knows no pixels and does
// no I/O; a puzzle is never changed, and all functions may be called from several goroutines
// at once.
package tango

import (
	"encoding/json"
	"fmt"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver/internal/layout"
	"autoqueens/solver/puzzle"
)

// Name is what the game is called where it is one of several.
const Name = "tango"

// The sizes there are: even numbers of rows and columns.
const (
	MinSize = 2
	MaxSize = 16
)

// Symbol is what a cell holds.
type Symbol uint8

// The symbols.
const (
	Empty Symbol = iota
	Sun
	Moon
)

// letters name the symbols in text and JSON.
const letters = ".SM"

// String returns "sun", "moon" or "nothing".
func (s Symbol) String() string {
	if s > Moon {
		return fmt.Sprintf("Symbol(%d)", uint8(s))
	}
	return [...]string{"nothing", "sun", "moon"}[s]
}

// Other returns the symbol that s is not; nothing stays nothing.
func (s Symbol) Other() Symbol {
	if s == Empty || s > Moon {
		return Empty
	}
	return Sun + Moon - s
}

// Sign stands between two neighbouring cells and says whether they hold the same.
type Sign struct {
	puzzle.Edge
	Equal bool
}

// MarshalJSON writes [row, column, row, column, "=" or "x"].
func (s Sign) MarshalJSON() ([]byte, error) {
	return json.Marshal([5]any{s.A.Row, s.A.Col, s.B.Row, s.B.Col, s.String()})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Sign) UnmarshalJSON(data []byte) error {
	var kind string
	if err := puzzle.List(data, &s.A.Row, &s.A.Col, &s.B.Row, &s.B.Col, &kind); err != nil {
		return err
	}
	if kind != "=" && kind != "x" {
		return fmt.Errorf("%q is no sign", kind)
	}
	s.Equal = kind == "="
	return nil
}

// String returns "=" or "x".
func (s Sign) String() string {
	if s.Equal {
		return "="
	}
	return "x"
}

// Puzzle is a board. Cells is what its cells hold, row-major, those that a player has filled
// included. Locked tells which are given; nil means that all that hold something are. Only
// what is given counts for solutions.
type Puzzle struct {
	Rows, Cols int
	Cells      []Symbol
	Locked     []bool
	Signs      []Sign
}

// Game returns the name of the game.
func (p *Puzzle) Game() string { return Name }

// Dims returns the number of rows and columns.
func (p *Puzzle) Dims() (rows, cols int) { return p.Rows, p.Cols }

// Given returns the symbol that a cell, row*Cols+col, has from the start, Empty where it is
// the player's to fill.
func (p *Puzzle) Given(cell int) Symbol {
	if p.Locked != nil && !p.Locked[cell] {
		return Empty
	}
	return p.Cells[cell]
}

// Validate reports what keeps p from being a puzzle: an odd or unknown size, slices of the
// wrong length, a locked cell that is empty, a sign that is not between neighbours, or two
// signs in one place. The error is a [fault.Error].
func (p *Puzzle) Validate() error {
	if p == nil || p.Rows < MinSize || p.Rows > MaxSize || p.Cols < MinSize || p.Cols > MaxSize || p.Rows%2 != 0 || p.Cols%2 != 0 {
		rows, cols := 0, 0
		if p != nil {
			rows, cols = p.Rows, p.Cols
		}
		return fault.Plainf(fmt.Sprintf("boards have an even number of rows and columns, from %d to %d", MinSize, MaxSize),
			"a Tango board of %d x %d cannot be solved", rows, cols)
	}
	if len(p.Cells) != p.Rows*p.Cols || p.Locked != nil && len(p.Locked) != len(p.Cells) {
		return fault.Plainf("give a symbol for each cell", "a Tango board of %d x %d has %d cells, but %d are given", p.Rows, p.Cols, p.Rows*p.Cols, len(p.Cells))
	}
	for cell, s := range p.Cells {
		switch {
		case s > Moon:
			return fault.Plainf("a cell is empty or holds a sun or a moon", "%v holds the unknown symbol %d", p.at(cell), s)
		case s == Empty && p.Locked != nil && p.Locked[cell]:
			return fault.Plainf("a locked cell holds a sun or a moon", "%v is locked and empty", p.at(cell))
		}
	}
	signs := make(map[puzzle.Edge]bool, len(p.Signs))
	for _, s := range p.Signs {
		if err := s.Validate("sign", p.Rows, p.Cols); err != nil {
			return err
		}
		if signs[s.Ordered()] {
			return fault.Plainf("give one sign for each pair of cells", "there are two signs between %v and %v", s.A, s.B)
		}
		signs[s.Ordered()] = true
	}
	return nil
}

// at returns the place of a cell.
func (p *Puzzle) at(cell int) puzzle.Cell { return puzzle.Cell{Row: cell / p.Cols, Col: cell % p.Cols} }

// Solution is a board filled with suns and moons, row-major.
type Solution struct {
	Rows, Cols int
	Cells      []Symbol
}

// String returns a letter a cell, S or M, and a line a row.
func (s Solution) String() string { return strings.Join(rowsOf(s.Cells, s.Cols), "\n") }

// MarshalJSON writes the rows as strings.
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(rowsOf(s.Cells, s.Cols)) }

// rowsOf returns cells as text, a string a row.
func rowsOf(cells []Symbol, cols int) []string {
	return layout.Rows(len(cells), cols, func(cell int) byte { return letters[min(int(cells[cell]), int(Moon))] })
}

// object is a puzzle as JSON has it.
type object struct {
	Game   string   `json:"game"`
	Rows   int      `json:"rows"`
	Cols   int      `json:"cols"`
	Grid   []string `json:"grid,omitempty"` // read only: all givens
	Cells  []string `json:"cells"`
	Locked []string `json:"locked"`
	Signs  []Sign   `json:"signs"`
}

// MarshalJSON writes {"game":"tango","rows":R,"cols":C,"cells":[rows of S, M and .],
// "locked":[rows of # and .],"signs":[[r,c,r,c,"=" or "x"]]}.
func (p *Puzzle) MarshalJSON() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o := object{Game: Name, Rows: p.Rows, Cols: p.Cols, Cells: rowsOf(p.Cells, p.Cols), Signs: p.Signs}
	o.Locked = layout.Rows(len(p.Cells), p.Cols, func(cell int) byte {
		if p.Given(cell) != Empty {
			return '#'
		}
		return '.'
	})
	if o.Signs == nil {
		o.Signs = []Sign{}
	}
	return json.Marshal(o)
}

// UnmarshalJSON reads what MarshalJSON writes, and "grid" in the place of "cells" and "locked",
// which has givens alone. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	rows, err := layout.OneOf("cells", o.Cells, "grid", o.Grid)
	if err != nil {
		return err
	}
	q := Puzzle{Rows: len(rows), Signs: o.Signs}
	if q.Cells, q.Cols, err = symbols(rows); err != nil {
		return err
	}
	if o.Locked != nil {
		locked, cols, err := layout.Letters(o.Locked, "#.")
		if err != nil {
			return err
		}
		if len(o.Locked) != q.Rows || cols != q.Cols {
			return fault.Plain(`"locked" has another size than "cells"`, "give a '#' or a '.' for each cell")
		}
		q.Locked = make([]bool, len(locked))
		for i, at := range locked {
			q.Locked[i] = at == 0
		}
	}
	if err := layout.SameSize(o.Rows, o.Cols, q.Rows, q.Cols); err != nil {
		return err
	}
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}

// symbols reads rows of '.', 'S' and 'M'.
func symbols(rows []string) (cells []Symbol, cols int, err error) {
	at, cols, err := layout.Letters(rows, letters)
	for _, i := range at {
		cells = append(cells, Symbol(i))
	}
	return cells, cols, err
}
