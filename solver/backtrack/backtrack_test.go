package backtrack

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// TestIdeasCutNodes holds that the ladder is one: from level to level the
// search visits no more nodes, over some boards taken together.
func TestIdeasCutNodes(t *testing.T) {
	nodes := make(map[Level]uint)
	for seed := range uint64(20) {
		b, _, err := solver.Generate(7, seed)
		if err != nil {
			t.Fatal(err)
		}
		for level := Naive; level <= Best; level++ {
			r := newRun(b, level, func(solver.Placement) bool { return true }, make(chan struct{}))
			if level == Naive {
				r.naive(0)
			} else {
				r.search(0)
			}
			nodes[level] += r.nodes
		}
	}
	for level := Elimination; level <= Best; level++ {
		if nodes[level] > nodes[level-1] && level != Sorted { // which breaks ties in its own way
			t.Errorf("%v visits %d nodes, more than the %d of %v", level, nodes[level], nodes[level-1], level-1)
		}
	}
	if nodes[Best]*100 > nodes[Naive] {
		t.Errorf("every idea together visits %d nodes, none of them %d", nodes[Best], nodes[Naive])
	}
}

func TestNoLevel(t *testing.T) {
	b := solvertest.Board(t, []string{"a"}, nil)
	for _, level := range []Level{-1, Best + 1} {
		_, err := Solver{Level: level}.Solve(t.Context(), b)
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
			t.Errorf("%v: got %v, want a fault with advice", level, err)
		}
	}
}

func BenchmarkLevel(b *testing.B) {
	board, _, err := solver.Generate(8, 1)
	if err != nil {
		b.Fatal(err)
	}
	for level := Elimination; level <= Best; level++ {
		b.Run(fmt.Sprintf("level=%d", level), func(b *testing.B) {
			for b.Loop() {
				if _, err := (Solver{Level: level}).Solve(context.Background(), board); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleSolver_Solve() {
	b, err := solver.FromRows([]string{"01111", "23212", "23212", "22244", "22222"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Solver{Level: DeadEnds}.Solve(context.Background(), b))
	// Output: 0 3 1 4 2 <nil>
}
