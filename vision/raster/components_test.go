package raster_test

import (
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
	if got := raster.Components([]int{}, 4, 2); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}
