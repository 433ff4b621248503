package raster_test

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"autoqueens/vision/raster"
)

// TestComponents: what touches at a corner hangs together, what lies at the two ends of a row does
// not, and what is too small is no part.
func TestComponents(t *testing.T) {
	got := raster.Components([]int{
		3, 0, 0, 3,
		0, 3, 0, 1,
		0, 0, 0, 2,
	}, 4, 2)
	for _, c := range got {
		slices.Sort(c)
	}
	want := [][]int32{{0, 5}, {3}, {11}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int32]) {
		t.Errorf("%v, want %v", got, want)
	}
	if r := raster.Around(want[0], 4); r != image.Rect(0, 0, 2, 2) {
		t.Errorf("around the first: %v", r)
	}
	if r := raster.Around(nil, 4); !r.Empty() {
		t.Errorf("around nothing: %v", r)
	}
	if got := raster.Components([]int{}, 4, 2); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

// TestComponentsAreThoseOfASearch holds them against a plain search around each value.
func TestComponentsAreThoseOfASearch(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w, h, few := 1+rng.IntN(12), 1+rng.IntN(12), 1+rng.IntN(4)
		values := make([]int, w*h)
		for i := range values {
			values[i] = rng.IntN(few + 1)
		}
		if got, want := raster.Components(values, w, 1), searched(values, w); !slices.EqualFunc(got, want, slices.Equal[[]int32]) {
			t.Fatalf("seed %d: %v, %d a row: %v, want %v", seed, values, w, got, want)
		}
	}
}

func searched(values []int, width int) (out [][]int32) {
	seen := make([]bool, len(values))
	for start := range values {
		if values[start] == 0 || seen[start] {
			continue
		}
		seen[start] = true
		c := []int32{int32(start)}
		for n := 0; n < len(c); n++ {
			x, y := int(c[n])%width, int(c[n])/width
			for i, v := range values {
				if dx, dy := i%width-x, i/width-y; v > 0 && !seen[i] && max(dx, -dx, dy, -dy) == 1 {
					seen[i] = true
					c = append(c, int32(i))
				}
			}
		}
		slices.Sort(c)
		out = append(out, c)
	}
	return out
}
