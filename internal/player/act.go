package player

import (
	"context"
	"image"
	"iter"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/promptly"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
)

// The games beside Queens are played by one loop: decide which acts are left to be done on the
// board as it is seen, do them, look again. A game contributes the acts, in moves.

// other tells whether the board is of another game than Queens.
func (g *game) other() bool { return g.reading != nil && g.reading.Puzzle != nil }

// acts returns what is left to be done on the board as it was last read: of all that, one act where
// no more is to be tried, which of a path is its next step.
func (g *game) acts() []act {
	acts := g.allActs()
	if len(acts) == 0 {
		return nil
	}
	if !g.Options.Try {
		return acts
	}
	a := acts[0]
	if a.path {
		a.cells, a.back = a.cells[:2], min(a.back, 1)
	}
	return []act{a}
}

func (g *game) allActs() []act { return moves[g.reading.Game](g.reading.Puzzle, g.reading.Answer) }

// act plays a board of another game than Queens: decide, act, look again, repair.
func (g *game) act(ctx context.Context, lap time.Time) (err error) {
	watched, release := g.Hand.Watch(ctx)
	defer release()
	defer func() {
		if err != nil {
			err = g.explainStop(ctx, watched, err)
		}
	}()
	g.tries = map[Way]int{}
	for {
		acts := g.acts()
		if len(acts) == 0 {
			break
		}
		if err := g.mayAct(); err != nil {
			return err
		}
		g.why("plan: %s to be made", printable.Count(len(acts), "move"))
		made, before, way := g.made, g.reading, g.way()
		g.origin, g.touched = g.shown, map[Cell]bool{}
		failed := g.perform(watched, acts)
		kind := Clicked
		if g.out.Repairs > 0 {
			kind = Repaired
		}
		g.tell(Event{Kind: kind, Game: g.reading.Game, Clicks: g.made - made, Missing: len(acts), Repairs: g.out.Repairs})
		g.out.Clicked, lap = g.addLap(g.out.Clicked, lap)
		solved := false
		switch {
		case failed == errDisplaced:
			g.displaced++
		case failed == errHeld:
			g.out.Repairs++
		case failed != nil:
			return failed
		default:
			if solved, err = g.awaitAnswer(ctx, watched, acts); err != nil {
				return err
			}
			g.out.Repairs++
		}
		g.out.Verified, lap = g.addLap(g.out.Verified, lap)
		if solved {
			g.out.Repairs--
			break
		}
		changed := !sameState(before, g.reading)
		if changed || failed != errDisplaced { // what was not made changes nothing
			g.tries[way]++
		}
		switch {
		case changed:
			g.idle, g.reacted = 0, true
		case failed == errDisplaced:
		default:
			g.idle++
			// What was taken once, here or by what the profile says, is the way, and was lost this time.
			if !g.reacted && g.made > made && (way != g.Options.Ways[g.reading.Game] || g.spent(way)) {
				g.otherwise()
			}
		}
		if g.Options.Try && g.reacted {
			g.out.By = MovesSeen
			break
		}
	}
	if g.made == 0 {
		g.out.By = AlreadySolved
	} else {
		if g.out.By == "" {
			g.out.By = AnswerSeen
		}
		g.keepWay()
		g.noteWon(watched)
	}
	g.tellEnd()
	return nil
}

// mayAct checks what has come of acts so far against the bounds that end a game, as allowed does for clicks.
func (g *game) mayAct() error {
	switch {
	case g.displaced > maxDisplaced:
		return errMoving
	case !g.reacted && g.spent(g.way()):
		advice := "bring the game to the front and start it, then try again"
		if g.reading.Game == sudoku.Name && !g.padShown() {
			advice += "; if it takes no digit keys, show it the buttons of its pad: autoqueens calibrate --pad pointer"
		}
		return fault.Newf(fault.Unverified, advice,
			"the board does not react: %s changed nothing on it", printable.Count(g.made, "move"))
	case g.out.Repairs > maxRepairs, g.reacted && g.idle >= most(g.way()):
		return fault.Newf(fault.Unverified, playOnByHand, "%s still to be made after %s", printable.Count(len(g.allActs()), "move"), printable.Count(g.out.Repairs, "repair"))
	}
	return nil
}

