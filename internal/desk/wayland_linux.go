package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"autoqueens/internal/fault"
)

// WaylandOptions says what a Wayland desk looks like. The zero value is a desk
// with one monitor of 1280 x 1024 pixels.
type WaylandOptions struct {
	Monitors []Monitor
	Focus    int  // the monitor on which windows open, from 0
	NoPortal bool // without the portal, a message bus and what these need
	Floating bool // windows have the size that they want, in the middle, and do not fill the monitor
}

// Monitor is one monitor of a Wayland desk.
type Monitor struct {
	Size  image.Point // pixels
	At    image.Point // its corner in the layout, points
	Scale float64     // pixels a point, 1 where 0
	Turn  int         // degrees, clockwise: 0, 90, 180 or 270
}

// starting is how long the compositor may take. It goes on without a word where
// it does not understand its settings.
const starting = time.Minute

// portals are the services that show the screen of a Wayland desk: the portal,
// the part that takes pictures, and, since the portal offers none without
// somebody to ask the person, the part that does, with its memory.
var portals = []string{
	"org.freedesktop.portal.Desktop",
	"org.freedesktop.impl.portal.desktop.wlr",
	"org.freedesktop.impl.portal.desktop.gtk",
	"org.freedesktop.impl.portal.PermissionStore",
}

// CheckCompositor returns a [*fault.Error] where this machine lacks what [StartWayland]
// needs without the portal.
func CheckCompositor() error {
	if _, err := exec.LookPath("sway"); err != nil {
		return fault.Wrap(err, fault.NoAccess, "a Wayland desktop needs what is not on this machine: "+err.Error(),
			"install it: apt-get install sway")
	}
	return nil
}

// CheckWayland returns a [*fault.Error] where this machine lacks what [StartWayland]
// needs.
func CheckWayland() error {
	var err error
	for _, name := range []string{"sway", "grim", "pipewire", "dbus-daemon"} {
		if err == nil {
			_, err = exec.LookPath(name)
		}
	}
	for _, name := range portals {
		if err == nil {
			_, err = readFirst(serviceFolders, name+".service")
		}
	}
	if err != nil {
		return fault.Wrap(err, fault.NoAccess, "a Wayland desktop needs what is not on this machine: "+err.Error(),
			"install it: apt-get install sway grim pipewire dbus xdg-desktop-portal xdg-desktop-portal-wlr xdg-desktop-portal-gtk")
	}
	return nil
}

// StartWayland starts a desk whose windows are shown by a Wayland compositor
// (Sway, without a real monitor), with a message bus of its own and the desktop
// portal on it. There is no mouse on it. The error wraps errors.ErrUnsupported
// where a compositor cannot run, although everything is installed: Sway refuses
// to be root, and becoming somebody else takes a user namespace.
func StartWayland(ctx context.Context, o WaylandOptions) (_ *Desk, err error) {
	if len(o.Monitors) == 0 {
		o.Monitors = []Monitor{{Size: image.Pt(1280, 1024)}}
	}
	check := CheckWayland
	if o.NoPortal {
		check = CheckCompositor
	}
	if err := check(); err != nil {
		return nil, err
	}
	d := &Desk{size: o.Monitors[o.Focus].Size}
	defer func() {
		if err != nil {
			_ = d.Close()
		}
	}()
	home, err := d.makeHome()
	if err != nil {
		return nil, err
	}
	d.env = deskEnv(append(home, busVariable+"=disabled:", "XDG_SESSION_TYPE=wayland", "XDG_CURRENT_DESKTOP=sway")...)
	if err := d.startCompositor(ctx, o); err != nil {
		return nil, err
	}
	if o.NoPortal {
		d.closeAfter(ctx)
		return d, nil
	}
	if err := d.startPipewire(ctx); err != nil {
		return nil, err
	}
	config, err := busConfig(d.dir, portals...)
	if err != nil {
		return nil, cannotStart("no settings for a message bus could be written", err)
	}
	bus, address, err := startBus(ctx, d.env, d.dir, config)
	if err != nil {
		return nil, err
	}
	d.parts = append(d.parts, bus)
	d.env = override(d.env, nil, busVariable+"="+address)
	d.closeAfter(ctx)
	return d, nil
}

