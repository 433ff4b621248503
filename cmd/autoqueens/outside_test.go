package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"autoqueens/internal/practice"
	"autoqueens/solver"
)

// hostile is a name that a terminal would follow, and that breaks lines.
const hostile = "a\x1b]0;title\a\x1b[2J\u009b31m\nqueens: none\r\u202eb"

// TestNamesFromOutside wants names of files and displays not to reach a terminal as
// anything but names: no escape sequence, no line of their own.
func TestNamesFromOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"} {
		t.Setenv(name, "")
	}
	t.Setenv("DISPLAY", hostile)
	picture, err := os.ReadFile(filepath.Join("..", "..", "vision", "testdata", "golden", "smallest.png"))
	if err != nil {
		t.Fatal(err)
	}
	board, _, err := solver.Generate(practice.MinSize, 1)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append(bytes.Clone(picture[:100]), hostile...)
	file := func(ending string, data []byte) string {
		path := filepath.Join(dir, hostile+ending)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Skip("this file system has no such names: ", err)
		}
		return path
	}
	shot, broken := file(".png", picture), file("broken.png", damaged)
	text, junk := file(".txt", []byte(board.String())), file("junk", []byte(hostile))
	none, seen := filepath.Join(dir, hostile+"none"), filepath.Join(dir, hostile+"seen")
	for _, args := range [][]string{
		{"dump", shot}, {"dump", "--all", shot}, {"dump", "--verbose", shot}, {"dump", broken}, {"dump", text}, {"dump", junk}, {"dump", none}, {"dump", dir},
		{"dump", shot, broken, none}, {"dump", "--out", seen, shot}, {"dump", "--out", shot, shot},
		{"solve", shot}, {"solve", broken}, {"solve", junk}, {"solve", none}, {"solve", "--verbose", text},
		{"hint", shot}, {"hint", "--out", seen + ".png", shot}, {"hint", broken}, {"hint", "--out", hostile, shot},
		{"explain", shot}, {"explain", "--out", seen + "steps", shot}, {"explain", "--out", text, shot}, {"explain", junk},
		{"sudoku", junk}, {"sudoku", none}, {"sudoku", hostile}, {"bench", "--input", none},
		{"generate", "--out", none + "/x", "--seed", "1"}, {"replay", none}, {"replay", dir}, {"stats", "--export", "csv", "--out", none + "/x"},
		{"play", "--profile", hostile}, {"play", "--timeout", "1ms"}, {"play", "--region", hostile}, {"play", "--record", shot}, {"calibrate", "--profile", hostile},
		{"calibrate", "--no-page"}, {"profiles", "show", hostile}, {"profiles", "copy", hostile, hostile}, {"profiles", "delete", hostile},
		{"dump", "--json", shot}, {"dump", "--json", none}, {"hint", "--json", shot}, {"doctor", "--json"},
		{"doctor"}, {"doctor", "--verbose"}, {"practice", "--addr", hostile}, {"demo", "--wm", hostile}, {hostile}, {"play", hostile}, {"play", "--" + hostile},
		{"nqueens", hostile}, {"help", hostile}, {"completion", hostile}, {"man", shot},
	} {
		var out, errs bytes.Buffer
		root := newRootCommand()
		root.SetOut(&out)
		root.SetErr(&errs)
		root.SetIn(strings.NewReader(""))
		run(t.Context(), root, args)
		for name, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
			if i := strings.IndexAny(text, "\x1b\a\r\u009b\u202e"); i >= 0 {
				t.Errorf("%q: %s has %q", args, name, text[max(0, i-40):min(len(text), i+20)])
			}
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "queens: none") {
					t.Errorf("%q: a name has a line of its own in %s:\n%q", args, name, text)
				}
			}
		}
	}
}
