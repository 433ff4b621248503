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
// at it.
func (r *Refusal) outranks(reading *Reading) bool {
	b := reading.Lattice.Bounds()
	if r.colored && !r.weak && reading.Lattice.Size <= exampleSize && r.extent.area() > 1.5*b.area() {
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

// goesOnFrom tells whether a refused grid is a board that was read with more
// cells of its size around it: the board was checked for going on itself.
func (r *Refusal) goesOnFrom(l Lattice) bool {
	b := l.Bounds()
	return abs(r.Lattice.PitchX-l.PitchX) < 0.04*l.PitchX && r.extent.shared(b) >= 0.9*b.area()
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
		if manyColors(p, c) {
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
// board does whose rim is hidden.
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
		return piecesOf(labels, c.cols) <= len(g)/3
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
		stretched = 0.025 // of a cell: the most that its sides may differ
		whole     = 1.0   // pixel by which the outermost lines may be off, drawn on whole ones
	)
	if abs(l.PitchX-l.PitchY) > stretched*min(l.PitchX, l.PitchY)+whole/float64(l.Size-1) {
		return refuse(NotQueens, "found a grid of %d columns and rows whose cells are not square: %.1f by %.1f pixels", l.Size, l.PitchX, l.PitchY)
	}
	if sides := cutSides(p, l); len(sides) > 0 {
		return refuse(hidden, "the board goes on beyond the %d columns and rows that were found: cut off at the %s", l.Size, strings.Join(sides, " and the "))
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
	wider := ev.widerAround()
	left := make(map[[2]int]bool) // lines of which something is left
	var narrow, lost []edge       // lines as the rest of the board has them, and those missing
	for _, e := range ev.lines.edges {
		switch {
		case gone(e):
			lost = append(lost, e)
		case e.seen && !e.drowned && e.thick >= 0.3*usual && !ev.lines.bounds(e) && !(wider && !ev.alike(e)):
			left[e.latticeLine(ev.n)] = true
			narrow = append(narrow, e)
		}
	}
	if len(lost) == 0 || len(lost) > len(ev.lines.edges)/3 {
		return nil
	}
	missing, covered := make(map[int]int), make(map[int]bool)
	ink := lineColor(p, ev.lattice, ev.ground, narrow, dozens)
	for _, e := range lost {
		if len(narrow) > 0 && e.contrastOf(ink, ev.ground) < faintest {
			continue // of a colour in which none could be seen here
		}
		for _, i := range [...]int{e.a, e.b} {
			missing[i]++
			covered[i] = covered[i] || left[e.latticeLine(ev.n)]
		}
	}
	for i := range ev.ground {
		if missing[i] >= 2 && covered[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// smeared tells whether compression can have wiped out a line: one that differs
// from its grounds in little but colour, of which JPEG keeps far less than of
// brightness.
func (ev *evidence) smeared(e edge) bool {
	return e.bright < faintest && min(ev.ground[e.a].exact, ev.ground[e.b].exact) < 0.5
}

// hasMargin tells whether the picture shows what lies around the board on all
// four sides.
func hasMargin(p *picture, l Lattice) bool {
	b := l.Bounds()
	mx, my := 0.2*l.PitchX, 0.2*l.PitchY
	return b.X >= mx && b.Y >= my && b.X+b.Width+mx <= float64(p.w) && b.Y+b.Height+my <= float64(p.h)
}

// sides of a board, in the order of the indices used below.
var sideNames = [...]string{"left", "right", "top", "bottom"}

// room returns how much of the picture lies beyond each side of the board, in
// cells; it is negative where the board reaches out of the picture.
func room(p *picture, l Lattice) [4]float64 {
	b := l.Bounds()
	return [4]float64{b.X / l.PitchX, (float64(p.w) - b.X - b.Width) / l.PitchX, b.Y / l.PitchY, (float64(p.h) - b.Y - b.Height) / l.PitchY}
}

// clippedSides names the sides at which the picture's edge clips the cells.
func clippedSides(p *picture, l Lattice) (sides []string) {
	const clipped = 0.15 // of a cell; frames and rounding hide up to a tenth
	for side, r := range room(p, l) {
		if r < -clipped {
			sides = append(sides, sideNames[side])
		}
	}
	return sides
}

// cutSides names the sides at which the lattice goes on: cells clipped by the
// picture's edge, or lines that run on beyond the outermost cell.
func cutSides(p *picture, l Lattice) []string {
	sides := clippedSides(p, l)
	for side, r := range room(p, l) {
		// A mark can stand in the way of one look, but not of the other.
		far := min(0.3, r-0.04)
		if r > 0.12 && (runsOn(p, l, side, far) || far == 0.3 && runsOn(p, l, side, far/2)) {
			sides = append(sides, sideNames[side])
		}
	}
	return sides
}

// spills names a side at which the colours of the outer cells go on outside the
// board without a line or a gap between: a quarter of them for nearly half a cell,
// since there are more cells there or what was taken for cells is the page, or most
// of them for a tenth, since the lattice lies aside.
func spills(p *picture, ev *evidence) string {
	const (
		more  = 0.4 // of a cell
		aside = 0.1 // of a cell: twice as far as any edge is misjudged
		least = 3.0 // pixels
	)
	pitch := min(ev.lattice.PitchX, ev.lattice.PitchY)
	for side, name := range sideNames {
		if on, looked := ev.goingOn(p, side, more); looked > 0 && on >= max(2, ev.n/4) {
			return name
		}
		if on, _ := ev.goingOn(p, side, max(aside, least/pitch)); 2*on > ev.n {
			return name
		}
	}
	return ""
}

// goingOn counts the cells at a side whose colour goes on for a share of a cell
// outside the board, of those looked at.
func (ev *evidence) goingOn(p *picture, side int, far float64) (on, looked int) {
	const deep = 0.2 // of a cell, how far inside the way begins
	like := 14       // per channel: more than noise
	if spotless(ev.ground) {
		like = 6
	}
	// Where no lines are drawn inside regions, tiles can leave a faint seam between
	// them.
	seam := 40
	switch {
	case ev.lines.speak && ev.lines.thin < 0.3:
		seam = faintest // a frame can be nearly as dark as the cells
	case ev.lines.speak, ev.lines.usual() >= 0.8:
		seam = like
	}
	l, n := ev.lattice, ev.n
	for k := range n {
		cell := [...]int{k * n, k*n + n - 1, k, (n-1)*n + k}[side]
		ground := ev.ground[cell].rgb
		inside, same, last := false, true, 0
		for t := -deep; t <= far && same; t += 1 / min(l.PitchX, l.PitchY) {
			px, py := l.outside(side, float64(k)+0.3, t)
			if inside = p.inside(px, py); !inside {
				break
			}
			last = apart(p.at(px, py), ground)
			same = last <= seam
		}
		same = same && last <= like
		if inside || !same {
			looked++
		}
		if inside && same {
			on++
		}
	}
	return on, looked
}

// goesOn tells whether a region goes on outside the lattice: whether there is a
// cell's worth of the same colour beyond an outer cell. What was found by its
// borders alone can be a part of a board.
func (ev *evidence) goesOn(p *picture) bool {
	const whole = 0.8 // of the samples beyond agree on the colour
	n, like := ev.n, max(noticeable, 3*ev.noise())
	known := labs{}
	for side := range sideNames {
		for k := range n {
			row, col := [...]int{k, k, 0, n - 1}[side], [...]int{0, n - 1, k, k}[side]
			beyond := ev.lattice.Cell(row+[...]int{0, 0, -1, 1}[side], col+[...]int{-1, 1, 0, 0}[side])
			g, inside := groundOfCell(p, beyond, &known)
			if inside == 1 && g.support >= whole && g.lab.distance(ev.ground[row*n+col].lab) < like && !ev.fenced(p, side, row, col) {
				return true
			}
		}
	}
	return false
}

// blank names a side at which nothing speaks for the outermost cells: all are of
// one colour, without a line between them or at the edge, on a board that has
// lines elsewhere. A strip of the page as wide as a cell looks like that.
func (ev *evidence) blank(p *picture) string {
	const lined = 0.5 // pixels of the usual line
	if ev.lines.usual() < lined {
		return ""
	}
	n, like := ev.n, max(noticeable, 3*ev.noise())
	for side, name := range sideNames {
		place := func(i int) int { return [...]int{i % n, n - 1 - i%n, i / n, n - 1 - i/n}[side] }
		drawn := false
		for _, e := range ev.lines.edges {
			if place(e.a) == 0 && place(e.b) == 0 {
				visible := e.seen || e.contrast >= faintest
				drawn = drawn || visible && e.thick >= lined || ev.ground[e.a].lab.distance(ev.ground[e.b].lab) >= like
			}
		}
		for k := 0; k < n && !drawn; k++ {
			drawn = ev.fenced(p, side, [...]int{k, k, 0, n - 1}[side], [...]int{0, n - 1, k, k}[side])
		}
		if !drawn {
			return name
		}
	}
	return ""
}

// fenced tells whether a line runs along a side of a cell at the rim.
func (ev *evidence) fenced(p *picture, side, row, col int) bool {
	const line = faintest // how far its colour is from the ground, at least
	l, ground := ev.lattice, ev.ground[row*ev.n+col].rgb
	along := float64([...]int{row, row, col, col}[side])
	crossed := 0
	for _, v := range [...]float64{0.3, 0.5, 0.7} {
		for t := -0.2; t <= 0.2; t += 0.7 / min(l.PitchX, l.PitchY) {
			if apart(p.clamped(l.outside(side, along+v, t)), ground) >= line {
				crossed++
				break
			}
		}
	}
	return crossed == 3
}

// runsOn tells whether most inner lines are still there at a share of a cell
// outside the given side, and on the way to it: text beside a board has strokes at
// one height or another, lines have no gap. Those that could not be seen there,
// since the ground is of about their colour, tell nothing; but a few have to be
// there.
func runsOn(p *picture, l Lattice, side int, share float64) bool {
	const seen = faintest
	var inks []rgb
	for k := 1; k < l.Size; k++ {
		if v := lineBeside(p, l, side, float64(k), -share); v.contrast >= seen {
			inks = append(inks, v.ink)
		}
	}
	ink := middleColor(inks)
	on, looked := 0, 0
	for k := 1; k < l.Size; k++ {
		v := lineBeside(p, l, side, float64(k), share)
		switch {
		case v.contrast >= seen:
			looked++
			if leadsTo(p, l, side, float64(k), share) {
				on++
			}
		case len(inks) == 0 || min(apart(ink, v.before), apart(ink, v.after)) >= seen:
			looked++
		}
	}
	return 2*on > looked && 3*on >= l.Size-1 && on >= 2
}

// beside is what lies where a line of the lattice may run, and in the middles of
// the two cells beside it.
type beside struct {
	before, ink, after rgb
	contrast           int // of ink to the nearer of the two others, 0 to 255
}

// lineBeside looks for a line of the lattice at a share of a cell outside a side,
// along cells from that side's first corner.
func lineBeside(p *picture, l Lattice, side int, along, share float64) beside {
	v := beside{before: p.clamped(l.outside(side, along-0.35, share)), after: p.clamped(l.outside(side, along+0.35, share))}
	px, py := l.outside(side, along, share)
	// The lattice is sub-pixel; look one pixel to either side.
	for d := -1; d <= 1; d++ {
		c := p.clamped(px, py+d)
		if side >= 2 {
			c = p.clamped(px+d, py)
		}
		if contrast := min(apart(c, v.before), apart(c, v.after)); d == -1 || contrast > v.contrast {
			v.ink, v.contrast = c, contrast
		}
	}
	return v
}

// leadsTo tells whether a line of the lattice can be seen on the outer half of the
// way to a share of a cell outside a side.
func leadsTo(p *picture, l Lattice, side int, along, share float64) bool {
	const sliver = 0.25 // of a cell: where less is to be seen, outer lines take up the way
	if share < sliver {
		return true
	}
	for _, part := range [...]float64{0.5, 0.75} {
		if lineBeside(p, l, side, along, part*share).contrast < faintest {
			return false
		}
	}
	return true
}

// outside returns the pixel that lies out cells beyond a side of the board,
// inside where out is negative, and along cells from that side's first corner.
func (l Lattice) outside(side int, along, out float64) (x, y int) {
	u, v := along, along
	switch side {
	case 0:
		u = -out
	case 1:
		u = float64(l.Size) + out
	case 2:
		v = -out
	case 3:
		v = float64(l.Size) + out
	}
	return floor(l.X + u*l.PitchX), floor(l.Y + v*l.PitchY)
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

// unclearMark refuses a board with a mark that could be a cross or a queen: a
// click too many would spoil what stands there.
func unclearMark(ev *evidence, h proposal) *Refusal {
	i := ev.unclear[0]
	return &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows, but the mark in row %d, column %d could be a cross or a queen", ev.n, i/ev.n+1, i%ev.n+1),
		Advice:  "make the board larger, or clear its marks, and try again",
		Lattice: ev.lattice,
		Doubts:  doubts(ev, h),
	}
}

// tie refuses a board with two readings that are as likely.
func tie(ev *evidence, a, b proposal) *Refusal {
	n := 0
	r := &Refusal{Reason: Ambiguous, Lattice: ev.lattice}
	for i := range a.labels {
		if a.labels[i] != b.labels[i] {
			n++
			r.Doubts = append(r.Doubts, Doubt{Row: i / ev.n, Col: i % ev.n, Words: "belongs to one region or another, as likely"})
		}
	}
	r.What = fmt.Sprintf("found a board of %d columns and rows with two readings that are as likely; they differ in %s", ev.n, some(n, "cell", "cells"))
	r.Advice = "move the pointer off the board and see that nothing covers it, then try again"
	return r
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
