//go:build linux && cgo

package main

import (
	"strings"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
)

// TestZipByKeys plays two boards of Zip on a page that takes no drags: the first after a drag that
// did nothing, the second by arrow keys from the start.
func TestZipByKeys(t *testing.T) {
	t.Parallel()
	d := newDesk(t, desk.Openbox)
	tb := open(t, d, practice.Options{
		Game: "zip", Seed: 100, AutoStart: true, Boards: 2, AutoNext: 1500 * time.Millisecond,
		Trouble: practice.Trouble{NoDrags: true},
	}, bare).ready()
	_, wait := start(t, d, "play", "--repeat", "1", "--timeout", "20s")
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
