package labelling

import (
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/num"
	"autoqueens/vision/partition"
	"math"
	"slices"
)

// How sure is a proposal, by what speaks for it? The rules are a table: the first
// that holds decides.

const (
	Certain   = 0.85 // readings below are refused
	Proven    = 0.95 // readings below do not prove cells that were added to a grid
	byColour  = 0.87 // colours alone, and several solutions
	Rivalling = 0.80 // proposals below are no rivals of a certain one
	doubtful  = 0.50 // less for every disagreement
)

// facts is what the rules ask of a proposal.
type facts struct {
	*Hypothesis
	ev        *Observations
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
		return f.Solutions == Unsolved
	}},
	{"something may lie over cells side by side", doubtful, (*facts).sheeted},
	{"colour, lines and one solution", 0.99, func(f *facts) bool {
		return f.colour && f.lines && f.Solutions == 1
	}},
	{"lines that are not seen around what may be a hovered cell, several solutions", doubtful, func(f *facts) bool {
		return f.colour && f.lines && f.Solutions > 1 && f.unparted()
	}},
	{"colour and lines, several solutions", 0.94, func(f *facts) bool {
		return f.colour && f.lines && f.Solutions > 1
	}},
	// A part of a larger board has as many colours as rows now and then, if it has
	// few.
	{"colour and lines, no solution, all four sides seen", 0.88, func(f *facts) bool {
		return f.colour && f.lines && f.ev.Margin && !f.veiled() && f.ev.N > lattice.ExampleSize
	}},
	{"colour and lines, no solution: a part may be hidden", doubtful, func(f *facts) bool {
		return f.colour && f.lines
	}},
	{"perhaps a region cut in two, for want of one of another colour", doubtful, (*facts).cutInTwo},
	{"lines, a hovered cell or the like, one solution", 0.95, func(f *facts) bool {
		return f.lines && f.few && f.Solutions == 1
	}},
	{"lines, a hovered cell or the like, several solutions", 0.93, func(f *facts) bool {
		return f.lines && f.few && f.Solutions > 1 && (!f.underClash || f.closed())
	}},
	{"lines, cells tinted, one solution", 0.90, func(f *facts) bool {
		return f.lines && f.some && f.Solutions == 1
	}},
	{"clear colours, lines but for one, cells tinted, one solution", 0.90, func(f *facts) bool {
		return f.speak && len(f.Contradicted) == 1 && f.clear && f.some && f.explained && f.SameColor == 0 && f.Solutions == 1 &&
			!f.tinted && !f.underClash
	}},
	// Lines of two widths that close exactly as many regions as rows, without one
	// out of place, are no accident.
	{"lines, cells tinted, several solutions", 0.89, func(f *facts) bool {
		return f.lines && f.some && f.Solutions > 1 && !f.underClash &&
			(f.Pieces == f.ev.N || f.few || f.explained && len(f.Outliers) <= 3)
	}},
	{"colours less clear, each region in one piece, one solution", 0.88, func(f *facts) bool {
		return f.closeKnit() && f.Solutions == 1 && !(f.speak && len(f.Contradicted) <= f.strayLines())
	}},
	{"colours less clear, each region in one piece, several solutions", 0.86, func(f *facts) bool {
		return f.closeKnit() && f.Solutions > 1
	}},
	// From here on the colours have to be clear.
	{"nothing that speaks for it", doubtful, func(f *facts) bool {
		return f.scattered || !f.few || !f.clear || !f.shaded
	}},
	{"perhaps a tint, or what has bled, which is no region's colour", doubtful, (*facts).perhapsTint},
	{"a hovered cell, but another could as well be it", doubtful, (*facts).otherHovered},
	{"clear colours, lines but for one or two, one solution", 0.91, func(f *facts) bool {
		return f.Solutions == 1 && f.speak && len(f.Contradicted) <= f.strayLines()
	}},
	{"clear colours, lines silent, one solution", 0.96, func(f *facts) bool {
		return f.Solutions == 1 && f.colour && !f.ev.Lines.TwoWidths
	}},
	// Lines that were drawn or scaled to whole pixels, now two and now three,
	// contradict colours that leave nothing open.
	{"very clear colours, lines of uneven width, one solution", 0.90, func(f *facts) bool {
		return f.Solutions == 1 && f.SameColor == 0 && f.speak && f.obvious && (!f.open() || f.thinned())
	}},
	// Nobody could tell two regions of one colour apart that no line parts.
	{"clear colours, lines silent or overruled, one solution", 0.92, func(f *facts) bool {
		return f.Solutions == 1 && !f.speak && (f.ev.Lines.TwoWidths || f.SameColor == 0 || f.forced())
	}},
	// Were such a cell hovered, two regions would have one colour. That there are
	// loose pieces besides would be too much of a chance.
	{"clear colours that leave something open, several solutions", Rivalling, func(f *facts) bool {
		return f.severalByColour() && (f.SameColor > 0 && !f.forced() || f.Pieces <= f.ev.N+1 && f.open())
	}},
	{"clear colours, several solutions", byColour, (*facts).severalByColour},
}

