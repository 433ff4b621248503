package games

import (
	"errors"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

// follow does on the board what a hint says, and returns false where it says something that the
// answer does not have.
func follow(p puzzle.Puzzle, answer puzzle.Solution, h *puzzle.Hint) bool {
	last := h.Steps[len(h.Steps)-1]
	at := last.Cells[0]
	switch p := p.(type) {
	case *Board:
		cell := at.Row*p.Size + at.Col
		if p.Marks == nil {
			p.Marks = make([]solver.Mark, p.Size*p.Size)
		}
		if strings.HasPrefix(last.Conclusion, "queen on ") {
			p.Marks[cell] = solver.Queen
			return answer.(solver.Placement)[at.Row] == at.Col
		}
		for _, c := range last.Cells {
			p.Marks[c.Row*p.Size+c.Col] = solver.Cross
			if answer.(solver.Placement)[c.Row] == c.Col {
				return false
			}
		}
	case *tango.Puzzle:
		cell := at.Row*p.Cols + at.Col
		if p.Locked == nil {
			p.Locked = make([]bool, len(p.Cells))
			for i, s := range p.Cells {
				p.Locked[i] = s != tango.Empty
			}
		}
		p.Cells[cell] = answer.(tango.Solution).Cells[cell]
		return last.Conclusion == p.Cells[cell].String()+" on "+at.String()
	case *sudoku.Puzzle:
		cell := at.Row*p.Size + at.Col
		p.Cells[cell] = answer.(sudoku.Solution).Cells[cell]
		return last.Conclusion == string('0'+rune(p.Cells[cell]))+" on "+at.String()
	case *zip.Puzzle:
		path := answer.(zip.Solution).Path
		n := max(1, len(p.Path))
		p.Path = path[:n+1]
		return last.Conclusion == "the path goes on from "+path[n-1].String()+" to "+path[n].String()
	case *patches.Puzzle:
		for i, c := range p.Clues {
			if r := answer.(patches.Solution).Rects[i]; strings.HasPrefix(last.Conclusion, "the clue at "+puzzle.Cell{Row: c.Row, Col: c.Col}.String()+" has ") {
				p.Rects = append(p.Rects, r)
				return strings.HasSuffix(last.Conclusion, " has "+puzzle.Cell{Row: r.R0, Col: r.C0}.String()+" to "+puzzle.Cell{Row: r.R1, Col: r.C1}.String())
			}
		}
		return false
	}
	return true
}

// TestHint solves puzzles of all games by doing what hint after hint says.
func TestHint(t *testing.T) {
	for _, g := range All() {
		t.Run(g.Name, func(t *testing.T) {
			for seed := range uint64(8) {
				p, answer, err := g.Generate(g.Usual, seed)
				if err != nil {
					t.Fatal(err)
				}
				for n := 0; ; n++ {
					h, err := p.Hint(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					if len(h.Slips) > 0 || n > 200 {
						t.Fatalf("seed %d, hint %d: %+v", seed, n+1, h)
					}
					if len(h.Steps) == 0 {
						break
					}
					if !follow(p, answer, h) {
						t.Fatalf("seed %d, hint %d is wrong: %+v", seed, n+1, h.Steps)
					}
				}
			}
		})
	}
}

// TestSlips holds what is said of states that no solution has.
func TestSlips(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"regions":["abbbb","cdcbc","cdccc","cccee","ccccc"],"marks":["x....","..Q..",".....",".....","....."]}`, "the queen on r2c3, the cross on r1c1"},
		{`{"game":"tango","cells":["SM","SM"],"locked":["#.",".."],"signs":[]}`, "the sun on r2c1, the moon on r2c2"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[1,0,2]],"path":[[0,0],[1,0]]}`, "the path after r1c1"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[1,0,2]],"path":[[1,0]]}`, "the whole path"},
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[1,0,2]],"path":[[0,0],[0,1],[0,0]]}`, "the path after r1c2"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0,"shape":"wide"},{"r":1,"c":1}],"rects":[[1,0,1,1],[0,0,1,0]]}`, "the rectangle r1c1 to r2c1"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0,"shape":"wide"},{"r":1,"c":1}],"rects":[[0,0,1,1]]}`, "the rectangle r1c1 to r2c2"},
		{`{"game":"sudoku","givens":["12..","34..","..43","..21"],"cells":["124.","341.","..43","..21"]}`, "the 4 on r1c3"},
	} {
		all, err := Parse([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		h, err := all[0].Hint(t.Context())
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		var got []string
		for _, s := range h.Slips {
			got = append(got, s.What)
		}
		if strings.Join(got, ", ") != tt.want || len(h.Steps) > 0 {
			t.Errorf("%s: %v, %v, want %s", tt.text, got, h.Steps, tt.want)
		}
	}
	for _, text := range []string{"tango\nS S\n. .\n", "zip\n 1  .\n .  2\n", "patches\ns4 a\n. .\n", "sudoku\n12..\n..3.\n..4.\n....\n"} {
		all, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if h, err := all[0].Hint(t.Context()); !errors.Is(err, fault.NoSolution) {
			t.Errorf("%s: %+v, %v", text, h, err)
		}
	}
}
