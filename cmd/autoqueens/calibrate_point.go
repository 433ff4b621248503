package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// byPointing has the person show two corners of the board with the mouse, reads the
// board there, checks the mapping, and saves. Nothing is clicked.
func (f *calibrateFlags) byPointing(cmd *cobra.Command, source screen.Source, hand *input.Hand) error {
	ctx, w := cmd.Context(), words(cmd)
	displays, err := source.Displays()
	if err != nil {
		return err
	}
	enter := enters(cmd.InOrStdin())
	var corners [2]image.Point
	if _, err := position(hand); err != nil {
		return err // before anything is asked for
	}
	for i, which := range []string{"a corner of the board", "the opposite corner"} {
		fmt.Fprintf(w, "Point     at %s and press Enter here (no click on the board)\n", which)
		if corners[i], err = pointedAt(ctx, hand, enter); err != nil {
			return err
		}
	}
	display, cells, err := calibrate.Spanned(displays, corners)
	if err != nil {
		return err
	}
	found := calibrate.Found{Display: display, Mapping: calibrate.FromDisplay(display)}
	// Hands are not exact: the board may reach a little further than what was
	// shown. A cell of the smallest boards is a quarter of their side.
	around := cells.Inset(-max(cells.Dx(), cells.Dy()) / 4).Intersect(display.Bounds)
	if err := letGo(ctx, hand); err != nil {
		return err
	}
	err = aside(ctx, hand, found.Mapping, display.Bounds, around, func() error {
		found.Picture, err = source.Capture(around)
		return err
	})
	if err != nil {
		return err
	}
	found.Reading, err = vision.Read(found.Picture)
	if refusal, refused := errors.AsType[*vision.Refusal](err); refused {
		return calibrate.Refused(refusal)
	} else if err != nil {
		return err
	}
	if !calibrate.Shows(cells, found.Reading.Lattice) {
		b := found.Reading.Lattice.Bounds().Image()
		return fault.Newf(fault.Uncertain, "point at two opposite corners of the same board",
			"the board that is read there lies at %s, which is not what you pointed at (%s)", place.Words(b), place.Words(cells))
	}
	found.Region = calibrate.Around(found.Reading.Lattice, display.Bounds)
	// The picture of the profile shows all of the region.
	if found.Picture, err = source.Capture(found.Region); err != nil {
		return err
	}
	_, err = keepProfile(ctx, cmd, hand, f.newProfile(found), found)
	return err
}

// enters returns a channel that gets nil for each line of in, and then why there
// is none any more. A terminal cannot be asked to stop waiting, so the goroutine
// behind it may outlive the command.
func enters(in io.Reader) <-chan error {
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

// position returns where the person has put the pointer, where the system tells that.
func position(hand *input.Hand) (image.Point, error) {
	if !hand.Sees() {
		return image.Point{}, fault.Wrap(errors.ErrUnsupported, fault.Failed, "this desktop does not tell where the mouse is, so that nothing can be shown with it",
			"give the place in pixels: --region X,Y,W,H for a board, --start-button X,Y for a button")
	}
	return hand.Position()
}

// pointedAt returns where the pointer is when the person presses Enter.
func pointedAt(ctx context.Context, hand *input.Hand, enter <-chan error) (image.Point, error) {
	select {
	case err := <-enter:
		if err != nil {
			return image.Point{}, fault.Wrap(err, fault.Failed, "there was no Enter: the input has ended",
				"run it in a terminal, or give the place: autoqueens calibrate --region X,Y,W,H")
		}
		return position(hand)
	case <-ctx.Done():
		return image.Point{}, context.Cause(ctx)
	}
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
