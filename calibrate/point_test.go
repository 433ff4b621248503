package calibrate_test

import (
	"image"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

func TestSpanned(t *testing.T) {
	displays := []screen.Display{
		{Index: 0, Bounds: image.Rect(0, 0, 1920, 1080)},
		{Index: 1, Bounds: image.Rect(-1280, -100, 0, 924)},
	}
	for name, tt := range map[string]struct {
		from, to image.Point
		display  int
		want     image.Rectangle
		fails    bool
	}{
		"top left first":     {from: image.Pt(100, 200), to: image.Pt(500, 610), want: image.Rect(100, 200, 500, 610)},
		"bottom right first": {from: image.Pt(500, 610), to: image.Pt(100, 200), want: image.Rect(100, 200, 500, 610)},
		"the other diagonal": {from: image.Pt(500, 200), to: image.Pt(100, 610), want: image.Rect(100, 200, 500, 610)},
		"on the left":        {from: image.Pt(-900, -50), to: image.Pt(-500, 350), display: 1, want: image.Rect(-900, -50, -500, 350)},
		"on two":             {from: image.Pt(-900, 100), to: image.Pt(100, 600), fails: true},
		"twice the same":     {from: image.Pt(100, 200), to: image.Pt(100, 200), fails: true},
		"along an edge":      {from: image.Pt(100, 200), to: image.Pt(500, 210), fails: true},
		"on none":            {from: image.Pt(100, 200), to: image.Pt(500, 2000), fails: true},
	} {
		d, got, err := calibrate.Spanned(displays, [2]image.Point{tt.from, tt.to})
		if tt.fails {
			if fault.KindOf(err) != fault.Failed {
				t.Errorf("%s: %v, %v", name, got, err)
			}
			continue
		}
		if err != nil || got != tt.want || d.Index != tt.display {
			t.Errorf("%s: %v on display %d, %v", name, got, d.Index, err)
		}
	}
}

func TestShows(t *testing.T) {
	l := vision.Lattice{X: 100, Y: 200, PitchX: 50, PitchY: 50, Size: 8} // to 500, 600
	for r, want := range map[image.Rectangle]bool{
		image.Rect(100, 200, 500, 600): true,
		image.Rect(149, 151, 460, 649): true, // a cell off on every side
		image.Rect(155, 200, 500, 600): false,
		image.Rect(100, 200, 500, 400): false,
		image.Rect(100, 200, 900, 600): false,
	} {
		if got := calibrate.Shows(r, l); got != want {
			t.Errorf("%v shows it: %t, want %t", r, got, want)
		}
	}
}

// TestOutside looks for a place of the pointer that is off an area.
func TestOutside(t *testing.T) {
	display := image.Rect(-800, 0, 0, 600)
	at := vision.Point{X: -400.5, Y: 300.5}
	for area, want := range map[image.Rectangle]vision.Point{
		image.Rect(-600, 100, -200, 500): {X: -400.5, Y: 96},
		image.Rect(-600, 0, -200, 500):   {X: -400.5, Y: 504},
		image.Rect(-600, 0, -200, 600):   {X: -604, Y: 300.5},
		image.Rect(-800, 0, -200, 600):   {X: -196, Y: 300.5},
		display:                          at,
	} {
		if got := calibrate.Outside(at, area, display); got != want {
			t.Errorf("outside %v: %v, want %v", area, got, want)
		}
	}
}
