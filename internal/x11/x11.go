// Package x11 opens connections to the X server for the packages that capture
// and click, and says in words why there is none.
//
// The libraries under those packages crash, hang or return black pictures
// where there is no usable X server, so both of them come here first. [Mouse] is the
// way to click that waits least. The
// package builds everywhere, without cgo too; only Linux and the BSDs use it.
package x11

import (
	"errors"
	"io"
	"log"
	"os"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
)

// connectTimeout is how long a server may take to answer. A stopped server
// still accepts connections, and then nothing ever comes.
const connectTimeout = 5 * time.Second

func init() {
	// xgb writes to stderr on its own, each time it finds no authority file for
	// one. What matters of it comes back as an error.
	xgb.Logger = log.New(io.Discard, "", 0)
}

// ErrWayland is wrapped by the errors for Wayland sessions. Their screen and their mouse
// are there by other means.
var ErrWayland = errors.New("a Wayland session")

// CheckSession returns a *fault.Error when the environment says that this is
// no X session: a Wayland session or no display at all. It connects nowhere.
func CheckSession() error {
	display := os.Getenv("DISPLAY")
	switch {
	case os.Getenv("XDG_SESSION_TYPE") == "wayland",
		os.Getenv("WAYLAND_DISPLAY") != "" && display == "":
		return waylandFault()
	case display == "":
		return fault.New(fault.NoAccess,
			"there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set",
			"start it in a terminal of your graphical session, or name its display, for example DISPLAY=:0")
	}
	return nil
}

// Connect opens a connection to the server that DISPLAY names. The error is
// always a [fault.Error] of kind [fault.NoAccess]. The caller closes the connection.
//
// The server's extensions are ready to be used on it; the Init functions of
// xgb's packages must not be called.
func Connect() (*xgb.Conn, error) {
	if err := CheckSession(); err != nil {
		return nil, err
	}
	c, err := dial(connectTimeout)
	if err != nil {
		return nil, err
	}
	if Xwayland(c) {
		c.Close()
		return nil, waylandFault()
	}
	if err := Extend(c); err != nil {
		c.Close()
		return nil, fault.Wrap(err, fault.NoAccess,
			"the X server at DISPLAY="+os.Getenv("DISPLAY")+" went away: "+err.Error(),
			"start it again in a session that stays open")
	}
	return c, nil
}

// Xwayland tells whether the server is the one that Wayland sessions run for
// old programs: it shows those programs to each other but not the screen.
func Xwayland(c *xgb.Conn) bool { return HasExtension(c, "XWAYLAND") }

// HasExtension tells whether the server offers an extension.
func HasExtension(c *xgb.Conn, name string) bool {
	r, err := xproto.QueryExtension(c, uint16(len(name)), name).Reply()
	return err == nil && r.Present
}

// Screen returns the screen that DISPLAY names.
func Screen(c *xgb.Conn) *xproto.ScreenInfo {
	return xproto.Setup(c).DefaultScreen(c)
}

func dial(timeout time.Duration) (*xgb.Conn, error) {
	type result struct {
		conn *xgb.Conn
		err  error
	}
	answer := make(chan result, 1)
	go func() {
		c, err := xgb.NewConn()
		answer <- result{c, err}
	}()
	display := os.Getenv("DISPLAY")
	select {
	case r := <-answer:
		if r.err != nil {
			return nil, fault.Wrap(r.err, fault.NoAccess,
				"no X server lets us in at DISPLAY="+display+": "+firstLine(r.err.Error()),
				"check that the X server runs and that this user may use it (DISPLAY, XAUTHORITY, xhost)")
		}
		return r.conn, nil
	case <-time.After(timeout):
		go func() { // the answer may come yet; do not leave the connection open
			if r := <-answer; r.conn != nil {
				r.conn.Close()
			}
		}()
		return nil, fault.New(fault.NoAccess,
			"the X server at DISPLAY="+display+" does not answer",
			"it may be stopped or overloaded; try again, or restart it")
	}
}

func waylandFault() error {
	return fault.Wrap(ErrWayland, fault.NoAccess,
		"this is a Wayland session, and not one of X11",
		"start it in a terminal of the session, where WAYLAND_DISPLAY and XDG_RUNTIME_DIR are set; "+
			"an X server beside it shows neither the screen nor when you use the mouse")
}

func firstLine(s string) string {
	for i, r := range s {
		if r == '\n' || r == '\r' {
			return s[:i]
		}
	}
	return s
}
