package zip

import (
	"math/bits"

	"autoqueens/solver/puzzle"
)

// maxCells is how many cells a board can have.
const maxCells = MaxSize * MaxSize

// Directions, in the order of their bits. The opposite of d is d^2.
const (
	up = iota
	right
	down
	left
)

// graph is a board as cells that are linked: what does not change during a search. Cells are
// row*cols+col.
type graph struct {
	rows, cols, cells int
	first, last       int             // the cells of the number 1 and of the highest
	numbers           int             // how many there are
	step              [4]int          // from a cell to its neighbour
	links             [maxCells]uint8 // directions without a wall or the board's edge, as bits
	number            [maxCells]uint8 // 0 for none
}

func newGraph(p *Puzzle) *graph {
	g := &graph{rows: p.Rows, cols: p.Cols, cells: p.Rows * p.Cols, numbers: len(p.Numbers), step: [4]int{-p.Cols, 1, p.Cols, -1}}
	for cell := range g.cells {
		row, col := cell/g.cols, cell%g.cols
		for d, open := range [4]bool{row > 0, col < g.cols-1, row < g.rows-1, col > 0} {
			if open {
				g.links[cell] |= 1 << d
			}
		}
	}
	for _, w := range p.Walls {
		o := w.Ordered()
		a, d := p.index(o.A), right
		if o.A.Col == o.B.Col {
			d = down
		}
		g.links[a] &^= 1 << d
		g.links[a+g.step[d]] &^= 1 << (d ^ 2)
	}
	for _, n := range p.Numbers {
		at := p.index(n.Cell)
		g.number[at] = uint8(n.K)
		if n.K == 1 {
			g.first = at
		}
		if n.K == g.numbers {
			g.last = at
		}
	}
	return g
}

// state is what is known of a path: of each side between two cells, whether the path takes it,
// or may. What it takes are fragments, paths that are to be joined to one; a cell that it takes
// no side of is a fragment of its own.
type state struct {
	on    [maxCells]uint8 // the directions that the path takes from a cell, as bits
	may   [maxCells]uint8 // those that it may take, those that it takes included
	other [maxCells]uint8 // of an end of a fragment: its other end
	near  [maxCells]uint8 // of an end of a fragment: the number nearest to it in the fragment, 0 where it has none
	sides int             // how many the path takes
	queue [maxCells]uint8 // cells to look at
	head  int             // where the queue begins
	size  int             // of the queue
	waits [maxCells]bool  // the cell is in the queue
}

// root returns the state in which nothing is known but the board, with all cells to look at. It
// returns false where the colours of a chess board already forbid a path.
func (g *graph) root() (st state, ok bool) {
	st.may = g.links
	st.near = g.number
	for cell := range g.cells {
		st.other[cell] = uint8(cell)
		st.push(cell)
	}
	color := func(cell int) int { return (cell/g.cols + cell%g.cols) % 2 }
	// A path goes from one colour to the other at each step. Upper left is the colour that there
	// is more of where the cells are odd in number.
	if g.cells%2 == 0 {
		return st, color(g.first) != color(g.last)
	}
	return st, color(g.first) == 0 && color(g.last) == 0
}

// push adds a cell to those to look at.
func (st *state) push(cell int) {
	if !st.waits[cell] {
		st.waits[cell] = true
		at := st.head + st.size
		if at >= maxCells {
			at -= maxCells
		}
		st.queue[at] = uint8(cell)
		st.size++
	}
}

// pop takes a cell from those to look at.
func (st *state) pop() int {
	cell := int(st.queue[st.head])
	if st.head++; st.head == maxCells {
		st.head = 0
	}
	st.size--
	st.waits[cell] = false
	return cell
}

// need returns how many sides of a cell the path has yet to take.
func (g *graph) need(st *state, cell int) int {
	need := 2 - bits.OnesCount8(st.on[cell])
	if cell == g.first || cell == g.last {
		need--
	}
	return need
}

// bar rules a side out.
func (g *graph) bar(st *state, cell, d int) {
	next := cell + g.step[d]
	st.may[cell] &^= 1 << d
	st.may[next] &^= 1 << (d ^ 2)
	st.push(cell)
	st.push(next)
}

// take lets the path take a side that it may, and joins the two fragments that meet there. It
// returns false where they cannot be joined.
func (g *graph) take(st *state, cell, d int) bool {
	if st.on[cell]>>d&1 != 0 {
		return true
	}
	next := cell + g.step[d]
	if g.need(st, cell) <= 0 || g.need(st, next) <= 0 || !g.joins(st, cell, next) {
		return false
	}
	a, b := int(st.other[cell]), int(st.other[next])
	// Where a fragment has no number the other's is the nearest.
	fromA, fromB := st.near[a], st.near[b]
	if fromA == 0 {
		fromA = st.near[next]
	}
	if fromB == 0 {
		fromB = st.near[cell]
	}
	st.on[cell] |= 1 << d
	st.on[next] |= 1 << (d ^ 2)
	st.other[a], st.other[b] = uint8(b), uint8(a)
	st.near[a], st.near[b] = fromA, fromB
	st.sides++
	st.push(cell)
	st.push(next)
	st.push(a)
	st.push(b)
	return true
}

// joins tells whether the fragments that end in two neighbouring cells can be joined there: they
// are not one, which would be a ring, their numbers follow on each other, and it is not the
// whole path, from the first to the last, before it has all cells.
func (g *graph) joins(st *state, cell, next int) bool {
	a, b := int(st.other[cell]), int(st.other[next])
	if a == next {
		return false
	}
	if (a == g.first && b == g.last || a == g.last && b == g.first) && st.sides+1 != g.cells-1 {
		return false
	}
	p, q := st.near[cell], st.near[next]
	if p == 0 || q == 0 {
		return true
	}
	switch q {
	case p + 1:
		return st.near[a] <= p && st.near[b] >= q
	case p - 1:
		return st.near[a] >= p && st.near[b] <= q
	}
	return false
}

