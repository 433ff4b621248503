package sudoku

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/internal/layout"
	"autoqueens/solver/puzzle"
)

// What makes a Sudoku one of several games: the methods of [puzzle.Puzzle] and its JSON.

// Name is what the game is called where it is one of several.
const Name = "sudoku"

// Game returns the name of the game.
func (p *Puzzle) Game() string { return Name }

// Dims returns the number of rows and columns.
func (p *Puzzle) Dims() (rows, cols int) { return p.Size, p.Size }

// Boxed returns the rows and columns of a box, 0 for a puzzle of no known size.
func (p *Puzzle) Boxed() (rows, cols int) {
	g := p.geometry()
	if g == nil {
		return 0, 0
	}
	return g.boxRows, g.boxCols
}

// Filled returns a puzzle with what a solution has in its cells.
func (p *Puzzle) Filled(s Solution) *Puzzle {
	rows, cols := p.Boxed()
	return &Puzzle{Size: s.Size, BoxRows: rows, BoxCols: cols, Cells: s.Cells}
}

// Solution is a Sudoku filled in, row-major, each cell with a value from 1 to Size.
type Solution struct {
	Size  int
	Cells []uint8
}

// String returns a digit or letter a cell and a line a row.
func (s Solution) String() string { return strings.Join(rowsOf(s.Cells, s.Size), "\n") }

// MarshalJSON writes the rows as strings.
func (s Solution) MarshalJSON() ([]byte, error) { return json.Marshal(rowsOf(s.Cells, s.Size)) }

// rowsOf returns cells as text, a string a row.
func rowsOf(cells []uint8, size int) []string {
	return layout.Rows(len(cells), size, func(cell int) byte { return digits[min(int(cells[cell]), maxSize)] })
}

// Solve returns the [Solution]. It returns [ErrNoSolution] where there is none, the error of
// [Puzzle.Validate] for a puzzle that clashes, and the cause of ctx when that ends first. The same
// puzzle gives the same answer, always.
func (p *Puzzle) Solve(ctx context.Context) (puzzle.Solution, error) {
	q, err := p.solve(ctx)
	if err != nil {
		return nil, err
	}
	return Solution{q.Size, q.Cells}, nil
}

// Count returns how many ways there are to fill the puzzle in, as far as limit allows; without a
// limit that can take for ever on a puzzle with few givens. When ctx ends first it returns what was
// counted so far and the cause. A puzzle that clashes has none, and the error is that of
// [Puzzle.Validate].
func (p *Puzzle) Count(ctx context.Context, limit puzzle.Limit) (int, error) {
	if p == nil || p.Entered != nil || limit.Steps > 0 {
		if err := p.Validate(); err != nil {
			return 0, err
		}
	}
	if limit.Steps <= 0 {
		return p.count(ctx, limit.Solutions) // which validates what it has to: a file has millions of them
	}
	p = p.Givens()
	s := search{limit: limit.Solutions, done: ctx.Done(), budget: uint(limit.Steps)}
	s.prepare(p)
	s.run()
	switch {
	case s.stopped:
		return s.found, context.Cause(ctx)
	case s.givenUp:
		return s.found, puzzle.ErrGivenUp
	}
	return s.found, nil
}

// All yields every [Solution], in an order that is always the same. Each is the caller's to keep. A
// puzzle that clashes has none. It ends early when ctx is done; ask ctx whether it was.
func (p *Puzzle) All(ctx context.Context) iter.Seq[puzzle.Solution] {
	return func(yield func(puzzle.Solution) bool) {
		for q := range p.all(ctx) {
			if !yield(Solution{q.Size, q.Cells}) {
				return
			}
		}
	}
}

// Check reports how an answer breaks the rules: a given that it lacks, a value out of range, or
// two equal values in a row, column or box. The error is a [fault.Error].
func (p *Puzzle) Check(answer puzzle.Solution) error {
	const advice = "this answer must not be played"
	if err := p.Validate(); err != nil {
		return err
	}
	p = p.Givens()
	s, ok := answer.(Solution)
	if !ok || s.Size != p.Size || len(s.Cells) != len(p.Cells) {
		return fault.Plainf(advice, "this is no answer to a Sudoku of size %d", p.Size)
	}
	boxRows, boxCols := p.Boxed()
	seen := make(map[string]int)
	for cell, value := range s.Cells {
		row, col := cell/p.Size, cell%p.Size
		switch {
		case value < 1 || int(value) > p.Size:
			return fault.Plainf(advice, "row %d column %d holds %d", row+1, col+1, value)
		case p.Cells[cell] != 0 && p.Cells[cell] != value:
			return fault.Plainf(advice, "row %d column %d holds %c, but %c is given", row+1, col+1, digits[value], digits[p.Cells[cell]])
		}
		box := row/boxRows*boxRows + col/boxCols
		for _, unit := range []string{fmt.Sprint("row ", row+1), fmt.Sprint("column ", col+1), fmt.Sprint("box ", box+1)} {
			key := fmt.Sprint(unit, value)
			if seen[key]++; seen[key] > 1 {
				return fault.Plainf(advice, "%s has two %cs", unit, digits[value])
			}
		}
	}
	return nil
}

