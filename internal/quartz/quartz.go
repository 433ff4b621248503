// Package quartz is what the program needs of macOS's window server: events of the mouse and
// the keyboard, displays, and pictures of them.
//
//	[quartz] -> screen -> vision -> solver -> input -> [quartz]
//
// [Library] is that part as an interface, so that what is built on it is tested on every
// system, down to the order of the events. [Load] binds the real one at run time, without a
// C compiler. It has been built and vetted for both architectures; it has not been run.
package quartz

import "image"

// Point is a place on the desktop in points, from the top left corner of the main display,
// y downwards. Its memory is that of a CGPoint.
type Point struct{ X, Y float64 }

// Source is where events come from, as those who receive them are told. The zero Source is
// none.
type Source uintptr

// Event is the kind of an event, a CGEventType.
type Event uint32

// The kinds that are posted or listened to.
const (
	LeftDown    Event = 1
	LeftUp      Event = 2
	RightDown   Event = 3
	Moved       Event = 5
	LeftDragged Event = 6 // a movement while the left button is down
	Scrolled    Event = 22
	OtherDown   Event = 25
)

// Permission is one of those that a person gives a program in System Settings.
type Permission int

// The permissions.
const (
	Accessibility   Permission = iota // to post events
	InputMonitoring                   // to listen to them
	ScreenRecording                   // to take pictures of other programs' windows
)

// String returns the name of the list in System Settings > Privacy & Security.
func (p Permission) String() string {
	return [...]string{"Accessibility", "Input Monitoring", "Screen & System Audio Recording"}[p]
}

// Display is one that shows a part of the desktop.
type Display struct {
	ID     uint32
	Points image.Rectangle // the part, Max exclusive
	Scale  float64         // pixels a point: 2 on most built-in displays
	Main   bool
}

// Library is the window server. Its methods may be called from several goroutines at once.
type Library interface {
	// Allowed tells whether the program, or the terminal that it was started from, has a
	// permission. Where it has not and ask is set, the person is asked, in a dialog that
	// nobody waits for: the answer counts from the next start on.
	Allowed(p Permission, ask bool) bool

	// NewSource returns a source whose state is nobody else's, and whose events carry mark.
	// The person's own mouse and keyboard go on working after each of its events, where
	// those of other sources silence them for a quarter of a second.
	NewSource(mark int64) (Source, error)
	// PostMouse posts an event of the mouse at a place. Presses and releases are of the
	// left button, and the first of a click.
	PostMouse(s Source, e Event, at Point) error
	// PostKey posts the press or the release of a key, a virtual key code.
	PostKey(s Source, code uint16, down bool) error

	// Location returns where the pointer is.
	Location() Point
	// ButtonDown tells whether a button is down, whoever pressed it: 0 is the left one.
	ButtonDown(button uint32) bool
	// KeyIsDown tells the same of a key.
	KeyIsDown(code uint16) bool
	// Listen calls heard for every event of some kinds, with the mark of its source, until
	// stop is called. The calls come from one goroutine; heard must be quick. It fails
	// without the permission to listen.
	Listen(kinds []Event, heard func(e Event, mark int64)) (stop func(), err error)

	// Displays returns those that are in use, at least one.
	Displays() ([]Display, error)
	// Picture returns what a part of a display shows, without the pointer. The part is in
	// points from the display's corner, and the picture, in sRGB, of the size that is asked
	// for.
	Picture(display uint32, x, y, width, height float64, size image.Point) (*image.RGBA, error)
}
