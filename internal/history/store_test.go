package history

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
)

// game returns a game that was won, the nth of a series.
func game(n int) Game {
	return Game{
		Ended: time.Date(2026, 11, 1+n, 9, 30, n, 123e6, time.FixedZone("", 3600)), Command: "play", Outcome: Won, Evidence: player.QueensSeen,
		Size: 7 + n%3, Regions: []string{"aab", "abb", "ccc"}, Marked: n, Grade: []string{"easy", "hard", ""}[n%3],
		Stages: player.Stages{Waited: 1000, Seen: 100.5, Solved: 0.125, Clicked: 800 + 10*float64(n), Verified: 90},
		Clicks: 16, Repairs: n % 2, Display: n % 2, Profile: []string{"", "home"}[n%2], Program: "v1.2.3",
	}
}

func create(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func games(t *testing.T, path string) []Game {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Games(t.Context(), "")
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

// query runs statements on a database as another program would.
func query(t *testing.T, path string, statements ...string) {
	t.Helper()
	if file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600); err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", address(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range statements {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestKept writes games down and reads them again, from a path with characters
// that mean something in an address.
func TestKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder? with #1 & 100%", "history.db")
	if _, err := Open(t.Context(), path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a history that is not there: %v", err)
	}
	var want []Game
	for n := range 5 {
		g := game(n)
		if note, err := Record(t.Context(), path, &g); err != nil || note != "" {
			t.Fatal(note, err)
		}
		g.Stages.Total = g.Stages.Waited + g.Stages.Seen + g.Stages.Solved + g.Stages.Clicked + g.Stages.Verified
		want = append(want, g)
	}
	sameTime := cmp.Comparer(func(a, b time.Time) bool { return a.Format(time.RFC3339Nano) == b.Format(time.RFC3339Nano) })
	if diff := cmp.Diff(want, games(t, path), sameTime); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	s := create(t, path)
	since, err := s.Games(t.Context(), "2026-11-04")
	if err != nil || len(since) != 2 {
		t.Errorf("%d games since the fourth of five days, %v", len(since), err)
	}
}

// TestPrivate looks at the permissions of all that is written.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are kept otherwise there")
	}
	dir := filepath.Join(t.TempDir(), "state")
	s := create(t, filepath.Join(dir, "history.db"))
	g := game(1)
	if err := s.Add(t.Context(), &g); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 4 { // the database, -wal, -shm and the lock
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the permissions %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has the permissions %v, %v", info.Mode(), err)
	}
}

// TestWriteAhead looks at whether readers and a writer get along.
func TestWriteAhead(t *testing.T) {
	s := create(t, filepath.Join(t.TempDir(), "history.db"))
	var mode string
	if err := s.db.QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %s, %v", mode, err)
	}
}

