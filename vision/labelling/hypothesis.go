package labelling

import (
	"cmp"
	"context"
	"math"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/marks"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
)

// Observations is all that was measured of one lattice.
type Observations struct {
	*cellcolor.Cells
	Lines     gridline.Lines
	marks.Set      // read last: they take the longest
	Margin    bool // all four sides of the board lie inside the picture
}

// Effect is why a cell has not its region's colour.
type Effect int

// The effects.
const (
	Hover   Effect = iota // it is darkened or lightened evenly, as the cell under the pointer is
	Shade                 // the same, but not exactly
	Tint                  // it holds a queen that clashes with another, as games tint them
	Hidden                // what stands in it hides most of it
	Unknown               // it is none of these
)

// Outlier is a cell that has not its region's colour.
type Outlier struct {
	Cell   int
	Effect Effect
}

// Hypothesis is one way in which the cells may belong together, and how it fares.
type Hypothesis struct {
	By           *Observations   // by which it is measured
	Labels       []int           // the region of each cell, row-major
	Centers      []raster.RGB    // the usual colour of each region
	Outliers     []Outlier       // cells that have not their region's colour
	Smeared      []int           // cells into which compression let other colours bleed
	SameColor    [][2]int        // pairs of regions with the same colour
	Contradicted []gridline.Edge // lines that say otherwise
	Pieces       int             // connected parts; as many as regions where each is in one piece
	Solutions    int             // up to 2, keeping the queens on the board where possible; or Unsolved
	// LogLikelihood is up to a constant that all of a board share; that no hypothesis is
	// right has 0.
	LogLikelihood float64
	// Confidence is the probability that it is right: its likelihood as a share of that of
	// all hypotheses and of none being right.
	Confidence float64
}

// off lists the cells that have not their region's colour.
func (h *Hypothesis) off() []int {
	cells := slices.Clone(h.Smeared)
	for _, x := range h.Outliers {
		cells = append(cells, x.Cell)
	}
	return cells
}

// outlier returns why a cell has not its region's colour, and false where it has, or
// others have bled into it.
func (h *Hypothesis) outlier(cell int) (Effect, bool) {
	for _, x := range h.Outliers {
		if x.Cell == cell {
			return x.Effect, true
		}
	}
	return 0, false
}

// Witness is one way to see the colours of the cells, and the ways that it proposes to cut
// them into regions.
type Witness struct {
	*Observations
	Cuts [][]int
}

// Rank weighs the ways to cut the cells into regions that witnesses propose, each by what its
// witness sees, and what each could be mistaken for, and returns them, the likeliest first.
// What several propose counts once, for the one that makes it likeliest.
func Rank(witnesses ...Witness) []Hypothesis {
	var out []Hypothesis
	for _, w := range witnesses {
		out = append(out, w.weighAll()...)
	}
	slices.SortStableFunc(out, func(a, b Hypothesis) int { return cmp.Compare(b.LogLikelihood, a.LogLikelihood) })
	if len(witnesses) > 1 {
		all := out
		out = nil
		for _, h := range all {
			if !known(out, h.Labels) {
				out = append(out, h)
			}
		}
	}
	most := max(out[0].LogLikelihood, 0)
	sum := math.Exp(-most) // none
	for _, h := range out {
		sum += math.Exp(h.LogLikelihood - most)
	}
	for i := range out {
		out[i].Confidence = math.Exp(out[i].LogLikelihood-most) / sum
	}
	return out
}

// known tells whether hypotheses hold one with the same regions.
func known(all []Hypothesis, labels []int) bool {
	return slices.ContainsFunc(all, func(h Hypothesis) bool { return slices.Equal(h.Labels, labels) })
}

// weighAll weighs what a witness proposes and the rivals.
func (w Witness) weighAll() (out []Hypothesis) {
	clashing := w.Clashing(w.N)
	add := func(labels []int) {
		if partition.Count(labels) == w.N && !known(out, labels) {
			out = append(out, w.weigh(labels, clashing))
		}
	}
	for _, labels := range w.Cuts {
		add(labels)
	}
	if len(clashing) > 0 {
		for _, k := range w.groupings() {
			groups, _, _ := w.Clusters.Cut(k)
			if labels, ok := w.untinted(groups, clashing); ok {
				add(labels)
			}
		}
	}
	for _, h := range slices.Clone(out) {
		for _, labels := range w.rivals(&h) {
			add(labels)
		}
	}
	return out
}

