// Package calibrate owns where the board is and how to get there: the region of
// the screen, the display it is on, and the mapping from capture pixels to
// pointer points. It finds them, checks them, and keeps them as a profile.
//
//	screen -> vision -> solver -> input
//	   └──── [calibrate] pixels to points ────┘
package calibrate

import (
	"fmt"
	"image"
	"math"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// Mapping turns places on a capture into places for the pointer and back, for
// one display. It is the only way to do so: displays differ in scale, and a
// display left of or above the primary one has negative coordinates.
//
// A place on a capture is in pixels of the whole desktop, sub-pixel, the first
// pixel of a display reaching from Origin to Origin+1. A pointer point is a
// whole number that stands for the area from itself to itself+1.
type Mapping struct {
	Origin        image.Point  // capture pixels: top left corner of the display
	PointerOrigin vision.Point // pointer points: the same corner
	// ScaleX and ScaleY are pointer points a capture pixel: 1 where both
	// count the same, 0.5 on a display captured at twice its points.
	ScaleX, ScaleY float64
}

// The limits of what Validate takes: no desktop is larger, no display scaled
// further, and arithmetic inside them is exact to far less than a point.
const (
	maxCoordinate = 1 << 20
	minScale      = 1.0 / 16
	maxScale      = 16
)

// FromDisplay returns the mapping of a display as its system tells it. Captures count in
// the pointer's unit, from its origin, on X11 (both are pixels of the root window) and on
// Windows with per-monitor awareness (both are physical pixels); elsewhere a display says
// which points it shows. CheckMapping tells whether it holds.
func FromDisplay(d screen.Display) Mapping {
	if d.Points.Empty() {
		return Between(d.Bounds, d.Bounds)
	}
	return Between(d.Bounds, d.Points)
}

// Between returns the mapping of a display that covers pixels on a capture and
// points for the pointer. Both must have an area.
func Between(pixels, points image.Rectangle) Mapping {
	return Mapping{
		Origin:        pixels.Min,
		PointerOrigin: vision.Point{X: float64(points.Min.X), Y: float64(points.Min.Y)},
		ScaleX:        float64(points.Dx()) / float64(pixels.Dx()),
		ScaleY:        float64(points.Dy()) / float64(pixels.Dy()),
	}
}

// Validate returns an error for a mapping that no display can have.
func (m Mapping) Validate() error {
	for _, v := range []float64{float64(m.Origin.X), float64(m.Origin.Y), m.PointerOrigin.X, m.PointerOrigin.Y} {
		if !(math.Abs(v) <= maxCoordinate) {
			return fmt.Errorf("the mapping's origin %g is not on any desktop", v)
		}
	}
	for _, v := range []float64{m.ScaleX, m.ScaleY} {
		if !(v >= minScale && v <= maxScale) {
			return fmt.Errorf("the mapping's scale %g is not one that a display has", v)
		}
	}
	return nil
}

// Point returns the pointer point whose area holds a place on a capture: it
// rounds down, so that the middle of a pixel lands on that pixel. A place on
// the edge of two points belongs to the one right of or below the edge.
func (m Mapping) Point(p vision.Point) image.Point {
	return image.Pt(whole(math.Floor(m.x(p.X))), whole(math.Floor(m.y(p.Y))))
}

// Pixel returns the place on a capture that lies in the middle of a pointer
// point's area. Point undoes it, and for a place v anywhere Pixel(Point(v)) is
// at most half a point away from v along either axis.
func (m Mapping) Pixel(p image.Point) vision.Point {
	return vision.Point{
		X: float64(m.Origin.X) + (float64(p.X)+0.5-m.PointerOrigin.X)/m.ScaleX,
		Y: float64(m.Origin.Y) + (float64(p.Y)+0.5-m.PointerOrigin.Y)/m.ScaleY,
	}
}

// PixelAt returns the whole pixel of a capture that Pixel lies on.
func (m Mapping) PixelAt(p image.Point) image.Point {
	at := m.Pixel(p)
	return image.Pt(whole(math.Floor(at.X)), whole(math.Floor(at.Y)))
}

// Inside returns the pointer points, Max exclusive, whose whole areas lie in r:
// the fence around a board. It is empty where r is smaller than a point.
func (m Mapping) Inside(r vision.Rect) image.Rectangle {
	in := image.Rectangle{
		Min: image.Pt(whole(math.Ceil(m.x(r.X))), whole(math.Ceil(m.y(r.Y)))),
		Max: image.Pt(whole(math.Floor(m.x(r.X+r.Width))), whole(math.Floor(m.y(r.Y+r.Height)))),
	}
	if in.Empty() {
		return image.Rectangle{}
	}
	return in
}

func (m Mapping) x(x float64) float64 { return m.PointerOrigin.X + (x-float64(m.Origin.X))*m.ScaleX }
func (m Mapping) y(y float64) float64 { return m.PointerOrigin.Y + (y-float64(m.Origin.Y))*m.ScaleY }

// whole converts to int, which is undefined for what does not fit: places off
// every desktop stay off every desktop.
func whole(v float64) int {
	const limit = 1 << 30
	if !(v > -limit) { // NaN too
		return -limit
	}
	return int(math.Min(v, limit))
}

// Pair is a place on a capture and the pointer point that belongs to it, as
// measured.
type Pair struct {
	Pixel vision.Point
	Point image.Point
}

// Fit returns the mapping that agrees best with measured pairs, by least
// squares along each axis, and how far the worst pair is from it, in points.
// It needs two pairs that differ in X and two that differ in Y; a residual
// above 1 means that no mapping explains the pairs.
func Fit(pairs []Pair) (m Mapping, residual float64, err error) {
	xs, ys := make([]sample, len(pairs)), make([]sample, len(pairs))
	for i, p := range pairs {
		// The pointer is somewhere in its point's area; the middle is the
		// guess that is wrong by least.
		xs[i] = sample{p.Pixel.X, float64(p.Point.X) + 0.5}
		ys[i] = sample{p.Pixel.Y, float64(p.Point.Y) + 0.5}
	}
	var okX, okY bool
	var centerX, centerY sample
	m.ScaleX, centerX, okX = line(xs)
	m.ScaleY, centerY, okY = line(ys)
	if !okX || !okY {
		return Mapping{}, 0, fault.Plain(
			"the pointer was measured at too few places to tell its scale", "measure at the corners of the board")
	}
	// Any point on the lines will do as origin; near the pairs it is exact.
	m.Origin = image.Pt(whole(math.Round(centerX.pixel)), whole(math.Round(centerY.pixel)))
	m.PointerOrigin = vision.Point{
		X: centerX.point + (float64(m.Origin.X)-centerX.pixel)*m.ScaleX,
		Y: centerY.point + (float64(m.Origin.Y)-centerY.pixel)*m.ScaleY,
	}
	for i := range pairs {
		residual = max(residual,
			math.Abs(m.x(xs[i].pixel)-xs[i].point),
			math.Abs(m.y(ys[i].pixel)-ys[i].point))
	}
	if err := m.Validate(); err != nil {
		return Mapping{}, residual, fault.Wrap(err, fault.Failed,
			"the pointer moves in a way that no display explains", "run `autoqueens doctor`")
	}
	return m, residual, nil
}

type sample struct{ pixel, point float64 }

// line fits point = center.point + slope * (pixel - center.pixel).
func line(samples []sample) (slope float64, center sample, ok bool) {
	n := float64(len(samples))
	for _, s := range samples {
		center.pixel += s.pixel / n
		center.point += s.point / n
	}
	var spread, shared float64
	for _, s := range samples {
		spread += (s.pixel - center.pixel) * (s.pixel - center.pixel)
		shared += (s.pixel - center.pixel) * (s.point - center.point)
	}
	// Closer than a pixel the pairs say nothing of the scale.
	if !(spread >= 0.5) {
		return 0, center, false
	}
	return shared / spread, center, true
}
