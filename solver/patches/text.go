package patches

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/internal/layout"
)

// shapeLetters name the shapes in text, in their order.
const shapeLetters = "astw"

// String returns the first letter of the clue's shape and its number, if it has one: "t3".
func (c Clue) String() string {
	name := shapeLetters[c.Shape : c.Shape+1]
	if c.Size != 0 {
		name += strconv.Itoa(c.Size)
	}
	return name
}

// MarshalText writes what is given, with the name of the game on a line before it, and with
// blanks between cells: '.' for a cell without a clue, else the first letter of its shape and
// its number, if it has one:
//
//	patches
//	s4 .  .
//	.  .  t
//	w  .  .
func (p *Puzzle) MarshalText() ([]byte, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	cells := slices.Repeat([]string{"."}, p.Rows*p.Cols)
	for _, c := range p.Clues {
		cells[p.index(c.Row, c.Col)] = c.String()
	}
	var out strings.Builder
	out.WriteString(Name + "\n")
	for row := range p.Rows {
		var line strings.Builder
		for _, name := range cells[row*p.Cols : (row+1)*p.Cols] {
			fmt.Fprintf(&line, "%-4s", name)
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return []byte(out.String()), nil
}

// UnmarshalText reads what MarshalText writes. The puzzle that it reads is valid.
func (p *Puzzle) UnmarshalText(text []byte) error {
	_, lines, err := layout.Head(string(text), Name)
	if err != nil {
		return err
	}
	q := Puzzle{Rows: len(lines)}
	for row, line := range lines {
		cells := strings.Fields(line)
		if row == 0 {
			q.Cols = len(cells)
		}
		if len(cells) != q.Cols {
			return fault.Plainf("give all rows the same number of cells", "row %d has %s, but row 1 has %d", row+1, printable.Count(len(cells), "cell"), q.Cols)
		}
		for col, name := range cells {
			if name == "." {
				continue
			}
			shape := strings.IndexByte(shapeLetters, name[0])
			size, err := strconv.Atoi(name[1:])
			if len(name) == 1 {
				size, err = 0, nil
			}
			if shape < 0 || err != nil {
				return fault.Plainf("give a letter of "+strings.Join(shapeNames, ", ")+" and the number of cells, as in t3", "row %d column %d: %q is no clue", row+1, col+1, name)
			}
			q.Clues = append(q.Clues, Clue{Row: row, Col: col, Size: size, Shape: Shape(shape)})
		}
	}
	if err := q.Validate(); err != nil {
		return err
	}
	*p = q
	return nil
}
