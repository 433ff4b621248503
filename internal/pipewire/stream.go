//go:build linux

package pipewire

import (
	"context"
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

// Picture is what a stream shows.
type Picture struct {
	Data   []byte
	Size   image.Point // pixels
	Stride int         // bytes from a row to the next
	Format Format
}

// The places in what tells of the data in a buffer (struct spa_chunk).
const (
	chunkOffset = 0
	chunkLength = 4
	chunkStride = 8
	chunkFlags  = 12
	chunkSize   = 16

	chunkCorrupted = 1
)

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
