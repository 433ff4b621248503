//go:build linux && cgo

package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/solver/games"
)

// arrangement is a desktop on which boards of each game are played, and how many.
type arrangement struct {
	wm     string
	zoom   float64 // of the page; 1 where 0
	boards int
}

// arrangements are a few boards under Openbox, or with AUTOQUEENS_E2E=all many, under other
// window managers and at other zooms too. AUTOQUEENS_GAME_BOARDS says how many instead.
func arrangements(t *testing.T) []arrangement {
	all := []arrangement{{wm: desk.Openbox, boards: 2}}
	if os.Getenv("AUTOQUEENS_E2E") == "all" {
		all = []arrangement{
			{wm: desk.Openbox, boards: 200}, {wm: desk.Xfwm4, boards: 50}, {wm: desk.NoWM, boards: 50},
			{wm: desk.Openbox, zoom: 0.8, boards: 20}, {wm: desk.Openbox, zoom: 1.25, boards: 20}, {wm: desk.Openbox, zoom: 1.5, boards: 20},
		}
	}
	if v := os.Getenv("AUTOQUEENS_GAME_BOARDS"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil {
			t.Fatal(err)
		}
		for i := range all {
			all[i].boards = n
		}
	}
	return all
}

// others are the games beside Queens.
func others() (names []string) {
	for _, name := range games.Names() {
		if name != games.Queens {
			names = append(names, name)
		}
	}
	return names
}

// TestPlayGames plays boards of each game one after the other, every other one begun and dark.
func TestPlayGames(t *testing.T) {
	t.Parallel()
	for _, on := range arrangements(t) {
		t.Run(fmt.Sprintf("%s/zoom=%g", cmp.Or(on.wm, "none"), 100*cmp.Or(on.zoom, 1)), func(t *testing.T) {
			w := shareWindow(t, on.wm, desk.BrowserOptions{Zoom: on.zoom})
			for _, game := range others() {
				t.Run(game, func(t *testing.T) { playGames(t, w, on.boards, game) })
			}
		})
	}
}

// TestWaylandGames does the same in a Wayland session.
func TestWaylandGames(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Sway, bare)
	for _, game := range others() {
		t.Run(game, func(t *testing.T) { playGames(t, w, arrangements(t)[0].boards, game) })
	}
}

// playGames plays n boards of a game one after the other, as TestPlayGames says.
func playGames(t *testing.T, w *window, n int, game string) {
	yes, no := true, false
	tb := w.open(t, practice.Options{
		Game: game, Seed: 100, Boards: n, AutoNext: 1500 * time.Millisecond,
		Deal: func(number int) practice.Deal {
			return practice.Deal{Dark: []*bool{&no, &yes}[number%2]}
		},
	})
	_, wait := start(t, w.desk, "play", "--json", "--timeout", "20s", "--repeat", fmt.Sprint(n-1))
	r := wait()
	won := 0
	for ; won < n && r.status == exit.OK; won++ {
		if tb.won(); t.Failed() {
			break
		}
	}
	for _, e := range r.events {
		if e.Kind == player.Done && e.Repairs > 0 {
			t.Logf("board %d took %d repairs", e.Board, e.Repairs)
		}
	}
	if won < n {
		tb.tellMoves()
	}
	t.Logf("%d of %d won", won, n)
	r.want(t, exit.OK, "")
}

