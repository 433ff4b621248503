package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/vision"
)

func TestDoubtString(t *testing.T) {
	for _, tt := range []struct {
		doubt vision.Doubt
		want  string
		other [2]int // -1 for none
	}{
		{vision.Doubt{Row: -1, Col: -1, Words: "odd"}, "odd", [2]int{-1, -1}},
		{vision.Doubt{Row: 0, Col: 4, Words: "odd"}, "row 1, column 5: odd", [2]int{-1, -1}},
		{vision.Doubt{Row: 2, Col: 4, Words: "odd", Side: vision.Left}, "row 3, between columns 4 and 5: odd", [2]int{2, 3}},
		{vision.Doubt{Row: 2, Col: 4, Words: "odd", Side: vision.Top}, "column 5, between rows 2 and 3: odd", [2]int{1, 4}},
		{vision.Doubt{Row: 0, Col: 0, Words: "odd", Side: vision.Top}, "row 1, column 1: odd", [2]int{-1, -1}},
	} {
		if got := tt.doubt.String(); got != tt.want {
			t.Errorf("%+v reads %q, want %q", tt.doubt, got, tt.want)
		}
		row, col, ok := tt.doubt.Other()
		if got := [2]int{row, col}; got != tt.other || ok != (row >= 0) {
			t.Errorf("%+v lies beside %v, %t, want %v", tt.doubt, got, ok, tt.other)
		}
	}
}

// TestLineInDoubt draws a wide line where the board has a narrow one: the
// reading stands, and the doubt names the cells on both sides of it.
func TestLineInDoubt(t *testing.T) {
	for _, side := range []vision.Side{vision.Left, vision.Top} {
		r, _ := crossedOut(t, side)
		var of []vision.Doubt
		for _, d := range r.Doubts {
			if d.Side != vision.NoSide {
				of = append(of, d)
			}
		}
		if len(of) != 1 || of[0].Side != side || !strings.Contains(of[0].Words, "wide") {
			t.Fatalf("the doubts are %v, want one wide line", r.Doubts)
		}
		row, col, ok := of[0].Other()
		if !ok || r.Board.Region(row, col) != r.Board.Region(of[0].Row, of[0].Col) {
			t.Errorf("%v names cells of two regions", of[0])
		}
		if !slices.ContainsFunc(r.Testimony(), func(s vision.Statement) bool {
			return s.Witness == "lines" && strings.Contains(s.Words, "1 of 112 contradicts")
		}) {
			t.Errorf("the lines say %v", r.Testimony())
		}
	}
}

// crossedOut reads a board that has one narrow line drawn wide.
func crossedOut(t *testing.T, side vision.Side) (*vision.Reading, *image.RGBA) {
	t.Helper()
	samples := render.Samples()
	at := slices.IndexFunc(samples, func(p render.Picture) bool { return p.Name == "game-light" })
	img := samples[at].Image.(*image.RGBA)
	r, err := vision.Read(img)
	if err != nil || len(r.Doubts) > 0 {
		t.Fatalf("the board itself is in doubt: %v", err)
	}
	n := r.Board.Size
	for row := 1; row < n-1; row++ {
		for col := 1; col < n-1; col++ {
			c := r.Lattice.Cell(row, col)
			line := vision.Rect{X: c.X - 1.5, Y: c.Y, Width: 3, Height: c.Height}
			other := r.Board.Region(row, col-1)
			if side == vision.Top {
				line = vision.Rect{X: c.X, Y: c.Y - 1.5, Width: c.Width, Height: 3}
				other = r.Board.Region(row-1, col)
			}
			if r.Board.Region(row, col) != other {
				continue
			}
			draw.Draw(img, line.Image(), image.NewUniform(color.Black), image.Point{}, draw.Src)
			doubted, err := vision.Read(img)
			if err != nil {
				t.Fatal(err)
			}
			return doubted, img
		}
	}
	t.Fatal("no two cells of one region lie side by side")
	return nil, nil
}

func TestTestimony(t *testing.T) {
	if said := new(vision.Reading).Testimony(); said != nil {
		t.Errorf("nothing was read, and the witnesses say %v", said)
	}
	for _, p := range render.Samples() {
		r, err := vision.Read(p.Image)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		var who []string
		for _, s := range r.Testimony() {
			who = append(who, s.Witness)
			if s.Words == "" || strings.Contains(s.Words, "\n") {
				t.Errorf("%s: %s says %q", p.Name, s.Witness, s.Words)
			}
		}
		if want := "lattice colour lines marks puzzle"; strings.Join(who, " ") != want {
			t.Errorf("%s: the witnesses are %v, want %s", p.Name, who, want)
		}
		lines := r.Testimony()[2].Words
		if silent := strings.HasPrefix(lines, "silent"); p.Name == "no-lines" && !silent || p.Name == "game-light" && silent {
			t.Errorf("%s: the lines say %q", p.Name, lines)
		}
	}
}
