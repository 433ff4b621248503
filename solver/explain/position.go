package explain

import (
	"fmt"
	"slices"
	"strings"

	"autoqueens/solver"
)

// position is a board on the way to its solution.
type position struct {
	n       int
	names   []string // the regions as text, a letter a cell
	regions []uint8
	units   [][]int // the cells of each: rows, then columns, then regions
	free    []bool  // the cell may still get a queen
	met     []bool  // the unit has its queen
	queens  []int   // their cells
	left    int     // queens to be placed
}

func newPosition(b *solver.Board) *position {
	n := b.Size
	p := &position{
		n:       n,
		names:   b.RegionRows(),
		regions: b.Regions,
		units:   make([][]int, 3*n),
		free:    make([]bool, n*n),
		met:     make([]bool, 3*n),
		left:    n,
	}
	for cell := range p.free {
		p.free[cell] = true
		for _, u := range p.unitsOf(cell) {
			p.units[u] = append(p.units[u], cell)
		}
	}
	return p
}

func (p *position) clone() *position {
	c := *p
	c.free, c.met, c.queens = slices.Clone(p.free), slices.Clone(p.met), slices.Clone(p.queens)
	return &c
}

// unitsOf returns the row, the column and the region of a cell.
func (p *position) unitsOf(cell int) [3]int {
	return [3]int{cell / p.n, p.n + cell%p.n, 2*p.n + int(p.regions[cell])}
}

// open returns the cells that a unit has left.
func (p *position) open(u int) (cells []int) {
	for _, cell := range p.units[u] {
		if p.free[cell] {
			cells = append(cells, cell)
		}
	}
	return cells
}

// attacks tells whether queens on two different cells would break a rule.
func (p *position) attacks(x, y int) bool {
	down, across := x/p.n-y/p.n, x%p.n-y%p.n
	touch := -1 <= down && down <= 1 && -1 <= across && across <= 1
	return down == 0 || across == 0 || touch || p.regions[x] == p.regions[y]
}

// place puts a queen on a cell and returns the free cells it attacks, which
// are no longer free.
func (p *position) place(queen int) (crossed []int) {
	p.free[queen] = false
	p.queens = append(p.queens, queen)
	p.left--
	for _, u := range p.unitsOf(queen) {
		p.met[u] = true
	}
	for cell, free := range p.free {
		if free && p.attacks(queen, cell) {
			p.free[cell] = false
			crossed = append(crossed, cell)
		}
	}
	return crossed
}

// apply carries a step out, and notes in it what its queen attacks.
func (p *position) apply(s *Step) {
	for _, cell := range s.Crossed {
		p.free[cell] = false
	}
	if s.Queen >= 0 {
		s.Crossed = append(s.Crossed, p.place(s.Queen)...)
	}
}

// placement returns the queens once all stand.
func (p *position) placement() solver.Placement {
	answer := make(solver.Placement, p.n)
	for _, cell := range p.queens {
		answer[cell/p.n] = cell % p.n
	}
	return answer
}

// board returns the board with the queens that stand.
func (p *position) board(b *solver.Board) *solver.Board {
	c := b.Cleared()
	c.Marks = make([]solver.Mark, len(c.Regions))
	for _, cell := range p.queens {
		c.Marks[cell] = solver.Queen
	}
	return c
}

// unitName returns words for a unit; lines are counted from 1.
func (p *position) unitName(u int) string {
	switch {
	case u < p.n:
		return fmt.Sprintf("row %d", u+1)
	case u < 2*p.n:
		return fmt.Sprintf("column %d", u-p.n+1)
	}
	cell := p.units[u][0]
	return "region " + p.names[cell/p.n][cell%p.n:cell%p.n+1]
}

// unitNames returns words for several units of one kind: "rows 1, 2 and 4".
func (p *position) unitNames(units []int) string {
	kind, first, _ := strings.Cut(p.unitName(units[0]), " ")
	if len(units) == 1 {
		return kind + " " + first
	}
	var names []string
	for _, u := range units {
		_, name, _ := strings.Cut(p.unitName(u), " ")
		names = append(names, name)
	}
	last := len(names) - 1
	return kind + "s " + strings.Join(names[:last], ", ") + " and " + names[last]
}
