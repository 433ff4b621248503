// Package practice is the game to practise on: one page, carried in the
// binary and served on loopback only, that looks and behaves like the games
// a player knows, Queens or another, on an endless supply of generated boards.
//
//	generators -> Server -> page -> reports -> Server -> Events, State, Result
//
// The page tells its server every press, release and click, every mark that
// changes, where the board lies and how the game ended. The server replays
// the marks and judges a win by itself, so that whoever plays the page (a
// person, a demo, a test) is judged by the game's word and the game's clock.
//
// Whatever a page sends, what is kept of it is bounded: maxEvents, maxSessions and
// maxResults of the latest, and nothing that Event.check refuses. An event has
// some 200 bytes, and up to 600 more in words and places, which makes some 100 MB
// of the longest log, and 25 MB of what a log of ordinary clicks becomes after days.
// A request under way takes some 1 MB at the most (maxReport, read and decoded),
// and there are no more of them than loopback.Listen lets in: 64 MB.
//
// For tests the page can be made troublesome in the ways real pages are: see
// Trouble. And a visit to it can go in the ways visits to real pages go: what
// comes before the board (a start page, a loader), what comes up around it (a
// dialog that explains the game, a tooltip, a prompt), how fast the page
// paints, and what ends the game (crowns that turn gold, a card of one kind or
// another, another page, nothing at all): see Visit. Options.Deal gives every
// board of a series its own visit and its own trouble.
package practice

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// The sizes of Queens that the page shows: of 4 x 4 there are two answers in all, and the palette
// has no more colours that are clearly distinct.
const (
	MinSize = 5
	MaxSize = 14
)

// Options says what the page shows. The zero value is a good game: size 8, the
// browser's own light or dark, a splash with a Start button.
type Options struct {
	Game string // of the games in package games; empty is Queens
	Size int    // cells a side, for Queens MinSize to MaxSize; 0 is what is usual
	Seed uint64 // seed of the first board; each next board has the next seed
	// Boards is how many boards there are before the page says that it was the
	// last one; 0 is endless.
	Boards int
	// Addr is where to listen, as loopback.Listen has it. Empty is a free port on
	// 127.0.0.1.
	Addr string
	// Tell is told, in one line, of strangers who were turned away; see
	// loopback.Listen. Nil says nothing.
	Tell func(line string)

	Dark  *bool // nil follows the browser's preference
	AutoX bool  // placing a queen fills in the crosses around it
	// AutoStart skips the splash: the board is there and the clock runs as soon
	// as the page is loaded. Adding ?autostart=1 to the URL does the same.
	AutoStart bool
	// AutoNext goes on to the next board by itself, that long after a win; 0
	// waits for a person. Until then the page shows what Visit.End says, but of
	// EndGold only the gold and no card. The page that EndElsewhere goes to comes
	// back that long after it was loaded.
	AutoNext time.Duration
	// Hold keeps a page that goes on to the next board at the one it has until
	// Server.GoOn, for ten seconds at the most.
	Hold bool
	// Fresh forgets the progress on a board when the page is loaded again,
	// which the game otherwise keeps. Adding ?fresh=1 to the URL does the same.
	Fresh bool

	// Supply makes the boards; nil is solver.Generate.
	Supply func(size int, seed uint64) (*solver.Board, solver.Placement, error)
	// Opening returns the marks a board opens with, right or wrong, row-major
	// and Size*Size long; the player can change them. Nil opens an empty board.
	Opening func(b *solver.Board, solution solver.Placement) []solver.Mark
	// Puzzles makes the boards of the games beside Queens; nil is the generators of package
	// games. Begun returns what such a board opens with, as the page writes it, of the text
	// of one that was not touched and that of a solved one; nil opens an untouched board.
	Puzzles func(game string, size int, seed uint64) (puzzle.Puzzle, error)
	Begun   func(p puzzle.Puzzle, untouched, solved string) string
	// Locked is how many queens of the solution stand on the board from the
	// start and cannot be changed, counted from the first row.
	Locked int

	Visit   Visit
	Trouble Trouble
	// Deal says how each board of a series differs, counted from 0; nil is that
	// every board is as Options says. It is called with the server at work and
	// must not call the server itself.
	Deal func(number int) Deal
}

