package webstyles

import (
	"image/color"
	"math"
	"strings"
)

// Pages with grids that are no Queens board.

var otherGrids = []Style{
	{Name: "sudoku", Fold: 0, About: "a Sudoku, some with coloured boxes", draw: drawSudoku},
	{Name: "spreadsheet", Fold: 0, About: "a sheet with coloured cells", draw: drawSpreadsheet},
	{Name: "calendar", Fold: 0, About: "a month with events", draw: drawCalendar},
	{Name: "chess", Fold: 1, About: "a chess board in play", draw: drawChess},
	{Name: "crossword", Fold: 1, About: "a crossword", draw: drawCrossword},
	{Name: "nonogram", Fold: 1, About: "a picture puzzle with numbers at its sides", draw: drawNonogram},
	{Name: "kanban", Fold: 2, About: "columns of cards", draw: drawKanban},
	{Name: "tiles-2048", Fold: 2, About: "a game of numbered tiles", draw: drawTiles},
	{Name: "guessed-words", Fold: 2, About: "a game of five letters, and its keyboard", draw: drawWords},
	{Name: "heat-map", Fold: 3, About: "a matrix shaded by value, or a year of days", draw: drawHeatMap},
	{Name: "seat-plan", Fold: 3, About: "seats free and taken", draw: drawSeats},
	{Name: "swatches", Fold: 3, About: "a picker of colours", draw: drawSwatches},
}

// raster writes a grid of rows and columns.
func (s *sheet) raster(b *strings.Builder, rows, cols int, width, height float64, outer string, cell func(row, col int) (css, inner string)) {
	b.WriteString(f(`<div data-other style="display:grid;grid-template-columns:repeat(%d,%.2fpx);grid-auto-rows:%.2fpx;width:max-content;%s">`, cols, width, height, outer))
	for k := range rows * cols {
		css, inner := cell(k/cols, k%cols)
		b.WriteString(f(`<div class="s t" style="%s">%s</div>`, css, inner))
	}
	b.WriteString(`</div>`)
}

func drawSudoku(s *sheet, b *strings.Builder) {
	r := s.r
	p := max(24, s.side()/9)
	tint := chance(r, 0.5)
	boxes := colorsOf(r, pick(r, pastel, linkedin), 9, Apart, 0)
	given := between(r, 0.3, 0.6)
	s.raster(b, 9, 9, p, p, "border:3px solid #222;", func(row, col int) (string, string) {
		edge := ""
		if col < 8 {
			edge += f("border-right:%dpx solid #444;", map[bool]int{true: 3, false: 1}[col%3 == 2])
		}
		if row < 8 {
			edge += f("border-bottom:%dpx solid #444;", map[bool]int{true: 3, false: 1}[row%3 == 2])
		}
		k := white
		if tint {
			k = boxes[row/3*3+col/3]
		}
		text := ""
		if chance(r, given) {
			text = f("%d", 1+r.IntN(9))
		}
		return f("background:%s;%sfont:%.0fpx %s;color:#222", css(k), edge, 0.55*p, s.font), text
	})
}

func drawSpreadsheet(s *sheet, b *strings.Builder) {
	r := s.r
	cols, rows := 8+r.IntN(5), 14+r.IntN(8)
	tints := colorsOf(r, pastel, 4, Apart, 0)
	s.raster(b, rows, cols, pick(r, 56.0, 72, 84), pick(r, 20.0, 24), "border:1px solid #bbb;background:#fff;", func(row, col int) (string, string) {
		k, text := white, ""
		switch {
		case row == 0 && col > 0:
			k, text = rgb(0xEEEEEE), string(rune('A'+col-1))
		case col == 0:
			k, text = rgb(0xEEEEEE), f("%d", row)
		case chance(r, 0.12):
			k, text = tints[r.IntN(4)], f("%d", r.IntN(900))
		case chance(r, 0.5):
			text = f("%.1f", 100*r.Float64())
		}
		return f("background:%s;border:.5px solid #ccc;font:11px sans-serif;color:#333", css(k)), text
	})
}

func drawCalendar(s *sheet, b *strings.Builder) {
	r := s.r
	p := max(34, s.side()/7)
	first, rows := r.IntN(7), 5+r.IntN(2)
	square := chance(r, 0.6)
	tall := p
	if !square {
		tall = 0.75 * p
	}
	tints := colorsOf(r, pick(r, pastel, linkedin), 5, Apart, 0)
	s.raster(b, rows, 7, p, tall, "border:1px solid #ccc;background:#fff;", func(row, col int) (string, string) {
		day := row*7 + col - first + 1
		k, text := white, ""
		if day >= 1 && day <= 31 {
			text = f(`<span style="position:absolute;left:4px;top:2px">%d</span>`, day)
			if chance(r, 0.35) {
				k = tints[r.IntN(5)]
			}
		} else {
			k = rgb(0xF1F1F1)
		}
		return f("background:%s;border:.5px solid #ccc;font:11px %s;color:#333", css(k), s.font), text
	})
}

