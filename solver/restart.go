package solver

import "math/bits"

// Depth-first search on a large board with many solutions now and then takes a
// wrong turn at the top and stays below it for thousands of times as long as
// it takes otherwise. What helps is to begin again with other choices, after
// runs whose lengths follow the sequence of Luby, Sinclair and Zuckerman:
// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 and so on.

const (
	// shortSprint is the length of the shortest sprint below minRestart rows, and
	// longSprint from there on, in nodes for each row. A lucky one takes one or
	// two.
	shortSprint = 3
	longSprint  = 6
	// fewSprints and manySprints are how many there are at most, before a search
	// that can tell that there is no placement. Together they take as many nodes
	// as one run of 4, or 12, times the shortest.
	fewSprints  = 3
	manySprints = 7

	// minRestart is the size from which that one begins again as well.
	minRestart = 20
	// lubyNodes is the length of its shortest run, in nodes. A lucky run takes
	// about two for each row.
	lubyNodes = 64
	// lubyRuns is how many runs are given up before one goes on to the end,
	// which it must on boards with no solution or few. Together they take as
	// many nodes as one run of 80*lubyNodes.
	lubyRuns = 31
)

// sprints searches a valid board for a placement in a few short runs, that a
// seed tells apart. It returns nil where they find none.
func sprints(b *Board, seed uint64) Placement {
	var s sprint
	var root, f leg
	if !s.prepare(b, &root) {
		return nil
	}
	runs, nodes := fewSprints, b.Size*shortSprint
	if b.Size >= minRestart {
		runs, nodes = manySprints, b.Size*longSprint
	}
	for i := range runs {
		if i > 0 {
			s.random = mix(seed + uint64(i))
		}
		s.budget = nodes * int(luby(uint(i)+1))
		f = root
		if s.run(&f) {
			p := make(Placement, s.n)
			for row := range p {
				p[row] = int(s.queens[row&31])
			}
			return p
		}
		if s.budget >= 0 { // it has seen all there is
			return nil
		}
	}
	return nil
}

// firstFrom searches for one placement from a root that prepare has filled,
// in runs that a seed tells apart.
func (s *large) firstFrom(root *field, seed uint64) {
	if s.n >= minRestart {
		for i := range lubyRuns {
			f := *root
			s.random = 0
			if i > 0 {
				s.random = mix(seed + uint64(i))
			}
			s.budget = s.nodes + lubyNodes*luby(uint(i)+1)
			if s.run(&f) || s.found > 0 || s.stopped {
				return
			}
		}
	}
	s.random, s.budget = 0, 0
	s.run(root)
}

// luby returns the ith number of the sequence, from 1.
func luby(i uint) uint {
	for {
		k := bits.Len(i)
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}

// mix returns a number that is never 0 and looks random for numbers in a row.
func mix(x uint64) uint64 {
	x *= 0x9e37_79b9_7f4a_7c15
	x ^= x >> 29
	x *= 0xbf58_476d_1ce4_e5b9
	x ^= x >> 32
	return x | 1
}

// draw returns a random number from 0 to n-1 and changes the one it draws from,
// which is not 0.
func draw(random *uint64, n uint64) uint64 {
	*random ^= *random << 13
	*random ^= *random >> 7
	*random ^= *random << 17
	high, _ := bits.Mul64(*random, n)
	return high
}

// pick returns one of the bits of m, which has one.
func (s *large) pick(m uint32) uint32 {
	for skip := draw(&s.random, uint64(bits.OnesCount32(m))); skip > 0; skip-- {
		m &= m - 1
	}
	return m & -m
}
