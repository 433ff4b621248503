package render

import (
	"image/color"
	"math"
	"math/rand/v2"
)

// hex returns an opaque colour from 0xRRGGBB.
func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

func hexes(v ...uint32) []color.NRGBA {
	out := make([]color.NRGBA, len(v))
	for i := range v {
		out[i] = hex(v[i])
	}
	return out
}

var (
	black = hex(0x000000)
	white = hex(0xffffff)

	livePalette  = hexes(0xBBA3E2, 0xFFC992, 0x96BEFF, 0xB3DFA0, 0xDFDFDF, 0xFF7B60, 0xE6F388, 0xB9B29E, 0xDFA0BF, 0xA3D2D8, 0x62EFEA)
	olderPalette = hexes(0xB398DE, 0xFDC186, 0x8AB5FD, 0xA9DA96, 0xDADADA, 0xFE6F55, 0xE1F07D, 0xAFA893, 0xD996B7, 0x98CCD2, 0x57ECE5)
)

// The palettes a board may have.
const (
	Live      = "live"      // the game's own
	Older     = "older"     // the game's former one
	ClosePair = "close"     // two regions 13 apart, as on the signed-out page
	Pastel    = "pastel"    // random light colours
	Saturated = "saturated" // random full colours
	Muted     = "muted"     // random greyish colours
	Twins     = "twins"     // one colour for two regions
	PageTwin  = "page"      // one region in the page's colour
)

// apart returns the Euclidean distance of two colours in RGB.
func apart(a, b color.NRGBA) float64 {
	dr, dg, db := float64(a.R)-float64(b.R), float64(a.G)-float64(b.G), float64(a.B)-float64(b.B)
	return math.Sqrt(dr*dr + dg*dg + db*db)
}

// luma returns how light a colour is, 0 to 255.
func luma(c color.NRGBA) float64 {
	return 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)
}

// regionColors deals the colours of a palette to n regions.
func regionColors(r *rand.Rand, palette string, n int, page color.NRGBA) []color.NRGBA {
	switch palette {
	case Live, Older, ClosePair, Twins, PageTwin:
		base := livePalette
		if palette == Older {
			base = olderPalette
		}
		colors := make([]color.NRGBA, 0, n)
		for _, i := range r.Perm(len(base)) {
			if len(colors) < n {
				colors = append(colors, base[i])
			}
		}
		colors = spread(r, colors, n, 34, func() color.NRGBA { return hsv(r.Float64(), 0.2+0.6*r.Float64(), 0.75+0.25*r.Float64()) })
		i, j := 0, 1+r.IntN(n-1)
		switch palette {
		case ClosePair:
			colors[j] = near(r, colors[i], 13)
		case Twins:
			colors[j] = colors[i]
		case PageTwin:
			colors[i] = page
		}
		return colors
	case Saturated:
		return spread(r, nil, n, 45, func() color.NRGBA { return hsv(r.Float64(), 0.55+0.45*r.Float64(), 0.5+0.5*r.Float64()) })
	case Muted:
		return spread(r, nil, n, 19, func() color.NRGBA { return hsv(r.Float64(), 0.05+0.35*r.Float64(), 0.45+0.45*r.Float64()) })
	default:
		return spread(r, nil, n, 26, func() color.NRGBA { return hsv(r.Float64(), 0.1+0.4*r.Float64(), 0.82+0.18*r.Float64()) })
	}
}

// spread adds colours from draw until there are n, none closer to another
// than least, or than what the space of colours leaves room for.
func spread(r *rand.Rand, colors []color.NRGBA, n int, least float64, draw func() color.NRGBA) []color.NRGBA {
	for tries := 0; len(colors) < n; tries++ {
		c := draw()
		room := least * math.Pow(0.995, float64(max(0, tries-100)))
		far := true
		for _, o := range colors {
			far = far && apart(c, o) >= room
		}
		if far {
			colors = append(colors, c)
		}
	}
	r.Shuffle(n, func(i, j int) { colors[i], colors[j] = colors[j], colors[i] })
	return colors
}

// near returns a colour about d away from c.
func near(r *rand.Rand, c color.NRGBA, d float64) color.NRGBA {
	for {
		x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		s := d / math.Sqrt(x*x+y*y+z*z)
		o := color.NRGBA{R: clamp8(float64(c.R) + x*s), G: clamp8(float64(c.G) + y*s), B: clamp8(float64(c.B) + z*s), A: 255}
		if a := apart(c, o); a > d-1 && a < d+1 {
			return o
		}
	}
}

func clamp8(v float64) uint8 { return uint8(max(0, min(255, v+0.5))) }

// scaled returns c with its channels multiplied by f.
func scaled(c color.NRGBA, f float64) color.NRGBA {
	return color.NRGBA{R: clamp8(float64(c.R) * f), G: clamp8(float64(c.G) * f), B: clamp8(float64(c.B) * f), A: 255}
}

// hsv returns the colour of a hue, saturation and value, each from 0 to 1.
func hsv(h, s, v float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		k := math.Mod(shift+6*h, 6)
		return clamp8(255 * (v - v*s*max(0, min(k, 4-k, 1))))
	}
	return color.NRGBA{R: channel(5), G: channel(3), B: channel(1), A: 255}
}
