package zip

import (
	"context"
	"math/rand/v2"
	"slices"

	"autoqueens/solver/internal/maker"
	"autoqueens/solver/puzzle"
)

// Sizes are those that [Generate] makes.
var Sizes = puzzle.Sizes(4, 10, 1)

// Generate makes a square puzzle with exactly one solution and returns it with that. Two in three
// have walls, as puzzles of the day, and there are few numbers more than 20. The same size and seed
// give the same puzzle on every machine. The error is a [fault.Error].
func Generate(size int, seed uint64) (*Puzzle, Solution, error) {
	if err := maker.Sized("Zip", size, Sizes); err != nil {
		return nil, Solution{}, err
	}
	rng := maker.Random(Name, size, seed)
	// Larger boards without walls would have too many numbers.
	walled := rng.IntN(3) > 0 || size > 8
	for range maker.MaxTries {
		g := generator{size: size, rng: rng, path: anyPath(size, rng), walled: walled}
		if p := g.make(); p != nil {
			return p, g.answer(), nil
		}
	}
	return nil, Solution{}, maker.Unmade("Zip", size, seed)
}

// anyPath returns a path through all cells, row*size+col. It begins with a snake and then, again and
// again, links an end of the path to a neighbour and cuts the ring that this closes.
//
// Source: Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt" (1982), known as
// the backbite move.
func anyPath(size int, rng *rand.Rand) []int {
	path := make([]int, size*size)
	for i := range path {
		row, col := i/size, i%size
		if row%2 == 1 {
			col = size - 1 - col
		}
		path[i] = row*size + col
	}
	for range 10 * len(path) {
		if rng.IntN(2) == 0 {
			slices.Reverse(path)
		}
		end := path[len(path)-1]
		row, col := end/size, end%size
		near := make([]int, 0, 4)
		for _, c := range []puzzle.Cell{{Row: row - 1, Col: col}, {Row: row + 1, Col: col}, {Row: row, Col: col - 1}, {Row: row, Col: col + 1}} {
			if cell := c.Row*size + c.Col; c.In(size, size) && cell != path[len(path)-2] {
				near = append(near, cell)
			}
		}
		if len(near) > 0 {
			at := slices.Index(path, near[rng.IntN(len(near))])
			slices.Reverse(path[at+1:])
		}
	}
	return path
}

// generator makes a puzzle whose path is the only one.
type generator struct {
	size   int
	rng    *rand.Rand
	path   []int
	walled bool // it has walls
}

// make puts numbers and walls on the board until no other path is left, or returns nil where that
// takes too many.
func (g *generator) make() *Puzzle {
	cells := g.size * g.size
	numbered := make([]bool, cells) // by the place on the path
	numbered[0], numbered[cells-1] = true, true
	most := min(max(8, cells*2/5), 20+2*max(0, g.size-8)*g.size/2)
	least := 2
	if !g.walled {
		least = cells / 6 // fewer seldom leave one path
	}
	for range maker.Between(g.rng, least, max(least, min(cells/5, 14))) {
		numbered[g.rng.IntN(cells)] = true
	}
	var walls []puzzle.Edge
	if g.walled {
		walls = g.anyWalls(maker.Between(g.rng, g.size/2, 2*g.size))
	}
	for range 6 * g.size {
		p := g.puzzle(numbered, walls)
		if len(p.Numbers) > most || len(walls) > 3*g.size {
			return nil
		}
		other, known := g.other(p)
		switch {
		case other == nil && known:
			return p
		case other == nil:
			return nil
		case g.walled && g.rng.IntN(3) > 0:
			walls = append(walls, g.wallAgainst(other))
		default:
			numbered[g.differs(other, numbered)] = true
		}
	}
	return nil
}

// puzzle returns the board with its numbers and walls.
func (g *generator) puzzle(numbered []bool, walls []puzzle.Edge) *Puzzle {
	p := &Puzzle{Rows: g.size, Cols: g.size, Walls: slices.Clone(walls)}
	for i, cell := range g.path {
		if numbered[i] {
			p.Numbers = append(p.Numbers, Number{g.cell(cell), len(p.Numbers) + 1})
		}
	}
	return p
}

func (g *generator) cell(cell int) puzzle.Cell {
	return puzzle.Cell{Row: cell / g.size, Col: cell % g.size}
}

// answer returns the path as a solution.
func (g *generator) answer() Solution {
	s := Solution{Rows: g.size, Cols: g.size}
	for _, cell := range g.path {
		s.Path = append(s.Path, g.cell(cell))
	}
	return s
}

// other returns another path than the generator's as cells, nil where there is none. It returns
// false where that is not known after some steps.
func (g *generator) other(p *Puzzle) (path []int, known bool) {
	const steps = 1000
	err := p.walk(context.Background(), steps, func(s puzzle.Solution) bool {
		var cells []int
		for _, c := range s.(Solution).Path {
			cells = append(cells, c.Row*g.size+c.Col)
		}
		if !slices.Equal(cells, g.path) {
			path = cells
		}
		return path == nil
	})
	return path, err == nil || path != nil
}

// steps returns the sides that a path takes, as pairs of cells, the lower one first.
func steps(path []int) map[[2]int]bool {
	taken := make(map[[2]int]bool, len(path))
	for i := range path[1:] {
		taken[[2]int{min(path[i], path[i+1]), max(path[i], path[i+1])}] = true
	}
	return taken
}

// anyWalls returns so many walls where the path does not go.
func (g *generator) anyWalls(n int) (walls []puzzle.Edge) {
	taken := steps(g.path)
	var free [][2]int
	for cell := range g.size * g.size {
		if cell%g.size < g.size-1 && !taken[[2]int{cell, cell + 1}] {
			free = append(free, [2]int{cell, cell + 1})
		}
		if cell/g.size < g.size-1 && !taken[[2]int{cell, cell + g.size}] {
			free = append(free, [2]int{cell, cell + g.size})
		}
	}
	for _, i := range g.rng.Perm(len(free))[:min(n, len(free))] {
		walls = append(walls, puzzle.Edge{A: g.cell(free[i][0]), B: g.cell(free[i][1])})
	}
	return walls
}

// wallAgainst returns a wall where another path goes and the generator's does not.
func (g *generator) wallAgainst(other []int) puzzle.Edge {
	taken := steps(g.path)
	var free [][2]int
	for i := range other[1:] {
		side := [2]int{min(other[i], other[i+1]), max(other[i], other[i+1])}
		if !taken[side] {
			free = append(free, side)
		}
	}
	side := free[g.rng.IntN(len(free))] // two paths with the same ends differ in some side
	return puzzle.Edge{A: g.cell(side[0]), B: g.cell(side[1])}
}

// differs returns a place on the path without a number where another path has another cell.
func (g *generator) differs(other []int, numbered []bool) int {
	var places []int
	for i, cell := range g.path {
		if other[i] != cell && !numbered[i] { // both have the numbers in one order, not all cells between
			places = append(places, i)
		}
	}
	return places[g.rng.IntN(len(places))]
}
