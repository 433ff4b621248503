package labelling

import (
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/marks"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
	"cmp"
	"slices"
)

// What do the witnesses agree on? Colour and lines each propose ways to cut
// the cells into regions; every proposal is then held against both of them
// and against the puzzle itself: exactly as many regions as rows, and, in the
// common case, exactly one solution. A near miss of the right reading has
// several solutions or none, so one solution is the cheapest proof there is.
// It chooses between proposals; it never makes up for witnesses that disagree.

// Observations is all that was measured of one lattice.
type Observations struct {
	*cellcolor.Cells
	Lines     gridline.Lines
	marks.Set      // read last: they take the longest
	Margin    bool // all four sides of the board lie inside the picture
}

// Hypothesis is one way to cut the cells into regions, and how it fares.
type Hypothesis struct {
	Labels       []int
	Centers      []raster.RGB    // the usual colour of each region
	Outliers     []int           // cells that do not have their region's colour
	bled         []int           // cells into which compression let other colours bleed
	stained      []int           // those that it changed by more than cells of one region differ
	bledClash    bool            // one of those holds a queen that clashes: it may be tinted instead
	explained    bool            // every odd cell is a shade of its region's colour, or tinted under a queen
	shaded       bool            // every odd cell is a shade of its region's colour and of no other beside it
	exact        bool            // every odd cell is so exactly, as on a screen
	rounded      bool            // and but for a rounding, in every channel
	adrift       bool            // an odd cell neither is a shade or tint of its region nor borders it on a thin line
	divided      bool            // a region has another colour in several cells, for no reason
	SameColor    int             // pairs of regions with the same colour
	Contradicted []gridline.Edge // lines that say otherwise
	tinted       bool            // a region is nothing but cells with queens, as clashing ones are tinted, and may be that
	underClash   bool            // the same of queens that clash, be it a single one
	Pieces       int             // connected parts; as many as regions where each is in one piece
	Solutions    int             // up to 2, keeping the queens on the board where possible
	Confidence   float64
	Overruled    bool // the lines were left out of account
}

// Rank weighs ways to cut the cells into regions and returns them, the surest
// first.
func Rank(ev *Observations, cuts [][]int) []Hypothesis {
	var out []Hypothesis
	clashing := ev.Clashing(ev.N)
	for _, labels := range cuts {
		out = append(out, weigh(ev, labels, clashing))
	}
	slices.SortStableFunc(out, func(a, b Hypothesis) int {
		return cmp.Or(
			cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(a.Disagreements(), b.Disagreements()),
			cmp.Compare(a.Pieces, b.Pieces),
			cmp.Compare(b.sharpness(), a.sharpness()),
		)
	})
	standing := slices.DeleteFunc(slices.Clone(out), func(h Hypothesis) bool { return ev.overturned(&h, out) })
	if len(standing) == 0 {
		return out
	}
	return standing
}

// overturned tells whether another certain proposal takes the one cell that has not the
// very colour of its region for a hovered one of another, and no pointer could have made
// it what it is from the colour it should have here.
func (ev *Observations) overturned(h *Hypothesis, by []Hypothesis) bool {
	off, labels, ok := ev.ShadeOfAnother(h)
	return ok && !cellcolor.IsShade(ev.Colors[off].RGB, h.Centers[h.Labels[off]], cellcolor.RoughShade) &&
		slices.ContainsFunc(by, func(o Hypothesis) bool { return o.Confidence >= Certain && slices.Equal(o.Labels, labels) })
}

// Rivals tells whether another certain proposal is as likely: as sure, simpler by its
// colours, or differing only in which cell is taken for a hovered one. The number of
// solutions is no judge between those.
func (h *Hypothesis) Rivals(other *Hypothesis) bool {
	if h.outdoes(other) {
		return false
	}
	if other.Pieces < h.Pieces && other.SameColor <= h.SameColor && len(other.Outliers) < len(h.Outliers) {
		return true // lines speak for the one, all that colours say for the other
	}
	asSure := h.Confidence-other.Confidence < 0.005 || h.Confidence <= byColour
	if asSure && other.Solutions == h.Solutions {
		// Two loose pieces more are no accident, and there is one pointer, but a tint
		// can be on several cells.
		return other.Pieces < h.Pieces+2 && (len(other.Outliers) <= len(h.Outliers) || len(other.Contradicted) < len(h.Contradicted))
	}
	if len(other.Outliers) != 1 || len(h.Contradicted) != len(other.Contradicted) || slices.Equal(h.Outliers, other.Outliers) {
		return false
	}
	if h.Solutions == 1 && other.Solutions > 1 && (h.Pieces < other.Pieces || h.SameColor < other.SameColor || h.shaded && !other.shaded) {
		// Several solutions are rare, and so are loose pieces, colours used
		// twice, and cells that are no clear shade of their region.
		return false
	}
	// A cell that is a region by itself here is a hovered one there.
	return len(h.Outliers) == 1 || len(h.Outliers) == 0 && h.alone(other.Outliers[0])
}

