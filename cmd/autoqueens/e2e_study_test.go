//go:build linux && cgo

package main

import (
	"encoding/json"
	"errors"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/history"
	"autoqueens/internal/practice"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// halfPlayed opens a board as a person leaves it half way: the first queens
// stand, and crosses on some cells that these attack.
func halfPlayed(b *solver.Board, solution solver.Placement) []solver.Mark {
	marks := make([]solver.Mark, b.Size*b.Size)
	for row := range b.Size / 2 {
		for col := range b.Size {
			marks[row*b.Size+col] = solver.Cross
		}
		marks[row*b.Size+solution[row]] = solver.Queen
	}
	return marks
}

// folderOf returns a folder of the programs on a desk.
func folderOf(d *desk.Desk, name string) string {
	for _, entry := range d.Env() {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// TestHint asks for the next step on a board that is half played, in a browser,
// and finds it right; nothing is clicked. Then a queen is wrong.
func TestHint(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	_, answer, err := solver.Generate(8, 11)
	if err != nil {
		t.Fatal(err)
	}

	t.Run("half played", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 11, Opening: halfPlayed})
		out := filepath.Join(t.TempDir(), "hint.png")
		_, wait := start(t, d, "hint", "--json", "--out", out)
		r := wait()
		if r.status != exit.OK {
			t.Fatalf("status %d\n%s", r.status, r.stderr)
		}
		var line struct {
			Regions, Marks []string
			Hint           string
			Steps          []struct {
				Cells   []puzzle.Cell
				Crossed bool
			}
		}
		if err := json.Unmarshal([]byte(r.stdout), &line); err != nil {
			t.Fatal(err, r.stdout)
		}
		seen, err := solver.FromRows(line.Regions, line.Marks)
		if err != nil || len(seen.Queens()) != 4 || line.Hint != "step" || len(line.Steps) != 1 {
			t.Fatalf("%v\n%s", err, r.stdout)
		}
		for _, cell := range line.Steps[0].Cells {
			if right := answer[cell.Row] == cell.Col; right == line.Steps[0].Crossed {
				t.Errorf("the hint rules out a queen, or puts one where none belongs: %s", r.stdout)
			}
			if line.Marks[cell.Row][cell.Col] != '.' {
				t.Errorf("the hint is about what is marked: %s", r.stdout)
			}
		}
		// There is a picture of it.
		if file, err := os.Open(out); err != nil {
			t.Error(err)
		} else if img, err := png.Decode(file); err != nil || file.Close() != nil || img.Bounds().Dx() < 400 {
			t.Errorf("the picture: %v", err)
		}
		if n := tb.presses(); n > 0 {
			t.Errorf("%d clicks were made", n)
		}
	})

	t.Run("wrong queen", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 11, Opening: func(b *solver.Board, solution solver.Placement) []solver.Mark {
			marks := make([]solver.Mark, b.Size*b.Size)
			marks[(solution[0]+3)%b.Size] = solver.Queen
			return marks
		}})
		_, wait := start(t, d, "hint")
		r := wait()
		if r.status != exit.OK || !strings.Contains(r.stdout, "Careful   take back the queen on r1c") {
			t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
		}
		if !strings.Contains(r.stdout, "Picture   "+filepath.Join(folderOf(d, "XDG_CACHE_HOME"), "autoqueens", "hint.png")) {
			t.Errorf("it does not say where the picture is\n%s", r.stdout)
		}
		if n := tb.presses(); n > 0 {
			t.Errorf("%d clicks were made", n)
		}
	})

	t.Run("explain", func(t *testing.T) {
		w.open(t, practice.Options{Size: 8, Seed: 11})
		_, wait := start(t, d, "explain", "--quiet")
		r := wait()
		last := strings.TrimSpace(r.stdout)
		if r.status != exit.OK || !strings.HasPrefix(last, "1. ") || !strings.Contains(last, "grade: ") {
			t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
		}
	})
}

