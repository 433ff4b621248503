package gamerender

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"autoqueens/internal/drawing"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/tango"
)

// tangoGame draws Tango boards.
var tangoGame = Game{Name: tango.Name, Sizes: []int{6, 6, 6, 6, 6, 6, 8, 4}, Pitch: 66, Styles: tangoStyles()}

// tangoLook is how a Tango board is drawn. Sizes are shares of a cell.
type tangoLook struct {
	cell, locked, line, sun, sunRim, moon, moonRim, sign color.NRGBA
	width, rim, disc, crescent, glyph, patch, stroke     float64
	round                                                bool // the patch under a sign has round corners
}

func tangoStyles() []Style {
	site := tangoLook{cell: Hex(0xFFFFFF), locked: Hex(0xEEEBE7), line: Hex(0xEBE4DA), sun: Hex(0xFFB31E), sunRim: Hex(0xCB6C2F), moon: Hex(0x4C8CE6), moonRim: Hex(0x1855AA), sign: Hex(0x8C724C),
		width: 0.03, rim: 0.03, disc: 0.43, crescent: 0.41, glyph: 0.16, patch: 0.28, stroke: 0.025, round: true}
	older := site
	older.locked, older.disc, older.crescent = Hex(0xE9E8E1), 0.41, 0.38
	wide := site // the colours of a capture with a wide gamut
	wide.sun, wide.moon, wide.sunRim = Hex(0xF5B53D), Hex(0x598DE2), Hex(0xBF7139)
	dark := tangoLook{cell: Hex(0x1D2226), locked: Hex(0x383D40), line: Hex(0x3F4D5A), sun: Hex(0xFFB31E), sunRim: Hex(0xFFE3AD), moon: Hex(0x82AFED), moonRim: Hex(0xC1D7F6), sign: Hex(0xA7B6BF),
		width: 0.03, rim: 0.03, disc: 0.45, crescent: 0.41, glyph: 0.16, patch: 0.28, stroke: 0.025, round: true}
	bold := site
	bold.width, bold.disc, bold.crescent, bold.glyph, bold.stroke = 0.045, 0.47, 0.44, 0.18, 0.035
	held := site
	held.locked, held.line, held.sun, held.moon, held.sign = Hex(0xE6E9EC), Hex(0xD5DBE0), Hex(0xFFC247), Hex(0x3D74C9), Hex(0x6E5B3E)
	held.width, held.disc, held.crescent, held.round = 0.025, 0.45, 0.43, false
	heldDark := dark
	heldDark.cell, heldDark.locked, heldDark.line, heldDark.sign = Hex(0x14181B), Hex(0x2F3538), Hex(0x38444F), Hex(0x93A3AD)
	heldDark.disc, heldDark.crescent, heldDark.glyph = 0.42, 0.39, 0.15
	heldWarm := site
	heldWarm.cell, heldWarm.locked, heldWarm.line, heldWarm.moon, heldWarm.moonRim = Hex(0xFFFBF2), Hex(0xEFE6D2), Hex(0xDDD0B4), Hex(0x6A5ACD), Hex(0x3B2F8F)
	heldWarm.rim, heldWarm.width, heldWarm.glyph = 0.04, 0.035, 0.17
	style := func(name string, held, dark bool, look tangoLook) Style {
		card := Hex(0xF9FAFB)
		if dark {
			card = Hex(0x1B1F23)
		}
		return Style{Name: name, Held: held, Dark: dark, Card: card, Draw: look.draw}
	}
	pale := style("held-pale", true, false, site)
	pale.pale = 0.45
	return []Style{
		style("site", false, false, site), style("older", false, false, older), style("wide-gamut", false, false, wide), style("dark", false, true, dark), style("bold", false, false, bold),
		style("held-site", true, false, held), style("held-dark", true, true, heldDark), style("held-warm", true, false, heldWarm),
		pale,
	}
}

