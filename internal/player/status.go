package player

import (
	"errors"
	"fmt"
	"strings"

	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/vision"
)

// Status is what a player is at just now, for a person who watches.
type Status struct {
	Doing Doing
	Board int    // which board of the run, from 1
	View  string // where, once a board is in sight
	// What keeps the board from being read or played, with Doubting and Obstacle,
	// and Advice, what the person can do about it.
	What, Advice string
	// Done of Of are the clicks of a batch, with Clicking and Repairing; Of is
	// what is missing with Verifying.
	Done, Of int
}

// now tells what the game is at.
func (g *game) now(s Status) {
	if g.Status == nil {
		return
	}
	s.Board = g.number
	if s.View == "" {
		s.View = g.view.Name
	}
	g.Status(s)
}

// obstacleOf says what keeps a board that was read from being the game.
func obstacleOf(err error) Status {
	if errors.Is(err, errExample) {
		r := vision.NotTheGame(&vision.Reading{})
		return Status{Doing: Obstacle, What: r.What, Advice: r.Advice}
	}
	return Status{Doing: Obstacle, What: "a board plays by itself, as examples do", Advice: "close it, or wait until it stands still"}
}

// why tells the reason of a decision.
func (g *game) why(format string, args ...any) {
	if g.Why != nil {
		g.Why(fmt.Sprintf(format, args...))
	}
}

// clicksNow is the status of a batch of which some clicks are made.
func (g *game) clicksNow(plan Plan, made, all int) {
	s := Status{Doing: Clicking, Done: made, Of: all}
	if g.out.Repairs > 0 && !plan.Clears {
		s.Doing = Repairing
	}
	g.now(s)
}

// sighted tells what a look at a view came to, where that was not told yet.
func (g *game) sighted(view View, s *lastSight, r *vision.Reading, err error) {
	if g.Why == nil {
		return
	}
	refusal, refused := errors.AsType[*vision.Refusal](err)
	var words string
	switch {
	case errors.Is(err, errPlayed), errors.Is(err, errExample), errors.Is(err, errPlaysItself):
		words = fmt.Sprintf("%s: passed over a board of %d x %d: %v", view.Name, r.Lattice.Size, r.Lattice.Size, err)
	case refused && refusal.Lattice.Size > 0:
		words = fmt.Sprintf("%s: refused as %s: %s; the candidate %s", view.Name, refusal.Reason, refusal.What, latticeWords(refusal.Lattice))
	case refused:
		words = fmt.Sprintf("%s: refused as %s: %s", view.Name, refusal.Reason, refusal.What)
	case err != nil:
		words = fmt.Sprintf("%s: %v", view.Name, err)
	default:
		words = fmt.Sprintf("%s: a board of %d x %d, read with confidence %.2f; it %s", view.Name, r.Lattice.Size, r.Lattice.Size, r.Confidence, latticeWords(r.Lattice))
	}
	// What comes and goes, as a board that does not stand still, is told once.
	if s.told == nil || len(s.told) > maxTold {
		s.told = map[string]bool{}
	}
	if !s.told[words] {
		s.told[words] = true
		g.Why(words)
	}
}

// maxTold bounds what is remembered of what was told of a view.
const maxTold = 100

// latticeWords says where a lattice lies, in capture pixels of the desktop.
func latticeWords(l vision.Lattice) string {
	return fmt.Sprintf("begins at %.0f,%.0f and has %d x %d cells of %.1f x %.1f pixels", l.X, l.Y, l.Size, l.Size, l.PitchX, l.PitchY)
}

// explainPlan tells which cells get how many clicks, and why, in the order in
// which they are clicked first.
func (g *game) explainPlan(plan Plan) {
	if g.Why == nil {
		return
	}
	times, order := map[Cell]int{}, []Cell{}
	for _, pass := range plan.Passes {
		for _, cell := range pass {
			if times[cell] == 0 {
				order = append(order, cell)
			}
			times[cell]++
		}
	}
	switch {
	case plan.Clears:
		g.why("plan: %s on the wrong cells; they are taken away, and the board is read, before any is placed", printable.CountOf(plan.Wrong, "queen stands", "queens stand"))
	case g.out.Repairs > 0:
		g.why("plan: repair %d of at most %d: %s still missing, %v or more between two clicks", g.out.Repairs, maxRepairs,
			printable.CountOf(plan.Missing, "queen is", "queens are"), g.spacing())
	default:
		g.why("plan: %s missing; %s, each cell once before any cell again", printable.CountOf(plan.Missing, "queen is", "queens are"), printable.Count(plan.Clicks(), "click"))
	}
	var kept []string
	for row, col := range g.answer {
		if g.board().Mark(row, col) == solver.Queen {
			kept = append(kept, Cell{row, col}.String())
		}
	}
	if len(kept) > 0 {
		g.why("plan: no click on %s, where the queen is right", strings.Join(kept, " "))
	}
	var lines []string
	cells := map[string][]string{} // by what is said of them
	for _, cell := range order {
		reason := "empty, and a queen takes as many clicks as that"
		switch mark := g.board().Mark(cell.Row, cell.Col); {
		case plan.Clears:
			reason = "a queen that the answer has not; one click takes it away"
		case mark == solver.Cross:
			reason = "a cross, and the next mark after it is a queen"
		case g.perCell[cell] > 0:
			reason = fmt.Sprintf("still empty after %s", printable.Count(g.perCell[cell], "click"))
		}
		line := fmt.Sprintf("%s: %s", printable.Count(times[cell], "click"), reason)
		if cells[line] == nil {
			lines = append(lines, line)
		}
		cells[line] = append(cells[line], cell.String())
	}
	for _, line := range lines {
		g.why("plan: %s, %s", strings.Join(cells[line], " "), line)
	}
}

// String names a cell by its row and column, from 1.
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row+1, c.Col+1) }
