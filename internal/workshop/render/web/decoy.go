package web

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"autoqueens/internal/workshop/render"
)

// What pages hold that looks like a board and is none, or is one of which
// whole rows are out of sight.

// Decoys are the pages without a whole board, by name, in the order they are
// drawn.
var Decoys = []string{
	"sudoku", "cut", "calendar", "2048", "covered", "wordle", "minesweeper", "scrolled", "flood",
	"swatches", "chess", "nonogram", "contributions", "spreadsheet", "tetris",
}

// decoy draws the k-th picture without a whole board in the surroundings that
// were dealt for a board.
func (b *Browser) decoy(d *drawing, k int) (render.Picture, error) {
	name := Decoys[k%len(Decoys)]
	d.kinds = render.Kinds{Scene: render.NoBoard, Variant: Variant, Drawing: name}
	t := render.Truth{Demand: render.Refuse, Why: "it shows no board"}
	d.transform, d.zoom, d.filter, d.bare = 1, 1, "", true
	d.PitchX, d.PitchY = d.pitch*d.unit(), d.pitch*d.unit()
	d.tellLines()
	var after string
	switch name {
	case "cut":
		return b.beyond(d)
	case "covered":
		t.Why = "something hides whole cells"
		after = d.cover()
	case "scrolled":
		t.Why = "rows or columns lie out of sight"
		// The page scrolls within a box that is too low for the board.
		lost := (1 + float64(d.r.IntN(d.size()/2)) + between(d.r, 0.2, 0.8)) * d.pitch
		d.instead = f(`<div style="height:%.2fpx;overflow:hidden">%s</div>`, d.frame+d.wide()-lost, d.board())
	default:
		d.instead = d.other(name)
	}
	img, _, err := b.shoot(d, d.page()+after)
	return render.Picture{Image: img, Kinds: d.kinds, Truth: t}, err
}

// beyond draws a board of which rows or columns lie outside the picture.
func (b *Browser) beyond(d *drawing) (render.Picture, error) {
	img, l, err := b.shoot(d, d.page())
	if err != nil {
		return render.Picture{}, err
	}
	at, err := d.lattice(l)
	if err != nil {
		return render.Picture{}, err
	}
	cut := img.Rect
	lost := 1 + float64(d.r.IntN(max(1, d.size()/2-1))) + pick(d.r, 0, between(d.r, 0.2, 0.8), between(d.r, 0.2, 0.8))
	switch d.r.IntN(4) {
	case 0:
		cut.Min.X = int(math.Ceil(at.X + lost*d.PitchX))
	case 1:
		cut.Max.X = int(at.X + at.Width - lost*d.PitchX)
	case 2:
		cut.Min.Y = int(math.Ceil(at.Y + lost*d.PitchY))
	default:
		cut.Max.Y = int(at.Y + at.Height - lost*d.PitchY)
	}
	out := image.NewRGBA(image.Rect(0, 0, cut.Dx(), cut.Dy()))
	draw.Draw(out, out.Rect, img, cut.Min, draw.Src)
	return render.Picture{Image: out, Kinds: d.kinds, Truth: render.Truth{Demand: render.Refuse, Why: "rows or columns lie outside the picture"}}, nil
}

// cover writes a card that a script lays over the board's middle, two cells
// and more in each direction.
func (d *drawing) cover() string {
	wide, high := max(2.4, between(d.r, 0.4, 0.8)*float64(d.size())), max(2.4, between(d.r, 0.3, 0.6)*float64(d.size()))
	return f(`<div id="over" style="position:absolute;background:#fff;color:#222;border-radius:10px;box-shadow:0 4px 20px rgba(0,0,0,.4);padding:8px;overflow:hidden;font:14px sans-serif"><b>%s</b><p>%s</p><button>Share</button></div>
<script>{const b=document.getElementById("board").getBoundingClientRect(),o=document.getElementById("over"),p=b.width/%d;
o.style.left=b.left+%.3f*p+"px";o.style.top=b.top+%.3f*p+"px";o.style.width=%.3f*p+"px";o.style.height=%.3f*p+"px"}</script>`,
		pick(d.r, "Solved in 0:48!", "Nice work", "Paused"), render.Words(d.r, 9), d.size(),
		between(d.r, 0, float64(d.size())-wide), between(d.r, 0, float64(d.size())-high), wide, high)
}

// cell is one of a grid that is no board.
type cell struct {
	fill color.NRGBA
	word string
	css  string
}

