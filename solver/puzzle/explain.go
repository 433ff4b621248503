package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"autoqueens/internal/fault"
)

// Grade is how hard a puzzle is for a person.
type Grade int

// The grades, by the hardest technique that a puzzle needs. What that is says each game.
const (
	Easy   Grade = 1 + iota // what one line, cell or clue tells at a glance
	Medium                  // what one of them tells after some thought
	Hard                    // what several tell together
	Expert                  // trials
	Brutal                  // search
)

var gradeNames = [...]string{Easy: "easy", Medium: "medium", Hard: "hard", Expert: "expert", Brutal: "brutal"}

// String returns the name of the grade.
func (g Grade) String() string {
	if g < Easy || g > Brutal {
		return fmt.Sprintf("Grade(%d)", int(g))
	}
	return gradeNames[g]
}

// Grades returns the names of all grades, the easiest first.
func Grades() []string { return gradeNames[Easy:] }

// ParseGrade returns the grade of a name. The error is a [fault.Error].
func ParseGrade(name string) (Grade, error) {
	for g := Easy; g <= Brutal; g++ {
		if g.String() == name {
			return g, nil
		}
	}
	return 0, fault.Plainf("choose one of "+strings.Join(Grades(), ", "), "there is no grade %q", name)
}

// Technique is a way to find something out about a puzzle.
type Technique struct {
	Name  string
	Grade Grade // of a puzzle that needs it
}

// Step is one conclusion.
type Step struct {
	Technique  Technique
	Conclusion string // what follows: "sun on r3c4"
	Reason     string // and why
	Cells      []Cell // those that the conclusion is about
	Crossed    bool   // whether they are to be crossed out, in Queens
	Because    []Cell // those that it is drawn from
	Unit       []Cell // the rows, columns or regions that the reason says something of, where there are any
	Board      Puzzle // as it stands after the step, as far as a board can show that
}

// Explanation is how a puzzle is solved.
type Explanation struct {
	Steps    []Step
	Solution Solution
	Hardest  Technique // of those that were needed; [None] where there was no step to take
}

// None is the technique that a puzzle needs on which nothing is left to be found out.
var None = Technique{"none", Easy}

// Grade returns how hard the puzzle is for a person.
func (e *Explanation) Grade() Grade { return e.Hardest.Grade }

// Position is a puzzle on the way to its solution, as each game has its own.
type Position interface {
	// Done tells whether all is known.
	Done() bool
	// Next finds the step that the easiest technique gives, and carries it out. It returns false
	// where none gives any. None takes for granted that there is one solution only.
	Next() (Step, bool)
	// Board returns the puzzle with what is known, as far as a player can have done it.
	Board() Puzzle
	// Search is the step of last resort: it tells some of what a solution has.
	Search(Solution) Step
}

// search is the technique of the step of last resort.
var search = Technique{"search", Brutal}

// Techniques returns those of a game, from the easiest to the hardest, and behind them that of the
// step of last resort.
func Techniques(own ...Technique) []Technique { return append(own, search) }

// SearchStep returns the step of last resort: of what is about a cell, trying out all that
// follows leaves the conclusion.
func SearchStep(conclusion string, cells ...Cell) Step {
	return Step{Technique: search, Conclusion: conclusion, Reason: "no technique applies; trying out all that follows leaves this", Cells: cells, Because: cells}
}

// Explain solves a puzzle step by step from a position, which it changes, by the techniques of its
// game, from the easiest to the hardest. Where the puzzle has several solutions it comes to one of
// them, by search sooner or later. The errors are those of Solve.
func Explain(ctx context.Context, p Puzzle, from Position, techniques []Technique) (*Explanation, error) {
	answer, err := p.Solve(ctx)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Solution: answer, Hardest: None}
	hardest := -1
	for !from.Done() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		step := take(from, answer)
		if step.Conclusion == "" {
			return nil, errors.New("puzzle: a step without a conclusion")
		}
		e.Steps = append(e.Steps, step)
		if hard := slices.Index(techniques, step.Technique); hard > hardest {
			hardest, e.Hardest = hard, step.Technique
		}
	}
	return e, nil
}

// take takes the next step from a position, towards an answer.
func take(from Position, answer Solution) Step {
	step, ok := from.Next()
	if !ok {
		step = from.Search(answer)
	}
	step.Board = from.Board()
	return step
}

// CellNames returns the names of cells with a blank between them.
func CellNames(cells []Cell) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = c.String()
	}
	return strings.Join(names, " ")
}
