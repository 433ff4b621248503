package games

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// TestTechniques holds the first step of each technique on a puzzle that needs it: what follows,
// why, and from which cells.
func TestTechniques(t *testing.T) {
	for _, tt := range []struct{ technique, text, conclusion, reason, because string }{
		{"pair", "tango\nM . S .\n=     =\n.=. S .\nx\nS . . .\n. . . .\n",
			"moon on r3c3", "the two suns beside it would be three in a row", "r1c3 r2c3"},
		{"sign", "tango\nM . S .\n=     =\n.=. S .\nx\nS . . .\n. . . .\n",
			"moon on r2c1", "the sign says that it holds the same as r1c1", "r1c1"},
		{"full line", "tango\nM . S .\n=     =\n.=. S .\nx\nS . . .\n. . . .\n",
			"sun on r2c4", "row 2 has all its moons", "r2c1 r2c2"},
		{"line", "tango\nS . . M\n. . . .\n. . .x.\n  =\nS . . .\n",
			"sun on r3c2", "a moon there would leave no way to fill row 3", "r3c1 r3c3 r3c4"},
		{"trial", "tango\n. M . S\n.=. . .\n.x. . .\n. Sx. M\n",
			"moon on r2c1", "a sun there would force others, in the end leaving a line that cannot be filled", "r2c1"},
		{"corridor", "zip\n .  .  1  2\n 5  .  3  .\n .  4  .  .\n .  .  .  .\n",
			"the path goes from r1c2 through r1c1 to r2c1", "there is no other way in and out of that cell", "r1c1"},
		{"order", "zip\n .  .  1  2\n 5  .  3  .\n .  4  .  .\n .  .  .  .\n",
			"the path does not go from r2c2 to r2c3", "that would join the numbers 5 and 3, which do not follow on each other", "r2c1 r2c3"},
		{"ring", "zip\n .  .  .  3\n .  .  4| .\n .  5  .  .\n 2  1| .  .\n",
			"the path does not go from r3c1 to r3c2", "that would join the beginning to the end, with cells left out", "r4c2 r3c2"},
		{"trial", "zip\n 3  .  .  .\n 2  .  4  .\n .  .  1  .\n .  .  .  .\n",
			"the path goes from r1c2 to r1c3", "else other steps would be forced, and in the end leave no way on", "r1c2"},
		{"cut off", "zip\n 4  .  .  .\n .  .  5  .\n .  .  .  2\n .  .  3  1\n",
			"the path does not go from r1c3 to r2c3", "that would cut off a part of the board, or numbers from their order", "r1c3"},
		{"only place", "sudoku\n..32\n....\n....\n42..\n",
			"2 on r2c1", "it is the only place for 2 in box 1", "r2c1"},
		{"last cell", "sudoku\n..32\n....\n....\n42..\n",
			"1 on r1c1", "it is the last empty cell of row 1", "r1c2 r1c3 r1c4"},
		{"only value", "sudoku\n3...6.\n....21\n.6....\n....4.\n53....\n.4...5\n",
			"5 on r2c2", "every other value is struck out there or stands in its row, column or box", "r2c2"},
		{"trial", "sudoku\n...14.\n..1.32\n6...1.\n.1...6\n16.4..\n.43...\n",
			"no 2 on r3c3", "2 there would force others, in the end leaving row 5 without a place for 2", "r3c3"},
		{"confined value", "sudoku\n.4...6\n.6..3.\n4.5...\n...5.4\n.5..2.\n3...4.\n",
			"no 6 on r4c5", "row 3 has its 6 in box 4", "r3c4 r3c5"},
		{"pair", "sudoku\n4.6...5.\n.3.7....\n...2...8\n.74...21\n38...26.\n2...1...\n....8.1.\n.6...3.5\n",
			"no 7 on r1c6", "two cells of row 1 share 3 and 7 among themselves", "r1c5 r1c8"},
		{"only rectangle", "patches\n.   .   .   .\n.   .   a9  a3\n.   .   .   .\na   .   a2  .\n",
			"the clue at r2c3 has r1c1 to r3c3", "no other rectangle of what it says has room there", "r2c3"},
		{"only clue", "patches\n.   .   .   .\n.   .   a9  a3\n.   .   .   .\na   .   a2  .\n",
			"the rectangle of the clue at r2c4 has r1c4", "no other clue reaches that cell", "r2c4"},
		{"common cell", "patches\nw   .   .   .\n.   .   a3  .\na2  t   .   a\na2  .   w   .\n",
			"the clue at r3c2 does not have r1c2", "every rectangle of the clue at r1c1 does", "r1c1"},
		{"starvation", "patches\na2  a   .   .\n.   .   .   a3\n.   a   a2  .\n.   a   .   w2\n",
			"the clue at r3c3 does not have r2c3 to r3c3", "that would leave r2c2 in no rectangle", "r3c3"},
		{"trial", "patches\n.   a2  .   a\na   .   t2  .\n.   w2  .   .\n.   .   a3  a2\n",
			"the clue at r2c3 does not have r2c3 to r3c3", "that would force others, in the end leaving r2c2 in no rectangle", "r2c3"},
	} {
		all, err := Parse([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		e, err := all[0].Explain(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range e.Steps {
			if found || s.Technique.Name != tt.technique {
				continue
			}
			found = true
			if because := puzzle.CellNames(s.Because); s.Conclusion != tt.conclusion || s.Reason != tt.reason || because != tt.because || len(s.Cells) == 0 {
				t.Errorf("%s: %s: %s, from %s\nwant %s: %s, from %s", tt.technique, s.Conclusion, s.Reason, because, tt.conclusion, tt.reason, tt.because)
			}
		}
		if !found {
			t.Errorf("%s does not need the technique %s", tt.text, tt.technique)
		}
	}
}

// TestExplain explains puzzles of the collection and generated ones: the steps come to the
// solution, and none is without a reason.
func TestExplain(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			grades := make(map[string]int)
			for seed := range uint64(25) {
				p, s, err := g.Generate(g.Usual, seed)
				if err != nil {
					t.Fatal(err)
				}
				e, err := p.Explain(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(e.Solution, s) {
					t.Errorf("seed %d is explained to\n%v\nwant\n%v", seed, e.Solution, s)
				}
				for i, s := range e.Steps {
					if s.Conclusion == "" || s.Reason == "" || len(s.Cells) == 0 || len(s.Because) == 0 || s.Technique.Name == "" || s.Technique.Grade < puzzle.Easy || s.Technique.Grade > puzzle.Brutal {
						t.Errorf("seed %d, step %d: %+v", seed, i+1, s)
					}
				}
				grades[e.Grade().String()]++
			}
			t.Log(grades)
		})
	}
}

// TestExplainLevels explains the puzzles of the collection, none of which needs a search.
func TestExplainLevels(t *testing.T) {
	for _, g := range All()[1:] {
		t.Run(g.Name, func(t *testing.T) {
			puzzles, _ := levels(t, g.Name)
			grades := make(map[string]int)
			for i, p := range puzzles {
				e, err := p.Explain(t.Context())
				if err != nil {
					t.Errorf("puzzle %d: %v", i+1, err)
					continue
				}
				if e.Grade() == puzzle.Brutal {
					t.Errorf("puzzle %d needs a search", i+1)
				}
				grades[e.Grade().String()]++
			}
			t.Log(grades)
		})
	}
}

// TestExplainOthers explains puzzles with no solution and with several.
func TestExplainOthers(t *testing.T) {
	for _, text := range []string{"tango\nS S\n. .\n", "zip\n 1  .\n .  2\n", "sudoku\n12..\n..3.\n..4.\n....\n", "patches\ns4 a\n. .\n"} {
		all, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all[0].Explain(t.Context()); !errors.Is(err, fault.NoSolution) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"tango\n. .\n. .\n", "zip\n 1  .  .\n .  .  .\n .  .  2\n", "sudoku\n1...\n....\n....\n....\n", "patches\na .\n. a\n"} {
		all, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		e, err := all[0].Explain(t.Context())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := all[0].Check(e.Solution); err != nil || e.Grade() != puzzle.Brutal {
			t.Errorf("%s is %v: %v", text, e.Grade(), err)
		}
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("enough"))
	for _, g := range All() {
		p, _, err := g.Generate(g.Usual, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Explain(ctx); err == nil || err.Error() != "enough" {
			t.Errorf("%s: %v", g.Name, err)
		}
		if _, err := g.New().Explain(t.Context()); err == nil {
			t.Errorf("%s: nothing was explained", g.Name)
		}
	}
}
