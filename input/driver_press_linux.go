//go:build cgo && linux

package input

import (
	"context"
	"image"

	"github.com/go-vgo/robotgo"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

func openX11Protocol(context.Context) (Driver, error) { return openX11(openProtocol) }
func openX11Library(context.Context) (Driver, error)  { return openX11(openRobot) }

// byProtocol presses over the connection that asks where the pointer is. The server
// takes what one connection sends in the order in which it was sent, so that
// nothing has to be waited for in between.
type byProtocol struct{ *pointer }

func openProtocol(p *pointer) (Driver, error) {
	d := &byProtocol{p}
	// Letting go of a button that no program has pressed does nothing; a server
	// that would refuse a press refuses this as well.
	d.queue(xproto.ButtonRelease)
	if _, err := d.State(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *byProtocol) Method() string {
	return "the X protocol, which tells when a click has arrived"
}

func (d *byProtocol) queue(kind byte) { d.conn.Fake(kind, d.left, image.Point{}) }

// pin queues a movement to where the pointer was seen last, right before a press: where the
// person has moved it since, the press would land wherever it is now.
func (d *byProtocol) pin() { d.conn.Fake(xproto.MotionNotify, 0, d.at) }

func (d *byProtocol) Press() error {
	d.pin()
	d.queue(xproto.ButtonPress)
	return d.send()
}

func (d *byProtocol) Release() error {
	d.queue(xproto.ButtonRelease)
	return d.send()
}

func (d *byProtocol) Shift(to image.Point) (before, after State, err error) {
	first := d.conn.Ask()
	d.conn.Shift(to.Sub(d.at))
	return d.answers(first, d.conn.AskGrabbed())
}

func (d *byProtocol) Click() (pressed, after State, err error) {
	place, before := d.at, d.conn.Ask()
	d.pin()
	d.queue(xproto.ButtonPress)
	first := d.conn.Ask()
	d.queue(xproto.ButtonRelease)
	second := d.conn.Ask()
	was, err := d.answer(before)
	pressed, after, failed := d.answers(first, second)
	if err == nil {
		err = failed
	}
	if err == nil && !near(was.At, place) {
		// The person had moved it, gets it back, and is noticed by that.
		d.conn.Fake(xproto.MotionNotify, 0, was.At)
		after, err = d.State()
	}
	return pressed, after, err
}

// answers waits for the answers to two questions.
func (d *byProtocol) answers(first, second x11.Question) (a, b State, err error) {
	a, err = d.answer(first)
	// The second one is taken in any case: it would be kept for ever.
	b, failed := d.answer(second)
	if err == nil {
		err = failed
	}
	return a, b, err
}

// byLibrary presses with robotgo, over the connection that the library keeps for
// itself. The server is always asked over the other one first: the library ends
// the process where it finds no server.
type byLibrary struct{ *pointer }

func openRobot(p *pointer) (Driver, error) {
	robot.Lock()
	defer robot.Unlock()
	if robotStranded {
		return nil, fault.New(fault.NoAccess,
			"the X server went away while the mouse was in use",
			"start this program again")
	}
	// A connection from an earlier hand may lead to another display.
	robotgo.CloseMainDisplay()
	robotConnected = false
	return &byLibrary{p}, nil
}

// Guarded by robot: whether robotgo holds a connection of its own, and
// whether that leads to a server that has gone. Any use of such a connection,
// closing included, would end the process.
var robotConnected, robotStranded bool

// buttonNames are robotgo's names of the physical buttons, from button 1 on.
var buttonNames = []string{"left", "center", "right"}

func (d *byLibrary) Method() string { return "robotgo" }

func (d *byLibrary) Press() error   { return d.toggle("down") }
func (d *byLibrary) Release() error { return d.toggle("up") }

func (d *byLibrary) toggle(direction string) error {
	robot.Lock()
	robotConnected = true
	robot.Unlock()
	return toggle(buttonNames[d.left-1], direction)
}

// Close frees the connections, the library's too unless its server has gone.
func (d *byLibrary) Close() error {
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
	return d.pointer.Close()
}

var (
	_ swift    = (*byProtocol)(nil)
	_ Driver   = (*byLibrary)(nil)
	_ escaper  = (*byProtocol)(nil)
	_ windower = (*byProtocol)(nil)
	_ windower = (*byLibrary)(nil)
	_ escaper  = (*byLibrary)(nil)
)
