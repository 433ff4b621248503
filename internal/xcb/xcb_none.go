//go:build !(cgo && linux)

// Package xcb asks an X server about the mouse and moves it, through libxcb, which
// this build is without.
package xcb

import (
	"errors"
	"image"
)

// Conn is a connection to an X server.
type Conn struct{}

// Pointer is what the server says of the mouse at one moment.
type Pointer struct {
	At    image.Point
	Mask  uint16
	Child uint32
}

// Question is one that was asked and is to be answered.
type Question struct{}

var errNone = errors.New("this build has no libxcb: it was built without cgo or for another system")

// Open returns an error.
func Open() (*Conn, error) { return nil, errNone }

// Close does nothing, as all that follow: there is never a Conn.
func (*Conn) Close()                           {}
func (*Conn) Ask() Question                    { return Question{} }
func (*Conn) Answer(Question) (Pointer, error) { return Pointer{}, errNone }
func (*Conn) Fake(byte, byte, image.Point)     {}
func (*Conn) Send() error                      { return errNone }
