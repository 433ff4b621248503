package tango

import (
	"context"
	"math/rand/v2"

	"autoqueens/solver/internal/maker"
	"autoqueens/solver/puzzle"
)

// Sizes are those that [Generate] makes.
var Sizes = puzzle.Sizes(4, 10, 2)

// Generate makes a square puzzle with exactly one solution and returns it with that. Its numbers of
// givens and signs are those that puzzles of the day have, on 6 x 6 cells up to 14 and up to
// 12, and no sign stands between two givens. The same size and seed give the same puzzle on
// every machine. The error is a [fault.Error].
func Generate(size int, seed uint64) (*Puzzle, Solution, error) {
	if err := maker.Sized("Tango", size, Sizes); err != nil {
		return nil, Solution{}, err
	}
	rng := maker.Random(Name, size, seed)
	for range maker.MaxTries {
		answer := filled(size, rng)
		p := &Puzzle{Rows: size, Cols: size, Cells: answer.Cells}
		cells := size * size
		p.Signs = anySigns(answer, rng, max(2, maker.Between(rng, cells/12, cells/3)))
		// Usually eight givens of 36 cells, and up to 14.
		givens := cells/18 + rng.IntN(cells/6+1) + rng.IntN(cells/6+1)
		p.Cells = append([]Symbol(nil), answer.Cells...)
		left := p.strip(rng, givens)
		p.dropSigns()
		if left <= cells*7/18 && left > 0 && len(p.Signs) >= 2 {
			return p, answer, nil
		}
	}
	return nil, Solution{}, maker.Unmade("Tango", size, seed)
}

// filled returns a board filled in at random.
func filled(size int, rng *rand.Rand) Solution {
	p := &Puzzle{Rows: size, Cols: size, Cells: make([]Symbol, size*size)}
	for _, cell := range rng.Perm(size * size) {
		symbol := Sun + Symbol(rng.IntN(2))
		p.Cells[cell] = symbol
		if p.count(1) == 0 {
			p.Cells[cell] = symbol.Other()
		}
	}
	return Solution{size, size, p.Cells}
}

// count counts solutions up to a limit. The puzzle is small and valid.
func (p *Puzzle) count(limit int) int {
	n, _ := p.Count(context.Background(), puzzle.Limit{Solutions: limit})
	return n
}

// anySigns returns so many signs at random places, as the answer has them.
func anySigns(answer Solution, rng *rand.Rand, n int) (signs []Sign) {
	var edges []puzzle.Edge
	for cell := range answer.Cells {
		at := puzzle.Cell{Row: cell / answer.Cols, Col: cell % answer.Cols}
		for _, next := range []puzzle.Cell{{Row: at.Row, Col: at.Col + 1}, {Row: at.Row + 1, Col: at.Col}} {
			if next.In(answer.Rows, answer.Cols) {
				edges = append(edges, puzzle.Edge{A: at, B: next})
			}
		}
	}
	for _, i := range rng.Perm(len(edges))[:n] {
		e := edges[i]
		same := answer.Cells[e.A.Row*answer.Cols+e.A.Col] == answer.Cells[e.B.Row*answer.Cols+e.B.Col]
		signs = append(signs, Sign{e, same})
	}
	return signs
}

// strip empties cells in a random order, as long as there is one solution and more than so many
// are left, and returns how many are.
func (p *Puzzle) strip(rng *rand.Rand, givens int) (left int) {
	left = len(p.Cells)
	for _, cell := range rng.Perm(len(p.Cells)) {
		if left <= givens {
			break
		}
		was := p.Cells[cell]
		p.Cells[cell] = Empty
		if left--; p.count(2) != 1 {
			p.Cells[cell] = was
			left++
		}
	}
	return left
}

// dropSigns takes away the signs between two givens, which say nothing.
func (p *Puzzle) dropSigns() {
	signs := p.Signs[:0]
	for _, s := range p.Signs {
		if p.Given(p.index(s.A)) == Empty || p.Given(p.index(s.B)) == Empty {
			signs = append(signs, s)
		}
	}
	p.Signs = signs
}
