package input

import (
	"context"
	"fmt"

	"autoqueens/internal/fault"
)

// Key is a key that the hand types: a digit by its character, or one of those below.
type Key rune

// The keys that are no digits.
const (
	KeyBackspace Key = -1 - iota
	KeyLeft
	KeyUp
	KeyRight
	KeyDown
)

// String names the key.
func (k Key) String() string {
	switch k {
	case KeyBackspace:
		return "Backspace"
	case KeyLeft:
		return "Left"
	case KeyUp:
		return "Up"
	case KeyRight:
		return "Right"
	case KeyDown:
		return "Down"
	}
	return string(k)
}

// errNoKeys says that a driver has no keyboard.
var errNoKeys error = fault.New(fault.NoAccess, "keys cannot be typed the way the mouse is used here",
	"play this game by hand, or choose another way with --input")

// Type types a key into the window of the latest click, which was made since [Hand.Watch] began and
// on which the pointer still rests: keys go nowhere else. It returns when the system has taken
// the press and the release. The errors are those of [Hand.Click]; a window that has the keyboard's
// focus and is not the one that was clicked counts as covering it.
func (h *Hand) Type(ctx context.Context, k Key) error {
	h.turn.Lock()
	defer h.turn.Unlock()
	h.mu.Lock()
	quick := h.pace.straight()
	h.mu.Unlock()
	if !quick {
		if err := h.pause(ctx); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	d, ok := h.driver.(typist)
	if !ok {
		return errNoKeys
	}
	s, err := h.check(ctx)
	if err != nil {
		return err
	}
	if !h.stays || !h.landed || !near(h.left, h.clicked) || !h.clicked.In(h.fence) {
		return fault.Plainf("this is a bug worth reporting", "refused to type %v: the place that it is for was not clicked", k)
	}
	if h.grabbed(s) {
		return ErrGrabbed
	}
	if h.over != 0 {
		// A window manager gives the focus to what was clicked in its own time.
		_, focused, err := h.await(ctx, func(State) bool {
			var now uint64
			now, err = d.Focus()
			return err != nil || now == h.over || now == 0
		})
		if err == nil && !focused {
			err = ErrCovered
		}
		if err != nil {
			return err
		}
	}
	if err := d.Type(k); err != nil {
		return err
	}
	_, err = h.check(ctx)
	return err
}

// noKey is the failure to find a key on the person's keyboard.
func noKey(k Key) error {
	return fault.New(fault.NoAccess, fmt.Sprintf("the keyboard has no key for %v", k),
		"choose a keyboard layout that has it")
}
