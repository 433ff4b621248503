// Package puzzletest holds the solver and the explainer of a game to what plain code says of its
// puzzles. Only tests import it.
package puzzletest

import (
	"math/rand/v2"
	"testing"

	"autoqueens/solver/puzzle"
)

// Plain is a game as plain code knows it, to hold its solver to.
type Plain[P puzzle.Puzzle] struct {
	Sizes [][2]int // in rows and columns
	// Any returns a valid puzzle of a size, which has no solution, one or many.
	Any func(rng *rand.Rand, rows, cols int) P
	// Count returns how many solutions a puzzle has. It shares no code with the search, nor with
	// Check.
	Count func(P) int
}

// BruteForce holds the solver to plain code on so many puzzles.
func (g Plain[P]) BruteForce(t *testing.T, rng *rand.Rand, times int) {
	t.Helper()
	var kinds [3]int
	for i := range times {
		size := g.Sizes[i%len(g.Sizes)]
		kinds[min(g.compare(t, g.Any(rng, size[0], size[1])), 2)]++
	}
	if kinds[0] < 50 || kinds[1] < 50 || kinds[2] < 50 {
		t.Errorf("without a solution, with one, with several: %v", kinds)
	}
}

// Fuzz is BruteForce on puzzles of any seed.
func (g Plain[P]) Fuzz(f *testing.F) {
	f.Helper()
	for seed := range uint64(20) {
		f.Add(seed, uint8(seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, size uint8) {
		s := g.Sizes[int(size)%len(g.Sizes)]
		g.compare(t, g.Any(rand.New(rand.NewPCG(seed, 1)), s[0], s[1]))
	})
}

// compare holds the counts and the list of solutions to those of plain code, and returns how many
// there are.
func (g Plain[P]) compare(t *testing.T, p P) int {
	t.Helper()
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	want := g.Count(p)
	if got, err := p.Count(t.Context(), puzzle.Limit{}); got != want || err != nil {
		text, _ := p.MarshalText()
		t.Fatalf("%s has %d solutions, want %d, %v", text, got, want, err)
	}
	if got, err := p.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: 1000}); got != min(want, 2) || err != nil {
		t.Fatalf("%+v has %d solutions up to 2, of %d, %v", p, got, want, err)
	}
	n := 0
	seen := make(map[string]bool)
	for s := range p.All(t.Context()) {
		n++
		seen[s.String()] = true
		if err := p.Check(s); err != nil {
			t.Fatalf("%+v is solved as\n%v\n%v", p, s, err)
		}
	}
	if n != want || len(seen) != want {
		t.Fatalf("%+v: %d solutions are listed, %d different ones, of %d", p, n, len(seen), want)
	}
	return want
}

// Sound follows the steps from the position of a named puzzle to its end, and returns how many
// there were. Each leaves less to be found out, and none makes the position wrong.
func Sound(t *testing.T, name string, from puzzle.Position, answer puzzle.Solution, left func() int, right func() bool) (steps int) {
	t.Helper()
	for ; !from.Done(); steps++ {
		before := left()
		step, ok := from.Next()
		if !ok {
			step = from.Search(answer)
		}
		if left() >= before {
			t.Fatalf("%s: %+v does nothing", name, step)
		}
		if !right() {
			t.Fatalf("%s: %+v is wrong", name, step)
		}
	}
	return steps
}
