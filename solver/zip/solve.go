package zip

import (
	"context"
	"iter"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// errNone is the error for a puzzle without a solution.
var errNone = puzzle.NoSolution("Zip", "its numbers and walls")

// Solve returns a [Solution]; see [puzzle.Puzzle].
func (p *Puzzle) Solve(ctx context.Context) (puzzle.Solution, error) {
	return puzzle.Walk(p.walk).Solve(ctx, p, errNone)
}

// Count returns how many solutions there are; see [puzzle.Puzzle].
func (p *Puzzle) Count(ctx context.Context, limit puzzle.Limit) (int, error) {
	return puzzle.Walk(p.walk).Count(ctx, p, limit)
}

// All yields every [Solution]; see [puzzle.Puzzle].
func (p *Puzzle) All(ctx context.Context) iter.Seq[puzzle.Solution] {
	return puzzle.Walk(p.walk).All(ctx, p)
}

// walk is the [puzzle.Walk] of a valid puzzle.
func (p *Puzzle) walk(ctx context.Context, steps int, visit func(puzzle.Solution) bool) error {
	g := newGraph(p)
	root, ok := g.root()
	if !ok {
		return nil
	}
	return g.walkFrom(ctx, root, steps, visit)
}

// walkFrom is walk from a state on.
func (g *graph) walkFrom(ctx context.Context, from state, steps int, visit func(puzzle.Solution) bool) error {
	s := search{graph: g, pace: puzzle.NewPace(ctx, steps)}
	s.visit = func(st *state) bool { return visit(g.solution(st)) }
	s.run(&from)
	return s.pace.Err()
}

// Check reports how an answer breaks the rules: a path that leaves a cell out or goes through
// one twice, steps to a cell that is no neighbour or through a wall, or meets the numbers out
// of order. The error is a [fault.Error].
func (p *Puzzle) Check(answer puzzle.Solution) error {
	const advice = "this path must not be played"
	if err := p.Validate(); err != nil {
		return err
	}
	s, ok := answer.(Solution)
	if !ok || s.Rows != p.Rows || s.Cols != p.Cols || len(s.Path) != p.Rows*p.Cols {
		return fault.Plainf(advice, "this is no path through all cells of a Zip board of %d x %d", p.Rows, p.Cols)
	}
	numbers := make(map[puzzle.Cell]int)
	for _, n := range p.Numbers {
		numbers[n.Cell] = n.K
	}
	walls := make(map[puzzle.Edge]bool)
	for _, w := range p.Walls {
		walls[w.Ordered()] = true
	}
	seen := make(map[puzzle.Cell]bool)
	met := 0
	for i, c := range s.Path {
		if !c.In(p.Rows, p.Cols) || seen[c] {
			return fault.Plainf(advice, "step %d goes to %v, off the board or a second time", i+1, c)
		}
		seen[c] = true
		if i > 0 {
			e := puzzle.Edge{A: s.Path[i-1], B: c}
			if err := e.Validate("step", p.Rows, p.Cols); err != nil {
				return err
			}
			if walls[e.Ordered()] {
				return fault.Plainf(advice, "step %d goes through the wall between %v and %v", i+1, e.A, e.B)
			}
		}
		k := numbers[c]
		if k != 0 && k != met+1 {
			return fault.Plainf(advice, "step %d meets the number %d after %d", i+1, k, met)
		}
		if k != 0 {
			met = k
		}
		if last := i == len(s.Path)-1; i == 0 && k != 1 || last && k != len(p.Numbers) {
			return fault.Plainf(advice, "the path goes from %v to %v, not from the number 1 to %d", s.Path[0], s.Path[len(s.Path)-1], len(p.Numbers))
		}
	}
	return nil
}
