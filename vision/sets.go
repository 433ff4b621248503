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

// piecesOf counts the connected parts of a labelled grid with cols columns.
// Regions are in few; the cells of a heat map or a calendar in many.
func piecesOf(labels []int, cols int) int {
	s := newSets(len(labels))
	for i := range labels {
		if (i+1)%cols != 0 && labels[i] == labels[i+1] {
			s.join(i, i+1)
		}
		if i+cols < len(labels) && labels[i] == labels[i+cols] {
			s.join(i, i+cols)
		}
	}
	return count(s.labels())
}
