package tango

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"git.sr.ht/~sbinet/gg"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

const pitch = 60 // pixels

// drawn is a board of 4 by 4 white cells with grey lines, on which draw draws.
func drawn(t *testing.T, draw func(d *gg.Context)) *outline.Board {
	t.Helper()
	d := gg.NewContext(4*pitch, 4*pitch)
	d.SetColor(color.White)
	d.Clear()
	d.SetColor(color.Gray{Y: 200})
	for k := range 3 {
		d.DrawRectangle(float64(k+1)*pitch-1, 0, 2, 4*pitch)
		d.DrawRectangle(0, float64(k+1)*pitch-1, 4*pitch, 2)
	}
	d.Fill()
	draw(d)
	p, err := raster.New(d.Image())
	if err != nil {
		t.Fatal(err)
	}
	return &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 4}}
}

// TestSymbols tells what stands in the first cell, whose middle is at 30, 30.
func TestSymbols(t *testing.T) {
	disc := func(x, y, r float64, c color.Color) func(*gg.Context) {
		return func(d *gg.Context) {
			d.DrawCircle(x, y, r)
			d.SetColor(c)
			d.Fill()
		}
	}
	gold, blue := color.NRGBA{255, 179, 30, 255}, color.NRGBA{76, 140, 230, 255}
	both := func(parts ...func(*gg.Context)) func(*gg.Context) {
		return func(d *gg.Context) {
			for _, part := range parts {
				part(d)
			}
		}
	}
	cover := func(x, y, w, h float64) func(*gg.Context) {
		return func(d *gg.Context) {
			d.DrawRectangle(x, y, w, h)
			d.SetColor(color.White)
			d.Fill()
		}
	}
	moonShape := both(disc(30, 30, 13, blue), disc(23, 23, 12, color.White))
	for name, c := range map[string]struct {
		draw func(*gg.Context)
		want kind
	}{
		"nothing":            {func(*gg.Context) {}, empty},
		"disc":               {disc(30, 30, 13, gold), sun},
		"disc of any colour": {disc(30, 30, 13, blue), sun},
		"crescent":           {moonShape, moon},
		"small disc":         {disc(30, 30, 5, gold), foreign},
		"large disc":         {disc(30, 30, 22, gold), foreign},
		"ring":               {both(disc(30, 30, 13, gold), disc(30, 30, 8, color.White)), foreign},
		"half a disc":        {both(disc(30, 30, 13, gold), cover(30, 10, 20, 40)), foreign},
		"half a crescent":    {both(moonShape, cover(10, 30, 40, 20)), foreign},
		"square":             {func(d *gg.Context) { d.DrawRectangle(18, 18, 24, 24); d.SetColor(gold); d.Fill() }, foreign},
		"disc with a mark":   {both(disc(30, 30, 13, gold), func(d *gg.Context) { d.DrawRectangle(27, 23, 6, 14); d.SetColor(color.Black); d.Fill() }), foreign},
	} {
		if got := symbolOf(drawn(t, c.draw), 0, 0, raster.RGB{255, 255, 255}, 0, false).kind; got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// TestFaintSymbols: what is too faint or too small for a symbol is no empty cell, however large the cell.
func TestFaintSymbols(t *testing.T) {
	for _, pitch := range []int{60, 90, 120, 150} {
		middle := float64(pitch) / 2
		for name, draw := range map[string]func(*gg.Context){
			"a faint disc": func(d *gg.Context) {
				d.DrawCircle(middle, middle, 0.22*float64(pitch))
				d.SetColor(color.NRGBA{225, 225, 225, 255})
			},
			"a dot": func(d *gg.Context) {
				d.DrawRectangle(middle, middle, 4, 4)
				d.SetColor(color.Black)
			},
		} {
			d := gg.NewContext(4*pitch, 4*pitch)
			d.SetColor(color.White)
			d.Clear()
			draw(d)
			d.Fill()
			p, err := raster.New(d.Image())
			if err != nil {
				t.Fatal(err)
			}
			b := &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: float64(pitch), PitchY: float64(pitch), Size: 4}}
			for _, left := range []int{0, 5} {
				if got := symbolOf(b, 0, 0, raster.RGB{255, 255, 255}, left, true).kind; got != foreign {
					t.Errorf("%s in cells of %d pixels, where stripes left %d: %d, want %d", name, pitch, left, got, foreign)
				}
			}
		}
	}
}

