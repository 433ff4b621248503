package marks

import (
	"image"
	"math"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// inkOf paints the inner part of a cell that is unit pixels wide: at gets the
// place of each pixel from the cell's middle, in cells.
func inkOf(unit float64, at func(x, y float64) bool) *glyph.Foreground {
	side := int(inner * unit)
	k := &glyph.Foreground{W: side, H: side, Depth: make([]uint8, side*side), Contrast: 200, Unit: unit, Cx: float64(side) / 2, Cy: float64(side) / 2}
	for i := range k.Depth {
		if at((float64(i%side)+0.5-k.Cx)/unit, (float64(i/side)+0.5-k.Cy)/unit) {
			k.Depth[i] = 200
			k.N++
		}
	}
	k.RemoveForeign()
	return k
}

func TestMark(t *testing.T) {
	cross := func(x, y float64) bool {
		return max(math.Abs(x), math.Abs(y)) < 0.2 && min(math.Abs(x-y), math.Abs(x+y)) < 0.06
	}
	ring := func(up float64) func(x, y float64) bool {
		return func(x, y float64) bool {
			d := x*x + (y+up)*(y+up)
			return d < 0.3*0.3 && d > 0.15*0.15
		}
	}
	for _, test := range []struct {
		name string
		at   func(x, y float64) bool
		want solver.Mark
		sure certainty
	}{
		{"nothing", func(x, y float64) bool { return false }, solver.Empty, certain},
		{"a cross", cross, solver.Cross, certain},
		{"a large X with serifs that nearly meet", func(x, y float64) bool {
			x, y = x/1.12, y/1.12
			return cross(x, y) || math.Abs(y) < 0.2 && math.Abs(y) > 0.15 && math.Abs(x) < 0.2 && math.Abs(x) > 0.04
		}, solver.Cross, certain},
		{"a ring", ring(0), solver.Queen, certain},
		{"a ring that reaches out at the top", ring(0.18), solver.Queen, aside},
		{"a ring that fills the inner part", func(x, y float64) bool {
			return x*x+y*y > 0.2*0.2 && math.Abs(x)+math.Abs(y) < 0.66
		}, solver.Queen, aside},
		{"a bar at the top", func(x, y float64) bool { return y < -0.15 && math.Abs(x) < 0.3 }, solver.Empty, unclear},
		{"a cross beside lines that meet in a corner", func(x, y float64) bool {
			return cross(x, y) || x > 0.33 || y > 0.33
		}, solver.Cross, certain},
	} {
		for _, unit := range []float64{25, 60} {
			if m, sure := markOf(inkOf(unit, test.at)); m != test.want || sure != test.sure {
				t.Errorf("%s, in a cell of %.0f pixels: read as %v, sureness %v; want %v, %v", test.name, unit, m, sure, test.want, test.sure)
			}
		}
	}
}

// TestSmallPointer takes no pointer for a cross, though it be as small as one.
func TestSmallPointer(t *testing.T) {
	for _, unit := range []float64{50, 60, 75} {
		arrow := inkOf(unit, func(x, y float64) bool {
			x, y = x*unit+4, y*unit+6 // pixels from its tip
			return x >= 0 && y >= 0 && y < 12 && x <= 0.8*y && x+y < 15
		})
		if m, sure := markOf(arrow); m != solver.Empty || sure != passing {
			t.Errorf("a pointer in a cell of %.0f pixels is read as %v, sureness %v", unit, m, sure)
		}
	}
}

// TestLetter tells a letter that leans from the pointer by its tone.
func TestLetter(t *testing.T) {
	const unit = 40
	wedge := func(shift float64) *glyph.Foreground {
		return inkOf(unit, func(x, y float64) bool { return math.Abs(x-shift) < 0.12 && math.Abs(y) < 0.16 })
	}
	paint := func(k *glyph.Foreground, colors ...raster.RGB) *raster.Picture {
		p := &raster.Picture{W: k.W, H: k.H, Stride: 4 * k.W, Pix: make([]uint8, 4*k.W*k.H)}
		for i, d := range k.Depth {
			c := raster.RGB{120, 120, 120}
			if d > 0 {
				c = colors[i%len(colors)]
			}
			p.Pix[4*i], p.Pix[4*i+1], p.Pix[4*i+2] = c[0], c[1], c[2]
		}
		return p
	}
	white, black := raster.RGB{250, 250, 250}, raster.RGB{10, 10, 10}
	for _, test := range []struct {
		name   string
		shift  float64
		colors []raster.RGB
		want   bool
	}{
		{"of one tone", 0, []raster.RGB{white}, true},
		{"black and white", 0, []raster.RGB{white, black}, false},
		{"of one tone, to one side", 0.2, []raster.RGB{black}, false},
	} {
		k := wedge(0)
		k.Cx -= test.shift * unit
		p := paint(k, test.colors...)
		if got := k.LikeLetter(p, raster.RGB{120, 120, 120}); got != test.want {
			t.Errorf("%s: can be a letter: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestRepeatsHalf knows a queen again of which something hides one side.
func TestRepeatsHalf(t *testing.T) {
	const unit = 40
	crown := func(x, y float64) bool { return math.Abs(x) < 0.3 && y < 0.2 && y > 0.1-0.9*math.Abs(math.Abs(x)-0.15) }
	k := inkOf(unit, crown)
	ground, other := raster.RGB{200, 60, 60}, raster.RGB{60, 160, 60}
	gold, rim := raster.RGB{240, 200, 40}, raster.RGB{90, 60, 10}
	for _, test := range []struct {
		name          string
		drawn, hidden bool
		want          bool
	}{
		{"the whole queen", true, false, true},
		{"its right side hidden", true, true, true},
		{"nothing", false, false, false},
		{"something over an empty cell", false, true, false},
	} {
		p := &raster.Picture{W: 2 * k.W, H: k.H, Stride: 8 * k.W, Pix: make([]uint8, 8*k.W*k.H)}
		for i := range k.W * k.H {
			x, y := i%k.W, i/k.W
			set := func(x int, c raster.RGB) { copy(p.Pix[4*(y*p.W+x):], c[:]) }
			c := gold
			if (x+y)%5 == 0 {
				c = rim
			}
			set(x, ground)
			set(k.W+x, other)
			if k.Depth[i] > 0 {
				set(x, c)
				if test.drawn {
					set(k.W+x, c)
				}
			}
			if test.hidden && x > k.W/2+1 {
				set(k.W+x, raster.RGB{})
			}
		}
		f := measures{ink: k}
		if got := f.repeatsHalf(p, image.Pt(k.W, 0), other); got != test.want {
			t.Errorf("%s: repeats a half of the queen: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestPairAside believes queens off the middle where there are two of them.
func TestPairAside(t *testing.T) {
	var ring, block glyph.Template
	for i := range ring {
		x, y := i%glyph.TemplateSide-glyph.TemplateSide/2, i/glyph.TemplateSide-glyph.TemplateSide/2
		if d := x*x + y*y; d < 30 && d > 9 {
			ring[i] = 1
		}
		if y < -2 && x > 1 {
			block[i] = 1
		}
	}
	stamps := map[int]*glyph.Template{0: &ring, 1: &block, 2: &ring, 3: &ring}
	sure := []certainty{aside, aside, aside, unclear}
	pairAside(stamps, sure)
	for i, want := range []certainty{certain, aside, certain, unclear} {
		if sure[i] != want {
			t.Errorf("the mark in cell %d has sureness %v, want %v", i, sure[i], want)
		}
	}
}

// TestAppearing tells marks that only begin to appear from those that are small or faint
// for what they stand on.
func TestAppearing(t *testing.T) {
	const board = 4
	inks := &raster.Picture{W: 2, H: 1, Stride: 8, Pix: []uint8{0, 0, 0, 255, 230, 230, 230, 255}}
	full := measures{side: 12, contrast: 150, opaque: 0.8, ink: &glyph.Foreground{W: 1, Depth: []uint8{200}}}
	for _, test := range []struct {
		name   string
		own    measures
		others int
		golden bool // the queens hardly show in such a cell
		want   bool
	}{
		{"as large and strong as the others", full, 5, false, false},
		{"half the size, half the ink", measures{side: 6, contrast: 70, opaque: 0.4}, 5, false, true},
		{"hardly any ink, but as large", measures{side: 12, contrast: 50, opaque: 0.25}, 5, false, true},
		{"as faint, for its cell is dark", measures{side: 12, contrast: 50, opaque: 0.8}, 5, false, false},
		{"smaller by a pixel", measures{side: 11, contrast: 70, opaque: 0.4}, 5, false, false},
		{"smaller and fainter, but not by far", measures{side: 9, contrast: 110, departure: 90, opaque: 0.55}, 5, false, false},
		{"the same, among many others", measures{side: 9, contrast: 110, departure: 90, opaque: 0.55}, 9, false, true},
		{"what compression leaves", measures{contrast: 40, opaque: 0.5}, 5, false, true},
		{"what compression leaves, as faint as a queen would be", measures{contrast: 40, opaque: 0.5}, 5, true, false},
		{"too few others to tell", measures{side: 6, contrast: 70, opaque: 0.25}, 2, false, false},
		{"small and faint, as any queen would be there", measures{side: 6, contrast: 70, opaque: 0.25}, 5, true, false},
		{"nothing there", measures{}, 5, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ev := &reader{Cells: &cellcolor.Cells{N: board, Colors: make([]cellcolor.Color, board*board)}, Set: Set{Marks: make([]solver.Mark, board*board)}}
			ev.Lattice = lattice.Lattice{PitchX: 40, PitchY: 40, Size: board}
			for i := range ev.Colors {
				ev.Colors[i].RGB = raster.RGB{200, 200, 200}
			}
			sure, of := make([]certainty, board*board), make([]measures, board*board)
			sure[0], of[0] = either, test.own
			for i := 1; i <= test.others; i++ {
				ev.Marks[i], of[i] = solver.Cross, full
			}
			ev.Marks[1] = solver.Queen
			if test.golden {
				ev.Colors[1].RGB = raster.RGB{0, 0, 0} // and its ink as bright as the cell in question
				of[1].ink = &glyph.Foreground{W: 1, Depth: []uint8{200}, Corner: image.Pt(1, 0)}
			}
			if got := ev.appearing(inks, 0, sure, of); got != test.want {
				t.Errorf("it appears: %v, want %v", got, test.want)
			}
		})
	}
}

func TestOpacity(t *testing.T) {
	for _, test := range []struct {
		c, ground raster.RGB
		want      float64
	}{
		{raster.RGB{100, 50, 200}, raster.RGB{100, 50, 200}, 0},
		{raster.RGB{100, 100, 100}, raster.RGB{200, 200, 200}, 0.5}, // half black
		{raster.RGB{50, 40, 30}, raster.RGB{100, 80, 60}, 0.5},      // on a darker ground
		{raster.RGB{150, 150, 150}, raster.RGB{45, 45, 45}, 0.5},    // half white
		{raster.RGB{16, 0, 0}, raster.RGB{0, 0, 0}, 16.0 / 255},
		{raster.RGB{0, 0, 0}, raster.RGB{16, 16, 16}, 0.25}, // little noise, were it not for the bound
	} {
		if got := glyph.Opacity(test.c, test.ground); math.Abs(got-test.want) > 0.01 {
			t.Errorf("%v on %v: %.2f, want %.2f", test.c, test.ground, got, test.want)
		}
	}
}
