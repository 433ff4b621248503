package solver

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/golden"
)

// pieces returns how many pieces a region is in.
func pieces(b *Board, id uint8) int {
	seen := make([]bool, len(b.Regions))
	var visit func(row, col int)
	visit = func(row, col int) {
		if row < 0 || col < 0 || row >= b.Size || col >= b.Size || seen[row*b.Size+col] || b.Region(row, col) != id {
			return
		}
		seen[row*b.Size+col] = true
		visit(row-1, col)
		visit(row+1, col)
		visit(row, col-1)
		visit(row, col+1)
	}
	n := 0
	for cell, other := range b.Regions {
		if other == id && !seen[cell] {
			n++
			visit(cell/b.Size, cell%b.Size)
		}
	}
	return n
}

func TestGenerate(t *testing.T) {
	for n := MinGenerate; n <= MaxGenerate; n++ {
		seeds := uint64(50)
		switch {
		case testing.Short() && n > 10:
			continue
		case n > 13:
			seeds = 2
		case n > 11:
			seeds = 8
		}
		t.Run(fmt.Sprintf("size=%d", n), func(t *testing.T) {
			different := make(map[string]bool)
			for seed := range seeds {
				b, p, err := Generate(n, seed)
				if err != nil {
					t.Fatal(err)
				}
				if err := b.Validate(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if err := p.Check(b); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				if got := count(b, 2); got != 1 {
					t.Errorf("seed %d: %d solutions, want 1", seed, got)
				}
				for id := range n {
					if got := pieces(b, uint8(id)); got != 1 {
						t.Errorf("seed %d: region %d is in %d pieces", seed, id, got)
					}
				}
				if !slices.Equal(b.Regions, b.Canonical().Regions) {
					t.Errorf("seed %d: the regions are not named in order of appearance", seed)
				}
				different[b.String()] = true
			}
			// There are few boards of size 4.
			if n > 4 && len(different) != int(seeds) {
				t.Errorf("%d seeds give %d different boards", seeds, len(different))
			}
		})
	}
}

// TestGenerateGolden holds the boards of some seeds: they are part of what the
// program promises, since people share seeds.
func TestGenerateGolden(t *testing.T) {
	var got strings.Builder
	for n := MinGenerate; n <= 12; n++ {
		for _, seed := range []uint64{0, 1<<64 - 1} {
			b, p, err := Generate(n, seed)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "# size %d seed %d\n%v\n", n, seed, p.On(b))
		}
	}
	golden.Check(t, filepath.Join("testdata", "generate.golden"), got.String())
}

func TestGenerateRefuses(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 2, 3, MaxGenerate + 1} {
		if b, p, err := Generate(n, 1); err == nil || b != nil || p != nil {
			t.Errorf("size %d: got %v, %v, %v", n, b, p, err)
		}
	}
}
