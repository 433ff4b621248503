package vision

import (
	"cmp"
	"fmt"
	"image"
	"slices"

	"autoqueens/solver"
)

// search is one way to look for lattices. The tolerance is the difference, per
// channel, up to which pixels count as one colour.
type search struct {
	find      func(p *picture, sc scans) []candidate
	tolerance int
}

// The searches, the likeliest first; a later one is tried only where the
// earlier ones led to no certain reading.
var (
	// onScreen finds boards of flat colours, as a screen shows them.
	onScreen = []search{{findCells, 6}, {findBorders, 6}}
	// shaded finds those whose cells are not quite flat.
	shaded = []search{{findCells, 12}, {findBorders, 12}, {findCells, 24}, {findBorders, 24}}
)

// Read finds the board in play in a picture and reads it.
//
// It returns a reading only where the witnesses agree: a lattice of equal
// cells, regions told apart by colour, by line width or by both, as many
// regions as rows, and a puzzle that can be. Otherwise the error is a
// *Refusal that says what was missing. Where a picture holds several boards,
// the largest is read; ReadAll lists them.
func Read(img image.Image) (*Reading, error) {
	h, refusal := seek(img, false)
	if refusal == nil {
		refusal = h.settle()
	}
	if refusal != nil {
		return nil, refusal
	}
	return h.readings[0], nil
}

// ReadAll returns every board that can be read with certainty, the largest
// first. It goes on where Read has enough, and takes several times as long.
func ReadAll(img image.Image) []*Reading {
	h, _ := seek(img, true)
	return h.readings
}

// ReadAt reads the board again where it was last seen, looking nowhere else.
// It refuses where the board is gone, or has moved by more than a third of a
// cell, or has another size. Where nothing has moved it costs a small part of
// what Read does.
func ReadAt(img image.Image, near Lattice) (*Reading, error) {
	if near.Size < MinSize || near.Size > MaxSize || !(near.PitchX >= minCell-1 && near.PitchY >= minCell-1) {
		return nil, noGrid()
	}
	crop, ok := subImage(img, near.around(0.6).Image())
	if !ok {
		return nil, boardMoved("the board's place is no longer in the picture", near)
	}
	if p, bad := open(crop); bad == nil {
		if r := readNear(p, near); r != nil {
			return r, nil
		}
	}
	r, err := Read(crop)
	if err != nil {
		return nil, err
	}
	if r.Lattice.Size != near.Size || r.Lattice.astray(near) > 1.0/3 {
		return nil, boardMoved("the board has moved", r.Lattice)
	}
	return r, nil
}

// readNear reads the board at a known lattice, or returns nil where it is not
// just there.
func readNear(p *picture, near Lattice) *Reading {
	const astray = 0.08 // of a cell: the most the lines may be off the lattice
	l := near
	l.shift(image.Point{}.Sub(p.origin))
	ev := gatherEvidence(p, l)
	fitted, ok := ev.lines.refit(p, ev.cells)
	if !ok || fitted.astray(l) > astray {
		return nil
	}
	if fitted.astray(l) > settled {
		l = fitted
		ev = gatherEvidence(p, l)
	}
	r, _ := decide(p, candidate{lattice: l, rows: l.Size, cols: l.Size, filled: 1}, ev)
	if r != nil {
		r.shift(p.origin)
	}
	return r
}

// subImage returns the part of img inside r, sharing its pixels.
func subImage(img image.Image, r image.Rectangle) (image.Image, bool) {
	if img == nil {
		return nil, false
	}
	r = r.Intersect(img.Bounds())
	s, ok := img.(interface {
		SubImage(r image.Rectangle) image.Image
	})
	if r.Empty() || !ok {
		return img, !r.Empty()
	}
	return s.SubImage(r), true
}

// seek looks for boards: for one that need not be compared with others, or for
// all. The largest comes first.
func seek(img image.Image, all bool) (*hunt, *Refusal) {
	h := &hunt{all: all}
	p, bad := open(img)
	if bad != nil {
		return h, bad
	}
	v := newViews(p)
	h.over(v)
	h.confirm(v)
	slices.SortStableFunc(h.readings, func(a, b *Reading) int { return cmp.Compare(b.Lattice.area(), a.Lattice.area()) })
	for _, r := range h.readings {
		r.Example = inDialog(p, r.Lattice) || onStartPage(p, r.Lattice)
		r.shift(p.origin)
	}
	for _, r := range h.refusals {
		r.shift(p.origin)
	}
	return h, nil
}

