package vision

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"autoqueens/solver"
)

func TestAnnotateKeepsThePictureAndItsBounds(t *testing.T) {
	img := image.NewRGBA(image.Rect(-20, 30, 180, 230))
	for i := range img.Pix {
		img.Pix[i] = 240
	}
	before := bytes.Clone(img.Pix)
	board, err := solver.FromRows([]string{"aabb", "acbb", "cccd", "cddd"}, []string{".Q..", "...x", "....", "...."})
	if err != nil {
		t.Fatal(err)
	}
	r := &Reading{Board: *board, Lattice: Lattice{X: 0, Y: 50, PitchX: 40, PitchY: 40, Size: 4}, Solution: solver.Placement{1, 3, 0, 2}, Doubts: []Doubt{{Row: 1, Col: 1, Words: "odd"}, {Row: -1, Col: -1, Words: "nothing in particular"}}}
	for name, got := range map[string]*image.NRGBA{
		"reading": Annotate(img, r),
		"refusal": AnnotateRefusal(img, &Refusal{Reason: CutOff, What: "a board is cut", Advice: "show all of it", Lattice: r.Lattice, Doubts: r.Doubts}),
		"nothing": AnnotateRefusal(img, noGrid()),
	} {
		if got.Bounds() != img.Bounds() {
			t.Errorf("%s: bounds %v, want %v", name, got.Bounds(), img.Bounds())
		}
		changed := 0
		for y := got.Rect.Min.Y; y < got.Rect.Max.Y; y++ {
			for x := got.Rect.Min.X; x < got.Rect.Max.X; x++ {
				if got.NRGBAAt(x, y) != (color.NRGBA{240, 240, 240, 240}) {
					changed++
				}
			}
		}
		if changed == 0 {
			t.Errorf("%s: nothing was drawn", name)
		}
	}
	if !bytes.Equal(before, img.Pix) {
		t.Error("the picture itself was drawn on")
	}
	if AnnotateRefusal(nil, noGrid()) == nil {
		t.Error("no picture gives no drawing")
	}
}

func TestWrap(t *testing.T) {
	got := wrap("bring the whole board into view", 12)
	want := []string{"bring the", "whole board", "into view"}
	if len(got) != len(want) {
		t.Fatalf("wrap = %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
}