// TestByColor: a symbol of another colour than the others of its shape is none.
func TestByColor(t *testing.T) {
	gold, blue := cellcolor.ToLab(raster.RGB{255, 179, 30}), cellcolor.ToLab(raster.RGB{76, 140, 230})
	all := []symbol{{kind: sun, color: gold}, {kind: sun, color: gold}, {kind: sun, color: blue}, {kind: moon, color: blue}, {kind: empty}}
	byColor(all)
	for i, want := range []kind{sun, sun, foreign, moon, empty} {
		if all[i].kind != want {
			t.Errorf("symbol %d: %d, want %d", i, all[i].kind, want)
		}
	}
	// A sun of which a quarter is covered has the shape of a moon.
	all = []symbol{{kind: sun, color: gold}, {kind: moon, color: gold}, {kind: sun, color: gold}}
	byColor(all)
	for i, want := range []kind{sun, foreign, sun} {
		if all[i].kind != want {
			t.Errorf("of one colour, symbol %d: %d, want %d", i, all[i].kind, want)
		}
	}
}

// TestSigns tells what stands between the first two cells of the second row: its middle is at
// 60, 90.
func TestSigns(t *testing.T) {
	ink := color.NRGBA{140, 114, 76, 255}
	box := func(c color.Color, all ...image.Rectangle) func(*gg.Context) {
		return func(d *gg.Context) {
			for _, r := range all {
				d.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
			}
			d.SetColor(c)
			d.Fill()
		}
	}
	patch := box(color.White, image.Rect(52, 82, 68, 98))
	upper, lower := image.Rect(55, 86, 65, 88), image.Rect(55, 92, 65, 94)
	x := func(d *gg.Context) {
		d.SetColor(ink)
		d.SetLineWidth(1.6)
		d.DrawLine(56, 86, 64, 94)
		d.DrawLine(56, 94, 64, 86)
		d.Stroke()
	}
	for name, c := range map[string]struct {
		draw    []func(*gg.Context)
		want    sign
		striped sign // where stripes were taken off, which leave specks
	}{
		"line":                    {nil, none, none},
		"bars":                    {[]func(*gg.Context){patch, box(ink, upper, lower)}, equal, equal},
		"cross":                   {[]func(*gg.Context){patch, x}, opposite, opposite},
		"one bar":                 {[]func(*gg.Context){patch, box(ink, upper)}, unclear, unclear},
		"interrupted alone":       {[]func(*gg.Context){patch}, unclear, unclear},
		"half of the bars":        {[]func(*gg.Context){patch, box(ink, upper, lower), box(color.White, image.Rect(60, 80, 70, 100))}, unclear, unclear},
		"half of the cross":       {[]func(*gg.Context){patch, x, box(color.White, image.Rect(50, 90, 70, 100))}, unclear, unclear},
		"a speck beside the line": {[]func(*gg.Context){box(ink, image.Rect(62, 90, 63, 91))}, unclear, none},
		"specks all along":        {[]func(*gg.Context){box(ink, image.Rect(62, 88, 63, 92), image.Rect(62, 74, 63, 78), image.Rect(62, 102, 63, 106))}, unclear, none},
		"a bar beside the line":   {[]func(*gg.Context){box(ink, image.Rect(62, 88, 63, 92))}, unclear, unclear},
		"another thing, a block":  {[]func(*gg.Context){patch, box(ink, image.Rect(55, 85, 65, 95))}, unclear, unclear},
	} {
		b := drawn(t, func(d *gg.Context) {
			for _, draw := range c.draw {
				draw(d)
			}
		})
		white := raster.RGB{255, 255, 255}
		for striped, want := range map[bool]sign{false: c.want, true: c.striped} {
			if got := signAt(b, stencilsOf(b.Lattice.Pitch()), outline.Upright, 1, 1, white, white, striped); got != want {
				t.Errorf("%s, striped %v: %d, want %d", name, striped, got, want)
			}
		}
	}
}

// TestHiddenLines: where a line would be seen and is not, a sign may be hidden as well; between cells of
// the colour of lines neither is expected.
func TestHiddenLines(t *testing.T) {
	for name, c := range map[string]struct {
		ground uint8 // of two cells in which no line is seen between them
		want   sign
	}{"covered": {255, unclear}, "of the lines' colour": {190, none}} {
		b := drawn(t, func(d *gg.Context) {
			d.DrawRectangle(3, 63, 114, 54)
			d.SetColor(color.NRGBA{c.ground, c.ground, c.ground, 255})
			d.Fill()
		})
		seen := &board{Board: b, n: b.Lattice.Size}
		seen.readSigns()
		seen.settle()
		for axis := range seen.signs {
			for i, got := range seen.signs[axis] {
				want := none
				if axis == outline.Upright && i == seen.n+1 {
					want = c.want
				}
				if got != want {
					t.Errorf("%s: side %d of cell %d: %d, want %d", name, axis, i, got, want)
				}
			}
		}
	}
}

