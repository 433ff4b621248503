package player

import (
	"image"
	"image/draw"

	"autoqueens/solver"
)

// glimpse is what a picture shows of the cell that was clicked last, when the
// board as a whole cannot be read any more.
type glimpse int

const (
	unseen  glimpse = iota // something lies over the cell
	unmet                  // the cell is in sight, without its queen
	crowned                // the queen stands there
)

// glimpse looks at the cell of the last click alone. A card that came up over the
// board may leave it free, or let it shine through, and crowns may be turning gold
// meanwhile. The cell is in sight where its rim, which no mark reaches, is what it
// was, below a layer perhaps: then the cell, without the layer, is put into the
// picture in which the board was last read, and read there.
func (g *game) glimpse(img *image.RGBA) glimpse {
	c := g.closing
	l := c.before.Lattice
	area := cellArea(l.X+float64(c.cell.Col)*l.PitchX, l.Y+float64(c.cell.Row)*l.PitchY, l.PitchX, l.PitchY)
	if !area.In(img.Rect) || !area.In(c.shown.Rect) {
		return unseen
	}
	var then, now [][3]uint8
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if onRim(area, x, y) {
				then, now = append(then, pixel(c.shown, x, y)), append(now, pixel(img, x, y))
			}
		}
	}
	// What falls over the cell, as confetti does, may cover some of its rim.
	over, explained := layerOver(then, now)
	if explained < bare {
		return unseen
	}
	whole := image.NewRGBA(c.shown.Rect)
	draw.Draw(whole, whole.Rect, c.shown, whole.Rect.Min, draw.Src)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			p := over.below(pixel(img, x, y), pixel(c.shown, x, y))
			copy(whole.Pix[whole.PixOffset(x, y):], p[:])
		}
	}
	r, err := g.Reader.ReadAt(whole, l)
	switch {
	case err != nil || !sameRegions(&r.Board, &c.before.Board):
		return unseen
	case r.Board.Mark(c.cell.Row, c.cell.Col) == solver.Queen:
		return crowned
	default:
		return unmet
	}
}

// cellArea returns the pixels of a cell with the lines around it.
func cellArea(x, y, width, height float64) image.Rectangle {
	const line = 2 // pixels: no line is thinner than one, and the fit may be off by one
	return image.Rect(int(x)-line, int(y)-line, int(x+width+0.5)+line, int(y+height+0.5)+line)
}

// onRim tells whether a pixel of a cell's area lies at its edge, where no mark is.
func onRim(area image.Rectangle, x, y int) bool {
	// Marks keep to the inner 70 % of a cell.
	return !image.Pt(x, y).In(area.Inset(max(area.Dx()/7, 3)))
}
