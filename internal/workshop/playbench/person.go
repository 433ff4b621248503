//go:build linux

package main

import "context"

// person does at a desk what people and other programs do while a board is being
// played. It has a connection of its own, so that the window system cannot tell it from
// a mouse and a keyboard.
type person interface {
	// nudge moves the mouse by a hand's breadth from where it is, as mice do.
	nudge(dx, dy int) error
	// button pushes the right button down or lets it up.
	button(down bool) error
	// strike strikes keys together: all but the last are held meanwhile.
	strike(keys ...key) error
	// move moves the browser's window, which must not be maximized.
	move(dx, dy int) error
	// cover puts a sheet over everything, as a screen locker does, and uncover takes
	// it away.
	cover() error
	uncover() error
	// caught returns how often the sheets were clicked.
	caught() int
	close()
}

// key is a key that is struck.
type key int

const (
	keyEscape key = iota
	keyF5
	keyControl
	keyT
	keyW
)

// newPerson returns a person at the desk.
func (a *arena) newPerson(ctx context.Context) (person, error) {
	if a.desk.Display() == "" {
		return newPersonOnWayland(ctx, a.desk)
	}
	return newPersonOnX11()
}
