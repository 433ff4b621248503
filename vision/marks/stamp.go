package marks

import (
	"image"
	"math"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// A game draws all its crosses alike, and all its queens. Where a mark is of few
// pixels, or compression has blurred it, it is told by the others of its board.

// innerPart returns the part of a cell in which marks stand.
func innerPart(l lattice.Lattice, row, col int) raster.Rect {
	c := l.Cell(row, col)
	return raster.Rect{X: c.X + (1-inner)/2*c.Width, Y: c.Y + (1-inner)/2*c.Height, Width: inner * c.Width, Height: inner * c.Height}
}

// exemplars holds the stamps of a board's marks, and of each kind the sum of those
// of which there is no doubt.
type exemplars struct {
	stamps map[int]*glyph.Template // by cell
	total  [solver.Queen + 1]glyph.Template
	count  [solver.Queen + 1]int
}

// collect takes the stamp of every mark at the area given for it, if there is one.
func (r *reader) collect(p *raster.Picture, sure []certainty, area func(cell int) raster.Rect) *exemplars {
	a := &exemplars{stamps: make(map[int]*glyph.Template)}
	for i, m := range r.Marks {
		of := area(i)
		if m == solver.Empty && sure[i] == certain || of.Width == 0 {
			continue
		}
		s := glyph.NewTemplate(p, of, r.Colors[i].RGB)
		a.stamps[i] = &s
	}
	return a
}

// tally adds up the stamps of the marks of which there is no doubt.
func (a *exemplars) tally(marks []solver.Mark, sure []certainty) {
	a.total, a.count = [solver.Queen + 1]glyph.Template{}, [solver.Queen + 1]int{}
	for i, m := range marks {
		if s := a.stamps[i]; s != nil && sure[i] == certain && m != solver.Empty {
			a.total[m].Add(s)
			a.count[m]++
		}
	}
}

// likeness tells how like a cell's mark is to all of one kind, itself left out if
// it was counted as one; by is the way to compare two stamps.
func (a *exemplars) likeness(by func(s, o *glyph.Template) float64, cell int, kind solver.Mark, counted bool) float64 {
	s, all, n := a.stamps[cell], a.total[kind], a.count[kind]
	if counted {
		all.Subtract(s)
		n--
	}
	if n == 0 {
		return noExemplar
	}
	return by(s, &all)
}

// compareMarks holds every mark against the crosses and the queens of the board
// of which its shape leaves no doubt, itself left out. Of dim ones the shape is
// not believed against them.
func (r *reader) compareMarks(p *raster.Picture, sure []certainty, of []measures) {
	marks := r.collect(p, sure, func(i int) raster.Rect { return innerPart(r.Lattice, i/r.N, i%r.N) })
	pairAside(marks.stamps, sure)
	marks.tally(r.Marks, sure)
	r.disown(marks, sure, of)
	shape, before := slices.Clone(r.Marks), slices.Clone(sure)
	again := false // some are still torn
	torns := 0
	for i := range of {
		if before[i] == either && of[i].small {
			torns++
		}
	}
	for i, m := range shape {
		if marks.stamps[i] == nil {
			continue
		}
		cross := marks.likeness((*glyph.Template).Correlation, i, solver.Cross, m == solver.Cross && before[i] == certain)
		queen := marks.likeness((*glyph.Template).Correlation, i, solver.Queen, m == solver.Queen && before[i] == certain)
		if before[i] == either && of[i].small && cross == noExemplar && torns > marks.count[solver.Queen] {
			// A cross of a few pixels that looks like a queen, perhaps, and makes
			// queens of all the others.
			again = true
			continue
		}
		r.Marks[i], sure[i] = byCorrelation(m, sure[i], of[i], cross, queen)
		// In small cells halves look too much alike.
		hidden := before[i] == unclear && sure[i] == unclear && r.Lattice.Pitch() >= 3*few
		if hidden && (r.halfQueen(marks, i) || r.halfDrawn(p, i, before, of)) {
			r.Marks[i], sure[i] = solver.Queen, certain
		}
		if sure[i] == certain && r.tiny(i) && !borneOut(r.Marks[i], of[i].queenScore, cross, queen) {
			sure[i] = unclear
		}
		if of[i].dim && sure[i] == certain && !confirmed(r.Marks[i], of[i].queenScore, cross, queen) {
			sure[i] = either
		}
		again = again || sure[i] == either
	}
	if again {
		r.compareShapes(p, sure, of, marks)
	}
}

// compareTones finds what is taken for a cross, or could be one, and has ink of a
// tone that the other crosses on such grounds have not, as white ink beside black, or
// red beside grey: a game draws its crosses in one colour.
func (r *reader) compareTones(p *raster.Picture, sure []certainty, of []measures) {
	for i, m := range r.Marks {
		if sure[i] != either && (m != solver.Cross || sure[i] != certain) {
			continue
		}
		for t := range glyph.Tones {
			odd, queens := r.oddTone(sure, of, i, t)
			if !odd || t == glyph.Livelier && !r.greyCrosses(p, sure, of) { // lively where the ground shines through
				continue
			}
			// Compression makes the colours of one cell bleed into the next.
			bled := t == glyph.Livelier && !r.Pristine(i) && of[i].queenScore <= -undecided
			if sure[i] = either; queens && !bled {
				r.Marks[i], sure[i] = solver.Queen, certain
			}
			break
		}
	}
}

// oddTone tells whether a cross has ink of a tone that the other crosses have not on
// grounds that have as little of it, and whether queens have it, and as much.
func (r *reader) oddTone(sure []certainty, of []measures, cell int, t glyph.Tone) (odd, queens bool) {
	const (
		margin = 16 // of 255: so much darker a ground is, whatever filter lies over the screen
		small  = 16 // pixels to a cell: sharp edges leave no more beside them than ink does
	)
	clear := 2 * raster.LeastContrast
	if r.Lattice.Pitch() < small {
		clear = 4 * raster.LeastContrast / 3
	}
	enough := 2 // other crosses have to say so
	if sure[cell] != certain {
		enough = 1 // its shape says the same
	}
	own := of[cell].tones[t]
	if own < clear {
		return false, false
	}
	ground := func(i int) int { return t.Of(r.Colors[i].RGB) }
	ink := func(i int) int { return ground(i) + of[i].tones[t] }
	same := func(j int) bool { return r.Colors[j].Lab.Distance(r.Colors[cell].Lab) < cellcolor.JND }
	// On grounds brighter than some, crosses are dark, and light on the others. How
	// lively they are has no such bounds.
	comparable := func(j int) bool {
		if t == glyph.Livelier {
			return ground(j) <= ground(cell)+margin && of[j].light() == of[cell].light()
		}
		return ground(j) <= ground(cell)-margin || same(j)
	}
	others, shared := 0, 0
	for j, f := range of {
		switch {
		case j == cell || sure[j] != certain || f.large || f.ink == nil: // it tells of no tone
		case r.Marks[j] == solver.Queen:
			queens = queens || f.tones[t] >= clear && math.Abs(float64(ink(j)-ink(cell))) <= float64(clear)/2
		case r.Marks[j] == solver.Cross && comparable(j):
			if 3*f.tones[t] <= own {
				if others++; same(j) && f.light() != of[cell].light() {
					others++ // no filter makes the one ground two
				}
			} else if shared++; t != glyph.Livelier {
				return false, false
			}
		}
	}
	// Small queens that are all taken for crosses are fewer than those.
	return others >= max(enough, 4*shared), queens
}

// disown takes crosses that are shaped somewhat like queens out of the queens, so
// that others are not held against them.
func (r *reader) disown(marks *exemplars, sure []certainty, of []measures) {
	var crosses []int
	for i, m := range r.Marks {
		if m != solver.Queen || sure[i] != certain || of[i].queenScore >= queenShape || marks.count[solver.Cross] == 0 || marks.count[solver.Queen] < 2 {
			continue
		}
		cross := marks.likeness((*glyph.Template).Correlation, i, solver.Cross, false)
		queen := marks.likeness((*glyph.Template).Correlation, i, solver.Queen, true)
		if cross >= sameKind && cross-queen >= slightlyBy {
			crosses = append(crosses, i)
		}
	}
	if len(crosses) == 0 {
		return
	}
	for _, i := range crosses {
		r.Marks[i] = solver.Cross
	}
	marks.tally(r.Marks, sure)
}

// halfQueen tells whether half of what stands in a cell is that of a queen, and
// something lies over the rest.
func (r *reader) halfQueen(marks *exemplars, cell int) bool {
	cross := marks.likeness((*glyph.Template).HalfCorrelation, cell, solver.Cross, false)
	queen := marks.likeness((*glyph.Template).HalfCorrelation, cell, solver.Queen, false)
	return queen >= sameHalf && queen-cross >= likelierBy
}

// halfDrawn tells the same by the pixels, which are those of another queen as the screen
// shows them, and none where that has none: what is drawn in several colours departs by
// other amounts from each ground.
func (r *reader) halfDrawn(p *raster.Picture, cell int, sure []certainty, of []measures) bool {
	if !r.Spotless {
		return false
	}
	to := r.Lattice.Center(cell/r.N, cell%r.N)
	for i, m := range r.Marks {
		if m != solver.Queen || sure[i] != certain || of[i].ink == nil {
			continue
		}
		from := r.Lattice.Center(i/r.N, i%r.N)
		by := image.Pt(int(math.Round(to.X-from.X)), int(math.Round(to.Y-from.Y)))
		if of[i].repeatsHalf(p, by, r.Colors[cell].RGB) {
			return true
		}
	}
	return false
}

// repeatsHalf tells whether the left, the right, the upper or the lower half of a mark is
// drawn once more on a ground that lies aside.
func (f measures) repeatsHalf(p *raster.Picture, aside image.Point, ground raster.RGB) bool {
	const (
		inked = 0.8 // of the ink is there, and at its rim a little that is neither
		alike = 0.9 // of all pixels
	)
	var halves [4]struct{ pixels, alike, ink, inkAlike int }
	for y := range f.ink.H {
		for x := range f.ink.W {
			at := f.ink.Corner.Add(image.Pt(x, y))
			ink, c := f.ink.At(x, y), ground
			if ink {
				c = p.At(at.X, at.Y)
			}
			matches := p.Near(at.Add(aside), c)
			for i, in := range [...]bool{2*x < f.ink.W, 2*x >= f.ink.W, 2*y < f.ink.H, 2*y >= f.ink.H} {
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
func (r *reader) compareShapes(p *raster.Picture, sure []certainty, of []measures, marks *exemplars) {
	shapes := r.collect(p, sure, func(i int) raster.Rect { return of[i].box })
	shapes.tally(r.Marks, sure)
	marks.tally(r.Marks, sure)
	for i := range sure {
		if b := of[i].box; sure[i] != either || max(b.Width, b.Height) < shapeless {
			continue
		}
		lead, most, known := 0.0, 0.0, true // how much more it is like a cross than like a queen
		for _, a := range []*exemplars{marks, shapes} {
			known = known && a.count[solver.Cross] > 0 && a.count[solver.Queen] > 0
			cross := a.likeness((*glyph.Template).Correlation, i, solver.Cross, false)
			queen := a.likeness((*glyph.Template).Correlation, i, solver.Queen, false)
			lead, most = lead+cross-queen, max(most, cross, queen)
		}
		switch {
		case !known || math.Abs(lead) < likelierTwice || of[i].dim && most < otherKind: // like neither: a blotch, perhaps
		case lead > 0 && of[i].queenScore >= 2*queenShape: // its shape says otherwise, and no other queen may be drawn as small
		case lead > 0:
			r.Marks[i], sure[i] = solver.Cross, certain
		default:
			r.Marks[i], sure[i] = solver.Queen, certain
		}
	}
}

// pairAside makes sure of the queens that stand off the middle where two of them
// are alike: so the game draws them, and what passes over a board does so once.
func pairAside(stamps map[int]*glyph.Template, sure []certainty) {
	var cells []int
	for i, s := range sure {
		if s == aside {
			cells = append(cells, i)
		}
	}
	for k, i := range cells {
		for _, j := range cells[k+1:] {
			if stamps[i].Correlation(stamps[j]) >= sameKind {
				sure[i], sure[j] = certain, certain
			}
		}
	}
}

// noExemplar is the likeness to marks of which there are none.
const noExemplar = -2

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
		if royal >= queenShape {
			clear = 0 // the shape says so too
		}
	}
	if own == noExemplar {
		return against < otherKind-likelierBy || m == solver.Queen && royal >= queenShape && against < sameKind
	}
	return own >= otherKind && own-against >= clear
}

// tiny tells whether marks are of few pixels in a cell that compression, noise or scaling
// has smeared.
func (r *reader) tiny(cell int) bool {
	return !r.Pristine(cell) && r.Lattice.Pitch() < arrow
}

// borneOut tells whether the other marks of the board leave no doubt of what such a cell
// holds. How much like them it has to be follows what byLikeness and ghostly measured.
func borneOut(m solver.Mark, royal, cross, queen float64) bool {
	const crossed = 0.86 // like the crosses, or more
	switch m {
	case solver.Cross:
		return cross >= crossed && cross-queen >= slightlyBy || cross == noExemplar && royal < queenShape
	case solver.Queen:
		return queen >= otherKind && queen > cross || royal >= 2*queenShape && cross < sameKind
	}
	return queen < nothing && cross < otherKind
}

// surelyQueen is how royal a shape is that says a queen, whatever the others say.
const surelyQueen = 3

// byCorrelation tells what a mark is by how much it is like the crosses and like
// the queens of its board, where its shape says m. Of 10,000 crosses, drawn
// compressed, scaled or noisy, 999 of 1000 were at least 0.86 like the other
// crosses of their board, and none more than 0.78 like its queens; 99 of 100
// queens were 0.70 like the others, and none but one more than 0.75 like the
// crosses.
func byCorrelation(m solver.Mark, sure certainty, f measures, cross, queen float64) (solver.Mark, certainty) {
	royal := f.queenScore
	switch {
	case m == solver.Queen && sure == certain && cross < sameKind && (royal >= surelyQueen || f.large && royal >= 2*queenShape):
		return m, certain // it fades in, perhaps, or is scaled as no other
	case sure == ghost:
		return ghostly(cross, queen)
	case m == solver.Empty || sure == passing || sure == unclear || sure == aside:
		// Something lies over the cell, or is all there is in it.
		most, lead := max(cross, queen), math.Abs(cross-queen)
		if most >= sameKind && lead >= likelierBy || most >= surelyKind && lead >= slightlyBy {
			if most == cross {
				return solver.Cross, certain
			}
			return solver.Queen, certain
		}
		if sure == passing && most >= sameKind {
			return m, unclear // no pointer is so much like a mark
		}
		return m, sure
	case sure == either && f.dim && max(cross, queen) < otherKind && slices.Max(f.tones[:]) < raster.LeastContrast/2:
		return m, unclear // a blotch of compression, perhaps
	case cross >= sameKind && cross-queen >= likelierBy:
		if m == solver.Queen && sure == certain && (queen == noExemplar || cross < 0.93) {
			return m, unclear // the only one of its kind, or shape and likeness disagree
		}
		return solver.Cross, certain
	case m == solver.Queen && sure == certain && cross > queen && queen != noExemplar && (cross >= sameKind || queen < otherKind || royal < queenShape):
		return m, either
	case sure == either && cross >= sameKind && cross-queen >= slightlyBy && (cross >= surelyKind || royal < queenShape):
		return solver.Cross, certain
	case sure == either && queen >= sameKind && cross != noExemplar && (queen-cross >= slightlyBy || queen > cross && royal >= queenShape):
		return solver.Queen, certain
	case queen >= otherKind && queen-cross >= likelierBy && cross != noExemplar:
		return solver.Queen, certain
	case m == solver.Cross && sure == certain && queen >= sameKind && queen > cross && cross != noExemplar:
		return m, either
	case queen >= sameKind && cross == noExemplar:
		return solver.Queen, certain
	case sure == either && queen == noExemplar && cross != noExemplar && (cross < otherKind || cross < sameKind && royal >= queenShape):
		return solver.Queen, certain
	case sure == either && cross == noExemplar && queen != noExemplar && queen < otherKind && royal <= 0:
		return solver.Cross, certain
	}
	return m, sure
}

// ghostly tells what there is where ink may be but what compression leaves behind:
// nothing, unless it is like the queens or the crosses of the board. Of 1,200 that
// were nothing, none was more than 0.42 like the queens, or 0.66 like the crosses.
func ghostly(cross, queen float64) (solver.Mark, certainty) {
	switch {
	case queen < nothing && cross < sameKind:
		return solver.Empty, certain
	case max(cross, queen) < sameKind || math.Abs(cross-queen) < likelierBy:
		return solver.Empty, unclear
	case cross > queen:
		return solver.Cross, certain
	}
	return solver.Queen, certain
}
