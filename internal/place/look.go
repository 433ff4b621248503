package place

import (
	"context"
	"image"
	"slices"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/player"
	"autoqueens/vision/screen"
)

// Looker is told how a look at the screen goes, view by view.
type Looker struct {
	Looking func(player.View)  // it is looked at now
	Refused func(dump.Subject) // no board is read in it, and another is looked at
	// Shown takes the boards that a view shows; false ends the look.
	Shown func([]dump.Subject) bool
}

// Look looks at views in turn for the first board that is wanted, or for every one. Where no view
// shows any, Shown is given the refusal that came closest to one. The error is the cause of
// the end of ctx.
func (l Looker) Look(ctx context.Context, source screen.Source, views []player.View, wanted boardfile.Wanted) error {
	var closest dump.Subject
	var shown []dump.Subject
	for i, v := range views {
		l.Looking(v)
		found := inView(ctx, source, v, wanted)
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if i == 0 || closer(found[0], closest) {
			closest = found[0]
		}
		// The region of a profile is part of a display: the same board is seen
		// in both.
		found = slices.DeleteFunc(found, func(s dump.Subject) bool { return seen(s, shown) })
		if !slices.ContainsFunc(found, func(s dump.Subject) bool { return s.Reading != nil }) {
			for _, s := range found {
				l.Refused(s)
			}
			continue
		}
		found = wanted.Number(found)
		shown = append(shown, found...)
		if !l.Shown(found) || !wanted.All {
			return nil
		}
	}
	if len(shown) == 0 {
		l.Shown([]dump.Subject{closest})
	}
	return nil
}

// inView returns what boards a view shows, as [boardfile.InPicture] does for a picture.
func inView(ctx context.Context, source screen.Source, v player.View, wanted boardfile.Wanted) []dump.Subject {
	s := dump.Subject{Name: v.Name, File: "screen"}
	var err error
	if s.Picture, err = captured(source, v.Area); err != nil {
		s.Fault = boardfile.Failure(s.Name, err)
		return wanted.Number([]dump.Subject{s})
	}
	return boardfile.InPicture(ctx, s, wanted)
}

// captured keeps a nil *image.RGBA from becoming a picture that is not nil.
func captured(source screen.Source, r image.Rectangle) (image.Image, error) {
	img, err := source.Capture(r)
	if err != nil {
		return nil, err
	}
	return img, nil
}

// seen tells whether the board of s, on the screen, is one of those shown.
func seen(s dump.Subject, shown []dump.Subject) bool {
	return s.Reading != nil && slices.ContainsFunc(shown, func(t dump.Subject) bool {
		if t.Reading == nil {
			return false
		}
		a, b := s.Reading.Lattice.Bounds(), t.Reading.Lattice.Bounds()
		x, y := a.X+a.Width/2, a.Y+a.Height/2
		return x > b.X && x < b.X+b.Width && y > b.Y && y < b.Y+b.Height
	})
}

// closer tells whether s came closer to a board than t.
func closer(s, t dump.Subject) bool {
	a, ok := s.Refusal()
	b, _ := t.Refusal()
	return ok && a.Closer(b)
}
