package partition

import "slices"

// Sets is a union-find over cells.
type Sets struct{ parent []int }

func NewSets(n int) *Sets {
	s := &Sets{parent: make([]int, n)}
	for i := range s.parent {
		s.parent[i] = i
	}
	return s
}

func (s *Sets) Find(i int) int {
	for s.parent[i] != i {
		s.parent[i] = s.parent[s.parent[i]]
		i = s.parent[i]
	}
	return i
}

// Join makes one set of those of two members, and tells whether they were two.
func (s *Sets) Join(a, b int) bool {
	// The smaller index leads, so that the outcome does not depend on order.
	a, b = s.Find(a), s.Find(b)
	if a > b {
		a, b = b, a
	}
	s.parent[b] = a
	return a != b
}

// Labels numbers the sets in order of their first member.
func (s *Sets) Labels() []int {
	raw := make([]int, len(s.parent))
	for i := range raw {
		raw[i] = s.Find(i)
	}
	return Relabel(raw)
}

// Relabel renames labels in order of first appearance.
func Relabel(raw []int) []int {
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

// Count returns the number of labels.
func Count(labels []int) int {
	n := 0
	for _, l := range labels {
		n = max(n, l+1)
	}
	return n
}

// PiecesOf counts the connected parts of a labelled grid with cols columns.
// Regions are in few; the cells of a heat map or a calendar in many.
func PiecesOf(labels []int, cols int) int {
	s, pieces := NewSets(len(labels)), len(labels)
	for i := range labels {
		if (i+1)%cols != 0 && labels[i] == labels[i+1] && s.Join(i, i+1) {
			pieces--
		}
		if i+cols < len(labels) && labels[i] == labels[i+cols] && s.Join(i, i+cols) {
			pieces--
		}
	}
	return pieces
}
