package webstyles

import (
	"encoding/json"
	"html"
	"image/color"
	"math"
	"math/rand/v2"
	"strings"

	"autoqueens/solver"
)

// How do marks look? Each is text in a font or shapes in a box of 100 x 100 as
// large as the cell, and is written as HTML, as vector graphics, or for the
// canvas's script.

// shape is a path in a box of 100 x 100.
type shape struct {
	Path   string  `json:"path"`
	Fill   string  `json:"fill,omitempty"`
	Stroke string  `json:"stroke,omitempty"`
	Pen    float64 `json:"pen,omitempty"`
}

// look is a mark. Size is the font's, as a share of the cell.
type look struct {
	Shapes []shape `json:"shapes,omitempty"`
	Text   string  `json:"text,omitempty"`
	Font   string  `json:"font,omitempty"`
	Weight int     `json:"weight,omitempty"`
	Size   float64 `json:"size,omitempty"`
	Fill   string  `json:"fill,omitempty"`
}

// The queens and crosses of sites.
const (
	crownShape = "crown"
	crownGlyph = "crown glyph"
	crownEmoji = "crown emoji"
	letterQ    = "letter Q"
	starShape  = "star"
	discShape  = "disc"

	thinCross  = "thin cross"
	boldCross  = "bold cross"
	glyphCross = "cross glyph"
	dotCross   = "dot"
	barCross   = "bars"
)

// looks are what queens and crosses of a page look like.
type looks struct {
	queen, cross       string
	queenSize, pen     float64 // shares of the cell
	crossSize          float64
	crown              int // which outline
	glyph, crossGlyph  string
	gold, outlined     bool
	crossAlpha, circle float64
}

// crowns are outlines in the box: with three points, five, and round ends.
var crowns = []string{
	"M18 74L12 34L34 52L50 24L66 52L88 34L82 74Z",
	"M20 66L10 30L30 46L38 22L50 44L62 22L70 46L90 30L80 66ZM20 71H80V80H20Z",
	"M22 76L16 42A6 6 0 1 1 22 40L35 54L46 30A6 6 0 1 1 54 30L65 54L78 40A6 6 0 1 1 84 42L78 76Z",
}

func dealLooks(r *rand.Rand, style *Style, emoji bool) looks {
	l := looks{
		queen:     pick(r, crownShape, crownShape, crownGlyph, crownGlyph, crownEmoji, letterQ, starShape, discShape),
		cross:     pick(r, thinCross, thinCross, boldCross, glyphCross, glyphCross, dotCross, barCross),
		queenSize: between(r, 0.55, 0.8), crossSize: between(r, 0.24, 0.5), pen: between(r, 0.03, 0.06),
		crown: r.IntN(len(crowns)), glyph: pick(r, "♛", "♛", "♕", "♚"), crossGlyph: pick(r, "×", "✕", "x", "X", "✗"),
		gold: chance(r, 0.2), outlined: chance(r, 0.2), crossAlpha: pick(r, 1, 0.8, 0.6), circle: between(r, 0.05, 0.09),
	}
	switch style.Name {
	case "star-battle", "newspaper", "neon":
		l.queen, l.cross = pick(r, starShape, starShape, starShape, discShape), pick(r, dotCross, dotCross, thinCross, glyphCross)
	case "linkedin":
		l.queen, l.cross, l.gold = crownShape, pick(r, thinCross, glyphCross), false
	}
	if l.queen == crownEmoji && !emoji {
		l.queen = crownShape
	}
	return l
}

// inkOn returns a colour for marks that shows on a ground.
func (s *sheet) inkOn(ground color.NRGBA) color.NRGBA {
	if s.inkFixed != nil {
		return *s.inkFixed
	}
	if luma(ground) < 0.42 {
		return rgb(0xFAFAFA)
	}
	return rgb(0x111111)
}

// mark returns what stands in a cell, where anything does.
func (s *sheet) mark(cell int) (look, bool) {
	ground := s.groundOf(cell)
	ink := s.inkOn(ground)
	l := s.looks
	switch s.board.Marks[cell] {
	case solver.Cross:
		return s.cross(ink), true
	case solver.Queen:
		halo := ""
		if l.gold && deltaE(rgb(0xE8B10A), ground) > 22 {
			ink = rgb(0xE8B10A)
			halo = css(mix(ink, black, 0.6))
		}
		if s.clashes(cell) && s.clashBy == "ink" {
			ink, halo = rgb(0xD00000), ""
			if deltaE(ink, ground) < 30 {
				halo = css(s.inkOn(ground))
			}
		}
		return s.queenIn(ink, halo), true
	}
	return look{}, false
}

