package gamerender

import (
	"image/color"
	"math"
	"math/rand/v2"
	"strconv"

	"golang.org/x/image/font"

	"autoqueens/internal/typeface"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
)

// sudokuGame draws Sudokus.
var sudokuGame = Game{Name: sudoku.Name, Sizes: []int{6, 6, 6, 6, 6, 4, 9, 8}, Pitch: 60, Styles: sudokuStyles()}

// sudokuLook is how a Sudoku is drawn. Widths are in CSS pixels, sizes shares of a cell.
type sudokuLook struct {
	cell, line, given, entered, picked, shade color.NRGBA
	thin, wide                                float64
	size                                      [2]float64 // of the font, least and most
	face                                      func(size float64) font.Face
}

func sudokuStyles() []Style {
	site := sudokuLook{cell: Hex(0xFFFFFF), line: Hex(0x666666), given: Hex(0x909090), entered: Hex(0x191919), picked: Hex(0x2F9E5B), shade: Hex(0xE4F3EC),
		thin: 1, wide: 4, size: [2]float64{0.38, 0.5}, face: typeface.Bold}
	inverted := site
	inverted.given, inverted.entered = site.entered, site.given
	dark := site
	dark.cell, dark.line, dark.given, dark.entered, dark.shade = Hex(0x1D2226), Hex(0x8C959C), Hex(0xB0B7BC), Hex(0xF3F2F0), Hex(0x24332C)
	plain := site
	plain.face, plain.wide, plain.given, plain.entered, plain.picked = typeface.Regular, 3, Hex(0x222222), Hex(0x2060C0), Hex(0x80B0E0)
	named := func(look sudokuLook, face func(size float64) font.Face) sudokuLook {
		look.face = face
		return look
	}
	boldest := named(inverted, dejavu)
	ubuntu := named(site, cantarell)
	large := named(plain, liberation)
	large.size = [2]float64{0.5, 0.7}
	held := named(site, inter)
	held.line, held.wide, held.cell = Hex(0x444444), 3, Hex(0xFBFBF8)
	heldDark := named(dark, openSans)
	heldDark.line, heldDark.wide = Hex(0x9AA4AC), 3.5
	heldTint := named(plain, carlito)
	heldTint.cell, heldTint.line, heldTint.shade = Hex(0xFFF8E8), Hex(0x705030), Hex(0xF6E4C0)
	heldTint.size = [2]float64{0.45, 0.6}
	style := func(name string, held, dark bool, look sudokuLook) Style {
		card := Hex(0xFFFFFF)
		if dark {
			card = Hex(0x1B1F23)
		}
		return Style{Name: name, Held: held, Dark: dark, Card: card, Draw: look.draw}
	}
	pale := style("held-pale", true, false, site)
	pale.pale = 0.45
	return []Style{
		style("site", false, false, site), style("inverted", false, false, inverted), style("dark", false, true, dark), style("plain", false, false, plain),
		style("boldest", false, false, boldest), style("humanist", false, false, ubuntu), style("large", false, false, large),
		style("held-site", true, false, held), style("held-dark", true, true, heldDark), style("held-tint", true, false, heldTint),
		pale,
	}
}

