package sudoku

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// count is [Puzzle.Count] without a context.
func count(p *Puzzle, limit int) int {
	n, _ := p.Count(context.Background(), puzzle.Limit{Solutions: limit})
	return n
}

func mustParse(tb testing.TB, text string) *Puzzle {
	tb.Helper()
	p, err := Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

var solved = []struct{ name, puzzle, solution string }{
	{"4 x 4", "1... ..3. .1.. ...2", "1324 4231 2143 3412"},
	{"9 x 9", `
		003020600 900305001 001806400
		008102900 700000008 006708200
		002609500 800203009 005010300`, `
		483921657 967345821 251876493
		548132976 729564138 136798245
		372689514 814253769 695417382`},
}

func TestSolved(t *testing.T) {
	for _, test := range solved {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.puzzle)
			got, err := p.solve(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if want := mustParse(t, test.solution).String(); got.String() != want {
				t.Errorf("solved as\n%s\nwant\n%s", got, want)
			}
			if n := count(p, 0); n != 1 {
				t.Errorf("%d solutions, want 1", n)
			}
		})
	}
}

// TestEmpty counts the grids of size 4, of which there are 288, and fills
// empty grids of every size.
func TestEmpty(t *testing.T) {
	for size := range usual {
		p := &Puzzle{Size: size, Cells: make([]uint8, size*size)}
		got, err := p.solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		checkSolves(t, p, got)
		if n := count(p, 100); n != 100 {
			t.Errorf("size %d: counted %d up to 100", size, n)
		}
	}
	empty := mustParse(t, strings.Repeat(".", 16))
	if n := count(empty, 0); n != 288 {
		t.Errorf("there are %d grids of size 4, want 288", n)
	}
	seen := make(map[string]bool)
	for p := range empty.all(context.Background()) {
		checkSolves(t, empty, p)
		seen[p.String()] = true
	}
	if len(seen) != 288 {
		t.Errorf("All yields %d different grids of size 4, want 288", len(seen))
	}
}

// checkSolves fails unless got is p with every cell filled in by the rules.
func checkSolves(t *testing.T, p, got *Puzzle) {
	t.Helper()
	if err := got.Validate(); err != nil {
		t.Fatalf("%v: %v", got, err)
	}
	for i, value := range got.Cells {
		if value == 0 || p.Cells[i] != 0 && p.Cells[i] != value {
			t.Fatalf("%v is not a solution of %v", got, p)
		}
	}
}

// exhaust counts the solutions the plain way.
func exhaust(p *Puzzle) int {
	at := slices.Index(p.Cells, 0)
	if at < 0 {
		return 1
	}
	n := 0
	q := &Puzzle{Size: p.Size, Cells: slices.Clone(p.Cells)}
	for value := range p.Size {
		q.Cells[at] = uint8(value + 1)
		if q.Validate() == nil {
			n += exhaust(q)
		}
	}
	return n
}

// TestAgainstExhaustiveSearch compares counts on small puzzles made by taking
// values out of grids and, now and then, by changing one.
func TestAgainstExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var grids []*Puzzle
	for p := range mustParse(t, strings.Repeat(".", 16)).all(context.Background()) {
		grids = append(grids, p)
	}
	var none, one, many int
	for range 3000 {
		p := &Puzzle{Size: 4, Cells: slices.Clone(grids[rng.IntN(len(grids))].Cells)}
		for range 8 + rng.IntN(12) {
			p.Cells[rng.IntN(16)] = 0
		}
		if rng.IntN(2) == 0 {
			p.Cells[rng.IntN(16)] = uint8(1 + rng.IntN(4))
		}
		want := 0
		if p.Validate() == nil {
			want = exhaust(p)
		}
		switch want {
		case 0:
			none++
		case 1:
			one++
		default:
			many++
		}
		if got := count(p, 0); got != want {
			t.Fatalf("%v has %d solutions, want %d", p, got, want)
		}
		if got := count(p, 2); got != min(want, 2) {
			t.Fatalf("%v has %d solutions up to 2, of %d", p, got, want)
		}
		if got, err := p.solve(context.Background()); err == nil {
			checkSolves(t, p, got)
		} else if want > 0 {
			t.Fatalf("%v: %v", p, err)
		}
	}
	if none < 100 || one < 100 || many < 100 {
		t.Errorf("too few puzzles of one kind: %d without a solution, %d with one, %d with more", none, one, many)
	}
}