// ShadeOfAnother returns the one cell, of all as a screen shows them, that has not the very
// colour of its region, and the reading in which it is a hovered one of another, if it is
// an exact shade of that: it can come to look like a region that lies elsewhere. Lines
// can vouch for where it belongs.
func (ev *Observations) ShadeOfAnother(h *Hypothesis) (cell int, labels []int, ok bool) {
	if !ev.Spotless {
		return 0, nil, false
	}
	off := ev.offColor(h)
	if len(off) != 1 || ev.vouched(h.Labels, off[0]) {
		return 0, nil, false
	}
	for _, host := range others(h.Labels, off[0]) {
		if cellcolor.IsShade(ev.Colors[off[0]].RGB, h.Centers[host], cellcolor.RoundedShade) {
			return off[0], merged(h.Labels, off[0], host), true
		}
	}
	return 0, nil, false
}

// offColor lists the cells of one colour throughout that have not the very colour of
// their region, and are not odd.
func (ev *Observations) offColor(h *Hypothesis) (cells []int) {
	const throughout = 0.75 // of the samples
	for i, g := range ev.Colors {
		if g.Exact >= throughout && !slices.Contains(h.Outliers, i) && g.RGB != h.Centers[h.Labels[i]] {
			cells = append(cells, i)
		}
	}
	return cells
}

// outdoes tells whether nothing speaks for another proposal in this one's stead, and
// two things against it, of a loose piece, a colour used twice, and a cell or a line
// out of place; or that its hovered cells are less exact shades than these.
func (h *Hypothesis) outdoes(other *Hypothesis) bool {
	worse := 0
	for _, by := range [...]int{
		other.Pieces - h.Pieces, other.SameColor - h.SameColor,
		len(other.Outliers) - len(h.Outliers), len(other.Contradicted) - len(h.Contradicted),
	} {
		if by < 0 {
			return false
		}
		worse += min(by, 1)
	}
	return worse > 1 || h.sharpness() > other.sharpness() && len(other.Outliers) == len(h.Outliers)
}

// sharpness tells how exactly the odd cells are shades of their regions, and of no
// others: 0 is roughly or not at all.
func (h *Hypothesis) sharpness() int {
	switch {
	case !h.exact || !h.shaded:
		return 0
	case !h.rounded:
		return 1
	}
	return 2
}

// alone tells whether a cell is the only one of its region.
func (h *Hypothesis) alone(cell int) bool {
	for i, l := range h.Labels {
		if i != cell && l == h.Labels[cell] {
			return false
		}
	}
	return true
}

func (h *Hypothesis) Disagreements() int { return len(h.Outliers) + len(h.Contradicted) + h.SameColor }

// center returns the usual colour of a region, channel by channel. Of two cells
// it is that of which the other is a shade, or the brighter, since the pointer
// mostly darkens. Cells with queens, which may be tinted, are left out where enough
// others are left, or they are half of them or more.
func (ev *Observations) center(labels []int, region int) raster.RGB {
	var all, plain []raster.RGB
	for i, l := range labels {
		if l != region {
			continue
		}
		all = append(all, ev.Colors[i].RGB)
		if ev.Marks == nil || ev.Marks[i] != solver.Queen {
			plain = append(plain, ev.Colors[i].RGB)
		}
	}
	if len(plain) > 2 || len(all) > 2 && len(plain) > 0 && 2*len(plain) <= len(all) {
		all = plain
	}
	if len(all) == 2 {
		a, b := all[0], all[1]
		ofA, ofB := cellcolor.IsShade(b, a, cellcolor.ExactShade), cellcolor.IsShade(a, b, cellcolor.ExactShade)
		if ofA && !ofB || ofA == ofB && a.Luma() >= b.Luma() {
			return a
		}
		return b
	}
	middle := raster.MedianColor(all)
	if len(all)%2 == 0 {
		// Of two colours that are there equally often it is the mean, which is neither.
		near := slices.MinFunc(all, func(a, b raster.RGB) int {
			return cmp.Compare(raster.Chebyshev(a, middle), raster.Chebyshev(b, middle))
		})
		if cellcolor.ToLab(near).Distance(cellcolor.ToLab(middle)) > cellcolor.JND/2 {
			return near
		}
	}
	return middle
}

