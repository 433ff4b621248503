// Package term prints boards for people: as blocks of colour where the output
// is a terminal, as text that reads back where it is not.
package term

import (
	"fmt"
	"image/color"
	"io"
	"os"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/mattn/go-isatty"

	"autoqueens/solver"
)

// Colorful tells whether w is a terminal on which colour is welcome: NO_COLOR
// is not set (https://no-color.org) and the terminal is not a dumb one.
func Colorful(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && Is(w)
}

// Is tells whether w is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// Board prints a board. With useColor every cell is a block in its ground
// colour: Q is a queen on the board, q one that the answer p still asks for, x
// a cross. colors are row-major and may be nil, p may be nil.
//
// Without useColor it prints what solver.Parse reads: a row of letters for
// each row, and after an empty line the marks. p is left out then.
func Board(w io.Writer, b *solver.Board, colors []color.NRGBA, p solver.Placement, useColor bool) error {
	if !useColor {
		text, err := b.MarshalText()
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	}
	if len(colors) != len(b.Regions) {
		colors = palette(b)
	}
	for row := range b.Size {
		for col := range b.Size {
			ground := colors[row*b.Size+col]
			if _, err := fmt.Fprintf(w, "\x1b[48;2;%d;%d;%d;38;2;%sm %s ",
				ground.R, ground.G, ground.B, ink(ground), glyph(b, p, row, col)); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprint(w, "\x1b[0m\n"); err != nil {
			return err
		}
	}
	return nil
}

func glyph(b *solver.Board, p solver.Placement, row, col int) string {
	switch m := b.Mark(row, col); {
	case m == solver.Queen:
		return "Q"
	case p != nil && p[row] == col:
		return "q"
	case m == solver.Cross:
		return "x"
	}
	return " "
}

// ink returns the parameters of black or white, whichever reads better on c.
func ink(c color.NRGBA) string {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 128*1000 {
		return "0;0;0"
	}
	return "255;255;255"
}

// palette gives the regions of a board that has no colours of its own some
// that are far apart: each hue is a golden angle from the one before.
func palette(b *solver.Board) []color.NRGBA {
	const golden = 137.508 // degrees
	colors := make([]color.NRGBA, len(b.Regions))
	for cell, id := range b.Regions {
		lightness := 0.8 - 0.12*float64(id%3)
		r, g, bl := colorful.Hcl(golden*float64(id), 0.35, lightness).Clamped().RGB255()
		colors[cell] = color.NRGBA{R: r, G: g, B: bl, A: 255}
	}
	return colors
}
