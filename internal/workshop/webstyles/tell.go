package webstyles

import (
	"image"
	"image/color"
	"math"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// Can a person read it? What tells regions apart is known from how the page was
// built, but filters, translucent grounds and spoilings weaken it: so colours
// are measured in the finished picture, at the places where cells show them.

const (
	// touchingApart is the least CIEDE2000 distance of cells of two regions that
	// touch, and scatteredApart of regions in pieces, which are told from afar.
	touchingApart  = 6
	scatteredApart = 8
	// moreThanWithin is how much more cells of two regions have to differ than
	// cells of one do.
	moreThanWithin = 1.4
)

// demand says whether a reader can be asked to read the finished picture, and
// where not, why.
func (s *sheet) demand(img image.Image, at render.Rect, c condition) (render.Demand, string) {
	pitch := min(at.Width, at.Height) / float64(s.n)
	rough := c.quality > 0 && c.quality < 70 || c.noise > 6 || c.factor < 0.95 || c.nearest
	marked := false
	for _, m := range s.board.Marks {
		marked = marked || m != solver.Empty
	}
	switch {
	case pitch < 13, pitch < 17 && rough:
		return render.May, "cells too small to see: under 13 px, or under 17 px and spoiled"
	case marked && pitch < 16, marked && pitch < 22 && rough:
		return render.May, "marks too small to see: cells under 16 px, or under 22 px and spoiled"
	}
	if s.looks.cross == dotCross && s.looks.circle*pitch < 1.3 {
		for _, m := range s.board.Marks {
			if m == solver.Cross {
				return render.May, "dots of less than three pixels"
			}
		}
	}
	within, touching, apart := s.measure(img, at)
	colour := s.told.color && touching >= max(touchingApart, moreThanWithin*within)
	shape := s.told.lines && s.linesShow(c) || colour
	whole := render.Connected(s.board)
	named := (s.told.name || s.told.pattern) && pitch >= 20 && !(rough && pitch < 28)
	switch {
	case s.twins && !named:
		return render.May, "two regions that touch have one colour, and no line between them"
	case !shape && !named:
		return render.May, "regions that touch are too alike in the picture, and no line tells"
	case !whole && !named && !(s.told.color && s.few == 0 && apart >= max(scatteredApart, moreThanWithin*within)):
		return render.May, "pieces of a region are too alike to pieces of others"
	}
	return render.Must, ""
}

// linesShow tells whether lines around regions are still wider than those
// inside.
func (s *sheet) linesShow(c condition) bool {
	least := 1.0
	switch {
	case c.nearest:
		least = 1.9
	case c.quality > 0 && c.quality < 70, c.noise > 6:
		least = 1.3
	}
	thin := s.thin
	if s.faint != "same" { // told by their colour too
		thin = 0
	}
	return (s.thick-thin)*s.scale*c.factor >= least
}

// measure returns how far apart, by CIEDE2000, cells of one region that touch
// are at most, cells of two that touch at least, and regions at least.
func (s *sheet) measure(img image.Image, at render.Rect) (within, touching, apart float64) {
	type sum struct{ r, g, b, n float64 }
	mean := func(m sum) color.NRGBA {
		return color.NRGBA{R: clamp(m.r / m.n), G: clamp(m.g / m.n), B: clamp(m.b / m.n), A: 255}
	}
	n := s.n
	cells := make([]color.NRGBA, n*n)
	regions := make([]sum, n)
	for cell := range cells {
		var m sum
		s.ring(cell, at, func(x, y int) {
			if !(image.Point{X: x, Y: y}).In(img.Bounds()) {
				return
			}
			r, g, b, _ := img.At(x, y).RGBA()
			m.r, m.g, m.b, m.n = m.r+float64(r>>8), m.g+float64(g>>8), m.b+float64(b>>8), m.n+1
		})
		if m.n == 0 {
			continue
		}
		cells[cell] = mean(m)
		if !s.odd(cell) {
			t := &regions[s.board.Regions[cell]]
			k := cells[cell]
			t.r, t.g, t.b, t.n = t.r+float64(k.R), t.g+float64(k.G), t.b+float64(k.B), t.n+1
		}
	}
	touching, apart = math.Inf(1), math.Inf(1)
	for cell := range cells {
		for _, side := range []int{right, bottom} {
			o := s.beside(cell, side)
			if o < 0 || s.odd(cell) || s.odd(o) {
				continue
			}
			d := deltaE(cells[cell], cells[o])
			if s.border(cell, side) {
				touching = min(touching, d)
			} else {
				within = max(within, d)
			}
		}
	}
	for i, a := range regions {
		for _, b := range regions[i+1:] {
			if a.n > 0 && b.n > 0 {
				apart = min(apart, deltaE(mean(a), mean(b)))
			}
		}
	}
	return within, touching, apart
}

// odd tells whether a cell does not show its region's colour: the pointer or a
// clash shades it, or a queen stands where it would.
func (s *sheet) odd(cell int) bool {
	return cell == s.hover || s.clashes(cell) || s.board.Marks[cell] == solver.Queen
}

// ring calls look for the pixels where a cell shows its colour: the middle of
// each of four strips along its sides, which marks leave free.
func (s *sheet) ring(cell int, at render.Rect, look func(x, y int)) {
	n := float64(s.n)
	pw, ph := at.Width/n, at.Height/n
	x, y := at.X+float64(cell%s.n)*pw, at.Y+float64(cell/s.n)*ph
	box := func(x0, y0, x1, y1 float64) {
		for py := int(y + y0*ph + 0.5); py < max(int(y+y1*ph+0.5), int(y+y0*ph+0.5)+1); py++ {
			for px := int(x + x0*pw + 0.5); px < max(int(x+x1*pw+0.5), int(x+x0*pw+0.5)+1); px++ {
				look(px, py)
			}
		}
	}
	a, b := s.at[0], s.at[1]
	box(0.3, a, 0.7, b)
	box(0.3, 1-b, 0.7, 1-a)
	box(a, 0.3, b, 0.7)
	box(1-b, 0.3, 1-a, 0.7)
}
