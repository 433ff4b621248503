package method

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/solver"
)

// Task is what methods are compared in.
type Task int

// The tasks.
const (
	First  Task = iota // from a board to its first placement
	Unique             // how many placements there are, up to 2
)

// TaskOf returns the task of a name, first or unique. The error is a [fault.Error].
func TaskOf(name string) (Task, error) {
	switch name {
	case "first":
		return First, nil
	case "unique":
		return Unique, nil
	}
	return 0, fault.Plainf("choose first or unique", "there is no task %q", name)
}

// Comparison is how long methods took for boards of one size.
type Comparison struct {
	Size   int
	Boards int
	Rows   []ComparisonRow // in the order of the methods
}

// ComparisonRow is how long one method took for each of the boards. The
// lengths are those of the fastest of several rounds.
type ComparisonRow struct {
	Name                string
	Median, Mean, Worst time.Duration
	// What the method takes as a multiple of the first one.
	RatioMedian, RatioMean float64
	// GaveUp counts the boards on which the method ran out of time or room.
	// They are left out of the row.
	GaveUp int
}

// Options are for Compare.
type Options struct {
	Methods  []Method // the first is the one that others are set against
	Task     Task
	Rounds   int           // each is run so many times
	Patience time.Duration // a method gives a board up after this; 0: never
	// Tell, where not nil, is called before each round of each method.
	Tell func(size int, name string)
}

// Compare runs methods on the same boards, in turns, and checks that they
// agree: each placement keeps the rules, and all tell the same number of
// placements up to 2. It returns one comparison for each size of the boards.
// The error is a [fault.Error], or the cause of ctx, which ends a method amid a
// board within a fraction of a second.
func Compare(ctx context.Context, boards []*solver.Board, o Options) ([]Comparison, error) {
	bySize := make(map[int][]*solver.Board)
	var sizes []int
	for _, b := range boards {
		if bySize[b.Size] == nil {
			sizes = append(sizes, b.Size)
		}
		bySize[b.Size] = append(bySize[b.Size], b)
	}
	slices.Sort(sizes)
	var all []Comparison
	for _, size := range sizes {
		c, err := o.compare(ctx, bySize[size])
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
	return all, nil
}

// outcome is what a method says of a board: how many placements there are,
// counted up to 2 or, by the task First, up to 1; -1 where it gave up.
type outcome int

func (o Options) compare(ctx context.Context, boards []*solver.Board) (Comparison, error) {
	size := boards[0].Size
	best := make([][]time.Duration, len(o.Methods))
	said := make([][]outcome, len(o.Methods))
	for i := range o.Methods {
		best[i], said[i] = make([]time.Duration, len(boards)), make([]outcome, len(boards))
	}
	for round := range max(1, o.Rounds) {
		for i, m := range o.Methods {
			if o.Tell != nil {
				o.Tell(size, m.Name)
			}
			for at, b := range boards {
				if said[i][at] < 0 {
					continue
				}
				took, n, err := o.once(ctx, m, b)
				if err != nil {
					return Comparison{}, err
				}
				if round == 0 || took < best[i][at] {
					best[i][at] = took
				}
				said[i][at] = n
			}
		}
	}
	for at, b := range boards {
		for i, m := range o.Methods {
			if said[i][at] >= 0 && said[0][at] >= 0 && said[i][at] != said[0][at] {
				return Comparison{}, fault.Plainf("this is a fault of one of the two; the board is:\n"+b.String(),
					"the methods disagree: %s finds %d placements and %s finds %d", o.Methods[0].Name, said[0][at], m.Name, said[i][at])
			}
		}
	}
	c := Comparison{Size: size, Boards: len(boards)}
	for i, m := range o.Methods {
		c.Rows = append(c.Rows, row(m.Name, best[i], said[i]))
		r, first := &c.Rows[i], &c.Rows[0]
		if first.Median > 0 && first.Mean > 0 {
			r.RatioMedian = float64(r.Median) / float64(first.Median)
			r.RatioMean = float64(r.Mean) / float64(first.Mean)
		}
	}
	return c, nil
}

// shortly is how long a method may take for a board without being stopped.
const shortly = 100 * time.Millisecond

// once runs a method on a board and says how long it took.
//
// To look at a context costs time, which would be measured. So a method that has
// shown, under the context, that a board does not take it long is run again
// without one.
func (o Options) once(ctx context.Context, m Method, b *solver.Board) (time.Duration, outcome, error) {
	inner := ctx
	if o.Patience > 0 && m.Name != o.Methods[0].Name {
		limited, stop := context.WithTimeout(ctx, o.Patience)
		defer stop()
		inner = limited
	}
	took, n, err := o.run(ctx, inner, m, b)
	if took > shortly || n < 0 || err != nil {
		return took, n, err
	}
	return o.run(ctx, context.Background(), m, b)
}

// run runs a method under a context of its own and says how long it took.
func (o Options) run(ctx, inner context.Context, m Method, b *solver.Board) (time.Duration, outcome, error) {
	var p solver.Placement
	var n int
	var err error
	start := time.Now()
	if o.Task == First {
		p, err = m.Solver.Solve(inner, b)
	} else {
		n, err = m.Solver.Count(inner, b, 2)
	}
	took := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return 0, 0, context.Cause(ctx)
	case errors.Is(err, solver.ErrNoSolution):
		return took, 0, nil
	case errors.Is(err, context.DeadlineExceeded), err != nil && m.Name != o.Methods[0].Name:
		return took, -1, nil
	case err != nil:
		return 0, 0, err
	case p != nil:
		if err := p.Check(b); err != nil {
			return 0, 0, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s is wrong: %v", m.Name, err), "this is a fault of the program")
		}
		n = 1
	}
	return took, outcome(n), nil
}

// row sums up how long one method took.
func row(name string, times []time.Duration, said []outcome) ComparisonRow {
	r := ComparisonRow{Name: name}
	var done []time.Duration
	for at, took := range times {
		if said[at] < 0 {
			r.GaveUp++
			continue
		}
		done = append(done, took)
		r.Mean += took
	}
	if len(done) > 0 {
		slices.Sort(done)
		r.Median, r.Mean, r.Worst = done[len(done)/2], r.Mean/time.Duration(len(done)), done[len(done)-1]
	}
	return r
}
