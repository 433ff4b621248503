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
//	  - watch (watch.go) takes pictures of every view until one shows a board
//	    that the reader vouches for and that stands still in two of them.
//	  - decide (decide.go) works out which cells need how many clicks.
//	  - click (click.go) makes them, with the board's edge as a fence, looking
//	    every so often whether the board is still where it was. The last one is
//	    held back until every other queen is seen (last.go).
//	  - look again (verify.go) reads the board until it is solved or has
//	    settled; what is missing goes back to decide, slower each time. A card that
//	    comes up with the win is looked under (glimpse.go, layer.go) and around
//	    (surroundings.go).
//	  - before a board and between two nothing is clicked, but for the start
//	    buttons that the person has shown (between.go).
//
// What happened is told as events, which scripts rely on (event.go); what goes on
// just now, and the reasons for it, are for people alone (status.go).
//
// Three promises hold throughout. Nothing is clicked on the strength of a
// reading that was not certain. Nothing is clicked outside the board, but for
// the start buttons that the person has shown. And the person is in charge: as
// soon as the hand says that somebody else moves the mouse, or the context ends,
// no further click is made.
//
// The player owns no screen, mouse or clock. It is given them as the small
// interfaces below, so that they can be recorded, replayed and faked.
package player

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image"
	"slices"
	"time"

	"autoqueens/input"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/tango"
	"autoqueens/vision"
)

// Eye takes pictures of the desktop.
type Eye interface {
	// Capture returns the pixels of r, in capture pixels of the virtual
	// desktop. The picture's bounds are r.
	Capture(r image.Rectangle) (*image.RGBA, error)
}

// Reader reads boards from pictures; package vision does. Errors are, or
// wrap, a *vision.Refusal.
type Reader interface {
	// Read finds and reads the best board in a picture.
	Read(img image.Image) (*vision.Reading, error)
	// ReadAt reads a board again where it was last seen.
	ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error)
	// ReadAll returns every board in a picture.
	ReadAll(img image.Image) []*vision.Reading
}

// Hand moves the pointer and clicks, in pointer points. Its errors for a
// person who took over are of kind [fault.Stopped]. Those of Settle, Aim, Click and Park with
// kind [fault.Unverified] say what is in the way of a click just now, and that nothing was
// pressed: something that came over the place, or a program that has the mouse to
// itself.
type Hand interface {
	// Settle waits until the pointer has rested, with no button held, for the
	// length of quiet.
	Settle(ctx context.Context, quiet time.Duration) error
	// Ready prepares what Watch needs, for a Watch that is about to begin.
	Ready()
	// Position tells where the pointer is. The error is errors.ErrUnsupported where the
	// system does not say: then it is known only from a Click or Park on, until a person
	// uses the mouse.
	Position() (image.Point, error)
	// Fence sets the area that clicks must not leave.
	Fence(r image.Rectangle)
	// Aim does what takes time before a click at p, so that the board can be
	// looked at in between; it presses nothing.
	Aim(ctx context.Context, p image.Point) error
	// Listens returns for how long a click would listen for the person now before it
	// presses, beside what Aim does: time in which the board can be looked at.
	Listens() time.Duration
	// Click moves to p and clicks there once.
	Click(ctx context.Context, p image.Point) error
	// Drag presses at the first point of a path, leads the pointer through the others and
	// lets the button up at the last, or wherever it is ended.
	Drag(ctx context.Context, path []image.Point, by input.Stroke) error
	// Type types a key right after a click, into what was clicked.
	Type(ctx context.Context, k input.Key) error
	// Park moves to p without pressing anything; p may lie outside the fence.
	Park(ctx context.Context, p image.Point) error
	// Window returns the area, in points, of the window that was clicked first since
	// Watch was called, and whether that is still the one at the place of the latest
	// click; known is false where that cannot be told.
	Window() (area image.Rectangle, same, known bool)
	// Watch returns a context that ends, with a cause, as soon as a person
	// takes over. The caller calls stop when it has finished clicking.
	Watch(ctx context.Context) (watched context.Context, stop func())
}

// Clock tells the time and waits.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx ends, and then returns its cause.
	Sleep(ctx context.Context, d time.Duration) error
}

// Mapping turns places in a captured picture into pointer points and back;
// calibrate.Mapping does.
type Mapping interface {
	Point(p vision.Point) image.Point
	Pixel(p image.Point) vision.Point
	// Inside returns the pointer points that lie wholly in r.
	Inside(r vision.Rect) image.Rectangle
}

// View is a part of the desktop in which to look for a board.
type View struct {
	Name    string          // for people: "display 1", "profile default"
	Display int             // index of the display it lies on
	Area    image.Rectangle // in capture pixels of the virtual desktop
	Mapping Mapping         // from those pixels to pointer points
	// Screen is the whole display, where a board that moves is followed to
	// and the pointer may be parked. Empty means Area.
	Screen image.Rectangle
}