// TestDaily plays the board of the day once, and stats shows it.
func TestDaily(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	_, nothing := start(t, d, "daily", "--timeout", "200ms")
	nothing().want(t, exit.NoBoard, "") // and today is not done
	tb := w.open(t, practice.Options{Size: 8, Seed: 21})
	_, wait := start(t, d, "daily", "--game", "queens", "--timeout", "90s")
	r := wait()
	r.want(t, exit.OK, "")
	tb.won()
	if line := regexp.MustCompile(`^Won 8 x 8 \([a-z]+\) in [0-9.]+ m?s at [0-9:]{5}, [0-9]+ clicks(, [0-9]+ repairs?)?\n$`); !line.MatchString(r.stdout) {
		t.Errorf("it says %q", r.stdout)
	}

	presses := tb.presses()
	_, wait = start(t, d, "daily", "--game", "queens")
	r = wait()
	r.want(t, exit.OK, "")
	if !strings.HasPrefix(r.stdout, "Already done today: won 8 x 8") || tb.presses() != presses {
		t.Errorf("the second time it says %q, and %d more clicks were made", r.stdout, tb.presses()-presses)
	}

	_, wait = start(t, d, "stats", "--export", "json")
	r = wait()
	r.want(t, exit.OK, "")
	var game struct {
		Command, Outcome string
		Size, Clicks     int
		Display          int
		Regions          []string
		Took             float64 `json:"took_ms"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &game); err != nil {
		t.Fatal(err, r.stdout)
	}
	if game.Command != "daily" || game.Outcome != string(history.Won) || game.Size != 8 || game.Clicks != presses || len(game.Regions) != 8 || game.Took <= 0 {
		t.Errorf("stats knows %s", r.stdout)
	}
	_, wait = start(t, d, "stats")
	if r = wait(); !strings.Contains(r.stdout, "Outcomes  1 won\nStreak    1 day in a row") {
		t.Errorf("stats says\n%s", r.stdout)
	}
}

// TestDailyGames plays the five games of the day as they follow each other in a page, each
// once, and stats knows them all.
func TestDailyGames(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	names := games.Names()
	tb := w.open(t, practice.Options{
		Game: names[0], Seed: 100, Boards: len(names), AutoNext: 1500 * time.Millisecond,
		Deal: func(number int) practice.Deal { return practice.Deal{Game: names[number%len(names)]} },
	})
	_, wait := start(t, d, "daily", "--timeout", "90s")
	r := wait()
	r.want(t, exit.OK, "")
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != len(names)+1 || lines[len(lines)-1] != "5 of 5 games of the day done" {
		t.Fatalf("it says\n%s", r.stdout)
	}
	for i, g := range games.All() {
		if !strings.HasPrefix(lines[i], g.Title+": won ") {
			t.Errorf("of %s it says %q", g.Title, lines[i])
		}
		tb.won()
	}

	presses := tb.presses()
	_, wait = start(t, d, "daily")
	r = wait()
	r.want(t, exit.OK, "")
	if strings.Count(r.stdout, "Already done today: ") != len(names) || tb.presses() != presses {
		t.Errorf("the second time it made %d clicks and says\n%s", tb.presses()-presses, r.stdout)
	}
	_, wait = start(t, d, "stats")
	if r = wait(); !strings.Contains(r.stdout, "Outcomes  5 won") {
		t.Errorf("stats says\n%s", r.stdout)
	}
}

// TestDailyStopped moves the mouse while daily plays: it stops, the day is not
// done, and the board is recorded as stopped.
func TestDailyStopped(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	tb := w.open(t, practice.Options{Size: 11, Seed: 1})
	tb.after(3, func() { nudge(t, d, 1200, 900) })
	_, wait := start(t, d, "daily", "--game", "queens", "--pace", unhurried)
	wait().want(t, exit.Stopped, "still missing")

	_, wait = start(t, d, "stats")
	if r := wait(); !strings.Contains(r.stdout, "Outcomes  1 stopped\nStreak    0 days in a row") {
		t.Errorf("stats says %s", r.stdout)
	}
	_, wait = start(t, d, "daily", "--game", "queens", "--pace", "20ms")
	wait().want(t, exit.OK, "")
	tb.won()
}

// TestPlayWithDamagedHistory plays on where the history cannot be used, says so
// in one line, and loses nothing of what was there.
func TestPlayWithDamagedHistory(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	dir := filepath.Join(folderOf(d, "XDG_STATE_HOME"), "autoqueens")
	path := filepath.Join(dir, "history.db")
	damaged := []byte(strings.Repeat("no database at all\n", 100))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	tb := w.open(t, practice.Options{Size: 7, Seed: 5})
	_, wait := start(t, d, "play")
	r := wait()
	tb.won()
	if r.status != exit.OK || strings.Count(r.stderr, "\n") != 1 || !strings.HasPrefix(r.stderr, "note: the history was damaged; it is kept as ") {
		t.Errorf("status %d, stderr %q", r.status, r.stderr)
	}
	kept, _ := filepath.Glob(path + ".damaged-*")
	if len(kept) != 1 {
		t.Fatalf("kept %v", kept)
	}
	if data, err := os.ReadFile(kept[0]); err != nil || string(data) != string(damaged) {
		t.Errorf("what is kept is not what was there, %v", err)
	}
	store, err := history.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	games, err := store.Games(t.Context(), "")
	if err != nil || len(games) != 1 || games[0].Command != "play" || games[0].Outcome != history.Won || games[0].Size != 7 {
		t.Errorf("recorded %+v, %v", games, err)
	}
}

// TestPlayWithoutHistory plays and leaves nothing behind.
func TestPlayWithoutHistory(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	tb := w.open(t, practice.Options{Size: 6, Seed: 5})
	_, wait := start(t, d, "play", "--no-history")
	wait().want(t, exit.OK, "")
	tb.won()
	if entries, err := os.ReadDir(filepath.Join(folderOf(d, "XDG_STATE_HOME"), "autoqueens")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
