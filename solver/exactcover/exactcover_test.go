package exactcover

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"autoqueens/solver"
)

// TestLinksAreRestored walks over every solution and compares the matrix with
// a fresh one.
func TestLinksAreRestored(t *testing.T) {
	b, _, err := solver.Generate(7, 2)
	if err != nil {
		t.Fatal(err)
	}
	for id := range b.Regions {
		b.Regions[id] = uint8(id / 7) // many solutions
	}
	d := newDance(b)
	items, nodes := slices.Clone(d.items), slices.Clone(d.nodes)
	found := 0
	d.visit = func(solver.Placement) bool { found++; return true }
	if !d.search(0) || found != 646 {
		t.Fatalf("%d solutions were found, want 646", found)
	}
	if !slices.Equal(items, d.items) || !slices.Equal(nodes, d.nodes) {
		t.Error("the matrix is not as it was before the search")
	}
}

func ExampleSolver_Count() {
	b, err := solver.FromRows([]string{"aaaa", "bbbb", "cccc", "dddd"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Solver{}.Count(context.Background(), b, 0))
	// Output: 2 <nil>
}