// TestProcesses lets several processes write at once into a database that none
// of them has made before.
func TestProcesses(t *testing.T) {
	const processes, each = 4, 8
	path := filepath.Join(t.TempDir(), "history.db")
	if at := os.Getenv("HISTORY_TEST_WRITER"); at != "" {
		path, n, _ := strings.Cut(at, "|")
		clicks, _ := strconv.Atoi(n)
		for i := range each {
			g := game(i)
			g.Clicks = 100*clicks + i
			if note, err := Record(t.Context(), path, &g); err != nil || note != "" {
				t.Fatal(note, err)
			}
		}
		return
	}
	var all sync.WaitGroup
	for n := range processes {
		all.Go(func() {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestProcesses$", "-test.count=1")
			cmd.Env = append(os.Environ(), fmt.Sprintf("HISTORY_TEST_WRITER=%s|%d", path, n))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	all.Wait()
	var clicks, want []int
	for _, g := range games(t, path) {
		clicks = append(clicks, g.Clicks)
	}
	for n := range processes {
		for i := range each {
			want = append(want, 100*n+i)
		}
	}
	slices.Sort(clicks)
	if diff := cmp.Diff(want, clicks); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestMigrations takes steps, one after the other and several at once, keeps
// what was there, and leaves no half of a step behind.
func TestMigrations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	steps := migrations()
	reopen := func(steps []string) (*Store, error) {
		s, err := open(t.Context(), path, steps, os.O_RDWR)
		if err == nil {
			t.Cleanup(func() { _ = s.Close() })
		}
		return s, err
	}
	g := game(3)
	if _, err := Record(t.Context(), path, &g); err != nil {
		t.Fatal(err)
	}

	more := append(slices.Clone(steps), "ALTER TABLE games ADD COLUMN mood TEXT", "UPDATE games SET mood = 'good'; CREATE TABLE moods (mood TEXT)")
	s, err := reopen(more)
	if err != nil {
		t.Fatal(err)
	}
	var mood string
	var version int
	err = errors.Join(s.db.QueryRow("SELECT mood FROM games").Scan(&mood), s.db.QueryRow("PRAGMA user_version").Scan(&version), s.Close())
	if err != nil || mood != "good" || version != len(more) {
		t.Errorf("mood %q, version %d, %v", mood, version, err)
	}

	bad := append(slices.Clone(more), "CREATE TABLE half (a TEXT)", "no SQL at all")
	if _, err := reopen(bad); err == nil {
		t.Error("a step that is no SQL was taken")
	}
	if s, err = reopen(more); err != nil {
		t.Fatal(err)
	}
	var halves int
	if err := s.db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").Scan(&halves); err != nil || halves != 0 {
		t.Errorf("half of the steps stayed: %d, %v", halves, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	// To the program of today this database is a newer one.
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer database: %v", err)
	}
}

// TestFirstRelease opens a database as the first step made it, which must be
// possible for ever. The step itself must not change any more.
func TestFirstRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	first, err := os.ReadFile(filepath.Join("testdata", "version-1.sql"))
	if err != nil {
		t.Fatal(err)
	}
	query(t, path, string(first))
	all := games(t, path)
	if len(all) != 2 || all[0].Outcome != Won || all[1].Outcome != Stopped || all[1].Profile != "home" || all[0].Took() != 1.1 {
		t.Errorf("got %+v", all)
	}
	// The same schema comes from the step of today.
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	if err := create(t, fresh).Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(schema(t, path), schema(t, fresh)); diff != "" {
		t.Errorf("another schema than the first release (-first +now)\n%s", diff)
	}
}

func schema(t *testing.T, path string) (out []string) {
	t.Helper()
	db, err := sql.Open("sqlite", address(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT sql FROM sqlite_schema ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.Join(strings.Fields(text), " "))
	}
	return out
}

// TestUntouched tries databases that are not to be touched: a newer one and one
// of another program. Not a byte of them changes, and a game is not written.
func TestUntouched(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(path string)
		want error
	}{
		{"newer", func(path string) {
			if err := create(t, path).Close(); err != nil {
				t.Fatal(err)
			}
			query(t, path, "PRAGMA user_version = 99")
		}, ErrNewer},
		{"foreign", func(path string) { query(t, path, "CREATE TABLE recipes (name TEXT)") }, ErrForeign},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history.db")
			tt.make(path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			g := game(1)
			_, recorded := Record(t.Context(), path, &g)
			_, opened := Open(t.Context(), path)
			for _, err := range []error{recorded, opened} {
				if f, ok := errors.AsType[*fault.Error](err); !ok || !errors.Is(err, tt.want) || f.Advice == "" || strings.Contains(f.What, "\n") {
					t.Errorf("got %v", err)
				}
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("the file was changed, %v", err)
			}
		})
	}
}

// TestDamaged damages databases in several ways. They are put aside whole, a
// new one is begun, and several processes that find the damage at once put aside
// one file and lose no game.
func TestDamaged(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(data []byte) []byte
	}{
		{"no database", func([]byte) []byte { return []byte(strings.Repeat("something else entirely\n", 500)) }},
		{"a page overwritten", func(data []byte) []byte {
			for i := 4096; i < 3*4096; i++ {
				data[i] = byte(i * 7)
			}
			return data
		}},
		{"cut short", func(data []byte) []byte { return data[:len(data)/2] }},
		{"a version there never was", func(data []byte) []byte { // in the header, at 60
			data[60] = 0xff
			return data
		}},
		{"no table of games", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("games"), []byte("gamez")) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "history.db")
			for n := range 40 {
				g := game(n)
				g.Regions = []string{strings.Repeat("x", 400)} // several pages
				if _, err := Record(t.Context(), path, &g); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			damaged := tt.damage(data)
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(t.Context(), path); !errors.Is(err, ErrDamaged) {
				t.Fatalf("opening it: %v", err)
			}

			var all sync.WaitGroup
			notes := make(chan string, 3)
			for n := range 3 {
				all.Go(func() {
					g := game(n)
					note, err := Record(context.Background(), path, &g)
					if err != nil {
						t.Error(err)
					}
					notes <- note
				})
			}
			all.Wait()
			close(notes)
			told := 0
			for note := range notes {
				if note != "" {
					told++
				}
			}
			aside, _ := filepath.Glob(path + ".damaged-*")
			aside = slices.DeleteFunc(aside, func(p string) bool { return strings.HasSuffix(p, "-wal") || strings.HasSuffix(p, "-shm") })
			if len(aside) != 1 || told != 1 {
				t.Fatalf("put aside: %v; told %d times", aside, told)
			}
			if kept, err := os.ReadFile(aside[0]); err != nil || string(kept) != string(damaged) {
				t.Errorf("what was put aside is not what was there, %v", err)
			}
			if n := len(games(t, path)); n != 3 {
				t.Errorf("the new one has %d games, want 3", n)
			}

			if err := Delete(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			if files, err := Files(path); err != nil || len(files) != 0 {
				t.Errorf("after deleting there are %v, %v", files, err)
			}
		})
	}
}

// TestUnwritable records where nothing can be written.
func TestUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	g := game(1)
	_, err := Record(t.Context(), filepath.Join(file, "history.db"), &g)
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Failed || strings.Contains(f.What, "\n") {
		t.Errorf("got %v", err)
	}
}
