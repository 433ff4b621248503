package x11_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

func onDesk(t *testing.T) {
	t.Helper()
	desktest.Start(t, desk.Options{Width: 320, Height: 200})
}

func TestConnect(t *testing.T) {
	onDesk(t)
	c, err := x11.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if s := x11.Screen(c); s.WidthInPixels != 320 || s.HeightInPixels != 200 {
		t.Errorf("the screen is %d x %d", s.WidthInPixels, s.HeightInPixels)
	}
	if !x11.Extended(c, "RANDR") || x11.Extended(c, "NO-SUCH-THING") {
		t.Error("the extensions are not as the server says")
	}
	if r, err := randr.QueryVersion(c, 1, 5).Reply(); err != nil || r.MajorVersion == 0 {
		t.Errorf("RandR does not answer: %v", err)
	}
}

func TestCheckSession(t *testing.T) {
	for _, tt := range []struct {
		display, wayland, kind string
		ok, isWayland          bool
	}{
		{":0", "", "x11", true, false},
		{":0", "", "", true, false},
		{":0", "wayland-0", "x11", true, false},
		{":0", "", "wayland", false, true},
		{"", "wayland-0", "", false, true},
		{"", "", "", false, false},
	} {
		t.Setenv("DISPLAY", tt.display)
		t.Setenv("WAYLAND_DISPLAY", tt.wayland)
		t.Setenv("XDG_SESSION_TYPE", tt.kind)
		err := x11.CheckSession()
		if (err == nil) != tt.ok || errors.Is(err, x11.ErrWayland) != tt.isWayland || err != nil && fault.KindOf(err) != fault.NoAccess {
			t.Errorf("%+v: %v", tt, err)
		}
	}
}

// TestConnectWhileEventsArrive: opening connections does not disturb those
// that are taking events. Tables that all of them share would end the process.
func TestConnectWhileEventsArrive(t *testing.T) {
	onDesk(t)
	listener, err := x11.Connect()
	if err != nil {
		t.Fatal(err)
	}
	root := x11.Screen(listener).Root
	if err := xproto.ChangeWindowAttributesChecked(listener, root, xproto.CwEventMask,
		[]uint32{xproto.EventMaskPropertyChange}).Check(); err != nil {
		t.Fatal(err)
	}
	var workers sync.WaitGroup
	events := 0
	workers.Go(func() {
		for {
			event, failed := listener.WaitForEvent()
			if event == nil && failed == nil {
				return
			}
			events++
		}
	})
	done := make(chan struct{})
	var painter sync.WaitGroup
	painter.Go(func() {
		c, err := x11.Connect()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		for {
			select {
			case <-done:
				return
			default:
				change(t, c, root)
			}
		}
	})
	for range 200 {
		c, err := x11.Connect()
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	close(done)
	painter.Wait()
	listener.Close()
	workers.Wait()
	if events == 0 {
		t.Error("no event came; the test tested nothing")
	}
}

// change makes an event for whoever listens to the properties of a window.
func change(t *testing.T, c *xgb.Conn, w xproto.Window) {
	t.Helper()
	err := xproto.ChangePropertyChecked(c, xproto.PropModeReplace, w, xproto.AtomWmName, xproto.AtomString, 8, 1, []byte("x")).Check()
	if err != nil {
		t.Error(err)
	}
}
