package vision

import (
	"math"
	"slices"

	"autoqueens/solver"
)

// How sure is a proposal, by what speaks for it? The rules are a table: the first
// that holds decides.

const (
	certain   = 0.85 // readings below are refused
	proven    = 0.95 // readings below do not prove cells that were added to a grid
	byColour  = 0.87 // colours alone, and several solutions
	rivalling = 0.80 // proposals below are no rivals of a certain one
	doubtful  = 0.50 // less for every disagreement
)

// facts is what the rules ask of a proposal.
type facts struct {
	*proposal
	ev        *evidence
	clearness float64 // of the colours; see clearOr
	clear     bool    // they are clear enough to be believed alone
	obvious   bool    // and twice as clear
	colour    bool    // every cell has its region's colour, and no other region has it
	// Cells that are not their region's colour: the pointer makes one or two,
	// queens that clash make more, and then only lines can vouch for them.
	few, some bool
	speak     bool // the lines are of two widths, and were not overruled
	lines     bool // none of them contradicts
	whole     bool // few loose pieces
	scattered bool // so many that colours alone are not believed
}

// rules are in order: a later one is for what the earlier ones left.
var rules = []struct {
	name       string
	confidence float64
	holds      func(f *facts) bool
}{
	{"too hard a puzzle to tell whether it has a solution", doubtful, func(f *facts) bool {
		return f.solutions == untold
	}},
	{"something may lie over cells side by side", doubtful, (*facts).sheeted},
	{"colour, lines and one solution", 0.99, func(f *facts) bool {
		return f.colour && f.lines && f.solutions == 1
	}},
	{"lines that are not seen around what may be a hovered cell, several solutions", doubtful, func(f *facts) bool {
		return f.colour && f.lines && f.solutions > 1 && f.unparted()
	}},
	{"colour and lines, several solutions", 0.94, func(f *facts) bool {
		return f.colour && f.lines && f.solutions > 1
	}},
	// A part of a larger board has as many colours as rows now and then, if it has
	// few.
	{"colour and lines, no solution, all four sides seen", 0.88, func(f *facts) bool {
		return f.colour && f.lines && f.ev.margin && !f.veiled() && f.ev.n > exampleSize
	}},
	{"colour and lines, no solution: a part may be hidden", doubtful, func(f *facts) bool {
		return f.colour && f.lines
	}},
	{"perhaps a region cut in two, for want of one of another colour", doubtful, (*facts).cutInTwo},
	{"lines, a hovered cell or the like, one solution", 0.95, func(f *facts) bool {
		return f.lines && f.few && f.solutions == 1
	}},
	{"lines, a hovered cell or the like, several solutions", 0.93, func(f *facts) bool {
		return f.lines && f.few && f.solutions > 1 && (!f.underClash || f.closed())
	}},
	{"lines, cells tinted, one solution", 0.90, func(f *facts) bool {
		return f.lines && f.some && f.solutions == 1
	}},
	{"clear colours, lines but for one, cells tinted, one solution", 0.90, func(f *facts) bool {
		return f.speak && len(f.broken) == 1 && f.clear && f.some && f.explained && f.twins == 0 && f.solutions == 1 &&
			!f.tinted && !f.underClash
	}},
	// Lines of two widths that close exactly as many regions as rows, without one
	// out of place, are no accident.
	{"lines, cells tinted, several solutions", 0.89, func(f *facts) bool {
		return f.lines && f.some && f.solutions > 1 && !f.underClash &&
			(f.pieces == f.ev.n || f.few || f.explained && len(f.odd) <= 3)
	}},
	{"colours less clear, each region in one piece, one solution", 0.88, func(f *facts) bool {
		return f.closeKnit() && f.solutions == 1 && !(f.speak && len(f.broken) <= f.strayLines())
	}},
	{"colours less clear, each region in one piece, several solutions", 0.86, func(f *facts) bool {
		return f.closeKnit() && f.solutions > 1
	}},
	// From here on the colours have to be clear.
	{"nothing that speaks for it", doubtful, func(f *facts) bool {
		return f.scattered || !f.few || !f.clear || !f.shaded
	}},
	{"perhaps a tint, or what has bled, which is no region's colour", doubtful, (*facts).perhapsTint},
	{"a hovered cell, but another could as well be it", doubtful, (*facts).otherHovered},
	{"clear colours, lines but for one or two, one solution", 0.91, func(f *facts) bool {
		return f.solutions == 1 && f.speak && len(f.broken) <= f.strayLines()
	}},
	{"clear colours, lines silent, one solution", 0.96, func(f *facts) bool {
		return f.solutions == 1 && f.colour && !f.ev.lines.speak
	}},
	// Lines that were drawn or scaled to whole pixels, now two and now three,
	// contradict colours that leave nothing open.
	{"very clear colours, lines of uneven width, one solution", 0.90, func(f *facts) bool {
		return f.solutions == 1 && f.twins == 0 && f.speak && f.obvious && (!f.open() || f.thinned())
	}},
	// Nobody could tell two regions of one colour apart that no line parts.
	{"clear colours, lines silent or overruled, one solution", 0.92, func(f *facts) bool {
		return f.solutions == 1 && !f.speak && (f.ev.lines.speak || f.twins == 0 || f.forced())
	}},
	// Were such a cell hovered, two regions would have one colour. That there are
	// loose pieces besides would be too much of a chance.
	{"clear colours that leave something open, several solutions", rivalling, func(f *facts) bool {
		return f.severalByColour() && (f.twins > 0 && !f.forced() || f.pieces <= f.ev.n+1 && f.open())
	}},
	{"clear colours, several solutions", byColour, (*facts).severalByColour},
}

