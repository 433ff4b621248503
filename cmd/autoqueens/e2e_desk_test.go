//go:build linux && cgo

package main

import (
	"bufio"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/dump/dumptest"
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	gamesolver "autoqueens/solver/games"
)

// TestCalibrateAndPlay goes the way of a careful person: look, calibrate,
// check, dry run, play with a record.
func TestCalibrateAndPlay(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, desk.BrowserOptions{}).open(t, practice.Options{Size: 8, Seed: 4})
	d := tb.desk
	truth := strings.Join(tb.game.State().Board.RegionRows(), "\n")
	run := runner(t, d)

	// The page is ready a moment before the window shows it, and dump looks once.
	r := run("play", "--dry-run")
	r.want(t, exit.OK, "")

	out := t.TempDir()
	r = run("dump", "--out", out)
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, truth) {
		t.Errorf("dump shows another board than the game:\n%s\nwant\n%s", r.stdout, truth)
	}
	if _, err := os.Stat(filepath.Join(out, "screen.overlay.png")); err != nil {
		t.Error(err)
	}

	r = run("calibrate")
	r.want(t, exit.OK, "")
	for _, path := range []string{saidAfter(r.stdout, "Saved"), saidAfter(r.stdout, "Picture")} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%q was not written: %v\n%s", path, err, r.stdout)
		}
	}
	// The profile's region is a part of the display: the board is seen in both,
	// and listed once.
	r = run("dump", "--all", "--out", out)
	r.want(t, exit.OK, "")
	if !strings.HasPrefix(r.stdout, "# profile default, board 1 of 1: 8 x 8") || strings.Count(r.stdout, ": 8 x 8") != 1 {
		t.Errorf("dump --all lists:\n%s", r.stdout)
	}
	cases, err := dumptest.Cases(out)
	if err != nil || len(cases) < 2 {
		t.Fatalf("%d cases in what was dumped, %v", len(cases), err)
	}
	for _, c := range cases {
		if _, err := c.Check(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	r = run("calibrate", "--show")
	r.want(t, exit.OK, "")
	r = run("calibrate", "--check")
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "8 x 8 is in the region") {
		t.Errorf("--check does not see the board:\n%s", r.stdout)
	}
	if n := tb.presses(); n != 0 {
		t.Errorf("calibrating pressed the mouse %d times", n)
	}

	r = run("play", "--dry-run")
	r.want(t, exit.OK, "")
	if n := tb.presses(); n != 0 || !strings.Contains(r.stdout, "Dry run") {
		t.Errorf("a dry run pressed the mouse %d times:\n%s", n, r.stdout)
	}

	tape := filepath.Join(t.TempDir(), "tape")
	r = run("play", "--record", tape, "--verbose")
	if r.status != exit.OK || !strings.Contains(r.stdout, "on profile default") {
		t.Errorf("status %d, and the profile was not looked at first:\n%s%s", r.status, r.stdout, r.stderr)
	}
	tb.won()
	checkTape(t, tape)
	r = runHere(t, "replay", tape)
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "Same      as in the recording: 16 clicks") {
		t.Errorf("the replay says:\n%s", r.stdout)
	}

	// The board is solved now, whether the card covers it or not.
	r = run("play", "--record", tape)
	r.want(t, exit.Failed, "recording")

	// A profile that was damaged stops play, and says which file it is.
	profile := saidAfter(run("calibrate", "--show").stdout, "File")
	if err := os.WriteFile(profile, []byte("version = "), 0o600); err != nil {
		t.Fatal(err)
	}
	r = run("play", "--timeout", "1s")
	r.want(t, exit.Failed, profile)
}

// saidAfter returns the rest of the line that begins with a word.
func saidAfter(text, word string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, word); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// checkTape checks that a recording holds together: every picture it names is
// there and can be read, and what happened is in it.
func checkTape(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	kinds := map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Kind  string
			MS    float64
			File  string
			Event *player.Event
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		kinds[line.Kind]++
		if line.File == "" {
			continue
		}
		picture, err := os.Open(filepath.Join(dir, line.File))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.DecodeConfig(picture); err != nil {
			t.Errorf("%s: %v", line.File, err)
		}
		picture.Close()
	}
	for _, kind := range []string{"frame", "reading", "fence", "click", "park", "event"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing of kind %q was recorded: %v", kind, kinds)
		}
	}
	if kinds["click"] != 16 {
		t.Errorf("%d clicks were recorded, want 16", kinds["click"])
	}
}

