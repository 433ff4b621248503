package main

import (
	"context"
	"errors"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/vision"
)

// TestPatiently looks at a page that is still painting, at one that has no
// board and a region that was given, and at a screen that cannot be captured.
func TestPatiently(t *testing.T) {
	refused := calibrate.Refused(&vision.Refusal{What: "no board"})
	broken := errors.New("no picture")
	for _, tt := range []struct {
		name  string
		after []error // of the looks before the last, which reads the board
		want  error
		looks int
	}{
		{"painted", nil, nil, 1},
		{"still painting", []error{refused, refused}, nil, 3},
		{"nothing yet in the region", []error{nil, nil}, nil, 3},
		{"no picture", []error{broken}, broken, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			looks := 0
			found, err := patiently(t.Context(), func() (*vision.Reading, bool, error) {
				looks++
				if looks <= len(tt.after) {
					return nil, false, tt.after[looks-1]
				}
				return &vision.Reading{}, true, nil
			})
			if !errors.Is(err, tt.want) || (found == nil) != (tt.want != nil) || looks != tt.looks {
				t.Errorf("%d looks, error %v, read %v; want %d looks, error %v", looks, err, found != nil, tt.looks, tt.want)
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := patiently(ctx, func() (*vision.Reading, bool, error) {
			cancel()
			return nil, false, refused
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want canceled", err)
		}
	})
}
