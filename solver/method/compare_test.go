package method

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"autoqueens/solver"
)

func boardsOf(t *testing.T, sizes ...int) (boards []*solver.Board) {
	t.Helper()
	for i, n := range sizes {
		b, _, err := solver.Generate(n, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, b)
	}
	return boards
}

func TestCompare(t *testing.T) {
	boards := append(boardsOf(t, 7, 6, 7), open(4), &solver.Board{Size: 3, Regions: []uint8{0, 0, 0, 1, 1, 1, 2, 2, 2}})
	for _, task := range []Task{First, Unique} {
		told := 0
		tables, err := Compare(t.Context(), boards, Options{Methods: Methods()[:5], Task: task, Rounds: 2, Tell: func(int, string) { told++ }})
		if err != nil {
			t.Fatal(err)
		}
		if len(tables) != 4 || tables[3].Size != 7 || tables[3].Boards != 2 || told != 4*5*2 {
			t.Errorf("got %+v after %d rounds", tables, told)
		}
		for _, table := range tables {
			for i, r := range table.Rows {
				if r.Name != Methods()[i].Name || r.Worst < r.Median || r.Median <= 0 || r.GaveUp > 0 {
					t.Errorf("size %d: %+v", table.Size, r)
				}
			}
			if first := table.Rows[0]; first.RatioMean != 1 || first.RatioMedian != 1 {
				t.Errorf("size %d: the first is %+v", table.Size, first)
			}
		}
	}
}

// wrong is a method that answers what it is told to.
type wrong struct {
	p   solver.Placement
	n   int
	err error
}

func (w wrong) Solve(context.Context, *solver.Board) (solver.Placement, error) { return w.p, w.err }
func (w wrong) Count(context.Context, *solver.Board, int) (int, error)         { return w.n, w.err }
func (w wrong) All(context.Context, *solver.Board) iter.Seq2[solver.Placement, error] {
	return func(func(solver.Placement, error) bool) {}
}

func TestCompareTellsWrongMethods(t *testing.T) {
	main := Methods()[0]
	for _, test := range []struct {
		task   Task
		method wrong
		want   string
	}{
		{First, wrong{p: solver.Placement{0, 1, 2, 3, 4}}, "odd is wrong"},
		{First, wrong{err: solver.ErrNoSolution}, "bitmask finds 1 placements and odd finds 0"},
		{Unique, wrong{n: 2}, "bitmask finds 1 placements and odd finds 2"},
	} {
		_, err := Compare(t.Context(), boardsOf(t, 5), Options{Methods: []Method{main, {Name: "odd", Solver: test.method}}, Task: test.task})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}

func TestCompareGivesUp(t *testing.T) {
	methods := []Method{Methods()[0], {Name: "full", Solver: wrong{err: errors.New("no room")}}}
	tables, err := Compare(t.Context(), boardsOf(t, 5, 5), Options{Methods: methods})
	if err != nil || tables[0].Rows[1].GaveUp != 2 {
		t.Errorf("got %+v, %v, want two boards given up", tables, err)
	}
	slow, err := Find("backtrack:1")
	if err != nil {
		t.Fatal(err)
	}
	tables, err = Compare(t.Context(), boardsOf(t, 10), Options{Methods: []Method{methods[0], slow}, Patience: time.Millisecond})
	if err != nil || tables[0].Rows[1].GaveUp != 1 {
		t.Errorf("got %+v, %v, want a board given up", tables, err)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(cause)
	if _, err := Compare(ctx, boardsOf(t, 5), Options{Methods: methods[:1]}); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
}

// TestCompareStopsAmidABoard ends a method amid a board that would take it
// years.
func TestCompareStopsAmidABoard(t *testing.T) {
	naive, err := Find("backtrack:1")
	if err != nil {
		t.Fatal(err)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	defer time.AfterFunc(50*time.Millisecond, func() { stop(cause) }).Stop()
	if _, err := Compare(ctx, boardsOf(t, 14), Options{Methods: []Method{Methods()[0], naive}}); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
}
