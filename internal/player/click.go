package player

import (
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

const (
	// guardEvery is the age at which the latest look is too old to click on: the
	// fastest clicks are made between two looks, all others each after its own.
	guardEvery = 25 * time.Millisecond
	// patience is how long a board may be out of sight, behind a pop-up or in
	// an animation, before it counts as gone, and how long something else may be in
	// the way of a click on it.
	patience = 2500 * time.Millisecond

	// repairPause lies between two clicks of a repair, repairGap between two
	// on one cell, which games that lose such clicks have been seen to take
	// 300 to 550 ms apart. Both grow with every repair.
	repairPause  = 30 * time.Millisecond
	repairGap    = 350 * time.Millisecond
	maxRepairGap = 1400 * time.Millisecond

	// targetMargin is added to a target time.
	targetMargin = 20 * time.Millisecond
)

// errDisplaced ends a batch of clicks because the board is not where it was.
// What it shows at its new place has been read by then.
var errDisplaced = errors.New("the board has moved")

// click makes the clicks of a plan. It returns errDisplaced where the rest of
// the plan no longer fits what is on the screen.
func (g *game) click(ctx context.Context, plan Plan) error {
	last := make(map[Cell]time.Time, plan.Missing)
	began := g.Clock.Now()
	fresh := began // the decision was made on a fresh look
	made, all := 0, plan.Clicks()
	before := g.board()
	g.closing, g.gaps = nil, map[Cell]time.Duration{}
	g.clicksNow(plan, 0, all)
	for n, pass := range plan.Passes {
		for i, cell := range pass {
			if err := g.await(ctx, last[cell], n+i > 0); err != nil {
				return err
			}
			made++
			if made == all && !plan.Clears && !g.spendTrust() {
				if err := g.hold(ctx, cell, last, made-1); err != nil {
					return err
				}
				fresh = g.Clock.Now()
			}
			if err := g.stretch(ctx, plan, began, made, all); err != nil {
				return err
			}
			// What is in the way of it is in that of the click as well, which waits.
			if err := g.Hand.Aim(ctx, g.target(cell)); err != nil && !obstructed(err) {
				return err
			}
			// Before each batch, and where the last look is old, the board has
			// to be where it was.
			for first := n > 0 && i == 0; context.Cause(ctx) == nil && (first || g.ages(fresh)); first = false {
				if err := g.guard(ctx, g.aimProven() || n == 0 || i > 0); err != nil {
					return err
				}
				fresh = g.Clock.Now()
				// Sooner than at the end: clicks that go astray may leave the
				// board.
				if n == 1 && i == 0 && !g.aimProven() {
					if err := g.checkAim(before, plan.Passes[0]); err != nil {
						return err
					}
				}
			}
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if err := g.press(ctx, cell); err != nil {
				return err
			}
			now := g.Clock.Now()
			if !last[cell].IsZero() {
				g.gaps[cell] = now.Sub(last[cell])
			}
			last[cell] = now
			if err := g.unhide(ctx); err != nil {
				return err
			}
			if g.closing != nil {
				g.closing.at = last[cell]
			}
			g.made++
			g.perCell[cell]++
			g.out.Clicks = g.made
			g.clicksNow(plan, made, all)
		}
	}
	return nil
}

// ages tells whether a look would be too old to click on by the time that the hand presses. A hand
// that has to listen for the person first may as well do so while the board is looked at.
func (g *game) ages(look time.Time) bool { return g.since(look)+g.Hand.Listens() > guardEvery }

// unhover takes the pointer off a board that cannot be read where it is now: one that moves may
// come to lie below a pointer that stood beside it.
func (g *game) unhover(ctx context.Context, s sight) error {
	no, ok := errors.AsType[*vision.Refusal](s.err)
	if !ok || no.Lattice.Size != g.reading.Lattice.Size || shift(g.reading.Lattice, no.Lattice) <= displacedBy {
		return nil
	}
	moved, err := g.park(ctx, g.view, no.Lattice)
	if moved && err == nil {
		g.why("the board came to lie below the pointer, which was taken off it")
	}
	if obstructed(err) { // nothing is pressed here
		return nil
	}
	return err
}

// unhide takes the pointer off the board where pictures show it.
func (g *game) unhide(ctx context.Context) error {
	if !g.Options.PointerShown {
		return nil
	}
	_, err := g.park(ctx, g.view, g.reading.Lattice)
	if obstructed(err) { // so is the next click, which tells of it
		return nil
	}
	return err
}

// press clicks on a cell. What is in the way, since the glance before, is waited for.
func (g *game) press(ctx context.Context, cell Cell) error {
	return g.persist(ctx, func() error { return g.Hand.Click(ctx, g.target(cell)) })
}

// persist does something with the hand. What is in the way, since the glance before, is
// waited for.
func (g *game) persist(ctx context.Context, do func() error) error {
	err := do()
	for began := g.Clock.Now(); obstructed(err) && g.since(began) < patience; {
		g.tellObstacle(err)
		if err := g.Clock.Sleep(ctx, lookSlowly); err != nil {
			return err
		}
		if err := g.guard(ctx, false); err != nil {
			return err
		}
		err = do()
	}
	if obstructed(err) {
		return g.unpressed(err)
	}
	return err
}

// obstructed tells whether a hand has pressed nothing because something is in the way.
func obstructed(err error) bool { return fault.KindOf(err) == fault.Unverified }

// tellObstacle tells the person what is in the way of a click.
func (g *game) tellObstacle(err error) {
	f := asFault(err)
	g.now(Status{Doing: Obstacle, What: f.What, Advice: f.Advice})
}

// unpressed ends a game in which something stays in the way of a click.
func (g *game) unpressed(err error) error {
	f, status := asFault(err), fault.Unverified
	if g.made == 0 {
		status = fault.NoAccess // there is nothing to verify
	}
	return fault.Wrap(err, status, f.What, f.Advice+", and run 'autoqueens play' again")
}

// target returns the pointer point in the middle of a cell.
func (g *game) target(cell Cell) image.Point {
	return g.view.Mapping.Point(g.reading.Lattice.Center(cell.Row, cell.Col))
}

// spacing is how long to wait between two moves, beside what the hand takes by itself.
func (g *game) spacing() time.Duration {
	return max(g.Options.Pause, time.Duration(g.out.Repairs)*repairPause)
}

// await waits between two clicks, and between two clicks on one cell, which
// last was. The first try relies on the passes to keep those apart; every
// repair waits longer.
func (g *game) await(ctx context.Context, last time.Time, started bool) error {
	var wait time.Duration
	if started {
		wait = g.spacing()
	}
	if g.out.Repairs > 0 && !last.IsZero() {
		gap := min(repairGap<<(g.out.Repairs-1), maxRepairGap)
		wait = max(wait, gap-g.since(last))
	}
	if wait <= 0 {
		return nil
	}
	return g.Clock.Sleep(ctx, wait)
}

// stretch waits until it is time for a click of the first try, where the game is
// to take as long as TargetTime: the clicks are spread evenly from began on, and
// the last one is made that long after the board appeared.
func (g *game) stretch(ctx context.Context, plan Plan, began time.Time, click, of int) error {
	if g.Options.TargetTime <= 0 || plan.Clears || g.out.Repairs > 0 || g.interrupted {
		return nil
	}
	// The game's clock may have started a frame before the board was seen, and
	// rounds down; a result just short of the target would show a second less.
	due := g.appeared.Add(g.Options.TargetTime + targetMargin)
	if click < of {
		due = began.Add(max(due.Sub(began), 0) * time.Duration(click-1) / time.Duration(of-1))
	}
	if wait := due.Sub(g.Clock.Now()); wait > 0 {
		return g.Clock.Sleep(ctx, wait)
	}
	return nil
}

// guard makes sure that the board is where it was. A board out of sight is
// waited for; one that has moved ends the batch with errDisplaced. Where a glance
// does, because nobody needs the marks, the board is not read.
func (g *game) guard(ctx context.Context, glance bool) error {
	if glance && g.stands() {
		return nil
	}
	lost := g.Clock.Now()
	waited := false
	for {
		s := g.look()
		switch {
		case s.state == here:
			g.adopt(s.reading, s.img)
			return nil
		case s.state == moved:
			g.adopt(s.reading, s.img)
			return errDisplaced
		case g.since(lost) >= patience:
			return g.outOfSight(s)
		case !waited:
			waited = true
			g.now(Status{Doing: Covered})
			g.why("no click is made: the board is out of sight, which may last %v", patience)
		}
		if err := g.unhover(ctx, s); err != nil {
			return err
		}
		if err := g.Clock.Sleep(ctx, lookSlowly); err != nil {
			return err
		}
	}
}

// queens counts the queens of the answer that a board shows, and the others.
func queens(b *solver.Board, answer solver.Placement) (right, wrong int) {
	for row := range b.Size {
		for col := range b.Size {
			switch {
			case b.Mark(row, col) != solver.Queen:
			case answer[row] == col:
				right++
			default:
				wrong++
			}
		}
	}
	return right, wrong
}
