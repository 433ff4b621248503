package pointing

import (
	"context"
	"errors"
	"fmt"
	"image"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// usualDigits is how many buttons of a pad are shown with the mouse where no Sudoku is read: Mini Sudoku
// has 6 x 6 cells.
const usualDigits = 6

// Pad returns what the buttons of a Sudoku's digits look like, from 1 on. They are at places, in
// capture pixels. Where there are none, ask is told at what to point, and each is shown with the mouse:
// as many as the board in the region of the profile has digits.
func Pad(ctx context.Context, source screen.Source, hand *input.Hand, profile *calibrate.Profile, places []image.Point, ask func(what string)) ([]spot.Spot, error) {
	board, err := profile.BoardNow(source)
	if _, refused := errors.AsType[*vision.Refusal](err); err != nil && !refused {
		return nil, err
	}
	n := len(places)
	if n == 0 {
		n = digits(board)
	}
	var pad []spot.Spot
	for i := range n {
		var at image.Point
		if len(places) > 0 {
			at = places[i]
		} else {
			ask(fmt.Sprintf("the %d on its button", i+1))
			if at, err = Place(ctx, hand, profile.Mapping); err != nil {
				return nil, err
			}
		}
		if board != nil && at.In(board.Lattice.Bounds().Image()) {
			return nil, fault.Plainf("point at the digits of the pad, which lie beside the board", "the place of the %d, %d,%d, is on the board", i+1, at.X, at.Y)
		}
		button, err := Button(ctx, source, hand, profile, at)
		if err != nil {
			return nil, err
		}
		pad = append(pad, button)
	}
	return pad, nil
}

// digits returns how many digits a board has, nil for one that was not read.
func digits(board *vision.Reading) int {
	if board == nil || board.Game != sudoku.Name {
		return usualDigits
	}
	return min(board.Lattice.Size, calibrate.MaxPad)
}
