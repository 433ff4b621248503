//go:build linux

// Package desktops starts the real GNOME, KDE and Sway that `make desktops` puts into a
// folder, each with a person at it who has a mouse and a keyboard of their own.
//
//	[desktops] lets itself be used;  screen -> vision -> solver -> input play on it
package desktops

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
)

// Kinds are the desktops that there are.
var Kinds = []string{desk.GNOME, desk.KDE, desk.Sway}

// Size is the size of their monitor, the only one or that on the left, pixels.
var Size = image.Pt(1920, 1080)

// Second is the size of the monitor on the right of a GNOME that has two, pixels.
var Second = image.Pt(1280, 1024)

// folderVariable names the folder.
const folderVariable = "AUTOQUEENS_DESKTOPS"

// ErrNone says that there is no folder with desktops.
var ErrNone = errors.New("needs a folder with the desktops, which " + folderVariable + " names: make desktops")

// Person has a mouse and a keyboard that are not the program's.
type Person interface {
	// Move moves the mouse by some points, in one report.
	Move(dx, dy float64) error
	// Key types a letter, as slowly as a person.
	Key() error
	// Press presses a button, as slowly as a person.
	Press(button uint32) error
}

// Desktop is a running desktop with a person at it.
type Desktop struct {
	*desk.Desk
	Person
	Kind  string
	bus   *dbus.Conn
	two   bool     // monitors
	scale float64  // of a KDE's monitors, else 1
	left  []func() // what is to be closed, in that order from the end
}

// Options say what is not as usual.
type Options struct {
	More  []image.Point // sizes of further monitors, pixels, from left to right; those of a KDE are of Size
	Scale float64       // of all monitors of a KDE, 0 for 1
}

// Start starts a desktop that lets programs use it once the person has answered; see LetSee and
// LetClick. Sway asks nobody, and KDE not for single pictures, as administrators may set. The error
// is ErrNone where there is no folder.
func Start(ctx context.Context, kind string, o Options) (_ *Desktop, err error) {
	root := os.Getenv(folderVariable)
	if root == "" {
		return nil, ErrNone
	}
	d := &Desktop{Kind: kind, two: len(o.More) > 0, scale: cmp.Or(o.Scale, 1)}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", kind, err)
			_ = d.Close()
		}
	}()
	if d.Desk, err = desk.StartIn(ctx, root, kind, d.scale, append([]image.Point{Size}, o.More...)...); err != nil {
		return nil, err
	}
	if d.bus, err = dbus.Connect(d.Variable("DBUS_SESSION_BUS_ADDRESS")); err != nil {
		return nil, err
	}
	d.left = append(d.left, func() { d.bus.Close() })
	return d, d.furnish(ctx)
}

// furnish does what a desktop needs beside its programs.
func (d *Desktop) furnish(ctx context.Context) error {
	if d.Kind == desk.Sway {
		p, err := waylandtest.Sit(waylandtest.Socket(d.Desk))
		if err != nil {
			return err
		}
		d.Person = p
		d.left = append(d.left, p.Leave)
		return nil
	}
	var err error
	if d.Kind == desk.GNOME {
		err = errors.Join(d.awaitName("org.gnome.Mutter.RemoteDesktop"), d.leaveOverview())
	} else {
		err = errors.Join(d.awaitName("org.kde.KWin"),
			d.allow("screenshot", "screenshot"),
			os.Mkdir(filepath.Join(d.Variable("HOME"), "Pictures"), 0o700))
	}
	if err != nil {
		return err
	}
	p, err := d.sit(ctx)
	if err != nil {
		return err
	}
	d.Person = p
	d.left = append(d.left, func() { _ = p.hand.Close() })
	// Chromium asks for a mouse once there is one, and then it stays.
	return p.to(image.Pt(d.points().X/20, d.points().Y*5/6))
}

// Close ends the desktop, and all that was started for it.
func (d *Desktop) Close() error {
	var err error
	if d.Desk != nil {
		err = d.Desk.Close()
	}
	for _, end := range slices.Backward(d.left) {
		end()
	}
	d.left = nil
	return err
}

