package render

import (
	"context"
	"math/rand/v2"
	"slices"

	"autoqueens/solver"
)

// puzzle returns a board without marks and one of its solutions. With pieces
// set, one or two of its regions lie in several pieces.
func puzzle(r *rand.Rand, size int, pieces bool) (*solver.Board, solver.Placement) {
	b, p := (*solver.Board)(nil), solver.Placement(nil)
	// The program's generator makes boards with one solution, but takes its
	// time for the large ones.
	if size >= 5 && size <= 9 {
		b, p, _ = solver.Generate(size, r.Uint64())
	}
	for tries := 0; b == nil; tries++ {
		g, q := grow(r, size)
		if tries >= 12 || size > 12 || unique(g) {
			b, p = g, q
		}
	}
	if pieces {
		b = breakUp(r, b, p)
	}
	return b, p
}

// grow returns a board whose regions grew around the queens of a random
// placement, which is therefore a solution, if not the only one.
func grow(r *rand.Rand, size int) (*solver.Board, solver.Placement) {
	p := placement(r, size)
	b := &solver.Board{Size: size, Regions: make([]uint8, size*size)}
	const free = 255
	for i := range b.Regions {
		b.Regions[i] = free
	}
	var rim []int
	for row, col := range p {
		b.Regions[row*size+col] = uint8(row)
		rim = append(rim, row*size+col)
	}
	for len(rim) > 0 {
		k := r.IntN(len(rim))
		cell := rim[k]
		var open []int
		for _, o := range neighbours(size, cell) {
			if b.Regions[o] == free {
				open = append(open, o)
			}
		}
		if len(open) == 0 {
			rim[k] = rim[len(rim)-1]
			rim = rim[:len(rim)-1]
			continue
		}
		o := open[r.IntN(len(open))]
		b.Regions[o] = b.Regions[cell]
		rim = append(rim, o)
	}
	return b, p
}

// placement returns queens that keep all rules but that of the regions.
func placement(r *rand.Rand, size int) solver.Placement {
	p := make(solver.Placement, size)
	var place func(row int, used uint32) bool
	place = func(row int, used uint32) bool {
		if row == size {
			return true
		}
		for _, col := range r.Perm(size) {
			if used>>col&1 == 1 || (row > 0 && max(col-p[row-1], p[row-1]-col) < 2) {
				continue
			}
			p[row] = col
			if place(row+1, used|1<<col) {
				return true
			}
		}
		return false
	}
	place(0, 0)
	return p
}

// breakUp moves one to three cells to regions they do not touch. It prefers
// boards that still have one solution.
func breakUp(r *rand.Rand, b *solver.Board, p solver.Placement) *solver.Board {
	best := b
	for range 12 {
		c := b.Clone()
		for range 1 + r.IntN(3) {
			cell := r.IntN(len(c.Regions))
			to := uint8(r.IntN(c.Size))
			touches := slices.ContainsFunc(neighbours(c.Size, cell), func(o int) bool { return c.Regions[o] == to })
			if touches || p[cell/c.Size] == cell%c.Size {
				continue
			}
			c.Regions[cell] = to
		}
		if Connected(c) {
			continue
		}
		best = c
		if unique(c) {
			break
		}
	}
	return best
}

// Connected tells whether every region of b is in one piece.
func Connected(b *solver.Board) bool {
	seen := make([]bool, len(b.Regions))
	pieces := 0
	for i := range seen {
		if seen[i] {
			continue
		}
		pieces++
		seen[i] = true
		for queue := []int{i}; len(queue) > 0; {
			cell := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, o := range neighbours(b.Size, cell) {
				if !seen[o] && b.Regions[o] == b.Regions[cell] {
					seen[o] = true
					queue = append(queue, o)
				}
			}
		}
	}
	return pieces == b.Size
}

// neighbours returns the cells that share a side with a cell.
func neighbours(size, cell int) []int {
	out := make([]int, 0, 4)
	row, col := cell/size, cell%size
	if row > 0 {
		out = append(out, cell-size)
	}
	if row < size-1 {
		out = append(out, cell+size)
	}
	if col > 0 {
		out = append(out, cell-1)
	}
	if col < size-1 {
		out = append(out, cell+1)
	}
	return out
}

// unique tells whether a board has one solution.
func unique(b *solver.Board) bool {
	n, err := solver.Count(context.Background(), b, solver.Limit{Solutions: 2})
	return n == 1 && err == nil
}
