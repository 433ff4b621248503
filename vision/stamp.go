package vision

import (
	"math"
	"slices"

	"autoqueens/solver"
)

// A game draws all its crosses alike, and all its queens. Where a mark is of few
// pixels, or compression has blurred it, it is told by the others of its board.

// stampSide is the number of fields along a side of a stamp.
const stampSide = 16

// stamp is the inner part of a cell averaged into fields: how far each departs
// from the ground, less the mean of all, at unit strength.
type stamp [stampSide * stampSide]float32

// stampOf takes the stamp of a cell. Compression blurs colour far more than
// brightness, which therefore counts for more.
func stampOf(p *picture, l Lattice, row, col int, ground rgb) (s stamp) {
	const samples = 3 // a side of a field
	c := l.Cell(row, col)
	left, top := c.X+(1-inner)/2*c.Width, c.Y+(1-inner)/2*c.Height
	stepX, stepY := inner*c.Width/(stampSide*samples), inner*c.Height/(stampSide*samples)
	luma := ground.luma()
	mean := float32(0)
	for i := range stampSide * samples {
		for j := range stampSide * samples {
			v := p.clamped(floor(left+(float64(j)+0.5)*stepX), floor(top+(float64(i)+0.5)*stepY))
			d := max(float32(diff(v.luma(), luma)), float32(apart(v, ground))/2)
			s[i/samples*stampSide+j/samples] += d
			mean += d
		}
	}
	mean /= float32(len(s))
	for i := range s {
		s[i] -= mean
	}
	s.normalize()
	return s
}

// normalize brings the stamp to the same strength as all others, so that a
// bold mark counts for no more than a faint one.
func (s *stamp) normalize() {
	var sum float32
	for _, v := range s {
		sum += v * v
	}
	if sum == 0 {
		return
	}
	f := 1 / float32(math.Sqrt(float64(sum)))
	for i := range s {
		s[i] *= f
	}
}

func (s *stamp) add(o *stamp) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *stamp) subtract(o *stamp) {
	for i := range s {
		s[i] -= o[i]
	}
}

// likeness is the correlation of two stamps, -1 to 1, at the best of the nine
// ways to lay one on the other that are at most a field aside.
func (s *stamp) likeness(o *stamp) float64 {
	best := -1.0
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			var dot, a, b float32
			for y := max(0, -dy); y < stampSide-max(0, dy); y++ {
				for x := max(0, -dx); x < stampSide-max(0, dx); x++ {
					u, v := s[y*stampSide+x], o[(y+dy)*stampSide+x+dx]
					dot, a, b = dot+u*v, a+u*u, b+v*v
				}
			}
			if a > 0 && b > 0 {
				best = max(best, float64(dot)/math.Sqrt(float64(a)*float64(b)))
			}
		}
	}
	return best
}

// compareMarks holds every mark against the crosses and the queens of the board
// of which its shape leaves no doubt, itself left out. Of dim ones the shape is
// not believed against them.
func (ev *evidence) compareMarks(p *picture, sure []sureness, dim []bool) {
	stamps := make(map[int]*stamp)
	for i, m := range ev.marks {
		if m == solver.Empty && sure[i] == plain {
			continue
		}
		s := stampOf(p, ev.lattice, i/ev.n, i%ev.n, ev.ground[i].rgb)
		stamps[i] = &s
	}
	pairAside(stamps, sure)
	var total [solver.Queen + 1]stamp
	var count [solver.Queen + 1]int
	for i, m := range ev.marks {
		if s := stamps[i]; s != nil && sure[i] == plain && m != solver.Empty {
			total[m].add(s)
			count[m]++
		}
	}
	shape := slices.Clone(ev.marks)
	for i := range shape {
		s := stamps[i]
		if s == nil {
			continue
		}
		like := func(m solver.Mark) float64 {
			all, n := total[m], count[m]
			if shape[i] == m && sure[i] == plain {
				all.subtract(s)
				n--
			}
			if n == 0 {
				return unknown
			}
			return s.likeness(&all)
		}
		cross, queen := like(solver.Cross), like(solver.Queen)
		ev.marks[i], sure[i] = byLikeness(shape[i], sure[i], cross, queen)
		if dim[i] && sure[i] == plain && !confirmed(ev.marks[i], cross, queen) {
			sure[i] = unclear
		}
	}
}

// pairAside makes sure of the queens that stand off the middle where two of them
// are alike: so the game draws them, and what passes over a board does so once.
func pairAside(stamps map[int]*stamp, sure []sureness) {
	var cells []int
	for i, s := range sure {
		if s == aside {
			cells = append(cells, i)
		}
	}
	for k, i := range cells {
		for _, j := range cells[k+1:] {
			if stamps[i].likeness(stamps[j]) >= sameKind {
				sure[i], sure[j] = plain, plain
			}
		}
	}
}

// unknown is the likeness to marks of which there are none.
const unknown = -2

// How like each other marks are.
const (
	sameKind   = 0.84 // as two of a kind are
	otherKind  = 0.72 // no more, where they are not
	likelierBy = 0.15 // more like one than like the other, to be clear
)

// confirmed tells whether the other marks of the board do not speak against one.
func confirmed(m solver.Mark, cross, queen float64) bool {
	own, against := cross, queen
	if m == solver.Queen {
		own, against = queen, cross
	}
	if own == unknown {
		return against < otherKind-likelierBy
	}
	return own >= otherKind && own-against >= likelierBy/2
}

// byLikeness tells what a mark is by how much it is like the crosses and like
// the queens of its board, where its shape says m. Of 10,000 crosses, drawn
// compressed, scaled or noisy, 999 of 1000 were at least 0.86 like the other
// crosses of their board, and none more than 0.78 like its queens; 99 of 100
// queens were 0.70 like the others, and none but one more than 0.75 like the
// crosses.
func byLikeness(m solver.Mark, sure sureness, cross, queen float64) (solver.Mark, sureness) {
	switch {
	case m == solver.Empty || sure == passing || sure == unclear || sure == aside:
		// Something lies over the cell, or is all there is in it.
		if most := max(cross, queen); most >= sameKind && abs(cross-queen) >= likelierBy {
			if most == cross {
				return solver.Cross, plain
			}
			return solver.Queen, plain
		}
		return m, sure
	case cross >= sameKind && cross-queen >= likelierBy:
		if m == solver.Queen && sure == plain && (queen == unknown || cross < 0.93) {
			return m, unclear // the only one of its kind, or shape and likeness disagree
		}
		return solver.Cross, plain
	case queen >= otherKind && queen-cross >= likelierBy && cross != unknown:
		return solver.Queen, plain
	case queen >= sameKind && cross == unknown:
		return solver.Queen, plain
	case sure == torn && cross != unknown && cross < otherKind && queen == unknown:
		return solver.Queen, plain
	case sure == torn && queen != unknown && queen < otherKind && cross == unknown:
		return solver.Cross, plain
	}
	return m, sure
}
