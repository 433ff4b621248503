//go:build linux && cgo

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
)

// TestZipByKeys plays two boards of Zip on a page that takes no drags: the first after a drag that
// did nothing, the second by arrow keys from the start.
func TestZipByKeys(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{
		Game: "zip", Seed: 100, Boards: 2, AutoNext: 1500 * time.Millisecond,
		Trouble: practice.Trouble{NoDrags: true},
	})
	_, wait := start(t, tb.desk, "play", "--repeat", "1", "--timeout", "20s")
	r := wait()
	r.want(t, exit.OK, "")
	tb.won()
	tb.won()
	if !strings.Contains(r.stdout, "Learned   Zip is played by keys here") || strings.Count(r.stdout, "Repaired") != 1 {
		t.Errorf("it says\n%s", r.stdout)
	}
	keys := 0
	for _, e := range tb.game.Log() {
		if e.Kind == practice.Key && strings.HasPrefix(e.Key, "Arrow") {
			keys++
		}
	}
	if want := 2 * (7*7 - 1); keys != want {
		t.Errorf("%d arrow keys for %d steps", keys, want)
	}
	tb.released()
}

// TestCalibrateGames calibrates with each game on the screen, and plays what was saved.
func TestCalibrateGames(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	run := runner(t, w.desk)
	for game, board := range map[string]string{
		"queens": "a board of 8 x 8", "tango": "a Tango board of 6 x 6", "zip": "a Zip board of 7 x 7",
		"sudoku": "a Mini Sudoku board of 6 x 6", "patches": "a Patches board of 7 x 7",
	} {
		t.Run(game, func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: game, Seed: 100})
			page := filepath.Join(t.TempDir(), "page.html")
			for _, tt := range []struct {
				args []string
				want string
			}{
				{[]string{"calibrate", "--profile", game}, "Found     " + board + " on display 0"},
				{[]string{"calibrate", "--profile", game, "--check"}, "Board     " + board + " is in the region now"},
				{[]string{"calibrate", "--profile", game, "--page-file", page}, "Page      "},
			} {
				r := run(tt.args...)
				r.want(t, exit.OK, "")
				if !strings.Contains(r.stdout, tt.want) {
					t.Errorf("%v does not say %q:\n%s", tt.args, tt.want, r.stdout)
				}
			}
			size := board[strings.LastIndex(board, "of ")+3:]
			if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), strings.Replace(size, "x", "×", 1)+"<") {
				t.Errorf("the page does not show a board of %s: %v", size, err)
			}
			if n := tb.presses(); n != 0 {
				t.Errorf("calibrating pressed the mouse %d times", n)
			}
			r := run("play", "--profile", game)
			r.want(t, exit.OK, "")
			if !strings.Contains(r.stdout, "on profile "+game) {
				t.Errorf("the profile was not looked at first:\n%s", r.stdout)
			}
			tb.won()
			tb.released()
		})
	}
}

// TestCalibrateWays tries out how games are played on pages that take no drags, or no keys, and plays
// them in that way from the first move on.
func TestCalibrateWays(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	run := runner(t, w.desk)
	for _, tt := range []struct {
		game    string
		trouble practice.Trouble
		title   string
		way     player.Way
	}{
		{"zip", practice.Trouble{}, "Zip", player.ByDrag},
		{"zip", practice.Trouble{NoDrags: true}, "Zip", player.ByKeys},
		{"sudoku", practice.Trouble{}, "Mini Sudoku", player.ByKeys},
		{"sudoku", practice.Trouble{NoKeys: true}, "Mini Sudoku", player.ByPad},
	} {
		t.Run(fmt.Sprintf("%s by %s", tt.game, tt.way), func(t *testing.T) {
			tb := w.open(t, practice.Options{Game: tt.game, Seed: 100, Trouble: tt.trouble})
			run("calibrate").want(t, exit.OK, "")
			if tt.game == "sudoku" {
				run("calibrate", "--pad", tb.onBoard()).want(t, exit.Failed, "is on the board")
				run("calibrate", "--pad", tb.pad()).want(t, exit.OK, "")
			}
			if n := tb.presses(); n != 0 {
				t.Errorf("calibrating pressed the mouse %d times", n)
			}
			r := run("calibrate", "--try")
			r.want(t, exit.OK, "")
			if !strings.Contains(r.stdout, fmt.Sprintf("Tried     %s is played by %s here", tt.title, tt.way)) {
				t.Errorf("it says\n%s", r.stdout)
			}
			if marks := tb.marks(); marks != 1 {
				t.Errorf("the page shows %d moves", marks)
			}
			tried := len(tb.game.Log())
			run("play").want(t, exit.OK, "")
			tb.wonBy(tt.trouble.NoKeys)
			if way := tb.wayFrom(tried); way != tt.way {
				t.Errorf("it was played by %s, and known to be by %s", way, tt.way)
			}
		})
	}
}

