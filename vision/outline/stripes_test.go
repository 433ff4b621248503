package outline

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"testing"

	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// TestPatterns leaves alone stripes that run one way in some cells and the other way in others, or
// come at two distances: they are patterns.
func TestPatterns(t *testing.T) {
	const size, at, pitch = 4, 20, 60
	for name, other := range map[string]struct {
		falling bool
		every   int
	}{
		"the other way":       {true, 12},
		"at another distance": {false, 20},
		"the same":            {false, 12},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		for y := range size * pitch {
			for x := range size * pitch {
				along, every := x%pitch+y%pitch, 12
				if x >= size*pitch/2 {
					if every = other.every; other.falling {
						along = x%pitch + pitch - 1 - y%pitch
					}
				}
				switch {
				case min(x%pitch, y%pitch) == 0:
					img.Set(at+x, at+y, color.Gray{Y: 120})
				case along%every < 4:
					img.Set(at+x, at+y, color.NRGBA{R: 230, G: 140, B: 150, A: 255})
				}
			}
		}
		p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
		b := &Board{Picture: p, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
		if left, want := b.Unstriped() == b, name != "the same"; left != want {
			t.Errorf("%s: the stripes are left alone: %v, want %v", name, left, want)
		}
	}
}

// TestUnstriped takes stripes from cells: what stands in them, and the lines beside them, are what
// they were. Where no cell has stripes, the board stays the one it is.
func TestUnstriped(t *testing.T) {
	const size, at, pitch = 4, 20, 60
	plain := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
	fill := func(r image.Rectangle, c color.Color) {
		draw.Draw(plain, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(plain.Rect, color.White)
	for k := range size + 1 {
		fill(image.Rect(at, at+k*pitch-1, at+size*pitch, at+k*pitch+1), color.Gray{Y: 120})
		fill(image.Rect(at+k*pitch-1, at, at+k*pitch+1, at+size*pitch), color.Gray{Y: 120})
	}
	cell := func(i int) image.Point { return image.Pt(at+i%size*pitch, at+i/size*pitch) }
	for i := range size * size {
		if i%3 == 0 { // thin and bold strokes, as those of digits
			fill(image.Rect(22, 15, 26, 45).Add(cell(i)), color.Gray{Y: 25})
			fill(image.Rect(22, 30, 40, 33).Add(cell(i)), color.Gray{Y: 25})
		}
	}
	// Where a sign stands between two cells, on a patch of its own.
	sign := image.Rect(-10, 22, 10, 38).Add(cell(6))
	fill(sign, color.White)
	fill(sign.Inset(6), color.Gray{Y: 90})
	board := func(img *image.RGBA) *Board {
		p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
		return &Board{Picture: p, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
	}
	if b := board(plain); b.Unstriped() != b {
		t.Error("stripes where there are none")
	}
	for name, stripes := range map[string]struct{ every, wide, aside float64 }{
		"far from each other":         {13, 3, 0},
		"nearly as wide as lies free": {12, 5, 0},
		"at no whole number of them":  {9.6, 4, 0},
		"the lattice lies aside":      {13, 3, 2.5},
	} {
		t.Run(name, func(t *testing.T) {
			striped := image.NewRGBA(plain.Rect)
			draw.Draw(striped, plain.Rect, plain, image.Point{}, draw.Src)
			for _, i := range []int{2, 5, 6, 15} {
				for y := 1; y < pitch-1; y++ {
					for x := 1; x < pitch-1; x++ {
						const alpha = 0.55
						at := cell(i).Add(image.Pt(x, y))
						if math.Mod(float64(x+y), stripes.every) >= stripes.wide || at.In(sign) {
							continue
						}
						px := striped.Pix[striped.PixOffset(at.X, at.Y):]
						for ch, v := range [...]float64{203, 17, 47} {
							px[ch] = uint8((1-alpha)*float64(px[ch]) + alpha*v + 0.5)
						}
					}
				}
			}
			b := board(striped)
			b.Lattice.X, b.Lattice.Y, b.Usual = b.Lattice.X+stripes.aside, b.Lattice.Y-stripes.aside, 120
			got := b.Unstriped()
			if got == b {
				t.Fatal("no stripes are found")
			}
			if off := got.Placed().OffsetFrom(board(plain).Lattice) * pitch; off > aside {
				t.Errorf("the lattice lies %.1f pixels aside", off)
			}
			if left, ok := got.Left(5); !ok || left.Most > alike {
				t.Errorf("so much is left of stripes: %d, %v", left.Most, ok)
			}
			if _, ok := got.Left(0); ok {
				t.Error("a cell without stripes counts as one that had some")
			}
			if got.Grounds()[5].RGB != (raster.RGB{255, 255, 255}) {
				t.Errorf("a cell's ground is %v", got.Grounds()[5].RGB)
			}
			off := 0
			for y := range plain.Rect.Dy() {
				for x := range plain.Rect.Dx() {
					want := plain.RGBAAt(x, y)
					if raster.Chebyshev(got.Picture.At(x, y), raster.RGB{want.R, want.G, want.B}) > 24 {
						off++
					}
				}
			}
			if most := pitch; off > most { // where two lines meet, and a stripe ends
				t.Errorf("%d pixels are not what they were", off)
			}
		})
	}
}

// TestHidingStripes: opaque stripes of the ink's colour over most of a cell are taken neither for
// its ground nor out of it, so that what they hide is in doubt.
func TestHidingStripes(t *testing.T) {
	const size, at, pitch = 4, 20, 60
	img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for k := range size + 1 {
		draw.Draw(img, image.Rect(at, at+k*pitch-1, at+size*pitch, at+k*pitch+1), image.Black, image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(at+k*pitch-1, at, at+k*pitch+1, at+size*pitch), image.Black, image.Point{}, draw.Src)
	}
	for y := 1; y < pitch-1; y++ {
		for x := 1; x < pitch-1; x++ {
			const every, wide = 13, 8
			if (x+y)%every < wide {
				img.Set(at+pitch+x, at+pitch+y, color.Black)
			}
		}
	}
	p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
	b := &Board{Picture: p, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
	if b.stripes(1, 1) == nil {
		t.Fatal("no stripes are found")
	}
	if got := b.Unstriped(); got.Grounds()[5].Support > 0.9 {
		t.Errorf("a cell of which stripes hide most has a ground of %v with support %.2f", got.Grounds()[5].RGB, got.Grounds()[5].Support)
	}
}

// TestHiddenByStripes tells where what stands in a cell is not seen through its stripes, and only
// there: what runs along between two of them hides nothing.
func TestHiddenByStripes(t *testing.T) {
	block := func(x, y int) bool { return x >= 22 && x < 42 && y >= 18 && y < 42 }
	cross := func(x, y int) bool {
		return max(x, y) < 40 && min(x, y) >= 20 && (x-y <= 2 && y-x <= 2 || x+y >= 58 && x+y <= 62)
	}
	for _, test := range []struct {
		name   string
		stands func(x, y int) bool
		alpha  float64
		above  bool // what stands there lies over the stripes
		hidden bool
	}{
		{"a block under translucent stripes", block, 0.5, false, false},
		{"a block under opaque stripes", block, 1, false, true},
		{"a cross over opaque stripes", cross, 1, true, false},
		{"a cross under opaque stripes", cross, 1, false, true},
	} {
		const at, pitch, size, cell = 20, 60, 4, 5
		img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		for y := 1; y < pitch-1; y++ {
			for x := 1; x < pitch-1; x++ {
				const every, wide, from = 13, 4, 3
				stands, stripe := test.stands(x, y), (x+y+from)%every < wide
				v := [3]float64{255, 255, 255}
				paint := func(c [3]float64, alpha float64) {
					for ch := range v {
						v[ch] += alpha * (c[ch] - v[ch])
					}
				}
				if stands && !test.above {
					paint([3]float64{}, 1)
				}
				if stripe {
					paint([3]float64{203, 17, 47}, test.alpha)
				}
				if stands && test.above {
					paint([3]float64{}, 1)
				}
				img.Set(at+pitch+x, at+pitch+y, color.RGBA{uint8(v[0]), uint8(v[1]), uint8(v[2]), 255})
			}
		}
		p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
		b := &Board{Picture: p, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
		if b.stripes(cell/size, cell%size) == nil {
			t.Fatalf("%s: no stripes are found", test.name)
		}
		if got := slices.Contains(b.Unstriped().Hidden, cell); got != test.hidden {
			t.Errorf("%s is hidden: %v, want %v", test.name, got, test.hidden)
		}
	}
}

// TestUnstripedTwice takes stripes from a smoothed picture as well, in which they cannot be told: from
// the cells in which its sharper view has them.
func TestUnstripedTwice(t *testing.T) {
	const at, pitch, size, cell = 20, 60, 4, 5
	picture := func(stripes, level uint8) *raster.Picture {
		img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		for y := 1; y < pitch-1; y++ {
			for x := 1; x < pitch-1; x++ {
				c := color.RGBA{255, level, level, 255}
				if (x+y)%13 < 4 {
					c.G, c.B = stripes, stripes
				}
				img.Set(at+pitch+x, at+pitch+y, c)
			}
		}
		return &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
	}
	smooth := picture(220, 220)
	smooth.Sharp = picture(150, 255)
	b := (&Board{Picture: smooth, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}).Unstriped()
	for _, p := range []*raster.Picture{b.Picture, b.Picture.Sharp} {
		if got := p.At(at+pitch+30, at+pitch+35); got != (raster.RGB{255, 255, 255}) {
			t.Errorf("what was in a stripe is %v, want white", got)
		}
	}
	if smooth.At(at+pitch+30, at+pitch+35) == (raster.RGB{255, 255, 255}) {
		t.Error("the picture itself was painted on")
	}
}

// TestEven tells stripes, which come again all along the cell, from what only begins as they do.
func TestEven(t *testing.T) {
	for name, tt := range map[string]struct {
		shares string // of a stripe, by diagonal, in tenths
		want   bool
	}{
		"stripes":                            {"0004800480048004800480048000", true},
		"one hidden":                         {"0004800480000004800480048000", true},
		"the dashes around a marker, and it": {"000000000000134410144100441004410043100000000000002488888888888888888888888889400000000", false},
		"at no equal distance":               {"0004800004800480000048000048000", false},
	} {
		s := &striped{}
		for _, c := range tt.shares {
			s.share, s.known, s.unsure = append(s.share, float64(c-'0')/10), append(s.known, true), append(s.unsure, 0)
		}
		if got := s.even(); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// TestOver puts a board without its stripes back into the picture, which shows what lies around it as
// before, in both of its views.
func TestOver(t *testing.T) {
	const at, pitch, size = 120, 60, 4
	picture := func(stripe uint8) *raster.Picture {
		img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		img.Set(3, 4, color.Black)
		for y := 1; y < pitch-1; y++ {
			for x := 1; x < pitch-1; x++ {
				if (x+y)%13 < 4 {
					img.Set(at+pitch+x, at+pitch+y, color.RGBA{255, stripe, stripe, 255})
				}
			}
		}
		return &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
	}
	smooth := picture(220)
	smooth.Sharp = picture(150)
	b := &Board{Picture: smooth, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
	bare := b.Unstriped()
	if bare == b {
		t.Fatal("no stripes are found")
	}
	whole := bare.Over(smooth)
	for name, views := range map[string][2]*raster.Picture{"smooth": {smooth, whole}, "sharp": {smooth.Sharp, whole.Sharp}} {
		for y := range smooth.H {
			for x := range smooth.W {
				want := views[0].At(x, y)
				if image.Pt(x, y).In(image.Rect(at, at, at+size*pitch, at+size*pitch)) {
					want = raster.RGB{255, 255, 255}
				}
				if got := views[1].At(x, y); raster.Chebyshev(got, want) > alike {
					t.Fatalf("%s: %v at %d, %d, want %v", name, got, x, y, want)
				}
			}
		}
	}
}

// TestUnstripedUnder takes stripes from a cell in which much stands over them or beside them.
func TestUnstripedUnder(t *testing.T) {
	const at, pitch, size, cell = 20, 60, 4, 5
	stripe := Color{203, 17, 47}
	over := func(c, what Color, alpha float64) Color {
		for ch := range c {
			c[ch] += alpha * (what[ch] - c[ch])
		}
		return c
	}
	within := func(x, y int, wide, high float64) bool {
		return math.Abs(float64(x)-29.5) < wide*pitch/2 && math.Abs(float64(y)-29.5) < high*pitch/2
	}
	bare := func(_, _ int, c Color) Color { return c }
	for name, test := range map[string]struct {
		every, wide, alpha float64
		from               int // where they begin
		paint              func(x, y int, c Color) Color
	}{
		"a frame of about their colour": {11, 3, 0.5, 0, func(x, y int, c Color) Color {
			if !within(x, y, 0.96, 0.96) || within(x, y, 0.75, 0.75) {
				return c
			}
			return Color{222, 110, 130}
		}},
		"all but the corners": {11, 3, 0.5, 0, func(x, y int, c Color) Color {
			for _, box := range [...][2]float64{{0.5, 0.74}, {0.74, 0.5}} {
				if within(x, y, box[0], box[1]) {
					c = over(c, Color{110, 76, 65}, 0.4)
				}
			}
			return c
		}},
		"a shadow beside what stands there": {10, 3, 0.5, 0, func(x, y int, c Color) Color {
			switch {
			case within(x, y, 0.5, 0.74):
				return Color{240, 120, 0}
			case within(x, y-3, 0.5, 0.74):
				return over(c, Color{}, 0.12)
			}
			return c
		}},
		"none where the ground is looked at": {7.47, 2.4, 0.5, 11, bare},
		"faint ones":                         {11, 3, 0.06, 0, bare},
	} {
		t.Run(name, func(t *testing.T) {
			var views [2]*raster.Picture // with stripes, and without
			for k := range views {
				img := image.NewRGBA(image.Rect(0, 0, 2*at+size*pitch, 2*at+size*pitch))
				draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
				for y := range pitch {
					for x := range pitch {
						c := Color{255, 255, 255}
						if k == 0 && math.Mod(float64(x+y+test.from), test.every) < test.wide {
							c = over(c, stripe, test.alpha)
						}
						rgb := test.paint(x, y, c).RGB()
						img.Set(at+pitch+x, at+pitch+y, color.RGBA{rgb[0], rgb[1], rgb[2], 255})
					}
				}
				views[k] = &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
			}
			b := &Board{Picture: views[0], Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
			got := b.Unstriped()
			if got == b {
				t.Fatal("no stripes are found")
			}
			if _, striped := got.Left(cell); !striped {
				t.Error("it counts as a cell without")
			}
			off := 0
			for y := 3; y < pitch-3; y++ {
				for x := 3; x < pitch-3; x++ {
					at := image.Pt(at+pitch+x, at+pitch+y)
					in := at.Sub(got.Picture.Origin.Sub(b.Picture.Origin))
					if raster.Chebyshev(got.Picture.At(in.X, in.Y), views[1].At(at.X, at.Y)) >= alike/2 {
						off++
					}
				}
			}
			if off > pitch { // where something ends on a stripe
				t.Errorf("%d pixels are not what they were", off)
			}
		})
	}
}

// TestAgainst tells a cell whose ground was taken for its stripes by where the others have theirs.
func TestAgainst(t *testing.T) {
	as := func(shares string) *striped {
		s := &striped{every: 5}
		for _, c := range shares {
			s.share, s.known, s.unsure = append(s.share, float64(c-'0')/10), append(s.known, true), append(s.unsure, 0)
		}
		s.all = make([]diagonal, len(shares)+2*beyond)
		return s
	}
	usual, other, aside := as("00099000990009900099"), as("99900999009990099900"), as("00990009900099000990")
	all := []*striped{usual, usual, other, aside}
	for k, want := range [...]bool{false, false, true, false} {
		if got := against(all[k], all); got != want {
			t.Errorf("cell %d: %v, want %v", k, got, want)
		}
	}
	// Of pixels that a cell begins within it has less than another.
	moved := as("99000990009900099000")
	for begins, want := range map[float64]bool{0: true, -1.6: false} {
		if moved.begins = begins; against(moved, []*striped{usual, usual, moved}) != want {
			t.Errorf("a cell that begins at diagonal %.1f: %v, want %v", begins, !want, want)
		}
	}
	if two := []*striped{usual, other}; against(usual, two) || against(other, two) {
		t.Error("of two, one is none the less told from the other")
	}
}
