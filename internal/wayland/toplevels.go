//go:build linux

package wayland

import "sync"

// Events of the protocol of wlroots that tells of the windows of other programs.
const (
	managerToplevel = 0

	toplevelState  = 4
	toplevelDone   = 5
	toplevelClosed = 6

	activated = 2 // a state
)

// Toplevels knows which window has the focus. Its methods may be called from several
// goroutines.
type Toplevels struct {
	conn *Conn

	mu     sync.Mutex
	told   map[Object]bool // of each window: whether it has the focus, as it was told
	active Object          // 0 where none has
	tells  bool            // that a window has it was told before
}

// FollowToplevels asks to be told of the windows. ok is false where the compositor does
// not tell.
func (c *Conn) FollowToplevels() (t *Toplevels, ok bool) {
	t = &Toplevels{conn: c, told: map[Object]bool{}}
	_, _, ok = c.Bind("zwlr_foreign_toplevel_manager_v1", 1, 1, func(e *Event) {
		if e.Opcode == managerToplevel {
			w := e.NewObject()
			c.Adopt(w, func(e *Event) { t.hear(w, e) })
		}
	})
	return t, ok
}

func (t *Toplevels) hear(w Object, e *Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e.Opcode {
	case toplevelState:
		states := e.Array()
		t.told[w] = false
		for ; len(states) >= wordSize; states = states[wordSize:] {
			t.told[w] = t.told[w] || order.Uint32(states) == activated
		}
	case toplevelDone:
		switch {
		case t.told[w]:
			t.active, t.tells = w, true
		case t.active == w:
			t.active = 0
		}
	case toplevelClosed:
		delete(t.told, w)
		if t.active == w {
			t.active = 0
		}
	}
}

// Active returns the window that has the focus, 0 where none has, as when something that is
// no window has it. tells is false where none ever had it, so that the compositor may not tell.
func (t *Toplevels) Active() (w Object, tells bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.active, t.tells
}