func (s *sheet) cross(ink color.NRGBA) look {
	l := s.looks
	k := css(alpha(ink, l.crossAlpha))
	h := 50 * l.crossSize
	line := f("M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f", 50-h, 50-h, 50+h, 50+h, 50+h, 50-h, 50-h, 50+h)
	switch l.cross {
	case dotCross:
		r := 100 * l.circle
		return look{Shapes: []shape{{Path: circle(50, 50, r), Fill: k}}}
	case glyphCross:
		return look{Text: l.crossGlyph, Font: s.font, Size: 0.3 + l.crossSize*0.8, Fill: k}
	case boldCross:
		return look{Shapes: []shape{{Path: line, Stroke: k, Pen: 220 * l.pen}}}
	case barCross:
		w := 100 * l.pen
		return look{Shapes: []shape{{Path: bar(h, w, 1), Fill: css(ink)}, {Path: bar(h, w, -1), Fill: css(ink)}}}
	}
	return look{Shapes: []shape{{Path: line, Stroke: k, Pen: 100 * l.pen}}}
}

// bar is a bar through the middle, turned by 45 degrees to one side.
func bar(half, width, way float64) string {
	w := width / 2 * math.Sqrt2
	return f("M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", 50-way*half, 50-half-w/2, 50-way*(half+w/2), 50-half+w/2, 50+way*half, 50+half+w/2, 50+way*(half+w/2), 50+half-w/2)
}

func circle(x, y, r float64) string {
	return f("M%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0Z", x-r, y, r, r, 2*r, r, r, -2*r)
}

