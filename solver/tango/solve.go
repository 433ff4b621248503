package tango

import (
	"context"
	"iter"
	"math/bits"
	"sync"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// errNone is the error for a puzzle without a solution.
var errNone = puzzle.NoSolution("Tango", "its suns, moons and signs")

// Solve returns a [Solution] that has the givens; see [puzzle.Puzzle].
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
	s := search{pace: puzzle.NewPace(ctx, steps)}
	s.visit = func(f *field) bool { return visit(s.solution(f)) }
	var root field
	s.run(&root, s.prepare(p, &root))
	return s.pace.Err()
}

// Check reports how an answer breaks the rules: a given that it lacks, an empty cell, three
// alike, a row or column out of balance, or a sign that does not hold. The error is a
// [fault.Error].
func (p *Puzzle) Check(answer puzzle.Solution) error {
	if err := p.Validate(); err != nil {
		return err
	}
	s, ok := answer.(Solution)
	if !ok || s.Rows != p.Rows || s.Cols != p.Cols || len(s.Cells) != len(p.Cells) {
		return fault.Plainf(notToPlay, "this is no answer to a Tango board of %d x %d", p.Rows, p.Cols)
	}
	for cell, symbol := range s.Cells {
		if symbol != Sun && symbol != Moon {
			return fault.Plainf(notToPlay, "%v is empty", p.at(cell))
		}
		if given := p.Given(cell); given != Empty && given != symbol {
			return fault.Plainf(notToPlay, "%v holds a %v, but a %v is given", p.at(cell), symbol, given)
		}
	}
	return p.Broken(s.Cells)
}

const notToPlay = "this answer must not be played"

// Broken reports a rule that cells break, row-major, of which some may still be empty: three
// alike, too many of one kind in a row or column, or a sign that does not hold. There are as
// many of them as p has, which is valid. The error is a [fault.Error].
func (p *Puzzle) Broken(cells []Symbol) error {
	for cell, symbol := range cells {
		row, col := cell/p.Cols, cell%p.Cols
		if symbol == Empty {
			continue
		}
		if col >= 2 && cells[cell-1] == symbol && cells[cell-2] == symbol {
			return fault.Plainf(notToPlay, "row %d has three %vs in a row up to column %d", row+1, symbol, col+1)
		}
		if row >= 2 && cells[cell-p.Cols] == symbol && cells[cell-2*p.Cols] == symbol {
			return fault.Plainf(notToPlay, "column %d has three %vs in a row up to row %d", col+1, symbol, row+1)
		}
	}
	for _, symbol := range [...]Symbol{Sun, Moon} {
		has := make([]int, p.Rows+p.Cols) // in each row, then in each column
		for cell, s := range cells {
			if s == symbol {
				has[cell/p.Cols]++
				has[p.Rows+cell%p.Cols]++
			}
		}
		for i, n := range has {
			if i < p.Rows && n > p.Cols/2 {
				return fault.Plainf(notToPlay, "row %d has %d %vs, not %d", i+1, n, symbol, p.Cols/2)
			}
			if i >= p.Rows && n > p.Rows/2 {
				return fault.Plainf(notToPlay, "column %d has %d %vs, not %d", i-p.Rows+1, n, symbol, p.Rows/2)
			}
		}
	}
	for _, sign := range p.Signs {
		a, b := cells[p.index(sign.A)], cells[p.index(sign.B)]
		if a != Empty && b != Empty && (a == b) != sign.Equal {
			return fault.Plainf(notToPlay, "the sign %v between %v and %v does not hold", sign, sign.A, sign.B)
		}
	}
	return nil
}

// index returns row*Cols+col of a cell.
func (p *Puzzle) index(c puzzle.Cell) int { return c.Row*p.Cols + c.Col }

// search fills a board in, depth first. A line is a row or a column; its suns are bits of a
// word, the first cell being the lowest. Of each line the search goes through all ways to fill
// it that the rules leave, keeps what they have in common, and lets the lines that cross it
// know. Where no line says more, it branches on a cell.
type search struct {
	rows, cols int
	equal      [2 * MaxSize]uint16 // bit i: an equals sign between the cells i and i+1 of the line
	opposite   [2 * MaxSize]uint16 // bit i: a cross there
	pace       puzzle.Pace
	visit      func(*field) bool
}

// field is what is known of the cells: of each line, rows before columns, the suns and moons.
type field struct{ suns, moons [2 * MaxSize]uint16 }

