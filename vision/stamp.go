package vision

import (
	"image"
	"math"
	"slices"

	"autoqueens/solver"
)

// A game draws all its crosses alike, and all its queens. Where a mark is of few
// pixels, or compression has blurred it, it is told by the others of its board.

// innerPart returns the part of a cell in which marks stand.
func innerPart(l Lattice, row, col int) Rect {
	c := l.Cell(row, col)
	return Rect{X: c.X + (1-inner)/2*c.Width, Y: c.Y + (1-inner)/2*c.Height, Width: inner * c.Width, Height: inner * c.Height}
}

// album holds the stamps of a board's marks, and of each kind the sum of those
// of which there is no doubt.
type album struct {
	stamps map[int]*stamp // by cell
	total  [solver.Queen + 1]stamp
	count  [solver.Queen + 1]int
}

// collect takes the stamp of every mark at the area given for it, if there is one.
func (r *markReader) collect(p *picture, sure []sureness, area func(cell int) Rect) *album {
	a := &album{stamps: make(map[int]*stamp)}
	for i, m := range r.marks {
		of := area(i)
		if m == solver.Empty && sure[i] == plain || of.Width == 0 {
			continue
		}
		s := stampOf(p, of, r.ground[i].rgb)
		a.stamps[i] = &s
	}
	return a
}

// tally adds up the stamps of the marks of which there is no doubt.
func (a *album) tally(marks []solver.Mark, sure []sureness) {
	a.total, a.count = [solver.Queen + 1]stamp{}, [solver.Queen + 1]int{}
	for i, m := range marks {
		if s := a.stamps[i]; s != nil && sure[i] == plain && m != solver.Empty {
			a.total[m].add(s)
			a.count[m]++
		}
	}
}

// likeness tells how like a cell's mark is to all of one kind, itself left out if
// it was counted as one; by is the way to compare two stamps.
func (a *album) likeness(by func(s, o *stamp) float64, cell int, kind solver.Mark, counted bool) float64 {
	s, all, n := a.stamps[cell], a.total[kind], a.count[kind]
	if counted {
		all.subtract(s)
		n--
	}
	if n == 0 {
		return unknown
	}
	return by(s, &all)
}

// compareMarks holds every mark against the crosses and the queens of the board
// of which its shape leaves no doubt, itself left out. Of dim ones the shape is
// not believed against them.
func (r *markReader) compareMarks(p *picture, sure []sureness, of []figure) {
	marks := r.collect(p, sure, func(i int) Rect { return innerPart(r.lattice, i/r.n, i%r.n) })
	pairAside(marks.stamps, sure)
	marks.tally(r.marks, sure)
	r.disown(marks, sure, of)
	shape, before := slices.Clone(r.marks), slices.Clone(sure)
	again := false // some are still torn
	torns := 0
	for i := range of {
		if before[i] == torn && of[i].small {
			torns++
		}
	}
	for i, m := range shape {
		if marks.stamps[i] == nil {
			continue
		}
		cross := marks.likeness((*stamp).likeness, i, solver.Cross, m == solver.Cross && before[i] == plain)
		queen := marks.likeness((*stamp).likeness, i, solver.Queen, m == solver.Queen && before[i] == plain)
		if before[i] == torn && of[i].small && cross == unknown && torns > marks.count[solver.Queen] {
			// A cross of a few pixels that looks like a queen, perhaps, and makes
			// queens of all the others.
			again = true
			continue
		}
		r.marks[i], sure[i] = byLikeness(m, sure[i], of[i], cross, queen)
		// In small cells halves look too much alike.
		hidden := before[i] == unclear && sure[i] == unclear && r.lattice.pitch() >= 3*few
		if hidden && (r.halfQueen(marks, i) || r.halfDrawn(p, i, before, of)) {
			r.marks[i], sure[i] = solver.Queen, plain
		}
		if sure[i] == plain && r.tiny(i) && !borneOut(r.marks[i], of[i].royal, cross, queen) {
			sure[i] = unclear
		}
		if of[i].dim && sure[i] == plain && !confirmed(r.marks[i], of[i].royal, cross, queen) {
			sure[i] = torn
		}
		again = again || sure[i] == torn
	}
	if again {
		r.compareShapes(p, sure, of, marks)
	}
}

