package webstyles

import (
	"image/color"
	"math"
	"strings"
)

// Cells that stand apart from one another.

var apartStyles = []Style{
	{Name: "region-gaps", Board: true, Fold: 3, About: "gaps between cells, wider between regions", deal: dealRegionGaps, draw: drawRegionGaps},
	{Name: "rounded", Board: true, Fold: 2, About: "cells with round corners and gaps", deal: dealGaps, draw: drawRounded},
	{Name: "discs", Board: true, Fold: 0, About: "a coloured disc for each cell", deal: dealDiscs, draw: drawDiscs},
	{Name: "outlines-on-black", Board: true, Fold: 1, About: "coloured outlines of cells on black", deal: dealOutlines, draw: drawOutlines},
	{Name: "coloured-frames", Board: true, Fold: 1, About: "white cells with a coloured frame", deal: dealFrames, draw: drawFrames},
	{Name: "raised", Board: true, Fold: 2, About: "tiles that cast shadows", deal: dealGaps, draw: drawRaised},
	{Name: "glass", Board: true, Fold: 3, About: "translucent cells over a patterned ground", deal: dealGlass, draw: drawGlass},
	{Name: "terminal", Board: true, Fold: 0, About: "characters with background colours in a fixed-width font", deal: dealTerminal, draw: drawTerminal},
}

func dealGaps(s *sheet) {
	s.thin = max(1.5, math.Round(between(s.r, 0.03, 0.11)*s.pitch*2)/2)
	s.thick = s.thin
}

func dealRegionGaps(s *sheet) {
	s.told.lines = true
	s.thin = pick(s.r, 0.0, 1, 1, 1.5)
	s.thick = s.thin + pick(s.r, 2.0, 3, 4, 5)
	if chance(s.r, 0.3) { // the gaps alone tell
		s.thin = max(1, s.thin)
		s.told.color, s.few, s.palettes, s.least = false, 1, []string{pastel, pale, linkedin}, 1
	}
}

// backdrop deals what is seen between cells: other than all of them.
func (s *sheet) backdrop(colors ...color.NRGBA) color.NRGBA {
	s.r.Shuffle(len(colors), func(i, j int) { colors[i], colors[j] = colors[j], colors[i] })
	best := colors[0]
	for _, k := range colors {
		if s.nearest(k) >= 14 {
			return k
		}
		if s.nearest(k) > s.nearest(best) {
			best = k
		}
	}
	return best
}

func drawRegionGaps(s *sheet, b *strings.Builder) {
	ground := s.backdrop(s.card, black, white, rgb(0x333333))
	radius := pick(s.r, 0.0, 0, 2, 4)
	s.slots(b, f("background:%s;padding:%.1fpx;", css(ground), s.thick/2), func(cell int) (string, string) {
		return "", tile(s.insets(cell, s.thin, s.thick), f("border-radius:%.0fpx;background:%s", radius, css(s.of(cell))), s.over(cell))
	})
}

func drawRounded(s *sheet, b *strings.Builder) {
	radius := pick(s.r, 0.12, 0.2, 0.3, 0.4) * s.pitch
	ground := s.backdrop(s.card, s.card, rgb(0xE5E7EB), rgb(0x111827), rgb(0x3B4252))
	s.slots(b, f("background:%s;padding:%.1fpx;border-radius:%.0fpx;", css(ground), s.thin, radius), func(cell int) (string, string) {
		return "", tile(s.insets(cell, s.thin, s.thin), f("border-radius:%.1fpx;background:%s", radius, css(s.of(cell))), s.over(cell))
	})
}

func dealDiscs(s *sheet) {
	s.thin = between(s.r, 0.06, 0.14) * s.pitch
	s.thick = s.thin
	s.least = 13
	s.at = [2]float64{0.17, 0.25}
}

