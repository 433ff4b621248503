//go:build linux

package pipewire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"autoqueens/internal/fault"
	"autoqueens/internal/unixfiles"
)

// patience is how long the media server may take to answer.
const patience = 5 * time.Second

// Objects that are there from the start.
const (
	core   = 0
	client = 1
)

// Methods and events of the core, and of the client.
const (
	coreHello        = 1
	coreSync         = 2
	corePong         = 3
	coreCreateObject = 6
	coreDestroy      = 7

	coreDone      = 1
	corePing      = 2
	coreError     = 3
	coreRemoved   = 4
	coreAddMem    = 6
	coreRemoveMem = 7

	clientUpdateProperties = 2

	coreVersion = 3
)

// The header of a message is four words: the object, opcode and size, the number of the message,
// and that of the files that come with it.
const (
	headerSize = 4 * wordSize
	sizeBits   = 24
)

// event is a message from the server.
type event struct {
	opcode uint32
	*parser
	files []*os.File // that came with it; what nobody has taken is closed
}

// file takes the file that the next value names, nil where it names none.
func (e *event) file() *os.File {
	i := e.parser.file()
	if i < 0 || i >= len(e.files) {
		return nil
	}
	f := e.files[i]
	e.files[i] = nil
	return f
}

// Conn is a connection to the media server. Its methods may be called from several
// goroutines.
type Conn struct {
	socket *net.UnixConn
	done   chan struct{} // closed when nothing comes any more

	sending sync.Mutex // held while a message is written
	seq     uint32

	mu       sync.Mutex
	handlers map[uint32]func(e *event) // nil once nothing comes any more
	next     uint32
	syncs    map[int]chan struct{}
	synced   int
	memory   map[uint32]*memory
	err      error // why it has ended
}

