package zip

import (
	"autoqueens/solver/zip"
	"autoqueens/vision"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
)

// Solved refuses a board that is solved, and returns nil for any other: its page shows no lines any more,
// nor walls, but discs on a path that goes through each cell of a square once.
func Solved(b *outline.Board) *vision.Refusal {
	if !complete(b) {
		return nil
	}
	return &vision.Refusal{
		Game: zip.Name, Reason: vision.NoGrid, Lattice: b.Placed(),
		What:   "found a Zip board that is solved, of which nothing but the path is left",
		Advice: "open the next board",
	}
}

const inner = 0.165 // radius that lies inside all discs

// complete tells whether a path goes through each cell of a square once, and nothing else is seen.
func complete(b *outline.Board) bool {
	var free []outline.Color
	for row := range b.Lattice.Size + 1 {
		for col := range b.Lattice.Size + 1 {
			free = append(free, b.At(row, col, 0, 0)) // where four cells meet nothing is drawn
		}
	}
	plain := outline.Median(free...)
	type cell struct{ row, col int }
	filled := func(c cell, down, right float64) bool {
		return b.At(c.row, c.col, 0.5+down, 0.5+right).Away(plain) >= distinct
	}
	// From one cell along the path to both its ends.
	seen, ends := []cell{{}}, 0
	known := map[cell]bool{{}: true}
	low, high := cell{}, cell{}
	for k := 0; k < len(seen); k++ {
		c := seen[k]
		low, high = cell{min(low.row, c.row), min(low.col, c.col)}, cell{max(high.row, c.row), max(high.col, c.col)}
		if !filled(c, -inner, 0) || !filled(c, inner, 0) || max(high.row-low.row, high.col-low.col) >= zip.MaxSize {
			return false
		}
		ways := 0
		for _, s := range [...]cell{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			if !filled(c, float64(s.row)/2, float64(s.col)/2) {
				continue
			}
			ways++
			if to := (cell{c.row + s.row, c.col + s.col}); !known[to] {
				known[to] = true
				seen = append(seen, to)
			}
		}
		switch ways {
		case 1:
			ends++
		case 2:
		default:
			return false
		}
	}
	n := high.row - low.row + 1
	return n >= lattice.MinSize && high.col-low.col+1 == n && len(seen) == n*n && ends == 2
}
