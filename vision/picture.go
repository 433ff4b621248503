package vision

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
)

// Bounds on the pictures the reader takes. They keep its time and memory
// within reach of any machine; no screen is near them.
const (
	maxSide   = 32768
	maxPixels = 100_000_000
)

// picture is the reader's view of an image: 8-bit red, green, blue and a byte
// that is ignored, four bytes a pixel, with (0,0) at its top left corner
// whatever the bounds of the image were.
type picture struct {
	pix    []uint8
	stride int
	w, h   int
	origin image.Point // where (0,0) lies in the image's own coordinates
	// grain is by how much single pixels may still depart from what they show,
	// per channel; 0 where there is no noise.
	grain int
	// sharp is a view of the same picture in which small marks are not blurred;
	// nil where this is one.
	sharp *picture
	look  look // which view of the picture this is
}

// The pictures that the reader does not take.
var (
	errNoPicture = errors.New("there is no picture")
	errEmpty     = errors.New("the picture is empty")
	errTooLarge  = errors.New("the picture is larger than any screen")
)

// newPicture gives access to the pixels of img. Captures (*image.RGBA) and
// opaque *image.NRGBA are used in place; everything else is copied once and
// put on white, as a viewer would show it.
func newPicture(img image.Image) (*picture, error) {
	if img == nil {
		return nil, errNoPicture
	}
	b := img.Bounds()
	switch {
	case b.Empty():
		return nil, errEmpty
	case tooLarge(b):
		return nil, errTooLarge
	}
	p := &picture{w: b.Dx(), h: b.Dy(), origin: b.Min}
	switch m := img.(type) {
	case *image.RGBA:
		if i := m.PixOffset(b.Min.X, b.Min.Y); fits(m.Pix, i, m.Stride, p.w, p.h) {
			p.pix, p.stride = m.Pix[i:], m.Stride
			return p, nil
		}
	case *image.NRGBA:
		if i := m.PixOffset(b.Min.X, b.Min.Y); fits(m.Pix, i, m.Stride, p.w, p.h) && m.Opaque() {
			p.pix, p.stride = m.Pix[i:], m.Stride
			return p, nil
		}
	case *image.Paletted:
		img = safePalette(m)
	}
	flat := image.NewRGBA(image.Rect(0, 0, p.w, p.h))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Over)
	p.pix, p.stride = flat.Pix, flat.Stride
	return p, nil
}

// tooLarge tells whether a picture is beyond the bounds above.
func tooLarge(b image.Rectangle) bool {
	return b.Dx() > maxSide || b.Dy() > maxSide || b.Dx()*b.Dy() > maxPixels
}

// fits tells whether w x h pixels of four bytes lie in pix from offset on. An
// image whose fields disagree is read through its At method instead.
func fits(pix []uint8, offset, stride, w, h int) bool {
	return offset >= 0 && stride >= 4*w && offset+(h-1)*stride+4*w <= len(pix)
}

// safePalette returns m with a palette that has an entry for every index, so
// that a damaged file cannot index beyond it.
func safePalette(m *image.Paletted) image.Image {
	if len(m.Palette) == 256 {
		return m
	}
	full := make(color.Palette, 256)
	for i := range full {
		full[i] = color.Black
		if i < len(m.Palette) {
			full[i] = m.Palette[i]
		}
	}
	c := *m
	c.Palette = full
	return &c
}

// at returns the pixel at x, y, which must lie inside.
func (p *picture) at(x, y int) rgb {
	i := y*p.stride + 4*x
	return rgb{p.pix[i], p.pix[i+1], p.pix[i+2]}
}

// clamped returns the pixel nearest to x, y.
func (p *picture) clamped(x, y int) rgb {
	return p.at(min(max(x, 0), p.w-1), min(max(y, 0), p.h-1))
}

// inside tells whether x, y is a pixel of the picture.
func (p *picture) inside(x, y int) bool { return x >= 0 && y >= 0 && x < p.w && y < p.h }

// on returns a pixel of an upright line, or of one that lies.
func (p *picture) on(upright bool, line, at int) rgb {
	if upright {
		return p.at(line, at)
	}
	return p.at(at, line)
}

// near tells whether a pixel or one beside it has a colour: marks may lie between pixels.
func (p *picture) near(at image.Point, c rgb) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if apart(p.clamped(at.X+dx, at.Y+dy), c) < faintest {
				return true
			}
		}
	}
	return false
}
