package player

import (
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/vision"
)

const (
	// lookFirst is the pause before the first look after a batch of clicks: a page
	// takes some frames to show them, and needs the processor for it. lookFast is
	// the shortest pause between two looks from then on, when crowns may turn gold
	// and a result card may cover them at any moment; lookSlowly is the pause
	// later on.
	lookFirst  = 2 * frameGap
	lookFast   = frameGap
	lookSlowly = 30 * time.Millisecond
	fastFor    = 400 * time.Millisecond
	// settleFirst is how long a board must not change before its marks count
	// as the result of the clicks; every repair doubles it, up to settleMost.
	settleFirst = 600 * time.Millisecond
	settleMost  = 2400 * time.Millisecond
	// perClick is what a slow page may take for a click. A page that is busy
	// may paint nothing until it has taken all of them, so a board is given
	// that long for each click whose effect is not seen, up to busyMost.
	perClick = 350 * time.Millisecond
	busyMost = 8 * time.Second
	// lookFor bounds one look at a board that never comes to rest.
	lookFor = 30 * time.Second
)

// sight is what one look at the board found.
type sight struct {
	state   state
	reading *vision.Reading // with here and moved
	img     *image.RGBA     // in which that was read
	err     error           // with hidden: what kept it from being read
}

// state says what became of the board since the last look.
type state int

const (
	here     state = iota // where it was
	moved                 // it moved by more than a third of a cell
	replaced              // another board stands in its place
	hidden                // it is not seen
)

// look takes a picture of the place where the board was and reads it, unless it
// shows what was read before; where the board is not there, it looks for it on the
// whole screen.
func (g *game) look() sight {
	at := g.reading.Lattice
	img, err := g.Eye.Capture(nearby(at, g.view))
	if err != nil {
		return sight{state: hidden, err: err}
	}
	if g.shown != nil && samePixels(g.shown, img, surface(at, img.Rect)) {
		return sight{state: here, reading: g.reading, img: img}
	}
	reading, err := g.Reader.ReadAt(img, at)
	if err != nil || !sameRegions(&reading.Board, g.board()) {
		if img, err = g.Eye.Capture(g.view.screen()); err != nil {
			return sight{state: hidden, err: err}
		}
		reading, err = g.Reader.Read(img)
	}
	switch {
	case err != nil:
		return sight{state: hidden, err: err}
	case sameRegions(&reading.Board, g.board()):
		if shift(at, reading.Lattice) > displacedBy {
			return sight{state: moved, reading: reading, img: img}
		}
		return sight{state: here, reading: reading, img: img}
	case overlap(at, reading.Lattice):
		return sight{state: replaced, reading: reading}
	default:
		return sight{state: hidden} // a board elsewhere is not the one played
	}
}

// stands tells at a glance that the board is where it was and that nothing
// covers it: every line of it is still drawn where it was read. Marks may have
// changed, and the cell below the pointer be darker. Where the lines do not say,
// the answer is no.
func (g *game) stands() bool {
	if g.shown == nil {
		return false
	}
	img, err := g.Eye.Capture(surface(g.reading.Lattice, g.view.screen()))
	return err == nil && sameLines(g.shown, img, g.reading.Lattice)
}

// lookAgain reads the board after a batch of clicks until it is solved, or has
// come to rest with something still to do. before is what the plan was made for,
// made is how many clicks of it were made, and complete tells whether those were
// all.
func (g *game) lookAgain(ctx, watched context.Context, before *vision.Reading, plan Plan, made int, complete bool) (solved bool, err error) {
	// The pointer would darken the cell it clicked last. If the person has
	// taken the mouse meanwhile it is theirs, and only looking is left.
	if watched.Err() == nil {
		_, _ = g.park(watched, g.view, g.reading.Lattice)
	}
	g.now(Status{Doing: Verifying, Of: plan.Missing})
	began := g.Clock.Now()
	changed := began   // when the marks last changed
	var lost time.Time // since when the board is out of sight
	nearlyDone := g.nearlyDone()
	wait := lookFirst
	for {
		if err := g.pause(ctx, wait); err != nil {
			return false, err
		}
		wait = lookFast
		if g.since(began) >= fastFor {
			wait = lookSlowly
		}
		s := g.look()
		switch s.state {
		case here, moved:
			lost = time.Time{}
			if s.state == moved {
				g.displaced++
				g.interrupted = true
			}
			if s.state == moved || !sameMarks(&s.reading.Board, g.board()) {
				changed = g.Clock.Now()
			}
			g.adopt(s.reading, s.img)
			nearlyDone = g.nearlyDone()
			right, wrong := queens(g.board(), g.answer)
			switch {
			case wrong == 0 && right == g.board().Size:
				g.out.By = QueensSeen
				return true, nil
			case plan.Clears && wrong == 0 && complete && g.since(began) >= frameGap:
				return false, nil
			case g.since(changed) >= g.settleTime(made):
				g.countIdle(before)
				return false, nil
			}
		default:
			if lost.IsZero() {
				lost = g.Clock.Now()
			}
			if g.since(lost) >= patience {
				if s.state == hidden && complete && !plan.Clears && nearlyDone && g.surroundingsStand() {
					g.out.By = BoardGone
					return true, nil
				}
				return false, g.outOfSight(s)
			}
		}
		if g.since(began) >= lookFor {
			return false, fault.New(fault.Unverified,
				"the board does not come to rest after the clicks",
				"wait for the page to calm down and run 'autoqueens play' again")
		}
	}
}

