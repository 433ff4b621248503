package player

import (
	"context"
	"image"
	"time"

	"autoqueens/input"
	"autoqueens/vision"
)

// What the player knows of the world.

// Eye takes pictures of the desktop.
type Eye interface {
	// Capture returns the pixels of r, in capture pixels of the virtual
	// desktop. The picture's bounds are r.
	Capture(r image.Rectangle) (*image.RGBA, error)
}

// Reader reads boards from pictures; package vision does. Errors are, or
// wrap, a *vision.Refusal.
type Reader interface {
	// Read finds and reads the best board in a picture.
	Read(img image.Image) (*vision.Reading, error)
	// ReadAt reads a board again where it was last seen.
	ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error)
	// ReadAll returns every board in a picture.
	ReadAll(img image.Image) []*vision.Reading
}

// Hand moves the pointer and clicks, in pointer points. Its errors for a
// person who took over are of kind [fault.Stopped]. Those of Settle, Aim, Click and Park with
// kind [fault.Unverified] say what is in the way of a click just now, and that nothing was
// pressed: something that came over the place, or a program that has the mouse to
// itself.
type Hand interface {
	// Settle waits until the pointer has rested, with no button held, for the
	// length of quiet.
	Settle(ctx context.Context, quiet time.Duration) error
	// Ready prepares what Watch needs, for a Watch that is about to begin.
	Ready()
	// Position tells where the pointer is. The error is errors.ErrUnsupported where the
	// system does not say: then it is known only from a Click or Park on, until a person
	// uses the mouse.
	Position() (image.Point, error)
	// Fence sets the area that clicks must not leave.
	Fence(r image.Rectangle)
	// Aim does what takes time before a click at p, so that the board can be
	// looked at in between; it presses nothing.
	Aim(ctx context.Context, p image.Point) error
	// Listens returns for how long a click would listen for the person now before it
	// presses, beside what Aim does: time in which the board can be looked at.
	Listens() time.Duration
	// Click moves to p and clicks there once.
	Click(ctx context.Context, p image.Point) error
	// Drag presses at the first point of a path, leads the pointer through the others and
	// lets the button up at the last, or wherever it is ended.
	Drag(ctx context.Context, path []image.Point, by input.Stroke) error
	// Type types a key right after a click, into what was clicked.
	Type(ctx context.Context, k input.Key) error
	// Park moves to p without pressing anything; p may lie outside the fence.
	Park(ctx context.Context, p image.Point) error
	// Window returns the area, in points, of the window that was clicked first since
	// Watch was called, and whether that is still the one at the place of the latest
	// click; known is false where that cannot be told.
	Window() (area image.Rectangle, same, known bool)
	// Watch returns a context that ends, with a cause, as soon as a person
	// takes over. The caller calls stop when it has finished clicking.
	Watch(ctx context.Context) (watched context.Context, stop func())
}

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx ends, and then returns its cause.
	Sleep(ctx context.Context, d time.Duration) error
}

// Mapping turns places in a captured picture into pointer points and back;
// calibrate.Mapping does.
type Mapping interface {
	Point(p vision.Point) image.Point
	Pixel(p image.Point) vision.Point
	// Inside returns the pointer points that lie wholly in r.
	Inside(r vision.Rect) image.Rectangle
}

// View is a part of the desktop in which to look for a board.
type View struct {
	Name    string          // for people: "display 1", "profile default"
	Display int             // index of the display it lies on
	Area    image.Rectangle // in capture pixels of the virtual desktop
	Mapping Mapping         // from those pixels to pointer points
	// Screen is the whole display, where a board that moves is followed to
	// and the pointer may be parked. Empty means Area.
	Screen image.Rectangle
}

func (v View) screen() image.Rectangle {
	if v.Screen.Empty() {
		return v.Area
	}
	return v.Screen
}