// confidence says how sure a proposal is: as sure as the first rule that holds.
func (ev *Observations) confidence(h *Hypothesis) float64 {
	f := ev.facts(h)
	for _, r := range rules {
		if r.holds(f) {
			if r.confidence > doubtful {
				return r.confidence
			}
			break
		}
	}
	return max(0, doubtful-0.01*float64(h.Disagreements()))
}

// facts gathers what the rules ask, and overrules the lines where they are of no
// use.
func (ev *Observations) facts(h *Hypothesis) *facts {
	n := ev.N
	f := &facts{
		Hypothesis: h, ev: ev,
		clearness: clearOr(ev, h),
		colour:    len(h.Outliers) == 0 && h.SameColor == 0,
		few:       len(h.Outliers) <= 2 && h.SameColor <= 1 && h.explained,
		some: (len(h.Outliers) <= n*n/6 || len(h.Outliers) <= 3 && h.explained) &&
			h.SameColor <= max(1, n/4) && !h.adrift && !h.divided,
	}
	f.clear, f.obvious = f.clearness >= cellcolor.ClearGap, f.clearness >= 2*cellcolor.ClearGap
	if ev.Lines.TwoWidths && f.few && f.clear && len(h.Contradicted) > len(ev.Lines.Edges)/12 {
		// Lines that contradict clear colours all over the board were drawn by
		// something else than the game, or to whole pixels here and there.
		h.Overruled = true
		h.Contradicted = nil
	}
	f.speak = ev.Lines.TwoWidths && !h.Overruled
	f.lines = f.speak && len(h.Contradicted) == 0
	// Of 660 known boards 35 have a loose piece or two, and 15 very many.
	// Pictures that merely hold a grid of colours nearly all have, and a piece
	// for every few cells: where lines do not vouch for them, such boards are
	// not believed.
	most := max(n+n/3, min(n+n/2, n*n/6))
	if f.obvious {
		most = max(n+n/2, min(2*n, n*n/6))
	}
	f.whole = h.Pieces <= most
	// The clearer the colours, the more of them.
	clearer := min(max(f.clearness/cellcolor.ClearGap-1, 0), 1)
	f.scattered = float64(h.Pieces) > float64(n+n/2)+clearer*float64(n-n/2)
	return f
}

// sheeted tells whether two cells side by side are not their region's colour but of one
// that they share, and no line between them is seen though the board has lines: a sheet that
// lies over cells shows none of theirs, a tint all of them.
func (f *facts) sheeted() bool {
	return f.speak && slices.ContainsFunc(f.ev.Lines.Edges, func(e gridline.Edge) bool {
		return (!e.Visible || e.Drowned) && slices.Contains(f.Outliers, e.A) && slices.Contains(f.Outliers, e.B) && f.ev.Alike(e.A, e.B)
	})
}

