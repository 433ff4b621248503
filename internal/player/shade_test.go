package player

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision"
)

// unplayed is a board of 8 rows without marks, its answer, a picture of it and what is read of that.
func unplayed(t *testing.T) (b *solver.Board, answer solver.Placement, img *image.RGBA, r *vision.Reading) {
	t.Helper()
	b, answer, err := solver.Generate(8, 5)
	if err != nil {
		t.Fatal(err)
	}
	img = painted(b)
	if r, err = vision.Read(img); err != nil {
		t.Fatal(err)
	}
	return b, answer, img, r
}

// TestUnshaded: a board is read below the shade that a page lays over the row and the column of the last click,
// over all that is drawn there or over the ground alone, and below nothing else.
func TestUnshaded(t *testing.T) {
	b, answer, then, first := unplayed(t)
	l := first.Lattice
	b.Marks = make([]solver.Mark, 64)
	marked := b.Clone()
	for row := range 6 {
		marked.Marks[row*8+answer[row]] = solver.Queen
	}
	marked.Marks[6*8+answer[6]] = solver.Cross
	clicked := Cell{6, answer[6]}
	cross := func(c Cell) bool { return c.Row == clicked.Row || c.Col == clicked.Col }
	shade := func(img *image.RGBA, with color.Color, of func(Cell) bool) {
		for i := range 64 {
			if c := (Cell{i / 8, i % 8}); of(c) {
				fill(img, cellArea(l, c).Inset(beyond), with)
			}
		}
	}
	next, _, err := solver.Generate(8, 6)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		of   *solver.Board
		over func(img *image.RGBA)
		want bool
	}{
		{"nothing over it", marked, func(*image.RGBA) {}, false}, // there is nothing to be taken off
		{"the row and the column darkened", marked, func(img *image.RGBA) { shade(img, color.NRGBA{A: 26}, cross) }, true},
		{"tinted", marked, func(img *image.RGBA) { shade(img, color.NRGBA{0, 90, 255, 40}, cross) }, true},
		{"lightened", marked, func(img *image.RGBA) { shade(img, color.NRGBA{255, 255, 255, 90}, cross) }, true},
		{"darkened, and the selected cell more", marked, func(img *image.RGBA) {
			shade(img, color.NRGBA{A: 26}, cross)
			shade(img, color.NRGBA{A: 40}, func(c Cell) bool { return c == clicked })
		}, true},
		{"the ground alone", marked, func(img *image.RGBA) {
			shade(img, color.NRGBA{255, 255, 255, 90}, cross)
			lines := painted(marked) // and what is drawn on it as it was
			for y := range img.Rect.Dy() {
				for x := range img.Rect.Dx() {
					if p := pixel(lines, x, y); brightness(p) < 300 {
						copy(img.Pix[img.PixOffset(x, y):], p[:])
					}
				}
			}
		}, true},
		{"all of it dimmed", marked, func(img *image.RGBA) { fill(img, img.Rect, color.NRGBA{A: 100}) }, false},
		{"a card over whole cells", marked, func(img *image.RGBA) {
			shade(img, color.White, func(c Cell) bool { return c.Row < 3 && c.Col < 3 })
		}, false},
		{"a card over parts of cells", marked, func(img *image.RGBA) {
			at := l.Center(2, 2)
			fill(img, image.Rect(int(at.X), int(at.Y), int(at.X+3*l.PitchX), int(at.Y+2*l.PitchY)), color.White)
		}, false},
		{"a card and a shade", marked, func(img *image.RGBA) {
			shade(img, color.NRGBA{A: 26}, cross)
			at := l.Center(2, 2)
			fill(img, image.Rect(int(at.X), int(at.Y), int(at.X+3*l.PitchX), int(at.Y+2*l.PitchY)), color.White)
		}, false},
		{"glass over a part", marked, func(img *image.RGBA) {
			at := l.Center(2, 2)
			fill(img, image.Rect(int(at.X), int(at.Y), int(at.X+3*l.PitchX), int(at.Y+2*l.PitchY)), color.NRGBA{255, 255, 255, 120})
		}, false},
		{"another board", next, func(*image.RGBA) {}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			img := painted(tt.of)
			tt.over(img)
			p := &Player{Reader: pureReader{}}
			g := &game{Player: p, view: View{Area: img.Rect}}
			g.adopt(first, then)
			without := g.unshaded(img)
			if (without != nil) != tt.want {
				t.Fatalf("shaded: %v, want %v", without != nil, tt.want)
			}
			if !tt.want {
				return
			}
			s := g.lookAt(img, nil)
			if s.state != here || !sameMarks(&s.reading.Board, marked) {
				t.Errorf("got %v, %v; want the board with its marks", s.state, s.err)
			}
		})
	}
	// What the page showed at first stays what shades are told by, whatever was read since.
	shaded := painted(marked)
	shade(shaded, color.NRGBA{A: 26}, cross)
	g := &game{Player: &Player{Reader: pureReader{}}, view: View{Area: then.Rect}}
	g.adopt(first, then)
	g.adopt(first, shaded)
	other := painted(marked)
	shade(other, color.NRGBA{A: 26}, func(c Cell) bool { return c.Row == 1 || c.Col == 0 })
	if g.unshaded(other) == nil {
		t.Error("the shade is not told once it went elsewhere")
	}
}

// TestStandsShaded: a glance tells a board that is shaded from one that is covered.
func TestStandsShaded(t *testing.T) {
	_, _, then, first := unplayed(t)
	l := first.Lattice
	for _, tt := range []struct {
		name string
		over image.Rectangle
		with color.Color
		want bool
	}{
		{"a row that is shaded", cellArea(l, Cell{4, 0}).Union(cellArea(l, Cell{4, 7})).Inset(beyond), color.NRGBA{A: 26}, true},
		{"a row that is covered", cellArea(l, Cell{4, 0}).Union(cellArea(l, Cell{4, 7})).Inset(beyond), color.Gray{90}, false},
	} {
		img := image.NewRGBA(then.Rect)
		draw.Draw(img, img.Rect, then, then.Rect.Min, draw.Src)
		fill(img, tt.over, tt.with)
		g := &game{Player: &Player{Reader: pureReader{}, Eye: still{img}}, view: View{Area: img.Rect}}
		g.adopt(first, then)
		if got := g.stands(); got != tt.want {
			t.Errorf("%s: it stands: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// still is an eye before which nothing changes.
type still struct{ img *image.RGBA }

func (s still) Capture(r image.Rectangle) (*image.RGBA, error) {
	return s.img.SubImage(r).(*image.RGBA), nil
}
