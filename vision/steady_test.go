package vision

import (
	"image"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/render"
	"autoqueens/solver"
)

// readForLook returns the views of a drawn picture and what is read in it.
func readForLook(t *testing.T, number int, variant string) (*views, *Reading) {
	t.Helper()
	p, err := render.Draw(1, number, variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(p.Image)
	if err != nil {
		t.Fatal(err)
	}
	at, bad := newPicture(p.Image)
	if bad != nil {
		t.Fatal(bad)
	}
	r.Lattice.shift(image.Point{}.Sub(at.origin))
	return newViews(at), r
}

// TestThirdLook falsifies what was read, a mark and a region, and has the third look find
// it out.
func TestThirdLook(t *testing.T) {
	for _, variant := range []string{render.Plain, render.JPEG, render.Resized, render.Warm} {
		v, r := readForLook(t, 3, variant)
		if no := hesitant(v, r); no != nil {
			t.Errorf("%s: a right reading is refused: %v", variant, no)
		}
		kind := solver.Queen
		if r.Board.Mark(0, 0) == kind {
			kind = solver.Cross
		}
		wrong := *r
		wrong.Board = *r.Board.Clone()
		wrong.Board.Marks = make([]solver.Mark, len(r.Board.Regions))
		copy(wrong.Board.Marks, r.Board.Marks)
		wrong.Board.Marks[0] = kind
		if no := hesitant(v, &wrong); no == nil || !strings.Contains(no.What, "row 1, column 1") || no.extent == (Rect{}) {
			t.Errorf("%s: a wrong mark passes: %v", variant, no)
		}
		wrong.Board = *r.Board.Clone()
		n := len(wrong.Board.Regions)
		wrong.Board.Regions[n-1] = wrong.Board.Regions[0]
		h := *r.proposal
		h.labels = slices.Clone(h.labels)
		h.labels[n-1] = h.labels[0]
		wrong.proposal = &h
		if no := hesitant(v, &wrong); no == nil || !strings.Contains(no.What, "1 cell") {
			t.Errorf("%s: a wrong region passes: %v", variant, no)
		}
	}
}

// TestSlight changes a part of a picture, and says where a lattice lies in it.
func TestSlight(t *testing.T) {
	p := &picture{w: 100, h: 50, stride: 400, pix: make([]uint8, 400*50)}
	for i := range p.pix {
		p.pix[i] = 200
	}
	part := p.part(image.Rect(10, 20, 300, 300))
	if part.w != 90 || part.h != 30 || part.origin != image.Pt(10, 20) {
		t.Fatalf("a part of %d x %d at %v", part.w, part.h, part.origin)
	}
	l := Lattice{Size: 4, X: 20, Y: 30, PitchX: 5, PitchY: 5}
	if got := flatter.of(part); got.w != 90 || got.h != 30 || got.at(89, 29) != (rgb{195, 195, 195}) {
		t.Errorf("flatter: %d x %d of %v", got.w, got.h, got.at(89, 29))
	}
	if got, want := placeIn(flatter, l, part), (Lattice{Size: 4, X: 10, Y: 10, PitchX: 5, PitchY: 5}); got != want {
		t.Errorf("flatter: the lattice lies at %+v, want %+v", got, want)
	}
	double := slight{scale: 2}
	if got := double.of(part); got.w != 180 || got.h != 60 || got.at(179, 59) != (rgb{200, 200, 200}) {
		t.Errorf("twice as large: %d x %d of %v", got.w, got.h, got.at(179, 59))
	}
	if got, want := placeIn(double, l, part), (Lattice{Size: 4, X: 20, Y: 20, PitchX: 10, PitchY: 10}); got != want {
		t.Errorf("twice as large: the lattice lies at %+v, want %+v", got, want)
	}
}
