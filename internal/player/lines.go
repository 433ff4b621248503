package player

import (
	"image"
	"math"

	"autoqueens/vision"
)

// sameLines tells whether two pictures show the lines of a board at l alike. It
// looks at nothing but the dark pixels on them, which no mark and no pointer
// changes. Where the first picture has too few, the answer is no.
func sameLines(a, b *image.RGBA, l vision.Lattice) bool {
	const (
		reach  = 1   // pixels to either side in which a line is looked for
		dark   = 230 // of 765, the sum of the channels: a line, not a cell
		differ = 48  // of 765
		enough = 0.8 // of the places along the lines must have a dark pixel
		astray = 0.01
	)
	r := l.Bounds().Image().Inset(reach)
	if r.Empty() || !r.Inset(-2*reach).In(a.Rect) || !r.Inset(-2*reach).In(b.Rect) {
		return false
	}
	places, lines, changed := 0, 0, 0
	// at compares the darkest pixel around a place, across the line.
	at := func(x, y, dx, dy int) {
		places++
		darkest, bx, by := dark, 0, 0
		for k := -reach; k <= reach; k++ {
			if v := sum(a, x+k*dx, y+k*dy); v < darkest {
				darkest, bx, by = v, x+k*dx, y+k*dy
			}
		}
		if darkest == dark {
			return
		}
		lines++
		if d := sum(b, bx, by) - darkest; d > differ || d < -differ {
			changed++
		}
	}
	for k := range l.Size + 1 {
		y := int(math.Floor(l.Y + float64(k)*l.PitchY))
		for x := r.Min.X; x < r.Max.X; x++ {
			at(x, y, 0, 1)
		}
		x := int(math.Floor(l.X + float64(k)*l.PitchX))
		for y := r.Min.Y; y < r.Max.Y; y++ {
			at(x, y, 1, 0)
		}
	}
	return float64(lines) >= enough*float64(places) && float64(changed) <= astray*float64(places)
}

// sum returns the sum of the channels of a pixel, which must lie in the picture.
func sum(img *image.RGBA, x, y int) int {
	i := img.PixOffset(x, y)
	return int(img.Pix[i]) + int(img.Pix[i+1]) + int(img.Pix[i+2])
}
