package render

import (
	"image"
	"image/color"
	"math/rand/v2"
)

// Decoys are the pictures that hold no whole board, by name, in a fixed order.
var Decoys = []string{
	"calendar", "sudoku", "tango", "zip", "patches", "patches-solved", "chess", "heat-map", "swatches",
	"photo", "code", "prose", "cut-left", "cut-right", "cut-top", "cut-bottom", "half-covered", "result-card", "blank",
}

// Decoy draws a picture that must be refused.
func Decoy(seed uint64, number int, name string) Picture {
	r := generator(seed, number, 100)
	why := "it shows no board"
	side := between(r, 240, 620)
	c := newCanvas(int(side), int(side*between(r, 0.97, 1.03)), hex(0xF9FAFB))
	box := func(draw clutter) {
		m := between(r, 4, 30)
		draw(r, c, m, m, float64(c.Rect.Dx())-m, float64(c.Rect.Dy())-m)
	}
	var img image.Image = c.RGBA
	switch name {
	case "calendar":
		box(calendar)
	case "sudoku":
		box(sudoku)
	case "tango":
		box(tango)
	case "zip":
		box(zip)
	case "patches":
		box(func(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) { patches(r, c, x0, y0, x1, y1, 0.5) })
	case "patches-solved":
		box(func(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) { patches(r, c, x0, y0, x1, y1, 1) })
	case "chess":
		box(chess)
	case "heat-map":
		box(heatMap)
	case "swatches":
		box(swatches)
	case "photo":
		box(photo)
	case "code":
		box(codeEditor)
	case "prose":
		box(prose)
	case "cut-left", "cut-right", "cut-top", "cut-bottom", "half-covered", "result-card":
		img, why = broken(r, name)
	}
	return Picture{
		Name: Name(seed, number, name), Image: img, Truth: Truth{Demand: Refuse, Why: why},
		Kinds: Kinds{Scene: NoBoard, Variant: name},
	}
}

// broken draws a board of the usual kind of which something is hidden.
func broken(r *rand.Rand, name string) (image.Image, string) {
	var s *Spec
	for s == nil || !s.marksBorders() || s.PitchX < 18 || s.PitchX > 60 {
		s, _ = newSpec(r, Crop)
	}
	img := s.picture(r, Crop)
	b, w, h := s.bounds(), img.Rect.Dx(), img.Rect.Dy()
	lost := (1 + float64(r.IntN(s.size()/2)) + between(r, 0.2, 0.8)) * s.PitchX
	outside := "rows or columns lie outside the picture"
	switch name {
	case "cut-left":
		return img.SubImage(image.Rect(int(b.X+lost), 0, w, h)), outside
	case "cut-right":
		return img.SubImage(image.Rect(0, 0, int(b.X+b.Width-lost), h)), outside
	case "cut-top":
		return img.SubImage(image.Rect(0, int(b.Y+lost), w, h)), outside
	case "cut-bottom":
		return img.SubImage(image.Rect(0, 0, w, int(b.Y+b.Height-lost))), outside
	}
	c := canvas{img}
	y0 := b.Y + 0.55*b.Height
	if name == "result-card" {
		y0 = b.Y + 0.12*b.Height
	}
	card(r, c, b.X-2, y0, b.X+b.Width+2, b.Y+b.Height+2, max(0.7, s.Scale), s.Dark)
	return img, "something hides whole cells"
}

func chess(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	x, y, side := square(x0, y0, x1, y1)
	p := side / 8
	light, dark := hex(0xF0D9B5), hex(0xB58863)
	if chance(r, 0.5) {
		light, dark = hex(0xEEEED2), hex(0x769656)
	}
	for i := range 64 {
		cx, cy := x+float64(i%8)*p, y+float64(i/8)*p
		k := light
		if (i%8+i/8)%2 == 1 {
			k = dark
		}
		c.rect(cx, cy, cx+p, cy+p, k)
		if i < 16 || i >= 48 {
			ink := black
			if i >= 48 {
				ink = white
			}
			crownShape(c, point{cx + p/2, cy + p/2}, 0.6*p, ink, 0)
		}
	}
}

// patches has a grid tiled by coloured rectangles, each with its number of
// cells; share of them are already drawn. The tiles never number as many as
// the rows.
func patches(r *rand.Rand, c canvas, x0, y0, x1, y1 float64, share float64) {
	n := 6 + r.IntN(3)
	tiles := tile(r, n)
	for len(tiles) == n {
		tiles = tile(r, n)
	}
	x, y, side := square(x0, y0, x1, y1)
	p := side / float64(n)
	c.rect(x, y, x+side, y+side, white)
	gridLines(c, x, y, p, n, func(int) (float64, color.NRGBA) { return 1, hex(0xC8C8C8) })
	for i, t := range tiles {
		k := livePalette[i%len(livePalette)]
		tx0, ty0 := x+float64(t.Min.X)*p, y+float64(t.Min.Y)*p
		tx1, ty1 := x+float64(t.Max.X)*p, y+float64(t.Max.Y)*p
		if chance(r, share) {
			c.pill(tx0+1, ty0+1, tx1-1, ty1-1, 0.14*p, max(1.5, 0.06*p), k, scaled(k, 0.6))
		}
		c.centered(bold, tx0+p/2, ty0+p/2, 0.42*p, black, string(rune('0'+min(9, t.Dx()*t.Dy()))))
	}
}

// tile cuts an n x n grid into rectangles.
func tile(r *rand.Rand, n int) []image.Rectangle {
	var out []image.Rectangle
	var split func(t image.Rectangle)
	split = func(t image.Rectangle) {
		if t.Dx()*t.Dy() <= 2+r.IntN(5) {
			out = append(out, t)
			return
		}
		if t.Dx() > t.Dy() {
			x := t.Min.X + 1 + r.IntN(t.Dx()-1)
			split(image.Rect(t.Min.X, t.Min.Y, x, t.Max.Y))
			split(image.Rect(x, t.Min.Y, t.Max.X, t.Max.Y))
			return
		}
		y := t.Min.Y + 1 + r.IntN(t.Dy()-1)
		split(image.Rect(t.Min.X, t.Min.Y, t.Max.X, y))
		split(image.Rect(t.Min.X, y, t.Max.X, t.Max.Y))
	}
	split(image.Rect(0, 0, n, n))
	return out
}
