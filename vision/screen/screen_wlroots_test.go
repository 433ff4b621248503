//go:build linux

package screen

import (
	"image"
	"image/color"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
)

// quarters paints the window so that no turn and no flip of it looks alike.
var quarters = [4]uint32{0x10c020, 0xd02010, 0x2030e0, 0xe0d010}

func quarter(at, size image.Point) uint32 {
	i := 0
	if at.X >= size.X/2 {
		i++
	}
	if at.Y >= size.Y/2 {
		i += 2
	}
	return quarters[i]
}

// TestWlrootsCapture: each monitor comes with its own pixels as they are seen, at its
// own place, whatever its scale and however it is turned.
func TestWlrootsCapture(t *testing.T) {
	for turn := 0; turn < 360; turn += 90 {
		o := desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{
			{Size: image.Pt(640, 480)}, {Size: image.Pt(900, 600), At: image.Pt(640, 40), Scale: 1.5, Turn: turn}}}
		pixels, points := image.Pt(900, 600), image.Pt(600, 400)
		if turn%180 != 0 {
			pixels, points = image.Pt(600, 900), image.Pt(400, 600)
		}
		waylandtest.Start(t, o)
		waylandtest.OpenWindow(t, "target", func(at, size image.Point) uint32 { return quarter(at, size) })
		s, err := Open(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if s.Method() != ByWlroots {
			t.Fatalf("it captures by %s", s.Method())
		}
		ds, err := s.Displays()
		if err != nil || len(ds) != 2 {
			t.Fatalf("%v, %v", ds, err)
		}
		corner := image.Pt(640*3/2, 40*3/2)
		if want := (image.Rectangle{Min: corner, Max: corner.Add(pixels)}); ds[1].Bounds != want {
			t.Errorf("turned by %d: it lies at %v, want %v", turn, ds[1].Bounds, want)
		}
		if want := (image.Rectangle{Min: image.Pt(640, 40), Max: image.Pt(640, 40).Add(points)}); ds[1].Points != want {
			t.Errorf("turned by %d: its points are %v, want %v", turn, ds[1].Points, want)
		}
		deadline := time.Now().Add(5 * time.Second)
		for _, part := range []image.Rectangle{ds[1].Bounds, ds[1].Bounds.Inset(101), {corner.Add(image.Pt(7, 400)), corner.Add(image.Pt(8, 401))}} {
			for wrong := true; wrong; {
				img, err := s.Capture(part)
				if err != nil {
					t.Fatal(err)
				}
				wrong = false
				for y := part.Min.Y; y < part.Max.Y && !wrong; y++ {
					for x := part.Min.X; x < part.Max.X && !wrong; x++ {
						v := quarter(image.Pt(x, y).Sub(corner), pixels)
						want := color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
						// The window is enlarged, which blurs its rim and where the quarters meet.
						d := image.Pt(x, y).Sub(corner).Sub(pixels.Div(2))
						if max(d.X, -d.X) < 3 || max(d.Y, -d.Y) < 3 || !image.Pt(x, y).In(ds[1].Bounds.Inset(3)) {
							continue
						}
						if got := img.RGBAAt(x, y); got != want {
							if wrong = true; time.Now().After(deadline) {
								t.Fatalf("turned by %d, %v: %d,%d is %v, want %v", turn, part, x, y, got, want)
							}
						}
					}
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestWlrootsWait: see tellsChanges.
func TestWlrootsWait(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(800, 600)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x102030))
	s, err := Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	tellsChanges(t, s, w)
}

// tellsChanges holds that Wait returns when a window was drawn after the latest capture, and
// not before, and that the next capture shows it.
func tellsChanges(t *testing.T, s Source, w *waylandtest.Window) {
	t.Helper()
	r := image.Rect(100, 100, 300, 200)
	for range 3 { // what the window did as it opened
		if _, err := s.Capture(r); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if _, err := s.Capture(r); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Wait(t.Context(), 100*time.Millisecond); changed || err != nil {
		t.Errorf("nothing was drawn: %v, %v", changed, err)
	}
	var took, look time.Duration
	const n = 30
	for i := range n {
		if i == n/2 {
			time.Sleep(2500 * time.Millisecond) // nobody has looked for long enough to be forgotten
		}
		c := color.RGBA{uint8(10 + i), 80, 90, 255}
		began := time.Now()
		w.Paint(t, waylandtest.Plain(uint32(c.R)<<16|uint32(c.G)<<8|uint32(c.B)))
		var got color.RGBA
		// On a machine that has much to do the compositor tells of what it draws twice, and
		// for the second time after the capture.
		for told := 0; got != c; told++ {
			if changed, err := s.Wait(t.Context(), 20*time.Second); !changed || err != nil || told > 2 {
				t.Fatalf("%d: a window was drawn: %v, %v; it shows %v, want %v", i, changed, err, got, c)
			}
			drawn := time.Now()
			took += drawn.Sub(began)
			img, err := s.Capture(r)
			if err != nil {
				t.Fatal(err)
			}
			began = time.Now()
			look += began.Sub(drawn)
			_, got = Blank(img)
		}
	}
	t.Logf("%v from drawing to hearing of it, %v a capture", took/n, look/n)
}
