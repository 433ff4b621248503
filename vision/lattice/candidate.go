package lattice

import (
	"cmp"
	"math"
	"slices"

	"autoqueens/vision/num"
	"autoqueens/vision/raster"
)

// Sizes of board the reader looks for, cells a side.
const (
	MinSize = 4
	MaxSize = 20
)

// Candidate is a grid of equal cells found in the picture: not yet a board.
type Candidate struct {
	Lattice    Lattice // Size is the larger of rows and cols
	Rows, Cols int
	// Weak marks a grid that was found by colour borders alone, of which many
	// fit any picture. What is wrong with it tells little.
	Weak bool
	// Open marks a weak one that is square, but around which no border runs. It is
	// not read: more of the board may be of the colour of what lies around it.
	Open bool
	// Spots marks one that was found by what stands in the middle of some cells alone. It tells
	// where cells lie, not where the grid ends.
	Spots bool
}

// Square tells whether the grid has as many rows as columns and a size a board
// can have.
func (c Candidate) Square() bool {
	return c.Rows == c.Cols && c.Rows >= MinSize && c.Rows <= MaxSize
}

// Halved returns the grid of half as many rows and columns in the same place, and whether there is one
// that a board can have.
func (c Candidate) Halved() (Candidate, bool) {
	even := c.Rows%2 == 0 && c.Cols%2 == 0
	c.Rows, c.Cols = c.Rows/2, c.Cols/2
	c.Lattice.Size, c.Lattice.PitchX, c.Lattice.PitchY = c.Lattice.Size/2, 2*c.Lattice.PitchX, 2*c.Lattice.PitchY
	return c, even && c.Square()
}

// SameAs tells whether two searches found the same grid: judging it again would
// measure the same cells.
func (c Candidate) SameAs(d Candidate) bool {
	return c.Rows == d.Rows && c.Cols == d.Cols && c.Lattice.OffsetFrom(d.Lattice) < Converged
}

// Bounds returns the outer edges of the grid.
func (c Candidate) Bounds() raster.Rect {
	l := c.Lattice
	return raster.Rect{X: l.X, Y: l.Y, Width: l.PitchX * float64(c.Cols), Height: l.PitchY * float64(c.Rows)}
}

// area is the grid's area in pixels.
func (c Candidate) area() float64 { return c.Bounds().Area() }

// FromSquares looks for grids of flat squares, side by side or, after those, as spots in the
// middle of cells; see squares.go and spots.go.
func FromSquares(p *raster.Picture, sc raster.Scans) []Candidate {
	room := squareRoom.Get().(*[]square)
	defer squareRoom.Put(room)
	*room = squares(p, sc, (*room)[:0])
	whole, parts := grids(p, *room)
	return slices.Concat(whole, parts, fromSpots(*room))
}

// grids joins squares to their neighbours and fits a lattice to each group.
// The largest comes first. Groups too small to be most of a board are spots: parts.
func grids(p *raster.Picture, sq []square) (whole, parts []Candidate) {
	near := newBuckets(p.W, p.H)
	for _, s := range sq {
		near.add(s.x, s.y)
	}
	right := make([]int, len(sq))
	below := make([]int, len(sq))
	linked := make([]bool, 2*len(sq)) // has a left, has an upper neighbour
	for i, s := range sq {
		right[i] = neighbour(sq, near, s, 1, 0)
		below[i] = neighbour(sq, near, s, 0, 1)
		if right[i] >= 0 {
			linked[2*right[i]] = true
		}
		if below[i] >= 0 {
			linked[2*below[i]+1] = true
		}
	}
	left, above := make([]int, len(sq)), make([]int, len(sq))
	for i := range sq {
		left[i], above[i] = -1, -1
	}
	for i := range sq {
		if r := right[i]; r >= 0 {
			left[r] = i
		}
		if b := below[i]; b >= 0 {
			above[b] = i
		}
	}
	seen := make([]bool, len(sq))
	for i := range sq {
		if seen[i] {
			continue
		}
		group := walk(i, seen, right, below, left, above)
		switch {
		case len(group) >= MinSize*MinSize/2:
			if c, ok := fit(sq, group); ok {
				whole = append(whole, c)
			}
		case len(group) >= fewestSpots:
			if c, ok := partOf(sq, group); ok {
				parts = append(parts, c)
			}
		}
	}
	for _, all := range [...][]Candidate{whole, parts} {
		slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.area(), a.area()) })
	}
	return whole, parts
}

