package drawing

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"git.sr.ht/~sbinet/gg"
	"github.com/lucasb-eyer/go-colorful"
	"golang.org/x/image/font"

	"autoqueens/internal/typeface"
	"autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// The colours of the games besides Queens.
var (
	ink      = rgb(0x191919) // numbers, walls, signs, the frame
	line     = rgb(0xB8B8B8) // between two cells
	paper    = rgb(0xFFFFFF)
	locked   = rgb(0xE9E8E4) // a cell whose symbol is given
	sun      = rgb(0xFFB31E)
	sunRim   = rgb(0xCB6C2F)
	moon     = rgb(0x4C8CE6)
	moonRim  = rgb(0x1855AA)
	path     = rgb(0xF27B0B)
	pathCell = rgb(0xF6CAB5) // a cell that the path goes through
)

// Puzzle draws a valid puzzle of any game, with what a player has done to it, as plainly as the
// pages of the games do, on white, with cells of [Pitch] pixels and [Margin] around the board. The
// same puzzle gives the same pixels.
func Puzzle(p puzzle.Puzzle) *image.RGBA {
	if b, ok := p.(*games.Board); ok {
		return Board(&b.Board)
	}
	rows, cols := p.Dims()
	s := sheet{gg.NewContext(cols*Pitch+2*Margin, rows*Pitch+2*Margin), rows, cols}
	s.SetColor(paper)
	s.Clear()
	switch p := p.(type) {
	case *tango.Puzzle:
		s.tango(p)
	case *zip.Puzzle:
		s.zip(p)
	case *sudoku.Puzzle:
		s.sudoku(p)
	case *patches.Puzzle:
		s.patches(p)
	}
	return s.Image().(*image.RGBA)
}

// sheet is a picture that a board is drawn on.
type sheet struct {
	*gg.Context
	rows, cols int
}

// corner returns the upper left corner of a cell.
func (s sheet) corner(row, col int) (x, y float64) {
	return float64(Margin + col*Pitch), float64(Margin + row*Pitch)
}

// middle returns the middle of a cell.
func (s sheet) middle(c puzzle.Cell) (x, y float64) {
	x, y = s.corner(c.Row, c.Col)
	return x + Pitch/2, y + Pitch/2
}

// at returns a row-major cell.
func (s sheet) at(cell int) puzzle.Cell { return puzzle.Cell{Row: cell / s.cols, Col: cell % s.cols} }

// rect fills a rectangle.
func (s sheet) rect(x, y, width, height float64, c color.Color) { s.rounded(x, y, width, height, 0, c) }

// rounded fills a rectangle with round corners.
func (s sheet) rounded(x, y, width, height, radius float64, c color.Color) {
	s.SetColor(c)
	s.DrawRoundedRectangle(x, y, width, height, radius)
	s.Fill()
}

// disc fills a circle.
func (s sheet) disc(x, y, radius float64, c color.Color) {
	s.SetColor(c)
	s.DrawCircle(x, y, radius)
	s.Fill()
}

// number writes a number around a place; size is that of its letters.
func (s sheet) number(x, y, size float64, n int, c color.Color) {
	face, text := typeface.Bold(size), strconv.Itoa(n)
	b, _ := font.BoundString(face, text)
	s.SetFontFace(face)
	s.SetColor(c)
	s.DrawString(text, x-float64(b.Min.X+b.Max.X)/128, y-float64(b.Min.Y+b.Max.Y)/128)
}

// grid draws the lines between cells and around the board: those that are wanted wide three
// pixels wide and dark, over the others. kth is from 0 to as many rows or columns as there are.
func (s sheet) grid(wide func(upright bool, kth int) bool) {
	width, height := float64(s.cols*Pitch), float64(s.rows*Pitch)
	for _, dark := range []bool{false, true} {
		half, c := 0.5, line
		if dark {
			half, c = 1.5, ink
		}
		for k := range s.cols + 1 {
			if x, y := s.corner(0, k); wide(true, k) == dark {
				s.rect(x-half, y-half, 2*half, height+2*half, c)
			}
		}
		for k := range s.rows + 1 {
			if x, y := s.corner(k, 0); wide(false, k) == dark {
				s.rect(x-half, y-half, width+2*half, 2*half, c)
			}
		}
	}
}

// plain is the grid of a game without lines of its own.
func plain(bool, int) bool { return false }

