package render

import (
	"image"
	"image/color"
	"math"

	"autoqueens/solver"
)

// Can the truth be told from the picture? What a reader is asked for follows
// from what is left in the pixels: the grounds of the cells are measured in the
// finished picture at the places where they are known to lie, and regions must
// differ by more than cells of one region do, or lines must tell. Everything
// else is excused, but not from being right.

// condition is what a variant did to a picture.
type condition struct {
	factor  float64 // scaled by this
	nearest bool    // without smoothing
	quality int     // of JPEG, 0 where there was none
	noise   float64 // sigma
	clipped float64 // largest share of a cell cut from a side
}

const (
	// plainly is how far apart in RGB regions must be for colour to tell alone;
	// with lines to help, barely is enough.
	plainly = 24
	barely  = 10
	// smallest is the pitch from which boards must be read.
	smallest = 12
)

// demand says whether the picture must be read; where it need not, why says by
// which rule.
func demand(img image.Image, s *Spec, bounds Rect, c condition) (Demand, string) {
	spread, closest := measure(img, s, bounds)
	return s.demand(spread, closest, bounds, c)
}

// demand is as above, with the colours measured: spread and closest are as
// measure returns them.
func (s *Spec) demand(spread, closest float64, bounds Rect, c condition) (Demand, string) {
	n := float64(s.size())
	pitch := min(bounds.Width, bounds.Height) / n
	rough := (c.quality > 0 && c.quality < 75) || c.noise > 8
	lines := s.linesTell(c)
	connected := Connected(s.Board)
	enough := float64(plainly)
	if lines {
		enough = barely
	}
	colour := closest >= max(enough, 4*spread)
	switch {
	case pitch < smallest:
		return May, "cells under 12 px"
	case pitch < 16 && (rough || c.factor != 1):
		return May, "cells under 16 px, compressed, noisy or scaled"
	case s.marked() && pitch < 14, s.marked() && pitch < 20 && (rough || c.factor < 1):
		return May, "marks in cells under 14 px, or under 20 px, compressed, noisy or scaled"
	case !colour && !lines:
		return May, "regions closer in colour than cells of one region, and no lines that tell"
	case !colour && !connected:
		return May, "pieces of a region closer in colour to other regions than to it"
	case s.edgeUnseen():
		return May, "a region at the edge has the page's colour, and no line around it"
	case c.clipped > 0.08, c.clipped > 0.03 && (s.Lines.Thin == 0 || s.Lines.Kind == Gaps):
		return May, "cells at the edge are cut"
	case !lines && s.ClashTint > 0 && len(s.Clash) > 0:
		return May, "tinted cells, and no lines that tell"
	case !lines && s.Hover >= 0 && !s.hoverTold():
		return May, "a shaded cell that could be another region's, and no lines that tell"
	}
	return Must, ""
}

// linesTell tells whether lines around regions differ from those inside them
// by enough to see.
func (s *Spec) linesTell(c condition) bool {
	if !s.marksBorders() {
		return false
	}
	thin, thick := s.Lines.Thin, s.Lines.Thick
	if s.Lines.Snap {
		thin, thick = math.Round(thin), math.Round(thick)
	}
	thin, thick = thin*c.factor, thick*c.factor
	least := 0.8
	switch {
	case c.nearest:
		least = 1.9
	case c.quality > 0 && c.quality < 70, c.noise > 8:
		least = 1.2
	}
	if thick-thin < least {
		return false
	}
	for _, k := range s.Colors {
		if apart(k, s.Lines.ThickColor) < 90 {
			return false
		}
	}
	return true
}

// marked tells whether any cell has a mark.
func (s *Spec) marked() bool {
	for _, m := range s.Board.Marks {
		if m != solver.Empty {
			return true
		}
	}
	return false
}

// edgeUnseen tells whether part of the board's outer edge cannot be seen.
func (s *Spec) edgeUnseen() bool {
	if s.Frame.Width > 0 && apart(s.Frame.Color, s.Page) >= 2*plainly || s.Lines.Outer > 0 && apart(s.Lines.ThickColor, s.Page) >= 2*plainly {
		return false
	}
	n := s.size()
	for cell := range s.Board.Regions {
		row, col := cell/n, cell%n
		if (row == 0 || col == 0 || row == n-1 || col == n-1) && apart(s.ground(cell), s.Page) < plainly {
			return true
		}
	}
	return false
}

