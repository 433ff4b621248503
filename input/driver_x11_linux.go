//go:build cgo && linux

package input

import (
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
	conn   *x11.Mouse
	at     image.Point // where the pointer was when the server was last asked
	left   byte        // the physical button that acts as the left one, from 1
	uses   uint64      // State.Uses
	escape *escapeKey
	asks   *xgb.Conn // for what is not asked between clicks; the escape key's
}

// openX11 opens the server that DISPLAY names, for one way to press its buttons.
func openX11(press func(*pointer) (Driver, error)) (Driver, error) {
	// It finds out what kind of session this is, in good time where the server
	// does not answer.
	c, err := x11.Connect()
	if err != nil {
		return nil, otherThanX11(err)
	}
	p, d, err := openPointer(c, press)
	if err != nil {
		c.Close()
		return nil, err
	}
	p.escape, p.asks = newEscapeKey(c), c
	return d, nil
}

// openPointer opens the mouse of the server that c is connected to.
func openPointer(c *xgb.Conn, press func(*pointer) (Driver, error)) (*pointer, Driver, error) {
	if !x11.HasExtension(c, "XTEST") {
		return nil, nil, fault.New(fault.NoAccess,
			"the X server takes no clicks from programs: it lacks the XTEST extension",
			"start the X server with XTEST (Xvfb and Xorg have it unless it was switched off)")
	}
	left, err := leftButton(c)
	if err != nil {
		return nil, nil, err
	}
	conn, err := x11.OpenMouse()
	if err != nil {
		return nil, nil, serverGone(err)
	}
	p := &pointer{conn: conn, left: left}
	if _, err := p.State(); err != nil {
		conn.Close()
		return nil, nil, err
	}
	d, err := press(p)
	if err != nil {
		conn.Close()
	}
	return p, d, err
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
	p.conn.Shift(to.Sub(p.at))
	return p.send()
}

const anyButton = xproto.KeyButMaskButton1 | xproto.KeyButMaskButton2 | xproto.KeyButMaskButton3 |
	xproto.KeyButMaskButton4 | xproto.KeyButMaskButton5

// State asks the server.
func (p *pointer) State() (State, error) { return p.answer(p.conn.AskGrabbed()) }

// WindowAt asks the server which window at the top holds a point, and for its area.
func (p *pointer) WindowAt(at image.Point) (over uint64, area image.Rectangle, err error) {
	root := x11.Screen(p.asks).Root
	r, err := xproto.TranslateCoordinates(p.asks, root, root, int16(at.X), int16(at.Y)).Reply()
	if err != nil {
		return 0, area, serverGone(err)
	}
	if r.Child == xproto.WindowNone {
		return 0, area, nil
	}
	g, err := xproto.GetGeometry(p.asks, xproto.Drawable(r.Child)).Reply()
	if err != nil {
		return 0, area, err // it went this very moment
	}
	corner := image.Pt(int(g.X), int(g.Y))
	return uint64(r.Child), image.Rectangle{Min: corner, Max: corner.Add(image.Pt(int(g.Width), int(g.Height)))}, nil
}

// answer waits for the answer to a question, and for whatever was queued before it.
func (p *pointer) answer(q x11.Question) (State, error) {
	r, err := p.conn.Answer(q)
	if err != nil {
		return State{}, serverGone(err)
	}
	if r.Elsewhere { // what is pressed is pressed there
		return State{}, fault.Wrap(errElsewhere, fault.NoAccess,
			"the mouse is on another screen of the X server than DISPLAY="+os.Getenv("DISPLAY")+" names",
			"move it to that screen, or set DISPLAY to the screen that it is on")
	}
	p.at = r.At
	return State{
		At:   r.At,
		Left: r.Mask&xproto.KeyButMaskButton1 != 0,
		Held: r.Mask&anyButton != 0,
		Over: uint64(r.Child),

		Others:  r.Mask&anyButton&^xproto.KeyButMaskButton1 != 0,
		Grabbed: r.Grabbed,
		Uses:    p.used(),
	}, nil
}

// used counts how often the person was noticed to use the mouse.
func (p *pointer) used() uint64 { return p.uses + p.conn.Others() }

// send sends what is queued.
func (p *pointer) send() error {
	if err := p.conn.Send(); err != nil {
		return serverGone(err)
	}
	return nil
}

// Close frees the connections.
func (p *pointer) Close() error {
	p.escape.close()
	p.conn.Close()
	return nil
}

func serverGone(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		"the X server at DISPLAY="+os.Getenv("DISPLAY")+" went away: "+err.Error(),
		"start it again in a session that stays open")
}