func (s sheet) tango(p *tango.Puzzle) {
	ground := func(c puzzle.Cell) color.Color {
		if p.Given(c.Row*s.cols+c.Col) != tango.Empty {
			return locked
		}
		return paper
	}
	for cell := range p.Cells {
		c := s.at(cell)
		x, y := s.corner(c.Row, c.Col)
		s.rect(x, y, Pitch, Pitch, ground(c))
	}
	s.grid(plain)
	for cell, symbol := range p.Cells {
		x, y := s.middle(s.at(cell))
		const radius, rim = 0.22 * Pitch, 0.03 * Pitch
		switch symbol {
		case tango.Sun:
			s.disc(x, y, radius, sunRim)
			s.disc(x, y, radius-rim, sun)
		case tango.Moon:
			Crescent(s.Context, x, y, radius)
			s.SetColor(moon)
			s.FillPreserve()
			s.SetColor(moonRim)
			s.SetLineWidth(rim)
			s.Stroke()
		}
	}
	for _, sign := range p.Signs {
		s.sign(sign, ground)
	}
}

// sign draws one in the middle of the side that it stands on, in a gap of the line.
func (s sheet) sign(sign tango.Sign, ground func(puzzle.Cell) color.Color) {
	e := sign.Ordered()
	ax, ay := s.middle(e.A)
	bx, by := s.middle(e.B)
	x, y := (ax+bx)/2, (ay+by)/2
	const gap, half, pen = 0.15 * Pitch, 0.08 * Pitch, 0.04 * Pitch
	if e.A.Row == e.B.Row {
		s.rect(x-gap, y-gap, gap, 2*gap, ground(e.A))
		s.rect(x, y-gap, gap, 2*gap, ground(e.B))
	} else {
		s.rect(x-gap, y-gap, 2*gap, gap, ground(e.A))
		s.rect(x-gap, y, 2*gap, gap, ground(e.B))
	}
	s.SetColor(ink)
	s.SetLineWidth(pen)
	if sign.Equal {
		s.DrawLine(x-half, y-half/2, x+half, y-half/2)
		s.DrawLine(x-half, y+half/2, x+half, y+half/2)
	} else {
		s.DrawLine(x-half, y-half, x+half, y+half)
		s.DrawLine(x-half, y+half, x+half, y-half)
	}
	s.Stroke()
}

// Crescent adds a moon of a radius around x, y to a path: what of a circle lies outside another one
// up and to the left.
func Crescent(dc *gg.Context, x, y, radius float64) {
	cut, away := 0.95*radius, 0.75*radius
	cx, cy := x-away/math.Sqrt2, y-away/math.Sqrt2
	// The circles meet at an angle from where the first one's middle sees the other's, and the
	// second one's likewise.
	along := (radius*radius - cut*cut + away*away) / (2 * away)
	outer, inner := math.Acos(along/radius), math.Acos((away-along)/cut)
	const toward = -3 * math.Pi / 4
	dc.NewSubPath()
	dc.DrawArc(x, y, radius, toward+outer, toward+2*math.Pi-outer)
	dc.DrawArc(cx, cy, cut, toward+math.Pi+inner, toward+math.Pi-inner)
	dc.ClosePath()
}

func (s sheet) zip(p *zip.Puzzle) {
	for _, c := range p.Path {
		x, y := s.corner(c.Row, c.Col)
		s.rect(x, y, Pitch, Pitch, pathCell)
	}
	s.grid(plain)
	for _, w := range p.Walls {
		const thick = 0.2 * Pitch
		x, y := s.corner(w.Ordered().B.Row, w.Ordered().B.Col)
		if w.A.Row == w.B.Row {
			s.rect(x-thick/2, y-thick/2, thick, Pitch+thick, ink)
		} else {
			s.rect(x-thick/2, y-thick/2, Pitch+thick, thick, ink)
		}
	}
	const stroke = 0.62 * Pitch
	s.SetColor(path)
	s.SetLineWidth(stroke)
	s.SetLineCapRound()
	s.SetLineJoinRound()
	for i, c := range p.Path {
		x, y := s.middle(c)
		if i == 0 {
			s.DrawCircle(x, y, stroke/2)
			s.Fill()
			s.MoveTo(x, y)
			continue
		}
		s.LineTo(x, y)
	}
	s.Stroke()
	for _, n := range p.Numbers {
		const radius = 0.3 * Pitch
		x, y := s.middle(n.Cell)
		s.disc(x, y, radius, ink)
		s.number(x, y, radius, n.K, paper)
	}
}