// TestPlayGamesTroubled plays a board of each game on each page that misbehaves as real ones
// do, one after the other. Every board is won all the same.
func TestPlayGamesTroubled(t *testing.T) {
	t.Parallel()
	pages := []struct {
		name    string
		game    string // that is played there always, the others only with AUTOQUEENS_E2E=all
		visit   practice.Visit
		trouble practice.Trouble
	}{
		{name: "it paints late", game: "tango", visit: practice.Visit{PaintEvery: 900 * time.Millisecond}},
		{name: "it is busy", game: "sudoku", trouble: practice.Trouble{BusyPerClick: 60 * time.Millisecond}},
		{name: "a pop-up for a second", game: "patches", trouble: practice.Trouble{CoverAfter: 4, CoverFor: time.Second}},
		{name: "clicks are dropped", game: "patches", trouble: practice.Trouble{DropClicks: 0.1}},
		{name: "the board moves", game: "zip", trouble: practice.Trouble{ShiftAfter: 4, ShiftX: 120, ShiftY: 70}},
	}
	type board struct {
		game string
		page int
	}
	var deals []board
	for page, p := range pages {
		for _, game := range others() {
			if game == p.game || os.Getenv("AUTOQUEENS_E2E") == "all" {
				deals = append(deals, board{game, page})
			}
		}
	}
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{
		Game: deals[0].game, Seed: 300, Boards: len(deals),
		AutoNext: 4 * time.Second, // an answer by a drag has to stay for 2.5 s where nothing else tells that it was taken
		Deal: func(number int) practice.Deal {
			game, page := deals[number%len(deals)].game, pages[deals[number%len(deals)].page]
			switch game {
			case "tango": // of stripes across what breaks a rule, which come after 900 ms, not all are read through
				page.trouble.CoverFor = min(page.trouble.CoverFor, 600*time.Millisecond)
			case "zip", "patches": // each step of a drag waits for it
				page.visit.PaintEvery = min(page.visit.PaintEvery, 100*time.Millisecond)
			}
			return practice.Deal{Game: game, Visit: page.visit, Trouble: page.trouble}
		},
	})
	_, wait := start(t, tb.desk, "play", "--json", "--timeout", "30s", "--pace", "60ms", "--repeat", fmt.Sprint(len(deals)-1))
	r := wait()
	won := 0
	for ; won < len(deals) && r.status == exit.OK; won++ {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		_, err := tb.game.WaitWon(ctx)
		cancel()
		if err != nil {
			t.Errorf("board %d: the game does not say it was won: %v", won+1, err)
			break
		}
	}
	if won < len(deals) {
		tb.tellMoves()
	}
	for _, e := range r.events {
		if e.Kind == player.Done || e.Kind == player.Stopped {
			deal := deals[e.Board-1]
			t.Logf("%s, %s: %d moves, %d repairs, %+v", deal.game, pages[deal.page].name, e.Clicks, e.Repairs, e.Stages)
		}
	}
	r.want(t, exit.OK, "")
	tb.released()
	tb.digitsRight(func(number int) bool { return deals[number%len(deals)].game == "sudoku" })
}

// digitsRight checks that on the boards of a series that are Sudokus, and are filled, no digit ever
// stood where it does not belong: none was typed into another cell than it was for.
func (tb *table) digitsRight(isSudoku func(number int) bool) {
	tb.t.Helper()
	var states []string // of the board before e
	number := -1
	judge := func() {
		for _, state := range states {
			for i, digit := range []byte(state) {
				if right := states[len(states)-1][i]; isSudoku(number) && digit != '.' && digit != right {
					tb.t.Errorf("board %d: a cell that is to hold %c held %c", number+1, right, digit)
				}
			}
		}
		states = nil
	}
	for _, e := range tb.game.Log() {
		switch e.Kind {
		case practice.Opened:
			judge()
			number++
		case practice.Marked:
			states = append(states, e.State)
		}
	}
	judge()
}

// tellMoves logs what the page tells of the board that it shows.
func (tb *table) tellMoves() {
	s := tb.game.State()
	tb.t.Logf("seed %d shows %q of %q", s.Seed, s.Text, s.Solved)
	for _, e := range tb.game.Log() {
		if e.Session == s.Session && e.Kind != practice.Moved {
			tb.t.Logf("%7.1f %s cell %d %s %q %.0f,%.0f", e.Time, e.Kind, e.Cell, e.Cause, e.State, e.X, e.Y)
		}
	}
}

