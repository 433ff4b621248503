package render_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestTiles reads boards that lie at odd places of a picture.
func TestTiles(t *testing.T) {
	for size := 5; size <= 11; size++ {
		b, _, err := solver.Generate(size, 7)
		if err != nil {
			t.Fatal(err)
		}
		img := image.NewRGBA(image.Rect(-10, -20, 600, 500))
		draw.Draw(img, img.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
		square := image.Rect(33, 17, 33+40*size, 17+40*size)
		render.Tiles(img, square, b)
		reading, err := vision.Read(img)
		if err != nil {
			t.Errorf("size %d: %v", size, err)
			continue
		}
		if diff := cmp.Diff(b.RegionRows(), reading.Board.RegionRows()); diff != "" {
			t.Errorf("size %d (-drawn +read)\n%s", size, diff)
		}
		if at := reading.Lattice.Bounds().Image(); at.Intersect(square) != square {
			t.Errorf("size %d: read at %v, drawn at %v", size, at, square)
		}
	}
}
