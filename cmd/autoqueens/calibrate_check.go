package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/printable"
	"autoqueens/internal/spot"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision"
	"autoqueens/vision/games"
	"autoqueens/vision/screen"
)

// stillFits tells whether the displays are those of a profile.
func stillFits(source screen.Source, p *calibrate.Profile) error {
	displays, err := source.Displays()
	if err != nil {
		return err
	}
	return p.Fits(displays)
}

// checkProfile tells whether a profile still holds.
func checkProfile(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	if err := stillFits(source, p); err != nil {
		return err
	}
	w := words(cmd)
	fmt.Fprintf(w, "Display   %d is as it was when the profile was saved\n", p.Display.Index)
	if err := checkMapping(cmd.Context(), w, hand, p.Mapping, p.Region); err != nil {
		return err
	}
	if err := checkInSight(w, source, p); err != nil {
		return err
	}
	img, err := source.Capture(p.Region)
	if err != nil {
		return err
	}
	reading, err := games.Read(img)
	if refusal, ok := errors.AsType[*vision.Refusal](err); ok {
		printable.Fprintf(w, "Board     none is read in the region now: %s\n", refusal.What)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Board     %s is in the region now, confidence %.2f\n", boardOf(reading), reading.Confidence)
	return nil
}

// checkInSight tells which buttons of a profile are in sight now.
func checkInSight(w io.Writer, source screen.Source, p *calibrate.Profile) error {
	for _, start := range slices.Concat(p.StartsOf(gamesolver.Names()...), p.Pad) {
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

// checkMapping moves the pointer about in a region, unless the person wants
// the mouse for something else, and tells what that says. Where the system does not say
// where the pointer is, nothing is moved.
func checkMapping(ctx context.Context, w io.Writer, hand *input.Hand, m calibrate.Mapping, area image.Rectangle) error {
	if !hand.Sees() {
		fmt.Fprintf(w, "Unchecked the desktop does not tell where the mouse is; play sees where its clicks land\n")
		return nil
	}
	watched, stop := hand.Watch(ctx)
	defer stop()
	err := calibrate.CheckMapping(watched, hand, m, area)
	if err == nil {
		fmt.Fprintf(w, "Checked   the mouse goes where it is sent\n")
	}
	return err
}