// hunt gathers what the searches of a picture find.
type hunt struct {
	all      bool // go on when a board was found
	readings []*Reading
	refusals []*Refusal // of grids that are worth telling
	// unclear holds the grids that are boards but could not be read. A part of
	// one must not be read in its stead.
	unclear []candidate
	judged  []candidate // the grids of this view that were read or refused
	bold    bool        // this view has many lines bolder than findBorders takes
}

// shifted tells whether a grid of the same size that lies a row or a column
// aside was judged already: what is added to make up d could as well be added
// at the other side.
func (h *hunt) shifted(d candidate) bool {
	return slices.ContainsFunc(h.judged, func(j candidate) bool {
		return j.square() && j.rows == d.rows && !j.same(d) && j.lattice.astray(d.lattice) < float64(d.rows)/2
	})
}

// over searches a picture: as it is, and in other views where it is grainy.
func (h *hunt) over(v *views) {
	p := v.of[asIs]
	if h.in(p, v.still, onScreen) || h.bolder(p, v.still) || (h.hinted() || small(p)) && h.in(p, v.still, shaded) {
		return
	}
	none := func() bool { return len(h.readings) == 0 }
	if v.grainy.any && !h.grainy(v, v.grainy) && none() && (h.hinted() || modest(p)) {
		// Large cells are flat where all around them is grainy.
		h.grainy(v, v.either)
	}
	if small(p) && none() && len(h.unclear) == 0 && v.sigma == 0 {
		// So lightly compressed that most of it shows no trace.
		v.lookEverywhere()
		h.grainy(v, v.grainy)
	}
}

// grainy searches the views of a grainy picture and tells whether that was enough.
func (h *hunt) grainy(v *views, where mask) bool {
	try := func(as look) bool { return h.in(v.see(as), where, shaded) }
	switch {
	case v.sigma >= noisier:
		return try(sieved) || try(twice) || try(smoothed)
	case v.sigma >= noisy:
		return try(sieved) || try(smoothed) || try(twice)
	}
	return try(asIs) || h.bolder(v.of[asIs], where) || try(sieved) || try(smoothed)
}

// confirm keeps of the boards that were read those of which a second look and a third
// say the same.
func (h *hunt) confirm(v *views) {
	var sure []*Reading
	for _, r := range h.readings {
		r, no := confirm(v, r, h.doubted(r))
		if no == nil {
			no = hesitant(v, r)
		}
		if no != nil {
			h.refusals = append(h.refusals, no)
		} else {
			sure = append(sure, r)
		}
	}
	h.readings = sure
}

// doubted tells whether a view saw a board where one was read, and could not make it
// out.
func (h *hunt) doubted(r *Reading) bool { return slices.ContainsFunc(h.unclear, r.overlaps) }

// hinted tells whether something like a board was seen, so that it is worth
// looking more closely.
func (h *hunt) hinted() bool { return slices.ContainsFunc(h.refusals, (*Refusal).BoardSeen) }

// in makes searches on one view of the picture and tells whether that was
// enough.
func (h *hunt) in(p *picture, where mask, searches []search) bool {
	if !where.any {
		return false
	}
	h.judged = h.judged[:0]
	var sc scans
	tolerance := -1
	for _, search := range searches {
		if search.tolerance != tolerance {
			tolerance = search.tolerance
			sc = scan(p, tolerance, where)
			h.bold = bold(sc)
		}
		for _, c := range search.find(p, sc) {
			h.consider(p, c)
			// What follows is smaller.
			if h.enough() {
				return true
			}
		}
	}
	return false
}

// bolder looks for boards whose lines are so bold that they would pass for rows
// of small cells: in every second row and column they are half as wide.
func (h *hunt) bolder(p *picture, where mask) bool {
	if !where.any || !h.bold {
		return false
	}
	room := halfRoom.Get().(*[]uint8)
	defer halfRoom.Put(room)
	half, mask := p.halved(room), where.halved()
	find := func(tolerance int) []candidate { return findBorders(half, scan(half, tolerance, mask)) }
	var found, more []candidate // more is hardly ever not asked for
	both(func() { found = find(6) }, func() { more = find(12) })
	for _, c := range append(found, more...) {
		c.lattice = c.lattice.scaled(2, 2)
		if c.lattice.pitch() > boldCell {
			h.consider(p, c)
		}
		if h.enough() {
			return true
		}
	}
	return false
}

// consider judges a grid unless it was judged already, or lies where a board was
// read that is no part of it.
func (h *hunt) consider(p *picture, c candidate) {
	if slices.ContainsFunc(h.readings, func(r *Reading) bool { return r.overlaps(c) && !r.partOf(c) }) ||
		slices.ContainsFunc(h.judged, c.same) {
		return
	}
	h.judge(p, c)
	h.judged = append(h.judged, c)
}

