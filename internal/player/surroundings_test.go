package player

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/internal/drawing"
	"autoqueens/solver"
	"autoqueens/vision"
)

// A desk of 800 x 600 with a browser on it, and a board on its page.
var (
	deskArea  = image.Rect(0, 0, 800, 600)
	window    = image.Rect(100, 40, 700, 580)
	viewport  = image.Rect(100, 110, 700, 580)
	boardArea = image.Rect(300, 200, 500, 400)
)

func fill(img *image.RGBA, r image.Rectangle, c color.Color) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// printWords writes strokes of a width that look like words, different ones by kind.
func printWords(img *image.RGBA, r image.Rectangle, ink color.Color, stroke, kind int) {
	for y := r.Min.Y; y+8 < r.Max.Y; y += 14 {
		for x, n := r.Min.X, kind; x+stroke < r.Max.X; x, n = x+stroke+3+(n*5)%7, n*7+3 {
			fill(img, image.Rect(x, y+n%3, x+stroke, y+8), ink)
		}
	}
}

// desktop draws the desk: a panel, a window with its bars, the page and the board.
func desktop(page func(img *image.RGBA)) *image.RGBA {
	img := image.NewRGBA(deskArea)
	fill(img, deskArea, color.RGBA{60, 80, 90, 255})
	fill(img, image.Rect(0, 0, 800, 30), color.RGBA{20, 20, 20, 255})
	printWords(img, image.Rect(10, 8, 790, 28), color.White, 2, 1)
	fill(img, window, color.RGBA{211, 227, 253, 255})
	fill(img, image.Rect(window.Min.X, window.Min.Y, window.Max.X, window.Min.Y+1), color.Black)
	printWords(img, image.Rect(120, 50, 500, 100), color.Black, 2, 2)
	page(img)
	return img
}

// thePage draws the page with the game.
func thePage(img *image.RGBA) {
	fill(img, viewport, color.RGBA{243, 242, 238, 255})
	printWords(img, image.Rect(220, 420, 580, 500), color.RGBA{25, 25, 25, 255}, 2, 3)
	printWords(img, image.Rect(120, 120, 680, 150), color.RGBA{25, 25, 25, 255}, 1, 4)
	fill(img, boardArea, color.RGBA{187, 163, 226, 255})
}

func TestSurroundings(t *testing.T) {
	then := desktop(thePage)
	card := func(img *image.RGBA, r image.Rectangle) {
		fill(img, r, color.White)
		printWords(img, r.Inset(20), color.Black, 3, 5)
	}
	other := func(stroke int) func(img *image.RGBA) {
		return func(img *image.RGBA) {
			fill(img, viewport, color.RGBA{243, 242, 238, 255})
			printWords(img, image.Rect(130, 130, 660, 560), color.RGBA{25, 25, 25, 255}, stroke, 9)
		}
	}
	// tab shows that another tab or address came into the bars.
	tab := func(page func(*image.RGBA)) func(*image.RGBA) {
		return func(img *image.RGBA) {
			page(img)
			fill(img, image.Rect(100, 40, 700, 70), color.RGBA{211, 227, 253, 255})
			printWords(img, image.Rect(120, 46, 650, 66), color.Black, 2, 7)
		}
	}
	for _, tt := range []struct {
		name         string
		now          func(img *image.RGBA)
		stands, bars bool
	}{
		{"as it was", thePage, true, false},
		{"a card over the board", func(img *image.RGBA) { thePage(img); card(img, boardArea) }, true, false},
		{"a larger card", func(img *image.RGBA) { thePage(img); card(img, boardArea.Inset(-30)) }, true, true},
		{"a card, the page dimmed", func(img *image.RGBA) {
			thePage(img)
			fill(img, viewport, color.NRGBA{A: 140})
			card(img, boardArea)
		}, true, true},
		{"a full page", func(img *image.RGBA) { fill(img, viewport, color.RGBA{40, 120, 60, 255}); card(img, boardArea) }, false, true},
		{"another page of the same ground", tab(other(2)), false, false},
		{"another page of the same ground, thin strokes", tab(other(1)), false, false},
		{"another page of the same ground, thick strokes", tab(other(3)), false, false},
		{"another address under the same title", func(img *image.RGBA) {
			fill(img, viewport, color.RGBA{255, 255, 255, 255})
			fill(img, image.Rect(100, 78, 700, 108), color.RGBA{211, 227, 253, 255})
			printWords(img, image.Rect(120, 80, 400, 104), color.Black, 2, 11)
		}, false, false},
		{"a tab more in a window with a frame", func(img *image.RGBA) {
			fill(img, viewport, color.White)
			fill(img, image.Rect(320, 48, 420, 100), color.White)
			printWords(img, image.Rect(330, 52, 410, 96), color.Black, 2, 13)
		}, false, false},
		{"an empty tab", tab(func(img *image.RGBA) { fill(img, viewport, color.RGBA{243, 242, 238, 255}) }), false, false},
		{"the window is gone", func(img *image.RGBA) { fill(img, window, color.RGBA{60, 80, 90, 255}) }, false, false},
		{"a lock over everything", func(img *image.RGBA) { fill(img, deskArea, color.Black) }, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := compared{then, desktop(tt.now)}
			if got := c.surroundingsStand(boardArea); got != tt.stands {
				t.Errorf("the surroundings stand: %v, want %v", got, tt.stands)
			}
			if got := c.barsStand(boardArea, window); got != tt.bars {
				t.Errorf("the bars stand: %v, want %v", got, tt.bars)
			}
		})
	}
	blank := desktop(func(img *image.RGBA) { fill(img, window, color.White) })
	if (compared{blank, blank}).surroundingsStand(boardArea) {
		t.Error("there is nothing around the board, and it stands")
	}
}

