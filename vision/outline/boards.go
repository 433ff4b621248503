package outline

import (
	"slices"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// SameAs tells whether two boards are one.
func (b *Board) SameAs(o *Board) bool { return b.Lattice.Size == o.Lattice.Size && b.lies(o.Lattice) }

// lies tells whether the board lies where a lattice does.
func (b *Board) lies(l lattice.Lattice) bool { return b.Lattice.OffsetFrom(l) < 0.25 }

// holds tells whether a grid lies on the cells of the board.
func (b *Board) holds(c lattice.Candidate) bool {
	l := b.Lattice
	return lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}.Holds(c) || c.Rows == l.Size && c.Cols == l.Size && b.lies(c.Lattice)
}

// Boards follows grids as a search finds them. The zero value has followed none.
type Boards struct {
	All      []*Board // in the order in which they were found
	followed int
}

// Follow follows a grid that was found in a view of a picture, and returns the board that it
// turns out to be. It returns nil where it is none, and where it is one that is known. Of spots it returns
// one even where they have no lines.
func (s *Boards) Follow(p *raster.Picture, c lattice.Candidate) *Board {
	const (
		most     = 24 // grids: a page has no more, a photo may
		smallest = 20 // pixels: in smaller cells signs and digits could not be told
	)
	if s.followed == most || c.Lattice.Pitch() < smallest || slices.ContainsFunc(s.All, func(b *Board) bool { return b.holds(c) }) {
		return nil
	}
	s.followed++
	b, ok := Of(p, c)
	if !ok && c.Spots {
		return &Board{Picture: p, Lattice: c.Lattice}
	}
	if !ok || slices.ContainsFunc(s.All, b.SameAs) {
		return nil
	}
	s.All = append(s.All, b)
	return b
}
