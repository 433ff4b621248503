package marks

import (
	"math"

	"autoqueens/solver"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// Has a mark only begun to appear? Games fade their marks in, and let them grow: for a
// while a queen is as small as a cross, and hardly to be seen. The other marks of the board
// tell how large and how strong it is going to be.

// doubtSmall doubts crosses in cells so small that a queen which only begins to appear is
// no larger than they are: one that is fainter than all others, and, where compression or
// scaling has changed it, one that is shaped like a queen.
func (r *reader) doubtSmall(sure []certainty, of []measures) {
	const (
		small   = 14   // pixels to a cell, on a spotless screen
		rough   = 16   // and elsewhere
		thinner = 0.85 // than the thinnest of the other crosses
		royal   = 1
	)
	pitch := r.Lattice.Pitch()
	if pitch >= rough || r.Spotless && pitch >= small {
		return
	}
	crosses := r.thinnest(sure, of, func(m solver.Mark) bool { return m == solver.Cross })
	for i, f := range of {
		if r.Marks[i] != solver.Cross || sure[i] != certain {
			continue
		}
		faint := crosses.n > severalMarks && f.opaque <= thinner*crosses.but(i)
		if faint || !r.Spotless && f.queenScore >= royal {
			sure[i] = unclear
		}
	}
}

// appearing tells whether a mark that could be one or another has only begun to appear:
// it is fainter by far than all of the board of which there is no doubt, or smaller and
// fainter. Where there are many of those it need not be by far if no queen is that small.
// The cell is as good as empty then.
func (r *reader) appearing(p *raster.Picture, cell int, sure []certainty, of []measures) bool {
	const (
		thinner  = 0.45 // ink than the thinnest of the others
		smaller  = 0.75 // than the smallest
		pixels   = 2    // and by as many at least
		less     = 0.45 // than the smallest and faintest, size and contrast multiplied
		many     = 8    // marks
		somewhat = 0.75 // thinner than the thinnest of many
	)
	own, others, side, contrast, opaque := of[cell], 0, math.Inf(1), math.MaxInt, 1.0
	queen := math.Inf(1) // side of the smallest
	for i, f := range of {
		if i != cell && r.Marks[i] != solver.Empty && sure[i] == certain && f.side > 0 {
			others++
			side, contrast, opaque = min(side, f.side), min(contrast, f.contrast), min(opaque, f.opaque)
			if r.Marks[i] == solver.Queen {
				queen = min(queen, f.side)
			}
		}
	}
	below := func(f float64) bool { return own.side <= min(smaller*f, f-pixels) }
	switch {
	case others < severalMarks:
		return false
	case r.Marks[cell] == solver.Empty && r.pales(p, cell, sure, of):
		return true
	case own.side == 0:
		return false
	case own.opaque <= thinner*opaque, below(side) && own.side*float64(own.contrast) <= less*side*float64(contrast):
		return r.wouldShow(p, cell, farMore, sure, of)
	}
	return others >= many && own.opaque <= somewhat*opaque && below(queen) && r.wouldShow(p, cell, somewhat, sure, of)
}

// severalMarks is how many marks there have to be for one to be fainter than all others.
const severalMarks = 3

// thinnest are the two marks of which the ink is least opaque, of those of which there is
// no doubt, and how many those are.
type thinnest struct {
	cell          int // of the first one
	first, second float64
	n             int
}

// thinnest finds them among the marks of a kind, before any are doubted for it.
func (r *reader) thinnest(sure []certainty, of []measures, kind func(solver.Mark) bool) thinnest {
	t := thinnest{first: math.Inf(1), second: math.Inf(1)}
	for i, f := range of {
		if !kind(r.Marks[i]) || sure[i] != certain || f.side == 0 {
			continue
		}
		t.n++
		if f.opaque < t.first {
			t.cell, t.first, t.second = i, f.opaque, t.first
		} else {
			t.second = min(t.second, f.opaque)
		}
	}
	return t
}

// but returns how opaque the thinnest one is, a cell left out.
func (t thinnest) but(cell int) float64 {
	if cell == t.cell {
		return t.second
	}
	return t.first
}

// faintMarks lists the cells in which ink is so much thinner than that of all other marks
// of which there is no doubt that they are appearing or going, if they are marks.
func (r *reader) faintMarks(p *raster.Picture, sure []certainty, of []measures) (cells []int) {
	const thinner = 0.75
	marks := r.thinnest(sure, of, func(m solver.Mark) bool { return m != solver.Empty })
	if marks.n <= severalMarks {
		return nil
	}
	for i, f := range of {
		if f.side > 0 && f.opaque <= thinner*marks.but(i) && r.wouldShow(p, i, farMore, sure, of) {
			cells = append(cells, i)
		}
	}
	return cells
}

// wouldShow tells whether a queen, in the ink of all those on the board, would depart
// more from the ground of a cell than what stands there, which has at most a share of
// that: gold hardly shows on orange. Of cells that are smaller than a pointer too little is
// seen for that but on a spotless screen.
func (r *reader) wouldShow(p *raster.Picture, cell int, share float64, sure []certainty, of []measures) bool {
	if r.Lattice.Pitch() < arrow && !r.Spotless {
		return false
	}
	own, ground := of[cell].departure, r.Colors[cell].RGB
	switch {
	case of[cell].ink != nil:
		own = glyph.Longest(of[cell].tint(p, ground))
	case own == 0:
		own = float64(of[cell].contrast)
	}
	queens := 0
	for i, m := range r.Marks {
		if i == cell || m != solver.Queen || sure[i] != certain {
			continue
		}
		queens++
		if own > share*glyph.Longest(of[i].shift(p, r.Colors[i].RGB, ground)) {
			return false
		}
	}
	return queens > 0
}

// pales tells whether what stands in a cell departs from its ground by no more than what
// compression leaves, and by far less than any mark of the board would there.
func (r *reader) pales(p *raster.Picture, cell int, sure []certainty, of []measures) bool {
	const less = 0.4
	if own := of[cell].contrast; own == 0 || own >= 2*raster.LeastContrast || r.Pristine(cell) {
		return false
	}
	for i, m := range r.Marks {
		if i != cell && m != solver.Empty && sure[i] == certain &&
			float64(of[cell].contrast) > less*glyph.Longest(of[i].shift(p, r.Colors[i].RGB, r.Colors[cell].RGB)) {
			return false
		}
	}
	return true
}

// farMore is the share of that for a queen to depart far more.
const farMore = 0.6
