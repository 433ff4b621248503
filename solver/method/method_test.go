package method

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// available returns the methods that can run here and are quick enough for
// boards of a size.
func available(t *testing.T, size int) []Method {
	t.Helper()
	var methods []Method
	for _, m := range All() {
		if m.Name == "backtrack:1" && size > 6 {
			continue // it tries every choice of a cell per region
		}
		if err := m.Available(); err == nil {
			methods = append(methods, m)
		}
	}
	return methods
}

// plain returns every placement that keeps the queens on a board, in ascending
// order, by trying all there are.
func plain(b *solver.Board) []string {
	var found []string
	p := make(solver.Placement, 0, b.Size)
	var row func()
	row = func() {
		if len(p) == b.Size {
			if p.Check(b) == nil {
				found = append(found, p.String())
			}
			return
		}
		for col := range b.Size {
			given := false
			for other := range b.Size {
				given = given || other != col && b.Mark(len(p), other) == solver.Queen
			}
			if !given && !slices.Contains(p, col) {
				p = append(p, col)
				row()
				p = p[:len(p)-1]
			}
		}
	}
	row()
	slices.Sort(found)
	return found
}

// sorted returns what a method yields, in ascending order.
func sorted(t *testing.T, m Method, b *solver.Board) []string {
	t.Helper()
	var found []string
	for p, err := range m.Solver.All(t.Context(), b) {
		if err != nil {
			t.Fatalf("%s: %v\n%v", m.Name, err, b)
		}
		if err := p.Check(b); err != nil {
			t.Fatalf("%s: %v\n%v", m.Name, err, b)
		}
		found = append(found, p.String())
	}
	slices.Sort(found)
	return found
}

// randomBoard returns a board that is cut at random: cell by cell, in bands
// with a few cells changed, or as a puzzle; often with queens on it.
func randomBoard(t *testing.T, rng *rand.Rand, n int) *solver.Board {
	t.Helper()
	b := &solver.Board{Size: n, Regions: make([]uint8, n*n)}
	switch kind := rng.IntN(4); {
	case kind == 0 && n >= solver.MinGenerate:
		var err error
		if b, _, err = solver.Generate(n, rng.Uint64()); err != nil {
			t.Fatal(err)
		}
	case kind == 1:
		for b.Validate() != nil {
			for cell := range b.Regions {
				b.Regions[cell] = uint8(rng.IntN(n))
			}
		}
	default:
		for cell := range b.Regions {
			b.Regions[cell] = uint8(cell / n)
		}
		for range rng.IntN(2 * n) {
			cell, id := rng.IntN(n*n), uint8(rng.IntN(n))
			before := b.Regions[cell]
			if b.Regions[cell] = id; b.Validate() != nil {
				b.Regions[cell] = before
			}
		}
	}
	if rng.IntN(2) == 0 {
		b.Marks = make([]solver.Mark, n*n)
		for range 1 + rng.IntN(2) {
			b.Marks[rng.IntN(n*n)] = solver.Queen
		}
		b.Marks[rng.IntN(n*n)] = solver.Cross
	}
	return b
}

// TestBoards tries every method on each board that is written down.
func TestBoards(t *testing.T) {
	for _, tt := range solvertest.Boards {
		boards, err := solver.ParseAll([]byte(tt.Text))
		if err != nil {
			continue // of another game
		}
		b := boards[0]
		for _, m := range available(t, b.Size) {
			if found := sorted(t, m, b); len(found) != tt.Solutions || len(slices.Compact(found)) != tt.Solutions {
				t.Errorf("%s, by %s: %d solutions are listed, want %d", tt.Name, m.Name, len(found), tt.Solutions)
			}
			if n, err := m.Solver.Count(t.Context(), b, 0); n != tt.Solutions || err != nil {
				t.Errorf("%s, by %s: %d solutions are counted, %v, want %d", tt.Name, m.Name, n, err, tt.Solutions)
			}
			p, err := m.Solver.Solve(t.Context(), b)
			if tt.Solutions == 0 {
				if !errors.Is(err, solver.ErrNoSolution) {
					t.Errorf("%s, by %s: %v, %v, where there is no solution", tt.Name, m.Name, p, err)
				}
			} else if err != nil || p.Check(b) != nil {
				t.Errorf("%s, by %s: %v, %v", tt.Name, m.Name, p, err)
			}
		}
	}
}

