package puzzle

import (
	"strings"

	"autoqueens/internal/fault"
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
			return nil, 0, fault.Newf(fault.Failed, "give all rows the same number of cells", "row %d has %d cells, but row 1 has %d", row+1, len(line), cols)
		}
		for col := range len(line) {
			at := strings.IndexByte(letters, line[col])
			if at < 0 {
				return nil, 0, fault.Newf(fault.Failed, "use the letters "+strings.Join(strings.Split(letters, ""), " "), "row %d column %d: %q is not known", row+1, col+1, line[col:col+1])
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
		return fault.Newf(fault.Failed, `leave "rows" and "cols" out, or let them be those of the cells`, "the board has %d x %d cells, but is said to have %d x %d", rows, cols, toldRows, toldCols)
	}
	return nil
}