// draw draws one.
func (look tangoLook) draw(d *Deal) (puzzle.Puzzle, string) {
	p, s := made(d, tango.Generate)
	full := s.Cells
	p.Signs = sorted(p.Signs)
	n := d.Size
	p.Locked = make([]bool, n*n)
	for i, given := range p.Cells {
		p.Locked[i] = given != tango.Empty
	}
	state := Pick(d.R, "fresh", "fresh", "half played", "full")
	wrong := make(map[int]bool)
	for i := range p.Cells {
		if p.Cells[i] == tango.Empty && (state == "full" || state == "half played" && d.R.IntN(2) == 0) {
			p.Cells[i] = full[i]
			if d.R.IntN(6) == 0 && state != "full" {
				p.Cells[i] = full[i].Other() // a mistake
				for _, at := range [...]int{i - i%n, i, i - i%n + n - 1} {
					wrong[at] = true
				}
			}
		}
	}
	line, board, crisp := look.width*d.Pitch, d.Pitch*float64(n), d.R.IntN(3) > 0
	d.Rounded(d.X-line/2, d.Y-line/2, board+line, board+line, 0.06*d.Pitch, look.line)
	for i := range n * n {
		c := look.cell
		if p.Locked[i] {
			c = look.locked
		}
		d.Rect(d.X+float64(i%n)*d.Pitch, d.Y+float64(i/n)*d.Pitch, d.Pitch, d.Pitch, c)
	}
	for k := 0; k <= n; k++ {
		d.Line(true, d.X+float64(k)*d.Pitch, d.Y, d.Y+board, line, crisp, look.line)
		d.Line(false, d.Y+float64(k)*d.Pitch, d.X, d.X+board, line, crisp, look.line)
	}
	for i, s := range p.Cells {
		x, y := d.Middle(i/n, i%n)
		switch s {
		case tango.Sun:
			d.ring(x, y, look.disc/2*d.Pitch, look.rim*d.Pitch, look.sun, look.sunRim)
		case tango.Moon:
			look.moonAt(d, x, y)
		}
	}
	if len(wrong) > 0 && d.Late.IntN(2) == 0 {
		state = "with stripes"
		d.striped(d.stripes(), wrong, line/2)
	}
	for _, s := range p.Signs {
		look.signAt(d, p, s)
	}
	return p, state
}

// ring fills a circle with a rim inside it.
func (d *Deal) ring(x, y, radius, rim float64, c, edge color.Color) {
	d.DrawCircle(x, y, radius)
	d.SetColor(edge)
	d.Fill()
	d.DrawCircle(x, y, radius-rim)
	d.SetColor(c)
	d.Fill()
}

// moonAt draws a crescent that opens to the upper left.
func (look tangoLook) moonAt(d *Deal, x, y float64) {
	drawing.Crescent(d.Context, x, y, look.crescent*d.Pitch/2)
	d.SetColor(look.moon)
	d.FillPreserve()
	d.SetColor(look.moonRim)
	d.SetLineWidth(look.rim * d.Pitch)
	d.Stroke()
}

// signAt draws a sign on the side between two cells.
func (look tangoLook) signAt(d *Deal, p *tango.Puzzle, s tango.Sign) {
	ax, ay := d.Middle(s.A.Row, s.A.Col)
	bx, by := d.Middle(s.B.Row, s.B.Col)
	x, y, half := (ax+bx)/2, (ay+by)/2, look.patch/2*d.Pitch
	if d.R.IntN(2) == 0 { // browsers put it on whole pixels
		x, y = math.Round(x*2)/2, math.Round(y*2)/2
	}
	radius := 0.0
	if look.round {
		radius = half / 2
	}
	// Each half of the patch has the colour of the cell it lies in.
	for i, at := range [...]puzzle.Cell{s.A, s.B} {
		c := look.cell
		if p.Locked[at.Row*p.Cols+at.Col] {
			c = look.locked
		}
		d.Push()
		x0, y0, w, h := x-half, y-half, 2*half, 2*half
		switch {
		case s.A.Row == s.B.Row:
			x0, w = x0+float64(i)*half, half
		default:
			y0, h = y0+float64(i)*half, half
		}
		d.DrawRectangle(x0, y0, w, h)
		d.Clip()
		d.Rounded(x-half, y-half, 2*half, 2*half, radius, c)
		d.ResetClip()
		d.Pop()
	}
	g, pen := look.glyph/2*d.Pitch, max(look.stroke*d.Pitch, 1)
	d.SetColor(look.sign)
	d.SetLineWidth(pen)
	if s.Equal {
		for _, up := range [...]float64{-1, 1} {
			d.Rect(x-g, y+up*g/2-pen/2, 2*g, pen, look.sign)
		}
		return
	}
	d.DrawLine(x-0.85*g, y-0.85*g, x+0.85*g, y+0.85*g)
	d.DrawLine(x-0.85*g, y+0.85*g, x+0.85*g, y-0.85*g)
	d.Stroke()
}

// sorted returns the signs in the order in which they are read, each once.
func sorted(signs []tango.Sign) []tango.Sign {
	slices.SortFunc(signs, func(a, b tango.Sign) int {
		return cmp.Or(a.B.Row-b.B.Row, a.B.Col-b.B.Col, b.A.Row-a.A.Row)
	})
	return slices.Compact(signs)
}
