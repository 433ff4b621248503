package marks_test

import (
	"math"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/marks"
)

// TestAgree reads marks that could be crosses or queens by where they stand.
func TestAgree(t *testing.T) {
	// Between a cross and a crown.
	bold := func(x, y float64) bool {
		return max(math.Abs(x), math.Abs(y)) < 0.21 && min(math.Abs(x-y), math.Abs(x+y)) < 0.12
	}
	for _, test := range []struct {
		name  string
		cells []int
		want  solver.Mark // Empty where it is unclear
	}{
		{"one", []int{7}, solver.Empty},
		{"apart", []int{0, 7, 14, 16, 23}, solver.Queen},
		{"side by side", []int{5, 6, 7, 10, 11, 12}, solver.Cross},
	} {
		drawn := make(map[int]glyph)
		for _, i := range test.cells {
			drawn[i] = in(black, bold)
		}
		s := board(60, drawn)
		if got := s.Marks[test.cells[0]]; got != test.want || (len(s.Unclear) > 0) != (test.want == solver.Empty) {
			t.Errorf("%s: read as %v, unclear are %v", test.name, got, s.Unclear)
		}
	}
}

func TestClashes(t *testing.T) {
	const n = 6
	var all []int
	for i := range n * n {
		all = append(all, i)
	}
	// Where there is a mark in every cell, as many clash as on average anywhere.
	if got, expected := marks.Clashes(all, n); math.Abs(got-expected) > 1e-9 {
		t.Errorf("of marks in all cells %.3f clash, and %.3f on average", got, expected)
	}
	for _, test := range []struct {
		cells []int
		want  float64
	}{{[]int{0, 8, 16}, 0}, {[]int{0, 1}, 1}, {[]int{0, 30}, 1}, {[]int{0, 7}, 1}, {[]int{5, 6}, 0}, {[]int{0, 1, 2}, 3}} {
		if got, _ := marks.Clashes(test.cells, n); got != test.want {
			t.Errorf("%v: %v clash, want %v", test.cells, got, test.want)
		}
	}
}
