package webstyles

import (
	"math/rand/v2"
	"strings"

	"autoqueens/internal/workshop/render"
)

// The page around the board.

const head = `<!doctype html><meta charset="utf-8"><title>Queens</title><style>
*{box-sizing:border-box}
html,body{margin:0;min-height:100%%}
body{background:%s;color:%s;font:15px/1.5 %s}
.b{position:relative}
.s,.k{position:relative;min-width:0;min-height:0}
.s{overflow:hidden}
.t{display:flex;align-items:center;justify-content:center;white-space:nowrap}
.k{position:absolute}
.v{position:absolute;inset:0;display:block}
.m{position:absolute;inset:0;width:100%%;height:100%%;display:flex;align-items:center;justify-content:center;line-height:1!important;pointer-events:none}
button,.u{border:1px solid %s;background:%s;color:%s;border-radius:6px;padding:6px 14px;font:inherit;margin:0 6px 6px 0;display:inline-block}
a{color:%s;text-decoration:none}
h1,h2,h3,p{margin:0 0 10px}
table.l{border-collapse:collapse;font-size:13px}table.l td,table.l th{border:1px solid %s;padding:4px 9px;text-align:left}
</style>`

func words(r *rand.Rand, n int) string { return render.Words(r, n) }

// surroundings are those that are dealt; the styles with a page of their own
// have others.
var surroundings = []string{"plain", "plain", "site", "site", "column", "split", "window", "archive"}

// html writes the page. It is called once: it deals as it goes.
func (s *sheet) html() string {
	var b strings.Builder
	s.style.draw(s, &b)
	board := b.String()
	body := ""
	if s.style.page != nil {
		body = s.style.page(s, board)
	} else {
		body = s.around(board)
	}
	rim := mix(s.card, s.ink, 0.2)
	out := f(head, css(s.paper), css(s.ink), s.font, css(rim), css(mix(s.card, s.ink, 0.04)), css(s.ink), css(s.accent), css(rim))
	if s.filter != "" {
		out += f(`<style>html{filter:%s}</style>`, s.filter)
	}
	return out + `<body>` + body + s.cover.html(s)
}

func (s *sheet) around(board string) string {
	switch s.frame {
	case "site":
		return s.site(board)
	case "column":
		return s.column(board)
	case "split":
		return s.split(board)
	case "window":
		return s.window(board)
	case "archive":
		return s.archive(board)
	case "phone":
		return s.handheld(board)
	}
	return f(`<div style="padding:%dpx %dpx">%s%s%s</div>`, 8+s.r.IntN(40), 10+s.r.IntN(300), s.heading(), board, s.buttons())
}

func (s *sheet) heading() string {
	r := s.r
	title := pick(r, "Queens", "Queens", "Star Battle", "Crowns", "Daily puzzle", "N-Queens")
	size := pick(r, 18, 22, 26)
	return f(`<div style="display:flex;gap:40px;align-items:baseline;margin-bottom:10px"><b style="font-size:%dpx">%s #%d</b><span style="color:%s">%d:%02d</span></div>`,
		size, title, 1+r.IntN(999), css(s.soft), r.IntN(10), r.IntN(60))
}

func (s *sheet) buttons() string {
	out := `<div style="margin-top:12px">`
	for _, name := range []string{"Undo", "Hint", "Clear", "New game", "Check"}[:1+s.r.IntN(5)] {
		out += f(`<button>%s</button>`, name)
	}
	return out + `</div>`
}

func (s *sheet) bar(height int) string {
	r := s.r
	links := ""
	for range 3 + r.IntN(3) {
		links += f(`<a style="margin-left:24px">%s</a>`, words(r, 1))
	}
	ground := pick(r, s.card, s.accent, mix(s.paper, s.ink, 0.06))
	ink := s.ink
	if ground == s.accent {
		ink = white
		links = strings.ReplaceAll(links, "<a style=\"", "<a style=\"color:#fff;")
	}
	return f(`<div style="height:%dpx;background:%s;color:%s;display:flex;align-items:center;padding:0 24px;border-bottom:1px solid %s"><b style="font-size:18px">%s</b>%s<span style="margin-left:auto" class=u>Sign in</span></div>`,
		height, css(ground), css(ink), css(mix(s.card, s.ink, 0.15)), words(r, 1), links)
}

