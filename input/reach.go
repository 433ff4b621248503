package input

import (
	"context"
	"image"
	"time"

	"autoqueens/internal/fault"
)

// The pointer goes to a place by a way, step by step, with the person looked out for at each.

// move takes the pointer to p along the path that the pace asks for, and
// returns the mouse as it was last seen, on p.
func (h *Hand) move(ctx context.Context, p image.Point) (State, error) {
	steps, err := h.route(ctx, p)
	if err != nil {
		return State{}, err
	}
	var s State
	for _, st := range steps {
		if err := sleep(ctx, st.Wait); err != nil {
			return State{}, err
		}
		if s, err = h.warp(ctx, st.At); err != nil {
			return State{}, err
		}
	}
	return s, nil
}

// route returns the steps that lead to p; the last one is p.
func (h *Hand) route(ctx context.Context, p image.Point) ([]step, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pace.straight() {
		return []step{{At: p}}, nil // warp looks for itself where it starts
	}
	s, err := h.check(ctx)
	if err != nil {
		return nil, err
	}
	from := s.At
	if s.Hidden {
		from = p // no path to bend, unless it is known where it begins
		if h.put != nil {
			from = *h.put
		}
	}
	return h.pace.path(from, p), nil
}

// warp puts the pointer on p, waits until it is there, and returns the mouse as
// it is then. It holds the mouse from the look before to the look after.
func (h *Hand) warp(ctx context.Context, p image.Point) (State, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, err := h.checkForMove(ctx)
	if err != nil {
		return before, err
	}
	if !h.placed {
		h.begin(before)
	}
	if h.grabbed(before) {
		return before, ErrGrabbed // it may stop the pointer, and let it go there later
	}
	if before.Hidden {
		return h.warpUnseen(ctx, p)
	}
	if before.At == p {
		return h.check(ctx)
	}
	var s State
	to := p
	quick, ok := h.driver.(swift)
	if ok {
		from := before.At
		if before, s, err = quick.Shift(p); err != nil {
			return before, h.whose(err)
		}
		h.see(s)
		if h.touched(before) { // since the latest answer
			return before, ErrPersonMoved
		}
		to = p.Add(before.At.Sub(from)) // a hand on the mouse may tremble
	} else if err := h.driver.Move(p); err != nil {
		return before, err
	}
	// The pointer is there, or still where it was, or somewhere else: then the
	// edge of the screen stopped it, or the person is moving it right now. A program
	// that has the mouse to itself may have stopped it as well.
	elsewhere := false
	arrived := func(now State) bool {
		elsewhere = !near(now.At, before.At) && !near(now.At, p)
		return now.At == to || elsewhere || h.grabbed(now)
	}
	if !ok || !arrived(s) {
		if s, _, err = h.await(ctx, arrived); err != nil {
			return s, err
		}
	}
	if h.placed {
		h.drifts(before.At.Sub(h.left))
	}
	h.left, h.placed = s.At, true
	switch {
	case near(s.At, p):
		return s, nil
	case h.grabbed(s):
		return s, ErrGrabbed
	case !elsewhere:
		return s, fault.Newf(fault.NoAccess,
			"another program may hold the mouse: close menus and virtual machines that grab it, and try again",
			"the pointer does not move: it stays at %d,%d", s.At.X, s.At.Y)
	}
	// An edge stops every attempt at the same place, a person's nudge only the one
	// it met.
	for range attempts {
		time.Sleep(2 * settleEvery)
		if s, err = h.check(ctx); err != nil {
			return s, err
		}
		if err := h.driver.Move(p); err != nil {
			return s, err
		}
		// At once, before a person who goes on moving has moved it away again, and
		// later, where the system takes its time.
		for _, wait := range [...]time.Duration{0, settleEvery} {
			time.Sleep(wait)
			if s, err = h.state(); err != nil {
				return s, err
			}
			if near(s.At, p) || !near(s.At, h.left) {
				return s, ErrPersonMoved // and not left there by the hand, which Watch sees as well
			}
			h.left = s.At
		}
	}
	return s, fault.Plainf(
		"choose a place on the screen, or calibrate again",
		"the pointer does not get to %d,%d: it came to %d,%d", p.X, p.Y, s.At.X, s.At.Y)
}

// warpUnseen is warp where the system does not tell where the pointer is: the driver
// waits until it was moved. The caller holds mu.
func (h *Hand) warpUnseen(ctx context.Context, p image.Point) (State, error) {
	if err := h.driver.Move(p); err != nil {
		return State{}, err
	}
	h.put, h.left, h.placed = &p, p, true
	return h.check(ctx)
}

// begin notes what the person has done so far: that does not stop the hand. The caller
// holds mu.
func (h *Hand) begin(s State) {
	if s.Uses != h.used {
		h.used, h.put = s.Uses, nil
	}
}

// near tells whether two places are the same within Tolerance.
func near(a, b image.Point) bool {
	d := a.Sub(b)
	return max(d.X, -d.X) <= Tolerance && max(d.Y, -d.Y) <= Tolerance
}
