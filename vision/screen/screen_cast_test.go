//go:build linux

package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"testing"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
	"autoqueens/internal/pipewire"
	"autoqueens/internal/portal"
	"autoqueens/internal/portal/portaltest"
	"autoqueens/internal/wayland"
	"autoqueens/internal/wayland/waylandtest"
)

// plainPictures are pictures of one colour in some format, each row a little longer than it shows.
type plainPictures struct {
	size   image.Point
	pixel  [4]byte
	format pipewire.Format
	err    error
}

func (p *plainPictures) Look(_ context.Context, show func(pipewire.Picture)) error {
	if p.err != nil {
		return p.err
	}
	stride := 4*p.size.X + 12
	data := make([]byte, stride*p.size.Y)
	for y := range p.size.Y {
		for x := range p.size.X {
			copy(data[y*stride+4*x:], p.pixel[:])
		}
	}
	show(pipewire.Picture{Data: data, Size: p.size, Stride: stride, Format: p.format})
	return nil
}

func (p *plainPictures) Size() image.Point   { return p.size }
func (*plainPictures) News() <-chan struct{} { return nil }
func (*plainPictures) Changes() uint64       { return 0 }

// TestCastPlaces: each monitor that is shared lies at its own place with its own pixels, one that
// is not shared is not there; what does not fit the layout any more is an error, and so is the
// end of the cast. The layout is a real compositor's, and the pictures are made up: those of a
// real media server are tried in internal/pipewire, and all of it under GNOME by
// `scripts/desktops play`.
func TestCastPlaces(t *testing.T) {
	desktop := waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{
		{Size: image.Pt(640, 480)}, {Size: image.Pt(900, 600), At: image.Pt(640, 40), Scale: 1.5},
		{Size: image.Pt(300, 200), At: image.Pt(640, 440)}}})
	if desktop == nil {
		t.Skip("needs a layout of its own")
	}
	conn, err := wayland.DialAt(t.Context(), waylandtest.Socket(desktop))
	if err != nil {
		t.Fatal(err)
	}
	outputs, known, err := conn.FollowOutputs(t.Context())
	if err != nil || !known {
		t.Fatal(known, err)
	}
	bus := portaltest.OnBus(t)
	served, err := portaltest.StartCast(bus.Address(), &portaltest.Cast{
		Streams: []struct {
			Node  uint32
			About map[string]dbus.Variant
		}{{Node: 1}},
		Remote: portaltest.Remote{Version: 5, Input: socket, Dialog: func(d portaltest.Dialog) { d.Share(0, "") }},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	leave, err := portal.OpenCast(t.Context(), portal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	left := &plainPictures{image.Pt(640, 480), [4]byte{10, 20, 30, 0}, pipewire.FormatRGBX, nil}
	right := &plainPictures{image.Pt(900, 600), [4]byte{60, 50, 40, 0}, pipewire.FormatBGRX, nil}
	d := &desktopCast{ctx: t.Context(), wayland: conn, outputs: outputs, leave: leave, shared: []*sharedMonitor{
		{stream: left, points: image.Rect(0, 0, 640, 480)}, {stream: right, points: image.Rect(640, 40, 1240, 440)}}}
	s := &source{platform: d}
	defer s.Close()
	ds, err := s.Displays()
	if err != nil || len(ds) != 2 {
		t.Fatalf("%v, %v", ds, err)
	}
	if want := image.Rect(960, 60, 1860, 660); ds[1].Bounds != want || ds[1].Points != image.Rect(640, 40, 1240, 440) || ds[1].Name != "HEADLESS-2" {
		t.Errorf("the second monitor is %+v, want it at %v", ds[1], want)
	}
	img, err := s.Capture(image.Rect(630, 50, 980, 100))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[image.Point]color.RGBA{
		{639, 99}: {10, 20, 30, 255}, {640, 99}: {0, 0, 0, 255}, {959, 99}: {0, 0, 0, 255},
		{960, 59}: {0, 0, 0, 255}, {960, 60}: {40, 50, 60, 255}, {979, 99}: {40, 50, 60, 255},
	} {
		if got := img.RGBAAt(at.X, at.Y); got != want {
			t.Errorf("%v is %v, want %v", at, got, want)
		}
	}
	right.size = image.Pt(900, 500)
	if _, err := s.Capture(image.Rect(0, 0, 10, 10)); !errors.Is(err, errMonitorsChanged) {
		t.Errorf("a monitor of another shape: %v", err)
	}
	right.size = image.Pt(900, 600)
	d.shared[1].points = image.Rect(0, 480, 600, 880)
	if _, err := s.Capture(image.Rect(0, 0, 10, 10)); !errors.Is(err, errMonitorsChanged) {
		t.Errorf("a monitor at another place: %v", err)
	}
	d.shared[1].points = image.Rect(640, 40, 1240, 440)
	gone := &plainPictures{err: pipewire.ErrRemoved}
	opened := []pictures{gone, left}
	m := &sharedMonitor{}
	err = d.follow(m, func() (pictures, error) {
		next := opened[0]
		opened = opened[1:]
		return next, nil
	})
	if err != nil || m.stream != left {
		t.Errorf("a stream that was removed once: %v, %v", m.stream, err)
	}
	if err := served.EndSession(); err != nil {
		t.Fatal(err)
	}
	<-leave.Ended()
	_, err = s.Capture(image.Rect(0, 0, 10, 10))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Stopped {
		t.Errorf("a cast that has ended: %v", err)
	}
}

// socket is a media server's that says nothing.
func socket() (*os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	unix.Close(fds[1])
	return os.NewFile(uintptr(fds[0]), "media"), nil
}

// TestLocated: a monitor of a cast lies where the desktop says or, where it does not say, where the
// one does that the cast is named after; where neither is told, the only one of its size.
func TestLocated(t *testing.T) {
	at := func(r image.Rectangle) wayland.Output { return wayland.Output{Points: r} }
	called := func(name string, r image.Rectangle) wayland.Output { return wayland.Output{Name: name, Points: r} }
	one, two, three := image.Rect(0, 0, 1920, 1080), image.Rect(1920, 0, 3200, 1024), image.Rect(-1920, 0, 0, 1080)
	for _, tt := range []struct {
		name    string
		monitor portal.Monitor
		shown   string
		outputs []wayland.Output
		want    image.Rectangle
	}{
		{"told", portal.Monitor{At: &three.Min, Size: three.Size()}, "", []wayland.Output{at(one), at(two), at(three)}, three},
		{"by its size", portal.Monitor{Size: two.Size()}, "", []wayland.Output{at(one), at(two), at(three)}, two},
		{"of one size with another", portal.Monitor{Size: one.Size()}, "", []wayland.Output{at(one), at(two), at(three)}, image.Rectangle{}},
		{"the only one", portal.Monitor{}, "", []wayland.Output{at(two)}, two},
		{"one of two", portal.Monitor{}, "", []wayland.Output{at(one), at(two)}, image.Rectangle{}},
		{"of another size", portal.Monitor{At: &one.Min, Size: two.Size()}, "", []wayland.Output{at(one)}, image.Rectangle{}},
		{"of one size with another, by its name", portal.Monitor{Size: one.Size()}, kwinCast + "DP-2", []wayland.Output{called("DP-1", one), called("DP-2", three)}, three},
		{"of another size than the one of its name", portal.Monitor{Size: two.Size()}, kwinCast + "DP-1", []wayland.Output{called("DP-1", one), called("DP-2", two)}, image.Rectangle{}},
		{"of the size of a monitor, by a name that none has, as a region", portal.Monitor{Size: two.Size()}, kwinCast + "region", []wayland.Output{called("DP-1", one), called("DP-2", two)}, image.Rectangle{}},
		{"the only one, whatever its name", portal.Monitor{Size: two.Size()}, kwinCast + "other", []wayland.Output{called("DP-1", two)}, two},
	} {
		if got, ok := located(tt.monitor, tt.shown, tt.outputs); ok != !tt.want.Empty() || ok && got != tt.want {
			t.Errorf("%s: %v, %v, want %v", tt.name, got, ok, tt.want)
		}
	}
}
