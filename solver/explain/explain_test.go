package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// check explains a board and follows the steps: none may rule out a queen of
// the only solution, or place another.
func check(t *testing.T, b *solver.Board, solutions int) *Explanation {
	t.Helper()
	e, err := Explain(t.Context(), b)
	if err != nil {
		t.Fatalf("%v\n%v", err, b)
	}
	if err := e.Placement.Check(b); err != nil {
		t.Fatalf("%v\n%v", err, b)
	}
	queen := func(cell int) bool { return e.Placement[cell/b.Size] == cell%b.Size }
	placed := len(b.Queens())
	for i, s := range e.Steps {
		if s.Queen >= 0 {
			placed++
			if !queen(s.Queen) {
				t.Fatalf("step %d places a wrong queen: %+v\n%v", i+1, s, b)
			}
		} else if len(s.Crossed) == 0 {
			t.Fatalf("step %d does nothing: %+v\n%v", i+1, s, b)
		}
		if slices.ContainsFunc(s.Crossed, queen) {
			t.Fatalf("step %d rules a queen out: %+v\n%v", i+1, s, b)
		}
		if s.Reason == "" || len(s.Because) == 0 || len(s.Unit) == 0 {
			t.Fatalf("step %d gives no reason: %+v\n%v", i+1, s, b)
		}
	}
	if placed != b.Size {
		t.Fatalf("%d queens were placed\n%v", placed, b)
	}
	if solutions > 1 && e.Grade() != Brutal {
		t.Fatalf("one of %d solutions was found without search\n%v", solutions, b)
	}
	return e
}

func TestGenerated(t *testing.T) {
	grades := make(map[Grade]int)
	for seed := range uint64(60) {
		b, p, err := solver.Generate(5+int(seed%6), seed)
		if err != nil {
			t.Fatal(err)
		}
		e := check(t, b, 1)
		if diff := cmp.Diff(p, e.Placement); diff != "" {
			t.Errorf("seed %d (-want +got)\n%s", seed, diff)
		}
		grades[e.Grade()]++
	}
	if len(grades) < 3 {
		t.Errorf("the boards are all alike: %v", grades)
	}
}

// anyBoard returns an empty board with regions in pieces, which has no solution, one
// or many. In some draws a region is left without a cell, and there is no board.
func anyBoard(rng *rand.Rand, n int) (*solver.Board, bool) {
	b := &solver.Board{Size: n, Regions: make([]uint8, n*n), Marks: make([]solver.Mark, n*n)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell / n)
		if rng.IntN(3) == 0 {
			b.Regions[cell] = uint8(rng.IntN(n))
		}
	}
	return b, b.Validate() == nil
}

// TestAnyBoard explains boards with no solution, one and many, with queens on
// them.
func TestAnyBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 400 {
		n := 1 + rng.IntN(7)
		b, ok := anyBoard(rng, n)
		if !ok {
			continue
		}
		if rng.IntN(3) == 0 {
			b.Marks[rng.IntN(n*n)] = solver.Queen
		}
		solutions := solvertest.Count(b, 2)
		if solutions > 0 {
			if e := check(t, b, 1); solutions > 1 && n > len(b.Queens()) && e.Grade() != Brutal {
				t.Fatalf("one of several solutions was found without search\n%v", b)
			}
			continue
		}
		if _, err := Explain(t.Context(), b); !errors.Is(err, solver.ErrNoSolution) {
			t.Fatalf("got %v where there is no solution\n%v", err, b)
		}
	}
}

// TestLevels explains the collection of boards that may lie beside the project.
func TestLevels(t *testing.T) {
	grades := make(map[string]int)
	for i, l := range solvertest.Levels(t, "queens.json") {
		if testing.Short() && i%10 != 0 {
			continue
		}
		e := check(t, l.Board, l.Solutions)
		if l.Solutions == 1 {
			grades[e.Grade().String()]++
		}
	}
	t.Logf("grades of boards with one solution: %v", grades)
}

// TestTechniques holds a board for each technique but search, the hardest it
// needs.
func TestTechniques(t *testing.T) {
	found := make(map[Technique]bool)
	for seed := range uint64(400) {
		b, _, err := solver.Generate(7+int(seed%3), seed)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Explain(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			found[s.Technique] = true
		}
	}
	for technique := LastCell; technique < Search; technique++ {
		if !found[technique] {
			t.Errorf("no board needs the technique %v", technique)
		}
	}
}

func TestStopped(t *testing.T) {
	b, _, err := solver.Generate(8, 1)
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(cause)
	if _, err := Explain(ctx, b); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
}

func ExampleExplain() {
	b, err := solver.FromRows([]string{"abbbb", "cdcbc", "cdccc", "cccee", "ccccc"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := Explain(context.Background(), b)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range e.Steps {
		fmt.Printf("%v: queen %d, crossed %v: %s\n", s.Technique, s.Queen, s.Crossed, s.Reason)
	}
	fmt.Println(e.Grade())
	// Output:
	// last cell: queen 0, crossed [1 2 3 4 5 6 10 15 20]: it is the only cell left in region a
	// last cell: queen 8, crossed [7 9 12 13 14 18 23]: it is the only cell left in region b
	// last cell: queen 11, crossed [16 17 21]: it is the only cell left in region d
	// last cell: queen 19, crossed [24]: it is the only cell left in region e
	// last cell: queen 22, crossed []: it is the only cell left in region c
	// easy
}
