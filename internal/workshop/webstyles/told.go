package webstyles

import (
	"math"
	"strings"
)

// What tells regions apart is more or other than a colour for each.

var toldStyles = []Style{
	{Name: "star-battle", Board: true, Fold: 1, About: "one colour, thick lines around regions, stars and dots", deal: dealStars, draw: drawLined},
	{Name: "newspaper", Board: true, Fold: 1, About: "printed: paper, black lines, some greys, serifs", deal: dealPrint, draw: drawLined, page: pagePrint},
	{Name: "neon", Board: true, Fold: 3, About: "glowing lines around regions on a dark ground", deal: dealNeon, draw: drawNeon},
	{Name: "map-lines", Board: true, Fold: 2, About: "a few colours as on a map, thick lines between regions", deal: dealMapLines, draw: drawLined},
	{Name: "map-plain", Board: true, Fold: 2, About: "a few colours as on a map, no lines that tell", deal: dealMapPlain, draw: drawLined},
	{Name: "letters", Board: true, Fold: 0, About: "a letter or number of its region in each cell", deal: dealLetters, draw: drawLetters},
	{Name: "patterns", Board: true, Fold: 0, About: "hatches, stripes and dots for the colour-blind", deal: dealPatterns, draw: drawPatterns},
	{Name: "blobs", Board: true, Fold: 3, About: "regions in one piece with round corners, barely a line inside", deal: dealBlobs, draw: drawBlobs},
}

// drawLined draws as vector graphics or as a grid.
func drawLined(s *sheet, b *strings.Builder) {
	if s.number%2 == 0 {
		drawSVG(s, b)
	} else {
		drawGrid(s, b)
	}
}

func dealStars(s *sheet) {
	s.told = told{lines: true}
	s.few, s.least = 1, 1
	s.palettes = []string{pale}
	s.thick, s.thin = pick(s.r, 3.0, 4, 5), 1
	s.faint = pick(s.r, "grey", "translucent", "same")
	s.dark = chance(s.r, 0.15)
	if s.dark {
		s.palettes, s.line = []string{deep}, white
	}
}

func dealPrint(s *sheet) {
	r := s.r
	s.dark = false
	s.told = told{lines: true}
	s.thick, s.thin, s.line = pick(r, 3.0, 4), 1, rgb(0x111111)
	s.faint = pick(r, "grey", "same")
	s.palettes = []string{greys}
	s.few, s.least = pick(r, 1, 3), 5
	ink := rgb(0x111111)
	if s.few > 1 {
		s.line, s.inkFixed = black, nil
	} else {
		s.palettes, s.inkFixed = []string{pale}, &ink
	}
}

func dealNeon(s *sheet) {
	r := s.r
	s.dark = true
	s.told = told{lines: true}
	s.few, s.least, s.palettes = 1, 1, []string{deep}
	if chance(r, 0.5) {
		s.few, s.told.color, s.least = 0, true, 9
	}
	s.thick, s.thin, s.faint = pick(r, 2.0, 3), 1, "translucent"
	s.line = pick(r, rgb(0x39FF14), rgb(0x00E5FF), rgb(0xFF2E93), rgb(0xFFF01F), rgb(0xF5F5F5))
}

