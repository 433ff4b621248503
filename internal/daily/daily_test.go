package daily

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/history"
	"autoqueens/solver/games"
)

// TestTurn lets one process at a time play today's board, and remembers the day
// of each profile.
func TestTurn(t *testing.T) {
	base := filepath.Join(t.TempDir(), "state", "daily")
	first, err := Take(base, "")
	if err != nil {
		t.Fatal(err)
	}
	if done := first.Done(games.Queens); done != (Day{}) {
		t.Errorf("before the first day %+v is done", done)
	}
	if second, err := Take(base, "other"); fault.KindOf(err) != fault.Failed || second != nil {
		t.Errorf("two have the turn at once, %v", err)
	}
	if err := first.Finish(games.Queens, "2026-11-21", "won"); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for profile, want := range map[string]history.Day{"": "2026-11-21", calibrate.DefaultName: "2026-11-21", "other": ""} {
		next, err := Take(base, profile)
		if err != nil {
			t.Fatal(err)
		}
		if done := next.Done(games.Queens); done.Day != want {
			t.Errorf("profile %q: %+v is done", profile, done)
		}
		if done := next.Done("tango"); done != (Day{}) {
			t.Errorf("profile %q: %+v of another game is done", profile, done)
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

// FuzzTurn reads any file of the days that daily has done, and writes a new day into
// it.
func FuzzTurn(f *testing.F) {
	for _, s := range []string{"", "null", "{}", "[]", `{"default":null}`, `{"default":{"day":"2026-11-21","words":"won"}}`, `{"default":{"day":7}}`, "{"} {
		f.Add([]byte(s))
	}
	base := filepath.Join(f.TempDir(), "daily")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(base+".json", data, 0o600); err != nil {
			t.Fatal(err)
		}
		turn, err := Take(base, "")
		if err != nil {
			t.Fatal(err)
		}
		turn.Done(games.Queens)
		if err := errors.Join(turn.Finish(games.Queens, "2026-11-22", "won"), turn.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := Take(base, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := again.Done(games.Queens); got.Day != "2026-11-22" || got.Words != "won" {
			t.Errorf("it remembers %+v", got)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
