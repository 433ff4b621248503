package outline

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestGrow follows a part of a board whose other rows have lines that are far fainter, and whose
// pitch was measured a little wrong.
func TestGrow(t *testing.T) {
	const size, at, pitch = 7, 30, 40
	img := image.NewRGBA(image.Rect(0, 0, 400, 400))
	fill := func(r image.Rectangle, v uint8) {
		draw.Draw(img, r, image.NewUniform(color.Gray{Y: v}), image.Point{}, draw.Src)
	}
	fill(img.Rect, 250)
	const bold, pale = 3, 4 // rows
	fill(image.Rect(at, at+bold*pitch, at+size*pitch, at+(bold+pale)*pitch), 200)
	for k := range size + 1 {
		for i := range size {
			line := func(r image.Rectangle, row int) {
				if row < bold {
					fill(r, 160)
				} else {
					fill(r, 186)
				}
			}
			line(image.Rect(at+k*pitch, at+i*pitch, at+k*pitch+2, at+(i+1)*pitch), i)
			line(image.Rect(at+i*pitch, at+k*pitch, at+(i+1)*pitch, at+k*pitch+2), k)
		}
	}
	p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: 400, H: 400}
	const wide = 1.02 // times the pitch
	l := lattice.Lattice{X: at, Y: at, PitchX: wide * pitch, PitchY: wide * pitch, Size: bold}
	b, ok := Of(p, lattice.Candidate{Lattice: l, Rows: bold, Cols: bold})
	if !ok {
		t.Fatal("no board")
	}
	if want := (lattice.Lattice{X: at + 1, Y: at + 1, PitchX: pitch, PitchY: pitch, Size: size}); b.Lattice.Size != size || b.Lattice.OffsetFrom(want) > 0.02 {
		t.Errorf("the board is %v, want %v", b.Lattice, want)
	}
}

// TestCentered moves a lattice to where things stand in cells; that one of them was told wrong
// moves it no further.
func TestCentered(t *testing.T) {
	p := &raster.Picture{Pix: make([]uint8, 4*300*300), Stride: 4 * 300, W: 300, H: 300}
	b := &Board{Picture: p, Lattice: lattice.Lattice{X: 10, Y: 10, PitchX: 40, PitchY: 40, Size: 6}}
	var by [2][]Middle
	for i := range 6 {
		for axis := range by {
			by[axis] = append(by[axis], Middle{At: i, Off: 0.05 + 0.01*(float64(i)+0.5)})
		}
	}
	by[Level][0].Off = -0.1
	l := b.Centered(by).Lattice
	for _, v := range [...][2]float64{{l.X, 12}, {l.Y, 12}, {l.PitchX, 40.4}, {l.PitchY, 40.4}} {
		if math.Abs(v[0]-v[1]) > 0.01 {
			t.Errorf("the lattice is %v", l)
		}
	}
}
