package main

import (
	"context"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"autoqueens/internal/history"
	"autoqueens/internal/player"
)

// scriptPlayed writes boards into the history: one a day, up to today, of a size.
func scriptPlayed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: played N [SIZE]")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	size := 8
	if len(args) > 1 {
		size, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	for i := range n {
		g := &history.Game{
			Ended: time.Now().AddDate(0, 0, i+1-n), Command: "play", Outcome: history.Won, Evidence: player.QueensSeen,
			Size: size, Regions: []string{"a"}, Grade: "easy", Clicks: 16, Program: "test", Profile: "default",
			Stages: player.Stages{Waited: 500, Seen: 120, Solved: 0.1, Clicked: 700 + 100*float64(i%3), Verified: 80},
		}
		_, err := history.Record(context.Background(), filepath.Join(ts.Getenv("XDG_STATE_HOME"), "autoqueens", "history.db"), g)
		ts.Check(err)
	}
}
