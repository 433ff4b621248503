// Package demo plays the practice games with the player that plays any other, and hears what
// the games themselves say of it.
//
//	desk ──> a browser with practice's page
//	                  │
//	      player <── [demo] ──> verdicts, pictures from before and after
package demo

import (
	"context"
	"image"
	"io"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/session"
)

// loading bounds the wait for the browser to show the board. A browser's
// first start on a slow machine takes many seconds.
const loading = 90 * time.Second

// Options say what to play, and who hears of it.
type Options struct {
	Games   []string // the names of those that take turns
	Boards  int      // to play, of all of them
	Size    int      // of each board, 0 for the usual one
	Seed    uint64   // of the first board
	Dark    bool
	Zoom    float64 // of the page; 1 is none
	Pace    string  // as input.ParsePace takes it
	Capture string  // the name of a way to capture, see screen.Open

	// Hand opens the mouse, or returns it where it is open. It stays the caller's.
	Hand func(ctx context.Context) (*input.Hand, error)

	Note   func(line string)    // is told by the page what is no failure
	Notes  io.Writer            // is told, a line each, of the screen what is none
	Opened func(address string) // the page is served there
	Begins func(n int)          // board n, from 0, is played next
	Report func(player.Event)
	Status func(player.Status)
	Why    func(string)
	Waits  func(what string) // "" for nothing any more
	Over   func(Board) error // a board was won; an error ends the series
}

// Board is one that was won.
type Board struct {
	Number  int // from 0
	Verdict practice.Result
	// Before and After are pictures of the board and a cell around it: what else is on the
	// desktop is private.
	Before, After image.Image
}

// Play opens the games in a browser on a stage and plays the boards, which follow each other in one
// page: a browser takes longer to start than a board to be played. The browser is returned where all
// were won, for the caller to close. The error is a [fault.Error], or the cause of the end of ctx.
func Play(ctx context.Context, stage *desk.Stage, o Options) (_ *Open, err error) {
	game, err := practice.Start(ctx, practice.Options{
		Game: o.Games[0], Size: o.Size, Seed: o.Seed, Dark: &o.Dark, AutoStart: true,
		Boards: o.Boards, AutoNext: time.Millisecond, Hold: true,
		Deal: func(number int) practice.Deal { return practice.Deal{Game: o.game(number)} },
		Tell: o.Note,
	})
	if err != nil {
		return nil, err
	}
	open := &Open{game: game}
	defer func() {
		if err != nil {
			open.Close()
		}
	}()
	open.Browser, err = stage.OpenBrowser(ctx, game.URL(), desk.BrowserOptions{Zoom: o.Zoom, Dark: o.Dark, Maximized: true})
	if err != nil {
		return nil, err
	}
	o.Opened(game.URL())
	for n := range o.Boards {
		if n > 0 {
			if err := goOn(ctx, game, n-1); err != nil {
				return nil, err
			}
		}
		o.Begins(n)
		if err := o.play(ctx, game, n); err != nil {
			return nil, err
		}
	}
	return open, nil
}

// Open is the page with the games, still open.
type Open struct {
	Browser *desk.Browser
	game    *practice.Server
}

// Close closes the browser and serves the page no longer.
func (o *Open) Close() {
	if o.Browser != nil {
		_ = o.Browser.Close() // a folder that is left behind is no failure of what was played
	}
	_ = o.game.Close()
}

// game returns the name of the game of the nth board.
func (o *Options) game(n int) string { return o.Games[n%len(o.Games)] }

// goOn lets the page go on from the nth board, and waits until the next one is shown: the
// solved one must not be taken for it.
func goOn(ctx context.Context, game *practice.Server, n int) error {
	patient, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	session := game.State().Session
	game.GoOn(n)
	err := game.WaitNext(patient, session)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return fault.Wrap(err, fault.NoBoard, "the practice game does not go on to the next board", "leave its browser open, or play one game alone with --game")
	}
	return nil
}

// play plays the nth board, which is shown or about to be, and hears the game's verdict.
func (o *Options) play(ctx context.Context, game *practice.Server, n int) error {
	anywhere := place.Anywhere
	anywhere.Capture = o.Capture
	source, views, err := anywhere.Open(ctx, nil, o.Notes)
	if err != nil {
		return err
	}
	defer source.Close()
	hand, err := o.Hand(ctx)
	if err != nil {
		return err
	}
	// The page may still show the board before.
	p := session.NewPlayer(source, views, o.game(n), o.Pace, player.Options{Timeout: loading})
	p.Hand = hand
	p.Why, p.Status = o.Why, o.Status
	board := Board{Number: n}
	var area image.Rectangle // of the board
	p.Report = func(e player.Event) {
		if e.Kind == player.Seen {
			area = calibrate.Around(e.Reading.Lattice, e.Picture.Rect)
			board.Before = dump.Cut(e.Picture, area)
		}
		o.Report(e)
	}
	_, played := p.Run(ctx)
	if played != nil || area.Empty() {
		return played
	}
	o.Waits("waiting for the game's verdict")
	if board.Verdict, err = game.Verdict(ctx); err != nil {
		return err
	}
	o.Waits("")
	after, err := game.Crowned(ctx, func() (*image.RGBA, error) { return source.Capture(area) })
	if err != nil {
		return err
	}
	board.After = after
	return o.Over(board)
}
