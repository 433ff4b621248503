package games

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// samples are puzzles of all games as text.
var samples = []string{
	"abbbb\ncdcbc\ncdccc\ncccee\nccccc\n",
	"tango\nS=. . M\n  x\n. . . .\n. . . .\n. . .x.\n",
	"zip\n 1  .| .\n   --\n .  .  .\n 3  .  2\n",
	"zip\n 1 12 11 10\n 2  .  .  9\n 3  .  .  8\n 4  5  6  7\n",
	"sudoku\n.1234.\n......\n.2..1.\n.3..2.\n......\n.4523.\n",
	"sudoku 3x2\n1.....\n......\n......\n......\n......\n......\n",
	"patches\ns4  .   .\n.   .   t\nw   .   .\n",
}

// TestRoundTrip writes puzzles as text and JSON, and reads them back.
func TestRoundTrip(t *testing.T) {
	for _, text := range samples {
		all, err := Parse([]byte(text))
		if err != nil || len(all) != 1 {
			t.Fatalf("%q: %d puzzles, %v", text, len(all), err)
		}
		p := all[0]
		back, err := p.MarshalText()
		if err != nil || string(back) != text {
			t.Errorf("%q is written as %q, %v", text, back, err)
		}
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(data)
		if err != nil || len(again) != 1 {
			t.Fatalf("%s: %d puzzles, %v", data, len(again), err)
		}
		if back, err := again[0].MarshalText(); err != nil || string(back) != text {
			t.Errorf("%s is written as %q, %v", data, back, err)
		}
	}
}

// TestSeveral reads a file with puzzles of several games, and keeps their order.
func TestSeveral(t *testing.T) {
	text := strings.Join(append(samples, "queens # a line of its own\nab\nab\n\nab\nba\n"), "\n# and then\n\n")
	all, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var lines strings.Builder
	for _, p := range all {
		got = append(got, p.Game())
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		lines.WriteString(string(data) + "\n")
	}
	want := strings.Fields("queens tango zip zip sudoku sudoku patches queens queens")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	again, err := Parse([]byte(lines.String()))
	if err != nil || len(again) != len(all) {
		t.Fatalf("read %d puzzles of JSON, want %d: %v", len(again), len(all), err)
	}
	for i := range all {
		if textOfPuzzle(t, again[i]) != textOfPuzzle(t, all[i]) {
			t.Errorf("puzzle %d is another one as JSON", i+1)
		}
	}
}

