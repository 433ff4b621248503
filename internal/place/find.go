package place

import (
	"context"
	"errors"
	"io"

	"autoqueens/calibrate"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// Find returns the board on the screen that a profile is to be made of: the best one
// anywhere, or where a region or a display was asked for the one there. A region is
// found whether or not a board is read in it. The errors are those of [calibrate.Find].
func (p *Place) Find(ctx context.Context, source screen.Source) (calibrate.Found, error) {
	if p.Region == "" && p.Display < 0 {
		return calibrate.Find(ctx, source, games.Read)
	}
	displays, err := source.Displays()
	if err != nil {
		return calibrate.Found{}, err
	}
	views, err := p.Views(displays, nil, io.Discard)
	if err != nil {
		return calibrate.Found{}, err
	}
	v := views[0]
	img, err := source.Capture(v.Area)
	if err != nil {
		return calibrate.Found{}, err
	}
	found := calibrate.Found{Picture: img, Region: v.Area, Mapping: v.Mapping.(calibrate.Mapping)}
	for _, d := range displays {
		if d.Index == v.Display {
			found.Display = d
		}
	}
	found.Reading, err = games.Read(img)
	refusal, refused := errors.AsType[*vision.Refusal](err)
	switch {
	case refused && p.Region == "":
		return found, calibrate.Refused(refusal)
	case p.Region == "" && err == nil:
		found.Region = calibrate.Around(found.Reading.Lattice, found.Display.Bounds)
	}
	return found, nil
}