func drawNeon(s *sheet, b *strings.Builder) {
	const p = 40
	u := p / s.pitch
	s.svgOpen(b, p*float64(s.n), 6*u)
	for cell := range s.n * s.n {
		k := mix(s.of(cell), black, 0.35)
		if s.told.color {
			k = s.of(cell)
		}
		b.WriteString(f(`<rect data-c x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, cell%s.n*p, cell/s.n*p, p, p, css(k)))
	}
	around, inside := s.edges(p)
	b.WriteString(f(`<path d="%s" fill="none" stroke="%s" stroke-width="%.3f"/>`, inside, css(alpha(s.line, 0.25)), s.thin*u))
	b.WriteString(f(`<path d="%s" fill="none" stroke="%s" stroke-width="%.3f" stroke-linecap="round" style="filter:drop-shadow(0 0 %.2fpx %s)"/>`, around, css(s.line), s.thick*u, 3*u, css(s.line)))
	for cell := range s.n * s.n {
		b.WriteString(s.overSVG(cell, float64(cell%s.n)*p, float64(cell/s.n)*p, p))
	}
	b.WriteString(`</svg>`)
}

func dealMapLines(s *sheet) {
	s.told = told{color: true, lines: true}
	s.few = pick(s.r, 2, 3, 4, 4, 5, 6)
	s.least = 14
	s.told.color = s.few >= 4
}

func dealMapPlain(s *sheet) {
	r := s.r
	s.few, s.least = pick(r, 4, 5, 6), 16
	s.thin = pick(r, 0.0, 1, 1, 2)
	s.thick, s.faint = s.thin, "same"
	s.line = pick(r, black, white, rgb(0x777777))
}

func dealLetters(s *sheet) {
	s.told = told{color: true, lines: chance(s.r, 0.4), name: true}
	s.least = pick(s.r, 4.0, 8)
	s.palettes = []string{pale, pastel, linkedin}
	s.at = [2]float64{0.03, 0.09}
	if !s.told.lines {
		s.thick = s.thin
	}
}

func drawLetters(s *sheet, b *strings.Builder) {
	names := strings.Split(pick(s.r, "ABCDEFGHIJKLMNPRST", "123456789abcdefghi", "abcdefghijklmnprst"), "")
	corner := chance(s.r, 0.5)
	s.slots(b, s.frameCSS(), func(cell int) (string, string) {
		name := names[s.board.Regions[cell]]
		ground := "background:" + css(s.of(cell)) + ";" + s.borders(cell)
		k := alpha(s.inkOn(s.of(cell)), 0.75)
		if corner {
			size := max(7, 0.26*s.pitch)
			return ground, f(`<span style="position:absolute;left:%.1fpx;top:%.1fpx;font:%.1fpx/1 %s;color:%s">%s</span>`, 0.08*s.pitch, 0.06*s.pitch, size, s.font, css(k), name) + s.over(cell)
		}
		if _, marked := s.mark(cell); marked { // which takes the letter's place
			return ground, s.over(cell)
		}
		return ground, s.over(cell) + f(`<span class=m style="font:%.1fpx %s;color:%s">%s</span>`, 0.5*s.pitch, s.font, css(alpha(k, 0.45)), name)
	})
}

func dealPatterns(s *sheet) {
	s.told = told{color: true, pattern: true, lines: chance(s.r, 0.4)}
	s.palettes = []string{pastel, linkedin, material, charts}
	s.least = 9
	if !s.told.lines {
		s.thick = s.thin
	}
}

// hatch writes the k-th pattern as a background image with its size.
func hatch(k int, ink string, step float64) string {
	line := func(angle float64, width, every float64) string {
		return f("repeating-linear-gradient(%.0fdeg,%s 0 %.2fpx,transparent %.2fpx %.2fpx)", angle, ink, width, width, every)
	}
	dot := func(r float64) string {
		return f("radial-gradient(circle at center,%s %.2fpx,transparent %.2fpx) 0 0/%.2fpx %.2fpx", ink, r, r+0.5, step, step)
	}
	switch k % 12 {
	case 0:
		return line(45, 1.2, step)
	case 1:
		return line(-45, 1.2, step)
	case 2:
		return line(0, 1.2, step)
	case 3:
		return line(90, 1.2, step)
	case 4:
		return dot(step * 0.18)
	case 5:
		return line(45, 1, step) + "," + line(-45, 1, step)
	case 6:
		return line(0, 1, step) + "," + line(90, 1, step)
	case 7:
		return line(45, step/2, step)
	case 8:
		return f("conic-gradient(%s 90deg,transparent 90deg 180deg,%s 180deg 270deg,transparent 270deg) 0 0/%.2fpx %.2fpx", ink, ink, step, step)
	case 9:
		return dot(step * 0.33)
	case 10:
		return line(0, step/2, step)
	}
	return "none"
}

func drawPatterns(s *sheet, b *strings.Builder) {
	step := max(4, math.Round(s.pitch/pick(s.r, 4.0, 5, 6, 8)))
	order := s.r.Perm(18)
	strength := between(s.r, 0.14, 0.32)
	s.slots(b, s.frameCSS(), func(cell int) (string, string) {
		ink := css(alpha(s.inkOn(s.of(cell)), strength))
		return "background:" + hatch(order[s.board.Regions[cell]], ink, step) + ";background-color:" + css(s.of(cell)) + ";" + s.borders(cell), s.over(cell)
	})
}

func dealBlobs(s *sheet) {
	r := s.r
	s.told.lines = true // the gaps
	s.thin, s.thick, s.faint = pick(r, 0.5, 1, 1), pick(r, 3.0, 4, 6), "translucent"
	s.line = black
	if chance(r, 0.4) {
		s.few, s.least = pick(r, 4, 6), 14
	}
}

func drawBlobs(s *sheet, b *strings.Builder) {
	radius := pick(s.r, 0.2, 0.35, 0.5) * s.pitch
	ground := pick(s.r, css(s.card), css(s.line), "transparent")
	if s.nearest(s.card) < 12 {
		ground = css(s.line)
	}
	s.slots(b, f("background:%s;border-radius:6px;padding:2px;", ground), func(cell int) (string, string) {
		inner := ""
		for _, side := range []int{right, bottom} {
			if !s.border(cell, side) {
				inner += f("border-%s:%.1fpx %s %s;", sides[side], s.thin, []string{"solid", "dashed", "dotted"}[s.number%3], css(alpha(s.inkOn(s.of(cell)), 0.3)))
			}
		}
		return "", tile(s.insets(cell, 0, s.thick), "background:"+css(s.of(cell))+";"+s.corners(cell, radius)+inner, s.over(cell))
	})
}
