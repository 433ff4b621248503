//go:build linux

package pipewire

import (
	"os"
)

// The nodes of the graph take turns through memory that they share: who waits for others counts them
// down there, and is woken by a file of its own. In its turn a node takes a buffer and gives one back.

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

// peer is a node that waits for this one to finish.
type peer struct {
	activation *area
	signal     *os.File
}

func (p *peer) free() {
	p.activation.free()
	_ = p.signal.Close()
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

func (s *Stream) dropTransport() {
	s.activation.free()
	s.activation = nil
	if s.wake != nil {
		_ = s.wake.Close() // its goroutine ends
		s.wake = nil
	}
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
