package vision

import (
	"cmp"
	"context"
	"image"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/extent"
	"autoqueens/vision/gridline"
	"autoqueens/vision/labelling"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
	"autoqueens/vision/scene"
)

// search is one way to look for lattices: in which runs scan lines are cut, and what
// is looked for in them. The tolerance is the difference, per channel, up to which
// pixels belong to one run.
type search struct {
	scan      func(p *raster.Picture, tolerance int, where raster.Mask) raster.Scans
	find      func(p *raster.Picture, sc raster.Scans) []lattice.Candidate
	tolerance int
}

// The searches, the likeliest first; a later one is tried only where the
// earlier ones led to no certain reading.
var (
	// onScreen finds boards as a screen shows them. Their cells are smooth, though not all
	// are flat, and what casts a shadow has no edge but its own.
	onScreen = []search{{raster.ScanSmooth, lattice.FromSquares, 6}, {raster.ScanSmooth, lattice.FromBorders, 6}}
	// shaded finds those whose cells are not quite smooth. Under noise a run holds together
	// about the colour that it begins with rather than from one pixel to the next.
	shaded = []search{{raster.Scan, lattice.FromSquares, 12}, {raster.Scan, lattice.FromBorders, 12}, {raster.Scan, lattice.FromSquares, 24}, {raster.Scan, lattice.FromBorders, 24}}
	// uneven finds those with patterns in their cells, by the edges that stand out among
	// theirs: by twice and four times as much as what shaded takes for one colour.
	uneven = []search{{raster.ScanSmooth, lattice.FromBorders, 48}, {raster.ScanSmooth, lattice.FromBorders, 96}}
)

// Read finds the board in play in a picture and reads it.
//
// It returns a reading only where a lattice of equal cells is a whole board, one way
// to cut it into as many regions as rows is far likelier than its rivals and than
// none being right (see [labelling.Rank]), and every mark is clear. Otherwise the
// error is a *[Refusal] that says what was missing. Where a picture holds several boards,
// the largest is read, unless another is about as large; ReadAll lists them.
func Read(img image.Image) (*Reading, error) {
	h, refusal := seek(img, &finder{})
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
	h, _ := seek(img, &finder{all: true})
	return h.readings
}

// ReadAt reads the board again where it was last seen, looking nowhere else.
// It refuses where the board is gone, or has moved by more than a third of a
// cell, or has another size. Where nothing has moved it costs a small part of
// what Read does.
func ReadAt(img image.Image, near lattice.Lattice) (*Reading, error) {
	if near.Size < lattice.MinSize || near.Size > lattice.MaxSize || !(near.PitchX >= lattice.MinCell-1 && near.PitchY >= lattice.MinCell-1) {
		return nil, noGrid()
	}
	crop, ok := cropAt(img, near)
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
	if r.Lattice.Size != near.Size || r.Lattice.OffsetFrom(near) > 1.0/3 {
		return nil, boardMoved("the board has moved", r.Lattice)
	}
	return r, nil
}

// readNear reads the board at a known lattice, or returns nil where it is not
// just there.
func readNear(p *raster.Picture, near lattice.Lattice) *Reading {
	const tolerance = 0.08 // of a cell: the most the lines may be off the lattice
	l := near
	l.Shift(image.Point{}.Sub(p.Origin))
	ev := observeColors(p, l)
	fitted, ok, torn := gridline.Refit(p, ev.Cells)
	if !ok || torn || fitted.OffsetFrom(l) > tolerance {
		return nil
	}
	if fitted.OffsetFrom(l) > lattice.Converged {
		l = fitted
		ev = observeColors(p, l)
	}
	ev.Lines = gridline.Measure(p, ev.Cells)
	r, _ := (&finder{trial: &Trial{}}).decide(p, lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}, ev)
	if r != nil {
		r.shift(p.Origin)
	}
	return r
}

