package webstyles

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"github.com/disintegration/imaging"

	"autoqueens/internal/workshop/render"
)

// What happens to a photograph before a reader sees it. The two that hide part
// of the board are in hidden.go.

// The spoilings.
const (
	Clean   = "none"
	JPEG    = "jpeg"    // quality 50 to 85
	Scaled  = "scaled"  // by 0.6 to 1.6, smoothed
	Nearest = "nearest" // by 0.6 to 1.6, as remote desktops do
	Noise   = "noise"   // Gaussian
	Night   = "night"   // a night filter
	Dim     = "dim"     // a display turned down
	Cut     = "cut"     // rows or columns out of sight
	Covered = "covered" // something over part of the board
)

// Spoilings lists them in the order of tables.
var Spoilings = []string{Clean, JPEG, Scaled, Nearest, Noise, Night, Dim, Cut, Covered}

// dealSpoiling deals one: none for three fifths of the pictures.
func dealSpoiling(r *rand.Rand, board bool) string {
	share := map[string]int{Clean: 60, JPEG: 6, Scaled: 6, Nearest: 4, Noise: 4, Night: 4, Dim: 4, Cut: 6, Covered: 6}
	k := r.IntN(100)
	for _, name := range Spoilings {
		if k -= share[name]; k < 0 {
			if !board && (name == Cut || name == Covered) {
				return Clean
			}
			return name
		}
	}
	return Clean
}

// condition is what a spoiling did, as far as it limits what can be read.
type condition struct {
	factor  float64
	nearest bool
	quality int
	noise   float64
}

// spoil returns the picture as the reader sees it, and where the lattice went.
func (s *sheet) spoil(img *image.RGBA, at render.Rect) (image.Image, render.Rect, condition) {
	r, c := s.r, condition{factor: 1}
	switch s.spoiling {
	case JPEG:
		c.quality = 50 + r.IntN(36)
		return compressed(img, c.quality), at, c
	case Scaled, Nearest:
		filter := imaging.Linear
		if s.spoiling == Nearest {
			filter, c.nearest = imaging.NearestNeighbor, true
		}
		c.factor = between(r, 0.6, 1.6)
		b := img.Rect
		w, h := math.Round(float64(b.Dx())*c.factor), math.Round(float64(b.Dy())*c.factor)
		fx, fy := w/float64(b.Dx()), h/float64(b.Dy())
		return imaging.Resize(img, int(w), int(h), filter), render.Rect{X: at.X * fx, Y: at.Y * fy, Width: at.Width * fx, Height: at.Height * fy}, c
	case Noise:
		c.noise = between(r, 2, 9)
		return noisy(r, img, c.noise), at, c
	case Night:
		return toned(img, [3]float64{1, between(r, 0.78, 0.96), between(r, 0.45, 0.85)}), at, c
	case Dim:
		k := between(r, 0.4, 0.85)
		return toned(img, [3]float64{k, k, k}), at, c
	}
	return img, at, c
}

func compressed(img image.Image, quality int) image.Image {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
		return img // too large for the format: no screen is
	}
	out, err := jpeg.Decode(&buf)
	if err != nil {
		return img
	}
	return out
}

func clamp(v float64) uint8 { return uint8(max(0, min(255, v+0.5))) }

func noisy(r *rand.Rand, img *image.RGBA, sigma float64) *image.RGBA {
	var deviates [1 << 12]float64 // dealing one for each channel takes long
	for i := range deviates {
		deviates[i] = r.NormFloat64() * sigma
	}
	out := image.NewRGBA(img.Rect)
	for i := 0; i+3 < len(img.Pix); i += 4 {
		d := r.Uint64()
		for ch := range 3 {
			out.Pix[i+ch] = clamp(float64(img.Pix[i+ch]) + deviates[d>>(12*ch)&0xfff])
		}
		out.Pix[i+3] = 255
	}
	return out
}

// toned multiplies the channels.
func toned(img *image.RGBA, by [3]float64) *image.RGBA {
	var table [3][256]uint8
	for ch := range table {
		for v := range table[ch] {
			table[ch][v] = clamp(float64(v) * by[ch])
		}
	}
	out := image.NewRGBA(img.Rect)
	for i := 0; i+3 < len(img.Pix); i += 4 {
		for ch := range 3 {
			out.Pix[i+ch] = table[ch][img.Pix[i+ch]]
		}
		out.Pix[i+3] = 255
	}
	return out
}
