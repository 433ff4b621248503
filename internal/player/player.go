// Package player plays a board: it joins the screen, the reader, the solver
// and the hand into one loop.
//
//	screen -> vision -> solver -> input
//
// The loop for one board:
//
//		watch ──> read ──> decide ──> click ──> look again ──> done
//		  ^         │        ^                      │
//		  └─────────┘        └─────── repair ───────┘
//		 no board yet,         something is missing,
//		 or not certain        or the board has moved
//
//	  - watch (watch.go) takes pictures of every view, as often as is worth it
//	    (rhythm.go), until one shows a board that the reader vouches for and that
//	    stands still in two of them (settle.go). What is in the way of one is kept
//	    for each view (sights.go).
//	  - decide (decide.go) works out which cells need how many clicks.
//	  - click (click.go) makes them, with the board's edge as a fence, looking
//	    every so often whether the board is still where it was. The last one is
//	    held back until every other queen is seen (last.go). Where the first ones
//	    take effect in other cells the mapping is corrected (aim.go).
//	  - look again (lookagain.go) reads the board until it is solved or has
//	    settled. A shade of the last click is taken off before (shade.go); a card
//	    that comes up with the win is looked under (glimpse.go, layer.go) and
//	    around (surroundings.go).
//	  - repair (repair.go) sends what is missing back to decide, slower each time.
//	  - before a board and between two nothing is clicked, but for the start
//	    buttons that the person has shown (between.go).
//
// So Queens is played. The other games have the same loop in act.go: a game
// contributes the acts that are left to be done (moves.go), which are clicks, keys
// and drags (drag.go), in one of the ways that the game has (way.go), and what has
// become of them is awaited (await.go).
//
// The states of a game are in states.go. What happened is told as events, which
// scripts rely on (event.go); what goes on just now, and the reasons for it, are for
// people alone (status.go).
//
// Three promises hold throughout. Nothing is clicked on the strength of a
// reading that was not certain. Nothing is clicked outside the board, but for
// the start buttons that the person has shown. And the person is in charge: as
// soon as the hand says that somebody else moves the mouse, or the context ends,
// no further click is made.
//
// The player owns no screen, mouse or clock. It is given them as the small
// interfaces of world.go, so that they can be recorded, replayed and faked.
package player

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/solver/tango"
	"autoqueens/vision"
)

// Options say how to play.
type Options struct {
	Clicks  int           // clicks from an empty cell to a queen; default 2
	Timeout time.Duration // how long to wait for each board; 0 looks once
	// GiveUp ends the wait for the first board after a board in sight was refused for
	// the same reason for that long; 0 waits for all of Timeout.
	GiveUp  time.Duration
	Repeat  int           // how many further boards to play after the first
	Endless bool          // play on until stopped, whatever Repeat says
	Pause   time.Duration // between two clicks, beside what the hand takes by itself
	DryRun  bool          // read and solve, move nothing
	// TargetTime spreads the clicks so that the last one is made that long
	// after the board appeared; 0 clicks at once.
	TargetTime time.Duration
	// Starts are the buttons that open a board: the one of a page that a visit
	// begins on, and that of the next board. Without any, nothing but boards is
	// clicked. One that lies on the screen of no view is left alone.
	Starts []spot.Spot `json:",omitempty"`
	// Ways say, by game, how the moves of those games are made that can be made in several ways;
	// where one changes nothing on a board another is tried, and kept where it does better.
	Ways map[string]Way `json:",omitempty"`
	// Pad are the buttons of a Sudoku's digits that the person has shown, from 1 on.
	Pad []spot.Spot `json:",omitempty"`
	// Try makes one move only, of a game beside Queens, which shows that it can be made.
	Try bool `json:",omitempty"`
	// Passed names the games whose boards are passed over as if they had been played.
	Passed []string `json:",omitempty"`
	// PointerShown says that pictures may show the pointer, which hides what is below it:
	// it does not rest on the board then.
	PointerShown bool `json:",omitempty"`
}

// Player plays boards. All fields but Views and Hand are required; Hand may
// be nil for a dry run. A Player is used by one goroutine at a time.
type Player struct {
	Eye     Eye
	Reader  Reader
	Hand    Hand
	Clock   Clock
	Views   []View // looked at in this order
	Options Options
	// Report, if set, is told every event as it happens. It must be quick:
	// the board waits for it.
	Report func(Event)
	// Status, if set, is told what the player is at. It is called after every
	// click as well, and must return at once.
	Status func(Status)
	// Why, if set, is told the reasons of decisions, a line each.
	Why func(string)

	started time.Time
	known   []*vision.Reading // not to be taken for new ones
	proven  map[Mapping]bool  // those through which clicks were seen to land where they were aimed
	won     *finished         // the latest board, if it was won just now
	solved  *solved           // the latest board, if it was seen solved
	stays   *vision.Reading   // the latest board, if its page left it in sight once it was solved
}

// maxKnown bounds the boards that a player remembers. Whoever plays for days
// does not meet those of yesterday on the same page.
const maxKnown = 200

// Skip tells the player that boards were played, or are not to be.
func (p *Player) Skip(boards ...*vision.Reading) {
	p.known = append(p.known, boards...)
	if n := len(p.known); n > maxKnown {
		p.known = slices.Clone(p.known[n-maxKnown:])
	}
}

