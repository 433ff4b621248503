package vision

import (
	"cmp"
	"slices"

	"autoqueens/solver"
)

// What do the witnesses agree on? Colour and lines each propose ways to cut
// the cells into regions; every proposal is then held against both of them
// and against the puzzle itself: exactly as many regions as rows, and, in the
// common case, exactly one solution. A near miss of the right reading has
// several solutions or none, so one solution is the cheapest proof there is.
// It chooses between proposals; it never makes up for witnesses that disagree.

// evidence is all that was measured of one lattice.
type evidence struct {
	*cells
	lines    lineWords
	markings      // read last: they take the longest
	margin   bool // all four sides of the board lie inside the picture
}

// proposal is one way to cut the cells into regions, and how it fares.
type proposal struct {
	labels     []int
	centers    []rgb  // the usual colour of each region
	odd        []int  // cells that do not have their region's colour
	bled       []int  // cells into which compression let other colours bleed
	stained    []int  // those that it changed by more than cells of one region differ
	bledClash  bool   // one of those holds a queen that clashes: it may be tinted instead
	explained  bool   // every odd cell is a shade of its region's colour, or tinted under a queen
	shaded     bool   // every odd cell is a shade of its region's colour and of no other beside it
	exact      bool   // every odd cell is so exactly, as on a screen
	rounded    bool   // and but for a rounding, in every channel
	adrift     bool   // an odd cell neither is a shade or tint of its region nor borders it on a thin line
	divided    bool   // a region has another colour in several cells, for no reason
	twins      int    // pairs of regions with the same colour
	broken     []edge // lines that say otherwise
	tinted     bool   // a region is nothing but cells with queens, as clashing ones are tinted, and may be that
	underClash bool   // the same of queens that clash, be it a single one
	pieces     int    // connected parts; as many as regions where each is in one piece
	solutions  int    // up to 2, keeping the queens on the board where possible
	confidence float64
	overruled  bool // the lines were left out of account
}

// judge weighs ways to cut the cells into regions and returns them, the surest
// first.
func judge(ev *evidence, cuts [][]int) []proposal {
	var out []proposal
	clashing := ev.clashing(ev.n)
	for _, labels := range cuts {
		out = append(out, weigh(ev, labels, clashing))
	}
	slices.SortStableFunc(out, func(a, b proposal) int {
		return cmp.Or(
			cmp.Compare(b.confidence, a.confidence),
			cmp.Compare(a.disagreements(), b.disagreements()),
			cmp.Compare(a.pieces, b.pieces),
			cmp.Compare(b.sharpness(), a.sharpness()),
		)
	})
	standing := slices.DeleteFunc(slices.Clone(out), func(h proposal) bool { return ev.overturned(&h, out) })
	if len(standing) == 0 {
		return out
	}
	return standing
}

// overturned tells whether another certain proposal takes the one cell that has not the
// very colour of its region for a hovered one of another, and no pointer could have made
// it what it is from the colour it should have here.
func (ev *evidence) overturned(h *proposal, by []proposal) bool {
	off, labels, ok := ev.shadeOfAnother(h)
	return ok && !shade(ev.ground[off].rgb, h.centers[h.labels[off]], roughShade) &&
		slices.ContainsFunc(by, func(o proposal) bool { return o.confidence >= certain && slices.Equal(o.labels, labels) })
}

// rivals tells whether another certain proposal is as likely: as sure, simpler by its
// colours, or differing only in which cell is taken for a hovered one. The number of
// solutions is no judge between those.
func (h *proposal) rivals(other *proposal) bool {
	if h.outdoes(other) {
		return false
	}
	if other.pieces < h.pieces && other.twins <= h.twins && len(other.odd) < len(h.odd) {
		return true // lines speak for the one, all that colours say for the other
	}
	asSure := h.confidence-other.confidence < 0.005 || h.confidence <= byColour
	if asSure && other.solutions == h.solutions {
		// Two loose pieces more are no accident, and there is one pointer, but a tint
		// can be on several cells.
		return other.pieces < h.pieces+2 && (len(other.odd) <= len(h.odd) || len(other.broken) < len(h.broken))
	}
	if len(other.odd) != 1 || len(h.broken) != len(other.broken) || slices.Equal(h.odd, other.odd) {
		return false
	}
	if h.solutions == 1 && other.solutions > 1 && (h.pieces < other.pieces || h.twins < other.twins || h.shaded && !other.shaded) {
		// Several solutions are rare, and so are loose pieces, colours used
		// twice, and cells that are no clear shade of their region.
		return false
	}
	// A cell that is a region by itself here is a hovered one there.
	return len(h.odd) == 1 || len(h.odd) == 0 && h.alone(other.odd[0])
}

