// Package puzzle is what the solver knows of a game without knowing which: that its puzzles
// can be solved, their solutions counted and listed, and an answer checked.
//
//	games ──> tango, zip, sudoku, patches, queens ──> [puzzle]
//
// The packages of the games implement [Puzzle]; package games has them in one table. This
// package also has what they share: cells of a grid, and [Walk], from which a search becomes
// Solve, Count and All.
package puzzle

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"autoqueens/internal/fault"
)

// Puzzle is a puzzle of a game: what is given, and where the game has it, what a player has
// done to it so far. Only what is given counts for its solutions.
//
// Other methods than those that read it from text or JSON never change a puzzle, and keep no
// state: all of them may be called from several goroutines at once. Solve and Count return the
// errors of Validate as well, and All yields nothing then.
type Puzzle interface {
	// Game returns the name of the game, as package games lists it: "tango".
	Game() string
	// Dims returns how many rows and columns the grid has.
	Dims() (rows, cols int)
	// Validate reports what keeps it from being a puzzle: a size that there is not, cells off
	// the grid, givens that clash. The error is a [fault.Error].
	Validate() error
	// Solve returns a solution, the same for the same puzzle always. The error is of the kind
	// [fault.NoSolution] where there is none; the cause of ctx where that ends first.
	Solve(ctx context.Context) (Solution, error)
	// Count returns how many solutions there are and stops counting at limit. When ctx ends
	// first it returns what was counted so far and the cause, when the limit of steps does,
	// what it knows of and [ErrGivenUp].
	Count(ctx context.Context, limit Limit) (int, error)
	// All yields every solution, each the caller's to keep, in an order that is always the
	// same. It ends early when ctx is done; ask ctx whether it was.
	All(ctx context.Context) iter.Seq[Solution]
	// Check reports how an answer breaks the rules. It shares no code with the search. The
	// error is a [fault.Error].
	Check(Solution) error
	// Explain solves it as a person would, from what is given on, step by step. The errors are
	// those of Solve.
	Explain(ctx context.Context) (*Explanation, error)
	// Hint returns the next step from what a player has done, or what of it no solution has. The
	// errors are those of Solve.
	Hint(ctx context.Context) (*Hint, error)
	// As text it is what is given, with the name of the game on a line before it; as JSON an
	// object that has the state as well. What is read is valid.
	encoding.TextMarshaler
	encoding.TextUnmarshaler
	json.Marshaler
	json.Unmarshaler
}

// Solution is an answer to a puzzle: a Solution of the game's package, or for Queens a
// Placement. As JSON it is what scripts read; as a string what people do, a line a row without
// the last line end.
type Solution interface{ fmt.Stringer }

// Limit says when Count has done enough. The zero value counts all solutions, however long
// that takes.
type Limit struct {
	// Solutions are enough; 0 or less means all.
	Solutions int
	// Steps of the search are as many as it may take; 0 or less means no limit. The
	// same puzzle is always given up at the same step, whatever else the machine
	// does. Searches that take few steps are never given up.
	Steps int
}

// ErrGivenUp is what Count returns where the search took more steps than its [Limit] allows.
var ErrGivenUp = errors.New("the search for solutions was given up")

// NoSolution returns the failure of a puzzle without one; what is given may be wrong: "the signs".
func NoSolution(game, given string) error {
	return fault.New(fault.NoSolution, "the "+game+" puzzle has no solution", "check that "+given+" were given or read correctly")
}

// Cell is a place in a grid, counted from 0. As JSON it is [row, column].
type Cell struct{ Row, Col int }

// String returns "r3c4", counted from 1 as people do.
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row+1, c.Col+1) }

// MarshalJSON writes [row, column].
func (c Cell) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{c.Row, c.Col}) }

// UnmarshalJSON reads [row, column].
func (c *Cell) UnmarshalJSON(data []byte) error {
	var at [2]int
	if err := List(data, &at[0], &at[1]); err != nil {
		return err
	}
	*c = Cell{at[0], at[1]}
	return nil
}

// In tells whether the cell is one of a grid.
func (c Cell) In(rows, cols int) bool {
	return c.Row >= 0 && c.Row < rows && c.Col >= 0 && c.Col < cols
}

// Edge is the side that two neighbouring cells share. As JSON it is [row, column, row, column].
type Edge struct{ A, B Cell }

// MarshalJSON writes [row, column, row, column].
func (e Edge) MarshalJSON() ([]byte, error) {
	return json.Marshal([4]int{e.A.Row, e.A.Col, e.B.Row, e.B.Col})
}

// UnmarshalJSON reads [row, column, row, column].
func (e *Edge) UnmarshalJSON(data []byte) error {
	return List(data, &e.A.Row, &e.A.Col, &e.B.Row, &e.B.Col)
}

// Ordered returns the edge with the left or upper cell first.
func (e Edge) Ordered() Edge {
	if e.B.Row < e.A.Row || e.B.Row == e.A.Row && e.B.Col < e.A.Col {
		return Edge{e.B, e.A}
	}
	return e
}

// Validate reports whether the edge lies between two cells of a grid. what names what stands
// on it: "sign". The error is a [fault.Error].
func (e Edge) Validate(what string, rows, cols int) error {
	o := e.Ordered()
	right := o.A.Row == o.B.Row && o.A.Col+1 == o.B.Col
	below := o.A.Col == o.B.Col && o.A.Row+1 == o.B.Row
	if !o.A.In(rows, cols) || !o.B.In(rows, cols) || !right && !below {
		return fault.Plainf("name two cells side by side or one below the other", "the %s between %v and %v is not between neighbours on a board of %d x %d", what, e.A, e.B, rows, cols)
	}
	return nil
}

// List reads a JSON array of as many values as there are places to put them.
func List(data []byte, to ...any) error {
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return err
	}
	if len(items) != len(to) {
		return fmt.Errorf("a list of %d where one of %d is expected", len(items), len(to))
	}
	for i := range to {
		if err := json.Unmarshal(items[i], to[i]); err != nil {
			return err
		}
	}
	return nil
}
