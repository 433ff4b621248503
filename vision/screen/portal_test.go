//go:build linux

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
	"autoqueens/internal/portal/portaltest"
)

// portalSession is a session whose screen a portal on a real message bus shows. The
// first pixel of its pictures counts them.
type portalSession struct {
	shots atomic.Int32
	size  atomic.Pointer[image.Point]
	deny  atomic.Bool
}

func onWayland(t *testing.T) *portalSession {
	t.Helper()
	bus := portaltest.OnWayland(t)
	w := &portalSession{}
	w.size.Store(&image.Point{40, 30})
	path := filepath.Join(t.TempDir(), "out.png")
	p, err := portaltest.Start(bus.Address(), 2, func(r portaltest.Request) {
		if w.deny.Load() {
			_ = r.Answer(1, nil)
			return
		}
		img := image.NewRGBA(image.Rectangle{Max: *w.size.Load()})
		for i := range img.Pix {
			img.Pix[i] = 255
		}
		img.SetRGBA(20, 10, color.RGBA{200, 100, 50, 255})
		img.SetRGBA(0, 0, color.RGBA{uint8(w.shots.Add(1)), 0, 0, 255})
		file, err := os.Create(path)
		if err == nil {
			err = errors.Join(png.Encode(file, img), file.Close(), r.Grant("file://"+path))
		}
		if err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return w
}

// TestPortal: in a Wayland session the desktop portal takes the pictures, one
// for each capture and none too many.
func TestPortal(t *testing.T) {
	w := onWayland(t)
	if _, err := List(); fault.KindOf(err) != fault.NoAccess || w.shots.Load() != 0 {
		t.Errorf("List: %v, after %d pictures", err, w.shots.Load())
	}
	s, err := Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole := image.Rect(0, 0, 40, 30)
	ds, err := s.Displays()
	if err != nil || len(ds) != 1 || ds[0].Bounds != whole || !ds[0].Primary {
		t.Fatalf("%v, %v", ds, err)
	}
	for i := range 3 {
		img, err := s.Capture(whole)
		if err != nil {
			t.Fatal(err)
		}
		if img.Rect != whole || img.RGBAAt(20, 10) != (color.RGBA{200, 100, 50, 255}) {
			t.Errorf("a picture of %v", img.Rect)
		}
		// What was opened with is the first; none is handed out twice.
		if n := int(img.RGBAAt(0, 0).R); n != i+1 {
			t.Errorf("capture %d shows picture %d", i+1, n)
		}
	}
	r := image.Rect(15, 8, 33, 30)
	img, err := s.Capture(r)
	if err != nil || img.Rect != r || img.RGBAAt(20, 10) != (color.RGBA{200, 100, 50, 255}) || len(img.Pix) != 4*18*22 {
		t.Errorf("a part: %v, %v", img.Rect, err)
	}
	if _, err := s.Capture(image.Rect(0, 0, 41, 30)); fault.KindOf(err) != fault.Failed {
		t.Errorf("more than there is: %v", err)
	}
	if s.Method() != ByPortal {
		t.Error(s.Method())
	}
	if changed, err := s.Wait(t.Context(), time.Millisecond); !changed || err != nil {
		t.Errorf("Wait: %v, %v", changed, err)
	}

	// A monitor is taken away.
	w.size.Store(&image.Point{30, 20})
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); err != nil {
		t.Error(err) // the picture taken before
	}
	if _, err := s.Capture(whole); fault.KindOf(err) != fault.Failed {
		t.Errorf("what is not there any more: %v", err)
	}
	w.deny.Store(true)
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); err != nil {
		t.Error(err) // likewise
	}
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("a person who declines: %v", err)
	}
}

func TestPortalStops(t *testing.T) {
	onWayland(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	s, err := Open(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("enough")
	cancel(stop)
	if _, err := s.Capture(image.Rect(0, 0, 5, 5)); err != stop {
		t.Errorf("Capture: %v, want the cause", err)
	}
	if _, err := s.Wait(ctx, time.Minute); err != stop {
		t.Errorf("Wait: %v, want the cause", err)
	}
}

// TestWaylandWays: ways are tried in their order, those of other desktops only by name, and none after
// the person has said no.
func TestWaylandWays(t *testing.T) {
	all := waylandWays
	t.Cleanup(func() { waylandWays = all })
	fails := errors.New("no picture comes")
	declined := fault.Wrap(portal.ErrDeclined, fault.NoAccess, "declined", "agree")
	for _, tt := range []struct {
		name  string
		way   string
		here  bool
		first error
		want  string // the ways that were tried
		err   error
	}{
		{"the first serves", "", true, nil, "a", nil},
		{"it fails", "", true, fails, "ab", nil},
		{"it is another desktop's", "", false, nil, "b", nil},
		{"it is named", "a", false, nil, "a", nil},
		{"it is named and fails", "a", true, fails, "a", fails},
		{"the person declines", "", true, declined, "a", portal.ErrDeclined},
		{"the person ends it", "", true, errUnshared, "a", fault.Stopped},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var tried string
			way := func(name string, err error) waylandWay {
				return waylandWay{name: name, open: func(context.Context) (platform, error) {
					tried += name
					return nil, err
				}}
			}
			first := way("a", tt.first)
			first.here = func() bool { return tt.here }
			waylandWays = []waylandWay{first, way("b", nil)}
			if _, err := openWayland(t.Context(), tt.way); !errors.Is(err, tt.err) || tried != tt.want {
				t.Errorf("tried %q, error %v; want %q, %v", tried, err, tt.want, tt.err)
			}
		})
	}
}

// TestWaylandDesktops: a cast is tried on GNOME, by whatever name its relatives go.
func TestWaylandDesktops(t *testing.T) {
	for desktop, want := range map[string]bool{"GNOME": true, "ubuntu:GNOME": true, "KDE": true, "sway": false, "": false} {
		t.Setenv("XDG_CURRENT_DESKTOP", desktop)
		if got := castTried(); got != want {
			t.Errorf("%q: %v", desktop, got)
		}
	}
}
