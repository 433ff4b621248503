// Package batch reads Sudokus from a stream, has them worked on by all cores,
// and hands the results on in the order of the input. However many puzzles
// there are, it holds a bounded number of them.
package batch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/sudoku"
)

// Item is a puzzle of the input, or what is wrong with it.
type Item struct {
	Line   int // where it starts, from 1
	Puzzle *sudoku.Puzzle
	Err    error // a *fault.Error; Puzzle is nil then
	Ends   bool  // Err ended the input: what follows is not known

	head, cells string // not read yet, where Puzzle and Err are both nil
}

// Scanner reads puzzles in the usual formats: one a line, 16, 36, 81 or 256
// cells long, with or without spaces, whatever follows behind a space; or as a
// grid with a row a line, with or without rules of -, + and | between the
// boxes. Empty lines and what follows a '#' do not matter. Before a puzzle may
// stand the line with the name of the game that [sudoku.Puzzle.MarshalText] writes.
type Scanner struct {
	lines *bufio.Scanner
	size  int
	line  int
	again bool   // the line read last has not been looked at
	head  string // the line with the name of the game, before a puzzle
	// The rows of the grid that is being read.
	rows  []string
	start int
	width int
}

// maxLine is the longest line a puzzle may have, in bytes.
const maxLine = 4096

// NewScanner returns a scanner. A size of 0 tells puzzles apart by their
// lengths: a line of 16 cells is then a puzzle of 4 x 4 unless it holds a value
// above 4, which makes it a row of one of 16 x 16. Another size takes nothing
// but puzzles of that size.
func NewScanner(r io.Reader, size int) *Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, maxLine), maxLine)
	return &Scanner{lines: lines, size: size}
}

const adviceFormat = "write a puzzle on one line, a character a cell, or as a grid with a row a line; Mini Sudokus of other sizes are read by 'autoqueens solve'"

// Next returns the next puzzle, and false at the end of the input. A puzzle
// that cannot be read does not end it; the error of a broken input does, as its
// last item.
func (s *Scanner) Next() (Item, bool) {
	item, ok := s.next()
	if ok {
		item.read()
	}
	return item, ok
}

// next is Next, with the puzzle left as text: to read it is work that many
// cores can share.
func (s *Scanner) next() (Item, bool) {
	for s.again || s.lines.Scan() {
		if !s.again {
			s.line++
		}
		s.again = false
		text, _, _ := strings.Cut(s.lines.Text(), "#")
		if s.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // the byte order mark of some editors
		}
		if strings.IndexByte(s.lines.Text(), 0) >= 0 {
			s.rows = nil
			return s.last(s.line, fault.Plain("the input is no text, and Sudokus are read as text here", "give puzzles as text; 'autoqueens solve' reads them from pictures"))
		}
		if strings.Trim(text, " \t\r-+|=") == "" {
			continue // nothing, or a rule between the boxes of a grid
		}
		cells := text
		if strings.ContainsAny(text, " \t\r|") {
			cells = strings.Map(func(r rune) rune {
				switch r {
				case ' ', '\t', '\r', '|':
					return -1
				}
				return r
			}, text)
		}
		if first, _, more := strings.Cut(strings.TrimSpace(text), " "); more && s.isPuzzle(first) {
			cells = first // a solution, a rating or a name may follow
		}
		switch {
		case isHead(text):
			s.head = text
			if len(s.rows) > 0 {
				return s.broken(), true
			}
		case len(s.rows) > 0 && len(cells) == s.width:
			s.rows = append(s.rows, cells)
			if len(s.rows) == s.width {
				return s.grid(), true
			}
		case len(s.rows) > 0:
			s.again = true // the line may be a puzzle, or start another grid
			return s.broken(), true
		case s.isPuzzle(cells):
			return s.found(s.line, cells), true
		case s.begin(cells):
		default:
			return Item{Line: s.line, Err: fault.Plainf(adviceFormat, "line %d has %s, which is no Sudoku", s.line, printable.Count(len(cells), "cell"))}, true
		}
	}
	switch err := s.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		s.rows = nil
		return s.last(s.line+1, fault.Plainf(adviceFormat, "line %d is longer than any Sudoku", s.line+1))
	case err != nil:
		s.rows = nil
		return s.last(s.line+1, fault.Wrap(err, fault.Failed, fmt.Sprintf("the input cannot be read after line %d: %v", s.line, err), "give a file that holds Sudokus"))
	case len(s.rows) > 0:
		return s.broken(), true
	}
	return Item{}, false
}

// last returns an item for an error in a line that ends the input, once.
func (s *Scanner) last(line int, err error) (Item, bool) {
	item := Item{Line: line, Err: err, Ends: true}
	s.lines = bufio.NewScanner(strings.NewReader(""))
	return item, true
}

// isPuzzle tells whether a line is a whole puzzle.
func (s *Scanner) isPuzzle(cells string) bool {
	switch len(cells) {
	case 36, 81, 256:
		return s.size == 0 || s.size*s.size == len(cells)
	case 16:
		return s.size == 4 || s.size == 0 && strings.Trim(cells, "01234._") == ""
	}
	return false
}

// begin starts a grid with its first row, if that can be one.
func (s *Scanner) begin(cells string) bool {
	switch len(cells) {
	case 4, 6, 9, 16:
		if s.size == 0 || s.size == len(cells) {
			s.rows, s.start, s.width = []string{cells}, s.line, len(cells)
			return true
		}
	}
	return false
}

// grid returns the grid that has been read.
func (s *Scanner) grid() Item {
	item := s.found(s.start, strings.Join(s.rows, ""))
	s.rows = nil
	return item
}

// found returns the puzzle with some cells, of which the line before it may tell more.
func (s *Scanner) found(line int, cells string) Item {
	item := Item{Line: line, head: s.head, cells: cells}
	s.head = ""
	return item
}

// isHead tells whether a line is one with the name of the game.
func isHead(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && strings.EqualFold(words[0], sudoku.Name)
}

// broken returns the error for a grid that ends early.
func (s *Scanner) broken() Item {
	item := Item{Line: s.start, Err: fault.Plainf(adviceFormat, "the grid at line %d has %s of %d", s.start, printable.Count(len(s.rows), "row"), s.width)}
	s.rows = nil
	return item
}

// read reads the puzzle of an item that is only text so far.
func (item *Item) read() {
	if item.Puzzle != nil || item.Err != nil {
		return
	}
	p, err := sudoku.Parse(item.cells)
	if err == nil && item.head != "" {
		err = p.UnmarshalHead(item.head)
	}
	if err == nil {
		err = p.Validate()
	}
	if err == nil {
		item.Puzzle = p
	} else if f, ok := errors.AsType[*fault.Error](err); ok {
		item.Err = fault.Wrap(err, f.Kind, fmt.Sprintf("line %d: %s", item.Line, f.What), f.Advice)
	}
}