// confidence says how sure a proposal is: as sure as the first rule that holds.
func (ev *evidence) confidence(h *proposal) float64 {
	f := ev.facts(h)
	for _, r := range rules {
		if r.holds(f) {
			if r.confidence > doubtful {
				return r.confidence
			}
			break
		}
	}
	return max(0, doubtful-0.01*float64(h.disagreements()))
}

// facts gathers what the rules ask, and overrules the lines where they are of no
// use.
func (ev *evidence) facts(h *proposal) *facts {
	n := ev.n
	f := &facts{
		proposal: h, ev: ev,
		clearness: clearOr(ev, h),
		colour:    len(h.odd) == 0 && h.twins == 0,
		few:       len(h.odd) <= 2 && h.twins <= 1 && h.explained,
		some: (len(h.odd) <= n*n/6 || len(h.odd) <= 3 && h.explained) &&
			h.twins <= max(1, n/4) && !h.adrift && !h.divided,
	}
	f.clear, f.obvious = f.clearness >= strong, f.clearness >= 2*strong
	if ev.lines.speak && f.few && f.clear && len(h.broken) > len(ev.lines.edges)/12 {
		// Lines that contradict clear colours all over the board were drawn by
		// something else than the game, or to whole pixels here and there.
		h.overruled = true
		h.broken = nil
	}
	f.speak = ev.lines.speak && !h.overruled
	f.lines = f.speak && len(h.broken) == 0
	// Of 660 known boards 35 have a loose piece or two, and 15 very many.
	// Pictures that merely hold a grid of colours nearly all have, and a piece
	// for every few cells: where lines do not vouch for them, such boards are
	// not believed.
	most := max(n+n/3, min(n+n/2, n*n/6))
	if f.obvious {
		most = max(n+n/2, min(2*n, n*n/6))
	}
	f.whole = h.pieces <= most
	// The clearer the colours, the more of them.
	clearer := min(max(f.clearness/strong-1, 0), 1)
	f.scattered = float64(h.pieces) > float64(n+n/2)+clearer*float64(n-n/2)
	return f
}

// sheeted tells whether two cells side by side are not their region's colour but of one
// that they share, and no line between them is seen though the board has lines: a sheet that
// lies over cells shows none of theirs, a tint all of them.
func (f *facts) sheeted() bool {
	return f.speak && slices.ContainsFunc(f.ev.lines.edges, func(e edge) bool {
		return (!e.seen || e.drowned) && slices.Contains(f.odd, e.a) && slices.Contains(f.odd, e.b) && f.ev.alike(e.a, e.b)
	})
}

// unparted tells whether a region of one cell is a shade of one beside it, and no line
// between them is seen: it has nearly the colour of the lines.
func (f *facts) unparted() bool {
	return slices.ContainsFunc(f.shades(), func(h hovered) bool {
		beside, seen := false, false
		for e := range f.ev.lines.around(h.cell) {
			if f.labels[e.a+e.b-h.cell] == h.host {
				beside, seen = true, seen || e.seen
			}
		}
		return beside && !seen
	})
}

// open tells whether a region of one cell could be a hovered cell of another. On a
// screen, and where all other cells have the very colours of their regions, that is
// an exact shade. Two regions would have one colour then, which no
// player could tell apart where no line shows it.
func (f *facts) open() bool {
	return !f.oneWidth() && len(f.shades()) > 0
}

// shades lists the regions of one cell that could be a hovered one of another.
func (f *facts) shades() []hovered {
	off := roughShade
	if f.ev.spotless || f.ev.clusters.within(f.ev.n-f.twins+len(f.odd)) < noticeable/4 {
		off = exactShade
	}
	return f.ev.shadesWithin(f.labels, off)
}

