package input

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	// watchEvery is how often the watcher looks at the mouse. A person's movement
	// takes many times as long, and the hand looks for itself before whatever it
	// does; a page that has to show what was clicked needs the processor more.
	watchEvery = 10 * time.Millisecond
	// settleEvery is how often it is looked at by those who are waited for.
	settleEvery = 3 * time.Millisecond
	// readyFor is how long Ready holds the Esc key for a Watch that does not come.
	readyFor = 100 * time.Millisecond
)

// Watch lets the person stop the hand. The context it returns ends, with the
// cause ErrPersonMoved, ErrPersonUsed or ErrEscape, as soon as the person moves the mouse,
// presses a button, turns the wheel or presses Esc (where the system lets the key be watched). It
// ends with another cause when the mouse can no longer be asked. The hand's own
// moves and clicks do not end it.
//
// Watching begins with the pointer where it is: what the person did before is
// the person's business. Call stop when the hand is done; it returns when
// nothing watches any more and the key is free. Stop may be called twice.
func (h *Hand) Watch(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)

	h.mu.Lock()
	h.over, h.stays, h.landed = 0, true, false
	s, err := h.state()
	if err == nil {
		h.begin(s)
		h.left, h.placed = s.At, true
		if s.Held {
			err = personAt(s)
		}
	}
	h.mu.Unlock()
	if err != nil {
		cancel(err)
		return ctx, func() {}
	}

	var watchers sync.WaitGroup
	watchers.Go(func() { h.look(ctx, cancel) })
	release := func() {}
	if esc, ok := h.escaper(); ok {
		release = h.key.watch(esc, func() { cancel(ErrEscape) })
	}
	var once sync.Once
	return ctx, func() {
		once.Do(func() {
			cancel(context.Canceled)
			release()
			watchers.Wait()
			h.mu.Lock()
			h.placed, h.stays = false, false // from here on the mouse is the person's
			h.mu.Unlock()
		})
	}
}

// Ready takes the Esc key for a Watch that is about to begin, so that the first
// click need not share the machine with that. Without a Watch the key is everybody's
// again a tenth of a second later. Esc pressed in between ends that Watch as it
// begins.
func (h *Hand) Ready() {
	if esc, ok := h.escaper(); ok {
		h.key.ready(esc)
	}
}

// TryEscape returns why Watch could not watch the Esc key here, nil where it
// can. It takes the key for a moment.
func (h *Hand) TryEscape() error {
	esc, ok := h.escaper()
	if !ok {
		return errors.New("the Esc key cannot be watched on this system")
	}
	stop, err := esc.WatchEscape(func() {})
	if err != nil {
		return err
	}
	stop()
	return nil
}

// escaper returns the driver if it can watch the Esc key.
func (h *Hand) escaper() (escaper, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	esc, ok := h.driver.(escaper)
	return esc, ok
}

// look looks at the mouse until ctx ends or the person was seen.
func (h *Hand) look(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		// Between the hand's moves only: it holds mu while it moves and clicks,
		// and looks for itself meanwhile. What it has just seen serves here too.
		h.mu.Lock()
		s, err := h.seen, error(nil)
		if time.Since(h.asked) >= watchEvery/2 {
			s, err = h.state()
		}
		touched := err == nil && h.touched(s)
		h.mu.Unlock()
		switch {
		case err != nil:
			cancel(err)
			return
		case touched:
			cancel(personAt(s))
			return
		}
	}
}

// Settle waits until the person has let go of the mouse: until the pointer has
// rested and no button was held for the length of quiet. Where a program has the mouse
// to itself, other than in answer to the person's click, it returns ErrGrabbed.
func (h *Hand) Settle(ctx context.Context, quiet time.Duration) error {
	var last State
	since := time.Now()
	var taken time.Time // since when a program has it
	for first := true; ; first = false {
		h.mu.Lock()
		s, err := h.state()
		grabbed := h.grabbed(s)
		h.mu.Unlock()
		if err != nil {
			return err
		}
		switch {
		case !grabbed || s.Held:
			taken = time.Time{}
		case taken.IsZero():
			taken = time.Now()
		case time.Since(taken) >= answering:
			return ErrGrabbed
		}
		if first || s.Held || grabbed || s.At != last.At || s.Uses != last.Uses {
			since = time.Now()
		}
		last = s
		if !s.Held && !grabbed && time.Since(since) >= quiet {
			return context.Cause(ctx)
		}
		wait := settleEvery
		if left := quiet - time.Since(since); left > 0 && left < wait {
			wait = left // no longer than asked for: a board waits for it
		}
		if err := sleepOnly(ctx, wait); err != nil {
			return err
		}
	}
}