// wayFrom tells by what the page was told of since the event of a number how it was played: by other
// than one way is "drag and keys" and the like.
func (tb *table) wayFrom(number int) player.Way {
	ways := map[player.Way]bool{}
	pressed := -1 // the cell that the button went down on
	for _, e := range tb.game.Log()[number:] {
		switch {
		case e.Kind == practice.Key:
			ways[player.ByKeys] = true
		case e.Kind == practice.Up && e.Cell != pressed:
			ways[player.ByDrag] = true
		case e.Kind == practice.Down:
			if pressed = e.Cell; pressed < 0 {
				ways[player.ByPad] = true
			}
		}
	}
	var names []string
	for way := range ways {
		names = append(names, string(way))
	}
	slices.Sort(names)
	return player.Way(strings.Join(names, " and "))
}

// pad returns the places of the buttons of a Sudoku's pad on the screen, as calibrate takes them: in
// two rows of four, of which the last of the first row empties a cell.
func (tb *table) pad() string {
	tb.t.Helper()
	g := tb.game.State().Geometry
	if g.Pad == nil {
		tb.t.Fatal("the page has no pad")
	}
	x, y := g.Origin(1)
	var places []string
	for digit := range 6 {
		col, row := digit%3, digit/3
		places = append(places, fmt.Sprintf("%.0f,%.0f",
			x+(g.Pad.X+(float64(col)+0.5)*g.Pad.Width/4)*g.DPR, y+(g.Pad.Y+(float64(row)+0.5)*g.Pad.Height/2)*g.DPR))
	}
	return strings.Join(places, " ")
}

// onBoard returns a place on the board, as calibrate takes it.
func (tb *table) onBoard() string {
	g := tb.game.State().Geometry
	x, y := g.Origin(1)
	return fmt.Sprintf("%.0f,%.0f", x+(g.Board.X+g.Board.Width*0.6)*g.DPR, y+(g.Board.Y+g.Board.Height*0.6)*g.DPR)
}

// marks counts what was seen to change on the board.
func (tb *table) marks() (n int) {
	for _, e := range tb.game.Log() {
		if e.Kind == practice.Marked {
			n++
		}
	}
	return n
}

// wonBy checks that the game says it is won, with presses on the pad where they are due, and on nothing
// else beside the board.
func (tb *table) wonBy(pad bool) {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 10*time.Second)
	defer cancel()
	if _, err := tb.game.WaitWon(ctx); err != nil {
		tb.t.Errorf("the game does not say it was won: %v", err)
	}
	g, pressed := tb.game.State().Geometry, 0
	for _, e := range tb.game.Log() {
		if e.Kind != practice.Down || e.Cell >= 0 {
			continue
		}
		if p := g.Pad; p == nil || e.Target != "tools" || e.X < p.X || e.Y < p.Y || e.X > p.X+p.Width || e.Y > p.Y+p.Height {
			tb.t.Errorf("a press on %s", e.Target)
		}
		pressed++
	}
	if pressed > 0 != pad {
		tb.t.Errorf("%d presses on the pad", pressed)
	}
}
