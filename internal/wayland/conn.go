//go:build linux

package wayland

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"autoqueens/internal/fault"
	"autoqueens/internal/unixfiles"
)

// patience is how long the compositor may take to answer.
var patience = 5 * time.Second

// display is the object that is there from the start.
const display Object = 1

// Requests and events of the display, of the registry and of a callback.
const (
	displaySync        = 0
	displayGetRegistry = 1
	displayError       = 0
	displayDeleteID    = 1

	registryBind   = 0
	registryGlobal = 0
	registryRemove = 1

	callbackDone = 0
)

// ownIDs is where the numbers of objects end that clients give; from there on the
// compositor gives them.
const ownIDs = 0xff000000

// Handler takes the events of an object. It is called from the one goroutine that
// reads, so it must not wait for anything that the compositor has yet to send.
type Handler func(e *Event)

// Global is something that the compositor offers to all.
type Global struct {
	Name      uint32
	Interface string
	Version   uint32
}

// Conn is a connection to a compositor. Its methods may be called from several
// goroutines.
type Conn struct {
	socket *net.UnixConn
	name   string        // the socket's, for people
	done   chan struct{} // closed when nothing comes any more

	making  sync.Mutex // held from when an object gets its number to when it is sent
	sending sync.Mutex // held while a message is written

	mu       sync.Mutex
	handlers map[Object]Handler
	next     Object
	free     []Object // numbers that may be given again
	globals  []Global
	changed  []func() // called when the globals have changed
	registry Object
	err      error // why it has ended
}

// Socket returns the path of the compositor's socket as the environment names it, ""
// where it names none.
func Socket() string {
	name := os.Getenv("WAYLAND_DISPLAY")
	if name == "" {
		if os.Getenv("XDG_SESSION_TYPE") != "wayland" {
			return ""
		}
		name = "wayland-0"
	}
	if filepath.IsAbs(name) {
		return name
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// Dial connects to the compositor of this session and asks what it offers. The error is
// a [fault.Error] of kind [fault.NoAccess]. The caller closes the connection.
func Dial(ctx context.Context) (*Conn, error) {
	path := Socket()
	if path == "" {
		return nil, fault.New(fault.NoAccess, "there is no Wayland compositor: WAYLAND_DISPLAY is not set",
			"start it in a terminal inside the session")
	}
	return DialAt(ctx, path)
}

// DialAt is Dial for the compositor at a socket.
func DialAt(ctx context.Context, path string) (*Conn, error) {
	var dialer net.Dialer
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s, err := dialer.DialContext(limited, "unix", path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, "no Wayland compositor lets us in at "+path+": "+err.Error(),
			"start it in a terminal inside the session, as the user who is logged in")
	}
	c := newConn(s.(*net.UnixConn), path)
	go c.read()
	if err := c.Create(func() []*Request {
		c.registry = c.New(c.hearRegistry)
		return []*Request{NewRequest(display, displayGetRegistry).Object(c.registry)}
	}); err != nil {
		c.Close()
		return nil, err
	}
	if err := c.Sync(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func newConn(s *net.UnixConn, name string) *Conn {
	c := &Conn{socket: s, name: name, done: make(chan struct{}), handlers: map[Object]Handler{}, next: display + 1}
	c.handlers[display] = c.hearDisplay
	return c
}

// Close ends the connection. What the compositor kept for it is gone with it.
func (c *Conn) Close() error {
	c.end(net.ErrClosed)
	err := c.socket.Close()
	<-c.done
	return err
}

// end notes why the connection ends; the first reason counts.
func (c *Conn) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// Done is closed when nothing comes any more.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended, as a [fault.Error] of kind
// [fault.NoAccess], nil while it has not.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		return nil
	}
	return c.gone(c.err)
}

func (c *Conn) gone(why error) error {
	return fault.Wrap(why, fault.NoAccess, "the Wayland compositor at "+c.name+" went away: "+why.Error(),
		"start it again in a session that stays open")
}

// Create sends requests that make objects, whose numbers they get by New in requests.
// Compositors take new numbers in their order alone, and end a connection that sends them in
// another one, as two goroutines may. So New is for requests alone, and those must not wait.
func (c *Conn) Create(requests func() []*Request) error {
	c.making.Lock()
	defer c.making.Unlock()
	return c.Send(requests()...)
}

// New gives a number to an object that a request is about to make, and events of it to
// h, which may be nil. It is called within Create.
func (c *Conn) New(h Handler) Object {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.next
	if n := len(c.free); n > 0 {
		o, c.free = c.free[n-1], c.free[:n-1]
	} else {
		c.next++
	}
	c.handlers[o] = h
	return o
}

// Adopt gives the events of an object that the compositor has made to h. It is called
// by the handler of the event that tells of the object. One with a number that clients give
// is not the compositor's to make, and left alone.
func (c *Conn) Adopt(o Object, h Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o >= ownIDs {
		c.handlers[o] = h
	}
}

// Forget takes no more events of an object, of which the request that destroys it was
// sent. Its number is given again when the compositor has said so.
func (c *Conn) Forget(o Object) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o >= ownIDs {
		delete(c.handlers, o)
	} else if _, known := c.handlers[o]; known {
		c.handlers[o] = nil
	}
}