// Deal is what one board of a series has of its own. Its visit and its trouble
// take the place of those in Options.
type Deal struct {
	Game    string // empty is Options.Game
	Size    int    // 0 is Options.Size, or what is usual in another game
	Visit   Visit
	Trouble Trouble
	Dark    *bool // nil is as without a deal
	// AutoNext takes the place of that in Options; 0 leaves that.
	AutoNext time.Duration
}

// Trouble makes the page behave badly in ways that real pages do. The zero
// value is a page without trouble. Clicks are counted from 1 on each board,
// and only those on its cells.
type Trouble struct {
	// DropClicks is the share of clicks, 0 to 1, that the page ignores, chosen
	// by Options.Seed.
	DropClicks float64
	// BusyPerClick keeps the page from doing anything else after each click.
	BusyPerClick time.Duration
	// SwallowSecond makes the page ignore a click on the cell it took a click
	// on less than this long ago.
	SwallowSecond time.Duration
	// EatFirst makes the page ignore the first click, as windows do that only
	// come to the front with it.
	EatFirst bool
	// CoverAfter shows a pop-up over the board after that many clicks, once; 0
	// never. It stays for CoverFor, or until it is dismissed if that is 0. With
	// the number of the last click the game is won and the pop-up comes as well.
	CoverAfter int
	CoverFor   time.Duration
	// CoverAt shows the pop-up that long after the first press on a cell,
	// whatever was clicked by then, and not after CoverAfter; 0 never.
	CoverAt time.Duration
	// CoverWhole makes the pop-up cover the whole board and 10 CSS pixels around
	// it, not a part of the board.
	CoverWhole bool
	// ShiftAfter moves the board by ShiftX and ShiftY CSS pixels after that
	// many clicks, once; 0 never.
	ShiftAfter     int
	ShiftX, ShiftY int
	// DropFrom makes the page ignore the click of that number and all after it;
	// 0 never.
	DropFrom int

	// NoKeys makes the page take no key, NoDrags no drag along a path. Adding ?keys=0 or ?drags=0
	// to the URL does the same.
	NoKeys, NoDrags bool

	// What follows takes the board away. A board that is solved by then stays.

	// LeaveAfter makes the page go to another one after that many clicks,
	// without a result, and LeaveAt that long after the first press on a cell; 0
	// never. AutoNext does not lead back from there.
	LeaveAfter int
	LeaveAt    time.Duration
	// ReloadAt makes the page load itself again that long after the first press on a cell, once
	// in a window of the browser; 0 never.
	ReloadAt time.Duration
	// ReplaceAfter puts another board of the same size in this one's place after
	// that many clicks, in the same frame; 0 never. The first one is lost: it has
	// no Result. The other one has the same number, visit and trouble, but for
	// this, and its own seed and session.
	ReplaceAfter int
}

// Server serves the page and keeps what it reports. Its methods may be called
// from several goroutines at once.
type Server struct {
	opts     Options
	listener net.Listener
	http     *http.Server
	token    string
	closed   chan struct{} // closed when the server is
	once     sync.Once

	mu      sync.Mutex
	changed chan struct{} // closed and replaced whenever anything below changes
	log     eventLog
	game    *game            // the board being played
	pages   map[int]*session // the pages that may still report
	ids     int              // how many ids were given to pages; they count from 1
	newest  int              // id of the newest page
	results []Result         // that WaitWon has not returned yet
	goneOn  int              // how many boards a held page may leave behind
}