// weigh holds a proposal against every witness; clashing are the cells of the queens
// that clash.
func weigh(ev *Observations, labels, clashing []int) Hypothesis {
	h := Hypothesis{Labels: labels, Centers: make([]raster.RGB, ev.N), explained: true, shaded: true, exact: true, rounded: true}
	labs := make([]cellcolor.Lab, ev.N)
	for r := range labs {
		h.Centers[r] = ev.center(labels, r)
		labs[r] = cellcolor.ToLab(h.Centers[r])
	}
	tolerance := max(1.5*cellcolor.JND, 4*ev.Noise())
	for i, l := range labels {
		d := ev.Colors[i].Lab.Distance(labs[l])
		if (d > tolerance || d > 0 && ev.Marks[i] == solver.Queen) && ev.bled(i, l, d, labs) && !(d > 2*tolerance && ev.sharesColor(labels, i)) {
			h.bled = append(h.bled, i)
			if d > tolerance {
				h.stained = append(h.stained, i)
			}
			continue
		}
		if d > tolerance {
			h.Outliers = append(h.Outliers, i)
			// The pointer shades a cell; queens that clash tint theirs.
			shaded := cellcolor.IsShade(ev.Colors[i].RGB, h.Centers[l], cellcolor.RoughShade)
			tol := cellcolor.RoughShade
			if cellcolor.IsShade(ev.Colors[i].RGB, h.Centers[l], cellcolor.ExactShade) {
				tol = cellcolor.ExactShade
			}
			h.exact = h.exact && tol == cellcolor.ExactShade
			h.rounded = h.rounded && cellcolor.IsShade(ev.Colors[i].RGB, h.Centers[l], cellcolor.RoundedShade)
			only := shaded && (tol == cellcolor.ExactShade || !ev.Spotless) // the only region beside it that it can be a shade of
			bleeds := ev.Marks[i] == solver.Queen && ev.Smeared(i)          // the queen's colour, perhaps
			for _, r := range ev.beside(labels, i) {
				only = only && !cellcolor.IsShade(ev.Colors[i].RGB, h.Centers[r], tol) && !(bleeds && ev.Colors[i].Lab.Distance(labs[r]) < d)
			}
			h.shaded = h.shaded && only
			h.explained = h.explained && (shaded || ev.Marks[i] == solver.Queen)
			h.adrift = h.adrift || !shaded && !ev.vouched(labels, i) && !ev.tints(labels, i)
		}
	}
	h.divided = ev.divided(&h, 2*tolerance)
	if same := ev.stainedAlike(&h); len(same) > 0 {
		h.Outliers = append(h.Outliers, same...)
		h.divided, h.explained, h.shaded = true, false, false
	}
	for _, i := range h.Outliers {
		h.shaded = h.shaded && ev.adjoins(labels, i, h.Outliers)
	}
	for a := range labs {
		for b := a + 1; b < len(labs); b++ {
			if labs[a].Distance(labs[b]) < cellcolor.JND {
				h.SameColor++
			}
		}
	}
	if ev.Lines.TwoWidths {
		for _, e := range ev.Lines.Edges {
			if ev.Lines.Contradicts(e, labels[e.A] == labels[e.B]) && !(ev.Lines.IsWide(e) && ev.passing(e)) {
				h.Contradicted = append(h.Contradicted, e)
			}
		}
	}
	h.Pieces = partition.PiecesOf(labels, ev.N)
	under := filled(labels, clashing)
	own := make([]bool, partition.Count(labels)) // regions with a cell that is not tinted: their colour is their own
	for _, i := range clashing {
		own[labels[i]] = own[labels[i]] || ev.beyondTint(&h, i, under)
	}
	h.tinted = ev.tinted(labels, own)
	h.underClash = slices.ContainsFunc(clashing, func(i int) bool { return under[labels[i]] > 0 && !own[labels[i]] })
	h.bledClash = slices.ContainsFunc(h.stained, func(i int) bool { return slices.Contains(clashing, i) && !ev.beyondTint(&h, i, under) })
	h.Solutions = Solutions(ev.Board(labels))
	h.Confidence = ev.confidence(&h)
	return h
}