func (v View) screen() image.Rectangle {
	if v.Screen.Empty() {
		return v.Area
	}
	return v.Screen
}

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
			Kind: Stopped, Board: n, Status: int(exit.StatusOf(e)), What: e.What, Advice: e.Advice,
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

// game is one board being played.
type game struct {
	*Player
	number int
	out    *Outcome

	view    View
	reading *vision.Reading  // the latest certain one
	shown   *image.RGBA      // the picture that shows it
	plain   plain            // the first one of it at its place
	full    *image.RGBA      // the whole view when the board was first seen
	answer  solver.Placement // what the board shall show in the end

	appeared    time.Time     // when the picture was taken that showed the board first
	made        int           // clicks made so far
	readAt      int           // how many of them were when the board was last read
	perCell     map[Cell]int  // of which on each cell
	placed      bool          // a batch that places queens was begun
	origin      *image.RGBA   // of another game than Queens: the board before a batch of acts
	touched     map[Cell]bool // and the cells of those that were done
	tries       map[Way]int   // batches of moves that were made in each way
	step        time.Duration // what the page took to show the last step of a drag
	interrupted bool          // the last batch ended early, the board had moved
	by          Way           // in which the moves are made, where that is not the one that was asked for
	closing     *closing      // of the latest batch, once its last click is due
	displaced   int           // how often the board moved while it was played
	idle        int           // batches in a row that changed nothing
	reacted     bool          // some batch changed something
	response    time.Duration // the longest that the page took to show what was done; 0 where that is not known

	gaps map[Cell]time.Duration // of the latest batch: between the clicks on each cell that got two
}

func (g *game) board() *solver.Board { return &g.reading.Board }

// solve settles on the placement to be clicked: one that keeps the queens on
// the board, if there is one.
func (g *game) solve(ctx context.Context) error {
	g.now(Status{Doing: Solving})
	b := g.board()
	answer, err := solver.Solve(ctx, b)
	kept := err == nil
	if errors.Is(err, solver.ErrNoSolution) && len(b.Queens()) > 0 {
		answer, err = solver.Solve(ctx, b.Cleared())
	}
	if errors.Is(err, solver.ErrNoSolution) {
		return fault.Wrap(err, fault.NoSolution,
			"the board has no solution as it was read",
			"compare it with the picture that 'autoqueens dump --out DIR' writes; a cell that was misread is a bug worth reporting")
	}
	if err != nil {
		return err
	}
	// A puzzle for people has one solution, whatever stands on it: queens that are given are not told from those that were
	// placed. The solutions of some large boards cannot be counted in good time.
	if n, err := solver.Count(ctx, b.Cleared(), solver.Limit{Solutions: 2, Steps: games.Steps}); err == nil && n > 1 {
		return fault.New(fault.Uncertain,
			"a board was seen, but as it was read it has several solutions, so something on it was missed",
			"compare it with the picture that 'autoqueens dump --out DIR' writes; take away what lies over it, or zoom in")
	}
	g.answer = answer
	if !kept {
		g.why("solved: no solution keeps the queens on the board, so it is solved without them")
	}
	return nil
}

// fill clicks the answer into the board and sees it stand there: decide,
// click, look again, repair.
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

	for {
		plan := Decide(g.board(), g.answer, g.Options.Clicks)
		if plan.Empty() {
			break
		}
		if err := g.allowed(plan); err != nil {
			return err
		}
		g.explainPlan(plan)
		made, before := g.made, g.reading
		err := g.click(watched, plan)
		g.tellClicked(plan, g.made-made)
		g.out.Clicked, lap = g.addLap(g.out.Clicked, lap)
		switch {
		case errors.Is(err, errDisplaced):
			g.displaced++
			g.interrupted = true
			g.why("the board has moved to %.0f,%.0f; the rest of the clicks is planned anew", g.reading.Lattice.X, g.reading.Lattice.Y)
		case errors.Is(err, errAstray):
			g.interrupted = true
			g.why("clicks took effect in other cells than they were aimed at; the mapping is corrected for this run")
		case err != nil && !errors.Is(err, errHeld):
			return err
		}
		solved := false
		if errors.Is(err, errHeld) { // the board has come to rest
			g.countIdle(before)
			err = nil
		} else {
			solved, err = g.lookAgain(ctx, watched, before, plan, g.made-made, err == nil)
		}
		g.out.Verified, lap = g.addLap(g.out.Verified, lap)
		if err != nil {
			return err
		}
		g.learn(plan)
		if !solved && !g.interrupted && len(plan.Passes) > 0 {
			if err := g.checkAim(&before.Board, plan.Passes[0]); errors.Is(err, errAstray) {
				g.interrupted = true
			} else if err != nil {
				return err
			}
		}
		if solved {
			g.noteWon(watched)
			g.tellEnd()
			return nil
		}
	}
	g.out.By = QueensSeen
	if g.made == 0 {
		g.out.By = AlreadySolved
	} else {
		g.noteWon(watched)
	}
	g.tellEnd()
	return nil
}

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
