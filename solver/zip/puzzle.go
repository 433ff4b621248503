// Package zip has the rules of Zip, and solves it.
//
// One path goes through every cell of a grid, by steps to the left, right, up and down. It
// begins at the number 1, meets the numbers in their order, ends on the highest, and crosses
// no wall.
//
// It stands beside package solver and has the same few functions. It knows no pixels and does
// no I/O; a puzzle is never changed, and all functions may be called from several goroutines
// at once.
package zip

import (
	"encoding/json"
	"fmt"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// Name is what the game is called where it is one of several.
const Name = "zip"

// The sizes there are, in rows and in columns.
const (
	MinSize = 2
	MaxSize = 11
)

// Number is a number in a cell, from 1. As JSON it is [row, column, number].
type Number struct {
	puzzle.Cell
	K int
}

// MarshalJSON writes [row, column, number].
func (n Number) MarshalJSON() ([]byte, error) { return json.Marshal([3]int{n.Row, n.Col, n.K}) }

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Number) UnmarshalJSON(data []byte) error { return puzzle.List(data, &n.Row, &n.Col, &n.K) }

// Puzzle is a board: numbers from 1 without a gap, at least two, walls between cells, and the
// path that a player has drawn so far, from its first cell to its head, which does not count for
// solutions.
type Puzzle struct {
	Rows, Cols int
	Numbers    []Number
	Walls      []puzzle.Edge
	Path       []puzzle.Cell
}

// Game returns the name of the game.
func (p *Puzzle) Game() string { return Name }

// Dims returns the number of rows and columns.
func (p *Puzzle) Dims() (rows, cols int) { return p.Rows, p.Cols }

// Validate reports what keeps p from being a puzzle: a size that there is not, a number that is
// missing, twice there or off the board, two numbers in a cell, a wall that is not between
// neighbours, a path with a gap or off the board. The error is a [fault.Error].
func (p *Puzzle) Validate() error {
	if p == nil || p.Rows < MinSize || p.Rows > MaxSize || p.Cols < MinSize || p.Cols > MaxSize {
		rows, cols := 0, 0
		if p != nil {
			rows, cols = p.Rows, p.Cols
		}
		return fault.Plainf(fmt.Sprintf("boards have from %d to %d rows and columns", MinSize, MaxSize), "a Zip board of %d x %d cannot be solved", rows, cols)
	}
	const advice = "give the numbers from 1 up, each in a cell of its own"
	if len(p.Numbers) < 2 {
		return fault.Plain("a Zip board without a beginning and an end cannot be solved", advice)
	}
	seen := make([]bool, len(p.Numbers)+1)
	var taken [MaxSize * MaxSize]bool
	for _, n := range p.Numbers {
		switch {
		case !n.In(p.Rows, p.Cols):
			return fault.Plainf(advice, "the number %d at %v is not on the board of %d x %d", n.K, n.Cell, p.Rows, p.Cols)
		case n.K < 1 || n.K >= len(seen):
			return fault.Plainf(advice, "there is a %d, but only %d numbers", n.K, len(p.Numbers))
		case seen[n.K]:
			return fault.Plainf(advice, "the number %d is there twice", n.K)
		case taken[p.index(n.Cell)]:
			return fault.Plainf(advice, "there are two numbers at %v", n.Cell)
		}
		seen[n.K], taken[p.index(n.Cell)] = true, true
	}
	for _, w := range p.Walls {
		if err := w.Validate("wall", p.Rows, p.Cols); err != nil {
			return err
		}
	}
	for i, c := range p.Path {
		if !c.In(p.Rows, p.Cols) {
			return fault.Plainf("name cells of the board", "the path goes to %v, which is not on the board of %d x %d", c, p.Rows, p.Cols)
		}
		if i > 0 {
			if err := (puzzle.Edge{A: p.Path[i-1], B: c}).Validate("step of the path", p.Rows, p.Cols); err != nil {
				return err
			}
		}
	}
	return nil
}

// index returns row*Cols+col of a cell.
func (p *Puzzle) index(c puzzle.Cell) int { return c.Row*p.Cols + c.Col }

// Solution is the path through every cell, from the number 1 to the highest.
type Solution struct {
	Rows, Cols int
	Path       []puzzle.Cell
}

// String returns how manieth each cell is on the path, from 1, and a line a row.
func (s Solution) String() string {
	order := make([]int, s.Rows*s.Cols)
	for i, c := range s.Path {
		order[c.Row*s.Cols+c.Col] = i + 1
	}
	var out strings.Builder
	for cell, nth := range order {
		switch {
		case cell > 0 && cell%s.Cols == 0:
			out.WriteByte('\n')
		case cell > 0:
			out.WriteByte(' ')
		}
		fmt.Fprintf(&out, "%*d", len(fmt.Sprint(len(order))), nth)
	}
	return out.String()
}

// MarshalJSON writes the cells in order: [[row, column]].
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(s.Path) }

// object is a puzzle as JSON has it.
type object struct {
	Game    string        `json:"game"`
	Rows    int           `json:"rows"`
	Cols    int           `json:"cols"`
	Numbers []Number      `json:"numbers"`
	Walls   []puzzle.Edge `json:"walls"`
	Path    []puzzle.Cell `json:"path"`
}

// MarshalJSON writes {"game":"zip","rows":R,"cols":C,"numbers":[[r,c,k]],"walls":[[r,c,r,c]],
// "path":[[r,c]]}.
func (p *Puzzle) MarshalJSON() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o := object{Name, p.Rows, p.Cols, p.Numbers, p.Walls, p.Path}
	if o.Walls == nil {
		o.Walls = []puzzle.Edge{}
	}
	if o.Path == nil {
		o.Path = []puzzle.Cell{}
	}
	return json.Marshal(o)
}

// UnmarshalJSON reads what MarshalJSON writes. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	q := Puzzle{o.Rows, o.Cols, o.Numbers, o.Walls, o.Path}
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}
