package webstyles

import (
	"image/color"
	"math/rand/v2"
	"slices"

	"github.com/lucasb-eyer/go-colorful"

	"autoqueens/internal/workshop/render"
)

// Colours, and the palettes that boards have.

// How things are dealt and colours written is the painter's.
var (
	between = render.Between
	chance  = render.Chance
	rgb     = render.Hex
	rgbs    = render.Hexes
)

func pick[T any](r *rand.Rand, values ...T) T { return render.Pick(r, values...) }

var black, white = rgb(0), rgb(0xFFFFFF)

// css writes a colour as style sheets do.
func css(c color.NRGBA) string {
	if c.A == 255 {
		return f("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return f("rgba(%d,%d,%d,%.2f)", c.R, c.G, c.B, float64(c.A)/255)
}

func alpha(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(255*a + 0.5)
	return c
}

// mix returns a with a share of b in it.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.NRGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: 255}
}

func lab(c color.NRGBA) colorful.Color {
	return colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}
}

// deltaE is how far apart two colours look, by CIEDE2000: 1 can just be seen
// side by side, 10 at a glance.
func deltaE(a, b color.NRGBA) float64 { return 100 * lab(a).DistanceCIEDE2000(lab(b)) }

// luma returns how light a colour is, 0 to 1.
func luma(c color.NRGBA) float64 { return render.Luma(c) / 255 }

// The palettes, by name.
const (
	linkedin = "linkedin"
	pastel   = "pastel"
	earthy   = "earthy"
	vivid    = "vivid"
	deep     = "deep" // dark colours
	material = "material"
	charts   = "charts" // as charts have them
	random   = "random"
	neon     = "neon"
	pale     = "pale" // barely coloured, under letters or lines
	greys    = "greys"
)

var fixed = map[string][]color.NRGBA{
	linkedin: rgbs(0xBBA3E2, 0xFFC992, 0x96BEFF, 0xB3DFA0, 0xDFDFDF, 0xFF7B60, 0xE6F388, 0xB9B29E, 0xDFA0BF, 0xA3D2D8, 0x62EFEA),
	earthy:   rgbs(0xC2A878, 0x8A5A44, 0x6B705C, 0xDDBEA9, 0xA5A58D, 0xB5651D, 0x4E6E58, 0xE6CCB2, 0x7F5539, 0x9C6644, 0x588157, 0xBC4B32),
	material: rgbs(0xEF5350, 0xAB47BC, 0x5C6BC0, 0x29B6F6, 0x26A69A, 0x9CCC65, 0xFFEE58, 0xFFA726, 0x8D6E63, 0xBDBDBD, 0xEC407A, 0x66BB6A),
	charts:   rgbs(0x4E79A7, 0xF28E2B, 0xE15759, 0x76B7B2, 0x59A14F, 0xEDC948, 0xB07AA1, 0xFF9DA7, 0x9C755F, 0xBAB0AC),
	vivid:    rgbs(0xE6194B, 0x3CB44B, 0xFFE119, 0x4363D8, 0xF58231, 0x911EB4, 0x46F0F0, 0xF032E6, 0xBCF60C, 0x008080, 0x9A6324, 0xFABEBE),
	neon:     rgbs(0xFF2E93, 0x39FF14, 0x00E5FF, 0xFFF01F, 0xBC13FE, 0xFF5F1F, 0x4D4DFF, 0xF5F5F5, 0x0FA37F, 0xB0303A),
	greys:    rgbs(0xFFFFFF, 0xDADADA, 0xB4B4B4, 0x8E8E8E),
}

// Apart is the least CIEDE2000 distance of two colours of a palette where its
// regions are told by colour alone. Boards of more than 12 rows have too many
// colours for it: they keep 60 % of it.
const Apart = 11

// dealt draws a colour at random from what a palette is like.
func dealt(r *rand.Rand, palette string) color.NRGBA {
	hcl := func(cLo, cHi, lLo, lHi float64) color.NRGBA {
		k := colorful.Hcl(360*r.Float64(), between(r, cLo, cHi), between(r, lLo, lHi)).Clamped()
		x, y, z := k.RGB255()
		return color.NRGBA{R: x, G: y, B: z, A: 255}
	}
	switch palette {
	case pastel:
		return hcl(0.08, 0.4, 0.76, 0.95)
	case deep:
		return hcl(0.05, 0.5, 0.14, 0.5)
	case earthy:
		return hcl(0.05, 0.4, 0.3, 0.85)
	case pale:
		return hcl(0.03, 0.16, 0.88, 0.97)
	case neon, vivid:
		return hcl(0.5, 1, 0.4, 0.95)
	}
	return color.NRGBA{R: uint8(r.IntN(256)), G: uint8(r.IntN(256)), B: uint8(r.IntN(256)), A: 255}
}

// colorsOf deals n colours of a palette, no two closer than least, or, where it
// has no room for as many, than what it has room for. Each is at least as light
// as darkest, from 0 to 1.
func colorsOf(r *rand.Rand, palette string, n int, least, darkest float64) []color.NRGBA {
	var out []color.NRGBA
	far := func(c color.NRGBA, least float64) bool {
		return luma(c) >= darkest && !slices.ContainsFunc(out, func(o color.NRGBA) bool { return deltaE(c, o) < least })
	}
	base := slices.Clone(fixed[palette])
	r.Shuffle(len(base), func(i, j int) { base[i], base[j] = base[j], base[i] })
	made := least
	if palette == linkedin { // which is what it is
		made = min(least, 6)
	}
	for _, c := range base {
		if len(out) < n && far(c, made) {
			out = append(out, c)
		}
	}
	for tries := 0; len(out) < n; tries++ {
		if c := dealt(r, palette); far(c, least-float64(tries)/400) {
			out = append(out, c)
		}
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
