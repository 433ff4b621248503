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

// TestGrow follows a part of a board whose other rows have lines that are far fainter, and whose
// pitch was measured a little wrong.
func TestGrow(t *testing.T) {
	const size, at, pitch = 7, 30, 40
	img := image.NewRGBA(image.Rect(0, 0, 400, 400))
	fill := func(r image.Rectangle, v uint8) {
		draw.Draw(img, r, image.NewUniform(color.Gray{Y: v}), image.Point{}, draw.Src)
	}
	fill(img.Rect, 250)
	const bold, pale = 3, 4 // rows
	fill(image.Rect(at, at+bold*pitch, at+size*pitch, at+(bold+pale)*pitch), 200)
	for k := range size + 1 {
		for i := range size {
			line := func(r image.Rectangle, row int) {
				if row < bold {
					fill(r, 160)
				} else {
					fill(r, 186)
				}
			}
			line(image.Rect(at+k*pitch, at+i*pitch, at+k*pitch+2, at+(i+1)*pitch), i)
			line(image.Rect(at+i*pitch, at+k*pitch, at+(i+1)*pitch, at+k*pitch+2), k)
		}
	}
	p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: 400, H: 400}
	const wide = 1.02 // times the pitch
	l := lattice.Lattice{X: at, Y: at, PitchX: wide * pitch, PitchY: wide * pitch, Size: bold}
	b, ok := Of(p, lattice.Candidate{Lattice: l, Rows: bold, Cols: bold})
	if !ok {
		t.Fatal("no board")
	}
	if want := (lattice.Lattice{X: at + 1, Y: at + 1, PitchX: pitch, PitchY: pitch, Size: size}); b.Lattice.Size != size || b.Lattice.OffsetFrom(want) > 0.02 {
		t.Errorf("the board is %v, want %v", b.Lattice, want)
	}
}

// TestCentered moves a lattice to where things stand in cells; that one of them was told wrong
// moves it no further.
func TestCentered(t *testing.T) {
	p := &raster.Picture{Pix: make([]uint8, 4*300*300), Stride: 4 * 300, W: 300, H: 300}
	b := &Board{Picture: p, Lattice: lattice.Lattice{X: 10, Y: 10, PitchX: 40, PitchY: 40, Size: 6}}
	var by [2][]Middle
	for i := range 6 {
		for axis := range by {
			by[axis] = append(by[axis], Middle{At: i, Off: 0.05 + 0.01*(float64(i)+0.5)})
		}
	}
	by[Level][0].Off = -0.1
	l := b.Centered(by).Lattice
	for _, v := range [...][2]float64{{l.X, 12}, {l.Y, 12}, {l.PitchX, 40.4}, {l.PitchY, 40.4}} {
		if math.Abs(v[0]-v[1]) > 0.01 {
			t.Errorf("the lattice is %v", l)
		}
	}
}

// TestStraight: lines that were told wrong, as beside stripes, draw the others nowhere, unless those tell as little.
func TestStraight(t *testing.T) {
	for name, test := range map[string]struct {
		off  []float64 // of each line from where it is, pixels
		want float64   // by how much most of them lie off; further than lines may where they tell nothing
	}{
		"none is wrong":         {[]float64{0.3, -0.2, 0.1, -0.3, 0.2}, 0.4},
		"one is":                {[]float64{-4, 0, 0, 0, 0}, 0.1},
		"two of five":           {[]float64{-4, 0, 0, 0, 3}, 0.1},
		"three of seven":        {[]float64{-4, 0, 5, 0, 0, 0, 3}, 0.1},
		"two of three, somehow": {[]float64{3, -3, 0}, 5},
	} {
		const at, pitch = 12, 40
		var k, y []float64
		for i, off := range test.off {
			k, y = append(k, float64(i+1)), append(y, at+pitch*float64(i+1)+off)
		}
		a, b, off := straight(k, y)
		if off > test.want || test.want > even && off <= even {
			t.Errorf("%s: lines lie %.1f off, want %.1f", name, off, test.want)
		}
		if last := float64(len(k)); off <= even && max(math.Abs(a+b-at-pitch), math.Abs(a+b*last-at-pitch*last)) > 0.5 {
			t.Errorf("%s: the first line is at %.1f, and they are %.2f apart", name, a+b, b)
		}
	}
}

