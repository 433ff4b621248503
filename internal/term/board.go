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