// Send writes requests in one go, so that the compositor takes them together with
// nothing in between.
func (c *Conn) Send(requests ...*Request) error {
	var data []byte
	var fds []int
	for _, r := range requests {
		b, err := r.finish()
		if err != nil {
			return err
		}
		data, fds = append(data, b...), append(fds, r.fds...)
	}
	var oob []byte
	if len(fds) > 0 {
		oob = unix.UnixRights(fds...)
	}
	c.sending.Lock()
	defer c.sending.Unlock()
	_ = c.socket.SetWriteDeadline(time.Now().Add(patience))
	n, _, err := c.socket.WriteMsgUnix(data, oob, nil)
	if err == nil && n < len(data) {
		_, err = c.socket.Write(data[n:])
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		// Some of it may have arrived, so that nothing that comes after it would be understood.
		c.end(err)
		_ = c.socket.Close()
	}
	if err != nil {
		// Where it was the compositor that closed it, what it said last is still to be read.
		return cmp.Or(c.Err(), c.gone(err))
	}
	return nil
}

// Sync waits until the compositor has taken everything that was sent, and everything
// that it sent until then was handled.
func (c *Conn) Sync(ctx context.Context) error { return c.SendAndSync(ctx) }

// SendAndSync is Send and Sync in one go.
func (c *Conn) SendAndSync(ctx context.Context, requests ...*Request) error {
	answered := make(chan struct{}, 1)
	hear := func(e *Event) {
		if e.Opcode == callbackDone {
			select {
			case answered <- struct{}{}:
			default: // once is enough
			}
		}
	}
	if err := c.Create(func() []*Request {
		return append(slices.Clip(requests), NewRequest(display, displaySync).Object(c.New(hear)))
	}); err != nil {
		return err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-answered:
		return nil
	case <-c.done:
		return c.Err()
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-late.C:
		return fault.New(fault.NoAccess, "the Wayland compositor at "+c.name+" does not answer",
			"it may be stopped or overloaded; try again, or log in again")
	}
}

// Globals returns what the compositor offers under the name of an interface now.
func (c *Conn) Globals(iface string) []Global {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []Global
	for _, g := range c.globals {
		if g.Interface == iface {
			found = append(found, g)
		}
	}
	return found
}

// Follow has changed called, from the goroutine that reads, whenever what the
// compositor offers has changed, as when a monitor comes or goes.
func (c *Conn) Follow(changed func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed = append(c.changed, changed)
}

// Bind makes an object of the first global of an interface, in a version of at most
// atMost. ok is false where the compositor does not offer the interface, or not in
// version atLeast.
func (c *Conn) Bind(iface string, atLeast, atMost uint32, h Handler) (o Object, version uint32, ok bool) {
	all := c.Globals(iface)
	if len(all) == 0 || all[0].Version < atLeast {
		return 0, 0, false
	}
	o, version, err := c.BindGlobal(all[0], atMost, h)
	return o, version, err == nil
}

// BindGlobal makes an object of a global, in a version of at most atMost.
func (c *Conn) BindGlobal(g Global, atMost uint32, h Handler) (Object, uint32, error) {
	version := min(g.Version, atMost)
	var o Object
	err := c.Create(func() []*Request {
		o = c.New(h)
		return []*Request{NewRequest(c.registry, registryBind).Uint(g.Name).String(g.Interface).Uint(version).Object(o)}
	})
	return o, version, err
}

// read takes what the compositor sends until the connection ends.
func (c *Conn) read() {
	defer close(c.done)
	var data []byte
	buf := make([]byte, 1<<16)
	for {
		n, files, err := unixfiles.Read(c.socket, buf)
		unixfiles.Close(files) // nothing here asks for any
		if err == nil && n == 0 {
			err = io.EOF
		}
		if err != nil {
			c.end(err)
			return
		}
		data = append(data, buf[:n]...)
		for {
			e, rest, ok, err := split(data)
			if err != nil {
				c.end(err)
				_ = c.socket.Close()
				return
			}
			if !ok {
				break
			}
			c.handle(e)
			data = rest
		}
		data = append([]byte(nil), data...) // events keep parts of what was read
	}
}

func (c *Conn) handle(e *Event) {
	c.mu.Lock()
	h := c.handlers[e.Object]
	c.mu.Unlock()
	if h != nil {
		h(e)
	}
}

func (c *Conn) hearDisplay(e *Event) {
	switch e.Opcode {
	case displayError:
		object, code, text := e.Uint(), e.Uint(), e.String()
		c.end(fmt.Errorf("error %d of object %d: %w", code, object, errors.New(text)))
	case displayDeleteID:
		o := Object(e.Uint())
		c.mu.Lock()
		if _, known := c.handlers[o]; known && o < ownIDs {
			delete(c.handlers, o)
			c.free = append(c.free, o)
		}
		c.mu.Unlock()
	}
}

func (c *Conn) hearRegistry(e *Event) {
	c.mu.Lock()
	switch e.Opcode {
	case registryGlobal:
		c.globals = append(c.globals, Global{Name: e.Uint(), Interface: e.String(), Version: e.Uint()})
	case registryRemove:
		name := e.Uint()
		c.globals = slices.DeleteFunc(c.globals, func(g Global) bool { return g.Name == name })
	}
	all := slices.Clone(c.changed)
	c.mu.Unlock()
	for _, changed := range all {
		changed()
	}
}
