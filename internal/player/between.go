package player

import (
	"context"
	"errors"
	"image"
	"slices"
	"time"

	"autoqueens/internal/spot"
	"autoqueens/vision"
)

const (
	// openSteady is how long a start button must be seen before it is clicked: a
	// card that is still coming up may carry it elsewhere.
	openSteady = 250 * time.Millisecond
	// openAgain is how long a click on it is given to open a board; it doubles
	// with each of the maxOpens clicks on the same button.
	openAgain = 2 * time.Second
	maxOpens  = 3
	// openWithin is how long after a win, or after a click on a button, one may
	// appear. Later the page is the person's again, and so are the mouse and the
	// Esc key.
	openWithin = 30 * time.Second
	// restFor is how long the mouse rests before the first click of a run: whoever
	// has just started the program may still be moving it away from there.
	restFor = time.Second
	// holdsFor is how long it is waited for a mouse button that is held then.
	holdsFor = 100 * time.Millisecond
	// pushedBy is how far outside the button's place the pointer is taken where
	// it stands on it.
	pushedBy = 24 // pixels
)

// noteWon remembers where a board was won and the pointer left. A person who
// took the mouse after the last click opens the next board alone.
func (g *game) noteWon(watched context.Context) {
	at, err := g.Hand.Position()
	if err == nil && watched.Err() == nil {
		g.Player.won = &finished{lattice: g.reading.Lattice, screen: g.full, pointer: at, at: g.Clock.Now()}
	}
}

// finished is a board that was won.
type finished struct {
	lattice vision.Lattice
	screen  *image.RGBA // the whole screen when it was found
	pointer image.Point // where the hand left the pointer
	at      time.Time
}

// between is the time before a board, in which start buttons may be clicked:
// before the first one of a run, and between one that was won and the next. They
// are the only places outside a board that are ever clicked, and each is clicked
// only where
//
//   - the person has shown it, and it looks there as it did then, for a while;
//   - no board is in sight that may still have to be played, and the button does
//     not lie on one that can be read;
//   - the mouse was not touched since the last click or, before the first one of
//     a run, for restFor.
//
// From the win or the first click on, a person who takes the mouse stops the
// player, as on a board. Before, nobody has left the mouse to it, and the wait for
// it to rest begins anew; nor is the Esc key taken for as long as it waits. A nil
// between does nothing.
type between struct {
	g       *game
	buttons []*button
	last    *finished // nil before the first board of a run
	ctx     context.Context
	watched context.Context // ctx while the mouse is not watched
	release func()          // nil while it is not
	over    bool            // nothing is clicked any more

	pointer image.Point     // where the mouse rests, while it is not watched
	still   context.Context // ends when a mouse is used whose place is not known; nil before
	unwatch func()          // ends what watches it
	since   time.Time       // since when, zero where it does not
	latest  time.Time       // when the board was won, or a button clicked
	due     time.Time       // nothing is clicked before
}

// button is a start button that may be clicked.
type button struct {
	spot.Spot
	view   View      // on whose screen it lies
	seen   time.Time // since when it is in sight, zero while it is not
	tries  int
	pushed bool // the pointer of a person was taken off it
}

// between returns the time before this board, nil where nothing may be clicked
// in it.
func (g *game) between(ctx context.Context) (*between, error) {
	b := &between{g: g, last: g.won, ctx: ctx, watched: ctx}
	g.Player.won = nil
	if !g.clicks() || b.last == nil && g.number > 1 {
		return nil, nil
	}
	for _, start := range g.Options.Starts {
		if slices.ContainsFunc(b.buttons, func(o *button) bool {
			return start.At.In(spot.Area(o.At)) && slices.Equal(start.Look, o.Look)
		}) {
			continue // the same button twice; those of two games may take turns at one place
		}
		for _, v := range g.Views {
			if spot.Area(start.At).In(v.screen()) {
				b.buttons = append(b.buttons, &button{Spot: start, view: v})
				break
			}
		}
	}
	if len(b.buttons) == 0 {
		return nil, nil
	}
	if b.last == nil {
		return b, nil
	}
	b.latest = b.last.at
	// Watched from before the look, so that no movement falls between the two.
	b.watch()
	at, err := g.Hand.Position()
	if err != nil || at != b.last.pointer {
		b.end() // the person has the mouse already
		return nil, err
	}
	return b, nil
}