// TestLocks: the ground tells locked cells from open ones. One between the two is a doubt, as is a cell in
// which nothing stands, but which shows the ground of locked ones, be it on one side alone.
func TestLocks(t *testing.T) {
	const white, pale, grey = 255, 243, 232
	for name, c := range map[string]struct {
		usual  uint8   // of the grounds
		others []uint8 // those of the first cells
		empty  int     // how many of these are
		strip  bool    // of all but a strip at the right of the first cell, the rest is white
		locked []bool
		doubt  bool // of the first cell
	}{
		"some are locked":        {white, []uint8{white, grey, white, grey}, 1, false, []bool{false, true, false, true}, false},
		"brighter than others":   {grey, []uint8{white, grey}, 0, false, []bool{true, false}, false},
		"between the two":        {white, []uint8{pale, grey, grey, grey}, 0, false, []bool{false, true, true, true}, true},
		"empty, between the two": {white, []uint8{pale, grey, grey, grey}, 1, false, []bool{false, true, true, true}, false},
		"empty and locked":       {white, []uint8{grey, grey, grey, grey}, 1, false, []bool{false, true, true, true}, true},
		"empty but for a strip":  {white, []uint8{grey, grey, grey, grey}, 1, true, []bool{false, true, true, true}, true},
	} {
		fill := func(d *gg.Context, v uint8, x, y, w, h float64) {
			d.DrawRectangle(x, y, w, h)
			d.SetColor(color.Gray{Y: v})
			d.Fill()
		}
		b := &board{n: 4, symbols: make([]symbol, 4*4), Board: drawn(t, func(d *gg.Context) {
			for i := range 4 * 4 {
				v := c.usual
				if i < len(c.others) {
					v = c.others[i]
				}
				fill(d, v, float64(i%4)*pitch+1, float64(i/4)*pitch+1, pitch-2, pitch-2)
			}
			if c.strip {
				fill(d, white, 1, 1, pitch-10, pitch-2)
			}
		})}
		b.plain()
		for i := range b.symbols {
			if i >= c.empty {
				b.symbols[i].kind = sun
			}
		}
		if b.readLocks(); !slices.Equal(b.locked[:len(c.locked)], c.locked) {
			t.Errorf("%s: locked: %v", name, b.locked)
		}
		if len(b.doubts) > 1 || c.doubt != (len(b.doubts) == 1 && b.doubts[0].Row == 0 && b.doubts[0].Col == 0) {
			t.Errorf("%s: doubts: %v", name, b.doubts)
		}
	}
}

// TestPaleSigns: a sign that hardly stands out from what is beside it is not taken for none, whether a line
// is seen there or has the colour of a cell.
func TestPaleSigns(t *testing.T) {
	white, locked, pale := color.Gray{Y: 255}, color.Gray{Y: 235}, color.Gray{Y: 216}
	fill := func(d *gg.Context, c color.Color, x, y, w, h float64) {
		d.DrawRectangle(x, y, w, h)
		d.SetColor(c)
		d.Fill()
	}
	for name, c := range map[string]struct {
		line color.Gray // between the first two cells
		left color.Gray // the first one's ground
		sign bool
		want []sign
	}{
		"no sign on a line":       {color.Gray{Y: 200}, white, false, []sign{none}},
		"a sign as pale as lines": {pale, white, true, []sign{equal, unclear}},
		"no sign, no line":        {locked, locked, false, []sign{bare}},
		"a pale sign, no line":    {locked, locked, true, []sign{equal, unclear}},
	} {
		b := drawn(t, func(d *gg.Context) {
			fill(d, c.left, 0, 0, pitch, pitch)
			fill(d, white, pitch, 0, pitch, pitch)
			fill(d, c.line, pitch-1, 0, 2, pitch)
			if c.sign {
				fill(d, white, pitch-8, pitch/2-8, 16, 16)
				fill(d, pale, pitch-6, pitch/2-4, 12, 2)
				fill(d, pale, pitch-6, pitch/2+2, 12, 2)
			}
		})
		ground := func(g color.Gray) raster.RGB { return raster.RGB{g.Y, g.Y, g.Y} }
		got := signAt(b, stencilsOf(pitch), outline.Upright, 0, 1, ground(c.left), ground(white), false)
		if !slices.Contains(c.want, got) {
			t.Errorf("%s: %d, want one of %d", name, got, c.want)
		}
	}
}
