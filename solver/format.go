package solver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode"
	"unicode/utf8"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// letters name the regions in text, in order of id.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEF"

// markLetters name the marks in text, in order of Mark.
const markLetters = ".xQ"

// RegionRows returns the regions as text, a string a row and a letter a cell.
// Letters are given in order of first appearance, reading row by row: a to z,
// then A to F. The board must be valid.
func (b *Board) RegionRows() []string {
	c := b.Canonical()
	rows := make([]string, b.Size)
	line := make([]byte, b.Size)
	for row := range rows {
		for col := range line {
			line[col] = letters[c.Region(row, col)]
		}
		rows[row] = string(line)
	}
	return rows
}

// MarkRows returns the marks as text, a string a row and a letter a cell: '.'
// for empty, 'x' for a cross, 'Q' for a queen.
func (b *Board) MarkRows() []string {
	rows := make([]string, b.Size)
	line := make([]byte, b.Size)
	for row := range rows {
		for col := range line {
			line[col] = markLetters[b.Mark(row, col)]
		}
		rows[row] = string(line)
	}
	return rows
}

// marked tells whether any cell carries a mark.
func (b *Board) marked() bool {
	for _, m := range b.Marks {
		if m != Empty {
			return true
		}
	}
	return false
}

// FromRows makes a board from text, a string a row and a letter or digit a
// cell; marks may be nil. It is the inverse of [Board.RegionRows] and [Board.MarkRows], and
// takes more: regions may be named by any letters and digits and are
// renamed in order of first appearance, as [Board.Canonical] does.
//
// Upper and lower case mean the same region, unless the board has the right
// number of regions only when they are told apart. The error is a
// *fault.Error.
func FromRows(regions, marks []string) (*Board, error) {
	return fromNames(splitRows(regions), splitRows(marks))
}

const adviceRows = "give one row a line and one letter or number a cell, as many regions as rows"

// fromNames makes a board from the names of the regions and marks, a name a
// cell. A nil marks means no marks.
func fromNames(regions, marks [][]string) (*Board, error) {
	n := len(regions)
	if n < 1 || n > MaxSize {
		return nil, fault.Plainf(fmt.Sprintf("boards have from 1 to %d rows", MaxSize), "a board of %s cannot be solved", printable.Count(n, "row"))
	}
	for row, names := range regions {
		for col, name := range names { // first: what is no board at all shows in its words
			if !isRegionName(name) {
				return nil, fault.Plainf(adviceRows, "row %d column %d: %q names no region", row+1, col+1, shorten(name))
			}
		}
		if len(names) != n {
			return nil, fault.Plainf(adviceRows, "row %d has %s, but the board has %s", row+1, printable.Count(len(names), "cell"), printable.Count(n, "row"))
		}
	}

	b := &Board{Size: n, Regions: make([]uint8, n*n)}
	found := b.nameRegions(regions, func(s string) string { return s })
	if found != n {
		if folded := b.nameRegions(regions, foldName); folded != n {
			return nil, fault.Plainf(adviceRows, "the board has %s but %s", printable.Count(n, "row"), printable.Count(folded, "region"))
		}
	}

	if marks == nil {
		return b, nil
	}
	const adviceMarks = "write '.' for an empty cell, 'x' for a cross, 'Q' for a queen"
	if len(marks) != n {
		return nil, fault.Plainf(adviceMarks, "the board has %s but %s of marks", printable.Count(n, "row"), printable.Count(len(marks), "row"))
	}
	b.Marks = make([]Mark, n*n)
	for row, names := range marks {
		if len(names) != n {
			return nil, fault.Plainf(adviceMarks, "row %d of the marks has %s, but the board has %s", row+1, printable.Count(len(names), "cell"), printable.Count(n, "column"))
		}
		for col, name := range names {
			m, ok := markNamed(name)
			if !ok {
				return nil, fault.Plainf(adviceMarks, "row %d column %d of the marks: %q is no mark", row+1, col+1, shorten(name))
			}
			b.Marks[row*n+col] = m
		}
	}
	return b, nil
}

// nameRegions numbers the regions in order of first appearance and returns how
// many there are. It stores ids only as long as they fit a board.
func (b *Board) nameRegions(regions [][]string, fold func(string) string) int {
	ids := make(map[string]int, b.Size)
	for row, names := range regions {
		for col, name := range names {
			name = fold(name)
			id, ok := ids[name]
			if !ok {
				id = len(ids)
				ids[name] = id
			}
			b.Regions[row*b.Size+col] = uint8(min(id, MaxSize-1))
		}
	}
	return len(ids)
}

// foldName makes names equal that differ in case only.
func foldName(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	if size == len(name) {
		return string(unicode.ToLower(r))
	}
	return name // a number
}

// isRegionName tells whether a name is one letter, or a number of up to four
// digits.
func isRegionName(name string) bool {
	if r, size := utf8.DecodeRuneInString(name); size == len(name) && size > 0 && r != utf8.RuneError {
		return unicode.IsLetter(r) || '0' <= r && r <= '9'
	}
	if len(name) < 1 || len(name) > 4 {
		return false
	}
	for _, c := range []byte(name) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// markNamed returns the mark that a name in text stands for.
func markNamed(name string) (Mark, bool) {
	switch name {
	case ".":
		return Empty, true
	case "x", "X":
		return Cross, true
	case "Q", "q":
		return Queen, true
	}
	return Empty, false
}

// MarshalText writes the board as text that Parse reads: the region rows and,
// where any cell carries a mark, an empty line and the mark rows.
func (b *Board) MarshalText() ([]byte, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for _, row := range b.RegionRows() {
		text.WriteString(row)
		text.WriteByte('\n')
	}
	if b.marked() {
		text.WriteByte('\n')
		for _, row := range b.MarkRows() {
			text.WriteString(row)
			text.WriteByte('\n')
		}
	}
	return text.Bytes(), nil
}

// UnmarshalText reads what Parse reads.
func (b *Board) UnmarshalText(text []byte) error {
	parsed, err := Parse(text)
	if err != nil {
		return err
	}
	*b = *parsed
	return nil
}

// String returns the board as text, as MarshalText does, and words about what
// is wrong with a board that is no puzzle.
func (b *Board) String() string {
	text, err := b.MarshalText()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// jsonBoard is the board as JSON writes it.
type jsonBoard struct {
	Size    int      `json:"size"`
	Regions []string `json:"regions"`
	Marks   []string `json:"marks"`
}

// MarshalJSON writes {"size":N,"regions":[rows],"marks":[rows]}, with the rows
// of [Board.RegionRows] and [Board.MarkRows].
func (b Board) MarshalJSON() ([]byte, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	return json.Marshal(jsonBoard{Size: b.Size, Regions: b.RegionRows(), Marks: b.MarkRows()})
}

// shorten cuts what a message quotes from its input, so that it fits a line.
func shorten(s string) string { return shortenTo(s, 24) }

func shortenTo(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	return string(runes[:most]) + "..."
}