// Variable returns a variable of the desktop's environment.
func (d *Desktop) Variable(name string) string {
	for _, e := range slices.Backward(d.Env()) {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

// Session returns the variables by which a process becomes a program of the desktop's, and
// remembers there what it remembers. Those of X are empty, so that it opens no display of that.
func (d *Desktop) Session() map[string]string {
	session := map[string]string{"DISPLAY": "", "XAUTHORITY": ""}
	for _, name := range []string{
		"WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
		"XDG_STATE_HOME", "XDG_CONFIG_HOME",
	} {
		session[name] = d.Variable(name)
	}
	return session
}

// awaitName waits until the compositor takes calls: its socket is there before that.
func (d *Desktop) awaitName(name string) error {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var there bool
		err := d.bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, name).Store(&there)
		switch {
		case err != nil:
			return err
		case there:
			return nil
		case time.Now().After(deadline):
			return fmt.Errorf("nobody is %s", name)
		}
	}
}

// leaveOverview ends what GNOME begins with, an overview of its windows, where they are
// smaller. It takes calls some time after it has its name.
func (d *Desktop) leaveOverview() error {
	const shell = "org.gnome.Shell"
	if err := d.awaitName(shell); err != nil {
		return err
	}
	const active = shell + ".OverviewActive"
	object := d.bus.Object(shell, "/org/gnome/Shell")
	var err error
	gone := 0 // looks in a row: it comes once more where starting takes long
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		var v dbus.Variant
		if v, err = object.GetProperty(active); err != nil {
			continue
		}
		if v.Value() == false {
			if gone++; gone == 10 {
				return nil
			}
			continue
		}
		gone = 0
		err = object.SetProperty(active, dbus.MakeVariant(false))
	}
	return cmp.Or(err, errors.New("its overview does not end"))
}

// Scale sets the scales of a GNOME's monitors, from left to right, which then lie side by side.
func (d *Desktop) Scale(scales ...float64) error {
	const name = "org.gnome.Mutter.DisplayConfig"
	type properties = map[string]dbus.Variant
	var serial uint32
	var monitors []struct {
		Spec  struct{ Connector, Vendor, Product, Serial string }
		Modes []struct {
			ID            string
			Width, Height int32
			Rate, Best    float64
			Scales        []float64
			More          properties
		}
		More properties
	}
	var logical []any
	var more properties
	config := d.bus.Object(name, "/org/gnome/Mutter/DisplayConfig")
	if err := config.Call(name+".GetCurrentState", 0).Store(&serial, &monitors, &logical, &more); err != nil {
		return err
	}
	if len(monitors) != len(scales) {
		return fmt.Errorf("there are %d monitors", len(monitors))
	}
	type shown struct {
		Connector, Mode string
		More            properties
	}
	type place struct {
		X, Y      int32
		Scale     float64
		Transform uint32
		Primary   bool
		Monitors  []shown
	}
	var places []place
	x := int32(0)
	for i, m := range monitors {
		mode := m.Modes[0]
		// The compositor takes its own numbers only, near to what is asked for.
		scale := slices.MinFunc(mode.Scales, func(a, b float64) int {
			return cmp.Compare(math.Abs(a-scales[i]), math.Abs(b-scales[i]))
		})
		places = append(places, place{X: x, Scale: scale, Primary: i == 0, Monitors: []shown{{m.Spec.Connector, mode.ID, properties{}}}})
		x += int32(math.Round(float64(mode.Width) / scale))
	}
	const untilItEnds = uint32(1)
	return config.Call(name+".ApplyMonitorsConfig", 0, serial, untilItEnds, places, properties{}).Err
}

// allow writes a leave into the store of permissions, as administrators do.
func (d *Desktop) allow(table, id string) error {
	const store = "org.freedesktop.impl.portal.PermissionStore"
	return d.bus.Object(store, "/org/freedesktop/impl/portal/PermissionStore").
		Call(store+".SetPermission", 0, table, true, id, "", []string{"yes"}).Err
}
