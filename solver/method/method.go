// Package method knows every solving method by name, so that any of them can
// be chosen, run beside the others and checked against them.
//
//	solver            bitmask: the main solver
//	solver/breadth    breadth first over the colours
//	solver/backtrack  the ladder of backtracking
//	solver/exactcover dancing links
//	solver/sat        a SAT solver
//	solver/smt        an SMT solver, where one is installed
package method

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/backtrack"
	"autoqueens/solver/breadth"
	"autoqueens/solver/exactcover"
	"autoqueens/solver/sat"
	"autoqueens/solver/smt"
)

// Solver is what every method can do. All three keep the queens on the board,
// end early with the cause when ctx is done, and return the error of Validate
// for a board that is no puzzle.
type Solver interface {
	// Solve returns a placement, or solver.ErrNoSolution.
	Solve(ctx context.Context, b *solver.Board) (solver.Placement, error)
	// Count returns how many placements there are, up to limit where that is
	// above 0.
	Count(ctx context.Context, b *solver.Board, limit int) (int, error)
	// All yields every placement, in an order of its own. An error is the last
	// thing it yields.
	All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error]
}

// Method is a solver by name. A name is a family and, where the method is a
// variant in its family, a colon and what sets it apart.
type Method struct {
	Name   string
	About  string // a few words, lower case
	Solver Solver
}

// Main is the name of the main solver.
const Main = "bitmask"

// Methods returns the best known variant of every family, the main solver
// first.
func Methods() []Method {
	var families []Method
	for _, m := range All() {
		if !strings.Contains(m.Name, ":") {
			families = append(families, m)
		}
	}
	return families
}

// All returns every method with its variants, the main solver first.
func All() []Method {
	methods := []Method{
		{Main, "bit masks and propagation, the main solver", Bitmask{}},
		{"exactcover", "dancing links with secondary items", exactcover.Solver{}},
		{"sat", "a SAT solver, pairs for at-most-one", sat.Solver{}},
		{"sat:sequential", "a SAT solver, counters for at-most-one", sat.Solver{AtMostOne: sat.Sequential}},
		{"sat:product", "a SAT solver, products for at-most-one", sat.Solver{AtMostOne: sat.Product}},
		{"breadth", "breadth first over the colours, smallest first", breadth.Solver{SmallestFirst: true}},
		{"breadth:given", "breadth first over the colours in order of appearance", breadth.Solver{}},
		{"backtrack", "backtracking over strategies, every idea", backtrack.Solver{}},
	}
	for level := backtrack.Naive; level <= backtrack.Best; level++ {
		methods = append(methods, Method{fmt.Sprintf("backtrack:%d", level), "backtracking up to " + level.String(), backtrack.Solver{Level: level}})
	}
	return append(methods, Method{"smt", "an SMT solver, z3 where it is installed", smt.Solver{}})
}

// Names returns the names of all methods.
func Names() []string {
	var names []string
	for _, m := range All() {
		names = append(names, m.Name)
	}
	return names
}

// Find returns the method of a name. The error is a [fault.Error].
func Find(name string) (Method, error) {
	for _, m := range All() {
		if m.Name == name {
			return m, nil
		}
	}
	return Method{}, fault.Plainf("choose one of "+strings.Join(Names(), ", "), "there is no method %q", name)
}

// Pick returns the methods of some names that can run on this machine, the main solver first and
// once, and those that cannot run; the [Methods] where there are no names. The error is that of [Find].
func Pick(names []string) (picked, missing []Method, err error) {
	wanted := Methods()
	if len(names) > 0 {
		wanted = nil
		for _, name := range append([]string{Main}, names...) {
			m, err := Find(strings.TrimSpace(name))
			if err != nil {
				return nil, nil, err
			}
			if m.Name != Main || len(wanted) == 0 {
				wanted = append(wanted, m)
			}
		}
	}
	for _, m := range wanted {
		if m.Available() == nil {
			picked = append(picked, m)
		} else {
			missing = append(missing, m)
		}
	}
	return picked, missing, nil
}

// Available tells whether a method can run on this machine; the error says
// what it lacks.
func (m Method) Available() error {
	if s, ok := m.Solver.(interface{ Available() error }); ok {
		return s.Available()
	}
	return nil
}

// Bitmask is the main solver in the shape of a method.
type Bitmask struct{}

// Solve is [solver.Solve].
func (Bitmask) Solve(ctx context.Context, b *solver.Board) (solver.Placement, error) {
	return solver.Solve(ctx, b)
}

// Count is [solver.Count].
func (Bitmask) Count(ctx context.Context, b *solver.Board, limit int) (int, error) {
	return solver.Count(ctx, b, solver.Limit{Solutions: limit})
}

// All is [solver.All].
func (Bitmask) All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error] {
	return func(yield func(solver.Placement, error) bool) {
		if err := b.Validate(); err != nil {
			yield(nil, err)
			return
		}
		for p := range solver.All(ctx, b) {
			if !yield(p, nil) {
				return
			}
		}
		if ctx.Err() != nil {
			yield(nil, context.Cause(ctx))
		}
	}
}