// released checks that no press is left without a release, and that none hit anything but the
// board, a pop-up over it excepted, and the first after the page has moved it where the board was
// then: that was under way.
func (tb *table) released() {
	tb.t.Helper()
	down := 1
	for end := time.Now().Add(10 * time.Second); down != 0 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) { // the page reports now and then
		down = 0
		for _, e := range tb.game.Log() {
			switch e.Kind {
			case practice.Down:
				down++
			case practice.Up:
				down--
			}
		}
	}
	if down != 0 {
		tb.t.Errorf("%d presses were not released", down)
	}
	var board, was practice.Rect // where it is, and was before the latest click; empty where it has not moved by that
	for _, e := range tb.game.Log() {
		switch {
		case e.Kind == practice.Moved:
			board = e.Geometry.Lattice
		case e.Kind == practice.Troubled && e.Cause == "shifted":
			was = board
		case e.Kind == practice.Down:
			underWay := was.X <= e.X && e.X < was.X+was.Width && was.Y <= e.Y && e.Y < was.Y+was.Height
			if e.Cell < 0 && e.Target != "cover" && !underWay {
				tb.t.Errorf("a press beside the board, on %s", e.Target)
			}
			was = practice.Rect{}
		}
	}
}

// TestGamesCovered puts a pop-up over the board of each game that stays.
func TestGamesCovered(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	for _, game := range others() {
		t.Run(game, func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: game, Seed: 100, Trouble: practice.Trouble{CoverAfter: 3, CoverWhole: true}})
			_, wait := start(t, w.desk, "play", "--json", "--pace", "200ms")
			r := wait()
			r.want(t, exit.Unverified, "what is around it stayed")
			if n := tb.pressesCovered(); n > 1 {
				t.Errorf("%d presses once a pop-up was painted, want the one under way at most", n)
			}
			tb.released()
		})
	}
}

// TestGamesReplaced puts another board of the same size in the place of the one that is played. Nothing is
// played on it, whatever lines both have in common.
func TestGamesReplaced(t *testing.T) {
	t.Parallel()
	const late = 300 // ms from its first frame, which a busy machine may take to see it: the rest of a board takes seconds
	w := shareWindow(t, desk.Openbox, bare)
	for _, tt := range []struct {
		name, game string
		noDrags    bool
	}{
		{name: "queens", game: "queens"}, {name: "tango", game: "tango"}, {name: "sudoku", game: "sudoku"},
		{name: "patches", game: "patches"}, {name: "zip", game: "zip"}, {name: "zip by keys", game: "zip", noDrags: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: tt.game, Seed: 401, Trouble: practice.Trouble{ReplaceAfter: 4, NoDrags: tt.noDrags}})
			_, wait := start(t, w.desk, "play", "--json", "--pace", "100ms")
			r := wait()
			r.want(t, exit.Unverified, "when it was last read")
			replaced, painted := false, math.Inf(1)
			for _, e := range tb.game.Log() {
				switch {
				case e.Kind == practice.Troubled && e.Cause == "replaced":
					replaced = true
				case e.Kind == practice.Ready && replaced:
					painted = e.Time
				case slices.Contains([]practice.Kind{practice.Down, practice.Up, practice.Key}, e.Kind) && e.Time > painted+late:
					t.Errorf("%s %.0f ms after another board was seen in the place of the one that is played", e.Kind, e.Time-painted)
				}
			}
			if math.IsInf(painted, 1) {
				t.Error("no board took the place of the one that is played")
			}
			tb.released()
		})
	}
}

// pressesCovered counts the presses that were made once a pop-up over the board was painted.
func (tb *table) pressesCovered() (n int) {
	painted := math.Inf(1)
	for _, e := range tb.game.Log() {
		switch {
		case e.Kind == practice.Troubled && e.Cause == "cover-painted":
			painted = e.Time
		case e.Kind == practice.Down && e.Time > painted:
			n++
		}
	}
	if math.IsInf(painted, 1) {
		tb.t.Error("no pop-up was painted")
	}
	return n
}

