package main

import (
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
