package main

import (
	"strings"
	"testing"
	"time"

	"autoqueens/internal/player"
)

// TestStatusWords says on the live line what is in the way, and what to do about it.
func TestStatusWords(t *testing.T) {
	for _, tt := range []struct {
		status player.Status
		want   string
	}{
		{player.Status{Doing: player.Waiting, Board: 1}, "waiting for a board, 3 s"},
		{player.Status{Doing: player.Doubting, View: "display 0", What: "the board is cut off at the left", Advice: "scroll"},
			"seen a board on display 0, but not read: the board is cut off at the left; scroll"},
		{player.Status{Doing: player.Obstacle, View: "display 0", What: "only an example is in sight", Advice: "close the dialog"},
			"only an example is in sight: close the dialog; waiting, 3 s"},
	} {
		if got := statusWords(tt.status, 3*time.Second); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
}

// TestLastingStatus tells a pipe what stays in the way, a line each time that changes, and nothing of
// what comes and goes.
func TestLastingStatus(t *testing.T) {
	var out strings.Builder
	at := time.Unix(0, 0)
	l := &lastingStatus{w: &out, now: func() time.Time { return at }}
	cut := player.Status{Doing: player.Doubting, Board: 1, What: "the board is cut off", Advice: "scroll"}
	example := player.Status{Doing: player.Obstacle, Board: 1, What: "an example", Advice: "close it"}
	next := cut
	next.Board = 2
	for _, step := range []struct {
		status player.Status
		looks  int // a tenth of a second apart
	}{
		{cut, 9}, {example, 9}, {player.Status{Doing: player.Waiting, Board: 1}, 30}, // nothing lasts
		{cut, 40}, {example, 5}, {cut, 15}, // one does, also beyond what comes over it for a moment
		{example, 20}, {cut, 20}, {next, 20},
	} {
		for range step.looks {
			l.tell(step.status)
			at = at.Add(100 * time.Millisecond)
		}
	}
	const first, second = "Waiting   the board is cut off: scroll\n", "Waiting   an example: close it\n"
	if got, want := out.String(), first+second+first+first; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
