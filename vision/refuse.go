package vision

import (
	"fmt"
	"strings"

	"autoqueens/solver"
)

// Why was it refused? Every check here names what it found, so that a person
// knows what to change: the window, the zoom, the mouse, or nothing at all.

func noGrid() *Refusal {
	return &Refusal{
		Reason: NoGrid,
		What:   "no board in the picture",
		Advice: "bring the whole board into view, with nothing over it",
	}
}

func boardMoved(what string, l Lattice) *Refusal {
	return &Refusal{Reason: CutOff, What: what, Advice: "leave the window where it is while the board is played", Lattice: l}
}

// outranks tells whether a refused grid is more of a board than a reading. An
// example board beside a game that could not be read must not be taken for the
// game: the game is larger, or has cells as large of which more may be hidden. Next
// to so small a board, any larger square grid in the colours of a board can be the
// game. A grid that lies mostly inside the board that was read is an earlier attempt
// at it; but where grain had to be taken away to read so small a one, it can be a part of
// that.
func (r *Refusal) outranks(reading *Reading) bool {
	b := reading.Lattice.Bounds()
	if r.colored && !r.weak && reading.Lattice.Size <= exampleSize && r.extent.area() > 1.5*b.area() {
		return true
	}
	if reading.look != asIs && reading.Lattice.Size <= exampleSize && !r.weak && r.BoardSeen() &&
		r.goesOnFrom(reading.Lattice) && r.extent.area() > 1.1*b.area() {
		return true
	}
	if !r.BoardSeen() || r.extent.shared(b) >= 0.5*r.extent.area() || r.weak && r.goesOnFrom(reading.Lattice) {
		return false
	}
	if reading.Lattice.Size <= exampleSize && (r.Lattice.PitchX >= 0.9*reading.Lattice.PitchX || r.extent.area() > 1.5*b.area()) {
		return true
	}
	return !r.weak && r.extent.area() > 1.05*b.area()
}

// goesOnFrom tells whether a refused grid is a board that was read, or much of it,
// with more cells of its size around it: the board was checked for going on itself.
func (r *Refusal) goesOnFrom(l Lattice) bool {
	const much = 0.3 // of the board
	b := l.Bounds()
	return abs(r.Lattice.PitchX-l.PitchX) < 0.04*l.PitchX && r.extent.shared(b) >= much*b.area()
}

// outweighs tells which of two refusals tells the person more.
func (r *Refusal) outweighs(other *Refusal) bool {
	if r.weak != other.weak {
		return other.weak
	}
	if r.BoardSeen() != other.BoardSeen() {
		return r.BoardSeen()
	}
	return r.extent.area() > other.extent.area()
}

// checkShape refuses grids that have no shape of a board.
func checkShape(p *picture, c candidate) *Refusal {
	r := &Refusal{Lattice: c.lattice}
	switch {
	case c.rows == c.cols && c.rows > MaxSize, max(c.rows, c.cols) > 2*MaxSize:
		r.Reason = NotQueens
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows, which is larger than any board", c.cols, c.rows)
		r.Advice = "bring the board into view, with nothing over it"
	case !c.square(), c.open:
		r.Reason = NotQueens
		r.What = fmt.Sprintf("found a grid of %d columns and %d rows", c.cols, c.rows)
		r.Advice = "bring the whole board into view, with nothing over it"
		// How far the sides of a cell may differ where few are seen.
		const square = 0.08
		if l := c.lattice; abs(l.PitchX-l.PitchY) < square*l.pitch() && manyColors(p, c) {
			r.Reason = CutOff
			r.What = fmt.Sprintf("found %d columns and %d rows: the %s edge of the board may be hidden", c.cols, c.rows, hiddenSide(p, c))
			if c.open {
				r.What = fmt.Sprintf("found %d columns and rows, but not the edge of the board all around", c.cols)
			}
		}
	default:
		return nil
	}
	return r
}

// manyColors tells whether a grid that is not square shows several regions, as a
// board does whose rim is hidden: in few pieces, or all but one in one.
func manyColors(p *picture, c candidate) bool {
	if c.rows*c.cols < 2*MinSize {
		return false
	}
	g := groundsOfGrid(p, c.lattice, c.rows, c.cols)
	cl := cluster(g)
	for k := 3; k <= max(c.rows, c.cols)+2; k++ {
		if cl.clear(k) < strong {
			continue
		}
		labels, _, _ := cl.cut(k)
		return piecesOf(labels, c.cols) <= max(len(g)/3, k+1)
	}
	return false
}