// New speaks to the media server over a connection, such as a portal hands out, which it owns
// from then on. The error is a [fault.Error] of kind [fault.NoAccess].
func New(ctx context.Context, socket *net.UnixConn) (*Conn, error) {
	c := &Conn{
		socket: socket, done: make(chan struct{}), next: client + 1,
		handlers: map[uint32]func(*event){}, syncs: map[int]chan struct{}{}, memory: map[uint32]*memory{},
	}
	c.handlers[core] = c.hearCore
	go c.read()
	err := c.send(
		message{core, coreHello, pods(nil).int(coreVersion)},
		message{client, clientUpdateProperties, pods(nil).group(pods(nil).properties("application.name", "autoqueens"))})
	if err == nil {
		err = c.sync(ctx)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Close ends the connection, and with it its streams.
func (c *Conn) Close() error {
	c.end(net.ErrClosed)
	<-c.done
	return nil
}

// end ends the connection; the first reason counts.
func (c *Conn) end(err error) {
	c.mu.Lock()
	if c.err == nil {
		c.err = err
	}
	c.mu.Unlock()
	_ = c.socket.Close()
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err returns why the connection has ended, nil while it has not.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		return nil
	}
	return fault.Wrap(c.err, fault.NoAccess, "the desktop's media server went away: "+c.err.Error(),
		"try again; if it stays, log out and in")
}

// message is what is told to an object: the values of a struct.
type message struct {
	object uint32
	opcode int
	values pods
}

// send sends messages in one go. The server takes them so as well, before it tells others of any.
func (c *Conn) send(messages ...message) error {
	c.sending.Lock()
	defer c.sending.Unlock()
	var data []byte
	for _, m := range messages {
		payload := pods(nil).group(m.values)
		for _, word := range []uint32{m.object, uint32(m.opcode)<<sizeBits | uint32(len(payload)), c.seq, 0} {
			data = order.AppendUint32(data, word)
		}
		data = append(data, payload...)
		c.seq++
	}
	_ = c.socket.SetWriteDeadline(time.Now().Add(patience))
	if _, err := c.socket.Write(data); err != nil {
		c.end(err) // some of it may have arrived
		return c.Err()
	}
	return nil
}

// sync waits until the server has done everything that was sent.
func (c *Conn) sync(ctx context.Context) error {
	answered := make(chan struct{})
	c.mu.Lock()
	c.synced++
	n := c.synced
	c.syncs[n] = answered
	c.mu.Unlock()
	if err := c.send(message{core, coreSync, pods(nil).int(core).int(n)}); err != nil {
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
		return fault.New(fault.NoAccess, "the desktop's media server does not answer",
			"it may be stopped or overloaded; try again, or log in again")
	}
}

// object returns a number for an object that is to be made, whose events h takes.
func (c *Conn) object(h func(e *event)) (uint32, error) {
	c.mu.Lock()
	if c.handlers == nil {
		c.mu.Unlock()
		return 0, c.Err()
	}
	defer c.mu.Unlock()
	o := c.next
	c.next++
	c.handlers[o] = h
	return o, nil
}

// creation has one of the server's factories make an object.
func creation(object uint32, factory, kind string, version int, properties ...string) message {
	return message{core, coreCreateObject, pods(nil).string(factory).string(kind).int(version).
		group(pods(nil).properties(properties...)).int(int(object))}
}

// forget takes no more events of an object, which the server destroys.
func (c *Conn) forget(o uint32) {
	_ = c.send(message{core, coreDestroy, pods(nil).int(int(o))})
	c.mu.Lock()
	delete(c.handlers, o)
	c.mu.Unlock()
}

// read takes what the server sends until the connection ends.
func (c *Conn) read() {
	defer close(c.done)
	var data []byte
	var files []*os.File
	buf := make([]byte, 1<<16)
	for {
		n, came, err := unixfiles.Read(c.socket, buf)
		files = append(files, came...)
		if err == nil && n == 0 {
			err = io.EOF
		}
		if err == nil {
			data, files, err = c.dispatch(append(data, buf[:n]...), files)
		}
		if err != nil {
			c.end(err)
			unixfiles.Close(files)
			c.release()
			return
		}
	}
}

// dispatch handles the messages that are whole, and returns the rest.
func (c *Conn) dispatch(data []byte, files []*os.File) ([]byte, []*os.File, error) {
	for len(data) >= headerSize {
		object, second, count := order.Uint32(data), order.Uint32(data[wordSize:]), int(order.Uint32(data[3*wordSize:]))
		whole := headerSize + int(second&(1<<sizeBits-1))
		if len(data) < whole {
			break
		}
		if count > len(files) {
			return data, files, errPOD
		}
		// What follows the values, a generation of the server's, is not needed.
		all := parser{data: data[headerSize:whole:whole]}
		e := &event{opcode: second >> sizeBits, parser: all.group(), files: files[:count:count]}
		if all.err == nil {
			c.mu.Lock()
			h := c.handlers[object]
			c.mu.Unlock()
			if h != nil {
				h(e)
			}
			all.err = e.err
		}
		unixfiles.Close(e.files)
		if all.err != nil {
			return data, files[count:], fmt.Errorf("%w (event %d of object %d)", all.err, e.opcode, object)
		}
		data, files = data[whole:], files[count:]
	}
	return append([]byte(nil), data...), files, nil // events keep parts of what was read
}

func (c *Conn) hearCore(e *event) {
	switch e.opcode {
	case coreDone:
		e.uint()
		n := e.int()
		c.mu.Lock()
		if answered := c.syncs[n]; answered != nil {
			close(answered)
			delete(c.syncs, n)
		}
		c.mu.Unlock()
	case corePing:
		id, seq := e.int(), e.int()
		go func() { _ = c.send(message{core, corePong, pods(nil).int(id).int(seq)}) }()
	case coreError:
		id, _, code, text := e.int(), e.int(), e.int(), e.string()
		why := fmt.Errorf("%s (%w)", text, unix.Errno(max(-code, 0)))
		if id == core {
			c.end(why)
			return
		}
		c.mu.Lock()
		h := c.handlers[uint32(id)]
		c.mu.Unlock()
		if h != nil {
			h(&event{opcode: failed, parser: &parser{err: why}})
		}
	case coreRemoved:
		id := uint32(e.int())
		c.mu.Lock()
		h := c.handlers[id]
		c.mu.Unlock()
		if h != nil {
			h(&event{opcode: failed, parser: &parser{err: ErrRemoved}})
		}
	case coreAddMem:
		id, _, file, _ := e.uint(), e.id(), e.file(), e.uint()
		if file != nil {
			c.mu.Lock()
			c.memory[id].close()
			c.memory[id] = &memory{file: file}
			c.mu.Unlock()
		}
	case coreRemoveMem:
		id := e.uint()
		c.mu.Lock()
		c.memory[id].close()
		delete(c.memory, id)
		c.mu.Unlock()
	}
}

// failed is the opcode by which an object's handler is told that something failed: events have
// eight bits for theirs.
const failed = 1 << 8

// ErrRemoved says that a stream was removed, with the node that it followed, or by a session's manager
// that does not know that node yet.
var ErrRemoved = errors.New("the media server has removed it")

// release gives back what the server has lent.
func (c *Conn) release() {
	c.mu.Lock()
	handlers := c.handlers
	c.handlers = nil
	for id, m := range c.memory {
		m.close()
		delete(c.memory, id)
	}
	err := c.err
	c.mu.Unlock()
	for o, h := range handlers {
		if o != core {
			h(&event{opcode: failed, parser: &parser{err: err}})
		}
	}
}