// rivals lists what else a hypothesis could be taken for: each cell that has not its region's
// colour may belong to another region beside it, and the one that is not quite of its
// region's colour to one of which it is a shade.
func (o *Observations) rivals(h *Hypothesis) (out [][]int) {
	const few = 4 // cells: more are no single mistake
	if cells := h.off(); len(cells) <= few {
		for _, i := range cells {
			for _, r := range o.neighbours(h.Labels, i) {
				out = append(out, merged(h.Labels, i, r))
			}
		}
	}
	if labels, ok := o.shadeOfAnother(h); ok {
		out = append(out, labels)
	}
	return out
}

// shadeOfAnother returns what a hypothesis becomes where the one cell, of all as a screen
// shows them, that has not the very colour of its region is a hovered one of another, if it
// is an exact shade of that: it can come to look like a region that lies elsewhere.
func (o *Observations) shadeOfAnother(h *Hypothesis) (labels []int, ok bool) {
	const throughout = 0.75 // of a cell's samples are of one colour
	if !o.Spotless {
		return nil, false
	}
	off := -1
	for i, c := range o.Colors {
		if _, told := h.outlier(i); told || c.Exact < throughout || c.RGB == h.Centers[h.Labels[i]] {
			continue
		}
		if off >= 0 {
			return nil, false
		}
		off = i
	}
	if off < 0 {
		return nil, false
	}
	for _, host := range others(h.Labels, off) {
		if cellcolor.IsShade(o.Colors[off].RGB, h.Centers[host], cellcolor.RoundedShade) {
			return merged(h.Labels, off, host), true
		}
	}
	return nil, false
}

// weigh measures a hypothesis; clashing are the cells of the queens that clash.
func (o *Observations) weigh(labels, clashing []int) Hypothesis {
	h := Hypothesis{By: o, Labels: labels, Centers: make([]raster.RGB, o.N)}
	labs := make([]cellcolor.Lab, o.N)
	for r := range labs {
		h.Centers[r] = o.center(labels, r)
		labs[r] = cellcolor.ToLab(h.Centers[r])
	}
	off := make([]float64, len(labels))
	for i, l := range labels {
		off[i] = o.Colors[i].Lab.Distance(labs[l])
	}
	tolerance := tolerated(off)
	for i, l := range labels {
		switch d := off[i]; {
		case d <= tolerance:
		case o.bled(i, l, d, labs):
			h.Smeared = append(h.Smeared, i)
		default:
			h.Outliers = append(h.Outliers, Outlier{i, o.effect(i, h.Centers[l], slices.Contains(clashing, i))})
		}
	}
	for a := range labs {
		for b := a + 1; b < len(labs); b++ {
			if labs[a].Distance(labs[b]) < cellcolor.JND {
				h.SameColor = append(h.SameColor, [2]int{a, b})
			}
		}
	}
	if o.Lines.TwoWidths {
		for _, e := range o.Lines.Edges {
			if o.Lines.Contradicts(e, labels[e.A] == labels[e.B]) && !(o.Lines.IsWide(e) && o.passing(e)) {
				h.Contradicted = append(h.Contradicted, e)
			}
		}
	}
	h.Pieces = partition.PiecesOf(labels, o.N)
	h.Solutions = Solutions(o.Board(labels))
	f := h.Features()
	for i, v := range f {
		h.LogLikelihood += weights[i] * v
	}
	return h
}

// tolerated returns how far cells of a board may be from their regions' colours: three
// times the scale of the distances that are found, for which the one stands that four in
// five cells keep below, and no less than the eye can tell.
func tolerated(off []float64) float64 {
	sorted := slices.Sorted(slices.Values(off))
	return 3 * max(cellcolor.JND/2, sorted[len(sorted)*4/5])
}

// effect tells why a cell has not the colour it should have.
func (o *Observations) effect(cell int, own raster.RGB, clashes bool) Effect {
	const seen = 0.5 // of the samples
	c := o.Colors[cell]
	exact, rough := o.shadeTolerances()
	switch off := cellcolor.ShadeOff(c.RGB, own); {
	case off <= exact:
		return Hover
	case off <= rough:
		return Shade
	case clashes:
		return Tint
	case c.Support < seen:
		return Hidden
	}
	return Unknown
}

