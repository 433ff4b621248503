package explain

import (
	"context"

	"autoqueens/solver"
)

// What do the marks of a person say? Queens and crosses on a board are taken
// as given here, and looked through for those that cannot be right.

// Resume is [Explain] from all marks on the board: crosses count as well as
// queens. It returns [solver.ErrNoSolution] where no solution holds all of them;
// [Slips] then tells which are wrong.
func Resume(ctx context.Context, b *solver.Board) (*Explanation, error) {
	p, answer, err := marked(ctx, b)
	if err != nil {
		return nil, err
	}
	return p.explain(ctx, b, answer)
}

// Next returns the first step that [Resume] takes, and false where every queen
// stands. The errors are those of [Resume].
func Next(ctx context.Context, b *solver.Board) (step Step, ok bool, err error) {
	p, answer, err := marked(ctx, b)
	if err != nil || p.left == 0 {
		return Step{}, false, err
	}
	step, err = p.step(ctx, b, answer)
	return step, err == nil, err
}

// marked returns the position that the marks of a board make, and a solution
// that holds all of them.
func marked(ctx context.Context, b *solver.Board) (*position, solver.Placement, error) {
	// The solver is far quicker than a search of positions, but knows nothing
	// of crosses. Where it finds one solution only, that is no matter.
	answer, err := solver.Solve(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	p := newPosition(b)
	if !p.take(b.Marks) {
		return nil, nil, solver.ErrNoSolution
	}
	if fits(answer, b, p) {
		return p, answer, nil
	}
	n, err := solver.Count(ctx, b, solver.Limit{Solutions: 2})
	if err != nil {
		return nil, nil, err
	}
	if n < 2 {
		return nil, nil, solver.ErrNoSolution
	}
	found, err := p.solutions(ctx, 1)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, solver.ErrNoSolution
	}
	return p, found[0], nil
}

// fits tells whether a solution that holds the queens on a board has its other
// queens on cells that are free.
func fits(answer solver.Placement, b *solver.Board, p *position) bool {
	for row, col := range answer {
		if cell := row*p.n + col; b.Mark(row, col) != solver.Queen && !p.free[cell] {
			return false
		}
	}
	return true
}

// take puts marks on the position, and tells whether the queens among them can
// stand beside the others and the crosses. marks may be nil.
func (p *position) take(marks []solver.Mark) bool {
	for cell, m := range marks {
		if m == solver.Cross {
			p.free[cell] = false
		}
	}
	for cell, m := range marks {
		if m != solver.Queen {
			continue
		}
		if !p.free[cell] {
			return false
		}
		p.place(cell)
	}
	return true
}

// solutions returns up to limit placements that a position leaves, by trying
// the cells of the unit that has the fewest left.
func (p *position) solutions(ctx context.Context, limit int) (found []solver.Placement, err error) {
	var descend func(q *position) error
	descend = func(q *position) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if q.left == 0 {
			found = append(found, q.placement())
			return nil
		}
		for _, cell := range q.open(q.tightest(0)) {
			next := q.clone()
			next.place(cell)
			if next.dead() >= 0 {
				continue
			}
			if err := descend(next); err != nil || len(found) >= limit {
				return err
			}
		}
		return nil
	}
	err = descend(p)
	return found, err
}

// tightest returns the unit with the fewest cells left among those that have no
// queen yet, from the unit first on.
func (p *position) tightest(first int) int {
	best := -1
	for u := first; u < 3*p.n; u++ {
		if !p.met[u] && (best < 0 || len(p.open(u)) < len(p.open(best))) {
			best = u
		}
	}
	return best
}

// Slip is a mark that cannot be right.
type Slip struct {
	Cell int // row*Size+col, from 0
	Mark solver.Mark
	// Alone tells that no solution of the bare board holds the mark, whatever
	// the others are. Otherwise it is the marks before it that leave none.
	Alone bool
	// Clash is a cell with another queen on the board that attacks this one, or
	// -1.
	Clash int
}

// Slips returns the marks on a board that no solution holds, the queens before
// the crosses and each in the order of the cells. Where every mark alone is held
// by some solution and all together by none, which only boards with several
// solutions allow, it returns those that do not fit with the ones before them.
//
// It returns [solver.ErrNoSolution] where the board has none even without marks.
func Slips(ctx context.Context, b *solver.Board) ([]Slip, error) {
	bare := b.Cleared()
	answer, err := solver.Solve(ctx, bare)
	if err != nil {
		return nil, err
	}
	n, err := solver.Count(ctx, bare, solver.Limit{Solutions: 2})
	if err != nil {
		return nil, err
	}
	given := inOrder(b)
	var slips []Slip
	add := func(cell int, alone bool) {
		slips = append(slips, Slip{Cell: cell, Mark: b.Marks[cell], Alone: alone, Clash: clash(b, cell)})
	}
	if n == 1 {
		for _, cell := range given {
			queen := answer[cell/b.Size] == cell%b.Size
			if queen != (b.Marks[cell] == solver.Queen) {
				add(cell, true)
			}
		}
		return slips, nil
	}

	holds := func(cells []int) (bool, error) {
		marks := make([]solver.Mark, len(b.Regions))
		for _, cell := range cells {
			marks[cell] = b.Marks[cell]
		}
		p := newPosition(b)
		if !p.take(marks) {
			return false, nil
		}
		found, err := p.solutions(ctx, 1)
		return len(found) > 0, err
	}
	all, err := holds(given)
	if err != nil || all {
		return nil, err
	}
	for _, cell := range given {
		ok, err := holds([]int{cell})
		if err != nil {
			return nil, err
		}
		if !ok {
			add(cell, true)
		}
	}
	if len(slips) > 0 {
		return slips, nil
	}
	var kept []int
	for _, cell := range given {
		ok, err := holds(append(kept, cell))
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, cell)
		} else {
			add(cell, false)
		}
	}
	return slips, nil
}

// inOrder returns the marked cells of a board, the queens first.
func inOrder(b *solver.Board) []int {
	cells := b.Queens()
	for cell, m := range b.Marks {
		if m == solver.Cross {
			cells = append(cells, cell)
		}
	}
	return cells
}

// clash returns a queen on the board that attacks the queen on a cell, or -1.
func clash(b *solver.Board, cell int) int {
	if b.Marks[cell] != solver.Queen {
		return -1
	}
	p := newPosition(b)
	for _, other := range b.Queens() {
		if other != cell && p.attacks(cell, other) {
			return other
		}
	}
	return -1
}
