package vision

import (
	"image"
	"testing"

	"autoqueens/solver"
)

// inkOf paints the inner part of a cell that is unit pixels wide: at gets the
// place of each pixel from the cell's middle, in cells.
func inkOf(unit float64, at func(x, y float64) bool) *ink {
	side := int(inner * unit)
	k := &ink{w: side, h: side, depth: make([]uint8, side*side), contrast: 200, unit: unit, cx: float64(side) / 2, cy: float64(side) / 2}
	for i := range k.depth {
		if at((float64(i%side)+0.5-k.cx)/unit, (float64(i/side)+0.5-k.cy)/unit) {
			k.depth[i] = 200
			k.n++
		}
	}
	k.takeAwayForeign()
	return k
}

func TestMark(t *testing.T) {
	cross := func(x, y float64) bool {
		return max(abs(x), abs(y)) < 0.2 && min(abs(x-y), abs(x+y)) < 0.06
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
		sure sureness
	}{
		{"nothing", func(x, y float64) bool { return false }, solver.Empty, plain},
		{"a cross", cross, solver.Cross, plain},
		{"a large X with serifs that nearly meet", func(x, y float64) bool {
			x, y = x/1.12, y/1.12
			return cross(x, y) || abs(y) < 0.2 && abs(y) > 0.15 && abs(x) < 0.2 && abs(x) > 0.04
		}, solver.Cross, plain},
		{"a ring", ring(0), solver.Queen, plain},
		{"a ring that reaches out at the top", ring(0.18), solver.Queen, aside},
		{"a ring that fills the inner part", func(x, y float64) bool {
			return x*x+y*y > 0.2*0.2 && abs(x)+abs(y) < 0.66
		}, solver.Queen, aside},
		{"a bar at the top", func(x, y float64) bool { return y < -0.15 && abs(x) < 0.3 }, solver.Empty, unclear},
		{"a cross beside lines that meet in a corner", func(x, y float64) bool {
			return cross(x, y) || x > 0.33 || y > 0.33
		}, solver.Cross, plain},
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
	wedge := func(shift float64) *ink {
		return inkOf(unit, func(x, y float64) bool { return abs(x-shift) < 0.12 && abs(y) < 0.16 })
	}
	paint := func(k *ink, colors ...rgb) *picture {
		p := &picture{w: k.w, h: k.h, stride: 4 * k.w, pix: make([]uint8, 4*k.w*k.h)}
		for i, d := range k.depth {
			c := rgb{120, 120, 120}
			if d > 0 {
				c = colors[i%len(colors)]
			}
			p.pix[4*i], p.pix[4*i+1], p.pix[4*i+2] = c[0], c[1], c[2]
		}
		return p
	}
	white, black := rgb{250, 250, 250}, rgb{10, 10, 10}
	for _, test := range []struct {
		name   string
		shift  float64
		colors []rgb
		want   bool
	}{
		{"of one tone", 0, []rgb{white}, true},
		{"black and white", 0, []rgb{white, black}, false},
		{"of one tone, to one side", 0.2, []rgb{black}, false},
	} {
		k := wedge(0)
		k.cx -= test.shift * unit
		p := paint(k, test.colors...)
		if got := k.letter(p, rgb{120, 120, 120}); got != test.want {
			t.Errorf("%s: can be a letter: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestRepeatsHalf knows a queen again of which something hides one side.
func TestRepeatsHalf(t *testing.T) {
	const unit = 40
	crown := func(x, y float64) bool { return abs(x) < 0.3 && y < 0.2 && y > 0.1-0.9*abs(abs(x)-0.15) }
	k := inkOf(unit, crown)
	ground, other := rgb{200, 60, 60}, rgb{60, 160, 60}
	gold, rim := rgb{240, 200, 40}, rgb{90, 60, 10}
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
		p := &picture{w: 2 * k.w, h: k.h, stride: 8 * k.w, pix: make([]uint8, 8*k.w*k.h)}
		for i := range k.w * k.h {
			x, y := i%k.w, i/k.w
			set := func(x int, c rgb) { copy(p.pix[4*(y*p.w+x):], c[:]) }
			c := gold
			if (x+y)%5 == 0 {
				c = rim
			}
			set(x, ground)
			set(k.w+x, other)
			if k.depth[i] > 0 {
				set(x, c)
				if test.drawn {
					set(k.w+x, c)
				}
			}
			if test.hidden && x > k.w/2+1 {
				set(k.w+x, rgb{})
			}
		}
		f := figure{ink: k}
		if got := f.repeatsHalf(p, image.Pt(k.w, 0), other); got != test.want {
			t.Errorf("%s: repeats a half of the queen: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestPairAside believes queens off the middle where there are two of them.
func TestPairAside(t *testing.T) {
	var ring, block stamp
	for i := range ring {
		x, y := i%stampSide-stampSide/2, i/stampSide-stampSide/2
		if d := x*x + y*y; d < 30 && d > 9 {
			ring[i] = 1
		}
		if y < -2 && x > 1 {
			block[i] = 1
		}
	}
	stamps := map[int]*stamp{0: &ring, 1: &block, 2: &ring, 3: &ring}
	sure := []sureness{aside, aside, aside, unclear}
	pairAside(stamps, sure)
	for i, want := range []sureness{plain, aside, plain, unclear} {
		if sure[i] != want {
			t.Errorf("the mark in cell %d has sureness %v, want %v", i, sure[i], want)
		}
	}
}

// TestAppearing tells marks that only begin to appear from those that are small or faint
// for what they stand on.
func TestAppearing(t *testing.T) {
	const board = 4
	inks := &picture{w: 2, h: 1, stride: 8, pix: []uint8{0, 0, 0, 255, 230, 230, 230, 255}}
	full := figure{side: 12, contrast: 150, opaque: 0.8, ink: &ink{w: 1, depth: []uint8{200}}}
	for _, test := range []struct {
		name   string
		own    figure
		others int
		golden bool // the queens hardly show in such a cell
		want   bool
	}{
		{"as large and strong as the others", full, 5, false, false},
		{"half the size, half the ink", figure{side: 6, contrast: 70, opaque: 0.4}, 5, false, true},
		{"hardly any ink, but as large", figure{side: 12, contrast: 50, opaque: 0.25}, 5, false, true},
		{"as faint, for its cell is dark", figure{side: 12, contrast: 50, opaque: 0.8}, 5, false, false},
		{"smaller by a pixel", figure{side: 11, contrast: 70, opaque: 0.4}, 5, false, false},
		{"smaller and fainter, but not by far", figure{side: 9, contrast: 110, departure: 90, opaque: 0.55}, 5, false, false},
		{"the same, among many others", figure{side: 9, contrast: 110, departure: 90, opaque: 0.55}, 9, false, true},
		{"what compression leaves", figure{contrast: 40, opaque: 0.5}, 5, false, true},
		{"what compression leaves, as faint as a queen would be", figure{contrast: 40, opaque: 0.5}, 5, true, false},
		{"too few others to tell", figure{side: 6, contrast: 70, opaque: 0.25}, 2, false, false},
		{"small and faint, as any queen would be there", figure{side: 6, contrast: 70, opaque: 0.25}, 5, true, false},
		{"nothing there", figure{}, 5, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			ev := &markReader{cells: &cells{n: board, ground: make([]ground, board*board)}, markings: markings{marks: make([]solver.Mark, board*board)}}
			ev.lattice = Lattice{PitchX: 40, PitchY: 40, Size: board}
			for i := range ev.ground {
				ev.ground[i].rgb = rgb{200, 200, 200}
			}
			sure, of := make([]sureness, board*board), make([]figure, board*board)
			sure[0], of[0] = torn, test.own
			for i := 1; i <= test.others; i++ {
				ev.marks[i], of[i] = solver.Cross, full
			}
			ev.marks[1] = solver.Queen
			if test.golden {
				ev.ground[1].rgb = rgb{0, 0, 0} // and its ink as bright as the cell in question
				of[1].ink = &ink{w: 1, depth: []uint8{200}, corner: image.Pt(1, 0)}
			}
			if got := ev.appearing(inks, 0, sure, of); got != test.want {
				t.Errorf("it appears: %v, want %v", got, test.want)
			}
		})
	}
}

func TestOpacity(t *testing.T) {
	for _, test := range []struct {
		c, ground rgb
		want      float64
	}{
		{rgb{100, 50, 200}, rgb{100, 50, 200}, 0},
		{rgb{100, 100, 100}, rgb{200, 200, 200}, 0.5}, // half black
		{rgb{50, 40, 30}, rgb{100, 80, 60}, 0.5},      // on a darker ground
		{rgb{150, 150, 150}, rgb{45, 45, 45}, 0.5},    // half white
		{rgb{16, 0, 0}, rgb{0, 0, 0}, 16.0 / 255},
		{rgb{0, 0, 0}, rgb{16, 16, 16}, 0.25}, // little noise, were it not for the bound
	} {
		if got := opacity(test.c, test.ground); abs(got-test.want) > 0.01 {
			t.Errorf("%v on %v: %.2f, want %.2f", test.c, test.ground, got, test.want)
		}
	}
}
