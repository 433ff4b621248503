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
	if !p.conn.Guards() {
		return nil, fault.New(fault.NoAccess,
			"the X server does not tell of what a mouse does: it lacks version 2.1 of the X Input extension",
			"leave `--input` out, or give `--input robotgo`, which does without")
	}
	d := &byProtocol{p}
	// Letting go of a button that no program has pressed does nothing, and one that was killed
	// in a drag has left it down; a server that would refuse a press refuses this as well.
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

// press queues a press where the pointer was seen last, and what is asked before it. The
// pointer is put there right before it: where the person has moved it since, the press would
// land wherever it is now.
func (d *byProtocol) press() (place image.Point, before x11.Question) {
	place, before = d.at, d.conn.Guard()
	d.conn.Fake(xproto.MotionNotify, 0, place)
	d.queue(xproto.ButtonPress)
	return place, before
}

// heed counts the person's use where the mouse was not at place right before the press that
// press has queued, or was moved even between that and the movement to place, which undid it.
// It tells whether it was not at place.
func (d *byProtocol) heed(place image.Point, was State) (elsewhere bool) {
	elsewhere = !near(was.At, place)
	if elsewhere || d.conn.Moved() {
		d.uses++
	}
	return elsewhere
}

func (d *byProtocol) Press() error {
	place, before := d.press()
	d.conn.Unguard()
	was, _, err := d.answers(before, d.conn.Ask())
	if err == nil {
		d.heed(place, was)
	}
	return err
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
	place, before := d.press()
	first := d.conn.Ask()
	d.queue(xproto.ButtonRelease)
	d.conn.Unguard()
	second := d.conn.Ask()
	was, err := d.answer(before)
	pressed, after, failed := d.answers(first, second)
	if err == nil {
		err = failed
	}
	if err != nil {
		return pressed, after, err
	}
	if d.heed(place, was) {
		d.conn.Fake(xproto.MotionNotify, 0, was.At) // the person gets it back
		after, err = d.State()
	}
	after.Uses = d.used()
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
	if direction == "down" {
		d.conn.Owns()
	}
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
