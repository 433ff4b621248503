package player

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"autoqueens/internal/fault"
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

// passed tells whether a board is of a game that is to be passed over.
func (p *Player) passed(r *vision.Reading) bool {
	return slices.Contains(p.Options.Passed, gameOf(r))
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

// lastSight is what a view showed when it was last looked at.
type lastSight struct {
	img    *image.RGBA
	err    error // what kept the reader from reading it, or its board from being played
	parked time.Time
	played *vision.Reading // with errPlayed: the board
	told   map[string]bool // of it already

	board   *vision.Reading // the latest that was read
	since   time.Time       // when it was first
	pointer image.Point     // where the pointer was then
	moved   time.Time       // when marks on it last came or went without a click
	refusal *vision.Refusal // of the latest look, nil where there was none
	refused time.Time       // since when it is the same one
}

// doubted tells whether a board was seen that could not be read.
func (s lastSight) doubted() bool {
	r, ok := errors.AsType[*vision.Refusal](s.err)
	return ok && r.BoardSeen()
}

// note takes down what a look came to. Nobody clicks while a board is waited for;
// a pointer that has moved may show and hide marks.
func (s *lastSight) note(r *vision.Reading, err error, look shot) {
	refusal, _ := errors.AsType[*vision.Refusal](err)
	if refusal == nil || s.refusal == nil || !sameRefusal(s.refusal, refusal) {
		s.refused = look.at
	}
	s.refusal = refusal
	if r == nil {
		return
	}
	switch last := s.board; {
	case last == nil || !samePuzzle(last, r) || !overlap(last.Lattice, r.Lattice):
		s.moved, s.since = time.Time{}, look.at
	case s.pointer == look.pointer && !sameState(last, r) && look.at.Sub(s.since) >= restored:
		s.moved = look.at
	}
	s.board, s.pointer = r, look.pointer
}

// sameRefusal tells whether two looks were refused for the same reason at the same
// place. A clock beside the board may go on meanwhile.
func sameRefusal(a, b *vision.Refusal) bool {
	return a.Reason == b.Reason && a.What == b.What && (a.Lattice.Size == 0 || shift(a.Lattice, b.Lattice) <= displacedBy)
}

// idle returns why a board that was read is not to be played, nil where it is.
func (s *lastSight) idle(r *vision.Reading, now time.Time) error {
	switch {
	case r.Example:
		return errExample
	case !s.moved.IsZero() && now.Sub(s.moved) < playsItself:
		return errPlaysItself
	}
	return nil
}

// rested tells whether a board that played by itself has stood still for long
// enough to be looked at again although nothing has changed.
func (s *lastSight) rested(now time.Time) bool {
	return errors.Is(s.err, errPlaysItself) && now.Sub(s.moved) >= playsItself
}

// What keeps a board that was read from being played.
var (
	errPlayed      = errors.New("the board was played, or is an example beside it")
	errRestless    = errors.New("the board or the pointer does not stand still")
	errExample     = errors.New("the board is an example in a dialog, or on a start page")
	errPlaysItself = errors.New("marks on the board come and go without a click")
)

// refused tells whether the wait for the first board may end early: a board is in
// sight that has been refused for the same reason for Options.GiveUp, and no view
// shows anything else to wait for.
func (g *game) refused(sights []lastSight) bool {
	if g.Options.GiveUp <= 0 || g.number > 1 {
		return false
	}
	told := false
	for _, s := range sights {
		switch {
		case s.doubted() && g.since(s.refused) >= g.Options.GiveUp:
			told = true
		case s.doubted(), s.err != nil && s.refusal == nil:
			return false
		}
	}
	return told
}

// waiting tells what is in the way of a board, or that none is in sight, once all views were looked
// at: a board that the region of a profile cuts may be seen whole on its display, which comes after.
func (g *game) waiting(sights []lastSight) {
	if i := g.doubt(sights); i >= 0 {
		g.now(Status{Doing: Doubting, View: g.Views[i].Name, What: sights[i].refusal.What, Advice: sights[i].refusal.Advice})
		return
	}
	for i, s := range sights {
		if errors.Is(s.err, errExample) || errors.Is(s.err, errPlaysItself) {
			obstacle := obstacleOf(s.err)
			obstacle.View = g.Views[i].Name
			g.now(obstacle)
			return
		}
	}
	g.now(Status{Doing: Waiting})
}

// doubt returns the view of which the board that could not be read is to be told, -1 where none shows
// one: the first, but of several views of one display that which shows most of it.
func (g *game) doubt(sights []lastSight) int {
	told := -1
	for i, s := range sights {
		if !s.doubted() {
			continue
		}
		switch {
		case told < 0, g.Views[i].Display == g.Views[told].Display && g.Views[told].Area.In(g.Views[i].Area):
			told = i
		}
	}
	return told
}

// shows tells whether img shows just what was seen last.
func (s *lastSight) shows(img *image.RGBA) bool {
	return s.img != nil && s.img.Rect == img.Rect && bytes.Equal(s.img.Pix, img.Pix)
}

// settle looks at a board until two pictures in a row agree about it, with the
// pointer at rest in between: a person who still moves the mouse, or holds its
// button, has not let go yet. A pointer that rests on the board is taken off it
// first, once within parkAgain: it darkens the cell below it and hides marks.
// settle returns false where the board has to be found anew.
func (g *game) settle(ctx context.Context, view View, last *vision.Reading, seen shot, parked *time.Time, deadline time.Time) (bool, error) {
	for {
		if err := g.rest(ctx, seen, deadline); err != nil {
			if errors.Is(err, errRestless) {
				return false, nil
			}
			return false, err
		}
		parkedBefore := *parked
		if clear, err := g.clear(ctx, view, last, parked); !clear || err != nil {
			return false, err
		}
		// Nothing but the board has to be captured where nothing of it has changed.
		board := surface(last.Lattice, view.screen())
		next, err := g.shoot(board)
		if err != nil {
			return false, err
		}
		reading := last
		if parkedBefore == *parked && samePixels(seen.img, next.img, board) {
			next.img = seen.img
		} else {
			if next, err = g.shoot(nearby(last.Lattice, view)); err != nil {
				return false, err
			}
			if reading, err = g.Reader.ReadAt(next.img, last); err != nil {
				return false, nil
			}
		}
		if agree(last, reading) {
			// A person may have brought the pointer back just now.
			if on, err := g.covered(view, reading); on || err != nil {
				return false, err
			}
			g.view = view
			g.adopt(reading, next.img)
			return true, nil
		}
		if !g.Clock.Now().Before(deadline) {
			return false, nil
		}
		last, seen = reading, next
	}
}

// clear takes a pointer that stands on a board off it and waits until the page
// has drawn the board without it. It returns false where a person keeps bringing
// the pointer back, and where there is no room for it beside a board of which a
// cell is in doubt.
func (g *game) clear(ctx context.Context, view View, r *vision.Reading, parked *time.Time) (bool, error) {
	if !g.clicks() {
		return true, nil
	}
	on, err := g.pointerOn(view, r)
	if err != nil || !on {
		return err == nil, err
	}
	if !parked.IsZero() && g.since(*parked) < parkAgain {
		return false, nil
	}
	moved, err := g.park(ctx, view, r.Lattice)
	switch {
	case obstructed(err): // it is waited for where the mouse is to rest
		return false, nil
	case err != nil:
		return false, err
	case !moved:
		return !doubted(r), nil
	}
	*parked = g.Clock.Now()
	g.why("the pointer stood on the board and was taken off it, as it darkens a cell and hides marks")
	return true, g.Clock.Sleep(ctx, frameGap)
}

// covered tells whether the pointer stands on a board of which a cell is in
// doubt: it may be the reason for it.
func (g *game) covered(view View, r *vision.Reading) (bool, error) {
	if !g.clicks() || !doubted(r) {
		return false, nil
	}
	return g.pointerOn(view, r)
}

// doubted tells whether the witnesses of a reading disagree about a cell of which the answer hangs.
func doubted(r *vision.Reading) bool {
	return slices.ContainsFunc(r.Doubts, func(d vision.Doubt) bool { return d.Row >= 0 && d.Col >= 0 && !d.Settled })
}

// rest waits until frameGap has passed since a picture was taken, and for the
// person to let go of the mouse if there is going to be clicking, and whatever
// program has it to itself. It returns errRestless when that takes too long, and
// what the hand says where it is a program.
func (g *game) rest(ctx context.Context, seen shot, deadline time.Time) error {
	gap := max(frameGap-g.since(seen.at), 0)
	if !g.clicks() {
		return g.Clock.Sleep(ctx, gap)
	}
	at, _, err := g.pointer()
	if err != nil {
		return err
	}
	if at != seen.pointer {
		gap = frameGap
	}
	g.Hand.Ready()
	began := g.Clock.Now()
	left := max(deadline.Sub(began), time.Second)
	limited, cancel := context.WithTimeoutCause(ctx, left, errRestless)
	defer cancel()
	var held error // what the hand said last
	for {
		round := g.Clock.Now()
		err := g.Hand.Settle(limited, gap)
		switch {
		case obstructed(err):
			held = err
		case held == nil || !errors.Is(err, errRestless) || g.since(round) >= time.Second:
			return err // it is the person, who has been at it since the program let go
		}
		if g.since(began) >= left || limited.Err() != nil {
			return g.unpressed(held)
		}
		g.tellObstacle(held)
		if err := g.Clock.Sleep(ctx, lookSlowly); err != nil {
			return err
		}
	}
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
	g.reading, g.shown = r, img
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

// notFound says why no view has a board to play.
func (g *game) notFound(sights []lastSight) error {
	played, restless := false, false
	var obstacle error
	for _, s := range sights {
		played = played || errors.Is(s.err, errPlayed)
		restless = restless || errors.Is(s.err, errRestless)
		if errors.Is(s.err, errExample) || errors.Is(s.err, errPlaysItself) {
			obstacle = s.err
		}
	}
	within := ""
	if g.Options.Timeout > 0 {
		within = fmt.Sprintf(" within %v", g.Options.Timeout)
	}
	doubt := g.doubt(sights)
	switch {
	case doubt >= 0:
		refusal := sights[doubt].refusal
		return fault.Wrap(refusal, fault.Uncertain, refusal.What, refusal.Advice)
	case obstacle != nil:
		o := obstacleOf(obstacle)
		return fault.Wrap(obstacle, fault.NoBoard, "no game was seen"+within+": "+o.What, o.Advice+", and run 'autoqueens play' again")
	case restless:
		return fault.New(fault.Uncertain,
			"a board was seen, but it or the mouse pointer never stood still",
			"let go of the mouse and do not scroll until the board is finished")
	case played:
		return fault.Newf(fault.NoBoard,
			"open the next board before the time is up, or wait longer with --timeout",
			"no further board appeared%s", within)
	default:
		return fault.Newf(fault.NoBoard,
			"open the game, press its start button, and let the whole board be visible, or wait longer with --timeout; 'autoqueens dump' shows what is seen",
			"no board was seen%s", within)
	}
}

// agree tells whether two readings show the same board at the same place,
// fully faded in.
func agree(a, b *vision.Reading) bool {
	const (
		still = 0.05 // of a cell
		shade = 8    // of 255, per channel: more than rounding, less than a fade
	)
	if !samePuzzle(a, b) || !sameState(a, b) || shift(a.Lattice, b.Lattice) > still {
		return false
	}
	if len(a.Colors) != len(b.Colors) {
		return false
	}
	for i, c := range a.Colors {
		d := b.Colors[i]
		if far(c.R, d.R) > shade || far(c.G, d.G) > shade || far(c.B, d.B) > shade {
			return false
		}
	}
	return true
}

func far(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

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
