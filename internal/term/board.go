package term

import (
	"image/color"
	"io"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"autoqueens/solver"
)

// Board prints a board. In colour each cell is a tile in its ground colour, and
// between two regions there is a border: neither the letters nor the borders
// need an eye for colours. A cell shows the letter of its region, or Q for a
// queen on the board, q for one that the answer still asks for, x for a cross.
// colors are row-major and may be nil, answer may be nil.
//
// Without colour it prints what solver.Parse reads: a row of letters for each
// row, and after an empty line the marks. The answer is left out then.
func (s Style) Board(w io.Writer, b *solver.Board, colors []color.NRGBA, answer solver.Placement) error {
	if !s.Colorful() {
		text, err := b.MarshalText()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	d := newDrawing(s, b.Size, b.Regions, s.paints(b, colors))
	letters := b.RegionRows()
	d.draw(func(row, col int) { d.cell(row, col, glyph(b, answer, row, col), letters[row][col]) })
	return d.writeTo(w)
}

// Digits prints a grid of size*size characters with borders between its regions,
// both row-major: a Sudoku. Those that are given are bold, with sixteen colours
// the others blue. The result is false, and nothing is drawn, where the style has
// no colours.
func (s Style) Digits(w io.Writer, size int, text string, regions []uint8, given func(cell int) bool) (bool, error) {
	if !s.Colorful() {
		return false, nil
	}
	ground := s.paint(color.NRGBA{R: 240, G: 240, B: 240, A: 255})
	found, known := ground.plain(), ground.bold()
	if s.Profile == colorprofile.ANSI {
		ground = paint{ground: ansi.BrightWhite, ink: ansi.Blue}
		found, known = ground.plain(), paint{ground: ansi.BrightWhite, ink: ansi.Black}.plain()
	}
	paints := slices.Repeat([]paint{ground}, size*size)
	d := newDrawing(s, size, regions, paints)
	d.draw(func(row, col int) {
		cell := row*size + col
		style := found
		if given(cell) {
			style = known
		}
		d.put(style, d.pad+text[cell:cell+1]+d.pad)
	})
	return true, d.writeTo(w)
}

// Lines draws a board as Board does, with a text of the caller's own in each cell;
// all are width columns wide, and those that are strong are bold. Where there is
// no room for borders, or no colour, there is a line for each row. With borders
// the rows are the lines 1, 3, 5 and so on.
func (s Style) Lines(b *solver.Board, colors []color.NRGBA, width int, text func(row, col int) (text string, strong bool)) (lines []string, bordered bool) {
	paints := make([]paint, len(b.Regions))
	if s.Colorful() {
		paints = s.paints(b, colors)
	}
	d := &drawing{style: s, size: b.Size, regions: b.Regions, paints: paints, width: width}
	d.bordered = s.Colorful() && s.fits((width+1)*b.Size+1)
	d.draw(func(row, col int) {
		shown, strong := text(row, col)
		style := paints[row*b.Size+col].plain()
		switch {
		case !s.Colorful():
			style = nil
		case strong:
			style = paints[row*b.Size+col].bold()
		}
		d.put(style, shown)
	})
	return strings.Split(strings.TrimSuffix(d.out.String(), "\n"), "\n"), d.bordered
}

// fits tells whether there is room for so many columns.
func (s Style) fits(columns int) bool { return s.Width <= 0 || columns <= s.Width }

// drawing is a board being drawn: cells, and lines and crossings between them.
type drawing struct {
	style    Style
	size     int
	regions  []uint8 // row-major, as are the paints
	paints   []paint
	bordered bool
	width    int    // of a cell, in columns
	pad      string // to either side of what a cell of Board shows
	out      strings.Builder
	current  ansi.Style
}

// newDrawing chooses the widest of three ways to draw that fits: cells of three
// columns with borders, of one column with borders, of one column without.
func newDrawing(s Style, size int, regions []uint8, paints []paint) *drawing {
	d := &drawing{style: s, size: size, regions: regions, paints: paints, width: 1}
	d.bordered = s.fits(2*size + 1)
	if s.fits(4*size + 1) {
		d.pad, d.width = " ", 3
	}
	return d
}

// draw draws all cells, each by a call of cell, and what is between them.
func (d *drawing) draw(cell func(row, col int)) {
	for row := range d.size {
		if d.bordered {
			d.border(row)
		}
		for col := range d.size {
			d.edge(row, col)
			cell(row, col)
		}
		d.edge(row, d.size)
		d.endLine()
	}
	if d.bordered {
		d.border(d.size)
	}
}

// writeTo writes what was drawn.
func (d *drawing) writeTo(w io.Writer) error {
	_, err := io.WriteString(w, d.out.String())
	return err
}

// put writes text in a style, with no more escape sequences than it takes.
func (d *drawing) put(style ansi.Style, text string) {
	if text == "" {
		return
	}
	if to := style.String(); to != d.current.String() {
		d.out.WriteString(ansi.ResetStyle)
		if len(style) > 0 {
			d.out.WriteString(to)
		}
		d.current = style
	}
	d.out.WriteString(text)
}

func (d *drawing) endLine() {
	d.put(nil, "\n")
}

// region returns the region of a cell, or -1 outside the board.
func (d *drawing) region(row, col int) int {
	if row < 0 || col < 0 || row >= d.size || col >= d.size {
		return -1
	}
	return int(d.regions[row*d.size+col])
}

// cell draws a cell: its mark, or the letter of its region. The letter is left
// out where it could be taken for a mark, on boards of more than 16 rows.
func (d *drawing) cell(row, col int, mark, letter byte) {
	p := d.paints[row*d.size+col]
	switch {
	case mark == ' ' && (letter == 'q' || letter == 'x'):
		d.put(p.plain(), d.pad+" "+d.pad)
	case mark == ' ':
		d.put(p.plain(), d.pad+string(letter)+d.pad)
	case mark == 'x':
		d.put(p.bold(), d.pad+string(mark)+d.pad)
	default: // to either side the ground goes on, so that regions keep their shape
		d.put(p.plain(), d.pad)
		d.put(p.strong(), string(mark))
		d.put(p.plain(), d.pad)
	}
}

// edge draws what is left of a cell: a border, or ground that two cells of a
// region share.
func (d *drawing) edge(row, col int) {
	switch {
	case !d.bordered:
	case d.region(row, col-1) != d.region(row, col):
		d.put(nil, d.line(up|down))
	default:
		d.put(d.paints[row*d.size+col].plain(), " ")
	}
}

// border draws the line above a row.
func (d *drawing) border(row int) {
	for col := range d.size + 1 {
		d.crossing(row, col)
		if col == d.size {
			break
		}
		if d.region(row-1, col) != d.region(row, col) {
			d.put(nil, strings.Repeat(d.line(left|right), d.width))
		} else {
			d.put(d.paints[row*d.size+col].plain(), strings.Repeat(" ", d.width))
		}
	}
	d.endLine()
}

// crossing draws the upper left corner of a cell, where up to four borders meet.
func (d *drawing) crossing(row, col int) {
	nw, ne := d.region(row-1, col-1), d.region(row-1, col)
	sw, se := d.region(row, col-1), d.region(row, col)
	meet := 0
	for direction, parts := range map[int]bool{up: nw != ne, down: sw != se, left: nw != sw, right: ne != se} {
		if parts {
			meet |= direction
		}
	}
	if meet == 0 {
		d.put(d.paints[row*d.size+col].plain(), " ")
		return
	}
	d.put(nil, d.line(meet))
}

// The directions in which a border leaves the place of a character.
const (
	up = 1 << iota
	down
	left
	right
)

// boxes are the characters for borders, by directions. A border never ends
// where it meets no other, so single directions do not occur.
var boxes = [16]string{
	up | down: "│", left | right: "─",
	down | right: "┌", down | left: "┐", up | right: "└", up | left: "┘",
	up | down | right: "├", up | down | left: "┤", left | right | down: "┬", left | right | up: "┴",
	up | down | left | right: "┼",
}

func (d *drawing) line(directions int) string {
	switch {
	case !d.style.ASCII:
		return boxes[directions]
	case directions == up|down:
		return "|"
	case directions == left|right:
		return "-"
	}
	return "+"
}

func glyph(b *solver.Board, answer solver.Placement, row, col int) byte {
	switch m := b.Mark(row, col); {
	case m == solver.Queen:
		return 'Q'
	case answer != nil && answer[row] == col:
		return 'q'
	case m == solver.Cross:
		return 'x'
	}
	return ' '
}

// Queens draws a placement on a chess board, whose lower left square is dark. It
// has the column of the queen in each row, the highest row first. The result is
// false, and nothing is drawn, where the style has no colours or no room.
func (s Style) Queens(w io.Writer, columns []int) (bool, error) {
	n := len(columns)
	if !s.Colorful() || !s.fits(2*n) {
		return false, nil
	}
	light, dark := s.paint(color.NRGBA{R: 240, G: 217, B: 181, A: 255}), s.paint(color.NRGBA{R: 181, G: 136, B: 99, A: 255})
	if s.Profile == colorprofile.ANSI {
		light = paint{ground: ansi.BrightWhite, ink: ansi.Black, other: ansi.BrightWhite}
		dark = paint{ground: ansi.BrightCyan, ink: ansi.Black, other: ansi.BrightWhite}
	}
	d := &drawing{style: s}
	for row, at := range columns {
		for col := range n {
			p := light
			if (row+col+n)%2 == 1 {
				p = dark
			}
			if col == at {
				d.put(p.plain(), " ")
				d.put(p.strong(), "Q")
			} else {
				d.put(p.plain(), "  ")
			}
		}
		d.endLine()
	}
	return true, d.writeTo(w)
}
