package history

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver/solvertest"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// events returns those of a board that ended with the last of them.
func events(t *testing.T, number int, last player.Event) []player.Event {
	t.Helper()
	b := solvertest.Board(t, []string{"abbbb", "cdcbc", "cdccc", "cccee", "ccccc"}, []string{"Q....", "x....", ".....", ".....", "....."})
	display := 1
	last.Board, last.Stages = number, &player.Stages{Waited: 10, Seen: 20, Clicked: 30, Total: 60}
	return []player.Event{
		{Kind: player.Seen, Board: number, Display: &display, Reading: &vision.Reading{Board: *b}},
		{Kind: player.Clicked, Board: number, Clicks: 4},
		last,
	}
}

// TestRecorder hears how boards go and writes down those that were played.
func TestRecorder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	var notes []string
	heard := 0
	p := &player.Player{Report: func(player.Event) { heard++ }}
	r := &Recorder{Path: path, Command: "play", Program: "v1", Note: func(line string) { notes = append(notes, line) },
		Profile: func(display int) string { return []string{"", "right"}[display] }}
	r.Wrap(p)
	tell := func(all ...player.Event) {
		for _, e := range all {
			p.Report(e)
		}
	}
	tell(events(t, 1, player.Event{Kind: player.Done, By: player.QueensSeen, Clicks: 8, Repairs: 1})...)
	tell(events(t, 2, player.Event{Kind: player.Done, By: player.AlreadySolved})...)
	tell(events(t, 3, player.Event{Kind: player.Done, DryRun: true})...)
	tell(events(t, 20, player.Event{Kind: player.Done, By: player.BoardGone})...)
	for i, kind := range []fault.Kind{fault.Stopped, fault.Unverified, fault.NoBoard, fault.Uncertain, fault.NoSolution, fault.NoAccess} {
		tell(events(t, 4+i, player.Event{Kind: player.Stopped, Failure: kind, Clicks: 4})...)
	}
	// Waiting for a board that never came is no game.
	tell(player.Event{Kind: player.Stopped, Board: 10, Failure: fault.NoBoard, Stages: &player.Stages{Waited: 1}})
	r.Wait()

	var got []string
	all := games(t, path)
	for _, g := range all {
		got = append(got, string(g.Outcome))
	}
	if want := "won, already solved, not seen won, stopped, not verified, lost, uncertain, no solution, failed"; strings.Join(got, ", ") != want {
		t.Fatalf("recorded %v, want %s", got, want)
	}
	g := all[0]
	if g.Size != 5 || g.Marked != 2 || g.Grade != "easy" || g.Clicks != 8 || g.Repairs != 1 || g.Profile != "right" || g.Command != "play" || g.Program != "v1" ||
		g.Evidence != player.QueensSeen || strings.Join(g.Regions, "") != "abbbbcdcbccdccccccee"+"ccccc" || g.Stages.Seen != 20 {
		t.Errorf("recorded %+v", g)
	}
	if len(notes) > 0 || heard != 3*10+1 {
		t.Errorf("notes %q, %d events passed on", notes, heard)
	}
	if r.Latest == nil || r.Latest.Outcome != Failed {
		t.Errorf("the latest is %+v", r.Latest)
	}
}

// TestRecorderKeepsNobodyWaiting goes on while the history cannot be written, and has the board in it
// in the end.
func TestRecorderKeepsNobodyWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	other, err := lockAlone(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	p := &player.Player{}
	r := &Recorder{Path: path, Note: func(line string) { t.Error(line) }}
	r.Wrap(p)
	for _, e := range events(t, 1, player.Event{Kind: player.Done, By: player.QueensSeen}) {
		p.Report(e)
	}
	if err := other.release(); err != nil {
		t.Fatal(err)
	}
	r.Wait()
	if n := len(games(t, path)); n != 1 {
		t.Errorf("%d games in the history, want 1", n)
	}
}

// TestRecorderGames writes down a board of another game, as the text that makes it again.
func TestRecorderGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	p := &player.Player{}
	r := &Recorder{Path: path, Command: "play"}
	r.Wrap(p)
	made, _, err := zip.Generate(6, 1)
	if err != nil {
		t.Fatal(err)
	}
	all := events(t, 1, player.Event{Kind: player.Done, By: player.QueensSeen, Clicks: 2})
	all[0].Reading = &vision.Reading{Game: zip.Name, Puzzle: made}
	for _, e := range all {
		p.Report(e)
	}
	r.Wait()
	got := games(t, path)
	if len(got) != 1 || got[0].Name() != "zip" || got[0].Size != 6 || got[0].Grade == "" {
		t.Fatalf("recorded %+v", got)
	}
	var again zip.Puzzle
	if err := again.UnmarshalText([]byte(strings.Join(got[0].Regions, "\n"))); err != nil {
		t.Fatal(err)
	}
	want, _ := made.MarshalText()
	if text, err := again.MarshalText(); err != nil || string(text) != string(want) {
		t.Errorf("recorded %s, want %s, %v", text, want, err)
	}
}

// TestRecorderNotes plays on where nothing can be recorded, and says so once.
func TestRecorderNotes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, "newer.db")
	if err := create(t, newer).Close(); err != nil {
		t.Fatal(err)
	}
	query(t, newer, "PRAGMA user_version = 99")
	damaged := filepath.Join(dir, "damaged.db")
	if err := os.WriteFile(damaged, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(file, "history.db"): "this board is not recorded",
		newer:                             "a newer version of this program has written it; this board is not recorded",
		damaged:                           "the history was damaged; it is kept as " + damaged + ".damaged-",
	} {
		var notes []string
		p := &player.Player{}
		r := &Recorder{Path: path, Note: func(line string) { notes = append(notes, line) }}
		r.Wrap(p)
		for n := range 2 {
			for _, e := range events(t, n+1, player.Event{Kind: player.Done, By: player.QueensSeen}) {
				p.Report(e)
			}
		}
		r.Wait()
		if len(notes) != 1 || !strings.Contains(notes[0], want) || strings.Contains(notes[0], "\n") {
			t.Errorf("%s: notes %q", filepath.Base(path), notes)
		}
	}
	if n := len(games(t, damaged)); n != 2 {
		t.Errorf("%d games in the new history, want 2", n)
	}
}