// perform does acts, each only while the board is where it was; the last of them once all
// others are seen to be done, so that one act decides. It returns errDisplaced where the board
// has moved, and errHeld where something else than the last act is left to be done.
func (g *game) perform(ctx context.Context, acts []act) error {
	began := g.Clock.Now()
	fresh := began
	g.closing = nil
	for i, a := range acts {
		g.actsNow(i, len(acts))
		wait := g.spacing()
		if a.hasty {
			wait = min(wait, perClick)
		}
		pause := func() error {
			if wait > 0 {
				return g.Clock.Sleep(ctx, wait)
			}
			return nil
		}
		if i > 0 {
			if err := pause(); err != nil {
				return err
			}
		}
		if i == len(acts)-1 && !g.spendTrust() {
			if err := g.awaitOthers(ctx, a, acts[:i]); err != nil {
				return err
			}
			fresh = g.Clock.Now()
		}
		if !a.hasty || i == len(acts)-1 {
			if err := g.stretch(ctx, Plan{}, began, i+1, max(len(acts), 2)); err != nil {
				return err
			}
		}
		if a.refuge != nil && (wait > 0 || g.Options.TargetTime > 0) { // it would cost a fifth of a game at full speed, where a repair does
			if err := g.aim(ctx, a, *a.refuge, &fresh); err != nil {
				return err
			}
			if err := g.choose(ctx, *a.refuge); err != nil {
				return err
			}
			if err := pause(); err != nil {
				return err
			}
		}
		if err := g.aim(ctx, a, a.cells[0], &fresh); err != nil {
			return err
		}
		g.touch(a)
		if err := g.do(ctx, a); err != nil {
			return err
		}
		if err := g.unhide(ctx); err != nil {
			return err
		}
		if g.closing != nil {
			g.closing.at = g.Clock.Now()
		}
	}
	g.actsNow(len(acts), len(acts))
	return nil
}

// aim brings the hand to a cell that is about to be pressed, where the board was looked at last at
// fresh, and looks again where that is too old.
func (g *game) aim(ctx context.Context, a act, c puzzle.Cell, fresh *time.Time) error {
	if !g.drags(a) {
		if err := g.Hand.Aim(ctx, g.target(Cell(c))); err != nil && !obstructed(err) {
			return err
		}
	}
	for context.Cause(ctx) == nil && g.ages(*fresh) {
		if !g.uncovered(Cell(c)) {
			if err := g.guard(ctx, false); err != nil {
				return err
			}
		}
		*fresh = g.Clock.Now()
	}
	return context.Cause(ctx)
}

// touch notes the cells that an act changes. Of a path that is the first: it comes to the others one after the other.
func (g *game) touch(a act) {
	if a.path {
		g.touched[Cell(a.cells[0])] = true
		return
	}
	for row := range g.reading.Lattice.Size {
		for col := range g.reading.Lattice.Size {
			if c := (puzzle.Cell{Row: row, Col: col}); a.changes(c) {
				g.touched[Cell(c)] = true
			}
		}
	}
}

// changes tells whether an act changes what a cell shows.
func (a act) changes(c puzzle.Cell) bool {
	if a.path {
		return slices.Contains(a.cells, c)
	}
	from, to := a.cells[0], a.cells[len(a.cells)-1]
	return c.Row >= min(from.Row, to.Row) && c.Row <= max(from.Row, to.Row) && c.Col >= min(from.Col, to.Col) && c.Col <= max(from.Col, to.Col)
}

// uncovered tells, without reading it, whether the board stands where it was and a cell of it is
// in sight: its lines are those that were read, and those around the cell to the last, or nothing
// has changed on the board but other cells, that acts were done on, or that one before all other acts were seen
// to be done: it is the head of a path. Another puzzle may have the same
// lines: what stands in cells that no act was done on has to be what was read as well.
func (g *game) uncovered(c Cell) bool {
	now, err := g.captureBoard()
	if err != nil {
		return false
	}
	for area := range g.untouched() {
		if !sameFigure(g.shown, now, area) {
			return false
		}
	}
	l := g.reading.Lattice
	around := vision.Lattice{
		X: l.X + float64(c.Col)*l.PitchX, Y: l.Y + float64(c.Row)*l.PitchY,
		PitchX: l.PitchX, PitchY: l.PitchY, Size: 1,
	}
	if sameLines(g.shown, now, l) && sameLines(g.shown, now, around) {
		return true
	}
	intact, _ := g.compare(now)
	return intact && (!g.touched[c] || g.closing != nil && sameFigure(g.closing.shown, now, innerArea(l, c)))
}

// untouched goes through the cells that no act was done on: what was read there is still to be seen in a picture.
func (g *game) untouched() iter.Seq[image.Rectangle] {
	return func(yield func(area image.Rectangle) bool) {
		l := g.reading.Lattice
		for i := range l.Size * l.Size {
			if c := (Cell{i / l.Size, i % l.Size}); !g.touched[c] && !yield(innerArea(l, c)) {
				return
			}
		}
	}
}

// inPlace returns what tells in the middle of an act, of which the page shows a part, whether the board is where
// it was: for as long as a look is fresh it is. A reading is not waited for once the person has come, nor for long,
// as the button may be held down meanwhile.
func (g *game) inPlace(ctx context.Context) func() bool {
	looked := g.Clock.Now()
	return func() bool {
		if g.Options.PointerShown || !g.ages(looked) { // the pointer hides some of it
			return true
		}
		if !g.standsAround(ctx) {
			return false
		}
		looked = g.Clock.Now()
		return true
	}
}

