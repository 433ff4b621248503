package main

import (
	"fmt"
	"image"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/pointing"
	"autoqueens/internal/printable"
	"autoqueens/vision/screen"
)

// What --start-button and --pad take beside places.
const (
	byPointer = "pointer"
	forget    = "none"
)

// checkButton looks at the flags alone.
func (f *calibrateFlags) checkButton() error {
	if err := checkGame(&f.game); err != nil {
		return err
	}
	if f.game != "" && f.startButton == "" {
		return fault.Plain("--game tells what a start button opens, and no button is shown", "show it too: --start-button pointer")
	}
	if f.startButton == "" || f.startButton == byPointer || f.startButton == forget {
		return nil
	}
	_, err := f.buttonPlace()
	return err
}

// buttonPlace returns the place that the flag gives, in capture pixels.
func (f *calibrateFlags) buttonPlace() (image.Point, error) {
	at, ok := place.Point(f.startButton)
	if !ok {
		return at, fault.Plainf("give it in pixels, for example --start-button 720,640, or show it with --start-button pointer",
			"%q is not the place of a button", f.startButton)
	}
	return at, nil
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

// pointTo returns what asks a person to point to something.
func pointTo(cmd *cobra.Command) func(what string) {
	return func(what string) {
		printable.Fprintf(words(cmd), "Point     at %s, and hold the mouse still for %v\n", what, pointing.Rest)
	}
}

// keepButton adds a start button to a profile: where it is, and what it looks
// like. The mouse is moved off it for the look, and back. Nothing is clicked.
func (f *calibrateFlags) keepButton(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	err := p.FitsNow(source)
	if err != nil {
		return err
	}
	w := words(cmd)
	var at image.Point
	if f.startButton == byPointer {
		pointTo(cmd)("the word on the button")
		at, err = pointing.Place(cmd.Context(), hand, p.Mapping)
	} else {
		at, err = f.buttonPlace()
	}
	if err != nil {
		return err
	}
	start, err := pointing.Button(cmd.Context(), source, hand, p, at)
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
