package main

import (
	"fmt"
	"image"

	"github.com/spf13/cobra"

	"autoqueens/input"
	"autoqueens/internal/pointing"
	"autoqueens/vision/screen"
)

// byPointing has the person show two corners of the board with the mouse, reads the
// board there, checks the mapping, and saves. Nothing is clicked.
func (f *calibrateFlags) byPointing(cmd *cobra.Command, source screen.Source, hand *input.Hand) error {
	ctx := cmd.Context()
	enter := pointing.Enters(cmd.InOrStdin())
	if _, err := pointing.Position(hand); err != nil {
		return err // before anything is asked for
	}
	var corners [2]image.Point
	for i, which := range []string{"a corner of the board", "the opposite corner"} {
		fmt.Fprintf(words(cmd), "Point     at %s and press Enter here (no click on the board)\n", which)
		var err error
		if corners[i], err = pointing.AtEnter(ctx, hand, enter); err != nil {
			return err
		}
	}
	found, err := pointing.Board(ctx, source, hand, corners)
	if err != nil {
		return err
	}
	return f.keepFound(cmd, hand, found)
}
