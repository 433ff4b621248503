package marks_test

import (
	"image"
	"math"
	"slices"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/raster"
)

// glyph is what is drawn in a cell: it gets the place of a pixel from the cell's middle, in
// cells, and tells its colour if it covers that.
type glyph func(x, y float64) (c raster.RGB, drawn bool)

var (
	black, white, gold = raster.RGB{20, 20, 20}, raster.RGB{250, 250, 250}, raster.RGB{240, 190, 30}
	backgrounds        = []raster.RGB{{150, 190, 255}, {255, 201, 146}, {179, 223, 160}, {230, 243, 136}, {187, 163, 226}}
)

func in(c raster.RGB, at func(x, y float64) bool) glyph {
	return func(x, y float64) (raster.RGB, bool) { return c, at(x, y) }
}

func cross(x, y float64) bool {
	return max(math.Abs(x), math.Abs(y)) < 0.14 && min(math.Abs(x-y), math.Abs(x+y)) < 0.05
}

// crown has three points on a bar.
func crown(x, y float64) bool {
	return math.Abs(x) < 0.28 && y < 0.2 && y > 0.12-0.35*math.Abs(math.Cos(x*math.Pi/0.28))
}

func disc(x, y float64) bool { return math.Hypot(x, y) < 0.27 }

// star has four points, up, down, left and right, and is so wide between them, as a share of them.
func star(x, y, inner float64) bool {
	a, b, q := max(math.Abs(x), math.Abs(y))/0.3, min(math.Abs(x), math.Abs(y))/0.3, inner/math.Sqrt2
	return a < 1 && b <= q*(1-a)/(1-q)
}

// arrow is a pointer in black with a white rim, its tip left of the middle and above.
func arrow(x, y float64) (raster.RGB, bool) {
	shape := func(grow float64) bool {
		u, v := x+0.2, y+0.25
		return u >= -grow && v >= -grow && v < 0.42+grow && u < 0.72*v+grow && (v < 0.3+grow || u > v-0.3)
	}
	if shape(-0.03) {
		return black, true
	}
	return white, shape(0)
}

// board draws a board of five rows and reads its marks.
func board(pitch int, drawn map[int]glyph) marks.Set {
	const n = 5
	side := n * pitch
	p := &raster.Picture{Pix: make([]uint8, 4*side*side), Stride: 4 * side, W: side, H: side}
	for i := range side * side {
		x, y := i%side, i/side
		cell := y/pitch*n + x/pitch
		c := backgrounds[x/pitch]
		if g := drawn[cell]; g != nil {
			if over, ok := g((float64(x%pitch)+0.5)/float64(pitch)-0.5, (float64(y%pitch)+0.5)/float64(pitch)-0.5); ok {
				c = over
			}
		}
		if x%pitch == 0 || y%pitch == 0 {
			c = raster.RGB{}
		}
		copy(p.Pix[4*i:], c[:])
	}
	l := lattice.Lattice{PitchX: float64(pitch), PitchY: float64(pitch), Size: n}
	return marks.Read(p, cellcolor.New(p, l))
}

