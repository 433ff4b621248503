package webstyles

import (
	"math"
	"strings"
)

// Flat cells of one colour each, side by side in one grid of lines.

var flatStyles = []Style{
	{Name: "table", Board: true, Fold: 2, About: "an HTML table with collapsed or spaced borders", deal: dealLined, draw: drawTable},
	{Name: "css-grid", Board: true, Fold: 0, About: "a CSS grid whose cells have borders", deal: dealLined, draw: drawGrid},
	{Name: "box-shadow", Board: true, Fold: 2, About: "outlines of regions by inset box shadows", deal: dealShadows, draw: drawShadows},
	{Name: "svg", Board: true, Fold: 1, About: "rectangles and paths of vector graphics", deal: dealLined, draw: drawSVG},
	{Name: "linkedin", Board: true, Fold: 3, About: "the look of the game's own page", deal: dealLinkedin, draw: drawLinkedin, page: pageLinkedin},
	{Name: "zoomed", Board: true, Fold: 0, About: "browser zoom of 67 to 175 % on displays of several scales", deal: dealZoomed, draw: drawGrid},
	{Name: "phone", Board: true, Fold: 0, About: "a phone's screenshot, with status bar and app bar", deal: dealPhone, draw: drawGrid},
	{Name: "coordinates", Board: true, Fold: 1, About: "a puzzle site with coordinates around the board", deal: dealLined, draw: drawCoordinates},
}

// dealLined deals thick lines around regions, lines of one width, or none.
func dealLined(s *sheet) {
	r := s.r
	switch k := r.Float64(); {
	case k < 0.6:
		s.told.lines = true
	case k < 0.9:
		s.thick = pick(r, 1.0, 1, 2)
		s.thin = s.thick
		s.line = pick(r, black, white, rgb(0x444444), rgb(0x999999))
		s.faint = "same"
	default:
		s.thin, s.thick = 0, 0
	}
	if s.told.lines && chance(r, 0.3) {
		s.line = pick(r, rgb(0x1A237E), rgb(0x3E2723), rgb(0x263238), white)
	}
}

func drawGrid(s *sheet, b *strings.Builder) {
	edge := s.borders
	if s.number%2 == 1 {
		edge = s.boxed
	}
	radius := ""
	if s.number%3 == 0 {
		radius = f("border-radius:%dpx;overflow:hidden;", 2+s.number%9)
	}
	s.slots(b, s.frameCSS()+radius, func(cell int) (string, string) {
		return edge(cell) + "background:" + css(s.of(cell)), s.over(cell)
	})
}

func drawTable(s *sheet, b *strings.Builder) {
	spaced := !s.told.lines && s.thin > 0 && s.number%2 == 0
	if spaced { // the ground shows between the cells, as tables did once
		b.WriteString(f(`<table data-board cellspacing="%d" cellpadding="0" bgcolor="%s" style="border-collapse:separate">`, int(s.thin), css(s.line)))
	} else {
		b.WriteString(`<table data-board style="border-collapse:collapse;table-layout:fixed">`)
	}
	for cell := range s.n * s.n {
		if cell%s.n == 0 {
			b.WriteString(`<tr>`)
		}
		edge := ""
		if !spaced {
			for side, name := range sides {
				if s.told.lines && s.border(cell, side) {
					edge += f("border-%s:%.2fpx solid %s;", name, s.thick, css(s.line))
				} else if s.thin > 0 {
					edge += f("border-%s:%.2fpx solid %s;", name, s.thin, css(s.faintInk()))
				}
			}
		}
		b.WriteString(f(`<td class=s data-c style="padding:0;width:%.2fpx;height:%.2fpx;background:%s;%s">%s</td>`, s.pitch, s.pitch, css(s.of(cell)), edge, s.over(cell)))
		if cell%s.n == s.n-1 {
			b.WriteString(`</tr>`)
		}
	}
	b.WriteString(`</table>`)
}

func dealShadows(s *sheet) {
	s.told.lines = true
	s.thick = pick(s.r, 2.0, 3, 4)
	s.thin = pick(s.r, 0, 0.5, 1)
	s.faint = pick(s.r, "grey", "translucent", "translucent")
}

func drawShadows(s *sheet, b *strings.Builder) {
	s.slots(b, f("box-shadow:0 0 0 %.1fpx %s;", s.thick/2, css(s.line)), func(cell int) (string, string) {
		var all []string
		for side, d := range [4][2]float64{top: {0, 1}, right: {-1, 0}, bottom: {0, -1}, left: {1, 0}} {
			if s.border(cell, side) {
				all = append(all, f("inset %.2fpx %.2fpx 0 0 %s", d[0]*s.thick/2, d[1]*s.thick/2, css(s.line)))
			}
		}
		if s.thin > 0 {
			all = append(all, f("inset 0 0 0 %.2fpx %s", s.thin/2, css(s.faintInk())))
		}
		shadow := ""
		if len(all) > 0 {
			shadow = "box-shadow:" + strings.Join(all, ",") + ";"
		}
		return "background:" + css(s.of(cell)), s.over(cell) + f(`<i class=v style="%s"></i>`, shadow)
	})
}

