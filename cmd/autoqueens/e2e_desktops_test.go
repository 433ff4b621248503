//go:build linux && cgo

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/ei"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/wayland/waylandtest"
)

// The desktops of the folder that AUTOQUEENS_DESKTOPS names; see make desktops.
// AUTOQUEENS_DESKTOP_BOARDS says how many boards are played under each, 10 unless told.

// desktop is a running GNOME or KDE with a person at it.
type desktop struct {
	*desk.Desk
	t    *testing.T
	kind string
	bus  *dbus.Conn
	// The person's mouse, the latter under Sway.
	hand  *ei.Sender
	mouse *waylandtest.Person
}

// desktopSize is the size of its only monitor, pixels.
var desktopSize = image.Pt(1920, 1080)

// startDesktop starts a desktop and lets it be used: on GNOME by the person, who answers
// its real questions, on KDE by what administrators set. Sway asks nobody.
func startDesktop(t *testing.T, kind string) *desktop {
	t.Helper()
	root := os.Getenv("AUTOQUEENS_DESKTOPS")
	if root == "" {
		t.Skip("needs a folder with the desktops: make desktops")
	}
	needs(t, "chromium", "Xvfb")
	d := &desktop{t: t, kind: kind}
	nest := ""
	if kind == desk.KDE {
		x, err := desk.Start(t.Context(), desk.Options{Width: desktopSize.X, Height: desktopSize.Y})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		nest = x.Display()
	}
	var err error
	if d.Desk, err = desk.StartIn(t.Context(), root, kind, nest, desktopSize); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if d.bus, err = dbus.Connect(d.variable("DBUS_SESSION_BUS_ADDRESS")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.bus.Close() })
	switch kind {
	case desk.Sway:
		d.mouse = waylandtest.NewPersonAt(t, waylandtest.Socket(d.Desk))
		return d
	case desk.GNOME:
		d.awaitName("org.gnome.Mutter.RemoteDesktop")
		d.leaveOverview()
	case desk.KDE:
		d.awaitName("org.kde.KWin")
		d.allow("kde-authorized", "remote-desktop")
		d.allow("screenshot", "screenshot")
		if err := os.Mkdir(filepath.Join(d.variable("HOME"), "Pictures"), 0o700); err != nil {
			t.Fatal(err)
		}
		d.pictureOf(nest)
	}
	d.hand = d.person()
	t.Cleanup(func() { d.hand.Close() })
	// Chromium asks for a mouse once there is one, and then it stays.
	d.move(image.Pt(5, 5))
	return d
}

// awaitName waits until the compositor takes calls: its socket is there before that.
func (d *desktop) awaitName(name string) {
	d.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var there bool
		err := d.bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, name).Store(&there)
		if err != nil || time.Now().After(deadline) {
			d.t.Fatalf("nobody is %s: %v", name, err)
		}
		if there {
			return
		}
	}
}

// leaveOverview ends what GNOME begins with, an overview of its windows, where they are
// smaller. It takes calls some time after it has its name.
func (d *desktop) leaveOverview() {
	d.t.Helper()
	const shell = "org.gnome.Shell"
	d.awaitName(shell)
	var err error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		err = d.bus.Object(shell, "/org/gnome/Shell").SetProperty(shell+".OverviewActive", dbus.MakeVariant(false))
		if err == nil {
			return
		}
	}
	d.t.Fatal(err)
}

