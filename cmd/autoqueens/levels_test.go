package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/exit"
	"autoqueens/solver/games"
	"autoqueens/solver/solvertest"
)

// TestSolveLevels has the command solve the puzzles of the collection that may lie beside the
// project: each has one solution, which is the one that the collection knows.
func TestSolveLevels(t *testing.T) {
	for _, g := range games.All()[1:] {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			data := solvertest.Shared(t, "games", "levels", g.Name+".jsonl")
			path := filepath.Join(t.TempDir(), g.Name+".jsonl")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			type line struct {
				Game                  string
				Solution, Path, Rects json.RawMessage // the last two are the solution in the collection
				Solutions             int
			}
			lines := func(text []byte) (all []line) {
				for row := range bytes.Lines(text) {
					var l line
					if err := json.Unmarshal(row, &l); err != nil {
						t.Fatalf("%s: %v", row, err)
					}
					all = append(all, l)
				}
				return all
			}
			known := lines(data)
			for _, flags := range [][]string{{"--json"}, {"--count", "--limit", "2", "--json"}} {
				var out, errs bytes.Buffer
				root := newRootCommand()
				root.SetIn(bytes.NewReader(nil))
				root.SetOut(&out)
				root.SetErr(&errs)
				if status := run(t.Context(), root, append([]string{"solve", path}, flags...)); status != exit.OK || errs.Len() > 0 {
					t.Fatalf("solve %v: status %d: %s", flags, status, &errs)
				}
				got := lines(out.Bytes())
				if len(got) != len(known) || len(got) == 0 {
					t.Fatalf("solve %v: %d answers to %d puzzles", flags, len(got), len(known))
				}
				for i, l := range got {
					if l.Game != g.Name || l.Solutions != 1 {
						t.Errorf("solve %v: puzzle %d is one of %s with %d solutions", flags, i+1, l.Game, l.Solutions)
					}
					want := string(known[i].Solution) + string(known[i].Path) + string(known[i].Rects)
					if flags[0] == "--json" && string(l.Solution) != want {
						t.Errorf("puzzle %d is solved as %s, want %s", i+1, l.Solution, want)
					}
				}
			}
		})
	}
}