// grid writes a grid of cells.
func grid(columns, rows int, pitch, gap float64, css string, at func(row, col int) cell) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<div style="display:grid;width:fit-content;grid-template:repeat(%d,%.2fpx)/repeat(%d,%.2fpx);gap:%.2fpx;%s">`, rows, pitch-gap, columns, pitch-gap, gap, css)
	for row := range rows {
		for col := range columns {
			c := at(row, col)
			fmt.Fprintf(&b, `<div class="c" style="background:%s;font-size:%.2fpx;%s">%s</div>`, hex(c.fill), 0.5*pitch, c.css, c.word)
		}
	}
	return b.String() + "</div>"
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// other writes a thing that is no board, with cells about as large as those
// of the board that was dealt.
func (d *drawing) other(name string) string {
	r, p := d.r, max(16, min(d.pitch, 44))
	digit := func() string { return f("%d", 1+r.IntN(9)) }
	switch name {
	case "sudoku":
		tint := pick(r, rgb(0xFFFFFF), rgb(0xEAF2FF))
		return grid(9, 9, p, 0, "border:2px solid #000;", func(row, col int) cell {
			c := cell{fill: white, css: "color:#222;border-right:1px solid #999;border-bottom:1px solid #999;"}
			if (row/3+col/3)%2 == 0 {
				c.fill = tint
			}
			if col%3 == 2 {
				c.css += "border-right:2px solid #000;"
			}
			if row%3 == 2 {
				c.css += "border-bottom:2px solid #000;"
			}
			if chance(r, 0.4) {
				c.word = digit()
			}
			return c
		})
	case "calendar":
		return grid(7, 5, 2*p, 1, "background:#ccc;", func(row, col int) cell {
			c := cell{fill: white, word: f(`<small style="color:#444;font-size:12px">%d</small>`, row*7+col+1)}
			if chance(r, 0.3) {
				c.fill = d.Colors[r.IntN(len(d.Colors))]
			}
			return c
		})
	case "2048":
		tiles := []uint32{0xCDC1B4, 0xEEE4DA, 0xEDE0C8, 0xF2B179, 0xF59563, 0xF67C5F, 0xF65E3B, 0xEDCF72}
		return grid(4, 4, 2.2*p, 0.2*p, f("background:#bbada0;padding:%.1fpx;border-radius:6px;color:#776e65;font-weight:700;", 0.2*p), func(int, int) cell {
			k := r.IntN(len(tiles))
			c := cell{fill: rgb(tiles[k]), css: "border-radius:3px;"}
			if k > 0 {
				c.word = f(`<span>%d</span>`, 1<<k)
			}
			return c
		})
	case "wordle":
		return grid(5, 6, 1.5*p, 5, "color:#fff;font-weight:700;", func(int, int) cell {
			return cell{fill: rgb(pick(r, uint32(0x787C7E), 0xC9B458, 0x6AAA64)), word: string(rune('A' + r.IntN(26)))}
		})
	case "minesweeper":
		return grid(9, 9, p, 0, "border:3px inset #999;", func(int, int) cell {
			c := cell{fill: rgb(0xC0C0C0), css: "border:2px outset #eee;"}
			if chance(r, 0.5) {
				c = cell{fill: rgb(0xBDBDBD), css: "border:1px solid #7b7b7b;color:#00f;"}
				if chance(r, 0.5) {
					c.word = f("%d", 1+r.IntN(3))
				}
			}
			return c
		})
	case "flood":
		n, few := 8+r.IntN(7), d.Colors[:min(6, len(d.Colors))]
		return grid(n, n, p, pick(r, 0, 0, 1.0), "", func(int, int) cell { return cell{fill: few[r.IntN(len(few))]} })
	case "swatches":
		return grid(8, 8, p, pick(r, 0, 2, 4.0), "", func(int, int) cell {
			return cell{fill: color.NRGBA{R: uint8(r.IntN(256)), G: uint8(r.IntN(256)), B: uint8(r.IntN(256)), A: 255}}
		})
	case "chess":
		back := []rune("♜♞♝♛♚♝♞♜")
		return grid(8, 8, p, 0, "font-family:'DejaVu Sans';", func(row, col int) cell {
			c := cell{fill: rgb(0xF0D9B5)}
			if (row+col)%2 == 1 {
				c.fill = rgb(0xB58863)
			}
			switch row {
			case 0, 7:
				c.word = string(back[col])
			case 1, 6:
				c.word = "♟"
			}
			if row > 4 {
				c.css = "color:#fff;"
			}
			return c
		})
	case "nonogram":
		return grid(10, 10, p, 0, "border:2px solid #000;", func(int, int) cell {
			c := cell{fill: white, css: "border:1px solid #888;"}
			if chance(r, 0.5) {
				c.fill = rgb(0x222222)
			}
			return c
		})
	case "contributions":
		greens := []uint32{0xEBEDF0, 0x9BE9A8, 0x40C463, 0x30A14E, 0x216E39}
		return grid(30, 7, 15, 3, "", func(int, int) cell { return cell{fill: rgb(greens[r.IntN(5)]), css: "border-radius:2px;"} })
	case "spreadsheet":
		return grid(8, 12, 2*p, 0, "", func(row, col int) cell {
			c := cell{fill: white, css: "border-right:1px solid #ddd;border-bottom:1px solid #ddd;color:#222;", word: f(`<small style="font-size:11px">%d</small>`, r.IntN(10000))}
			if row == 0 || col == 0 {
				c.fill = rgb(0xE8EAED)
			} else if chance(r, 0.2) {
				c.fill = d.Colors[col%len(d.Colors)]
			}
			return c
		})
	}
	return grid(10, 20, p, 1, "background:#111;border:4px solid #444;", func(row, _ int) cell { // tetris
		c := cell{fill: rgb(0x1A1A1A)}
		if row > 12 && chance(r, 0.8) {
			c.fill = rgb(pick(r, uint32(0x00F0F0), 0x0000F0, 0xF0A000, 0xF0F000, 0x00F000, 0xA000F0, 0xF00000))
		}
		return c
	})
}
