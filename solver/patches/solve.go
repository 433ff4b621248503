package patches

import (
	"context"
	"iter"
	"math/bits"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// errNone is the error for a puzzle without a solution.
var errNone = puzzle.NoSolution("Patches", "its clues")

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
	return p.walkFrom(ctx, p.candidates(), steps, visit)
}

// walkFrom is walk with some of the candidates.
func (p *Puzzle) walkFrom(ctx context.Context, open []candidate, steps int, visit func(puzzle.Solution) bool) error {
	s := search{pace: puzzle.NewPace(ctx, steps), chosen: make([]uint64, len(p.Clues))}
	s.visit = func() bool {
		answer := Solution{p.Rows, p.Cols, make([]Rect, len(p.Clues))}
		for clue, m := range s.chosen {
			answer.Rects[clue] = p.rect(m)
		}
		return visit(answer)
	}
	s.run(open, uint64(1)<<(p.Rows*p.Cols-1)<<1-1, uint64(1)<<(len(p.Clues)-1)<<1-1)
	return s.pace.Err()
}

// Check reports how an answer breaks the rules: rectangles that leave the board, overlap, leave
// a cell out, hold another clue than theirs, or are not what their clue says. The error is a
// [fault.Error].
func (p *Puzzle) Check(answer puzzle.Solution) error {
	const advice = "this answer must not be played"
	if err := p.Validate(); err != nil {
		return err
	}
	s, ok := answer.(Solution)
	if !ok || s.Rows != p.Rows || s.Cols != p.Cols || len(s.Rects) != len(p.Clues) {
		return fault.Plainf(advice, "this is no answer to a Patches board of %d x %d with %d clues", p.Rows, p.Cols, len(p.Clues))
	}
	for i, r := range s.Rects {
		clue := p.Clues[i]
		at := puzzle.Cell{Row: clue.Row, Col: clue.Col}
		if !r.on(p.Rows, p.Cols) || !r.Contains(clue.Row, clue.Col) {
			return fault.Plainf(advice, "the rectangle of the clue at %v does not hold it, or leaves the board", at)
		}
		if rows, cols := r.Dims(); !clue.Shape.Allows(rows, cols) || clue.Size != 0 && clue.Size != rows*cols {
			return fault.Plainf(advice, "the rectangle of the clue at %v is not what it says", at)
		}
	}
	for row := range p.Rows {
		for col := range p.Cols {
			covers := 0
			for _, r := range s.Rects {
				if r.Contains(row, col) {
					covers++
				}
			}
			if covers != 1 {
				return fault.Plainf(advice, "row %d column %d is in %d rectangles", row+1, col+1, covers)
			}
		}
	}
	return nil
}

// candidate is a rectangle that a clue may have: its cells as bits, row*Cols+col.
type candidate struct {
	cells uint64
	clue  uint8
}

// mask returns the cells of a rectangle as bits.
func (p *Puzzle) mask(r Rect) (cells uint64) {
	for row := r.R0; row <= r.R1; row++ {
		cells |= (1<<(r.C1-r.C0+1) - 1) << p.index(row, r.C0)
	}
	return cells
}

// rect returns the rectangle of a mask.
func (p *Puzzle) rect(cells uint64) Rect {
	first, last := bits.TrailingZeros64(cells), bits.Len64(cells)-1
	return Rect{first / p.Cols, first % p.Cols, last / p.Cols, last % p.Cols}
}

// candidates returns every rectangle with one clue in it that is what the clue says, in the
// order of the clues.
func (p *Puzzle) candidates() (all []candidate) {
	var clues uint64
	for _, c := range p.Clues {
		clues |= 1 << p.index(c.Row, c.Col)
	}
	for i, c := range p.Clues {
		own := uint64(1) << p.index(c.Row, c.Col)
		for r0 := c.Row; r0 >= 0; r0-- {
			for c0 := c.Col; c0 >= 0; c0-- {
				for r1 := c.Row; r1 < p.Rows; r1++ {
					for c1 := c.Col; c1 < p.Cols; c1++ {
						r := Rect{r0, c0, r1, c1}
						rows, cols := r.Dims()
						if c.Size != 0 && rows*cols > c.Size {
							break
						}
						m := p.mask(r)
						if m&clues != own {
							break // a larger one has the other clue as well
						}
						if c.Shape.Allows(rows, cols) && (c.Size == 0 || rows*cols == c.Size) {
							all = append(all, candidate{m, uint8(i)})
						}
					}
				}
			}
		}
	}
	return all
}

// search covers the board with a rectangle for each clue, depth first. At each step it takes
// what is forced, a clue with one candidate left or a cell that one covers, and else branches
// on the clue with the fewest.
type search struct {
	pace   puzzle.Pace
	chosen []uint64 // the cells of the rectangle of each clue
	visit  func() bool
	arena  []candidate // what the steps on the way hold
}

// run goes on where the candidates are open, with cells to cover and clues without a
// rectangle. No candidate has a cell that is covered or a clue that has its rectangle. It
// returns false when the search is to end.
func (s *search) run(open []candidate, cells, clues uint64) bool {
	if !s.pace.Step() {
		return false
	}
	base := len(s.arena)
	defer func() { s.arena = s.arena[:base] }()
	for {
		if clues == 0 {
			if cells == 0 {
				return s.visit()
			}
			return true
		}
		var once, twice, had, several uint64 // cells covered, clues with a candidate
		var count [64]uint8
		for _, c := range open {
			twice |= once & c.cells
			once |= c.cells
			several |= had & (1 << c.clue)
			had |= 1 << c.clue
			if count[c.clue] < 255 {
				count[c.clue]++
			}
		}
		if cells&^once != 0 || clues&^had != 0 {
			return true
		}
		lone, single := once&^twice, clues&^several
		if lone|single == 0 {
			return s.branch(open, cells, clues, &count)
		}
		for _, c := range open {
			if c.cells&lone == 0 && single>>c.clue&1 == 0 {
				continue
			}
			if c.cells&^cells != 0 || clues>>c.clue&1 == 0 {
				return true // two that are forced overlap, or are of one clue
			}
			s.chosen[c.clue] = c.cells
			cells &^= c.cells
			clues &^= 1 << c.clue
		}
		open = s.keep(open, cells, clues)
	}
}

// keep returns the candidates whose cells and clue are both still to have.
func (s *search) keep(open []candidate, cells, clues uint64) []candidate {
	from := len(s.arena)
	for _, c := range open {
		if c.cells&^cells == 0 && clues>>c.clue&1 != 0 {
			s.arena = append(s.arena, c)
		}
	}
	return s.arena[from:]
}

// branch tries the candidates of the clue that has the fewest.
func (s *search) branch(open []candidate, cells, clues uint64, count *[64]uint8) bool {
	best := bits.TrailingZeros64(clues)
	for m := clues; m != 0; m &= m - 1 {
		if clue := bits.TrailingZeros64(m); count[clue] < count[best] {
			best = clue
		}
	}
	for _, c := range open {
		if int(c.clue) != best {
			continue
		}
		s.chosen[best] = c.cells
		from := len(s.arena)
		rest, left := cells&^c.cells, clues&^(1<<best)
		if !s.run(s.keep(open, rest, left), rest, left) {
			return false
		}
		s.arena = s.arena[:from]
	}
	return true
}
