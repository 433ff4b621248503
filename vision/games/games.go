package games

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"autoqueens/vision"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/patches"
	"autoqueens/vision/raster"
	"autoqueens/vision/sudoku"
	"autoqueens/vision/tango"
	"autoqueens/vision/zip"
)

// Table lists the readers of the games besides Queens. To add a game is to add a line.
var Table = []vision.Game{
	{Name: "tango", Read: tango.Read},
	{Name: "zip", Read: zip.Read},
	{Name: "sudoku", Read: sudoku.Read},
	{Name: "patches", Read: patches.Read},
}

// Read finds the board in play in a picture and reads it, whichever game it is of: the largest. The
// error is a *[vision.Refusal], as from [vision.Read].
func Read(img image.Image) (*vision.Reading, error) { return Reader{}.Read(img) }

// ReadAll returns every board that can be read with certainty, of any game, the largest
// first.
func ReadAll(img image.Image) []*vision.Reading {
	read, _ := look(img, true, "")
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
	b := vision.LookAt(img, near)
	i := slices.IndexFunc(Table, func(g vision.Game) bool { return g.Name == last.Game })
	if b == nil || i < 0 {
		return nil, gone
	}
	switch r, no := readBy(Table[i], b, b.Picture); {
	case no != nil:
		return nil, no
	case r != nil && r.Lattice.Size == near.Size && r.Lattice.OffsetFrom(near) <= 1.0/3:
		return r, nil
	}
	return nil, gone
}

// look reads the boards of all games, the largest first, and tells why the board in play was
// not read, which may be another than those: of one game, or of any where game is empty. A board of another
// game is read as soon as it is found; unless all are asked for, nothing more is looked for once one of the game
// was.
func look(img image.Image, all bool, game string) ([]*vision.Reading, *vision.Refusal) {
	var read []*vision.Reading
	var refused, told []*vision.Refusal // told has one of each board
	var twice *vision.Refusal
	queens, no := vision.Look(img, all, func(b *outline.Board, original *raster.Picture) bool {
		if b.Usual == 0 {
			if no := zip.Solved(b.In(original)); no != nil {
				refused, told = append(refused, no), append(told, no)
			}
			return false
		}
		b.Grounds() // which all readers share
		readings, refusals := make([]*vision.Reading, len(Table)), make([]*vision.Refusal, len(Table))
		parallel.Each(len(Table), func(i int) { readings[i], refusals[i] = readBy(Table[i], b, original) })
		var found []*vision.Reading
		var here []*vision.Refusal
		for i, r := range readings {
			switch no := refusals[i]; {
			case r != nil:
				found = append(found, r)
			case no != nil:
				here = append(here, no)
			}
		}
		if refused = append(refused, here...); len(here) > 0 {
			told = append(told, vision.Closest(here))
		}
		if len(found) > 1 {
			// What passes for a board of two games is a board of neither for certain.
			twice = twofold(found[0], found[1])
		} else {
			read = append(read, found...)
		}
		return !all && slices.ContainsFunc(found, func(r *vision.Reading) bool { return game == "" || Name(r) == game })
	})
	for _, q := range queens {
		for _, r := range read {
			if r.Lattice.Bounds().Overlap(q.Lattice.Bounds()) > 0 {
				twice = twofold(r, q)
			}
		}
		// Cells in doubt can be all that keeps a board of another game from being read: as many
		// as a pointer lies over. Where more are, it is hardly one of that game.
		const covered = 4
		for _, r := range refused {
			if n := len(r.Doubts); 0 < n && n <= covered && r.Lattice.Bounds().Overlap(q.Lattice.Bounds()) > 0 {
				twice = r
			}
		}
	}
	read = append(read, queens...)
	slices.SortStableFunc(read, func(a, b *vision.Reading) int { return cmp.Compare(b.Lattice.Area(), a.Lattice.Area()) })
	if twice != nil {
		return nil, twice
	}
	for _, r := range append(refused, no) {
		if len(read) > 0 && r != nil && (game == "" || r.Game == game) && r.Larger(read[0]) {
			return read, r
		}
	}
	switch {
	case len(read) > len(queens):
		return read, nil
	case no != nil && len(told) > 0:
		// A board that is known to be some game's tells more than one that is none of Queens.
		return queens, told[0]
	}
	return queens, no
}

// readBy returns what the reader of one game says of a board.
func readBy(g vision.Game, b *outline.Board, original *raster.Picture) (*vision.Reading, *vision.Refusal) {
	r, no := g.Read(b, original)
	if r != nil {
		r.Game = g.Name
	}
	if no != nil {
		no.Game = g.Name
	}
	return r, no
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