// compareTones finds what is taken for a cross, or could be one, and has ink of a
// tone that the other crosses on such grounds have not, as white ink beside black, or
// red beside grey: a game draws its crosses in one colour.
func (r *markReader) compareTones(p *picture, sure []sureness, of []figure) {
	for i, m := range r.marks {
		if sure[i] != torn && (m != solver.Cross || sure[i] != plain) {
			continue
		}
		for t := range tones {
			odd, queens := r.oddTone(sure, of, i, t)
			if !odd || t == livelier && !r.greyCrosses(p, sure, of) { // lively where the ground shines through
				continue
			}
			// Compression makes the colours of one cell bleed into the next.
			bled := t == livelier && !r.still(i) && of[i].royal <= -undecided
			if sure[i] = torn; queens && !bled {
				r.marks[i], sure[i] = solver.Queen, plain
			}
			break
		}
	}
}

// oddTone tells whether a cross has ink of a tone that the other crosses have not on
// grounds that have as little of it, and whether queens have it, and as much.
func (r *markReader) oddTone(sure []sureness, of []figure, cell int, t tone) (odd, queens bool) {
	const (
		margin = 16 // of 255: so much darker a ground is, whatever filter lies over the screen
		small  = 16 // pixels to a cell: sharp edges leave no more beside them than ink does
	)
	clear := 2 * faintest
	if r.lattice.pitch() < small {
		clear = 4 * faintest / 3
	}
	enough := 2 // other crosses have to say so
	if sure[cell] != plain {
		enough = 1 // its shape says the same
	}
	own := of[cell].tones[t]
	if own < clear {
		return false, false
	}
	ground := func(i int) int { return t.of(r.ground[i].rgb) }
	ink := func(i int) int { return ground(i) + of[i].tones[t] }
	same := func(j int) bool { return r.ground[j].lab.distance(r.ground[cell].lab) < noticeable }
	// On grounds brighter than some, crosses are dark, and light on the others. How
	// lively they are has no such bounds.
	comparable := func(j int) bool {
		if t == livelier {
			return ground(j) <= ground(cell)+margin && of[j].light() == of[cell].light()
		}
		return ground(j) <= ground(cell)-margin || same(j)
	}
	others, shared := 0, 0
	for j, f := range of {
		switch {
		case j == cell || sure[j] != plain || f.large || f.ink == nil: // it tells of no tone
		case r.marks[j] == solver.Queen:
			queens = queens || f.tones[t] >= clear && abs(float64(ink(j)-ink(cell))) <= float64(clear)/2
		case r.marks[j] == solver.Cross && comparable(j):
			if 3*f.tones[t] <= own {
				if others++; same(j) && f.light() != of[cell].light() {
					others++ // no filter makes the one ground two
				}
			} else if shared++; t != livelier {
				return false, false
			}
		}
	}
	// Small queens that are all taken for crosses are fewer than those.
	return others >= max(enough, 4*shared), queens
}

// disown takes crosses that are shaped somewhat like queens out of the queens, so
// that others are not held against them.
func (r *markReader) disown(marks *album, sure []sureness, of []figure) {
	var crosses []int
	for i, m := range r.marks {
		if m != solver.Queen || sure[i] != plain || of[i].royal >= royalShape || marks.count[solver.Cross] == 0 || marks.count[solver.Queen] < 2 {
			continue
		}
		cross := marks.likeness((*stamp).likeness, i, solver.Cross, false)
		queen := marks.likeness((*stamp).likeness, i, solver.Queen, true)
		if cross >= sameKind && cross-queen >= slightlyBy {
			crosses = append(crosses, i)
		}
	}
	if len(crosses) == 0 {
		return
	}
	for _, i := range crosses {
		r.marks[i] = solver.Cross
	}
	marks.tally(r.marks, sure)
}

// halfQueen tells whether half of what stands in a cell is that of a queen, and
// something lies over the rest.
func (r *markReader) halfQueen(marks *album, cell int) bool {
	cross := marks.likeness((*stamp).halfLikeness, cell, solver.Cross, false)
	queen := marks.likeness((*stamp).halfLikeness, cell, solver.Queen, false)
	return queen >= sameHalf && queen-cross >= likelierBy
}

