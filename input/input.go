// Package input is the hand that clicks.
//
//	screen -> vision -> solver -> [input]
//
// It takes points and clicks them, one after the other, each of them certain:
// a click is over only when the system has seen the button go up at that
// point. Points are pointer points, the unit in which the system places the
// mouse pointer; on X11 they are pixels of the root window.
//
// The person at the machine stays in charge. The hand clicks inside its fence
// only, it stops as soon as the pointer is not where it left it, and while
// Watch runs it stops when the person moves the mouse, presses a button of it or
// presses Esc. Whatever ends it, no button stays pressed.
package input

import (
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/internal/fault"
)

// Tolerance is how far the pointer may be, in points along either axis, from
// where the hand left it before that counts as the person's movement: all in all, where it is moved on
// between one move of the hand and the next.
const Tolerance = 3

// The person's ways to stop the hand. They arrive as errors of the methods and
// as causes of the context that Watch returns.
var (
	ErrPersonMoved error = fault.New(fault.Stopped,
		"stopped: you moved the mouse or pressed a button",
		"let go of the mouse and start again; the board is left as it is")
	ErrEscape error = fault.New(fault.Stopped,
		"stopped: you pressed Esc",
		"start again when you want it to go on; the board is left as it is")
	ErrPersonTyped error = fault.New(fault.Stopped,
		"stopped: you held Shift, Ctrl or Alt",
		"let go of the keyboard and start again; the board is left as it is")
	// ErrPersonUsed is ErrPersonMoved where the system tells of use alone, and not of which.
	ErrPersonUsed error = fault.New(fault.Stopped,
		"stopped: you used the mouse or the keyboard",
		"let go of both and start again; the board is left as it is")
)

// errMonitors says that points are not what they were when the hand was opened.
var errMonitors error = fault.New(fault.NoAccess,
	"the monitors have changed since the screen was first looked at: where a click would go is not certain",
	"run the command again")

// errNoWindow says that the first press since the hand was opened went to no window. It was
// made, so it is not to be made again, as after [ErrCovered].
var errNoWindow error = fault.New(fault.NoAccess,
	"a press went to what is no window, as a panel or a locked screen",
	"unlock the screen, close what covers the board, and run the command again")

// errElsewhere says that the pointer is where no driver of this screen moves it.
var errElsewhere = errors.New("the pointer is on another screen")

// What is in the way of a click. Nothing was pressed, and when it has gone the click
// can be made.
var (
	// ErrCovered says that another window than the one that was clicked before is
	// under the pointer.
	ErrCovered error = fault.New(fault.Unverified,
		"another window came over the board", "close what covers the board")
	// ErrGrabbed says that a program has the mouse to itself, which would get the click
	// wherever it is made.
	ErrGrabbed error = fault.New(fault.Unverified,
		"another program holds the mouse, as an open menu or a locked screen does", "close it")
)

// State is what the system says of the pointer at one moment. What it does not tell
// is zero.
type State struct {
	At image.Point // pointer points; means nothing where Hidden
	// Hidden tells that the system does not say where the pointer is, as on Wayland.
	// Such a Driver has to be [direct] and to count Uses.
	Hidden bool
	Left   bool // the logical left button is down
	Held   bool // any button is down, the left one included
	// Others tells that a button other than the logical left one is down; false where the
	// system does not tell.
	Others bool
	Over   uint64 // the window under the pointer, 0 where the system does not tell
	// Grabbed tells that a program has the mouse to itself, as for a menu that is open
	// or a locked screen; false where the system does not tell.
	Grabbed bool
	// Uses counts how often somebody was noticed to use mouse or keyboard who is not
	// this Driver; it stays 0 where the system does not tell whose an event is. While
	// somebody goes on, it goes on counting.
	Uses uint64
}

// noWindow is State.Over where the system tells of windows, and it is none of them that has the
// mouse or the focus: a locked screen, or a panel of the desktop's.
const noWindow = ^uint64(0)

// Driver is the mouse of one platform. A [Hand] never calls it from two
// goroutines at once.
type Driver interface {
	// Move puts the pointer on p. It may return before the pointer is there.
	Move(p image.Point) error
	// Press pushes the logical left button down where the pointer is, Release
	// lets it up. A Release without a Press lets nothing up that the person holds down.
	// Between the two Move drags.
	Press() error
	Release() error
	// State asks the system, not a memory of what was sent.
	State() (State, error)
	// Close frees what the driver holds.
	Close() error
}

// swift is a [Driver] that sends several things together and waits for the answers
// only. What it does, it does right after and right before it has looked. Whether a
// program has grabbed the mouse, only the last answer of Shift has to say.
type swift interface {
	// Shift moves the pointer by as much as p is away from where it was seen last,
	// so that it arrives beside p if the person has moved the mouse since. It
	// returns the mouse as it was before and after that.
	Shift(p image.Point) (before, after State, err error)
	// Click presses and releases the logical left button where the pointer is. It
	// returns the mouse as it was between the two and after them; a system that
	// holds either of them back shows it later.
	Click() (pressed, after State, err error)
}

// direct is a [Driver] that brings the pointer to a point and clicks there in one go, so
// that nothing the person does comes between the two.
type direct interface {
	// ClickAt clicks the logical left button at p, and returns when the system has taken
	// all of it, with what State says then. Where somebody was noticed to use the mouse,
	// so that Uses is not used any more, it does nothing and returns that State. It waits
	// as long as it takes to be certain of that. Where over is not 0, and another window is
	// there when it has waited, it does nothing and returns ErrCovered.
	ClickAt(ctx context.Context, p image.Point, used, over uint64) (State, error)
}

// hearer is a direct [Driver] that takes its time before a click, to be certain that nobody uses
// the mouse, or that programs listen to it. Hear takes it ahead of ClickAt at p, which then has to
// wait for little of it: it returns when somebody was noticed, so that Uses is not used any more,
// or nobody. It may move the pointer to p.
type hearer interface {
	Hear(ctx context.Context, p image.Point, used uint64) (State, error)
}

// heedful is a direct [Driver] that listens for the person for a while after its own latest doing,
// in ClickAt where that has not passed. Listens returns how much of that is left.
type heedful interface {
	Listens() time.Duration
}

// windower is a [Driver] that knows which window is where: WindowAt returns what
// State.Over would be with the pointer at p, and the area of that window in points.
type windower interface {
	WindowAt(p image.Point) (over uint64, area image.Rectangle, err error)
}

// typist is a [Driver] that types keys. They go where the system has the keyboard's focus.
type typist interface {
	// Focus returns the window that keys go to as State.Over would tell it, 0 where the
	// system does not tell of windows.
	Focus() (uint64, error)
	// Type presses a key and lets it up, and returns when the system has taken both. Where
	// the person holds a key that would make it another one, it returns ErrPersonTyped and
	// has typed nothing; ErrCovered where the focus goes elsewhere while it waits.
	Type(k Key) error
}

// escaper is a [Driver] that notices the Esc key. WatchEscape calls pressed, at
// most once, from a goroutine of its own; stop ends that and returns when the
// key belongs to everybody again.
type escaper interface {
	WatchEscape(pressed func()) (stop func(), err error)
}
