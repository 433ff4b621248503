// Package wayland is a client of Wayland compositors, as far as seeing the screen and
// using the mouse takes one: the wire, and the few protocols on it that serve.
//
//	[wayland] ─> vision/screen ─> vision -> solver -> input ─> [wayland]
//
// It speaks to the compositor's socket itself, without a library in C, so that the one
// program for Linux serves X11 and Wayland. Which protocols a compositor offers differs;
// whoever needs one asks [Conn.Bind] for it.
package wayland

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Object is the number by which client and compositor speak of one thing; 0 is none.
type Object uint32

// The shape of messages: two words (the object, and length and opcode), and then
// arguments of whole words in the machine's own byte order.
const (
	wordSize   = 4
	headerSize = 2 * wordSize
	// maxMessage is how long a message may be: its length is told in 16 bits.
	maxMessage = 1<<16 - 1
)

var order = binary.NativeEndian

// Request is a message to the compositor that is being put together.
type Request struct {
	data []byte
	fds  []int
}

// NewRequest begins the request with an opcode of an object.
func NewRequest(o Object, opcode uint16) *Request {
	r := &Request{data: make([]byte, headerSize, 64)}
	order.PutUint32(r.data, uint32(o))
	order.PutUint32(r.data[wordSize:], uint32(opcode))
	return r
}

// Uint adds an unsigned number.
func (r *Request) Uint(v uint32) *Request {
	r.data = order.AppendUint32(r.data, v)
	return r
}

// Int adds a number.
func (r *Request) Int(v int) *Request { return r.Uint(uint32(int32(v))) }

// Fixed adds a number with a fraction.
func (r *Request) Fixed(v float64) *Request { return r.Int(int(math.Round(v * 256))) }

// Object adds an object, one that is new included.
func (r *Request) Object(o Object) *Request { return r.Uint(uint32(o)) }

// String adds a text, which must not hold a zero byte.
func (r *Request) String(s string) *Request {
	r.Uint(uint32(len(s) + 1))
	r.data = append(append(r.data, s...), 0)
	for len(r.data)%wordSize != 0 {
		r.data = append(r.data, 0)
	}
	return r
}

// File adds an open file. It is sent with the request and stays the caller's, who may
// close it once the request was sent.
func (r *Request) File(fd int) *Request {
	r.fds = append(r.fds, fd)
	return r
}

// finish writes the length into the header.
func (r *Request) finish() ([]byte, error) {
	if len(r.data) > maxMessage {
		return nil, fmt.Errorf("a request of %d bytes is too long for Wayland", len(r.data))
	}
	opcode := order.Uint32(r.data[wordSize:]) & 0xffff
	order.PutUint32(r.data[wordSize:], uint32(len(r.data))<<16|opcode)
	return r.data, nil
}

// Event is a message from the compositor. Its arguments are taken in order; one that
// the message does not hold is zero, and Err tells of it.
type Event struct {
	Object Object
	Opcode uint16
	args   []byte
	err    error
}

var (
	errShort  = errors.New("the compositor sent a message that is shorter than its arguments")
	errHeader = errors.New("the compositor sent a message of an impossible length")
)

// Err returns why an argument could not be taken.
func (e *Event) Err() error { return e.err }

// Uint takes an unsigned number.
func (e *Event) Uint() uint32 {
	if len(e.args) < wordSize {
		e.err, e.args = errShort, nil
		return 0
	}
	v := order.Uint32(e.args)
	e.args = e.args[wordSize:]
	return v
}

// Int takes a number.
func (e *Event) Int() int { return int(int32(e.Uint())) }

// Fixed takes a number with a fraction.
func (e *Event) Fixed() float64 { return float64(e.Int()) / 256 }

// NewObject takes an object that the compositor has made.
func (e *Event) NewObject() Object { return Object(e.Uint()) }

// Array takes bytes, which are the caller's.
func (e *Event) Array() []byte {
	n := uint64(e.Uint())
	padded := (n + wordSize - 1) / wordSize * wordSize
	if padded > uint64(len(e.args)) {
		e.err, e.args = errShort, nil
		return nil
	}
	b := append([]byte(nil), e.args[:n]...)
	e.args = e.args[padded:]
	return b
}

// String takes a text.
func (e *Event) String() string {
	b := e.Array()
	if len(b) == 0 {
		return ""
	}
	return string(b[:len(b)-1]) // without the zero at its end
}

// split takes the first whole message off what was received. It returns false where
// that is not all there yet.
func split(data []byte) (e *Event, rest []byte, ok bool, err error) {
	if len(data) < headerSize {
		return nil, data, false, nil
	}
	second := order.Uint32(data[wordSize:])
	length := int(second >> 16)
	if length < headerSize || length%wordSize != 0 {
		return nil, data, false, errHeader
	}
	if len(data) < length {
		return nil, data, false, nil
	}
	e = &Event{Object: Object(order.Uint32(data)), Opcode: uint16(second), args: data[headerSize:length:length]}
	return e, data[length:], true, nil
}