// sidebar writes what stands beside a board: a table, a list, an advertisement.
func (s *sheet) sidebar() string {
	r := s.r
	switch r.IntN(4) {
	case 0:
		out := `<h3>Leaderboard</h3><table class=l><tr><th>#<th>Name<th>Time`
		for k := range 5 + r.IntN(6) {
			out += f(`<tr><td>%d<td>%s<td>%d:%02d`, k+1, words(r, 1), k/3, (17*k+5)%60)
		}
		return out + `</table>`
	case 1:
		return f(`<div style="width:200px;height:%dpx;background:%s;color:#fff;padding:18px;border-radius:4px"><small>Advertisement</small><h2>%s</h2><p>%s</p><span class=u>Learn more</span></div>`,
			pick(r, 250, 400), css(pick(r, s.accent, rgb(0xB91C1C), rgb(0x334155))), words(r, 2), words(r, 8))
	case 2:
		out := `<h3>How to play</h3><ul style="padding-left:18px;margin:0">`
		for range 3 + r.IntN(3) {
			out += "<li>" + words(r, 7+r.IntN(5))
		}
		return out + "</ul>"
	}
	return f(`<h3>%s</h3><p>%s</p><p style="color:%s">%s</p>`, words(r, 3), words(r, 24), css(s.soft), words(r, 18))
}

func (s *sheet) cardCSS() string {
	return f("background:%s;border:1px solid %s;border-radius:%dpx;padding:%dpx;", css(s.card), css(mix(s.card, s.ink, 0.12)), pick(s.r, 0, 6, 12), 12+s.r.IntN(14))
}

func (s *sheet) site(board string) string {
	aside := f(`<div style="width:230px;font-size:13px;overflow:hidden;flex:none">%s</div>`, s.sidebar())
	main := f(`<div style="%sflex:none">%s%s%s</div>`, s.cardCSS(), s.heading(), board, s.buttons())
	if s.r.IntN(2) == 0 {
		main, aside = aside, main
	}
	return s.bar(pick(s.r, 44, 52, 60)) + f(`<div style="display:flex;gap:28px;justify-content:%s;padding:18px">%s%s</div><p style="padding:20px;color:%s;font-size:12px">%s</p>`,
		pick(s.r, "center", "flex-start"), main, aside, css(s.soft), words(s.r, 20))
}

func (s *sheet) column(board string) string {
	return f(`<div style="max-width:%.0fpx;margin:0 auto;padding:10px"><h2>%s</h2><p style="font-size:14px">%s</p>%s%s<p style="font-size:14px">%s</p><p style="font-size:14px">%s</p></div>`,
		max(460, s.side()+80), words(s.r, 4), words(s.r, 22), board, s.buttons(), words(s.r, 40), words(s.r, 30))
}

func (s *sheet) split(board string) string {
	return f(`<div style="display:flex;gap:36px;padding:24px 30px"><div style="flex:none">%s</div><div style="max-width:300px;overflow:hidden">%s%s%s</div></div>`,
		board, s.heading(), s.sidebar(), s.buttons())
}

// window is a browser's window on a desktop.
func (s *sheet) window(board string) string {
	r := s.r
	wall := pick(r, "linear-gradient(160deg,#0f2027,#2c5364)", "linear-gradient(120deg,#355c7d,#c06c84)", "#3a6ea5", "linear-gradient(#1e3c72,#2a5298)")
	tabs := f(`<div style="height:34px;background:#dee1e6;display:flex;align-items:flex-end;padding-left:70px"><span style="background:#fff;color:#333;font:12px sans-serif;padding:6px 18px;border-radius:8px 8px 0 0">Queens</span><span style="color:#555;font:12px sans-serif;padding:6px 18px">%s</span></div>`, words(r, 2))
	address := `<div style="height:36px;background:#fff;border-bottom:1px solid #ddd;padding:5px 14px"><div style="background:#f1f3f4;border-radius:13px;font:12px/26px sans-serif;color:#444;padding:0 14px">https://queens.example/play</div></div>`
	return f(`<div style="position:fixed;inset:0;background:%s"></div><div style="position:relative;margin:%dpx auto 0 %dpx;width:%.0fpx;background:%s;box-shadow:0 8px 30px rgba(0,0,0,.5);border-radius:8px 8px 0 0;overflow:hidden">%s%s<div style="padding:14px 22px">%s%s%s</div></div>`,
		wall, 6+r.IntN(14), 12+r.IntN(80), max(s.side()+120, 0.7*float64(s.width)), css(s.paper), tabs, address, s.heading(), board, s.buttons())
}

// archive has a calendar of the puzzles of other days beside the board.
func (s *sheet) archive(board string) string {
	r := s.r
	out := `<h3>Archive</h3><div style="display:grid;grid-template-columns:repeat(7,26px);gap:4px">`
	for day := range 28 + r.IntN(4) {
		k := mix(s.card, s.ink, 0.08)
		if chance(r, 0.4) {
			k = mix(s.card, s.accent, 0.5)
		}
		out += f(`<span style="height:26px;background:%s;border-radius:4px;font:11px/26px sans-serif;text-align:center">%d</span>`, css(k), day+1)
	}
	out += `</div>`
	return s.bar(48) + f(`<div style="display:flex;gap:32px;padding:20px;justify-content:center"><div style="flex:none">%s%s%s</div><div style="width:240px;flex:none">%s</div></div>`, s.heading(), board, s.buttons(), out)
}

