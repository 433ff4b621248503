package calibrate

import (
	"context"
	"errors"
	"image"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// Source is what Find needs of a screen.
type Source interface {
	Displays() ([]screen.Display, error)
	Capture(r image.Rectangle) (*image.RGBA, error)
}

// Reader reads a board from a picture, as [vision.Read] and the reader of all games do: its error is
// a *vision.Refusal.
type Reader func(image.Image) (*vision.Reading, error)

// Found is a board and where it is.
type Found struct {
	Display screen.Display
	Picture *image.RGBA     // of the whole display, in capture pixels of the desktop
	Reading *vision.Reading // its lattice in the same coordinates
	Region  image.Rectangle // the board with a cell's room around it, on the display; capture pixels
	Mapping Mapping         // of the display
}

// Profile returns a profile for what was found. Where there is one of that name, it keeps what
// that one was shown or has learned, see [Profile.Inherit].
func (f Found) Profile(name string, clicks int, pace string) *Profile {
	p := New(name, f.Display, f.Region, f.Mapping)
	p.Clicks, p.Pace = clicks, pace
	if f.Reading != nil {
		p.Size = f.Reading.Lattice.Size
	}
	if old, err := Load(name); err == nil {
		p.Inherit(old)
	}
	return p
}

// Find captures every display, reads each, and returns the board that was read
// with the most confidence; of equals, the one on the display listed first. An
// example is refused.
//
// Where none was read the error is a [fault.Error] of kind [fault.NoBoard], or
// Uncertain where one was seen, that wraps the *vision.Refusal which came
// closest; Found then holds that display and its picture, and no reading. A
// display that cannot be captured matters only when no board is on another.
func Find(ctx context.Context, source Source, read Reader) (Found, error) {
	displays, err := source.Displays()
	if err != nil {
		return Found{}, err
	}
	var best, refused Found
	var refusal *vision.Refusal
	var failed error
	for _, d := range displays {
		if ctx.Err() != nil {
			return Found{}, context.Cause(ctx)
		}
		picture, err := source.Capture(d.Bounds)
		if err != nil {
			if failed == nil {
				failed = err
			}
			continue
		}
		reading, err := read(picture)
		if err == nil && reading.Example {
			err = vision.NotTheGame(reading)
		}
		if err != nil {
			r, ok := errors.AsType[*vision.Refusal](err)
			switch {
			case !ok && failed == nil:
				failed = err
			case ok && r.Closer(refusal):
				refusal = r
				refused = Found{Display: d, Picture: picture, Mapping: FromDisplay(d)}
			}
			continue
		}
		if best.Reading == nil || reading.Confidence > best.Reading.Confidence {
			best = Found{
				Display: d, Picture: picture, Reading: reading,
				Region: Around(reading.Lattice, d.Bounds), Mapping: FromDisplay(d),
			}
		}
	}
	switch {
	case best.Reading != nil:
		return best, nil
	case refusal != nil && (refusal.BoardSeen() || failed == nil):
		return refused, Refused(refusal)
	case failed != nil:
		return Found{}, failed
	default:
		return Found{}, fault.New(fault.NoAccess, "there is no display to look at", "run `autoqueens doctor`")
	}
}

// Refused returns the error by which the program ends over a refusal: kind Uncertain where a
// board was seen, or what can be a part of one, and else NoBoard, but for what is no picture.
func Refused(r *vision.Refusal) *fault.Error {
	kind := fault.NoBoard
	switch {
	case r.BoardOrPart():
		kind = fault.Uncertain
	case r.Reason == vision.BadImage:
		kind = fault.Failed
	}
	return fault.Wrap(r, kind, r.What, r.Advice)
}

// Around returns the smallest rectangle of whole pixels that holds a board and
// a cell's width around it, as far as bounds reach: a board that moves a little
// is still in it, and so is its frame.
func Around(l vision.Lattice, bounds image.Rectangle) image.Rectangle {
	r := l.Bounds()
	r.X -= l.PitchX
	r.Y -= l.PitchY
	r.Width += 2 * l.PitchX
	r.Height += 2 * l.PitchY
	return r.Image().Intersect(bounds)
}
