package player

import (
	"context"
	"errors"
	"image"
	"time"

	"autoqueens/internal/spot"
	"autoqueens/vision"
)

const (
	// openSteady is how long the start button must be seen before it is clicked:
	// a card that is still coming up may carry it elsewhere.
	openSteady = 250 * time.Millisecond
	// openAgain is how long a click on it is given to open a board; it doubles
	// with each of the maxOpens clicks.
	openAgain = 2 * time.Second
	maxOpens  = 3
	// openWithin is how long after a win the button may appear. Later the page
	// is the person's again, and so are the mouse and the Esc key.
	openWithin = 30 * time.Second
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

// between is the time between a board that was won and the next one, in which
// the start button may be clicked. It is the only place outside a board that is
// ever clicked, and it is clicked only where
//
//   - the person has shown it, and it looks there as it did then, for a while;
//   - no board is in sight that may still have to be played, and the button does
//     not lie on one that can be read;
//   - the mouse was not touched since the last click.
//
// A person who takes the mouse meanwhile stops the player, as on a board. A nil
// between does nothing.
type between struct {
	g       *game
	view    View
	start   *spot.Spot
	last    finished
	watched context.Context
	release func()

	seen  time.Time // since when the button is in sight, zero while it is not
	tries int
	due   time.Time // of the next try
}

// between returns the time before this board, nil where nothing may be clicked
// in it.
func (g *game) between(ctx context.Context) (*between, error) {
	last, start := g.won, g.Options.Start
	g.Player.won = nil
	if last == nil || start == nil || !g.clicks() {
		return nil, nil
	}
	b := &between{g: g, start: start, last: *last}
	found := false
	for _, v := range g.Views {
		if b.view = v; spot.Area(start.At).In(v.screen()) {
			found = true
			break
		}
	}
	// Watched from before the look, so that no movement falls between the two.
	b.watched, b.release = g.Hand.Watch(ctx)
	at, err := g.Hand.Position()
	if !found || err != nil || at != last.pointer {
		b.end() // the person has the mouse already
		return nil, err
	}
	return b, nil
}

// end gives the mouse and the Esc key back. It may be called twice.
func (b *between) end() {
	if b != nil && b.release != nil {
		b.release()
		b.release = nil
	}
}

// context returns the context to wait in: it ends when the person takes the
// mouse.
func (b *between) context(ctx context.Context) context.Context {
	if b == nil || b.release == nil {
		return ctx
	}
	return b.watched
}

// step is called after each look at all views that found nothing to play. It
// clicks the start button when it is time for that.
func (b *between) step(sights []lastSight) error {
	if b == nil || b.release == nil {
		return nil
	}
	if err := context.Cause(b.watched); err != nil {
		return err
	}
	now := b.g.Clock.Now()
	if b.tries == maxOpens && !now.Before(b.due) || now.Sub(b.last.at) > openWithin && b.tries == 0 {
		b.end()
		return nil
	}
	if b.tries == maxOpens || now.Before(b.due) || !b.clear(sights) || !b.inSight() {
		b.seen = time.Time{}
		return nil
	}
	if b.seen.IsZero() {
		b.seen = now
	}
	if now.Sub(b.seen) < openSteady {
		return nil // whatever the page does meanwhile is looked at first
	}
	return b.click()
}

// clear tells whether what the views show leaves room for a click on the start
// button: no board that is still to be played, and none below the button.
func (b *between) clear(sights []lastSight) bool {
	at := vision.Point{X: float64(b.start.At.X), Y: float64(b.start.At.Y)}
	for _, s := range sights {
		refusal, refused := errors.AsType[*vision.Refusal](s.err)
		switch {
		case errors.Is(s.err, errPlayed):
			if s.played == nil || onBoard(at, s.played.Lattice) {
				return false
			}
		case !refused:
			return false // something that does not stand still, or no picture
		case refusal.BoardSeen() && !overlap(refusal.Lattice, b.last.lattice) && !b.stood(s.img, refusal.Lattice):
			// What cannot be read where the last board was is that board,
			// below a result card, and what stood beside it is an example;
			// anything else may be a new board.
			return false
		}
	}
	return true
}

// stood tells whether a place in a picture of now shows what it showed when the
// last board was found.
func (b *between) stood(now *image.RGBA, l vision.Lattice) bool {
	if now == nil || b.last.screen == nil || l.Size == 0 {
		return false
	}
	place := surface(l, now.Rect)
	return !place.Empty() && samePixels(now, b.last.screen, place)
}

// inSight tells whether the start button is seen, and takes a pointer off it
// that the last board left there: it would change its look.
func (b *between) inSight() bool {
	area := spot.Area(b.start.At)
	at, err := b.g.Hand.Position()
	if err != nil {
		return false
	}
	if p := b.view.Mapping.Pixel(at); image.Pt(int(p.X), int(p.Y)).In(area.Inset(-pushedBy)) {
		return b.push(area, p)
	}
	img, err := b.g.Eye.Capture(area)
	return err == nil && b.start.Seen(img)
}

// push takes the pointer, which stands at p, off the button's place, away from
// the middle of the last board. It returns false: the button has yet to be seen
// without it.
func (b *between) push(area image.Rectangle, p vision.Point) bool {
	screen := b.view.screen().Inset(2)
	for _, x := range []int{area.Min.X - 2*pushedBy, area.Max.X + 2*pushedBy} {
		to := vision.Point{X: float64(x), Y: p.Y}
		if image.Pt(x, int(p.Y)).In(screen) && !onBoard(to, b.last.lattice) {
			_ = b.g.Hand.Park(b.watched, b.view.Mapping.Point(to)) // a person is told by watched
			break
		}
	}
	return false
}

// click clicks the start button and takes the pointer back to where it was.
func (b *between) click() error {
	from, err := b.g.Hand.Position()
	if err != nil {
		return err
	}
	p := b.view.Mapping.Point(vision.Point{X: float64(b.start.At.X) + 0.5, Y: float64(b.start.At.Y) + 0.5})
	// The fence is no larger than the one point, and is gone right after.
	b.g.Hand.Fence(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
	err = b.g.Hand.Click(b.watched, p)
	b.g.Hand.Fence(image.Rectangle{})
	if err != nil {
		return err
	}
	b.tries++
	b.seen = time.Time{}
	b.due = b.g.Clock.Now().Add(openAgain << (b.tries - 1))
	b.g.tell(Event{Kind: Opened, At: &[2]int{b.start.At.X, b.start.At.Y}})
	return b.g.Hand.Park(b.watched, from)
}
