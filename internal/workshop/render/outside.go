package render

import (
	"image/color"
	"math"
	"math/rand/v2"
)

// What is drawn elsewhere, by a browser, takes its boards and the rules of what
// can be told from here.

// outside is the stream of random numbers for boards drawn elsewhere.
const outside = 200

// Deal deals a board to be drawn elsewhere, at times with the pointer over a
// cell, and returns it with the generator to deal the rest of the drawing from.
// Widths are in pixels of the picture; who draws sets them to what it drew.
func Deal(seed uint64, number int) (*Spec, Kinds, *rand.Rand) {
	r := generator(seed, number, outside)
	s, kinds := newSpec(r, Crop)
	s.PitchY = s.PitchX
	if chance(r, 0.15) {
		s.hover(r)
		if s.Hover >= 0 {
			kinds.State = Hovered
		}
	}
	return s, kinds, r
}

// PuzzleOf returns a board without marks, dealt like those of Deal.
func PuzzleOf(r *rand.Rand, size int) *Spec {
	b, _ := puzzle(r, size, false)
	return &Spec{Board: b, Colors: regionColors(r, Live, size, white), Page: white, Hover: -1, Pointer: -1, Moving: -1}
}

// Tell says whether a picture with the lattice at bounds must be read, and
// where it need not, by which rule. Colors and Lines are to be as they look in
// the picture, which is to have neither noise nor compression.
func (s *Spec) Tell(bounds Rect) (Demand, string) {
	closest := math.Inf(1)
	for i, a := range s.Colors {
		for _, b := range s.Colors[i+1:] {
			closest = min(closest, apart(a, b))
		}
	}
	return s.demand(0, closest, bounds, condition{factor: 1})
}

// Edge returns the width and colour of a piece of lattice line i: the upright
// one beside row j, or the level one above column j.
func (s *Spec) Edge(upright bool, i, j int) (width float64, ink color.NRGBA) {
	width, ink, _ = s.edge(upright, i, j)
	return width, ink
}

// Ground returns the colour of a cell's ground as drawn.
func (s *Spec) Ground(cell int) color.NRGBA { return s.ground(cell) }

// Clashing tells whether a cell is shown in conflict.
func (s *Spec) Clashing(cell int) bool { return s.clashing(cell) }

// Tip returns where the pointer's tip lies in its cell, as shares of the cell.
func (s *Spec) Tip() (x, y float64) { return s.PointerAt.x, s.PointerAt.y }

// Apart returns the Euclidean distance of two colours in RGB.
func Apart(a, b color.NRGBA) float64 { return apart(a, b) }

// Luma returns how light a colour is, 0 to 255.
func Luma(c color.NRGBA) float64 { return luma(c) }

// SizeKind returns the kind of size that cells of the given pitch in pixels make.
func SizeKind(size int, pitch float64) string { return sizeKind(size, pitch) }

// Words returns a line of n words.
func Words(r *rand.Rand, n int) string { return words(r, n) }

// Neighbours returns the cells that share a side with a cell of a board of size rows.
func Neighbours(size, cell int) []int { return neighbours(size, cell) }

// Hex returns an opaque colour from 0xRRGGBB.
func Hex(v uint32) color.NRGBA { return hex(v) }

// Hexes returns opaque colours from 0xRRGGBB.
func Hexes(v ...uint32) []color.NRGBA { return hexes(v...) }

// Pick returns one of the values, each as likely.
func Pick[T any](r *rand.Rand, values ...T) T { return pick(r, values...) }

// Between returns a number from lo to hi.
func Between(r *rand.Rand, lo, hi float64) float64 { return between(r, lo, hi) }

// Chance returns true with a probability.
func Chance(r *rand.Rand, p float64) bool { return chance(r, p) }
