//go:build linux && cgo

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"autoqueens/internal/exit"
	"autoqueens/internal/workshop/golden"
)

// TestRecordings replays every recording in testdata/recordings: what the player
// did then it does now, click by click, and it ends as it did. A folder that
// "play --record" wrote becomes such a test by being moved there. Where
// testdata/reasons has a file of its name, --verbose gives the reasons in it;
// -update writes those anew.
func TestRecordings(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob(filepath.Join("testdata", "recordings", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("there are no recordings: %v", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			r := runHere(t, "replay", "--verbose", folder)
			if r.status != exit.OK || !strings.Contains(r.stdout, "Same      as in the recording") {
				t.Errorf("status %d, and it says\n%s%s", r.status, r.stdout, r.stderr)
			}
			compareReasons(t, filepath.Join("testdata", "reasons", filepath.Base(folder)+".golden"), r.stderr)
		})
	}
}

// compareReasons holds what --verbose says against a file, but for the words of
// the reader's witnesses, which are its own affair.
func compareReasons(t *testing.T, path, said string) {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return
	}
	witness := regexp.MustCompile(`^display 0: (lattice|colour|lines|marks|puzzle): `)
	var got strings.Builder
	for line := range strings.Lines(said) {
		if !witness.MatchString(line) {
			got.WriteString(line)
		}
	}
	golden.Check(t, path, got.String())
}

// TestRecordingTold takes a click out of a recording:
// a replay that goes another way says so.
func TestRecordingTold(t *testing.T) {
	const folder = "testdata/recordings/page-takes-no-click"
	events, err := os.ReadFile(filepath.Join(folder, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	dropped := false
	for line := range strings.Lines(string(events)) {
		if !dropped && strings.Contains(line, `"kind":"click"`) {
			dropped = true
			continue
		}
		kept.WriteString(line)
	}
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(kept.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	runHere(t, "replay", dir).want(t, exit.Failed, "another way than in the recording")
}
