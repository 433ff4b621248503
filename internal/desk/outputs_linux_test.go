package desk

import (
	"errors"
	"image"
	"os"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/testneeds"
)

// TestOutputs: the pointer gets wherever an output shows the desktop or pans
// over it, however small or large that is beside the screen that Xorg begins
// with.
func TestOutputs(t *testing.T) {
	testneeds.Met(t, CheckXorg())
	for _, size := range []image.Point{{1640, 1000}, {1024, 768}, {800, 600}} {
		whole := image.Rectangle{Max: size}
		d := desk(t, Options{Width: size.X, Height: size.Y, Outputs: []Output{{Size: image.Pt(400, 300), Panning: whole}}})
		conn, err := xgb.NewConnDisplay(d.Display())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		root := xproto.Setup(conn).DefaultScreen(conn).Root
		g, err := xproto.GetGeometry(conn, xproto.Drawable(root)).Reply()
		if err != nil || int(g.Width) != size.X || int(g.Height) != size.Y {
			t.Errorf("%v: the desktop is %v, %v", size, g, err)
		}
		for _, p := range []image.Point{{3, 4}, size.Div(2), size.Sub(image.Pt(1, 1))} {
			xproto.WarpPointer(conn, 0, root, 0, 0, 0, 0, int16(p.X), int16(p.Y))
			at, err := xproto.QueryPointer(conn, root).Reply()
			if err != nil || image.Pt(int(at.RootX), int(at.RootY)) != p {
				t.Errorf("%v: sent to %v the pointer came to %v, %v", size, p, at, err)
			}
		}
	}
}

func TestOutputsRefused(t *testing.T) {
	testneeds.Met(t, CheckXorg())
	many := make([]Output, 100)
	for i := range many {
		many[i].Size = image.Pt(100, 100)
	}
	for _, tt := range []struct {
		name    string
		outputs []Output
		kind    fault.Kind
	}{
		{"outside", []Output{{Size: image.Pt(100, 100), At: image.Pt(950, 0)}}, fault.Failed},
		{"no size", []Output{{}}, fault.Failed},
		{"panned beyond", []Output{{Size: image.Pt(100, 100), Panning: image.Rect(0, 0, 1001, 100)}}, fault.Failed},
		{"too many", many, fault.NoAccess},
	} {
		d, err := Start(t.Context(), Options{Width: 1000, Height: 700, Outputs: tt.outputs})
		if err == nil {
			d.Close()
		}
		if fault.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestStartWayland: of a Wayland desk nothing is left, nor of what its bus has
// started.
func TestStartWayland(t *testing.T) {
	testneeds.Met(t, CheckWayland())
	d, err := StartWayland(t.Context(), WaylandOptions{})
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if d.Display() != "" || lookup(d.Env(), "DISPLAY") != "" || lookup(d.Env(), "WAYLAND_DISPLAY") == "" {
		t.Errorf("the display is %q in %q", d.Display(), d.Env())
	}
	if address := lookup(d.Env(), busVariable); address == "" || address == os.Getenv(busVariable) {
		t.Errorf("the bus is at %q", address)
	}
	conn, err := dbus.Connect(lookup(d.Env(), busVariable))
	if err != nil {
		t.Fatal(err)
	}
	started := conn.Object("org.freedesktop.impl.portal.PermissionStore", "/org/freedesktop/impl/portal/PermissionStore")
	if err := started.Call("org.freedesktop.DBus.Peer.Ping", 0).Err; err != nil {
		t.Error(err)
	}
	conn.Close()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if left := outlast(func() []string { return leftovers(t, d.dir) }); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
	if _, err := os.Stat(d.dir); err == nil {
		t.Errorf("%s was left behind", d.dir)
	}
}

// TestStartBus: a bus of its own starts nobody's services.
func TestStartBus(t *testing.T) {
	testneeds.Programs(t, "dbus-daemon")
	b, err := StartBus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := dbus.Connect(b.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var names []string
	if err := conn.BusObject().Call("org.freedesktop.DBus.ListActivatableNames", 0).Store(&names); err != nil || len(names) != 1 {
		t.Errorf("it starts %v, %v", names, err)
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Error(err)
	}
}
