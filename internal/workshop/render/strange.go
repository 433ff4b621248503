package render

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"github.com/disintegration/imaging"

	"autoqueens/solver"
)

// What stands in cells and is no cross or queen of the usual kind: stripes that a page lays over
// cells that clash, crosses that are pluses or dots, and lines that happen to run through a cell.
// A reader may refuse all of it, but must not take it for another mark.

// Stripes are laid over cells, all from one side of the cell to another.
type Stripes struct {
	Cells             []int
	Ink               color.NRGBA
	Every, Wide, From float64 // along a side, and where the first begins, pixels
	Inset             float64 // what stays free at the sides, pixels
	Falling           bool    // from the upper left to the lower right
	Above             bool    // over the marks
}

// Scratch is a line that belongs to nothing.
type Scratch struct {
	From, To point // in cells, from the lattice's corner
	Pen      float64
	Ink      color.NRGBA
}

// The ways to draw a cross; "" is two diagonal strokes.
const (
	PlusSign = "plus"
	DotSign  = "dot"
)

func (s *Spec) drawStripes(c canvas) {
	t := s.Stripes
	if t == nil {
		return
	}
	n := s.size()
	for _, cell := range t.Cells {
		x, y := s.lineX(cell%n)+t.Inset, s.lineY(cell/n)+t.Inset
		w, h := s.PitchX-2*t.Inset, s.PitchY-2*t.Inset
		clip := c.within(x, y, x+w, y+h)
		for off := t.From; off < w+h; off += t.Every {
			a, b, way := x+off, x+off+t.Wide, -h // rising: to the left as it goes down
			if t.Falling {
				a, b, way = x+w-off, x+w-off-t.Wide, h
			}
			clip.polygon(t.Ink, point{a, y}, point{b, y}, point{b + way, y + h}, point{a + way, y + h})
		}
	}
}

func (s *Spec) drawScratches(c canvas) {
	for _, k := range s.Scratches {
		at := func(p point) point { return point{s.X + p.x*s.PitchX, s.Y + p.y*s.PitchY} }
		c.stroke(at(k.From), at(k.To), k.Pen, k.Ink)
	}
}

// drawSign draws a cross that is not made of diagonal strokes.
func (s *Spec) drawSign(c canvas, at point, unit float64, ink color.NRGBA) {
	h := s.Marks.CrossWidth * unit / 2
	pen := max(1, s.Marks.CrossPen*unit)
	if s.Marks.Cross == DotSign {
		c.disc(at, h, ink)
		return
	}
	c.rect(at.x-h, at.y-pen/2, at.x+h, at.y+pen/2, ink)
	c.rect(at.x-pen/2, at.y-h, at.x+pen/2, at.y-pen/2, ink)
	c.rect(at.x-pen/2, at.y+pen/2, at.x+pen/2, at.y+h, ink)
}

// strange draws a board with such things, as it is, compressed or scaled. Whether it must be read
// is not said: nobody promised that.
func (s *Spec) strange(r *rand.Rand, variant string, redraw func(*Spec) *image.RGBA) Picture {
	h := *s
	h.Board = &solver.Board{Size: s.Board.Size, Regions: s.Board.Regions, Marks: append([]solver.Mark(nil), s.Board.Marks...)}
	h.Moving = -1
	switch variant {
	case Striped:
		h.stripe(r)
	case Signs:
		h.sign(r)
	case Scratched:
		h.scratch(r)
	}
	if chance(r, 0.2) {
		h.hover(r)
	}
	c := condition{factor: 1}
	img, bounds := image.Image(redraw(&h)), h.bounds()
	switch r.IntN(4) {
	case 0:
		c.quality = 50 + r.IntN(46)
		img = compressed(img, c.quality)
	case 1:
		factor := between(r, 0.67, 1.75)
		if h.PitchX*factor < smallest {
			factor = between(r, 1, 1.75)
		}
		var fx, fy float64
		img, fx, fy = resized(img, factor, pick(r, imaging.Linear, imaging.Lanczos))
		bounds = Rect{bounds.X * fx, bounds.Y * fy, bounds.Width * fx, bounds.Height * fy}
	}
	t := h.truth(bounds)
	t.Demand, t.Why = May, "something stands in its cells that readers need not know"
	return Picture{Image: img, Truth: t}
}

