//go:build linux && cgo

package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
)

// wins waits for wins, and returns what the game says of them.
func (tb *table) wins(n int) []practice.Result {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), time.Minute)
	defer cancel()
	var results []practice.Result
	for len(results) < n {
		r, err := tb.game.WaitWon(ctx)
		if err != nil {
			tb.t.Fatalf("after %d wins: %v", len(results), err)
		}
		results = append(results, r)
	}
	return results
}

// TestWatchTargetTime plays board after board until Ctrl-C, each so that the
// game's own clock shows one second.
func TestWatchTargetTime(t *testing.T) {
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 8, Seed: 31, AutoNext: 1500 * time.Millisecond})
	process, wait := start(t, tb.desk, "play", "--json", "--watch", "--target-time", "1s")
	// The board was there before the player was: its clock says more.
	first := tb.wins(1)[0]
	var clocks []time.Duration
	for _, r := range tb.wins(5) {
		clocks = append(clocks, r.Clock)
		if shown := r.Clock.Truncate(time.Second); shown != time.Second {
			t.Errorf("the game's clock shows %v, at %v", shown, r.Clock)
		}
	}
	_ = process.Signal(os.Interrupt)
	r := wait()
	r.want(t, exit.Stopped, "Ctrl-C")
	if n := strings.Count(r.kinds(), "done"); n < 5 || n > 6 {
		t.Errorf("events %s", r.kinds())
	}
	if next, other := tb.beside(); next+other > 0 {
		t.Errorf("%d clicks between the boards", next+other)
	}
	t.Logf("the game's clock: %v at first, then %v", first.Clock, clocks)
}

// TestLearnedPace plays a game that swallows quick double clicks: the pause it
// needs is kept in the profile, and the next run needs no repair. The board is so small
// that those of a busy machine are quick as well.
func TestLearnedPace(t *testing.T) {
	w := shareWindow(t, desk.Openbox, bare)
	options := practice.Options{Size: 5, Seed: 41,
		Trouble: practice.Trouble{SwallowSecond: 340 * time.Millisecond}} // a repair waits for 350
	var repairs []int
	for run := range 2 {
		tb := w.open(t, options)
		if run == 0 {
			_, wait := start(t, w.desk, "calibrate")
			wait().want(t, exit.OK, "")
		}
		_, wait := start(t, w.desk, "play", "--json")
		r := wait()
		r.want(t, exit.OK, "")
		tb.won()
		last := r.events[len(r.events)-1]
		repairs = append(repairs, last.Repairs)
		t.Logf("run %d: %d clicks, %d repairs, in %.0f ms", run+1, last.Clicks, last.Repairs, last.Stages.Total)
		_, wait = start(t, w.desk, "calibrate", "--show")
		_, pace, _ := strings.Cut(saidAfter(wait().stdout, "Clicks"), "pace ")
		if pause, err := time.ParseDuration(pace); err != nil || pause <= 0 {
			t.Errorf("after run %d the profile keeps the pace %q", run+1, pace)
		}
		t.Logf("the profile keeps a pace of %s", pace)
		tb.game.Close()
		options.Seed++
	}
	if repairs[0] == 0 {
		t.Error("the first run needed no repair: nothing was swallowed, and nothing learned")
	}
	if repairs[1] != 0 {
		t.Errorf("the second run needed %d repairs, at the pace that was kept", repairs[1])
	}
}

// TestMappingPassedOver plays with a profile whose mapping aims a cell to the right,
// as after a change of the display that nobody noticed: it is told and passed over, and
// one that was asked for is refused.
func TestMappingPassedOver(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).open(t, practice.Options{Size: 9, Seed: 51})
	_, wait := start(t, tb.desk, "calibrate")
	r := wait()
	r.want(t, exit.OK, "")
	path := saidAfter(r.stdout, "Saved")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := tb.game.State().Geometry
	wrong := regexp.MustCompile(`point_x = .*`).ReplaceAll(text, fmt.Appendf(nil, "point_x = %.1f", g.Lattice.Width*g.DPR/9))
	if slices.Equal(wrong, text) {
		t.Fatalf("the profile has no point_x:\n%s", text)
	}
	if err := os.WriteFile(path, wrong, 0o600); err != nil {
		t.Fatal(err)
	}

	run := runner(t, tb.desk)
	run("play", "--profile", "default").want(t, exit.Failed, "another scale or place")
	if n := tb.presses(); n > 0 {
		t.Errorf("%d presses by a profile that does not fit", n)
	}
	r = run("play", "--json")
	if r.status != exit.OK || !strings.Contains(r.stderr, "another scale or place; looking at every display instead") {
		t.Errorf("status %d: %s", r.status, r.stderr)
	}
	if last := r.events[len(r.events)-1]; last.Corrected {
		t.Error("the mapping of the profile was used, and corrected")
	}
	tb.won()
	if next, other := tb.beside(); next+other > 0 {
		t.Errorf("%d clicks beside the board", next+other)
	}
}
