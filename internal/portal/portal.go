// Package portal asks the desktop for what programs may not do by themselves in
// Wayland sessions, through the XDG desktop portal, over D-Bus: for pictures of the
// screen by its interface org.freedesktop.portal.Screenshot, and for the use of mouse
// and keyboard by org.freedesktop.portal.RemoteDesktop; see [Remote].
//
//	[portal] -> screen -> vision -> solver -> player -> input -> ei <- [portal]
//
// A picture shows all monitors at once, as they lie beside each other, at the
// scale of the sharpest. The desktop may ask the person first, remembers the
// answer, and may flash or sound for every picture. It hands a picture over as a
// file, of which nothing is left behind; see Screenshot.
//
// The package is pure Go and builds everywhere; only Linux and the BSDs use it.
package portal

import (
	"context"
	"errors"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/fault"
)

// The names of the session's message bus and, on it, of the portal.
const (
	bus          = "org.freedesktop.DBus"
	ownerChanged = "NameOwnerChanged"

	service    = "org.freedesktop.portal.Desktop"
	object     = "/org/freedesktop/portal/desktop"
	requests   = object + "/request/"
	screenshot = "org.freedesktop.portal.Screenshot"
	remote     = "org.freedesktop.portal.RemoteDesktop"
	request    = "org.freedesktop.portal.Request"
	session    = "org.freedesktop.portal.Session"
)

const (
	// startTimeout is how long the bus and the portal may take to answer a
	// question that needs no person. The first one starts the portal.
	startTimeout = 20 * time.Second
	// askTimeout is how long a picture may take, a person's answer included.
	askTimeout = time.Minute
)

// Portal is a connection to the desktop portal. Its methods may be called from
// several goroutines at once; pictures are taken one after the other.
type Portal struct {
	conn    *dbus.Conn
	version uint32
	ask     time.Duration // askTimeout, but for tests
	turn    chan struct{} // holds one token, taken while a picture is
}

// Open connects to the portal of this session, and starts it where the session
// would. It takes no picture and asks the person nothing. The error is ctx's
// cause where that ended, else a [fault.Error] of kind [fault.NoAccess]. The caller
// closes the portal.
func Open(ctx context.Context) (*Portal, error) { return open(ctx, pictures) }

// open connects to the portal for one of its interfaces.
func open(ctx context.Context, f facet) (*Portal, error) {
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	conn, err := connect(limited)
	if err != nil {
		return nil, whyNot(ctx, err, f.noBus)
	}
	p := &Portal{conn: conn, ask: askTimeout, turn: make(chan struct{}, 1)}
	go wake(limited, conn)
	p.version, err = p.number(limited, f.name, "version")
	if err == nil {
		err = listen(limited, conn)
	}
	if err != nil {
		conn.Close()
		return nil, whyNot(ctx, err, f.unanswered)
	}
	return p, nil
}

// number returns a property of the portal that is a number.
func (p *Portal) number(ctx context.Context, of, name string) (uint32, error) {
	var v dbus.Variant
	err := p.conn.Object(service, object).CallWithContext(ctx, bus+".Properties.Get", 0, of, name).Store(&v)
	if err != nil {
		return 0, err
	}
	n, ok := v.Value().(uint32)
	if !ok {
		return 0, errNoSense
	}
	return n, nil
}

// sleeper is the part of the portal for wlroots' compositors. Up to version 0.7 it
// can overlook the first thing the portal asks it, and the portal then waits for
// minutes, until something else comes
// (https://github.com/emersion/xdg-desktop-portal-wlr/issues/281).
const (
	sleeper   = "org.freedesktop.impl.portal.desktop.wlr"
	wakeAfter = time.Second
)

// wake greets the sleeper, if it runs, time and again until ctx ends.
func wake(ctx context.Context, conn *dbus.Conn) {
	tick := time.NewTicker(wakeAfter)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			conn.Object(sleeper, object).Go("org.freedesktop.DBus.Peer.Ping", dbus.FlagNoReplyExpected|dbus.FlagNoAutoStart, nil)
		case <-ctx.Done():
			return
		}
	}
}

