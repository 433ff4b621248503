package webstyles

import (
	"context"
	"math/rand/v2"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// Boards that the program's generator does not make.

// grown returns a board, of any size, that may have several solutions.
func grown(r *rand.Rand, n int) (*solver.Board, solver.Placement) {
	for {
		b := render.PuzzleOf(r, n).Board.Cleared()
		if p, err := solver.Solve(context.Background(), b); err == nil {
			return b, p
		}
	}
}

// scattered moves one to three cells to regions that they do not touch, so that
// those lie in pieces. It keeps the solution.
func scattered(r *rand.Rand, b *solver.Board, queen solver.Placement) *solver.Board {
	out := b.Clone()
	for left, tries := 1+r.IntN(3), 0; left > 0 && tries < 50; tries++ {
		cell, to := r.IntN(len(out.Regions)), uint8(r.IntN(out.Size))
		touches := false
		for _, o := range render.Neighbours(out.Size, cell) {
			touches = touches || out.Regions[o] == to
		}
		if touches || queen[cell/out.Size] == cell%out.Size {
			continue
		}
		out.Regions[cell] = to
		left--
	}
	return out
}

// confetti returns a board whose regions have no two cells together, as some
// sites have for fun.
func confetti(r *rand.Rand, queen solver.Placement) *solver.Board {
	n := len(queen)
	b := &solver.Board{Size: n, Regions: make([]uint8, n*n)}
	for row, col := range queen {
		ids := r.Perm(n)
		for c := range n {
			b.Regions[row*n+c] = uint8(ids[c])
		}
		// The queen's cell has the row's own region.
		for c := range n {
			if b.Regions[row*n+c] == uint8(row) {
				b.Regions[row*n+c], b.Regions[row*n+col] = b.Regions[row*n+col], uint8(row)
			}
		}
	}
	return b
}

// mapped gives each region one of so many colours, as on a map: regions that
// touch have different ones. Where that fails it gives more.
func mapped(r *rand.Rand, b *solver.Board, few int) []int {
	n := b.Size
	touch := make([][]bool, n)
	for i := range touch {
		touch[i] = make([]bool, n)
	}
	for cell, id := range b.Regions {
		for _, o := range render.Neighbours(n, cell) {
			if b.Regions[o] != id {
				touch[id][b.Regions[o]] = true
			}
		}
	}
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	var give func(k int, order []int) bool
	give = func(k int, order []int) bool {
		if k == n {
			return true
		}
		id := order[k]
		for _, c := range r.Perm(few) {
			free := true
			for o := range n {
				free = free && !(touch[id][o] && out[o] == c)
			}
			if free {
				out[id] = c
				if give(k+1, order) {
					return true
				}
				out[id] = -1
			}
		}
		return false
	}
	if !give(0, r.Perm(n)) {
		for i := range out {
			out[i] = i
		}
	}
	return out
}
