package zip

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"autoqueens/solver/puzzle"
)

// The techniques, in their order.
var (
	corridor = puzzle.Technique{Name: "corridor", Grade: puzzle.Easy} // a cell has no more sides than the path needs
	ring     = puzzle.Technique{Name: "ring", Grade: puzzle.Medium}   // a step would close a ring, or end the path too early
	order    = puzzle.Technique{Name: "order", Grade: puzzle.Medium}  // a step would join numbers that do not follow on each other
	cutOff   = puzzle.Technique{Name: "cut off", Grade: puzzle.Hard}  // a step would cut off a part of the board
	trial    = puzzle.Technique{Name: "trial", Grade: puzzle.Expert}  // a step forces others, until there is no way on
)

// Techniques are those of the game, from the easiest to the hardest.
var Techniques = puzzle.Techniques(corridor, ring, order, cutOff, trial)

// Explain solves the puzzle as a person would; see [puzzle.Explain].
func (p *Puzzle) Explain(ctx context.Context) (*puzzle.Explanation, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return puzzle.Explain(ctx, p, newPosition(p), Techniques)
}

// position is a puzzle on the way to its solution.
type position struct {
	*graph
	state
	puzzle *Puzzle
}

func newPosition(p *Puzzle) *position {
	q := &position{graph: newGraph(p), puzzle: p}
	q.state, _ = q.root() // Explain and Hint look for a solution first
	q.still()
	return q
}

// still rules out what anybody sees at once, that the path does not branch, and empties the queue,
// of which the techniques have no need.
func (q *position) still() {
	for cell := range q.graph.cells {
		if q.need(&q.state, cell) == 0 {
			for m := q.open(cell); m != 0; m &= m - 1 {
				q.bar(&q.state, cell, bits.TrailingZeros8(m))
			}
		}
	}
	for q.size > 0 {
		q.pop()
	}
}

// Done tells whether the path is whole.
func (q *position) Done() bool { return q.sides == q.graph.cells-1 }

// Board returns the puzzle with the path as far as it is known from its beginning on.
func (q *position) Board() puzzle.Puzzle {
	p := *q.puzzle
	p.Path = nil
	if q.on[q.first] != 0 {
		p.Path = q.solution(&q.state).Path
	}
	return &p
}

// Next finds the step of the easiest technique and carries it out.
func (q *position) Next() (puzzle.Step, bool) {
	for _, find := range []func() (puzzle.Step, bool){q.corridor, q.forbidden, q.cutOff, q.trial} {
		if s, ok := find(); ok {
			q.still()
			return s, true
		}
	}
	return puzzle.Step{}, false
}

func (q *position) at(cell int) puzzle.Cell {
	return puzzle.Cell{Row: cell / q.cols, Col: cell % q.cols}
}

// pathStep returns the step that tells of sides of a cell, all to be taken or all not.
func (q *position) pathStep(t puzzle.Technique, cell int, sides uint8, taken bool, because []puzzle.Cell, reason string) puzzle.Step {
	cells := []puzzle.Cell{q.at(cell)}
	for m := sides; m != 0; m &= m - 1 {
		cells = append(cells, q.at(cell+q.step[bits.TrailingZeros8(m)]))
	}
	var words string
	switch {
	case !taken:
		words = fmt.Sprintf("the path does not go from %v to %s", cells[0], strings.ReplaceAll(puzzle.CellNames(cells[1:]), " ", " or "))
	case len(cells) == 3:
		words = fmt.Sprintf("the path goes from %v through %v to %v", cells[1], cells[0], cells[2])
	default:
		words = fmt.Sprintf("the path goes from %v to %v", cells[0], cells[1])
	}
	if because == nil {
		because = cells[:1]
	}
	return puzzle.Step{Technique: t, Conclusion: words, Reason: reason, Cells: cells, Because: because}
}

// open returns the sides of a cell that the path may take and has not.
func (q *position) open(cell int) uint8 { return q.may[cell] &^ q.on[cell] }

// corridor finds a cell with as many sides left as the path needs.
func (q *position) corridor() (puzzle.Step, bool) {
	for cell := range q.graph.cells {
		open, need := q.open(cell), q.need(&q.state, cell)
		if need == 0 || bits.OnesCount8(open) != need {
			continue
		}
		for m := open; m != 0; m &= m - 1 {
			if !q.take(&q.state, cell, bits.TrailingZeros8(m)) {
				return puzzle.Step{}, false // no path, of which Explain has told before
			}
		}
		reason := "there is no other way out of that cell"
		if need == 2 {
			reason = "there is no other way in and out of that cell"
		}
		return q.pathStep(corridor, cell, open, true, nil, reason), true
	}
	return puzzle.Step{}, false
}

