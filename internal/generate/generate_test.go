package generate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/internal/term"
	"autoqueens/solver/games"
)

// TestCheck fills in what is left open and refuses what cannot be made.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		o      Options
		size   int
		format string // "" where it is refused
	}{
		{Options{Game: "queens", Count: 1}, 8, "grid"},
		{Options{Game: "Tango", Count: 3, Size: 4}, 4, "grid"},
		{Options{Game: "zip", Count: 1, Out: "a.JPG"}, 7, "jpeg"},
		{Options{Game: "zip", Count: 1, Out: "a.png", Format: "png"}, 7, "png"},
		{Options{Game: "zip", Count: 1, Out: "a.bin", Format: "gif"}, 7, "gif"},
		{Options{Game: "zip", Count: 1, Out: "a.bin", Format: "grid"}, 7, "grid"},
		{Options{Game: "zip", Count: 1, Out: "a.txt", Format: "json"}, 7, "json"},
		{Options{Game: "zip", Count: 1, Out: "a.TXT"}, 7, "grid"},
		{Options{Game: "zip", Count: 1, Out: "a.jsonl"}, 7, "json"},
		{Options{Game: "zip", Count: 1, Out: "a.txt", Format: "gif"}, 0, ""},
		{Options{Game: "zip", Count: 1, Out: "a.json", Format: "png"}, 0, ""},
		{Options{Game: "zip", Count: 1, Out: "a.pdf"}, 0, ""},
		{Options{Game: "queens", Count: 1, Format: "numbers"}, 8, "numbers"},
		{Options{Game: "zip", Count: 1, Format: "numbers"}, 0, ""},
		{Options{Game: "zip", Count: 1, Out: "a.png", Format: "json"}, 0, ""},
		{Options{Game: "zip", Count: 1, Out: "a.png", Format: "gif"}, 0, ""},
		{Options{Game: "zip", Count: 2, Out: "a.png"}, 0, ""},
		{Options{Game: "zip", Count: 0}, 0, ""},
		{Options{Game: "zip", Count: maxCount + 1}, 0, ""},
		{Options{Game: "zip", Count: 1, Grade: "mild"}, 0, ""},
		{Options{Game: "zip", Count: 1, Format: "svg"}, 0, ""},
		{Options{Game: "chess", Count: 1}, 0, ""},
	} {
		o := tt.o
		err := o.Check()
		f, ok := errors.AsType[*fault.Error](err)
		switch {
		case tt.format == "" && (!ok || f.Advice == ""):
			t.Errorf("%+v is refused with %v", tt.o, err)
		case tt.format != "" && (err != nil || o.Size != tt.size || o.Format != tt.format):
			t.Errorf("%+v: size %d as %s, %v", tt.o, o.Size, o.Format, err)
		}
	}
}

// TestWrite reads what is written of each game, as text and as JSON, and finds a picture for each
// seed in a folder.
func TestWrite(t *testing.T) {
	for _, g := range games.All() {
		for _, format := range []string{"grid", "json"} {
			o := Options{Game: g.Name, Size: g.Sizes[0], Count: 3, Seed: 5, Format: format, Details: io.Discard, Progress: term.NewProgress(nil)}
			if err := o.Check(); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := o.Write(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			all, err := games.Parse(out.Bytes())
			if err != nil || len(all) != 3 || all[2].Game() != g.Name {
				t.Errorf("%s as %s: %d puzzles, %v\n%s", g.Name, format, len(all), err, &out)
			}
		}
		dir := filepath.Join(t.TempDir(), g.Name)
		o := Options{Game: g.Name, Size: g.Sizes[0], Count: 2, Seed: 5, Format: "png", Out: dir, Details: io.Discard, Progress: term.NewProgress(nil)}
		if err := errors.Join(o.Check(), o.Write(t.Context(), io.Discard)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"seed-5.png", "seed-6.png"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}