// TestAgainstPlainSearch compares every method with plain search: boards with
// no solution, one and many, in pieces, with queens that fit or contradict.
func TestAgainstPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var none, one, many int
	rounds := 3000
	if testing.Short() {
		rounds = 400
	}
	for round := range rounds {
		n := 1 + rng.IntN(6)
		b := randomBoard(t, rng, n)
		want := plain(b)
		switch len(want) {
		case 0:
			none++
		case 1:
			one++
		default:
			many++
		}
		for _, m := range available(t, n) {
			if m.Name == "smt" && round%50 != 0 {
				continue // each question starts a program
			}
			if diff := cmp.Diff(want, sorted(t, m, b)); diff != "" {
				t.Fatalf("%s differs from plain search (-plain +%s):\n%s%v", m.Name, m.Name, diff, b)
			}
			for _, limit := range []int{0, 1, 2} {
				count := len(want)
				if limit > 0 {
					count = min(count, limit)
				}
				if got, err := m.Solver.Count(t.Context(), b, limit); got != count || err != nil {
					t.Fatalf("%s: Count up to %d is %d, %v, want %d:\n%v", m.Name, limit, got, err, count, b)
				}
			}
			p, err := m.Solver.Solve(t.Context(), b)
			if len(want) == 0 {
				if !errors.Is(err, solver.ErrNoSolution) {
					t.Fatalf("%s: got %v, %v where there is no solution:\n%v", m.Name, p, err, b)
				}
			} else if err != nil || !slices.Contains(want, p.String()) {
				t.Fatalf("%s: got %v, %v, want one of %v:\n%v", m.Name, p, err, want, b)
			}
		}
	}
	for _, count := range []int{none, one, many} {
		if count < rounds/30 {
			t.Errorf("too few boards of one kind: %d without a solution, %d with one, %d with more", none, one, many)
			break
		}
	}
}

// TestMethodsAgree compares the methods with one another on boards too large
// for plain search.
func TestMethodsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	rounds := 300
	if testing.Short() {
		rounds = 40
	}
	for round := range rounds {
		n := 7 + rng.IntN(4)
		b := randomBoard(t, rng, n)
		if total := solvertest.Count(b, 500); total == 500 {
			continue // the methods that keep every solution would take long
		}
		var want []string
		for i, m := range available(t, n) {
			slow := strings.HasPrefix(m.Name, "backtrack:") && m.Name < "backtrack:5" || m.Name == "breadth:given"
			if slow && n > 8 || m.Name == "smt" && round%50 != 0 {
				continue
			}
			got := sorted(t, m, b)
			if i == 0 {
				want = got
			} else if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s differs from the main solver (-main +%s):\n%s%v", m.Name, m.Name, diff, b)
			}
		}
	}
}

// TestLevels runs the quick methods on the collection of boards that may lie
// beside the project.
func TestLevels(t *testing.T) {
	for _, name := range solvertest.LevelFiles {
		for i, l := range solvertest.Levels(t, name) {
			b := l.Board
			if i%5 != 0 && (testing.Short() || b.Size > 11) {
				continue
			}
			for _, family := range []string{"exactcover", "sat", "sat:sequential", "sat:product", "backtrack"} {
				if b.Size > 14 && family != "exactcover" && family != "sat" {
					continue
				}
				m, err := Find(family)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := m.Solver.Count(t.Context(), b, 2); got != l.Solutions || err != nil {
					t.Errorf("%s: %s counts %d solutions, %v, want %d", l.ID, m.Name, got, err, l.Solutions)
				}
			}
		}
	}
}

// open returns a board with very many solutions.
func open(n int) *solver.Board {
	b := &solver.Board{Size: n, Regions: make([]uint8, n*n)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell / n)
	}
	return b
}

func TestStopped(t *testing.T) {
	cause := errors.New("enough")
	for _, m := range available(t, 16) {
		ctx, stop := context.WithCancelCause(t.Context())
		stop(cause)
		if n, err := m.Solver.Count(ctx, open(16), 0); err != cause {
			t.Errorf("%s: Count returned %d, %v, want %v", m.Name, n, err, cause)
		}
		var last error
		for _, err := range m.Solver.All(ctx, open(16)) {
			last = err
		}
		if last != cause {
			t.Errorf("%s: All ended with %v, want %v", m.Name, last, cause)
		}
	}
}

