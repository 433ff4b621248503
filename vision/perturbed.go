package vision

import (
	"fmt"
	"image"
	"slices"
	"sync"

	"autoqueens/solver"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// A third look. What is read must not hang on what a screen could as well have shown
// otherwise: its tones a little flatter, its pixels a little larger or smaller. So a
// board is read again in the same place of a picture that differs by so much, and refused
// where it turns into another board. That witness sees none of what made the reader sure:
// of wrong marks, which pass some threshold by a hair, most do not pass it twice. A look
// in which nothing certain can be read says nothing, unless no look at small cells shows
// anything.

// perturbed holds a reading against such pictures and refuses it where one shows another
// board, or none of them a board of small cells. Boards of large cells on a spotless screen
// need not be scaled, if all that stands in them are marks: nothing of those is lost between
// two pixels.
func perturbed(v *raster.Views, r *Reading) *Refusal {
	const (
		smallPitch = 20  // pixels to a cell
		large      = 100 // so large that nothing about it is close
	)
	ev, pitch := r.evidence, r.Lattice.Pitch()
	looks := []raster.Perturbation{raster.Flattened}
	switch {
	case pitch >= large:
		return nil
	case pitch < smallPitch:
		looks = append(looks, raster.Rescaled...)
	case !ev.Spotless || len(ev.Strange)+len(ev.Traces) > 0:
		looks = append(looks, raster.Rescaled[0])
	}
	crop := v.Of[raster.Original].Part(r.Lattice.Inflated(1).Image())
	others := make([]*Reading, len(looks))
	var wait sync.WaitGroup
	for i, s := range looks {
		wait.Go(func() { others[i] = r.again(s.Of(crop), placeIn(s, r.Lattice, crop)) })
	}
	wait.Wait()
	none := 0
	for _, o := range others {
		if o == nil {
			none++
		} else if no := r.contradicted(o); no != nil {
			return no
		}
	}
	if pitch < smallPitch && none == len(others) {
		return unstable(r)
	}
	return nil
}

// placeIn returns where a lattice lies in the changed part of its picture.
func placeIn(s raster.Perturbation, l lattice.Lattice, part *raster.Picture) lattice.Lattice {
	w, h := s.Size(part)
	l.Shift(image.Point{}.Sub(part.Origin))
	return l.Scaled(float64(w)/float64(part.W), float64(h)/float64(part.H))
}

// again reads the board in a changed picture of the view it was read in, or returns nil
// where that is not certain.
func (r *Reading) again(p *raster.Picture, at lattice.Lattice) *Reading {
	if r.view != raster.Original {
		p = raster.NewViews(p).See(r.view)
	}
	return readNear(p, at)
}

// contradicted refuses a board of which another reading says something else. Marks that
// only begin to appear, and are not the same in both, are taken away.
func (r *Reading) contradicted(o *Reading) (no *Refusal) {
	faint := func(i int) bool {
		return slices.Contains(r.evidence.Faint, i) || slices.Contains(o.evidence.Faint, i)
	}
	// A pointer that is smoothed can look like a cross, as no queen does.
	pointer := func(i int) bool {
		return slices.Contains(r.evidence.Strange, i) && o.Board.Marks[i] == solver.Cross
	}
	switch {
	case r.matches(o), r.allows(o), o.allows(r), r.agreesBut(o, pointer):
		return nil
	case r.agreesBut(o, faint):
		r.forget(o)
		return nil
	case !slices.Equal(r.Board.Regions, o.Board.Regions):
		no = tie(r.evidence, *r.proposal, *o.proposal)
	default:
		for i, m := range o.Board.Marks {
			if m != r.Board.Marks[i] {
				no = unclearMark(r.evidence, *r.proposal, i)
				break
			}
		}
	}
	no.extent = r.Lattice.Bounds()
	return no
}

// unstable refuses a board of which nothing certain is left in any picture that differs
// a little.
func unstable(r *Reading) *Refusal {
	return &Refusal{
		Reason:  Ambiguous,
		What:    fmt.Sprintf("found a board of %d columns and rows, but were it shown a little larger, smaller or paler, nothing in it would be certain", r.Lattice.Size),
		Advice:  "make the board larger, take the pointer off it, or clear its marks, and try again",
		Lattice: r.Lattice,
		extent:  r.Lattice.Bounds(),
	}
}