// stripe lays stripes over cells that clash: the queens themselves, or all of the row, column or
// region that they share.
func (s *Spec) stripe(r *rand.Rand) {
	n := s.size()
	s.clash(r)
	row, cell := s.rowOfQueens(), 0
	if len(s.Clash) > 0 {
		row = s.Clash[0] / n
	}
	t := &Stripes{
		Ink:     pick(r, hex(0xCB112F), hex(0xE02020), hex(0xD0342C)),
		Every:   between(r, 7, 11) * s.Scale,
		Wide:    between(r, 2, 3) * s.Scale,
		Inset:   pick(r, 0.0, 1, 2) * math.Round(max(1, s.Scale)),
		Falling: chance(r, 0.25), Above: chance(r, 0.5),
	}
	t.Every, t.Wide = max(4, t.Every), max(1.2, t.Wide)
	t.From = between(r, -t.Every, 0)
	t.Ink.A = uint8(255 * between(r, 0.35, 0.75))
	if chance(r, 0.2) {
		t.Ink.A = 255
	}
	switch r.IntN(4) {
	case 0:
		for i, m := range s.Board.Marks {
			if m == solver.Queen && i/n == row {
				t.Cells = append(t.Cells, i)
			}
		}
	case 1:
		for i := range n {
			t.Cells = append(t.Cells, row*n+i)
		}
	case 2:
		cell = row*n + r.IntN(n)
		for i, k := range s.Board.Regions {
			if k == s.Board.Regions[cell] {
				t.Cells = append(t.Cells, i)
			}
		}
	default:
		col := r.IntN(n)
		for i := range n {
			t.Cells = append(t.Cells, i*n+col)
		}
	}
	s.Clash, s.ClashTint = nil, 0 // it is the stripes that say so
	s.Stripes = t
}

// rowOfQueens returns a row with a queen, or the first.
func (s *Spec) rowOfQueens() int {
	for i, m := range s.Board.Marks {
		if m == solver.Queen {
			return i / s.size()
		}
	}
	return 0
}

// sign has the board's crosses be pluses or dots. Boards have some.
func (s *Spec) sign(r *rand.Rand) {
	s.Marks.Cross = pick(r, PlusSign, DotSign)
	if s.Marks.Cross == DotSign {
		s.Marks.CrossWidth = between(r, 0.1, 0.28)
	} else {
		s.Marks.CrossWidth = between(r, 0.15, 0.45)
		s.Marks.CrossPen = between(r, 0.02, 0.08)
	}
	some := 1 + r.IntN(3)
	if chance(r, 0.5) {
		some = s.size() * (1 + r.IntN(2))
	}
	for i, m := range s.Board.Marks {
		if m == solver.Cross {
			s.Board.Marks[i] = solver.Empty
		}
	}
	if chance(r, 0.5) {
		clear(s.Board.Marks)
	}
	for range some {
		if i := r.IntN(len(s.Board.Marks)); s.Board.Marks[i] == solver.Empty {
			s.Board.Marks[i] = solver.Cross
		}
	}
}

// scratch has a line or two run through cells: across one, or over several.
func (s *Spec) scratch(r *rand.Rand) {
	n := s.size()
	if chance(r, 0.5) {
		clear(s.Board.Marks)
	}
	for range 1 + r.IntN(2) {
		x, y := float64(r.IntN(n))+between(r, 0.3, 0.7), float64(r.IntN(n))+between(r, 0.3, 0.7)
		angle := pick(r, 0, math.Pi/2, math.Pi/4, between(r, 0, math.Pi))
		long := pick(r, between(r, 0.2, 0.5), between(r, 0.5, 1), between(r, 1, 3)) / 2
		k := Scratch{
			From: point{x - long*math.Cos(angle), y - long*math.Sin(angle)},
			To:   point{x + long*math.Cos(angle), y + long*math.Sin(angle)},
			Pen:  max(1, between(r, 0.015, 0.06)*s.PitchX), Ink: black,
		}
		if luma(s.Colors[0]) < darkGround {
			k.Ink = white
		}
		k.Ink.A = uint8(between(r, 120, 255))
		s.Scratches = append(s.Scratches, k)
	}
}
