package main

import (
	"fmt"
	"image"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/pointing"
	"autoqueens/internal/printable"
	"autoqueens/internal/session"
	"autoqueens/vision/screen"
)

// padPlaces returns the places that --pad gives, in capture pixels, none for those that are shown
// with the mouse.
func (f *calibrateFlags) padPlaces() (places []image.Point, err error) {
	if f.pad == "" || f.pad == byPointer || f.pad == forget {
		return nil, nil
	}
	for _, word := range strings.Fields(f.pad) {
		p, ok := place.Point(word)
		if !ok {
			return nil, fault.Plainf(`give them in pixels, those of 1, 2, 3 and so on: --pad "560,700 640,700 720,700 560,760 640,760 720,760", or show them with --pad pointer`,
				"%q is not the place of a button", word)
		}
		places = append(places, p)
	}
	if len(places) == 0 || len(places) > calibrate.MaxPad {
		return nil, fault.Plainf("give one for each digit, from 1 on", "%d buttons are no pad", len(places))
	}
	return places, nil
}

// keepPad keeps the buttons of a Sudoku's digits in a profile: where they are, and what they look
// like. Nothing is clicked.
func (f *calibrateFlags) keepPad(cmd *cobra.Command, source screen.Source, hand *input.Hand, p *calibrate.Profile) error {
	if err := p.FitsNow(source); err != nil {
		return err
	}
	places, err := f.padPlaces()
	if err != nil {
		return err
	}
	if p.Pad, err = pointing.Pad(cmd.Context(), source, hand, p, places, pointTo(cmd)); err != nil {
		return err
	}
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(words(cmd), "Pad       the buttons of 1 to %d; they are clicked where digit keys do nothing, while they look like now\nSaved     %s\n", len(p.Pad), path)
	}
	return err
}

// forgetPad takes the buttons of the pad out of a profile.
func (f *calibrateFlags) forgetPad(cmd *cobra.Command) error {
	p, err := calibrate.Load(f.name())
	if err != nil {
		return err
	}
	p.Pad = nil
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(words(cmd), "Forgot    the buttons of the pad\nSaved     %s\n", path)
	}
	return err
}

// tryMove finds out in which way moves are taken of the board on the screen, and keeps that in the profile.
func (f *calibrateFlags) tryMove(cmd *cobra.Command) error {
	p, err := calibrate.Load(f.name())
	if err != nil {
		return err
	}
	w := words(cmd)
	fmt.Fprintf(w, "Trying    one right move of %s; move the mouse to stop it\n", session.Titles(session.Several()))
	g, way, err := session.Try(cmd.Context(), session.Options{
		Place: f.place, Profile: p, Input: f.input, Pace: p.Pace, Why: reasons(cmd), Notes: cmd.ErrOrStderr(),
	})
	if err != nil {
		return err
	}
	p.SetWay(g.Name, string(way))
	path, err := p.Save()
	if err == nil {
		printable.Fprintf(w, "Tried     %s is played by %s here\nSaved     %s\n", g.Title, way, path)
	}
	return err
}