// settle draws what follows from single cells, beginning with those that wait: a cell has as
// many sides as it needs and no more, and none that cannot be. It returns false where there is
// no path.
func (g *graph) settle(st *state) bool {
	for st.size > 0 {
		cell := st.pop()
		need := g.need(st, cell)
		if need < 0 {
			return false
		}
		open := st.may[cell] &^ st.on[cell]
		if need == 0 {
			for m := open; m != 0; m &= m - 1 {
				g.bar(st, cell, bits.TrailingZeros8(m))
			}
			continue
		}
		for m := open; m != 0; m &= m - 1 {
			d := bits.TrailingZeros8(m)
			if next := cell + g.step[d]; g.need(st, next) <= 0 || !g.joins(st, cell, next) {
				g.bar(st, cell, d)
				open &^= 1 << d
			}
		}
		switch n := bits.OnesCount8(open); {
		case n < need:
			return false
		case n == need:
			for m := open; m != 0; m &= m - 1 {
				if !g.take(st, cell, bits.TrailingZeros8(m)) {
					return false
				}
			}
		}
	}
	return true
}

// whole tells whether the sides that the path may take still let it go everywhere in the order
// of the numbers. It goes through the cells depth first from the first one on. Where a part of
// the board hangs on the rest by one cell, the path goes there last and never comes back: there
// is one such part at most beyond each cell, it has the last cell, and the highest numbers.
func (g *graph) whole(st *state) bool {
	var w visit
	w.graph, w.state = g, st
	for cell := range g.cells {
		w.lowest[cell] = 0
	}
	if !w.from(g.first, -1) {
		return false
	}
	return w.seen == g.cells
}

// visit is a way through the cells, depth first.
type visit struct {
	graph  *graph
	state  *state
	seen   int             // cells so far
	nth    [maxCells]uint8 // when a cell was seen, from 1
	lowest [maxCells]uint8 // the earliest cell that is linked to one below the cell
	within [maxCells]uint8 // how many numbers there are from the cell down
	least  [maxCells]uint8 // the least of them
	last   [maxCells]bool  // whether the last cell is there
}

// from visits a cell and all that are below it, and returns false where that tells that there is
// no path. came is the direction back, -1 for none.
func (w *visit) from(cell, came int) bool {
	g := w.graph
	w.seen++
	w.nth[cell] = uint8(w.seen)
	w.lowest[cell] = uint8(w.seen)
	w.last[cell] = cell == g.last
	w.least[cell] = 255
	if k := g.number[cell]; k != 0 {
		w.within[cell], w.least[cell] = 1, k
	}
	parts := 0 // that hang on this cell
	for m := w.state.may[cell]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros8(m)
		if d == came {
			continue
		}
		next := cell + g.step[d]
		if n := w.nth[next]; n != 0 {
			w.lowest[cell] = min(w.lowest[cell], n)
			continue
		}
		if !w.from(next, d^2) {
			return false
		}
		w.lowest[cell] = min(w.lowest[cell], w.lowest[next])
		w.within[cell] += w.within[next]
		w.least[cell] = min(w.least[cell], w.least[next])
		w.last[cell] = w.last[cell] || w.last[next]
		if w.lowest[next] >= w.nth[cell] {
			if parts++; parts > 1 || !w.last[next] || int(w.least[next]) != g.numbers-int(w.within[next])+1 {
				return false
			}
		}
	}
	return true
}

// search draws the path, depth first: it draws what is forced, and else tries a side.
type search struct {
	*graph
	pace  puzzle.Pace
	visit func(*state) bool
}

// run goes on from a state, which it changes. It returns false when the search is to end.
func (s *search) run(st *state) bool {
	for {
		if !s.pace.Step() {
			return false
		}
		if !s.settle(st) {
			return true
		}
		if st.sides == s.cells-1 {
			return s.visit(st)
		}
		if !s.whole(st) {
			return true
		}
		cell := s.branch(st)
		d := bits.TrailingZeros8(st.may[cell] &^ st.on[cell])
		next := *st
		if s.take(&next, cell, d) && !s.run(&next) {
			return false
		}
		s.bar(st, cell, d)
	}
}

// branch returns the cell to go on with: an end of a fragment that can go on in the fewest ways,
// the one of the number 1 before others.
func (s *search) branch(st *state) int {
	best, fewest := -1, 0
	for cell := range s.cells {
		need := s.need(st, cell)
		if need == 0 {
			continue
		}
		ways := 4 * bits.OnesCount8(st.may[cell]&^st.on[cell])
		if need == 2 {
			ways += 4
		}
		if int(st.other[cell]) != s.first {
			ways++
		}
		if best < 0 || ways < fewest {
			best, fewest = cell, ways
		}
	}
	return best
}

// solution returns the path of a state that has all of it.
func (g *graph) solution(st *state) Solution {
	s := Solution{Rows: g.rows, Cols: g.cols, Path: make([]puzzle.Cell, 0, g.cells)}
	cell, came := g.first, uint8(0)
	for {
		s.Path = append(s.Path, puzzle.Cell{Row: cell / g.cols, Col: cell % g.cols})
		out := st.on[cell] &^ came
		if out == 0 {
			return s
		}
		d := bits.TrailingZeros8(out)
		cell, came = cell+g.step[d], 1<<(d^2)
	}
}
