//go:build linux

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

func open(t testing.TB) Source { return openWay(t, "") }

// openWay opens the screen with one way to capture; "" is the best.
func openWay(t testing.TB, way string) Source {
	t.Helper()
	p, err := openX11(way)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSource(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if way != "" && s.Method() != way {
		t.Fatalf("it captures by %s, not by %s", s.Method(), way)
	}
	return s
}

// everyWay runs a test for each way to capture.
func everyWay(t *testing.T, test func(t *testing.T, way string)) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) { test(t, way.name) })
	}
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
		outputs  []desk.Output
		want     []image.Rectangle // the displays, the primary first
	}{
		{"one monitor", nil, nil, []image.Rectangle{image.Rect(0, 0, 1600, 700)}},
		{"primary on the left", []image.Rectangle{left, right}, nil, []image.Rectangle{left, right}},
		{"primary on the right", []image.Rectangle{right, left}, nil, []image.Rectangle{right, left}},
		{"primary below", []image.Rectangle{image.Rect(0, 350, 1600, 700), image.Rect(0, 0, 1600, 350)}, nil,
			[]image.Rectangle{image.Rect(0, 350, 1600, 700), image.Rect(0, 0, 1600, 350)}},
		// Outputs of Xorg: what they pan over counts, not what they show just now.
		{"panned", nil, []desk.Output{{Size: image.Pt(800, 500), Panning: image.Rect(0, 0, 1600, 700)}},
			[]image.Rectangle{image.Rect(0, 0, 1600, 700)}},
		{"panned on the right", nil, []desk.Output{{Size: image.Pt(500, 400), At: right.Min, Panning: right}, {Size: left.Size()}},
			[]image.Rectangle{right, left}},
	}
	blue, red := image.Rect(100, 50, 140, 70), image.Rect(1500, 640, 1510, 690)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			options := desk.Options{Width: 1600, Height: 700, Monitors: tt.monitors, Outputs: tt.outputs}
			needsOutputs(t, options)
			desktest.Start(t, options)
			paint(t, map[image.Rectangle]uint32{blue: 0x2040c0, red: 0xd03010})
			everyWay(t, func(t *testing.T, way string) {
				s := openWay(t, way)
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
		})
	}
}

func TestCaptureFromSeveralGoroutines(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300})
	everyWay(t, func(t *testing.T, way string) {
		s := openWay(t, way)
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
	})
}

func TestColourDepth(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300, Depth: 16})
	if _, err := Open(t.Context(), ""); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("a screen of 16-bit colour: %v", err)
	}
}

func TestServerDies(t *testing.T) {
	everyWay(t, func(t *testing.T, way string) {
		d := desktest.Start(t, desk.Options{Width: 400, Height: 300})
		s := openWay(t, way)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if changed, err := s.Wait(t.Context(), time.Minute); !changed || err != nil {
			t.Errorf("Wait: %v, %v", changed, err)
		}
		if _, err := s.Capture(image.Rect(0, 0, 10, 10)); fault.KindOf(err) != fault.NoAccess {
			t.Errorf("Capture: %v", err)
		}
		if _, err := s.Displays(); fault.KindOf(err) != fault.NoAccess {
			t.Errorf("Displays: %v", err)
		}
	})
}

// TestOddWidths: pixels are turned two at a time, and none may be left out.
func TestOddWidths(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300})
	r := image.Rect(20, 20, 120, 120)
	paint(t, map[image.Rectangle]uint32{r: 0x0a141e})
	everyWay(t, func(t *testing.T, way string) {
		s := openWay(t, way)
		for _, size := range []image.Point{{1, 1}, {3, 1}, {7, 5}, {8, 3}, {33, 33}} {
			img, err := s.Capture(image.Rectangle{r.Min, r.Min.Add(size)})
			if err != nil {
				t.Fatal(err)
			}
			if uniform, c := Blank(img); !uniform || (c != color.RGBA{10, 20, 30, 255}) || len(img.Pix) != 4*size.X*size.Y {
				t.Errorf("%v: %v, uniform %v", size, c, uniform)
			}
		}
	})
}

// TestWait: it returns when something was drawn after the latest capture, and
// not before.
func TestWait(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300})
	everyWay(t, func(t *testing.T, way string) {
		s := openWay(t, way)
		capture := func() {
			t.Helper()
			if _, err := s.Capture(image.Rect(0, 0, 400, 300)); err != nil {
				t.Fatal(err)
			}
		}
		capture()
		if changed, err := s.Wait(t.Context(), 50*time.Millisecond); changed || err != nil {
			t.Errorf("nothing was drawn: %v, %v", changed, err)
		}
		for range 20 {
			capture()
			paint(t, map[image.Rectangle]uint32{image.Rect(10, 10, 50, 50): 0x00ff00})
			if changed, err := s.Wait(t.Context(), time.Minute); !changed || err != nil {
				t.Fatalf("a window was drawn: %v, %v", changed, err)
			}
		}
		capture()
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(os.ErrClosed)
		if _, err := s.Wait(ctx, time.Minute); err != os.ErrClosed {
			t.Errorf("a context that has ended: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Wait(t.Context(), time.Minute); err == nil {
			t.Error("a closed screen can be waited for")
		}
	})
}