// judge reads one grid, or what it may be a part of.
func (h *hunt) judge(p *picture, c candidate) {
	if slices.ContainsFunc(h.unclear, func(d candidate) bool { return d.holds(c) }) {
		return
	}
	part := c.weak && (!c.square() || c.open)
	reading, no := read(p, c)
	if reading == nil && !part {
		for _, d := range extended(p, c) {
			// What was added has to prove itself.
			if h.shifted(d) {
				continue
			}
			if reading, _ = read(p, d); reading != nil && reading.Confidence >= proven {
				break
			}
			reading = nil
		}
	}
	if reading != nil {
		reading.look = p.look
		h.readings = slices.DeleteFunc(h.readings, func(r *Reading) bool { return r.partOf(reading.whole()) })
		h.readings = append(h.readings, reading)
		return
	}
	no.weak, no.part, no.extent = c.weak, part, c.bounds()
	if c.weak && !no.BoardSeen() {
		return // some grid of that kind fits any picture; it is not worth telling
	}
	if no.Reason == Ambiguous {
		h.unclear = append(h.unclear, c)
	}
	h.refusals = append(h.refusals, no)
}

// enough tells whether a board was found that need not be compared with what
// further searches might find. Example boards are small; beside one there may
// be a game that only a later search sees.
func (h *hunt) enough() bool {
	return !h.all && slices.ContainsFunc(h.readings, func(r *Reading) bool {
		return r.Lattice.Size > exampleSize && h.outranking(r) == nil
	})
}

// outranking returns the refused grid that tells the person most, of those that are
// more of a board than a reading.
func (h *hunt) outranking(r *Reading) *Refusal {
	var most *Refusal
	for _, no := range h.refusals {
		if no.outranks(r) && (most == nil || no.outweighs(most)) {
			most = no
		}
	}
	return most
}

// settle returns why the largest board must not be taken for the game: there is
// none, a grid that could not be read is more of a board, or it is an example
// board and cannot be told from the game.
func (h *hunt) settle() *Refusal {
	if len(h.readings) == 0 {
		var best *Refusal
		for _, no := range h.refusals {
			// Borders that make up a grid, but no square, are found in
			// pictures of anything. They only say what lies beside a board.
			if !no.part && (best == nil || no.outweighs(best)) {
				best = no
			}
		}
		if best == nil {
			best = noGrid()
		}
		return best
	}
	if no := h.outranking(h.readings[0]); no != nil {
		return no
	}
	if len(h.readings) == 1 {
		return nil
	}
	a, b := h.readings[0].Lattice, h.readings[1].Lattice
	if a.Size > exampleSize || a.Size != b.Size || a.area() >= 1.3*b.area() {
		return nil
	}
	return &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found %d small boards of about the same size, and no telling which is the game", len(h.readings)),
		Advice:  "bring the whole game into view with nothing over it, or name its place with --region",
		Lattice: a,
	}
}

// overlaps tells whether a grid lies where the board was already read.
func (r *Reading) overlaps(c candidate) bool {
	a := r.Lattice.Bounds()
	cx := c.lattice.X + c.lattice.PitchX*float64(c.cols)/2
	cy := c.lattice.Y + c.lattice.PitchY*float64(c.rows)/2
	return cx > a.X && cx < a.X+a.Width && cy > a.Y && cy < a.Y+a.Height
}

// partOf tells whether the board that was read is a part of a grid: where a region
// has the colour of the page, a part can look whole.
func (r *Reading) partOf(c candidate) bool {
	return c.holds(r.whole())
}

// whole returns the grid that was read.
func (r *Reading) whole() candidate {
	return candidate{lattice: r.Lattice, rows: r.Lattice.Size, cols: r.Lattice.Size}
}

func (r *Refusal) shift(by image.Point) {
	r.Lattice.shift(by)
	r.extent.X += float64(by.X)
	r.extent.Y += float64(by.Y)
}

func (r *Reading) shift(by image.Point) { r.Lattice.shift(by) }

// read reads one grid, or says why it is no certain board.
func read(p *picture, c candidate) (*Reading, *Refusal) {
	if no := checkShape(p, c); no != nil {
		return nil, no
	}
	ev := newEvidence(p, c.lattice)
	if no := checkColors(ev); no != nil {
		return nil, no
	}
	r, no := readColored(p, c, ev)
	if no != nil {
		no.colored = true
	}
	return r, no
}