// piecesOf counts the connected parts of a labelled grid with cols columns.
// Regions are in few; the cells of a heat map or a calendar in many.
func piecesOf(labels []int, cols int) int {
	s := newSets(len(labels))
	for i := range labels {
		if (i+1)%cols != 0 && labels[i] == labels[i+1] {
			s.join(i, i+1)
		}
		if i+cols < len(labels) && labels[i] == labels[i+cols] {
			s.join(i, i+cols)
		}
	}
	return count(s.labels())
}

// hiddenSide guesses at which side rows or columns are missing: where the grid
// ends nearest to the picture's edge.
func hiddenSide(p *picture, c candidate) string {
	l := c.lattice
	if c.cols < c.rows {
		if l.X < float64(p.w)-(l.X+l.PitchX*float64(c.cols)) {
			return "left"
		}
		return "right"
	}
	if l.Y < float64(p.h)-(l.Y+l.PitchY*float64(c.rows)) {
		return "top"
	}
	return "bottom"
}

// checkWhole refuses boards that the picture cuts or that something covers,
// and grids of which too little was seen.
func checkWhole(p *picture, c candidate, ev *evidence) *Refusal {
	l := c.lattice
	refuse := func(reason Reason, format string, args ...any) *Refusal {
		return &Refusal{
			Reason: reason, Lattice: l,
			What:   fmt.Sprintf(format, args...),
			Advice: "bring the whole board into view, with nothing over it",
		}
	}
	boardLike := ev.boardLike()
	hidden := NotQueens // what a grid is that is not all there
	if boardLike {
		hidden = CutOff
	}
	const (
		stretched = 0.015 // of a cell: the most that its sides may differ
		uneven    = 0.03  // the same on a screen: browsers give the columns of a table less than its rows
		whole     = 1.5   // pixels by which the outermost lines may be off, drawn on whole ones
	)
	most := stretched
	if ev.spotless && !c.weak {
		most = uneven
	}
	if abs(l.PitchX-l.PitchY) > most*l.pitch()+whole/float64(l.Size-1) {
		return refuse(NotQueens, "found a grid of %d columns and rows whose cells are not square: %.1f by %.1f pixels", l.Size, l.PitchX, l.PitchY)
	}
	if no := checkEnds(p, ev, hidden); no != nil {
		return no
	}
	if side := ev.unframed(p); side != "" {
		if ev.clusters.clear(ev.n) >= strong {
			return goesBeyond(ev, CutOff, side) // it would be a board
		}
		return goesBeyond(ev, hidden, side)
	}
	if side := spills(p, ev); side != "" {
		return refuse(hidden, "the colours of the %d columns and rows that were found go on at the %s: the board is larger, or something lies over it", l.Size, side)
	}
	if side := ev.blank(p); side != "" {
		return refuse(hidden, "the cells at the %s of the %d columns and rows that were found show no lines: they are the page, or something lies over them", side, l.Size)
	}
	if c.weak && ev.goesOn(p) {
		return refuse(hidden, "the regions of the %d columns and rows that were found go on outside them: the board is larger", l.Size)
	}
	if (c.weak || l.Size <= exampleSize) && ev.crossedBeyond(p) {
		return refuse(hidden, "the crosses in the %d columns and rows that were found go on outside them: the board is larger", l.Size)
	}
	if boardLike {
		if covered := ev.uncrossed(p); len(covered) > 0 {
			i := covered[0]
			return refuse(CutOff, "the lines of the board are missing around row %d, column %d: something covers it", i/ev.n+1, i%ev.n+1)
		}
	}
	if c.filled < 0.6 {
		return refuse(hidden, "only %.0f %% of the cells of a grid of %d are to be seen", 100*c.filled, l.Size)
	}
	return nil
}

// checkEnds refuses grids that go on beyond the cells that were found, for a reason.
func checkEnds(p *picture, ev *evidence, reason Reason) *Refusal {
	if sides := cutSides(p, ev.lattice); len(sides) > 0 {
		return goesBeyond(ev, reason, sides...)
	}
	return nil
}

