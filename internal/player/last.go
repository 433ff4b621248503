package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"autoqueens/solver"
	"autoqueens/vision"
)

// The last click of a board is held back until every other queen is seen to stand.
// A game may show its result card in the very frame in which it takes that click,
// so that no picture ever shows the solved board; and a pop-up that came with an
// earlier click looks the same. What was seen just before tells the two apart: from
// then on one click decides, and whatever comes up right after it came with the win.
//
// That costs a paint of the page. A page that has been seen to leave a solved board in sight
// is expected to do so with the next one at that place, which then will be seen solved.

// errHeld ends a batch before its last click: the other queens do not all stand.
var errHeld = errors.New("the last click is held back")

// solved is a board that was seen solved.
type solved struct {
	reading *vision.Reading
	at      time.Time
}

// noteSolved takes down how a board was seen as it was won.
func (g *game) noteSolved() {
	g.Player.solved = nil
	if g.out.By == QueensSeen || g.out.By == AnswerSeen {
		g.Player.solved = &solved{g.reading, g.Clock.Now()}
	}
}

// noteStays learns, from a board that was played and is in sight at some time, that its page
// leaves a solved one there: for as long as any board has to stand still to count.
func (p *Player) noteStays(played *vision.Reading, at time.Time) {
	if s := p.solved; s != nil && at.Sub(s.at) >= settleFirst && samePuzzle(s.reading, played) && sameState(s.reading, played) {
		p.stays = played
	}
}

// spendTrust tells whether the last click may go without what is known before it: no click was
// lost, and the page is expected to leave the board in sight. Each board has to show anew
// that it does. Where this one does not, its win is not told.
func (g *game) spendTrust() bool {
	last := g.stays
	g.stays = nil
	return last != nil && g.out.Repairs == 0 && gameOf(last) == gameOf(g.reading) && overlap(last.Lattice, g.reading.Lattice)
}

// gameOf names the game of a board.
func gameOf(r *vision.Reading) string { return cmp.Or(r.Game, vision.Queens) }

// closing is what is known of the last click of a board.
type closing struct {
	cell   Cell
	before *vision.Reading // the board with every queen but that one
	shown  *image.RGBA     // in which that was read
	at     time.Time       // when it was made
	// response is the longest that the page took to show one of the clicks before it,
	// as far as it was looked at.
	response time.Duration
	// hovers tells that the page showed the pointer on the cell before the click, and
	// answered when the cell was first seen changed since, zero where it was not: a page
	// that shows that the pointer has gone has come to the click before.
	hovers   bool
	answered time.Time
}

// answers tells whether a board that was last in sight when it stood may have gone as
// the page's answer to the last click. Where the page shows the pointer, it tells by
// itself when it has come to that click; elsewhere it gets twice the time that it took
// for one before.
func (c *closing) answers(stood time.Time) bool {
	switch {
	case !c.hovers:
		return stood.Sub(c.at) <= 2*c.response+frameGap
	case c.answered.IsZero():
		return true
	default:
		return stood.Sub(c.answered) <= max(2*frameGap, c.response) // some pages draw a frame later
	}
}

// words says what answers goes by.
func (c *closing) words(stood time.Time) string {
	switch last := stood.Sub(c.at).Round(time.Millisecond); {
	case !c.hovers:
		return fmt.Sprintf("it was last seen %v after the last click, and the page took %v for one before", last, c.response.Round(time.Millisecond))
	case c.answered.IsZero():
		return "the page, which shows the pointer, had not answered the last click"
	default:
		return fmt.Sprintf("it was last seen %v after the page had answered the last click", stood.Sub(c.answered).Round(time.Millisecond))
	}
}

// noteAnswer takes down that the cell is seen changed.
func (c *closing) noteAnswer(now time.Time) {
	if c.answered.IsZero() {
		c.answered = now
	}
}

// hold waits until every queen but the one in a cell stands on the board, as it
// will once the page has shown the clicks that were made; last says when each cell had
// its last one. It returns errHeld where some of them were lost or the last one is not
// needed, and errDisplaced where the board has moved.
func (g *game) hold(ctx context.Context, cell Cell, last map[Cell]time.Time, made int) error {
	c := &closing{cell: cell}
	g.closing = c
	if !g.standsBut(cell) && !g.Options.PointerShown {
		// The pointer waits where it will click; what it clicked last lies free.
		if err := g.Hand.Park(ctx, g.target(cell)); err != nil && !obstructed(err) {
			return err
		}
	}
	old, began := g.shown, g.Clock.Now()
	var changed time.Time
	var late []Cell // whose queens were not there at the look before
	c.response = frameGap
	for !g.standsBut(cell) {
		before := g.reading
		at := g.Clock.Now()
		if err := g.readHere(ctx); err != nil {
			return err
		}
		if g.standsBut(cell) {
			for _, of := range late {
				if clicked, ok := last[of]; ok { // else it was only out of sight
					c.response = max(c.response, at.Sub(clicked))
				}
			}
			g.response = max(g.response, c.response)
			break
		}
		late = g.lacking(cell)
		if changed.IsZero() || !sameMarks(&before.Board, g.board()) {
			changed = g.Clock.Now()
		}
		if g.since(began) >= lookFor {
			return restless()
		}
		if g.since(changed) >= g.settleTime(g.unseenClicks(made)) {
			g.why("the last click, on %v, is not made yet: the other queens do not all stand", cell)
			return errHeld
		}
		// A page that never rests leaves the processor to others as well.
		if err := g.Clock.Sleep(ctx, watchBusy); err != nil {
			return err
		}
		if err := g.awaitPaint(ctx, lookSlowly); err != nil {
			return err
		}
	}
	if g.board().Mark(cell.Row, cell.Col) == solver.Queen {
		return errHeld // the game has filled it in
	}
	c.before, c.shown = g.reading, g.shown
	c.hovers = g.darkened(old, c.shown, cell)
	return nil
}

// readHere reads the board where it was. A page that is just painting may not be
// read; only one that stays so is looked at as a board out of sight is.
func (g *game) readHere(ctx context.Context) error {
	s, _ := g.lookThere()
	if s.state != here {
		return g.guard(ctx, false)
	}
	g.adopt(s.reading, s.img)
	return nil
}

// standsBut tells whether every queen but the one in a cell was seen to stand, and
// no wrong one.
func (g *game) standsBut(cell Cell) bool {
	right, wrong := queens(g.board(), g.answer)
	if g.board().Mark(cell.Row, cell.Col) == solver.Queen {
		right--
	}
	return wrong == 0 && right == g.board().Size-1
}

// lacking returns the cells whose queens were not seen to stand, but for the given one.
func (g *game) lacking(but Cell) (cells []Cell) {
	for row, col := range g.answer {
		if c := (Cell{row, col}); c != but && g.board().Mark(row, col) != solver.Queen {
			cells = append(cells, c)
		}
	}
	return cells
}

// awaitPaint waits until the screen has changed since it was last captured, for
// atMost at the longest.
func (g *game) awaitPaint(ctx context.Context, atMost time.Duration) error {
	if w, ok := g.Eye.(Waiter); ok {
		if _, err := w.Wait(ctx, atMost); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return g.Clock.Sleep(ctx, min(atMost, frameGap/2)) // no frame is missed
}