// shadeOfAnother returns the one cell, of all as a screen shows them, that has not the very
// colour of its region, and the reading in which it is a hovered one of another, if it is
// an exact shade of that: it can come to look like a region that lies elsewhere. Lines
// can vouch for where it belongs.
func (ev *evidence) shadeOfAnother(h *proposal) (cell int, labels []int, ok bool) {
	if !ev.spotless {
		return 0, nil, false
	}
	off := ev.offColor(h)
	if len(off) != 1 || ev.vouched(h.labels, off[0]) {
		return 0, nil, false
	}
	for _, host := range others(h.labels, off[0]) {
		if shade(ev.ground[off[0]].rgb, h.centers[host], roundedShade) {
			return off[0], merged(h.labels, off[0], host), true
		}
	}
	return 0, nil, false
}

// offColor lists the cells of one colour throughout that have not the very colour of
// their region, and are not odd.
func (ev *evidence) offColor(h *proposal) (cells []int) {
	const throughout = 0.75 // of the samples
	for i, g := range ev.ground {
		if g.exact >= throughout && !slices.Contains(h.odd, i) && g.rgb != h.centers[h.labels[i]] {
			cells = append(cells, i)
		}
	}
	return cells
}

// outdoes tells whether nothing speaks for another proposal in this one's stead, and
// two things against it, of a loose piece, a colour used twice, and a cell or a line
// out of place; or that its hovered cells are less exact shades than these.
func (h *proposal) outdoes(other *proposal) bool {
	worse := 0
	for _, by := range [...]int{
		other.pieces - h.pieces, other.twins - h.twins,
		len(other.odd) - len(h.odd), len(other.broken) - len(h.broken),
	} {
		if by < 0 {
			return false
		}
		worse += min(by, 1)
	}
	return worse > 1 || h.sharpness() > other.sharpness() && len(other.odd) == len(h.odd)
}

// sharpness tells how exactly the odd cells are shades of their regions, and of no
// others: 0 is roughly or not at all.
func (h *proposal) sharpness() int {
	switch {
	case !h.exact || !h.shaded:
		return 0
	case !h.rounded:
		return 1
	}
	return 2
}

// alone tells whether a cell is the only one of its region.
func (h *proposal) alone(cell int) bool {
	for i, l := range h.labels {
		if i != cell && l == h.labels[cell] {
			return false
		}
	}
	return true
}

func (h *proposal) disagreements() int { return len(h.odd) + len(h.broken) + h.twins }

// center returns the usual colour of a region, channel by channel. Of two cells
// it is that of which the other is a shade, or the brighter, since the pointer
// mostly darkens. Cells with queens, which may be tinted, are left out where enough
// others are left, or they are half of them or more.
func (ev *evidence) center(labels []int, region int) rgb {
	var all, plain []rgb
	for i, l := range labels {
		if l != region {
			continue
		}
		all = append(all, ev.ground[i].rgb)
		if ev.marks == nil || ev.marks[i] != solver.Queen {
			plain = append(plain, ev.ground[i].rgb)
		}
	}
	if len(plain) > 2 || len(all) > 2 && len(plain) > 0 && 2*len(plain) <= len(all) {
		all = plain
	}
	if len(all) == 2 {
		a, b := all[0], all[1]
		ofA, ofB := shade(b, a, exactShade), shade(a, b, exactShade)
		if ofA && !ofB || ofA == ofB && a.luma() >= b.luma() {
			return a
		}
		return b
	}
	middle := middleColor(all)
	if len(all)%2 == 0 {
		// Of two colours that are there equally often it is the mean, which is neither.
		near := slices.MinFunc(all, func(a, b rgb) int { return cmp.Compare(apart(a, middle), apart(b, middle)) })
		if toLab(near).distance(toLab(middle)) > noticeable/2 {
			return near
		}
	}
	return middle
}

