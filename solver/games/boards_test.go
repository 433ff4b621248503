package games

import (
	"errors"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/solvertest"
)

// TestBoards solves the boards of all games that are written down, counts their solutions, and lists them.
func TestBoards(t *testing.T) {
	games := map[string]int{}
	for _, tt := range solvertest.Boards {
		t.Run(tt.Name, func(t *testing.T) {
			all, err := Parse([]byte(tt.Text))
			if err != nil || len(all) != 1 {
				t.Fatalf("%d puzzles, %v", len(all), err)
			}
			p := all[0]
			games[p.Game()]++
			if n, err := p.Count(t.Context(), puzzle.Limit{}); n != tt.Solutions || err != nil {
				t.Errorf("it has %d solutions, %v, want %d", n, err, tt.Solutions)
			}
			s, err := p.Solve(t.Context())
			if tt.Solutions == 0 && !errors.Is(err, fault.NoSolution) || tt.Solutions > 0 && err != nil {
				t.Fatalf("solved with %v, %v", s, err)
			}
			if err == nil {
				if err := p.Check(s); err != nil {
					t.Errorf("%v: %v", s, err)
				}
			}
			found := map[string]bool{}
			for s := range p.All(t.Context()) {
				if err := p.Check(s); err != nil {
					t.Errorf("%v: %v", s, err)
				}
				found[s.String()] = true
			}
			if len(found) != tt.Solutions {
				t.Errorf("%d solutions are listed, want %d", len(found), tt.Solutions)
			}
		})
	}
	for _, g := range All() {
		if games[g.Name] < 2 {
			t.Errorf("of %s there are %d boards", g.Name, games[g.Name])
		}
	}
}
