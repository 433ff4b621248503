package explain

import "fmt"

// next returns the step that the easiest technique finds, and false where none
// finds any.
func (p *position) next() (Step, bool) {
	for _, find := range []func() (Step, bool){
		p.lastCell,
		p.confinedRegion,
		p.confinedLine,
		p.starvation,
		func() (Step, bool) { return p.group(2) },
		func() (Step, bool) { return p.group(3) },
		p.trial,
	} {
		if s, ok := find(); ok {
			return s, true
		}
	}
	return Step{}, false
}

// lastCell finds a unit with one cell left: regions first, which are easiest to
// see, then rows and columns.
func (p *position) lastCell() (Step, bool) {
	for i := range 3 * p.n {
		u := (2*p.n + i) % (3 * p.n)
		if p.met[u] {
			continue
		}
		if cells := p.open(u); len(cells) == 1 {
			return Step{
				Technique: LastCell,
				Queen:     cells[0],
				Because:   cells,
				Unit:      p.units[u],
				Reason:    fmt.Sprintf("it is the only cell left in %s", p.unitName(u)),
			}, true
		}
	}
	return Step{}, false
}

// crossing returns a step that rules cells out, if there are any. Its reason is
// about some units.
func (p *position) crossing(t Technique, crossed, because, units []int, reason string) (Step, bool) {
	var unit []int
	for _, u := range units {
		unit = append(unit, p.units[u]...)
	}
	return Step{Technique: t, Queen: -1, Crossed: crossed, Because: because, Unit: unit, Reason: reason}, len(crossed) > 0
}

// inside tells whether all cells lie in a unit.
func (p *position) inside(cells []int, kind, u int) bool {
	for _, cell := range cells {
		if p.unitsOf(cell)[kind] != u {
			return false
		}
	}
	return true
}

// without returns the free cells of a unit that lie in none of some units of
// a kind.
func (p *position) without(u, kind int, others []int) (cells []int) {
next:
	for _, cell := range p.open(u) {
		for _, other := range others {
			if p.unitsOf(cell)[kind] == other {
				continue next
			}
		}
		cells = append(cells, cell)
	}
	return cells
}

// The kinds of units, as unitsOf orders them.
const (
	rows = iota
	columns
	regions
)

// ofKind returns the units of a kind that have no queen yet.
func (p *position) ofKind(kind int) (units []int) {
	for u := kind * p.n; u < (kind+1)*p.n; u++ {
		if !p.met[u] {
			units = append(units, u)
		}
	}
	return units
}

// confinedRegion finds a region whose cells are in one line.
func (p *position) confinedRegion() (Step, bool) {
	return p.confined(ConfinedRegion, regions, []int{rows, columns})
}

// confinedLine finds a line whose cells are in one region.
func (p *position) confinedLine() (Step, bool) {
	if s, ok := p.confined(ConfinedLine, rows, []int{regions}); ok {
		return s, true
	}
	return p.confined(ConfinedLine, columns, []int{regions})
}

// confined finds a unit of one kind whose cells are all in one of another kind,
// which then has its queen there.
func (p *position) confined(t Technique, kind int, others []int) (Step, bool) {
	for _, u := range p.ofKind(kind) {
		cells := p.open(u)
		for _, other := range others {
			v := p.unitsOf(cells[0])[other]
			if !p.inside(cells, other, v) {
				continue
			}
			reason := fmt.Sprintf("%s has all its cells in %s and takes it for itself", p.unitName(u), p.unitName(v))
			if s, ok := p.crossing(t, p.without(v, kind, []int{u}), cells, []int{u}, reason); ok {
				return s, true
			}
		}
	}
	return Step{}, false
}

// starvation finds cells that attack all that a unit has left, those of the
// unit with the fewest cells first.
func (p *position) starvation() (Step, bool) {
	for size := 2; size <= p.n*p.n; size++ {
		larger := false
		for u := range 3 * p.n {
			if p.met[u] {
				continue
			}
			cells := p.open(u)
			larger = larger || len(cells) > size
			if len(cells) != size {
				continue
			}
			var crossed []int
		next:
			for cell, free := range p.free {
				if !free || p.inside([]int{cell}, u/p.n, u) {
					continue
				}
				for _, other := range cells {
					if !p.attacks(cell, other) {
						continue next
					}
				}
				crossed = append(crossed, cell)
			}
			if s, ok := p.crossing(Starvation, crossed, cells, []int{u}, fmt.Sprintf("a queen there would leave %s without a cell", p.unitName(u))); ok {
				return s, true
			}
		}
		if !larger {
			break
		}
	}
	return Step{}, false
}

// group finds so many units of one kind whose cells are in as many units of
// another.
func (p *position) group(size int) (Step, bool) {
	for _, pair := range [][2]int{{regions, rows}, {regions, columns}, {rows, regions}, {columns, regions}} {
		kind, other := pair[0], pair[1]
		units := p.ofKind(kind)
		var step Step
		found := false
		choose(len(units), size, func(chosen []int) bool {
			group := make([]int, size)
			for i, at := range chosen {
				group[i] = units[at]
			}
			step, found = p.groupStep(group, kind, other)
			return !found
		})
		if found {
			return step, true
		}
	}
	return Step{}, false
}

// groupStep returns what a group of units rules out.
func (p *position) groupStep(group []int, kind, other int) (Step, bool) {
	var cells, within []int
	seen := make(map[int]bool)
	for _, u := range group {
		for _, cell := range p.open(u) {
			cells = append(cells, cell)
			if v := p.unitsOf(cell)[other]; !seen[v] {
				seen[v] = true
				within = append(within, v)
			}
		}
		if len(within) > len(group) {
			return Step{}, false
		}
	}
	if len(within) != len(group) {
		return Step{}, false
	}
	var crossed []int
	for _, v := range within {
		crossed = append(crossed, p.without(v, kind, group)...)
	}
	reason := fmt.Sprintf("%s have all their cells in %s and take these for themselves", p.unitNames(group), p.unitNames(within))
	return p.crossing(Group, crossed, cells, group, reason)
}

// choose calls visit with every choice of k of the numbers 0 to n-1, until it
// returns false.
func choose(n, k int, visit func([]int) bool) {
	chosen := make([]int, 0, k)
	var next func(from int) bool
	next = func(from int) bool {
		if len(chosen) == k {
			return visit(chosen)
		}
		for i := from; i < n; i++ {
			chosen = append(chosen, i)
			if !next(i + 1) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return true
	}
	next(0)
}

// trial finds a cell on which a queen would force others until some unit has no
// cell left. Of all such cells it takes the one that takes the fewest queens.
func (p *position) trial() (Step, bool) {
	var best Step
	found, shortest := false, 0
	for cell, free := range p.free {
		if !free {
			continue
		}
		q := p.clone()
		q.place(cell)
		length := 1
		dead := q.dead()
		for dead < 0 {
			s, ok := q.lastCell()
			if !ok {
				break
			}
			q.apply(&s)
			length++
			dead = q.dead()
		}
		if dead >= 0 && (!found || length < shortest) {
			reason := fmt.Sprintf("a queen there would force others, in the end leaving %s without a cell", p.unitName(dead))
			best, _ = p.crossing(Trial, []int{cell}, q.queens[len(p.queens):], []int{dead}, reason)
			found, shortest = true, length
		}
	}
	return best, found
}

// dead returns a unit without a queen and without a cell, or -1.
func (p *position) dead() int {
	for u, met := range p.met {
		if !met && len(p.open(u)) == 0 {
			return u
		}
	}
	return -1
}
