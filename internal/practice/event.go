package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"autoqueens/solver"
	"autoqueens/solver/puzzle"
)

// Kind says what an Event tells.
type Kind string

// The kinds of events. A pointer event is reported wherever on the page it
// happened, also outside the board.
const (
	Opened   Kind = "open"     // a page was loaded, or went on to another board
	Started  Kind = "start"    // Start or Resume was pressed, or the page started by itself
	Ready    Kind = "ready"    // the board has been painted
	Down     Kind = "down"     // a pointer button was pressed
	Up       Kind = "up"       // a pointer button was released
	Click    Kind = "click"    // the browser made a click of it
	Key      Kind = "key"      // a key was pressed
	Marked   Kind = "mark"     // the mark of a cell changed
	Troubled Kind = "trouble"  // the page misbehaved as it was told to
	Moved    Kind = "geometry" // the board lies elsewhere, or the window changed
	Hinted   Kind = "hint"     // the player asked for a hint and got one
	Won      Kind = "won"      // the board is solved
	Shown    Kind = "shown"    // the frame that shows the win has been painted; Time is when it was made
	Gilded   Kind = "gold"     // the last crown has turned gold
	Carded   Kind = "card"     // the result card covers the board
	Left     Kind = "leave"    // the page was closed or reloaded
)

func (k Kind) known() bool {
	return slices.Contains([]Kind{
		Opened, Started, Ready, Down, Up, Click, Key, Marked, Troubled, Moved, Hinted,
		Won, Shown, Gilded, Carded, Left,
	}, k)
}

// Event is one thing the page reported. Fields that say nothing about its kind
// are zero.
type Event struct {
	Session int     `json:"session"` // which page load, from 1
	Seq     int     `json:"seq"`     // number within the session, from 0 without gaps
	Kind    Kind    `json:"kind"`
	Time    float64 `json:"time"`  // when it happened, in ms since the page was loaded
	Clock   float64 `json:"clock"` // the game's own clock then, in ms

	// Of pointer events: the cell of the board that was hit, row-major from 0,
	// or -1 and what was hit instead.
	Cell   int    `json:"cell"`
	Target string `json:"target,omitempty"`
	// X and Y are in CSS pixels of the viewport, ScreenX and ScreenY what the
	// browser holds for the same place on the screen.
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	ScreenX float64 `json:"screenX"`
	ScreenY float64 `json:"screenY"`
	Button  int     `json:"button"`  // 0 left, 1 middle, 2 right
	Buttons int     `json:"buttons"` // bits of the buttons held after the event
	Trusted bool    `json:"trusted"` // made by the browser's input, not by a script
	Key     string  `json:"key,omitempty"`

	// Of mark changes.
	From  solver.Mark `json:"from"`
	To    solver.Mark `json:"to"`
	Cause string      `json:"cause,omitempty"` // click, drag, key, auto, undo, clear; of trouble and hints: what it was

	// Of an opened page: what its times are counted from, in ms since 1970.
	Origin float64 `json:"origin,omitempty"`

	// State, of a mark change and of a win in another game than Queens, is the whole board, as
	// contest.go has it.
	State    string    `json:"state,omitempty"`
	Marks    string    `json:"marks,omitempty"` // of a win: the whole board, '.', 'x' and 'Q', row-major
	Geometry *Geometry `json:"geometry,omitempty"`
}

// Rect is a rectangle in CSS pixels.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Geometry says where the page holds the board to be.
type Geometry struct {
	Board   Rect    `json:"board"`   // the board with its frame, in the viewport
	Lattice Rect    `json:"lattice"` // the outer edges of the outer cells, in the viewport
	DPR     float64 `json:"dpr"`     // device pixels a CSS pixel: display scale times zoom
	ScreenX float64 `json:"screenX"` // the window's place on the screen as the browser tells it
	ScreenY float64 `json:"screenY"`
	InnerW  float64 `json:"innerW"` // the viewport, in CSS pixels
	InnerH  float64 `json:"innerH"`
	OuterW  float64 `json:"outerW"` // the window, in the browser's screen units
	OuterH  float64 `json:"outerH"`
	ScrollX float64 `json:"scrollX"`
	ScrollY float64 `json:"scrollY"`
	// Next is the button of the next board on the result card, in the viewport;
	// nil while it is not shown.
	Next *Rect `json:"next,omitempty"`
	// Pad is what the buttons of a Sudoku's digits fill, in the viewport; nil in another game.
	Pad *Rect `json:"pad,omitempty"`
}

// What a page can tell of, and no more.
const (
	// maxBatch is how many events come at once: more than a report of ordinary
	// events has room for.
	maxBatch = 1000
	maxWord  = 64      // bytes of what was hit, and of a key; the page cuts them shorter
	maxState = 400     // bytes of a board: a path through 10 x 10 cells has two for each
	maxMs    = 1e13    // a time: three hundred years
	maxPlace = 1 << 20 // a coordinate in pixels: no desktop reaches it
)

// batch is the events of a report. It is decoded one by one, since three bytes of
// JSON make an event.
type batch []Event

// UnmarshalJSON takes a list of up to maxBatch events.
func (b *batch) UnmarshalJSON(data []byte) error {
	list := json.NewDecoder(bytes.NewReader(data))
	switch start, err := list.Token(); {
	case err != nil:
		return err
	case start == nil:
		return nil
	case start != json.Delim('['):
		return errors.New("events are a list")
	}
	for list.More() {
		if len(*b) == maxBatch {
			return fmt.Errorf("there are more than %d events", maxBatch)
		}
		var e Event
		if err := list.Decode(&e); err != nil {
			return err
		}
		*b = append(*b, e)
	}
	return nil
}