// TestGamesBrowserKilled ends the browser in the middle of a board of each game.
func TestGamesBrowserKilled(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.Openbox)
	for _, game := range others() {
		t.Run(game, func(t *testing.T) {
			tb := open(t, d, practice.Options{Game: game, Seed: 100, AutoStart: true}, bare).ready()
			tb.afterMoves(2, tb.browser.Kill)
			_, wait := start(t, d, "play", "--json", "--pace", unhurried)
			r := wait()
			r.want(t, exit.Unverified, "together with what is around it")
		})
	}
}

// afterMoves calls do, once, when the page has told of n changes of what is done on the board.
func (tb *table) afterMoves(n int, do func()) {
	events := tb.game.Events()
	go func() {
		for e := range events {
			if e.Kind == practice.Marked {
				if n--; n == 0 {
					do()
				}
			}
		}
	}()
}

// TestPersonTakesGames: a person who moves the mouse in the middle of a board of any game, of a
// drag too, has it at once, with the button up, and what was done stays.
func TestPersonTakesGames(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	for _, tt := range []struct {
		game, pace string
		moves      int           // that the page shows before the mouse is moved, in a drag of them
		press      int           // or the press that it is moved after
		after      time.Duration // by that long
	}{
		{game: "tango", pace: unhurried, moves: 3},
		{game: "zip", pace: "fast", moves: 5},
		{game: "sudoku", pace: unhurried, moves: 3},
		{game: "patches", pace: "human", press: 2, after: 150 * time.Millisecond},
	} {
		t.Run(tt.game, func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: tt.game, Seed: 100})
			var atMove time.Time
			var text string
			moved := make(chan struct{})
			events := tb.game.Events()
			go func() {
				moves, presses := 0, 0
				for e := range events {
					switch e.Kind {
					case practice.Marked:
						moves++
					case practice.Down:
						presses++
					}
					if tt.moves > 0 && moves == tt.moves || tt.press > 0 && presses == tt.press {
						time.Sleep(tt.after)
						nudge(t, w.desk, 30, 900)
						atMove, text = time.Now(), tb.game.State().Text
						close(moved)
						return
					}
				}
			}()
			_, wait := start(t, w.desk, "play", "--json", "--timeout", "20s", "--pace", tt.pace)
			r := wait()
			r.want(t, exit.Stopped, "you moved the mouse")
			<-moved
			if further := tb.pressesSince(atMove); further > 1 {
				t.Errorf("%d presses after the mouse was moved, want 1 at most", further)
			}
			s := tb.game.State()
			if s.Text == s.Solved || !strings.HasPrefix(s.Text, text) && tt.game == "zip" {
				t.Errorf("the board shows %q of %q; it was %q when the mouse was moved", s.Text, s.Solved, text)
			}
			tb.released()
		})
	}
}

// TestStoppedInDrag: whatever key at the terminal, or signal, ends a play in the midst of a drag, the button goes up.
func TestStoppedInDrag(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	for signal, words := range map[syscall.Signal]string{
		syscall.SIGINT:  "stopped by Ctrl-C",
		syscall.SIGQUIT: `stopped by Ctrl-\`,
		syscall.SIGTSTP: "stopped by Ctrl-Z",
		syscall.SIGTERM: "stopped by a signal to end",
	} {
		t.Run(signal.String(), func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: "patches", Seed: 100})
			process, wait := start(t, tb.desk, "play", "--json", "--timeout", "20s", "--pace", "human")
			events := tb.game.Events()
			go func() {
				for e := range events {
					if e.Kind == practice.Down {
						time.Sleep(150 * time.Millisecond)
						_ = process.Signal(signal)
						return
					}
				}
			}()
			wait().want(t, exit.Stopped, words)
			tb.released()
		})
	}
}
