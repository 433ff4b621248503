package input

import (
	"context"
	"errors"
	"image"
	"time"
)

// What the system tells of the pointer and of the person is asked here, before each press and while
// anything is waited for.

// isDirect tells whether a click goes to its place by itself.
func (h *Hand) isDirect() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.driver.(direct)
	return ok
}

// check asks the system for the pointer and returns ErrPersonMoved when the
// person has been at the mouse, or the reason why ctx ended. The caller holds mu.
func (h *Hand) check(ctx context.Context) (State, error) {
	if err := context.Cause(ctx); err != nil {
		return State{}, err
	}
	s, err := h.state()
	if err == nil && h.touched(s) {
		err = personAt(s)
	}
	return s, err
}

// personAt returns the error for a person who was noticed in s.
func personAt(s State) error {
	if s.Hidden {
		return ErrPersonUsed
	}
	return ErrPersonMoved
}

// checkForMove is check before the pointer is moved. What has just been answered
// is not asked for again where the move asks for itself. The caller holds mu.
func (h *Hand) checkForMove(ctx context.Context) (State, error) {
	if _, ok := h.driver.(swift); !ok || time.Since(h.asked) >= current || h.touched(h.seen) || h.grabbed(h.seen) {
		return h.check(ctx)
	}
	return h.seen, context.Cause(ctx)
}

// touched tells whether s is not as the hand left the mouse. The caller holds mu.
func (h *Hand) touched(s State) bool {
	held := s.Held
	if h.dragging {
		held = s.Others || !s.Left && !s.Hidden
	}
	return held || h.placed && (s.Uses != h.used || !s.Hidden && !near(s.At.Add(h.drifting()), h.left))
}

// drifting returns how far the person has moved the mouse until the hand last moved it. The caller holds mu.
func (h *Hand) drifting() image.Point {
	if time.Since(h.drifted) >= rested {
		return image.Point{}
	}
	return h.drift
}

// drifts notes that the mouse was moved by so much since the hand left it. The caller holds mu.
func (h *Hand) drifts(by image.Point) {
	if by != (image.Point{}) {
		h.drift, h.drifted = h.drifting().Add(by), time.Now()
	}
}

// grabbed tells whether a program has the mouse to itself in s, other than in answer
// to the latest click, or to the button that the hand holds down: then the window that was
// pressed has it. The caller holds mu.
func (h *Hand) grabbed(s State) bool {
	return s.Grabbed && !h.dragging && time.Since(h.pressed) >= answering
}

// state asks the driver. The caller holds mu.
func (h *Hand) state() (State, error) {
	if h.driver == nil {
		return State{}, errors.New("the mouse was closed")
	}
	asked := time.Now() // what is answered may be as old, however long the answer takes
	s, err := h.driver.State()
	if err == nil {
		h.seen, h.asked = s, asked
	}
	return s, h.whose(err)
}

// whose returns what an error of the driver comes to. While the hand is watched nobody but the person
// takes the mouse to another screen. The caller holds mu.
func (h *Hand) whose(err error) error {
	if h.stays && errors.Is(err, errElsewhere) {
		return ErrPersonMoved
	}
	return err
}

// see notes what the driver said of the mouse once it had done something. The caller holds mu.
func (h *Hand) see(s State) { h.seen, h.asked = s, time.Now() }

// await polls the system until done holds and returns what it said last; it
// returns false when patience runs out. It starts without sleeping, because the
// answer is mostly there at once, and then sleeps, because a spinning client
// starves the window manager that it waits for. The caller holds mu.
func (h *Hand) await(ctx context.Context, done func(State) bool) (State, bool, error) {
	var deadline time.Time
	for tries := 0; ; tries++ {
		s, err := h.state()
		if err != nil {
			return s, false, err
		}
		if done(s) {
			return s, true, nil
		}
		if err := context.Cause(ctx); err != nil {
			return s, false, err
		}
		if tries < pollAtOnce {
			continue
		}
		switch now := time.Now(); {
		case deadline.IsZero():
			deadline = now.Add(patience)
		case now.After(deadline):
			return s, false, nil
		}
		if tries < pollOften {
			nap(pollEvery)
		} else {
			time.Sleep(pollSlowly)
		}
	}
}

// sleep waits for d or until ctx ends, and returns why it ended.
func sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
		}
	}
	return context.Cause(ctx)
}

// sleepOnly is sleep for someone who is waited for: it ends as soon as d is over,
// where sleep may take most of a millisecond longer.
func sleepOnly(ctx context.Context, d time.Duration) error {
	began := time.Now()
	if err := sleep(ctx, d-time.Millisecond); err != nil {
		return err
	}
	if left := d - time.Since(began); left > 0 {
		nap(left)
	}
	return context.Cause(ctx)
}
