package render

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"github.com/disintegration/imaging"
)

// What happens to a picture on its way to the reader: compression, scaling,
// noise, and what displays and their settings do to colours.

// compressed returns the picture after JPEG at a quality.
func compressed(img image.Image, quality int) image.Image {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
		return img // too large for the format: no case is
	}
	out, err := jpeg.Decode(&buf)
	if err != nil {
		return img
	}
	return out
}

// resized returns the picture scaled, and the factors it was really scaled by:
// a picture has whole pixels.
func resized(img image.Image, factor float64, filter imaging.ResampleFilter) (out image.Image, fx, fy float64) {
	b := img.Bounds()
	w, h := int(math.Round(float64(b.Dx())*factor)), int(math.Round(float64(b.Dy())*factor))
	return imaging.Resize(img, w, h, filter), float64(w) / float64(b.Dx()), float64(h) / float64(b.Dy())
}

// noisy returns the picture with Gaussian noise on every channel.
func noisy(r *rand.Rand, img image.Image, sigma float64) image.Image {
	var deviates [1 << 12]float64 // drawing one for each channel takes long
	for i := range deviates {
		deviates[i] = r.NormFloat64() * sigma
	}
	return recolored(img, func(c color.NRGBA) color.NRGBA {
		d := r.Uint64()
		return color.NRGBA{
			R: clamp8(float64(c.R) + deviates[d&0xfff]),
			G: clamp8(float64(c.G) + deviates[d>>12&0xfff]),
			B: clamp8(float64(c.B) + deviates[d>>24&0xfff]),
			A: 255,
		}
	})
}

// recolored returns the picture with every pixel passed through f.
func recolored(img image.Image, f func(color.NRGBA) color.NRGBA) *image.NRGBA {
	out := imaging.Clone(img)
	for i := 0; i+3 < len(out.Pix); i += 4 {
		p := out.Pix[i : i+4 : i+4]
		c := f(color.NRGBA{R: p[0], G: p[1], B: p[2], A: 255})
		p[0], p[1], p[2], p[3] = c.R, c.G, c.B, 255
	}
	return out
}

// curves returns a recolouring that passes each channel through a function of
// its own, tabulated once.
func curves(f func(channel int, v float64) float64) func(color.NRGBA) color.NRGBA {
	var table [3][256]uint8
	for ch := range table {
		for v := range table[ch] {
			table[ch][v] = clamp8(f(ch, float64(v)))
		}
	}
	return func(c color.NRGBA) color.NRGBA {
		return color.NRGBA{R: table[0][c.R], G: table[1][c.G], B: table[2][c.B], A: 255}
	}
}

// warm is what a night filter does: less green, much less blue.
func warm(r *rand.Rand) func(color.NRGBA) color.NRGBA {
	g, b := 0.78+0.18*r.Float64(), 0.45+0.4*r.Float64()
	return curves(func(ch int, v float64) float64 { return v * [3]float64{1, g, b}[ch] })
}

// gamma bends all channels.
func gamma(r *rand.Rand) func(color.NRGBA) color.NRGBA {
	k := math.Exp(math.Log(0.7) + r.Float64()*math.Log(1.5/0.7))
	return curves(func(_ int, v float64) float64 { return 255 * math.Pow(v/255, k) })
}

// washed is what a screenshot of an HDR display looks like: black is grey and
// colours lie closer together.
func washed(r *rand.Rand) func(color.NRGBA) color.NRGBA {
	lo, hi := 20+70*r.Float64(), 225+30*r.Float64()
	return curves(func(_ int, v float64) float64 { return lo + (hi-lo)*v/255 })
}

// profiled is what a display's colour profile does: every channel takes a
// little of the others, and moves by up to about 17.
func profiled(r *rand.Rand) func(color.NRGBA) color.NRGBA {
	var leak, shift [3]float64
	for i := range leak {
		leak[i], shift[i] = 0.05*(r.Float64()-0.2), 20*(r.Float64()-0.5)
	}
	var shifts [3][256]float64 // by channel and value
	for i := range shifts {
		for v := range shifts[i] {
			shifts[i][v] = shift[i] * math.Sin(math.Pi*float64(v)/255)
		}
	}
	return func(c color.NRGBA) color.NRGBA {
		v := [3]float64{float64(c.R), float64(c.G), float64(c.B)}
		mean := (v[0] + v[1] + v[2]) / 3
		for i := range v {
			move := 2*leak[i]*(mean-v[i]) + shifts[i][int(v[i])]
			v[i] += max(-17, min(17, move))
		}
		return color.NRGBA{R: clamp8(v[0]), G: clamp8(v[1]), B: clamp8(v[2]), A: 255}
	}
}