// halfDrawn tells the same by the pixels, which are those of another queen as the screen
// shows them, and none where that has none: what is drawn in several colours departs by
// other amounts from each ground.
func (r *markReader) halfDrawn(p *picture, cell int, sure []sureness, of []figure) bool {
	if !r.spotless {
		return false
	}
	to := r.lattice.Center(cell/r.n, cell%r.n)
	for i, m := range r.marks {
		if m != solver.Queen || sure[i] != plain || of[i].ink == nil {
			continue
		}
		from := r.lattice.Center(i/r.n, i%r.n)
		by := image.Pt(int(math.Round(to.X-from.X)), int(math.Round(to.Y-from.Y)))
		if of[i].repeatsHalf(p, by, r.ground[cell].rgb) {
			return true
		}
	}
	return false
}

// repeatsHalf tells whether the left, the right, the upper or the lower half of a mark is
// drawn once more on a ground that lies aside.
func (f figure) repeatsHalf(p *picture, aside image.Point, ground rgb) bool {
	const (
		inked = 0.8 // of the ink is there, and at its rim a little that is neither
		alike = 0.9 // of all pixels
	)
	var halves [4]struct{ pixels, alike, ink, inkAlike int }
	for y := range f.ink.h {
		for x := range f.ink.w {
			at := f.ink.corner.Add(image.Pt(x, y))
			ink, c := f.ink.at(x, y), ground
			if ink {
				c = p.at(at.X, at.Y)
			}
			matches := p.near(at.Add(aside), c)
			for i, in := range [...]bool{2*x < f.ink.w, 2*x >= f.ink.w, 2*y < f.ink.h, 2*y >= f.ink.h} {
				if !in {
					continue
				}
				h := &halves[i]
				h.pixels++
				if ink {
					h.ink++
				}
				if matches {
					h.alike++
				}
				if ink && matches {
					h.inkAlike++
				}
			}
		}
	}
	for _, h := range halves {
		if h.ink >= few*few/2 && float64(h.inkAlike) >= inked*float64(h.ink) && float64(h.alike) >= alike*float64(h.pixels) {
			return true
		}
	}
	return false
}

