// Package sat solves Queens as a question to a SAT solver, and writes that
// question down for others to solve.
//
// There is a variable for each cell: a queen stands there. Exactly one holds in
// every row, every column and every region, and at most one of each pair of
// cells that touch at a corner and differ in region; other cells that touch
// share a row, a column or a region already.
package sat

import (
	"context"
	"iter"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Solver is the method. Its zero value uses the pairwise encoding; it keeps no
// state.
type Solver struct {
	AtMostOne Encoding
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

// walk asks for a model, shows it, forbids it, and asks again.
func (s Solver) walk(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) error {
	f := Encode(b, s.AtMostOne)
	g := gini.NewVc(f.Vars, len(f.clauses))
	for _, clause := range f.clauses {
		addClause(g, clause)
	}
	p := make(solver.Placement, b.Size)
	for {
		answer, err := ask(ctx, g)
		if err != nil {
			return err
		}
		if answer < 0 {
			return nil
		}
		for cell := range b.Size * b.Size {
			if g.Value(z.Var(cell + 1).Pos()) {
				p[cell/b.Size] = cell % b.Size
			}
		}
		if !visit(p) {
			return nil
		}
		for row, col := range p {
			g.Add(z.Var(row*b.Size + col + 1).Neg())
		}
		g.Add(z.LitNull)
	}
}

func addClause(g *gini.Gini, clause []int32) {
	for _, literal := range clause {
		g.Add(z.Dimacs2Lit(int(literal)))
	}
	g.Add(z.LitNull)
}

// slice is how long the solver works between two looks at the context. What it
// has learnt stays with it, so that little is lost at the end of one.
const slice = 50 * time.Millisecond

// ask returns 1 where the formula has a model, -1 where it has none.
func ask(ctx context.Context, g *gini.Gini) (int, error) {
	if ctx.Done() == nil {
		return g.Solve(), nil
	}
	for ctx.Err() == nil {
		if answer := g.Try(slice); answer != 0 {
			return answer, nil
		}
	}
	return 0, context.Cause(ctx)
}