// unparted tells whether a region of one cell is a shade of one beside it, and no line
// between them is seen: it has nearly the colour of the lines.
func (f *facts) unparted() bool {
	return slices.ContainsFunc(f.shades(), func(h hovered) bool {
		beside, seen := false, false
		for e := range f.ev.Lines.Around(h.cell) {
			if f.Labels[e.A+e.B-h.cell] == h.host {
				beside, seen = true, seen || e.Visible
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
	off := cellcolor.RoughShade
	if f.ev.Spotless || f.ev.Clusters.Within(f.ev.N-f.SameColor+len(f.Outliers)) < cellcolor.JND/4 {
		off = cellcolor.ExactShade
	}
	return f.ev.shadesWithin(f.Labels, off)
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
	n, edges := f.ev.N, len(f.ev.Lines.Edges)
	if f.ev.Spotless || !f.colour || n <= lattice.ExampleSize || f.open() || f.perhapsTint() {
		return false
	}
	if f.speak {
		return f.clear && !f.obvious && f.Pieces == n && len(f.Contradicted) > 1 && len(f.Contradicted) <= edges/24
	}
	return !f.clear && f.clearness >= grained && !f.perhapsCrown() && f.Pieces <= n+2+n/loose
}

// cutInTwo tells whether a region may have been cut in two by a line of the lattice
// that grain has made wide all along, or that only is a wide one if the picture was scaled
// to whole pixels, and others taken for one in its stead: they have one colour, and a
// region is in several pieces. Or nothing but lines cut it that were overruled.
func (f *facts) cutInTwo() bool {
	if f.SameColor == 0 {
		return false
	}
	byLines := func(e gridline.Edge) bool { return f.Labels[e.A] != f.Labels[e.B] && f.ev.Alike(e.A, e.B) }
	if f.Overruled && slices.ContainsFunc(f.ev.Lines.Edges, byLines) {
		return true
	}
	return f.Pieces > f.ev.N && (!f.ev.Spotless || slices.ContainsFunc(f.ev.Lines.Edges, f.ev.Lines.Evened))
}

// perhapsCrown tells whether a region is a single cell of which the colour may be what
// bled from the queen in it.
func (f *facts) perhapsCrown() bool { return len(f.crowned()) > 0 }

// crowned lists the cells that are regions by themselves and hold a queen, in a picture
// in which its colour can have bled into them.
func (f *facts) crowned() (cells []int) {
	for i, m := range f.ev.Marks {
		if m == solver.Queen && f.ev.Smeared(i) && f.alone(i) {
			cells = append(cells, i)
		}
	}
	return cells
}

// soaked tells whether one of those cells is hardly further from the colour of a region
// beside it than other cells of the board are from their own, for what bled into them.
func (f *facts) soaked() bool {
	const further = 2 // times
	off := func(cell, region int) float64 {
		return f.ev.Colors[cell].Lab.Distance(cellcolor.ToLab(f.Centers[region]))
	}
	most := 0.0
	for _, i := range f.bled {
		most = max(most, off(i, f.Labels[i]))
	}
	return slices.ContainsFunc(f.crowned(), func(i int) bool {
		return slices.ContainsFunc(f.ev.beside(f.Labels, i), func(host int) bool { return off(i, host) <= further*most })
	})
}

// closed tells whether wide lines alone close the regions, each in one piece: no
// tint can be taken for one of them then.
func (f *facts) closed() bool {
	return slices.Equal(f.Labels, f.ev.connected(func(e gridline.Edge) bool { return !f.ev.Lines.IsWide(e) }))
}

// oneWidth tells whether the lines between regions, or what is there instead of them,
// are as wide as those inside: they are compared on each line of the lattice.
func (f *facts) oneWidth() bool {
	n := f.ev.N
	bare := f.ev.Lines.Bare(f.ev.Colors)
	within, between := make([][]float64, 2*n), make([][]float64, 2*n) // by line of the lattice
	for _, e := range f.ev.Lines.Edges {
		if !e.Visible {
			continue
		}
		k := e.LatticeLine(n)
		of := between
		if f.Labels[e.A] == f.Labels[e.B] {
			of = within
		}
		width := e.Width
		if bare {
			width = e.Solid // what else there is are two colours smoothed into each other
		}
		of[k[0]*n+k[1]] = append(of[k[0]*n+k[1]], width)
	}
	wider, compared := 0.0, 0
	for k := range within {
		if len(within[k]) > 0 && len(between[k]) > 0 {
			wider += num.Median(between[k]) - num.Median(within[k])
			compared++
		}
	}
	return compared >= n && wider < gridline.LeastGap/2*float64(compared)
}

// veiled tells whether in a region of several cells no line can be seen, since it
// has the colour of the lines: a sheet that lies over the board looks the same.
func (f *facts) veiled() bool {
	inside, seen := make([]int, f.ev.N), make([]int, f.ev.N)
	for _, e := range f.ev.Lines.Edges {
		if l := f.Labels[e.A]; l == f.Labels[e.B] {
			inside[l]++
			if e.Visible && !e.Drowned {
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
func (f *facts) strayLines() int { return max(1, len(f.ev.Lines.Edges)/60) }

// forced tells whether two regions of one colour follow from there being as many
// regions as rows: each is in one piece, and every other colour is.
func (f *facts) forced() bool {
	return f.obvious && f.SameColor == 1 && len(f.Outliers) == 0 && len(f.Contradicted) == 0 && f.Pieces == f.ev.N
}

// otherHovered tells whether a region of one cell could be the hovered cell in the stead
// of the odd one, as exact a shade of a region beside it: the odd one is a region then.
func (f *facts) otherHovered() bool {
	if f.lines || len(f.Outliers) != 1 {
		return false
	}
	return len(f.ev.shadesWithin(f.Labels, [...]float64{cellcolor.RoughShade, cellcolor.ExactShade, cellcolor.RoundedShade}[f.sharpness()])) > 0
}

// perhapsTint tells whether what colours say may be no more than the tint of queens
// that clash, or what has bled from one: a region that lies under such queens, or a cell
// of a colour that it only may have got from what is around it. As many colours as rows,
// each in one piece, leave no room for a tint beside them.
func (f *facts) perhapsTint() bool {
	switch {
	case f.tinted && !(f.exact && f.SameColor == 0 && f.Pieces == f.ev.N), !f.speak && (f.bledClash || f.soaked()):
		return true
	}
	return f.Solutions > 1 && (f.underClash || !f.lines && f.ev.tintedOdd(f.Hypothesis))
}

// severalByColour tells whether colours alone, or but for a line, make a board that
// has several solutions.
func (f *facts) severalByColour() bool {
	stray := 1 // lines that may contradict
	if f.obvious {
		stray = f.strayLines()
	}
	return f.Solutions > 1 &&
		(f.whole && (len(f.Contradicted) <= stray || f.thinned()) || f.exact && f.Pieces == f.ev.N && f.obvious)
}

// thinned tells whether all lines that contradict very clear colours are narrow ones
// between two regions, as scaling makes some and those that nearly have the colour of a
// cell seem. A cell that is tinted, or hovered, has them on all sides; no region has
// them on most.
func (f *facts) thinned() bool {
	const most = 0.7
	hovered := len(f.Outliers) == 1 && f.exact && f.shaded
	if !f.obvious || f.SameColor > 0 || len(f.Outliers) > 0 && !hovered {
		return false
	}
	bounds, narrow := make([]int, f.ev.N), make([]int, f.ev.N) // lines around each region
	for _, e := range f.ev.Lines.Edges {
		if a, b := f.Labels[e.A], f.Labels[e.B]; a != b {
			bounds[a]++
			bounds[b]++
		}
	}
	for _, e := range f.Contradicted {
		a, b := f.Labels[e.A], f.Labels[e.B]
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
func clearOr(ev *Observations, h *Hypothesis) float64 {
	best := 0.0
	for k := ev.N - h.SameColor; k <= ev.N+len(h.Outliers); k++ {
		best = math.Max(best, ev.Clusters.Clearness(k))
	}
	aside := slices.Concat(h.Outliers, h.bled)
	if len(aside) == 0 && best < cellcolor.ClearGap {
		aside = ev.faintShade(h.Labels)
	}
	if k := len(aside); k == 0 || len(h.Outliers) > 2 || k > max(ev.N, ev.N*ev.N/8) {
		return best
	}
	var rest []cellcolor.Color
	for i, g := range ev.Colors {
		if !slices.Contains(aside, i) {
			rest = append(rest, g)
		}
	}
	return math.Max(best, cellcolor.Cluster(rest).Clearness(ev.N-h.SameColor))
}

// faintShade returns the cell that differs most from its region if it is an
// exact shade of it.
func (ev *Observations) faintShade(labels []int) []int {
	alone, _, between := ev.Clusters.Cut(partition.Count(labels) + 1)
	if between == 0 {
		return nil
	}
	for _, h := range ev.shadesWithin(alone, cellcolor.ExactShade) {
		if slices.Equal(merged(alone, h.cell, h.host), labels) {
			return []int{h.cell}
		}
	}
	return nil
}