// ruled returns a white board of so many rows with grey lines, with so much room at its right, in which level lines may go
// on for so many pixels, as bright as that.
func ruled(at, pitch, size, room int, goesOn func(k int) (far int, level uint8)) *Board {
	img := image.NewRGBA(image.Rect(0, 0, at+size*pitch+room, 2*at+size*pitch))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	line := func(r image.Rectangle, level uint8) {
		draw.Draw(img, r, image.NewUniform(color.Gray{Y: level}), image.Point{}, draw.Src)
	}
	const grey = 215
	for k := range size + 1 {
		line(image.Rect(at, at+k*pitch-1, at+size*pitch+1, at+k*pitch+1), grey)
		line(image.Rect(at+k*pitch-1, at, at+k*pitch+1, at+size*pitch+1), grey)
		if far, level := goesOn(k); far > 0 {
			line(image.Rect(at+size*pitch+1, at+k*pitch-1, at+size*pitch+far, at+k*pitch+1), level)
		}
	}
	p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
	l := lattice.Lattice{X: float64(at), Y: float64(at), PitchX: float64(pitch), PitchY: float64(pitch), Size: size}
	return &Board{Picture: p, Usual: 255 - grey, Lattice: l}
}

// TestWholeUnderTint: a board goes on where its lines do, however pale under what covers them, and however
// little the picture shows of them. One line by itself stands beside the board, and walls may stick out.
func TestWholeUnderTint(t *testing.T) {
	const at, pitch, size = 24, 60, 5
	for name, test := range map[string]struct {
		lines, room int // that go on, and pixels from the last of them to the end of the picture
		contrast    uint8
		walls       int // of the lines, in place of these
		whole       bool
	}{
		"nothing goes on":              {0, 30, 0, 0, true},
		"nothing, close to the end":    {0, 8, 0, 0, true},
		"one line":                     {1, 30, 8, 0, true},
		"all under a cover":            {size - 1, 30, 8, 0, false},
		"all, with eight pixels to go": {size - 1, 8, 40, 0, false},
		"two walls":                    {2, 30, 248, 2, true},
		"two lines beside a wall":      {3, 30, 248, 1, false},
	} {
		b := ruled(at, pitch, size, test.room, func(k int) (int, uint8) {
			if k > 0 && k <= test.lines {
				return test.room, 255 - test.contrast
			}
			return 0, 0
		})
		walls := func(s Side) (int, float64) {
			if s.Axis == Level && s.At == size-1 && s.K <= test.walls {
				return 0, 0.6
			}
			return 0, 0.5
		}
		if got := b.Whole(walls); got != test.whole {
			t.Errorf("%s: whole is %v, want %v", name, got, test.whole)
		}
	}
}

// TestWholeBesideSmears: what goes on for no more than the block of pixels that compression smears a board's side over
// is no line, unless the page ends or something covers it before.
func TestWholeBesideSmears(t *testing.T) {
	const at, pitch, size = 40, 60, 5
	for name, test := range map[string]struct {
		reach, room int // of what goes on, and of the page, in pixels
		whole       bool
	}{
		"farther": {at, at, false},
	} {
		b := ruled(at, pitch, size, test.room, func(k int) (int, uint8) {
			if k == 1 || k == 2 {
				return test.reach, 215
			}
			return 0, 0
		})
		if got := b.Whole(nil); got != test.whole {
			t.Errorf("%s: whole is %v, want %v", name, got, test.whole)
		}
	}
}

