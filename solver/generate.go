package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"autoqueens/internal/fault"
)

// The sizes, in rows, that [Generate] makes. There is no board of size 2 or 3.
const (
	MinGenerate = 4
	MaxGenerate = 16
)

// Generate makes a puzzle with exactly one solution and returns it with that
// solution. Every region is in one piece, and the regions differ in size and
// shape from board to board. Sizes run from [MinGenerate] to [MaxGenerate].
//
// The same size and seed give the same board on every machine. The error is a
// *fault.Error.
func Generate(size int, seed uint64) (*Board, Placement, error) {
	if size < MinGenerate || size > MaxGenerate {
		return nil, nil, fault.Plainf(fmt.Sprintf("ask for a size from %d to %d", MinGenerate, MaxGenerate), "cannot make a board of size %d", size)
	}
	g := generator{n: size, rng: rand.New(rand.NewPCG(seed, uint64(size)))}
	for {
		g.placeQueens()
		g.growRegions()
		if g.repair() {
			b := &Board{Size: size, Regions: g.regions}
			return b.Canonical(), g.queens, nil
		}
	}
}

// generator makes one board: it places the queens first, grows a region around
// each of them, and then moves single cells from region to region until no
// other placement is left. It uses integers only, since floating point is not
// the same on every machine.
type generator struct {
	n       int
	rng     *rand.Rand
	queens  Placement
	regions []uint8
	cells   []int // scratch: the moves a choice is made over, as cell<<8 | region
	weights []int // scratch: how much each of them weighs
}

// placeQueens draws a placement; each one is as likely as any other.
func (g *generator) placeQueens() {
	// About one permutation in seven has no queens that touch.
	for {
		g.queens = g.rng.Perm(g.n)
		touch := false
		for row := 1; row < g.n; row++ {
			step := g.queens[row] - g.queens[row-1]
			touch = touch || step == 1 || step == -1
		}
		if !touch {
			return
		}
	}
}

const unclaimed = MaxSize // a cell that no region has taken yet

// style is how the regions of one board like to grow. The chance of a region to
// take a cell is in proportion to its weight.
type style struct {
	eager  [MaxSize]int // weight of each region
	hungry [MaxSize]int // below this many cells a region comes before others
	round  [5]int       // weight by how many neighbours are of the region
}

// drawStyle draws a style.
func (g *generator) drawStyle() style {
	var s style
	// Large boards need unequal regions to end up with one solution soon.
	spread := 2 + g.rng.IntN(4) + max(0, g.n-10)
	appetite := max(2, min(4, 15-g.n))
	for id := range g.n {
		s.hungry[id] = 2 + g.rng.IntN(appetite)
		s.eager[id] = 1 + g.rng.IntN(spread)*g.rng.IntN(spread)
	}
	switch g.rng.IntN(3) {
	case 0:
		s.round = [5]int{0, 2, 8, 16, 32} // blots
	case 1:
		s.round = [5]int{0, 8, 3, 1, 1} // snakes
	default:
		s.round = [5]int{0, 4, 4, 4, 4}
	}
	return s
}

// growRegions lets a region grow from each queen, a cell at a time, until the
// board is covered.
func (g *generator) growRegions() {
	n := g.n
	g.regions = make([]uint8, n*n)
	for cell := range g.regions {
		g.regions[cell] = unclaimed
	}
	var sizes [MaxSize]int
	for row, col := range g.queens {
		g.regions[row*n+col] = uint8(row)
		sizes[row] = 1
	}
	s := g.drawStyle()
	for left := n*n - n; left > 0; left-- {
		total := g.listGrowth(&s, &sizes)
		pick := g.draw(total)
		g.regions[pick>>8] = uint8(pick)
		sizes[uint8(pick)]++
	}
}

// listGrowth lists the moves that are open, a free cell and a region beside it
// each, and returns the sum of their weights.
func (g *generator) listGrowth(s *style, sizes *[MaxSize]int) (total int) {
	g.cells, g.weights = g.cells[:0], g.weights[:0]
	for cell, id := range g.regions {
		if id != unclaimed {
			continue
		}
		near, count := g.neighbours(cell)
		for i, id := range near[:count] {
			if id == unclaimed || slices.Contains(near[:i], id) {
				continue
			}
			same := 1
			for _, other := range near[i+1 : count] {
				if other == id {
					same++
				}
			}
			weight := s.eager[id] * s.round[same]
			if sizes[id] < s.hungry[id] {
				weight *= 16
			}
			total += weight
			g.cells = append(g.cells, cell<<8|int(id))
			g.weights = append(g.weights, weight)
		}
	}
	return total
}

