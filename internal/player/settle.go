package player

import (
	"context"
	"errors"
	"time"

	"autoqueens/vision"
)

// A board is taken up once two pictures of it agree, with nothing on it that hides a part of it.

// settle looks at a board until two pictures in a row agree about it, with the
// pointer at rest in between: a person who still moves the mouse, or holds its
// button, has not let go yet. A pointer that rests on the board is taken off it
// first, once within parkAgain: it darkens the cell below it and hides marks.
// settle returns false where the board has to be found anew.
func (g *game) settle(ctx context.Context, view View, last *vision.Reading, seen shot, parked *time.Time, deadline time.Time) (bool, error) {
	for {
		if err := g.rest(ctx, seen, deadline); err != nil {
			if errors.Is(err, errRestless) {
				return false, nil
			}
			return false, err
		}
		parkedBefore := *parked
		if clear, err := g.clear(ctx, view, last, parked); !clear || err != nil {
			return false, err
		}
		// Nothing but the board has to be captured where nothing of it has changed.
		board := surface(last.Lattice, view.screen())
		next, err := g.shoot(board)
		if err != nil {
			return false, err
		}
		reading := last
		if parkedBefore == *parked && samePixels(seen.img, next.img, board) {
			next.img = seen.img
		} else {
			if next, err = g.shoot(nearby(last.Lattice, view)); err != nil {
				return false, err
			}
			if reading, err = g.Reader.ReadAt(next.img, last); err != nil {
				return false, nil
			}
		}
		if agree(last, reading) {
			// A person may have brought the pointer back just now.
			if on, err := g.covered(view, reading); on || err != nil {
				return false, err
			}
			g.view = view
			g.adopt(reading, next.img)
			return true, nil
		}
		if !g.Clock.Now().Before(deadline) {
			return false, nil
		}
		last, seen = reading, next
	}
}

// clear takes a pointer that stands on a board off it and waits until the page
// has drawn the board without it. It returns false where a person keeps bringing
// the pointer back, and where there is no room for it beside a board of which a
// cell is in doubt.
func (g *game) clear(ctx context.Context, view View, r *vision.Reading, parked *time.Time) (bool, error) {
	if !g.clicks() {
		return true, nil
	}
	on, err := g.pointerOn(view, r)
	if err != nil || !on {
		return err == nil, err
	}
	if !parked.IsZero() && g.since(*parked) < parkAgain {
		return false, nil
	}
	moved, err := g.park(ctx, view, r.Lattice)
	switch {
	case obstructed(err): // it is waited for where the mouse is to rest
		return false, nil
	case err != nil:
		return false, err
	case !moved:
		return !doubted(r), nil
	}
	*parked = g.Clock.Now()
	g.why("the pointer stood on the board and was taken off it, as it darkens a cell and hides marks")
	return true, g.Clock.Sleep(ctx, frameGap)
}

// covered tells whether the pointer stands on a board of which a cell is in
// doubt: it may be the reason for it.
func (g *game) covered(view View, r *vision.Reading) (bool, error) {
	if !g.clicks() || !doubted(r) {
		return false, nil
	}
	return g.pointerOn(view, r)
}

// rest waits until frameGap has passed since a picture was taken, and for the
// person to let go of the mouse if there is going to be clicking, and whatever
// program has it to itself. It returns errRestless when that takes too long, and
// what the hand says where it is a program.
func (g *game) rest(ctx context.Context, seen shot, deadline time.Time) error {
	gap := max(frameGap-g.since(seen.at), 0)
	if !g.clicks() {
		return g.Clock.Sleep(ctx, gap)
	}
	at, _, err := g.pointer()
	if err != nil {
		return err
	}
	if at != seen.pointer {
		gap = frameGap
	}
	g.Hand.Ready()
	began := g.Clock.Now()
	left := max(deadline.Sub(began), time.Second)
	limited, cancel := context.WithTimeoutCause(ctx, left, errRestless)
	defer cancel()
	var held error // what the hand said last
	for {
		round := g.Clock.Now()
		err := g.Hand.Settle(limited, gap)
		switch {
		case obstructed(err):
			held = err
		case held == nil || !errors.Is(err, errRestless) || g.since(round) >= time.Second:
			return err // it is the person, who has been at it since the program let go
		}
		if g.since(began) >= left || limited.Err() != nil {
			return g.unpressed(held)
		}
		g.tellObstacle(held)
		if err := g.Clock.Sleep(ctx, lookSlowly); err != nil {
			return err
		}
	}
}

// agree tells whether two readings show the same board at the same place,
// fully faded in.
func agree(a, b *vision.Reading) bool {
	const (
		still = 0.05 // of a cell
		shade = 8    // of 255, per channel: more than rounding, less than a fade
	)
	if !samePuzzle(a, b) || !sameState(a, b) || shift(a.Lattice, b.Lattice) > still {
		return false
	}
	if len(a.Colors) != len(b.Colors) {
		return false
	}
	for i, c := range a.Colors {
		d := b.Colors[i]
		if far(c.R, d.R) > shade || far(c.G, d.G) > shade || far(c.B, d.B) > shade {
			return false
		}
	}
	return true
}

func far(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
