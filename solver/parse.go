package solver

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"autoqueens/internal/fault"
)

// Parse reads one board from text or JSON.
//
// Text has one row a line: a letter or digit for each cell, or letters or
// numbers with spaces, tabs, commas or semicolons between them. Marks may
// follow after an empty line, '.' for an empty cell, 'x' for a cross and 'Q'
// for a queen. What follows a '#' is a comment.
//
// JSON is an object with "regions" (or "grid"): an array of strings with a
// letter a cell, or of arrays of numbers. It may have "marks", an array of
// strings, and "size" (or "n"). An object that carries such a board as "board"
// is read as well, and so is the bare array of rows.
//
// The error is a [fault.Error].
func Parse(data []byte) (*Board, error) {
	boards, err := ParseAll(data)
	if err != nil {
		return nil, err
	}
	if len(boards) > 1 {
		return nil, fault.Plainf("give one board at a time", "there are %d boards where one is expected", len(boards))
	}
	return boards[0], nil
}

// ParseAll reads one or more boards, in the formats of [Parse].
//
// In text, empty lines stand between boards, and each further block of marks
// makes another board with the same regions. In JSON, boards are the elements
// of an array or follow one another, as in JSON lines.
//
// It returns at least one board, or an error, which is a *fault.Error.
func ParseAll(data []byte) ([]*Board, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // the byte order mark of some editors
	trimmed := bytes.TrimSpace(data)
	switch {
	case len(trimmed) == 0:
		return nil, fault.Plain("the board is empty: there is nothing to read", adviceRows)
	case trimmed[0] == '{' || trimmed[0] == '[':
		return parseJSON(trimmed)
	case !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0:
		return nil, fault.Plain("this is not the text of a board", adviceRows)
	}
	return parseText(string(data))
}

// block is a run of lines without an empty one between them.
type block struct {
	line  int        // of its first row, from 1
	names [][]string // of each cell in each row
}

func parseText(text string) ([]*Board, error) {
	var boards []*Board
	var regions [][]string // of the board that marks may follow
	fresh := false         // the board read last has taken no marks yet
	for _, blk := range splitBlocks(text) {
		if regions != nil && blk.looksLikeMarks(len(regions)) {
			b, err := fromNames(regions, blk.names)
			if err != nil {
				return nil, inBlock(err, blk, len(boards) > 1)
			}
			if fresh {
				boards[len(boards)-1] = b
			} else {
				boards = append(boards, b)
			}
			fresh = false
			continue
		}
		b, err := fromNames(blk.names, nil)
		if err != nil {
			return nil, inBlock(err, blk, len(boards) > 0)
		}
		boards, regions, fresh = append(boards, b), blk.names, true
	}
	if boards == nil {
		return nil, fault.Plain("the board is empty: there are only comments", adviceRows)
	}
	return boards, nil
}

// inBlock adds the line a block starts at, where there are several blocks.
func inBlock(err error, blk block, several bool) error {
	f, ok := err.(*fault.Error)
	if !ok || !several {
		return err
	}
	return fault.Newf(f.Kind, f.Advice, "the board at line %d: %s", blk.line, f.What)
}

// splitBlocks cuts text into blocks of rows and drops the comments. A line
// that holds nothing but a comment counts as no line at all, so that it may
// stand between two rows.
func splitBlocks(text string) []block {
	var blocks []block
	open := false // rows go on with the last block
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, comment := cutComment(line)
		names := splitRow(line)
		if len(names) == 0 {
			open = open && comment
			continue
		}
		if !open {
			blocks = append(blocks, block{line: number})
			open = true
		}
		last := &blocks[len(blocks)-1]
		last.names = append(last.names, names)
	}
	return blocks
}

func cutComment(line string) (row string, found bool) {
	row, _, found = strings.Cut(line, "#")
	return row, found
}

// splitRow returns the names of the cells in a row: what stands between
// separators or, where there are none, each character.
func splitRow(line string) []string {
	names := strings.FieldsFunc(line, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;|", r)
	})
	if len(names) != 1 {
		return names
	}
	whole := names[0]
	names = names[:0]
	for _, r := range whole {
		names = append(names, string(r))
	}
	return names
}

// splitRows splits each of the lines; nil stays nil.
func splitRows(lines []string) [][]string {
	if lines == nil {
		return nil
	}
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = splitRow(line)
	}
	return rows
}

// looksLikeMarks tells marks for a board of n rows from the regions of another
// board. A dot is never a region. Rows of nothing but x and q could be, but no
// board larger than 2 x 2 has only two regions.
func (blk block) looksLikeMarks(n int) bool {
	marks, cells := 0, 0
	for _, names := range blk.names {
		for _, name := range names {
			if name == "." {
				return true
			}
			if _, ok := markNamed(name); ok {
				marks++
			}
			cells++
		}
	}
	return marks == cells && len(blk.names) == n
}
