package explain

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// held tells whether some solution of a board has its queens where it has
// queens, and none where it has crosses. It tries all solutions.
func held(t *testing.T, b *solver.Board) bool {
	t.Helper()
	for p := range solver.All(t.Context(), b.Cleared()) {
		ok := true
		for cell, m := range b.Marks {
			queen := p[cell/b.Size] == cell%b.Size
			ok = ok && (m != solver.Queen || queen) && (m != solver.Cross || !queen)
		}
		if ok {
			return true
		}
	}
	return false
}

// TestMarkedBoards puts marks at random on boards with no solution, one and
// many, and compares Slips, Next and Resume with what all solutions say.
func TestMarkedBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	counts := map[string]int{}
	for range 1500 {
		n := 4 + rng.IntN(3)
		b, drawn := anyBoard(rng, n)
		if !drawn {
			continue
		}
		for range rng.IntN(2 * n) {
			b.Marks[rng.IntN(n*n)] = []solver.Mark{solver.Cross, solver.Cross, solver.Queen}[rng.IntN(3)]
		}

		slips, err := Slips(t.Context(), b)
		step, ok, nextErr := Next(t.Context(), b)
		e, resumeErr := Resume(t.Context(), b)
		if solvertest.Count(b.Cleared(), 1) == 0 {
			counts["unsolvable"]++
			if !errors.Is(err, solver.ErrNoSolution) || !errors.Is(nextErr, solver.ErrNoSolution) || !errors.Is(resumeErr, solver.ErrNoSolution) {
				t.Fatalf("got %v, %v, %v where there is no solution\n%v", err, nextErr, resumeErr, b)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%v", err, b)
		}
		if right := held(t, b); right != (len(slips) == 0) {
			t.Fatalf("a solution holds the marks: %t, but slips %+v\n%v", right, slips, b)
		}
		if len(slips) > 0 {
			counts["slips"]++
			if !errors.Is(nextErr, solver.ErrNoSolution) || !errors.Is(resumeErr, solver.ErrNoSolution) {
				t.Fatalf("got %v and %v with wrong marks\n%v", nextErr, resumeErr, b)
			}
			checkSlips(t, b, slips)
			continue
		}
		if nextErr != nil || resumeErr != nil {
			t.Fatalf("%v, %v\n%v", nextErr, resumeErr, b)
		}
		counts["right"]++
		if ok != (len(b.Queens()) < n) || ok != (len(e.Steps) > 0) {
			t.Fatalf("a step: %t, of %d\n%v", ok, len(e.Steps), b)
		}
		if ok {
			if diff := cmp.Diff(e.Steps[0], step); diff != "" {
				t.Fatalf("the next step is not the first (-first +next)\n%s\n%v", diff, b)
			}
			if step.Queen < 0 && slices.ContainsFunc(step.Crossed, func(cell int) bool { return b.Marks[cell] != solver.Empty }) {
				t.Fatalf("a step crosses what is marked: %+v\n%v", step, b)
			}
		}
		for cell, m := range b.Marks {
			if queen := e.Placement[cell/n] == cell%n; m == solver.Queen && !queen || m == solver.Cross && queen {
				t.Fatalf("the explanation does not keep the mark on cell %d\n%v", cell, b)
			}
		}
	}
	for _, kind := range []string{"unsolvable", "slips", "right"} {
		if counts[kind] < 50 {
			t.Errorf("only %d boards are %s", counts[kind], kind)
		}
	}
	t.Log(counts)
}

// checkSlips takes the slips off a board, which must leave marks that are right.
func checkSlips(t *testing.T, b *solver.Board, slips []Slip) {
	t.Helper()
	mended := b.Clone()
	for _, s := range slips {
		if s.Mark != b.Marks[s.Cell] || s.Mark == solver.Empty {
			t.Fatalf("the slip %+v is not on the board\n%v", s, b)
		}
		mended.Marks[s.Cell] = solver.Empty
		single := b.Cleared()
		single.Marks = make([]solver.Mark, len(b.Regions))
		single.Marks[s.Cell] = s.Mark
		if held(t, single) == s.Alone {
			t.Fatalf("the slip %+v is wrong about being so alone\n%v", s, b)
		}
	}
	// Where marks are wrong by themselves, the others may still not fit together.
	if solvertest.Count(b.Cleared(), 2) == 1 && !held(t, mended) {
		t.Fatalf("without the slips %+v the marks are still wrong\n%v", slips, b)
	}
}

// TestSlipClash names the queen that a wrong one clashes with.
func TestSlipClash(t *testing.T) {
	b := solvertest.Board(t, []string{"abbbb", "cdcbc", "cdccc", "cccee", "ccccc"},
		[]string{"Q...x", "..Q..", ".x...", ".....", "....."})
	slips, err := Slips(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	// r2c3 is wrong and attacks nothing; the cross on r3c2 is on a queen's cell.
	want := []Slip{
		{Cell: 7, Mark: solver.Queen, Alone: true, Clash: -1},
		{Cell: 11, Mark: solver.Cross, Alone: true, Clash: -1},
	}
	if diff := cmp.Diff(want, slips); diff != "" {
		t.Error(diff)
	}
	b.Marks[8] = solver.Queen
	if slips, err = Slips(t.Context(), b); err != nil || len(slips) != 2 || slips[0].Clash != 8 {
		t.Errorf("got %+v, %v", slips, err)
	}
}