// compareShapes holds what is still torn against the others at one size as well:
// a mark that is just appearing is a small one of its kind.
func (r *markReader) compareShapes(p *picture, sure []sureness, of []figure, marks *album) {
	shapes := r.collect(p, sure, func(i int) Rect { return of[i].box })
	shapes.tally(r.marks, sure)
	marks.tally(r.marks, sure)
	for i := range sure {
		if b := of[i].box; sure[i] != torn || max(b.Width, b.Height) < shapeless {
			continue
		}
		lead, most, known := 0.0, 0.0, true // how much more it is like a cross than like a queen
		for _, a := range []*album{marks, shapes} {
			known = known && a.count[solver.Cross] > 0 && a.count[solver.Queen] > 0
			cross := a.likeness((*stamp).likeness, i, solver.Cross, false)
			queen := a.likeness((*stamp).likeness, i, solver.Queen, false)
			lead, most = lead+cross-queen, max(most, cross, queen)
		}
		switch {
		case !known || abs(lead) < likelierTwice || of[i].dim && most < otherKind: // like neither: a blotch, perhaps
		case lead > 0 && of[i].royal >= 2*royalShape: // its shape says otherwise, and no other queen may be drawn as small
		case lead > 0:
			r.marks[i], sure[i] = solver.Cross, plain
		default:
			r.marks[i], sure[i] = solver.Queen, plain
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
	surelyKind = 0.9  // and as nothing else is
	otherKind  = 0.72 // no more, where they are not
	nothing    = 0.5  // no more like a queen, where there is none
	likelierBy = 0.15 // more like one than like the other, to be clear
	slightlyBy = 0.05 // the same, where the shape says little: of 20,000 marks all were by 0.16
	sameHalf   = 0.92 // as halves of two queens are; of a pointer's and a queen's below 0.85
	// shapeless is the side in pixels below which marks of two kinds are too alike
	// at one size: of 500 crosses some were more like the queens.
	shapeless = 5
	// likelierTwice is the same where two comparisons are added up.
	likelierTwice = 0.2
)

// confirmed tells whether the other marks of the board do not speak against one.
func confirmed(m solver.Mark, royal, cross, queen float64) bool {
	own, against := cross, queen
	clear := likelierBy / 2
	if m == solver.Queen {
		own, against = queen, cross
		if royal >= royalShape {
			clear = 0 // the shape says so too
		}
	}
	if own == unknown {
		return against < otherKind-likelierBy || m == solver.Queen && royal >= royalShape && against < sameKind
	}
	return own >= otherKind && own-against >= clear
}

// tiny tells whether marks are of few pixels in a cell that compression, noise or scaling
// has smeared.
func (r *markReader) tiny(cell int) bool {
	return !r.still(cell) && r.lattice.pitch() < arrow
}

// borneOut tells whether the other marks of the board leave no doubt of what such a cell
// holds. How much like them it has to be follows what byLikeness and ghostly measured.
func borneOut(m solver.Mark, royal, cross, queen float64) bool {
	const crossed = 0.86 // like the crosses, or more
	switch m {
	case solver.Cross:
		return cross >= crossed && cross-queen >= slightlyBy || cross == unknown && royal < royalShape
	case solver.Queen:
		return queen >= otherKind && queen > cross || royal >= 2*royalShape && cross < sameKind
	}
	return queen < nothing && cross < otherKind
}

// surelyRoyal is how royal a shape is that says a queen, whatever the others say.
const surelyRoyal = 3

// byLikeness tells what a mark is by how much it is like the crosses and like
// the queens of its board, where its shape says m. Of 10,000 crosses, drawn
// compressed, scaled or noisy, 999 of 1000 were at least 0.86 like the other
// crosses of their board, and none more than 0.78 like its queens; 99 of 100
// queens were 0.70 like the others, and none but one more than 0.75 like the
// crosses.
func byLikeness(m solver.Mark, sure sureness, f figure, cross, queen float64) (solver.Mark, sureness) {
	royal := f.royal
	switch {
	case m == solver.Queen && sure == plain && cross < sameKind && (royal >= surelyRoyal || f.large && royal >= 2*royalShape):
		return m, plain // it fades in, perhaps, or is scaled as no other
	case sure == ghost:
		return ghostly(cross, queen)
	case m == solver.Empty || sure == passing || sure == unclear || sure == aside:
		// Something lies over the cell, or is all there is in it.
		most, lead := max(cross, queen), abs(cross-queen)
		if most >= sameKind && lead >= likelierBy || most >= surelyKind && lead >= slightlyBy {
			if most == cross {
				return solver.Cross, plain
			}
			return solver.Queen, plain
		}
		if sure == passing && most >= sameKind {
			return m, unclear // no pointer is so much like a mark
		}
		return m, sure
	case sure == torn && f.dim && max(cross, queen) < otherKind && slices.Max(f.tones[:]) < faintest/2:
		return m, unclear // a blotch of compression, perhaps
	case cross >= sameKind && cross-queen >= likelierBy:
		if m == solver.Queen && sure == plain && (queen == unknown || cross < 0.93) {
			return m, unclear // the only one of its kind, or shape and likeness disagree
		}
		return solver.Cross, plain
	case m == solver.Queen && sure == plain && cross > queen && queen != unknown && (cross >= sameKind || queen < otherKind || royal < royalShape):
		return m, torn
	case sure == torn && cross >= sameKind && cross-queen >= slightlyBy && (cross >= surelyKind || royal < royalShape):
		return solver.Cross, plain
	case sure == torn && queen >= sameKind && cross != unknown && (queen-cross >= slightlyBy || queen > cross && royal >= royalShape):
		return solver.Queen, plain
	case queen >= otherKind && queen-cross >= likelierBy && cross != unknown:
		return solver.Queen, plain
	case m == solver.Cross && sure == plain && queen >= sameKind && queen > cross && cross != unknown:
		return m, torn
	case queen >= sameKind && cross == unknown:
		return solver.Queen, plain
	case sure == torn && queen == unknown && cross != unknown && (cross < otherKind || cross < sameKind && royal >= royalShape):
		return solver.Queen, plain
	case sure == torn && cross == unknown && queen != unknown && queen < otherKind && royal <= 0:
		return solver.Cross, plain
	}
	return m, sure
}

// ghostly tells what there is where ink may be but what compression leaves behind:
// nothing, unless it is like the queens or the crosses of the board. Of 1,200 that
// were nothing, none was more than 0.42 like the queens, or 0.66 like the crosses.
func ghostly(cross, queen float64) (solver.Mark, sureness) {
	switch {
	case queen < nothing && cross < sameKind:
		return solver.Empty, plain
	case max(cross, queen) < sameKind || abs(cross-queen) < likelierBy:
		return solver.Empty, unclear
	case cross > queen:
		return solver.Cross, plain
	}
	return solver.Queen, plain
}
