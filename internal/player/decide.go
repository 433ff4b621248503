package player

import (
	"slices"

	"autoqueens/solver"
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
	for n := 1; ; n++ {
		var pass []Cell
		for cell, k := range need {
			if k >= n {
				pass = append(pass, cell)
			}
		}
		if len(pass) == 0 {
			return plan
		}
		slices.SortFunc(pass, func(a, b Cell) int { return a.Row - b.Row })
		plan.Passes = append(plan.Passes, pass)
	}
}

// toQueen returns the clicks from a mark to a queen. In a game without crosses
// one click is enough from anywhere.
func toQueen(mark solver.Mark, clicks int) int {
	if mark == solver.Cross && clicks > 1 {
		return clicks - 1
	}
	return clicks
}
