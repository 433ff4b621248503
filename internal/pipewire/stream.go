//go:build linux

package pipewire

import (
	"context"
	"fmt"
	"image"
	"os"
	"strconv"
	"sync"
)

// Methods and events of a node that a client brings.
const (
	nodeUpdate     = 2
	nodePortUpdate = 3
	nodeSetActive  = 4

	nodeTransport      = 0
	nodeCommand        = 4
	nodePortSetParam   = 7
	nodePortUseBuffers = 8
	nodePortSetIO      = 9
	nodeSetActivation  = 10

	// nodeVersion is the first in which one client's node serves with every server since.
	nodeVersion = 4
)

// What updates are of, and the flags of parameters.
const (
	updateParams = 1
	updateInfo   = 2

	nodeInfoFlags, nodeInfoParams                     = 1, 4
	nodeRealTime                                      = 1
	portInfoFlags, portInfoProperties, portInfoParams = 1, 4, 8

	paramRead, paramWrite = 2, 4

	input    = 0 // the direction of our only port, which is port 0
	onlyPort = 0
)

// Kinds of objects, parameters and their properties.
const (
	objectFormat  = 0x40003
	objectBuffers = 0x40004

	paramEnumFormat = 3
	paramFormat     = 4
	paramBuffers    = 5

	formatMediaType    = 1
	formatMediaSubtype = 2
	formatVideoFormat  = 0x20001
	formatVideoSize    = 0x20003
	formatFramerate    = 0x20004
	mediaVideo         = 2
	mediaRaw           = 1

	buffersCount    = 1
	buffersDataType = 6
	dataPointer     = 1 // within the memory that tells of the buffer
	dataFile        = 2
	dataMemory      = 4 // the number of shared memory, in messages
)

// Format is how pixels of four bytes lie in memory; the last of X is nothing.
type Format uint32

// The formats that are asked for, as the server counts them.
const (
	FormatRGBX Format = 7
	FormatBGRX Format = 8
	FormatRGBA Format = 11
	FormatBGRA Format = 12
)

// BlueFirst tells whether the first byte of a pixel is its blue.
func (f Format) BlueFirst() bool { return f == FormatBGRX || f == FormatBGRA }

// maxSide is how wide or high a picture may be, pixels.
const maxSide = 1 << 15

// Picture is what a stream shows.
type Picture struct {
	Data   []byte
	Size   image.Point // pixels
	Stride int         // bytes from a row to the next
	Format Format
}

// The places of what the graph's scheduling needs in the memory that each node shares
// (struct pw_node_activation), and the states of a node.
const (
	activationStatus  = 0
	activationResult  = 8  // of the state in use, and in it
	activationPending = 16 // how many have yet to finish before the node's turn
	activationSignal  = 32
	activationAwake   = 40
	activationFinish  = 48
	activationSize    = 64

	idle      = 0
	triggered = 1
	awake     = 2
	finished  = 3
)

// The places in a port's memory for exchanging buffers (struct spa_io_buffers), and its states.
const (
	ioBuffers  = 1 // the number of that kind of memory
	ioStatus   = 0
	ioBufferID = 4
	ioSize     = 8

	needData = 1
	haveData = 2
)

// The places in what tells of the data in a buffer (struct spa_chunk).
const (
	chunkOffset = 0
	chunkLength = 4
	chunkStride = 8
	chunkFlags  = 12
	chunkSize   = 16

	chunkCorrupted = 1
)

// mostBuffers is how many buffers a server gives at most, and mostParts of how many parts each.
const (
	mostBuffers = 64
	mostParts   = 256
)

// buffer is a place for a picture.
type buffer struct {
	about *area // its metadata, and behind them what tells of its data
	chunk int   // where in about that is
	data  *area
	part  []byte // of data, the picture's
}

func (b *buffer) free() {
	b.about.free()
	b.data.free()
}

// peer is a node that waits for this one to finish.
type peer struct {
	activation *area
	signal     *os.File
}

func (p *peer) free() {
	p.activation.free()
	_ = p.signal.Close()
}

// Stream is what one node of the server shows, such as a monitor of a screen cast. Its methods
// may be called from several goroutines.
type Stream struct {
	conn   *Conn
	object uint32

	mu         sync.Mutex
	activation *area
	wake       *os.File // tells of each turn of this node
	peers      map[uint32]*peer
	io         *area
	format     Format
	size       image.Point
	buffers    []*buffer
	latest     int  // in buffers, -1 for none
	current    bool // latest is what is shown now, as far as the server has told
	running    bool
	changes    uint64        // how many pictures came
	news       chan struct{} // closed and made anew with each, and when something ends
	err        error         // why it has ended
	process    func()        // does what the node does in its turn
}

