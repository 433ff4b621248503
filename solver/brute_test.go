package solver

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exhaust returns every placement that keeps the queens on b, found the plain
// way: it tries every order of the columns and asks for the rules only when all
// queens stand.
func exhaust(b *Board) []Placement {
	var found []Placement
	p := make(Placement, 0, b.Size)
	var row func()
	row = func() {
		if len(p) == b.Size {
			if p.Check(b) == nil && keeps(p, b) {
				found = append(found, slices.Clone(p))
			}
			return
		}
		for col := range b.Size {
			if !slices.Contains(p, col) {
				p = append(p, col)
				row()
				p = p[:len(p)-1]
			}
		}
	}
	row()
	return found
}

func keeps(p Placement, b *Board) bool {
	for _, cell := range b.Queens() {
		if p[cell/b.Size] != cell%b.Size {
			return false
		}
	}
	return true
}

// scattered returns a board whose regions are drawn cell by cell, so that they
// lie in pieces.
func scattered(rng *rand.Rand, n int) *Board {
	b := &Board{Size: n, Regions: make([]uint8, n*n)}
	for {
		for cell := range b.Regions {
			b.Regions[cell] = uint8(rng.IntN(n))
		}
		if b.Validate() == nil {
			return b
		}
	}
}

// banded returns a board of whole rows or columns, with a few cells changed,
// which has many solutions.
func banded(rng *rand.Rand, n int) *Board {
	b := &Board{Size: n, Regions: make([]uint8, n*n)}
	down := rng.IntN(2) == 0
	for {
		for cell := range b.Regions {
			b.Regions[cell] = uint8(cell / n)
			if down {
				b.Regions[cell] = uint8(cell % n)
			}
		}
		for range rng.IntN(n) {
			b.Regions[rng.IntN(n*n)] = uint8(rng.IntN(n))
		}
		if b.Validate() == nil {
			return b
		}
	}
}

// grown returns a board of regions in one piece, with any number of solutions.
func grown(rng *rand.Rand, n int) *Board {
	g := generator{n: n, rng: rng}
	g.placeQueens()
	g.growRegions()
	return &Board{Size: n, Regions: g.regions}
}

// TestAgainstExhaustiveSearch compares every function with plain search on
// thousands of boards: none, one and many solutions, regions in pieces, queens
// that fit and queens that contradict.
func TestAgainstExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var none, one, many, contradicted int
	rounds := 6000
	if testing.Short() {
		rounds = 1500
	}
	for round := range rounds {
		n := 1 + rng.IntN(6)
		if round%100 == 0 {
			n = 7
		}
		b := dealt(rng, round, n)
		bare := exhaust(b)
		want := bare
		if round%2 == 1 {
			b.Marks = make([]Mark, n*n)
			for range rng.IntN(3) {
				b.Marks[rng.IntN(n*n)] = Queen
			}
			if len(bare) > 0 && rng.IntN(2) == 0 {
				row := rng.IntN(n)
				b.Marks[row*n+bare[rng.IntN(len(bare))][row]] = Queen
			}
			for range rng.IntN(4) {
				if cell := rng.IntN(n * n); b.Marks[cell] == Empty {
					b.Marks[cell] = Cross
				}
			}
			want = exhaust(b)
			if len(bare) > 0 && len(want) == 0 {
				contradicted++
			}
		}
		switch len(want) {
		case 0:
			none++
		case 1:
			one++
		default:
			many++
		}

		before := b.Clone()
		if diff := cmp.Diff(want, slices.Collect(All(context.Background(), b))); diff != "" {
			t.Fatalf("All differs from plain search (-plain +all):\n%s%v", diff, b)
		}
		for _, limit := range []int{0, 1, 2, 5} {
			upTo := len(want)
			if limit > 0 {
				upTo = min(upTo, limit)
			}
			if got := count(b, limit); got != upTo {
				t.Fatalf("Count up to %d is %d, want %d:\n%v", limit, got, upTo, b)
			}
		}
		wide := large{}
		var root field
		if wide.prepare(b, &root) {
			wide.run(&root)
		}
		if wide.found != len(want) {
			t.Fatalf("the search for large boards counts %d, want %d:\n%v", wide.found, len(want), b)
		}
		narrow := small{}
		if !narrow.prepare(b) {
			t.Fatalf("the search for small boards takes it for no puzzle:\n%v", b)
		}
		narrow.start(b)
		if narrow.found != len(want) {
			t.Fatalf("the search for small boards counts %d, want %d:\n%v", narrow.found, len(want), b)
		}
		tight := compact{}
		if !tight.prepare(b) {
			t.Fatalf("the search for compact boards takes it for no puzzle:\n%v", b)
		}
		if tight.given(b) {
			tight.run()
		}
		if tight.found != len(want) {
			t.Fatalf("the search for compact boards counts %d, want %d:\n%v", tight.found, len(want), b)
		}
		p, err := Solve(context.Background(), b)
		switch {
		case len(want) == 0 && err != ErrNoSolution:
			t.Fatalf("Solve returned %v, %v where there is no solution:\n%v", p, err, b)
		case len(want) > 0 && (err != nil || p.Check(b) != nil || !keeps(p, b)):
			t.Fatalf("Solve returned %v, %v:\n%v", p, err, b)
		}
		if diff := cmp.Diff(before, b); diff != "" {
			t.Fatalf("the board was changed:\n%s", diff)
		}
	}
	for _, count := range []int{none, one, many, contradicted} {
		if count < rounds/60 {
			t.Errorf("too few boards of one kind: %d without a solution, %d with one, %d with more, %d contradicted by their queens", none, one, many, contradicted)
			break
		}
	}
}

// dealt returns a board of one of three kinds, which take turns.
func dealt(rng *rand.Rand, round, n int) *Board {
	switch kind := round % 3; {
	case kind == 0 || n < 4:
		return scattered(rng, n)
	case kind == 1:
		return banded(rng, n)
	}
	return grown(rng, n)
}
