//go:build linux

package portal

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"autoqueens/internal/portal/portaltest"
)

// stream is one of an answer's.
type stream struct {
	Node  uint32
	About map[string]dbus.Variant
}

// pairOf is two numbers of an answer.
type pairOf struct{ X, Y int32 }

func shows(node uint32, at, size pairOf) stream {
	return stream{node, map[string]dbus.Variant{"position": dbus.MakeVariant(at), "size": dbus.MakeVariant(size)}}
}

// share starts a portal that shares the screen, on a bus of its own.
func share(t *testing.T, c *portaltest.Cast) *portaltest.Portal {
	t.Helper()
	bus := portaltest.OnBus(t)
	if c.Input == nil {
		c.Input = func() (*os.File, error) {
			fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				return nil, err
			}
			t.Cleanup(func() { unix.Close(fds[1]) })
			return os.NewFile(uintptr(fds[0]), "media"), nil
		}
	}
	p, err := portaltest.StartCast(bus.Address(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestCast: the person is asked once, and knows before what to do; what is shared comes with its
// places, and the next session starts by the token.
func TestCast(t *testing.T) {
	asked := 0
	served := share(t, &portaltest.Cast{
		Streams: []stream{shows(40, pairOf{-1920, 0}, pairOf{1920, 1080}), {41, map[string]dbus.Variant{}}},
		Remote: portaltest.Remote{Version: 5, Dialog: func(d portaltest.Dialog) {
			if asked != 1 {
				t.Errorf("the dialog came after %d words", asked)
			}
			go d.Share(0, "first")
		}},
	})
	token := filepath.Join(t.TempDir(), "token")
	want := []Monitor{{Node: 40, At: &image.Point{-1920, 0}, Size: image.Pt(1920, 1080)}, {Node: 41}}
	for range 2 {
		c, err := OpenCast(t.Context(), Options{Token: token, Ask: func(string) { asked++ }})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(c.Monitors, want) || c.Media() == nil {
			t.Errorf("monitors %v, want %v", c.Monitors, want)
		}
		if err := errors.Join(c.Close(), c.Close()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-served.SessionClosed():
		case <-time.After(10 * time.Second):
			t.Fatal("the session stays open")
		}
	}
	if asked != 1 {
		t.Errorf("the person was asked %d times", asked)
	}
}

// TestCastRefused: whatever keeps the screen away is told in two lines, and a person's no is told
// apart, after which nothing else is asked.
func TestCastRefused(t *testing.T) {
	yes := func(d portaltest.Dialog) { d.Share(0, "") }
	for _, tt := range []struct {
		name     string
		cast     portaltest.Cast
		want     string
		declined bool
	}{
		{"declined", portaltest.Cast{Remote: portaltest.Remote{Dialog: func(d portaltest.Dialog) { d.Cancel() }}}, "declined", true},
		{"for some reason", portaltest.Cast{Remote: portaltest.Remote{Dialog: func(d portaltest.Dialog) {
			d.Answer(2, map[string]dbus.Variant{})
		}}}, "does not let this program see the screen", false},
		{"no monitor", portaltest.Cast{Streams: []stream{}, Remote: portaltest.Remote{Dialog: yes}}, "makes no sense", false},
		{"of another shape", portaltest.Cast{Streams: []pairOf{{1, 2}}, Remote: portaltest.Remote{Dialog: yes}}, "makes no sense", false},
		{"no list", portaltest.Cast{Streams: "all", Remote: portaltest.Remote{Dialog: yes}}, "makes no sense", false},
		{"no socket", portaltest.Cast{Streams: []stream{{7, map[string]dbus.Variant{}}}, Remote: portaltest.Remote{Dialog: yes,
			Input: func() (*os.File, error) { return nil, errors.New("no such luck") }}}, "no such luck", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.cast.Version = 5
			share(t, &tt.cast)
			_, err := OpenCast(t.Context(), Options{})
			wantFault(t, err, tt.want)
			if errors.Is(err, ErrDeclined) != tt.declined {
				t.Errorf("declined: %v, want %v", !tt.declined, tt.declined)
			}
		})
	}
}
