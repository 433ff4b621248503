package web

import (
	"fmt"
	"math"
	"strings"

	"autoqueens/internal/workshop/render"
)

// What stands around a board on a site.

// page writes the whole page and sets how large the window is to be.
func (d *drawing) page() string {
	room := (d.wide() + 2*d.frame + 2*d.thin) * d.zoom * d.transform
	ink, soft, rim := "#191919", "#5e6266", "#d5d8db"
	if d.Dark {
		ink, soft, rim = "#e8e8e8", "#a0a4a8", "#3c4046"
	}
	back := hex(d.Page)
	filter := ""
	if d.filter != "" {
		filter = "filter:" + d.filter + ";"
	}
	font := pick(d.r, "sans-serif", "sans-serif", "DejaVu Sans", "Nimbus Sans, sans-serif", "serif", "URW Bookman, serif")
	var body, tall string
	switch d.scene {
	case Site:
		body = d.site(room, ink, soft, rim)
	case Phone:
		body = d.phone(room, soft, rim)
	case Dialog:
		body, tall = d.dialog(room, rim), "height:100vh;"
	default:
		d.width, d.height = int(math.Ceil(d.left+room+60)), int(math.Ceil(d.top+room+60))
		body = f(`<div style="padding:%.3fpx 0 0 %.3fpx">%s</div>`, d.top, d.left, d.board())
	}
	return style + f(`<style>html{background:%s}a{color:#0a66c2}</style><div style="min-height:100vh;%soverflow:hidden;position:relative;background:%s;color:%s;font:15px %s;%s">%s</div>`,
		back, tall, back, ink, font, filter, body)
}

func (d *drawing) prose(paragraphs int) string {
	var b strings.Builder
	for range paragraphs {
		fmt.Fprintf(&b, "<p>%s. %s.</p>", render.Words(d.r, 12), render.Words(d.r, 18))
	}
	return b.String()
}

func (d *drawing) button(word, rim string) string {
	return f(`<button style="font:inherit;color:inherit;background:transparent;border:1px solid %s;border-radius:%dpx;padding:6px 14px">%s</button> `, rim, pick(d.r, 3, 8, 16), word)
}

// scores writes a table of players, as sites show them beside a game.
func (d *drawing) scores(rim string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<h3>Today</h3><table style="border-collapse:collapse;width:100%%">`)
	for i := range 5 + d.r.IntN(4) {
		fmt.Fprintf(&b, `<tr><td style="border:1px solid %s;padding:4px">%d</td><td style="border:1px solid %s;padding:4px">%s</td><td style="border:1px solid %s;padding:4px">0:%02d</td></tr>`,
			rim, i+1, rim, render.Words(d.r, 2), rim, 7+6*i)
	}
	return b.String() + "</table>"
}

// example writes a small board to learn on, at most half as wide as the board
// in play. Beside what is no board it would be the board to read.
func (d *drawing) example() string {
	if d.bare {
		return ""
	}
	e := render.PuzzleOf(d.r, 5)
	side := min(120, 0.45*d.wide()*d.zoom*d.transform)
	var b strings.Builder
	fmt.Fprintf(&b, `<div style="width:%.2fpx;height:%.2fpx;display:grid;grid-template:repeat(5,1fr)/repeat(5,1fr);border:2px solid #000">`, side, side)
	for cell, id := range e.Board.Regions {
		mark := ""
		if cell%7 == 2 {
			mark = f(`<span style="font-size:%.1fpx">×</span>`, side/8)
		}
		fmt.Fprintf(&b, `<div class="c" style="background:%s;border:1px solid #555">%s</div>`, hex(e.Colors[id]), mark)
	}
	return b.String() + "</div>"
}

func (d *drawing) site(room float64, ink, soft, rim string) string {
	r := d.r
	side := between(r, 160, 280)
	left, right := pick(r, 0, side), pick(r, side, side, 0)
	d.width = int(math.Ceil(left + right + room + between(r, 60, 160)))
	d.height = int(math.Ceil(room + between(r, 190, 420)))
	nav := ""
	for range 3 + r.IntN(3) {
		nav += f(`<a style="margin-left:18px">%s</a>`, render.Words(r, 1))
	}
	column := func(width float64) string {
		if width == 0 {
			return ""
		}
		inner := d.prose(1 + r.IntN(3))
		switch r.IntN(4) {
		case 0:
			inner = d.scores(rim) + inner
		case 1:
			inner = "<h3>How to play</h3><ol><li>" + render.Words(r, 9) + "</li><li>" + render.Words(r, 7) + "</li></ol>" + d.example() + inner
		case 2:
			inner = f(`<div style="height:150px;background:linear-gradient(%ddeg,#0a66c2,#e0a030);border-radius:8px;color:#fff;padding:14px"><b>%s</b></div>`, r.IntN(360), render.Words(r, 5)) + inner
		}
		return f(`<aside style="width:%.1fpx;padding:0 14px;overflow:hidden;flex:none">%s</aside>`, width, inner)
	}
	below := d.button("Undo", rim) + d.button("Hint", rim) + d.button("New game", rim)
	main := f(`<main style="flex:1;display:flex;flex-direction:column;align-items:%s;padding:0 24px 0 %.3fpx"><h1 style="font-size:22px;margin:14px 0 6px">%s</h1><div style="color:%s;margin-bottom:14px">0:%02d · %s</div>%s<p>%s</p>%s</main>`,
		pick(r, "center", "flex-start"), 24+r.Float64(), pick(r, "Queens", "Daily Queens", "Queens No. 418"), soft, r.IntN(60), render.Words(r, 3), d.board(), below, d.prose(2))
	return f(`<header style="display:flex;align-items:center;height:52px;padding:0 18px;border-bottom:1px solid %s"><b style="color:%s">▦ %s</b>%s</header><div style="display:flex">%s%s%s</div>`,
		rim, ink, render.Words(r, 1), nav, column(left), main, column(right))
}

func (d *drawing) phone(room float64, soft, rim string) string {
	d.width = int(math.Ceil(room + between(d.r, 6, 30)))
	d.height = int(float64(d.width) * between(d.r, 1.7, 2.1))
	return f(`<header style="padding:10px;border-bottom:1px solid %s"><b>Queens</b> <span style="color:%s">9:41</span></header><h2 style="text-align:center;font-size:18px;margin:12px">0:%02d</h2><div style="display:flex;justify-content:center">%s</div><p style="text-align:center">%s</p><div style="padding:0 12px">%s</div>`,
		rim, soft, d.r.IntN(60), d.board(), d.button("Clear", rim)+d.button("Hint", rim), d.prose(3))
}

func (d *drawing) dialog(room float64, rim string) string {
	r := d.r
	d.width = int(math.Ceil(room + between(r, 160, 500)))
	d.height = int(math.Ceil(room + between(r, 200, 320)))
	pad := between(r, 14, 30)
	return f(`<div style="padding:20px">%s%s</div><div style="position:absolute;inset:0;background:rgba(0,0,0,%.2f);display:flex;align-items:center;justify-content:center"><div style="background:%s;padding:%.2fpx;border-radius:12px;box-shadow:0 8px 30px rgba(0,0,0,.5)"><h2 style="margin:0 0 12px;font-size:18px">Queens</h2>%s<p style="margin:12px 0 0">%s</p></div></div>`,
		d.prose(8), d.scores(rim), between(r, 0.3, 0.7), hex(d.Page), pad, d.board(), d.button("Close", rim))
}
