package webstyles

import (
	"image"
	"math"

	"autoqueens/internal/workshop/render"
)

// Pages that show no whole board, though they hold one.

// cover is what lies over part of the board: from a column and row to others,
// in cells, fractions of which it hides too.
type cover struct {
	kind     string
	from, to [2]float64
	backdrop bool
}

// cut says which part of the board is out of sight.
type cut struct {
	side  int
	depth float64 // in cells
	crop  bool    // by the edge of the picture, else the page is scrolled
}

// The ways to hide part of a board.
const (
	card   = "card"
	toast  = "toast"
	menu   = "menu"
	window = "window"
	dialog = "dialog"
)

func (s *sheet) dealHidden() {
	r, n := s.r, float64(s.n)
	switch s.spoiling {
	case Cut:
		s.crop = false
		s.cut = cut{side: r.IntN(4), depth: pick(r, 0.5, 1, 1, 2, 3)*between(r, 1, 1.4) + 0.02, crop: chance(r, 0.5)}
		s.cut.depth = min(s.cut.depth, n-1)
	case Covered:
		c := cover{kind: pick(r, card, card, toast, menu, window, dialog)}
		var extent, at [2]float64
		for i := range extent {
			// At least a whole cell is hidden, wherever the cover begins.
			cells := 1 + r.IntN(s.n-1)
			first := r.IntN(s.n - cells + 1)
			at[i] = float64(first) - between(r, 0.05, 0.45)
			extent[i] = float64(cells) + between(r, 0.6, 0.9)
		}
		switch c.kind {
		case toast: // wider than high
			at[0], extent[0] = -between(r, 0.3, 1.5), n+between(r, 0.6, 3)
			extent[1] = between(r, 1.6, 2.4)
		case menu:
			extent[0] = max(extent[0], min(3.6, n))
		case window: // beyond the picture on two or three sides
			extent = [2]float64{n + 99, n + 99}
			if i := r.IntN(3); i < 2 {
				at[i] = -99
				extent[i] = 2*n + 198
			}
		case dialog:
			c.backdrop = true
		}
		// What begins in the last row or column hides all of it.
		for i := range at {
			at[i] = min(at[i], n-1.05)
		}
		c.from, c.to = at, [2]float64{at[0] + extent[0], at[1] + extent[1]}
		s.cover = c
	}
}

// html writes the cover; the script that looks at the page puts it in place.
func (c cover) html(s *sheet) string {
	if c.kind == "" {
		return ""
	}
	r := s.r
	look := f("background:%s;color:%s;border-radius:8px;box-shadow:0 6px 24px rgba(0,0,0,.4);padding:10px 14px;", css(s.card), css(s.ink))
	inner := ""
	switch c.kind {
	case toast:
		look = "background:#323232;color:#fff;border-radius:4px;padding:10px 16px;box-shadow:0 3px 8px rgba(0,0,0,.4);"
		inner = words(r, 5)
	case menu:
		look += "padding:6px 0;"
		for range 8 {
			inner += f(`<div style="padding:5px 16px;border-bottom:1px solid rgba(128,128,128,.2);white-space:nowrap">%s</div>`, words(r, 2))
		}
	case window:
		look = "background:#f3f3f3;color:#222;box-shadow:0 8px 30px rgba(0,0,0,.5);border:1px solid #999;"
		inner = f(`<div style="height:28px;background:#e0e0e0;font:12px/28px sans-serif;padding:0 10px">%s</div><pre style="padding:10px;font-size:12px">%s
%s
%s</pre>`, words(r, 2), words(r, 7), words(r, 5), words(r, 8))
	default:
		inner = f(`<b>%s</b><p style="font-size:13px">%s</p><button>OK</button><button>%s</button>`, words(r, 3), words(r, 16), words(r, 1))
	}
	behind := ""
	if c.backdrop {
		behind = `<div style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:8"></div>`
	}
	return behind + f(`<div id=cover data-at="%.3f,%.3f,%.3f,%.3f" style="position:absolute;z-index:9;overflow:hidden;%s">%s</div>`, c.from[0], c.from[1], c.to[0], c.to[1], look, inner)
}

// crops cuts the picture so that the board's side is lost.
func (c cut) crops(img *image.RGBA, at render.Rect, n int) image.Rectangle {
	p := at.Width / float64(n)
	out := img.Rect
	switch c.side {
	case left:
		out.Min.X = int(math.Ceil(at.X + c.depth*p))
	case right:
		out.Max.X = int(at.X + at.Width - c.depth*p)
	case top:
		out.Min.Y = int(math.Ceil(at.Y + c.depth*p))
	case bottom:
		out.Max.Y = int(at.Y + at.Height - c.depth*p)
	}
	return out
}
