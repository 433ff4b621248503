//go:build linux && cgo

package main

import (
	"cmp"
	"fmt"
	"image"
	"os"
	"strconv"
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
		for _, game := range others() {
			t.Run(fmt.Sprintf("%s/%s/zoom=%g", game, cmp.Or(on.wm, "none"), 100*cmp.Or(on.zoom, 1)), func(t *testing.T) {
				playGames(t, newDesk(t, on.wm), on, game)
			})
		}
	}
}

// TestWaylandGames does the same in a Wayland session.
func TestWaylandGames(t *testing.T) {
	t.Parallel()
	d := newCompositor(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1440, 1100)}}})
	for _, game := range others() {
		t.Run(game, func(t *testing.T) { playGames(t, d, arrangements(t)[0], game) })
	}
}

// playGames plays boards of a game one after the other, as TestPlayGames says.
func playGames(t *testing.T, d *desk.Desk, on arrangement, game string) {
	n := on.boards
	yes, no := true, false
	tb := open(t, d, practice.Options{
		Game: game, Seed: 100, AutoStart: true, Boards: n, AutoNext: 1500 * time.Millisecond,
		Deal: func(number int) practice.Deal {
			return practice.Deal{Dark: []*bool{&no, &yes}[number%2]}
		},
	}, desk.BrowserOptions{Zoom: on.zoom}).ready()
	_, wait := start(t, d, "play", "--json", "--timeout", "20s", "--repeat", fmt.Sprint(n-1))
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
		s := tb.game.State()
		t.Logf("seed %d shows %q of %q", s.Seed, s.Text, s.Solved)
		for _, e := range tb.game.Log() {
			if e.Session == s.Session && e.Kind != practice.Moved {
				t.Logf("%7.1f %s cell %d %s %q %.0f,%.0f", e.Time, e.Kind, e.Cell, e.Cause, e.State, e.X, e.Y)
			}
		}
	}
	t.Logf("%d of %d won", won, n)
	r.want(t, exit.OK, "")
}

// TestPersonTakesDrag: a person who moves the mouse in the middle of a drag has it at once, with
// the button up, and what was drawn stays.
func TestPersonTakesDrag(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.Openbox)
	tb := open(t, d, practice.Options{Game: "zip", Seed: 100, AutoStart: true}, desk.BrowserOptions{}).ready()
	events := tb.game.Events()
	process, wait := start(t, d, "play", "--json", "--timeout", "20s")
	_ = process
	drawn := 0
	for e := range events {
		if e.Kind == practice.Marked {
			if drawn++; drawn == 5 {
				nudge(t, d, 30, 900)
			}
		}
		if e.Kind == practice.Up {
			break
		}
	}
	r := wait()
	r.want(t, exit.Stopped, "you moved the mouse")
	if s := tb.game.State(); s.Text == s.Solved || len(s.Text) < 2*5 {
		t.Errorf("the board shows %q of %q", s.Text, s.Solved)
	}
}