// startCompositor starts Sway and waits until it has said at which socket it
// takes windows.
func (d *Desk) startCompositor(ctx context.Context, o WaylandOptions) error {
	var config strings.Builder
	config.WriteString("xwayland disable\ndefault_border none\noutput * bg #304050 solid_color\n")
	if o.Floating {
		config.WriteString("for_window [app_id=\".*\"] floating enable\n")
	}
	for i, m := range o.Monitors {
		fmt.Fprintf(&config, "output HEADLESS-%d mode --custom %dx%d@60Hz position %d %d scale %g transform %d\n",
			i+1, m.Size.X, m.Size.Y, m.At.X, m.At.Y, cmp.Or(m.Scale, 1), m.Turn)
	}
	// What it starts inherits the file it is expected to speak on.
	fmt.Fprintf(&config, "exec swaymsg focus output HEADLESS-%d || true && echo $WAYLAND_DISPLAY >&3\n", o.Focus+1)
	path := filepath.Join(d.dir, "sway.conf")
	if err := os.WriteFile(path, []byte(config.String()), 0o600); err != nil {
		return cannotStart("no temporary folder could be made", err)
	}
	cmd := exec.Command("sway", "--config", path)
	cmd.Env = override(d.env, nil,
		"WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1",
		fmt.Sprintf("WLR_HEADLESS_OUTPUTS=%d", len(o.Monitors)))
	cmd.Dir = d.dir
	if os.Geteuid() == 0 {
		// Somebody else inside, the same outside: its sockets are ours.
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: 0, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getegid(), Size: 1}},
		}
	}
	limited, cancel := context.WithTimeoutCause(ctx, starting, errors.New("it said nothing"))
	defer cancel()
	server, socket, err := startAndAsk(limited, cmd)
	if err != nil && cmd.SysProcAttr != nil && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS)) {
		return fault.Wrap(errors.ErrUnsupported, fault.NoAccess,
			"the compositor cannot run as root, and here it cannot be anybody else: "+err.Error(),
			"run this as an ordinary user, or where user namespaces are allowed")
	}
	if err != nil {
		return explain(ctx, "the Wayland compositor could not be started", err)
	}
	d.server = server
	d.parts = append(d.parts, server)
	d.env = override(d.env, nil, "WAYLAND_DISPLAY="+socket)
	return nil
}

// Tell gives the compositor of a Wayland desk a command of its own, as `swaymsg` does.
func (d *Desk) Tell(ctx context.Context, command string) error {
	sockets, err := filepath.Glob(filepath.Join(lookup(d.env, "XDG_RUNTIME_DIR"), "sway-ipc.*.sock"))
	if err == nil && len(sockets) == 0 {
		err = errors.New("it has no socket for commands")
	}
	if err == nil {
		var said []byte
		cmd := exec.CommandContext(ctx, "swaymsg", "--socket", sockets[0], command)
		cmd.Env = d.env
		if said, err = cmd.CombinedOutput(); err != nil {
			err = fmt.Errorf("%w: %s", err, said)
		}
	}
	if err != nil {
		return fmt.Errorf("the Wayland compositor was told %q: %w", command, err)
	}
	return nil
}

// startPipewire starts the media server, without which the part of the portal
// that takes pictures does not run, and waits until its socket is there. It has
// no other way to say so.
func (d *Desk) startPipewire(ctx context.Context) error {
	cmd := exec.Command("pipewire")
	cmd.Env, cmd.Dir = d.env, d.dir
	p, err := start(cmd)
	if err != nil {
		return cannotStart("the media server could not be started", err)
	}
	d.parts = append(d.parts, p)
	socket := filepath.Join(lookup(d.env, "XDG_RUNTIME_DIR"), "pipewire-0")
	for {
		if _, err := os.Stat(socket); err == nil {
			return nil
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-p.done:
			return cannotStart("the media server ended at its start", p.ended())
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