// object is a puzzle as JSON has it.
type object struct {
	Game    string   `json:"game"`
	Rows    int      `json:"rows"`
	Cols    int      `json:"cols"`
	BoxRows int      `json:"boxrows"`
	BoxCols int      `json:"boxcols"`
	Givens  []string `json:"givens,omitempty"` // written where cells has more: what was entered
	Cells   []string `json:"cells"`
}

// MarshalJSON writes {"game":"sudoku","rows":N,"cols":N,"boxrows":R,"boxcols":C,"cells":[rows of
// digits and .]}, and with it "givens" where cells has values that were entered.
func (p *Puzzle) MarshalJSON() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o := object{Game: Name, Rows: p.Size, Cols: p.Size, Cells: rowsOf(p.Cells, p.Size)}
	if p.Entered != nil {
		o.Givens = rowsOf(p.Givens().Cells, p.Size)
	}
	o.BoxRows, o.BoxCols = p.Boxed()
	return json.Marshal(o)
}

// UnmarshalJSON reads what MarshalJSON writes, "givens" alone as well, and
// takes the usual boxes where it is not told of any. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalJSON(data []byte) error {
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	rows := o.Cells
	if rows == nil {
		rows = o.Givens
	}
	if err := layout.SameSize(o.Rows, o.Cols, len(rows), len(rows)); err != nil {
		return err
	}
	q, err := fromRows(rows, boxes{o.BoxRows, o.BoxCols})
	if err == nil && o.Givens != nil && !slices.Equal(rows, o.Givens) {
		err = q.enter(o.Givens)
	}
	if err == nil {
		err = q.Validate()
	}
	if err == nil {
		*p = *q
	}
	return err
}

// enter takes for entered what a grid has beside the rows of its givens, all of which it has to have.
func (p *Puzzle) enter(rows []string) error {
	given, err := fromRows(rows, boxes{p.BoxRows, p.BoxCols})
	if err != nil {
		return err
	}
	more := fault.Plainf("leave out the one that is wrong", `"givens" has what "cells" has not`)
	if given.Size != p.Size {
		return more
	}
	p.Entered = make([]bool, len(p.Cells))
	for cell, value := range given.Cells {
		if value != 0 && p.Cells[cell] != value {
			return more
		}
		p.Entered[cell] = value != p.Cells[cell]
	}
	return nil
}

// fromRows makes a grid of rows of digits and letters.
func fromRows(rows []string, boxes boxes) (*Puzzle, error) {
	at, cols, err := layout.Letters(rows, digits)
	if err != nil {
		return nil, err
	}
	if cols != len(rows) {
		return nil, fault.Plainf("give as many rows as columns", "a Sudoku cannot have %s of %s", printable.Count(len(rows), "row"), printable.Count(cols, "cell"))
	}
	p := &Puzzle{Size: cols, BoxRows: boxes.rows, BoxCols: boxes.cols}
	for _, value := range at {
		p.Cells = append(p.Cells, uint8(value))
	}
	return p, nil
}

// MarshalText writes what is given: a digit a cell and a line a row, after a line with the name of the
// game and, where they are not the usual ones, the rows and columns of a box: "sudoku 3x2".
func (p *Puzzle) MarshalText() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	head := Name
	if rows, cols := p.Boxed(); usual[p.Size] != (boxes{rows, cols}) {
		head = fmt.Sprintf("%s %dx%d", Name, rows, cols)
	}
	return []byte(head + "\n" + strings.Join(rowsOf(p.Givens().Cells, p.Size), "\n") + "\n"), nil
}

// UnmarshalText reads what MarshalText writes, and blanks between cells. The puzzle that it reads
// is valid.
func (p *Puzzle) UnmarshalText(text []byte) error {
	words, lines, err := layout.Head(string(text), Name)
	if err != nil {
		return err
	}
	for i := range lines {
		lines[i] = strings.NewReplacer(" ", "", "0", ".", "_", ".").Replace(lines[i])
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	boxes, err := boxesOf(words)
	if err != nil {
		return err
	}
	q, err := fromRows(lines, boxes)
	if err == nil {
		err = q.Validate()
	}
	if err == nil {
		*p = *q
	}
	return err
}

// UnmarshalHead reads of a puzzle the line before its rows alone, as MarshalText writes it. The
// error is a [fault.Error].
func (p *Puzzle) UnmarshalHead(line string) error {
	words, _, err := layout.Head(line, Name)
	if err != nil {
		return err
	}
	boxes, err := boxesOf(words)
	p.BoxRows, p.BoxCols = boxes.rows, boxes.cols
	return err
}

// boxesOf returns the boxes that the words after the name of the game tell of, none where there
// are no such words.
func boxesOf(words []string) (b boxes, err error) {
	if len(words) > 0 {
		if n, err := fmt.Sscanf(words[0], "%dx%d", &b.rows, &b.cols); n != 2 || err != nil {
			return boxes{}, fault.Plainf("give the rows and columns of a box, as in 2x3", "%q does not tell of boxes", words[0])
		}
	}
	return b, nil
}
