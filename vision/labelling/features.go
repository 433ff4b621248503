package labelling

import (
	"math"

	"autoqueens/vision/cellcolor"
)

// Feature numbers what is measured of a hypothesis. A hypothesis's log-likelihood, up to a
// constant that all of a board share, is the sum of its features, each times its weight;
// that no hypothesis is right has the log-likelihood 0.
type Feature int

// The features.
const (
	Bias             Feature = iota // 1
	OneSolution                     // the puzzle has one solution
	NoSolution                      // it has none
	LinesAgree                      // lines come in two widths, and none contradicts
	LinesAgainst                    // log of one more than how many contradict
	HiddenBorders                   // log of one more than the cells' sides between regions that neither colour nor line shows
	SameColors                      // log of one more than the pairs of regions with one colour
	ExactColors                     // on a spotless screen, every cell has the very colour of its region, or is hovered or tinted
	Hovered                         // a cell is an exact shade of its region's colour
	Shaded                          // log of one more than the other cells that are shades of it
	Tinted                          // cells of queens that clash that have not their region's colour, up to 4
	HiddenCells                     // such cells of which most is hidden, up to 4
	AnyUnexplained                  // another cell has not its region's colour
	UnexplainedCells                // log of one more than those
	Clearness                       // log of how much wider the gap between colours is than within
	Contiguous                      // each region is in one piece
	MaybeHovered                    // regions of one cell that could be a hovered cell of another
	Size                            // log of how many times larger than 8 x 8 the board is along a side
	features
)

// Names of the features, for those who print them.
var Names = [features]string{
	"bias", "one solution", "no solution", "lines agree", "lines against", "hidden borders",
	"same colours", "exact colours", "hovered", "shaded", "tinted", "hidden cells", "any unexplained",
	"unexplained cells", "clearness", "contiguous", "maybe hovered", "size",
}

// Against lists the features that can only speak against a hypothesis.
var Against = []Feature{
	NoSolution, LinesAgainst, HiddenBorders, SameColors, Shaded, Tinted, HiddenCells, AnyUnexplained,
	UnexplainedCells, MaybeHovered,
}

// Features are those of a hypothesis.
type Features [features]float64

// Features measures a hypothesis.
func (h *Hypothesis) Features() (f Features) {
	o := h.By
	const (
		several = 4   // cells that queens tint or hide: more say no more
		most    = 1.5 // by which the gap between colours is wider, as a log, the same
	)
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	more := func(n int) float64 { return math.Log1p(float64(n)) }
	f[Bias], f[Size] = 1, math.Log(float64(o.N)/8)
	f[OneSolution], f[NoSolution] = is(h.Solutions == 1), is(h.Solutions == 0 || h.Solutions == Unsolved)
	f[Contiguous] = is(h.Pieces == o.N)
	if o.Lines.TwoWidths {
		f[LinesAgree], f[LinesAgainst] = is(len(h.Contradicted) == 0), more(len(h.Contradicted))
	}
	f[HiddenBorders], f[SameColors] = more(o.hiddenBorders(h)), more(len(h.SameColor))
	f[ExactColors] = is(o.Spotless && o.exact(h))
	var effects [Unknown + 1]int
	for _, x := range h.Outliers {
		effects[x.Effect]++
	}
	if effects[Hover] > 0 { // there is one pointer
		f[Hovered] = 1
		effects[Shade] += effects[Hover] - 1
	}
	f[Shaded] = more(effects[Shade])
	f[Tinted], f[HiddenCells] = float64(min(effects[Tint], several)), float64(min(effects[Hidden], several))
	f[AnyUnexplained], f[UnexplainedCells] = is(effects[Unknown] > 0), more(effects[Unknown])
	if o.Clusters.Distinct() > 1 {
		f[Clearness] = min(max(math.Log(o.clearness(h)/cellcolor.ClearGap), -most), most)
	}
	_, rough := o.shadeTolerances()
	for _, c := range o.shadesWithin(h.Labels, rough) {
		if f[LinesAgree] == 0 || !o.parted(h.Labels, c) {
			f[MaybeHovered] = min(f[MaybeHovered]+1, 2)
		}
	}
	return f
}

// hiddenBorders counts the sides between cells of two regions that neither colour nor line
// shows.
func (o *Observations) hiddenBorders(h *Hypothesis) (n int) {
	for _, e := range o.Lines.Edges {
		if h.Labels[e.A] != h.Labels[e.B] && o.Alike(e.A, e.B) && !(o.Lines.TwoWidths && e.Visible && o.Lines.IsWide(e)) {
			n++
		}
	}
	return n
}

// exact tells whether every cell has the very colour of its region, but for one under the
// pointer and those that are tinted.
func (o *Observations) exact(h *Hypothesis) bool {
	for i, c := range o.Colors {
		if c.RGB == h.Centers[h.Labels[i]] {
			continue
		}
		if effect, told := h.outlier(i); !told || effect != Hover && effect != Tint {
			return false
		}
	}
	return true
}

// parted tells whether a line is seen between a cell and the region beside it of which it
// is a shade, or none of its cells lies beside it.
func (o *Observations) parted(labels []int, c hovered) bool {
	beside := false
	for e := range o.Lines.Around(c.cell) {
		if labels[e.A+e.B-c.cell] == c.host {
			if e.Visible && o.Lines.IsWide(e) {
				return true
			}
			beside = true
		}
	}
	return !beside
}