// goesBeyond refuses a grid that goes on at some sides.
func goesBeyond(ev *evidence, reason Reason, sides ...string) *Refusal {
	return &Refusal{
		Reason: reason, Lattice: ev.lattice,
		What:   fmt.Sprintf("the board goes on beyond the %d columns and rows that were found: cut off at the %s", ev.n, strings.Join(sides, " and the ")),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// checkColors refuses grids with far fewer colours than a board has regions, as
// heat maps and number puzzles are. A board can have a colour twice, and
// something can lie over part of it.
func checkColors(ev *evidence) *Refusal {
	k := ev.clusters.distinct()
	if 3*k >= ev.n {
		return nil
	}
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows, but in only %s", ev.n, some(k, "colour", "colours")),
		Advice: "bring the Queens board into view, with nothing over it",
	}
}

// checkMarks refuses grids whose cells hold what no board's do.
func checkMarks(ev *evidence) *Refusal {
	queens := 0
	for _, m := range ev.marks {
		if m == solver.Queen {
			queens++
		}
	}
	if queens <= 2*ev.n && len(ev.strange) <= max(2, ev.n*ev.n/10) {
		return nil
	}
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose cells hold something else than queens and crosses", ev.n),
		Advice: "bring the whole board into view, with nothing over it",
	}
}

// boardLike tells whether about as many regions as rows can be told apart by
// either witness, so that the grid is a board even if it cannot be read.
func (ev *evidence) boardLike() bool {
	if ev.n < 5 {
		return false
	}
	for k := max(4, ev.n-2); k <= ev.n+3; k++ {
		if ev.clusters.clear(k) >= strong {
			labels, _, _ := ev.clusters.cut(k)
			return piecesOf(labels, ev.n) <= 2*k+2
		}
	}
	if !ev.lines.speak {
		return false
	}
	k := count(ev.connected(func(e edge) bool { return !ev.lines.bounds(e) }))
	return k >= ev.n-1 && k <= ev.n+2
}

