package ei

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A message on the wire is a header and its arguments, in the byte order of the
// machine:
//
//	object uint64 | length uint32, the header included | opcode uint32 | arguments
//
// Integers and floats take 4 or 8 bytes. A string is its length with the final zero
// as uint32, its bytes, the zero, and zeros up to a multiple of 4; length 0 is none.
const (
	headerSize = 16
	// maxMessage is how long a message may be, bytes: those of the protocol hold
	// little more than a name.
	maxMessage = 64 << 10
)

var order = binary.NativeEndian

var (
	errShort = errors.New("a message ends before its arguments")
	errText  = errors.New("a string in a message has no end")
)

// Message is one message, Args still encoded.
type Message struct {
	Object uint64
	Opcode uint32
	Args   []byte
}

// ReadMessage reads the next message. The error is io.EOF where the stream ended
// between two. What is read lives until the next call alone, in buf, which grows.
func ReadMessage(r io.Reader, buf *[]byte) (Message, error) {
	if cap(*buf) < headerSize {
		*buf = make([]byte, 0, 512)
	}
	head := (*buf)[:headerSize]
	if _, err := io.ReadFull(r, head); err != nil {
		return Message{}, err
	}
	m := Message{Object: order.Uint64(head), Opcode: order.Uint32(head[12:])}
	size := order.Uint32(head[8:])
	if size < headerSize || size > maxMessage || size%4 != 0 {
		return m, fmt.Errorf("a message claims to have %d bytes", size)
	}
	body := int(size) - headerSize
	if cap(*buf) < body {
		*buf = make([]byte, 0, body)
	}
	m.Args = (*buf)[:body]
	if _, err := io.ReadFull(r, m.Args); err != nil {
		return m, fmt.Errorf("a message was cut off: %w", io.ErrUnexpectedEOF)
	}
	return m, nil
}

// Args takes the arguments of a message apart, in their order. The first one that is
// not there is remembered in Err, and from then on all are zero.
type Args struct {
	rest []byte
	Err  error
}

// Read begins to take a message's arguments apart.
func (m Message) Read() *Args { return &Args{rest: m.Args} }

func (a *Args) take(n int) []byte {
	if a.Err != nil || n > len(a.rest) {
		if a.Err == nil {
			a.Err = errShort
		}
		return make([]byte, min(n, 8))
	}
	b := a.rest[:n]
	a.rest = a.rest[n:]
	return b
}

// Uint takes an argument of 4 bytes.
func (a *Args) Uint() uint32 { return order.Uint32(a.take(4)) }

// Long takes an argument of 8 bytes, as the identifiers of objects are.
func (a *Args) Long() uint64 { return order.Uint64(a.take(8)) }

// Float takes a number of 4 bytes.
func (a *Args) Float() float32 { return math.Float32frombits(a.Uint()) }

// Text takes a string, "" where there is none.
func (a *Args) Text() string {
	n := a.Uint()
	if n == 0 || a.Err != nil {
		return ""
	}
	if n > maxMessage {
		a.Err = errShort
		return ""
	}
	b := a.take((int(n) + 3) &^ 3)
	if a.Err != nil {
		return ""
	}
	if b[n-1] != 0 {
		a.Err = errText
		return ""
	}
	return string(b[:n-1])
}

// Append appends a message to buf. Its arguments are of the types uint32, uint64,
// float32 and string; any other type is a mistake of the caller's, and panics.
func Append(buf []byte, object uint64, opcode uint32, args ...any) []byte {
	begin := len(buf)
	buf = order.AppendUint64(buf, object)
	buf = order.AppendUint32(buf, 0)
	buf = order.AppendUint32(buf, opcode)
	for _, arg := range args {
		switch v := arg.(type) {
		case uint32:
			buf = order.AppendUint32(buf, v)
		case uint64:
			buf = order.AppendUint64(buf, v)
		case float32:
			buf = order.AppendUint32(buf, math.Float32bits(v))
		case string:
			buf = order.AppendUint32(buf, uint32(len(v)+1))
			buf = append(buf, v...)
			buf = append(buf, make([]byte, 4-len(v)%4)...)
		default:
			panic(fmt.Sprintf("ei: an argument of type %T", arg))
		}
	}
	order.PutUint32(buf[begin+8:], uint32(len(buf)-begin))
	return buf
}
