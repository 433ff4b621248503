//go:build !(cgo && linux)

package x11

import (
	"errors"
	"image"
)

// Mouse is the mouse of an X server, which this build, without libxcb, cannot ask.
type Mouse struct{}

// Pointer is what the server says of the mouse at one moment.
type Pointer struct {
	At    image.Point
	Mask  uint16
	Child uint32
}

// Question is one that was asked and is to be answered.
type Question struct{}

var errNone = errors.New("this build has no libxcb: it was built without cgo or for another system")

// OpenMouse returns an error.
func OpenMouse() (*Mouse, error) { return nil, errNone }

// Close does nothing, as all that follow: there is never a Mouse.
func (*Mouse) Close()                           {}
func (*Mouse) Ask() Question                    { return Question{} }
func (*Mouse) Guards() bool                     { return false }
func (*Mouse) Guard() Question                  { return Question{} }
func (*Mouse) Unguard()                         {}
func (*Mouse) Moved() bool                      { return false }
func (*Mouse) Answer(Question) (Pointer, error) { return Pointer{}, errNone }
func (*Mouse) Fake(byte, byte, image.Point)     {}
func (*Mouse) Send() error                      { return errNone }
