//go:build linux

package wayland

import (
	"context"
	"sync"
)

// Seat is the mouse and the keyboard of one person.
type Seat struct {
	Object Object

	mu           sync.Mutex
	capabilities uint32
}

// Events of a seat, and what it may have.
const (
	seatCapabilities = 0
	seatPointer      = 1
)

// NewSeat returns the first seat of the session. ok is false where there is none.
func (c *Conn) NewSeat(ctx context.Context) (s *Seat, ok bool, err error) {
	s = &Seat{}
	s.Object, _, ok = c.Bind("wl_seat", 1, 1, func(e *Event) {
		if e.Opcode == seatCapabilities {
			s.mu.Lock()
			s.capabilities = e.Uint()
			s.mu.Unlock()
		}
	})
	if !ok {
		return nil, false, nil
	}
	return s, true, c.Sync(ctx)
}

// HasPointer tells whether the seat has anything that moves the pointer.
func (s *Seat) HasPointer() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.capabilities&seatPointer != 0
}
