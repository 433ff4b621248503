package input

import (
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/internal/fault"
)

// press presses and releases the button at p, where the pointer was when s was
// asked for. The caller holds mu.
//
// Window managers that focus a window on a click grab the button for it. The
// server then holds the press and all that follows back until the window
// manager lets go, and clicks sent meanwhile all land where the pointer ends.
// So the pointer stays where it is until the system confirms the release.
//
// A window that comes up between the answer with s and the press gets the press.
// Stopping the X server for that moment would not help under such a window
// manager, which replays the press some time later, and a process that is stopped
// meanwhile would stop the whole desktop.
func (h *Hand) press(ctx context.Context, p image.Point, s State) (err error) {
	if err := h.mayPress(ctx, p, s); err != nil {
		return err
	}
	h.clicked = p
	// From here on the button comes up again whatever happens, a panic in the
	// driver included.
	defer func() {
		if h.down {
			_, up := h.release()
			err = errors.Join(err, up)
		}
		h.pressed = time.Now()
	}()
	if quick, ok := h.driver.(swift); ok {
		s, err = h.clickAtOnce(ctx, quick, p)
	} else {
		s, err = h.clickByTurns(ctx, p)
	}
	if err != nil {
		return err
	}
	if !near(s.At, p) || s.Uses != h.used {
		return ErrPersonMoved
	}
	h.landed = true
	return context.Cause(ctx)
}

// mayPress tells what keeps the button from being pressed at p, where the pointer was when
// s was asked for. The caller holds mu.
func (h *Hand) mayPress(ctx context.Context, p image.Point, s State) (err error) {
	if s.Grabbed && !h.grabbed(s) {
		// It may be the answer to the click before, which is soon over.
		if s, _, err = h.await(ctx, func(now State) bool {
			return !now.Grabbed || h.grabbed(now) || now.Held || !near(now.At, p)
		}); err != nil {
			return err
		}
	}
	if !near(s.At, p) || !s.At.In(h.fence) || s.Held {
		return ErrPersonMoved
	}
	if s.Grabbed {
		return ErrGrabbed
	}
	if h.over == 0 {
		h.over = s.Over
	}
	if h.stays && s.Over != h.over {
		return ErrCovered
	}
	return nil
}

// clickDirectly clicks at p, which lies inside the fence, by a driver that goes there
// by itself. The caller holds mu.
func (h *Hand) clickDirectly(ctx context.Context, d direct, p image.Point) (err error) {
	s, err := h.check(ctx)
	if err != nil {
		return err
	}
	if !h.placed {
		h.begin(s)
	}
	if h.grabbed(s) {
		return ErrGrabbed
	}
	if err := h.sameWindow(s, p); err != nil {
		return err
	}
	// From here on the button comes up again whatever happens, a panic in the
	// driver included.
	h.down = true
	defer func() {
		if h.down {
			err = errors.Join(err, h.driver.Release())
			h.down = false
		}
		h.pressed = time.Now()
	}()
	over := h.over // 0 before the first click
	if !h.stays {
		over = 0
	}
	if s, err = d.ClickAt(ctx, p, h.used, over); err != nil {
		return err
	}
	h.down = false
	h.see(s)
	if s.Uses != h.used {
		return personAt(s)
	}
	h.clicked, h.landed, h.left, h.placed = p, true, p, true
	if !s.Hidden && near(s.At, p) { // a hand on the mouse may tremble
		h.drifts(s.At.Sub(p))
		h.left = s.At
	}
	if s.Hidden {
		h.put = &p
		if err := h.hasFocus(ctx, s); err != nil {
			return err
		}
	} else if !near(s.At, p) {
		return ErrPersonMoved
	}
	return context.Cause(ctx)
}

