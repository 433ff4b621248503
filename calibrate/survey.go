package calibrate

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// Sight is a display and everything on it that may be the board.
type Sight struct {
	Display screen.Display
	Picture *image.RGBA // of the whole display, in capture pixels of the desktop; nil where Err says why
	Mapping Mapping
	// Play is the board in play and nil where it was refused or none is there.
	Play *vision.Reading
	// Refusal says why there is no board in play, nil where there is one.
	Refusal *vision.Refusal
	// Others are the other boards that are read with certainty, row by row.
	Others []*vision.Reading
	Err    error // the display could not be captured
}

// Survey captures every display, and only then reads them: what is shown
// afterwards is what was there when it began. The error is that of listing the
// displays, that of capturing where none of them could be, or why ctx ended.
func Survey(ctx context.Context, source Source) ([]Sight, error) {
	displays, err := source.Displays()
	if err != nil {
		return nil, err
	}
	var sights []Sight
	var failed error
	for _, d := range displays {
		s := Sight{Display: d, Mapping: FromDisplay(d)}
		s.Picture, s.Err = source.Capture(d.Bounds)
		failed = cmp.Or(failed, s.Err)
		sights = append(sights, s)
	}
	if !slices.ContainsFunc(sights, func(s Sight) bool { return s.Err == nil }) {
		return nil, cmp.Or(failed, error(fault.New(fault.NoAccess, "there is no display to look at", "run `autoqueens doctor`")))
	}
	for i := range sights {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if s := &sights[i]; s.Err == nil {
			s.Play, s.Others, err = Boards(s.Picture)
			s.Refusal, _ = errors.AsType[*vision.Refusal](err)
		}
	}
	return sights, nil
}

// Boards reads every board of a picture: the one in play, or why it was refused
// (a *vision.Refusal), and the others row by row. It reads every game.
func Boards(img image.Image) (play *vision.Reading, others []*vision.Reading, refusal error) {
	play, refusal = games.Read(img)
	// The one in play is among them all, and need not be the first: a larger
	// one may be found only by searches that are not made for the game.
	others = slices.DeleteFunc(games.ReadAll(img), func(r *vision.Reading) bool {
		return play != nil && r.Lattice == play.Lattice
	})
	return play, InOrder(others), refusal
}

// InOrder sorts boards the way a page is read: row by row, and in each from the
// left. Their sizes would not do: those of two examples differ by a hair, this
// way today and that way tomorrow.
func InOrder(readings []*vision.Reading) (out []*vision.Reading) {
	at := func(r *vision.Reading) vision.Rect { return r.Lattice.Bounds() }
	rest := slices.SortedStableFunc(slices.Values(readings), func(a, b *vision.Reading) int { return cmp.Compare(at(a).Y, at(b).Y) })
	for len(rest) > 0 {
		first := at(rest[0])
		n := 1
		for n < len(rest) && at(rest[n]).Y < first.Y+first.Height/2 {
			n++
		}
		row := rest[:n]
		slices.SortStableFunc(row, func(a, b *vision.Reading) int { return cmp.Compare(at(a).X, at(b).X) })
		out, rest = append(out, row...), rest[n:]
	}
	return out
}
