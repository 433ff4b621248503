package player

import (
	"context"
	"errors"
	"math"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/vision"
)

// The bounds that end a game in which clicks do not do what they should.
const (
	maxRepairs   = 5 // batches for what is missing
	maxIdle      = 2 // batches in a row that changed nothing
	maxDisplaced = 3 // times that the board may move
	perCellBound = 4 // times the clicks from empty back to empty, for one cell
)

// playOnByHand is what to do about a board of which some moves are not taken.
const playOnByHand = "look at the board and play on by hand, or try a slower pace, for example --pace 300ms"

var errMoving = fault.New(fault.Unverified, "the board keeps moving while it is being played",
	"keep the window still and do not scroll, then run 'autoqueens play' again")

// fill clicks the answer into the board and sees it stand there: decide, click, look again, and
// repair what is missing.
func (g *game) fill(ctx context.Context, lap time.Time) (err error) {
	g.perCell = map[Cell]int{}
	watched, release := g.Hand.Watch(ctx)
	defer release()
	// A person who reaches for the mouse after the last click is no reason to
	// leave the result unseen, so looking uses ctx and clicking uses watched.
	defer func() {
		if err != nil {
			err = g.explainStop(ctx, watched, err)
		}
	}()

	solved := false
	for !solved {
		plan := Decide(g.board(), g.answer, g.Options.Clicks)
		if plan.Empty() {
			g.out.By = QueensSeen
			if g.made == 0 {
				g.out.By = AlreadySolved
			}
			break
		}
		if err := g.allowed(plan); err != nil {
			return err
		}
		g.explainPlan(plan)
		made, before := g.made, g.reading
		failed := g.click(watched, plan)
		g.tellClicked(plan, g.made-made)
		g.out.Clicked, lap = g.addLap(g.out.Clicked, lap)
		switch {
		case errors.Is(failed, errHeld): // the board has come to rest
			g.countIdle(before)
		case failed != nil && !g.endsBatch(failed):
			return failed
		default:
			solved, err = g.lookAgain(ctx, watched, before, plan, g.made-made, failed == nil)
		}
		g.out.Verified, lap = g.addLap(g.out.Verified, lap)
		if err != nil {
			return err
		}
		if err := g.repair(plan, before, solved); err != nil {
			return err
		}
	}
	if solved || g.made > 0 {
		g.noteWon(watched)
	}
	g.tellEnd()
	return nil
}

// endsBatch tells whether an error ends a batch of clicks and not the game.
func (g *game) endsBatch(err error) bool {
	switch {
	case errors.Is(err, errDisplaced):
		g.displaced++
		g.why("the board has moved to %.0f,%.0f; the rest of the clicks is planned anew", g.reading.Lattice.X, g.reading.Lattice.Y)
	case errors.Is(err, errAstray):
		g.why("clicks took effect in other cells than they were aimed at; the mapping is corrected for this run")
	default:
		return false
	}
	g.interrupted = true
	return true
}

// repair prepares the batch that repairs what one has left missing: by a longer pause between the clicks, or
// by another aim.
func (g *game) repair(plan Plan, before *vision.Reading, solved bool) error {
	g.learn(plan)
	if solved || g.interrupted || len(plan.Passes) == 0 {
		return nil
	}
	err := g.checkAim(&before.Board, plan.Passes[0])
	if errors.Is(err, errAstray) {
		g.interrupted = true
		return nil
	}
	return err
}

// allowed checks a plan against the bounds that keep the player from clicking
// the same places again and again, and counts it.
func (g *game) allowed(plan Plan) error {
	if g.displaced > maxDisplaced {
		return errMoving
	}
	if !plan.Clears && g.placed && !g.interrupted {
		g.out.Repairs++
	}
	switch {
	case g.idle >= maxIdle && g.reacted:
		return fault.Newf(fault.Unverified, playOnByHand,
			"%s still missing, and further clicks change nothing on the board", printable.Count(plan.Missing, "queen"))
	case g.idle >= maxIdle:
		return fault.Newf(fault.Unverified,
			"bring the game to the front and start it, then try again; with another number of clicks to a queen use --clicks",
			"the board does not react: %s changed nothing on it", printable.Count(g.made, "click"))
	case g.out.Repairs > maxRepairs:
		return fault.Newf(fault.Unverified, playOnByHand,
			"%s and %s are still not right after %s", printable.Count(plan.Missing, "missing queen"), printable.Count(plan.Wrong, "wrong one"), printable.Count(maxRepairs, "repair"))
	}
	for _, pass := range plan.Passes {
		for _, cell := range pass {
			if g.perCell[cell] >= perCellBound*(g.Options.Clicks+1) {
				return fault.Newf(fault.Unverified, playOnByHand,
					"row %d column %d does not become right: it was clicked %s", cell.Row+1, cell.Col+1, printable.Count(g.perCell[cell], "time"))
			}
		}
	}
	g.placed = g.placed || !plan.Clears
	g.interrupted = false
	return nil
}

// learn notes a pause that this game needs between two clicks, after a batch that was too quick for
// it: clicks were lost, and those are the ones that came the soonest after the click before on
// their cell. A single one may be that by chance.
func (g *game) learn(plan Plan) {
	if plan.Clears || g.interrupted || len(plan.Passes) < 2 || !g.reacted {
		return
	}
	if Decide(g.board(), g.answer, g.Options.Clicks).Wrong > 0 {
		return
	}
	lost, late, soon := 0, time.Duration(0), time.Duration(math.MaxInt64) // the latest that was lost, and the soonest that was taken
	for c, gap := range g.gaps {
		if g.board().Mark(c.Row, c.Col) == solver.Queen {
			soon = min(soon, gap)
		} else {
			lost++
			late = max(late, gap)
		}
	}
	if lost < 2 || late >= soon {
		return
	}
	// Two clicks on a cell are as many pauses apart as a pass has clicks.
	pause := repairGap / time.Duration(len(plan.Passes[0]))
	g.out.Pause = max(pause, 2*g.Options.Pause)
	g.why("the %d clicks that came the soonest were lost: this game needs %v between two of them", lost, g.out.Pause)
}