func TestRead(t *testing.T) {
	crosses := map[int]glyph{3: in(black, cross), 11: in(black, cross), 14: in(black, cross)}
	with := func(more map[int]glyph) map[int]glyph {
		for i, g := range crosses {
			if _, told := more[i]; !told {
				more[i] = g
			}
		}
		return more
	}
	for _, test := range []struct {
		name    string
		drawn   map[int]glyph
		want    map[int]solver.Mark // crosses as above not told
		strange []int
	}{
		{"an empty board", map[int]glyph{3: nil, 11: nil, 14: nil}, map[int]solver.Mark{3: solver.Empty, 11: solver.Empty, 14: solver.Empty}, nil},
		{"crosses alone", map[int]glyph{}, nil, nil},
		{"a black crown", map[int]glyph{7: in(black, crown)}, map[int]solver.Mark{7: solver.Queen}, nil},
		{"gold crowns", map[int]glyph{5: in(gold, crown), 22: in(gold, crown)}, map[int]solver.Mark{5: solver.Queen, 22: solver.Queen}, nil},
		{"discs", map[int]glyph{5: in(black, disc), 22: in(black, disc)}, map[int]solver.Mark{5: solver.Queen, 22: solver.Queen}, nil},
		{"a pointer", map[int]glyph{17: arrow}, nil, []int{17}},
	} {
		for _, pitch := range []int{30, 44, 61} {
			want := make([]solver.Mark, 25)
			for i := range crosses {
				want[i] = solver.Cross
			}
			for i, m := range test.want {
				want[i] = m
			}
			got := board(pitch, with(test.drawn))
			// Of a pointer it need not be clear that there is no mark beneath it.
			unclear := slices.DeleteFunc(slices.Clone(got.Unclear), func(i int) bool { return slices.Contains(test.strange, i) })
			if !slices.Equal(got.Marks, want) || len(unclear) > 0 {
				t.Errorf("%s in cells of %d pixels: read as %v, unclear %v; want %v", test.name, pitch, got.Marks, got.Unclear, want)
			}
			for _, i := range test.strange {
				if !slices.Contains(got.Strange, i) && !slices.Contains(got.Unclear, i) {
					t.Errorf("%s in cells of %d pixels: cell %d is called neither strange nor unclear", test.name, pitch, i)
				}
			}
		}
	}
}

// TestStrange reads what is drawn otherwise than marks usually are as what a site would mean by it,
// or leaves it in doubt, and never takes it for another mark.
func TestStrange(t *testing.T) {
	hatch := func(x, y float64) bool { return math.Mod(x+y+1, 0.16) < 0.05 }
	for _, test := range []struct {
		name string
		at   func(x, y float64) bool
		want solver.Mark
	}{
		{"a plus", func(x, y float64) bool {
			return max(math.Abs(x), math.Abs(y)) < 0.16 && min(math.Abs(x), math.Abs(y)) < 0.02
		}, solver.Cross},
		{"a bold plus", func(x, y float64) bool {
			return max(math.Abs(x), math.Abs(y)) < 0.2 && min(math.Abs(x), math.Abs(y)) < 0.06
		}, solver.Cross},
		{"a dot", func(x, y float64) bool { return math.Hypot(x, y) < 0.07 }, solver.Cross},
		{"a larger dot", func(x, y float64) bool { return math.Hypot(x, y) < 0.12 }, solver.Cross},
		{"a line that lies", func(x, y float64) bool { return math.Abs(x) < 0.3 && math.Abs(y-0.1) < 0.03 }, solver.Empty},
		{"a line that stands", func(x, y float64) bool { return math.Abs(x+0.05) < 0.03 }, solver.Empty},
		{"a slanting line", func(x, y float64) bool { return math.Abs(x-y) < 0.04 }, solver.Empty},
		{"stripes", hatch, solver.Empty},
		{"a crown between stripes", func(x, y float64) bool { return crown(x, y) || hatch(x, y) }, solver.Queen},
		{"a star of four points", func(x, y float64) bool { return star(x, y, 0.3) }, solver.Queen},
		{"a cross that hides the middle of its cell", func(x, y float64) bool {
			return max(math.Abs(x), math.Abs(y)) < 0.4 && min(math.Abs(x-y), math.Abs(x+y)) < 0.1
		}, solver.Cross},
		{"a wide star", func(x, y float64) bool { return star(x, y, 0.55) }, solver.Queen},
	} {
		for _, pitch := range []int{30, 44, 61} {
			for _, cells := range [][]int{{7}, {0, 7, 14}} {
				drawn := make(map[int]glyph)
				for _, i := range cells {
					drawn[i] = in(black, test.at)
				}
				got := board(pitch, drawn)
				for _, i := range cells {
					if got.Marks[i] != test.want && !slices.Contains(got.Unclear, i) {
						t.Errorf("%s in %d cells of %d pixels: cell %d is read as %v, in doubt %v; want %v", test.name, len(cells), pitch, i, got.Marks[i], got.Unclear, test.want)
					}
				}
			}
		}
	}
}

