package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/exit"
	"autoqueens/internal/history"
	"autoqueens/internal/loopback"
	"autoqueens/internal/player"
)

// TestTurn lets one process at a time play today's board, and remembers the day
// of each profile.
func TestTurn(t *testing.T) {
	base := filepath.Join(t.TempDir(), "state", "daily")
	first, err := takeTurn(base, "")
	if err != nil {
		t.Fatal(err)
	}
	if done := first.Done(); done != (doneDay{}) {
		t.Errorf("before the first day %+v is done", done)
	}
	if second, err := takeTurn(base, "other"); exit.StatusOf(err) != exit.Failed || second != nil {
		t.Errorf("two have the turn at once, %v", err)
	}
	if err := first.Finish("2026-11-21", "won"); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for profile, want := range map[string]history.Day{"": "2026-11-21", calibrate.DefaultName: "2026-11-21", "other": ""} {
		next, err := takeTurn(base, profile)
		if err != nil {
			t.Fatal(err)
		}
		if done := next.Done(); done.Day != want {
			t.Errorf("profile %q: %+v is done", profile, done)
		}
		if err := next.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for _, ending := range []string{".json", ".lock"} {
		if info, err := os.Stat(base + ending); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", ending, info, err)
		}
	}
}

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