func textOfPuzzle(t *testing.T, p puzzle.Puzzle) string {
	t.Helper()
	text, err := p.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestState reads what players have done so far, which does not count for solutions.
func TestState(t *testing.T) {
	for _, tt := range []struct {
		text string
		want puzzle.Puzzle
		n    int
	}{
		{`{"game":"tango","cells":["SM","MS"],"locked":["#.",".."],"signs":[]}`, &tango.Puzzle{Rows: 2, Cols: 2,
			Cells: []tango.Symbol{tango.Sun, tango.Moon, tango.Moon, tango.Sun}, Locked: []bool{true, false, false, false}, Signs: []tango.Sign{}}, 1},
		{`{"cells":["MM","M."],"locked":["..",".."]}`, &tango.Puzzle{Rows: 2, Cols: 2,
			Cells: []tango.Symbol{tango.Moon, tango.Moon, tango.Moon, tango.Empty}, Locked: make([]bool, 4)}, 2},
		{`{"grid":["S.",".."],"signs":[]}`, &tango.Puzzle{Rows: 2, Cols: 2, Cells: []tango.Symbol{tango.Sun, 0, 0, 0}, Signs: []tango.Sign{}}, 1},
		{`{"rows":2,"cols":2,"numbers":[[0,0,1],[1,0,2]],"path":[[0,0],[1,0]]}`, &zip.Puzzle{Rows: 2, Cols: 2,
			Numbers: []zip.Number{{Cell: puzzle.Cell{}, K: 1}, {Cell: puzzle.Cell{Row: 1}, K: 2}}, Path: []puzzle.Cell{{}, {Row: 1}}}, 1},
		{`{"givens":["1...","....","....","...."],"boxrows":2,"boxcols":2}`, &sudoku.Puzzle{Size: 4, BoxRows: 2, BoxCols: 2, Cells: append([]uint8{1}, make([]uint8, 15)...)}, 72},
		{`{"givens":["1...","....","....","...."],"cells":["11..","....","....","...."]}`, &sudoku.Puzzle{Size: 4, Cells: append([]uint8{1, 1}, make([]uint8, 14)...),
			Entered: append([]bool{false, true}, make([]bool, 14)...)}, 72},
		{`{"rows":2,"cols":2,"clues":[{"r":0,"c":0,"size":2,"shape":"wide"},{"r":1,"c":1}],"rects":[[0,0,1,0]]}`, &patches.Puzzle{Rows: 2, Cols: 2,
			Clues: []patches.Clue{{Size: 2, Shape: patches.Wide}, {Row: 1, Col: 1}}, Rects: []patches.Rect{{R0: 0, C0: 0, R1: 1, C1: 0}}}, 1},
	} {
		all, err := Parse([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if !reflect.DeepEqual(all[0], tt.want) {
			t.Errorf("%s: read %+v, want %+v", tt.text, all[0], tt.want)
		}
		if n, err := all[0].Count(t.Context(), puzzle.Limit{}); n != tt.n || err != nil {
			t.Errorf("%s: %d solutions, want %d, %v", tt.text, n, tt.n, err)
		}
	}
}

func TestInvalid(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"game":"chess"}`, `there is no game "chess"`},
		{`{"game":7}`, `"game" is no name`},
		{`{"game":"zip"} x`, "the JSON cannot be read"},
		{`{"game":"tango","cells":["S"]}`, "a Tango board of 1 x 1 cannot be solved"},
		{`{"game":"tango","cells":["S.","."]}`, "row 2 has 1 cell, but row 1 has 2"},
		{`{"game":"tango","cells":["S.",".Q"]}`, `row 2 column 2: "Q" is not known`},
		{`{"game":"tango","cells":["S.",".."],"locked":["##",".."]}`, "r1c2 is locked and empty"},
		{`{"game":"tango","cells":["S.",".."],"locked":["#"]}`, `"locked" has another size`},
		{`{"game":"tango","rows":4,"cells":["S.",".."]}`, "the board has 2 x 2 cells, but is said to have 4 x 0"},
		{`{"game":"tango","cells":["S.",".."],"signs":[[0,0,1,1,"="]]}`, "the sign between r1c1 and r2c2 is not between neighbours"},
		{`{"game":"tango","cells":["S.",".."],"signs":[[0,0,0,1,"="],[0,1,0,0,"x"]]}`, "there are two signs between r1c2 and r1c1"},
		{`{"game":"tango","cells":["S.",".."],"signs":[[0,0,0,1,"?"]]}`, `"?" is no sign`},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1]]}`, "without a beginning and an end"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,1,3]]}`, "there is a 3, but only 2 numbers"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,1,1]]}`, "the number 1 is there twice"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,0,2]]}`, "there are two numbers at r1c1"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,2,2]]}`, "the number 2 at r1c3 is not on the board of 2 x 2"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,1,2]],"walls":[[0,0,0,2]]}`, "the wall between r1c1 and r1c3 is not between neighbours"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[0,1,2]],"path":[[0,0],[1,1]]}`, "the step of the path between r1c1 and r2c2"},
		{`{"game":"zip","rows":99,"cols":2}`, "a Zip board of 99 x 2 cannot be solved"},
		{`{"game":"sudoku","cells":["1...","1...","....","...."]}`, "column 1 has two 1s"},
		{`{"game":"sudoku","cells":["1...","....","....","...."],"givens":["12..","....","....","...."]}`, `"givens" has what "cells" has not`},
		{`{"game":"sudoku","cells":["1...","....","....","...."],"givens":["1."]}`, "cannot have 1 row of 2 cells"},
		{`{"game":"sudoku","cells":["11..","....","....","...."],"givens":["11..","....","....","...."]}`, "row 1 has two 1s"},
		{`{"game":"sudoku","cells":["1.."]}`, "cannot have 1 row of 3 cells"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[]}`, "without a clue"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":2,"c":0}]}`, "the clue at r3c1 is not on the board"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0,"shape":"round"}]}`, `"round" is no shape`},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0,"size":5}]}`, "the clue at r1c1 cannot have 5 cells"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0}],"rects":[[1,0,0,0]]}`, "is not on the board"},
		{"tango\nS .\n", "a Tango board of 1 x 2 cannot be solved"},
		{"tango\nS .\n. . .\n", "line 2 has 3 cells, but the first has 2"},
		{"tango\nS?.\n. .\n", `"?" is not known there`},
		{"tango\nQ .\n. .\n", `"Q" is not known`},
		{"zip\n 1  x\n", `"x" is no number`},
		{"sudoku 6\n1\n", `"6" does not tell of boxes`},
		{"patches\ns4 q\n. .\n", `row 1 column 2: "q" is no clue`},
		{"patches\ns4 .\n.\n", "row 2 has 1 cell, but row 1 has 2"},
		{"ab\nab\n\ntango\nS\n", "the puzzle at line 4: "},
	} {
		_, err := Parse([]byte(tt.text))
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || !strings.Contains(f.What, tt.want) || f.Advice == "" || strings.Contains(f.What, "\n") {
			t.Errorf("%s: got %v, want words with %q and advice", tt.text, err, tt.want)
		}
	}
}

// TestOthersAnswers holds that no game takes the answer to another, or to another size, for its
// own.
func TestOthersAnswers(t *testing.T) {
	var puzzles []puzzle.Puzzle
	for _, text := range samples {
		all, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, all...)
	}
	for i, p := range puzzles {
		for j, q := range puzzles {
			s, err := q.Solve(t.Context())
			if errors.Is(err, fault.NoSolution) {
				continue
			}
			if err := p.Check(s); (err == nil) != (i == j) {
				t.Errorf("the answer to puzzle %d for puzzle %d: %v", j+1, i+1, err)
			}
		}
	}
}

// TestGivenUp counts with a few steps on a puzzle that takes more, and stops when told.
func TestGivenUp(t *testing.T) {
	p := &zip.Puzzle{Rows: 10, Cols: 10, Numbers: []zip.Number{{Cell: puzzle.Cell{}, K: 1}, {Cell: puzzle.Cell{Row: 9}, K: 2}}}
	if n, err := p.Count(t.Context(), puzzle.Limit{Steps: 50}); !errors.Is(err, puzzle.ErrGivenUp) || n > 50 {
		t.Errorf("counted %d, %v", n, err)
	}
	for _, g := range All() {
		_, err := g.New().Solve(t.Context())
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
			t.Errorf("%s: solving nothing gives %v", g.Name, err)
		}
	}
}

// FuzzParse reads anything. What is a puzzle is written and read back as the same, and what is
// solved is right.
func FuzzParse(f *testing.F) {
	for _, text := range samples {
		f.Add([]byte(text))
		all, err := Parse([]byte(text))
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(all[0])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(strings.Join(samples, "\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Parse(data)
		if err != nil {
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
				t.Fatalf("%q: %v", data, err)
			}
			return
		}
		for _, p := range all[:min(len(all), 4)] {
			if err := p.Validate(); err != nil {
				t.Fatalf("%q was read: %v", data, err)
			}
			written, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Parse(written)
			if err != nil {
				t.Fatalf("%s: %v", written, err)
			}
			again, err := json.Marshal(back[0])
			if err != nil || string(again) != string(written) {
				t.Fatalf("%s is read back as %s, %v", written, again, err)
			}
			text, err := p.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if back, err := Parse(text); err != nil || len(back) != 1 || back[0].Game() != p.Game() {
				t.Fatalf("%q is read back as %v, %v", text, back, err)
			}
			if rows, _ := p.Dims(); rows > 8 {
				continue
			}
			n, err := p.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: 500})
			if err != nil && !errors.Is(err, puzzle.ErrGivenUp) {
				t.Fatalf("%s: %v", written, err)
			}
			if n == 0 {
				continue
			}
			s, err := p.Solve(t.Context())
			if err != nil {
				t.Fatalf("%s has a solution, and it was not found: %v", written, err)
			}
			if err := p.Check(s); err != nil {
				t.Fatalf("%s: %v is wrong: %v", written, s, err)
			}
		}
	})
}