func TestInvalid(t *testing.T) {
	nine := func(givens string) string { return givens + strings.Repeat(".", 81-len(givens)) }
	tests := []struct{ name, puzzle, want string }{
		{"empty", "", "cannot have 0 cells"},
		{"eighty cells", strings.Repeat(".", 80), "cannot have 80 cells"},
		{"too many", strings.Repeat(".", 257), "more than 256 cells"},
		{"letter", nine("1z"), "cell 2: 'z' is no digit"},
		{"value too large", "5" + strings.Repeat(".", 15), "row 1 column 1: 5 does not belong in a Sudoku of size 4"},
		{"row", nine("5.....5"), "row 1 has two 5s: row 1 column 1 and row 1 column 7"},
		{"column", nine(".3" + strings.Repeat(".", 62) + "3"), "column 2 has two 3s: row 1 column 2 and row 8 column 2"},
		{"box", nine("7.........7"), "box 1 has two 7s: row 1 column 1 and row 2 column 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := Parse(test.puzzle)
			if err == nil {
				_, err = p.solve(context.Background())
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || !strings.Contains(f.What, test.want) || f.Advice == "" {
				t.Errorf("got %v, want words with %q and advice", err, test.want)
			}
		})
	}
	for _, p := range []*Puzzle{nil, {}, {Size: 5, Cells: make([]uint8, 25)}, {Size: 4}, {Size: 4, Cells: slices.Repeat([]uint8{9}, 16)}} {
		if err := p.Validate(); err == nil {
			t.Errorf("%#v passes as a puzzle", p)
		}
		if count(p, 1) != 0 {
			t.Errorf("%#v has solutions", p)
		}
	}
}

func TestNoSolution(t *testing.T) {
	// The last cell of the first row lacks its only value.
	p := mustParse(t, "12345678. ........9"+strings.Repeat(".", 63))
	if got, err := p.solve(context.Background()); err != ErrNoSolution {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if n, err := mustParse(t, strings.Repeat(".", 81)).Count(ctx, puzzle.Limit{}); err != context.Canceled {
		t.Errorf("got %d, %v", n, err)
	}
}

func TestAllocations(t *testing.T) {
	p := mustParse(t, solved[1].puzzle)
	if got := testing.AllocsPerRun(20, func() { count(p, 2) }); got != 0 {
		t.Errorf("Count allocates %v times, want none", got)
	}
}

type level struct{ puzzle, solution string } // "-" where there are several

// levelFiles are the puzzles of the collection that may lie beside the project.
func levelFiles(tb testing.TB) []string {
	tb.Helper()
	pattern := filepath.Join("..", "..", "..", "shared", "levels", "sudoku_*.txt")
	files, err := filepath.Glob(pattern)
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skipf("the collection of puzzles is not beside the project: no %s", pattern)
	}
	return files
}

func readLevels(tb testing.TB, path string) (levels []level) {
	tb.Helper()
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Skipf("no %s", path)
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(line); len(fields) == 2 {
			levels = append(levels, level{fields[0], fields[1]})
		}
	}
	if lines.Err() != nil || len(levels) == 0 {
		tb.Fatalf("%s: %d puzzles, %v", path, len(levels), lines.Err())
	}
	return levels
}

