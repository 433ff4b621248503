package webstyles

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"

	"autoqueens/solver"
)

// Cells whose ground is not one colour.

var shadedStyles = []Style{
	{Name: "canvas", Board: true, Fold: 3, About: "painted on a canvas, sharp or blurred by scaling", deal: dealCanvas, draw: drawCanvas},
	{Name: "img-cells", Board: true, Fold: 1, About: "a picture for each cell", deal: dealShaded, draw: drawImages},
	{Name: "bevelled", Board: true, Fold: 1, About: "cells with lit and shaded edges", deal: dealShaded, draw: drawBevelled},
	{Name: "gradient", Board: true, Fold: 2, About: "a gradient in each cell", deal: dealGradient, draw: drawGradient},
	{Name: "checker", Board: true, Fold: 2, About: "every other cell a shade darker", deal: dealChecker, draw: drawChecker},
	{Name: "textured", Board: true, Fold: 3, About: "paper, felt or grain over the board", deal: dealTextured, draw: drawTextured},
	{Name: "pixel-art", Board: true, Fold: 3, About: "a few pixels a cell, scaled up without smoothing", deal: dealPixels, draw: drawPixels},
	{Name: "dark", Board: true, Fold: 0, About: "dark cells on a dark page, tinted lines, a light at one side", deal: dealDark, draw: drawDark},
}

func dealShaded(s *sheet) {
	s.thin, s.thick = 0, 0
	s.least = 14
	s.at = [2]float64{0.14, 0.22}
}

func dealCanvas(s *sheet) {
	dealLined(s)
	s.at = [2]float64{0.12, 0.2}
}

// drawCanvas paints in canvas pixels: as many as the display has, as many as
// the page has, or others, which the browser then scales.
func drawCanvas(s *sheet, b *strings.Builder) {
	backing := pick(s.r, s.scale, s.scale, 1, 1, 2, 0.8)
	m := s.thick/2 + 1
	side := s.side() + 2*m
	px := math.Round(side * backing)
	b.WriteString(f(`<canvas data-board data-grid="%d" data-margin="%.4f" width="%.0f" height="%.0f" style="display:block;width:%.2fpx;height:%.2fpx"></canvas><script>%s
function paint(){const c=document.querySelector("canvas"),g=c.getContext("2d");g.scale(c.width/%.3f,c.height/%.3f);g.translate(%.2f,%.2f);`,
		s.n, m/side, px, px, side, side, canvasMarks, side, side, m, m))
	lit := chance(s.r, 0.3)
	for cell := range s.n * s.n {
		x, y := float64(cell%s.n)*s.pitch, float64(cell/s.n)*s.pitch
		b.WriteString(f("g.fillStyle=%q;g.fillRect(%.2f,%.2f,%.2f,%.2f);", css(s.of(cell)), x, y, s.pitch, s.pitch))
	}
	if lit { // a light over all of it
		b.WriteString(f("{const l=g.createRadialGradient(%.1f,%.1f,0,%.1f,%.1f,%.1f);l.addColorStop(0,'rgba(255,255,255,.14)');l.addColorStop(1,'rgba(0,0,0,.1)');g.fillStyle=l;g.fillRect(0,0,%.2f,%.2f)}",
			s.side()*0.3, s.side()*0.2, s.side()*0.3, s.side()*0.2, s.side(), s.side(), s.side()))
	}
	around, inside := s.edges(s.pitch)
	if s.thin > 0 {
		b.WriteString(f("g.strokeStyle=%q;g.lineWidth=%.2f;g.stroke(new Path2D(%q));", css(s.faintInk()), s.thin, inside))
		width := s.thin
		if s.told.lines {
			width = s.thick
		}
		b.WriteString(f("g.strokeStyle=%q;g.lineWidth=%.2f;g.lineJoin=g.lineCap='round';g.stroke(new Path2D(%q));", css(s.line), width, around))
	}
	for cell := range s.n * s.n {
		b.WriteString(s.overCanvas(cell, float64(cell%s.n)*s.pitch, float64(cell/s.n)*s.pitch, s.pitch))
	}
	b.WriteString("}</script>")
}

// picturePNG writes a picture as a data URI.
func picturePNG(img image.Image) string {
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return "" // memory takes all that is written
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(buf.Bytes())
}

