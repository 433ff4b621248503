package patches

import (
	"math/rand/v2"
	"testing"

	"autoqueens/solver/puzzle/puzzletest"
)

// cuts counts the ways to cut the board, by trying every rectangle at the first cell that is in
// none. It shares no code with the search, nor with Check.
func cuts(p *Puzzle) int {
	taken := make([]bool, p.Rows*p.Cols)
	var next func() int
	next = func() int {
		first := 0
		for first < len(taken) && taken[first] {
			first++
		}
		if first == len(taken) {
			return 1
		}
		n := 0
		r0, c0 := first/p.Cols, first%p.Cols
		for r1 := r0; r1 < p.Rows; r1++ {
			for c1 := c0; c1 < p.Cols; c1++ {
				if !fits(p, taken, r0, c0, r1, c1) {
					continue
				}
				set := func(to bool) {
					for row := r0; row <= r1; row++ {
						for col := c0; col <= c1; col++ {
							taken[row*p.Cols+col] = to
						}
					}
				}
				set(true)
				n += next()
				set(false)
			}
		}
		return n
	}
	return next()
}

// fits tells whether a rectangle is free and what its one clue says.
func fits(p *Puzzle, taken []bool, r0, c0, r1, c1 int) bool {
	for row := r0; row <= r1; row++ {
		for col := c0; col <= c1; col++ {
			if taken[row*p.Cols+col] {
				return false
			}
		}
	}
	var clues []Clue
	for _, c := range p.Clues {
		if c.Row >= r0 && c.Row <= r1 && c.Col >= c0 && c.Col <= c1 {
			clues = append(clues, c)
		}
	}
	if len(clues) != 1 {
		return false
	}
	height, width := r1-r0+1, c1-c0+1
	if size := clues[0].Size; size != 0 && size != height*width {
		return false
	}
	switch clues[0].Shape {
	case Square:
		return height == width
	case Tall:
		return height > width
	case Wide:
		return height < width
	}
	return true
}

// anyPuzzle returns a board with clues; in half of the boards they are those of a way to cut it.
func anyPuzzle(rng *rand.Rand, rows, cols int) *Puzzle {
	for {
		if p := anyClues(rng, rows, cols); p.Validate() == nil {
			return p
		} // a number above the board's
	}
}

func anyClues(rng *rand.Rand, rows, cols int) *Puzzle {
	p := &Puzzle{Rows: rows, Cols: cols}
	var split func(r0, c0, r1, c1 int)
	split = func(r0, c0, r1, c1 int) {
		height, width := r1-r0+1, c1-c0+1
		cut := height*width > 6 || height*width > 1 && rng.IntN(3) > 0
		switch {
		case cut && height >= width:
			at := r0 + rng.IntN(height-1)
			split(r0, c0, at, c1)
			split(at+1, c0, r1, c1)
		case cut:
			at := c0 + rng.IntN(width-1)
			split(r0, c0, r1, at)
			split(r0, at+1, r1, c1)
		default:
			c := Clue{Row: r0 + rng.IntN(height), Col: c0 + rng.IntN(width), Size: height * width}
			for s := Square; s <= Wide; s++ {
				if s.Allows(height, width) && rng.IntN(2) == 0 {
					c.Shape = s
				}
			}
			switch rng.IntN(8) {
			case 0:
				c.Size++
			case 1, 2, 3:
				c.Size = 0
			}
			p.Clues = append(p.Clues, c)
		}
	}
	split(0, 0, rows-1, cols-1)
	return p
}

// plain is the game as plain code knows it.
var plain = puzzletest.Plain[*Puzzle]{
	Sizes: [][2]int{{2, 2}, {2, 5}, {3, 3}, {4, 3}, {3, 6}, {4, 4}, {5, 4}, {5, 5}},
	Any:   anyPuzzle,
	Count: cuts,
}

// TestBruteForce compares counts with those of plain code.
func TestBruteForce(t *testing.T) { plain.BruteForce(t, rand.New(rand.NewPCG(5, 6)), 1500) }

// FuzzCount is TestBruteForce on puzzles of any seed.
func FuzzCount(f *testing.F) {
	small := plain
	small.Sizes = plain.Sizes[:7] // many small ones, not few large ones
	small.Fuzz(f)
}

// TestCheck holds Check against answers that break one rule each.
func TestCheck(t *testing.T) {
	p := &Puzzle{Rows: 3, Cols: 3, Clues: []Clue{{Row: 0, Col: 0, Size: 4, Shape: Square}, {Row: 1, Col: 2, Shape: Tall}, {Row: 2, Col: 0, Shape: Wide}}}
	for _, tt := range []struct {
		name  string
		rects []Rect
		ok    bool
	}{
		{"right", []Rect{{0, 0, 1, 1}, {0, 2, 2, 2}, {2, 0, 2, 1}}, true},
		{"also right", []Rect{{0, 0, 1, 1}, {0, 2, 1, 2}, {2, 0, 2, 2}}, true},
		{"a cell left out", []Rect{{0, 0, 1, 1}, {0, 2, 1, 2}, {2, 0, 2, 1}}, false},
		{"two overlap", []Rect{{0, 0, 1, 1}, {0, 2, 2, 2}, {2, 0, 2, 2}}, false},
		{"another shape", []Rect{{0, 0, 0, 1}, {0, 2, 2, 2}, {1, 0, 2, 1}}, false},
		{"without its clue", []Rect{{0, 1, 1, 2}, {0, 2, 2, 2}, {2, 0, 2, 1}}, false},
		{"off the board", []Rect{{0, 0, 1, 1}, {0, 2, 3, 2}, {2, 0, 2, 1}}, false},
		{"one short", []Rect{{0, 0, 1, 1}, {0, 2, 2, 2}}, false},
	} {
		if err := p.Check(Solution{3, 3, tt.rects}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
