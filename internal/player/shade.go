package player

import (
	"image"
	"image/draw"
	"slices"

	"autoqueens/vision"
)

// Pages lay a shade over the row, the column or the region of the cell that was clicked last. No reader can tell
// it from the colours of regions; who knows the board can.

// plain is a picture of the board as it was at its place first, by which shades are told.
type plain struct {
	img *image.RGBA
	at  vision.Lattice
}

// notePlain keeps the first picture of the board at its place.
func (g *game) notePlain() {
	const same = 0.5 // pixels
	if g.plain.img == nil || shift(g.plain.at, g.reading.Lattice)*g.reading.Lattice.PitchX > same {
		g.plain = plain{g.shown, g.reading.Lattice}
	}
}

// unshaded returns a picture of a Queens board as it would be without the shade that a page lays over several of
// its cells, nil where it lays none, or where what is seen is something else: all cells of a region that have a
// shade have the same one, but for the one cell that the pointer is on or that is selected, their lines are there,
// and most of the cells are as they were. Those of a page that is dimmed, as behind a dialog, are not.
func (g *game) unshaded(img *image.RGBA) *image.RGBA {
	if g.other() || g.plain.img == nil {
		return nil // the readers of the other games look at what stands in a cell, whatever its ground
	}
	l, b := g.reading.Lattice, g.board()
	shades := map[uint8][]shade{} // by region
	count := 0
	for row := range l.Size {
		for col := range l.Size {
			s := shade{area: cellArea(l, Cell{row, col}).Inset(beyond)}
			if !s.area.In(g.plain.img.Rect) || !s.area.In(img.Rect) {
				return nil
			}
			if s.measure(g.plain.img, img) {
				continue
			}
			if !s.flat {
				return nil
			}
			region := b.Region(row, col)
			shades[region] = append(shades[region], s)
			count++
		}
	}
	if count < 2 || 2*count > l.Size*l.Size {
		return nil
	}
	others, drawn := 0, 0
	without := image.NewRGBA(img.Rect)
	draw.Draw(without, without.Rect, img, without.Rect.Min, draw.Src)
	for _, of := range shades {
		others += len(of) - mostAlike(of)
		for _, s := range of {
			lines, kept := s.lines(g.plain.img, img)
			if float64(kept) < bare*float64(lines) {
				return nil
			}
			drawn += kept
			s.takeOff(without, img)
		}
	}
	if others > 1 || drawn == 0 {
		return nil
	}
	return without
}

// shade is what a cell's ground was and is.
type shade struct {
	area      image.Rectangle
	then, now [3]uint8
	flat      bool // the ground is of one colour, then and now
}

// measure looks at the ground all around what may stand in the cell, and tells whether it is what it was.
func (s *shade) measure(then, now *image.RGBA) (same bool) {
	r := s.area.Inset(s.area.Dx() / 8)
	var was, is [][3]uint8
	at := func(x, y int) { was, is = append(was, pixel(then, x, y)), append(is, pixel(now, x, y)) }
	for x := r.Min.X; x < r.Max.X; x++ {
		at(x, r.Min.Y)
		at(x, r.Max.Y-1)
	}
	for y := r.Min.Y + 1; y < r.Max.Y-1; y++ {
		at(r.Min.X, y)
		at(r.Max.X-1, y)
	}
	equal := 0
	for i := range was {
		if was[i] == is[i] {
			equal++
		}
	}
	if enough := func(n int) bool { return float64(n) >= bare*float64(len(was)) }; !enough(equal) {
		var onThen, onNow int
		s.then, onThen = groundOf(was)
		s.now, onNow = groundOf(is)
		s.flat = enough(onThen) && enough(onNow)
		return false
	}
	return true
}

// lines returns how many pixels at the cell's rim stood out from its ground, and how many of these still do.
func (s *shade) lines(then, now *image.RGBA) (lines, kept int) {
	was, is := rims(then, now, s.area)
	for i := range was {
		if departs(was[i], s.then) >= leastDrawn {
			lines++
			if departs(is[i], s.now) >= leastDrawn/2 {
				kept++
			}
		}
	}
	return lines, kept
}

// groundOf returns the median of pixels, channel by channel, and how many of them have that colour.
func groundOf(pixels [][3]uint8) (ground [3]uint8, on int) {
	v := make([]uint8, len(pixels))
	for c := range ground {
		for i, p := range pixels {
			v[i] = p[c]
		}
		slices.Sort(v)
		ground[c] = v[len(v)/2]
	}
	for _, p := range pixels {
		if !farther(p, ground, offBy) {
			on++
		}
	}
	return ground, on
}

// mostAlike returns how many shades, at the most, are one.
func mostAlike(shades []shade) (most int) {
	for _, a := range shades {
		alike := 0
		for _, b := range shades {
			if !farther(a.now, b.now, offBy) {
				alike++
			}
		}
		most = max(most, alike)
	}
	return most
}

// takeOff draws the cell without the shade. What is drawn on the ground, lines and marks, has it the less the
// farther it departs from that.
func (s *shade) takeOff(on, img *image.RGBA) {
	most := leastDrawn
	for y := s.area.Min.Y; y < s.area.Max.Y; y++ {
		for x := s.area.Min.X; x < s.area.Max.X; x++ {
			most = max(most, departs(pixel(img, x, y), s.now))
		}
	}
	for y := s.area.Min.Y; y < s.area.Max.Y; y++ {
		for x := s.area.Min.X; x < s.area.Max.X; x++ {
			p := pixel(img, x, y)
			ground := most - departs(p, s.now) // of most
			for c := range p {
				by := (int(s.then[c]) - int(s.now[c])) * ground / most
				p[c] = uint8(min(max(int(p[c])+by, 0), 255))
			}
			copy(on.Pix[on.PixOffset(x, y):], p[:])
		}
	}
}
