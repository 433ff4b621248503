package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"github.com/disintegration/imaging"
	"golang.org/x/image/draw"
)

// What else is on a screen? Things that are no boards, some much like one.
// Each draws into a box.

type clutter func(r *rand.Rand, c canvas, x0, y0, x1, y1 float64)

// clutterColumn fills a box from top to bottom.
func clutterColumn(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	if x1-x0 < 60 {
		return
	}
	for y := y0; y < y1-60; {
		h := min(between(r, 120, 320), y1-y)
		w := min(x1-x0, between(r, 0.7, 1.8)*h)
		pick(r, calendar, codeEditor, swatches, photo, prose, prose, heatMap, sudoku, tango, zip)(r, c.within(x0, y, x0+w, y+h), x0, y, x0+w, y+h)
		y += h + 12
	}
}

func prose(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, white)
	for y := y0 + 24; y < y1-8; y += 20 {
		c.text(regular, x0+12, y, 13, hex(0x333333), words(r, max(1, int((x1-x0)/55))))
	}
}

func codeEditor(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, hex(0x1E1E1E))
	inks := hexes(0xD4D4D4, 0x569CD6, 0xCE9178, 0x6A9955, 0xDCDCAA)
	for i, y := 1, y0+20.0; y < y1-6; i, y = i+1, y+18 {
		c.text(mono, x0+8, y, 12, hex(0x858585), fmt.Sprintf("%3d", i))
		x := x0 + 44 + 20*float64(r.IntN(4))
		for range 1 + r.IntN(4) {
			word := vocabulary[r.IntN(len(vocabulary))] + pick(r, "()", " :=", "{", ",", "")
			c.text(mono, x, y, 12, inks[r.IntN(len(inks))], word)
			x += 7.4*float64(len(word)) + 8
		}
	}
}

// photo paints soft shapes and grain, as a photograph has.
func photo(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	w, h := int(x1-x0), int(y1-y0)
	if w < 8 || h < 8 {
		return
	}
	small := image.NewNRGBA(image.Rect(0, 0, max(4, w/24), max(4, h/24)))
	base := hsv(r.Float64(), 0.5, 0.7)
	for i := 0; i < len(small.Pix); i += 4 {
		k := mix(base, hsv(r.Float64(), r.Float64(), r.Float64()), 0.6)
		small.Pix[i], small.Pix[i+1], small.Pix[i+2], small.Pix[i+3] = k.R, k.G, k.B, 255
	}
	large := imaging.Resize(small, w, h, imaging.CatmullRom)
	for i := 0; i+3 < len(large.Pix); i += 4 {
		grain := float64(r.Uint32()&15) - 7.5
		for ch := range 3 {
			large.Pix[i+ch] = clamp8(float64(large.Pix[i+ch]) + grain)
		}
	}
	at := image.Pt(int(x0), int(y0))
	draw.Draw(c.RGBA, image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}, large, image.Point{}, draw.Src)
}

func calendar(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, white)
	c.text(bold, x0+10, y0+20, 14, hex(0x202124), pick(r, "November 2026", "March 2027"))
	pw, ph := (x1-x0)/7, (y1-y0-30)/5
	for i := range 35 {
		x, y := x0+float64(i%7)*pw, y0+30+float64(i/7)*ph
		if chance(r, 0.25) {
			c.rect(x+1, y+1, x+pw-1, y+ph-1, hsv(r.Float64(), 0.25, 1))
		}
		c.outline(x, y, x+pw, y+ph, 1, hex(0xDADCE0))
		c.text(regular, x+5, y+16, 11, hex(0x3C4043), fmt.Sprint(i%31+1))
	}
}

func swatches(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, hex(0xF4F4F4))
	side := between(r, 18, 34)
	hue := r.Float64()
	for j, y := 0, y0+8; y+side < y1; j, y = j+1, y+side+6 {
		for i, x := 0, x0+8; x+side < x1; i, x = i+1, x+side+6 {
			c.rounded(x, y, x+side, y+side, 4, hsv(math.Mod(hue+float64(i)*0.07, 1), 0.3+0.1*float64(j%6), 0.95))
		}
	}
}

