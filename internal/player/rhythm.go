package player

import (
	"context"
	"errors"
	"time"
)

const (
	// watchIdle is the pause between two looks at a screen of which nobody
	// tells that it changes, at the least; a look that takes long is followed
	// by a pause of idleShare times its length.
	watchIdle = 100 * time.Millisecond
	idleShare = 15
	// watchAnyway is the pause after which a screen is looked at although
	// nothing was told: systems that compose windows by graphics hardware miss
	// changes.
	watchAnyway = 500 * time.Millisecond
	// A screen that keeps changing, without a board on it, is looked at less
	// and less often: every busyLooks looks add the length of a look to the
	// pause after it, up to watchSlowest.
	busyLooks    = 10
	eagerLooks   = 3                    // the first of them follow each other as fast as is worth it
	watchBusy    = 3 * time.Millisecond // the shortest pause after a change
	watchSlowest = 250 * time.Millisecond
	// untoldMost is how many changes in a row may go untold before the telling
	// counts for nothing.
	untoldMost = 3
)

// Waiter is an Eye that may be able to tell when the screen changes.
type Waiter interface {
	// Wait waits until the screen has changed since the latest Capture began,
	// for atMost at the longest, and tells whether it has. It returns
	// errors.ErrUnsupported where nobody tells of changes.
	Wait(ctx context.Context, atMost time.Duration) (changed bool, err error)
}

// rhythm decides when to look at the screen again: as soon as it has changed,
// but never so often that looking takes more of the machine than it is worth.
type rhythm struct {
	eye   Eye
	clock Clock

	busy   int  // looks in a row at a screen that had changed
	told   bool // the last pause ended because a change was told
	untold int  // changes in a row that were not
	deaf   bool // nobody tells of changes
}

// pause waits until it is time for another look. changed tells whether the last
// look found another picture than the one before, and took how long it took.
func (r *rhythm) pause(ctx context.Context, changed bool, took time.Duration, deadline time.Time) error {
	switch {
	case !changed:
		r.busy = 0
	case r.told || r.busy > 0:
		r.untold = 0
	default:
		r.untold++
	}
	if changed {
		r.busy++
		rest := watchBusy
		if r.busy > eagerLooks { // a page takes a few frames to show a board
			rest = min(max(took, watchBusy)*time.Duration(1+r.busy/busyLooks), watchSlowest)
		}
		if err := r.clock.Sleep(ctx, rest); err != nil {
			return err
		}
	}
	if w, ok := r.eye.(Waiter); ok && !r.deaf && r.untold < untoldMost {
		most := min(watchAnyway, max(deadline.Sub(r.clock.Now()), 0))
		told, err := w.Wait(ctx, most)
		if r.told = told; !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		r.deaf = true
	}
	if changed {
		return nil // the pause after a busy look was taken
	}
	return r.clock.Sleep(ctx, max(watchIdle, idleShare*took))
}
