package history

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"autoqueens/internal/fault"
)

// tellAll counts, prints, draws and exports games.
func tellAll(t *testing.T, all []Game) {
	t.Helper()
	s := Summarize(all, "2026-11-24")
	err := errors.Join(s.WriteText(io.Discard), WriteCSV(io.Discard, all), WriteJSON(io.Discard, all))
	if len(TextChart(all, 80, false)) > 1<<16 {
		t.Error("the chart does not fit any terminal")
	}
	if won := WonGames(all); len(won) > 0 {
		draw(won)
	}
	if err != nil {
		t.Error(err)
	}
}

// FuzzGames reads rows that no run has written, as they are found in a file in
// which a bit has changed, and tells of them and of one that is whole.
func FuzzGames(f *testing.F) {
	path := filepath.Join(f.TempDir(), "history.db")
	s, err := Create(f.Context(), path)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	if _, err := s.db.ExecContext(f.Context(), "PRAGMA synchronous = OFF"); err != nil { // nothing has to last
		f.Fatal(err)
	}
	f.Add(int64(1_800_000_000_000), 3600, "2026-11-24", "won", 8, "aab/abb/ccc", 1000.0, 800.0, 16)
	f.Add(int64(math.MaxInt64), math.MinInt, "", "", math.MaxInt, "", math.Inf(1), -1.0, math.MinInt)
	f.Add(int64(math.MinInt64), 0, "9999-99-99", "won", -1, "///", 1e300, 1e-300, 0)
	f.Add(int64(253_402_300_799_999), 86_400, "x", "won", 32, "\x00", -1e300, 0.0, math.MaxInt)
	f.Add(int64(0), 0, "1970-01-01", "won", 0, "a", 0.0, 0.0, 0)
	f.Fuzz(func(t *testing.T, ended int64, offset int, day, outcome string, size int, regions string, waited, clicked float64, clicks int) {
		const row = "INSERT INTO games (" + columns + ") VALUES (?, ?, ?, 'play', ?, NULL, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 'v1', NULL)"
		if _, err := s.db.ExecContext(t.Context(), "DELETE FROM games"); err != nil {
			t.Fatal(err)
		}
		whole := game(1)
		if err := s.Add(t.Context(), &whole); err != nil {
			t.Fatal(err)
		}
		_, err := s.db.ExecContext(t.Context(), row, ended, offset, day, outcome, size, regions, clicks, waited, clicked, clicked, clicked, waited, clicks, clicks, size)
		if err != nil {
			return // NaN, for which SQLite has no value
		}
		all, err := s.Games(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		if !found(all, whole.Ended) {
			t.Errorf("the game that is whole is not among %+v", all)
		}
		tellAll(t, all)
	})
}

func found(all []Game, ended time.Time) bool {
	for _, g := range all {
		if g.Ended.Equal(ended) {
			return true
		}
	}
	return false
}

// FuzzFile opens files in which something has changed. Either it can be used, or
// it is said why not; and the next board is recorded, in this file or in a new one,
// or it is said why not.
func FuzzFile(f *testing.F) {
	dir := f.TempDir()
	base := filepath.Join(dir, "base.db")
	s, err := Create(f.Context(), base)
	if err != nil {
		f.Fatal(err)
	}
	for n := range 3 {
		g := game(n)
		err = errors.Join(err, s.Add(f.Context(), &g))
	}
	// The file holds all only when nobody has it open.
	if err := errors.Join(err, s.Close()); err != nil {
		f.Fatal(err)
	}
	sound, err := os.ReadFile(base)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(nil), uint32(0), []byte(nil))
	f.Add([]byte("SQLite format 3\x00"), uint32(0), []byte(nil))
	f.Add(sound[:5000], uint32(0), []byte(nil))
	for _, at := range []int{16, 18, 24, 28, 56, 60, 68, 100, 103, 105} { // of the header and the first page
		f.Add(sound, uint32(at), []byte{0xff})
	}
	for page := 4096; page < len(sound); page += 4096 {
		f.Add(sound, uint32(page), []byte{0xff, 0xff})
		f.Add(sound, uint32(page+4000), []byte{0x80, 0x7f})
	}
	if at := bytes.Index(sound, []byte("CREATE TABLE games")); at >= 0 {
		f.Add(sound, uint32(at+13), []byte("names"))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint32, with []byte) {
		folder := t.TempDir()
		path := filepath.Join(folder, "history.db")
		data = bytes.Clone(data)
		if int(at) < len(data) {
			copy(data[at:], with)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		inWords := func(err error) {
			t.Helper()
			if e, ok := errors.AsType[*fault.Error](err); err != nil && (!ok || e.What == "" || e.Advice == "") {
				t.Errorf("an error without words: %v", err)
			}
		}
		s, err := Open(t.Context(), path)
		inWords(err)
		if err == nil {
			all, err := s.Games(t.Context(), "")
			inWords(err)
			if err == nil {
				tellAll(t, all)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		g := game(7)
		_, err = Record(t.Context(), path, &g)
		inWords(err)
	})
}
