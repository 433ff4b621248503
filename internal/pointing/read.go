package pointing

import (
	"context"
	"errors"
	"fmt"
	"image"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/spot"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// Board reads the board between two corners that a person has shown, in pointer points, and
// returns what a profile is made of. The error is of kind [fault.Uncertain] or
// [fault.NoBoard] where no board is read there, or another one than was shown.
func Board(ctx context.Context, source screen.Source, hand *input.Hand, corners [2]image.Point) (found calibrate.Found, err error) {
	displays, err := source.Displays()
	if err != nil {
		return found, err
	}
	display, cells, err := calibrate.Spanned(displays, corners)
	if err != nil {
		return found, err
	}
	found = calibrate.Found{Display: display, Mapping: calibrate.FromDisplay(display)}
	// Hands are not exact: the board may reach a little further than what was
	// shown. A cell of the smallest boards is a quarter of their side.
	around := cells.Inset(-max(cells.Dx(), cells.Dy()) / 4).Intersect(display.Bounds)
	if err := LetGo(ctx, hand); err != nil {
		return found, err
	}
	err = aside(ctx, hand, found.Mapping, display.Bounds, around, func() error {
		found.Picture, err = source.Capture(around)
		return err
	})
	if err != nil {
		return found, err
	}
	found.Reading, err = games.Read(found.Picture)
	if refusal, refused := errors.AsType[*vision.Refusal](err); refused {
		return found, calibrate.Refused(refusal)
	} else if err != nil {
		return found, err
	}
	if !calibrate.Shows(cells, found.Reading.Lattice) {
		b := found.Reading.Lattice.Bounds().Image()
		return found, fault.Newf(fault.Uncertain, "point at two opposite corners of the same board",
			"the board that is read there lies at %s, which is not what you pointed at (%s)", place.Words(b), place.Words(cells))
	}
	found.Region = calibrate.Around(found.Reading.Lattice, display.Bounds)
	// The picture of the profile shows all of the region.
	found.Picture, err = source.Capture(found.Region)
	return found, err
}

// Button returns what a place on the display of a profile, in capture pixels, looks like without the
// pointer on it.
func Button(ctx context.Context, source screen.Source, hand *input.Hand, profile *calibrate.Profile, at image.Point) (s spot.Spot, err error) {
	area := spot.Area(at)
	if !area.In(profile.Display.Bounds) {
		return s, fault.Plainf("choose a button inside the display of the profile, "+place.Words(profile.Display.Bounds),
			"a button at %d,%d does not lie on the display that was calibrated", at.X, at.Y)
	}
	var img *image.RGBA
	err = aside(ctx, hand, profile.Mapping, profile.Display.Bounds, area.Inset(-area.Dx()), func() error {
		img, err = source.Capture(area)
		return err
	})
	if err != nil {
		return s, err
	}
	s, err = spot.Of(img, at)
	if err != nil {
		err = fault.Wrap(err, fault.Failed, fmt.Sprintf("there is no button at %d,%d to be known again: %v", at.X, at.Y, err),
			"put the pointer on the word of the button, while it is in sight")
	}
	return s, err
}
