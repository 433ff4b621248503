package player

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
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
	err     error           // with hidden and unclear: what kept it from being read
}

// lookThere takes a picture of the place where the board was and reads it, unless it
// shows what was read before. What it says of a board that is not there is no more
// than hidden; img is what it saw, nil where nothing could be captured.
func (g *game) lookThere() (s sight, img *image.RGBA) {
	img, err := g.Eye.Capture(nearby(g.reading.Lattice, g.view))
	if err != nil {
		img = nil
	}
	return g.lookAt(img, err), img
}

// lookAt is lookThere with a picture that was taken, or the error of that.
func (g *game) lookAt(img *image.RGBA, err error) sight {
	if err != nil {
		return sight{state: hidden, err: err}
	}
	at := g.reading.Lattice
	if g.shown != nil && samePixels(g.shown, img, surface(at, img.Rect)) {
		return sight{state: here, reading: g.reading, img: img}
	}
	if without := g.unshaded(img); without != nil {
		img = without
	}
	r, err := g.Reader.ReadAt(img, g.reading)
	no, _ := errors.AsType[*vision.Refusal](err)
	switch {
	case no != nil && g.doubts(no) && shift(at, no.Lattice) <= displacedBy:
		return sight{state: unclear, err: err}
	case err != nil:
		return sight{state: hidden, err: err}
	case !samePuzzle(r, g.reading):
		return sight{state: hidden, reading: r}
	case shift(at, r.Lattice) > displacedBy:
		return sight{state: moved, reading: r, img: img}
	default:
		if g.other() {
			r.Lattice = at // what is done on a board must not make its place drift, look by look
		}
		return sight{state: here, reading: r, img: img}
	}
}

// doubts tells whether a refusal is that of the board being played, with something on it that
// could be one thing or another.
func (g *game) doubts(no *vision.Refusal) bool {
	if g.other() {
		return no.Game == g.reading.Game && no.Lattice.Size == g.reading.Lattice.Size && no.Reason != vision.CutOff
	}
	return slices.Equal(no.Regions, g.board().Regions)
}

// look looks at the board, on the whole screen where it is not where it was.
func (g *game) look() sight {
	s, _ := g.lookThere()
	return g.lookFurther(s)
}

// lookFurther looks on the whole screen for a board that is not where it was, or, of another
// game than Queens, not to be read there: the search for it finds its place anew.
func (g *game) lookFurther(s sight) sight {
	switch {
	case s.state == hidden:
		return g.lookEverywhere()
	case s.state == unclear && g.other():
		if e := g.lookEverywhere(); e.state == here || e.state == moved {
			return e
		}
	}
	return s
}

func (g *game) lookEverywhere() sight {
	at := g.reading.Lattice
	img, err := g.Eye.Capture(g.view.screen())
	if err != nil {
		return sight{state: hidden, err: err}
	}
	r, err := g.Reader.Read(img)
	no, _ := errors.AsType[*vision.Refusal](err)
	switch {
	case no != nil && g.doubts(no):
		return sight{state: unclear, err: err} // it has moved, perhaps to below the pointer
	case err != nil:
		return sight{state: hidden, err: err}
	case samePuzzle(r, g.reading):
		if shift(at, r.Lattice) > displacedBy {
			return sight{state: moved, reading: r, img: img}
		}
		return sight{state: here, reading: r, img: img}
	case overlap(at, r.Lattice):
		return sight{state: replaced, reading: r}
	default:
		return sight{state: hidden} // a board elsewhere is not the one played
	}
}

// lookClosely is look after the last click of a board, when crowns may turn gold and a
// card may come up at any moment: the cell of that click is looked at where the board
// cannot be read. Reading the whole screen takes as long as several frames; unless
// everywhere is set, what cannot be read is hidden without it.
func (g *game) lookClosely(everywhere bool) sight {
	s, img := g.lookThere()
	if s.state != hidden && s.state != unclear {
		return s
	}
	another := s.reading != nil // a board with other regions is there
	if g.closing != nil && img != nil && !another {
		switch g.glimpse(img) {
		case crowned:
			return sight{state: crownSeen}
		case unmet:
			return sight{state: crownless}
		}
	}
	if s.state == hidden && (everywhere || another || g.closing == nil) {
		return g.lookEverywhere()
	}
	return s
}

// stands tells at a glance that the board is where it was and that nothing
// covers it: every line of it is still drawn where it was read, and the cells have their
// colours. Marks may have changed, and the cell below the pointer be darker. Where the lines
// do not say, the answer is no.
func (g *game) stands() bool {
	if g.shown == nil {
		return false
	}
	img, err := g.captureBoard()
	if err != nil {
		return false
	}
	if without := g.unshaded(img); without != nil {
		img = without
	}
	return sameLines(g.shown, img, g.reading.Lattice) && g.sameGrounds(img)
}

