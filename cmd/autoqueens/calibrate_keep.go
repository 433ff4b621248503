package main

import (
	"context"
	"fmt"
	"image"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/dump"
	"autoqueens/internal/printable"
	gamesolver "autoqueens/solver/games"
	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

// keepFound makes a profile of what was found, with the settings of the flags, and keeps it.
func (f *calibrateFlags) keepFound(cmd *cobra.Command, hand *input.Hand, found calibrate.Found) error {
	_, err := keepProfile(cmd.Context(), cmd, hand, found.Profile(f.name(), f.clicks, f.pace), found)
	return err
}

// keepProfile checks a mapping with the pointer, which nothing is clicked with,
// and saves the profile with a picture of its place. It returns the path.
func keepProfile(ctx context.Context, cmd *cobra.Command, hand *input.Hand, p *calibrate.Profile, found calibrate.Found) (string, error) {
	w := words(cmd)
	if r := found.Reading; r != nil {
		fmt.Fprintf(w, "Found     %s on display %d, confidence %.2f\n", boardOf(r), found.Display.Index, r.Confidence)
	} else {
		fmt.Fprintf(w, "Found     no board in the region now; it is taken as you gave it\n")
	}
	if err := checkMapping(ctx, w, hand, found.Mapping, found.Region); err != nil {
		return "", err
	}
	path, err := p.Save()
	if err != nil {
		return "", err
	}
	printable.Fprintf(w, "Saved     %s\n", path)
	picture := overlayPath(path)
	if err := writeOverlay(picture, found); err != nil {
		return path, err
	}
	printable.Fprintf(w, "Picture   %s\n", picture)
	return path, nil
}

// boardOf names a board that was read.
func boardOf(r *vision.Reading) string {
	game := ""
	if r.Puzzle != nil {
		game = gamesolver.Of(r.Puzzle).Title + " "
	}
	return fmt.Sprintf("a %sboard of %d x %d", game, r.Lattice.Size, r.Lattice.Size)
}

// overlayPath returns where the picture of a profile is kept: beside it.
func overlayPath(profile string) string { return strings.TrimSuffix(profile, ".toml") + ".png" }

// writeOverlay writes a picture of the region, and of nothing else on the
// desktop, with what was read in it.
func writeOverlay(path string, found calibrate.Found) error {
	picture := image.Image(dump.Cut(found.Picture, found.Region))
	if found.Reading != nil {
		picture = overlay.Annotate(picture, found.Reading)
	}
	return writePNG(path, true, picture)
}
