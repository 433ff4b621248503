//go:build linux || freebsd || openbsd || netbsd

package doctor

import (
	"errors"
	"strconv"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/x11"
)

// onWayland tells whether this is a Wayland session.
func onWayland() bool {
	c, err := x11.Connect()
	if err == nil {
		c.Close()
	}
	return errors.Is(err, x11.ErrWayland)
}

// askServer asks the X server what only it knows. What it does not answer
// stays zero.
func askServer() X11Facts {
	var f X11Facts
	c, err := x11.Connect()
	if err != nil {
		return f
	}
	defer c.Close()
	root := x11.Screen(c).Root
	f.Manager = manager(c, root)
	if m, err := xproto.GetPointerMapping(c).Reply(); err == nil {
		f.Buttons = m.Map
	}
	f.TextDPI = textDPI(string(property(c, root, "RESOURCE_MANAGER")))
	return f
}

// manager returns the name by which the window manager introduces itself, the
// way the Extended Window Manager Hints ask it to: the root window names a
// window, and that window has the name.
func manager(c *xgb.Conn, root xproto.Window) string {
	v := property(c, root, "_NET_SUPPORTING_WM_CHECK")
	if len(v) != 4 {
		return ""
	}
	return string(property(c, xproto.Window(xgb.Get32(v)), "_NET_WM_NAME"))
}

// property returns a property of a window, up to 64 KiB, nil where it has none.
func property(c *xgb.Conn, w xproto.Window, name string) []byte {
	atom, err := xproto.InternAtom(c, true, uint16(len(name)), name).Reply()
	if err != nil || atom.Atom == xproto.AtomNone {
		return nil
	}
	p, err := xproto.GetProperty(c, false, w, atom.Atom, xproto.GetPropertyTypeAny, 0, 16<<10).Reply()
	if err != nil {
		return nil
	}
	return p.Value
}

// textDPI finds Xft.dpi among the X resources, by which desktops scale what
// they draw.
func textDPI(resources string) float64 {
	for line := range strings.Lines(resources) {
		if name, value, ok := strings.Cut(line, ":"); ok && name == "Xft.dpi" {
			dpi, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err == nil && dpi > 0 && dpi < 2000 {
				return dpi
			}
		}
	}
	return 0
}
