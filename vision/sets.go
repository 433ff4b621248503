package vision

import "slices"

// sets is a union-find over cells.
type sets struct{ parent []int }

func newSets(n int) *sets {
	s := &sets{parent: make([]int, n)}
	for i := range s.parent {
		s.parent[i] = i
	}
	return s
}

func (s *sets) find(i int) int {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

func (s *sets) join(a, b int) {
	// The smaller index leads, so that the outcome does not depend on order.
	a, b = s.find(a), s.find(b)
	if a > b {
		a, b = b, a
	}
	s.parent[b] = a
}

// labels numbers the sets in order of their first member.
func (s *sets) labels() []int {
	raw := make([]int, len(s.parent))
	for i := range raw {
		raw[i] = s.find(i)
	}
	return relabel(raw)
}

// relabel renames labels in order of first appearance.
func relabel(raw []int) []int {
	if len(raw) == 0 {
		return nil
	}
	least := slices.Min(raw)
	names := make([]int, slices.Max(raw)-least+1) // from 1
	out := make([]int, len(raw))
	n := 0
	for i, r := range raw {
		name := &names[r-least]
		if *name == 0 {
			n++
			*name = n
		}
		out[i] = *name - 1
	}
	return out
}

// count returns the number of labels.
func count(labels []int) int {
	n := 0
	for _, l := range labels {
		n = max(n, l+1)
	}
	return n
}

// regrouped lists the cells that two groupings put into different groups, however they
// number them: a group is that of the other grouping with which it shares the most
// cells.
func regrouped(a, b []int) (cells []int) {
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
	shared := make([][]int, count(of))
	for l := range shared {
		shared[l] = make([]int, count(other))
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
