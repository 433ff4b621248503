// Package pointing lets a person show a place with the mouse: two corners of a board, or
// a button. The pointer is moved out of the way for the look at it, and back. Nothing is
// clicked.
//
//	the person ──> [pointing] ──> calibrate.Found, spot.Spot
package pointing

import (
	"bufio"
	"context"
	"errors"
	"image"
	"io"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/vision"
)

const (
	// within is how long a person has to start moving to the place.
	within = time.Minute
	// Rest is how long the pointer rests where a person means a place.
	Rest = 2 * time.Second
	// darkFor is what a page gets to draw a button without the pointer on it.
	darkFor = 400 * time.Millisecond
	// letGoWithin is how long a person may go on moving the mouse after the
	// press that saves, and letGoFor how long it then rests.
	letGoWithin = 15 * time.Second
	letGoFor    = 400 * time.Millisecond
)

var clock player.SystemClock

// Position returns where the person has put the pointer, where the system tells that.
func Position(hand *input.Hand) (image.Point, error) {
	if !hand.Sees() {
		return image.Point{}, fault.Wrap(errors.ErrUnsupported, fault.Failed, "this desktop does not tell where the mouse is, so that nothing can be shown with it",
			"give the place in pixels: --region X,Y,W,H for a board, --start-button X,Y for a button")
	}
	return hand.Position()
}

// AtEnter returns where the pointer is when the person presses Enter.
func AtEnter(ctx context.Context, hand *input.Hand, enter <-chan error) (image.Point, error) {
	select {
	case err := <-enter:
		if err != nil {
			return image.Point{}, fault.Wrap(err, fault.Failed, "there was no Enter: the input has ended",
				"run it in a terminal, or give the place: autoqueens calibrate --region X,Y,W,H")
		}
		return Position(hand)
	case <-ctx.Done():
		return image.Point{}, context.Cause(ctx)
	}
}

// Enters returns a channel that gets nil for each line of in, and then why there
// is none any more. A terminal cannot be asked to stop waiting, so the goroutine
// behind it may outlive the command.
func Enters(in io.Reader) <-chan error {
	out := make(chan error)
	go func() {
		lines := bufio.NewReader(in)
		for {
			_, err := lines.ReadString('\n')
			out <- err
			if err != nil {
				return
			}
		}
	}()
	return out
}

// Place returns where a person brings the pointer to rest, in capture pixels.
func Place(ctx context.Context, hand *input.Hand, m calibrate.Mapping) (image.Point, error) {
	at, err := atRest(ctx, hand)
	return m.PixelAt(at), err
}

// atRest returns where a person brings the pointer to rest.
func atRest(ctx context.Context, hand *input.Hand) (image.Point, error) {
	began := time.Now()
	first, err := Position(hand)
	for at := first; err == nil && at == first; at, err = hand.Position() {
		if time.Since(began) > within {
			return at, fault.Plain("the mouse was not moved to a button",
				"move the pointer onto the button right after the start, or give its place: --start-button X,Y")
		}
		if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return at, err
		}
	}
	if err != nil {
		return first, err
	}
	if err := hand.Settle(ctx, Rest); err != nil {
		return first, err
	}
	return hand.Position()
}

// Check moves the pointer about in a region, unless the person wants the mouse for something
// else, and returns nil where it goes where it is sent; see [calibrate.CheckMapping]. Where the
// system does not say where the pointer is, nothing is moved, and checked is false.
func Check(ctx context.Context, hand *input.Hand, m calibrate.Mapping, region image.Rectangle) (checked bool, err error) {
	if !hand.Sees() {
		return false, nil
	}
	watched, stop := hand.Watch(ctx)
	defer stop()
	return true, calibrate.CheckMapping(watched, hand, m, region)
}

// LetGo waits until the mouse rests: a hand that has just pressed a button of
// a page, or Enter, would stop the check that follows.
func LetGo(ctx context.Context, hand *input.Hand) error {
	patient, cancel := context.WithTimeout(ctx, letGoWithin)
	defer cancel()
	err := hand.Settle(patient, letGoFor)
	if err != nil && ctx.Err() == nil && patient.Err() != nil {
		return fault.New(fault.Stopped, "the mouse was not let go, so nothing was moved and nothing saved", "save again and leave the mouse alone for a moment")
	}
	return err
}

// aside runs look with the pointer off an area of a display, where it would
// cover something or light it up, and brings it back. The person stops it by
// moving the mouse.
func aside(ctx context.Context, hand *input.Hand, m calibrate.Mapping, display, area image.Rectangle, look func() error) (err error) {
	watched, stop := hand.Watch(ctx)
	defer stop()
	from, err := hand.Position()
	if errors.Is(err, errors.ErrUnsupported) {
		// It may be there, and nobody knows from where it would have to be brought back.
		middle := vision.Point{X: float64(area.Min.X+area.Max.X) / 2, Y: float64(area.Min.Y+area.Max.Y) / 2}
		if err := hand.Move(watched, m.Point(calibrate.Outside(middle, area, display))); err != nil {
			return err
		}
		if err := clock.Sleep(watched, darkFor); err != nil {
			return err
		}
		return look()
	}
	if err != nil {
		return err
	}
	if !m.PixelAt(from).In(area) {
		return look()
	}
	if err := hand.Move(watched, m.Point(calibrate.Outside(m.Pixel(from), area, display))); err != nil {
		return err
	}
	defer func() {
		if back := hand.Move(watched, from); err == nil {
			err = back
		}
	}()
	if err := clock.Sleep(watched, darkFor); err != nil {
		return err
	}
	return look()
}
