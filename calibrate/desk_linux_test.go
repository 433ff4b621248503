//go:build cgo

package calibrate_test

import (
	"errors"
	"image"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/vision/screen"
)

// TestCheckMappingOnDesk checks the mapping of every display of a real X
// server with a real pointer, the primary display being the right one: there
// two libraries disagree on where the desktop begins.
func TestCheckMappingOnDesk(t *testing.T) {
	layouts := map[string]desk.Options{
		"one display": {Width: 800, Height: 600},
		"the primary on the right": {Width: 1600, Height: 700,
			Monitors: []image.Rectangle{image.Rect(900, 100, 1600, 700), image.Rect(0, 0, 900, 600)}},
	}
	for name, options := range layouts {
		t.Run(name, func(t *testing.T) {
			desktest.Start(t, options)
			source, err := screen.Open(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			defer source.Close()
			displays, err := source.Displays()
			if err != nil {
				t.Fatal(err)
			}
			if want := max(1, len(options.Monitors)); len(displays) != want {
				t.Fatalf("the displays are %v, want %d", displays, want)
			}
			hand, err := input.Open(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			defer hand.Close()
			if err := hand.Move(t.Context(), image.Pt(33, 44)); err != nil {
				t.Fatal(err)
			}
			for _, display := range displays {
				m := calibrate.FromDisplay(display)
				if err := calibrate.CheckMapping(t.Context(), hand, m, display.Bounds); err != nil {
					t.Errorf("%v: %v", display, err)
				}
			}
			if at, err := hand.Position(); err != nil || at != image.Pt(33, 44) {
				t.Errorf("the pointer is at %v (%v), want it back at 33,44", at, err)
			}

			// A mapping for twice as many points sends the pointer off the
			// screen, where its edge stops it.
			whole := screen.Desktop(displays)
			wrong := calibrate.Between(whole, image.Rect(0, 0, 2*whole.Dx(), 2*whole.Dy()))
			err = calibrate.CheckMapping(t.Context(), hand, wrong, whole)
			if _, ok := errors.AsType[*calibrate.Disagreement](err); !ok {
				t.Errorf("a wrong mapping: %v, want a disagreement", err)
			}
			if at, err := hand.Position(); err != nil || at != image.Pt(33, 44) {
				t.Errorf("the pointer is at %v (%v) after that, want it back at 33,44", at, err)
			}
		})
	}
}
