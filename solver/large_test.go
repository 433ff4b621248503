package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

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
		s.firstFrom(&root, DefaultSeed)
		worst = max(worst, s.nodes)
		first, err := Solve(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Check(b); err != nil {
			t.Fatal(err)
		}
		for _, seed := range []uint64{DefaultSeed, 7} {
			p, err := SolveSeed(t.Context(), b, seed)
			if err != nil {
				t.Fatal(err)
			}
			again, err := SolveSeed(t.Context(), b, seed)
			if err != nil {
				t.Fatal(err)
			}
			if p.Check(b) != nil || !slices.Equal(p, again) || seed == DefaultSeed && !slices.Equal(p, first) {
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
	if p, err := Solve(b); err != ErrNoSolution {
		t.Errorf("got %v, %v", p, err)
	}
}

// BenchmarkRandom measures the worst of many random boards by its share of
// the whole, in nodes: depth-first search alone has a heavy tail there.
func BenchmarkRandom(b *testing.B) {
	for _, n := range []int{16, 24, 32} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, uint64(n)))
			var boards []*Board
			for range 500 {
				boards = append(boards, scattered(rng, n))
			}
			var worst, nodes uint
			for _, board := range boards {
				s := large{limit: 1}
				var root field
				s.prepare(board, &root)
				s.firstFrom(&root, DefaultSeed)
				worst, nodes = max(worst, s.nodes), nodes+s.nodes
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := Solve(boards[i%len(boards)]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(worst), "worst-nodes")
			b.ReportMetric(float64(nodes)/float64(len(boards)), "mean-nodes")
		})
	}
}
