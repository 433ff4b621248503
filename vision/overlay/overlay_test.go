package overlay

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision"
	"autoqueens/vision/lattice"
)

// drawn is a reading of a grey picture whose cells are 40 or more pixels wide.
func drawn(t *testing.T, pitch float64) (*image.RGBA, *vision.Reading) {
	t.Helper()
	img := image.NewRGBA(image.Rect(-20, 30, -20+int(5*pitch), 30+int(5*pitch)))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{Y: 240}), image.Point{}, draw.Src)
	board, err := solver.FromRows([]string{"aabb", "acbb", "cccd", "cddd"}, []string{".Q..", "...x", "....", "...."})
	if err != nil {
		t.Fatal(err)
	}
	r := &vision.Reading{
		Board:    *board,
		Lattice:  lattice.Lattice{X: -20 + pitch/2, Y: 30 + pitch/2, PitchX: pitch, PitchY: pitch, Size: 4},
		Solution: solver.Placement{1, 3, 0, 2},
		Colors:   make([]color.NRGBA, 16),
		Doubts: []vision.Doubt{
			{Row: 1, Col: 1, Words: "odd"},
			{Row: -1, Col: -1, Words: "nothing in particular"},
			{Row: 2, Col: 2, Words: "a line", Side: vision.Left},
			{Row: 3, Col: 3, Words: "a line", Side: vision.Top},
		},
	}
	for i := range r.Colors {
		r.Colors[i] = color.NRGBA{R: uint8(100 + i), G: 180, B: uint8(200 - i), A: 255}
	}
	return img, r
}

func TestAnnotateKeepsThePictureAndItsBounds(t *testing.T) {
	for _, tt := range []struct {
		pitch  float64
		factor int
	}{{12, 5}, {40, 2}, {56, 1}, {400, 1}} {
		img, r := drawn(t, tt.pitch)
		before := bytes.Clone(img.Pix)
		want := image.Rectangle{Min: img.Rect.Min.Mul(tt.factor), Max: img.Rect.Max.Mul(tt.factor)}
		refusal := &vision.Refusal{Reason: vision.CutOff, What: "a board is cut", Advice: "show all of it", Lattice: r.Lattice, Doubts: r.Doubts}
		for name, got := range map[string]*image.NRGBA{
			"reading": Annotate(img, r), "refusal": AnnotateRefusal(img, refusal),
		} {
			if b := got.Rect; b.Min != want.Min || b.Max.X != want.Max.X || b.Max.Y <= want.Max.Y {
				t.Errorf("%s, cells of %g: bounds %v, want %v and words below", name, tt.pitch, b, want)
			}
		}
		for name, got := range map[string]*image.NRGBA{
			"reading": Layer(img.Rect, r), "refusal": LayerRefusal(img.Rect, refusal),
		} {
			if got.Rect != want {
				t.Errorf("overlay of a %s, cells of %g: bounds %v, want %v", name, tt.pitch, got.Rect, want)
			}
			if corner := got.NRGBAAt(want.Min.X, want.Min.Y); corner.A != 0 {
				t.Errorf("overlay of a %s: %v where nothing is drawn", name, corner)
			}
		}
		if !bytes.Equal(Annotate(img, r).Pix, Annotate(img, r).Pix) {
			t.Error("the same reading is drawn in two ways")
		}
		if !bytes.Equal(before, img.Pix) {
			t.Error("the picture itself was drawn on")
		}
	}
}

// TestAnnotateShowsWhatWasRead looks at the places where things must be.
func TestAnnotateShowsWhatWasRead(t *testing.T) {
	for _, pitch := range []float64{12, 30, 61.5, 400} {
		img, r := drawn(t, pitch)
		got := Annotate(img, r)
		k := float64(enlargement(img.Rect, r.Lattice))
		at := func(row, col, x, y float64) color.NRGBA { // x, y as shares of a cell
			return got.NRGBAAt(int(k*(r.Lattice.X+(col+x)*pitch)), int(k*(r.Lattice.Y+(row+y)*pitch)))
		}
		for i, want := range r.Colors {
			// The swatch begins at 0.12 of a cell; its letter is in the middle.
			if c := at(float64(i/4), float64(i%4), 0.14, 0.14); c != want {
				t.Errorf("cells of %g: the swatch of cell %d is %v, want %v", pitch, i, c, want)
			}
		}
		red := map[string]color.NRGBA{
			"corner of an odd cell":      at(1, 1, 0.05, 0.05),
			"other corner of it":         at(1, 1, 0.95, 0.95),
			"line left of row 3, col 3":  at(2, 2, 0, 0.5),
			"line above row 4, column 4": at(3, 3, 0.5, 0),
		}
		for name, c := range red {
			if c != doubtInk {
				t.Errorf("cells of %g: %s is %v, want red", pitch, name, c)
			}
		}
		for name, c := range map[string]color.NRGBA{
			"line right of row 3, col 3": at(2, 3, 0, 0.5),
			"corner of a sound cell":     at(0, 2, 0.95, 0.95),
			"middle of an odd cell":      at(1, 1, 0.5, 0.5),
		} {
			if c == doubtInk {
				t.Errorf("cells of %g: %s is red", pitch, name)
			}
		}
		if c := at(0, 1, 0.5+0.25, 0.5); c != queenInk {
			t.Errorf("cells of %g: no ring where the solution has a queen, but %v", pitch, c)
		}
		// A line between regions is wide, one inside a region is not.
		if c := at(0, 2, 0, 0.5); c != latticeInk {
			t.Errorf("cells of %g: the border of two regions is %v", pitch, c)
		}
	}
}

func TestAnnotateTakesAnything(t *testing.T) {
	for name, img := range map[string]image.Image{
		"nil":   nil,
		"empty": image.NewRGBA(image.Rectangle{}),
		"small": image.NewRGBA(image.Rect(5, 5, 6, 6)),
		"large": image.NewUniform(color.Black),
	} {
		if got := AnnotateRefusal(img, &vision.Refusal{Reason: vision.NoGrid, What: "no board", Advice: "show one"}); got == nil {
			t.Errorf("%s: no drawing", name)
		}
	}
}

func TestDoubtWordsAreBounded(t *testing.T) {
	many := make([]vision.Doubt, 30)
	for i := range many {
		many[i] = vision.Doubt{Row: 0, Col: i, Words: "odd"}
	}
	got := doubtWords(many)
	if len(got) != mostDoubts+1 || got[0] != "doubt: row 1, column 1: odd" || got[mostDoubts] != "doubt: and 18 more" {
		t.Errorf("the list is %q", got)
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
