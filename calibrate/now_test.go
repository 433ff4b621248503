package calibrate_test

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// page is a desktop of one display with a picture, of which any part can be captured.
type page struct {
	displays []screen.Display
	picture  *image.RGBA
	dark     image.Rectangle // cannot be captured
}

func (p page) Displays() ([]screen.Display, error) { return p.displays, nil }

func (p page) Capture(r image.Rectangle) (*image.RGBA, error) {
	if r.Overlaps(p.dark) {
		return nil, fault.New(fault.NoAccess, "black", "allow it")
	}
	img := image.NewRGBA(r)
	draw.Draw(img, r, p.picture, r.Min, draw.Src)
	return img, nil
}

// TestNow tells what still holds of a profile, on a page that changes under it.
func TestNow(t *testing.T) {
	display := screen.Display{Bounds: image.Rect(0, 0, 900, 600)}
	board, first, second := image.Rect(100, 100, 500, 500), image.Rect(600, 100, 660, 110), image.Rect(600, 300, 660, 310)
	now := page{displays: []screen.Display{display}, picture: image.NewRGBA(display.Bounds)}
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(now.picture, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(display.Bounds, color.White)
	paintBoard(now.picture, board, 1)
	p := calibrate.New("mine", display, board.Inset(-50), calibrate.FromDisplay(display))
	for _, word := range []image.Rectangle{first, second} {
		fill(word, color.Black)
		at := word.Min.Add(image.Pt(30, 4))
		s, err := spot.Of(now.picture, at)
		if err != nil {
			t.Fatal(err)
		}
		if p.Pad = append(p.Pad, s); word == first {
			p.Starts, p.Pad = p.Pad, nil
		}
	}
	inSight := func() (seen []bool) {
		buttons, err := p.ButtonsNow(now)
		if err != nil {
			t.Error(err)
		}
		for _, b := range buttons {
			seen = append(seen, b.InSight)
		}
		return seen
	}
	if r, err := p.BoardNow(now); err != nil || r.Lattice.Size != 8 {
		t.Errorf("the board is not read: %v", err)
	}
	if seen := inSight(); !slices.Equal(seen, []bool{true, true}) {
		t.Errorf("of the buttons are in sight: %v", seen)
	}
	if err := p.FitsNow(now); err != nil {
		t.Error(err)
	}

	fill(board.Inset(-50), color.White)
	fill(first.Inset(-40), color.White)
	if _, err := p.BoardNow(now); err == nil {
		t.Error("a board is read where none is")
	} else if _, ok := errors.AsType[*vision.Refusal](err); !ok {
		t.Error(err)
	}
	if seen := inSight(); !slices.Equal(seen, []bool{false, true}) {
		t.Errorf("with one gone, of the buttons are in sight: %v", seen)
	}
	now.dark = second
	if buttons, err := p.ButtonsNow(now); len(buttons) != 1 || !errors.Is(err, fault.NoAccess) {
		t.Errorf("with one that cannot be captured: %v, %v", buttons, err)
	}
	now.displays = []screen.Display{{Bounds: image.Rect(0, 0, 800, 600)}}
	if p.FitsNow(now) == nil {
		t.Error("it fits another display")
	}
}