func drawSVG(s *sheet, b *strings.Builder) {
	const p = 40 // units to a cell
	side := float64(p * s.n)
	u := p / s.pitch // units to a pixel
	m := s.thick / 2 * u
	s.svgOpen(b, side, m)
	for cell := range s.n * s.n {
		x, y := float64(cell%s.n)*p, float64(cell/s.n)*p
		b.WriteString(f(`<rect data-c x="%.0f" y="%.0f" width="%d" height="%d" fill="%s"/>`, x, y, p, p, css(s.of(cell))))
	}
	s.svgLines(b, p, u)
	for cell := range s.n * s.n {
		b.WriteString(s.overSVG(cell, float64(cell%s.n)*p, float64(cell/s.n)*p, p))
	}
	b.WriteString(`</svg>`)
}

// svgOpen begins vector graphics as wide as the board and a margin, in units.
func (s *sheet) svgOpen(b *strings.Builder, side, margin float64) {
	k := s.side() / side
	crisp := ""
	if s.number%4 == 0 {
		crisp = ` shape-rendering="crispEdges"`
	}
	b.WriteString(f(`<svg data-board style="display:block" width="%.2f" height="%.2f" viewBox="%.2f %.2f %.2f %.2f"%s>`,
		(side+2*margin)*k, (side+2*margin)*k, -margin, -margin, side+2*margin, side+2*margin, crisp))
}

// svgLines draws the lines of a board with cells of p units, u to a pixel.
func (s *sheet) svgLines(b *strings.Builder, p, u float64) {
	around, inside := s.edges(p)
	if s.thin > 0 {
		b.WriteString(f(`<path d="%s" fill="none" stroke="%s" stroke-width="%.3f"/>`, inside, css(s.faintInk()), s.thin*u))
	}
	if s.told.lines {
		b.WriteString(f(`<path d="%s" fill="none" stroke="%s" stroke-width="%.3f" stroke-linecap="%s" stroke-linejoin="round"/>`,
			around, css(s.line), s.thick*u, []string{"round", "square"}[s.number%2]))
	} else if s.thin > 0 {
		b.WriteString(f(`<path d="%s" fill="none" stroke="%s" stroke-width="%.3f"/>`, around, css(s.line), s.thin*u))
	}
}

func dealLinkedin(s *sheet) {
	s.told.lines = true
	s.thin, s.thick, s.line, s.faint = 1, pick(s.r, 2.0, 3), black, "same"
	s.palettes = []string{linkedin}
	s.n = pick(s.r, 7, 8, 8, 8, 9, 9, 10, 11)
	s.desktop(pick(s.r, 1, 1, 1.25, 1.5, 2))
	side := pick(s.r, 340.0, 391, 391, 391, 425)
	s.pitch = min(side, float64(s.height)-230) / float64(s.n)
	s.frame = "linkedin"
}

func drawLinkedin(s *sheet, b *strings.Builder) {
	s.slots(b, f("border:%.1fpx solid #000;border-radius:%dpx;overflow:hidden;", pick(s.r, 2.0, 3, 4), pick(s.r, 4, 8)), func(cell int) (string, string) {
		css := "background:" + css(s.of(cell)) + ";" + s.borders(cell)
		return css, s.over(cell)
	})
}

func dealZoomed(s *sheet) {
	dealLined(s)
	s.desktop(pick(s.r, 0.67, 0.75, 0.8, 0.9, 1.1, 1.375, 1.75, 1.875))
	s.pitch = math.Round(s.pitch)
}

func dealPhone(s *sheet) {
	dealLined(s)
	s.handset()
}

func drawCoordinates(s *sheet, b *strings.Builder) {
	size := min(14, 0.4*s.pitch)
	room := pick(s.r, 1.4, 1.8, 2.2) * size
	letters := func(row bool, k int) string {
		if row != (s.number%2 == 0) {
			return f("%d", k+1)
		}
		return string(rune('A' + k))
	}
	label := func(x, y float64, text string) {
		b.WriteString(f(`<span style="position:absolute;left:%.1fpx;top:%.1fpx;width:%.1fpx;height:%.1fpx;font:%.1fpx/%.1fpx %s;text-align:center;color:%s">%s</span>`,
			x, y, s.pitch, s.pitch, size, s.pitch, s.font, css(s.soft), text))
	}
	b.WriteString(f(`<div style="position:relative;width:max-content;padding:%.1fpx">`, room))
	edge := 0.0
	if s.told.lines {
		edge = s.thick
	}
	for k := range s.n {
		along := room + edge + float64(k)*s.pitch
		label(along, room/2-s.pitch/2, letters(false, k))
		label(room/2-s.pitch/2, along, letters(true, k))
		if s.number%3 > 0 {
			label(along, room*1.5+2*edge+s.side()-s.pitch/2, letters(false, k))
			label(room*1.5+2*edge+s.side()-s.pitch/2, along, letters(true, k))
		}
	}
	if s.number%2 == 0 {
		drawGrid(s, b)
	} else {
		b.WriteString(`<div style="width:max-content;line-height:0">`)
		drawSVG(s, b)
		b.WriteString(`</div>`)
	}
	b.WriteString(`</div>`)
}
