package scene

import (
	"image"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// Start pages have one strong colour all over, with a button, and perhaps a small board
// as an ornament; the pages on which games are played are white, grey or pale.

// vivid is how far apart the channels of a strong colour are at least: a quarter of
// what they can be.
const vivid = 64

// OnStartPage tells whether a board that is as small as an example stands on a page of
// one strong colour: everything around it, for as far as it is wide itself.
func OnStartPage(p *raster.Picture, l lattice.Lattice) bool {
	const (
		filled = 0.85 // of what is around it: there are words and a button as well
		every  = 3    // pixels between two samples
	)
	if l.Size > lattice.ExampleSize {
		return false
	}
	s := &setting{p: p, pitch: max(4, int(l.Pitch()))}
	own, ok := s.around(l)
	if !ok || max(own[0], own[1], own[2])-min(own[0], own[1], own[2]) < vivid {
		return false
	}
	board := l.Inflated(0.35).Image()
	area := board.Inset(-board.Dx()).Intersect(p.Bounds())
	n, like := 0, 0
	for y := area.Min.Y; y < area.Max.Y; y += every {
		for x := area.Min.X; x < area.Max.X; x += every {
			if image.Pt(x, y).In(board) {
				continue
			}
			n++
			if raster.Chebyshev(p.At(x, y), own) <= cellcolor.SameColor {
				like++
			}
		}
	}
	return n > 0 && float64(like) >= filled*float64(n)
}
