package place

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
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
			found, err := Patiently(t.Context(), func() (*vision.Reading, bool, error) {
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
		_, err := Patiently(ctx, func() (*vision.Reading, bool, error) {
			cancel()
			return nil, false, refused
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want canceled", err)
		}
	})
}

// TestFirstBoard tells of the last look alone, whether a board was found or not.
func TestFirstBoard(t *testing.T) {
	source := onDisplay1(t)
	for _, tt := range []struct {
		name  string
		areas []image.Rectangle
		read  bool
	}{
		{"in the second view", []image.Rectangle{displays[0].Bounds, displays[1].Bounds}, true},
		{"nowhere", []image.Rectangle{displays[0].Bounds}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var views []player.View
			for _, a := range tt.areas {
				views = append(views, player.View{Name: "view", Area: a})
			}
			var told strings.Builder
			found, err := firstBoard(t.Context(), source, views, "", &told)
			if (err == nil) != tt.read || (found.Reading != nil) != tt.read {
				t.Errorf("read %v, error %v, want it read: %t", found.Reading != nil, err, tt.read)
			}
			if !tt.read && !errors.Is(err, fault.NoBoard) {
				t.Errorf("error %v, want that there is no board", err)
			}
			if n := strings.Count(told.String(), "looking at view"); n != len(views) {
				t.Errorf("it tells of %d looks at views, want %d:\n%s", n, len(views), told.String())
			}
		})
	}
}
