package breadth

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// TestPublishedGrowth holds the widths that are published for a board of 5 x 5.
func TestPublishedGrowth(t *testing.T) {
	b := &solver.Board{Size: 5, Regions: []uint8{
		0, 1, 1, 1, 1,
		2, 3, 2, 1, 2,
		2, 3, 2, 2, 2,
		2, 2, 2, 4, 4,
		2, 2, 2, 2, 2,
	}}
	order := []int{4, 3, 0, 1, 2}
	got, err := Solver{}.GrowInOrder(t.Context(), b, order)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Growth{Order: order, Widths: []int{2, 4, 2, 1, 1}}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, order := range [][]int{nil, {0, 1, 2, 3}, {0, 1, 2, 3, 3}, {1, 2, 3, 4, 5}} {
		if _, err := (Solver{}).GrowInOrder(t.Context(), b, order); err == nil {
			t.Errorf("the order %v is taken", order)
		}
	}
}

func TestPublishedBoard(t *testing.T) {
	b := solvertest.Board(t, []string{"00000000", "00111120", "00133120", "00333122", "04431122", "04551662", "44555566", "44457556"}, nil)
	var widest [2]int
	for i, s := range []Solver{{}, {SmallestFirst: true}} {
		p, err := s.Solve(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(solver.Placement{0, 5, 3, 7, 1, 6, 2, 4}, p); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		growth, err := s.Grow(t.Context(), b)
		if err != nil || len(growth.Widths) != 8 || growth.Widths[7] != 1 {
			t.Errorf("got %+v, %v, want one board at the end", growth, err)
		}
		widest[i] = growth.Widest()
	}
	if widest[0] <= widest[1] {
		t.Errorf("the space grows to %d boards in the given order and to %d with the smallest region first", widest[0], widest[1])
	}
}

func TestTooWide(t *testing.T) {
	b := solvertest.Board(t, []string{"aaaa", "bbbb", "cccc", "dddd"}, nil)
	_, err := Solver{MaxWidth: 5}.Solve(t.Context(), b)
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
		t.Errorf("got %v, want a fault with advice", err)
	}
}

func ExampleSolver_Grow() {
	b, err := solver.FromRows([]string{"abbbb", "cdcbc", "cdccc", "cccee", "ccccc"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	growth, err := Solver{SmallestFirst: true}.Grow(context.Background(), b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(growth.Widths)
	// Output: [1 1 2 1 1]
}