// hasFocus notes which window has got the focus by the first press, where it is that what the
// system tells: s is what it said then. Where none gets it, something that is no window was
// pressed, and it returns errNoWindow. The caller holds mu.
func (h *Hand) hasFocus(ctx context.Context, s State) (err error) {
	if h.over != 0 {
		return nil
	}
	for began := time.Now(); s.Over == noWindow; {
		// The desktop gives the focus in its own time.
		if time.Since(began) > answering {
			return errNoWindow
		}
		if err := sleepOnly(ctx, pollSlowly); err != nil {
			return err
		}
		if s, err = h.state(); err != nil {
			return err
		}
	}
	h.over = s.Over
	return nil
}

// sameWindow returns ErrCovered where clicks have to stay in the window that was clicked
// first, and another one is at p. Nothing was moved yet when s was asked for. The caller
// holds mu.
func (h *Hand) sameWindow(s State, p image.Point) error {
	over := s.Over
	if d, ok := h.driver.(windower); ok {
		at, _, err := d.WindowAt(p)
		if err != nil {
			return err
		}
		over = at
	}
	if s.Hidden && h.over == 0 {
		return nil // what is told is the window with the focus, which the first click moves
	}
	if h.over == 0 {
		h.over = over
	}
	if h.stays && over != h.over {
		return ErrCovered
	}
	return nil
}

// clickAtOnce has the press and the release sent together at p, and waits until the
// system has seen both: the pointer stays where it is until then. It returns the
// mouse as it is after them. The caller holds mu.
func (h *Hand) clickAtOnce(ctx context.Context, d swift, p image.Point) (State, error) {
	h.down = true
	pressed, s, err := d.Click()
	if err != nil {
		return s, h.whose(err)
	}
	h.down = false // what was pressed comes up by itself
	h.see(s)
	if !pressed.Left && !s.Left {
		// Somebody has stopped the mouse this very moment. When it goes on, the
		// button goes down and up.
		if s, err = h.awaitPress(ctx, p); err != nil {
			return s, err
		}
	}
	if s.Left {
		return h.awaitRelease()
	}
	return s, nil
}

// clickByTurns presses at p, waits until the system has seen it, and releases. It
// returns the mouse as it is after that. The caller holds mu.
func (h *Hand) clickByTurns(ctx context.Context, p image.Point) (State, error) {
	h.down = true
	if err := h.driver.Press(); err != nil {
		return State{}, err
	}
	if s, err := h.awaitPress(ctx, p); err != nil {
		return s, err
	}
	return h.release()
}

// awaitPress waits until the system has seen the button go down at p, and returns
// the mouse as it is then. A person who presses a button, turns the wheel or moves the mouse
// meanwhile is heeded at once: a window manager may hold that press back as well,
// and then lets the hand's own button down and up unseen. The caller holds mu.
func (h *Hand) awaitPress(ctx context.Context, p image.Point) (State, error) {
	person := func(now State) bool { return !now.Left && (now.Held || now.Uses != h.used || !near(now.At, p)) }
	s, seen, err := h.await(ctx, func(now State) bool { return now.Left || person(now) })
	switch {
	case err != nil:
	case !seen:
		err = errNotArrived
	case person(s):
		err = ErrPersonMoved
	}
	return s, err
}

var errNotArrived error = fault.New(fault.NoAccess,
	"the click did not arrive: another program holds the mouse",
	"close menus, screen lockers and programs that grab the mouse, and try again")

// release lets the button up and waits until the system has seen it. It returns
// the mouse as it is then. The caller holds mu.
func (h *Hand) release() (State, error) {
	if err := h.driver.Release(); err != nil {
		return State{}, err
	}
	h.down = false
	return h.awaitRelease()
}

// awaitRelease waits until the system has seen the button come up, even when the
// person has stopped the hand: leaving sooner would leave a click behind that
// lands wherever the pointer goes next. It returns the mouse as it is then. The
// caller holds mu.
func (h *Hand) awaitRelease() (State, error) {
	s, up, err := h.await(context.Background(), func(now State) bool { return !now.Left })
	if err == nil && !up {
		err = fault.Newf(fault.NoAccess,
			"click once with the mouse itself; a window manager that hangs, or a finger on the button, does this",
			"the mouse button does not come up: it was let go %v ago", patience)
	}
	return s, err
}
