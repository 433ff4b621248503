package vision

import (
	"cmp"
	"image"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/extent"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/parallel"
	"autoqueens/vision/raster"
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
	if none() && h.patterned(p) {
		// Without their patterns cells are as flat as others.
		_ = h.in(v.See(raster.Evened), v.Everywhere(), shaded) || h.in(v.See(raster.EvenedMore), v.Everywhere(), shaded)
	}
}

// patterned tells whether a grid was refused of which a quarter of the cells and more are not of one colour.
func (h *finder) patterned(p *raster.Picture) bool {
	return slices.ContainsFunc(h.refusals, func(no *Refusal) bool {
		uneven := 0
		for _, c := range cellcolor.Measure(p, no.Lattice) {
			if c.Support < cellcolor.Undisturbed {
				uneven++
			}
		}
		return 4*uneven >= no.Lattice.Size*no.Lattice.Size
	})
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
			if h.settles != nil && c.Weak && !p.View.Evened() {
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
	if h.settles == nil || p.View.Evened() {
		return false // the readers of other games know nothing of patterns
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
	// Where patterns pass for marks, a view without them may tell what another could not.
	holds := func(d lattice.Candidate) bool { return d.Holds(c) && !(p.View.Evened() && d.SameAs(c)) }
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
		reading.view = p.View
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
	no.weak, no.part, no.extent, no.view = c.Weak, part, c.Bounds(), p.View
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
	empty := func(i int) bool { return r.Board.Marks[i] == solver.Empty }
	patterned := r.view.Evened() // what patterns were taken for in other views tells nothing
	if i := slices.IndexFunc(h.partial, same); i >= 0 && !patterned {
		return h.partial[i]
	}
	for _, no := range h.refusals {
		if same(no) &&
			(no.unsettled && r.view == no.view || r.view != raster.Original && !patterned && slices.ContainsFunc(no.likely, empty)) {
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