// prepare sets the search up for a valid puzzle and f to its givens, and returns all lines as
// those to look at.
func (s *search) prepare(p *Puzzle, f *field) (dirty uint32) {
	s.rows, s.cols = p.Rows, p.Cols
	for _, sign := range p.Signs {
		o := sign.Ordered()
		line, at := o.A.Row, o.A.Col
		if o.A.Col == o.B.Col {
			line, at = p.Rows+o.A.Col, o.A.Row
		}
		if sign.Equal {
			s.equal[line] |= 1 << at
		} else {
			s.opposite[line] |= 1 << at
		}
	}
	for cell := range p.Cells {
		if given := p.Given(cell); given != Empty {
			s.set(f, cell/p.Cols, cell%p.Cols, given)
		}
	}
	return uint32(1<<(p.Rows+p.Cols) - 1)
}

// set puts a symbol into a cell.
func (s *search) set(f *field, row, col int, symbol Symbol) {
	if symbol == Sun {
		f.suns[row] |= 1 << col
		f.suns[s.rows+col] |= 1 << row
	} else {
		f.moons[row] |= 1 << col
		f.moons[s.rows+col] |= 1 << row
	}
}

// cells returns how many cells a line has.
func (s *search) cells(line int) int {
	if line < s.rows {
		return s.cols
	}
	return s.rows
}

// settle fills in what single lines force, beginning with those that are dirty. It returns
// false where a line cannot be filled.
func (s *search) settle(f *field, dirty uint32) bool {
	for dirty != 0 {
		line := bits.TrailingZeros32(dirty)
		dirty &= dirty - 1
		all, some, _ := s.ways(f, line)
		if some == 0 {
			return false
		}
		full := uint16(1<<s.cells(line) - 1)
		across := 0 // the first of the lines that cross this one
		if line < s.rows {
			across = s.rows
		}
		at := line - s.rows + across // its place in them
		bit := uint16(1) << at
		for m := all &^ f.suns[line]; m != 0; m &= m - 1 {
			cross := across + bits.TrailingZeros16(m)
			f.suns[cross] |= bit
			dirty |= 1 << cross
		}
		for m := full &^ some &^ f.moons[line]; m != 0; m &= m - 1 {
			cross := across + bits.TrailingZeros16(m)
			f.moons[cross] |= bit
			dirty |= 1 << cross
		}
		f.suns[line] |= all
		f.moons[line] |= full &^ some
	}
	return true
}

// ways goes through the ways to fill a line, and returns the suns of all, the suns of some, and
// how many there are. Both are 0 where there is none.
func (s *search) ways(f *field, line int) (all, some uint16, n int) {
	suns, moons, equal, opposite := f.suns[line], f.moons[line], s.equal[line], s.opposite[line]
	all = ^uint16(0)
	for _, way := range lines(s.cells(line)) {
		if change := way ^ way>>1; way&moons|suns&^way|change&equal|opposite&^change == 0 {
			all &= way
			some |= way
			n++
		}
	}
	if n == 0 {
		all = 0
	}
	return all, some, n
}

// run fills the board in from f on. It returns false when the search is to end.
func (s *search) run(f *field, dirty uint32) bool {
	if !s.pace.Step() {
		return false
	}
	if !s.settle(f, dirty) {
		return true
	}
	best, fewest := -1, 0
	for line := range s.rows {
		if open := bits.OnesCount16(f.suns[line] | f.moons[line]); open < s.cols {
			if _, _, n := s.ways(f, line); best < 0 || n < fewest {
				best, fewest = line, n
			}
		}
	}
	if best < 0 {
		return s.visit(f)
	}
	col := bits.TrailingZeros16(^(f.suns[best] | f.moons[best]))
	for symbol := Sun; symbol <= Moon; symbol++ {
		next := *f
		s.set(&next, best, col, symbol)
		if !s.run(&next, 1<<best|1<<(s.rows+col)) {
			return false
		}
	}
	return true
}

// solution returns the board that is filled in.
func (s *search) solution(f *field) Solution {
	cells := make([]Symbol, s.rows*s.cols)
	for cell := range cells {
		cells[cell] = Moon
		if f.suns[cell/s.cols]>>(cell%s.cols)&1 != 0 {
			cells[cell] = Sun
		}
	}
	return Solution{s.rows, s.cols, cells}
}

// allLines holds the lines of each length, made once they are asked for.
var allLines [MaxSize + 1]struct {
	once sync.Once
	ways []uint16
}

// lines returns all ways to fill a line of an even length that have as many suns as moons and
// never three alike side by side, in ascending order.
func lines(length int) []uint16 {
	l := &allLines[length]
	l.once.Do(func() {
		for way := range 1 << length {
			moons := 1<<length - 1 - way
			if 2*bits.OnesCount(uint(way)) == length && way&(way>>1)&(way>>2)|moons&(moons>>1)&(moons>>2) == 0 {
				l.ways = append(l.ways, uint16(way))
			}
		}
	})
	return l.ways
}