// neighbours returns the regions of the cells above, below, left and right.
func (g *generator) neighbours(cell int) (regions [4]uint8, count int) {
	n := g.n
	row, col := cell/n, cell%n
	add := func(cell int) {
		regions[count] = g.regions[cell]
		count++
	}
	if row > 0 {
		add(cell - n)
	}
	if row < n-1 {
		add(cell + n)
	}
	if col > 0 {
		add(cell - 1)
	}
	if col < n-1 {
		add(cell + 1)
	}
	return regions, count
}

// repair moves cells from region to region until the queens are the only
// placement. It gives up, for a fresh start, when that takes too long.
func (g *generator) repair() bool {
	b := Board{Size: g.n, Regions: g.regions}
	for range 40 * g.n {
		other := g.otherPlacement(&b)
		if other == nil {
			return true
		}
		if !g.exclude(other) {
			return false
		}
	}
	return false
}

// otherPlacement returns a placement that is not the queens, or nil.
func (g *generator) otherPlacement(b *Board) Placement {
	s := search{}
	var other Placement
	s.visit = func() bool {
		for row, col := range g.queens {
			if int(s.last[row]) != col {
				other = s.placement()
				return false
			}
		}
		return true
	}
	var root state
	if s.prepare(b, &root) {
		s.run(&root)
	}
	return other
}

// exclude makes a placement break the rules by giving the cell of one of its
// queens to a region beside it: that region then has two of its queens, and the
// one that lost the cell has none. The cells of g.queens stay as they are, so
// that they remain a placement. It returns false where no cell can be given.
func (g *generator) exclude(other Placement) bool {
	var sizes [MaxSize]int
	for _, id := range g.regions {
		sizes[id]++
	}
	g.cells, g.weights = g.cells[:0], g.weights[:0]
	total := 0
	for row, col := range other {
		cell := row*g.n + col
		if col == g.queens[row] || !g.holdsWithout(cell) {
			continue
		}
		weight := 1
		if sizes[g.regions[cell]] > 3 {
			weight = 4 // rather than leave a crumb
		}
		near, count := g.neighbours(cell)
		for _, id := range near[:count] {
			if id != g.regions[cell] {
				total += weight
				g.cells = append(g.cells, cell<<8|int(id))
				g.weights = append(g.weights, weight)
			}
		}
	}
	if total == 0 {
		return false
	}
	pick := g.draw(total)
	g.regions[pick>>8] = uint8(pick)
	return true
}

// draw picks one of g.cells by the weights, whose sum is total.
//
// What it returns is a cell and the region that takes it, as cell<<8 | region.
func (g *generator) draw(total int) int {
	at := g.rng.IntN(total)
	for i, weight := range g.weights {
		if at -= weight; at < 0 {
			return g.cells[i]
		}
	}
	return g.cells[len(g.cells)-1] // not reached: the weights add up to total
}

// holdsWithout tells whether a region stays in one piece, and keeps a cell,
// when it loses the given one.
func (g *generator) holdsWithout(lost int) bool {
	id := g.regions[lost]
	size, start := 0, -1
	for cell, other := range g.regions {
		if other == id && cell != lost {
			size++
			start = cell
		}
	}
	if start < 0 {
		return false
	}
	n := g.n
	var seen [MaxSize * MaxSize]bool
	var stack [MaxSize * MaxSize]int
	seen[start], seen[lost] = true, true
	stack[0] = start
	depth, reached := 1, 0
	for depth > 0 {
		depth--
		cell := stack[depth]
		reached++
		row, col := cell/n, cell%n
		for _, next := range [4]int{cell - n, cell + n, cell - 1, cell + 1} {
			inside := next == cell-n && row > 0 || next == cell+n && row < n-1 ||
				next == cell-1 && col > 0 || next == cell+1 && col < n-1
			if inside && !seen[next] && g.regions[next] == id {
				seen[next] = true
				stack[depth] = next
				depth++
			}
		}
	}
	return reached == size
}