// Start serves the practice game until ctx ends or Close is called. The errors
// are *fault.Error.
func Start(ctx context.Context, opts Options) (*Server, error) {
	opts.Game = cmp.Or(opts.Game, games.Queens)
	opts.Addr = cmp.Or(opts.Addr, loopback.FreePort)
	if opts.Supply == nil {
		opts.Supply = solver.Generate
	}
	if err := opts.check(); err != nil {
		return nil, err
	}
	s := &Server{
		opts:    opts,
		token:   rand.Text(),
		closed:  make(chan struct{}),
		changed: make(chan struct{}),
		pages:   make(map[int]*session),
	}
	var err error
	if s.listener, err = loopback.Listen(ctx, opts.Addr, opts.Tell); err != nil {
		return nil, err
	}
	// The first board is made now, so that a supply that cannot make one is
	// found out here and not by a page that stays empty.
	first, err := s.newGame(0, 0)
	if err != nil {
		_ = s.listener.Close()
		return nil, fault.Wrap(err, fault.Failed, "no practice board could be made: "+err.Error(),
			"choose another --size or --seed")
	}
	s.game = first

	s.http = s.newHTTPServer()
	go func() { _ = s.http.Serve(s.listener) }() // returns when Close is called
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	go func() { <-s.closed; stop() }()
	return s, nil
}

func (o *Options) check() (err error) {
	if o.Size, err = checkSize(o.Game, o.Size); err != nil {
		return err
	}
	if o.Trouble.DropClicks < 0 || o.Trouble.DropClicks > 1 {
		return fault.Plainf("give a share from 0 to 1", "a share of %v clicks cannot be dropped", o.Trouble.DropClicks)
	}
	if !o.Visit.End.known() {
		return fault.Plainf("choose one of the ends there are", "the practice game does not know how to end with %q", o.Visit.End)
	}
	if o.Locked < 0 || o.Locked > o.Size {
		return fault.Plainf("lock as many queens as the board has, or fewer", "%d queens cannot be locked on a board of size %d", o.Locked, o.Size)
	}
	return nil
}

// URL returns the address of the page.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

// Close stops the server and ends every wait and every event channel. Requests
// under way get a moment to end. It may be called more than once.
func (s *Server) Close() error {
	s.once.Do(func() {
		close(s.closed)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			_ = s.http.Close()
		}
	})
	return nil
}

// ErrClosed is what the waits return after Close.
var ErrClosed = errors.New("the practice game was closed")

// wait calls done, with the lock held, each time something changed until it
// returns true.
func (s *Server) wait(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := done(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.closed:
			return ErrClosed
		case <-changed:
		}
	}
}

// touch wakes the waits. The lock must be held.
func (s *Server) touch() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// WaitPhase waits until the newest page is in the given phase or a later one.
func (s *Server) WaitPhase(ctx context.Context, p Phase) error {
	return s.wait(ctx, func() bool { return s.game.phase >= p })
}

// WaitReady waits until a page shows the board and has painted it. A page that
// shows its splash is not ready: see Options.AutoStart.
func (s *Server) WaitReady(ctx context.Context) error { return s.WaitPhase(ctx, Playing) }

// WaitNext waits until a page that was opened after the given session shows its
// board: after a reload, or when the page went on to another board.
func (s *Server) WaitNext(ctx context.Context, session int) error {
	return s.wait(ctx, func() bool { return s.newest > session && s.game.phase >= Playing })
}

// holding is how long a page is held. It is less than what a request may take.
const holding = 10 * time.Second

// GoOn lets a page that is held, or will be, go on from a board of the series, counted
// from 0, and from those before it.
func (s *Server) GoOn(number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.goneOn = max(s.goneOn, number+1)
	s.touch()
}

// hold keeps a page that asks for the next board until it may go on.
func (s *Server) hold(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, holding)
	defer cancel()
	_ = s.wait(ctx, func() bool { return s.goneOn > s.game.number }) // it goes on however that ends
}

// WaitWon waits for the next win that no earlier WaitWon returned, of the last
// thousand or so. A win that the page claims but the server cannot confirm is an
// error beside the result.
func (s *Server) WaitWon(ctx context.Context) (Result, error) {
	var r Result
	err := s.wait(ctx, func() bool {
		if len(s.results) == 0 {
			return false
		}
		r, s.results = s.results[0], s.results[1:]
		return true
	})
	if err == nil && r.Problem != "" {
		err = errors.New("the page claims a win that is none: " + r.Problem)
	}
	return r, err
}
