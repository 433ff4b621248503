package main

import (
	"context"
	"fmt"
	"image"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/spot"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision/screen"
)

// What --start-button takes beside a place.
const (
	buttonByPointer = "pointer"
	noButton        = "none"
)

const (
	// pointWithin is how long a person has to start moving to the button, and
	// pointFor how long the pointer then rests on it.
	pointWithin = time.Minute
	pointFor    = 2 * time.Second
	// darkFor is what a page gets to draw a button without the pointer on it.
	darkFor = 400 * time.Millisecond
)

var clock player.SystemClock

// checkButton looks at the flags alone.
func (f *calibrateFlags) checkButton() error {
	if f.game != "" {
		g, err := gamesolver.Find(f.game)
		if err != nil {
			return err
		}
		f.game = g.Name
		if f.startButton == "" {
			return fault.New(fault.Failed, "--game tells what a start button opens, and no button is shown", "show it too: --start-button pointer")
		}
	}
	if f.startButton == "" || f.startButton == buttonByPointer || f.startButton == noButton {
		return nil
	}
	_, err := f.buttonPlace()
	return err
}

// buttonPlace returns the place that the flag gives, in capture pixels.
func (f *calibrateFlags) buttonPlace() (image.Point, error) {
	x, y, two := strings.Cut(f.startButton, ",")
	px, errX := strconv.Atoi(strings.TrimSpace(x))
	py, errY := strconv.Atoi(strings.TrimSpace(y))
	if !two || errX != nil || errY != nil || place.Far(px) || place.Far(py) {
		return image.Point{}, fault.Newf(fault.Failed, "give it in pixels, for example --start-button 720,640, or show it with --start-button pointer",
			"%q is not the place of a button", f.startButton)
	}
	return image.Pt(px, py), nil
}

// forgetButton takes the start buttons out of a profile.
func (f *calibrateFlags) forgetButton(cmd *cobra.Command) error {
	p, err := calibrate.Load(f.name())
	if err != nil {
		return err
	}
	forgot := "the start buttons; nothing but boards is clicked"
	if f.game == "" {
		p.Starts, p.GameStarts = nil, nil
	} else {
		delete(p.GameStarts, f.game)
		forgot = "the start button of " + f.game
	}
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(words(cmd), "Forgot    %s\nSaved     %s\n", forgot, path)
	}
	return err
}

// keepButton adds a start button to a profile: where it is, and what it looks
// like. The mouse is moved off it for the look, and back. Nothing is clicked.
func (f *calibrateFlags) keepButton(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	err := stillFits(source, p)
	if err != nil {
		return err
	}
	w := words(cmd)
	var at image.Point
	if f.startButton == buttonByPointer {
		printable.Fprintf(w, "Point     at the word on the button, and hold the mouse still for %v\n", pointFor)
		pointer, err := pointed(cmd.Context(), hand)
		if err != nil {
			return err
		}
		at = p.Mapping.PixelAt(pointer)
	} else if at, err = f.buttonPlace(); err != nil {
		return err
	}
	if !spot.Area(at).In(p.Display.Bounds) {
		return fault.Newf(fault.Failed, "choose a button inside the display of the profile, "+place.Words(p.Display.Bounds),
			"a start button at %d,%d does not lie on the display that was calibrated", at.X, at.Y)
	}
	start, err := lookAtButton(cmd.Context(), source, hand, p, at)
	if err != nil {
		return err
	}
	to := "a board"
	if f.game != "" {
		to = "a board of " + f.game
		p.SetGameStart(f.game, start)
	} else if err := p.AddStart(start); err != nil {
		return err
	}
	path, err := p.Save()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Button    at %d,%d; daily and play click it to come to %s, while it looks like now\n", at.X, at.Y, to)
	if n := len(p.Starts) + len(p.GameStarts); n > 1 {
		fmt.Fprintf(w, "          the profile knows %d of them; --start-button none forgets all\n", n)
	}
	printable.Fprintf(w, "Saved     %s\n", path)
	return nil
}

// pointed returns where a person brings the pointer to rest.
func pointed(ctx context.Context, hand *input.Hand) (image.Point, error) {
	began := time.Now()
	first, err := position(hand)
	for at := first; err == nil && at == first; at, err = hand.Position() {
		if time.Since(began) > pointWithin {
			return at, fault.New(fault.Failed, "the mouse was not moved to a button",
				"move the pointer onto the button right after the start, or give its place: --start-button X,Y")
		}
		if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
			return at, err
		}
	}
	if err != nil {
		return first, err
	}
	if err := hand.Settle(ctx, pointFor); err != nil {
		return first, err
	}
	return hand.Position()
}

// lookAtButton returns what a place looks like without the pointer on it.
func lookAtButton(ctx context.Context, source screen.Source, hand *input.Hand, profile *calibrate.Profile, at image.Point) (s spot.Spot, err error) {
	area := spot.Area(at)
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

// checkInSight tells which start buttons of a profile are in sight now.
func checkInSight(w io.Writer, source screen.Source, p *calibrate.Profile) error {
	for _, start := range p.StartsOf(gamesolver.Names()...) {
		img, err := source.Capture(spot.Area(start.At))
		if err != nil {
			return err
		}
		seen := "is not in sight now"
		if start.Seen(img) {
			seen = "is in sight now"
		}
		printable.Fprintf(w, "Button    at %d,%d %s\n", start.At.X, start.At.Y, seen)
	}
	return nil
}
