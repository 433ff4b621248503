package screen

import (
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
	"autoqueens/internal/quartz/quartztest"
)

// A built-in display of two pixels a point, and one of one pixel a point left of it.
func twoDisplays() *quartztest.Library {
	return &quartztest.Library{
		Permissions: map[quartz.Permission]bool{quartz.ScreenRecording: true},
		Screens: []quartz.Display{
			{ID: 7, Points: image.Rect(-800, 100, 0, 700), Scale: 1},
			{ID: 3, Points: image.Rect(0, 0, 1440, 900), Scale: 2, Main: true},
		},
		Shows: func(display uint32, x, y int) color.RGBA {
			return color.RGBA{R: uint8(display), G: uint8(x), B: uint8(y), A: 255}
		},
	}
}

// TestQuartzCapture captures the finest display at its pixels, and others as large.
func TestQuartzCapture(t *testing.T) {
	library := twoDisplays()
	p, err := openQuartz(library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSource(p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ds, err := s.Displays()
	if err != nil {
		t.Fatal(err)
	}
	want := []Display{
		{Index: 0, Bounds: image.Rect(0, 0, 2880, 1800), Points: image.Rect(0, 0, 1440, 900), Primary: true},
		{Index: 1, Bounds: image.Rect(-1600, 200, 0, 1400), Points: image.Rect(-800, 100, 0, 700)},
	}
	if diff := cmp.Diff(want, ds); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct {
		name string
		r    image.Rectangle
		asks string
		at   map[image.Point]color.RGBA
	}{
		{"a part of the fine one", image.Rect(11, 20, 14, 24), "picture of 3: 5.5,10 1.5x2 in 3x4",
			map[image.Point]color.RGBA{{11, 20}: {3, 11, 20, 255}, {13, 23}: {3, 13, 23, 255}}},
		{"a part of the coarse one", image.Rect(-1600, 200, -1596, 202), "picture of 7: 0,0 2x1 in 4x2",
			map[image.Point]color.RGBA{{-1600, 200}: {7, 0, 0, 255}, {-1597, 201}: {7, 1, 0, 255}}},
		{"across both", image.Rect(-2, 400, 2, 402), "picture of 7: 799,100 1x1 in 2x2; picture of 3: 0,200 1x1 in 2x2",
			map[image.Point]color.RGBA{{-1, 400}: {7, 799 % 256, 100, 255}, {1, 401}: {3, 1, 401 % 256, 255}}},
		{"between them", image.Rect(-10, 10, -5, 12), "", map[image.Point]color.RGBA{{-10, 10}: {}}},
	} {
		library.Log()
		img, err := s.Capture(test.r)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := library.Log(); got != test.asks {
			t.Errorf("%s: asked for %q, want %q", test.name, got, test.asks)
		}
		for at, want := range test.at {
			if got := img.RGBAAt(at.X, at.Y); got != want {
				t.Errorf("%s: at %v is %v, want %v", test.name, at, got, want)
			}
		}
	}
}

// TestQuartzPermission refuses where neither the permission nor a picture is to be had.
func TestQuartzPermission(t *testing.T) {
	library := twoDisplays()
	library.Permissions = nil
	if _, err := openQuartz(library); err != nil {
		t.Errorf("a permission that is denied in words alone: %v", err)
	}
	library.Screens = nil
	if _, err := openQuartz(library); !errors.Is(err, fault.NoAccess) {
		t.Errorf("without the permission and a picture: %v", err)
	}
}
