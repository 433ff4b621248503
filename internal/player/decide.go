package player

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/games"
)

// Cell is a cell of the board; Row and Col count from 0.
type Cell struct{ Row, Col int }

// Plan says which cells to click. Passes are made one after the other, and in
// each of them every cell is clicked once, so that two clicks on one cell are
// as far apart as they can be without waiting: games lose or merge clicks that
// follow each other too closely.
type Plan struct {
	Passes [][]Cell
	// Clears marks a plan that only takes wrong queens away. What the board
	// shows afterwards is read before anything is placed, because a game may
	// take other marks away together with a queen.
	Clears bool
	// Missing counts the queens that are not on the board yet, Wrong those
	// that do not belong there.
	Missing, Wrong int
}

// Empty tells whether there is nothing to click.
func (p Plan) Empty() bool { return len(p.Passes) == 0 }

// Clicks counts the clicks of the plan.
func (p Plan) Clicks() int {
	n := 0
	for _, pass := range p.Passes {
		n += len(pass)
	}
	return n
}

// Decide returns the clicks that turn the marks on b into answer. A click
// takes a cell one step along its cycle: empty, then the crosses, then a queen
// after the given number of clicks, then empty again. Queens that are right
// stay, crosses on other cells do not matter and stay as well.
func Decide(b *solver.Board, answer solver.Placement, clicks int) Plan {
	var plan Plan
	var wrong []Cell
	need := make(map[Cell]int, b.Size)
	for row := range b.Size {
		for col := range b.Size {
			cell, mark, wanted := Cell{row, col}, b.Mark(row, col), answer[row] == col
			switch {
			case wanted && mark != solver.Queen:
				plan.Missing++
				need[cell] = toQueen(mark, clicks)
			case !wanted && mark == solver.Queen:
				wrong = append(wrong, cell)
			}
		}
	}
	plan.Wrong = len(wrong)
	if len(wrong) > 0 {
		plan.Clears = true
		plan.Passes = [][]Cell{wrong} // a queen is one click from empty
		return plan
	}
	order := route(b.Size, need)
	for n := 1; ; n++ {
		var pass []Cell
		for _, cell := range order {
			if need[cell] >= n {
				pass = append(pass, cell)
			}
		}
		if len(pass) == 0 {
			return plan
		}
		plan.Passes = append(plan.Passes, pass)
	}
}

// route returns the cells in the order in which they are clicked, in every
// pass: from each to the nearest that is left, which keeps the pointer's ways
// short. It ends far from the lower middle of the board, where games put the
// buttons of the card that tells the result: the card may come up under the
// pointer at the last click.
func route(size int, need map[Cell]int) []Cell {
	var left []Cell // sorted, so that the route is the same every time
	most := 0
	for cell, n := range need {
		left = append(left, cell)
		most = max(most, n)
	}
	slices.SortFunc(left, func(a, b Cell) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })

	// The last click is made in the last pass. Twice the middle, to stay whole.
	buttons := Cell{Row: 2 * (size - 1) * 2 / 3, Col: size - 1}
	end, distance := -1, -1
	for i, cell := range left {
		if need[cell] < most {
			continue
		}
		if d := apart(Cell{2 * cell.Row, 2 * cell.Col}, buttons); d > distance {
			end, distance = i, d
		}
	}
	// The route is laid from its end.
	back := make([]Cell, 0, len(left))
	for next := end; len(left) > 0; {
		from := left[next]
		back = append(back, from)
		left = slices.Delete(left, next, next+1)
		next = 0
		for i, cell := range left {
			if apart(from, cell) < apart(from, left[next]) {
				next = i
			}
		}
	}
	slices.Reverse(back)
	return back
}

// apart returns the square of the distance between two cells.
func apart(a, b Cell) int {
	dr, dc := a.Row-b.Row, a.Col-b.Col
	return dr*dr + dc*dc
}

// toQueen returns the clicks from a mark to a queen. In a game without crosses
// one click is enough from anywhere.
func toQueen(mark solver.Mark, clicks int) int {
	if mark == solver.Cross && clicks > 1 {
		return clicks - 1
	}
	return clicks
}

// solve settles on the placement to be clicked: one that keeps the queens on
// the board, if there is one.
func (g *game) solve(ctx context.Context) error {
	g.now(Status{Doing: Solving})
	b := g.board()
	answer, err := solver.Solve(ctx, b)
	kept := err == nil
	if errors.Is(err, solver.ErrNoSolution) && len(b.Queens()) > 0 {
		answer, err = solver.Solve(ctx, b.Cleared())
	}
	if errors.Is(err, solver.ErrNoSolution) {
		return fault.Wrap(err, fault.NoSolution,
			"the board has no solution as it was read",
			"compare it with the picture that 'autoqueens dump --out DIR' writes; a cell that was misread is a bug worth reporting")
	}
	if err != nil {
		return err
	}
	// A puzzle for people has one solution, whatever stands on it: queens that are given are not told from those that were
	// placed. The solutions of some large boards cannot be counted in good time.
	if n, err := solver.Count(ctx, b.Cleared(), solver.Limit{Solutions: 2, Steps: games.Steps}); err == nil && n > 1 {
		return fault.New(fault.Uncertain,
			"a board was seen, but as it was read it has several solutions, so something on it was missed",
			"compare it with the picture that 'autoqueens dump --out DIR' writes; take away what lies over it, or zoom in")
	}
	g.answer = answer
	if !kept {
		g.why("solved: no solution keeps the queens on the board, so it is solved without them")
	}
	return nil
}