func (s sheet) sudoku(p *sudoku.Puzzle) {
	boxRows, boxCols := p.Boxed()
	s.grid(func(upright bool, kth int) bool {
		if upright {
			return kth%boxCols == 0
		}
		return kth%boxRows == 0
	})
	for cell, value := range p.Cells {
		if value > 0 {
			x, y := s.middle(s.at(cell))
			s.number(x, y, 0.5*Pitch, int(value), ink)
		}
	}
}

func (s sheet) patches(p *patches.Puzzle) {
	s.grid(plain)
	clues := slices.Clone(p.Clues) // in the order of their cells, whichever the puzzle has
	slices.SortFunc(clues, func(a, b patches.Clue) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	colors := clueColors(len(clues))
	for _, r := range p.Rects {
		of := slices.IndexFunc(clues, func(c patches.Clue) bool { return r.Contains(c.Row, c.Col) })
		c := line // of no clue
		if of >= 0 {
			c = colors[of]
		}
		s.patch(r, c, of >= 0 && r.R0+r.R1 == 2*clues[of].Row && r.C0+r.C1 == 2*clues[of].Col)
	}
	for i, c := range clues {
		s.clue(c, colors[i])
	}
}

// clueColors returns colours of n clues on which a white number is seen: strong and not light, and
// hues far apart.
func clueColors(n int) (colors []color.NRGBA) {
	const apart = 137.508 // degrees; the golden angle leaves no two hues close for long
	for i := range n {
		r, g, b := colorful.Hsv(math.Mod(float64(i)*apart, 360), 0.85, []float64{0.8, 0.55}[i%2]).RGB255()
		colors = append(colors, color.NRGBA{R: r, G: g, B: b, A: 255})
	}
	return colors
}

// pale returns a colour that lets 3/5 of its ground through.
func pale(c color.NRGBA) color.NRGBA {
	c.A = 102
	return c
}

// patch draws a rectangle, with the number of its cells in the middle unless that is covered.
func (s sheet) patch(r patches.Rect, c color.NRGBA, covered bool) {
	const inset, border = 0.03 * Pitch, 0.06 * Pitch
	rows, cols := r.Dims()
	x, y := s.corner(r.R0, r.C0)
	x, y = x+inset, y+inset
	width, height := float64(cols*Pitch)-2*inset, float64(rows*Pitch)-2*inset
	s.rounded(x, y, width, height, 2*border, pale(c))
	s.SetColor(c)
	s.SetLineWidth(border)
	s.DrawRoundedRectangle(x+border/2, y+border/2, width-border, height-border, 2*border)
	s.Stroke()
	if covered {
		return
	}
	const side = 0.22 * Pitch
	x, y = x+width/2, y+height/2
	s.rounded(x-side/2-1, y-side/2-1, side+2, side+2, border, c)
	s.rounded(x-side/2, y-side/2, side, side, border, paper)
	s.number(x, y, 0.17*Pitch, r.Cells(), c)
}

// clue draws the marker of a clue: of the shape that it asks for, or where it asks for none, the
// tall and the wide one over each other, pale and dashed.
func (s sheet) clue(clue patches.Clue, c color.NRGBA) {
	const short, long, even = 0.5 * Pitch, 0.74 * Pitch, 0.6 * Pitch
	x, y := s.middle(puzzle.Cell{Row: clue.Row, Col: clue.Col})
	const radius = 0.06 * Pitch
	switch clue.Shape {
	case patches.Square:
		s.rounded(x-even/2, y-even/2, even, even, radius, c)
	case patches.Tall:
		s.rounded(x-short/2, y-long/2, short, long, radius, c)
	case patches.Wide:
		s.rounded(x-long/2, y-short/2, long, short, radius, c)
	default:
		for _, side := range [][2]float64{{short, long}, {long, short}} {
			width, height := side[0], side[1]
			s.rounded(x-width/2, y-height/2, width, height, radius, pale(c))
			s.SetColor(c)
			s.SetLineWidth(1)
			s.SetDash(3, 2)
			s.DrawRoundedRectangle(x-width/2+0.5, y-height/2+0.5, width-1, height-1, radius)
			s.Stroke()
			s.SetDash()
		}
	}
	if clue.Size > 0 {
		s.number(x, y, 0.41*Pitch, clue.Size, paper)
	}
}