// Run plays 1 + Options.Repeat boards and returns how each of them went. The
// error, if any, is a *fault.Error and concerns the last outcome. A board that
// was played to its end is not played again by the same player.
//
// An endless run keeps no outcomes; it passes over boards that it could not
// finish and ends when it is stopped, or when the machine does not let it play.
func (p *Player) Run(ctx context.Context) ([]Outcome, error) {
	p.Options.Clicks = cmp.Or(p.Options.Clicks, defaultClicks)
	p.started = p.Clock.Now()

	var outcomes []Outcome
	for n := 1; p.Options.Endless || n <= 1+max(0, p.Options.Repeat); n++ {
		outcome, boards, err := p.playOne(ctx, n, p.known)
		p.Skip(boards...)
		if !p.Options.Endless {
			outcomes = append(outcomes, outcome)
		}
		if err == nil {
			p.Options.Pause = max(p.Options.Pause, outcome.Pause)
			continue
		}
		e := asFault(err)
		p.report(Event{
			Kind: Stopped, Board: n, Failure: e.Kind, What: e.What, Advice: e.Advice,
			Clicks: outcome.Clicks, Repairs: outcome.Repairs, Stages: outcome.stages(),
		})
		if !p.Options.Endless || !Passable(e) {
			return outcomes, e
		}
	}
	return outcomes, nil
}

// Passable tells whether further boards may be played after one ended with this error:
// the person has not stopped it, and the machine lets it play.
func Passable(err error) bool {
	switch asFault(err).Kind {
	case fault.NoBoard, fault.Uncertain, fault.NoSolution, fault.Unverified, fault.Unseen:
		return true
	}
	return false
}

const defaultClicks = 2

// playOne is the loop at the top of this file for one board. Those in skip are passed over. It returns the board that it played
// and those that were on the screen beside it, which are no game to be played
// next: pages show examples under the game.
func (p *Player) playOne(ctx context.Context, number int, skip []*vision.Reading) (out Outcome, seen []*vision.Reading, err error) {
	g := &game{Player: p, number: number, out: &out}
	began := p.Clock.Now()
	defer func() {
		if err == nil {
			return
		}
		out.Total = p.since(began)
		if g.reading != nil {
			seen = append(seen, g.reading) // it could not be finished; once is enough
		}
	}()

	between, err := g.between(ctx)
	if err == nil {
		err = g.watch(ctx, skip, between)
		between.end()
	}
	if err != nil {
		out.Waited = p.since(began)
		return out, nil, err
	}
	// One lap for the stages waited and seen: watch has set them.
	lap := p.Clock.Now()
	fill := g.fill
	if g.other() {
		fill = g.act
	} else if err := g.solve(ctx); err != nil {
		return out, nil, err
	}
	out.Solved, lap = p.lap(lap)
	g.tellSolved()

	if !p.Options.DryRun {
		if err := fill(ctx, lap); err != nil {
			return out, nil, err
		}
	}
	out.Total = p.since(began)
	g.noteAim()
	g.noteSolved()
	g.tell(Event{Kind: Done, Clicks: out.Clicks, Repairs: out.Repairs, DryRun: p.Options.DryRun, By: out.By, Corrected: out.Corrected, Stages: out.stages()})
	if p.Options.Endless || number <= p.Options.Repeat {
		for _, r := range p.Reader.ReadAll(g.full) {
			seen = append(seen, r)
		}
	}
	return out, append(seen, g.reading), nil
}

func (g *game) board() *solver.Board { return &g.reading.Board }

func (p *Player) since(t time.Time) time.Duration { return p.Clock.Now().Sub(t) }

func (p *Player) lap(from time.Time) (time.Duration, time.Time) {
	now := p.Clock.Now()
	return now.Sub(from), now
}

func (p *Player) addLap(sum time.Duration, from time.Time) (time.Duration, time.Time) {
	d, now := p.lap(from)
	return sum + d, now
}

// samePuzzle tells whether two readings are of the same puzzle, whatever a player has done to
// it. A puzzle of another game than Queens has one solution, and is told by it.
func samePuzzle(a, b *vision.Reading) bool {
	if a.Puzzle == nil || b.Puzzle == nil {
		return a.Puzzle == nil && b.Puzzle == nil && sameRegions(&a.Board, &b.Board)
	}
	if a.Game != b.Game || a.Answer.String() != b.Answer.String() {
		return false
	}
	// A board of Tango has one of some ten thousand answers only: after a hundred boards it
	// is as likely as not that two share one. Signs are changed by no move.
	then, one := a.Puzzle.(*tango.Puzzle)
	now, other := b.Puzzle.(*tango.Puzzle)
	return !one || !other || sameSigns(then.Signs, now.Signs)
}

// sameSigns tells whether two boards of Tango have the same signs, in whatever order.
func sameSigns(a, b []tango.Sign) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s tango.Sign) bool { return !slices.Contains(b, s) })
}

// sameState tells whether as much is done on two boards of the same puzzle.
func sameState(a, b *vision.Reading) bool {
	if a.Puzzle == nil || b.Puzzle == nil {
		return sameMarks(&a.Board, &b.Board)
	}
	then, err := a.Puzzle.MarshalJSON()
	now, failed := b.Puzzle.MarshalJSON()
	return err == nil && failed == nil && bytes.Equal(then, now)
}

// sameRegions tells whether two boards are the same puzzle, whatever marks
// they carry.
func sameRegions(a, b *solver.Board) bool {
	return a != nil && b != nil && a.Size == b.Size && slices.Equal(a.Regions, b.Regions)
}