func (c *Conn) newNode() *Stream {
	return &Stream{conn: c, peers: map[uint32]*peer{}, latest: -1, news: make(chan struct{})}
}

// NewStream begins to follow a node. It returns at once; the pictures come once the session's
// manager has connected the two. The manager tries that as soon as it hears of the stream and knows the
// node, and no second time, so that everything about it is told in one go.
func (c *Conn) NewStream(node uint32) (*Stream, error) {
	s := c.newNode()
	s.process = s.take
	var err error
	if s.object, err = c.object(s.hear); err != nil {
		return nil, err
	}
	return s, c.send(
		creation(s.object, "client-node", "PipeWire:Interface:ClientNode", nodeVersion,
			"media.type", "Video", "media.category", "Capture", "media.role", "Screen", "media.class", "Stream/Input/Video",
			"media.name", "autoqueens", "node.name", "autoqueens", "stream.is-live", "true",
			// No other node is meant, such as a camera, and this one may not be known yet. WirePlumber
			// 0.5 takes the first three for that; 0.4 only the last of all, and removes the stream
			// where it does not know the node: see [ErrRemoved].
			"node.target", strconv.FormatUint(uint64(node), 10), "node.dont-fallback", "true", "node.linger", "true",
			"node.autoconnect", "true", "node.want-driver", "true", "node.dont-reconnect", "true"),
		message{s.object, nodeUpdate, pods(nil).int(updateParams | updateInfo).int(0).group(
			pods(nil).int(1).int(0). // ports in, and out
							long(nodeInfoFlags).long(nodeRealTime).properties().int(0))},
		s.offer(),
		message{s.object, nodeSetActive, pods(nil).bool(true)})
}

// offer tells which pictures the port takes, and which it takes now.
func (s *Stream) offer() message {
	parameters := []pods{
		pods(nil).object(objectFormat, paramEnumFormat,
			property(formatMediaType, pods(nil).id(mediaVideo)),
			property(formatMediaSubtype, pods(nil).id(mediaRaw)),
			property(formatVideoFormat, choice(choiceEnum, podID,
				[]uint32{uint32(FormatBGRX)}, []uint32{uint32(FormatBGRX)}, []uint32{uint32(FormatBGRA)},
				[]uint32{uint32(FormatRGBX)}, []uint32{uint32(FormatRGBA)})),
			property(formatVideoSize, choice(choiceRange, podRectangle, []uint32{1920, 1080}, []uint32{1, 1}, []uint32{maxSide, maxSide})),
			// Pictures come as there are changes, which is what a rate of none says.
			property(formatFramerate, choice(choiceRange, podFraction, []uint32{0, 1}, []uint32{0, 1}, []uint32{1000, 1}))),
		pods(nil).object(objectBuffers, paramBuffers,
			property(buffersCount, choice(choiceRange, podInt, []uint32{6}, []uint32{2}, []uint32{mostBuffers})),
			property(buffersDataType, choice(choiceFlags, podInt, []uint32{1<<dataPointer | 1<<dataFile}))),
	}
	kinds := []struct{ id, flags uint32 }{{paramEnumFormat, paramRead}, {paramBuffers, paramRead}, {paramFormat, paramWrite}}
	info := pods(nil).long(portInfoFlags|portInfoProperties|portInfoParams).long(0).int(0).int(1).
		properties("port.name", "input").int(len(kinds))
	for _, k := range kinds {
		info = info.id(k.id).int(int(k.flags))
	}
	values := pods(nil).int(input).int(onlyPort).int(updateParams | updateInfo).int(len(parameters))
	for _, p := range parameters {
		values = append(values, p...)
	}
	return message{s.object, nodePortUpdate, values.group(info)}
}

// Close ends the stream, and gives back what the server has lent to it.
func (s *Stream) Close() error {
	s.conn.forget(s.object)
	s.end(os.ErrClosed)
	return nil
}

// end ends the stream; the first reason counts.
func (s *Stream) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.running = false
	s.dropBuffers()
	for id, p := range s.peers {
		p.free()
		delete(s.peers, id)
	}
	s.io.free()
	s.io = nil
	s.dropTransport()
	s.tell()
}

// tell wakes who waits for news. The caller holds mu.
func (s *Stream) tell() {
	close(s.news)
	s.news = make(chan struct{})
}

func (s *Stream) dropBuffers() {
	for _, b := range s.buffers {
		b.free()
	}
	s.buffers, s.latest, s.current = nil, -1, false
}

func (s *Stream) dropTransport() {
	s.activation.free()
	s.activation = nil
	if s.wake != nil {
		_ = s.wake.Close() // its goroutine ends
		s.wake = nil
	}
}

// Changes returns how many pictures have come.
func (s *Stream) Changes() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changes
}