// hoverTold tells whether colour alone shows whose cell the shaded one is: of
// the regions beside it, only its own has its hue, and no region of a single
// cell could be taken for the shaded cell in its stead.
func (s *Spec) hoverTold() bool {
	if s.otherShade() {
		return false
	}
	own := s.Board.Regions[s.Hover]
	alone, beside := true, false
	for cell, id := range s.Board.Regions {
		alone = alone && (id != own || cell == s.Hover)
	}
	shade := s.ground(s.Hover)
	for _, o := range neighbours(s.size(), s.Hover) {
		id := s.Board.Regions[o]
		if id == own {
			beside = true
		} else if shadeOf(shade, s.Colors[id]) {
			return false
		}
	}
	return !s.resembles(s.Hover) && (beside || alone)
}

// otherShade tells whether a region of one cell looks like a shaded cell of a
// region beside it.
func (s *Spec) otherShade() bool {
	cells := make([]int, s.size())
	for _, id := range s.Board.Regions {
		cells[id]++
	}
	for cell, id := range s.Board.Regions {
		if cells[id] > 1 || cell == s.Hover {
			continue
		}
		for _, o := range neighbours(s.size(), cell) {
			if shadeOf(s.Colors[id], s.Colors[s.Board.Regions[o]]) {
				return true
			}
		}
	}
	return false
}

// shadeOf tells whether k could be c darkened or lightened: the channels moved
// by nearly the same factor.
func shadeOf(k, c color.NRGBA) bool {
	lo, hi := math.Inf(1), 0.0
	for _, q := range [3][2]uint8{{k.R, c.R}, {k.G, c.G}, {k.B, c.B}} {
		f := (float64(q[0]) + 4) / (float64(q[1]) + 4)
		lo, hi = min(lo, f), max(hi, f)
	}
	return hi-lo < 0.16 && hi > 0.6 && lo < 1.45
}

// measure returns how far the grounds of cells lie from the mean of their
// region, at most, and how far apart the closest regions are, in RGB.
func measure(img image.Image, s *Spec, bounds Rect) (spread, closest float64) {
	n := s.size()
	type sum struct{ r, g, b, n float64 }
	cells := make([]sum, n*n)
	regions := make([]sum, n)
	pw, ph := bounds.Width/float64(n), bounds.Height/float64(n)
	for cell, id := range s.Board.Regions {
		if cell == s.Hover || cell == s.Pointer || s.clashing(cell) {
			continue // not their region's colour
		}
		x, y := bounds.X+float64(cell%n)*pw, bounds.Y+float64(cell/n)*ph
		c := &cells[cell]
		// Marks leave these two strips free.
		for _, strip := range [2][2]float64{{0.13, 0.19}, {0.79, 0.87}} {
			y0, y1 := int(y+strip[0]*ph+0.5), int(y+strip[1]*ph+0.5)
			x0, x1 := int(x+0.3*pw+0.5), int(x+0.7*pw+0.5)
			for py := y0; py < max(y1, y0+1); py++ {
				for px := x0; px < max(x1, x0+1); px++ {
					if !(image.Point{X: px, Y: py}).In(img.Bounds()) {
						continue
					}
					r, g, b, _ := img.At(px, py).RGBA()
					c.r, c.g, c.b, c.n = c.r+float64(r>>8), c.g+float64(g>>8), c.b+float64(b>>8), c.n+1
				}
			}
		}
		if c.n > 0 {
			c.r, c.g, c.b, c.n = c.r/c.n, c.g/c.n, c.b/c.n, 1
			m := &regions[id]
			m.r, m.g, m.b, m.n = m.r+c.r, m.g+c.g, m.b+c.b, m.n+1
		}
	}
	distance := func(a, b sum) float64 {
		dr, dg, db := a.r/a.n-b.r/b.n, a.g/a.n-b.g/b.n, a.b/a.n-b.b/b.n
		return math.Sqrt(dr*dr + dg*dg + db*db)
	}
	for cell, c := range cells {
		if m := regions[s.Board.Regions[cell]]; c.n > 0 && m.n > 0 {
			spread = max(spread, distance(c, m))
		}
	}
	closest = math.Inf(1)
	for i, a := range regions {
		for _, b := range regions[i+1:] {
			if a.n > 0 && b.n > 0 {
				closest = min(closest, distance(a, b))
			}
		}
	}
	return spread, closest
}
