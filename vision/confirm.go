package vision

import (
	"fmt"
	"slices"

	"autoqueens/solver"
	"autoqueens/vision/labelling"
	"autoqueens/vision/marks"
	"autoqueens/vision/raster"
)

// Does a second look show the same board? A screen's flat colours are read as
// they are. Where a picture was compressed or is noisy it can be seen in several
// ways, and each errs in its own: the soft rim of a frame passes for a column
// here, a crown's last pixels are smoothed away there. So a board that was read
// in such a place is read once more in another view, and has to be the same.

// confirm reads a board again in another view where the picture is grainy there,
// and refuses it where that shows another board. A view in which nothing can be
// read says nothing, but one blurred view alone is seldom believed: the sharper
// ones were tried before it. doubted tells whether one of those saw a board there
// that can be read in two ways.
func confirm(v *raster.Views, r *Reading, doubted bool) (*Reading, *Refusal) {
	grainy := v.GrainyAt(r.Lattice.Bounds())
	if no := r.unproven(v, grainy); no != nil {
		return nil, no
	}
	if !grainy {
		return r, nil
	}
	others := viewsBeside(v, r.view)
	second := reread(v, others[0], r, v.Grainy)
	if second == nil && r.view.Blurred() || second != nil && !second.matches(r) {
		// Perhaps for want of cells that stay flat.
		if o := reread(v, others[0], r, v.Either); o != nil && o.matches(r) {
			second = o
		}
	}
	switch {
	case second == nil && (!r.view.Blurred() || !doubted && r.bearsBlur()), second != nil && second.matches(r) && second.covers(r):
		return r, nil
	case second == nil:
		return nil, blurredOnly(r)
	case second.matches(r):
		// Only the lattices differ: the first view that bears one out decides.
		for _, as := range others[1:] {
			third := reread(v, as, r, v.Grainy)
			switch {
			case third == nil || !third.matches(r):
			case third.covers(second):
				return second, nil
			case third.covers(r):
				return r, nil
			}
		}
	case second.covers(r) && r.differsFaintly(second):
		r.forget(second)
		return r, nil
	case r.Solutions == 1 && second.Solutions != 1:
		return r, nil // a part of it, or one that is no puzzle
	case second.partOf(r.whole()):
		// A third view that shows the whole as well decides.
		for _, as := range others[1:] {
			if third := reread(v, as, r, v.Grainy); third != nil && third.matches(r) && third.covers(r) {
				return r, nil
			}
		}
	case second.covers(r) && r.allows(second):
		return r, nil
	case second.covers(r) && second.allows(r):
		return second, nil
	}
	return nil, differs(r, second)
}

// unproven refuses a board of which the edges in a cell say something else than was read, where
// they tell: what looks like grain is none where cells show the same.
func (r *Reading) unproven(v *raster.Views, grainy bool) *Refusal {
	ev := r.evidence
	p := ev.In
	if r.view != raster.Original && !r.view.Evened() {
		p = v.Of[raster.Original]
	}
	if grainy && !marks.Repeats(p, ev.Cells) {
		return nil
	}
	cells := ev.Unproven(p, ev.Cells)
	if len(cells) == 0 {
		return nil
	}
	no := unclearMark(ev, *r.proposal, cells[0])
	no.extent = r.Lattice.Bounds()
	return no
}

// bearsBlur tells whether a reading may be believed that is from a blurred view
// alone: the puzzle has one solution, and its cells are so large that nothing of them is
// lost.
func (r *Reading) bearsBlur() bool {
	const large = 20 // pixels
	return r.Solutions == 1 && r.Lattice.Pitch() >= large
}

// viewsBeside lists the views beside one, those that show the most first.
func viewsBeside(v *raster.Views, than raster.View) []raster.View {
	order := []raster.View{raster.SigmaFiltered, raster.BoxFiltered, raster.BoxFilteredTwice, raster.Original}
	if v.Sigma >= raster.VeryNoisySigma {
		order = []raster.View{raster.SigmaFiltered, raster.BoxFilteredTwice, raster.BoxFiltered, raster.Original}
	}
	if than.Blurred() {
		order = []raster.View{raster.BoxFiltered, raster.BoxFilteredTwice}
	}
	return slices.DeleteFunc(order, func(l raster.View) bool { return l == than })
}

