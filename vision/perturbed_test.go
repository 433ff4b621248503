package vision

import (
	"image"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// readForLook returns the views of a drawn picture and what is read in it.
func readForLook(t *testing.T, number int, variant string) (*raster.Views, *Reading) {
	t.Helper()
	p, err := render.Draw(1, number, variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(p.Image)
	if err != nil {
		t.Fatal(err)
	}
	at, bad := raster.New(p.Image)
	if bad != nil {
		t.Fatal(bad)
	}
	r.Lattice.Shift(image.Point{}.Sub(at.Origin))
	return raster.NewViews(at), r
}

// TestThirdLook falsifies what was read, a mark and a region, and has the third look find
// it out.
func TestThirdLook(t *testing.T) {
	for _, variant := range []string{render.Plain, render.JPEG, render.Resized, render.Warm} {
		v, r := readForLook(t, 3, variant)
		if no := perturbed(v, r); no != nil {
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
		if no := perturbed(v, &wrong); no == nil || !strings.Contains(no.What, "row 1, column 1") || no.extent == (raster.Rect{}) {
			t.Errorf("%s: a wrong mark passes: %v", variant, no)
		}
		wrong.Board = *r.Board.Clone()
		n := len(wrong.Board.Regions)
		wrong.Board.Regions[n-1] = wrong.Board.Regions[0]
		h := *r.proposal
		h.Labels = slices.Clone(h.Labels)
		h.Labels[n-1] = h.Labels[0]
		wrong.proposal = &h
		if no := perturbed(v, &wrong); no == nil || !strings.Contains(no.What, "1 cell") {
			t.Errorf("%s: a wrong region passes: %v", variant, no)
		}
	}
}

// TestSlight changes a part of a picture, and says where a lattice lies in it.
func TestSlight(t *testing.T) {
	p := &raster.Picture{W: 100, H: 50, Stride: 400, Pix: make([]uint8, 400*50)}
	for i := range p.Pix {
		p.Pix[i] = 200
	}
	part := p.Part(image.Rect(10, 20, 300, 300))
	if part.W != 90 || part.H != 30 || part.Origin != image.Pt(10, 20) {
		t.Fatalf("a part of %d x %d at %v", part.W, part.H, part.Origin)
	}
	l := lattice.Lattice{Size: 4, X: 20, Y: 30, PitchX: 5, PitchY: 5}
	if got := raster.Flattened.Of(part); got.W != 90 || got.H != 30 || got.At(89, 29) != (raster.RGB{195, 195, 195}) {
		t.Errorf("flatter: %d x %d of %v", got.W, got.H, got.At(89, 29))
	}
	if got, want := placeIn(raster.Flattened, l, part), (lattice.Lattice{Size: 4, X: 10, Y: 10, PitchX: 5, PitchY: 5}); got != want {
		t.Errorf("flatter: the lattice lies at %+v, want %+v", got, want)
	}
	double := raster.Perturbation{Scale: 2}
	if got := double.Of(part); got.W != 180 || got.H != 60 || got.At(179, 59) != (raster.RGB{200, 200, 200}) {
		t.Errorf("twice as large: %d x %d of %v", got.W, got.H, got.At(179, 59))
	}
	if got, want := placeIn(double, l, part), (lattice.Lattice{Size: 4, X: 20, Y: 20, PitchX: 10, PitchY: 10}); got != want {
		t.Errorf("twice as large: the lattice lies at %+v, want %+v", got, want)
	}
}
