package partition

import "slices"

// Regrouped lists the cells that two groupings put into different groups, however they
// number them: a group is that of the other grouping with which it shares the most
// cells.
func Regrouped(a, b []int) (cells []int) {
	toB, toA := most(a, b), most(b, a)
	for i := range a {
		if toB[a[i]] != b[i] || toA[b[i]] != a[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// most returns for each group the one of another grouping with which it shares the
// most cells.
func most(of, other []int) []int {
	shared := make([][]int, Count(of))
	for l := range shared {
		shared[l] = make([]int, Count(other))
	}
	for i, l := range of {
		shared[l][other[i]]++
	}
	out := make([]int, len(shared))
	for l, n := range shared {
		out[l] = slices.Index(n, slices.Max(n))
	}
	return out
}