// listen has the bus pass on the answers of the portal, and the news of its end.
func listen(ctx context.Context, conn *dbus.Conn) error {
	err := conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(service),
		dbus.WithMatchInterface(request), dbus.WithMatchMember("Response"))
	if err != nil {
		return err
	}
	return conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(bus), dbus.WithMatchInterface(bus),
		dbus.WithMatchMember(ownerChanged), dbus.WithMatchArg(0, service))
}

// connect joins the session's message bus. The library neither starts a bus of
// its own this way, which nobody would end, nor waits for ever: the connection
// is closed when ctx ends before it stands.
func connect(ctx context.Context) (*dbus.Conn, error) {
	life, end := context.WithCancel(context.Background())
	conn, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(life))
	if err != nil {
		end()
		return nil, err
	}
	unwatch := context.AfterFunc(ctx, end)
	if err = conn.Auth(nil); err == nil {
		err = conn.Hello()
	}
	if !unwatch() {
		err = context.Cause(ctx)
	}
	if err != nil {
		end()
		conn.Close()
		return nil, err
	}
	// The connection ends its context itself when it is closed.
	return conn, nil
}

// Version returns the version of the interface that the desktop offers.
func (p *Portal) Version() uint32 { return p.version }

// Close ends the connection, and with it a picture that is being waited for.
func (p *Portal) Close() error { return p.conn.Close() }

// OtherSession is what is left to advise where a Wayland session does not serve: newer GNOME has no
// other.
const OtherSession = "an X11 session if the login screen offers one"

// What to do about a desktop without a portal, or with half of one.
const install = "install xdg-desktop-portal with the part for your desktop " +
	"(xdg-desktop-portal-gnome or -kde; for Sway and its kin both -wlr and -gtk) and log in again, or use " + OtherSession

// facet is one of the portal's interfaces, and the words for its not being there.
type facet struct {
	name    string
	cannot  string // what cannot be done without
	lacks   string // what its portal does not do
	want    string // what was asked for
	install string // what to do where it is missing
}

var pictures = facet{
	name:    screenshot,
	cannot:  "the screen of this Wayland session cannot be seen",
	lacks:   "takes no pictures of it",
	want:    "a picture of the screen",
	install: install,
}

// noBus is the error for a session without a message bus.
func (f facet) noBus(err error) *fault.Error {
	return fault.Wrap(err, fault.NoAccess,
		f.cannot+": there is no message bus to ask its desktop over ("+err.Error()+")",
		"start it inside the graphical session (DBUS_SESSION_BUS_ADDRESS names its bus)")
}

// unanswered is the error for a portal that did not do what it was asked.
func (f facet) unanswered(err error) *fault.Error {
	failed, _ := errors.AsType[dbus.Error](err)
	switch failed.Name {
	case bus + ".Error.ServiceUnknown", bus + ".Error.NameHasNoOwner":
		return fault.Wrap(err, fault.NoAccess, f.cannot+": it has no desktop portal", f.install)
	case bus + ".Error.UnknownInterface", bus + ".Error.UnknownMethod",
		bus + ".Error.UnknownProperty", bus + ".Error.InvalidArgs":
		return fault.Wrap(err, fault.NoAccess, f.cannot+": its desktop portal "+f.lacks, f.install)
	}
	return fault.Wrap(err, fault.NoAccess,
		"the desktop portal could not be asked for "+f.want+": "+err.Error(),
		"try again; if it stays, log out and in")
}

// whyNot returns ctx's cause where that is what kept something from being done,
// and else the error in words.
func whyNot(ctx context.Context, err error, words func(error) *fault.Error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.NoAccess,
			"the message bus or the desktop portal of this session does not answer",
			"try again; if it stays, log out and in")
	}
	return words(err)
}
