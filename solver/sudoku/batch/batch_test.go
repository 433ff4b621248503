package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"autoqueens/solver/puzzle"
)

const easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"

// scan returns what a scanner reads, as text.
func scan(s *Scanner) []string {
	var got []string
	for {
		item, ok := s.Next()
		if !ok {
			return got
		}
		if item.Err != nil {
			got = append(got, fmt.Sprintf("%d: %v", item.Line, item.Err))
		} else {
			got = append(got, fmt.Sprintf("%d: %d %v", item.Line, item.Puzzle.Size, item.Puzzle))
		}
	}
}

func TestScanner(t *testing.T) {
	dotted := strings.ReplaceAll(easy, "0", ".")
	var rows, ruled strings.Builder
	for row := range 9 {
		r := easy[9*row : 9*row+9]
		fmt.Fprintln(&rows, r)
		if row%3 == 0 {
			fmt.Fprintln(&ruled, "+-------+-------+-------+")
		}
		fmt.Fprintf(&ruled, "| %s | %s | %s |\n", strings.Join(strings.Split(r[:3], ""), " "), strings.Join(strings.Split(r[3:6], ""), " "), r[6:])
	}
	sixteen := strings.Repeat("G"+strings.Repeat(".", 15)+"\n", 1) + strings.Repeat(strings.Repeat(".", 16)+"\n", 15)
	tests := []struct {
		name, text string
		size       int
		want       []string
	}{
		{"nothing", "\n# only words\n", 0, nil},
		{"one a line", easy + "\n" + dotted, 0, []string{"1: 9 " + dotted, "2: 9 " + dotted}},
		{"more on the line", easy + " 483921657 hard # of two\r\n", 0, []string{"1: 9 " + dotted}},
		{"grid", rows.String(), 0, []string{"1: 9 " + dotted}},
		{"ruled grids", ruled.String() + "\n" + ruled.String(), 0, []string{"2: 9 " + dotted, "15: 9 " + dotted}},
		{"4 x 4", "1... ..3. .1.. ...2\n1.....3..1.....2\n1...\n..3.\n.1..\n...2", 0,
			[]string{"1: 4 1.....3..1.....2", "2: 4 1.....3..1.....2", "3: 4 1.....3..1.....2"}},
		{"6 x 6", "...24.....3..1.....6.1.2.32..66.....", 0, []string{"1: 6 ...24.....3..1.....6.1.2.32..66....."}},
		{"16 x 16", sixteen, 0, []string{"1: 16 G" + strings.Repeat(".", 255)}},
		{"16 x 16 by size", strings.Repeat(strings.Repeat(".", 16)+"\n", 16), 16, []string{"1: 16 " + strings.Repeat(".", 256)}},
		{"wrong length", "123\n" + easy, 0, []string{"1: line 1 has 3 cells, which is no Sudoku", "2: 9 " + dotted}},
		{"wrong size", easy, 6, []string{"1: line 1 has 81 cells, which is no Sudoku"}},
		{"cut grid", "123456789\n456789123\n", 0, []string{"1: the grid at line 1 has 2 rows of 9"}},
		{"grid cut by another line", "123456789\n12\n", 0, []string{"1: the grid at line 1 has 1 row of 9", "2: line 2 has 2 cells, which is no Sudoku"}},
		{"grid cut by a puzzle", "123456789\n" + easy + "\n", 0, []string{"1: the grid at line 1 has 1 row of 9", "2: 9 " + dotted}},
		{"grid cut by a grid", "123\n123456789\n1...\n..3.\n.1..\n...2", 0, []string{"1: line 1 has 3 cells, which is no Sudoku", "2: the grid at line 2 has 1 row of 9", "3: 4 1.....3..1.....2"}},
		{"clash", "5.......5" + strings.Repeat(".", 72), 0, []string{"1: line 1: row 1 has two 5s: row 1 column 1 and row 1 column 9"}},
		{"not a digit", "x" + easy[1:], 0, []string{"1: line 1: cell 1: 'x' is no digit of a Sudoku"}},
		{"the name of the game", "sudoku # 1\n\n" + easy + "\nSudoku\n1...\n..3.\n.1..\n...2\n", 0, []string{"3: 9 " + dotted, "5: 4 1.....3..1.....2"}},
		{"other boxes", "sudoku\n111111" + strings.Repeat(".", 30) + "\nsudoku 3x2\n12....\n3.....\n4.....\n" + strings.Repeat("......\n", 3), 0,
			[]string{"2: line 2: row 1 has two 1s: row 1 column 1 and row 1 column 2", "4: 6 12....3.....4....." + strings.Repeat(".", 18)}},
		{"odd boxes", "sudoku big\n" + easy, 0, []string{"2: line 2: \"big\" does not tell of boxes"}},
		{"grid cut by a name", "123456789\nsudoku\n" + easy, 0, []string{"1: the grid at line 1 has 1 row of 9", "3: 9 " + dotted}},
		{"no text", easy + "\n\x89PNG\r\n\x1a\n\x00\x00\n" + easy, 0,
			[]string{"1: 9 " + dotted, "2: the grid at line 2 has 1 row of 4", "3: line 3 has 1 cell, which is no Sudoku", "4: the input is no text, and Sudokus are read as text here"}},
		{"long line", easy + "\n" + strings.Repeat("1", maxLine+1), 0, []string{"1: 9 " + dotted, "2: line 2 is longer than any Sudoku"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, scan(NewScanner(strings.NewReader(test.text), test.size))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestBrokenInput(t *testing.T) {
	r := io.MultiReader(strings.NewReader(easy+"\n"), iotest.ErrReader(errors.New("unplugged")))
	got := scan(NewScanner(r, 0))
	if len(got) != 2 || !strings.Contains(got[1], "unplugged") {
		t.Errorf("got %q", got)
	}
}

// endless is an input that never ends.
type endless struct{ at int }

func (e *endless) Read(p []byte) (int, error) {
	const line = easy + "\n"
	for i := range p {
		p[i] = line[e.at%len(line)]
		e.at++
	}
	return len(p), nil
}

func TestRunKeepsOrder(t *testing.T) {
	const puzzles = 1000
	text := strings.Repeat(easy+"\n", puzzles)
	next := 1
	err := Run(t.Context(), NewScanner(strings.NewReader(text), 0), 4,
		func(item Item) int { n, _ := item.Puzzle.Count(t.Context(), puzzle.Limit{Solutions: 2}); return n },
		func(item Item, n int) bool {
			if item.Line != next || n != 1 {
				t.Fatalf("line %d after %d: %d solutions", item.Line, next-1, n)
			}
			next++
			return true
		})
	if err != nil || next != puzzles+1 {
		t.Errorf("%d puzzles, %v", next-1, err)
	}
}

// TestRunEnds stops runs over an input that never ends.
func TestRunEnds(t *testing.T) {
	work := func(item Item) int { n, _ := item.Puzzle.Count(t.Context(), puzzle.Limit{Solutions: 2}); return n }
	taken := 0
	err := Run(t.Context(), NewScanner(&endless{}, 0), 2, work, func(Item, int) bool {
		taken++
		return taken < 500
	})
	if err != nil || taken != 500 {
		t.Errorf("%d puzzles were taken of 500, %v", taken, err)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	err = Run(ctx, NewScanner(&endless{}, 0), 2, work, func(Item, int) bool {
		stop(cause)
		return true
	})
	if err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
}

func FuzzScanner(f *testing.F) {
	f.Add(easy, 0)
	f.Add("1...\n..3.\n.1..\n...2", 4)
	f.Add("+--+\n|12|", 0)
	f.Fuzz(func(t *testing.T, text string, size int) {
		s := NewScanner(strings.NewReader(text), size)
		for range strings.Count(text, "\n") + 3 {
			item, ok := s.Next()
			if !ok {
				return
			}
			if (item.Puzzle == nil) == (item.Err == nil) {
				t.Fatalf("%+v", item)
			}
		}
		t.Fatal("there are more items than lines")
	})
}