// closeKnit tells whether colours that are not clear enough by themselves lie on the
// board as those of regions do: cells taken for the wrong one of two close colours
// would lie here and there. That is for pictures with grain in them, which makes the
// cells of one region differ; on a screen they do not. Grain makes some lines wide as
// well, which clear colours outweigh where each region is in one piece.
func (f *facts) closeKnit() bool {
	const (
		grained = 2  // how clear the colours have to be
		loose   = 10 // rows, for which there may be one loose piece, beside two
	)
	n, edges := f.ev.n, len(f.ev.lines.edges)
	if f.ev.spotless || !f.colour || n <= exampleSize || f.open() || f.perhapsTint() {
		return false
	}
	if f.speak {
		return f.clear && !f.obvious && f.pieces == n && len(f.broken) > 1 && len(f.broken) <= edges/24
	}
	return !f.clear && f.clearness >= grained && !f.perhapsCrown() && f.pieces <= n+2+n/loose
}

// cutInTwo tells whether a region may have been cut in two by a line of the lattice
// that grain has made wide all along, or that only is a wide one if the picture was scaled
// to whole pixels, and others taken for one in its stead: they have one colour, and a
// region is in several pieces. Or nothing but lines cut it that were overruled.
func (f *facts) cutInTwo() bool {
	if f.twins == 0 {
		return false
	}
	byLines := func(e edge) bool { return f.labels[e.a] != f.labels[e.b] && f.ev.alike(e.a, e.b) }
	if f.overruled && slices.ContainsFunc(f.ev.lines.edges, byLines) {
		return true
	}
	return f.pieces > f.ev.n && (!f.ev.spotless || slices.ContainsFunc(f.ev.lines.edges, f.ev.lines.evened))
}

// perhapsCrown tells whether a region is a single cell of which the colour may be what
// bled from the queen in it.
func (f *facts) perhapsCrown() bool { return len(f.crowned()) > 0 }

// crowned lists the cells that are regions by themselves and hold a queen, in a picture
// in which its colour can have bled into them.
func (f *facts) crowned() (cells []int) {
	for i, m := range f.ev.marks {
		if m == solver.Queen && f.ev.soft(i) && f.alone(i) {
			cells = append(cells, i)
		}
	}
	return cells
}

// soaked tells whether one of those cells is hardly further from the colour of a region
// beside it than other cells of the board are from their own, for what bled into them.
func (f *facts) soaked() bool {
	const further = 2 // times
	off := func(cell, region int) float64 { return f.ev.ground[cell].lab.distance(toLab(f.centers[region])) }
	most := 0.0
	for _, i := range f.bled {
		most = max(most, off(i, f.labels[i]))
	}
	return slices.ContainsFunc(f.crowned(), func(i int) bool {
		return slices.ContainsFunc(f.ev.beside(f.labels, i), func(host int) bool { return off(i, host) <= further*most })
	})
}

// closed tells whether wide lines alone close the regions, each in one piece: no
// tint can be taken for one of them then.
func (f *facts) closed() bool {
	return slices.Equal(f.labels, f.ev.connected(func(e edge) bool { return !f.ev.lines.bounds(e) }))
}

// oneWidth tells whether the lines between regions, or what is there instead of them,
// are as wide as those inside: they are compared on each line of the lattice.
func (f *facts) oneWidth() bool {
	n := f.ev.n
	bare := f.ev.lines.bare(f.ev.ground)
	within, between := make([][]float64, 2*n), make([][]float64, 2*n) // by line of the lattice
	for _, e := range f.ev.lines.edges {
		if !e.seen {
			continue
		}
		k := e.latticeLine(n)
		of := between
		if f.labels[e.a] == f.labels[e.b] {
			of = within
		}
		width := e.thick
		if bare {
			width = e.solid // what else there is are two colours smoothed into each other
		}
		of[k[0]*n+k[1]] = append(of[k[0]*n+k[1]], width)
	}
	wider, compared := 0.0, 0
	for k := range within {
		if len(within[k]) > 0 && len(between[k]) > 0 {
			wider += median(between[k]) - median(within[k])
			compared++
		}
	}
	return compared >= n && wider < leastGap/2*float64(compared)
}

// veiled tells whether in a region of several cells no line can be seen, since it
// has the colour of the lines: a sheet that lies over the board looks the same.
func (f *facts) veiled() bool {
	inside, seen := make([]int, f.ev.n), make([]int, f.ev.n)
	for _, e := range f.ev.lines.edges {
		if l := f.labels[e.a]; l == f.labels[e.b] {
			inside[l]++
			if e.seen && !e.drowned {
				seen[l]++
			}
		}
	}
	for l := range inside {
		if inside[l] > 0 && seen[l] == 0 {
			return true
		}
	}
	return false
}