func drawDiscs(s *sheet, b *strings.Builder) {
	ground := s.backdrop(s.card, rgb(0xF3F4F6), rgb(0x1F2937), rgb(0x8D6E63), rgb(0x0B3D2E))
	lined := chance(s.r, 0.4)
	s.slots(b, f("background:%s;border-radius:8px;", css(ground)), func(cell int) (string, string) {
		slot := ""
		if lined {
			slot = f("box-shadow:inset 0 0 0 .5px %s;", css(alpha(s.inkOn(ground), 0.3)))
		}
		return slot, tile(s.insets(cell, s.thin, s.thin), f("border-radius:50%%;background:%s", css(s.of(cell))), s.over(cell))
	})
}

// dealOutlines: marks stand on black, whatever the region's colour.
func dealOutlines(s *sheet) {
	ink := rgb(0xF0F0F0)
	s.inkFixed = &ink
	s.dark = true
	s.palettes = []string{neon, vivid, linkedin, material, charts}
	s.thin = pick(s.r, 2.0, 3, 4)
	s.thick = s.thin
	s.least, s.darkest = 14, 0.34
}

// outline is how thick the coloured outline of a cell is, in CSS pixels.
func (s *sheet) outline(share float64) float64 { return max(2, math.Round(share*s.pitch)) }

// reach sets where a cell shows its colour: from a gap inwards, in pixels.
func (s *sheet) reach(from, to float64) {
	s.at = [2]float64{(from + 0.3*(to-from)) / s.pitch, (to - 0.3*(to-from)) / s.pitch}
}

func drawOutlines(s *sheet, b *strings.Builder) {
	w := s.outline(between(s.r, 0.06, 0.1))
	s.reach(s.thin/2, s.thin/2+w)
	radius := pick(s.r, 0.0, 2, 5)
	s.slots(b, f("background:%s;padding:%.1fpx;", pick(s.r, "#000", "#0a0a0a", "#111"), s.thin/2), func(cell int) (string, string) {
		return "", tile(s.insets(cell, s.thin, s.thin), f("border-radius:%.0fpx;border:%.1fpx solid %s;background:%s", radius, w, css(s.of(cell)), css(mix(s.of(cell), black, 0.9))), "") + s.over(cell)
	})
}

func dealFrames(s *sheet) {
	ink := rgb(0x222222)
	s.inkFixed = &ink
	s.dark = false
	s.palettes = []string{vivid, material, charts, earthy}
	s.thin = pick(s.r, 0.0, 1, 2)
	s.thick = s.thin
	s.least = 13
}

func drawFrames(s *sheet, b *strings.Builder) {
	w := s.outline(between(s.r, 0.07, 0.13))
	s.reach(s.thin/2, s.thin/2+w)
	tint := pick(s.r, 1, 1, 0.85)
	s.slots(b, f("background:%s;padding:%.1fpx;", pick(s.r, "#fff", "#ddd", "#333"), s.thin/2+1), func(cell int) (string, string) {
		return "", tile(s.insets(cell, s.thin, s.thin), f("border:%.1fpx solid %s;background:%s", w, css(s.of(cell)), css(mix(s.of(cell), white, tint))), "") + s.over(cell)
	})
}

func drawRaised(s *sheet, b *strings.Builder) {
	ground := s.backdrop(s.card, rgb(0xE0E5EC), rgb(0xD7CCC8), rgb(0x263238))
	radius := pick(s.r, 3.0, 6, 10)
	shadow := pick(s.r,
		"2px 2px 4px rgba(0,0,0,.35),-2px -2px 4px rgba(255,255,255,.6)",
		"0 2px 3px rgba(0,0,0,.45)",
		"0 3px 0 rgba(0,0,0,.3)",
		"1px 1px 0 rgba(0,0,0,.4),2px 2px 0 rgba(0,0,0,.25)")
	s.slots(b, f("background:%s;padding:8px;border-radius:10px;", css(ground)), func(cell int) (string, string) {
		return "overflow:visible;", tile(s.insets(cell, s.thin+2, s.thin+2), f("border-radius:%.0fpx;box-shadow:%s;background:%s", radius, shadow, css(s.of(cell))), s.over(cell))
	})
}

