package solver

import (
	"strconv"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// Placement is an answer: the column of the queen in each row, from 0.
type Placement []int

// String returns the column of each row from the top, counted from 0:
// "0 3 1 4 2".
func (p Placement) String() string {
	var s strings.Builder
	for row, col := range p {
		if row > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(strconv.Itoa(col))
	}
	return s.String()
}

// Chess returns the queens as squares of a chess board, column by column:
// "a5 b3 c1 d4 e2". As on a chess board, a1 is the lower left corner. Columns
// are lettered a to z, then A to F.
func (p Placement) Chess() string {
	squares := make([]string, len(p))
	for row, col := range p {
		squares[col] = string(letters[col]) + strconv.Itoa(len(p)-row)
	}
	return strings.Join(squares, " ")
}

// On returns a copy of b that carries the queens of p and no other marks. The
// placement must fit the board.
func (p Placement) On(b *Board) *Board {
	c := b.Cleared()
	c.Marks = make([]Mark, len(c.Regions))
	for row, col := range p {
		c.Marks[row*c.Size+col] = Queen
	}
	return c
}

// Check reports how p breaks the rules on b: a queen off the board, two in a
// column or a region, or two that touch. It shares no code with the search, so
// that either can vouch for the other. Marks on the board do not matter. The
// error is a [fault.Error].
func (p Placement) Check(b *Board) error {
	const advice = "this placement must not be played"
	if err := b.Validate(); err != nil {
		return err
	}
	if len(p) != b.Size {
		return fault.Plainf(advice, "a board of size %d takes %s, not %d", b.Size, printable.Count(b.Size, "queen"), len(p))
	}
	for row, col := range p {
		if col < 0 || col >= b.Size {
			return fault.Plainf(advice, "the queen of row %d stands in column %d, off the board", row+1, col+1)
		}
		for above, other := range p[:row] {
			switch {
			case other == col:
				return fault.Plainf(advice, "the queens of rows %d and %d share column %d", above+1, row+1, col+1)
			case b.Region(above, other) == b.Region(row, col):
				return fault.Plainf(advice, "the queens of rows %d and %d share a region", above+1, row+1)
			case above == row-1 && (other == col-1 || other == col+1):
				return fault.Plainf(advice, "the queens of rows %d and %d touch", above+1, row+1)
			}
		}
	}
	return nil
}