func drawChess(s *sheet, b *strings.Builder) {
	r := s.r
	p := max(30, s.side()/8)
	two := pick(r, [2]uint32{0xF0D9B5, 0xB58863}, [2]uint32{0xEEEED2, 0x769656}, [2]uint32{0xDEE3E6, 0x8CA2AD}, [2]uint32{0xFFFFFF, 0x999999})
	lit := r.IntN(64)
	s.raster(b, 8, 8, p, p, pick(r, "", "border:2px solid #333;", "border:8px solid #5a3a22;"), func(row, col int) (string, string) {
		k := rgb(two[(row+col)%2])
		if row*8+col == lit {
			k = mix(k, rgb(0xF7EC59), 0.5)
		}
		text := ""
		if share := map[bool]float64{true: 0.7, false: 0.12}[row < 2 || row > 5]; chance(r, share) {
			text = pick(r, "♟", "♟", "♜", "♞", "♝", "♛", "♚", "♙", "♙", "♖", "♘", "♗", "♕")
		}
		return f("background:%s;font:%.0fpx 'DejaVu Sans',sans-serif;color:#111", css(k), 0.72*p), text
	})
}

func drawCrossword(s *sheet, b *strings.Builder) {
	r := s.r
	n := 9 + r.IntN(7)
	p := max(20, s.side()/float64(n))
	number := 0
	s.raster(b, n, n, p, p, "border:2px solid #000;background:#fff;", func(row, col int) (string, string) {
		if (row%2 == 1 && col%2 == 1) || chance(r, 0.1) {
			return "background:#000", ""
		}
		text := ""
		if chance(r, 0.3) {
			number++
			text = f(`<span style="position:absolute;left:1px;top:0;font-size:%.0fpx">%d</span>`, max(6, 0.25*p), number)
		}
		if chance(r, 0.3) {
			text += string(rune('A' + r.IntN(26)))
		}
		return f("border:.5px solid #000;font:%.0fpx %s;color:#111", 0.6*p, s.font), text
	})
}

func drawNonogram(s *sheet, b *strings.Builder) {
	r := s.r
	n := pick(r, 5, 8, 10, 10, 12)
	p := max(18, s.side()/float64(n+2))
	s.raster(b, n+2, n+2, p, p, "background:#fff;", func(row, col int) (string, string) {
		if row < 2 || col < 2 {
			text := ""
			if (row >= 2 || col >= 2) && chance(r, 0.7) {
				text = f("%d", 1+r.IntN(5))
			}
			return f("font:%.0fpx sans-serif;color:#333", 0.5*p), text
		}
		k := pick(r, white, white, rgb(0x222222))
		edge := f("border-left:%dpx solid #666;border-top:%dpx solid #666;", map[bool]int{true: 2, false: 1}[col%5 == 2], map[bool]int{true: 2, false: 1}[row%5 == 2])
		text := ""
		if k == white && chance(r, 0.2) {
			text = "×"
		}
		return f("background:%s;%sfont:%.0fpx sans-serif;color:#777", css(k), edge, 0.7*p), text
	})
}

func drawKanban(s *sheet, b *strings.Builder) {
	r := s.r
	tints := colorsOf(r, pick(r, pastel, linkedin, material), 6, Apart, 0)
	b.WriteString(`<div data-other style="display:flex;gap:12px">`)
	for range 3 + r.IntN(3) {
		b.WriteString(f(`<div style="width:150px;background:rgba(128,128,128,.14);padding:8px;border-radius:6px"><b>%s</b>`, words(r, 1)))
		for range 2 + r.IntN(5) {
			b.WriteString(f(`<div style="background:%s;color:#222;margin-top:8px;padding:8px;border-radius:4px;height:%dpx;font-size:12px;overflow:hidden">%s</div>`, css(tints[r.IntN(6)]), pick(r, 50, 64, 90), words(r, 5)))
		}
		b.WriteString(`</div>`)
	}
	b.WriteString(`</div>`)
}

