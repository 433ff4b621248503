package desk

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"autoqueens/internal/fault"
)

// The desktops that StartIn starts.
const (
	GNOME = "gnome"
	KDE   = "kde"
	Sway  = "sway"
)

// foreigner is a desktop in the folder of another Debian.
type foreigner struct {
	name   string // of the desktop, as XDG_CURRENT_DESKTOP has it
	socket string // of its compositor, in XDG_RUNTIME_DIR
	// script is the shell script that starts it, after foreignStart. It ends when the
	// compositor does.
	script string
}

var foreign = map[string]foreigner{
	// Scales that are fractions are a choice of the person's still, which a file holds here.
	GNOME: {name: "GNOME", socket: "wayland-0", script: `
export XDG_CURRENT_DESKTOP=GNOME GSETTINGS_BACKEND=keyfile
mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
printf "[org/gnome/mutter]\nexperimental-features=['scale-monitor-framebuffer']\n" >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
for size in $SIZES; do
	set -- "$@" --virtual-monitor "$size"
done
session gnome-shell --headless --wayland --no-x11 --unsafe-mode "$@" --wayland-display "$SOCKET"
`},
	// It shows nothing and hands out no picture without a graphics card, and so is given one
	// that is none. The desktop's name is for its portal alone: without all of Plasma the
	// compositor itself does not start under it.
	KDE: {name: "KDE", socket: "wayland-0", script: `
export XDG_MENU_PREFIX=plasma- KWIN_COMPOSE=O2 KWIN_SCREENSHOT_NO_PERMISSION_CHECKS=1 GBM_ALWAYS_SOFTWARE=1 BUS_ENV="XDG_CURRENT_DESKTOP=KDE QT_QPA_PLATFORM=wayland"
set -- $SIZES
width=${1%x*} height=${1#*x} i=0 outputs= places=
while [ $i -lt $# ]; do
	outputs="$outputs${outputs:+,}{\"connectorName\":\"Virtual-$i\",\"scale\":$SCALE}"
	places="$places${places:+,}{\"enabled\":true,\"outputIndex\":$i,\"priority\":$i,
		\"position\":{\"x\":$(awk "BEGIN { print int($i * $width / $SCALE) }"),\"y\":0}}"
	i=$((i + 1))
done
mkdir -p "$XDG_CONFIG_HOME"
printf '[{"name":"outputs","data":[%s]},{"name":"setups","data":[{"lidClosed":false,"outputs":[%s]}]}]' \
	"$outputs" "$places" >"$XDG_CONFIG_HOME/kwinoutputconfig.json"
set -- --virtual --output-count $# --width $width --height $height
session env LD_PRELOAD=/usr/local/lib/softcard.so kwin_wayland "$@" --no-lockscreen --no-global-shortcuts --socket "$SOCKET"
`},
	// It chooses its socket, the first that is free from 1 on.
	Sway: {name: "sway", socket: "wayland-1", script: `
export WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
printf 'xwayland disable\ndefault_border none\noutput HEADLESS-1 mode --custom %s@60Hz\n' "$SIZES" > "$XDG_RUNTIME_DIR/sway.conf"
session sway --config "$XDG_RUNTIME_DIR/sway.conf"
`},
}

// foreignStart is the beginning of each script: a message bus that stands in for that of
// the system, one of the session, and the media server, which the portals do not start
// without.
const foreignStart = `
session() {
	trap 'trap "" TERM; kill 0; exit' TERM # the program that started it has ended
	dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SYSTEM_BUS_ADDRESS" &
	env WAYLAND_DISPLAY="$SOCKET" $BUS_ENV dbus-daemon --session --nofork --nopidfile --nosyslog --address="$DBUS_SESSION_BUS_ADDRESS" &
	until [ -S "$XDG_RUNTIME_DIR/bus" ] && [ -S "$XDG_RUNTIME_DIR/system" ]; do sleep 0.05; done
	pipewire &
	until [ -S "$XDG_RUNTIME_DIR/pipewire-0" ]; do sleep 0.05; done
	wireplumber &
	"$@" &
	until [ -S "$XDG_RUNTIME_DIR/$SOCKET" ]; do
		kill -0 $! || exit 1
		sleep 0.05
	done
	echo "$SOCKET" >&3
	exec 3>&-
	wait $!
}
`

// StartIn starts a desk of a desktop whose programs are in a folder, root, with another
// Debian in it, such as make desktops makes. It takes root, and shares /tmp with it: what
// runs outside, browsers among it, shows its windows there. sizes are those of its monitors,
// pixels, from left to right: Sway has one, and those of a KDE are alike. scale is how many pixels a point
// of a KDE's has in each direction; for others it is 1. The person on it is whoever speaks to its compositor.
func StartIn(ctx context.Context, root, kind string, scale float64, sizes ...image.Point) (_ *Desk, err error) {
	f, ok := foreign[kind]
	if !ok {
		return nil, fault.Plainf("choose "+GNOME+", "+KDE+" or "+Sway, "the desktop %q is not known", kind)
	}
	if kind != KDE && scale != 1 || kind == Sway && len(sizes) > 1 || kind == KDE && len(slices.Compact(slices.Clone(sizes))) > 1 {
		return nil, fmt.Errorf("%s has no such monitors: %w", kind, errors.ErrUnsupported)
	}
	if os.Geteuid() != 0 {
		return nil, fmt.Errorf("only root starts a desktop from another folder: %w", errors.ErrUnsupported)
	}
	d := &Desk{size: sizes[0]}
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
	d.env = deskEnv(append(home, busVariable+"="+address, "WAYLAND_DISPLAY="+f.socket, "XDG_SESSION_TYPE=wayland", "XDG_CURRENT_DESKTOP="+f.name)...)
	// A name space of mounts of its own goes with its last process, and its mounts with it.
	const enter = `
for dir in proc dev sys; do mount --rbind /$dir "$0/$dir"; done
mount --bind /tmp "$0/tmp"
mount -t tmpfs tmpfs "$0/run"
exec chroot "$0" /bin/sh -c "$1"
`
	cmd := exec.Command("unshare", "--mount", "--propagation", "private", "/bin/sh", "-e", "-c", enter, root, foreignStart+f.script)
	cmd.Env = override(d.env, []string{"WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP"},
		"DBUS_SYSTEM_BUS_ADDRESS=unix:path="+filepath.Join(runtime, "system"),
		"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "BUS_ENV=",
		"SIZES="+words(sizes), "SCALE="+strconv.FormatFloat(scale, 'g', -1, 64), "SOCKET="+f.socket)
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

// words writes sizes as programs of desktops take them.
func words(sizes []image.Point) string {
	var all []string
	for _, s := range sizes {
		all = append(all, fmt.Sprintf("%dx%d", s.X, s.Y))
	}
	return strings.Join(all, " ")
}
