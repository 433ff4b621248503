// Package nqueens deals with the classic N-Queens: N queens on an N x N board,
// of which no two share a row, a column or a diagonal of any length.
//
// It gives one placement at once for any N, lists all of them, and counts them
// using the symmetries of the board and all cores. It does no I/O.
package nqueens

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"

	"autoqueens/internal/fault"
)

// Placement is an answer: the row of the queen in each column, both counted
// from 0. Since transposing a board keeps the rules, it may as well be read
// the other way round.
type Placement []int

// MaxOne is the largest board One is asked for.
const MaxOne = 1_000_000

// ErrNoSolution is what One returns for boards of 2 and 3 rows.
var ErrNoSolution error = fault.New(fault.NoSolution, "no placement of so many queens exists", "every size but 2 and 3 has one")

// One returns a placement by construction, in time proportional to n. The error
// is a *fault.Error.
func One(n int) (Placement, error) {
	switch {
	case n < 1 || n > MaxOne:
		return nil, fault.Plainf(fmt.Sprintf("give a number from 1 to %d", MaxOne), "a board of %d queens is out of range", n)
	case n == 2 || n == 3:
		return nil, ErrNoSolution
	}
	// A staircase of knight's moves over the even rows, then one over the odd
	// rows. The two meet on a diagonal where n leaves 2 or 3 when divided by
	// 6, which moving a few queens of the second staircase cures.
	p := make(Placement, 0, n)
	up := func(first, last int) { // rows counted from 1 here
		for row := first; row <= last; row += 2 {
			p = append(p, row-1)
		}
	}
	switch n % 6 {
	case 2:
		up(2, n)
		p = append(p, 2, 0) // rows 3 and 1
		up(7, n)
		p = append(p, 4)
	case 3:
		up(4, n)
		p = append(p, 1)
		up(5, n)
		p = append(p, 0, 2)
	default:
		up(2, n)
		up(1, n)
	}
	return p, nil
}

// Check reports two queens that attack each other, in time proportional to the
// size. The error is a [fault.Error].
func (p Placement) Check() error {
	n := len(p)
	rows, rising, falling := make([]int, n), make([]int, 2*n), make([]int, 2*n)
	for col, row := range p {
		if row < 0 || row >= n {
			return fault.Plainf("this placement is wrong", "the queen of column %d stands off the board", col+1)
		}
		for _, seen := range []*int{&rows[row], &rising[row-col+n], &falling[row+col]} {
			if *seen != 0 {
				return fault.Plainf("this placement is wrong", "the queens of columns %d and %d attack each other", *seen, col+1)
			}
			*seen = col + 1
		}
	}
	return nil
}

// String returns the queens as squares of a chess board in order of the
// columns: "a2 b4 c1 d3". Columns after z are aa, ab and so on.
func (p Placement) String() string {
	var s strings.Builder
	s.Grow(len(p) * 9)
	for col, row := range p {
		if col > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(columnName(col))
		s.WriteString(strconv.Itoa(row + 1))
	}
	return s.String()
}

// columnName returns a, b, ..., z, aa, ab and so on.
func columnName(col int) string {
	var name [8]byte
	at := len(name)
	for {
		at--
		name[at] = byte('a' + col%26)
		if col = col/26 - 1; col < 0 {
			return string(name[at:])
		}
	}
}

// Board returns the rows of the board as text from the top, which is the row of
// the highest number as on a chess board, with Q for a queen.
func (p Placement) Board() iter.Seq[string] {
	return func(yield func(string) bool) {
		at := make([]int, len(p)) // the column of the queen in each row
		for col, row := range p {
			at[row] = col
		}
		line := []byte(strings.Repeat(". ", len(p)))
		line = line[:max(0, len(line)-1)]
		for row := len(p) - 1; row >= 0; row-- {
			line[2*at[row]] = 'Q'
			if !yield(string(line)) {
				return
			}
			line[2*at[row]] = '.'
		}
	}
}

// MaxCount is the largest board All and Count are asked for. Both take longer
// than anybody has time long before it.
const MaxCount = 31

// All yields every placement on a board of n columns, in ascending order of the
// rows. Each is only lent. Sizes outside 1 to MaxCount have none.
func All(n int) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		if n < 1 || n > MaxCount {
			return
		}
		p := make(Placement, n)
		var place func(col int, rows, rising, falling uint32) bool
		place = func(col int, rows, rising, falling uint32) bool {
			if col == n {
				return yield(p)
			}
			for free := (1<<n - 1) &^ (rows | rising | falling); free != 0; free &= free - 1 {
				bit := free & -free
				p[col] = bits.TrailingZeros32(bit)
				if !place(col+1, rows|bit, (rising|bit)<<1, (falling|bit)>>1) {
					return false
				}
			}
			return true
		}
		place(0, 0, 0, 0)
	}
}