func TestEndedByCaller(t *testing.T) {
	for _, m := range available(t, 6) {
		n := 0
		for _, err := range m.Solver.All(t.Context(), open(6)) {
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			n++
			break
		}
		if n != 1 {
			t.Errorf("%s: %d placements were yielded after the loop ended", m.Name, n)
		}
	}
}

func TestNoPuzzle(t *testing.T) {
	for _, m := range All() {
		for _, b := range []*solver.Board{nil, {}, {Size: 2, Regions: make([]uint8, 4)}} {
			if p, err := m.Solver.Solve(t.Context(), b); p != nil || err == nil {
				t.Errorf("%s: Solve returned %v, %v", m.Name, p, err)
			}
			if n, err := m.Solver.Count(t.Context(), b, 0); n != 0 || err == nil {
				t.Errorf("%s: Count returned %d, %v", m.Name, n, err)
			}
			for p, err := range m.Solver.All(t.Context(), b) {
				if p != nil || err == nil {
					t.Errorf("%s: All yielded %v, %v", m.Name, p, err)
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range Names() {
		if m, err := Find(name); err != nil || m.Name != name {
			t.Errorf("%s: got %q, %v", name, m.Name, err)
		}
	}
	_, err := Find("guess")
	if f, ok := errors.AsType[*fault.Error](err); !ok || !strings.Contains(f.Advice, Main) {
		t.Errorf("got %v, want a fault that names the methods", err)
	}
	if names := Methods(); len(names) != 6 || names[0].Name != Main {
		t.Errorf("the families are %v", names)
	}
}

// TestPick has the main solver first, whoever else is named.
func TestPick(t *testing.T) {
	t.Setenv("PATH", "") // no SMT solver is found
	for _, tt := range []struct{ names, picked, missing string }{
		{"", "bitmask exactcover sat breadth backtrack", "smt"},
		{"sat", "bitmask sat", ""},
		{"sat, bitmask ,backtrack:2", "bitmask sat backtrack:2", ""},
		{"smt,bitmask", "bitmask", "smt"},
	} {
		var names []string
		if tt.names != "" {
			names = strings.Split(tt.names, ",")
		}
		picked, missing, err := Pick(names)
		named := func(all []Method) string {
			var names []string
			for _, m := range all {
				names = append(names, m.Name)
			}
			return strings.Join(names, " ")
		}
		if err != nil || named(picked) != tt.picked || named(missing) != tt.missing {
			t.Errorf("%s: %s; %s is missing; %v", tt.names, named(picked), named(missing), err)
		}
	}
	if _, _, err := Pick([]string{"guess"}); err == nil {
		t.Error("a method is picked that there is not")
	}
}

// FuzzMethods reads boards from bytes, a region a byte, and asks all methods.
func FuzzMethods(f *testing.F) {
	f.Add(uint8(4), []byte("\x00\x00\x00\x00\x01\x01\x01\x01\x02\x02\x02\x02\x03\x03\x03\x03"), uint16(99))
	f.Add(uint8(5), []byte("\x00\x01\x01\x01\x01\x02\x03\x02\x01\x02\x02\x03\x02\x02\x02\x02\x02\x02\x04\x04\x02\x02\x02\x02\x02"), uint16(0))
	f.Fuzz(func(t *testing.T, size uint8, regions []byte, queen uint16) {
		n := 1 + int(size)%6
		if len(regions) != n*n {
			return
		}
		b := &solver.Board{Size: n, Regions: slices.Clone(regions)}
		for i := range b.Regions {
			b.Regions[i] %= uint8(n)
		}
		if b.Validate() != nil {
			return
		}
		if int(queen) < n*n {
			b.Marks = make([]solver.Mark, n*n)
			b.Marks[queen] = solver.Queen
		}
		want := plain(b)
		for _, m := range available(t, n) {
			if m.Name == "smt" {
				continue
			}
			if diff := cmp.Diff(want, sorted(t, m, b)); diff != "" {
				t.Errorf("%s (-plain +%s):\n%s%v", m.Name, m.Name, diff, b)
			}
		}
	})
}