// TestMonitorsChange: a monitor that is switched off is noticed, one that only
// RandR knows of and a real output alike.
func TestMonitorsChange(t *testing.T) {
	left, right := image.Rect(0, 0, 960, 700), image.Rect(960, 0, 1600, 700)
	for _, tt := range []struct {
		name    string
		options desk.Options
		drop    func(t *testing.T, c *xgb.Conn, root xproto.Window) // the one on the right
	}{
		{"a monitor", desk.Options{Monitors: []image.Rectangle{left, right}}, func(t *testing.T, c *xgb.Conn, root xproto.Window) {
			name, err := xproto.InternAtom(c, true, 6, "desk-1").Reply()
			if err != nil {
				t.Fatal(err)
			}
			if err := randr.DeleteMonitorChecked(c, root, name.Atom).Check(); err != nil {
				t.Fatal(err)
			}
		}},
		{"an output", desk.Options{Outputs: []desk.Output{{Size: left.Size()}, {Size: right.Size(), At: right.Min}}}, func(t *testing.T, c *xgb.Conn, root xproto.Window) {
			res, err := randr.GetScreenResourcesCurrent(c, root).Reply()
			if err != nil {
				t.Fatal(err)
			}
			r, err := randr.SetCrtcConfig(c, res.Crtcs[1], 0, 0, 0, 0, 0, randr.RotationRotate0, nil).Reply()
			if err != nil || r.Status != randr.SetConfigSuccess {
				t.Fatal(r, err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			needsOutputs(t, tt.options)
			tt.options.Width, tt.options.Height = 1600, 700
			desktest.Start(t, tt.options)
			s := open(t)
			if ds, err := s.Displays(); err != nil || len(ds) != 2 {
				t.Fatalf("%v, %v", ds, err)
			}
			c, err := x11.Connect()
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			tt.drop(t, c, x11.Screen(c).Root)
			for {
				ds, err := s.Displays()
				if err != nil {
					t.Fatal(err)
				}
				if len(ds) == 1 {
					return
				}
				if t.Context().Err() != nil {
					t.Fatal("the monitor is still there")
				}
				if _, err := s.Wait(t.Context(), 10*time.Millisecond); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// needsOutputs skips a test of a desk with outputs on a machine that cannot make
// one.
func needsOutputs(t *testing.T, o desk.Options) {
	t.Helper()
	err := desk.CheckXorg()
	switch {
	case err == nil || len(o.Outputs) == 0:
	case os.Getenv("AUTOQUEENS_REQUIRE_DISPLAY") == "1":
		t.Fatal(err)
	default:
		t.Skip(err)
	}
}

// TestNoMemoryLeft: a closed source leaves no shared memory behind.
func TestNoMemoryLeft(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300})
	segments := func() int {
		list, err := os.ReadFile("/proc/sysvipc/shm")
		if err != nil {
			t.Skip(err)
		}
		n := 0
		for line := range strings.Lines(string(list)) {
			// key shmid perms size cpid ...
			if f := strings.Fields(line); len(f) > 4 && f[4] == strconv.Itoa(os.Getpid()) {
				n++
			}
		}
		return n
	}
	before := segments()
	s := openWay(t, sharedMemory)
	if got := segments(); got != before+1 {
		t.Errorf("%d segments while open, want one", got-before)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // the server lets go on its own time
		if segments() == before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d segments are left", segments()-before)
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
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
			s, err := Open(t.Context(), "")
			if err == nil {
				s.Close()
				t.Fatal("it opened")
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != fault.NoAccess || f.What == "" || f.Advice == "" {
				t.Errorf("%#v", err)
			}
			if _, err := List(); fault.KindOf(err) != fault.NoAccess {
				t.Errorf("List: %v", err)
			}
		})
	}
}

// TestOpaque turns pictures of every length around a block's.
func TestOpaque(t *testing.T) {
	for _, size := range []image.Point{{}, {1, 1}, {3, 1}, {7, 1}, {8, 1}, {9, 1}, {5, 3}, {13, 11}, {64, 2}} {
		pixels := make([]byte, 4*size.X*size.Y+16) // the server's memory may be larger
		for i := range pixels {
			pixels[i] = byte(i*37 + i>>3)
		}
		img := opaque(size, pixels)
		if img.Rect != (image.Rectangle{Max: size}) {
			t.Fatalf("%v: the picture is %v", size, img.Rect)
		}
		for i := range size.X * size.Y {
			p := pixels[4*i:]
			want := color.RGBA{p[2], p[1], p[0], 255}
			if got := img.RGBAAt(i%size.X, i/size.X); got != want {
				t.Fatalf("%v: pixel %d is %v, want %v", size, i, got, want)
			}
		}
	}
}

func BenchmarkCapture(b *testing.B) {
	desktest.Start(b, desk.Options{Width: 1920, Height: 1080})
	for _, way := range ways {
		s := openWay(b, way.name)
		for _, part := range []struct {
			name string
			r    image.Rectangle
		}{{"board", image.Rect(600, 200, 1300, 900)}, {"screen", image.Rect(0, 0, 1920, 1080)}} {
			b.Run(way.name+"/"+part.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := s.Capture(part.r); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
