package player

import (
	"context"
	"image"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/vision"
)

// scaled is a hand on a display whose pointer does not count in the pixels of a
// capture: a point is the pixel that the display's own mapping, in exact
// arithmetic, says it is.
type scaled struct {
	*world
	pixels, points image.Rectangle // the same display, in either unit
}

// pixel returns the capture pixel in the middle of a point.
func (s scaled) pixel(p image.Point) image.Point {
	at := func(p, from, to, length, pixels int) int { return from + ((2*(p-to)+1)*pixels)/(2*length) }
	return image.Pt(
		at(p.X, s.pixels.Min.X, s.points.Min.X, s.points.Dx(), s.pixels.Dx()),
		at(p.Y, s.pixels.Min.Y, s.points.Min.Y, s.points.Dy(), s.pixels.Dy()))
}

// point returns the point that holds a capture pixel.
func (s scaled) point(p image.Point) image.Point {
	at := func(p, from, to, length, pixels int) int { return to + (2*(p-from)+1)*length/(2*pixels) }
	return image.Pt(
		at(p.X, s.pixels.Min.X, s.points.Min.X, s.points.Dx(), s.pixels.Dx()),
		at(p.Y, s.pixels.Min.Y, s.points.Min.Y, s.points.Dy(), s.pixels.Dy()))
}

func (s scaled) Position() (image.Point, error) { return s.point(s.pointer), nil }

func (s scaled) Fence(r image.Rectangle) {
	if r.Empty() {
		s.fence = image.Rectangle{}
		return
	}
	s.fence = image.Rectangle{Min: s.pixel(r.Min), Max: s.pixel(r.Max)}
}

func (s scaled) Click(ctx context.Context, p image.Point) error {
	if !p.In(s.points) {
		s.t.Errorf("a click at %v, which is not on the display %v", p, s.points)
	}
	return s.world.Click(ctx, s.pixel(p))
}

func (s scaled) Park(ctx context.Context, p image.Point) error {
	if !p.In(s.points) {
		s.t.Errorf("the pointer is parked at %v, which is not on the display %v", p, s.points)
	}
	return s.world.Park(ctx, s.pixel(p))
}

// TestDisplays plays on displays whose captures are scaled against the pointer,
// that lie left of and above the primary one, and of which there are several
// with scales of their own. No click may miss its cell.
func TestDisplays(t *testing.T) {
	type display struct{ pixels, points image.Rectangle }
	for _, tt := range []struct {
		name     string
		displays []display
		on       int // which of them the board is on
	}{
		{"one, not scaled", []display{{image.Rect(0, 0, 1280, 1024), image.Rect(0, 0, 1280, 1024)}}, 0},
		{"twice as many pixels as points", []display{{image.Rect(0, 0, 2560, 1600), image.Rect(0, 0, 1280, 800)}}, 0},
		{"150 %", []display{{image.Rect(0, 0, 1920, 1200), image.Rect(0, 0, 1280, 800)}}, 0},
		{"fewer pixels than points", []display{{image.Rect(0, 0, 1280, 800), image.Rect(0, 0, 1920, 1200)}}, 0},
		{"left of the primary one", []display{
			{image.Rect(0, 0, 1920, 1080), image.Rect(0, 0, 1920, 1080)},
			{image.Rect(-2560, 0, 0, 1440), image.Rect(-1280, 0, 0, 720)}}, 1},
		{"above and to the left, both scaled", []display{
			{image.Rect(0, 0, 2880, 1800), image.Rect(0, 0, 1440, 900)},
			{image.Rect(-1920, -1200, 0, 0), image.Rect(-1536, -960, 0, 0)}}, 1},
		{"right of one with another scale", []display{
			{image.Rect(0, 0, 2560, 1440), image.Rect(0, 0, 1280, 720)},
			{image.Rect(2560, 100, 4480, 1180), image.Rect(1280, 50, 3200, 1130)}}, 1},
		{"wider points than high", []display{{image.Rect(0, 0, 1400, 1400), image.Rect(0, 0, 1000, 700)}}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 9)
			d := tt.displays[tt.on]
			w.lattice.X += float64(d.pixels.Min.X)
			w.lattice.Y += float64(d.pixels.Min.Y)
			// On the board at first, so that the pointer is parked beside it.
			w.pointer = w.lattice.Bounds().Image().Min.Add(image.Pt(30, 30))
			hand := scaled{w, d.pixels, d.points}
			p, events := w.player(Options{Timeout: 5 * time.Second})
			p.Hand, p.Views = hand, nil
			for i, each := range tt.displays {
				p.Views = append(p.Views, View{Display: i, Area: each.pixels, Screen: each.pixels, Mapping: calibrate.Between(each.pixels, each.points)})
			}
			out, err := p.Run(t.Context())
			if err != nil || !w.won() {
				t.Fatalf("%v, won %v", err, w.won())
			}
			if len(w.clicks) != 18 || len(w.outside) > 0 || out[0].Repairs > 0 || out[0].Corrected {
				t.Errorf("%d clicks, %d beside the board, %d repairs, corrected %v", len(w.clicks), len(w.outside), out[0].Repairs, out[0].Corrected)
			}
			if shown := *(*events)[0].Display; shown != tt.on {
				t.Errorf("the board was seen on display %d, not %d", shown, tt.on)
			}
			if onBoard(vision.Point{X: float64(w.pointer.X), Y: float64(w.pointer.Y)}, w.lattice) {
				t.Errorf("the pointer was left at %v, on the board", w.pointer)
			}
		})
	}
}