// painted returns a picture of a board with marks.
func painted(b *solver.Board) *image.RGBA {
	of := drawing.Board(b)
	img := image.NewRGBA(of.Bounds())
	draw.Draw(img, img.Rect, of, of.Bounds().Min, draw.Src)
	return img
}

type pureReader struct{ Reader }

func (pureReader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return vision.ReadAt(img, last.Lattice)
}

// TestGlimpse looks under what comes up with the win.
func TestGlimpse(t *testing.T) {
	b, answer, err := solver.Generate(8, 5)
	if err != nil {
		t.Fatal(err)
	}
	won := answer.On(b)
	before := won.Clone()
	last := Cell{2, answer[2]}
	before.Marks[last.Row*8+last.Col] = solver.Cross
	shown := painted(before)
	reading, err := vision.Read(shown)
	if err != nil {
		t.Fatal(err)
	}
	l := reading.Lattice
	at := l.Center(last.Row, last.Col)
	covered := image.Rect(int(at.X)-60, int(at.Y)-60, int(at.X)+60, int(at.Y)+60)
	next, _, err := solver.Generate(8, 6)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		of   *solver.Board
		over func(img *image.RGBA)
		want glimpse
	}{
		{"nothing over it", won, func(*image.RGBA) {}, crowned},
		{"dimmed", won, func(img *image.RGBA) { fill(img, img.Rect, color.NRGBA{A: 140}) }, crowned},
		{"below glass", won, func(img *image.RGBA) { fill(img, img.Rect, color.NRGBA{255, 255, 255, 150}) }, crowned},
		{"dimmed, without it", before, func(img *image.RGBA) { fill(img, img.Rect, color.NRGBA{A: 140}) }, unmet},
		{"below glass, without it", before, func(img *image.RGBA) { fill(img, img.Rect, color.NRGBA{255, 255, 255, 150}) }, unmet},
		{"a card over the cell", won, func(img *image.RGBA) { fill(img, covered, color.White) }, unseen},
		{"a dark card over the cell", won, func(img *image.RGBA) { fill(img, covered, color.RGBA{38, 42, 47, 255}) }, unseen},
		{"a card beside it", won, func(img *image.RGBA) {
			fill(img, image.Rect(0, int(at.Y)+60, img.Rect.Dx(), img.Rect.Dy()), color.White)
		}, crowned},
		{"another board", next, func(*image.RGBA) {}, unseen},
	} {
		t.Run(tt.name, func(t *testing.T) {
			img := painted(tt.of)
			tt.over(img)
			g := &game{Player: &Player{Reader: pureReader{}}, closing: &closing{cell: last, before: reading, shown: shown}}
			if got := g.glimpse(img); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestDarkened tells a cell that the pointer is on.
func TestDarkened(t *testing.T) {
	b, _, err := solver.Generate(8, 5)
	if err != nil {
		t.Fatal(err)
	}
	then, now := painted(b), painted(b)
	reading, err := vision.Read(then)
	if err != nil {
		t.Fatal(err)
	}
	l := reading.Lattice
	cell := Cell{4, 3}
	fill(now, cellArea(l, cell).Inset(3), color.NRGBA{A: 56})
	g := &game{reading: &vision.Reading{Lattice: l}}
	if !g.darkened(then, now, cell) || g.darkened(then, now, Cell{5, 5}) || g.darkened(nil, now, cell) {
		t.Error("the pointer is seen on another cell than it is on")
	}
}

// TestSurroundingsOnEvenPixels draws what displays of twice the scale show: every edge
// at an even place.
func TestSurroundingsOnEvenPixels(t *testing.T) {
	img := image.NewRGBA(deskArea)
	fill(img, deskArea, color.White)
	for y := 0; y < 600; y += 8 {
		for x := 0; x < 800; x += 8 {
			fill(img, image.Rect(x, y, x+2, y+2), color.Black)
		}
	}
	for _, corner := range []image.Point{{300, 200}, {301, 201}, {300, 201}, {0, 0}} {
		board := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(200, 200))}
		if !(compared{img, img}).surroundingsStand(board) {
			t.Errorf("a board at %v: the page did not change, and its surroundings do not stand", corner)
		}
	}
	smaller := img.SubImage(deskArea.Inset(2)).(*image.RGBA)
	if !(compared{img, smaller}).surroundingsStand(image.Rect(0, 0, 200, 200)) {
		t.Error("a picture that is a little smaller shows something else")
	}
}
