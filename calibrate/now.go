package calibrate

import (
	"image"
	"slices"

	"autoqueens/internal/spot"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// FitsNow is [Profile.Fits] for the displays of a screen.
func (p *Profile) FitsNow(source Source) error {
	displays, err := source.Displays()
	if err != nil {
		return err
	}
	return p.Fits(displays)
}

// BoardNow reads the board in the region of a profile. The error is a [*vision.Refusal] where
// none is read there.
func (p *Profile) BoardNow(source Source) (*vision.Reading, error) {
	img, err := source.Capture(p.Region)
	if err != nil {
		return nil, err
	}
	return games.Read(img)
}

// Button is a button of a profile, and whether it looks as it did.
type Button struct {
	At      image.Point // in capture pixels of the desktop
	InSight bool
}

// ButtonsNow tells which buttons are in sight: those that open a board, then those of the pad. Where
// one cannot be looked at, it returns those before it and the error.
func (p *Profile) ButtonsNow(source Source) (buttons []Button, err error) {
	for _, b := range slices.Concat(p.StartsOf(gamesolver.Names()...), p.Pad) {
		img, err := source.Capture(spot.Area(b.At))
		if err != nil {
			return buttons, err
		}
		buttons = append(buttons, Button{At: b.At, InSight: b.Seen(img)})
	}
	return buttons, nil
}