// TestClashing doubts queens that clash where they could be crosses: those that look the same turned by a
// quarter and are no wider than half a cell, on a board without crosses.
func TestClashing(t *testing.T) {
	small := func(x, y float64) bool { return disc(1.2*x, 1.2*y) }
	large := func(x, y float64) bool { return disc(0.85*x, 0.85*y) }
	ring := func(x, y float64) bool { r := math.Hypot(x, y); return r < 0.22 && r > 0.14 }
	frame := func(x, y float64) bool { r := max(math.Abs(x), math.Abs(y)); return r < 0.22 && r > 0.14 }
	for _, test := range []struct {
		name    string
		at      func(x, y float64) bool
		crosses bool
		cells   []int
		doubt   bool
	}{
		{"discs that clash", small, false, []int{1, 2, 13}, true},
		{"large discs that clash", large, false, []int{1, 2, 13}, false},
		{"rings that clash", ring, false, []int{1, 11, 13}, true},
		{"squares that clash", frame, false, []int{1, 2, 13}, true},
		{"discs that do not", small, false, []int{1, 13, 15}, false},
		{"discs that clash beside a cross", small, true, []int{1, 2, 13}, false},
		{"crowns that clash", crown, false, []int{1, 2, 13}, false},
	} {
		for _, pitch := range []int{30, 44, 61} {
			drawn := make(map[int]glyph)
			if test.crosses {
				drawn[20], drawn[23] = in(black, cross), in(black, cross)
			}
			for _, i := range test.cells {
				drawn[i] = in(black, test.at)
			}
			got := board(pitch, drawn)
			doubted, read := false, true
			for _, i := range test.cells {
				doubted = doubted || slices.Contains(got.Unclear, i) && slices.Contains(got.Likely, i)
				read = read && got.Marks[i] == solver.Queen && !slices.Contains(got.Unclear, i)
			}
			if doubted != test.doubt || read == test.doubt {
				t.Errorf("%s in cells of %d pixels: read as %v, in doubt %v", test.name, pitch, got.Marks, got.Unclear)
			}
		}
	}
}

// TestBold tells crosses however bold they are: no queen has four arms along the diagonals.
func TestBold(t *testing.T) {
	for _, half := range []float64{0.25, 0.3} {
		for _, pen := range []float64{0.1, 0.12} {
			bold := func(x, y float64) bool {
				return max(math.Abs(x), math.Abs(y)) < half && min(math.Abs(x-y), math.Abs(x+y)) < pen
			}
			for _, pitch := range []int{30, 44, 61} {
				cells := []int{3, 11, 20}
				drawn := make(map[int]glyph)
				for _, i := range cells {
					drawn[i] = in(black, bold)
				}
				s := board(pitch, drawn)
				for _, i := range cells {
					if s.Marks[i] != solver.Cross || len(s.Unclear) > 0 {
						t.Errorf("crosses of half %.2f and pen %.2f in cells of %d pixels: read as %v, in doubt %v", half, pen, pitch, s.Marks, s.Unclear)
						break
					}
				}
			}
		}
	}
}

// TestTwoPointers does not believe in two: what stands there may be marks.
func TestTwoPointers(t *testing.T) {
	if got := board(50, map[int]glyph{0: arrow, 24: arrow}); len(got.Unclear) == 0 {
		t.Errorf("two pointers far apart leave no doubt: %+v", got)
	}
}

