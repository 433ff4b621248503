package calibrate

import (
	"image"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// Spanned returns the display and the rectangle, in capture pixels, that two
// pointer points span.
func Spanned(displays []screen.Display, corners [2]image.Point) (screen.Display, image.Rectangle, error) {
	var on [2]screen.Display
	var at [2]image.Point
	for i, corner := range corners {
		found := false
		for _, d := range displays {
			if pixel := FromDisplay(d).PixelAt(corner); pixel.In(d.Bounds) {
				on[i], at[i], found = d, pixel, true
			}
		}
		if !found {
			return on[i], image.Rectangle{}, fault.Plainf("point at the board",
				"the pointer is at %d,%d, which is on no display", corner.X, corner.Y)
		}
	}
	if on[0].Index != on[1].Index {
		return on[0], image.Rectangle{}, fault.Plainf("bring the whole board onto one display",
			"the corners are on the displays %d and %d", on[0].Index, on[1].Index)
	}
	r := image.Rectangle{Min: at[0], Max: at[1]}.Canon()
	const least = 4 * 12 // pixels: the smallest board that is read
	if r.Dx() < least || r.Dy() < least {
		return on[0], r, fault.Plainf("point at two opposite corners, such as the top left and the bottom right one",
			"the two places are %d x %d pixels apart, and no board is that small", r.Dx(), r.Dy())
	}
	return on[0], r, nil
}

// Shows tells whether a rectangle that was shown by hand is that of a board:
// each side within a cell of the board's.
func Shows(r image.Rectangle, l vision.Lattice) bool {
	b := l.Bounds()
	near := func(v int, line, pitch float64) bool { d := float64(v) - line; return max(d, -d) <= pitch }
	return near(r.Min.X, b.X, l.PitchX) && near(r.Max.X, b.X+b.Width, l.PitchX) &&
		near(r.Min.Y, b.Y, l.PitchY) && near(r.Max.Y, b.Y+b.Height, l.PitchY)
}

// Outside returns a place outside an area, as near to p as the display allows.
func Outside(p vision.Point, area, display image.Rectangle) vision.Point {
	const gap = 4 // pixels: no rounding leads back
	switch {
	case area.Min.Y-gap >= display.Min.Y:
		return vision.Point{X: p.X, Y: float64(area.Min.Y) - gap}
	case area.Max.Y+gap < display.Max.Y:
		return vision.Point{X: p.X, Y: float64(area.Max.Y) + gap}
	case area.Min.X-gap >= display.Min.X:
		return vision.Point{X: float64(area.Min.X) - gap, Y: p.Y}
	case area.Max.X+gap < display.Max.X:
		return vision.Point{X: float64(area.Max.X) + gap, Y: p.Y}
	}
	return p // the area fills the display, so there is no outside
}
