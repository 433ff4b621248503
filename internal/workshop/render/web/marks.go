package web

import (
	"encoding/json"
	"fmt"
	"image/color"
	"strings"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// How do marks look? As text in a font, or as a shape; each is written as HTML,
// as vector graphics, or for the canvas's script.

// f is fmt.Sprintf; a page is written with little else.
func f(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// The looks of queens and crosses.
const (
	crownShape = "crown"
	chessGlyph = "glyph"
	emojiLook  = "emoji"
	letterLook = "letter"
	barsLook   = "bars"
	signLook   = "sign"
)

// crowns are outlines in a box of 24 x 24: with three points, with balls on
// the points, and with a bar below.
var crowns = []string{
	"M2 7l5 5 5-8 5 8 5-5-2 12H4z",
	"M3 8a1.6 1.6 0 1 1 1.6 1.7L8 13l3-6.2a1.7 1.7 0 1 1 2 0L16 13l3.4-3.3A1.6 1.6 0 1 1 21 8l-2 10.5H5z",
	"M2 5.5l4.5 5.5L9 4.2l1 5L12 3l2 6.2 1-5 2.5 6.8L22 5.5 19.5 17h-15zM4.5 18.5h15V21h-15z",
}

// ink is what a mark is made of. Share is its height (text: its font size) as a
// share of the cell.
type ink struct {
	Text   string  `json:"text,omitempty"`
	Path   string  `json:"path,omitempty"` // in a box of 24 x 24
	Fill   string  `json:"fill"`
	Stroke string  `json:"stroke,omitempty"`
	Pen    float64 `json:"pen,omitempty"` // of the stroke, in units of the box, or of the font size for text
	Share  float64 `json:"share"`
	Font   string  `json:"font,omitempty"`
	Weight int     `json:"weight,omitempty"`
	bars   bool    // HTML draws the path as two turned bars instead
}

var (
	black = color.NRGBA{A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	red   = color.NRGBA{R: 0xC8, G: 0x10, B: 0x2E, A: 255}
)

// darkGround is how light a ground may be, 0 to 255, for marks on it to be
// white instead of black.
const darkGround = 95

// nearGround is how close in RGB the colour of an emoji may be to a ground for
// sites to still use it.
const nearGround = 90

func (d *drawing) dealMarks(emoji bool) {
	r, m := d.r, &d.Marks
	d.font = pick(r, "sans-serif", "sans-serif", "serif", "monospace", "DejaVu Sans", "Nimbus Sans", "Liberation Sans, Arial, Helvetica", "URW Bookman", "DejaVu Serif")
	d.weight = pick(r, 400, 700, 700)
	d.queen = crownShape
	switch {
	case m.Queen == render.LetterQ:
		d.queen = letterLook
	case m.Queen == render.EmojiCrown && emoji && d.clear(color.NRGBA{R: 0xFF, G: 0xC0, B: 0x30, A: 255}):
		d.queen = emojiLook
	case m.Queen == render.BlackCrown && chance(r, 0.5):
		d.queen = chessGlyph
	}
	d.cross = pick(r, barsLook, barsLook, signLook, signLook, letterLook)
	if emoji && chance(r, 0.15) && d.clear(color.NRGBA{R: 0xDD, G: 0x2E, B: 0x44, A: 255}) {
		d.cross = emojiLook
	}
	d.crown = r.IntN(len(crowns))
	m.QueenWidth = between(r, 0.42, 0.72)
	m.CrossWidth = between(r, 0.17, 0.4)
	d.kinds.Look = "none"
	for _, mark := range d.Board.Marks {
		if mark == solver.Queen {
			d.kinds.Look = "queens as " + d.queen
			break
		}
		if mark == solver.Cross {
			d.kinds.Look = "crosses as " + d.cross
		}
	}
}

// clear tells whether no ground is near a colour.
func (d *drawing) clear(k color.NRGBA) bool {
	for cell := range d.Board.Regions {
		if render.Apart(d.Ground(cell), k) < nearGround {
			return false
		}
	}
	return true
}

// markOf returns what stands in a cell, and whether anything does.
func (d *drawing) markOf(cell int) (ink, bool) {
	n := d.size()
	switch d.Board.Mark(cell/n, cell%n) {
	case solver.Queen:
		return d.queenOn(d.Ground(cell), d.Clashing(cell)), true
	case solver.Cross:
		return d.crossOn(d.Ground(cell)), true
	}
	return ink{}, false
}

func (d *drawing) queenOn(ground color.NRGBA, clash bool) ink {
	fill := black
	if render.Luma(ground) < darkGround {
		fill = white
	}
	if clash {
		fill = red
	}
	wide := d.Marks.QueenWidth
	switch d.queen {
	case emojiLook:
		return ink{Text: "👑", Fill: hex(fill), Share: wide / 1.15, Font: "Noto Color Emoji, sans-serif"}
	case chessGlyph:
		return ink{Text: "♛", Fill: hex(fill), Share: wide / 0.75, Font: "DejaVu Sans, sans-serif"}
	case letterLook:
		return ink{Text: "Q", Fill: hex(fill), Share: wide / 0.75, Font: d.font, Weight: d.weight}
	}
	k := ink{Path: crowns[d.crown], Fill: hex(fill), Share: wide / 0.85}
	kind := d.Marks.Queen
	if clash {
		kind = render.RedCrown
	}
	rim := func(c color.NRGBA) { k.Stroke, k.Pen = hex(c), 1.6 }
	switch kind {
	case render.GoldCrown, render.EmojiCrown:
		k.Fill = "#f5b301"
		rim(color.NRGBA{R: 0x7A, G: 0x4A, A: 255})
	case render.RedCrown:
		k.Fill = hex(red)
		if render.Apart(ground, red) < 110 {
			rim(white)
		}
	case render.WhiteCrown:
		k.Fill = hex(white)
		if render.Luma(ground) > 140 {
			rim(color.NRGBA{R: 0x30, G: 0x30, B: 0x30, A: 255})
		}
	}
	return k
}

func (d *drawing) crossOn(ground color.NRGBA) ink {
	fill := d.Marks.CrossInk
	if render.Luma(ground) < darkGround {
		fill.R, fill.G, fill.B = 255, 255, 255
	}
	wide := d.Marks.CrossWidth
	switch d.cross {
	case emojiLook:
		return ink{Text: "❌", Fill: hex(fill), Share: wide / 1.15, Font: "Noto Color Emoji, sans-serif"}
	case letterLook:
		return ink{Text: "X", Fill: hex(fill), Share: wide / 0.65, Font: d.font, Weight: d.weight}
	case signLook:
		return ink{Text: either(d.weight == 700, "✕", "×"), Fill: hex(fill), Share: wide / 0.6, Font: "DejaVu Sans, sans-serif", Weight: d.weight}
	}
	return ink{Path: "M2 2L22 22M22 2L2 22", Stroke: hex(fill), Pen: 24 * max(0.1, min(0.3, d.Marks.CrossPen/wide)), Share: wide, bars: true}
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// html writes a mark for a cell of HTML.
func (k ink) html(pitch float64, extra string) string {
	size := k.Share * pitch
	switch {
	case k.Text != "":
		return f(`<span class="m%s" style="font:%d %.3fpx/1 %s;color:%s">%s</span>`, extra, max(400, k.Weight), size, k.Font, k.Fill, k.Text)
	case k.bars:
		return f(`<i class="m x%s" style="width:%.3fpx;height:%.3fpx;color:%s;--pen:%.3fpx"></i>`, extra, size, size, k.Stroke, max(1, k.Pen/24*size))
	}
	return f(`<svg class="m%s" width="%.3f" height="%.3f" viewBox="0 0 24 24">%s</svg>`, extra, size, size, k.shape())
}

func (k ink) shape() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<path d="%s"`, k.Path)
	if k.Fill == "" {
		b.WriteString(` fill="none"`)
	} else {
		fmt.Fprintf(&b, ` fill="%s"`, k.Fill)
	}
	if k.Stroke != "" {
		fmt.Fprintf(&b, ` stroke="%s" stroke-width="%.2f" stroke-linejoin="round" paint-order="stroke"`, k.Stroke, k.Pen)
	}
	return b.String() + "/>"
}

// svg writes a mark into vector graphics, its middle at x, y.
func (k ink) svg(x, y, pitch float64, extra string) string {
	size := k.Share * pitch
	if k.Text != "" {
		return f(`<text class="m%s" x="%.3f" y="%.3f" text-anchor="middle" dominant-baseline="central" font-family="%s" font-weight="%d" font-size="%.3f" fill="%s">%s</text>`,
			extra, x, y, k.Font, max(400, k.Weight), size, k.Fill, k.Text)
	}
	return f(`<g transform="translate(%.3f %.3f) scale(%.4f)"><g class="m%s">%s</g></g>`, x-size/2, y-size/2, size/24, extra, k.shape())
}

// script writes a mark for the canvas's script.
func (k ink) script() string {
	text, err := json.Marshal(k)
	if err != nil {
		return "null" // no field of it can fail to encode
	}
	return string(text)
}
