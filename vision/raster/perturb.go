package raster

import (
	"image"
	"math"

	"golang.org/x/image/draw"

	"autoqueens/vision/parallel"
)

// Perturbation is a change of a picture after which its board must be read as before.
type Perturbation struct {
	flat  bool    // tones closer together
	Scale float64 // of its width and height
}

var (
	Flattened = Perturbation{flat: true, Scale: 1}
	// Rescaled ones smooth what they make larger or smaller, so that no pixel is what it
	// was: their factors are near 1, but put the lines between other pixels.
	Rescaled = []Perturbation{{Scale: 1.04}, {Scale: 0.96}}
)

// Of returns the changed picture.
func (s Perturbation) Of(p *Picture) *Picture {
	// A fourteenth less from black to white, and black a little lifted.
	const share, lift = 0.93, 9
	var tone [256]uint8
	for v := range tone {
		tone[v] = uint8(v)
		if s.flat {
			tone[v] = uint8(math.Round(lift + share*float64(v)))
		}
	}
	out := image.NewRGBA(p.Bounds())
	rows := func(from, to int) {
		for y := from; y < to; y++ {
			old, bent := p.Row(y), out.Pix[y*out.Stride:][:out.Stride]
			for i := 0; i+3 < len(bent) && i+3 < len(old); i += 4 {
				bent[i], bent[i+1], bent[i+2], bent[i+3] = tone[old[i]], tone[old[i+1]], tone[old[i+2]], 255
			}
		}
	}
	parallel.Both(func() { rows(0, p.H/2) }, func() { rows(p.H/2, p.H) })
	if w, h := s.Size(p); w != p.W || h != p.H {
		whole := out
		out = image.NewRGBA(image.Rect(0, 0, w, h))
		draw.ApproxBiLinear.Scale(out, out.Rect, whole, whole.Rect, draw.Src, nil)
	}
	return &Picture{Pix: out.Pix, Stride: out.Stride, W: out.Rect.Dx(), H: out.Rect.Dy()}
}

// Size returns that of the changed picture: it has whole pixels.
func (s Perturbation) Size(p *Picture) (w, h int) {
	return int(math.Round(float64(p.W) * s.Scale)), int(math.Round(float64(p.H) * s.Scale))
}

// Part returns the part of a picture inside r, sharing its pixels.
func (p *Picture) Part(r image.Rectangle) *Picture {
	r = r.Intersect(p.Bounds())
	return &Picture{Pix: p.Pix[r.Min.Y*p.Stride+4*r.Min.X:], Stride: p.Stride, W: r.Dx(), H: r.Dy(), Origin: r.Min}
}
