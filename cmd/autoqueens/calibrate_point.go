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
	for i, which := range []string{"a corner of the board", "the opposite corner"} {
		fmt.Fprintf(w, "Point     at %s and press Enter here (no click on the board)\n", which)
		if corners[i], err = pointedAt(ctx, hand, enter); err != nil {
			return err
		}
	}
	display, cells, err := between(displays, corners)
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
	if !shows(cells, found.Reading.Lattice) {
		b := found.Reading.Lattice.Bounds().Image()
		return fault.Newf(fault.Uncertain, "point at two opposite corners of the same board",
			"the board that is read there lies at %s, which is not what you pointed at (%s)", rectWords(b), rectWords(cells))
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

// pointedAt returns where the pointer is when the person presses Enter.
func pointedAt(ctx context.Context, hand *input.Hand, enter <-chan error) (image.Point, error) {
	select {
	case err := <-enter:
		if err != nil {
			return image.Point{}, fault.Wrap(err, fault.Failed, "there was no Enter: the input has ended",
				"run it in a terminal, or give the place: autoqueens calibrate --region X,Y,W,H")
		}
		return hand.Position()
	case <-ctx.Done():
		return image.Point{}, context.Cause(ctx)
	}
}

// between returns the display and the rectangle, in capture pixels, that two
// pointer points span.
func between(displays []screen.Display, corners [2]image.Point) (screen.Display, image.Rectangle, error) {
	var on [2]screen.Display
	var at [2]image.Point
	for i, corner := range corners {
		found := false
		for _, d := range displays {
			if pixel := calibrate.FromDisplay(d).PixelAt(corner); pixel.In(d.Bounds) {
				on[i], at[i], found = d, pixel, true
			}
		}
		if !found {
			return on[i], image.Rectangle{}, fault.Newf(fault.Failed, "point at the board",
				"the pointer is at %d,%d, which is on no display", corner.X, corner.Y)
		}
	}
	if on[0].Index != on[1].Index {
		return on[0], image.Rectangle{}, fault.Newf(fault.Failed, "bring the whole board onto one display",
			"the corners are on the displays %d and %d", on[0].Index, on[1].Index)
	}
	r := image.Rectangle{Min: at[0], Max: at[1]}.Canon()
	const least = 4 * 12 // pixels: the smallest board that is read
	if r.Dx() < least || r.Dy() < least {
		return on[0], r, fault.Newf(fault.Failed, "point at two opposite corners, such as the top left and the bottom right one",
			"the two places are %d x %d pixels apart, and no board is that small", r.Dx(), r.Dy())
	}
	return on[0], r, nil
}

// shows tells whether a rectangle that was shown by hand is that of a board:
// each side within a cell of the board's.
func shows(r image.Rectangle, l vision.Lattice) bool {
	b := l.Bounds()
	near := func(v int, line, pitch float64) bool { d := float64(v) - line; return max(d, -d) <= pitch }
	return near(r.Min.X, b.X, l.PitchX) && near(r.Max.X, b.X+b.Width, l.PitchX) &&
		near(r.Min.Y, b.Y, l.PitchY) && near(r.Max.Y, b.Y+b.Height, l.PitchY)
}

// aside runs look with the pointer off an area of a display, where it would
// cover something or light it up, and brings it back. The person stops it by
// moving the mouse.
func aside(ctx context.Context, hand *input.Hand, m calibrate.Mapping, display, area image.Rectangle, look func() error) (err error) {
	watched, stop := hand.Watch(ctx)
	defer stop()
	from, err := hand.Position()
	if err != nil {
		return err
	}
	if !m.PixelAt(from).In(area) {
		return look()
	}
	if err := hand.Move(watched, m.Point(beside(m.Pixel(from), area, display))); err != nil {
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

// beside returns a place outside an area, as near to p as the display allows.
func beside(p vision.Point, area, display image.Rectangle) vision.Point {
	const gap = 4 // pixels: no rounding leads back
	switch {
	case area.Min.Y-gap >= display.Min.Y:
		return vision.Point{X: p.X, Y: float64(area.Min.Y) - gap}
	case area.Max.Y+gap < display.Max.Y:
		return vision.Point{X: p.X, Y: float64(area.Max.Y) + gap}
	case area.Min.X-gap >= display.Min.X:
		return vision.Point{X: float64(area.Min.X) - gap, Y: p.Y}
	case area.Max.X+gap < display.Max.X:
		return vision.Point{X: float64(area.Max.X) + gap, Y: p.Y}
	}
	return p // the area fills the display, so there is no outside
}
