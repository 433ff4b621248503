package vision

import (
	"image"
	"math"

	"golang.org/x/image/draw"
)

// slight is a change of a picture after which its board must be read as before.
type slight struct {
	flat  bool    // tones closer together
	scale float64 // of its width and height
}

var (
	flatter = slight{flat: true, scale: 1}
	// scaled ones smooth what they make larger or smaller, so that no pixel is what it
	// was: their factors are near 1, but put the lines between other pixels.
	scaled = []slight{{scale: 1.04}, {scale: 0.96}}
)

// of returns the changed picture.
func (s slight) of(p *picture) *picture {
	// A fourteenth less from black to white, and black a little lifted.
	const share, lift = 0.93, 9
	var tone [256]uint8
	for v := range tone {
		tone[v] = uint8(v)
		if s.flat {
			tone[v] = uint8(math.Round(lift + share*float64(v)))
		}
	}
	out := image.NewRGBA(image.Rect(0, 0, p.w, p.h))
	rows := func(from, to int) {
		for y := from; y < to; y++ {
			old, bent := p.line(y), out.Pix[y*out.Stride:][:out.Stride]
			for i := 0; i+3 < len(bent) && i+3 < len(old); i += 4 {
				bent[i], bent[i+1], bent[i+2], bent[i+3] = tone[old[i]], tone[old[i+1]], tone[old[i+2]], 255
			}
		}
	}
	both(func() { rows(0, p.h/2) }, func() { rows(p.h/2, p.h) })
	if w, h := s.size(p); w != p.w || h != p.h {
		whole := out
		out = image.NewRGBA(image.Rect(0, 0, w, h))
		draw.ApproxBiLinear.Scale(out, out.Rect, whole, whole.Rect, draw.Src, nil)
	}
	return &picture{pix: out.Pix, stride: out.Stride, w: out.Rect.Dx(), h: out.Rect.Dy()}
}

// size returns that of the changed picture: it has whole pixels.
func (s slight) size(p *picture) (w, h int) {
	return int(math.Round(float64(p.w) * s.scale)), int(math.Round(float64(p.h) * s.scale))
}

// part returns the part of a picture inside r, sharing its pixels.
func (p *picture) part(r image.Rectangle) *picture {
	r = r.Intersect(image.Rect(0, 0, p.w, p.h))
	return &picture{pix: p.pix[r.Min.Y*p.stride+4*r.Min.X:], stride: p.stride, w: r.Dx(), h: r.Dy(), origin: r.Min}
}
