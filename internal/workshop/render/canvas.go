package render

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

// canvas is a picture being drawn. It is opaque throughout; coordinates are
// sub-pixel, a pixel's centre lies at half coordinates.
type canvas struct{ *image.RGBA }

func newCanvas(width, height int, ground color.NRGBA) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	draw.Draw(c.RGBA, c.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// point is a place on the canvas.
type point struct{ x, y float64 }

// blend lays colour k over a pixel, cover in 0..1 of it. Places off the canvas
// are ignored.
func (c canvas) blend(x, y int, k color.NRGBA, cover float64) {
	if !(image.Point{X: x, Y: y}).In(c.Rect) {
		return
	}
	a := cover * float64(k.A) / 255
	p := c.Pix[c.PixOffset(x, y):]
	p[0] = mix8(p[0], k.R, a)
	p[1] = mix8(p[1], k.G, a)
	p[2] = mix8(p[2], k.B, a)
}

// mix8 returns the value a of the way from p to q.
func mix8(p, q uint8, a float64) uint8 {
	return uint8(float64(p) + (float64(q)-float64(p))*a + 0.5)
}

// mix returns the colour a of the way from p to q, opaque.
func mix(p, q color.NRGBA, a float64) color.NRGBA {
	return color.NRGBA{R: mix8(p.R, q.R, a), G: mix8(p.G, q.G, a), B: mix8(p.B, q.B, a), A: 255}
}

// rect fills a rectangle; pixels it covers in part are blended.
func (c canvas) rect(x0, y0, x1, y1 float64, k color.NRGBA) {
	x0, y0 = max(x0, float64(c.Rect.Min.X)), max(y0, float64(c.Rect.Min.Y))
	x1, y1 = min(x1, float64(c.Rect.Max.X)), min(y1, float64(c.Rect.Max.Y))
	if x0 >= x1 || y0 >= y1 {
		return
	}
	for y := int(math.Floor(y0)); float64(y) < y1; y++ {
		cy := min(y1, float64(y+1)) - max(y0, float64(y))
		for x := int(math.Floor(x0)); float64(x) < x1; x++ {
			cover := cy * (min(x1, float64(x+1)) - max(x0, float64(x)))
			if cover > 0.998 && k.A == 255 {
				p := c.Pix[c.PixOffset(x, y):]
				p[0], p[1], p[2] = k.R, k.G, k.B
				continue
			}
			c.blend(x, y, k, cover)
		}
	}
}

// outline draws a rectangle's rim, width pixels wide, inside its edges.
func (c canvas) outline(x0, y0, x1, y1, width float64, k color.NRGBA) {
	c.rect(x0, y0, x1, y0+width, k)
	c.rect(x0, y1-width, x1, y1, k)
	c.rect(x0, y0+width, x0+width, y1-width, k)
	c.rect(x1-width, y0+width, x1, y1-width, k)
}

// fill fills the shape that trace draws, anti-aliased. The shape must lie
// within the box given.
func (c canvas) fill(box [4]float64, k color.NRGBA, trace func(z *vector.Rasterizer, at func(x, y float64) (float32, float32))) {
	r := image.Rect(int(math.Floor(box[0]))-1, int(math.Floor(box[1]))-1, int(math.Ceil(box[2]))+1, int(math.Ceil(box[3]))+1)
	if r.Intersect(c.Rect).Empty() || r.Dx() > 1<<13 || r.Dy() > 1<<13 {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	z.DrawOp = draw.Over
	trace(z, func(x, y float64) (float32, float32) {
		return float32(x - float64(r.Min.X)), float32(y - float64(r.Min.Y))
	})
	clipped := r.Intersect(c.Rect)
	if clipped == r {
		z.Draw(c.RGBA, r, image.NewUniform(k), image.Point{})
		return
	}
	// The rasterizer draws its own origin at the corner of the target, so a
	// shape that leaves the canvas goes through a mask.
	mask := image.NewAlpha(image.Rect(0, 0, r.Dx(), r.Dy()))
	z.DrawOp = draw.Src
	z.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	draw.DrawMask(c.RGBA, clipped, image.NewUniform(k), image.Point{}, mask, clipped.Min.Sub(r.Min), draw.Over)
}

// polygon fills a closed polygon.
func (c canvas) polygon(k color.NRGBA, pts ...point) {
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range pts {
		box[0], box[1] = min(box[0], p.x), min(box[1], p.y)
		box[2], box[3] = max(box[2], p.x), max(box[3], p.y)
	}
	c.fill(box, k, func(z *vector.Rasterizer, at func(x, y float64) (float32, float32)) {
		for i, p := range pts {
			if i == 0 {
				z.MoveTo(at(p.x, p.y))
				continue
			}
			z.LineTo(at(p.x, p.y))
		}
		z.ClosePath()
	})
}

// stroke draws a straight line of the given width.
func (c canvas) stroke(a, b point, width float64, k color.NRGBA) {
	dx, dy := b.x-a.x, b.y-a.y
	d := math.Hypot(dx, dy)
	if d == 0 {
		return
	}
	nx, ny := -dy/d*width/2, dx/d*width/2
	c.polygon(k, point{a.x + nx, a.y + ny}, point{b.x + nx, b.y + ny}, point{b.x - nx, b.y - ny}, point{a.x - nx, a.y - ny})
}

// strokes draws a polygon's rim, its corners filled.
func (c canvas) strokes(width float64, k color.NRGBA, pts ...point) {
	for i, p := range pts {
		c.stroke(p, pts[(i+1)%len(pts)], width, k)
		c.disc(p, width/2, k)
	}
}

// arc is the share of a radius at which the handle of a cubic curve stands
// that follows a quarter of a circle.
const arc = 0.5523

// rounded fills a rectangle with round corners.
func (c canvas) rounded(x0, y0, x1, y1, radius float64, k color.NRGBA) {
	radius = max(0, min(radius, (x1-x0)/2, (y1-y0)/2))
	if radius < 0.3 {
		c.rect(x0, y0, x1, y1, k)
		return
	}
	if s := math.Ceil(radius); k.A == 255 && x1-x0 > 4*s+8 && y1-y0 > 4*s+8 {
		// A large plate: only its corners need the rasterizer.
		l, t, rt, bt := math.Ceil(x0)+s, math.Ceil(y0)+s, math.Floor(x1)-s, math.Floor(y1)-s
		c.rect(l, y0, rt, y1, k)
		c.rect(x0, t, l, bt, k)
		c.rect(rt, t, x1, bt, k)
		for _, corner := range [...][4]float64{{x0, y0, l, t}, {rt, y0, x1, t}, {x0, bt, l, y1}, {rt, bt, x1, y1}} {
			c.within(corner[0], corner[1], corner[2], corner[3]).roundedWhole(
				max(x0, corner[0]-2*s-2), max(y0, corner[1]-2*s-2), min(x1, corner[2]+2*s+2), min(y1, corner[3]+2*s+2), radius, k)
		}
		return
	}
	c.roundedWhole(x0, y0, x1, y1, radius, k)
}

// roundedWhole fills a rectangle with round corners in one go.
func (c canvas) roundedWhole(x0, y0, x1, y1, radius float64, k color.NRGBA) {
	c.fill([4]float64{x0, y0, x1, y1}, k, func(z *vector.Rasterizer, at func(x, y float64) (float32, float32)) {
		h := radius * (1 - arc)
		curve := func(ax, ay, bx, by, ex, ey float64) {
			px, py := at(ax, ay)
			qx, qy := at(bx, by)
			rx, ry := at(ex, ey)
			z.CubeTo(px, py, qx, qy, rx, ry)
		}
		z.MoveTo(at(x0+radius, y0))
		z.LineTo(at(x1-radius, y0))
		curve(x1-h, y0, x1, y0+h, x1, y0+radius)
		z.LineTo(at(x1, y1-radius))
		curve(x1, y1-h, x1-h, y1, x1-radius, y1)
		z.LineTo(at(x0+radius, y1))
		curve(x0+h, y1, x0, y1-h, x0, y1-radius)
		z.LineTo(at(x0, y0+radius))
		curve(x0, y0+h, x0+h, y0, x0+radius, y0)
		z.ClosePath()
	})
}

// pill draws a rounded rectangle with a rim.
func (c canvas) pill(x0, y0, x1, y1, radius, rim float64, inner, outer color.NRGBA) {
	c.rounded(x0, y0, x1, y1, radius, outer)
	c.rounded(x0+rim, y0+rim, x1-rim, y1-rim, radius-rim, inner)
}

// disc fills a circle.
func (c canvas) disc(at point, radius float64, k color.NRGBA) {
	c.rounded(at.x-radius, at.y-radius, at.x+radius, at.y+radius, radius, k)
}