// standsAround tells whether the board stands where it was around the cells that acts were done on. Where most of
// what stood in these is gone it does not, whatever else is there: to read that takes a busy machine half a second,
// and the button may be down.
func (g *game) standsAround(ctx context.Context) bool {
	if now, err := g.captureBoard(); err == nil {
		same, figures, kept := true, 0, 0
		for area := range g.untouched() {
			stood, stays := keeps(g.shown, now, area)
			if same = same && stays; stood {
				figures++
				if stays {
					kept++
				}
			}
		}
		switch {
		case same && (figures > 0 || sameLines(g.shown, now, g.reading.Lattice)):
			return true
		case 2*kept < figures:
			return false
		}
	}
	ctx, stop := context.WithTimeout(ctx, shownFor)
	defer stop()
	img, failed := g.Eye.Capture(nearby(g.reading.Lattice, g.view))
	then := *g // for a reading that is left behind
	s, err := promptly.Do(ctx, func() (sight, error) { return then.lookAt(img, failed), nil })
	return err == nil && (s.state == here || s.state == unclear)
}

// intact tells, without reading it, whether the board stands uncovered where it was: nothing has
// changed on it but cells that acts were done on; and whether all of these have.
func (g *game) intact() (intact, done bool) {
	now, err := g.captureBoard()
	if err != nil {
		return false, false
	}
	return g.compare(now)
}

// compare is intact of a picture that was taken.
func (g *game) compare(now *image.RGBA) (intact, done bool) {
	l := g.reading.Lattice
	board := surface(l, now.Rect)
	if g.origin == nil || !board.In(g.origin.Rect) {
		return false, false
	}
	intact, done = true, true
	n := l.Size
	for row := range n {
		for col := range n {
			c := Cell{row, col}
			if same := samePixels(g.origin, now, innerArea(l, c).Intersect(board)); g.touched[c] == same {
				intact, done = intact && g.touched[c], done && !g.touched[c]
			}
		}
	}
	return intact, done
}

// evenly tells of the cells that the last act does not change whether a picture shows them as they were when it alone was
// left, or all of them with most of what stood in them on another ground, as a page may that is won. What changes some of them covers
// a part of the board, what takes away what stood in them all of it, and what changes the page around as well lies over both.
func (g *game) evenly(now *image.RGBA, last act) (same, won bool) {
	c, l := g.closing, g.reading.Lattice
	board := surface(l, now.Rect)
	if c == nil || c.shown == nil || !board.In(c.shown.Rect) {
		return false, false
	}
	same = true
	all := true
	figures, kept := 0, 0 // cells in which something stood, and those of them in which it still does
	for row := range l.Size {
		for col := range l.Size {
			if last.changes(puzzle.Cell{Row: row, Col: col}) {
				continue
			}
			area := innerArea(l, Cell{row, col}).Intersect(board)
			if samePixels(c.shown, now, area) {
				all = false
				continue
			}
			same = false
			if stood, stays := keeps(c.shown, now, area); stood {
				figures++
				if stays {
					kept++
				}
			}
		}
	}
	won = all && figures > 0 && float64(kept) >= bare*float64(figures)
	return same, won && stayedAround(c.shown, now, board)
}

// stayedAround tells whether most of what two pictures show around a board is the same.
func stayedAround(then, now *image.RGBA, board image.Rectangle) bool {
	same, all := 0, 0
	around := then.Rect.Intersect(now.Rect)
	for y := around.Min.Y; y < around.Max.Y; y++ {
		for x := around.Min.X; x < around.Max.X; x++ {
			if !image.Pt(x, y).In(board) {
				all++
				if pixel(then, x, y) == pixel(now, x, y) {
					same++
				}
			}
		}
	}
	return all > 0 && float64(same) >= bare*float64(all)
}

// do does one act.
func (g *game) do(ctx context.Context, a act) error {
	switch {
	case g.drags(a):
		return g.lostAt(ctx, g.persist(ctx, func() error { return g.drag(ctx, a) }))
	case len(a.cells) > 1:
		return g.walk(ctx, a)
	}
	if err := g.choose(ctx, a.cells[0]); err != nil || a.key == 0 {
		return err
	}
	return g.enter(ctx, a.key)
}

// choose clicks on a cell.
func (g *game) choose(ctx context.Context, c puzzle.Cell) error {
	return g.persist(ctx, func() error {
		err := g.Hand.Click(ctx, g.target(Cell(c)))
		if err == nil {
			g.counted()
		}
		return err
	})
}

func (g *game) counted() {
	g.made++
	g.out.Clicks = g.made
}

// actsNow is the status of a batch of acts of which some are done.
func (g *game) actsNow(done, of int) {
	s := Status{Doing: Clicking, Done: done, Of: of}
	if g.out.Repairs > 0 {
		s.Doing = Repairing
	}
	g.now(s)
}