// handheld is a page on a phone, with the phone's own bars.
func (s *sheet) handheld(board string) string {
	r := s.r
	status := f(`<div style="height:30px;background:%s;color:%s;display:flex;align-items:center;justify-content:space-between;padding:0 18px;font:600 13px sans-serif"><span>%d:%02d</span><span>▂▄▆ 5G %d%%</span></div>`,
		css(s.card), css(s.ink), 7+r.IntN(14), r.IntN(60), 11+r.IntN(88))
	app := f(`<div style="height:52px;background:%s;color:%s;display:flex;align-items:center;justify-content:space-between;padding:0 14px;font-size:18px"><span>‹</span><b>Queens</b><span>⋮</span></div>`,
		css(pick(r, s.card, s.accent)), css(s.ink))
	foot := `<div style="display:flex;justify-content:space-around;padding:14px 0">`
	for _, name := range []string{"Undo", "Hint", "Reset", "Rules"}[:2+r.IntN(3)] {
		foot += f(`<span class=u style="border-radius:20px">%s</span>`, name)
	}
	foot += `</div>`
	more := f(`<div style="padding:14px 18px;font-size:14px"><h3>%s</h3><p>%s</p></div>`, words(r, 3), words(r, 26))
	return status + app + f(`<div style="padding:10px 0;display:flex;justify-content:space-between;margin:0 14px"><span>Level %d</span><span>%d:%02d</span></div><div style="display:flex;justify-content:center">%s</div>%s%s`,
		1+r.IntN(500), r.IntN(9), r.IntN(60), board, foot, more)
}

// pageLinkedin is what the game's own page looks like.
func pageLinkedin(s *sheet, board string) string {
	r := s.r
	if s.dark {
		s.paper, s.card = black, rgb(0x1B1F23)
	} else {
		s.paper, s.card = rgb(0xF4F2EE), white
	}
	nav := ""
	for _, name := range []string{"Home", "My Network", "Jobs", "Messaging", "Notifications", "Me"} {
		nav += f(`<span style="margin-left:26px;font-size:12px;color:%s">%s</span>`, css(s.soft), name)
	}
	bar := f(`<div style="height:52px;background:%s;display:flex;align-items:center;padding:0 40px;border-bottom:1px solid %s"><b style="background:#0a66c2;color:#fff;padding:2px 6px;border-radius:4px">in</b><span style="width:200px;height:32px;background:%s;border-radius:4px;margin-left:8px"></span>%s</div>`,
		css(s.card), css(mix(s.card, s.ink, 0.12)), css(mix(s.card, s.ink, 0.08)), nav)
	how := f(`<div style="%smargin-top:12px;width:max-content"><b>How to play</b><p style="font-size:13px;margin:6px 0 0">%s</p></div>`, s.cardCSS(), words(r, 9))
	return bar + f(`<div style="display:flex;gap:24px;justify-content:center;padding-top:14px"><div><div style="background:%s;border-radius:8px;padding:12px 20px"><div style="display:flex;justify-content:space-between;margin-bottom:8px"><span>🕘 %d:%02d</span><span class=u style="padding:2px 12px;border-radius:16px;margin:0">Clear</span></div>%s<div style="margin-top:12px"><span class=u style="border-radius:16px">Undo</span><span class=u style="border-radius:16px">Hint</span></div></div>%s</div><div style="width:220px;font-size:13px">%s</div></div>`,
		css(s.card), r.IntN(4), r.IntN(60), board, how, s.sidebar())
}

// pagePrint is a page of a newspaper.
func pagePrint(s *sheet, board string) string {
	r := s.r
	s.paper = pick(r, white, rgb(0xF7F3E8), rgb(0xEFE9DB), rgb(0xF5F5F5))
	s.card, s.ink, s.font = s.paper, rgb(0x1A1A1A), "'DejaVu Serif',Georgia,serif"
	return f(`<div style="padding:10px 40px"><h1 style="text-align:center;border-bottom:3px double #222;font-size:30px">%s</h1><div style="display:flex;gap:26px"><div style="width:260px;font-size:12px;text-align:justify;overflow:hidden;height:480px;flex:none">%s</div><div style="flex:none"><b>No. %d · Star Battle</b><div style="margin:8px 0">%s</div><i style="font-size:12px">%s</i></div><div style="width:220px;font-size:12px;text-align:justify;overflow:hidden;height:480px">%s</div></div></div>`,
		words(r, 3), words(r, 150), r.IntN(9999), board, words(r, 8), words(r, 120))
}
