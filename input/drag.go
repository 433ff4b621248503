package input

import (
	"context"
	"errors"
	"image"
	"math"
	"time"

	"autoqueens/internal/fault"
)

// Stroke is how a drag goes about its way. The zero Stroke goes from point to point without a
// pause; a pace of a person's goes no faster than a person.
type Stroke struct {
	// Step is how far the pointer goes at once, in points along a straight line, 0 for as
	// far as the next point. A program sees the places that the pointer was at when it
	// looked, and nothing between them.
	Step float64
	// Wait is how long the pointer rests after each step, with the button down.
	Wait time.Duration
	// Rest is how long it rests after the press, after the first step, and before the
	// release. Programs take a press for the beginning of a drag once the pointer has moved
	// a little.
	Rest time.Duration
	// Stands, where it is set, tells whether what is dragged on is still there. It is asked every few
	// milliseconds from the press to the last point; where it says no, the drag ends at once.
	Stands func() bool
	// Shown, where it is set, tells whether the program has taken it that the pointer came to
	// the point of that number on the path, from 1. It is asked every few milliseconds, with
	// the button down, and the pointer goes on when it says so. One that does not within half
	// of Patience is led to the point again from the one before, where the pointer rests for a
	// quarter of it; one that does not then has lost the drag, which ends there.
	Shown    func(point int) bool
	Patience time.Duration
}

// errNotThere ends a drag that Stroke.Stands says no to.
var errNotThere = errors.New("what was dragged on is gone")

// Drag presses the left button at the first point of the path, leads the pointer through the
// others in their order, and lets the button up at the last. All of them lie inside the fence,
// or nothing is pressed; straight lines between them never leave it. What keeps [Hand.Click] from
// pressing keeps Drag, with the same errors.
//
// Whatever ends a drag early lets the button up at once, where the pointer is then: the
// person who moves the mouse by more than Tolerance, presses another button or lets this one
// up, and the end of ctx. What the program then makes of half a drag is the caller's to undo.
// A window that comes over the board meanwhile changes nothing, as the window that was
// pressed has the mouse until the release.
func (h *Hand) Drag(ctx context.Context, path []image.Point, by Stroke) (err error) {
	h.turn.Lock()
	defer h.turn.Unlock()
	if len(path) == 0 {
		return fault.Plain("a drag without a way to go", "name the points that it leads through")
	}
	for _, p := range path {
		if err := h.inFence(p); err != nil {
			return err
		}
	}
	h.mu.Lock()
	h.aimed = nil
	if h.pace.human {
		by.Step, by.Wait, by.Rest = stepLength, max(by.Wait, stepTime), max(by.Rest, shortLinger)
	}
	h.mu.Unlock()
	if err := h.pause(ctx); err != nil {
		return err
	}
	s, err := h.move(ctx, path[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.letGo()) }()
	if err := h.hold(ctx, path[0], s); err != nil {
		return err
	}
	defer func() {
		if err == errNotThere {
			err = nil
		}
	}()
	stay := func(d time.Duration, done func() bool) error {
		gone := false
		err := h.hover(ctx, d, func() bool {
			reached := done != nil && done()
			gone = by.Stands != nil && !by.Stands()
			return reached || gone
		})
		if err == nil && gone {
			return errNotThere
		}
		return err
	}
	if err := stay(by.Rest, nil); err != nil {
		return err
	}
	wait := by.Rest
	lead := func(from, to image.Point) error {
		for _, at := range between(from, to, by.Step) {
			if _, err := h.warp(ctx, at); err != nil {
				return err
			}
			if err := stay(wait, nil); err != nil {
				return err
			}
			wait = by.Wait
		}
		return nil
	}
	for i, p := range path[1:] {
		shown := by.Shown == nil
		for try, patience := range [...]time.Duration{by.Patience / 2, by.Patience / 4} {
			if try > 0 { // a busy program saw nothing of the way but where it ended
				if err := lead(p, path[i]); err != nil {
					return err
				}
				if err := stay(by.Patience/4, nil); err != nil {
					return err
				}
			}
			if err := lead(path[i], p); err != nil {
				return err
			}
			if !shown {
				if err := stay(patience, func() bool { shown = by.Shown(i + 1); return shown }); err != nil {
					return err
				}
			}
			if shown {
				break
			}
		}
		if !shown {
			return nil
		}
	}
	return h.hover(ctx, by.Rest, nil)
}

// hold presses the button at p, where the pointer was when s was asked for, and returns when
// the system has seen it.
func (h *Hand) hold(ctx context.Context, p image.Point, s State) (err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.Hidden {
		err = h.sameWindow(s, p)
	} else {
		err = h.mayPress(ctx, p, s)
	}
	if err != nil {
		return err
	}
	h.clicked, h.down = p, true
	if err := h.driver.Press(); err != nil {
		return h.whose(err)
	}
	if !s.Hidden {
		if _, err := h.awaitPress(ctx, p); err != nil {
			return err
		}
	} else if s, err = h.state(); err != nil {
		return err
	} else if err := h.hasFocus(ctx, s); err != nil {
		return err
	}
	h.dragging = true
	return nil
}

// hover keeps the pointer where it is for d, or until done where that is set, and looks
// whether the person has come, more often than the watcher does. Done is asked once at least, however long
// the looks take.
func (h *Hand) hover(ctx context.Context, d time.Duration, done func() bool) error {
	for end := time.Now().Add(d); ; {
		h.mu.Lock()
		_, err := h.check(ctx)
		h.mu.Unlock()
		if err != nil || done != nil && done() {
			return err
		}
		left := time.Until(end)
		if left <= 0 {
			return nil
		}
		if err := sleepOnly(ctx, min(left, settleEvery)); err != nil {
			return err
		}
	}
}

// letGo lets the button up that hold has pressed, if it has.
func (h *Hand) letGo() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dragging = false
	if !h.down {
		return nil
	}
	_, err := h.release()
	h.pressed = time.Now()
	return err
}

// between returns the places from a to b in steps of one length that is at most step, b
// included and a not; step 0 is any length.
func between(a, b image.Point, step float64) []image.Point {
	d := b.Sub(a)
	n := 1
	if length := math.Hypot(float64(d.X), float64(d.Y)); step > 0 && length > step {
		n = int(math.Ceil(length / step))
	}
	places := make([]image.Point, n)
	for i := range places {
		t := float64(i+1) / float64(n)
		places[i] = a.Add(image.Pt(int(math.Round(t*float64(d.X))), int(math.Round(t*float64(d.Y)))))
	}
	return places
}