// drawImages has a small picture for each region, which the browser scales.
func drawImages(s *sheet, b *strings.Builder) {
	const side = 48
	kind := pick(s.r, "glossy", "edged", "felt", "stone")
	var uris []string
	for _, k := range s.colors {
		img := image.NewNRGBA(image.Rect(0, 0, side, side))
		for y := range side {
			for x := range side {
				c := k
				edge := min(x, y, side-1-x, side-1-y)
				switch kind {
				case "glossy":
					if y < side*2/5 {
						c = mix(k, white, 0.2*(1-float64(y)/(side*0.4)))
					}
					if edge < 2 {
						c = mix(c, black, 0.35)
					}
				case "edged":
					switch {
					case edge < 1:
						c = mix(k, black, 0.55)
					case edge < 3 && (x < 3 || y < 3):
						c = mix(k, white, 0.4)
					case edge < 3:
						c = mix(k, black, 0.22)
					}
				case "felt":
					c = mix(k, pick(s.r, black, white), 0.08*s.r.Float64())
				case "stone":
					c = mix(k, black, 0.1*(0.5+0.5*math.Sin(float64(x)*0.4+3*math.Sin(float64(y)*0.15))))
					if edge < 1 {
						c = mix(k, black, 0.5)
					}
				}
				img.SetNRGBA(x, y, c)
			}
		}
		uris = append(uris, `"`+picturePNG(img)+`"`)
	}
	s.slots(b, "line-height:0;", func(cell int) (string, string) {
		return "", f(`<img data-k="%d" alt="" style="width:100%%;height:100%%;display:block">%s`, s.board.Regions[cell], s.over(cell))
	})
	b.WriteString(`<script>{const u=[` + strings.Join(uris, ",") + `];for(const i of document.querySelectorAll("img[data-k]"))i.src=u[i.dataset.k]}</script>`)
}

func drawBevelled(s *sheet, b *strings.Builder) {
	w := max(1.5, math.Round(between(s.r, 0.04, 0.09)*s.pitch))
	s.slots(b, f("border:%.0fpx inset #bbb;background:#888;", w+1), func(cell int) (string, string) {
		k := s.of(cell)
		lit, shade := css(mix(k, white, 0.55)), css(mix(k, black, 0.45))
		return f("background:%s;border:%.1fpx solid;border-color:%s %s %s %s;", css(k), w, lit, shade, shade, lit), s.over(cell)
	})
}

func dealGradient(s *sheet) {
	dealShaded(s)
	s.least = 15
	if chance(s.r, 0.5) {
		s.thin, s.thick, s.faint = 1, 1, "same"
		if chance(s.r, 0.5) {
			s.told.lines, s.thick = true, 3
		}
	}
}

func drawGradient(s *sheet, b *strings.Builder) {
	angle := pick(s.r, 90, 135, 180, 45)
	strength := between(s.r, 0.12, 0.3)
	round := chance(s.r, 0.35)
	s.slots(b, s.frameCSS(), func(cell int) (string, string) {
		k := s.of(cell)
		ground := f("linear-gradient(%ddeg,%s,%s)", angle, css(mix(k, white, strength)), css(mix(k, black, strength*0.7)))
		if round {
			ground = f("radial-gradient(circle at 35%% 30%%,%s,%s)", css(mix(k, white, strength)), css(mix(k, black, strength*0.7)))
		}
		return "background:" + ground + ";" + s.borders(cell), s.over(cell)
	})
}

func dealChecker(s *sheet) {
	s.least = 16
	s.thin, s.thick = 0, 0
	if chance(s.r, 0.5) {
		s.told.lines, s.thick = true, 3
	}
}

func drawChecker(s *sheet, b *strings.Builder) {
	shade := between(s.r, 0.05, 0.1)
	s.slots(b, s.frameCSS(), func(cell int) (string, string) {
		k := s.of(cell)
		if (cell/s.n+cell%s.n)%2 == 1 {
			k = mix(k, black, shade)
		}
		return "background:" + css(k) + ";" + s.borders(cell), s.over(cell)
	})
}

func dealTextured(s *sheet) {
	dealLined(s)
	s.least = 15
	s.palettes = []string{earthy, pastel, linkedin, vivid}
}