// forbidden finds a side that the path cannot take, because of where the fragments lead that
// meet there.
func (q *position) forbidden() (puzzle.Step, bool) {
	for cell := range q.graph.cells {
		for m := q.open(cell); m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m)
			next := cell + q.step[d]
			if q.joins(&q.state, cell, next) {
				continue
			}
			a, b := int(q.other[cell]), int(q.other[next])
			because := []puzzle.Cell{q.at(a), q.at(b)}
			p, k := int(q.near[cell]), int(q.near[next])
			t, reason := order, fmt.Sprintf("that would join the numbers %d and %d, which do not follow on each other", p, k)
			if p == k+1 || k == p+1 {
				reason = fmt.Sprintf("that would join the numbers %d and %d, and then go the wrong way", p, k)
			}
			switch {
			case a == next:
				t, reason = ring, "that would close a ring"
			case a == q.first && b == q.last || a == q.last && b == q.first:
				t, reason = ring, "that would join the beginning to the end, with cells left out"
			}
			q.bar(&q.state, cell, d)
			return q.pathStep(t, cell, 1<<d, false, because, reason), true
		}
	}
	return puzzle.Step{}, false
}

// each calls visit with each side that is open, and a copy of the state, until it returns true.
func (q *position) each(visit func(cell, d int, st *state) bool) {
	for cell := range q.graph.cells {
		for m := q.open(cell); m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m)
			if d != right && d != down {
				continue // the other cell has it
			}
			st := q.state
			if visit(cell, d, &st) {
				return
			}
		}
	}
}

// barred returns the step that rules a side out, and carries it out.
func (q *position) barred(t puzzle.Technique, cell, d int, reason string) puzzle.Step {
	q.bar(&q.state, cell, d)
	return q.pathStep(t, cell, 1<<d, false, nil, reason)
}

// taken returns the step that takes a side, and carries it out.
func (q *position) taken(t puzzle.Technique, cell, d int, reason string) puzzle.Step {
	q.take(&q.state, cell, d)
	return q.pathStep(t, cell, 1<<d, true, nil, reason)
}

// cutOff finds a side that, taken or not, cuts off a part of the board: one with what follows for
// the two cells at once.
func (q *position) cutOff() (step puzzle.Step, ok bool) {
	q.each(func(cell, d int, st *state) bool {
		next := cell + q.step[d]
		if !q.take(st, cell, d) {
			return false
		}
		for _, c := range [2]int{cell, next} {
			if q.need(st, c) == 0 {
				for m := st.may[c] &^ st.on[c]; m != 0; m &= m - 1 {
					q.bar(st, c, bits.TrailingZeros8(m))
				}
			}
		}
		if !q.whole(st) {
			step, ok = q.barred(cutOff, cell, d, "that would cut off a part of the board, or numbers from their order"), true
			return true
		}
		*st = q.state
		q.bar(st, cell, d)
		if !q.whole(st) {
			step, ok = q.taken(cutOff, cell, d, "else a part of the board, or numbers of the order, would be cut off"), true
		}
		return ok
	})
	return step, ok
}

// trial finds a side that, taken or not, forces others until there is no way on.
func (q *position) trial() (step puzzle.Step, ok bool) {
	dead := func(st *state) bool { return !q.settle(st) || st.sides < q.graph.cells-1 && !q.whole(st) }
	q.each(func(cell, d int, st *state) bool {
		if !q.take(st, cell, d) || dead(st) {
			step, ok = q.barred(trial, cell, d, "that would force other steps, and in the end leave no way on"), true
			return true
		}
		*st = q.state
		q.bar(st, cell, d)
		if dead(st) {
			step, ok = q.taken(trial, cell, d, "else other steps would be forced, and in the end leave no way on"), true
		}
		return ok
	})
	return step, ok
}

// Search takes the first step from the head of the path on as an answer has it.
func (q *position) Search(answer puzzle.Solution) puzzle.Step {
	path := answer.(Solution).Path
	for i := range path[1:] {
		cell, next := path[i].Row*q.cols+path[i].Col, path[i+1].Row*q.cols+path[i+1].Col
		for m := q.open(cell); m != 0; m &= m - 1 {
			if d := bits.TrailingZeros8(m); cell+q.step[d] == next {
				q.take(&q.state, cell, d)
				q.still()
				return puzzle.SearchStep(fmt.Sprintf("the path goes from %v to %v", path[i], path[i+1]), path[i], path[i+1])
			}
		}
	}
	return puzzle.Step{} // not reached: the path is not whole
}
