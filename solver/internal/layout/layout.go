// Package layout is what the games share in reading and writing their puzzles: rows of letters, the
// line with the name of the game, and grids with something between the cells.
package layout

import (
	"fmt"
	"slices"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/puzzle"
)

// Rows returns cells as text, a string a row of so many columns and a letter a cell.
func Rows(cells, cols int, letter func(cell int) byte) []string {
	rows := make([]string, 0, 16)
	for from := 0; from < cells; from += cols {
		row := make([]byte, cols)
		for col := range row {
			row[col] = letter(from + col)
		}
		rows = append(rows, string(row))
	}
	return rows
}

// Letters reads rows of equal length that are made of the given letters, and returns which one
// each cell has, row-major, and how many columns there are. The error is a [fault.Error].
func Letters(rows []string, letters string) (cells []int, cols int, err error) {
	for row, line := range rows {
		if row == 0 {
			cols = len(line)
		}
		if len(line) != cols {
			return nil, 0, fault.Plainf("give all rows the same number of cells", "row %d has %s, but row 1 has %d", row+1, printable.Count(len(line), "cell"), cols)
		}
		for col := range len(line) {
			at := strings.IndexByte(letters, line[col])
			if at < 0 {
				return nil, 0, fault.Plainf("use the letters "+strings.Join(strings.Split(letters, ""), " "), "row %d column %d: %q is not known", row+1, col+1, line[col:col+1])
			}
			cells = append(cells, at)
		}
	}
	return cells, cols, nil
}

// SameSize reports where the size that JSON tells, 0 for none, is not that of its cells. The
// error is a [fault.Error].
func SameSize(toldRows, toldCols, rows, cols int) error {
	if toldRows != 0 && toldRows != rows || toldCols != 0 && toldCols != cols {
		return fault.Plainf(`leave "rows" and "cols" out, or let them be those of the cells`, "the board has %d x %d cells, but is said to have %d x %d", rows, cols, toldRows, toldCols)
	}
	return nil
}

// OneOf returns the rows that JSON has under one of two names. Where it has them under both they
// have to be the same, for nothing tells which are meant. The error is a [fault.Error].
func OneOf(name string, rows []string, other string, others []string) ([]string, error) {
	switch {
	case rows == nil:
		return others, nil
	case others != nil && !slices.Equal(rows, others):
		return nil, TwoAnswers(name, other)
	}
	return rows, nil
}

// TwoAnswers is the failure of JSON that says under two names what is one thing, each time otherwise.
func TwoAnswers(name, other string) error {
	return fault.Plainf("leave out the one that is wrong", "%q and %q are the same by two names, and differ", name, other)
}

// Head cuts a puzzle's text into its lines, without comments, and takes the first of them off,
// which is the name of the game and may have more words. The error is a [fault.Error].
func Head(text, game string) (words, lines []string, err error) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line, _, comment := strings.Cut(line, "#")
		line = strings.TrimRight(line, " \t")
		switch {
		case comment && line == "", line == "" && len(lines) == 0:
		case words == nil:
			words = strings.Fields(line)
		default:
			lines = append(lines, line)
		}
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(words) == 0 || !strings.EqualFold(words[0], game) {
		return nil, nil, fault.Plainf("begin with a line "+game, "this is not the text of a %s puzzle", game)
	}
	return words[1:], lines, nil
}

// Sketch is a grid as text, with something between neighbouring cells: each cell takes Width
// letters, what is between two in a row one, and what is between two rows has a line of its
// own, with Width letters each. Lines with nothing in them are left out.
//
//	S=. .
//	  x
//	. . M
type Sketch struct {
	Width int
	Cells [][]string // rows of cells, without blanks
	Right [][]byte   // rows of what is right of each cell, ' ' for nothing
	Below [][]byte   // rows of what is below each cell, ' ' for nothing
}

// NewSketch returns a sketch of empty cells.
func NewSketch(width, rows, cols int) *Sketch {
	s := &Sketch{Width: width}
	for range rows {
		s.Cells = append(s.Cells, make([]string, cols))
		s.Right = append(s.Right, []byte(strings.Repeat(" ", cols)))
		s.Below = append(s.Below, []byte(strings.Repeat(" ", cols)))
	}
	return s
}

// String returns the lines, each with its end.
func (s *Sketch) String() string {
	var out strings.Builder
	for row, cells := range s.Cells {
		var line, below strings.Builder
		for col, cell := range cells {
			line.WriteString(strings.Repeat(" ", max(0, s.Width-len(cell))))
			line.WriteString(cell)
			line.WriteByte(s.Right[row][col])
			below.WriteString(strings.Repeat(string(s.Below[row][col]), s.Width))
			below.WriteByte(' ')
		}
		for _, l := range []string{line.String(), below.String()} {
			if l = strings.TrimRight(l, " "); l != "" {
				out.WriteString(l + "\n")
			}
		}
	}
	return out.String()
}

// Put notes what is on the side between two cells.
func (s *Sketch) Put(e puzzle.Edge, what byte) {
	o := e.Ordered()
	if o.A.Row == o.B.Row {
		s.Right[o.A.Row][o.A.Col] = what
	} else {
		s.Below[o.A.Row][o.A.Col] = what
	}
}

// Edges calls visit for each side with something on it, row by row.
func (s *Sketch) Edges(visit func(e puzzle.Edge, what byte)) {
	for row, cells := range s.Cells {
		for col := range cells {
			at := puzzle.Cell{Row: row, Col: col}
			if what := s.Right[row][col]; what != ' ' {
				visit(puzzle.Edge{A: at, B: puzzle.Cell{Row: row, Col: col + 1}}, what)
			}
			if what := s.Below[row][col]; what != ' ' {
				visit(puzzle.Edge{A: at, B: puzzle.Cell{Row: row + 1, Col: col}}, what)
			}
		}
	}
}

// ParseSketch reads what String writes, right and below being the letters that may be between
// cells. The error is a [fault.Error].
func ParseSketch(lines []string, width int, right, below string) (*Sketch, error) {
	s := &Sketch{Width: width}
	form := fmt.Sprintf("make each cell %s wide, with a blank or one of %s between two: 'autoqueens generate --game NAME' shows how", printable.Count(width, "letter"), right)
	cols := 0
	for nth, line := range lines {
		at := func(col int) byte {
			if col < len(line) {
				return line[col]
			}
			return ' '
		}
		under := strings.Trim(line, below+" ") == ""
		n := (len(line) + width) / (width + 1)
		if under && (len(s.Cells) == 0 || n > cols) || !under && len(s.Cells) > 0 && n != cols {
			return nil, fault.Plainf("give all rows the same number of cells, and what is between rows below the cell above it", "line %d has %s, but the first has %d", nth+1, printable.Count(n, "cell"), cols)
		}
		if !under {
			cols = n
			s.Cells = append(s.Cells, make([]string, cols))
			s.Right = append(s.Right, []byte(strings.Repeat(" ", cols)))
			s.Below = append(s.Below, []byte(strings.Repeat(" ", cols)))
		}
		row := len(s.Cells) - 1
		for col := range cols {
			from := col * (width + 1)
			if under {
				s.Below[row][col] = at(from + width - 1)
				continue
			}
			s.Cells[row][col] = strings.TrimSpace(line[min(from, len(line)):min(from+width, len(line))])
			side := at(from + width)
			if !strings.Contains(right+" ", string(rune(side))) {
				return nil, fault.Plainf(form, "line %d, letter %d: %q is not known there", nth+1, from+width+1, string(rune(side)))
			}
			s.Right[row][col] = side
		}
	}
	return s, nil
}