// draw draws one.
func (look sudokuLook) draw(d *Deal) (puzzle.Puzzle, string) {
	p, s := made(d, sudoku.Generate)
	p.BoxRows, p.BoxCols = p.Boxed()
	full := s.Cells
	n := d.Size
	shown := &sudoku.Puzzle{Size: n, BoxRows: p.BoxRows, BoxCols: p.BoxCols, Cells: append([]uint8(nil), p.Cells...)}
	state := Pick(d.R, "fresh", "fresh", "half played", "full")
	for i := range shown.Cells {
		if shown.Cells[i] == 0 && (state == "full" || state == "half played" && d.R.IntN(3) == 0) {
			shown.Cells[i] = full[i]
		}
	}
	for i, v := range p.Cells { // mistakes, but for digits that clash: those are no puzzle
		if right := shown.Cells[i]; v == 0 && right > 0 && state != "full" && d.R.IntN(8) == 0 {
			if shown.Cells[i] = uint8(1 + d.R.IntN(n)); shown.Validate() != nil {
				shown.Cells[i] = right
			}
		}
	}
	wrong := make(map[int]bool) // those in cells with stripes
	if state == "half played" && d.Late.IntN(2) == 0 {
		state = "with stripes"
		clashing(d.Late, p, shown, s.Cells, wrong)
	}
	// Where all that stands is right, nothing tells what was given, and it does not matter.
	for i, v := range shown.Cells {
		if v > 0 && v != full[i] {
			shown.Entered = make([]bool, n*n)
		}
	}
	for i := range shown.Entered {
		shown.Entered[i] = p.Cells[i] != shown.Cells[i]
	}
	picked := -1
	if state == "half played" || len(wrong) > 0 || d.R.IntN(3) == 0 {
		picked = d.R.IntN(n * n)
	}
	noted := (state == "half played" || len(wrong) > 0) && d.R.IntN(3) == 0
	thin := look.thin * d.Zoom
	wide := max(look.wide*d.Zoom*(0.9+0.2*d.R.Float64()), math.Max(math.Floor(thin), 1)+1) // a pixel more than a thin one
	board, crisp := d.Pitch*float64(n), d.R.IntN(3) > 0
	d.Rounded(d.X-wide, d.Y-wide, board+2*wide, board+2*wide, 4*d.Zoom, look.line)
	shade := picked >= 0 && d.R.IntN(2) == 0
	for i := range n * n {
		c := look.cell
		row, col := i/n, i%n
		if shade && (row == picked/n || col == picked%n || row/p.BoxRows == picked/n/p.BoxRows && col/p.BoxCols == picked%n/p.BoxCols) {
			c = look.shade
		}
		d.Rect(d.X+float64(col)*d.Pitch, d.Y+float64(row)*d.Pitch, d.Pitch, d.Pitch, c)
	}
	for k := 1; k < n; k++ {
		for axis, every := range [...]int{p.BoxCols, p.BoxRows} {
			w := thin
			if k%every == 0 {
				w = wide
			}
			at, from := [...]float64{d.X, d.Y}[axis]+float64(k)*d.Pitch, [...]float64{d.Y, d.X}[axis]
			d.Line(axis == 0, at, from, from+board, w, crisp, look.line)
		}
	}
	if picked >= 0 {
		x, y, in := d.X+float64(picked%n)*d.Pitch, d.Y+float64(picked/n)*d.Pitch, wide/2
		w := Pick(d.R, 2.0, 3) * d.Zoom
		d.SetColor(look.picked)
		d.SetLineWidth(w)
		d.DrawRectangle(x+in+w/2, y+in+w/2, d.Pitch-2*in-w, d.Pitch-2*in-w)
		d.Stroke()
	}
	share := look.size[0] + d.R.Float64()*(look.size[1]-look.size[0])
	face, small := look.face(share*d.Pitch), look.face(0.22*d.Pitch)
	for i, v := range shown.Cells {
		x, y := d.Middle(i/n, i%n)
		switch {
		case v > 0:
			d.SetFontFace(face)
			d.SetColor(look.given)
			if p.Cells[i] == 0 {
				d.SetColor(look.entered)
			}
			d.center(face, strconv.Itoa(int(v)), x, y)
		case noted && d.R.IntN(3) == 0:
			d.SetFontFace(small)
			d.SetColor(look.entered)
			for note := range n {
				if d.R.IntN(3) == 0 && n <= 6 {
					d.center(small, strconv.Itoa(note+1), x+(float64(note%3)-1)*d.Pitch/4, y+(float64(note/3)-0.5)*d.Pitch/3)
				}
			}
		}
	}
	d.striped(d.stripes(), wrong, wide/2)
	return shown, state
}

// clashing puts a digit that stands in its row already into one or two cells that a player has
// filled.
func clashing(r *rand.Rand, p, shown *sudoku.Puzzle, full []uint8, wrong map[int]bool) {
	n := p.Size
	for range 1 + r.IntN(2) {
		for _, i := range r.Perm(n * n) {
			other := i - i%n + r.IntN(n)
			if v := shown.Cells[other]; p.Cells[i] == 0 && shown.Cells[i] == full[i] && v > 0 && v != full[i] {
				shown.Cells[i], wrong[i] = v, true
				if p.Cells[other] == 0 {
					wrong[other] = true
				}
				break
			}
		}
	}
}

// center writes a text about a place.
func (d *Deal) center(face font.Face, text string, x, y float64) {
	b, _ := font.BoundString(face, text)
	d.DrawString(text, x-float64(b.Min.X+b.Max.X)/128, y-float64(b.Min.Y+b.Max.Y)/128)
}