// TestHeldOut reads the marks of boards that no number was fitted to, where the truth
// says they lie.
func TestHeldOut(t *testing.T) {
	const boards = 25
	cells, wrong, unclear := 0, 0, 0
	for k := range boards {
		for pic := range render.Pictures(8801, k, render.Plain, render.JPEG, render.Toned, render.HoverOver) {
			if pic.Truth.Board == nil || pic.Truth.Demand != render.Must {
				continue
			}
			p, err := raster.New(pic.Image)
			if err != nil {
				t.Fatal(pic.Name, err)
			}
			n, b := pic.Truth.Board.Size, pic.Truth.Bounds
			l := lattice.Lattice{X: b.X, Y: b.Y, PitchX: b.Width / float64(n), PitchY: b.Height / float64(n), Size: n}
			l.Shift(image.Point{}.Sub(p.Origin))
			got := marks.Read(p, cellcolor.New(p, l))
			unclear += len(got.Unclear)
			for i, m := range got.Marks {
				cells++
				want := pic.Truth.Board.Mark(i/n, i%n)
				if m == want || slices.Contains(got.Unclear, i) || slices.Contains(pic.Truth.Either, i) && m < want {
					continue
				}
				wrong++
				t.Logf("%s: row %d, column %d is read as %v, is %v", pic.Name, i/n+1, i%n+1, m, want)
			}
		}
	}
	t.Logf("%d cells, %d wrong, %d unclear", cells, wrong, unclear)
	// One is known to be read wrong: a queen of which the pointer hides a half.
	if wrong > 1 || 1000*unclear > cells {
		t.Errorf("of %d cells %d are read wrong and %d are unclear; want one wrong and one in 1000 unclear at most", cells, wrong, unclear)
	}
}

// TestRecognize: of a crown that has the colour of a cell no more is seen there than its jewels. What another
// one of the board would show there tells them, and not what else is there.
func TestRecognize(t *testing.T) {
	jewels := func(x, y float64) bool {
		return math.Hypot(math.Abs(x)-0.2, y+0.1) < 0.05 || math.Hypot(x, y+0.1) < 0.05 || math.Abs(x) < 0.27 && math.Abs(y-0.16) < 0.05
	}
	jewelled := func(x, y float64) (raster.RGB, bool) {
		if jewels(x, y) {
			return black, true
		}
		return backgrounds[3], crown(x, y)
	}
	upsideDown := func(x, y float64) (raster.RGB, bool) { return black, jewels(x, -y) }
	for name, test := range map[string]struct {
		drawn map[int]glyph
		told  bool
	}{
		"beside others":         {map[int]glyph{5: jewelled, 22: jewelled, 8: jewelled}, true},
		"alone":                 {map[int]glyph{8: jewelled}, false},
		"paler than the others": {map[int]glyph{5: jewelled, 22: jewelled, 8: in(raster.RGB{125, 132, 78}, jewels)}, false},
		"as many as the others": {map[int]glyph{5: jewelled, 8: jewelled, 18: jewelled}, false},
		"jewels of no crown":    {map[int]glyph{5: jewelled, 22: jewelled, 8: upsideDown}, false},
	} {
		for _, pitch := range []int{44, 61} {
			got := board(pitch, test.drawn)
			if told := got.Marks[8] == solver.Queen; told != test.told || told == slices.Contains(got.Unclear, 8) {
				t.Errorf("%s, in cells of %d pixels: read as %v, in doubt %v", name, pitch, got.Marks, got.Unclear)
			}
		}
	}
}

// TestRepeated: what could be a pointer is none where it stands in cells that are apart.
func TestRepeated(t *testing.T) {
	const lean, off, width = 0.5, 0.12, 0.5
	slanted := in(black, func(x, y float64) bool {
		u, v := (x-off)/width-lean*(y-off), y-off
		return max(math.Abs(u), math.Abs(v)) < 0.25 && min(math.Abs(u-v), math.Abs(u+v)) < 0.08
	})
	several := map[int]glyph{0: slanted, 3: slanted, 7: slanted, 11: slanted, 14: slanted, 20: slanted, 24: slanted}
	s := board(60, several)
	for i, m := range s.Marks {
		if (m == solver.Cross) != (several[i] != nil) || slices.Contains(s.Unclear, i) {
			t.Errorf("slanted crosses: cell %d is %v, in doubt: %v", i, m, s.Unclear)
		}
	}
	if s := board(60, map[int]glyph{7: slanted}); s.Marks[7] == solver.Cross {
		t.Error("one alone is a cross")
	}
}
