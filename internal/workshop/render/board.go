package render

import (
	"image/color"
	"math"
)

// How is a board drawn? Frame first, then the grounds of the cells, the lines
// over them, the marks on top, and the pointer last.
func (s *Spec) draw(c canvas) {
	s.drawFrame(c)
	s.drawGrounds(c)
	s.drawLines(c)
	above := s.Stripes != nil && s.Stripes.Above
	if !above {
		s.drawStripes(c)
	}
	for cell := range s.Board.Regions {
		s.drawMark(c, cell)
	}
	if above {
		s.drawStripes(c)
	}
	s.drawScratches(c)
	if s.Pointer >= 0 {
		s.drawPointer(c)
	}
}

func (s *Spec) drawFrame(c canvas) {
	f := s.Frame
	if f.Width <= 0 {
		return
	}
	b := s.bounds()
	x0, y0, x1, y1 := b.X-f.Width, b.Y-f.Width, b.X+b.Width+f.Width, b.Y+b.Height+f.Width
	if s.Lines.Snap {
		x0, y0, x1, y1 = math.Round(x0), math.Round(y0), math.Round(x1), math.Round(y1)
	}
	c.rounded(x0, y0, x1, y1, f.Radius, f.Color)
}

func (s *Spec) drawGrounds(c canvas) {
	n := s.size()
	for cell := range s.Board.Regions {
		row, col := cell/n, cell%n
		x0, y0, x1, y1 := s.lineX(col), s.lineY(row), s.lineX(col+1), s.lineY(row+1)
		if s.Lines.Kind == Gaps {
			g := s.Lines.Thin / 2
			x0, y0, x1, y1 = x0+g, y0+g, x1-g, y1-g
		}
		if s.Lines.Snap {
			x0, y0, x1, y1 = math.Round(x0), math.Round(y0), math.Round(x1), math.Round(y1)
		}
		if s.Lines.Kind == Gaps {
			c.rounded(x0, y0, x1, y1, s.Lines.Radius, s.ground(cell))
			continue
		}
		// Two cells that share a pixel would let what is behind them shine
		// through; so the first takes it whole, and the next its own part.
		if !s.Lines.Seams && col < n-1 {
			x1 = math.Ceil(x1)
		}
		if !s.Lines.Seams && row < n-1 {
			y1 = math.Ceil(y1)
		}
		c.rect(x0, y0, x1, y1, s.ground(cell))
	}
}

// drawLines draws the thin lines first, so that the ends of thick ones lie
// over them.
func (s *Spec) drawLines(c canvas) {
	if s.Lines.Kind == Gaps || s.Lines.Kind == NoLines {
		return
	}
	n := s.size()
	for _, thick := range []bool{false, true} {
		for i := 0; i <= n; i++ {
			for j := range n {
				s.drawEdge(c, thick, true, i, j)
				s.drawEdge(c, thick, false, i, j)
			}
		}
	}
}

// drawEdge draws one cell's length of lattice line i: the upright one beside
// row j, or the level one above column j.
func (s *Spec) drawEdge(c canvas, thick, upright bool, i, j int) {
	width, ink, border := s.edge(upright, i, j)
	if border != thick || width <= 0 {
		return
	}
	over := 0.0 // how far the line runs into the crossing at its ends
	if border {
		over = width / 2
	}
	at, from, to := s.lineY(i), s.lineX(j)-over, s.lineX(j+1)+over
	if upright {
		at, from, to = s.lineX(i), s.lineY(j)-over, s.lineY(j+1)+over
	}
	lo := at - width/2
	if s.Lines.Snap {
		width = max(1, math.Round(width))
		lo = math.Round(at - width/2)
		from, to = math.Round(from), math.Round(to)
	}
	if upright {
		c.rect(lo, from, lo+width, to, ink)
	} else {
		c.rect(from, lo, to, lo+width, ink)
	}
}

// edge returns the width and colour of a piece of line, and whether it is
// drawn as a region's border.
func (s *Spec) edge(upright bool, i, j int) (width float64, ink color.NRGBA, border bool) {
	n := s.size()
	if i == 0 || i == n {
		return s.Lines.Outer, s.Lines.ThickColor, true
	}
	a, b := s.Board.Region(i-1, j), s.Board.Region(i, j)
	if upright {
		a, b = s.Board.Region(j, i-1), s.Board.Region(j, i)
	}
	if a != b {
		return s.Lines.Thick, s.Lines.ThickColor, true
	}
	return s.Lines.Thin, s.Lines.ThinColor, false
}