func dealGlass(s *sheet) {
	s.thin = pick(s.r, 0.0, 1, 2, 3)
	s.thick = s.thin
	s.least = 20 // of which the ground behind takes its share
	s.palettes = []string{vivid, vivid, material, random}
	if s.n > 9 {
		s.n = 6 + s.n%4
		s.pitch = max(s.pitch, 30)
	}
}

func drawGlass(s *sheet, b *strings.Builder) {
	r := s.r
	a := between(r, 0.7, 0.85)
	base, other := pick(r, rgb(0x203A43), rgb(0x4B3F72), rgb(0xF3E9DC), rgb(0xD9E4EC)), pick(r, rgb(0x2C5364), rgb(0x7A5C8E), rgb(0xE8D5C4), rgb(0xC5D3DE))
	step := between(r, 8, 26)
	ground := pick(r,
		f("repeating-linear-gradient(45deg,%s 0 %.0fpx,%s %.0fpx %.0fpx)", css(base), step, css(other), step, 2*step),
		f("radial-gradient(circle at 30%% 20%%,%s,%s 60%%)", css(other), css(base)),
		f("radial-gradient(circle,%s 25%%,transparent 26%%) 0 0/%.0fpx %.0fpx,%s", css(other), step, step, css(base)),
		f("linear-gradient(135deg,%s,%s)", css(base), css(other)))
	blur := pick(r, "", "backdrop-filter:blur(4px);")
	radius := pick(r, 0.0, 4, 8)
	s.slots(b, f("background:%s;padding:10px;border-radius:12px;", ground), func(cell int) (string, string) {
		return "", tile(s.insets(cell, s.thin, s.thin), f("border-radius:%.0fpx;border:1px solid rgba(255,255,255,.45);%sbackground:%s", radius, blur, css(alpha(s.of(cell), a))), s.over(cell))
	})
}

func dealTerminal(s *sheet) {
	r := s.r
	s.dark = true
	s.palettes = []string{vivid, material, charts, random, neon}
	s.thin, s.thick = 0, 0
	s.least = 14
	if chance(r, 0.4) {
		s.thin, s.thick, s.line = 1, 1, black
	}
	s.at = [2]float64{0.07, 0.16}
}

// drawTerminal writes cells of some columns and lines of text: as square as
// characters allow.
func drawTerminal(s *sheet, b *strings.Builder) {
	queen, cross := pick(s.r, "Q", "♛", "*", "W"), pick(s.r, "x", "·", "X", ".")
	s.looks.queen, s.looks.cross = letterQ, glyphCross
	mono := "'DejaVu Sans Mono',monospace"
	size := 0.55 * s.pitch
	border := pick(s.r, "", "", "border:1px solid #39ff14;", "border:1px dashed #888;")
	b.WriteString(f(`<div data-board style="display:inline-block;background:#000;padding:%.0fpx;%sfont:%.2fpx/%.3fpx %s;white-space:pre">`, 0.4*s.pitch, border, size, s.pitch, mono))
	for cell := range s.n * s.n {
		text := " "
		if l, ok := s.mark(cell); ok {
			text = cross
			if s.board.Marks[cell] == 2 {
				text = queen
			}
			text = f(`<b style="color:%s">%s</b>`, l.Fill, text)
		}
		line := ""
		if s.thin > 0 {
			line = "box-shadow:inset 0 0 0 .5px #000;"
		}
		veil := ""
		if v, ok := s.veil(cell); ok {
			veil = f(`<i class=v style="background:%s"></i>`, css(v))
		}
		b.WriteString(f(`<span class=s data-c style="display:inline-block;vertical-align:top;width:%.3fpx;height:%.3fpx;text-align:center;background:%s;%s">%s%s</span>`, s.pitch, s.pitch, css(s.of(cell)), line, veil, text))
		if cell%s.n == s.n-1 && cell < s.n*s.n-1 {
			b.WriteString("<br>")
		}
	}
	b.WriteString(`</div>`)
}
