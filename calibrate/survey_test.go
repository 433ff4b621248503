package calibrate_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision/screen"
)

// paintedDesktop shows boards on some of its displays.
type paintedDesktop struct {
	desktop
	boards map[int][]image.Rectangle // of 8 x 8 cells, by display
}

func (d paintedDesktop) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := d.desktop.Capture(r)
	if err != nil {
		return nil, err
	}
	draw.Draw(img, img.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	for _, display := range d.displays {
		for i, at := range d.boards[display.Index] {
			if at.In(r) {
				paintBoard(img, at, uint64(i))
			}
		}
	}
	return img, nil
}

// paintBoard paints a board of 8 x 8.
func paintBoard(img *image.RGBA, at image.Rectangle, seed uint64) {
	b, _, err := solver.Generate(8, seed)
	if err != nil {
		panic(err) // the generator makes every board of this size
	}
	render.Tiles(img, at, b)
}

func TestSurvey(t *testing.T) {
	noAccess := fault.New(fault.NoAccess, "black", "allow it")
	three := []screen.Display{
		{Index: 0, Bounds: image.Rect(0, 0, 900, 600)},
		{Index: 1, Bounds: image.Rect(-800, -100, 0, 500)},
		{Index: 2, Bounds: image.Rect(900, 0, 1300, 300)},
	}
	large, small, below := image.Rect(100, 100, 500, 500), image.Rect(560, 100, 760, 300), image.Rect(560, 340, 760, 540)
	d := paintedDesktop{
		desktop: desktop{displays: three, dark: map[int]error{2: noAccess}},
		boards:  map[int][]image.Rectangle{0: {below, large, small}},
	}
	sights, err := calibrate.Survey(t.Context(), d)
	if err != nil || len(sights) != 3 {
		t.Fatalf("Survey = %d displays, %v", len(sights), err)
	}
	first, second, third := sights[0], sights[1], sights[2]
	if first.Play == nil || first.Play.Lattice.Bounds().Image().Intersect(large) != large || first.Refusal != nil {
		t.Errorf("on the first display %v is in play (refused: %v), want the largest", first.Play, first.Refusal)
	}
	if len(first.Others) != 2 || first.Others[0].Lattice.Y > first.Others[1].Lattice.Y {
		t.Errorf("%d others are listed, want the upper one before the lower one", len(first.Others))
	}
	if second.Play != nil || second.Refusal == nil || second.Refusal.BoardSeen() || len(second.Others) != 0 {
		t.Errorf("on the empty display %+v was seen", second)
	}
	if second.Mapping != calibrate.FromDisplay(three[1]) || second.Picture.Rect != three[1].Bounds {
		t.Errorf("the second display has the mapping %v and a picture of %v", second.Mapping, second.Picture.Rect)
	}
	if !errors.Is(third.Err, noAccess) || third.Picture != nil {
		t.Errorf("the black display: %+v", third)
	}

	d.dark = map[int]error{0: noAccess, 1: noAccess, 2: noAccess}
	if _, err := calibrate.Survey(t.Context(), d); !errors.Is(err, noAccess) {
		t.Errorf("with every display black: %v", err)
	}
	d.displays = nil
	if _, err := calibrate.Survey(t.Context(), d); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("without displays: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(noAccess)
	d.displays, d.dark = three, nil
	if _, err := calibrate.Survey(ctx, d); !errors.Is(err, noAccess) {
		t.Errorf("stopped: %v", err)
	}
}