// shadeTolerances returns how far a shaded cell may be off its region's colour, mixed with
// black or white, where it is that exactly, and where it may be that.
func (o *Observations) shadeTolerances() (exact, rough float64) {
	if o.Spotless {
		return cellcolor.RoundedShade, cellcolor.ExactShade
	}
	return cellcolor.ExactShade, cellcolor.RoughShade
}

// center returns the usual colour of a region, channel by channel. Of two cells
// it is that of which the other is a shade, or the brighter, since the pointer
// mostly darkens. Cells with queens, which may be tinted, are left out where enough
// others are left, or they are half of them or more.
func (o *Observations) center(labels []int, region int) raster.RGB {
	var all, plain []raster.RGB
	for i, l := range labels {
		if l != region {
			continue
		}
		all = append(all, o.Colors[i].RGB)
		if o.Marks == nil || o.Marks[i] != solver.Queen {
			plain = append(plain, o.Colors[i].RGB)
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

// bled tells whether a cell that is d off its region's colour has it
// nevertheless: compression lets the colours around it bleed into it, those of a
// crown most, but not so far that it comes near to another region.
func (o *Observations) bled(i, own int, d float64, regions []cellcolor.Lab) bool {
	const (
		beside = 0.3  // of the distance to the nearest other region
		under  = 0.45 // the same, for a cell with a queen
	)
	if !o.Smeared(i) {
		return false
	}
	share := beside
	if o.Marks[i] == solver.Queen {
		share = under
	}
	for l, c := range regions {
		if l != own && d > share*o.Colors[i].Lab.Distance(c) {
			return false
		}
	}
	return true
}

// passing tells whether something like the pointer lies over a cell beside the
// line, and so perhaps over the line: it makes thin ones wide. It does not reach
// over three sides of a cell.
func (o *Observations) passing(e gridline.Edge) bool {
	for _, i := range [...]int{e.A, e.B} {
		if slices.Contains(o.Strange, i) && (cornered(i, o.N) || !o.walled(i)) {
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

// clearness tells how much wider the gap between the colours of regions is than those within
// one, but for the cells that have not their region's and the one under the pointer, whose
// shade can be too faint to be told. Where all regions have one colour, that says nothing.
func (o *Observations) clearness(h *Hypothesis) float64 {
	groups, aside := h.oneColor(), h.off()
	if len(aside) == 0 {
		all := o.Clusters.ClearnessOf(groups)
		if all < cellcolor.ClearGap {
			aside = o.faintShade(h.Labels)
		}
		if len(aside) == 0 {
			return all
		}
	}
	var rest []cellcolor.Color
	var labels []int
	for i, c := range o.Colors {
		if !slices.Contains(aside, i) {
			rest, labels = append(rest, c), append(labels, groups[i])
		}
	}
	return cellcolor.Cluster(rest).ClearnessOf(partition.Relabel(labels))
}

// oneColor returns the labels of a hypothesis with those regions joined that have one colour.
func (h *Hypothesis) oneColor() []int {
	s := partition.NewSets(len(h.Centers))
	for _, p := range h.SameColor {
		s.Join(p[0], p[1])
	}
	out := make([]int, len(h.Labels))
	for i, l := range h.Labels {
		out[i] = s.Find(l)
	}
	return partition.Relabel(out)
}

// faintShade returns the cell that differs most from its region if it is an
// exact shade of it.
func (o *Observations) faintShade(labels []int) []int {
	alone, _, between := o.Clusters.Cut(partition.Count(labels) + 1)
	if between == 0 {
		return nil
	}
	for _, h := range o.shadesWithin(alone, cellcolor.ExactShade) {
		if slices.Equal(merged(alone, h.cell, h.host), labels) {
			return []int{h.cell}
		}
	}
	return nil
}

// Board is the puzzle a hypothesis stands for, with the marks that were read.
func (o *Observations) Board(labels []int) *solver.Board {
	b := &solver.Board{Size: o.N, Regions: make([]uint8, len(labels)), Marks: o.Marks}
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
	two := solver.Limit{Solutions: 2, Steps: Steps}
	n, err := solver.Count(context.Background(), b, two)
	if n == 0 {
		n, err = solver.Count(context.Background(), b.Cleared(), two)
	}
	switch {
	case err != solver.ErrGivenUp:
		return n
	case n > 0:
		return 2
	}
	return Unsolved
}
