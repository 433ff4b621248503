package digit

import (
	"autoqueens/vision/raster"
)

// What may stand in a cell besides a number.
const (
	Nothing = -1 // the ground alone
	Other   = -2 // something that is no number, or several of them, such as notes
)

// Answer is what stands in a cell.
type Answer struct {
	Number     int     // 0 to 99, Nothing or Other
	Likelihood float64 // of that, 0 to 1
	// Bounds is where ink stands, in pixels of the picture; empty where there is none.
	Bounds raster.Rect
	// Height is that of the glyphs, in pixels, to a fraction; 0 where there is no number.
	Height float64
	// Tallest is the height of the highest piece of ink, in whole pixels, whatever it is.
	Tallest float64
	// Ink is the colour of what stands there.
	Ink raster.RGB
}

// Certain tells whether an answer can be relied on.
func (a Answer) Certain() bool { return a.Likelihood >= certain }

// Given returns the answer where something else tells of the same number, which agrees by chance,
// where it is another, in such a share of the cases.
func (a Answer) Given(chance float64) Answer {
	a.Likelihood /= a.Likelihood + chance*(1-a.Likelihood)
	return a
}

const certain = 0.95 // as for readings of boards

// Read reads what stands within an area, in pixels of the picture, on a ground of one colour.
// Ink that reaches the area's rim is something else than a number. Where the area lies outside
// the picture there is nothing.
func Read(p *raster.Picture, area raster.Rect, ground raster.RGB) Answer {
	k, ok := inkOf(p, area, ground)
	if !ok {
		return Answer{Number: Nothing, Likelihood: 1}
	}
	pieces, labels := k.glyphs()
	if len(pieces) == 0 {
		return Answer{Number: Nothing, Likelihood: 1}
	}
	a := k.read(pieces, labels)
	a.Ink = k.color
	for _, b := range pieces {
		a.Tallest = max(a.Tallest, float64(b.height()))
	}
	b := around(pieces)
	a.Bounds = raster.Rect{X: float64(k.x + b.x0), Y: float64(k.y + b.y0), Width: float64(b.width()), Height: float64(b.height())}
	return a
}

// Each reads every piece of ink within an area as a digit by itself, from left to right: for
// digits that are no number together. It is empty where there is none.
func Each(p *raster.Picture, area raster.Rect, ground raster.RGB) (out []Answer) {
	k, ok := inkOf(p, area, ground)
	if !ok {
		return nil
	}
	pieces, labels := k.glyphs()
	for _, b := range pieces {
		a := Answer{Number: Other, Likelihood: 1}
		if !k.reachedBy(b) {
			a = k.number(labels, b)
		}
		a.Ink, a.Tallest = k.color, float64(b.height())
		a.Bounds = raster.Rect{X: float64(k.x + b.x0), Y: float64(k.y + b.y0), Width: float64(b.width()), Height: float64(b.height())}
		out = append(out, a)
	}
	return out
}

// read tells which number pieces of ink make.
func (k *ink) read(pieces []piece, labels []int32) Answer {
	switch {
	case len(pieces) > 2, k.reachedBy(around(pieces)):
		return Answer{Number: Other, Likelihood: 1}
	case len(pieces) == 2 && !beside(pieces[0], pieces[1]):
		return Answer{Number: Other, Likelihood: 1}
	case len(pieces) == 2:
		return k.number(labels, pieces...)
	}
	g := pieces[0]
	best := k.number(labels, g)
	// Two digits that touch are wider than most are high, and do so in one place: a letter that wide is crossed by
	// several strokes.
	const wide = 0.85
	if best.Number == Other && float64(g.width()) > wide*float64(g.height()) {
		for cut := g.x0 + g.width()/4; cut <= g.x1-g.width()/4; cut++ {
			if k.strokes(cut, g) > 1 {
				continue
			}
			left, right := g, g
			left.x1, right.x0 = cut, cut
			a := k.number(labels, left, right)
			if a.Number != Other && (best.Number == Other || a.Likelihood > best.Likelihood) {
				best = a
			}
		}
	}
	return best
}

// strokes counts those that a column of pixels crosses within a piece.
func (k *ink) strokes(x int, b piece) (n int) {
	for y := b.y0; y < b.y1; y++ {
		if k.at(x, y) >= drawn && (y == b.y0 || k.at(x, y-1) < drawn) {
			n++
		}
	}
	return n
}

// number reads one glyph or two.
func (k *ink) number(labels []int32, pieces ...piece) Answer {
	a := Answer{Likelihood: 1}
	for i, b := range pieces {
		g, ok := k.glyph(labels, b)
		if !ok {
			return Answer{Number: Other, Likelihood: 1}
		}
		d, p := g.Digit()
		if d == Other || i == 0 && d == 0 && len(pieces) == 2 {
			return Answer{Number: Other, Likelihood: p}
		}
		a.Number, a.Likelihood, a.Height = 10*a.Number+d, a.Likelihood*p, max(a.Height, g.Height)
	}
	return a
}

// glyphs returns the pieces of ink that are no specks, from left to right.
func (k *ink) glyphs() (out []piece, labels []int32) {
	all, labels := k.pieces()
	tallest := 0
	for _, b := range all {
		tallest = max(tallest, b.height())
	}
	const speck = 0.25 // of the height of what is highest
	for _, b := range all {
		if b.n >= 3 && float64(max(b.height(), b.width())) > speck*float64(tallest) {
			out = append(out, b)
		}
	}
	return out, labels
}

// glyph measures the ink of a piece, or of a part of it, where the bounds are narrower.
func (k *ink) glyph(labels []int32, b piece) (Glyph, bool) {
	part, b := k.only(labels, b)
	return glyphOf(&part, part.trimmed(b))
}

// around returns the bounds of all pieces.
func around(pieces []piece) piece {
	b := pieces[0]
	for _, o := range pieces[1:] {
		b.x0, b.y0, b.x1, b.y1, b.n = min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1), b.n+o.n
	}
	return b
}

// reachedBy tells whether a piece reaches the rim of the area.
func (k *ink) reachedBy(b piece) bool {
	return b.x0 == 0 || b.y0 == 0 || b.x1 == k.w || b.y1 == k.h
}

// beside tells whether two pieces stand beside each other as two digits of a number do: of
// one height, on one line, and no further apart than a digit is wide.
func beside(a, b piece) bool {
	const alike = 0.25 // of the height
	h := float64(max(a.height(), b.height()))
	off := func(v, w int) bool { return float64(max(v-w, w-v)) > alike*h }
	return !off(a.y0, b.y0) && !off(a.y1, b.y1) && float64(b.x0-a.x1) <= 0.5*h && b.x0-a.x1 >= -int(alike*h)
}

// Measure returns what is measured of each glyph in an area, from left to right: for the fit of
// the networks.
func Measure(p *raster.Picture, area raster.Rect, ground raster.RGB) (out []Glyph) {
	k, ok := inkOf(p, area, ground)
	if !ok {
		return nil
	}
	pieces, labels := k.glyphs()
	for _, b := range pieces {
		if g, ok := k.glyph(labels, b); ok {
			out = append(out, g)
		}
	}
	return out
}
