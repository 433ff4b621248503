package player

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"autoqueens/vision"
)

// paintOver paints a part of a picture in one grey.
func paintOver(img *image.RGBA, r image.Rectangle, grey uint8) {
	draw.Draw(img, r, image.NewUniform(color.Gray{grey}), image.Point{}, draw.Src)
}

func TestSameFigure(t *testing.T) {
	area := image.Rect(0, 0, 30, 40)
	one := image.Rect(13, 8, 17, 32)                                    // as a 1
	seven := []image.Rectangle{image.Rect(8, 8, 22, 12), one.Inset(-1)} // shares most of it
	tests := []struct {
		name     string
		ground   [2]uint8 // then and now
		ink      [2]uint8
		then     []image.Rectangle
		now      []image.Rectangle
		sameness bool
	}{
		{"nothing changed", [2]uint8{255, 255}, [2]uint8{0, 0}, []image.Rectangle{one}, []image.Rectangle{one}, true},
		{"the cell is shaded", [2]uint8{255, 200}, [2]uint8{0, 0}, []image.Rectangle{one}, []image.Rectangle{one}, true},
		{"and the digit in another colour", [2]uint8{255, 230}, [2]uint8{0, 90}, []image.Rectangle{one}, []image.Rectangle{one}, true},
		{"an empty cell is shaded", [2]uint8{255, 200}, [2]uint8{}, nil, nil, true},
		{"another digit", [2]uint8{255, 255}, [2]uint8{0, 0}, []image.Rectangle{one}, []image.Rectangle{image.Rect(8, 8, 22, 12), image.Rect(8, 28, 22, 32)}, false},
		{"a digit that goes over most of another", [2]uint8{255, 255}, [2]uint8{0, 0}, []image.Rectangle{one}, append(seven, image.Rect(4, 14, 28, 20)), false},
		{"a digit in an empty cell", [2]uint8{255, 255}, [2]uint8{0, 0}, nil, []image.Rectangle{one}, false},
		{"a digit is gone", [2]uint8{255, 255}, [2]uint8{0, 0}, []image.Rectangle{one}, nil, false},
		{"one in a shaded cell", [2]uint8{255, 200}, [2]uint8{0, 0}, nil, []image.Rectangle{one}, false},
	}
	for _, tt := range tests {
		paint := func(k int, figures []image.Rectangle) *image.RGBA {
			img := image.NewRGBA(area)
			paintOver(img, area, tt.ground[k])
			for _, r := range figures {
				paintOver(img, r, tt.ink[k])
			}
			return img
		}
		if got := sameFigure(paint(0, tt.then), paint(1, tt.now), area); got != tt.sameness {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.sameness)
		}
		if stands, same := keeps(paint(0, tt.then), paint(1, tt.now), area); stands != (len(tt.then) > 0) || same != tt.sameness {
			t.Errorf("%s: that something stands there is %v, and that it stays %v", tt.name, stands, same)
		}
	}
	if sameFigure(nil, image.NewRGBA(area), area) || sameFigure(image.NewRGBA(area), image.NewRGBA(area.Inset(4)), area) {
		t.Error("what is not in both pictures is taken for the same")
	}
}

func TestScrolled(t *testing.T) {
	l := vision.Lattice{X: 100, Y: 120, PitchX: 40, PitchY: 40, Size: 6}
	screen := image.Rect(0, 0, 500, 400)
	// A board with a figure in every cell but each fifth, no two beside each other alike.
	show := func(by image.Point) *image.RGBA {
		img := image.NewRGBA(screen)
		paintOver(img, screen, 240)
		for i := range l.Size * l.Size {
			if i%5 == 4 {
				continue
			}
			c := image.Pt(int(l.X)+i%l.Size*40, int(l.Y)+i/l.Size*40).Add(by)
			paintOver(img, image.Rect(10, 10, 14+i*7%17, 30-i*5%9).Add(c), uint8(i*37%160))
		}
		return img
	}
	over := func(img *image.RGBA, r image.Rectangle) *image.RGBA {
		paintOver(img, r, 250)
		return img
	}
	tests := []struct {
		name string
		now  *image.RGBA
		want bool
	}{
		{"nothing moved", show(image.Point{}), false},
		{"scrolled down", show(image.Pt(0, -170)), true},
		{"scrolled up", show(image.Pt(0, 60)), true},
		{"scrolled, and a scroll bar came", show(image.Pt(-7, -100)), true},
		{"scrolled under the bars of the window", over(show(image.Pt(0, -150)), image.Rect(0, 0, 500, 40)), true},
		{"a card over all of it", over(show(image.Point{}), screen), false},
		{"a card over most of it", over(show(image.Point{}), image.Rect(100, 120, 340, 300)), false},
		{"another page", over(image.NewRGBA(screen), screen), false},
	}
	for _, tt := range tests {
		if got := (compared{show(image.Point{}), tt.now}).scrolled(l); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestSameGrounds(t *testing.T) {
	l := vision.Lattice{X: 10, Y: 10, PitchX: 40, PitchY: 40, Size: 5}
	show := func(shaded ...Cell) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 220, 220))
		paintOver(img, img.Rect, 220)
		for _, c := range shaded {
			paintOver(img, cellArea(l, c), 180)
		}
		return img
	}
	a, b := Cell{1, 2}, Cell{3, 4}
	tests := []struct {
		name    string
		now     *image.RGBA
		clicked map[Cell]int
		want    bool
	}{
		{"nothing changed", show(), nil, true},
		{"the pointer is on a cell", show(a), nil, true},
		{"another board", show(a, b), nil, false},
		{"cells that were clicked", show(a, b), map[Cell]int{a: 1, b: 1}, true},
		{"one that was clicked, and the pointer", show(a, b), map[Cell]int{b: 2}, true},
	}
	for _, tt := range tests {
		g := &game{shown: show(), reading: &vision.Reading{Lattice: l}, perCell: tt.clicked}
		if got := g.sameGrounds(tt.now); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
