package partition

import (
	"slices"
	"testing"
)

func TestRegrouped(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b []int
		want []int
	}{
		{"the same", []int{0, 0, 1, 2}, []int{0, 0, 1, 2}, nil},
		{"numbered otherwise", []int{0, 0, 1, 1}, []int{1, 1, 0, 0}, nil},
		{"a cell given to another group", []int{0, 0, 1, 1, 1}, []int{0, 0, 0, 1, 1}, []int{2}},
		{"the first cell of all, which moves every number", []int{0, 1, 1, 2, 2, 0, 0}, []int{0, 0, 0, 1, 1, 2, 2}, []int{0}},
		{"a group taken apart", []int{0, 0, 0, 1}, []int{0, 0, 2, 1}, []int{2}},
	} {
		if got := Regrouped(tt.a, tt.b); !slices.Equal(got, tt.want) {
			t.Errorf("%s: cells %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestQuartered(t *testing.T) {
	for _, tt := range []struct {
		name   string
		labels []int
		n      int
		want   bool
	}{
		{"two cells, their upper halves lighter", []int{
			0, 0, 1, 1,
			2, 2, 3, 3,
			0, 0, 1, 1,
			2, 2, 3, 3,
		}, 4, true},
		{"columns in pairs, rows not", []int{
			0, 0, 1, 1,
			0, 0, 2, 2,
			3, 3, 2, 2,
			3, 3, 3, 3,
		}, 4, false},
		{"an odd number of rows", []int{0, 0, 0, 1, 1, 1, 2, 2, 2}, 3, false},
	} {
		if got := Quartered(tt.labels, tt.n); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