func heatMap(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, white)
	side := between(r, 10, 26)
	shades := hexes(0xEBEDF0, 0x9BE9A8, 0x40C463, 0x30A14E, 0x216E39)
	for y := y0 + 6; y+side < y1; y += side + 3 {
		for x := x0 + 6; x+side < x1; x += side + 3 {
			c.rounded(x, y, x+side, y+side, 2, shades[r.IntN(len(shades))])
		}
	}
}

// square returns the largest square in a box, at its top left.
func square(x0, y0, x1, y1 float64) (x, y, side float64) {
	return x0 + 4, y0 + 4, min(x1-x0, y1-y0) - 8
}

func sudoku(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, white)
	x, y, side := square(x0, y0, x1, y1)
	p := side / 9
	for i := range 81 {
		cx, cy := x+float64(i%9)*p, y+float64(i/9)*p
		if i%9 == 4 || i/9 == 2 {
			c.rect(cx, cy, cx+p, cy+p, hex(0xE2EBF3))
		}
		if chance(r, 0.4) {
			c.centered(regular, cx+p/2, cy+p/2, 0.6*p, hex(0x344861), fmt.Sprint(1+r.IntN(9)))
		}
	}
	gridLines(c, x, y, p, 9, func(i int) (float64, color.NRGBA) {
		if i%3 == 0 {
			return max(2, 0.07*p), hex(0x344861)
		}
		return 1, hex(0xBEC6D4)
	})
}

// gridLines draws the lines of a square grid.
func gridLines(c canvas, x, y, pitch float64, n int, line func(i int) (width float64, ink color.NRGBA)) {
	for _, thick := range []bool{false, true} {
		for i := range n + 1 {
			w, k := line(i)
			if (w > 1.5) != thick {
				continue
			}
			at, end := float64(i)*pitch, float64(n)*pitch+w/2
			c.rect(x+at-w/2, y-w/2, x+at+w/2, y+end, k)
			c.rect(x-w/2, y+at-w/2, x+end, y+at+w/2, k)
		}
	}
}

// tango has suns and moons in a grid of 6, some cells greyed.
func tango(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, hex(0xF9FAFB))
	x, y, side := square(x0, y0, x1, y1)
	p := side / 6
	for i := range 36 {
		cx, cy := x+float64(i%6)*p, y+float64(i/6)*p
		if chance(r, 0.3) {
			c.rect(cx, cy, cx+p, cy+p, hex(0xEEEAE7))
		}
		switch r.IntN(3) {
		case 0:
			c.disc(point{cx + p/2, cy + p/2}, 0.27*p, hex(0xC36A00))
			c.disc(point{cx + p/2, cy + p/2}, 0.24*p, hex(0xFFB31E))
		case 1:
			c.disc(point{cx + p/2, cy + p/2}, 0.27*p, hex(0x1B5AA8))
			c.disc(point{cx + p/2 + 0.1*p, cy + p/2 - 0.05*p}, 0.22*p, hex(0xF9FAFB))
		}
	}
	gridLines(c, x, y, p, 6, func(int) (float64, color.NRGBA) { return 1, hex(0xD5CFC9) })
}

// zip has numbered discs and a thick path through a grid.
func zip(r *rand.Rand, c canvas, x0, y0, x1, y1 float64) {
	c.rect(x0, y0, x1, y1, white)
	x, y, side := square(x0, y0, x1, y1)
	n := 6 + r.IntN(2)
	p := side / float64(n)
	gridLines(c, x, y, p, n, func(int) (float64, color.NRGBA) { return 1, hex(0xC9C4BF) })
	at := func(row, col int) point { return point{x + (float64(col)+0.5)*p, y + (float64(row)+0.5)*p} }
	ink := hsv(r.Float64(), 0.8, 0.9)
	rows := 1 + r.IntN(n-1)
	for row := range rows { // a path that winds down the grid
		for col := range n - 1 {
			c.stroke(at(row, col), at(row, col+1), 0.55*p, ink)
		}
		c.stroke(at(row, (n-1)*((row+1)%2)), at(row+1, (n-1)*((row+1)%2)), 0.55*p, ink)
	}
	for i := range n {
		o := at(r.IntN(n), r.IntN(n))
		c.disc(o, 0.32*p, black)
		c.centered(bold, o.x, o.y, 0.38*p, white, fmt.Sprint(i+1))
	}
}