// TestBrokenFrame: beside a cell whose tint is as far from the frame's colour as that is from the page's, the frame is
// not seen, and what it would be is not learned from the dashes of cells that lie on another side of it.
func TestBrokenFrame(t *testing.T) {
	const at, pitch, size = 10, 60, 4
	gray := func(v uint8) image.Image { return image.NewUniform(color.Gray{Y: v}) }
	img := image.NewRGBA(image.Rect(0, 0, size*pitch+2*at, size*pitch+2*at))
	fill := func(r image.Rectangle, v uint8) { draw.Draw(img, r, gray(v), image.Point{}, draw.Src) }
	const end = at + size*pitch
	fill(img.Rect, 249)
	fill(image.Rect(at-1, at-1, end+1, end+1), 227)
	fill(image.Rect(at+1, at+1, end-1, end-1), 255)
	fill(image.Rect(end-pitch, at+pitch, end-1, at+2*pitch), 205)
	for x := at; x < end; x += 6 {
		fill(image.Rect(x, end-1, x+4, end+1), 150)
	}
	p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
	b := &Board{Picture: p, Usual: 55, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
	for _, s := range Broken(b, func(s Side) (int, float64) {
		if s == (Side{Upright, size, 1}) || s.Axis == Level && s.K == size {
			return 0, 0
		}
		return 0, 0.5
	}) {
		t.Errorf("the frame breaks off at %v", s)
	}
}

// TestBrokenFrameOfTwo: a page may draw the frame of some cells in another colour, and what stands close to the frame of the
// others does not hide it then.
func TestBrokenFrameOfTwo(t *testing.T) {
	const at, pitch, size, black = 10, 60, 6, 7
	for name, test := range map[string]struct {
		cover bool
		want  bool
	}{"a badge": {false, false}, "something over the frame": {true, true}} {
		img := image.NewRGBA(image.Rect(0, 0, size*pitch+2*at, size*pitch+2*at))
		fill := func(r image.Rectangle, v uint8) {
			draw.Draw(img, r, image.NewUniform(color.Gray{Y: v}), image.Point{}, draw.Src)
		}
		const end = at + size*pitch
		fill(img.Rect, 249)
		fill(image.Rect(at-1, at-1, end+1, end+1), 163)
		fill(image.Rect(at+1, at+1, end-1, end-1), 249)
		draw.Draw(img, image.Rect(at-1, at, at+1, at+4*pitch), image.NewUniform(color.RGBA{218, 148, 207, 255}), image.Point{}, draw.Src) // beside four cells
		over := image.Rect(at+7, at+4*pitch+10, at+53, at+5*pitch-10)
		if fill(over, black); test.cover {
			fill(over.Sub(image.Pt(pitch/2, 0)), 249)
		}
		b := &Board{
			Picture: &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}, Usual: 86,
			Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size},
		}
		broken := Broken(b, func(s Side) (kind int, stands float64) {
			if s.Axis == Upright && s.K == 0 && s.At < 4 {
				kind = 1
			}
			return kind, 0
		})
		if got := slices.ContainsFunc(broken, func(s Break) bool { return s.Axis == Upright && s.K == 0 }); got != test.want {
			t.Errorf("%s: it breaks off: %t", name, got)
		}
	}
}