func (s *sheet) queenIn(ink color.NRGBA, halo string) look {
	l, k := s.looks, css(ink)
	if halo == "" && l.outlined {
		halo = css(mix(ink, white, pick(rand.New(rand.NewPCG(1, uint64(s.number))), 0.5, 1)))
	}
	text := func(t, font string, weight int, size float64) look {
		return look{Text: t, Font: font, Weight: weight, Size: size, Fill: k}
	}
	grow := l.queenSize / 0.76 // of outlines that are 76 wide
	path := ""
	switch l.queen {
	case crownGlyph:
		return text(l.glyph, "'DejaVu Sans',sans-serif", 400, 0.1+l.queenSize)
	case crownEmoji:
		return text("👑", "'Noto Color Emoji',sans-serif", 400, l.queenSize-0.08)
	case letterQ:
		return text("Q", s.font, 700, l.queenSize)
	case starShape:
		for i := range 10 {
			a, q := math.Pi*float64(i)/5-math.Pi/2, 42.0
			if i%2 == 1 {
				q = 17
			}
			path += f("%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], 50+q*math.Cos(a), 51+q*math.Sin(a))
		}
		path += "Z"
	case discShape:
		path = circle(50, 50, 36)
	default:
		path = crowns[l.crown]
	}
	return look{Shapes: []shape{{Path: path, Fill: k, Stroke: halo, Pen: 4}}, Size: grow}
}

// html writes a mark that fills its cell.
func (l look) html(pitch float64) string {
	if l.Text != "" {
		return f(`<span class=m style="font:%d %.2fpx %s;color:%s">%s</span>`, weight(l.Weight), l.Size*pitch, l.Font, l.Fill, html.EscapeString(l.Text))
	}
	return `<svg class=m ` + l.inside() + `</svg>`
}

func weight(w int) int {
	if w == 0 {
		return 400
	}
	return w
}

// svg writes a mark into vector graphics, in the cell at x, y.
func (l look) svg(x, y, pitch float64) string {
	if l.Text != "" {
		return f(`<text x="%.2f" y="%.2f" text-anchor="middle" dominant-baseline="central" style="font:%d %.2fpx %s;fill:%s">%s</text>`,
			x+pitch/2, y+pitch/2, weight(l.Weight), l.Size*pitch, l.Font, l.Fill, html.EscapeString(l.Text))
	}
	return f(`<svg x="%.2f" y="%.2f" width="%.2f" height="%.2f" `, x, y, pitch, pitch) + l.inside() + `</svg>`
}

// inside writes the rest of an svg element around the shapes, all but its end.
func (l look) inside() string {
	var b strings.Builder
	side := 100.0
	if l.Size > 0 {
		side = 100 / l.Size
	}
	b.WriteString(f(`viewBox="%.2f %.2f %.2f %.2f">`, 50-side/2, 50-side/2, side, side))
	for _, p := range l.Shapes {
		fill := p.Fill
		if fill == "" {
			fill = "none"
		}
		b.WriteString(f(`<path d="%s" fill="%s"`, p.Path, fill))
		if p.Stroke != "" {
			b.WriteString(f(` stroke="%s" stroke-width="%.2f" stroke-linejoin="round" stroke-linecap="round"`, p.Stroke, p.Pen))
		}
		b.WriteString("/>")
	}
	return b.String()
}

// script writes a mark as the argument of the canvas's script.
func (l look) script() string {
	text, err := json.Marshal(l)
	if err != nil {
		return "{}" // plain data always has a text
	}
	return string(text)
}

// canvasMarks is the script that draws a mark m into a cell.
const canvasMarks = `function mark(g,x,y,p,m){g.save();
if(m.text){g.font=(m.weight||400)+" "+m.size*p+"px "+m.font;g.textAlign="center";g.textBaseline="middle";g.fillStyle=m.fill;g.fillText(m.text,x+p/2,y+p/2)}
else{const k=p/100*(m.size||1);g.translate(x+p/2-50*k,y+p/2-50*k);g.scale(k,k);g.lineJoin=g.lineCap="round";
for(const s of m.shapes){const o=new Path2D(s.path);if(s.fill){g.fillStyle=s.fill;g.fill(o)}if(s.stroke){g.strokeStyle=s.stroke;g.lineWidth=s.pen;g.stroke(o)}}}
g.restore()}
`

// veil returns what shades the hovered cell, as a colour with alpha; false
// where it is not hovered.
func (s *sheet) veil(cell int) (color.NRGBA, bool) {
	if cell != s.hover {
		return color.NRGBA{}, false
	}
	if s.hoverShade > 0 {
		return alpha(white, s.hoverShade), true
	}
	return alpha(black, -s.hoverShade), true
}

// groundOf returns about what colour a mark stands on.
func (s *sheet) groundOf(cell int) color.NRGBA {
	k := s.of(cell)
	if v, ok := s.veil(cell); ok {
		k = mix(k, alpha(v, 1), float64(v.A)/255)
	}
	return k
}

// over writes what lies in a cell over its ground, in HTML: the pointer's
// shade, the sign of a clash, the mark.
func (s *sheet) over(cell int) string {
	out := ""
	if v, ok := s.veil(cell); ok {
		out = f(`<i class=v style="background:%s"></i>`, css(v))
	}
	if s.clashes(cell) {
		switch s.clashBy {
		case "tint":
			out += `<i class=v style="background:rgba(224,36,36,.4)"></i>`
		case "ring":
			out += `<i class=v style="box-shadow:inset 0 0 0 2px #e02424"></i>`
		case "stripes":
			out += `<i class=v style="background:repeating-linear-gradient(45deg,rgba(224,36,36,.75) 0 2px,transparent 2px 7px)"></i>`
		}
	}
	if l, ok := s.mark(cell); ok {
		out += l.html(s.pitch)
	}
	return out
}

// overSVG is over for vector graphics.
func (s *sheet) overSVG(cell int, x, y, pitch float64) string {
	out := ""
	if v, ok := s.veil(cell); ok {
		out = f(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s"/>`, x, y, pitch, pitch, css(v))
	}
	if s.clashes(cell) && s.clashBy != "ink" {
		fill, stroke := "none", ` stroke="#e02424" stroke-width="2"`
		if s.clashBy == "tint" {
			fill, stroke = "rgba(224,36,36,.4)", ""
		}
		out += f(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s"%s/>`, x+2, y+2, pitch-4, pitch-4, fill, stroke)
	}
	if l, ok := s.mark(cell); ok {
		out += l.svg(x, y, pitch)
	}
	return out
}

// overCanvas is over for the canvas's script.
func (s *sheet) overCanvas(cell int, x, y, pitch float64) string {
	out := ""
	if v, ok := s.veil(cell); ok {
		out = f("g.fillStyle=%q;g.fillRect(%.2f,%.2f,%.2f,%.2f);", css(v), x, y, pitch, pitch)
	}
	if s.clashes(cell) && s.clashBy != "ink" {
		out += f("g.strokeStyle='#e02424';g.lineWidth=2;g.strokeRect(%.2f,%.2f,%.2f,%.2f);", x+3, y+3, pitch-6, pitch-6)
	}
	if l, ok := s.mark(cell); ok {
		out += f("mark(g,%.2f,%.2f,%.2f,%s);", x, y, pitch, l.script())
	}
	return out
}