// variable returns a variable of the desk's environment.
func (d *desktop) variable(name string) string {
	for _, e := range slices.Backward(d.Env()) {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

// person returns a mouse that is neither the program's nor borrowed from the portal.
func (d *desktop) person() *ei.Sender {
	d.t.Helper()
	var fd dbus.UnixFD
	var err error
	if d.kind == desk.GNOME {
		const mutter = "org.gnome.Mutter.RemoteDesktop"
		var session dbus.ObjectPath
		err = d.bus.Object(mutter, "/org/gnome/Mutter/RemoteDesktop").Call(mutter+".CreateSession", 0).Store(&session)
		if err == nil {
			err = d.bus.Object(mutter, session).Call(mutter+".Session.Start", 0).Err
		}
		if err == nil {
			err = d.bus.Object(mutter, session).Call(mutter+".Session.ConnectToEIS", 0, map[string]dbus.Variant{}).Store(&fd)
		}
	} else {
		var cookie int32
		const keyboardAndMouse = int32(3)
		err = d.bus.Object("org.kde.KWin", "/org/kde/KWin/EIS/RemoteDesktop").
			Call("org.kde.KWin.EIS.RemoteDesktop.connectToEIS", 0, keyboardAndMouse).Store(&fd, &cookie)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	file := os.NewFile(uintptr(fd), "input")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		d.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(d.t.Context(), 10*time.Second)
	defer cancel()
	s, err := ei.New(ctx, conn, "person")
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// move, stir and click are what the person does.
func (d *desktop) move(at image.Point) {
	if err := errors.Join(d.hand.Move(at), d.hand.Sync(d.t.Context())); err != nil {
		d.t.Error(err)
	}
}

// stir moves the mouse by a little, the more often it was done before the further on.
func (d *desktop) stir(times int) {
	if d.mouse == nil {
		d.move(image.Pt(100+3*times, 900))
	} else if err := d.mouse.Move(3, 0); err != nil {
		d.t.Error(err)
	}
}

func (d *desktop) click(at image.Point) {
	d.move(at)
	time.Sleep(300 * time.Millisecond) // as a person would
	if err := errors.Join(d.hand.Click(at, ei.ButtonLeft), d.hand.Sync(d.t.Context())); err != nil {
		d.t.Error(err)
	}
}

// allow writes a leave into the store of permissions, as administrators do.
func (d *desktop) allow(table, id string) {
	d.t.Helper()
	const store = "org.freedesktop.impl.portal.PermissionStore"
	err := d.bus.Object(store, "/org/freedesktop/impl/portal/PermissionStore").
		Call(store+".SetPermission", 0, table, true, id, "", []string{"yes"}).Err
	if err != nil {
		d.t.Fatal(err)
	}
}

// pictureOf stands in for KWin's screenshots, which take a graphics card: it hands out
// the picture of the X display that KWin shows its screen on.
func (d *desktop) pictureOf(display string) {
	d.t.Helper()
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(conn.Close)
	const name = "org.kde.KWin.ScreenShot2"
	if err := d.bus.Export(kwinScreenshots{conn}, "/org/kde/KWin/ScreenShot2", name); err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		d.t.Fatal(err)
	}
}

type kwinScreenshots struct{ conn *xgb.Conn }

// CaptureWorkspace is the method of the interface.
func (k kwinScreenshots) CaptureWorkspace(_ map[string]dbus.Variant, pipe dbus.UnixFD) (map[string]dbus.Variant, *dbus.Error) {
	file := os.NewFile(uintptr(pipe), "pipe")
	root := xproto.Setup(k.conn).DefaultScreen(k.conn).Root
	size := desktopSize
	img, err := xproto.GetImage(k.conn, xproto.ImageFormatZPixmap, xproto.Drawable(root), 0, 0, uint16(size.X), uint16(size.Y), ^uint32(0)).Reply()
	if err != nil {
		file.Close()
		return nil, dbus.MakeFailedError(err)
	}
	go func() {
		defer file.Close()
		_, _ = file.Write(img.Data) // whoever asked may have gone
	}()
	const rgb32 = uint32(4) // QImage::Format_RGB32
	return map[string]dbus.Variant{
		"type": dbus.MakeVariant("raw"), "format": dbus.MakeVariant(rgb32), "scale": dbus.MakeVariant(1.0),
		"width": dbus.MakeVariant(uint32(size.X)), "height": dbus.MakeVariant(uint32(size.Y)), "stride": dbus.MakeVariant(uint32(4 * size.X)),
	}, nil
}

// Where the person presses in GNOME's dialogs on a monitor of desktopSize, and how those
// look: at a place of their own, and where Share can be pressed.
var (
	gnomeAllow       = image.Pt(1065, 622) // a picture of the screen
	gnomeInteraction = image.Pt(1205, 463) // the switch
	gnomeShare       = image.Pt(1242, 328)

	gnomeQuestion = image.Pt(900, 530)
	gnomeDialog   = image.Pt(960, 600)
	gnomeButton   = image.Pt(1212, 340)
)

func dark(c color.RGBA) bool  { return c.R > 40 && c.B < 75 && c.B-min(c.R, c.B) < 16 }
func light(c color.RGBA) bool { return min(c.R, c.G, c.B) > 230 }
func blue(c color.RGBA) bool  { return int(c.B)-int(c.R) > 120 }

// see waits until GNOME shows a colour at a place, as a person does. The person clicks on
// places meanwhile, where given, every few seconds: a dialog that comes up may not be ready.
func (d *desktop) see(at image.Point, as func(color.RGBA) bool, click ...image.Point) {
	d.t.Helper()
	var clicked time.Time
	const shell = "org.gnome.Shell.Screenshot"
	path := filepath.Join(d.t.ArtifactDir(), "seen.png")
	if !strings.HasPrefix(path, os.TempDir()) {
		d.t.Fatalf("the desktop cannot write to %s: it shares %s alone", path, os.TempDir())
	}
	for deadline := time.Now().Add(100 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if len(click) > 0 && time.Since(clicked) > 5*time.Second {
			d.click(click[0])
			clicked = time.Now()
		}
		var ok bool
		var used string
		if err := d.bus.Object("org.gnome.Shell", "/org/gnome/Shell/Screenshot").
			Call(shell+".Screenshot", 0, false, false, path).Store(&ok, &used); err != nil || !ok {
			continue // it takes one at a time
		}
		file, err := os.Open(used)
		if err != nil {
			d.t.Fatal(err)
		}
		img, err := png.Decode(file)
		file.Close()
		if err != nil {
			d.t.Fatal(err)
		}
		if as(color.RGBAModel.Convert(img.At(at.X, at.Y)).(color.RGBA)) {
			time.Sleep(700 * time.Millisecond) // it may still be coming up
			return
		}
	}
	d.t.Fatalf("what should show at %v does not; the last picture is %s", at, path)
}

// introduce has the desktop ask its questions once, and the person answer them.
func (d *desktop) introduce() {
	d.t.Helper()
	process, wait := start(d.t, d.Desk, "doctor", "--ask")
	d.t.Cleanup(func() {
		if d.t.Failed() {
			_ = process.Kill()
			r := wait()
			d.t.Logf("doctor: status %d\n%s%s", r.status, r.stdout, r.stderr)
		}
	})
	if d.kind == desk.GNOME {
		d.see(gnomeQuestion, dark)
		d.see(gnomeDialog, light, gnomeAllow)
		d.see(gnomeButton, blue, gnomeInteraction)
		d.see(gnomeDialog, func(c color.RGBA) bool { return !light(c) }, gnomeShare)
	}
	r := wait()
	if r.status != exit.OK || !strings.Contains(r.stdout, "the mouse can be moved and clicked") {
		d.t.Fatalf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	d.t.Logf("%s", r.stdout)
	if info, err := os.Stat(d.token()); err != nil || info.Mode().Perm() != 0o600 {
		d.t.Errorf("the token: %v, %v", info, err)
	}
}

// boards returns how many boards a test plays under each desktop.
func boards(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("AUTOQUEENS_DESKTOP_BOARDS"), "10"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestDesktops plays under the real GNOME, KDE and Sway: the desktop's questions are answered
// by the person, once, and each board is won after that without another. Then the person
// takes over in the middle of as many.
func TestDesktops(t *testing.T) {
	for _, kind := range []string{desk.GNOME, desk.KDE, desk.Sway} {
		t.Run(kind, func(t *testing.T) {
			d := startDesktop(t, kind)
			if kind != desk.Sway {
				d.introduce()
			}
			won, stopped, n := 0, 0, boards(t)
			var clocks []time.Duration
			for i := range n {
				if t.Run(fmt.Sprintf("board %d", i+1), func(t *testing.T) { clocks = append(clocks, d.win(t, i)) }) {
					won++
				}
			}
			for i := range n {
				if t.Run(fmt.Sprintf("person %d", i+1), func(t *testing.T) { d.takeOver(t, i) }) {
					stopped++
				}
			}
			slices.Sort(clocks)
			if len(clocks) > 0 {
				t.Logf("%s: %d of %d won, by the game's clock in %v median, %v at most", kind, won, n, clocks[len(clocks)/2], clocks[len(clocks)-1])
			}
			t.Logf("%s: %d of %d stopped by the person, after one further click at most", kind, stopped, n)
		})
	}
}

// win has a board played, and returns how long that took by the game's clock.
func (d *desktop) win(t *testing.T, i int) time.Duration {
	tb := open(t, d.Desk, practice.Options{Size: 5 + i%7, Seed: uint64(i), AutoStart: true}, desk.BrowserOptions{Dark: i%2 == 1}).ready()
	began := time.Now()
	_, wait := start(t, d.Desk, "play", "--json", "--timeout", "60s")
	r := wait()
	if r.status != exit.OK {
		t.Fatalf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if d.kind == desk.GNOME && r.stderr != "" {
		t.Errorf("it was said, though nothing is asked any more: %s", r.stderr)
	}
	result := tb.won()
	t.Logf("won in %v by the game's clock, %v in all, %d clicks", result.Clock, time.Since(began).Round(time.Millisecond), result.Clicks)
	return result.Clock
}

// takeOver has the person move the mouse in the middle of a board.
func (d *desktop) takeOver(t *testing.T, i int) {
	tb := open(t, d.Desk, practice.Options{Size: 11, Seed: uint64(i), AutoStart: true}, desk.BrowserOptions{}).ready()
	var atMove int
	moved := make(chan struct{})
	tb.after(3+i%5, func() {
		for k := range 12 { // for a tenth of a second
			d.stir(k)
			if k == 0 {
				atMove = tb.presses()
			}
			time.Sleep(8 * time.Millisecond)
		}
		close(moved)
	})
	// Under Sway a board at full speed is over before the page has told of its clicks.
	_, wait := start(t, d.Desk, "play", "--json", "--pace", "100ms")
	r := wait()
	select {
	case <-moved:
	case <-time.After(10 * time.Second):
		t.Fatalf("it ended before the person came: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if r.status != exit.Stopped || !strings.Contains(r.stderr, "you used the mouse or the keyboard") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if further := tb.presses() - atMove; further > 1 {
		t.Errorf("%d clicks after the mouse was moved, want 1 at most", further)
	}
}

// token is where the desk's leave is kept.
func (d *desktop) token() string {
	return filepath.Join(d.variable("XDG_STATE_HOME"), "autoqueens", "remote-desktop.token")
}