// TestRepeat plays a second board after the first, in another window. The
// desk is so high that an example board shows below the result card.
func TestRepeat(t *testing.T) {
	t.Parallel()
	needs(t, "Xvfb", "openbox", "chromium")
	d, err := desk.Start(t.Context(), desk.Options{Width: 1440, Height: 1700, WM: desk.Openbox})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	first := open(t, d, practice.Options{Size: 7, Seed: 1, AutoStart: true}, bare).ready()
	_, wait := start(t, d, "play", "--json", "--repeat", "1", "--timeout", "30s")
	won := first.wins(1)[0]
	if err := first.game.WaitPhase(t.Context(), practice.Finished); err != nil {
		t.Fatal(err)
	}
	first.browser.Close()
	second := open(t, d, practice.Options{Size: 9, Seed: 2, AutoStart: true}, bare)
	r := wait()
	r.want(t, exit.OK, "")
	second.won()
	if next, other := first.beside(); next+other > 0 {
		t.Errorf("%d clicks beside the first board", next+other)
	}
	if n := first.presses(); n != won.Clicks {
		t.Errorf("%d clicks after the win", n-won.Clicks)
	}
	if got, want := r.kinds(), "seen solved clicked verified done seen solved clicked verified done"; got != want {
		t.Errorf("events %s", got)
	}
}

// TestSplash starts the player while the page still shows its splash, with
// example boards below it. The player waits, and clicks nothing.
func TestSplash(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).visit(t, practice.Options{Size: 8, Seed: 1})
	_, wait := start(t, tb.desk, "play", "--json", "--timeout", "2s")
	r := wait()
	if n := tb.presses(); n != 0 || r.status == exit.OK {
		t.Errorf("%d clicks on the splash, status %d: %s", n, r.status, r.stdout)
	}
}

// TestDemo runs the demo as somebody without a display would.
func TestDemo(t *testing.T) {
	t.Parallel()
	needs(t, "Xvfb", "openbox", "chromium")
	home, out := t.TempDir(), t.TempDir()
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "DISPLAY=", "WAYLAND_DISPLAY=")
	_, wait := startIn(t, env, "demo", "--size", "7", "--seed", "1", "--dark", "--out", out)
	r := wait()
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "the game says: won") {
		t.Errorf("no verdict:\n%s", r.stdout)
	}
	for _, name := range []string{"before.png", "after.png"} {
		info, err := os.Stat(filepath.Join(out, name))
		if err != nil || info.Size() < 3_000 || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
		// The board and a cell around it: the rest of a desktop is private.
		if r := runHere(t, "dump", "--json", filepath.Join(out, name)); name == "before.png" && r.status != exit.OK {
			t.Errorf("%s shows no board: %s", name, r.stderr)
		}
		file, err := os.Open(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if c, err := png.DecodeConfig(file); err != nil || c.Width > 700 || max(c.Width, c.Height)-min(c.Width, c.Height) > 2 {
			t.Errorf("%s: %d x %d pixels, %v", name, c.Width, c.Height, err)
		}
	}
}

// TestDemoGames plays all games, one after the other in one page.
func TestDemoGames(t *testing.T) {
	t.Parallel()
	needs(t, "Xvfb", "openbox", "chromium")
	d := newDesk(t, desk.Openbox)
	_, wait := start(t, d, "demo", "--seed", "3", "--json", "--out", t.TempDir())
	r := wait()
	r.want(t, exit.OK, "")
	var played []string
	for line := range strings.Lines(r.stdout) {
		var v demoVerdict
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err, line)
		}
		if v.Event != "verdict" {
			continue
		}
		played = append(played, v.Game)
		if v.Seed != uint64(2+len(played)) || !v.Won {
			t.Errorf("the verdict is %s", line)
		}
	}
	if !slices.Equal(played, gamesolver.Names()) {
		t.Errorf("the games played are %q\n%s", played, r.stderr)
	}
}
