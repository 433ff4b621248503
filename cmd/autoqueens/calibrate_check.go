package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/pointing"
	"autoqueens/internal/printable"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// checkProfile tells whether a profile still holds.
func checkProfile(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	if err := p.FitsNow(source); err != nil {
		return err
	}
	w := words(cmd)
	fmt.Fprintf(w, "Display   %d is as it was when the profile was saved\n", p.Display.Index)
	if err := checkMapping(cmd.Context(), w, hand, p.Mapping, p.Region); err != nil {
		return err
	}
	buttons, err := p.ButtonsNow(source)
	for _, b := range buttons {
		seen := "is not in sight now"
		if b.InSight {
			seen = "is in sight now"
		}
		printable.Fprintf(w, "Button    at %d,%d %s\n", b.At.X, b.At.Y, seen)
	}
	if err != nil {
		return err
	}
	board, err := p.BoardNow(source)
	if refusal, ok := errors.AsType[*vision.Refusal](err); ok {
		printable.Fprintf(w, "Board     none is read in the region now: %s\n", refusal.What)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Board     %s is in the region now, confidence %.2f\n", boardOf(board), board.Confidence)
	return nil
}

// checkMapping tells whether the mouse goes where it is sent.
func checkMapping(ctx context.Context, w io.Writer, hand *input.Hand, m calibrate.Mapping, region image.Rectangle) error {
	checked, err := pointing.Check(ctx, hand, m, region)
	switch {
	case err != nil:
		return err
	case checked:
		fmt.Fprintf(w, "Checked   the mouse goes where it is sent\n")
	default:
		fmt.Fprintf(w, "Unchecked the desktop does not tell where the mouse is; play sees where its clicks land\n")
	}
	return nil
}
