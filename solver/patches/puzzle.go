// Package patches has the rules of Patches, and solves it.
//
// A grid is cut into rectangles, each with one clue in it. A clue says of what shape its
// rectangle is and, where it has a number, of how many cells.
//
// It stands beside package solver and has the same few functions. It knows no pixels and does
// no I/O; a puzzle is never changed, and all functions may be called from several goroutines
// at once.
package patches

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver/internal/layout"
	"autoqueens/solver/puzzle"
)

// Name is what the game is called where it is one of several.
const Name = "patches"

// The sizes there are, in rows and in columns.
const (
	MinSize = 2
	MaxSize = 8
)

// Shape is what a clue says of its rectangle.
type Shape uint8

// The shapes. A tall rectangle has more rows than columns, a wide one more columns than rows.
const (
	Any Shape = iota
	Square
	Tall
	Wide
)

var shapeNames = []string{"any", "square", "tall", "wide"}

// String returns the name of the shape, as JSON has it.
func (s Shape) String() string {
	if int(s) >= len(shapeNames) {
		return fmt.Sprintf("Shape(%d)", uint8(s))
	}
	return shapeNames[s]
}

// MarshalText returns the name of the shape.
func (s Shape) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name of a shape; that of none is [Any].
func (s *Shape) UnmarshalText(text []byte) error {
	at := slices.Index(shapeNames, string(text))
	if len(text) == 0 {
		at = int(Any)
	}
	if at < 0 {
		return fmt.Errorf("%q is no shape", text)
	}
	*s = Shape(at)
	return nil
}

// Allows tells whether a rectangle of so many rows and columns is of the shape.
func (s Shape) Allows(rows, cols int) bool {
	switch s {
	case Square:
		return rows == cols
	case Tall:
		return rows > cols
	case Wide:
		return rows < cols
	}
	return true
}

// Clue is a marker in a cell. Size is how many cells its rectangle has, 0 where it has no
// number.
type Clue struct {
	Row   int   `json:"r"`
	Col   int   `json:"c"`
	Size  int   `json:"size"`
	Shape Shape `json:"shape"`
}

// Rect is a rectangle of cells, both corners inclusive. As JSON it is [row, column, row, column].
type Rect struct{ R0, C0, R1, C1 int }

// MarshalJSON writes [row, column, row, column].
func (r Rect) MarshalJSON() ([]byte, error) { return json.Marshal([4]int{r.R0, r.C0, r.R1, r.C1}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Rect) UnmarshalJSON(data []byte) error { return puzzle.List(data, &r.R0, &r.C0, &r.R1, &r.C1) }

// Dims returns the number of rows and columns.
func (r Rect) Dims() (rows, cols int) { return r.R1 - r.R0 + 1, r.C1 - r.C0 + 1 }

// Cells returns how many cells it has.
func (r Rect) Cells() int { return (r.R1 - r.R0 + 1) * (r.C1 - r.C0 + 1) }

// Contains tells whether a cell is in the rectangle.
func (r Rect) Contains(row, col int) bool {
	return r.R0 <= row && row <= r.R1 && r.C0 <= col && col <= r.C1
}

// on tells whether the rectangle lies on a board.
func (r Rect) on(rows, cols int) bool {
	return 0 <= r.R0 && r.R0 <= r.R1 && r.R1 < rows && 0 <= r.C0 && r.C0 <= r.C1 && r.C1 < cols
}

// Puzzle is a board: clues, and the rectangles that a player has drawn so far, in any order,
// which do not count for solutions.
type Puzzle struct {
	Rows, Cols int
	Clues      []Clue
	Rects      []Rect
}

// Game returns the name of the game.
func (p *Puzzle) Game() string { return Name }

// Dims returns the number of rows and columns.
func (p *Puzzle) Dims() (rows, cols int) { return p.Rows, p.Cols }

// Validate reports what keeps p from being a puzzle: a size that there is not, a clue or a drawn
// rectangle off the board, two clues in a cell, or a number that no rectangle of the board has.
// The error is a [fault.Error].
func (p *Puzzle) Validate() error {
	if p == nil || p.Rows < MinSize || p.Rows > MaxSize || p.Cols < MinSize || p.Cols > MaxSize {
		rows, cols := 0, 0
		if p != nil {
			rows, cols = p.Rows, p.Cols
		}
		return fault.Plainf(fmt.Sprintf("boards have from %d to %d rows and columns", MinSize, MaxSize), "a Patches board of %d x %d cannot be solved", rows, cols)
	}
	if len(p.Clues) == 0 {
		return fault.Plain("a Patches board without a clue cannot be solved", "give the clues")
	}
	var taken uint64
	for _, c := range p.Clues {
		at := puzzle.Cell{Row: c.Row, Col: c.Col}
		switch {
		case !at.In(p.Rows, p.Cols):
			return fault.Plainf("name cells of the board", "the clue at %v is not on the board of %d x %d", at, p.Rows, p.Cols)
		case c.Size < 0 || c.Size > p.Rows*p.Cols:
			return fault.Plainf("give the number of cells, or 0 for a clue without a number", "the clue at %v cannot have %d cells", at, c.Size)
		case c.Shape > Wide:
			return fault.Plainf("use the shapes "+strings.Join(shapeNames, ", "), "the clue at %v has an unknown shape", at)
		case taken>>p.index(c.Row, c.Col)&1 != 0:
			return fault.Plainf("give one clue a cell", "there are two clues at %v", at)
		}
		taken |= 1 << p.index(c.Row, c.Col)
	}
	for _, r := range p.Rects {
		if !r.on(p.Rows, p.Cols) {
			return fault.Plainf("give the upper left and the lower right cell", "the rectangle %v is not on the board of %d x %d", r, p.Rows, p.Cols)
		}
	}
	return nil
}

// index returns row*Cols+col.
func (p *Puzzle) index(row, col int) int { return row*p.Cols + col }

// Solution is the rectangle of each clue, in the order of the clues.
type Solution struct {
	Rows, Cols int
	Rects      []Rect
}

// names name the rectangles of a solution in text.
const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-"

// String returns a letter for each rectangle on its cells, and a line a row.
func (s Solution) String() string {
	return strings.Join(layout.Rows(s.Rows*s.Cols, s.Cols, func(cell int) byte {
		at := slices.IndexFunc(s.Rects, func(r Rect) bool { return r.Contains(cell/s.Cols, cell%s.Cols) })
		if at < 0 || at >= len(names) {
			return '.'
		}
		return names[at]
	}), "\n")
}

// MarshalJSON writes the rectangles: [[row, column, row, column]].
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(s.Rects) }

// object is a puzzle as JSON has it.
type object struct {
	Game  string `json:"game"`
	Rows  int    `json:"rows"`
	Cols  int    `json:"cols"`
	Clues []Clue `json:"clues"`
	Rects []Rect `json:"rects"`
}

// MarshalJSON writes {"game":"patches","rows":R,"cols":C,"clues":[{"r","c","size","shape"}],
// "rects":[[r,c,r,c]]}.
func (p *Puzzle) MarshalJSON() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o := object{Name, p.Rows, p.Cols, p.Clues, p.Rects}
	if o.Rects == nil {
		o.Rects = []Rect{}
	}
	return json.Marshal(o)
}

// UnmarshalJSON reads what MarshalJSON writes. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	q := Puzzle{o.Rows, o.Cols, o.Clues, o.Rects}
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}
