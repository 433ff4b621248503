//go:build linux && cgo

package main

import (
	"fmt"
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

// manyGames is how many boards of each game are played: two, 200 with AUTOQUEENS_E2E=all, or as
// many as AUTOQUEENS_GAME_BOARDS says.
func manyGames(t *testing.T) int {
	n := 2
	if os.Getenv("AUTOQUEENS_E2E") == "all" {
		n = 200
	}
	if v := os.Getenv("AUTOQUEENS_GAME_BOARDS"); v != "" {
		var err error
		if n, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	return n
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
	n := manyGames(t)
	for _, game := range others() {
		t.Run(game, func(t *testing.T) {
			d := newDesk(t, desk.Openbox)
			yes, no := true, false
			tb := open(t, d, practice.Options{
				Game: game, Seed: 100, AutoStart: true, Boards: n, AutoNext: 1500 * time.Millisecond,
				Deal: func(number int) practice.Deal {
					if game == "zip" || game == "patches" { // nobody has seen what those look like in the dark
						return practice.Deal{Dark: &no}
					}
					return practice.Deal{Dark: []*bool{&no, &yes}[number%2]}
				},
			}, desk.BrowserOptions{}).ready()
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
		})
	}
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