// TestBroken: where something covers a line for longer than a dash is from the next, it breaks off there.
func TestBroken(t *testing.T) {
	const at, pitch, size = 10, 60, 4
	middle := func(row, col int) image.Point {
		return image.Pt(at+col*pitch+pitch/2, at+row*pitch+pitch/2)
	}
	around := func(p image.Point, side int) image.Rectangle { return image.Rectangle{p, p}.Inset(-side / 2) }
	along := func(axis, k int) (sides []Side) {
		for i := range size {
			sides = append(sides, Side{axis, k, i})
		}
		return sides
	}
	all := []Side{{Upright, 2, 1}, {Upright, 3, 1}, {Level, 1, 2}, {Level, 2, 2}} // around row 2, column 3
	for name, test := range map[string]struct {
		cover  image.Rectangle
		dash   int  // pixels from one to the next; 0 where lines are solid
		lost   int  // an upright line that is not drawn
		pale   bool // the right side of the frame is paler than all other lines
		round  int  // pixels of the frame's sides that are not drawn from each corner on
		light  bool // lines have little more contrast than noise
		stands float64
		behind []Side // along which something else stands
		want   []Side
	}{
		"nothing":                         {want: nil},
		"dashes":                          {dash: 6},
		"a cell but not its lines":        {cover: around(middle(1, 2), pitch-8)},
		"a cell and its lines":            {cover: around(middle(1, 2), pitch+6), want: all},
		"the same of light lines":         {cover: around(middle(1, 2), pitch+6), light: true, want: all},
		"the same of dashes":              {cover: around(middle(1, 2), pitch+6), dash: 6, want: all},
		"a crossing":                      {cover: around(image.Pt(at+2*pitch, at+pitch), pitch/2), want: []Side{{Upright, 2, 0}, {Upright, 2, 1}, {Level, 1, 1}, {Level, 1, 2}}},
		"a little of a line":              {cover: around(image.Pt(at+2*pitch, at+pitch/2), pitch/6)},
		"the middle of one":               {cover: around(image.Pt(at+2*pitch, at+pitch/2), pitch/3), want: []Side{{Upright, 2, 0}}},
		"the middle, where a sign stands": {cover: around(image.Pt(at+2*pitch, at+pitch/2), pitch/3), stands: 0.2},
		"the frame":                       {cover: around(image.Pt(at, at+3*pitch/2), pitch/2), want: []Side{{Upright, 0, 1}}},
		"a corner":                        {cover: image.Rect(0, 0, at+pitch-8, at+pitch-8), want: []Side{{Upright, 0, 0}, {Level, 0, 0}}},
		"a corner, where most of the frame ends with the picture": {cover: image.Rect(0, 0, at+pitch-8, at+pitch-8), behind: slices.Concat(along(Upright, 0), along(Upright, size), along(Level, size)), want: []Side{{Level, 0, 0}}},
		"a corner alone of a side of the frame":                   {behind: []Side{{Level, size, 1}, {Level, size, 2}, {Level, size, 3}}},
		"round corners":                                           {round: 40},
		"a round corner":                                          {round: 30, cover: image.Rect(0, 0, at+pitch-8, at+pitch-8), want: []Side{{Upright, 0, 0}, {Level, 0, 0}}},
		"less of a corner than is round":                          {round: 30, cover: image.Rect(0, 0, at+28, at+28)},
		"a line that scaling lost":                                {lost: 2},
		"a stripe along a line":                                   {cover: image.Rect(at+2*pitch-12, at-5, at+2*pitch+12, at+size*pitch+5), want: []Side{{Upright, 2, 0}, {Upright, 2, 1}, {Upright, 2, 2}, {Upright, 2, 3}}},
		"a paler side of the frame":                               {pale: true},
		"a cover on that":                                         {pale: true, cover: around(image.Pt(at+4*pitch, at+3*pitch/2), pitch/2), want: []Side{{Upright, 4, 1}}},
		"most lines, which are none drawn":                        {cover: image.Rect(at-5, at-5, at+size*pitch-20, at+size*pitch+5)},
	} {
		img := image.NewRGBA(image.Rect(0, 0, size*pitch+2*at, size*pitch+2*at))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		line := image.NewUniform(color.Gray{Y: 200})
		if test.light {
			line = image.NewUniform(color.Gray{Y: 255 - 3*faint - 1})
		}
		if test.pale {
			line = image.NewUniform(color.Gray{Y: 150})
		}
		for k := range size + 1 {
			step := max(test.dash, 1)
			for from := 0; from < size*pitch; from += step {
				to := from + max(step/2, 1)
				draw.Draw(img, image.Rect(at+from, at+k*pitch-1, at+to, at+k*pitch+1), line, image.Point{}, draw.Src)
				ink := line
				if test.pale && k == size {
					ink = image.NewUniform(color.Gray{Y: 228})
				}
				if k == 0 || k != test.lost {
					draw.Draw(img, image.Rect(at+k*pitch-1, at+from, at+k*pitch+1, at+to), ink, image.Point{}, draw.Src)
				}
			}
		}
		for _, x := range [...]int{at, at + size*pitch} {
			for _, y := range [...]int{at, at + size*pitch} {
				draw.Draw(img, around(image.Pt(x, y), 2*test.round), image.White, image.Point{}, draw.Src)
			}
		}
		draw.Draw(img, test.cover, image.White, image.Point{}, draw.Src)
		p := &raster.Picture{Pix: img.Pix, Stride: img.Stride, W: img.Rect.Dx(), H: img.Rect.Dy()}
		b := &Board{Picture: p, Usual: 55, Lattice: lattice.Lattice{X: at, Y: at, PitchX: pitch, PitchY: pitch, Size: size}}
		var got []Side
		for _, s := range Broken(b, func(s Side) (int, float64) {
			if slices.Contains(test.behind, s) {
				return 0, 0.5
			}
			return 0, test.stands
		}) {
			got = append(got, s.Side)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
