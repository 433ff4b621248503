package player

import (
	"cmp"
	"context"
	"image"
	"maps"
	"slices"

	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
)

// ways returns the ways in which moves of the game can be made here.
func (g *game) ways() []Way {
	all := ways[g.reading.Game]
	if len(all) > 1 && g.reading.Game == sudoku.Name && !g.padShown() {
		return all[:1]
	}
	return all
}

// padShown tells whether the person has shown a button for each digit, on this screen and beside the
// board.
func (g *game) padShown() bool {
	size := g.reading.Lattice.Size
	board := g.reading.Lattice.Bounds().Image()
	return len(g.Options.Pad) >= size && !slices.ContainsFunc(g.Options.Pad[:size], func(b spot.Spot) bool {
		return b.At.In(board) || !spot.Area(b.At).In(g.view.screen())
	})
}

// way is how moves of the game are made now, "" where there is one way only.
func (g *game) way() Way {
	all := g.ways()
	for _, way := range []Way{g.by, g.Options.Ways[g.reading.Game]} {
		if slices.Contains(all, way) {
			return way
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// otherwise has the moves made in another way from here on, of those that were not tried often enough,
// after all that was made so far changed nothing.
func (g *game) otherwise() {
	all, was := g.ways(), g.way()
	at := slices.Index(all, was)
	for i := range len(all) - 1 {
		if next := all[(at+1+i)%len(all)]; !g.spent(next) {
			g.by = next
			g.why("moves by %s changed nothing: they are made by %s now", was, g.by)
			return
		}
	}
}

// spent tells whether a way of which nothing has come was tried often enough.
func (g *game) spent(way Way) bool { return g.tries[way] >= most(way) }

// most is how many batches of moves, in a row and in one way, may change nothing.
func most(way Way) int {
	if way == ByDrag { // with each of them a busy page gets twice the time to take a press for a drag
		return longerRests + 1
	}
	return maxIdle
}

// keepWay notes the way in which the moves were seen to be taken, for further boards.
func (g *game) keepWay() {
	if g.out.Way = g.way(); g.by != "" {
		taken := maps.Clone(g.Options.Ways)
		if taken == nil {
			taken = map[string]Way{}
		}
		taken[g.reading.Game] = g.by
		g.Options.Ways = taken
	}
}

// drags tells whether an act is a drag of the mouse.
func (g *game) drags(a act) bool { return len(a.cells) > 1 && g.way() != ByKeys }

// walk goes along a path by arrow keys, one after the other as the page shows each. One that it does
// not show is lost, and the walk ends there.
func (g *game) walk(ctx context.Context, a act) error {
	// The head of a path may be clicked: it stays where it is.
	if err := g.choose(ctx, a.cells[0]); err != nil {
		return err
	}
	shown, stands := g.following(a), g.inPlace(ctx)
	shown(1)
	for i, c := range a.cells[1:] {
		if err := g.Clock.Sleep(ctx, g.spacing()); err != nil {
			return err
		}
		if !stands() {
			return g.lostAt(ctx, cmp.Or(context.Cause(ctx), errDisplaced))
		}
		from := a.cells[i]
		c.Row, c.Col = c.Row-from.Row, c.Col-from.Col
		err := g.Hand.Type(ctx, arrows[c])
		if obstructed(err) {
			g.tellObstacle(err)
			return nil
		}
		if err != nil {
			return err
		}
		for began := g.Clock.Now(); !shown(i + 2); {
			if g.since(began) >= shownFor {
				return nil
			}
			if err := g.awaitPaint(ctx, lookSlowly); err != nil {
				return err
			}
		}
	}
	return nil
}

// enter enters a digit in the cell that was clicked.
func (g *game) enter(ctx context.Context, k input.Key) error {
	if g.way() != ByPad {
		return g.persist(ctx, func() error { return g.Hand.Type(ctx, k) })
	}
	button := g.Options.Pad[k-'1']
	for began := g.Clock.Now(); ; {
		if img, err := g.Eye.Capture(spot.Area(button.At)); err == nil && button.Seen(img) {
			break
		}
		if g.since(began) >= patience {
			return fault.Newf(fault.Unverified, "show the pad again, as it is now: autoqueens calibrate --pad pointer",
				"the button of the digit %v does not look as it did when it was shown", k)
		}
		// The look that the click on the cell was made on is old by now.
		if err := g.guard(ctx, false); err != nil {
			return err
		}
		if err := g.awaitPaint(ctx, lookSlowly); err != nil {
			return err
		}
	}
	p := g.view.Mapping.Point(vision.Point{X: float64(button.At.X) + 0.5, Y: float64(button.At.Y) + 0.5})
	// The fence is no larger than the one point, and that of the board right after.
	g.Hand.Fence(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	defer g.fence()
	err := g.Hand.Click(ctx, p)
	if obstructed(err) { // the digit is entered later
		g.tellObstacle(err)
		return nil
	}
	if err == nil {
		g.counted()
	}
	return err
}
