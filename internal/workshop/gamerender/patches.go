package gamerender

import (
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"

	"golang.org/x/image/font"

	"autoqueens/internal/typeface"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
)

// patchesGame draws Patches boards.
var patchesGame = Game{Name: patches.Name, Sizes: []int{6, 6, 6, 7, 7, 7, 8, 8, 5}, Pitch: 69, Styles: patchesStyles()}

// patchesLook is how Patches is drawn. Lengths are in CSS pixels where no share of a cell is
// named.
type patchesLook struct {
	cell, line, frame, digit color.NRGBA
	colors                   []color.NRGBA // of the clues, in order
	tinted                   bool          // cells with a clue show its colour
	dash, radius             float64
	size                     float64 // of the digits, a share of a cell
	shadow                   bool
	face                     func(size float64) font.Face
}

func patchesStyles() []Style {
	var site, other []color.NRGBA
	for _, v := range []uint32{0xEF6C00, 0xE40101, 0x00A651, 0x00AFFF, 0xC49000, 0x7C4DFF, 0x0097A7, 0xE91E63, 0x546E7A, 0x3949AB, 0x00897B, 0x6D4C41, 0xAD1457, 0xAA00A2, 0x2E7D32, 0xB87333, 0xE64A19} {
		site = append(site, Hex(v))
	}
	for _, v := range []uint32{0xD81B60, 0x1E88E5, 0x43A047, 0xF4511E, 0x8E24AA, 0x00ACC1, 0x6D4C41, 0x3949AB, 0xC0A000, 0x5E7A20, 0xB71C1C, 0x00695C, 0x4527A0, 0x607D8B, 0xEF5350, 0x7E57C2, 0x26A69A} {
		other = append(other, Hex(v))
	}
	white := patchesLook{cell: Hex(0xFFFFFF), line: Hex(0xBDBDBD), frame: Hex(0xE3E3E3), digit: Hex(0xFFFFFF), colors: site, dash: 3, radius: 4, size: 0.41, face: typeface.Bold}
	tint := white
	tint.tinted, tint.shadow, tint.dash = true, true, 4
	bold := white
	bold.face, bold.shadow = dejavu, true
	dark := white
	dark.cell, dark.line, dark.frame = Hex(0x1D2226), Hex(0x56616B), Hex(0x3F4D5A)
	held := white
	held.colors, held.line, held.frame, held.radius, held.shadow = other, Hex(0xB0B0B8), Hex(0xD0D4DA), 5, true
	held.face, held.size = inter, 0.4
	heldTint := tint
	heldTint.colors, heldTint.cell, heldTint.line, heldTint.dash = other, Hex(0xFFFDF8), Hex(0xA8A498), 5
	heldTint.face = openSans
	heldDark := dark
	heldDark.cell, heldDark.line, heldDark.colors = Hex(0x23262B), Hex(0x6A737D), other
	heldDark.face, heldDark.size = carlito, 0.46
	heldCool := white
	for i := range other { // neither list of colours in its order
		heldCool.colors = append(heldCool.colors[:i:i], mix(other[i], site[len(site)-1-i], 0.35))
	}
	heldCool.cell, heldCool.line, heldCool.frame, heldCool.dash = Hex(0xF6FAFE), Hex(0xA9B6C4), Hex(0xCBD6E2), 4
	heldCool.face, heldCool.shadow = lato, true
	style := func(name string, held, dark bool, look patchesLook) Style {
		card := Hex(0xF7F9FD)
		if dark {
			card = Hex(0x1B1F23)
		}
		return Style{Name: name, Held: held, Dark: dark, Card: card, Draw: look.draw}
	}
	pale := style("held-pale", true, false, white)
	pale.pale = 0.45
	return []Style{
		style("white", false, false, white), style("tinted", false, false, tint), style("bold", false, false, bold), style("dark", false, true, dark),
		style("held-white", true, false, held), style("held-tinted", true, false, heldTint), style("held-dark", true, true, heldDark),
		style("held-cool", true, false, heldCool),
		pale,
	}
}

