package tango

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"git.sr.ht/~sbinet/gg"

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

// at draws in a cell of the first row.
func at(cell int, draw func(*gg.Context)) func(*gg.Context) {
	return func(d *gg.Context) {
		d.Push()
		d.Translate(float64(cell)*pitch, 0)
		draw(d)
		d.Pop()
	}
}

func disc(x, y, r float64, c color.Color) func(*gg.Context) {
	return func(d *gg.Context) {
		d.DrawCircle(x, y, r)
		d.SetColor(c)
		d.Fill()
	}
}

func block(x, y, w, h float64, c color.Color) func(*gg.Context) {
	return func(d *gg.Context) {
		d.DrawRectangle(x, y, w, h)
		d.SetColor(c)
		d.Fill()
	}
}

func both(parts ...func(*gg.Context)) func(*gg.Context) {
	return func(d *gg.Context) {
		for _, part := range parts {
			part(d)
		}
	}
}

var gold, blue = color.NRGBA{255, 179, 30, 255}, color.NRGBA{76, 140, 230, 255}

// crescent is a moon of a colour in the middle of the first cell, and rays a sun with so many.
func crescent(c color.Color) func(*gg.Context) {
	return both(disc(30, 30, 13, c), disc(23, 23, 12, color.White))
}

func rays(n int) func(*gg.Context) {
	return func(d *gg.Context) {
		disc(30, 30, 7, gold)(d)
		d.SetLineWidth(2)
		for k := range n {
			y, x := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			d.DrawLine(30+10*x, 30+10*y, 30+15*x, 30+15*y)
		}
		d.Stroke()
	}
}

// named draws figures in the cells of the first row, and returns what they are told to be.
func named(t *testing.T, figures ...func(*gg.Context)) (kinds []kind) {
	t.Helper()
	b := drawn(t, func(d *gg.Context) {
		for i, figure := range figures {
			at(i, figure)(d)
		}
	})
	var all []symbol
	for i := range figures {
		all = append(all, symbolOf(b, 0, i, raster.RGB{255, 255, 255}, 0, false))
	}
	name(all)
	for _, s := range all {
		kinds = append(kinds, s.kind)
	}
	return kinds
}

// TestSymbols tells what stands in a cell: of figures that are seen twice by what all suns and moons have in
// common, of one that is seen once by what most of them are.
func TestSymbols(t *testing.T) {
	for name, c := range map[string]struct {
		draw        func(*gg.Context) // about 30, 30
		once, twice kind
	}{
		"nothing":            {func(*gg.Context) {}, empty, empty},
		"disc":               {disc(30, 30, 13, gold), sun, sun},
		"disc of any colour": {disc(30, 30, 13, blue), sun, sun},
		"crescent":           {crescent(blue), moon, moon},
		"rays":               {rays(8), foreign, foreign}, // or moons that shine
		"ring":               {both(disc(30, 30, 13, gold), disc(30, 30, 8, color.White)), foreign, foreign},
		"thin crescent":      {both(disc(30, 30, 13, blue), disc(26, 30, 12, color.White)), foreign, moon},
		"small disc":         {disc(30, 30, 5, gold), foreign, foreign},
		"large disc":         {disc(30, 30, 27, gold), foreign, foreign},
		"half a disc":        {both(disc(30, 30, 13, gold), block(30, 10, 20, 40, color.White)), foreign, foreign},
		"half a crescent":    {both(crescent(blue), block(10, 30, 40, 20, color.White)), foreign, foreign},
		"square":             {block(18, 18, 24, 24, gold), foreign, foreign},
		"cross":              {both(block(27, 15, 6, 30, gold), block(15, 27, 30, 6, gold), block(15, 15, 6, 6, gold), block(39, 39, 6, 6, gold)), foreign, foreign},
	} {
		if got := named(t, c.draw)[0]; got != c.once {
			t.Errorf("%s, once: %d, want %d", name, got, c.once)
		}
		if got := named(t, c.draw, c.draw); got[0] != c.twice || got[1] != c.twice {
			t.Errorf("%s, twice: %d, want %d", name, got, c.twice)
		}
	}
}