// weigh holds a proposal against every witness; clashing are the cells of the queens
// that clash.
func weigh(ev *evidence, labels, clashing []int) proposal {
	h := proposal{labels: labels, centers: make([]rgb, ev.n), explained: true, shaded: true, exact: true, rounded: true}
	labs := make([]lab, ev.n)
	for r := range labs {
		h.centers[r] = ev.center(labels, r)
		labs[r] = toLab(h.centers[r])
	}
	tolerance := max(1.5*noticeable, 4*ev.noise())
	for i, l := range labels {
		d := ev.ground[i].lab.distance(labs[l])
		if (d > tolerance || d > 0 && ev.marks[i] == solver.Queen) && ev.bled(i, l, d, labs) && !(d > 2*tolerance && ev.sharesColor(labels, i)) {
			h.bled = append(h.bled, i)
			if d > tolerance {
				h.stained = append(h.stained, i)
			}
			continue
		}
		if d > tolerance {
			h.odd = append(h.odd, i)
			// The pointer shades a cell; queens that clash tint theirs.
			shaded := shade(ev.ground[i].rgb, h.centers[l], roughShade)
			tol := roughShade
			if shade(ev.ground[i].rgb, h.centers[l], exactShade) {
				tol = exactShade
			}
			h.exact = h.exact && tol == exactShade
			h.rounded = h.rounded && shade(ev.ground[i].rgb, h.centers[l], roundedShade)
			only := shaded && (tol == exactShade || !ev.spotless) // the only region beside it that it can be a shade of
			bleeds := ev.marks[i] == solver.Queen && ev.soft(i)   // the queen's colour, perhaps
			for _, r := range ev.beside(labels, i) {
				only = only && !shade(ev.ground[i].rgb, h.centers[r], tol) && !(bleeds && ev.ground[i].lab.distance(labs[r]) < d)
			}
			h.shaded = h.shaded && only
			h.explained = h.explained && (shaded || ev.marks[i] == solver.Queen)
			h.adrift = h.adrift || !shaded && !ev.vouched(labels, i) && !ev.tints(labels, i)
		}
	}
	h.divided = ev.divided(&h, 2*tolerance)
	if same := ev.stainedAlike(&h); len(same) > 0 {
		h.odd = append(h.odd, same...)
		h.divided, h.explained, h.shaded = true, false, false
	}
	for _, i := range h.odd {
		h.shaded = h.shaded && ev.adjoins(labels, i, h.odd)
	}
	for a := range labs {
		for b := a + 1; b < len(labs); b++ {
			if labs[a].distance(labs[b]) < noticeable {
				h.twins++
			}
		}
	}
	if ev.lines.speak {
		for _, e := range ev.lines.edges {
			if ev.lines.denies(e, labels[e.a] == labels[e.b]) && !(ev.lines.bounds(e) && ev.passing(e)) {
				h.broken = append(h.broken, e)
			}
		}
	}
	h.pieces = piecesOf(labels, ev.n)
	under := filled(labels, clashing)
	own := make([]bool, count(labels)) // regions with a cell that is not tinted: their colour is their own
	for _, i := range clashing {
		own[labels[i]] = own[labels[i]] || ev.beyondTint(&h, i, under)
	}
	h.tinted = ev.tinted(labels, own)
	h.underClash = slices.ContainsFunc(clashing, func(i int) bool { return under[labels[i]] > 0 && !own[labels[i]] })
	h.bledClash = slices.ContainsFunc(h.stained, func(i int) bool { return slices.Contains(clashing, i) && !ev.beyondTint(&h, i, under) })
	h.solutions = solutions(ev.board(labels))
	h.confidence = ev.confidence(&h)
	return h
}

// divided tells whether odd cells of one region, neither shades of it nor under
// queens, share a colour far from its own: whatever makes a cell odd does not do
// that.
func (ev *evidence) divided(h *proposal, far float64) bool {
	var strays []int
	for _, i := range h.odd {
		own := h.centers[h.labels[i]]
		if ev.marks[i] == solver.Queen || shade(ev.ground[i].rgb, own, roughShade) || ev.ground[i].lab.distance(toLab(own)) < far {
			continue
		}
		for _, o := range strays {
			if h.labels[o] == h.labels[i] && ev.ground[o].lab.distance(ev.ground[i].lab) < noticeable {
				return true
			}
		}
		strays = append(strays, i)
	}
	return false
}