// divided tells whether odd cells of one region, neither shades of it nor under
// queens, share a colour far from its own: whatever makes a cell odd does not do
// that.
func (ev *Observations) divided(h *Hypothesis, far float64) bool {
	var strays []int
	for _, i := range h.Outliers {
		own := h.Centers[h.Labels[i]]
		if ev.Marks[i] == solver.Queen || cellcolor.IsShade(ev.Colors[i].RGB, own, cellcolor.RoughShade) || ev.Colors[i].Lab.Distance(cellcolor.ToLab(own)) < far {
			continue
		}
		for _, o := range strays {
			if h.Labels[o] == h.Labels[i] && ev.Colors[o].Lab.Distance(ev.Colors[i].Lab) < cellcolor.JND {
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
func (ev *Observations) stainedAlike(h *Hypothesis) (cells []int) {
	const (
		several = 3
		closer  = 1.0 / 3 // to each other than to their region
	)
	if len(h.stained) < several {
		return nil
	}
	stained := func(i int) bool { return ev.Marks[i] != solver.Queen && slices.Contains(h.stained, i) }
	together := ev.connected(func(e gridline.Edge) bool {
		if h.Labels[e.A] != h.Labels[e.B] || !stained(e.A) || !stained(e.B) {
			return false
		}
		a, b := ev.Colors[e.A].Lab, ev.Colors[e.B].Lab
		own := cellcolor.ToLab(h.Centers[h.Labels[e.A]])
		return a.Distance(b) < closer*min(a.Distance(own), b.Distance(own))
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
func (ev *Observations) bled(i, own int, d float64, regions []cellcolor.Lab) bool {
	const (
		beside = 0.3  // of the distance to the nearest other region
		under  = 0.45 // the same, for a cell with a queen
	)
	if !ev.Smeared(i) {
		return false
	}
	share := beside
	if ev.Marks[i] == solver.Queen {
		share = under
	}
	for l, c := range regions {
		if l != own && d > share*ev.Colors[i].Lab.Distance(c) {
			return false
		}
	}
	return true
}

// sharesColor tells whether another cell of a region has the colour of this one, both
// without a queen: what bleeds into a cell differs from one to the next.
func (ev *Observations) sharesColor(labels []int, i int) bool {
	if ev.Marks[i] == solver.Queen {
		return false
	}
	for o, l := range labels {
		if o != i && l == labels[i] && ev.Marks[o] != solver.Queen && ev.Colors[o].Lab.Distance(ev.Colors[i].Lab) < cellcolor.JND {
			return true
		}
	}
	return false
}

// passing tells whether something like the pointer lies over a cell beside the
// line, and so perhaps over the line: it makes thin ones wide. It does not reach
// over three sides of a cell.
func (ev *Observations) passing(e gridline.Edge) bool {
	for _, i := range [...]int{e.A, e.B} {
		if slices.Contains(ev.Strange, i) && (cornered(i, ev.N) || !ev.walled(i)) {
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
func (ev *Observations) vouched(labels []int, i int) bool {
	if !ev.Lines.TwoWidths {
		return false
	}
	for e := range ev.Lines.Around(i) {
		if labels[e.A] == labels[e.B] && !ev.Lines.IsWide(e) {
			return true
		}
	}
	return false
}

// Board is the puzzle a proposal stands for, with the marks that were read.
func (ev *Observations) Board(labels []int) *solver.Board {
	b := &solver.Board{Size: ev.N, Regions: make([]uint8, len(labels)), Marks: ev.Marks}
	for i, l := range labels {
		b.Regions[i] = uint8(l)
	}
	return b
}

// Unsolved is the number of solutions of a puzzle of which the solver cannot tell in time
// whether it has any.
const Unsolved = -1

// Steps are how many of the search a puzzle is worth: boards of 400 cells seldom take a
// hundred, and one in some thousand twenty thousand or more.
const Steps = 100_000

// Solutions counts up to 2, keeping the queens on the board where that is
// possible. To count those of some large boards takes hours: one that has a solution
// then counts as one that has several, which proves least.
func Solutions(b *solver.Board) int {
	n, all := solver.CountWithin(b, 2, Steps)
	if n == 0 {
		n, all = solver.CountWithin(b.Cleared(), 2, Steps)
	}
	switch {
	case all:
		return n
	case n > 0:
		return 2
	}
	return Unsolved
}
