package player

import (
	"image"
	"image/draw"

	"autoqueens/solver"
	"autoqueens/vision"
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
	area := cellArea(l, c.cell)
	// What falls over the cell, as confetti does, may cover some of its rim.
	over, explained := rimLayer(c.shown, img, area)
	if explained < bare {
		return unseen
	}
	whole := image.NewRGBA(c.shown.Rect)
	draw.Draw(whole, whole.Rect, c.shown, whole.Rect.Min, draw.Src)
	over.layBare(whole, img, c.shown, area)
	r, err := g.Reader.ReadAt(whole, c.before)
	switch {
	case err != nil || !sameRegions(&r.Board, &c.before.Board):
		return unseen
	case r.Board.Mark(c.cell.Row, c.cell.Col) == solver.Queen:
		return crowned
	default:
		return unmet
	}
}

// darkened tells whether a cell is darker in one picture than in an earlier one, as
// pages show that the pointer is on it.
func (g *game) darkened(then, now *image.RGBA, cell Cell) bool {
	const hover = 0.95 // of what it was: pages leave 0.75 to 0.8
	if then == nil || now == nil {
		return false
	}
	over, explained := rimLayer(then, now, cellArea(g.reading.Lattice, cell))
	return explained >= bare && max(over.gain[0], over.gain[1], over.gain[2]) <= hover
}

// rimLayer returns the layer that lies over the rim of a cell's area, and the share of
// the rim that it explains; nothing where a picture does not show all of the area.
func rimLayer(a, b *image.RGBA, area image.Rectangle) (layer, float64) {
	then, now := rims(a, b, area)
	if len(then) == 0 {
		return layer{}, 0
	}
	return layerOver(then, now)
}

// rims returns the pixels of the rim of a cell's area in two pictures, none where either does not show all of
// the area.
func rims(a, b *image.RGBA, area image.Rectangle) (then, now [][3]uint8) {
	if !area.In(a.Rect) || !area.In(b.Rect) {
		return nil, nil
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if onRim(area, x, y) {
				then, now = append(then, pixel(a, x, y)), append(now, pixel(b, x, y))
			}
		}
	}
	return then, now
}

// beyond is how far the area of a cell reaches beyond it, for the lines around it: no line is thinner than a
// pixel, and the fit may be off by one.
const beyond = 2

// cellArea returns the pixels of a cell with the lines around it.
func cellArea(l vision.Lattice, c Cell) image.Rectangle {
	x, y := l.X+float64(c.Col)*l.PitchX, l.Y+float64(c.Row)*l.PitchY
	return image.Rect(int(x)-beyond, int(y)-beyond, int(x+l.PitchX+0.5)+beyond, int(y+l.PitchY+0.5)+beyond)
}

// innerArea returns the pixels within a cell in which figures stand, without the lines around it.
func innerArea(l vision.Lattice, c Cell) image.Rectangle {
	r := cellArea(l, c)
	return r.Inset(r.Dx() / 5)
}

// onRim tells whether a pixel of a cell's area lies at its edge, where no mark is.
func onRim(area image.Rectangle, x, y int) bool {
	// Marks keep to the inner 70 % of a cell.
	return !image.Pt(x, y).In(area.Inset(max(area.Dx()/7, 3)))
}
