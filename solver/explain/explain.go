// Package explain solves Queens as a person would: step by step, each step by
// the easiest named technique that finds something, and with its reason in
// words. It grades boards by the hardest technique they need.
package explain

import (
	"context"
	"errors"
	"fmt"

	"autoqueens/solver"
	"autoqueens/solver/puzzle"
)

// Technique is a way to find something out, in order of difficulty.
type Technique int

// The techniques, from the easiest to the hardest. None of them takes for
// granted that a board has one solution only.
const (
	// LastCell: a row, column or region has one cell left, which gets a queen.
	LastCell Technique = iota
	// ConfinedRegion: the cells a region has left are in one row or column, so
	// no other region has its queen there.
	ConfinedRegion
	// ConfinedLine: the cells a row or column has left are in one region, so
	// the queen of the region stands nowhere else.
	ConfinedLine
	// Starvation: a queen on a cell would attack every cell that a row, column
	// or region has left.
	Starvation
	// Group: two or three regions have their cells left in as many rows or
	// columns, or the other way round, and share them among themselves.
	Group
	// Trial: a queen on a cell forces others until a row, column or region has
	// no cell left.
	Trial
	// Search: none of the others finds anything; the cells of a region are
	// tried, and what follows from each of them in turn.
	Search
)

var techniqueNames = [...]string{"last cell", "confined region", "confined line", "starvation", "group", "trial", "search"}

// String returns the name of the technique.
func (t Technique) String() string {
	if t < 0 || int(t) >= len(techniqueNames) {
		return fmt.Sprintf("Technique(%d)", int(t))
	}
	return techniqueNames[t]
}

// Grade is how hard a board is for a person, on the scale of all games.
type Grade = puzzle.Grade

// The grades, by the hardest technique that a board needs.
const (
	Easy   = puzzle.Easy   // last cells, confined regions and lines
	Medium = puzzle.Medium // starvation
	Hard   = puzzle.Hard   // groups
	Expert = puzzle.Expert // trials
	Brutal = puzzle.Brutal // search
)

// Grade returns the grade of a board whose hardest technique this is.
func (t Technique) Grade() Grade {
	switch {
	case t <= ConfinedLine:
		return Easy
	case t == Starvation:
		return Medium
	case t == Group:
		return Hard
	case t == Trial:
		return Expert
	}
	return Brutal
}

// Step is one conclusion. Cells are row*Size+col, counted from 0.
type Step struct {
	Technique Technique
	Queen     int    // the cell that gets a queen, or -1
	Crossed   []int  // the cells that are ruled out, those attacked by Queen included
	Because   []int  // the cells the conclusion is drawn from
	Unit      []int  // all cells of the rows, columns or regions that the reason says something of
	Reason    string // in words
}

// Explanation is how a board is solved.
type Explanation struct {
	Steps     []Step
	Placement solver.Placement
}

// Hardest returns the hardest technique that was needed.
func (e *Explanation) Hardest() Technique {
	hardest := LastCell
	for _, s := range e.Steps {
		hardest = max(hardest, s.Technique)
	}
	return hardest
}

// Grade returns how hard the board is for a person.
func (e *Explanation) Grade() Grade { return e.Hardest().Grade() }

// Explain solves a board step by step, from the queens on it on; crosses do not
// matter, as for the solver, and [Resume] is for those who trust them. It returns
// [solver.ErrNoSolution] where there is no solution. Where there are several, it
// comes to one of them, by search sooner or later.
func Explain(ctx context.Context, b *solver.Board) (*Explanation, error) {
	answer, err := solver.Solve(ctx, b)
	if err != nil {
		return nil, err
	}
	p := newPosition(b)
	for _, cell := range b.Queens() {
		p.place(cell)
	}
	return p.explain(ctx, b, answer)
}

// explain takes the steps from a position to answer, or to another solution.
func (p *position) explain(ctx context.Context, b *solver.Board, answer solver.Placement) (*Explanation, error) {
	e := &Explanation{}
	for p.left > 0 {
		step, err := p.step(ctx, b, answer)
		if err != nil {
			return nil, err
		}
		e.Steps = append(e.Steps, step)
	}
	e.Placement = p.placement()
	if err := e.Placement.Check(b); err != nil {
		return nil, err
	}
	return e, nil
}

// step finds the next step and carries it out.
func (p *position) step(ctx context.Context, b *solver.Board, answer solver.Placement) (Step, error) {
	if ctx.Err() != nil {
		return Step{}, context.Cause(ctx)
	}
	step, ok := p.next()
	if !ok {
		var err error
		if step, err = p.search(ctx, b, answer); err != nil {
			return Step{}, err
		}
	}
	p.apply(&step)
	return step, nil
}

// search is the step of last resort: it tries the cells of the smallest region.
func (p *position) search(ctx context.Context, b *solver.Board, answer solver.Placement) (Step, error) {
	smallest := p.tightest(2 * p.n)
	cells := p.open(smallest)
	queen := -1
	for _, cell := range cells {
		if answer[cell/p.n] == cell%p.n {
			queen = cell
		}
	}
	if queen < 0 {
		return Step{}, errors.New("explain: a technique has ruled out the answer")
	}
	several, err := p.several(ctx, b)
	if err != nil {
		return Step{}, err
	}
	reason := fmt.Sprintf("no technique applies; of the cells of %s, trying out all that follows leaves this one", p.unitName(smallest))
	if several {
		reason = fmt.Sprintf("no technique applies, and the board has several solutions; this cell of %s belongs to one", p.unitName(smallest))
	}
	return Step{Technique: Search, Queen: queen, Because: cells, Unit: p.units[smallest], Reason: reason}, nil
}

// several tells whether a position leaves more than one solution.
func (p *position) several(ctx context.Context, b *solver.Board) (bool, error) {
	n, err := solver.Count(ctx, p.board(b), solver.Limit{Solutions: 2})
	if err != nil || n < 2 {
		return false, err
	}
	// The solver leaves crosses out, which may have ruled the others out.
	found, err := p.solutions(ctx, 2)
	return len(found) > 1, err
}