// captureBoard takes a picture of the board's surface where it was read last.
func (g *game) captureBoard() (*image.RGBA, error) {
	return g.Eye.Capture(surface(g.reading.Lattice, g.view.screen()))
}

// lookAgain looks at the board after a batch of clicks until it is known to be
// solved, or has come to rest with something still to do. before is what the plan
// was made for, made is how many clicks of it were made, and complete tells whether
// those were all.
//
// There are three kinds of evidence of a win. The board shows every queen. Or all but the
// last were seen to stand before the last click, and the cell of that one, which
// something that came up leaves in sight, shows its queen. Or the board went out of
// sight as the page answered that click, and the page around it stayed: see gone.
func (g *game) lookAgain(ctx, watched context.Context, before *vision.Reading, plan Plan, made int, complete bool) (solved bool, err error) {
	// The pointer would darken the cell it clicked last. If the person has
	// taken the mouse meanwhile it is theirs, and only looking is left.
	if watched.Err() == nil {
		_, _ = g.park(watched, g.view, g.reading.Lattice)
	}
	g.now(Status{Doing: Verifying, Of: plan.Missing})
	if !complete {
		g.closing = nil
	}
	began := g.Clock.Now()
	stood := began        // when the board was last in sight
	var changed time.Time // when the marks last changed, or were first looked at
	var lost time.Time    // since when it is not
	var odd time.Time     // since when it cannot be read as a whole
	for {
		if err := g.pause(ctx, g.since(began)); err != nil {
			return false, err
		}
		at := g.Clock.Now()
		s := g.lookClosely(!lost.IsZero() || g.closing == nil)
		switch s.state {
		case crownSeen:
			g.out.By = QueensSeen
			return true, nil
		case crownless, unclear:
			lost = time.Time{}
			if s.state == crownless {
				stood = at
				g.closing.noteAnswer(at)
			}
			if odd.IsZero() {
				odd = at
			}
			g.unhoverBy(watched, s)
			if g.since(odd) >= patience {
				return false, g.outOfSight(s)
			}
		case here, moved:
			stood, lost, odd = at, time.Time{}, time.Time{}
			if s.state == moved {
				g.displaced++
				g.interrupted = true
			}
			if changed.IsZero() || s.state == moved || !sameMarks(&s.reading.Board, g.board()) {
				changed = g.Clock.Now()
			}
			g.adopt(s.reading, s.img)
			if c := g.closing; c != nil && !samePixels(c.shown, s.img, cellArea(c.before.Lattice, c.cell)) {
				c.noteAnswer(at)
			}
			right, wrong := queens(g.board(), g.answer)
			switch {
			case wrong == 0 && right == g.board().Size:
				g.out.By = QueensSeen
				return true, nil
			case plan.Clears && wrong == 0 && complete && g.since(began) >= frameGap:
				return false, nil
			case g.since(changed) >= g.settleTime(g.unseenClicks(made)):
				g.countIdle(before)
				return false, nil
			}
		default:
			if lost.IsZero() {
				lost = at
				if c := g.closing; c != nil {
					g.why("the board went out of sight: %v", c.words(stood))
				}
				continue // a page that is just painting is no board out of sight
			}
			away := g.since(lost)
			if s.state == hidden && g.gone(stood, away) {
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

// unhoverBy is unhover while only looking is left to be done, which goes on whatever becomes of
// the mouse.
func (g *game) unhoverBy(watched context.Context, s sight) {
	if watched.Err() == nil {
		_ = g.unhover(watched, s)
	}
}

// gone tells whether a board that is out of sight for a while, and was last in
// sight when it stood, is so because it was won: every other queen stood before the
// last click, something came up as the page answered that click, and the page is the
// one that was played on.
//
// A page that has answered otherwise, or not in time, was covered by something else. One
// that has lost clicks before may have lost that one as well, and is believed only once
// the board has stayed out of sight.
func (g *game) gone(stood time.Time, since time.Duration) bool {
	c := g.closing
	if c == nil || !c.answers(stood) || g.stands() {
		return false
	}
	took := g.out.Repairs == 0
	if !took && since < patience {
		return false
	}
	window, same, known := g.Hand.Window()
	if known && !same {
		return false // closed, or covered by another one
	}
	// Browsers paint a page before the tab and the address that go with it, and a page
	// that is loaded again shows its board again.
	img, err := g.Eye.Capture(g.full.Rect)
	return err == nil && g.pageStands(img, window, known && took && since >= patience) && !g.scrolled(img)
}

// pause waits before another look at a board that has been looked at for spent. What
// follows the last click of a board shows at once, a card that covers the result
// perhaps with it. After other clicks a page takes some frames, and where the system
// tells of changes the page is given a little longer to paint something: one that
// has much to do to show what was clicked needs the processor more than the player
// does.
func (g *game) pause(ctx context.Context, spent time.Duration) error {
	wait := lookFast
	switch {
	case g.closing != nil && spent < fastFor:
		return g.awaitPaint(ctx, lookSlowly)
	case spent >= fastFor:
		wait = lookSlowly
	case spent == 0:
		wait = lookFirst
	}
	if err := g.Clock.Sleep(ctx, wait); err != nil {
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

// settleTime returns how long the board must not change before what it shows counts as the
// result of what was done on it, of which so many clicks or other moves may still be to be seen.
func (g *game) settleTime(unseen int) time.Duration {
	if unseen == 0 { // what is not seen was lost
		return settled
	}
	slow := 2 * g.response
	if g.response == 0 { // nothing tells yet how slow the page is
		slow = patience
	}
	return max(min(settleFirst<<g.out.Repairs, settleMost), min(max(slow, time.Duration(unseen)*perClick), busyMost))
}

// unseenClicks returns how many of the clicks that were made on a Queens board it does not show.
func (g *game) unseenClicks(made int) int {
	return min(Decide(g.board(), g.answer, g.Options.Clicks).Clicks(), made)
}

// restless is the error for a board that has changed for as long as it may be looked at.
func restless() error {
	return fault.New(fault.Unverified, "the board does not come to rest after the clicks",
		"wait for the page to calm down and run 'autoqueens play' again")
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

// pageStands tells whether, in a picture of all that was seen, the page is still the one that was played on: what is
// around the board stayed or, where they count, the bars of its window did, of which
// the area is in points.
func (g *game) pageStands(img *image.RGBA, window image.Rectangle, bars bool) bool {
	c, board := compared{g.full, img}, g.reading.Lattice.Bounds().Image()
	if c.surroundingsStand(board) {
		return true
	}
	if !bars {
		return false
	}
	from, to := g.view.Mapping.Pixel(window.Min), g.view.Mapping.Pixel(window.Max)
	return c.barsStand(board, image.Rect(int(from.X), int(from.Y), int(to.X), int(to.Y)))
}

// scrolled tells whether in such a picture the page was scrolled, so that not all of the board is seen.
func (g *game) scrolled(img *image.RGBA) bool {
	shown := g.shown
	if g.closing != nil {
		shown = g.closing.shown // as it was with the last click alone left to be made
	}
	return shown != nil && compared{shown, img}.scrolled(g.reading.Lattice)
}

// outOfSight says what became of a board that is not there any more.
func (g *game) outOfSight(s sight) error {
	left := g.leftWords()
	if s.state == replaced {
		return fault.Newf(fault.Unverified,
			"leave the page alone while a board is being played; 'autoqueens play' plays the new one",
			"another board took the place of this one after %s: %s", g.madeWords(), left)
	}
	if s.state == unclear {
		return fault.Wrap(s.err, fault.Unverified, fmt.Sprintf("after %s, %v: %s", g.madeWords(), s.err, left),
			"look at the board, and run 'autoqueens play' again to finish it")
	}
	img, err := g.Eye.Capture(g.full.Rect)
	if err == nil && g.scrolled(img) {
		return fault.Wrap(s.err, fault.Unverified, fmt.Sprintf("the page was scrolled after %s: %s", g.madeWords(), left),
			"bring the whole board back into view, and run 'autoqueens play' again to finish it")
	}
	what := "the board went out of sight after " + g.madeWords()
	if no, _ := errors.AsType[*vision.Refusal](s.err); no != nil && shift(g.reading.Lattice, no.Lattice) <= displacedBy {
		what = "the board cannot be read any more after " + g.madeWords()
		left = no.What + "; " + left
	}
	if err == nil && g.pageStands(img, image.Rectangle{}, false) {
		return fault.Wrap(s.err, fault.Unverified, what+", and what is around it stayed: "+left,
			"something covers it, or the page shows something else now; bring the board back and run 'autoqueens play' again")
	}
	return fault.Wrap(s.err, fault.Unverified, what+", together with what is around it: "+left,
		"its window was closed or hidden, or the screen locked; bring the board back and run 'autoqueens play' again")
}
