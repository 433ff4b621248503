package games

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"autoqueens/vision"
	"autoqueens/vision/patches"
	"autoqueens/vision/sudoku"
	"autoqueens/vision/tango"
	"autoqueens/vision/zip"
)

// Table lists the readers of the games besides Queens. To add a game is to add a line.
var Table = []vision.Game{
	{Name: "tango", Read: tango.Read},
	{Name: "sudoku", Read: sudoku.Read},
	{Name: "zip", Read: zip.Read},
	{Name: "patches", Read: patches.Read},
}

// Read finds the board in play in a picture and reads it, whichever game it is of. Where there
// are several, the largest is read. The error is a *[vision.Refusal], as from [vision.Read].
func Read(img image.Image) (*vision.Reading, error) {
	read, refused := look(img, false)
	if len(read) > 0 && refused == nil {
		return read[0], nil
	}
	return nil, refused
}

// ReadAll returns every board that can be read with certainty, of any game, the largest
// first.
func ReadAll(img image.Image) []*vision.Reading {
	read, _ := look(img, true)
	return read
}

// ReadAt reads a board again where it was last seen, looking nowhere else and for no other game.
// It refuses where the board is gone, or has moved by more than a third of a cell, or has another
// size. It costs a small part of what Read does.
func ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	near := last.Lattice
	if last.Puzzle == nil {
		return vision.ReadAt(img, near)
	}
	gone := &vision.Refusal{
		Game: last.Game, Reason: vision.CutOff, Lattice: near,
		What:   "the board is gone, or has moved",
		Advice: "leave the window where it is while the board is played",
	}
	s := vision.LookAt(img, near)
	if s == nil {
		return nil, gone
	}
	for _, g := range Table {
		if g.Name != last.Game {
			continue
		}
		read, refused := readBy(g, s)
		for _, r := range read {
			if r.Lattice.Size == near.Size && r.Lattice.OffsetFrom(near) <= 1.0/3 {
				return r, nil
			}
		}
		if len(refused) > 0 {
			return nil, refused[0]
		}
	}
	return nil, gone
}

// look reads the boards of all games, the largest first, and tells why the board in play was
// not read.
func look(img image.Image, all bool) ([]*vision.Reading, *vision.Refusal) {
	s := vision.Look(img, all)
	if no := s.Refused(); no != nil {
		return nil, no
	}
	queens, no := s.Queens()
	if no == nil && !all && !queens[0].Example {
		return queens, nil
	}
	read, refused := others(s)
	for i, r := range read {
		// What passes for a board of two games is a board of neither for certain.
		for _, o := range slices.Concat(read[i+1:], queens) {
			if r.Lattice.Bounds().Overlap(o.Lattice.Bounds()) > 0 {
				return nil, twofold(r, o)
			}
		}
	}
	if len(read) == 0 && len(refused) > 0 && (no != nil) {
		// A board that is known to be some game's tells more than one that is none of Queens.
		return queens, refused[0]
	}
	if len(read) == 0 {
		return queens, no
	}
	read = append(read, queens...)
	slices.SortStableFunc(read, func(a, b *vision.Reading) int { return cmp.Compare(b.Lattice.Area(), a.Lattice.Area()) })
	return read, nil
}

// others returns what the readers of the games besides Queens say, in the picture's own
// coordinates.
func others(s *vision.Sight) (read []*vision.Reading, refused []*vision.Refusal) {
	for _, g := range Table {
		r, no := readBy(g, s)
		read, refused = append(read, r...), append(refused, no...)
	}
	return read, refused
}

// readBy returns what the reader of one game says.
func readBy(g vision.Game, s *vision.Sight) (read []*vision.Reading, refused []*vision.Refusal) {
	read, refused = g.Read(s)
	for _, r := range read {
		r.Game = g.Name
		r.Lattice.Shift(s.Picture().Origin)
	}
	for _, no := range refused {
		no.Game = g.Name
		no.Lattice.Shift(s.Picture().Origin)
	}
	return read, refused
}

// twofold refuses a board that two readers take for theirs.
func twofold(a, b *vision.Reading) *vision.Refusal {
	return &vision.Refusal{
		Reason:  vision.Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows that could be of one game or another: %s or %s", a.Lattice.Size, Name(a), Name(b)),
		Advice:  "bring the whole board into view, with nothing over it",
		Lattice: a.Lattice,
	}
}

// Name returns the name of a reading's game.
func Name(r *vision.Reading) string { return cmp.Or(r.Game, vision.Queens) }
