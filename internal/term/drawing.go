package term

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

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