// TestNames: there are two kinds of figures at most, those of one kind look alike, and they are no two kinds of
// suns, or of moons.
func TestNames(t *testing.T) {
	sunny, moony := disc(30, 30, 13, gold), crescent(blue)
	full := both(disc(30, 30, 13, color.Gray{Y: 150}), disc(26, 27, 3, color.Gray{Y: 90}), disc(34, 33, 4, color.Gray{Y: 100}))
	covered := both(sunny, block(30, 30, 13, 13, color.White))
	fat := both(disc(30, 30, 13, blue), disc(20, 20, 10, color.White))
	drawnAround := func(d *gg.Context) {
		d.DrawCircle(30, 30, 13)
		d.Clip()
		both(disc(30, 30, 13, color.Black), disc(30, 30, 11.5, color.Gray{Y: 235}), disc(23, 23, 12, color.Black), disc(23, 23, 10.5, color.White))(d)
		d.ResetClip()
	}
	cloud := color.Gray{Y: 200}
	cloudy := both(disc(34, 26, 10, gold), disc(24, 36, 6, cloud), disc(32, 37, 7, cloud))
	for name, c := range map[string]struct {
		draw []func(*gg.Context)
		want []kind
	}{
		"suns and moons":                  {[]func(*gg.Context){sunny, moony, sunny, moony}, []kind{sun, moon, sun, moon}},
		"rays and crescents":              {[]func(*gg.Context){rays(8), moony, rays(8), moony}, []kind{sun, moon, sun, moon}},
		"odd rays and crescents":          {[]func(*gg.Context){rays(7), moony, rays(7), moony}, []kind{sun, moon, sun, moon}},
		"five rays and crescents":         {[]func(*gg.Context){rays(5), moony, rays(5), moony}, []kind{sun, moon, sun, moon}},
		"odd rays and full moons":         {[]func(*gg.Context){rays(7), full, rays(7), full}, []kind{foreign, foreign, foreign, foreign}},
		"nine rays and full moons":        {[]func(*gg.Context){rays(9), full, rays(9), full}, []kind{foreign, foreign, foreign, foreign}},
		"suns and fat moons":              {[]func(*gg.Context){sunny, fat, sunny, fat}, []kind{sun, moon, sun, moon}},
		"moons that are drawn around":     {[]func(*gg.Context){sunny, drawnAround, sunny, drawnAround}, []kind{sun, moon, sun, moon}},
		"behind clouds, and full moons":   {[]func(*gg.Context){cloudy, full, cloudy, full}, []kind{foreign, foreign, foreign, foreign}},
		"odd rays alone":                  {[]func(*gg.Context){rays(7), rays(7), rays(7)}, []kind{foreign, foreign, foreign}},
		"full moons alone":                {[]func(*gg.Context){full, full, full}, []kind{foreign, foreign, foreign}},
		"of one colour":                   {[]func(*gg.Context){sunny, crescent(gold), sunny, crescent(gold)}, []kind{sun, moon, sun, moon}},
		"a sun of another colour":         {[]func(*gg.Context){sunny, disc(30, 30, 13, blue), sunny}, []kind{foreign, foreign, foreign}},
		"two colours of suns":             {[]func(*gg.Context){sunny, disc(30, 30, 13, blue), sunny, disc(30, 30, 13, blue)}, []kind{foreign, foreign, foreign, foreign}},
		"a larger sun":                    {[]func(*gg.Context){sunny, disc(30, 30, 17, gold), sunny, moony}, []kind{sun, foreign, sun, moon}},
		"a disc at another place":         {[]func(*gg.Context){sunny, disc(22, 24, 13, gold), sunny, moony}, []kind{sun, foreign, sun, moon}},
		"a quarter of a sun covered":      {[]func(*gg.Context){sunny, covered, sunny}, []kind{sun, foreign, sun}},
		"a quarter of a sun, and a moon":  {[]func(*gg.Context){sunny, covered, sunny, moony}, []kind{sun, foreign, sun, moon}},
		"something else beside the two":   {[]func(*gg.Context){sunny, block(20, 25, 20, 10, blue), sunny, moony}, []kind{sun, foreign, sun, moon}},
		"discs with one thing or another": {[]func(*gg.Context){both(sunny, block(27, 22, 6, 16, color.Black)), both(sunny, block(22, 27, 16, 6, color.Black))}, []kind{foreign, foreign}},
	} {
		if got := named(t, c.draw...); !slices.Equal(got, c.want) {
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
	frame := box(color.NRGBA{220, 38, 38, 255}, image.Rect(60, 60, 64, 120)) // of a cell in use
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
		"a frame over the line":   {[]func(*gg.Context){frame}, none, none},
		"a frame over a cross":    {[]func(*gg.Context){patch, x, frame}, unclear, unclear},
		"a frame over bars":       {[]func(*gg.Context){patch, box(ink, upper, lower), frame}, unclear, unclear},
		"a speck beside the line": {[]func(*gg.Context){box(ink, image.Rect(62, 90, 63, 91))}, unclear, none},
		"specks all along":        {[]func(*gg.Context){box(ink, image.Rect(62, 88, 63, 92), image.Rect(62, 74, 63, 78), image.Rect(62, 102, 63, 106))}, unclear, none},
		"a bar beside the line":   {[]func(*gg.Context){box(ink, image.Rect(62, 88, 63, 92))}, unclear, none},
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

// TestLikest: a line that runs on looks like no sign, be it a double one; a sign on it does.
func TestLikest(t *testing.T) {
	for name, c := range map[string]struct {
		from, to float64 // of two bars above and below the line
		want     bool
	}{
		"a double line":    {60, 120, false},
		"bars on the line": {85, 95, true},
	} {
		b := drawn(t, func(d *gg.Context) {
			for _, y := range [...]float64{56, 62} {
				block(c.from, y, c.to-c.from, 2, color.Gray{Y: 130})(d)
			}
		})
		white := raster.RGB{255, 255, 255}
		e := edgeAt(b, outline.Level, 1, 1, white, white)
		e.of = stencilsOf(pitch)
		if got := e.likest(); got >= fits/math.Sqrt2 != c.want {
			t.Errorf("%s: %.2f", name, got)
		}
	}
}

// TestLeftBesideLines: where no line is seen, what stripes left all along is no sign; what is there alone may be one.
func TestLeftBesideLines(t *testing.T) {
	const level = 190 // of the lines
	grey := raster.RGB{level, level, level}
	for name, c := range map[string]struct {
		at      []int // how far down something paler than lines stands, in pixels
		striped bool
		want    sign
	}{
		"nothing":                 {nil, true, bare},
		"in the middle":           {[]int{88}, true, unclear},
		"all along":               {[]int{74, 88, 102}, true, bare},
		"all along, of no stripe": {[]int{74, 88, 102}, false, unclear},
	} {
		b := drawn(t, func(d *gg.Context) {
			d.DrawRectangle(3, 63, 114, 54)
			d.SetColor(color.Gray{Y: level})
			d.Fill()
			for _, y := range c.at {
				d.DrawRectangle(58, float64(y), 4, 4)
				d.SetColor(color.Gray{Y: level + 15})
				d.Fill()
			}
		})
		if got := signAt(b, stencilsOf(b.Lattice.Pitch()), outline.Upright, 1, 1, grey, grey, c.striped); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
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
	const white, paler, pale, grey = 255, 246, 243, 232
	for name, c := range map[string]struct {
		usual  uint8   // of the grounds
		others []uint8 // those of the first cells
		empty  int     // how many of these are
		strip  bool    // of all but a strip at the right of the first cell, the rest is white
		bled   bool    // the first cell had stripes
		locked []bool
		doubt  bool // of the first cell
	}{
		"some are locked":        {white, []uint8{white, grey, white, grey}, 1, false, false, []bool{false, true, false, true}, false},
		"brighter than others":   {grey, []uint8{white, grey}, 0, false, false, []bool{true, false}, false},
		"between the two":        {white, []uint8{pale, grey, grey, grey}, 0, false, false, []bool{false, true, true, true}, true},
		"empty, between the two": {white, []uint8{pale, grey, grey, grey}, 1, false, false, []bool{false, true, true, true}, false},
		"empty and locked":       {white, []uint8{grey, grey, grey, grey}, 1, false, false, []bool{false, true, true, true}, true},
		"empty but for a strip":  {white, []uint8{grey, grey, grey, grey}, 1, true, false, []bool{false, true, true, true}, true},
		"nearly open":            {white, []uint8{paler, grey, grey, grey}, 0, false, false, []bool{false, true, true, true}, true},
		"the same under stripes": {white, []uint8{paler, grey, grey, grey}, 0, false, true, []bool{false, true, true, true}, false},
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
			for y := 1.0; c.bled && y < pitch-1; y++ {
				for x := 1.0; x < pitch-1; x++ {
					if math.Mod(x+y, 13) < 4 {
						d.SetRGB255(230, 130, 140)
						d.SetPixel(int(x), int(y))
					}
				}
			}
		})}
		if b.Board = b.Unstriped(); c.bled {
			if _, striped := b.Left(0); !striped {
				t.Fatalf("%s: no stripes were found", name)
			}
		}
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
		"as bright as a cell":     {color.Gray{Y: 250}, pale, true, []sign{equal, unclear}},
		"one as bright, no sign":  {color.Gray{Y: 250}, pale, false, []sign{bare, none}},
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

// TestBadge: a badge stands beside a corner of the cell, be it up to the line there.
func TestBadge(t *testing.T) {
	for name, c := range map[string]struct {
		beside func(*gg.Context)
		want   bool
	}{
		"nothing":            {func(*gg.Context) {}, false},
		"in a corner":        {disc(50, 50, 5, color.Black), true},
		"up to a line":       {disc(50, 54, 5, color.Black), true},
		"up to both lines":   {disc(54, 54, 5, color.Black), true},
		"around a corner":    {block(52, 52, 8, 8, color.Black), false},
		"at a side's middle": {disc(30, 54, 5, color.Black), false},
		"a line":             {block(55, 10, 3, 40, color.Black), false},
	} {
		b := &board{n: 4, Board: drawn(t, both(disc(30, 30, 13, gold), c.beside))}
		b.symbols = []symbol{symbolOf(b.Board, 0, 0, raster.RGB{255, 255, 255}, 0, false)}
		if _, ok := b.badge(0); ok != c.want {
			t.Errorf("%s: %v, want %v", name, ok, c.want)
		}
	}
}
