package player

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/vision"
)

// What a view showed is kept until it is looked at again, and says what is in the way of a board.

// passed tells whether a board is of a game that is to be passed over.
func (p *Player) passed(r *vision.Reading) bool {
	return slices.Contains(p.Options.Passed, gameOf(r))
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
	return samePicture(s.img, img)
}

// doubted tells whether the witnesses of a reading disagree about a cell of which the answer hangs.
func doubted(r *vision.Reading) bool {
	return slices.ContainsFunc(r.Doubts, func(d vision.Doubt) bool { return d.Row >= 0 && d.Col >= 0 && !d.Settled })
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
	doubt, like := g.doubt(sights), g.boardlike(sights)
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
	case like != nil:
		kind := fault.NoBoard
		if like.BoardOrPart() {
			kind = fault.Uncertain
		}
		return fault.Wrap(like, kind, "no board was read"+within+": "+like.What,
			"open the game, press its start button, and "+like.Advice+"; 'autoqueens dump' shows what is seen")
	default:
		return fault.Newf(fault.NoBoard,
			"open the game, press its start button, and let the whole board be visible, or wait longer with --timeout; 'autoqueens dump' shows what is seen",
			"no board was seen%s", within)
	}
}

// boardlike returns the refusal of a grid in sight that is no board, or may be a part of one, nil
// where there is none.
func (g *game) boardlike(sights []lastSight) (like *vision.Refusal) {
	nothing := &vision.Refusal{Reason: vision.NoGrid}
	for _, s := range sights {
		if s.refusal != nil && s.refusal.Closer(cmp.Or(like, nothing)) {
			like = s.refusal
		}
	}
	return like
}
