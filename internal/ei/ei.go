// Package ei sends input to the desktops that take it by the EI protocol, "emulated
// input": GNOME and KDE hand out a socket for it once the person has agreed, through
// the interface org.freedesktop.portal.RemoteDesktop of internal/portal.
//
//	portal -> socket -> [ei] -> the pointer
//
// The protocol is that of libei, version 1
// (https://gitlab.freedesktop.org/libinput/libei, proto/protocol.xml). Of it a
// sender needs a seat, and there a device that can put its pointer anywhere and has
// buttons, and for keys one with a keyboard. What a sender sends does nothing before
// its device was resumed by the desktop, and counts from the next frame on.
//
// Places are the desktop's logical points, in which the regions of the device lie.
// Where the pointer is the protocol does not tell.
package ei

import (
	"context"
	"errors"
	"image"
	"net"
	"sync"
	"time"
)

// The codes of buttons and keys are those of Linux, in linux/input-event-codes.h.
const ButtonLeft = 0x110

// most is how many objects a server may make: desktops make a handful.
const most = 1024

// Errors of a Sender.
var (
	// ErrPaused says that the desktop takes no input just now, as when the person has
	// locked the screen.
	ErrPaused = errors.New("the desktop takes no input from programs at the moment")
	// ErrOutside says that a place lies on no screen of the desktop.
	ErrOutside = errors.New("the place lies on no screen")
	// ErrNoKey says that no key types a symbol by itself.
	ErrNoKey = errors.New("no key types that by itself")
	// ErrModified says that a key would type something else just now.
	ErrModified = errors.New("another key is held, or another layout chosen")

	errClosed = errors.New("the connection was closed")
)

// Sender is a connection by which input is sent. Its methods may be called from
// several goroutines at once.
type Sender struct {
	conn  net.Conn
	in    *carrier
	done  chan struct{} // closed when the connection is over
	ended sync.WaitGroup

	// mu guards what follows, and the order of what is sent.
	mu      sync.Mutex
	changed chan struct{} // closed and made anew whenever something has changed
	err     error         // why it is over
	last    uint64        // the latest object made here
	serial  uint32        // the latest one that the server gave
	sent    uint32        // how often a device was started

	connection uint64
	seats      map[uint64]*seat
	devices    map[uint64]*device
	keyboards  map[uint64]*keyboard
	pending    map[uint64]bool // callbacks that have not come
	buf        []byte
}

// seat is a group of devices, as a person has them.
type seat struct {
	masks map[string]uint64 // of the capabilities, by their interfaces
}

// device is one of the server's devices.
type device struct {
	id      uint64
	regions []image.Rectangle
	parts   map[string]uint64 // the objects of its interfaces
	resumed bool              // it takes input, and all about it was told
}

// keyboard is what is known of a device's keys.
type keyboard struct {
	keys     map[string]uint32 // by what they type; nil before it is told
	modified bool              // a modifier or another layout is on
}

// New shakes hands over a connection, which then belongs to the sender, and returns
// when there is a pointer that takes input. name is what the desktop may show of this
// program. The error is ctx's cause where that ended.
func New(ctx context.Context, conn net.Conn, name string) (*Sender, error) {
	s := &Sender{
		conn: conn, in: newCarrier(conn), done: make(chan struct{}), changed: make(chan struct{}),
		seats: map[uint64]*seat{}, devices: map[uint64]*device{}, keyboards: map[uint64]*keyboard{}, pending: map[uint64]bool{},
	}
	s.ended.Go(func() { s.read(name) })
	err := s.await(ctx, func() bool { return s.pointer() != nil })
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the connection. What is down goes up with it.
func (s *Sender) Close() error {
	s.mu.Lock()
	if s.err == nil && s.connection != 0 {
		_ = s.send(s.connection, connectionDisconnect) // it ends either way
	}
	s.mu.Unlock()
	err := s.conn.Close()
	s.end(errClosed)
	s.ended.Wait()
	return err
}

// Done is closed when the connection is over, by Close or because the desktop has
// ended it.
func (s *Sender) Done() <-chan struct{} { return s.done }

// Regions returns where the pointer can be put, in logical points: mostly a rectangle
// for each screen.
func (s *Sender) Regions() []image.Rectangle {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.pointer(); d != nil {
		return append([]image.Rectangle(nil), d.regions...)
	}
	return nil
}

// Move puts the pointer on a place. It does not wait for that.
func (s *Sender) Move(to image.Point) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.over(to)
	if err != nil {
		return err
	}
	s.buf = s.motion(s.buf[:0], d, to)
	return s.write()
}

// Press puts the pointer on a place and presses a button there; Click lets it up again as
// well. All of that is sent at once, so that the desktop finds it together. Neither waits
// for that.
func (s *Sender) Press(at image.Point, code uint32) error { return s.there(at, code, true) }

// Click is told at Press.
func (s *Sender) Click(at image.Point, code uint32) error { return s.there(at, code, true, false) }

func (s *Sender) there(at image.Point, code uint32, states ...bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.over(at)
	if err != nil {
		return err
	}
	s.buf = s.motion(s.buf[:0], d, at)
	for _, down := range states {
		s.buf = s.frame(s.buf, d, buttonName, buttonButton, code, state(down))
	}
	return s.write()
}

