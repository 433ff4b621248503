// Package breadth solves Queens breadth first over the colours: it starts with
// a space that holds the empty board alone, and for one region after the other
// puts a queen on every free cell of the region, on every board of the space.
// What is left after the last region are all solutions.
//
// The method keeps the whole space, so that it finds all solutions or none,
// and needs room for the widest one.
package breadth

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Solver is the method. Its zero value takes the regions in order of their
// ids; it keeps no state.
type Solver struct {
	// SmallestFirst takes the regions in order of size instead, which keeps
	// the space narrow for as long as can be.
	SmallestFirst bool
	// MaxWidth is how many boards a space may hold; 0 means DefaultMaxWidth.
	// A board that needs more is given up with an error.
	MaxWidth int
}

// DefaultMaxWidth bounds a space to some hundreds of megabytes.
const DefaultMaxWidth = 2_000_000

// Solve returns a placement that keeps the queens on b, or
// solver.ErrNoSolution.
func (s Solver) Solve(ctx context.Context, b *solver.Board) (solver.Placement, error) {
	return each.Solve(ctx, b, s.walk)
}

// Count returns how many placements keep the queens on b, and stops at limit;
// a limit of 0 or less means to count them all.
func (s Solver) Count(ctx context.Context, b *solver.Board, limit int) (int, error) {
	return each.Count(ctx, b, limit, s.walk)
}

// All yields every placement that keeps the queens on b.
func (s Solver) All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error] {
	return each.All(ctx, b, s.walk)
}

func (s Solver) walk(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) error {
	space, err := s.explore(ctx, b, s.order(b))
	if err != nil {
		return err
	}
	for p := range space.placements() {
		if !visit(p) {
			return nil
		}
	}
	return nil
}

// Growth tells how wide the space was after each region.
type Growth struct {
	Order  []int // the regions as they were taken
	Widths []int // how many boards the space held then
}

// Widest returns the largest of the widths.
func (g Growth) Widest() int { return slices.Max(g.Widths) }

// Grow walks the space of a board and tells how wide it grew.
func (s Solver) Grow(ctx context.Context, b *solver.Board) (Growth, error) {
	if err := b.Validate(); err != nil {
		return Growth{}, err
	}
	return s.GrowInOrder(ctx, b, s.order(b))
}

// GrowInOrder is Grow with the regions taken in an order of the caller's
// choice, which must name each of them once.
func (s Solver) GrowInOrder(ctx context.Context, b *solver.Board, order []int) (Growth, error) {
	if err := b.Validate(); err != nil {
		return Growth{}, err
	}
	sorted := slices.Sorted(slices.Values(order))
	for id := range b.Size {
		if len(sorted) != b.Size || sorted[id] != id {
			return Growth{}, fault.Plain("the order does not name each region once", fmt.Sprintf("give the numbers 0 to %d in any order", b.Size-1))
		}
	}
	space, err := s.explore(ctx, b, order)
	return space.growth, err
}

// order returns the regions as they are to be taken.
func (s Solver) order(b *solver.Board) []int {
	order := make([]int, b.Size)
	for id := range order {
		order[id] = id
	}
	if s.SmallestFirst {
		sizes := make([]int, b.Size)
		for _, id := range b.Regions {
			sizes[id]++
		}
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(sizes[x], sizes[y]) })
	}
	return order
}

// space is a set of boards on which the same regions have their queens.
type space struct {
	n     int
	words int // that hold a set of cells
	// free holds the cells of each board that no queen attacks yet, and queens
	// the column of the queen in each row, where there is one.
	free   []uint64
	queens []uint8
	growth Growth
}

// looksEvery is how many boards are made between two looks at the context.
const looksEvery = 1 << 12

// explore walks the space to its end.
func (s Solver) explore(ctx context.Context, b *solver.Board, order []int) (*space, error) {
	n := b.Size
	most := s.MaxWidth
	if most <= 0 {
		most = DefaultMaxWidth
	}
	words := (n*n + 63) / 64
	at := &space{n: n, words: words, free: make([]uint64, words), queens: make([]uint8, n)}
	for cell, open := range each.Open(b) {
		if open {
			at.free[cell/64] |= 1 << (cell % 64)
		}
	}
	attacked := attacks(b, words)
	cells := make([][]int, n)
	for cell, id := range b.Regions {
		cells[id] = append(cells[id], cell)
	}
	// The space before and the next one take turns in two pieces of memory.
	next := &space{n: n, words: words}
	for _, id := range order {
		next.free, next.queens = next.free[:0], next.queens[:0]
		for i := range len(at.queens) / n {
			if i%looksEvery == 0 && ctx.Err() != nil {
				return at, context.Cause(ctx)
			}
			free, queens := at.free[i*words:(i+1)*words], at.queens[i*n:(i+1)*n]
			for _, cell := range cells[id] {
				if free[cell/64]>>(cell%64)&1 == 0 {
					continue
				}
				for w, word := range attacked[cell] {
					next.free = append(next.free, free[w]&^word)
				}
				next.queens = append(next.queens, queens...)
				next.queens[len(next.queens)-n+cell/n] = uint8(cell % n)
			}
			if width := len(next.queens) / n; width > most {
				return at, fault.Plainf("another method needs less room, or the smallest regions first", "the breadth-first space grew to more than %d boards", most)
			}
		}
		next.growth.Order = append(at.growth.Order, id)
		next.growth.Widths = append(at.growth.Widths, len(next.queens)/n)
		at, next = next, at
	}
	return at, nil
}

// attacks returns for each cell the cells where no other queen may stand once
// it has one, itself included.
func attacks(b *solver.Board, words int) [][]uint64 {
	n := b.Size
	sets := make([][]uint64, n*n)
	for cell := range sets {
		set := make([]uint64, words)
		for other := range sets {
			down, across := other/n-cell/n, other%n-cell%n
			touch := -1 <= down && down <= 1 && -1 <= across && across <= 1
			if down == 0 || across == 0 || touch || b.Regions[other] == b.Regions[cell] {
				set[other/64] |= 1 << (other % 64)
			}
		}
		sets[cell] = set
	}
	return sets
}

// placements yields the boards of the space after the last region. Each is
// only lent.
func (s *space) placements() iter.Seq[solver.Placement] {
	return func(yield func(solver.Placement) bool) {
		p := make(solver.Placement, s.n)
		for i := range len(s.queens) / s.n {
			for row, col := range s.queens[i*s.n : (i+1)*s.n] {
				p[row] = int(col)
			}
			if !yield(p) {
				return
			}
		}
	}
}
