package labelling

import (
	"math"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
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
	ExactColors                     // every cell has the very colour of its region, and no other region has it
	Hovered                         // one cell is an exact shade of its region's colour
	Shaded                          // log of one more than the cells that are shades otherwise
	Tinted                          // cells of queens that clash that have not their region's colour, up to 4
	HiddenCells                     // such cells of which most is hidden, up to 4
	AnyUnexplained                  // another cell has not its region's colour
	UnexplainedCells                // log of one more than those
	Unexplained                     // the sum of the logs of how far they are off
	Smeared                         // log of one more than the cells that others' colours bled into
	Clearness                       // log of how much wider the gap between colours is than within
	ClearColors                     // the same where lines do not agree
	Pieces                          // log of pieces for each region
	MaybeHovered                    // regions of one cell that could be a hovered cell of another
	MaybeTinted                     // a region may be no more than tinted cells
	Size                            // log of how many times larger than 8 x 8 the board is along a side
	SmallBoard                      // the board is as small as an example
	Cropped                         // the picture does not show what lies around
	features
)

// Names of the features, for those who print them.
var Names = [features]string{
	"bias", "one solution", "no solution", "lines agree", "lines against", "hidden borders",
	"same colours", "exact colours", "hovered", "shaded", "tinted", "hidden cells", "any unexplained",
	"unexplained cells", "unexplained", "smeared", "clearness", "clear colours", "pieces",
	"maybe hovered", "maybe tinted", "size", "small board", "cropped",
}

// Against lists the features that can only speak against a hypothesis.
var Against = []Feature{
	NoSolution, LinesAgainst, HiddenBorders, SameColors, Shaded, Tinted, HiddenCells, AnyUnexplained,
	UnexplainedCells, Unexplained, Smeared, Pieces, MaybeHovered, MaybeTinted, SmallBoard, Cropped,
}

// Features are those of a hypothesis.
type Features [features]float64

// Features measures a hypothesis.
func (h *Hypothesis) Features(o *Observations) (f Features) {
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	more := func(n int) float64 { return math.Log1p(float64(n)) }
	f[Bias] = 1
	f[OneSolution], f[NoSolution] = is(h.Solutions == 1), is(h.Solutions == 0 || h.Solutions == Unsolved)
	if o.Lines.TwoWidths {
		f[LinesAgree] = is(len(h.Contradicted) == 0)
		f[LinesAgainst] = more(len(h.Contradicted))
	}
	hidden := 0
	for _, e := range o.Lines.Edges {
		if h.Labels[e.A] != h.Labels[e.B] && o.Alike(e.A, e.B) && !(o.Lines.TwoWidths && e.Visible && o.Lines.IsWide(e)) {
			hidden++
		}
	}
	f[HiddenBorders], f[SameColors] = more(hidden), more(h.SameColor)
	exact, shaded, unknown := 0, 0, 0
	for _, x := range h.Outliers {
		switch {
		case x.Exact:
			exact++
		case x.Effect == Shade:
			shaded++
		case x.Effect == Tint:
			f[Tinted]++
		case x.Effect == Hidden:
			f[HiddenCells]++
		default:
			unknown++
			f[Unexplained] += x.Excess
		}
	}
	f[Tinted], f[HiddenCells] = min(f[Tinted], 4), min(f[HiddenCells], 4)
	if exact == 1 {
		f[Hovered], exact = 1, 0
	}
	f[Shaded], f[AnyUnexplained], f[UnexplainedCells], f[Smeared] = more(shaded+exact), is(unknown > 0), more(unknown), more(len(h.Smeared))
	if o.Clusters.Distinct() > 1 {
		f[Clearness] = min(max(math.Log(o.clearness(h)/cellcolor.ClearGap), -1.5), 1.5)
	}
	if !f.linesVouch() {
		f[ClearColors] = f[Clearness]
	}
	f[Pieces] = math.Log(float64(h.Pieces) / float64(o.N))
	f[Size] = math.Log(float64(o.N) / 8)
	f[ExactColors] = is(o.Spotless && h.SameColor == 0 && o.exact(h))
	tol := cellcolor.RoughShade
	if o.Spotless {
		tol = cellcolor.ExactShade
	}
	for _, c := range o.shadesWithin(h.Labels, tol) {
		if !f.linesVouch() || !o.parted(h.Labels, c) {
			f[MaybeHovered] = min(f[MaybeHovered]+1, 2)
		}
	}
	for _, size := range filled(h.Labels, o.Clashing(o.N)) {
		if size > 0 {
			f[MaybeTinted] = 1
		}
	}
	f[SmallBoard], f[Cropped] = is(o.N <= lattice.ExampleSize), is(!o.Margin)
	return f
}

// linesVouch tells whether lines confirm every border.
func (f *Features) linesVouch() bool { return f[LinesAgree] == 1 }

// exact tells whether every cell has the very colour of its region.
func (o *Observations) exact(h *Hypothesis) bool {
	for i, c := range o.Colors {
		if c.RGB != h.Centers[h.Labels[i]] {
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
