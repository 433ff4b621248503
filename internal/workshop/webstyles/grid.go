package webstyles

import (
	"image/color"
	"math"
	"strings"
)

// What the styles write boards with.

// slots writes a CSS grid with a slot of the pitch for each cell. Slots lie
// evenly whatever is in them: the truth about where cells lie is asked of them.
func (s *sheet) slots(b *strings.Builder, css string, cell func(cell int) (css, inner string)) {
	b.WriteString(f(`<div class=b data-board style="display:grid;grid-template-columns:repeat(%d,%.3fpx);grid-auto-rows:%.3fpx;width:max-content;%s">`, s.n, s.pitch, s.pitch, css))
	for k := range s.n * s.n {
		css, inner := cell(k)
		b.WriteString(f(`<div class=s data-c style="%s">%s</div>`, css, inner))
	}
	b.WriteString(`</div>`)
}

// tile writes what fills a slot but for insets on its sides.
func tile(insets [4]float64, css, inner string) string {
	return f(`<div class=k style="top:%.2fpx;right:%.2fpx;bottom:%.2fpx;left:%.2fpx;%s">%s</div>`, insets[top], insets[right], insets[bottom], insets[left], css, inner)
}

// insets returns how far a tile stays off its slot's sides: by half a gap.
func (s *sheet) insets(cell int, inside, between float64) (out [4]float64) {
	for side := range out {
		out[side] = inside / 2
		if s.border(cell, side) {
			out[side] = between / 2
		}
	}
	return out
}

// faintInk returns the colour of lines inside regions.
func (s *sheet) faintInk() color.NRGBA {
	switch s.faint {
	case "grey":
		if luma(s.line) > 0.5 {
			return rgb(0x9A9A9A)
		}
		return rgb(0x8A8A8A)
	case "translucent":
		return alpha(s.line, 0.3)
	}
	return s.line
}

var sides = [4]string{top: "top", right: "right", bottom: "bottom", left: "left"}

// borders writes the lines right of a cell and below it; the board's frame has
// those of the edge.
func (s *sheet) borders(cell int) string {
	out := ""
	for _, side := range []int{right, bottom} {
		if s.beside(cell, side) < 0 {
			continue
		}
		if s.told.lines && s.border(cell, side) {
			out += f("border-%s:%.2fpx solid %s;", sides[side], s.thick, css(s.line))
		} else if s.thin > 0 {
			out += f("border-%s:%.2fpx solid %s;", sides[side], s.thin, css(s.faintInk()))
		}
	}
	return out
}

// boxed writes all four lines of a cell, which its neighbours' add to. Browsers draw borders in whole pixels: halves of
// three pixels and of one would both come to one.
func (s *sheet) boxed(cell int) string {
	out := ""
	for side := range sides {
		width, ink := s.thin, s.faintInk()
		if s.told.lines && s.border(cell, side) {
			width, ink = s.thick, s.line
		}
		half := math.Floor(width / 2)
		if side == right || side == bottom {
			half = width - half
		}
		if half > 0 {
			out += f("border-%s:%.2fpx solid %s;", sides[side], half, css(ink))
		}
	}
	return out
}

// frameCSS writes the line around the board.
func (s *sheet) frameCSS() string {
	width := s.thin
	if s.told.lines {
		width = s.thick
	}
	if width <= 0 {
		return ""
	}
	return f("border:%.2fpx solid %s;", width, css(s.line))
}

// edges returns paths of the lines between cells, those around regions and
// those inside, for cells of p units. The board's edge is in the first.
func (s *sheet) edges(p float64) (around, inside string) {
	var a, i strings.Builder
	for cell := range s.n * s.n {
		x, y := float64(cell%s.n)*p, float64(cell/s.n)*p
		for side, piece := range [...]string{right: f("M%.3f %.3fv%.3f", x+p, y, p), bottom: f("M%.3f %.3fh%.3f", x, y+p, p)} {
			if s.beside(cell, side) < 0 {
				continue
			}
			if s.border(cell, side) {
				a.WriteString(piece)
			} else {
				i.WriteString(piece)
			}
		}
	}
	a.WriteString(f("M0 0h%.3fv%.3fh%.3fZ", p*float64(s.n), p*float64(s.n), -p*float64(s.n)))
	return a.String(), i.String()
}

// corners writes which corners of a tile are round: those where its region ends
// on both sides.
func (s *sheet) corners(cell int, radius float64) string {
	out := "border-radius:"
	for _, two := range [4][2]int{{top, left}, {top, right}, {bottom, right}, {bottom, left}} {
		r := 0.0
		if s.border(cell, two[0]) && s.border(cell, two[1]) {
			r = radius
		}
		out += f("%.1fpx ", r)
	}
	return out + ";"
}