// Button presses a button, or lets it up. It does not wait for that.
func (s *Sender) Button(code uint32, down bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.ready(s.pointer())
	if err != nil {
		return err
	}
	s.buf = s.frame(s.buf[:0], d, buttonName, buttonButton, code, state(down))
	return s.write()
}

// Type presses the key that types a symbol by itself, such as "1" or "BackSpace", and lets
// it up. It does not wait for that. Where there is none the error is ErrNoKey, and where the
// person holds another that changes what it types, ErrModified.
func (s *Sender) Type(symbol string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.ready(s.device(keyboardName))
	if err != nil {
		return err
	}
	k := s.keyboards[d.parts[keyboardName]]
	if k == nil {
		return ErrNoKey
	}
	code, ok := k.keys[symbol]
	switch {
	case !ok:
		return ErrNoKey
	case k.modified:
		return ErrModified
	}
	s.buf = s.frame(s.buf[:0], d, keyboardName, keyboardKey, code, state(true))
	s.buf = s.frame(s.buf, d, keyboardName, keyboardKey, code, state(false))
	return s.write()
}

// Keyboard waits until there is a keyboard that takes input, and its keys are known.
func (s *Sender) Keyboard(ctx context.Context) error {
	return s.await(ctx, func() bool {
		d := s.device(keyboardName)
		if d == nil {
			return false
		}
		k := s.keyboards[d.parts[keyboardName]]
		return k == nil || k.keys != nil
	})
}

// Sync returns when the desktop has taken all that was sent before.
func (s *Sender) Sync(ctx context.Context) error {
	s.mu.Lock()
	if s.err != nil {
		defer s.mu.Unlock()
		return s.err
	}
	callback := s.object()
	s.pending[callback] = true
	err := s.send(s.connection, connectionSync, callback, version)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.await(ctx, func() bool { return !s.pending[callback] })
}

// await waits until done holds, which is asked with mu held.
func (s *Sender) await(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		err, finished, changed := s.err, done(), s.changed
		s.mu.Unlock()
		switch {
		case err != nil:
			return err
		case finished:
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// ready returns d, or why nothing can be sent to it. The caller holds mu.
func (s *Sender) ready(d *device) (*device, error) {
	switch {
	case s.err != nil:
		return nil, s.err
	case d == nil:
		return nil, ErrPaused
	}
	return d, nil
}

// pointer returns the device that puts the pointer anywhere and has buttons, nil
// while none takes input. The caller holds mu.
func (s *Sender) pointer() *device { return s.device(absoluteName, buttonName) }

// device returns the first device with some interfaces that takes input, or nil. The
// caller holds mu.
func (s *Sender) device(with ...string) *device {
	var found *device
next:
	for _, d := range s.devices {
		if !d.resumed || found != nil && found.id < d.id {
			continue
		}
		for _, name := range with {
			if d.parts[name] == 0 {
				continue next
			}
		}
		found = d
	}
	return found
}

// over returns the device that can put the pointer on a place, or why none can. The
// caller holds mu.
func (s *Sender) over(at image.Point) (*device, error) {
	d, err := s.ready(s.pointer())
	if err == nil && !contains(d.regions, at) {
		err = ErrOutside
	}
	return d, err
}

// motion appends what puts the pointer on the middle of a point, which is away from where
// another window or monitor may begin.
func (s *Sender) motion(buf []byte, d *device, to image.Point) []byte {
	return s.frame(buf, d, absoluteName, absoluteMotion, float32(to.X)+0.5, float32(to.Y)+0.5)
}

// frame appends what one of a device's interfaces is asked, and the frame that makes it
// count. The caller holds mu.
func (s *Sender) frame(buf []byte, d *device, part string, opcode uint32, args ...any) []byte {
	buf = Append(buf, d.parts[part], opcode, args...)
	return Append(buf, d.id, deviceFrame, s.serial, monotonic())
}

// send sends one request. The caller holds mu.
func (s *Sender) send(object uint64, opcode uint32, args ...any) error {
	s.buf = Append(s.buf[:0], object, opcode, args...)
	return s.write()
}

// patience is how long the desktop may take to make room for what is sent.
var patience = 2 * time.Second

// write sends buf. A desktop that takes nothing must not hold up who closes the connection,
// which half a message ends: what would follow it could not be understood.
func (s *Sender) write() error {
	_ = s.conn.SetWriteDeadline(time.Now().Add(patience))
	_, err := s.conn.Write(s.buf)
	if err != nil {
		_ = s.conn.Close()
	}
	return err
}

// object returns the identifier of a new object. The caller holds mu.
func (s *Sender) object() uint64 {
	s.last++
	return s.last
}

// end says that the connection is over, and why, unless that was said before.
func (s *Sender) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.err = err
	close(s.done)
	s.tell()
}

// tell wakes those who wait. The caller holds mu.
func (s *Sender) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func contains(regions []image.Rectangle, p image.Point) bool {
	for _, r := range regions {
		if p.In(r) {
			return true
		}
	}
	return false
}

func state(down bool) uint32 {
	if down {
		return 1
	}
	return 0
}