// cropAt returns the part of img in which a board lies that has hardly moved from a place, sharing its
// pixels.
func cropAt(img image.Image, near lattice.Lattice) (image.Image, bool) {
	if img == nil {
		return nil, false
	}
	r := near.Inflated(0.6).Image().Intersect(img.Bounds())
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
func seek(img image.Image, h *finder) (*finder, *Refusal) {
	p, bad := open(img)
	if bad != nil {
		return h, bad
	}
	v := raster.NewViews(p)
	h.original = p
	h.over(v)
	h.followWeak()
	h.confirm(v)
	slices.SortStableFunc(h.readings, func(a, b *Reading) int { return cmp.Compare(b.Lattice.Area(), a.Lattice.Area()) })
	for _, r := range h.readings {
		r.Example = scene.InDialog(p, r.Lattice) || scene.OnStartPage(p, r.Lattice)
		r.shift(p.Origin)
	}
	for _, r := range h.refusals {
		r.shift(p.Origin)
	}
	return h, nil
}

// finder gathers what the searches of a picture find.
type finder struct {
	all      bool        // go on when a board was found
	trace    func(Trial) // may be nil
	trial    *Trial      // the one under way
	readings []*Reading
	refusals []*Refusal // of grids that are worth telling
	// unclear holds the grids that are boards but could not be read. A part of
	// one must not be read in its stead.
	unclear []lattice.Candidate
	judged  []lattice.Candidate // the grids of this view that were read or refused
	// oblong holds those of them that squares made up, with more rows than columns or the
	// other way round, and without the colours of a board. No part of one is a board.
	oblong []lattice.Candidate
	// partial holds why grids were refused that are a board cut or covered along its lines, in any view.
	partial []*Refusal
	bold    bool // this view has many lines bolder than lattice.FromBorders takes

	// settles is told of each board that a grid made up by squares turns out to be, for the
	// readers of other games; where it is true, nothing more is looked for. It may be nil.
	settles  func(b *outline.Board, original *raster.Picture) bool
	settled  []lattice.Lattice // where those lie
	boards   outline.Boards
	weak     []sighting      // grids that borders alone make up
	original *raster.Picture // the picture as it is
}

// shifted tells whether a grid of the same size that lies a row or a column
// aside was judged already: what is added to make up d could as well be added
// at the other side.
func (h *finder) shifted(d lattice.Candidate) bool {
	return slices.ContainsFunc(h.judged, func(j lattice.Candidate) bool {
		return j.Square() && j.Rows == d.Rows && !j.SameAs(d) && j.Lattice.OffsetFrom(d.Lattice) < float64(d.Rows)/2
	})
}

// over searches a picture: as it is, and in other views where it is grainy.
func (h *finder) over(v *raster.Views) {
	p := v.Of[raster.Original]
	if h.in(p, v.Still, onScreen) || h.bolder(p, v.Still) || (h.hinted() || raster.Small(p)) && h.in(p, v.Still, shaded) {
		return
	}
	none := func() bool { return len(h.readings) == 0 }
	if v.Grainy.Any && !h.grainy(v, v.Grainy) && none() && (h.hinted() || raster.Modest(p)) {
		// Large cells are flat where all around them is grainy.
		h.grainy(v, v.Either)
	}
	if raster.Small(p) && none() && len(h.unclear) == 0 && v.Sigma == 0 {
		// So lightly compressed that most of it shows no trace.
		v.LookEverywhere()
		h.grainy(v, v.Grainy)
	}
	if none() && len(h.unclear) == 0 && (v.Grainy.Any || h.hinted() || raster.Small(p)) {
		// Anywhere: what is neither still nor grainy can be a pattern as well as a photo.
		h.in(p, v.Everywhere(), uneven)
	}
}

// grainy searches the views of a grainy picture and tells whether that was enough.
func (h *finder) grainy(v *raster.Views, where raster.Mask) bool {
	try := func(as raster.View) bool { return h.in(v.See(as), where, shaded) }
	switch {
	case v.Sigma >= raster.VeryNoisySigma:
		return try(raster.SigmaFiltered) || try(raster.BoxFilteredTwice) || try(raster.BoxFiltered)
	case v.Sigma >= raster.NoisySigma:
		return try(raster.SigmaFiltered) || try(raster.BoxFiltered) || try(raster.BoxFilteredTwice)
	}
	return try(raster.Original) || h.bolder(v.Of[raster.Original], where) || try(raster.SigmaFiltered) || try(raster.BoxFiltered)
}

// confirm keeps of the boards that were read those of which a second look and a third
// say the same.
func (h *finder) confirm(v *raster.Views) {
	var sure []*Reading
	for _, r := range h.readings {
		r, no := confirm(v, r, h.doubted(r))
		if no == nil {
			no = perturbed(v, r)
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
func (h *finder) doubted(r *Reading) bool { return slices.ContainsFunc(h.unclear, r.overlaps) }

// hinted tells whether something like a board was seen, so that it is worth
// looking more closely.
func (h *finder) hinted() bool { return slices.ContainsFunc(h.refusals, (*Refusal).BoardSeen) }

// in makes searches on one view of the picture and tells whether that was
// enough.
func (h *finder) in(p *raster.Picture, where raster.Mask, searches []search) bool {
	if len(h.settled) > 0 {
		return true
	}
	if !where.Any {
		return false
	}
	h.judged, h.oblong = h.judged[:0], h.oblong[:0]
	var sc raster.Scans
	for i, search := range searches {
		if i == 0 || search.tolerance != searches[i-1].tolerance {
			sc = search.scan(p, search.tolerance, where)
			h.bold = lattice.HasBoldLines(sc)
		}
		found := false
		for _, c := range search.find(p, sc) {
			// What follows is smaller, or as large and lies beside it.
			if found && !h.rivals(c) {
				continue
			}
			if h.settles != nil && c.Weak {
				h.weak = append(h.weak, sighting{p, c})
			} else if h.follow(p, c) {
				found = true
				continue
			}
			if c.Spots {
				continue // no board of Queens
			}
			h.consider(p, c)
			found = found || h.enough()
		}
		if found {
			return true
		}
	}
	return false
}

// sighting is a grid and the view of the picture that it was found in.
type sighting struct {
	in *raster.Picture
	lattice.Candidate
}

// follow shows the readers of other games the board that a grid turns out to be, and tells whether
// the grid is one of theirs: then nothing more is to be looked for but another board beside it.
func (h *finder) follow(p *raster.Picture, c lattice.Candidate) bool {
	if h.settles == nil {
		return false
	}
	if b := h.boards.Follow(p, c); b != nil && h.settles(b, h.original) {
		h.settled = append(h.settled, b.Lattice)
	}
	return slices.ContainsFunc(h.settled, func(l lattice.Lattice) bool { return l.Bounds().Overlap(c.Bounds()) > 0 })
}

// rivals tells whether a grid could be another board about as large as those that were found, beside
// them. Where cells of a board differ, as those of Tango do, half of its rows and columns may be all
// that the grid has of it.
func (h *finder) rivals(c lattice.Candidate) bool {
	noRival := func(l lattice.Lattice) bool {
		return l.Bounds().Overlap(c.Bounds()) > 0 || 4*c.Bounds().Area() < l.Area()
	}
	return !c.Weak && !slices.ContainsFunc(h.settled, noRival) &&
		!slices.ContainsFunc(h.readings, func(r *Reading) bool { return noRival(r.Lattice) })
}

// asLarge tells of two areas whether neither is larger than the other by so much that it is the game.
func asLarge(a, b float64) bool { return max(a, b) < 1.3*min(a, b) }

// followWeak does so with the largest grids that borders alone make up, where no board was found:
// a board whose lines are dashed, or half covered by what was drawn on it, may have few cells of
// one colour side by side.
func (h *finder) followWeak() {
	const most = 8
	slices.SortStableFunc(h.weak, func(a, b sighting) int { return cmp.Compare(b.Bounds().Area(), a.Bounds().Area()) })
	for i, c := range h.weak {
		if i == most || len(h.readings) > 0 || len(h.boards.All) > 0 || h.follow(c.in, c.Candidate) {
			return
		}
	}
}

// bolder looks for boards whose lines are so bold that they would pass for rows
// of small cells: in every second row and column they are half as wide.
func (h *finder) bolder(p *raster.Picture, where raster.Mask) bool {
	if !where.Any || !h.bold {
		return false
	}
	room := raster.HalfPool.Get().(*[]uint8)
	defer raster.HalfPool.Put(room)
	half, mask := p.Halved(room), where.Halved()
	find := func(tolerance int) []lattice.Candidate {
		return lattice.FromBorders(half, raster.ScanSmooth(half, tolerance, mask))
	}
	var found, more []lattice.Candidate // more is hardly ever not asked for
	parallel.Both(func() { found = find(6) }, func() { more = find(12) })
	for _, c := range append(found, more...) {
		c.Lattice = c.Lattice.Scaled(2, 2)
		if c.Lattice.Pitch() > lattice.BoldCell {
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
func (h *finder) consider(p *raster.Picture, c lattice.Candidate) {
	if slices.ContainsFunc(h.readings, func(r *Reading) bool { return r.overlaps(c) && !r.partOf(c) }) ||
		slices.ContainsFunc(h.judged, c.SameAs) {
		return
	}
	h.judge(p, c)
	h.judged = append(h.judged, c)
}

// judge reads one grid, or what it may be a part of.
func (h *finder) judge(p *raster.Picture, c lattice.Candidate) {
	holds := func(d lattice.Candidate) bool { return d.Holds(c) }
	if slices.ContainsFunc(h.unclear, holds) || c.Weak && slices.ContainsFunc(h.oblong, holds) {
		return
	}
	part := c.Weak && (!c.Square() || c.Open)
	reading, no := h.read(p, c)
	if reading == nil && !part {
		for _, d := range extent.Extended(p, c) {
			// What was added has to prove itself.
			if h.shifted(d) {
				continue
			}
			if reading, _ = h.read(p, d); reading != nil && reading.Confidence >= proven {
				break
			}
			reading = nil
		}
	}
	if reading != nil {
		reading.look = p.View
		if before := h.lost(reading); before != nil {
			again := *before // each is moved to where it lies in the image by itself
			no, reading = &again, nil
		}
	}
	if reading != nil {
		h.readings = slices.DeleteFunc(h.readings, func(r *Reading) bool { return r.partOf(reading.whole()) })
		h.readings = append(h.readings, reading)
		return
	}
	no.weak, no.part, no.extent, no.look = c.Weak, part, c.Bounds(), p.View
	if c.Weak && !no.BoardSeen() {
		return // some grid of that kind fits any picture; it is not worth telling
	}
	if !c.Weak && c.Rows != c.Cols && !no.BoardSeen() {
		h.oblong = append(h.oblong, c)
	}
	if no.Reason == Ambiguous {
		h.unclear = append(h.unclear, c)
	}
	h.refusals = append(h.refusals, no)
}

// lost returns why a reading must not be believed, or nil: the same grid was found before, and is not all
// there, or where it lies could not be told; or the view shows an empty cell where a
// sharper one showed a mark, more likely than not, as what freed the view from noise may have taken the mark away.
func (h *finder) lost(r *Reading) *Refusal {
	same := func(no *Refusal) bool {
		return no.Lattice.Size == r.Lattice.Size && no.Lattice.OffsetFrom(r.Lattice) < 0.25
	}
	if i := slices.IndexFunc(h.partial, same); i >= 0 {
		return h.partial[i]
	}
	for _, no := range h.refusals {
		if same(no) &&
			(no.unsettled && r.look == no.look || r.look != raster.Original && slices.ContainsFunc(no.likely, func(i int) bool { return r.Board.Marks[i] == solver.Empty })) {
			return no
		}
	}
	return nil
}

// enough tells whether a board was found that need not be compared with what
// further searches might find. Example boards are small; beside one there may
// be a game that only a later search sees.
func (h *finder) enough() bool {
	return !h.all && slices.ContainsFunc(h.readings, func(r *Reading) bool {
		return r.Lattice.Size > lattice.ExampleSize && h.outranking(r) == nil
	})
}

// outranking returns the refused grid that tells the person most, of those that are
// more of a board than a reading.
func (h *finder) outranking(r *Reading) *Refusal {
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
func (h *finder) settle() *Refusal {
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
	return Several(h.readings)
}

// Several refuses boards, the largest first, of which the first two are about as large and lie beside each
// other: which of them is to be played no picture tells.
func Several(all []*Reading) *Refusal {
	if len(all) < 2 {
		return nil
	}
	a, b := all[0].Lattice, all[1].Lattice
	if !asLarge(a.Area(), b.Area()) || a.Bounds().Overlap(b.Bounds()) > 0 {
		return nil
	}
	advice := "leave only one of them in view, or name its place with --region"
	if all[0].Game != all[1].Game {
		advice = "leave only one of them in view, or name its place with --region, or its game with --game"
	}
	return &Refusal{
		Reason:  Undecided,
		What:    "found several boards, two of them of about the same size, and no telling which is the game",
		Advice:  advice,
		Lattice: a,
	}
}

// overlaps tells whether a grid lies where the board was already read.
func (r *Reading) overlaps(c lattice.Candidate) bool {
	a := r.Lattice.Bounds()
	cx := c.Lattice.X + c.Lattice.PitchX*float64(c.Cols)/2
	cy := c.Lattice.Y + c.Lattice.PitchY*float64(c.Rows)/2
	return cx > a.X && cx < a.X+a.Width && cy > a.Y && cy < a.Y+a.Height
}

// partOf tells whether the board that was read is a part of a grid: where a region
// has the colour of the page, a part can look whole.
func (r *Reading) partOf(c lattice.Candidate) bool {
	return c.Holds(r.whole())
}

// whole returns the grid that was read.
func (r *Reading) whole() lattice.Candidate {
	return lattice.Candidate{Lattice: r.Lattice, Rows: r.Lattice.Size, Cols: r.Lattice.Size}
}

func (r *Refusal) shift(by image.Point) {
	r.Lattice.Shift(by)
	r.extent.X += float64(by.X)
	r.extent.Y += float64(by.Y)
}

func (r *Reading) shift(by image.Point) { r.Lattice.Shift(by) }

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
	ev := observeColors(p, c.Lattice)
	r, no := h.readColored(p, c, ev)
	if no != nil {
		no.colored = true
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

// covered returns a cell beside which a line breaks off, or -1 where none does: those within a region are
// drawn alike, if at all, and so are those around regions, which tell too little where compression mixes
// their colours with those of the cells.
func covered(p *raster.Picture, h labelling.Hypothesis) int {
	l := h.By.Lattice
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
		if s.Off { // scaling can lose a line in whole
			return max(s.Cells(l.Size))
		}
	}
	return -1
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
