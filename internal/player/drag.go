package player

import (
	"cmp"
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/input"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// What a drag takes. Pages take a press for a drag once the pointer has moved a little within
// the first cell, and see where it is once a frame.
const (
	offCentre = 0.12         // of a cell, from where a drag begins to the middle of its first cell
	dragged   = 2 * frameGap // between the press and the first step, and before the release
	// unfollowed is how long the pointer rests at each point of a drag where pictures may not
	// tell how far the page is.
	unfollowed = 2 * frameGap
	// longerRests is for how many tries in a row rests are doubled before a page that takes
	// nothing for a drag is given up.
	longerRests = 3
	// shownFor is how long a page is given to show that a path came to a cell. One that does
	// not has lost it, or shows it otherwise.
	shownFor = 1500 * time.Millisecond
)

// drag does an act by a drag, which ends where it is once the board is not where it was any more. At its end, which
// of a path is its last cell and of a rectangle the last point, what comes over the board may be the page's answer
// to it: the drag is over then as well, and what has come of it is judged as that of any other.
func (g *game) drag(ctx context.Context, a act) error {
	path, by := g.path(a)
	shown, stands := g.following(a), g.inPlace(ctx)
	answers, lost, last := false, false, len(path)-1
	by.Shown = func(point int) bool {
		came := shown(point)
		answers = answers || point == last || a.path && came && point == last-1
		return came
	}
	by.Stands = func() bool {
		there := stands()
		lost = !there && !answers
		return there
	}
	err := g.Hand.Drag(ctx, path, by)
	switch {
	case err != nil:
		return err
	case lost:
		return errDisplaced
	}
	g.counted()
	return nil
}

// lostAt looks for a board that was lost in the middle of an act, and returns what comes of that.
func (g *game) lostAt(ctx context.Context, err error) error {
	if !errors.Is(err, errDisplaced) {
		return err
	}
	g.why("the board went in the middle of a move, which ended there")
	return cmp.Or(g.guard(ctx, false), errDisplaced)
}

// path returns the points of a drag and how it goes about them: from beside the middle of the
// first cell to that, and on from middle to middle.
func (g *game) path(a act) ([]image.Point, input.Stroke) {
	l := g.reading.Lattice
	first := middleOf(l, a.cells[0])
	begin := vision.Point{X: first.X - offCentre*l.PitchX, Y: first.Y - offCentre*l.PitchY}
	points := []image.Point{g.view.Mapping.Point(begin)}
	for _, c := range a.cells {
		points = append(points, g.view.Mapping.Point(middleOf(l, c)))
	}
	by := input.Stroke{Patience: shownFor}
	if a.path { // nothing shows that a path is about to be drawn
		by.Rest = min(max(dragged, g.step)<<g.tries[ByDrag], shownFor)
	}
	if g.Options.PointerShown { // which may be so large that it hides all of a cell
		by.Wait = unfollowed << min(g.tries[g.way()], longerRests)
		by.Rest = max(by.Rest, 3*by.Wait) // a page that misses the beginning takes nothing of it
	}
	return points, by
}

// following returns what tells that a page shows that a drag came to a point of its path, of
// which point 1 is the middle of the first cell: what is in that cell has changed since the
// pointer went there or, on the way back along a path, what is in the cell that it left.
func (g *game) following(a act) func(point int) bool {
	var before *image.RGBA
	var since time.Time
	at, cells := 0, a.cells
	area := func(point int) image.Rectangle {
		cell := cells[point-1]
		if point > 1 && point-1 <= a.back {
			cell = cells[point-2]
		}
		r := cellArea(g.reading.Lattice, Cell(cell))
		r = r.Inset(r.Dx() / 5) // the lines around it are its neighbours' as well
		if g.Options.PointerShown {
			r.Max.Y = r.Min.Y + r.Dy()*2/5 // arrows and hands point upwards, from below the middle
		}
		return r.Intersect(g.view.screen())
	}
	look := func(point int) {
		at, before, since = point, nil, g.Clock.Now()
		if point <= len(cells) {
			if a.path {
				g.touched[Cell(cells[point-1])] = true
			}
			before, _ = g.Eye.Capture(area(point))
		}
	}
	if !a.path { // of a rectangle the first cell shows as well
		look(1)
	}
	return func(point int) bool {
		if point == at {
			now, err := g.Eye.Capture(area(point))
			if err == nil && before != nil && samePixels(before, now, now.Rect) {
				return false
			}
			g.step = g.since(since)
		}
		look(point + 1) // what the next step will change is as it is now
		return true
	}
}

// middleOf returns the middle of a cell, in capture pixels.
func middleOf(l vision.Lattice, c puzzle.Cell) vision.Point {
	return vision.Point{X: l.X + (float64(c.Col)+0.5)*l.PitchX, Y: l.Y + (float64(c.Row)+0.5)*l.PitchY}
}
