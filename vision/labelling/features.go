package labelling

import (
	"math"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
)

// Feature numbers what is measured of a hypothesis. A hypothesis's log-likelihood, up to a
// constant that all of a board share, is the sum of its features, each times its weight;
// that no hypothesis is right has the log-likelihood 0.
type Feature int

// The features.
const (
	Bias          Feature = iota // 1
	OneSolution                  // the puzzle has one solution
	NoSolution                   // it has none
	Unsolvable                   // whether it has any was not found out in time
	LinesAgree                   // lines come in two widths, and none contradicts
	LinesAgainst                 // log of one more than how many contradict
	LinesRate                    // how many tenths of them contradict
	HiddenBorders                // log of one more than the cells' sides between regions that neither colour nor line shows
	SameColors                   // log of one more than the pairs of regions with one colour
	Hovered                      // one cell is an exact shade of its region's colour
	Shaded                       // log of one more than the cells that are shades otherwise
	UnderQueens                  // the same of other cells with queens that have not their region's colour
	Unexplained                  // the same of cells without
	Smeared                      // log of one more than the cells that others' colours bled into
	Clearness                    // log of how much wider the gap between colours is than within
	ClearColors                  // the same where lines do not tell
	Pieces                       // log of pieces for each region
	PiecesExact                  // the same where the picture is spotless
	MaybeHovered                 // regions of one cell that could be a hovered cell of another
	MaybeTinted                  // a region may be no more than tinted cells
	SmallBoard                   // the board is as small as an example
	Cropped                      // the picture does not show what lies around
	features
)

// Names of the features, for those who print them.
var Names = [features]string{
	"bias", "one solution", "no solution", "unsolvable", "lines agree", "lines against", "lines' rate", "hidden borders",
	"same colours", "hovered", "shaded", "under queens", "unexplained", "smeared", "clearness", "clear colours", "pieces",
	"pieces, exact", "maybe hovered", "maybe tinted", "small board", "cropped",
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
	f[OneSolution], f[NoSolution], f[Unsolvable] = is(h.Solutions == 1), is(h.Solutions == 0), is(h.Solutions == Unsolved)
	if o.Lines.TwoWidths {
		f[LinesAgree] = is(len(h.Contradicted) == 0)
		f[LinesAgainst] = more(len(h.Contradicted))
		f[LinesRate] = 10 * float64(len(h.Contradicted)) / float64(len(o.Lines.Edges))
	}
	hidden := 0
	for _, e := range o.Lines.Edges {
		if h.Labels[e.A] != h.Labels[e.B] && o.Alike(e.A, e.B) && !(o.Lines.TwoWidths && e.Visible && o.Lines.IsWide(e)) {
			hidden++
		}
	}
	f[HiddenBorders], f[SameColors] = more(hidden), more(h.SameColor)
	shaded, queens, strange := 0, 0, 0
	for _, i := range h.Outliers {
		switch own := h.Centers[h.Labels[i]]; {
		case cellcolor.IsShade(o.Colors[i].RGB, own, cellcolor.RoughShade):
			shaded++
		case o.Marks[i] == solver.Queen:
			queens++
		default:
			strange++
		}
	}
	if shaded == 1 && h.exact {
		f[Hovered] = 1
	} else {
		f[Shaded] = more(shaded)
	}
	f[UnderQueens], f[Unexplained], f[Smeared] = more(queens), more(strange), more(len(h.stained))
	f[Clearness] = min(max(math.Log(clearOr(o, h)/cellcolor.ClearGap), -1.5), 1.5)
	if !o.Lines.TwoWidths {
		f[ClearColors] = f[Clearness]
	}
	f[Pieces] = math.Log(float64(h.Pieces) / float64(o.N))
	f[PiecesExact] = f[Pieces] * is(o.Spotless)
	tol := cellcolor.RoughShade
	if o.Spotless {
		tol = cellcolor.ExactShade
	}
	if !f.linesVouch() {
		f[MaybeHovered] = float64(min(len(o.shadesWithin(h.Labels, tol)), 2))
	}
	f[MaybeTinted] = is(h.tinted || h.underClash || h.bledClash)
	f[SmallBoard], f[Cropped] = is(o.N <= lattice.ExampleSize), is(!o.Margin)
	return f
}

// linesVouch tells whether lines confirm every border.
func (f *Features) linesVouch() bool { return f[LinesAgree] == 1 }
