package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestLargeAgainstSmall compares the two searches on boards both take.
func TestLargeAgainstSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for round := range 400 {
		n := 7 + rng.IntN(maxSmall-6)
		var b *Board
		switch round % 3 {
		case 0:
			b = scattered(rng, n)
		case 1:
			b = grown(rng, n)
		default:
			var err error
			if b, _, err = Generate(min(n, 10), rng.Uint64()); err != nil {
				t.Fatal(err)
			}
		}
		const limit = 5000
		narrow, wide := small{limit: limit}, large{limit: limit}
		if narrow.prepare(b) {
			narrow.start(b)
		}
		var root field
		if wide.prepare(b, &root) {
			wide.run(&root)
		}
		if narrow.found != wide.found {
			t.Fatalf("the search for small boards counts %d, that for large ones %d:\n%v", narrow.found, wide.found, b)
		}
	}
}

func TestLuby(t *testing.T) {
	var got []uint
	for i := range uint(15) {
		got = append(got, luby(i+1))
	}
	if diff := cmp.Diff([]uint{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestSeeds holds that a seed says which placement is found, and that no
// random board of the largest size takes a search long.
func TestSeeds(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	boards := 300
	if testing.Short() {
		boards = 50
	}
	var worst uint
	for range boards {
		b := scattered(rng, MaxSize)
		s := large{limit: 1}
		var root field
		if !s.prepare(b, &root) {
			t.Fatal("no queens are given, but they attack one another")
		}
		s.firstFrom(&root, defaultSeed)
		worst = max(worst, s.nodes)
		first, err := Solve(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Check(b); err != nil {
			t.Fatal(err)
		}
		for _, seed := range []uint64{defaultSeed, 7} {
			p, err := solveSeed(t.Context(), b, seed)
			if err != nil {
				t.Fatal(err)
			}
			again, err := solveSeed(t.Context(), b, seed)
			if err != nil {
				t.Fatal(err)
			}
			if p.Check(b) != nil || !slices.Equal(p, again) || seed == defaultSeed && !slices.Equal(p, first) {
				t.Fatalf("seed %d: got %v, then %v; by default %v", seed, p, again, first)
			}
		}
	}
	if most := uint(lubyNodes * 80); worst > most {
		t.Errorf("one of %d boards took %d nodes, more than the %d of all restarts", boards, worst, most)
	}
}

// TestNoSolutionLarge proves that a large board has none, past all restarts.
func TestNoSolutionLarge(t *testing.T) {
	const n = 24
	b := &Board{Size: n, Regions: make([]uint8, n*n)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell / n)
	}
	// Two regions that are one cell each, in one column.
	for cell := range b.Regions {
		if row := cell / n; row == 4 || row == 9 {
			b.Regions[cell] = uint8(row + 1)
		}
	}
	b.Regions[4*n+3], b.Regions[9*n+3] = 4, 9
	if p, err := Solve(context.Background(), b); err != ErrNoSolution {
		t.Errorf("got %v, %v", p, err)
	}
}

// BenchmarkRandom measures random boards one by one: depth-first search alone
// has a heavy tail there. What it reports is of the fastest round of each board.
func BenchmarkRandom(b *testing.B) {
	for _, n := range []int{12, 16, 24, 32} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			times := make([]time.Duration, 500)
			var boards []*Board
			for i := range times {
				boards = append(boards, scattered(rng, n))
				times[i] = time.Hour
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				if _, err := Solve(context.Background(), boards[i%len(boards)]); err != nil {
					b.Fatal(err)
				}
				times[i%len(boards)] = min(times[i%len(boards)], time.Since(start))
			}
			slices.Sort(times)
			var sum time.Duration
			for _, t := range times {
				sum += t
			}
			b.ReportMetric(float64(sum)/float64(len(times)), "mean-ns")
			b.ReportMetric(float64(times[len(times)/2]), "median-ns")
			b.ReportMetric(float64(times[len(times)*99/100]), "99%-ns")
			b.ReportMetric(float64(times[len(times)-1]), "worst-ns")
		})
	}
}

// TestSprintAgainstExhaustiveSearch holds that a sprint finds a placement where
// there is one, if it has the time, and never one that breaks the rules.
func TestSprintAgainstExhaustiveSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	rounds := 3000
	if testing.Short() {
		rounds = 600
	}
	allSizes(rng, rounds, 9, func(b *Board) {
		for _, random := range []uint64{0, mix(rng.Uint64())} {
			s := sprint{budget: 1 << 30, random: random}
			var root leg
			found := s.prepare(b, &root) && s.run(&root)
			if found != (fewestFirst(b, 1) > 0) {
				t.Fatalf("a sprint finds a placement: %v:\n%v", found, b)
			}
			if !found {
				continue
			}
			p := make(Placement, b.Size)
			for row := range p {
				p[row] = int(s.queens[row])
			}
			if err := p.Check(b); err != nil || !keeps(p, b) {
				t.Fatalf("a sprint finds %v: %v\n%v", p, err, b)
			}
		}
	})
}
