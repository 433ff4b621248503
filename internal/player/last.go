package player

import (
	"context"
	"errors"
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

// errHeld ends a batch before its last click: the other queens do not all stand.
var errHeld = errors.New("clicks were lost before the last one")

// closing is what is known of the last click of a board.
type closing struct {
	cell     Cell
	before   *vision.Reading // the board with every queen but that one
	shown    *image.RGBA     // in which that was read
	response time.Duration   // how long the page took to show the clicks before, from the first of them
	at       time.Time       // when it was made
}

// hold waits until every queen but the one in a cell stands on the board, as it
// will once the page has shown the clicks that were made since began. It returns
// errHeld where some of them were lost, and errDisplaced where the board has moved.
func (g *game) hold(ctx context.Context, cell Cell, began time.Time, made int) error {
	g.closing = &closing{cell: cell}
	if g.standsBut(cell) {
		g.closing.before, g.closing.shown = g.reading, g.shown
		g.closing.response = frameGap
		return nil
	}
	// The pointer waits where it will click; what it clicked last lies free.
	if err := g.Hand.Park(ctx, g.target(cell)); err != nil {
		return err
	}
	changed := g.Clock.Now()
	for {
		if err := g.awaitPaint(ctx, lookSlowly); err != nil {
			return err
		}
		old := g.reading
		if err := g.readHere(ctx); err != nil {
			return err
		}
		if g.standsBut(cell) {
			c := g.closing
			c.before, c.shown, c.response = g.reading, g.shown, g.since(began)
			return nil
		}
		if !sameMarks(&old.Board, g.board()) {
			changed = g.Clock.Now()
		}
		if g.since(changed) >= g.settleTime(made) {
			g.why("the last click, on %v, is not made yet: another queen is missing", cell)
			return errHeld
		}
	}
}

// readHere reads the board where it was. A page that is just painting may not be
// read; only one that stays so is looked at as a board out of sight is.
func (g *game) readHere(ctx context.Context) error {
	img, err := g.Eye.Capture(nearby(g.reading.Lattice, g.view))
	if err == nil {
		if g.shown != nil && samePixels(g.shown, img, surface(g.reading.Lattice, img.Rect)) {
			return nil
		}
		if r, err := g.Reader.ReadAt(img, g.reading.Lattice); err == nil && sameRegions(&r.Board, g.board()) {
			g.adopt(r, img)
			return nil
		}
	}
	return g.guard(ctx, false)
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
