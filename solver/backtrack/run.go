package backtrack

import (
	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// looksEvery is how many nodes of the search pass between two looks at done.
const looksEvery = 1 << 10

// run is one search.
type run struct {
	n          int
	level      Level
	strategies [][]int16  // the cells of each: regions, then rows, then columns
	of         [][3]int16 // the strategies of each cell, in the same order
	attacked   [][]int16  // the cells that a queen on each cell strikes out, its own included
	open       []bool     // the cells that the queens on the board leave
	p          solver.Placement
	standing   []int16 // at level Naive: the queen of each region
	states     []state // the node at each depth
	visit      func(solver.Placement) bool
	done       <-chan struct{}
	dead       bool // a strategy has no candidate from the start
	stopped    bool
	nodes      uint
}

func newRun(b *solver.Board, level Level, visit func(solver.Placement) bool, done <-chan struct{}) *run {
	n := b.Size
	r := &run{
		n:          n,
		level:      level,
		strategies: make([][]int16, 3*n),
		of:         make([][3]int16, n*n),
		attacked:   make([][]int16, n*n),
		open:       each.Open(b),
		p:          make(solver.Placement, n),
		visit:      visit,
		done:       done,
	}
	for cell, id := range b.Regions {
		r.of[cell] = [3]int16{int16(id), int16(n + cell/n), int16(2*n + cell%n)}
		for _, s := range r.of[cell] {
			r.strategies[s] = append(r.strategies[s], int16(cell))
		}
	}
	if level == Naive {
		r.standing = make([]int16, n)
		return r
	}
	for cell := range r.attacked {
		for other := range b.Regions {
			if other == cell || r.attacks(cell, other) {
				r.attacked[cell] = append(r.attacked[cell], int16(other))
			}
		}
	}
	r.makeStates()
	return r
}

// attacks tells whether queens on two cells would break a rule.
func (r *run) attacks(x, y int) bool {
	down, across := x/r.n-y/r.n, x%r.n-y%r.n
	touch := -1 <= down && down <= 1 && -1 <= across && across <= 1
	return down == 0 || across == 0 || touch || r.of[x][0] == r.of[y][0]
}

// look notes a node and tells whether the search is to go on.
func (r *run) look() bool {
	if r.done == nil {
		return true
	}
	if r.nodes++; r.nodes%looksEvery == 0 {
		select {
		case <-r.done:
			r.stopped = true
			return false
		default:
		}
	}
	return true
}

// naive puts queens on the regions from the given one on and asks for the
// rules at the end. It returns false when the search is to end.
func (r *run) naive(region int) bool {
	if !r.look() {
		return false
	}
	if region == r.n {
		return !r.sound() || r.visit(r.p)
	}
	for _, cell := range r.strategies[region] {
		if r.open[cell] {
			r.standing[region] = cell
			if !r.naive(region + 1) {
				return false
			}
		}
	}
	return true
}

// sound tells whether the queens that stand keep the rules; it leaves them in
// p if so.
func (r *run) sound() bool {
	for i, x := range r.standing {
		for _, y := range r.standing[:i] {
			if r.attacks(int(x), int(y)) {
				return false
			}
		}
	}
	for _, cell := range r.standing {
		r.p[int(cell)/r.n] = int(cell) % r.n
	}
	return true
}

// search goes on from the state at a depth, which it changes. It returns false
// when the search is to end.
func (r *run) search(depth int) bool {
	if !r.look() {
		return false
	}
	st := &r.states[depth]
	if r.level >= AllForced {
		for st.placed < r.n {
			s := st.order[3*st.placed]
			if st.count[s] > 1 {
				break
			}
			if !r.place(st, r.only(st, s)) {
				return true
			}
		}
	}
	if st.placed == r.n {
		for row := range r.p {
			r.p[row] = int(st.queens[row])
		}
		return r.visit(r.p)
	}
	for _, cell := range r.strategies[r.choose(st)] {
		if !st.free[cell] {
			continue
		}
		next := &r.states[depth+1]
		next.copyFrom(st)
		if r.place(next, cell) && !r.search(depth+1) {
			return false
		}
	}
	return true
}

// choose returns the strategy to branch over.
func (r *run) choose(st *state) int16 {
	if r.level >= Sorted {
		return st.order[3*st.placed]
	}
	smallest := int16(-1)
	for s := range int16(len(r.strategies)) {
		switch {
		case st.met[s]:
		case r.level < SmallestFirst:
			return s // the next region; there is one while queens are missing
		case smallest < 0 || st.count[s] < st.count[smallest]:
			smallest = s
		}
	}
	return smallest
}

// only returns the first candidate of a strategy that has one.
func (r *run) only(st *state, s int16) int16 {
	for _, cell := range r.strategies[s] {
		if st.free[cell] {
			return cell
		}
	}
	return -1 // not reached: the count says that there is one
}