// stainedAlike lists the cells of a region that have a colour of their own, though
// none is too far from the region's for compression to have changed it: what bleeds
// into a cell differs from one to the next, but three or more side by side have nearly
// the same.
func (ev *evidence) stainedAlike(h *proposal) (cells []int) {
	const (
		several = 3
		closer  = 1.0 / 3 // to each other than to their region
	)
	if len(h.stained) < several {
		return nil
	}
	stained := func(i int) bool { return ev.marks[i] != solver.Queen && slices.Contains(h.stained, i) }
	together := ev.connected(func(e edge) bool {
		if h.labels[e.a] != h.labels[e.b] || !stained(e.a) || !stained(e.b) {
			return false
		}
		a, b := ev.ground[e.a].lab, ev.ground[e.b].lab
		own := toLab(h.centers[h.labels[e.a]])
		return a.distance(b) < closer*min(a.distance(own), b.distance(own))
	})
	size := make([]int, len(together))
	for _, piece := range together {
		size[piece]++
	}
	for _, i := range h.stained {
		if size[together[i]] >= several {
			cells = append(cells, i)
		}
	}
	return cells
}

// bled tells whether a cell that is d off its region's colour has it
// nevertheless: compression lets the colours around it bleed into it, those of a
// crown most, but not so far that it comes near to another region.
func (ev *evidence) bled(i, own int, d float64, regions []lab) bool {
	const (
		beside = 0.3  // of the distance to the nearest other region
		under  = 0.45 // the same, for a cell with a queen
	)
	if !ev.soft(i) {
		return false
	}
	share := beside
	if ev.marks[i] == solver.Queen {
		share = under
	}
	for l, c := range regions {
		if l != own && d > share*ev.ground[i].lab.distance(c) {
			return false
		}
	}
	return true
}

// sharesColor tells whether another cell of a region has the colour of this one, both
// without a queen: what bleeds into a cell differs from one to the next.
func (ev *evidence) sharesColor(labels []int, i int) bool {
	if ev.marks[i] == solver.Queen {
		return false
	}
	for o, l := range labels {
		if o != i && l == labels[i] && ev.marks[o] != solver.Queen && ev.ground[o].lab.distance(ev.ground[i].lab) < noticeable {
			return true
		}
	}
	return false
}

// passing tells whether something like the pointer lies over a cell beside the
// line, and so perhaps over the line: it makes thin ones wide. It does not reach
// over three sides of a cell.
func (ev *evidence) passing(e edge) bool {
	for _, i := range [...]int{e.a, e.b} {
		if slices.Contains(ev.strange, i) && (cornered(i, ev.n) || !ev.walled(i)) {
			return true
		}
	}
	return false
}

// cornered tells whether a cell lies in a corner of a board of n rows.
func cornered(i, n int) bool {
	row, col, last := i/n, i%n, n-1
	return (row == 0 || row == last) && (col == 0 || col == last)
}

// vouched tells whether a thin line leads from a cell to its own region.
func (ev *evidence) vouched(labels []int, i int) bool {
	if !ev.lines.speak {
		return false
	}
	for e := range ev.lines.around(i) {
		if labels[e.a] == labels[e.b] && !ev.lines.bounds(e) {
			return true
		}
	}
	return false
}

// board is the puzzle a proposal stands for, with the marks that were read.
func (ev *evidence) board(labels []int) *solver.Board {
	b := &solver.Board{Size: ev.n, Regions: make([]uint8, len(labels)), Marks: ev.marks}
	for i, l := range labels {
		b.Regions[i] = uint8(l)
	}
	return b
}

// untold is the number of solutions of a puzzle of which the solver cannot tell in time
// whether it has any.
const untold = -1

// steps are how many of the search a puzzle is worth: boards of 400 cells seldom take a
// hundred, and one in some thousand twenty thousand or more.
const steps = 100_000

// solutions counts up to 2, keeping the queens on the board where that is
// possible. To count those of some large boards takes hours: one that has a solution
// then counts as one that has several, which proves least.
func solutions(b *solver.Board) int {
	n, all := solver.CountWithin(b, 2, steps)
	if n == 0 {
		n, all = solver.CountWithin(b.Cleared(), 2, steps)
	}
	switch {
	case all:
		return n
	case n > 0:
		return 2
	}
	return untold
}