// readColored reads a grid that has the shape and the colours of a board.
func readColored(p *picture, c candidate, ev *evidence) (*Reading, *Refusal) {
	if c.weak && !ev.boardLike() {
		// Most of what borders of anything make up goes on beyond them: measuring
		// its lines is not worth the while.
		if no := checkEnds(p, ev, NotQueens); no != nil {
			return nil, no
		}
	}
	ev.lines = readLines(p, c.lattice, ev.ground, ev.fewColors())
	if !ev.hopeful() {
		return nil, noRegions(ev)
	}
	moved := 0.0
	for range 3 {
		l, _ := ev.lines.refit(p, ev.cells)
		if moved = l.astray(c.lattice); moved >= 0.25 {
			break
		}
		if moved > settled {
			ev = gatherEvidence(p, l)
		}
		c.lattice, ev.lattice = l, l
		if moved <= settled {
			break
		}
	}
	if moved > 2*settled && moved < 0.25 {
		return nil, unsettled(ev)
	}
	return decide(p, c, ev)
}

// decide makes a reading of the evidence, or says why it is not certain.
func decide(p *picture, c candidate, ev *evidence) (*Reading, *Refusal) {
	if no := checkWhole(p, c, ev); no != nil {
		return nil, no
	}
	asked := !ev.lines.speak && !ev.fewColors() && ev.clusters.clear(ev.n) < strong // for the colour of lines
	if asked {
		// Colours that are all there, but close: seams between the cells can hide
		// that the borders are wider. What covers the board is not looked for in
		// these lines: beside the strongest it cannot be told from the ground.
		ev.lines = readLines(p, ev.lattice, ev.ground, true)
	}
	cuts := propose(ev)
	if len(cuts) == 0 {
		return nil, noRegions(ev)
	}
	// Nearly all that is no board ends above, and marks take the longest.
	ev.markings = readMarks(p, ev.cells)
	if no := checkMarks(ev); no != nil {
		return nil, no
	}
	all := judge(ev, cuts)
	if !ev.lines.speak && !asked && (all[0].confidence < certain || len(ev.shades(all[0].labels)) > 0) {
		// Clear colours are not enough where a tint, or a hovered cell, could be one of
		// them. Lines of one width, or nearly, can still tell.
		ev.lines = readLines(p, ev.lattice, ev.ground, true)
		if cuts = propose(ev); ev.lines.speak && len(cuts) > 0 {
			all = judge(ev, cuts)
		}
	}
	best := all[0]
	if best.confidence < certain {
		return nil, disagree(ev, best)
	}
	if len(ev.unclear) > 0 {
		return nil, unclearMark(ev, best, ev.unclear[0])
	}
	for _, other := range all[1:] {
		if other.confidence >= rivalling && best.rivals(&other) {
			return nil, tie(ev, best, other)
		}
	}
	if _, labels, ok := ev.shadeOfAnother(&best); ok {
		return nil, tie(ev, best, proposal{labels: labels})
	}
	return newReading(ev, best), nil
}

// newEvidence measures the colours of a lattice.
func newEvidence(p *picture, l Lattice) *evidence {
	return &evidence{cells: newCells(p, l), margin: hasMargin(p, l)}
}

// gatherEvidence measures the colours and the lines of a lattice. Marks take
// the longest and are left until something speaks for a board.
func gatherEvidence(p *picture, l Lattice) *evidence {
	ev := newEvidence(p, l)
	ev.lines = readLines(p, l, ev.ground, ev.fewColors())
	return ev
}

func newReading(ev *evidence, h proposal) *Reading {
	r := &Reading{
		Board:      *ev.board(h.labels).Canonical(),
		Lattice:    ev.lattice,
		Colors:     colors(ev.ground),
		Confidence: h.confidence,
		Solutions:  h.solutions,
		Doubts:     doubts(ev, h),
		evidence:   ev,
		proposal:   &h,
	}
	r.solve()
	return r
}

// solve fills in the placement that goes with the marks, or, where there is none or none
// is found in time, one that does not keep them.
func (r *Reading) solve() {
	if r.Solution = placed(&r.Board); r.Solution != nil {
		r.Kept = true
		return
	}
	r.Solution, r.Kept = placed(r.Board.Cleared()), false
}

// placed returns a placement that keeps the queens on a board, or nil where there is none
// or none is found in time.
func placed(b *solver.Board) solver.Placement {
	if n, _ := solver.CountWithin(b, 1, steps); n == 0 {
		return nil
	}
	p, _ := solver.Solve(b)
	return p
}
