//go:build linux

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
)

// onDesk starts a virtual desktop as the display of this process.
func onDesk(t testing.TB, o desk.Options) *desk.Desk {
	t.Helper()
	if _, err := exec.LookPath("Xvfb"); err != nil {
		if os.Getenv("AUTOQUEENS_REQUIRE_DISPLAY") == "1" {
			t.Fatal("Xvfb is not installed, and AUTOQUEENS_REQUIRE_DISPLAY=1 asks for it")
		}
		t.Skip("Xvfb is not installed")
	}
	d, err := desk.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	t.Setenv("DISPLAY", d.Display())
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("XDG_SESSION_TYPE", "x11")
	return d
}

func open(t testing.TB) Source {
	t.Helper()
	s, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// paint shows rectangles of one colour, 0xRRGGBB, at places of the root window.
func paint(t testing.TB, shown map[image.Rectangle]uint32) {
	t.Helper()
	c, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	screen := xproto.Setup(c).DefaultScreen(c)
	for r, pixel := range shown {
		w, err := xproto.NewWindowId(c)
		if err != nil {
			t.Fatal(err)
		}
		err = xproto.CreateWindowChecked(c, screen.RootDepth, w, screen.Root,
			int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), 0,
			xproto.WindowClassInputOutput, screen.RootVisual,
			xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{pixel, 1}).Check()
		if err != nil {
			t.Fatal(err)
		}
		if err := xproto.MapWindowChecked(c, w).Check(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCaptureShowsTheRootWindow: whatever the monitors, a capture shows what
// the root window shows at the same coordinates, which are the pointer's.
func TestCaptureShowsTheRootWindow(t *testing.T) {
	left, right := image.Rect(0, 0, 960, 700), image.Rect(960, 0, 1600, 700)
	tests := []struct {
		name     string
		monitors []image.Rectangle
		want     []image.Rectangle // the displays, the primary first
	}{
		{"one monitor", nil, []image.Rectangle{image.Rect(0, 0, 1600, 700)}},
		{"primary on the left", []image.Rectangle{left, right}, []image.Rectangle{left, right}},
		{"primary on the right", []image.Rectangle{right, left}, []image.Rectangle{right, left}},
		{"primary below", []image.Rectangle{image.Rect(0, 350, 1600, 700), image.Rect(0, 0, 1600, 350)},
			[]image.Rectangle{image.Rect(0, 350, 1600, 700), image.Rect(0, 0, 1600, 350)}},
	}
	blue, red := image.Rect(100, 50, 140, 70), image.Rect(1500, 640, 1510, 690)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			onDesk(t, desk.Options{Width: 1600, Height: 700, Monitors: tt.monitors})
			paint(t, map[image.Rectangle]uint32{blue: 0x2040c0, red: 0xd03010})
			s := open(t)
			ds, err := s.Displays()
			if err != nil {
				t.Fatal(err)
			}
			if len(ds) != len(tt.want) {
				t.Fatalf("displays %v, want %v", ds, tt.want)
			}
			for i, d := range ds {
				if d.Bounds != tt.want[i] || d.Index != i || d.Primary != (i == 0) {
					t.Errorf("display %d is %v, want %v", i, d, tt.want[i])
				}
			}
			for _, r := range append(tt.want, image.Rect(0, 0, 1600, 700), blue, image.Rect(90, 40, 150, 80), image.Rect(1400, 600, 1600, 700)) {
				img, err := s.Capture(r)
				if err != nil {
					t.Fatal(err)
				}
				if img.Bounds() != r {
					t.Fatalf("asked for %v, got %v", r, img.Bounds())
				}
				for y := r.Min.Y; y < r.Max.Y; y++ {
					for x := r.Min.X; x < r.Max.X; x++ {
						want := color.RGBA{A: 255} // the root window is black
						switch p := image.Pt(x, y); {
						case p.In(blue):
							want = color.RGBA{0x20, 0x40, 0xc0, 255}
						case p.In(red):
							want = color.RGBA{0xd0, 0x30, 0x10, 255}
						}
						if got := img.RGBAAt(x, y); got != want {
							t.Fatalf("in %v, pixel %d,%d is %v, want %v", r, x, y, got, want)
						}
					}
				}
			}
			for _, r := range []image.Rectangle{image.Rect(1590, 0, 1601, 10), image.Rect(-960, 0, 0, 700), {}} {
				if _, err := s.Capture(r); err == nil {
					t.Errorf("%v was captured", r)
				}
			}
		})
	}
}

func TestCaptureFromSeveralGoroutines(t *testing.T) {
	onDesk(t, desk.Options{Width: 400, Height: 300})
	s := open(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			r := image.Rect(i, i, 100+i, 50+i)
			if img, err := s.Capture(r); err != nil || img.Bounds() != r {
				t.Errorf("Capture: %v", err)
			}
		})
	}
	all.Wait()
}

func TestColourDepth(t *testing.T) {
	onDesk(t, desk.Options{Width: 400, Height: 300, Depth: 16})
	if _, err := Open(); fault.StatusOf(err) != fault.NoAccess {
		t.Errorf("a screen of 16-bit colour: %v", err)
	}
}

func TestServerDies(t *testing.T) {
	d := onDesk(t, desk.Options{Width: 400, Height: 300})
	s := open(t)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Displays(); fault.StatusOf(err) != fault.NoAccess {
		t.Errorf("Displays: %v", err)
	}
	if _, err := s.Capture(image.Rect(0, 0, 10, 10)); fault.StatusOf(err) != fault.NoAccess {
		t.Errorf("Capture: %v", err)
	}
}

func TestNoSession(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
	}{
		{"no display", map[string]string{}},
		{"dead display", map[string]string{"DISPLAY": ":4711"}},
		{"nonsense", map[string]string{"DISPLAY": "what is this"}},
		{"Wayland", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}},
		{"Wayland with X beside it", map[string]string{"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"} {
				t.Setenv(name, tt.env[name])
			}
			s, err := Open()
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Status != fault.NoAccess || f.What == "" || f.Advice == "" {
				t.Errorf("%#v", err)
			}
		})
	}
}

func BenchmarkCapture(b *testing.B) {
	onDesk(b, desk.Options{Width: 1920, Height: 1080})
	s := open(b)
	for name, r := range map[string]image.Rectangle{"board": image.Rect(600, 200, 1300, 900), "screen": image.Rect(0, 0, 1920, 1080)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Capture(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
