package backtrack

// state is a node of the search: the cells that may still get a queen, and how
// many of them each strategy has.
type state struct {
	free   []bool
	queens []int8  // the column of the queen in each row, where there is one
	count  []int16 // the candidates of each strategy
	met    []bool  // the strategy has its queen
	placed int     // queens

	// From level Sorted on: all strategies in ascending order of count, the
	// place of each in it, and where the strategies of each count begin. Those
	// that are met have no candidates and come first.
	order, place, begin []int16
}

// makeStates makes a state for each depth and fills the first.
func (r *run) makeStates() {
	n := r.n
	r.states = make([]state, n+1)
	for i := range r.states {
		r.states[i] = state{
			free:   make([]bool, n*n),
			queens: make([]int8, n),
			count:  make([]int16, 3*n),
			met:    make([]bool, 3*n),
		}
		if r.level >= Sorted {
			st := &r.states[i]
			st.order, st.place = make([]int16, 3*n), make([]int16, 3*n)
			st.begin = make([]int16, n*n+2)
		}
	}
	st := &r.states[0]
	for s, cells := range r.strategies {
		st.count[s] = int16(len(cells))
		for _, cell := range cells {
			st.free[cell] = true
		}
	}
	if r.level >= Sorted {
		st.sort()
	}
	for cell, open := range r.open {
		if !open {
			r.strike(st, int16(cell))
		}
	}
	for s, count := range st.count {
		r.dead = r.dead || count == 0 && r.counted(s)
	}
}

// sort puts the strategies in order of count.
func (st *state) sort() {
	for _, count := range st.count {
		st.begin[count+1]++
	}
	for count := 1; count < len(st.begin); count++ {
		st.begin[count] += st.begin[count-1]
	}
	filled := make([]int16, len(st.begin))
	for s, count := range st.count {
		at := st.begin[count] + filled[count]
		filled[count]++
		st.order[at], st.place[s] = int16(s), at
	}
}

// copyFrom makes st a copy of another state of the same run.
func (st *state) copyFrom(from *state) {
	copy(st.free, from.free)
	copy(st.queens, from.queens)
	copy(st.count, from.count)
	copy(st.met, from.met)
	copy(st.order, from.order)
	copy(st.place, from.place)
	copy(st.begin, from.begin)
	st.placed = from.placed
}

// counted tells whether the level gives up when a strategy has no candidate.
func (r *run) counted(s int) bool {
	return r.level >= CandidatesPerLine || r.level >= DeadEnds && s < r.n
}

// place puts a queen on a free cell and strikes out what it attacks. It
// returns false where a strategy is left without a candidate and the level
// looks for that.
func (r *run) place(st *state, cell int16) bool {
	st.queens[int(cell)/r.n] = int8(int(cell) % r.n)
	st.placed++
	for _, s := range r.of[cell] {
		st.met[s] = true
	}
	alive := true
	for _, other := range r.attacked[cell] {
		if st.free[other] && !r.strike(st, other) {
			alive = false
		}
	}
	return alive
}

// strike takes a free cell from the candidates. It returns false where a
// strategy that is counted has none left.
func (r *run) strike(st *state, cell int16) bool {
	st.free[cell] = false
	alive := true
	for _, s := range r.of[cell] {
		if st.order != nil {
			st.sink(s)
		}
		st.count[s]--
		if st.count[s] == 0 && !st.met[s] && r.counted(int(s)) {
			alive = false
		}
	}
	return alive
}

// sink moves a strategy in the order to where it belongs once it has lost a
// candidate: it changes places with the first of its count, which then belongs
// to the next lower one.
func (st *state) sink(s int16) {
	count := st.count[s]
	first := st.begin[count]
	other, at := st.order[first], st.place[s]
	st.order[first], st.place[s] = s, first
	st.order[at], st.place[other] = other, at
	st.begin[count]++
}