func TestLevels(t *testing.T) {
	for _, path := range levelFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			for i, l := range readLevels(t, path) {
				if testing.Short() && i%10 != 0 {
					continue
				}
				p := mustParse(t, l.puzzle)
				if p.String() != strings.ReplaceAll(l.puzzle, "0", ".") {
					t.Errorf("%s is written as %s", l.puzzle, p)
				}
				want := 1
				if l.solution == "-" {
					want = 2
				}
				if got := count(p, 2); got != want {
					t.Errorf("%s: %d solutions up to 2, want %d", l.puzzle, got, want)
				}
				got, err := p.solve(context.Background())
				if err != nil {
					t.Errorf("%s: %v", l.puzzle, err)
					continue
				}
				checkSolves(t, p, got)
				if want == 1 && got.String() != l.solution {
					t.Errorf("%s: solved as %s, want %s", l.puzzle, got, l.solution)
				}
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, test := range solved {
		f.Add(test.puzzle)
		f.Add(test.solution)
	}
	f.Add(strings.Repeat("1", 81))
	f.Add(strings.Repeat("g", 256))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		for _, written := range []string{p.String(), p.Grid()} {
			back, err := Parse(written)
			if err != nil || back.String() != p.String() {
				t.Fatalf("%q is read back as %v, %v", written, back, err)
			}
		}
	})
}

// breadthFirst solves a puzzle after the APL article: for one empty cell after
// the other it puts every value that fits on every grid so far, and keeps them
// all. It is what the search is set against in the benchmark. It returns how
// many grids are left at the end, or -1 where there were too many on the way.
func breadthFirst(p *Puzzle) int {
	const tooMany = 200_000
	g := p.geometry()
	grids := [][]uint8{p.Cells}
	for cell, value := range p.Cells {
		if value != 0 {
			continue
		}
		var next [][]uint8
		for _, cells := range grids {
			var taken uint32
			for _, u := range g.unitsOf[cell] {
				for _, other := range g.units[u][:p.Size] {
					taken |= 1 << cells[other]
				}
			}
			for value := range p.Size {
				if taken>>(value+1)&1 == 0 {
					filled := slices.Clone(cells)
					filled[cell] = uint8(value + 1)
					next = append(next, filled)
				}
			}
		}
		if len(next) > tooMany {
			return -1
		}
		grids = next
	}
	return len(grids)
}

func TestBreadthFirst(t *testing.T) {
	for _, test := range solved {
		if n := breadthFirst(mustParse(t, test.puzzle)); n != 1 {
			t.Errorf("%s: %d solutions, want 1", test.name, n)
		}
	}
}

// BenchmarkBreadthFirst measures the article's method on the puzzles it can
// solve in bounded memory, beside the search on the same ones.
func BenchmarkBreadthFirst(b *testing.B) {
	for _, path := range levelFiles(b) {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "sudoku_"), ".txt")
		if name != "easy_generated_1000" && name != "6x6_1000" {
			continue
		}
		var puzzles []*Puzzle
		for _, l := range readLevels(b, path)[:200] {
			if p := mustParse(b, l.puzzle); breadthFirst(p) == 1 {
				puzzles = append(puzzles, p)
			}
		}
		for _, method := range []struct {
			name  string
			count func(*Puzzle) int
		}{{"search", func(p *Puzzle) int { return count(p, 2) }}, {"breadth-first", breadthFirst}} {
			b.Run("set="+name+"/method="+method.name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if method.count(puzzles[i%len(puzzles)]) != 1 {
						b.Fatal("a puzzle was not solved")
					}
				}
			})
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, path := range levelFiles(b) {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "sudoku_"), ".txt")
		b.Run("set="+name, func(b *testing.B) {
			var puzzles []*Puzzle
			for _, l := range readLevels(b, path) {
				puzzles = append(puzzles, mustParse(b, l.puzzle))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if count(puzzles[i%len(puzzles)], 2) == 0 {
					b.Fatal("a puzzle was not solved")
				}
			}
		})
	}
}

func ExamplePuzzle_Solve() {
	p, err := Parse("...24.....3..1.....6.1.2.32..66.....")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := p.Solve(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Filled(s.(Solution)).Grid())
	// Output:
	// 356 241
	// 124 635
	//
	// 215 364
	// 463 152
	//
	// 532 416
	// 641 523
}
