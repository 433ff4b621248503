package raster

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// Bounds on the pictures the reader takes. They keep its time and memory
// within reach of any machine; no screen is near them.
const (
	maxSide   = 32768
	maxPixels = 100_000_000
)

// Picture is the reader's view of an image: 8-bit red, green, blue and a byte
// that is ignored, four bytes a pixel, with (0,0) at its top left corner
// whatever the bounds of the image were.
type Picture struct {
	Pix    []uint8
	Stride int
	W, H   int
	Origin image.Point // where (0,0) lies in the image's own coordinates
	// Grain is by how much single pixels may still depart from what they show,
	// per channel; 0 where there is no noise.
	Grain int
	// Sharp is a view of the same picture in which small marks are not blurred;
	// nil where this is one.
	Sharp *Picture
	View  View // which view of the picture this is
}

// The pictures that the reader does not take.
var (
	errNoPicture = errors.New("there is no picture")
	errEmpty     = errors.New("the picture is empty")
	errTooLarge  = errors.New("the picture is larger than any screen")
)

// New gives access to the pixels of img. Captures (*image.RGBA) and
// opaque *image.NRGBA are used in place; everything else is copied once and
// put on white, as a viewer would show it.
func New(img image.Image) (*Picture, error) {
	if img == nil {
		return nil, errNoPicture
	}
	b := img.Bounds()
	switch {
	case b.Empty():
		return nil, errEmpty
	case TooLarge(b):
		return nil, errTooLarge
	}
	p := &Picture{W: b.Dx(), H: b.Dy(), Origin: b.Min}
	switch m := img.(type) {
	case *image.RGBA:
		if i := m.PixOffset(b.Min.X, b.Min.Y); fits(m.Pix, i, m.Stride, p.W, p.H) {
			p.Pix, p.Stride = m.Pix[i:], m.Stride
			return p, nil
		}
	case *image.NRGBA:
		if i := m.PixOffset(b.Min.X, b.Min.Y); fits(m.Pix, i, m.Stride, p.W, p.H) && m.Opaque() {
			p.Pix, p.Stride = m.Pix[i:], m.Stride
			return p, nil
		}
	case *image.Paletted:
		img = SafePalette(m)
	}
	flat := image.NewRGBA(p.Bounds())
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Over)
	p.Pix, p.Stride = flat.Pix, flat.Stride
	return p, nil
}

// TooLarge tells whether a picture is beyond the bounds above.
func TooLarge(b image.Rectangle) bool {
	return b.Dx() > maxSide || b.Dy() > maxSide || b.Dx()*b.Dy() > maxPixels
}

// fits tells whether w x h pixels of four bytes lie in pix from offset on. An
// image whose fields disagree is read through its At method instead.
func fits(pix []uint8, offset, stride, w, h int) bool {
	return offset >= 0 && stride >= 4*w && offset+(h-1)*stride+4*w <= len(pix)
}

// SafePalette returns m with a palette that has an entry for every index, so
// that a damaged file cannot index beyond it.
func SafePalette(m *image.Paletted) image.Image {
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

// Sharpest returns the view of the picture in which small marks are not blurred: itself where it has no other.
func (p *Picture) Sharpest() *Picture {
	if p.Sharp != nil {
		return p.Sharp
	}
	return p
}

// At returns the pixel at x, y, which must lie inside.
func (p *Picture) At(x, y int) RGB {
	i := y*p.Stride + 4*x
	return RGB{p.Pix[i], p.Pix[i+1], p.Pix[i+2]}
}

// Clamped returns the pixel nearest to x, y.
func (p *Picture) Clamped(x, y int) RGB {
	return p.At(min(max(x, 0), p.W-1), min(max(y, 0), p.H-1))
}

// Across returns n pixels from x, y on, to the right or down, packed as [Pixel] has them; it adds them to a list. What
// lies outside the picture has the colour of its rim.
func (p *Picture) Across(to []uint32, x, y, n int, down bool) []uint32 {
	dx, dy, step := 1, 0, 4
	if down {
		dx, dy, step = 0, 1, p.Stride
	}
	if p.Inside(x, y) && p.Inside(x+(n-1)*dx, y+(n-1)*dy) {
		for i := y*p.Stride + 4*x; n > 0; i, n = i+step, n-1 {
			to = append(to, Pixel(p.Pix[i:], 0))
		}
		return to
	}
	for ; n > 0; x, y, n = x+dx, y+dy, n-1 {
		to = append(to, p.Clamped(x, y).Packed())
	}
	return to
}

// Bounds are all pixels of the picture.
func (p *Picture) Bounds() image.Rectangle { return image.Rect(0, 0, p.W, p.H) }

// Inside tells whether x, y is a pixel of the picture.
func (p *Picture) Inside(x, y int) bool { return x >= 0 && y >= 0 && x < p.W && y < p.H }

// On returns a pixel of an upright line, or of one that lies.
func (p *Picture) On(upright bool, line, at int) RGB {
	if upright {
		return p.At(line, at)
	}
	return p.At(at, line)
}

// Near tells whether a pixel or one beside it has a colour: marks may lie between pixels.
func (p *Picture) Near(at image.Point, c RGB) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if Chebyshev(p.Clamped(at.X+dx, at.Y+dy), c) < LeastContrast {
				return true
			}
		}
	}
	return false
}

// Departures returns how far each pixel of a part of a picture, all of which lies in it, is from a ground, as [Chebyshev]
// has it, row by row, and how many are how far.
func (p *Picture) Departures(r image.Rectangle, ground RGB) (away []uint8, counts [256]int) {
	w := r.Dx()
	away = make([]uint8, w*r.Dy())
	own := NewFlat(ground, 0)
	plain := ground.Packed()
	last, d := plain, 0
	for y := range r.Dy() {
		row, line := away[y*w:(y+1)*w], p.Row(r.Min.Y + y)[4*r.Min.X:]
		for x := 0; x < w; {
			end := own.End(line, x, w) // most pixels are of the ground
			counts[0] += end - x
			for x = end; x < w; x++ {
				c := Pixel(line, x)
				if c == plain {
					break
				}
				if c != last {
					last, d = c, Chebyshev(Unpacked(c), ground)
				}
				row[x] = uint8(d)
				counts[d]++
			}
		}
	}
	return away, counts
}

// Clone returns a copy of the picture with pixels of its own, to be painted on.
func (p *Picture) Clone() *Picture {
	c := *p
	c.Pix = slices.Clone(p.Pix)
	return &c
}

// CloneWithin returns such a copy of an area of the picture, which lies in it: a board is a small
// part of a screen.
func (p *Picture) CloneWithin(area image.Rectangle) *Picture {
	c := *p
	c.W, c.H, c.Stride, c.Origin = area.Dx(), area.Dy(), 4*area.Dx(), p.Origin.Add(area.Min)
	c.Pix = make([]uint8, c.H*c.Stride)
	for y := range c.H {
		copy(c.Row(y), p.Row(area.Min.Y + y)[4*area.Min.X:])
	}
	return &c
}

// Paste puts the pixels of a part of the same picture where they lie, those of an area of that part.
func (p *Picture) Paste(part *Picture, area image.Rectangle) {
	at := part.Origin.Sub(p.Origin)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		copy(p.Row(at.Y + y)[4*(at.X+area.Min.X):4*(at.X+area.Max.X)], part.Row(y)[4*area.Min.X:])
	}
}
