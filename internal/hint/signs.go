package hint

import (
	"image/color"
	"slices"
)

// Which signs are there? Each has a white rim, against grounds of any colour.

// hatch fills a cell with slanted lines.
func (p *picture) hatch(cell int) {
	x, y := p.at(cell)
	p.dc.Push()
	p.dc.DrawRectangle(x+1, y+1, p.cell-2, p.cell-2)
	p.dc.Clip()
	for _, pen := range []struct {
		width float64
		ink   color.NRGBA
	}{{0.05 * p.cell, color.NRGBA{R: 255, G: 255, B: 255, A: 200}}, {0.025 * p.cell, blue}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		for d := 0.125 * p.cell; d < 2*p.cell; d += 0.25 * p.cell {
			p.dc.DrawLine(x+d, y, x+d-p.cell, y+p.cell)
			p.dc.Stroke()
		}
	}
	p.dc.ResetClip()
	p.dc.Pop()
}

// outline draws a line around a set of cells.
func (p *picture) outline(cells []int, width float64, c color.Color) {
	p.dc.SetColor(c)
	p.dc.SetLineWidth(width)
	p.dc.SetLineCapSquare()
	inside := func(row, col int) bool {
		return row >= 0 && row < p.rows && col >= 0 && col < p.cols && slices.Contains(cells, row*p.cols+col)
	}
	for _, cell := range cells {
		row, col := cell/p.cols, cell%p.cols
		x, y := p.at(cell)
		for _, side := range []struct {
			beside         bool
			x0, y0, x1, y1 float64
		}{
			{inside(row-1, col), x, y, x + p.cell, y},
			{inside(row+1, col), x, y + p.cell, x + p.cell, y + p.cell},
			{inside(row, col-1), x, y, x, y + p.cell},
			{inside(row, col+1), x + p.cell, y, x + p.cell, y + p.cell},
		} {
			if !side.beside {
				p.dc.DrawLine(side.x0, side.y0, side.x1, side.y1)
				p.dc.Stroke()
			}
		}
	}
	p.dc.SetLineCapButt()
}

// sign draws the sign of a role on a cell that begins at x, y.
func (p *picture) sign(r role, x, y, size float64) {
	cx, cy := x+size/2, y+size/2
	switch r {
	case crossed:
		p.frame(x, y, size, 0.06, red)
		p.cross(cx, cy, 0.22*size, 0.1*size, red)
	case crowned:
		p.frame(x, y, size, 0.06, green)
		p.frame(x+0.1*size, y+0.1*size, 0.8*size, 0.04, green)
		p.crown(cx, cy, 0.27*size, green)
	case concluded:
		p.frame(x, y, size, 0.06, green)
		p.frame(x+0.1*size, y+0.1*size, 0.8*size, 0.04, green)
	case wrong:
		p.frame(x, y, size, 0.08, red)
		p.warning(x+0.76*size, y+0.25*size, 0.2*size)
	}
}

// frame draws a square line just inside a square, thick being its share.
func (p *picture) frame(x, y, size, thick float64, c color.Color) {
	w := thick * size
	for _, pen := range []struct {
		width float64
		ink   color.Color
	}{{w + 0.04*size, paper}, {w, c}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		in := w/2 + 0.03*size
		p.dc.DrawRectangle(x+in, y+in, size-2*in, size-2*in)
		p.dc.Stroke()
	}
}

// cross draws an x with arms of a length.
func (p *picture) cross(x, y, arm, width float64, c color.Color) {
	p.dc.SetLineCapRound()
	for _, pen := range []struct {
		width float64
		ink   color.Color
	}{{2 * width, paper}, {width, c}} {
		p.dc.SetColor(pen.ink)
		p.dc.SetLineWidth(pen.width)
		p.dc.DrawLine(x-arm, y-arm, x+arm, y+arm)
		p.dc.Stroke()
		p.dc.DrawLine(x-arm, y+arm, x+arm, y-arm)
		p.dc.Stroke()
	}
	p.dc.SetLineCapButt()
}

// crown draws a crown of three points, half as wide as half says.
func (p *picture) crown(x, y, half float64, c color.Color) {
	shape := func() {
		for i, at := range [][2]float64{{-0.8, 0.75}, {-1, -0.45}, {-0.45, 0.1}, {0, -0.8}, {0.45, 0.1}, {1, -0.45}, {0.8, 0.75}} {
			if i == 0 {
				p.dc.MoveTo(x+at[0]*half, y+at[1]*half)
				continue
			}
			p.dc.LineTo(x+at[0]*half, y+at[1]*half)
		}
		p.dc.ClosePath()
		for _, at := range [][2]float64{{-1, -0.5}, {0, -0.85}, {1, -0.5}} {
			p.dc.DrawCircle(x+at[0]*half, y+at[1]*half, 0.16*half)
		}
	}
	p.dc.SetLineJoinRound()
	p.dc.SetColor(paper)
	p.dc.SetLineWidth(0.36 * half)
	shape()
	p.dc.Stroke()
	p.dc.SetColor(c)
	shape()
	p.dc.Fill()
}

// warning draws a triangle with an exclamation mark.
func (p *picture) warning(x, y, half float64) {
	triangle := func(k float64) {
		p.dc.MoveTo(x, y-k*half)
		p.dc.LineTo(x+k*half, y+0.8*k*half)
		p.dc.LineTo(x-k*half, y+0.8*k*half)
		p.dc.ClosePath()
		p.dc.Fill()
	}
	p.dc.SetColor(paper)
	triangle(1.35)
	p.dc.SetColor(red)
	triangle(1)
	p.dc.SetColor(paper)
	p.dc.SetLineWidth(0.2 * half)
	p.dc.DrawLine(x, y-0.4*half, x, y+0.25*half)
	p.dc.Stroke()
	p.dc.DrawCircle(x, y+0.55*half, 0.13*half)
	p.dc.Fill()
}
