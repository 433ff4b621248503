package vision

import (
	"cmp"
	"image"
	"slices"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
	"autoqueens/vision/scene"
)

// Read finds the board in play in a picture and reads it.
//
// It returns a reading only where a lattice of equal cells is a whole board, one way
// to cut it into as many regions as rows is far likelier than its rivals and than
// none being right (see [labelling.Rank]), and every mark is clear. Otherwise the
// error is a *[Refusal] that says what was missing. Where a picture holds several boards,
// the largest is read, unless another is about as large; [ReadAll] lists them.
func Read(img image.Image) (*Reading, error) {
	h, refusal := seek(img, &finder{})
	if refusal == nil {
		refusal = h.settle()
	}
	if refusal != nil {
		return nil, refusal
	}
	return h.readings[0], nil
}

// ReadAll returns every board that can be read with certainty, the largest
// first. It goes on where [Read] has enough, and takes several times as long.
func ReadAll(img image.Image) []*Reading {
	h, _ := seek(img, &finder{all: true})
	return h.readings
}

// ReadAt reads the board again where it was last seen, looking nowhere else.
// It refuses where the board is gone, or has moved by more than a third of a
// cell, or has another size. Where nothing has moved it costs a small part of
// what [Read] does.
func ReadAt(img image.Image, near lattice.Lattice) (*Reading, error) {
	if near.Size < lattice.MinSize || near.Size > lattice.MaxSize || !(near.PitchX >= lattice.MinCell-1 && near.PitchY >= lattice.MinCell-1) {
		return nil, noGrid()
	}
	crop, ok := cropAt(img, near)
	if !ok {
		return nil, boardMoved("the board's place is no longer in sight", near)
	}
	if p, bad := open(crop); bad == nil {
		if r := readNear(p, near); r != nil {
			return r, nil
		}
	}
	r, err := Read(crop)
	if err != nil {
		return nil, err
	}
	if r.Lattice.Size != near.Size || r.Lattice.OffsetFrom(near) > 1.0/3 {
		return nil, boardMoved("the board has moved", r.Lattice)
	}
	return r, nil
}

// readNear reads the board at a known lattice, or returns nil where it is not
// just there.
func readNear(p *raster.Picture, near lattice.Lattice) *Reading {
	const tolerance = 0.08 // of a cell: the most the lines may be off the lattice
	l := near
	l.Shift(image.Point{}.Sub(p.Origin))
	if p.View.Evened() {
		plain, ok := cellcolor.Unpatterned(p.Sharp, l)
		if !ok {
			return nil
		}
		p = plain
	}
	ev := observeColors(p, l)
	fitted, ok, torn := gridline.Refit(p, ev.Cells)
	if !ok || torn || fitted.OffsetFrom(l) > tolerance {
		return nil
	}
	if fitted.OffsetFrom(l) > lattice.Converged {
		l = fitted
		ev = observeColors(p, l)
	}
	ev.Lines = gridline.Measure(p, ev.Cells)
	r, _ := (&finder{trial: &Trial{}}).decide(p, lattice.Candidate{Lattice: l, Rows: l.Size, Cols: l.Size}, ev)
	if r != nil {
		r.shift(p.Origin)
	}
	return r
}

// cropAt returns the part of img in which a board lies that has hardly moved from a place, sharing its
// pixels.
func cropAt(img image.Image, near lattice.Lattice) (image.Image, bool) {
	if img == nil {
		return nil, false
	}
	r := near.Inflated(0.6).Image().Intersect(img.Bounds())
	s, ok := img.(interface {
		SubImage(r image.Rectangle) image.Image
	})
	if r.Empty() || !ok {
		return img, !r.Empty()
	}
	return s.SubImage(r), true
}

// seek looks for boards: for one that need not be compared with others, or for
// all. The largest comes first.
func seek(img image.Image, h *finder) (*finder, *Refusal) {
	p, bad := open(img)
	if bad != nil {
		return h, bad
	}
	v := raster.NewViews(p)
	h.original = p
	h.over(v)
	h.followWeak()
	h.confirm(v)
	slices.SortStableFunc(h.readings, func(a, b *Reading) int { return cmp.Compare(b.Lattice.Area(), a.Lattice.Area()) })
	for _, r := range h.readings {
		r.Example = scene.InDialog(p, r.Lattice) || scene.OnStartPage(p, r.Lattice)
		r.shift(p.Origin)
	}
	for _, r := range h.refusals {
		r.shift(p.Origin)
	}
	return h, nil
}
