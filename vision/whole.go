package vision

// bounded is a board as far as it was measured, to be looked at from outside: its colours
// and its lines.
type bounded struct {
	*cells
	lines *lineWords
}

// faultKind names what shows that a grid is no whole board in sight.
type faultKind int

// The kinds of faults, in the order in which they are looked for.
const (
	oblong      faultKind = iota // the cells are not square
	cut                          // cells or lines go on at some sides
	unframed                     // the picture ends at a side where no frame is, as there is at others
	spilled                      // colours of the outer cells go on at a side
	blanked                      // the cells at a side show no lines: they are the page
	regionsGoOn                  // regions go on outside
	crossesGoOn                  // crosses stand where the next cells would be
	coveredCell                  // lines are missing around a cell
	sparse                       // too few of the cells were seen
)

// fault is what shows that a grid is no whole board in sight.
type fault struct {
	kind  faultKind
	sides []string // of cut, unframed, spilled and blanked: their names
	cell  int      // of coveredCell, row-major
}

// examine looks for what shows that a grid, of which the colours and lines were measured, is
// no whole board in sight, and returns false where nothing does. What lies over its cells is
// looked for only where it is like a board by its regions.
func examine(p *picture, c candidate, k *cells, lines *lineWords, boardLike bool) (f fault, faulty bool) {
	b := &bounded{k, lines}
	const (
		stretched = 0.015 // of a cell: the most that its sides may differ
		uneven    = 0.03  // the same on a screen: browsers give the columns of a table less than its rows
		whole     = 1.5   // pixels by which the outermost lines may be off, drawn on whole ones
		seen      = 0.6   // of the cells, at least
	)
	l := c.lattice
	at := func(kind faultKind, sides ...string) (fault, bool) { return fault{kind: kind, sides: sides}, true }
	most := stretched
	if b.spotless && !c.weak {
		most = uneven
	}
	if abs(l.PitchX-l.PitchY) > most*l.pitch()+whole/float64(l.Size-1) {
		return at(oblong)
	}
	if sides := cutSides(p, b.lattice); len(sides) > 0 {
		return at(cut, sides...)
	}
	if side := b.unframed(p); side != "" {
		return at(unframed, side)
	}
	if side := b.spills(p); side != "" {
		return at(spilled, side)
	}
	if side := b.blank(p); side != "" {
		return at(blanked, side)
	}
	if c.weak && b.goesOn(p) {
		return at(regionsGoOn)
	}
	if (c.weak || l.Size <= exampleSize) && b.crossedBeyond(p) {
		return at(crossesGoOn)
	}
	if boardLike {
		if covered := b.uncrossed(p); len(covered) > 0 {
			return fault{kind: coveredCell, cell: covered[0]}, true
		}
	}
	if c.filled < seen {
		return at(sparse)
	}
	return f, false
}
