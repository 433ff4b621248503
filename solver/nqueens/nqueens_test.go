package nqueens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
)

// TestPublishedLists holds the lists that are published for N = 4 and 5, and
// one placement for N = 8.
func TestPublishedLists(t *testing.T) {
	lists := map[int][]string{
		1: {"a1"},
		4: {"a2 b4 c1 d3", "a3 b1 c4 d2"},
		5: {
			"a2 b4 c1 d3 e5", "a3 b1 c4 d2 e5", "a3 b5 c2 d4 e1", "a4 b2 c5 d3 e1", "a2 b5 c3 d1 e4",
			"a1 b3 c5 d2 e4", "a4 b1 c3 d5 e2", "a5 b3 c1 d4 e2", "a1 b4 c2 d5 e3", "a5 b2 c4 d1 e3",
		},
	}
	for n, want := range lists {
		slices.Sort(want)
		var got []string
		for p := range All(n) {
			got = append(got, p.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("N = %d (-want +got)\n%s", n, diff)
		}
	}
	found := false
	for p := range All(8) {
		if err := p.Check(); err != nil {
			t.Errorf("%v: %v", p, err)
		}
		found = found || p.String() == "a1 b5 c8 d6 e3 f7 g2 h4"
	}
	if !found {
		t.Error("the placement a1 b5 c8 d6 e3 f7 g2 h4 is not listed")
	}
}

func TestOne(t *testing.T) {
	sizes := []int{9999, 10000, 10001, 10002, 10003, 10004, 99998, 99999, MaxOne - 4, MaxOne}
	for n := 1; n < 600; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		p, err := One(n)
		if n == 2 || n == 3 {
			if err != ErrNoSolution {
				t.Errorf("N = %d: got %v, %v", n, p, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(p) != n {
			t.Fatalf("N = %d: %d queens", n, len(p))
		}
		if err := p.Check(); err != nil {
			t.Errorf("N = %d: %v", n, err)
		}
	}
	for _, n := range []int{-1, 0, MaxOne + 1} {
		_, err := One(n)
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
			t.Errorf("N = %d: got %v, want a fault with advice", n, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, p := range []Placement{{0, 0}, {0, 1}, {1, 0}, {0, 3, 1, 2}, {0, 9, 1}, {-1}} {
		if err := p.Check(); err == nil {
			t.Errorf("%v passes", []int(p))
		}
	}
}

// known holds how many placements there are for each size, and how many up to symmetry, from the
// literature (OEIS A000170 and A002562); the first is for the empty board.
var known = [...]Counts{
	{All: 1, Unique: 1}, {All: 1, Unique: 1}, {All: 0, Unique: 0}, {All: 0, Unique: 0}, {All: 2, Unique: 1},
	{All: 10, Unique: 2}, {All: 4, Unique: 1}, {All: 40, Unique: 6}, {All: 92, Unique: 12},
	{All: 352, Unique: 46}, {All: 724, Unique: 92}, {All: 2680, Unique: 341},
	{All: 14200, Unique: 1787}, {All: 73712, Unique: 9233}, {All: 365596, Unique: 45752},
	{All: 2279184, Unique: 285053}, {All: 14772512, Unique: 1846955},
}

// TestCount compares with the known counts up to what fits a test.
func TestCount(t *testing.T) {
	largest := 15
	if testing.Short() {
		largest = 12
	}
	for n := 1; n <= largest; n++ {
		reports := 0
		got, err := Count(t.Context(), n, func(p Progress) {
			if reports++; p.Done != reports || p.Done > p.Parts {
				t.Errorf("N = %d: report %d says %+v", n, reports, p)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		want := known[n]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("N = %d (-want +got)\n%s", n, diff)
		}
		if n > 10 {
			continue
		}
		var listed uint64
		for range All(n) {
			listed++
		}
		if listed != got.All {
			t.Errorf("N = %d: %d placements are listed and %d counted", n, listed, got.All)
		}
	}
	for _, n := range []int{0, MaxCount + 1} {
		if _, err := Count(t.Context(), n, nil); err == nil {
			t.Errorf("N = %d is counted", n)
		}
	}
}

// TestStopped ends a count that would take days.
func TestStopped(t *testing.T) {
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	begun := make(chan struct{})
	go func() {
		<-begun
		stop(cause)
	}()
	close(begun)
	if c, err := Count(ctx, 24, nil); err != cause {
		t.Errorf("got %+v, %v, want %v", c, err, cause)
	}
}

func TestAllEndsWhenAsked(t *testing.T) {
	n := 0
	for range All(8) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d placements", n)
	}
}

func TestColumnNames(t *testing.T) {
	for col, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 701: "zz", 702: "aaa"} {
		if got := columnName(col); got != want {
			t.Errorf("column %d is %s, want %s", col, got, want)
		}
	}
}

// BenchmarkCount counts on one core, in solutions a second.
func BenchmarkCount(b *testing.B) {
	for _, n := range []int{12, 14, 16} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			var found uint64
			for b.Loop() {
				c, err := countOn(context.Background(), n, 1, nil)
				if err != nil {
					b.Fatal(err)
				}
				found += c.All
			}
			b.ReportMetric(float64(found)/b.Elapsed().Seconds()/1e6, "million/s")
		})
	}
}

func ExampleOne() {
	p, err := One(6)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(strings.Join(slices.Collect(p.Board()), "\n"))
	// Output:
	// a2 b4 c6 d1 e3 f5
	// . . Q . . .
	// . . . . . Q
	// . Q . . . .
	// . . . . Q .
	// Q . . . . .
	// . . . Q . .
}

func ExampleCount() {
	counts, err := Count(context.Background(), 8, nil)
	fmt.Println(counts.All, counts.Unique, err)
	// Output: 92 12 <nil>
}
