package raster

import (
	"image"

	"autoqueens/vision/num"
)

// Point is a place in a picture in pixels, sub-pixel. A pixel's centre lies at
// half coordinates: the first pixel covers 0 to 1. Coordinates are those of
// the picture's own bounds, which need not start at zero.
type Point struct{ X, Y float64 }

// Rect is an axis-parallel rectangle in pixels of the picture, sub-pixel.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Image returns the smallest whole-pixel rectangle that covers r.
func (r Rect) Image() image.Rectangle {
	return image.Rect(num.Floor(r.X), num.Floor(r.Y), num.Ceil(r.X+r.Width), num.Ceil(r.Y+r.Height))
}

// Inset returns the rectangle without a share of it along each side.
func (r Rect) Inset(share float64) Rect {
	return Rect{X: r.X + share*r.Width, Y: r.Y + share*r.Height, Width: (1 - 2*share) * r.Width, Height: (1 - 2*share) * r.Height}
}

func (r Rect) Area() float64 { return r.Width * r.Height }

// Overlap returns the area that two rectangles have in common.
func (r Rect) Overlap(s Rect) float64 {
	w := min(r.X+r.Width, s.X+s.Width) - max(r.X, s.X)
	h := min(r.Y+r.Height, s.Y+s.Height) - max(r.Y, s.Y)
	return max(0, w) * max(0, h)
}
