//go:build cgo && linux

package input

import (
	"errors"
	"image"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

// pointer is the mouse of an X server as far as it needs no buttons pressed:
// where it is, and moving it.
type pointer struct {
	conn   *xgb.Conn
	root   xproto.Window
	at     image.Point // where the pointer was when the server was last asked
	left   byte        // the physical button that acts as the left one, from 1
	escape *escapeKey  // nil where the keyboard cannot be watched
}

func openDriver() (Driver, error) { return openX11(ways) }

// openLibrary is openDriver without the ways that the library is slower than.
func openLibrary() (Driver, error) { return openX11(ways[len(ways)-1:]) }

// openX11 opens the server that DISPLAY names. Which of the ways to click serves
// is found out by trying.
func openX11(ways []way) (Driver, error) {
	c, err := x11.Connect()
	if err != nil {
		return nil, err
	}
	p := &pointer{conn: c, root: x11.Screen(c).Root}
	d, err := p.tryWays(ways)
	if err != nil {
		c.Close()
		return nil, err
	}
	// A key that cannot be had is no reason not to click.
	p.escape, _ = openEscape(p.root)
	return d, nil
}

// tryWays returns the first way to click that the server lets happen.
func (p *pointer) tryWays(ways []way) (Driver, error) {
	if !x11.HasExtension(p.conn, "XTEST") {
		return nil, fault.New(fault.NoAccess,
			"the X server takes no clicks from programs: it lacks the XTEST extension",
			"start the X server with XTEST (Xvfb and Xorg have it unless it was switched off)")
	}
	var err error
	if p.left, err = leftButton(p.conn); err != nil {
		return nil, err
	}
	if _, err := p.State(); err != nil {
		return nil, err
	}
	for _, way := range ways {
		var d Driver
		if d, err = way.open(p); err == nil {
			return d, nil
		}
	}
	return nil, err
}

// leftButton returns the button that the person's pointer mapping makes the left
// one: programs press physical buttons, windows see logical ones.
func leftButton(c *xgb.Conn) (byte, error) {
	m, err := xproto.GetPointerMapping(c).Reply()
	if err != nil {
		return 0, serverGone(err)
	}
	for i, logical := range m.Map {
		if logical == 1 && i < len(buttonNames) {
			return byte(i + 1), nil
		}
	}
	return 0, fault.New(fault.NoAccess,
		"no mouse button acts as the left one",
		"set the usual button order with `xmodmap -e 'pointer = default'`")
}

// Move moves the pointer by as much as to is away from where State saw it last,
// in one request, and does not wait for it. Moving it to a place instead would
// undo, unseen, what the person's hand did to the mouse since then; this way the
// pointer arrives beside that place. The library only moves to a place, so the
// server is asked directly.
func (p *pointer) Move(to image.Point) error {
	by := to.Sub(p.at)
	xproto.WarpPointer(p.conn, xproto.WindowNone, xproto.WindowNone, 0, 0, 0, 0, int16(by.X), int16(by.Y))
	return nil
}

const anyButton = xproto.KeyButMaskButton1 | xproto.KeyButMaskButton2 | xproto.KeyButMaskButton3 |
	xproto.KeyButMaskButton4 | xproto.KeyButMaskButton5

// State asks the server.
func (p *pointer) State() (State, error) { return p.answer(p.ask()) }

// ask sends the question without waiting for the answer.
func (p *pointer) ask() xproto.QueryPointerCookie { return xproto.QueryPointer(p.conn, p.root) }

// answer waits for the answer to a question that was sent.
func (p *pointer) answer(asked xproto.QueryPointerCookie) (State, error) {
	r, err := asked.Reply()
	if err != nil {
		return State{}, serverGone(err)
	}
	if r == nil {
		return State{}, serverGone(errors.New("the connection was closed"))
	}
	p.at = image.Pt(int(r.RootX), int(r.RootY))
	return State{
		At:   p.at,
		Left: r.Mask&xproto.KeyButMaskButton1 != 0,
		Held: r.Mask&anyButton != 0,
		Over: uint64(r.Child),
	}, nil
}

// Close frees the connections.
func (p *pointer) Close() error {
	if p.escape != nil {
		p.escape.close()
	}
	p.conn.Close()
	return nil
}

func serverGone(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		"the X server at DISPLAY="+os.Getenv("DISPLAY")+" went away: "+err.Error(),
		"start it again in a session that stays open")
}