func (b *between) watch() { b.watched, b.release = b.g.Hand.Watch(b.ctx) }

// letGo gives the mouse and the Esc key back.
func (b *between) letGo() {
	if b.release != nil {
		b.release()
		b.watched, b.release = b.ctx, nil
	}
}

// end is called when nothing is to be clicked any more. It may be called twice.
func (b *between) end() {
	if b != nil {
		b.disturb()
		b.letGo()
		b.over = true
	}
}

// context returns the context to wait in: while the mouse is watched, it ends
// when the person takes it.
func (b *between) context(ctx context.Context) context.Context {
	if b == nil {
		return ctx
	}
	return b.watched
}

// step is called after each look at all views that found nothing to play. It
// clicks a start button when it is time for that.
func (b *between) step(sights []lastSight) error {
	if b == nil || b.over {
		return nil
	}
	if err := context.Cause(b.watched); err != nil {
		return err
	}
	// The time right after the hand has answered is one that a replay knows too.
	at, known, err := b.g.pointer()
	now := b.g.Clock.Now()
	if b.release != nil && (now.Sub(b.latest) > openWithin || !now.Before(b.due) && b.tired()) {
		b.end()
		return nil
	}
	rested := b.rested(at, known, err, now)
	for _, start := range b.buttons {
		if start.tries == maxOpens || now.Before(b.due) || err != nil || !b.clear(start, sights) || !b.inSight(start, sights, at, known, rested) {
			start.seen = time.Time{}
			continue
		}
		if start.seen.IsZero() {
			start.seen = now
		}
		// Whatever the page does before that is looked at first.
		if rested && now.Sub(start.seen) >= openSteady {
			return b.click(start)
		}
	}
	return nil
}

// tired tells whether every button was tried often enough.
func (b *between) tired() bool {
	return !slices.ContainsFunc(b.buttons, func(start *button) bool { return start.tries < maxOpens })
}

// rested tells whether the mouse, which is at a place now, may be used.
func (b *between) rested(at image.Point, known bool, err error, now time.Time) bool {
	switch {
	case b.release != nil:
		return true // whoever touches it stops the player
	case err != nil:
		b.since = time.Time{}
		return false
	case !known:
		// It is watched for nothing but this.
		if b.still == nil || b.still.Err() != nil {
			b.disturb()
			b.still, b.unwatch = b.g.Hand.Watch(b.ctx)
			b.since = now
		}
	case at != b.pointer || b.since.IsZero():
		b.pointer, b.since = at, now
	}
	return now.Sub(b.since) >= restFor
}

// disturb ends what watches a mouse of which the place is not known.
func (b *between) disturb() {
	if b.unwatch != nil {
		b.unwatch()
		b.still, b.unwatch = nil, nil
	}
}

// clear tells whether what the views show leaves room for a click on a start
// button: no board that is still to be played, and none below the button.
func (b *between) clear(start *button, sights []lastSight) bool {
	at := vision.Point{X: float64(start.At.X), Y: float64(start.At.Y)}
	for _, s := range sights {
		refusal, refused := errors.AsType[*vision.Refusal](s.err)
		switch {
		case errors.Is(s.err, errPlayed):
			if s.played == nil || onBoard(at, s.played.Lattice) {
				return false
			}
		case errors.Is(s.err, errExample): // start pages show them as an ornament
			if s.board == nil || onBoard(at, s.board.Lattice) {
				return false
			}
		case !refused:
			return false // something that does not stand still, or no picture
		case refusal.BoardSeen() && (b.last == nil || !overlap(refusal.Lattice, b.last.lattice) && !b.last.stood(s.img, refusal.Lattice)):
			// What cannot be read where the last board was is that board,
			// below a result card, and what stood beside it is an example;
			// anything else may be a new board.
			return false
		}
	}
	return true
}

// stood tells whether a place in a picture of now shows what it showed when the
// board was found.
func (f *finished) stood(now *image.RGBA, l vision.Lattice) bool {
	if now == nil || f.screen == nil || l.Size == 0 {
		return false
	}
	place := surface(l, now.Rect)
	return !place.Empty() && samePixels(now, f.screen, place)
}

