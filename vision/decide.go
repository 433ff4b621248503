package vision

import (
	"context"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/extent"
	"autoqueens/vision/gridline"
	"autoqueens/vision/labelling"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/outline"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// read reads one grid, or says why it is no certain board.
func (h *finder) read(p *raster.Picture, c lattice.Candidate) (*Reading, *Refusal) {
	h.trial = &Trial{Candidate: c, View: p.View}
	r, no := h.readGrid(p, c)
	if h.trace != nil {
		h.trial.Reading, h.trial.Refusal = r, no
		h.trace(*h.trial)
	}
	return r, no
}

// readGrid does so.
func (h *finder) readGrid(p *raster.Picture, c lattice.Candidate) (*Reading, *Refusal) {
	if no := checkShape(p, c); no != nil {
		return nil, no
	}
	if p.View.Evened() {
		return h.readPlain(p.Sharp, c)
	}
	ev := observeColors(p, c.Lattice)
	r, no := h.readColored(p, c, ev)
	if no != nil {
		no.colored = true
	}
	return r, no
}

// readPlain reads a grid whose cells show patterns, without those.
func (h *finder) readPlain(p *raster.Picture, c lattice.Candidate) (*Reading, *Refusal) {
	plain, ok := cellcolor.Unpatterned(p, c.Lattice)
	if !ok {
		return nil, noGrid()
	}
	r, no := h.readColored(plain, c, observeColors(plain, c.Lattice))
	switch {
	case no != nil:
		no.colored = true
	case r.Solutions != 1:
		return nil, noGrid() // nothing else proves the regions
	}
	return r, no
}

// readColored reads a grid that has the shape and the colours of a board.
func (h *finder) readColored(p *raster.Picture, c lattice.Candidate, ev *labelling.Observations) (*Reading, *Refusal) {
	if c.Weak && !ev.BoardLike() {
		// Most of what borders of anything make up goes on beyond them: measuring
		// its lines is not worth the while.
		if no := checkEnds(p, ev, NotQueens); no != nil {
			return nil, no
		}
	}
	ev.Lines = gridline.Measure(p, ev.Cells)
	if !ev.Hopeful() && !slices.ContainsFunc(views(p, ev), (*labelling.Observations).Hopeful) {
		return nil, noRegions(ev)
	}
	found, moved, torn := c.Lattice, 0.0, false
	for range 3 {
		var l lattice.Lattice
		l, _, torn = gridline.Refit(p, ev.Cells)
		if l.OffsetFrom(found) > 2*lattice.Astray {
			return nil, unsettled(ev) // the search and the lines cannot both be right
		}
		moved = l.OffsetFrom(c.Lattice)
		if moved > lattice.Converged {
			ev = observe(p, l)
		}
		c.Lattice, ev.Lattice = l, l
		if moved <= lattice.Converged {
			break
		}
	}
	if torn || moved > 2*lattice.Converged {
		return nil, unsettled(ev)
	}
	r, no := h.decide(p, c, ev)
	if half, ok := c.Halved(); ok && r != nil && partition.Quartered(r.proposal.Labels, c.Lattice.Size) {
		return h.readHalved(p, half)
	}
	return r, no
}

// readHalved reads the grid of half as many rows and columns that each four cells of one make up
// which was read: an edge runs through the middle of its cells, as of those that shine.
func (h *finder) readHalved(p *raster.Picture, c lattice.Candidate) (*Reading, *Refusal) {
	r, no := h.readGrid(p, c)
	if r == nil && !no.BoardSeen() {
		no = shining(c)
	}
	return r, no
}

// decide makes a reading of the evidence, or says why it is not certain.
func (h *finder) decide(p *raster.Picture, c lattice.Candidate, ev *labelling.Observations) (*Reading, *Refusal) {
	var hidden []int // cells whose marks cannot be seen for stripes
	if slices.ContainsFunc(ev.Colors, func(g cellcolor.Color) bool { return g.Support < cellcolor.Undisturbed }) {
		b := (&outline.Board{Picture: p, Lattice: ev.Lattice}).Unstriped()
		if hidden = b.Hidden; b.Picture != p {
			p = b.Over(p)
			ev = observe(p, ev.Lattice)
		}
	}
	if no := checkWhole(p, c, ev); no != nil {
		if no.covered {
			h.partial = append(h.partial, no)
		}
		return nil, no
	}
	var witnesses []labelling.Witness
	for _, o := range views(p, ev) {
		if cuts := labelling.Propose(o); len(cuts) > 0 {
			witnesses = append(witnesses, labelling.Witness{Observations: o, Cuts: cuts})
		}
	}
	if len(witnesses) == 0 {
		return nil, noRegions(ev)
	}
	// Nearly all that is no board ends above, and marks take the longest.
	ev.Set = marks.Read(p, ev.Cells)
	if no := checkMarks(ev); no != nil {
		return nil, no
	}
	if no := checkMarksBeyond(p, ev); no != nil {
		return nil, no
	}
	for _, w := range witnesses {
		w.Set = ev.Set
	}
	all := labelling.Rank(witnesses...)
	h.trial.Hypotheses = all
	best, inner := all[0], ev.Cells
	ev = best.By
	if best.Confidence < certain {
		if len(all) > 1 && all[1].LogLikelihood > 0 {
			return nil, tie(ev, best, all[1])
		}
		return nil, disagree(ev, best)
	}
	unclear := append(hidden, ev.Unclear...)
	if ev.Cells != inner {
		// Within frames that tell its region, a mark can pass for the ground of a cell.
		unclear = append(unclear, inner.Lone(best.Labels)...)
	}
	if len(unclear) > 0 {
		no := unclearMark(ev, best, unclear[0])
		no.likely = ev.Likely
		return nil, no
	}
	if h.original != nil { // in a second look they are not asked again
		if glued(best) || unexplained(best) {
			return nil, disagree(ev, best)
		}
		if i := covered(p, best); i >= 0 {
			return nil, missingLines(ev, i)
		}
		if no := cutOrCovered(p, ev); no != nil {
			h.partial = append(h.partial, no)
			return nil, no
		}
	}
	return newReading(best), nil
}

// unexplained tells whether a cell has not its region's colour, and nothing is known that would change it so.
func unexplained(h labelling.Hypothesis) bool {
	return slices.ContainsFunc(h.Outliers, func(x labelling.Outlier) bool { return x.Effect == labelling.Unknown })
}

// glued tells whether all lines that say otherwise are on one line of the lattice, and some of them wide that
// should be narrow, and others narrow that should be wide: parts of two boards meet there.
func glued(h labelling.Hypothesis) bool {
	var narrow, wide bool
	on := make(map[[2]int]bool)
	for _, e := range h.Contradicted {
		on[e.LatticeLine(h.By.N)] = true
		if h.Labels[e.A] == h.Labels[e.B] {
			wide = true
		} else {
			narrow = true
		}
	}
	return len(on) == 1 && narrow && wide
}

// covered returns a cell beside which a line breaks off, or around which all are missing, or two that scaling cannot lose: those
// of the frame, and wide ones. It returns -1 where there is none. Lines within a region are
// drawn alike, if at all, and so are those around regions, which tell too little where compression mixes
// their colours with those of the cells.
func covered(p *raster.Picture, h labelling.Hypothesis) int {
	l := h.By.Lattice
	sides, lasting := make([]int, l.Size*l.Size), make([]int, l.Size*l.Size) // that are missing, of each cell
	for _, s := range outline.Broken(&outline.Board{Picture: p, Lattice: l}, func(s outline.Side) (kind int, stands float64) {
		before, after := s.Cells(l.Size)
		switch {
		case min(before, after) >= 0 && h.Labels[before] == h.Labels[after]:
			return h.Labels[after], 0
		case min(before, after) < 0 || h.By.Spotless:
			return l.Size, 0
		}
		return 0, 0.5
	}) {
		before, after := s.Cells(l.Size)
		switch {
		case s.Off:
			return max(before, after)
		case s.Over: // the ground of a region as dark as the lines goes on over them as well
		case min(before, after) >= 0:
			sides[before]++
			sides[after]++
		default:
			sides[max(before, after)]++
			lasting[max(before, after)]++
		}
	}
	cell, n := unbounded(h)
	lasting[cell] += n
	for cell := range sides {
		if sides[cell] == 4 || lasting[cell] > 1 {
			return cell
		}
	}
	return -1
}

// unbounded returns the cell around which all wide lines are missing that are missing on the board, and how many they are:
// none where they are not all at one cell, or not all of its own. A cell of another region would have them around it, and what
// lies over one has none.
func unbounded(h labelling.Hypothesis) (cell, n int) {
	missing, against, around := 0, make(map[int]int), make(map[int]int)
	for _, e := range h.Contradicted {
		if h.Labels[e.A] != h.Labels[e.B] {
			missing++
			against[e.A]++
			against[e.B]++
		}
	}
	for _, e := range h.By.Lines.Edges {
		if h.Labels[e.A] != h.Labels[e.B] {
			around[e.A]++
			around[e.B]++
		}
	}
	for cell := range h.Labels {
		if n := against[cell]; n > 0 && n == missing && n == around[cell] {
			return cell, n
		}
	}
	return 0, 0
}

const (
	certain = 0.95  // readings that are less likely to be right are refused
	proven  = 0.999 // those that are less likely do not prove cells that were added to a grid
)

// views returns what was observed and, where cells have frames, the same with those for
// their colours. Between frames no line tells more.
func views(p *raster.Picture, ev *labelling.Observations) []*labelling.Observations {
	all := []*labelling.Observations{ev}
	if f := cellcolor.Frames(p, ev.Cells); f != nil {
		framed := *ev
		framed.Cells, framed.Lines.TwoWidths = f, false
		all = append(all, &framed)
	}
	return all
}

// observeColors measures the colours of a lattice.
func observeColors(p *raster.Picture, l lattice.Lattice) *labelling.Observations {
	return &labelling.Observations{Cells: cellcolor.New(p, l), Margin: extent.HasMargin(p, l)}
}

// observe measures the colours and the lines of a lattice. Marks take
// the longest and are left until something speaks for a board.
func observe(p *raster.Picture, l lattice.Lattice) *labelling.Observations {
	ev := observeColors(p, l)
	ev.Lines = gridline.Measure(p, ev.Cells)
	return ev
}

func newReading(h labelling.Hypothesis) *Reading {
	ev := h.By
	r := &Reading{
		Board:      *ev.Board(h.Labels).Canonical(),
		Lattice:    ev.Lattice,
		Colors:     cellcolor.NRGBA(ev.Colors),
		Confidence: h.Confidence,
		Solutions:  h.Solutions,
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
	one := solver.Limit{Solutions: 1, Steps: labelling.Steps}
	if n, _ := solver.Count(context.Background(), b, one); n == 0 {
		return nil
	}
	p, _ := solver.Solve(context.Background(), b)
	return p
}
