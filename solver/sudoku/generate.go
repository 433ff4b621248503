package sudoku

import (
	"context"
	"math/rand/v2"

	"autoqueens/solver/internal/maker"
)

// Sizes are those that [Generate] makes: the ones with usual boxes, up to 9.
var Sizes = []int{4, 6, 8, 9}

// Generate makes a puzzle with exactly one solution and returns it with that. Its givens lie symmetrically; on 6 x 6 cells they are 8 to 16,
// mostly 10 or 12. The same size and seed give the same puzzle on every machine. The error is a
// [fault.Error].
func Generate(size int, seed uint64) (*Puzzle, Solution, error) {
	if err := maker.Sized("Sudoku", size, Sizes); err != nil {
		return nil, Solution{}, err
	}
	rng := maker.Random(Name, size, seed)
	for range maker.MaxTries {
		p := filled(size, rng)
		answer := Solution{size, append([]uint8(nil), p.Cells...)}
		cells := size * size
		least, most := cells*2/9, cells*4/9 // givens
		if left := p.strip(rng, least+2*rng.IntN(3)); left <= most {
			return p, answer, nil
		}
	}
	return nil, Solution{}, maker.Unmade("Sudoku", size, seed)
}

// filled returns a grid filled in at random.
func filled(size int, rng *rand.Rand) *Puzzle {
	p := &Puzzle{Size: size, Cells: make([]uint8, size*size)}
	for _, cell := range rng.Perm(len(p.Cells)) {
		for _, value := range rng.Perm(size) {
			p.Cells[cell] = uint8(value + 1)
			if n, _ := p.count(context.Background(), 1); n > 0 {
				break
			}
		}
	}
	return p
}

// strip empties cells in a random order, each with the one on the other side of the middle, as long
// as there is one solution and more than so many are left, and returns how many are.
func (p *Puzzle) strip(rng *rand.Rand, givens int) (left int) {
	left = len(p.Cells)
	for _, cell := range rng.Perm(len(p.Cells)) {
		if left <= givens {
			break
		}
		other := len(p.Cells) - 1 - cell
		was, were := p.Cells[cell], p.Cells[other]
		if was == 0 {
			continue
		}
		p.Cells[cell], p.Cells[other] = 0, 0
		if n, _ := p.count(context.Background(), 2); n != 1 {
			p.Cells[cell], p.Cells[other] = was, were
			continue
		}
		left -= 2
		if other == cell {
			left++
		}
	}
	return left
}