func drawTextured(s *sheet, b *strings.Builder) {
	r := s.r
	const side = 128
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	kind, strength := pick(r, "grain", "wood", "linen", "paper"), between(r, 0.1, 0.22)
	for y := range side {
		for x := range side {
			v := r.Float64()
			switch kind {
			case "wood":
				v = 0.5 + 0.5*math.Sin(2*math.Pi*(float64(y)/8+0.6*math.Sin(2*math.Pi*float64(x)/side)))
				v = 0.8*v + 0.2*r.Float64()
			case "linen":
				v = 0.25*float64(x%4) + 0.25*float64(y%4)*r.Float64()
			case "paper":
				v *= v * v
			}
			img.SetNRGBA(x, y, color.NRGBA{A: uint8(255 * strength * min(1, v))})
		}
	}
	b.WriteString(`<div style="position:relative;width:max-content">`)
	drawGrid(s, b)
	b.WriteString(f(`<div style="position:absolute;inset:0;background:url(%s)"></div></div>`, picturePNG(img)))
}

func dealPixels(s *sheet) {
	s.least = 15
	s.palettes = []string{vivid, neon, material, charts}
	s.thin, s.thick = 0, 0
	if s.n > 11 {
		s.n = 11
	}
	s.scale = pick(s.r, 1.0, 1, 2)
	s.desktop(s.scale)
	s.at = [2]float64{0.15, 0.24}
}

// sprites are the marks of pixel art, in 8 x 8.
var sprites = map[solver.Mark][]string{
	solver.Queen: {"........", "#..##..#", "##.##.##", "########", "########", ".######.", "........", ".######."},
	solver.Cross: {"........", "........", "..#..#..", "...##...", "...##...", "..#..#..", "........", "........"},
}

func drawPixels(s *sheet, b *strings.Builder) {
	const p = 12 // pixels a cell
	times := max(2, math.Round(s.pitch/p))
	s.pitch = times * p
	s.edge = times // a cell's own dark edge is a pixel wide, and on one side
	shade, edged := pick(s.r, "dither", "bevel", "flat"), chance(s.r, 0.6)
	img := image.NewNRGBA(image.Rect(0, 0, p*s.n, p*s.n))
	for cell := range s.n * s.n {
		k := s.of(cell)
		ink := s.inkOn(k)
		for y := range p {
			for x := range p {
				c := k
				switch {
				case edged && (x == 0 || y == 0):
					c = mix(k, black, 0.75)
				case shade == "dither" && (x+y)%2 == 0 && (x > p-4 || y > p-4):
					c = mix(k, black, 0.2)
				case shade == "bevel" && (x == 1 || y == 1):
					c = mix(k, white, 0.4)
				case shade == "bevel" && (x == p-1 || y == p-1):
					c = mix(k, black, 0.3)
				}
				if v, ok := s.veil(cell); ok {
					c = mix(c, alpha(v, 1), float64(v.A)/255)
				}
				if rows := sprites[s.board.Marks[cell]]; rows != nil && x >= 2 && x < 10 && y >= 2 && y < 10 && rows[y-2][x-2] == '#' {
					c = ink
				}
				img.SetNRGBA(cell%s.n*p+x, cell/s.n*p+y, c)
			}
		}
	}
	b.WriteString(f(`<img data-board data-grid="%d" data-margin="0" alt="" src="%s" style="display:block;image-rendering:pixelated;width:%.0fpx;height:%.0fpx">`, s.n, picturePNG(img), s.side(), s.side()))
}

func dealDark(s *sheet) {
	r := s.r
	s.dark = true
	s.palettes = []string{deep, deep, earthy}
	s.told.lines = chance(r, 0.5)
	s.line, s.thin, s.thick = pick(r, rgb(0x0A0A0A), rgb(0xE5E7EB)), 1, 3
	s.faint = pick(r, "same", "translucent")
	s.least = 12
	if !s.told.lines {
		s.thick = 1
	}
}

func drawDark(s *sheet, b *strings.Builder) {
	b.WriteString(`<div style="position:relative;width:max-content">`)
	drawGrid(s, b)
	if s.number%2 == 0 {
		b.WriteString(`<div style="position:absolute;inset:0;background:linear-gradient(115deg,rgba(255,255,255,.09),transparent 60%)"></div>`)
	}
	b.WriteString(`</div>`)
}
