package calibrate_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// desktop shows on each display nothing but one grey.
type desktop struct {
	displays []screen.Display
	dark     map[int]error // displays that cannot be captured
}

func (d desktop) Displays() ([]screen.Display, error) { return d.displays, nil }

func (d desktop) Capture(r image.Rectangle) (*image.RGBA, error) {
	for _, display := range d.displays {
		if display.Bounds == r {
			if err := d.dark[display.Index]; err != nil {
				return nil, err
			}
			img := image.NewRGBA(r)
			img.SetRGBA(r.Min.X, r.Min.Y, color.RGBA{R: uint8(display.Index), A: 255})
			return img, nil
		}
	}
	return nil, errors.New("not a display")
}

func TestFind(t *testing.T) {
	board := func(confidence, x, y float64) *vision.Reading {
		return &vision.Reading{Confidence: confidence, Lattice: vision.Lattice{X: x, Y: y, PitchX: 50, PitchY: 48.5, Size: 8}}
	}
	noGrid := &vision.Refusal{Reason: vision.NoGrid, What: "no board", Advice: "open the page"}
	cutOff := &vision.Refusal{Reason: vision.CutOff, What: "a board is covered", Advice: "uncover it"}
	notSeen := fault.New(fault.NoAccess, "black", "allow it")
	two := []screen.Display{
		{Index: 0, Bounds: image.Rect(0, 0, 1920, 1080)},
		{Index: 1, Bounds: image.Rect(-1280, -100, 0, 924)},
	}
	type answer struct {
		reading *vision.Reading
		err     error
	}
	tests := []struct {
		name     string
		displays []screen.Display
		dark     map[int]error
		answers  map[int]answer
		display  int // that is found, or that came closest
		region   image.Rectangle
		kind     fault.Kind
		cause    error
	}{
		{name: "on the second", displays: two,
			answers: map[int]answer{0: {err: noGrid}, 1: {reading: board(0.9, -900.5, 100)}},
			display: 1, region: image.Rect(-951, 51, -450, 537)},
		{name: "the surer one", displays: two,
			answers: map[int]answer{0: {reading: board(0.8, 100, 100)}, 1: {reading: board(0.9, -900.5, 100)}},
			display: 1, region: image.Rect(-951, 51, -450, 537)},
		{name: "the first of equals, at the edge", displays: two,
			answers: map[int]answer{0: {reading: board(0.9, 10, 20)}, 1: {reading: board(0.9, -900.5, 100)}},
			display: 0, region: image.Rect(0, 0, 460, 457)},
		{name: "the other display is black", displays: two, dark: map[int]error{0: notSeen},
			answers: map[int]answer{1: {reading: board(0.9, -900.5, 100)}},
			display: 1, region: image.Rect(-951, 51, -450, 537)},
		{name: "none", displays: two, answers: map[int]answer{0: {err: noGrid}, 1: {err: noGrid}},
			kind: fault.NoBoard, cause: noGrid},
		{name: "one seen", displays: two, answers: map[int]answer{0: {err: noGrid}, 1: {err: cutOff}},
			display: 1, kind: fault.Uncertain, cause: cutOff},
		{name: "one seen, the other black", displays: two, dark: map[int]error{0: notSeen},
			answers: map[int]answer{1: {err: cutOff}}, display: 1, kind: fault.Uncertain, cause: cutOff},
		{name: "none seen, the other black", displays: two, dark: map[int]error{1: notSeen},
			answers: map[int]answer{0: {err: noGrid}}, kind: fault.NoAccess, cause: notSeen},
		{name: "no display", kind: fault.NoAccess},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read := func(img image.Image) (*vision.Reading, error) {
				r, _, _, _ := img.At(img.Bounds().Min.X, img.Bounds().Min.Y).RGBA()
				a := tt.answers[int(r>>8)]
				return a.reading, a.err
			}
			found, err := calibrate.Find(t.Context(), desktop{tt.displays, tt.dark}, read)
			if got := fault.KindOf(err); got != tt.kind {
				t.Fatalf("Find: %v with kind %q, want %q", err, got, tt.kind)
			}
			if tt.cause != nil && !errors.Is(err, tt.cause) {
				t.Errorf("Find = %v, want %v beneath it", err, tt.cause)
			}
			if found.Region != tt.region {
				t.Errorf("the region is %v, want %v", found.Region, tt.region)
			}
			if found.Display.Index != tt.display {
				t.Errorf("the display is %d, want %d", found.Display.Index, tt.display)
			}
			if (found.Reading != nil) != (err == nil) {
				t.Errorf("the reading is %v", found.Reading)
			}
			if found.Picture != nil {
				if found.Picture.Rect != found.Display.Bounds {
					t.Errorf("the picture shows %v, want the display's %v", found.Picture.Rect, found.Display.Bounds)
				}
				if want := calibrate.FromDisplay(found.Display); found.Mapping != want {
					t.Errorf("the mapping is %v, want %v", found.Mapping, want)
				}
			}
		})
	}

	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(notSeen)
		if _, err := calibrate.Find(ctx, desktop{displays: two}, nil); !errors.Is(err, notSeen) {
			t.Errorf("Find = %v, want the context's cause", err)
		}
	})
}

// TestFindExample refuses an example: it is not where the game is played.
func TestFindExample(t *testing.T) {
	source := desktop{displays: []screen.Display{{Bounds: image.Rect(0, 0, 800, 600)}}}
	_, err := calibrate.Find(t.Context(), source, func(image.Image) (*vision.Reading, error) {
		return &vision.Reading{Example: true, Lattice: vision.Lattice{Size: 5, PitchX: 30, PitchY: 30}}, nil
	})
	if refusal, ok := errors.AsType[*vision.Refusal](err); !ok || refusal.Reason != vision.Example || fault.KindOf(err) != fault.NoBoard {
		t.Errorf("got %v", err)
	}
}
