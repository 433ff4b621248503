//go:build linux

package wayland

import (
	"context"
	"sync"
	"time"
)

// idleAfter is how soon the compositor is asked to tell that nobody uses mouse or
// keyboard: what is done sooner after something else is not told of by itself.
const idleAfter = time.Millisecond

// Idle hears when mouse, keyboard or touch screen of a seat are used, by whom ever: from
// the compositor's notifications of idleness, which need no permission and no
// position. They tell of the first use after a millisecond of rest. Its methods may be
// called from several goroutines.
type Idle struct {
	mu      sync.Mutex
	idle    bool
	changed chan struct{} // closed and made anew at each event
	at      time.Time     // when the latest event came
	uses    uint64        // how often it has resumed
}

// Requests and events of the protocols, which share their events.
const (
	extIdleGet      = 1
	extIdleGetInput = 2
	kdeIdleGet      = 0

	idled   = 0
	resumed = 1
)

// FollowIdle asks to be told when the seat is used. ok is false where the compositor
// does not tell.
func (c *Conn) FollowIdle(seat *Seat) (i *Idle, ok bool, err error) { return c.follow(seat, idleAfter) }

// FollowUses asks to be told of each single use of the seat: a notification of idleness
// after no time at all. Compositors may take that otherwise, so whoever counts has to see
// that it counts right. ok is false where the compositor does not tell.
func (c *Conn) FollowUses(seat *Seat) (i *Idle, ok bool, err error) { return c.follow(seat, 0) }

// follow asks to be told when the seat is used after it was not for some time.
func (c *Conn) follow(seat *Seat, after time.Duration) (i *Idle, ok bool, err error) {
	i = &Idle{changed: make(chan struct{}), at: time.Now()}
	timeout := uint32(after / time.Millisecond)
	if manager, version, ok := c.Bind("ext_idle_notifier_v1", 1, 2, nil); ok {
		opcode := uint16(extIdleGet)
		if version >= 2 {
			opcode = extIdleGetInput // which a program that keeps the screen awake does not silence
		}
		return i, true, c.Create(func() []*Request {
			return []*Request{NewRequest(manager, opcode).Object(c.New(i.hear)).Uint(timeout).Object(seat.Object)}
		})
	}
	manager, _, ok := c.Bind("org_kde_kwin_idle", 1, 1, nil)
	if !ok {
		return nil, false, nil
	}
	return i, true, c.Create(func() []*Request {
		return []*Request{NewRequest(manager, kdeIdleGet).Object(c.New(i.hear)).Object(seat.Object).Uint(timeout)}
	})
}

func (i *Idle) hear(e *Event) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch e.Opcode {
	case idled:
		i.idle = true
	case resumed:
		i.idle = false
		i.uses++
	default:
		return
	}
	i.at = time.Now()
	close(i.changed)
	i.changed = make(chan struct{})
}

// State returns whether nobody uses the seat at this moment, when that began or
// ended, and how often somebody has begun to use it.
func (i *Idle) State() (idle bool, since time.Time, uses uint64) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.idle, i.at, i.uses
}

// Await waits until done holds for what State returns, or ctx ends.
func (i *Idle) Await(ctx context.Context, done func(idle bool, uses uint64) bool) error {
	for {
		i.mu.Lock()
		idle, uses, changed := i.idle, i.uses, i.changed
		i.mu.Unlock()
		if done(idle, uses) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