// uncrossed returns cells at which lines that the rest of the board has are
// missing. Boards that draw no line inside a region have none to miss.
func (ev *evidence) uncrossed(p *picture) (cells []int) {
	widths := ev.lines.widths()
	if len(widths) == 0 {
		return nil
	}
	usual := median(widths)
	if ev.lines.speak {
		usual = ev.lines.thin
	}
	// Noise has no usual width; lines have, and most are there.
	least := 0.8
	if ev.lines.pale {
		least /= 4
	}
	if usual < least || widths[len(widths)/3] < usual/2 {
		return nil
	}
	// Scaled without smoothing, a picture can lose a whole line of the lattice,
	// but for the wider ones around regions, which become narrower.
	gone := func(e edge) bool {
		return e.seen && !e.drowned && !ev.smeared(e) && e.thick < 0.15*usual && e.thick < 0.25
	}
	var lost []edge
	for _, e := range ev.lines.edges {
		if gone(e) {
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 || len(lost) > len(ev.lines.edges)/3 {
		return nil
	}
	wider := ev.widerAround()
	rest := make(map[[2]int][]float64) // widths of what is left, by line of the lattice
	var narrow []edge                  // lines as the rest of the board has them
	for _, e := range ev.lines.edges {
		if !gone(e) && e.seen && !e.drowned && e.thick >= 0.3*usual && !ev.lines.bounds(e) && !(wider && !ev.alike(e)) {
			k := e.latticeLine(ev.n)
			rest[k] = append(rest[k], e.thick)
			narrow = append(narrow, e)
		}
	}
	// Not a trace of one that was lost in whole.
	left := func(e edge) bool { return median(rest[e.latticeLine(ev.n)]) >= 0.5*usual }
	missing, covered := make(map[int]int), make(map[int]bool)
	ink := lineColor(p, ev.lattice, ev.ground, narrow, dozens)
	for _, e := range lost {
		if len(narrow) > 0 && (e.contrastOf(ink, ev.ground) < faintest || ev.drownIn(p, narrow, ev.ground[e.a].rgb)) {
			continue // of a colour in which none could be seen here
		}
		for _, i := range [...]int{e.a, e.b} {
			missing[i]++
			covered[i] = covered[i] || left(e)
		}
	}
	for i := range ev.ground {
		if missing[i] >= 2 && covered[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// drownIn tells whether lines could not be seen in cells of a colour: blurred, most
// are mixtures of it and the grounds they are on.
func (ev *evidence) drownIn(p *picture, lines []edge, c rgb) bool {
	const like = 12 // per channel
	mixed, looked := 0, 0
	for i := 0; i < len(lines); i += 1 + len(lines)/dozens {
		ground := ev.ground[lines[i].a].rgb
		if apart(ground, c) < 2*faintest || !ev.alike(lines[i]) {
			continue
		}
		looked++
		m := blendOf(ground, c)
		if m.off(lineColor(p, ev.lattice, ev.ground, lines[i:i+1], 1)) < like {
			mixed++
		}
	}
	return looked > 0 && 5*mixed > 4*looked
}

// smeared tells whether compression can have wiped out a line: one that differs
// from its grounds in little but colour, of which JPEG keeps far less than of
// brightness.
func (ev *evidence) smeared(e edge) bool {
	return e.bright < faintest && min(ev.ground[e.a].exact, ev.ground[e.b].exact) < 0.5
}

// widerAround tells whether lines between two colours are usually wider than
// those inside one, by as much as two widths must differ at least.
func (ev *evidence) widerAround() bool {
	var inside, around []float64
	for _, e := range ev.lines.edges {
		switch {
		case !e.seen:
		case ev.alike(e):
			inside = append(inside, e.thick)
		default:
			around = append(around, e.thick)
		}
	}
	return len(inside) > 0 && median(around) >= median(inside)+leastGap
}

// alike tells whether the eye sees one colour on both sides of a line.
func (ev *evidence) alike(e edge) bool {
	return ev.ground[e.a].lab.distance(ev.ground[e.b].lab) < noticeable
}

// noRegions refuses a grid of which no witness makes as many regions as rows.
func noRegions(ev *evidence) *Refusal {
	r := &Refusal{Reason: NotQueens, Lattice: ev.lattice}
	r.What = fmt.Sprintf("found a grid of %d columns and rows that is not cut into %d regions", ev.n, ev.n)
	r.Advice = "bring the Queens board into view, with nothing over it"
	if ev.boardLike() {
		r.Reason = Ambiguous
		r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	}
	return r
}

// unsettled refuses a grid whose lines lie now here and now there.
func unsettled(ev *evidence) *Refusal {
	return &Refusal{
		Reason: NotQueens, Lattice: ev.lattice,
		What:   fmt.Sprintf("found a grid of %d columns and rows whose lines are too blurred to tell where they are", ev.n),
		Advice: "make the board larger, or take a sharper picture",
	}
}

// disagree refuses a board whose witnesses contradict each other.
func disagree(ev *evidence, h proposal) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.lattice, Doubts: doubts(ev, h)}
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	if !ev.boardLike() {
		r.Reason = NotQueens
		r.Advice = "bring the Queens board into view, with nothing over it"
	}
	what := fmt.Sprintf("found a grid of %d columns and rows, but ", ev.n)
	switch {
	case h.solutions == untold:
		what += "as it was read nobody could solve it, so it is hardly read right"
	case h.solutions == 0 && h.disagreements() == 0:
		what += "as it was read it has no solution, and part of it may be hidden"
	case len(h.odd) > 0 && len(h.broken) > 0:
		what += fmt.Sprintf("%s fit their region's colour, and %s it", some(len(h.odd), "cell does not", "cells do not"), some(len(h.broken), "line contradicts", "lines contradict"))
	case len(h.broken) > 0:
		what += some(len(h.broken), "line contradicts", "lines contradict") + " the colours"
	case len(h.odd) > 0:
		what += some(len(h.odd), "cell does not", "cells do not") + " fit their region's colour"
	case h.twins > 0:
		what += "regions cannot be told apart by colour and the lines do not help"
	default:
		what += "its colours are too close to be sure of the regions"
	}
	r.What = what
	return r
}

// some counts in words that agree with the number.
func some(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// unclearMark refuses a board with a mark, in cell i, that could be a cross or a queen: a
// click too many would spoil what stands there.
func unclearMark(ev *evidence, h proposal, i int) *Refusal {
	return &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows, but the mark in row %d, column %d could be a cross or a queen", ev.n, i/ev.n+1, i%ev.n+1),
		Advice:  "take the pointer off it, make the board larger, or clear its marks, and try again",
		Lattice: ev.lattice,
		Doubts:  doubts(ev, h),
	}
}

// tie refuses a board with two readings that are as likely.
func tie(ev *evidence, a, b proposal) *Refusal {
	r := &Refusal{Reason: Ambiguous, Lattice: ev.lattice}
	for _, i := range regrouped(a.labels, b.labels) {
		r.Doubts = append(r.Doubts, Doubt{Row: i / ev.n, Col: i % ev.n, Words: "belongs to one region or another, as likely"})
	}
	r.What = fmt.Sprintf("found a board of %d columns and rows with two readings that are as likely; they differ in %s", ev.n, some(len(r.Doubts), "cell", "cells"))
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	return r
}