func drawTiles(s *sheet, b *strings.Builder) {
	r := s.r
	n := pick(r, 4, 4, 4, 5, 6)
	p := max(44, s.side()/float64(n)*0.9)
	shades := rgbs(0xCDC1B4, 0xEEE4DA, 0xEDE0C8, 0xF2B179, 0xF59563, 0xF67C5F, 0xEDCF72, 0xEDC22E)
	s.raster(b, n, n, p, p, f("background:#bbada0;gap:%.0fpx;padding:%.0fpx;border-radius:6px;", 0.1*p, 0.1*p), func(_, _ int) (string, string) {
		k, text := r.IntN(len(shades)), ""
		if k > 0 {
			text = f("%.0f", math.Pow(2, float64(k)))
		}
		return f("background:%s;border-radius:3px;font:700 %.0fpx sans-serif;color:#6b6056", css(shades[k]), 0.34*p), text
	})
}

func drawWords(s *sheet, b *strings.Builder) {
	r := s.r
	p := pick(r, 44.0, 52, 60)
	done := r.IntN(7)
	s.raster(b, 6, 5, p, p, "gap:5px;padding:4px;", func(row, _ int) (string, string) {
		if row >= done {
			return "border:2px solid #888", ""
		}
		return f("background:%s;color:#fff;font:700 %.0fpx sans-serif", pick(r, "#787c7e", "#787c7e", "#c9b458", "#6aaa64"), 0.55*p), string(rune('A' + r.IntN(26)))
	})
	s.raster(b, 3, 10, 26, 36, "gap:4px;margin-top:14px;", func(row, col int) (string, string) {
		return "background:#d3d6da;border-radius:4px;font:12px sans-serif;color:#222", string("QWERTYUIOPASDFGHJKL·ZXCVBNM···"[row*10+col])
	})
}

func drawHeatMap(s *sheet, b *strings.Builder) {
	r := s.r
	from, to := pick(r, rgb(0xFFFFFF), rgb(0xFFF7BC), rgb(0xF7FBFF)), pick(r, rgb(0x08519C), rgb(0xB10026), rgb(0x006D2C), rgb(0x54278F))
	if chance(r, 0.4) { // a year of days
		s.raster(b, 7, 40+r.IntN(13), 11, 11, "gap:3px;", func(_, _ int) (string, string) {
			return f("border-radius:2px;background:%s", css(mix(from, to, pick(r, 0, 0, 0.2, 0.45, 0.7, 1)))), ""
		})
		return
	}
	n := 6 + r.IntN(6)
	p := max(26, s.side()/float64(n))
	named := chance(r, 0.6)
	s.raster(b, n, n, p, p, pick(r, "", "gap:1px;background:#fff;", "border:1px solid #444;"), func(row, col int) (string, string) {
		v := math.Exp(-math.Pow(float64(row-col), 2)/8)*0.8 + 0.2*r.Float64()
		text := ""
		if named {
			text = f("%.2f", v)
		}
		k := mix(from, to, v)
		return f("background:%s;font:%.0fpx sans-serif;color:%s", css(k), 0.28*p, map[bool]string{true: "#fff", false: "#222"}[luma(k) < 0.5]), text
	})
}

func drawSeats(s *sheet, b *strings.Builder) {
	r := s.r
	n := 7 + r.IntN(5)
	p := max(26, s.side()/float64(n))
	states := []color.NRGBA{rgb(0xBDBDBD), rgb(0x66BB6A), rgb(0x66BB6A), rgb(0x42A5F5), rgb(0xFFCA28)}
	aisle := n / 2
	s.raster(b, n, n, p, p, f("gap:%.0fpx;", 0.14*p), func(row, col int) (string, string) {
		if col == aisle {
			return f("font:11px sans-serif;color:%s", css(s.soft)), f("%d", row+1)
		}
		return f("background:%s;border-radius:%.0fpx %.0fpx 3px 3px;font:11px sans-serif;color:#222", css(states[r.IntN(len(states))]), 0.3*p, 0.3*p), ""
	})
}

func drawSwatches(s *sheet, b *strings.Builder) {
	r := s.r
	cols, rows := 8+r.IntN(5), 5+r.IntN(5)
	p := max(22, s.side()/float64(cols))
	gap := pick(r, 0, 2, 6)
	var hues []color.NRGBA
	for range cols {
		hues = append(hues, dealt(r, vivid))
	}
	s.raster(b, rows, cols, p, p, f("gap:%dpx;", gap), func(row, col int) (string, string) {
		k := mix(hues[col], white, 0.8*(1-float64(row)/float64(rows)))
		if row > rows/2 {
			k = mix(hues[col], black, 0.7*float64(row-rows/2)/float64(rows))
		}
		return "background:" + css(k), ""
	})
}
