package render

import (
	"image/color"

	"autoqueens/solver"
)

// What stands in a cell? Crosses, crowns of several makes, and the pointer.

// darkGround is how light a ground may be, 0 to 255, for marks on it to be
// white instead of black.
const darkGround = 95

func (s *Spec) drawMark(c canvas, cell int) {
	row, col := cell/s.size(), cell%s.size()
	mark := s.Board.Mark(row, col)
	if mark == solver.Empty {
		return
	}
	at := point{s.lineX(col) + s.PitchX/2, s.lineY(row) + s.PitchY/2}
	grown, alpha := 1.0, 1.0
	if cell == s.Moving {
		grown, alpha = 0.5+0.5*s.MovingAge, 0.3+0.7*s.MovingAge
	}
	unit := s.PitchX * grown
	if mark == solver.Cross {
		ink := s.Marks.CrossInk
		if luma(s.ground(cell)) < darkGround {
			ink.R, ink.G, ink.B = 255, 255, 255 // black could not be seen
		}
		ink.A = uint8(float64(ink.A) * alpha)
		if s.Marks.Cross != "" {
			s.drawSign(c, at, unit, ink)
			return
		}
		h := s.Marks.CrossWidth * unit / 2
		pen := max(1, s.Marks.CrossPen*unit)
		c.stroke(point{at.x - h, at.y - h}, point{at.x + h, at.y + h}, pen, ink)
		c.stroke(point{at.x - h, at.y + h}, point{at.x + h, at.y - h}, pen, ink)
		return
	}
	kind := s.Marks.Queen
	if kind == BlackCrown && luma(s.ground(cell)) < darkGround {
		kind = WhiteCrown
	}
	if s.clashing(cell) && kind != LetterQ {
		kind = RedCrown
	}
	crown(c, kind, at, s.Marks.QueenWidth*unit, alpha, s.ground(cell))
}

// crown draws a queen of the given width around its middle.
func crown(c canvas, kind string, at point, width, alpha float64, ground color.NRGBA) {
	faded := func(k color.NRGBA) color.NRGBA {
		k.A = uint8(float64(k.A)*alpha + 0.5)
		return k
	}
	switch kind {
	case LetterQ:
		ink := black
		if luma(ground) < darkGround {
			ink = white
		}
		c.centered(bold, at.x, at.y-0.08*width, width, faded(ink), "Q") // its tail hangs low
		return
	case GoldCrown:
		crownShape(c, at, width*1.06, faded(hex(0x8F4A05)), 0.03)
		crownShape(c, at, width*0.95, faded(hex(0xF5A800)), 0)
		crownShape(c, point{at.x, at.y - 0.02*width}, width*0.6, faded(hex(0xFFC933)), 0)
	case RedCrown:
		// Red on reddish ground has a rim for the same reason as white on a
		// light one.
		if apart(ground, hex(0xC8102E)) < 110 {
			crownShape(c, at, width*1.08, faded(hex(0xFFF0F0)), 0.05)
		}
		crownShape(c, at, width, faded(hex(0xC8102E)), 0)
	case WhiteCrown:
		// White on a light ground has a rim, or nobody could see it.
		if luma(ground) > 140 {
			crownShape(c, at, width*1.08, faded(hex(0x303030)), 0.05)
		}
		crownShape(c, at, width*0.94, faded(white), 0)
	case EmojiCrown:
		crownShape(c, at, width*1.05, faded(hex(0xB86E00)), 0.02)
		crownShape(c, at, width*0.94, faded(hex(0xFFB636)), 0)
		for i, gem := range hexes(0x26A69A, 0xE64C66, 0x26A69A) {
			c.disc(point{at.x + (float64(i)-1)*0.22*width, at.y + 0.17*width}, 0.055*width, faded(gem))
		}
	default:
		crownShape(c, at, width, faded(black), 0)
	}
}

// crownShape draws a crown with five points, a ball on each, and a bar.
func crownShape(c canvas, at point, width float64, ink color.NRGBA, swell float64) {
	p := func(x, y float64) point { return point{at.x + x*width, at.y + y*width} }
	body := []point{
		p(-0.36, 0.25), p(-0.47, -0.20), p(-0.25, 0.03), p(-0.20, -0.24), p(-0.09, 0.00), p(0, -0.38),
		p(0.09, 0.00), p(0.20, -0.24), p(0.25, 0.03), p(0.47, -0.20), p(0.36, 0.25),
	}
	c.polygon(ink, body...)
	for _, tip := range []point{p(-0.47, -0.22), p(-0.20, -0.26), p(0, -0.39), p(0.20, -0.26), p(0.47, -0.22)} {
		c.disc(tip, (0.05+swell/2)*width, ink)
	}
	c.rounded(at.x-0.37*width, at.y+0.29*width, at.x+0.37*width, at.y+(0.36+swell)*width, 0.03*width, ink)
}

// arrow is the outline of a pointer, its tip at the origin, 19 units tall.
var arrow = []point{{0, 0}, {0, 17}, {4, 13.2}, {6.7, 19.2}, {9.3, 18}, {6.6, 12.2}, {12, 12}}

func (s *Spec) drawPointer(c canvas) {
	n := s.size()
	tip := point{s.lineX(s.Pointer%n) + s.PointerAt.x*s.PitchX, s.lineY(s.Pointer/n) + s.PointerAt.y*s.PitchY}
	scale := s.pointerScale()
	shape := make([]point, len(arrow))
	for i, p := range arrow {
		shape[i] = point{tip.x + p.x*scale, tip.y + p.y*scale}
	}
	c.polygon(black, shape...)
	c.strokes(1.3*scale, white, shape...)
}

// underPointer lists the cells over whose inner part the pointer's box reaches.
func (s *Spec) underPointer() (cells []int) {
	if s.Pointer < 0 {
		return nil
	}
	const rim = 0.12 // of a cell: where lines are, and no marks
	n := s.size()
	var lo, hi point // the arrow's box
	for _, p := range arrow {
		lo, hi = point{min(lo.x, p.x), min(lo.y, p.y)}, point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	// In cells, from the lattice's corner.
	x, y := float64(s.Pointer%n)+s.PointerAt.x, float64(s.Pointer/n)+s.PointerAt.y
	w, h := s.pointerScale()/s.PitchX, s.pointerScale()/s.PitchY
	for cell := range n * n {
		col, row := float64(cell%n), float64(cell/n)
		if x+lo.x*w < col+1-rim && x+hi.x*w > col+rim && y+lo.y*h < row+1-rim && y+hi.y*h > row+rim {
			cells = append(cells, cell)
		}
	}
	return cells
}

// pointerScale returns how large the arrow is drawn: with the display's scale,
// but not smaller with the page.
func (s *Spec) pointerScale() float64 { return max(1, s.Scale) }