// check refuses what no page reports, so that what is kept, reckoned with and
// printed is of a sensible size.
func (e *Event) check() error {
	places := []float64{e.X, e.Y, e.ScreenX, e.ScreenY, float64(e.Button), float64(e.Buttons)}
	if g := e.Geometry; g != nil {
		places = append(places, g.DPR, g.ScreenX, g.ScreenY, g.InnerW, g.InnerH, g.OuterW, g.OuterH, g.ScrollX, g.ScrollY)
		rects := []Rect{g.Board, g.Lattice}
		for _, r := range []*Rect{g.Next, g.Pad} {
			if r != nil {
				rects = append(rects, *r)
			}
		}
		for _, r := range rects {
			places = append(places, r.X, r.Y, r.Width, r.Height)
		}
	}
	beyond := func(most float64) func(float64) bool {
		return func(v float64) bool { return !(v >= -most && v <= most) }
	}
	switch {
	case !e.Kind.known():
		return fmt.Errorf("the event %.20q", e.Kind)
	case len(e.Target) > maxWord || len(e.Key) > maxWord || len(e.Marks) > MaxSize*MaxSize || len(e.State) > maxState:
		return errors.New("a text too long")
	case len(e.Cause) > maxWord || strings.Trim(e.Cause, "abcdefghijklmnopqrstuvwxyz-") != "":
		return fmt.Errorf("the cause %.20q", e.Cause)
	case e.Cell < -1 || e.Cell >= MaxSize*MaxSize:
		return fmt.Errorf("the cell %d", e.Cell)
	case slices.ContainsFunc([]float64{e.Time, e.Clock, e.Origin}, beyond(maxMs)):
		return errors.New("a time beyond all times")
	case slices.ContainsFunc(places, beyond(maxPlace)):
		return errors.New("a place beyond all screens")
	}
	return nil
}

// Origin returns where the viewport's top left corner is on the desktop, in
// device pixels, for a display of the given scale (1 where it is not scaled).
// Browsers do not tell it; it follows from the window's place if the browser's
// own controls are above the page and its side borders are alike.
func (g Geometry) Origin(scale float64) (x, y float64) {
	return g.ScreenX*scale + (g.OuterW*scale-g.InnerW*g.DPR)/2, (g.ScreenY+g.OuterH)*scale - g.InnerH*g.DPR
}

// Phase is how far a game is.
type Phase int

// The phases, in their order.
const (
	Unopened Phase = iota // no page has been loaded
	Splash                // the page shows its splash
	Playing               // the board is painted and the clock runs
	Solved                // the board is solved, its crowns turn gold
	Golden                // all crowns are gold, and nothing covers them yet
	Finished              // the result card covers the board
)

// String returns the phase in a word.
func (p Phase) String() string {
	return [...]string{"unopened", "splash", "playing", "solved", "golden", "finished"}[p]
}

// State is what the newest page says now.
type State struct {
	Session  int // the newest page load, 0 before the first
	Phase    Phase
	Game     string
	Size     int
	Seed     uint64
	Board    *solver.Board // of Queens, a copy: the regions, and the marks now
	Solution solver.Placement
	// Of another game: what was given, its answer, and how the page would write that.
	Puzzle   puzzle.Puzzle
	Answer   puzzle.Solution
	Solved   string
	Text     string        // what the player has done, as the page writes it
	Clock    time.Duration // the game's clock at its last report
	Geometry Geometry
}

// Result is a solved board.
type Result struct {
	Session int
	Game    string
	Size    int
	Seed    uint64
	Board   *solver.Board // of Queens, with its marks
	Clock   time.Duration // from the board's appearance to the last queen, by the page's clock
	Clicks  int           // presses on cells of the board
	Hints   int           // hints the player asked for
	Problem string        // empty, or why the server does not confirm the win
}

// eventLog keeps the latest events. Its owner locks it.
type eventLog struct {
	first  int // how many events were dropped before the first one kept
	events []Event
}

// maxEvents bounds the log of a page that is played for days; the oldest half
// is dropped when it is full.
const maxEvents = 1 << 17

func (l *eventLog) add(e Event) {
	if len(l.events) >= maxEvents {
		l.events = append(l.events[:0:0], l.events[maxEvents/2:]...)
		l.first += maxEvents / 2
	}
	l.events = append(l.events, e)
}

// after returns the events from number n on, and the number after the last.
func (l *eventLog) after(n int) ([]Event, int) {
	i := max(n-l.first, 0)
	return l.events[i:len(l.events):len(l.events)], l.first + len(l.events)
}

// Log returns the events so far, oldest first.
func (s *Server) Log() []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Event(nil), s.log.events...)
}

// Events returns a channel that carries every event from the first one on, in
// the order the server took them in, and is closed when the server is. Each
// call returns a channel of its own. A slow reader holds nobody up.
func (s *Server) Events() <-chan Event {
	out := make(chan Event)
	go func() {
		defer close(out)
		for n := 0; ; {
			var batch []Event
			if s.wait(context.Background(), func() bool {
				batch, n = s.log.after(n)
				return len(batch) > 0
			}) != nil {
				return
			}
			for _, e := range batch {
				select {
				case out <- e:
				case <-s.closed:
					return
				}
			}
		}
	}()
	return out
}

// State returns what the newest page says now.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game.state(s.newest)
}
