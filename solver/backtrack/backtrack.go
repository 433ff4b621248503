// Package backtrack solves Queens by backtracking over strategies, at any rung
// of the ladder from the plainest to the best. Each level adds one idea to the
// one before, so that what the idea is worth can be measured.
//
// A strategy is a set of cells one of which must get a queen: a region and,
// from level CandidatesPerLine on, a row or a column. A level says which
// strategy is tried next and when a board is given up.
package backtrack

import (
	"context"
	"fmt"
	"iter"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Level is a rung of the ladder.
type Level int

// The levels. Each includes the ideas of those before it.
const (
	// Naive puts a queen on a cell of each region in turn and asks for the
	// rules when all stand.
	Naive Level = 1 + iota
	// Elimination strikes out what each queen attacks and tries only the
	// cells that are left.
	Elimination
	// DeadEnds counts the candidates of each region and gives up where one
	// has none left.
	DeadEnds
	// CandidatesPerLine counts those of each row and column as well.
	CandidatesPerLine
	// SmallestFirst tries the strategy with the fewest candidates next,
	// region, row or column.
	SmallestFirst
	// Sorted keeps the strategies sorted by their candidates while these
	// fall, instead of looking for the smallest each time.
	Sorted
	// AllForced places every queen that is the only candidate of a strategy
	// before it branches again.
	AllForced
)

// Best is the highest level.
const Best = AllForced

var levelNames = [...]string{
	Naive:             "naive soundness at the end",
	Elimination:       "elimination",
	DeadEnds:          "dead-end counts",
	CandidatesPerLine: "candidates per row and column",
	SmallestFirst:     "smallest strategy first",
	Sorted:            "strategies kept sorted",
	AllForced:         "all forced queens at once",
}

// String returns what the level adds, in words.
func (l Level) String() string {
	if l < Naive || l > Best {
		return fmt.Sprintf("Level(%d)", int(l))
	}
	return levelNames[l]
}

// Solver is the method. Its zero value climbs to the highest level; it keeps
// no state.
type Solver struct {
	Level Level // 0 means Best
}

// Solve returns a placement that keeps the queens on b, or
// solver.ErrNoSolution.
func (s Solver) Solve(ctx context.Context, b *solver.Board) (solver.Placement, error) {
	return each.Solve(ctx, b, s.walk)
}

// Count returns how many placements keep the queens on b, and stops at limit;
// a limit of 0 or less means to count them all.
func (s Solver) Count(ctx context.Context, b *solver.Board, limit int) (int, error) {
	return each.Count(ctx, b, limit, s.walk)
}

// All yields every placement that keeps the queens on b.
func (s Solver) All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error] {
	return each.All(ctx, b, s.walk)
}

func (s Solver) walk(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) error {
	level := s.Level
	if level == 0 {
		level = Best
	}
	if level < Naive || level > Best {
		return fault.Plainf(fmt.Sprintf("levels run from %d to %d", Naive, Best), "there is no level %d of backtracking", int(level))
	}
	r := newRun(b, level, visit, ctx.Done())
	switch {
	case level == Naive:
		r.naive(0)
	case !r.dead:
		r.search(0)
	}
	if r.stopped {
		return context.Cause(ctx)
	}
	return nil
}
