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
	reading, err := Read(img)
	if err == nil && !r.wants(reading) {
		return nil, vision.AnotherGame(reading, r.Game)
	}
	return reading, err
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
