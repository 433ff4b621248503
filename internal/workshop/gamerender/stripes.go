package gamerender

import "image/color"

// stripes is how stripes look that a page lays over cells, the same in all cells of a board. Lengths are
// in CSS pixels along the side of a cell.
type stripes struct {
	color       color.NRGBA
	every, wide float64
	falling     bool
}

// stripes deals the stripes of a board.
func (d *Deal) stripes() stripes {
	alpha, every, wide := 0.35+0.3*d.Late.Float64(), 7+4*d.Late.Float64(), 2+d.Late.Float64()
	red := Pick(d.Late, Hex(0xCB112F), Hex(0xE02020), Hex(0xD0342C))
	return stripes{color.NRGBA{R: red.R, G: red.G, B: red.B, A: uint8(255 * alpha)}, every, wide, d.Late.IntN(4) == 0}
}

// striped lays diagonal stripes over cells, as pages do where something breaks a rule. What lies
// so far from the sides of a cell, in pixels, is covered.
func (d *Deal) striped(look stripes, cells map[int]bool, inset float64) {
	for i := range d.Size * d.Size {
		if !cells[i] {
			continue
		}
		x, y, side := d.X+float64(i%d.Size)*d.Pitch+inset, d.Y+float64(i/d.Size)*d.Pitch+inset, d.Pitch-2*inset
		d.Push()
		d.DrawRectangle(x, y, side, side)
		d.Clip()
		for off := 0.0; off < 2*side; off += look.every * d.Zoom {
			end := off + look.wide*d.Zoom
			d.ClearPath()
			if look.falling {
				d.MoveTo(x+side-off, y)
				d.LineTo(x+side-end, y)
				d.LineTo(x+side-end+2*side, y+2*side)
				d.LineTo(x+side-off+2*side, y+2*side)
			} else {
				d.MoveTo(x+off, y)
				d.LineTo(x+end, y)
				d.LineTo(x+end-2*side, y+2*side)
				d.LineTo(x+off-2*side, y+2*side)
			}
			d.ClosePath()
			d.SetColor(look.color)
			d.Fill()
		}
		d.ResetClip()
		d.Pop()
	}
}