// inSight tells whether a start button is seen, and takes a pointer off it that
// the last board left there: it would change its look. So it does, once, with the
// pointer of a person that has come to rest there.
func (b *between) inSight(start *button, sights []lastSight, at image.Point, known, rested bool) bool {
	area := spot.Area(start.At)
	if p := start.view.Mapping.Pixel(at); known && image.Pt(int(p.X), int(p.Y)).In(area.Inset(-pushedBy)) {
		if b.release != nil || rested && !start.pushed {
			start.pushed = true
			b.push(start, p)
		}
		return false // it has yet to be seen without the pointer
	}
	for _, s := range sights {
		if s.img != nil && area.In(s.img.Rect) {
			return start.Seen(s.img)
		}
	}
	img, err := b.g.Eye.Capture(area)
	return err == nil && start.Seen(img)
}

// push takes the pointer, which stands at p, off a button's place, away from the
// middle of the last board.
func (b *between) push(start *button, p vision.Point) {
	area, screen := spot.Area(start.At), start.view.screen().Inset(2)
	for _, x := range []int{area.Min.X - 2*pushedBy, area.Max.X + 2*pushedBy} {
		to := vision.Point{X: float64(x), Y: p.Y}
		if image.Pt(x, int(p.Y)).In(screen) && (b.last == nil || !onBoard(to, b.last.lattice)) {
			_ = b.g.Hand.Park(b.watched, start.view.Mapping.Point(to)) // a person is told by watched
			break
		}
	}
}

// take watches the mouse from now on, for the first click of a run. It returns
// false, and the wait for the mouse begins anew, where somebody is at it after all.
func (b *between) take() (bool, error) {
	ctx, cancel := context.WithTimeout(b.ctx, holdsFor)
	defer cancel()
	err := b.g.Hand.Settle(ctx, frameGap) // a button may be held, too
	if obstructed(err) {
		b.g.tellObstacle(err)
	}
	if err == nil {
		b.watch()
		var at image.Point
		var known bool
		at, known, err = b.g.pointer()
		untouched := known && at == b.pointer || !known && b.still != nil && b.still.Err() == nil
		b.disturb()
		if err == nil && untouched && b.watched.Err() == nil {
			return true, nil
		}
		b.letGo()
	}
	b.disturb()
	b.since = time.Time{}
	return false, context.Cause(b.ctx)
}

// click clicks a start button, if a look just before still shows it, and takes the
// pointer back to where it was.
func (b *between) click(start *button) error {
	first := b.release == nil
	if first {
		if taken, err := b.take(); !taken || err != nil {
			return err
		}
	}
	if img, err := b.g.Eye.Capture(spot.Area(start.At)); err != nil || !start.Seen(img) {
		start.seen = time.Time{}
		if first {
			b.letGo()
		}
		return nil
	}
	from, known, err := b.g.pointer()
	if err != nil {
		return err
	}
	p := start.view.Mapping.Point(vision.Point{X: float64(start.At.X) + 0.5, Y: float64(start.At.Y) + 0.5})
	// The fence is no larger than the one point, and is gone right after.
	b.g.Hand.Fence(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	err = b.g.Hand.Click(b.watched, p)
	b.g.Hand.Fence(image.Rectangle{})
	if obstructed(err) { // it may be clicked later
		b.g.tellObstacle(err)
		start.seen = time.Time{}
		if first {
			b.letGo()
		}
		return nil
	}
	if err != nil {
		return err
	}
	start.tries++
	b.latest = b.g.Clock.Now()
	b.due = b.latest.Add(openAgain << (start.tries - 1))
	for _, other := range b.buttons {
		other.seen = time.Time{}
	}
	b.g.tell(Event{Kind: Opened, At: &[2]int{start.At.X, start.At.Y}})
	if !known {
		return nil // there is no place to go back to
	}
	// Where the button opened what takes the mouse, it stays for now.
	if err := b.g.Hand.Park(b.watched, from); !obstructed(err) {
		return err
	}
	return nil
}
