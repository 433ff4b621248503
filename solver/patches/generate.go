package patches

import (
	"context"
	"math/rand/v2"

	"autoqueens/solver/internal/maker"
	"autoqueens/solver/puzzle"
)

// Sizes are those that [Generate] makes.
var Sizes = puzzle.Sizes(4, MaxSize, 1)

// Generate makes a square puzzle with exactly one solution and returns it with that. As in puzzles
// of the day, rectangles have from 2 to 25 cells, three clues in ten have no number, and six in ten
// tell of no shape. The same size and seed give the same puzzle on every machine. The error is a
// [fault.Error].
func Generate(size int, seed uint64) (*Puzzle, Solution, error) {
	if err := maker.Sized("Patches", size, Sizes); err != nil {
		return nil, Solution{}, err
	}
	rng := maker.Random(Name, size, seed)
	for range maker.MaxTries {
		rects := anyCut(size, rng)
		if len(rects) < 4 || len(rects) > 2*size+2 {
			continue
		}
		p := &Puzzle{Rows: size, Cols: size}
		for _, r := range rects {
			p.Clues = append(p.Clues, clueOf(r, rng))
		}
		if p.unique() {
			p.strip(rng)
			return p, Solution{size, size, rects}, nil
		}
	}
	return nil, Solution{}, maker.Unmade("Patches", size, seed)
}

// anyCut cuts a board into rectangles at random, row by row, or returns none where that comes to
// no good end.
func anyCut(size int, rng *rand.Rand) (rects []Rect) {
	const most = 25 // cells
	var taken [MaxSize][MaxSize]bool
	for row := range size {
		for col := range size {
			if taken[row][col] {
				continue
			}
			room := 0
			for col+room < size && !taken[row][col+room] {
				room++
			}
			// Small sides are likelier than large ones.
			width := 1 + min(rng.IntN(room), rng.IntN(room), size/2)
			height := 1 + min(rng.IntN(size-row), rng.IntN(size-row), size/2)
			if width*height == 1 {
				if room > 1 && (rng.IntN(2) == 0 || row == size-1) {
					width = 2
				} else if row < size-1 {
					height = 2
				}
			}
			if width*height == 1 || width*height > most {
				return nil
			}
			r := Rect{row, col, row + height - 1, col + width - 1}
			for y := r.R0; y <= r.R1; y++ {
				for x := r.C0; x <= r.C1; x++ {
					taken[y][x] = true
				}
			}
			rects = append(rects, r)
		}
	}
	return rects
}

// clueOf returns a clue that tells all of a rectangle, somewhere in it.
func clueOf(r Rect, rng *rand.Rand) Clue {
	rows, cols := r.Dims()
	c := Clue{Row: r.R0 + rng.IntN(rows), Col: r.C0 + rng.IntN(cols), Size: rows * cols, Shape: Square}
	switch {
	case rows > cols:
		c.Shape = Tall
	case rows < cols:
		c.Shape = Wide
	}
	return c
}

// unique tells whether there is one solution, and few steps tell so.
func (p *Puzzle) unique() bool {
	n, err := p.Count(context.Background(), puzzle.Limit{Solutions: 2, Steps: 10_000})
	return n == 1 && err == nil
}

// strip takes shapes and numbers from clues as long as there is one solution.
func (p *Puzzle) strip(rng *rand.Rand) {
	for _, i := range rng.Perm(len(p.Clues)) {
		was := p.Clues[i]
		if rng.IntN(10) < 7 {
			p.Clues[i].Shape = Any
			if !p.unique() {
				p.Clues[i] = was
			}
		}
		was = p.Clues[i]
		if rng.IntN(10) < 5 {
			p.Clues[i].Size = 0
			if !p.unique() {
				p.Clues[i] = was
			}
		}
	}
}