// Size returns the size of the pictures, pixels, that was agreed on latest; nothing before that.
func (s *Stream) Size() image.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// News returns a channel that is closed when the next picture has come, or the stream has ended.
func (s *Stream) News() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.news
}

// mostShows is how often Look shows a picture at most: others come meanwhile where something moves.
const mostShows = 4

// Look calls show with the latest picture, which it waits for while there is none; again where
// another one has come meanwhile, so that what was shown last counts. The picture is valid until
// show returns. It is at most as old as the server's latest turn: a buffer is drawn over only
// once all others have been.
func (s *Stream) Look(ctx context.Context, show func(p Picture)) error {
	var changes uint64
	for {
		s.mu.Lock()
		if s.err != nil {
			defer s.mu.Unlock()
			return s.err
		}
		shown := false
		for range mostShows {
			s.turn() // one that waits is not to wait for this look
			p, ok := s.picture()
			if !ok {
				shown = false
				break
			}
			if shown && s.changes == changes {
				break
			}
			shown, changes = true, s.changes
			show(p)
		}
		if shown {
			s.mu.Unlock()
			return nil
		}
		news := s.news
		s.mu.Unlock()
		select {
		case <-news:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// picture returns the latest picture. The caller holds mu.
func (s *Stream) picture() (Picture, bool) {
	if !s.running || !s.current {
		return Picture{}, false
	}
	b := s.buffers[s.latest]
	offset, stride := int(b.about.word(b.chunk+chunkOffset).Load()), int(b.about.word(b.chunk+chunkStride).Load())
	if stride < wordSize*s.size.X || offset < 0 || offset+stride*(s.size.Y-1)+wordSize*s.size.X > len(b.part) {
		return Picture{}, false
	}
	return Picture{Data: b.part[offset:], Size: s.size, Stride: stride, Format: s.format}, true
}

// hear takes the events of the node.
func (s *Stream) hear(e *event) {
	if e.opcode == failed {
		s.end(e.err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	var err error
	switch e.opcode {
	case nodeTransport:
		err = s.transport(e)
	case nodeCommand:
		s.command(e)
	case nodePortSetParam:
		err = s.setParam(e)
	case nodePortUseBuffers:
		err = s.useBuffers(e)
	case nodePortSetIO:
		err = s.setIO(e)
	case nodeSetActivation:
		err = s.setActivation(e)
	}
	if err != nil {
		s.err = err
		s.tell()
	}
}

func (s *Stream) transport(e *event) error {
	wake, _, id, offset, size := e.file(), e.file(), e.uint(), e.uint(), e.uint()
	if wake == nil || size < activationSize {
		return errPOD
	}
	s.dropTransport()
	a, err := s.conn.mapMemory(id, uint64(offset), uint64(size))
	if err != nil {
		_ = wake.Close()
		return err
	}
	s.activation, s.wake = a, wake
	go s.turns(wake)
	return nil
}

// Commands of a node.
const (
	commandSuspend = 0
	commandPause   = 1
	commandStart   = 2
)

func (s *Stream) command(e *event) {
	switch _, id, _, _ := e.object(); id {
	case commandStart:
		s.running = true
		s.tell()
	case commandPause, commandSuspend:
		s.running, s.current = false, false // what changes meanwhile is not told of
	}
}

func (s *Stream) setParam(e *event) error {
	_, _, id, _ := e.int(), e.int(), e.id(), e.int()
	_, _, body, there := e.object()
	if id != paramFormat || e.err != nil {
		return nil
	}
	s.dropBuffers()
	if !there {
		return nil
	}
	values, err := properties(body)
	if err != nil {
		return err
	}
	format, size := values[formatVideoFormat], values[formatVideoSize]
	if len(format) < wordSize || len(size) < 2*wordSize {
		return errPOD
	}
	s.format = Format(order.Uint32(format))
	s.size = image.Pt(int(order.Uint32(size)), int(order.Uint32(size[wordSize:])))
	switch s.format {
	case FormatRGBX, FormatBGRX, FormatRGBA, FormatBGRA:
	default:
		return fmt.Errorf("the media server gives pictures in a format that was not asked for (%d)", s.format)
	}
	if s.size.X < 1 || s.size.Y < 1 || s.size.X > maxSide || s.size.Y > maxSide {
		return fmt.Errorf("the media server gives pictures of %d x %d pixels", s.size.X, s.size.Y)
	}
	return nil
}

func (s *Stream) useBuffers(e *event) error {
	_, _, _, _, count := e.int(), e.int(), e.int(), e.int(), e.int()
	s.dropBuffers()
	if count > mostBuffers {
		return errPOD
	}
	for range count {
		b, err := s.useBuffer(e)
		if err != nil {
			s.dropBuffers()
			return err
		}
		s.buffers = append(s.buffers, b)
	}
	return nil
}

func (s *Stream) useBuffer(e *event) (*buffer, error) {
	id, offset, size, metas := e.uint(), e.uint(), e.uint(), e.int()
	chunk := uint64(0) // behind the metadata
	for range min(metas, mostParts) {
		e.id()
		chunk += filled(uint64(e.uint()), podAlign)
	}
	parts := e.int()
	if e.err != nil || metas > mostParts || parts < 1 || parts > mostParts || chunk+chunkSize*uint64(parts) > uint64(size) {
		return nil, errPOD
	}
	about, err := s.conn.mapMemory(id, uint64(offset), uint64(size))
	if err != nil {
		return nil, err
	}
	b := &buffer{about: about, chunk: int(chunk)}
	for i := range parts {
		kind, where, _, from, length := e.id(), e.uint(), e.int(), e.uint(), e.uint()
		switch {
		case i > 0 || e.err != nil: // pixels of four bytes lie in one part
		case kind == dataMemory:
			if b.data, err = s.conn.mapMemory(where, uint64(from), uint64(length)); err == nil {
				b.part = b.data.data
			}
		case kind == dataPointer && uint64(where)+uint64(length) <= uint64(size):
			b.part = about.data[where:][:length]
		default:
			err = fmt.Errorf("the media server gives pictures in memory of a kind that was not asked for (%d)", kind)
		}
	}
	if err == nil {
		err = e.err
	}
	if err != nil {
		b.free()
		return nil, err
	}
	return b, nil
}

func (s *Stream) setIO(e *event) error {
	_, _, _, kind, id, offset, size := e.int(), e.int(), e.int(), e.id(), e.uint(), e.uint(), e.uint()
	if kind != ioBuffers || e.err != nil {
		return nil
	}
	s.io.free()
	s.io = nil
	if id == invalid {
		return nil
	}
	if size < ioSize {
		return errPOD
	}
	var err error
	s.io, err = s.conn.mapMemory(id, uint64(offset), uint64(size))
	return err
}

func (s *Stream) setActivation(e *event) error {
	node, signal, id, offset, size := e.uint(), e.file(), e.uint(), e.uint(), e.uint()
	if old := s.peers[node]; old != nil {
		old.free()
		delete(s.peers, node)
	}
	if signal == nil {
		return nil
	}
	if id == invalid || size < activationSize {
		_ = signal.Close()
		return nil
	}
	a, err := s.conn.mapMemory(id, uint64(offset), uint64(size))
	if err != nil {
		_ = signal.Close()
		return err
	}
	s.peers[node] = &peer{a, signal}
	return nil
}

// turns takes this node's turns until its file is closed.
func (s *Stream) turns(wake *os.File) {
	count := make([]byte, 8)
	for {
		if _, err := wake.Read(count); err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.wake == wake && s.err == nil { // nobody has closed it
				s.err = err
				s.tell()
			}
			return
		}
		s.mu.Lock()
		if s.wake == wake {
			s.turn()
		}
		s.mu.Unlock()
	}
}

// turn takes this node's turn, if there is one: it takes the picture that there may be, and lets
// those go on who wait for this node. The caller holds mu.
func (s *Stream) turn() {
	a := s.activation
	if a == nil || !a.word(activationStatus).CompareAndSwap(triggered, awake) {
		return // there is none, or it was told twice of one
	}
	a.time(activationAwake).Store(now())
	s.process()
	a.word(activationResult).Store(needData)
	a.time(activationFinish).Store(now())
	a.word(activationStatus).CompareAndSwap(awake, finished)
	one := order.AppendUint64(nil, 1)
	for _, p := range s.peers {
		if p.activation.word(activationPending).Add(invalid) != 0 { // one less
			continue
		}
		p.activation.time(activationSignal).Store(now())
		if p.activation.word(activationStatus).CompareAndSwap(idle, triggered) {
			_, _ = p.signal.Write(one)
		}
	}
}

// take takes the buffer that the port was given, and gives another one back.
func (s *Stream) take() {
	if s.io == nil {
		return
	}
	status, id := s.io.word(ioStatus), s.io.word(ioBufferID)
	if status.Load() == haveData {
		back := uint32(invalid)
		if got := int(id.Load()); got < len(s.buffers) {
			b := s.buffers[got]
			// What has changed may be the pointer alone.
			if b.about.word(b.chunk+chunkLength).Load() == 0 || b.about.word(b.chunk+chunkFlags).Load()&chunkCorrupted != 0 {
				back = uint32(got)
			} else {
				if s.latest >= 0 && s.latest != got {
					back = uint32(s.latest)
				}
				s.latest, s.current = got, true
				s.changes++
				s.tell()
			}
		}
		id.Store(back)
	}
	status.Store(needData)
}