// strayLines is how many lines may contradict clear colours: the pointer, or a blot,
// lies over a line or two.
func (f *facts) strayLines() int { return max(1, len(f.ev.lines.edges)/60) }

// forced tells whether two regions of one colour follow from there being as many
// regions as rows: each is in one piece, and every other colour is.
func (f *facts) forced() bool {
	return f.obvious && f.twins == 1 && len(f.odd) == 0 && len(f.broken) == 0 && f.pieces == f.ev.n
}

// otherHovered tells whether a region of one cell could be the hovered cell in the stead
// of the odd one, as exact a shade of a region beside it: the odd one is a region then.
func (f *facts) otherHovered() bool {
	if f.lines || len(f.odd) != 1 {
		return false
	}
	return len(f.ev.shadesWithin(f.labels, [...]float64{roughShade, exactShade, roundedShade}[f.sharpness()])) > 0
}

// perhapsTint tells whether what colours say may be no more than the tint of queens
// that clash, or what has bled from one: a region that lies under such queens, or a cell
// of a colour that it only may have got from what is around it. As many colours as rows,
// each in one piece, leave no room for a tint beside them.
func (f *facts) perhapsTint() bool {
	switch {
	case f.tinted && !(f.exact && f.twins == 0 && f.pieces == f.ev.n), !f.speak && (f.bledClash || f.soaked()):
		return true
	}
	return f.solutions > 1 && (f.underClash || !f.lines && f.ev.tintedOdd(f.proposal))
}

// severalByColour tells whether colours alone, or but for a line, make a board that
// has several solutions.
func (f *facts) severalByColour() bool {
	stray := 1 // lines that may contradict
	if f.obvious {
		stray = f.strayLines()
	}
	return f.solutions > 1 &&
		(f.whole && (len(f.broken) <= stray || f.thinned()) || f.exact && f.pieces == f.ev.n && f.obvious)
}

// thinned tells whether all lines that contradict very clear colours are narrow ones
// between two regions, as scaling makes some and those that nearly have the colour of a
// cell seem. A cell that is tinted, or hovered, has them on all sides; no region has
// them on most.
func (f *facts) thinned() bool {
	const most = 0.7
	hovered := len(f.odd) == 1 && f.exact && f.shaded
	if !f.obvious || f.twins > 0 || len(f.odd) > 0 && !hovered {
		return false
	}
	bounds, narrow := make([]int, f.ev.n), make([]int, f.ev.n) // lines around each region
	for _, e := range f.ev.lines.edges {
		if a, b := f.labels[e.a], f.labels[e.b]; a != b {
			bounds[a]++
			bounds[b]++
		}
	}
	for _, e := range f.broken {
		a, b := f.labels[e.a], f.labels[e.b]
		if a == b {
			return false
		}
		narrow[a]++
		narrow[b]++
	}
	for l := range bounds {
		if float64(narrow[l]) > most*float64(bounds[l]) {
			return false
		}
	}
	return true
}

// clearOr is the clearness of the colours at the number of groups the proposal
// really shows: one more for every odd cell, or as many as without those, the
// few that others bled into, and the one under the pointer, whose shade can be
// too faint to be odd.
func clearOr(ev *evidence, h *proposal) float64 {
	best := 0.0
	for k := ev.n - h.twins; k <= ev.n+len(h.odd); k++ {
		best = math.Max(best, ev.clusters.clear(k))
	}
	aside := slices.Concat(h.odd, h.bled)
	if len(aside) == 0 && best < strong {
		aside = ev.faintShade(h.labels)
	}
	if k := len(aside); k == 0 || len(h.odd) > 2 || k > max(ev.n, ev.n*ev.n/8) {
		return best
	}
	var rest []ground
	for i, g := range ev.ground {
		if !slices.Contains(aside, i) {
			rest = append(rest, g)
		}
	}
	return math.Max(best, cluster(rest).clear(ev.n-h.twins))
}

// faintShade returns the cell that differs most from its region if it is an
// exact shade of it.
func (ev *evidence) faintShade(labels []int) []int {
	alone, _, between := ev.clusters.cut(count(labels) + 1)
	if between == 0 {
		return nil
	}
	for _, h := range ev.shadesWithin(alone, exactShade) {
		if slices.Equal(merged(alone, h.cell, h.host), labels) {
			return []int{h.cell}
		}
	}
	return nil
}