// draw draws one.
func (look patchesLook) draw(d *Deal) (puzzle.Puzzle, string) {
	p, s := made(d, patches.Generate)
	answer := s.Rects
	// Clues are read in the order of the cells.
	for i := range p.Clues {
		for j := i; j > 0 && p.Clues[j].Row*d.Size+p.Clues[j].Col < p.Clues[j-1].Row*d.Size+p.Clues[j-1].Col; j-- {
			p.Clues[j], p.Clues[j-1] = p.Clues[j-1], p.Clues[j]
			answer[j], answer[j-1] = answer[j-1], answer[j]
		}
	}
	state := Pick(d.R, "fresh", "half played")
	colors := look.palette(d.R, len(p.Clues))
	board := d.Pitch * float64(d.Size)
	frame := Pick(d.R, 2.0, 3) * d.Zoom
	d.Rounded(d.X-frame/2, d.Y-frame/2, board+frame, board+frame, 6*d.Zoom, look.frame)
	d.Rounded(d.X+frame/2, d.Y+frame/2, board-frame, board-frame, 5*d.Zoom, look.cell)
	if look.tinted {
		for i, c := range p.Clues {
			d.Rect(d.X+float64(c.Col)*d.Pitch, d.Y+float64(c.Row)*d.Pitch, d.Pitch, d.Pitch, mix(look.cell, colors[i], 0.27))
		}
	}
	look.dashes(d, board)
	if state == "half played" {
		var marked stripes
		for _, i := range d.R.Perm(len(answer))[:1+d.R.IntN(len(answer)-1)] {
			r := answer[i]
			if d.R.IntN(4) == 0 {
				r = part(d.R, r, p.Clues[i])
			}
			p.Rects = append(p.Rects, r)
			if wrong := cellsOf(r, answer[i], d.Size); len(wrong) > 0 && d.Late.IntN(2) == 0 {
				if state != "with stripes" {
					state, marked = "with stripes", d.stripes()
				}
				d.striped(marked, wrong, 0)
			}
			look.rect(d, r, p.Clues[i], colors[i])
		}
		sortRects(p.Rects)
	}
	face := look.face(look.size * d.Pitch)
	for i, c := range p.Clues {
		look.clue(d, c, colors[i], face)
	}
	look.legend(d, board)
	return p, state
}

// cellsOf returns the cells of a rectangle that is not the right one.
func cellsOf(r, right patches.Rect, size int) map[int]bool {
	cells := make(map[int]bool)
	for i := range size * size {
		if r != right && r.Contains(i/size, i%size) {
			cells[i] = true
		}
	}
	return cells
}

// palette returns a colour for each clue: the first always comes first.
func (look patchesLook) palette(r *rand.Rand, n int) []color.NRGBA {
	out := append([]color.NRGBA(nil), look.colors...)
	r.Shuffle(len(out)-1, func(i, j int) { out[1+i], out[1+j] = out[1+j], out[1+i] })
	for i := len(out); i < n; i++ {
		out = append(out, mix(out[i%len(look.colors)], Hex(0x202020), 0.3))
	}
	return out
}

// dashes draws the lines between cells.
func (look patchesLook) dashes(d *Deal, board float64) {
	long, width := look.dash*d.Zoom, max(1, math.Floor(d.Zoom))
	for k := 1; k < d.Size; k++ {
		for axis := range 2 {
			at := [...]float64{d.X, d.Y}[axis] + float64(k)*d.Pitch
			from := [...]float64{d.Y, d.X}[axis]
			for s := 0.0; s < board; s += 2 * long {
				d.Line(axis == 0, at, from+s, from+min(s+long, board), width, true, look.line)
			}
		}
	}
}