// matches tells whether two readings are of the same puzzle and marks.
func (r *Reading) matches(o *Reading) bool {
	return r.Lattice.Size == o.Lattice.Size && slices.Equal(r.Board.Regions, o.Board.Regions) && slices.Equal(r.Board.Marks, o.Board.Marks)
}

// allows tells whether another reading is of the same puzzle and has the same
// marks, but for some of which it shows a trace alone: those are just appearing.
func (r *Reading) allows(o *Reading) bool {
	return r.agreesBut(o, func(i int) bool { return o.Board.Marks[i] == solver.Empty && slices.Contains(o.evidence.Traces, i) })
}

// agreesBut tells whether two readings are of the same puzzle and have the same marks,
// but for cells that may differ.
func (r *Reading) agreesBut(o *Reading, may func(cell int) bool) bool {
	if r.Lattice.Size != o.Lattice.Size || !slices.Equal(r.Board.Regions, o.Board.Regions) {
		return false
	}
	for i, m := range o.Board.Marks {
		if m != r.Board.Marks[i] && !may(i) {
			return false
		}
	}
	return true
}

// differsFaintly tells whether two readings are of the same puzzle and have the same marks,
// but for some that are faint in both: those are just appearing, and look like one kind in
// one view and like another in the next.
func (r *Reading) differsFaintly(o *Reading) bool {
	return r.agreesBut(o, func(i int) bool { return slices.Contains(r.evidence.Faint, i) && slices.Contains(o.evidence.Faint, i) })
}

// forget takes the marks away in which another reading differs.
func (r *Reading) forget(o *Reading) {
	for i, m := range o.Board.Marks {
		if m != r.Board.Marks[i] {
			r.Board.Marks[i] = solver.Empty
			r.evidence.Traces = append(r.evidence.Traces, i)
			r.Doubts = append(r.Doubts, Doubt{Row: i / r.Board.Size, Col: i % r.Board.Size, Words: justBegun})
		}
	}
	if n := labelling.Solutions(&r.Board); n != labelling.Unsolved {
		r.Solutions = n
	}
	r.solve()
}

// covers tells whether two readings of one size lie in the same place.
func (r *Reading) covers(o *Reading) bool {
	const (
		pixels = 2    // that a blurred rim leaves open
		share  = 0.04 // of a cell, the same
	)
	return r.Lattice.OffsetFrom(o.Lattice) <= max(share, pixels/o.Lattice.Pitch())
}

// reread reads the board at a place in another view, as far as the mask goes, or
// returns nil where that is not certain. The board may turn out half as large again.
func reread(v *raster.Views, as raster.View, r *Reading, where raster.Mask) *Reading {
	b := r.Lattice.Bounds()
	where = where.Clip(where.BlocksOf(raster.Rect{X: b.X - b.Width/2, Y: b.Y - b.Height/2, Width: 2 * b.Width, Height: 2 * b.Height}))
	p := v.Of[as]
	if p == nil {
		p = v.Make(as, where)
	}
	h := &finder{}
	h.in(p, where, shaded)
	var best *Reading
	for _, o := range h.readings {
		if (best == nil || o.Lattice.Area() > best.Lattice.Area()) && o.Lattice.Bounds().Overlap(b) > 0 {
			best = o
		}
	}
	return best
}

// differs refuses a board that looks otherwise in another view.
func differs(r, second *Reading) *Refusal {
	what := fmt.Sprintf("found a board of %d columns and rows, but a second look showed ", r.Lattice.Size)
	switch {
	case second.Lattice.Size != r.Lattice.Size:
		what += fmt.Sprintf("one of %d", second.Lattice.Size)
	case !slices.Equal(r.Board.Regions, second.Board.Regions):
		what += "other regions"
	case !slices.Equal(r.Board.Marks, second.Board.Marks):
		what += "other marks"
	default:
		what += "it elsewhere"
	}
	return tooRough(r, what)
}

// blurredOnly refuses a board that can be read in a blurred view alone.
func blurredOnly(r *Reading) *Refusal {
	return tooRough(r, fmt.Sprintf("found a board of %d columns and rows, but a second look showed none", r.Lattice.Size))
}

func tooRough(r *Reading, what string) *Refusal {
	return &Refusal{
		Reason:  Ambiguous,
		What:    what + ": the picture is too noisy or too compressed",
		Advice:  "take the screenshot on the machine that shows the game, and keep it as PNG",
		Lattice: r.Lattice,
		extent:  r.Lattice.Bounds(),
	}
}