// pause waits for d before another look, and where the system tells of changes a
// little longer for the page to paint something: one that has much to do to show what
// was clicked needs the processor more than the player does.
func (g *game) pause(ctx context.Context, d time.Duration) error {
	if err := g.Clock.Sleep(ctx, d); err != nil {
		return err
	}
	w, ok := g.Eye.(Waiter)
	if !ok {
		return nil
	}
	if _, err := w.Wait(ctx, lookSlowly-lookFast); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// settleTime returns how long the board must not change before what it shows
// counts as the result of the clicks that were made.
func (g *game) settleTime(made int) time.Duration {
	unseen := min(Decide(g.board(), g.answer, g.Options.Clicks).Clicks(), made)
	return max(min(settleFirst<<g.out.Repairs, settleMost), min(time.Duration(unseen)*perClick, busyMost))
}

// nearlyDone tells whether at most one queen was missing when the board was
// last seen.
func (g *game) nearlyDone() bool {
	right, wrong := queens(g.board(), g.answer)
	return wrong == 0 && right >= g.board().Size-1
}

// countIdle notes whether a batch of clicks changed anything on the board.
func (g *game) countIdle(before *vision.Reading) {
	switch {
	case !sameMarks(&before.Board, g.board()):
		g.idle, g.reacted = 0, true
	case !g.interrupted:
		g.idle++
	}
}

// surroundingsStand tells a result card that covers the board from a window
// that is gone: it compares what is around the board with the picture in which
// the board was first seen. Where there is too little around it to tell, the
// answer is no.
//
// A card that dims the whole page counts as a window that is gone. That errs
// on the side of not claiming a success.
func (g *game) surroundingsStand() bool {
	const (
		step    = 4   // pixels between two samples
		atLeast = 500 // samples
		differs = 48  // of 255, in any channel
		most    = 0.6 // of the samples may differ
	)
	img, err := g.Eye.Capture(g.full.Rect)
	if err != nil {
		return false
	}
	board := g.reading.Lattice.Bounds().Image()
	// The card may be larger than the board; what counts is the page around.
	around := board.Inset(-board.Dx() / 2).Intersect(g.full.Rect)
	hole := board.Inset(-board.Dx() / 16)
	samples, changed := 0, 0
	for y := around.Min.Y; y < around.Max.Y; y += step {
		for x := around.Min.X; x < around.Max.X; x += step {
			if image.Pt(x, y).In(hole) {
				continue
			}
			samples++
			a, b := g.full.RGBAAt(x, y), img.RGBAAt(x, y)
			if far(a.R, b.R) > differs || far(a.G, b.G) > differs || far(a.B, b.B) > differs {
				changed++
			}
		}
	}
	return samples >= atLeast && float64(changed) <= most*float64(samples)
}

// outOfSight says what became of a board that is not there any more.
func (g *game) outOfSight(s sight) error {
	right, _ := queens(g.board(), g.answer)
	left := count(g.board().Size-right, "queen") + " still missing when it was last seen"
	if s.state == replaced {
		return fault.Newf(fault.Unverified,
			"leave the page alone while a board is being played; 'autoqueens play' plays the new one",
			"another board took the place of this one after %s: %s", count(g.made, "click"), left)
	}
	what := "the board went out of sight after " + count(g.made, "click")
	if g.surroundingsStand() {
		return fault.Wrap(s.err, fault.Unverified, what+", and what is around it stayed: "+left,
			"something covers it, or the page shows something else now; bring the board back and run 'autoqueens play' again")
	}
	return fault.Wrap(s.err, fault.Unverified, what+", together with what is around it: "+left,
		"its window was closed or hidden, or the screen locked; bring the board back and run 'autoqueens play' again")
}