// rect draws a rectangle of a clue, and how many cells it has.
func (look patchesLook) rect(d *Deal, r patches.Rect, clue patches.Clue, c color.NRGBA) {
	const inset, border = 2, 4
	rows, cols := r.Dims()
	x, y := d.X+float64(r.C0)*d.Pitch+inset*d.Zoom, d.Y+float64(r.R0)*d.Pitch+inset*d.Zoom
	w, h := float64(cols)*d.Pitch-2*inset*d.Zoom, float64(rows)*d.Pitch-2*inset*d.Zoom
	fill := c
	fill.A = 94 // 37 %
	d.Rounded(x, y, w, h, 6*d.Zoom, fill)
	d.SetColor(c)
	d.SetLineWidth(border * d.Zoom)
	half := border / 2 * d.Zoom
	d.DrawRoundedRectangle(x+half, y+half, w-2*half, h-2*half, 5*d.Zoom)
	d.Stroke()
	mx, my := x+w/2, y+h/2
	if r.R0+r.R1 == 2*clue.Row && r.C0+r.C1 == 2*clue.Col {
		return // the clue itself stands there
	}
	side := 0.2 * d.Pitch
	d.Rounded(mx-side/2-d.Zoom, my-side/2-d.Zoom, side+2*d.Zoom, side+2*d.Zoom, 4*d.Zoom, c)
	d.Rounded(mx-side/2, my-side/2, side, side, 3*d.Zoom, Hex(0xFFFFFF))
	face := look.face(0.17 * d.Pitch)
	d.SetFontFace(face)
	d.SetColor(c)
	d.center(face, strconv.Itoa(r.Cells()), mx, my)
}

// clue draws a clue.
func (look patchesLook) clue(d *Deal, clue patches.Clue, c color.NRGBA, face font.Face) {
	x, y := d.Middle(clue.Row, clue.Col)
	const short, long, even = 0.50, 0.74, 0.60
	box := func(w, h float64) {
		d.DrawRoundedRectangle(x-w/2*d.Pitch, y-h/2*d.Pitch, w*d.Pitch, h*d.Pitch, look.radius*d.Zoom)
	}
	solid := func(w, h float64) {
		if look.shadow {
			for k := 3; k > 0; k-- {
				d.SetColor(color.NRGBA{A: 14})
				d.DrawRoundedRectangle(x-w/2*d.Pitch-float64(k)*d.Zoom/2, y-h/2*d.Pitch+d.Zoom, w*d.Pitch+float64(k)*d.Zoom, h*d.Pitch+float64(k)*d.Zoom/2, (look.radius+1)*d.Zoom)
				d.Fill()
			}
		}
		d.SetColor(c)
		box(w, h)
		d.Fill()
	}
	switch clue.Shape {
	case patches.Square:
		solid(even, even)
	case patches.Tall:
		solid(short, long)
	case patches.Wide:
		solid(long, short)
	default:
		pale := c
		pale.A = 102 // 40 %
		for _, s := range [...][2]float64{{short, long}, {long, short}} {
			d.SetColor(pale)
			box(s[0], s[1])
			d.Fill()
			d.SetColor(c)
			rim := max(1, d.Zoom) // as browsers draw borders, inside
			d.SetLineWidth(rim)
			d.SetDash(3*d.Zoom, 2*d.Zoom)
			box(s[0]-rim/d.Pitch, s[1]-rim/d.Pitch)
			d.Stroke()
			d.SetDash()
		}
	}
	if clue.Size > 0 {
		d.SetFontFace(face)
		d.SetColor(look.digit)
		d.center(face, strconv.Itoa(clue.Size), x, y)
	}
}

// legend draws what the shapes mean, as the page does below the board.
func (look patchesLook) legend(d *Deal, board float64) {
	y := d.Y + board + 70*d.Zoom
	for i, s := range [...][2]float64{{12, 12}, {10, 15}, {15, 10}} {
		x := d.X + float64(10+90*i)*d.Zoom
		d.Rounded(x, y-s[1]/2*d.Zoom, s[0]*d.Zoom, s[1]*d.Zoom, 2*d.Zoom, Hex(0x808080))
	}
}

// sortRects puts rectangles in the order of their first cells.
func sortRects(rects []patches.Rect) {
	for i := range rects {
		for j := i; j > 0 && (rects[j].R0 < rects[j-1].R0 || rects[j].R0 == rects[j-1].R0 && rects[j].C0 < rects[j-1].C0); j-- {
			rects[j], rects[j-1] = rects[j-1], rects[j]
		}
	}
}

// part returns a part of a rectangle around its clue, as somebody draws it who let go too soon.
func part(r *rand.Rand, of patches.Rect, clue patches.Clue) patches.Rect {
	of.R0, of.R1 = of.R0+r.IntN(clue.Row-of.R0+1), of.R1-r.IntN(of.R1-clue.Row+1)
	of.C0, of.C1 = of.C0+r.IntN(clue.Col-of.C0+1), of.C1-r.IntN(of.C1-clue.Col+1)
	return of
}