// neighbour returns the square next to s to the right (dx 1) or below (dy 1),
// or -1. The nearest one of like size counts.
func neighbour(sq []square, near *buckets, s square, dx, dy float64) int {
	size := (s.w + s.h) / 2
	slack := 0.15*size + 1
	lo, hi := size*(1-unlike), size*(1+maxGap)+3
	x0, x1 := s.x-slack, s.x+slack
	y0, y1 := s.y-slack, s.y+slack
	if dx > 0 {
		x0, x1 = s.x+lo, s.x+hi
	} else {
		y0, y1 = s.y+lo, s.y+hi
	}
	best, bestAt := -1, hi+1
	near.visit(x0, y0, x1, y1, func(i int) bool {
		t := sq[i]
		if t.x < x0 || t.x > x1 || t.y < y0 || t.y > y1 {
			return true
		}
		if math.Abs(t.w-s.w) > max(2.5, unlike*max(t.w, s.w)) || math.Abs(t.h-s.h) > max(2.5, unlike*max(t.h, s.h)) {
			return true
		}
		if d := (t.x-s.x)*dx + (t.y-s.y)*dy; d < bestAt {
			best, bestAt = i, d
		}
		return true
	})
	return best
}

// member is a square of a group and its place in it.
type member struct{ i, row, col int }

// walk collects everything linked to a square, with rows and columns counted
// from it.
func walk(from int, seen []bool, right, below, left, above []int) []member {
	group := []member{{from, 0, 0}}
	seen[from] = true
	for k := 0; k < len(group); k++ {
		m := group[k]
		step := func(i, dr, dc int) {
			if i >= 0 && !seen[i] {
				seen[i] = true
				group = append(group, member{i, m.row + dr, m.col + dc})
			}
		}
		step(right[m.i], 0, 1)
		step(below[m.i], 1, 0)
		step(left[m.i], 0, -1)
		step(above[m.i], -1, 0)
	}
	return group
}

// fit puts a lattice through a group. Rows and columns at the rim that hold
// few squares are dropped: they are chance neighbours, not cells.
func fit(sq []square, group []member) (Candidate, bool) {
	r0, r1, c0, c1 := extent(group)
	for {
		rows, cols := r1-r0+1, c1-c0+1
		if rows < 2 || cols < 2 {
			return Candidate{}, false
		}
		count := func(pick func(m member) bool) int {
			n := 0
			for _, m := range group {
				if m.row >= r0 && m.row <= r1 && m.col >= c0 && m.col <= c1 && pick(m) {
					n++
				}
			}
			return n
		}
		const sparse = 0.34
		switch {
		case float64(count(func(m member) bool { return m.row == r0 })) < sparse*float64(cols):
			r0++
		case float64(count(func(m member) bool { return m.row == r1 })) < sparse*float64(cols):
			r1--
		case float64(count(func(m member) bool { return m.col == c0 })) < sparse*float64(rows):
			c0++
		case float64(count(func(m member) bool { return m.col == c1 })) < sparse*float64(rows):
			c1--
		default:
			return fitTo(sq, group, r0, r1, c0, c1)
		}
	}
}

func extent(group []member) (r0, r1, c0, c1 int) {
	for _, m := range group {
		r0, r1 = min(r0, m.row), max(r1, m.row)
		c0, c1 = min(c0, m.col), max(c1, m.col)
	}
	return
}

func fitTo(sq []square, group []member, r0, r1, c0, c1 int) (Candidate, bool) {
	rows, cols := r1-r0+1, c1-c0+1
	xs, ys := newSides(cols), newSides(rows)
	for _, m := range group {
		if m.row < r0 || m.row > r1 || m.col < c0 || m.col > c1 {
			continue
		}
		s := sq[m.i]
		xs.add(m.col-c0, s.x-s.w/2, s.x+s.w/2)
		ys.add(m.row-r0, s.y-s.h/2, s.y+s.h/2)
	}
	x, px, okX := fitProgression(xs.lines())
	y, py, okY := fitProgression(ys.lines())
	if !okX || !okY || px < MinCell-1 || py < MinCell-1 {
		return Candidate{}, false
	}
	return Candidate{
		Lattice: Lattice{X: x, Y: y, PitchX: px, PitchY: py, Size: max(rows, cols)},
		Rows:    rows,
		Cols:    cols,
	}, true
}

// sides gathers where the flat parts of the cells of each row or column begin
// and end.
type sides struct{ low, high [][]float64 }

func newSides(n int) sides { return sides{make([][]float64, n), make([][]float64, n)} }

func (s sides) add(i int, low, high float64) {
	s.low[i], s.high[i] = append(s.low[i], low), append(s.high[i], high)
}

// lines returns the middles of the inner lines, keyed from 1. The middle of a
// line stays where it is however thick the line is drawn; the middle of a cell
// does not, nor do the outer edges of a picture that was cut at the frame.
func (s sides) lines() (index, at, weight []float64) {
	for i := 1; i < len(s.low); i++ {
		if len(s.high[i-1]) > 0 && len(s.low[i]) > 0 {
			index = append(index, float64(i))
			at = append(at, (num.Median(s.high[i-1])+num.Median(s.low[i]))/2)
			weight = append(weight, 1)
		}
	}
	return index, at, weight
}
