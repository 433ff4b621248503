package games

import (
	"image"
	"slices"

	"autoqueens/vision"
)

// Reader reads boards as a player asks for them: of one game, or of every game where Game is
// empty. A board of another game than that is refused by Read and passed over by ReadAll: the
// readers of all games judge a board, whichever is asked for, since what could be of another game
// as well is of none for certain.
type Reader struct{ Game string }

// Read finds and reads the board in play, see [Read].
func (r Reader) Read(img image.Image) (*vision.Reading, error) {
	read, refused := look(img, false, r.Game)
	if refused != nil {
		return nil, refused
	}
	wanted := slices.DeleteFunc(slices.Clone(read), func(reading *vision.Reading) bool { return !r.wants(reading) })
	if len(wanted) == 0 {
		return nil, vision.AnotherGame(read[0], r.Game)
	}
	if several := vision.Several(wanted); several != nil {
		return nil, several
	}
	return wanted[0], nil
}

// ReadAt reads a board again where it was last seen, see [ReadAt].
func (Reader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return ReadAt(img, last)
}

// ReadAll returns the boards that are read with certainty, see [ReadAll].
func (r Reader) ReadAll(img image.Image) []*vision.Reading {
	return slices.DeleteFunc(ReadAll(img), func(reading *vision.Reading) bool { return !r.wants(reading) })
}

// wants tells whether a board is of the game that is to be read.
func (r Reader) wants(reading *vision.Reading) bool {
	return r.Game == "" || Name(reading) == r.Game
}
