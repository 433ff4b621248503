package player

import (
	"context"
	"image"
	"slices"
	"time"
)

// What has become of acts is awaited twice: before the last of them, which is held back until all others
// show, and after it.

// settled is how long what shows on a board has to stay for it to be no drag or paint under way.
const settled = 100 * time.Millisecond

// awaitOthers waits until the board shows that the given act is all that is left to be done,
// after others were made. It returns errHeld where some of these were lost, and errDisplaced
// where the board has moved.
func (g *game) awaitOthers(ctx context.Context, last act, made []act) error {
	c := &closing{cell: Cell(last.cells[len(last.cells)-1]), response: frameGap}
	began := g.Clock.Now()
	var changed time.Time // when the board last changed, or was first looked at
	parked := false
	unread, looked := 0, false
wait:
	for {
		if left := g.acts(); len(left) == 1 && sameAct(left[0], last) {
			break
		} else if len(left) == 0 {
			return errHeld // the game has done it
		}
		if g.since(began) > 2*frameGap && !parked && !g.Options.PointerShown {
			// The pointer waits where it will press; what it was on last lies free.
			parked = true
			if err := g.Hand.Park(ctx, g.target(Cell(last.cells[0]))); err != nil && !obstructed(err) {
				return err
			}
		}
		before, at := g.reading, g.Clock.Now()
		img, err := g.Eye.Capture(nearby(before.Lattice, g.view))
		if err == nil && unread < int(settled/frameGap) && len(last.cells) == 1 {
			if _, done := g.compare(img); !done {
				// Some of the clicks do not show yet: there is nothing to read.
				unread++
				if err := g.awaitPaint(ctx, lookSlowly); err != nil {
					return err
				}
				continue
			}
		}
		s := g.lookFurther(g.lookAt(img, err))
		switch s.state {
		case here:
			g.adopt(s.reading, s.img)
		case unclear, hidden:
			// What is drawn on a board may be more than the reader is certain of.
			if intact, done := g.intact(); intact && done {
				if g.since(began) >= settled {
					break wait
				}
			} else if s.state == unclear {
				if g.since(began) >= patience {
					return g.outOfSight(s)
				}
				if err := g.unhover(ctx, s); err != nil {
					return err
				}
				break
			} else if err := g.guard(ctx, false); err != nil {
				return err
			}
		default:
			if err := g.guard(ctx, false); err != nil {
				return err
			}
		}
		if !sameState(before, g.reading) {
			changed = g.Clock.Now()
			c.response = max(c.response, at.Sub(began))
			if looked { // what the first look shows may have been there for long: the page may be far slower
				g.response = max(g.response, c.response)
			}
		}
		looked = looked || s.state == here
		left := g.acts()
		if len(left) == 1 && sameAct(left[0], last) {
			break
		}
		if s.state == here {
			if changed.IsZero() {
				changed = g.Clock.Now()
			}
			if g.since(changed) >= g.settleTime(pending(made, left)) {
				g.why("the last move is not made yet: others are still to be made")
				return errHeld
			}
		}
		if g.since(began) >= lookFor {
			if s.state == here {
				return restless()
			}
			return g.outOfSight(s)
		}
		if err := g.awaitPaint(ctx, lookSlowly); err != nil {
			return err
		}
	}
	if !g.uncovered(c.cell) { // it may have gone since it was looked at
		if err := g.guard(ctx, false); err != nil {
			return err
		}
	}
	c.before, c.shown = g.reading, g.shown
	if img, err := g.Eye.Capture(nearby(g.reading.Lattice, g.view)); err == nil && samePixels(g.shown, img, innerArea(g.reading.Lattice, c.cell)) {
		c.shown = img
	}
	g.closing = c
	return nil
}

// pending returns how many acts, of those that were made, may still be to be seen: pages take them
// in their order, and what was made before one that is seen was lost.
func pending(made, left []act) (n int) {
	for _, a := range slices.Backward(made) {
		if !slices.ContainsFunc(left, func(l act) bool { return sameAct(a, l) }) {
			break
		}
		n++
	}
	return n
}

func sameAct(a, b act) bool {
	return a.key == b.key && a.cells[len(a.cells)-1] == b.cells[len(b.cells)-1]
}

// awaitAnswer looks at the board after the last act until it shows the answer, or has come to
// rest with something still to be done, or went out of sight as the page answered. Acts made are
// those since it was at rest.
func (g *game) awaitAnswer(ctx, watched context.Context, made []act) (solved bool, err error) {
	g.now(Status{Doing: Verifying, Of: 1})
	began := g.Clock.Now()
	stood := began
	var changed, lost time.Time
	parked := false
	// While a drag is under way a page may show what it would do, and goes on showing it until it
	// has come to the release, however long that takes: the answer has to stay, and the page to show
	// something else beside it, unless nothing else comes.
	byDrag := len(made) > 0 && g.drags(made[len(made)-1])
	var answer *image.RGBA // the first picture that shows it
	for {
		if err := g.awaitPaint(ctx, lookSlowly); err != nil {
			return false, err
		}
		if g.since(began) > 2*frameGap && !parked && watched.Err() == nil {
			parked = true
			_, _ = g.park(watched, g.view, g.reading.Lattice)
		}
		at := g.Clock.Now()
		s, img := g.lookThere()
		if !lost.IsZero() {
			s = g.lookFurther(s)
		}
		if c := g.closing; c != nil && img != nil && c.shown != nil && !samePixels(c.shown, img, cellArea(c.before.Lattice, c.cell)) {
			c.noteAnswer(at)
		}
		switch s.state {
		case here, moved:
			stood, lost = at, time.Time{}
			if changed.IsZero() || s.state == moved || !sameState(s.reading, g.reading) {
				changed = g.Clock.Now()
			}
			g.adopt(s.reading, s.img)
			left := g.acts()
			if len(left) == 0 {
				if answer == nil {
					answer = s.img
				}
				if byDrag && g.since(began) < patience &&
					(g.since(began) < max(perClick, 2*g.response) || samePixels(answer, s.img, nearby(g.reading.Lattice, g.view))) {
					continue
				}
				g.out.By = AnswerSeen
				return true, nil
			}
			answer = nil
			if g.since(changed) >= g.settleTime(pending(made, left)) {
				return false, nil
			}
		default:
			if answer != nil {
				g.out.By = AnswerSeen
				return true, nil
			}
			if lost.IsZero() {
				lost = at
				continue
			}
			away := g.since(lost)
			// A page may take its lines and walls away as it is won, and be no board any more.
			answered := g.closing != nil && !g.closing.answered.IsZero()
			seen := false // though it cannot be read
			if (s.state == unclear || s.state == hidden) && answered && img != nil {
				same, won := g.evenly(img, made[len(made)-1])
				intact, done := g.intact()
				seen = won || same && intact && done
			}
			switch {
			case seen && away >= settled:
				g.out.By = MovesSeen
				return true, nil
			case !seen && s.state == hidden && away >= settled && g.gone(stood, away): // a page that is won may be on its way to what it shows then
				g.out.By = BoardGone
				return true, nil
			}
			if away >= patience {
				return false, g.outOfSight(s)
			}
			g.unhoverBy(watched, s)
		}
		if g.since(began) >= lookFor {
			return false, restless()
		}
	}
}
