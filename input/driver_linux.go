//go:build cgo && linux

package input

import (
	"errors"
	"image"
	"os"

	"github.com/go-vgo/robotgo"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

// x11Driver moves the mouse of an X server with robotgo and asks the server
// over a connection of its own. The asking always comes first: robotgo ends
// the process where it finds no server.
type x11Driver struct {
	conn   *xgb.Conn
	root   xproto.Window
	at     image.Point // where the pointer was when the server was last asked
	button string      // robotgo's name of the physical button that acts as the left one
	escape *escapeKey  // nil where the keyboard cannot be watched
}

func openDriver() (Driver, error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	d := &x11Driver{conn: c, root: x11.Screen(c).Root}
	if err := d.prepare(); err != nil {
		c.Close()
		return nil, err
	}
	// A key that cannot be had is no reason not to click.
	d.escape, _ = openEscape(d.root)
	return d, nil
}

func (d *x11Driver) prepare() error {
	if !x11.HasExtension(d.conn, "XTEST") {
		return fault.New(fault.NoAccess,
			"the X server takes no clicks from programs: it lacks the XTEST extension",
			"start the X server with XTEST (Xvfb and Xorg have it unless it was switched off)")
	}
	button, err := leftButton(d.conn)
	if err != nil {
		return err
	}
	d.button = button
	if _, err := d.State(); err != nil {
		return err
	}
	robot.Lock()
	defer robot.Unlock()
	if robotStranded {
		return fault.New(fault.NoAccess,
			"the X server went away while the mouse was in use",
			"start this program again")
	}
	// A connection from an earlier hand may lead to another display.
	robotgo.CloseMainDisplay()
	robotConnected = false
	return nil
}

// Guarded by robot: whether robotgo holds a connection of its own, and whether
// that leads to a server that has gone. Any use of such a connection, closing
// included, would end the process.
var robotConnected, robotStranded bool

// buttonNames are robotgo's names of the physical buttons, from button 1 on.
var buttonNames = []string{"left", "center", "right"}

// leftButton returns the name of the button that the person's pointer mapping
// makes the left one: programs press physical buttons, windows see logical ones.
func leftButton(c *xgb.Conn) (string, error) {
	m, err := xproto.GetPointerMapping(c).Reply()
	if err != nil {
		return "", serverGone(err)
	}
	for i, logical := range m.Map {
		if logical == 1 && i < len(buttonNames) {
			return buttonNames[i], nil
		}
	}
	return "", fault.New(fault.NoAccess,
		"no mouse button acts as the left one",
		"set the usual button order with `xmodmap -e 'pointer = default'`")
}

// Move moves the pointer by as much as p is away from where State saw it last,
// in one request. Moving it to p instead would undo, unseen, what the person's
// hand did to the mouse since then; this way the pointer arrives beside p. The
// library only moves to a place, so the server is asked directly.
func (d *x11Driver) Move(p image.Point) error {
	by := p.Sub(d.at)
	xproto.WarpPointer(d.conn, xproto.WindowNone, xproto.WindowNone, 0, 0, 0, 0, int16(by.X), int16(by.Y))
	return nil
}

func (d *x11Driver) Press() error   { return d.toggle("down") }
func (d *x11Driver) Release() error { return d.toggle("up") }

func (d *x11Driver) toggle(direction string) error {
	robot.Lock()
	robotConnected = true
	robot.Unlock()
	return toggle(d.button, direction)
}

const anyButton = xproto.KeyButMaskButton1 | xproto.KeyButMaskButton2 | xproto.KeyButMaskButton3 |
	xproto.KeyButMaskButton4 | xproto.KeyButMaskButton5

func (d *x11Driver) State() (State, error) {
	r, err := xproto.QueryPointer(d.conn, d.root).Reply()
	if err != nil {
		return State{}, serverGone(err)
	}
	if r == nil {
		return State{}, serverGone(errors.New("the connection was closed"))
	}
	d.at = image.Pt(int(r.RootX), int(r.RootY))
	return State{
		At:   d.at,
		Left: r.Mask&xproto.KeyButMaskButton1 != 0,
		Held: r.Mask&anyButton != 0,
		Over: uint64(r.Child),
	}, nil
}

func (d *x11Driver) Close() error {
	_, err := d.State()
	robot.Lock()
	switch {
	case err == nil:
		robotgo.CloseMainDisplay()
		robotConnected = false
	case robotConnected:
		robotStranded = true
	}
	robot.Unlock()
	if d.escape != nil {
		d.escape.close()
	}
	d.conn.Close()
	return nil
}

func serverGone(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		"the X server at DISPLAY="+os.Getenv("DISPLAY")+" went away: "+err.Error(),
		"start it again in a session that stays open")
}
