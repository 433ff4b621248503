package desk

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"

	"autoqueens/internal/fault"
)

// The desktops that StartIn starts.
const (
	GNOME = "gnome"
	KDE   = "kde"
)

// foreign are the shell scripts that start a desktop in the folder of another Debian,
// each after foreignStart. They end when their compositor does.
var foreign = map[string]string{
	GNOME: `
export XDG_CURRENT_DESKTOP=GNOME
session gnome-shell --headless --wayland --no-x11 --unsafe-mode --virtual-monitor "$SIZE" --wayland-display wayland-0
`,
	// Its windows are shown in one of an X server: by itself it has no picture to give
	// without a graphics card. The desktop's name is for its portal alone: without all of
	// Plasma the compositor itself does not start under it.
	KDE: `
export KWIN_WAYLAND_NO_PERMISSION_CHECKS=1 KWIN_COMPOSE=Q BUS_ENV="XDG_CURRENT_DESKTOP=KDE QT_QPA_PLATFORM=wayland"
session kwin_wayland --x11-display "$NEST" --width "${SIZE%x*}" --height "${SIZE#*x}" --no-lockscreen --no-global-shortcuts --socket wayland-0
`,
}

// foreignStart is the beginning of each script: a message bus that stands in for that of
// the system, one of the session, and the media server, which the portals do not start
// without.
const foreignStart = `
session() {
	dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SYSTEM_BUS_ADDRESS" &
	env WAYLAND_DISPLAY=wayland-0 $BUS_ENV dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS" &
	until [ -S "$XDG_RUNTIME_DIR/bus" ] && [ -S "$XDG_RUNTIME_DIR/system" ]; do sleep 0.05; done
	pipewire &
	until [ -S "$XDG_RUNTIME_DIR/pipewire-0" ]; do sleep 0.05; done
	wireplumber &
	"$@" &
	until [ -S "$XDG_RUNTIME_DIR/wayland-0" ]; do
		kill -0 $! || exit 1
		sleep 0.05
	done
	echo wayland-0 >&3
	exec 3>&-
	wait $!
}
`

// StartIn starts a desk of a desktop whose programs are in a folder, root, with another
// Debian in it, such as make desktops makes. It takes root, and shares /tmp with it: what
// runs outside, browsers among it, shows its windows there. nest is the X display that
// shows a KDE. The person on it is whoever speaks to its compositor.
func StartIn(ctx context.Context, root, kind, nest string, size image.Point) (_ *Desk, err error) {
	script, ok := foreign[kind]
	if !ok {
		return nil, fault.Plainf("choose "+GNOME+" or "+KDE, "the desktop %q is not known", kind)
	}
	if os.Geteuid() != 0 {
		return nil, fmt.Errorf("only root starts a desktop from another folder: %w", errors.ErrUnsupported)
	}
	d := &Desk{size: size}
	defer func() {
		if err != nil {
			_ = d.Close()
		}
	}()
	home, err := d.makeHome()
	if err != nil {
		return nil, err
	}
	runtime := filepath.Join(d.dir, "run")
	address := "unix:path=" + filepath.Join(runtime, "bus")
	d.env = deskEnv(append(home, busVariable+"="+address, "WAYLAND_DISPLAY=wayland-0", "XDG_SESSION_TYPE=wayland", "XDG_CURRENT_DESKTOP="+map[string]string{GNOME: "GNOME", KDE: "KDE"}[kind])...)
	// A name space of mounts of its own goes with its last process, and its mounts with it.
	const enter = `
for dir in proc dev sys; do mount --rbind /$dir "$0/$dir"; done
mount --bind /tmp "$0/tmp"
mount -t tmpfs tmpfs "$0/run"
exec chroot "$0" /bin/sh -c "$1"
`
	cmd := exec.Command("unshare", "--mount", "--propagation", "private", "/bin/sh", "-e", "-c", enter, root, foreignStart+script)
	cmd.Env = override(d.env, []string{"WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP"},
		"DBUS_SYSTEM_BUS_ADDRESS=unix:path="+filepath.Join(runtime, "system"),
		"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "BUS_ENV=",
		"SIZE="+words(size), "NEST="+nest)
	cmd.Dir = d.dir
	limited, cancel := context.WithTimeoutCause(ctx, starting, errors.New("it said nothing"))
	defer cancel()
	server, _, err := startAndAsk(limited, cmd)
	if err != nil {
		return nil, explain(ctx, "the desktop in "+root+" could not be started", err)
	}
	d.server = server
	d.parts = append(d.parts, server)
	d.closeAfter(ctx)
	return d, nil
}

// words writes a size as programs of desktops take it.
func words(size image.Point) string {
	return number(float64(size.X)) + "x" + number(float64(size.Y))
}
