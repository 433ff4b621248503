package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
)

// fakeScreen is a desktop of given displays whose pictures count pixels.
type fakeScreen struct {
	list   []Display
	err    error
	off    image.Point // added to the size of captures
	asked  []image.Rectangle
	closed int
}

func (f *fakeScreen) displays() ([]Display, error) { return f.list, f.err }

func (f *fakeScreen) capture(r image.Rectangle) (*image.RGBA, error) {
	f.asked = append(f.asked, r)
	return image.NewRGBA(image.Rect(0, 0, r.Dx()+f.off.X, r.Dy()+f.off.Y)), f.err
}

func (f *fakeScreen) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	return false, errors.ErrUnsupported
}

func (f *fakeScreen) method() string { return "a fake" }

func (f *fakeScreen) close() error {
	f.closed++
	return nil
}

func TestCaptureRefusesWhatIsNotThere(t *testing.T) {
	// The primary display is the right one of two, and lower.
	f := &fakeScreen{list: []Display{
		{Bounds: image.Rect(0, 0, 800, 600)},
		{Bounds: image.Rect(800, 100, 1800, 900), Primary: true},
	}}
	s := &source{platform: f}
	for _, tt := range []struct {
		r     image.Rectangle
		words string // empty: it is captured
	}{
		{image.Rect(0, 0, 1800, 900), ""},
		{image.Rect(790, 200, 810, 220), ""},
		{image.Rect(1799, 899, 1800, 900), ""},
		{image.Rect(1799, 899, 1801, 900), "not on the screen"},
		{image.Rect(-1, 0, 10, 10), "not on the screen"},
		{image.Rect(5000, 5000, 5010, 5010), "not on the screen"},
		{image.Rect(-1<<40, -1<<40, 1<<40, 1<<40), "not on the screen"},
		{image.Rect(10, 10, 10, 20), "empty region"},
		{image.Rectangle{image.Pt(20, 20), image.Pt(10, 10)}, "empty region"},
		{image.Rectangle{}, "empty region"},
	} {
		f.asked = nil
		img, err := s.Capture(tt.r)
		if tt.words == "" {
			if err != nil || img.Bounds() != tt.r {
				t.Errorf("%v: %v", tt.r, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.words) || len(f.asked) > 0 {
			t.Errorf("%v: %v, want %q and no capture", tt.r, err, tt.words)
		}
	}
}

func TestCaptureOfAnotherSize(t *testing.T) {
	s := &source{platform: &fakeScreen{list: []Display{{Bounds: image.Rect(0, 0, 100, 100)}}, off: image.Pt(1, 0)}}
	if _, err := s.Capture(image.Rect(0, 0, 10, 10)); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("Capture: %v", err)
	}
}

func TestNoDisplaySwitchedOn(t *testing.T) {
	s := &source{platform: &fakeScreen{list: []Display{{}}}}
	if _, err := s.Displays(); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("Displays: %v", err)
	}
}

func TestClose(t *testing.T) {
	f := &fakeScreen{list: []Display{{Bounds: image.Rect(0, 0, 100, 100)}}}
	s := &source{platform: f}
	if err := errors.Join(s.Close(), s.Close()); err != nil || f.closed != 1 {
		t.Errorf("closed %d times: %v", f.closed, err)
	}
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); err == nil {
		t.Error("a closed screen was captured")
	}
}

func TestTidy(t *testing.T) {
	left, right := image.Rect(0, 0, 800, 600), image.Rect(800, 0, 1600, 600)
	tests := []struct {
		name string
		in   []Display
		want []Display
	}{
		{"none", nil, nil},
		{"one, not said to be primary", []Display{{Bounds: left, Name: "a"}}, []Display{{Bounds: left, Name: "a", Primary: true}}},
		{"the primary comes first", []Display{{Bounds: left, Name: "a"}, {Bounds: right, Name: "b", Primary: true}},
			[]Display{{Bounds: right, Name: "b", Primary: true}, {Index: 1, Bounds: left, Name: "a"}}},
		{"a mirror counts once", []Display{{Bounds: left, Name: "a"}, {Bounds: left, Name: "b", Primary: true}},
			[]Display{{Bounds: left, Name: "a", Primary: true}}},
		{"one is off", []Display{{Name: "off"}, {Bounds: right, Name: "on"}}, []Display{{Bounds: right, Name: "on", Primary: true}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tidy(tt.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAt(t *testing.T) {
	ds := []Display{{Bounds: image.Rect(800, 0, 1600, 600)}, {Index: 1, Bounds: image.Rect(0, 0, 800, 600)}}
	for _, tt := range []struct {
		r     image.Rectangle
		index int
		ok    bool
	}{
		{image.Rect(10, 10, 20, 20), 1, true},
		{image.Rect(700, 10, 1000, 20), 0, true},
		{image.Rect(0, 700, 10, 710), 0, false},
	} {
		if d, ok := At(ds, tt.r); ok != tt.ok || ok && d.Index != tt.index {
			t.Errorf("At(%v) = display %d, %v", tt.r, d.Index, ok)
		}
	}
}

func TestBlank(t *testing.T) {
	plain := image.NewRGBA(image.Rect(40, 30, 60, 50))
	for i := range plain.Pix {
		plain.Pix[i] = 7
	}
	dotted := image.NewRGBA(plain.Rect)
	copy(dotted.Pix, plain.Pix)
	dotted.SetRGBA(59, 49, color.RGBA{7, 8, 7, 7})

	if blank, c := Blank(plain); !blank || c != (color.RGBA{7, 7, 7, 7}) {
		t.Errorf("a plain picture: %v, %v", blank, c)
	}
	if blank, _ := Blank(dotted); blank {
		t.Error("one pixel in the last corner was overlooked")
	}
	// A part of a larger picture, whose rows do not follow each other.
	part := dotted.SubImage(image.Rect(40, 30, 59, 50)).(*image.RGBA)
	if blank, _ := Blank(part); !blank {
		t.Error("a pixel outside the part was looked at")
	}
	if blank, _ := Blank(&image.RGBA{}); !blank {
		t.Error("no pixels are not blank")
	}
}

func BenchmarkBlank(b *testing.B) {
	img := image.NewRGBA(image.Rect(0, 0, 1920, 1080))
	for b.Loop() {
		Blank(img)
	}
}
