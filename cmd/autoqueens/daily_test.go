package main

import (
	"testing"
	"time"

	"autoqueens/internal/history"
	"autoqueens/internal/loopback"
	"autoqueens/internal/player"
)

func TestDailyWords(t *testing.T) {
	g := history.Game{
		Ended: time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC), Outcome: history.Won, Size: 8, Grade: "hard", Clicks: 16,
		Stages: player.Stages{Waited: 60_000, Seen: 120, Clicked: 1000, Verified: 110},
	}
	repaired, solved := g, g
	repaired.Repairs, repaired.Grade = 2, ""
	solved.Outcome = history.AlreadySolved
	for want, g := range map[string]*history.Game{
		"won 8 x 8 (hard) in 1.23 s at 09:05, 16 clicks":     &g,
		"won 8 x 8 in 1.23 s at 09:05, 16 clicks, 2 repairs": &repaired,
		"8 x 8 (hard) was solved already at 09:05":           &solved,
	} {
		if got := dailyWords(g); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestViewer(t *testing.T) {
	for system, want := range map[string]string{"linux": "xdg-open", "freebsd": "xdg-open", "darwin": "open", "windows": "rundll32"} {
		if name, args := loopback.Opener(system, "a b.png"); name != want || args[len(args)-1] != "a b.png" {
			t.Errorf("%s: %s %q", system, name, args)
		}
	}
}
