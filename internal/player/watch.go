package player

import (
	"context"
	"errors"
	"image"
	"slices"
	"time"

	"autoqueens/solver"
	"autoqueens/vision"
)

const (
	// frameGap lies between two pictures that have to agree: more than one
	// frame of a 60 Hz display, or both could show the same instant of a board
	// that is fading or sliding in.
	frameGap = 16_700 * time.Microsecond
	// parkAgain keeps the player from pushing a pointer away time and again.
	parkAgain = 2 * time.Second
	// playsItself is how long a board on which marks came and went without a click
	// has to stand still before it counts as one that waits to be played: examples
	// that play by themselves make a move every second or two.
	playsItself = 5 * time.Second
	// restored is how long a page may take to put the marks of an earlier visit on a
	// board that it has shown.
	restored = 500 * time.Millisecond
)

// watch waits until a view shows a board that is read with certainty and
// stands still, and makes it the game's board. Those in skip are passed
// over. between opens the next board where none is in sight.
func (g *game) watch(ctx context.Context, skip []*vision.Reading, between *between) error {
	began := g.Clock.Now()
	deadline := began.Add(g.Options.Timeout)
	sights := make([]lastSight, len(g.Views))
	rhythm := rhythm{eye: g.Eye, clock: g.Clock}
	for {
		changed := false
		failed := 0
		look := g.Clock.Now()
		for i, view := range g.Views {
			s := &sights[i]
			shot, err := g.shoot(view.Area)
			if err != nil {
				s.img, s.err = nil, err // what comes next is news
				failed++
				continue
			}
			if s.shows(shot.img) && !s.rested(g.Clock.Now()) {
				if errors.Is(s.err, errPlayed) {
					g.noteStays(s.played, shot.at)
				}
				continue
			}
			changed = true
			reading, err := g.Reader.Read(shot.img)
			s.note(reading, err, shot)
			s.img, s.err = shot.img, err
			if err != nil {
				g.sighted(view, s, nil, err)
				if g.uncover(ctx, view, err, &s.parked) {
					s.img = nil // what it hid is worth another look
				}
				continue
			}
			// One that was played may turn its crowns to gold, which is no playing by itself.
			if g.passed(reading) || slices.ContainsFunc(skip, func(known *vision.Reading) bool { return samePuzzle(known, reading) }) {
				s.err, s.played = errPlayed, reading
				g.noteStays(reading, shot.at)
				g.sighted(view, s, reading, errPlayed)
				continue
			}
			if err := s.idle(reading, g.Clock.Now()); err != nil {
				s.err = err
				g.sighted(view, s, reading, err)
				continue
			}
			g.sighted(view, s, reading, nil)
			g.now(Status{Doing: Settling, View: view.Name})
			g.out.Waited = g.since(began)
			full := g.surroundings(view, shot.img) // while a second picture is waited for
			settled, err := g.settle(ctx, view, reading, shot, &s.parked, deadline)
			if err != nil {
				return err
			}
			if settled {
				g.appeared = shot.at
				g.full = full
				g.out.Seen = g.since(began) - g.out.Waited
				g.out.Size = g.reading.Lattice.Size
				g.tellSeen()
				return nil
			}
			s.img, s.err = nil, errRestless
			g.sighted(view, s, reading, errRestless)
		}
		g.waiting(sights)
		switch {
		case failed == len(g.Views):
			return sights[0].err
		case g.refused(sights):
			return g.notFound(sights)
		case !g.Clock.Now().Before(deadline):
			return g.notFound(sights)
		}
		if err := between.step(sights); err != nil {
			return err
		}
		if err := rhythm.pause(between.context(ctx), changed, g.since(look), deadline); err != nil {
			return err
		}
	}
}

// shot is a picture, when it was asked for, and where the pointer was then, as far as the
// system tells.
type shot struct {
	img     *image.RGBA
	at      time.Time
	pointer image.Point
}

// shoot takes a picture of a part of the desktop.
func (g *game) shoot(area image.Rectangle) (shot, error) {
	s := shot{at: g.Clock.Now()}
	var err error
	if g.clicks() {
		if s.pointer, _, err = g.pointer(); err != nil {
			return s, err
		}
	}
	s.img, err = g.Eye.Capture(area)
	return s, err
}

// clicks tells whether this game may touch the mouse.
func (g *game) clicks() bool { return g.Hand != nil && !g.Options.DryRun }

// surroundings returns a picture of the whole screen around a board that was
// found in img: img itself where that shows all of it.
func (g *game) surroundings(v View, img *image.RGBA) *image.RGBA {
	if v.screen() == img.Rect {
		return img
	}
	if all, err := g.Eye.Capture(v.screen()); err == nil {
		return all
	}
	return img
}

// adopt makes a reading of a picture the latest, and its lattice the area to
// click in.
func (g *game) adopt(r *vision.Reading, img *image.RGBA) {
	g.reading, g.shown, g.readAt = r, img, g.made
	g.notePlain()
	if g.clicks() {
		g.fence()
	}
}

// fence keeps clicks on the board.
func (g *game) fence() { g.Hand.Fence(g.view.Mapping.Inside(g.reading.Lattice.Bounds())) }

// uncover moves the pointer off a board that could not be read: the cell under
// it is darkened, which has been seen to split a region. It tells whether it
// did.
func (g *game) uncover(ctx context.Context, view View, err error, last *time.Time) bool {
	refusal, ok := errors.AsType[*vision.Refusal](err)
	if !ok || refusal.Lattice.Size == 0 || !g.clicks() {
		return false
	}
	if now := g.Clock.Now(); !last.IsZero() && now.Sub(*last) < parkAgain {
		return false
	}
	*last = g.Clock.Now()
	moved, err := g.park(ctx, view, refusal.Lattice)
	return moved && err == nil
}

func sameMarks(a, b *solver.Board) bool {
	for row := range a.Size {
		for col := range a.Size {
			if a.Mark(row, col) != b.Mark(row, col) {
				return false
			}
		}
	}
	return true
}
