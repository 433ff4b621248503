package zip

import (
	"image"
	"math"
	"slices"
	"testing"

	"autoqueens/solver/zip"
	"autoqueens/vision/digit"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// TestNumbersTellEachOther: they run from 1 without a gap, so that one alone cannot be another.
func TestNumbersTellEachOther(t *testing.T) {
	sure := func(k int) cell { return cell{number: number{Answer: digit.Answer{Number: k, Likelihood: 1}}} }
	unsure := func(k int) cell { return cell{number: number{Answer: digit.Answer{Number: k, Likelihood: 0.6}}} }
	for name, test := range map[string]struct {
		cells []cell
		want  bool
	}{
		"all are certain":          {[]cell{sure(2), {}, sure(3), sure(1)}, true},
		"the one that is left":     {[]cell{sure(2), {}, unsure(3), sure(1)}, true},
		"another than is left":     {[]cell{sure(2), {}, unsure(4), sure(1)}, false},
		"one that is there":        {[]cell{sure(2), {}, unsure(2), sure(1)}, false},
		"two that are not certain": {[]cell{sure(2), {}, unsure(3), unsure(1)}, false},
		"a gap among the others":   {[]cell{sure(1), {}, unsure(2), sure(4)}, false},
	} {
		b := &board{n: 2, cells: test.cells}
		if doubts := append(b.repeated(), b.number(&zip.Puzzle{})...); (len(doubts) == 0) != test.want {
			t.Errorf("%s: %v", name, doubts)
		}
	}
}

// TestNumberStandsOnOneColor: on a badge, within an outline and on the cell's ground, but not where something
// comes from the cell's side.
func TestNumberStandsOnOneColor(t *testing.T) {
	const pitch = 60
	one := func(p *raster.Picture, ink uint8) {
		fill(p, image.Rect(29, 21, 33, 40), ink)
		fill(p, image.Rect(26, 23, 29, 26), ink)
	}
	for name, test := range map[string]struct {
		draw func(p *raster.Picture)
		bare bool
		want bool
	}{
		"nothing": {func(*raster.Picture) {}, false, false},
		"on a badge": {func(p *raster.Picture) {
			fill(p, image.Rect(14, 14, 46, 46), 20)
			one(p, 255)
		}, false, true},
		"within an outline": {func(p *raster.Picture) {
			fill(p, image.Rect(14, 14, 46, 46), 20)
			fill(p, image.Rect(16, 16, 44, 44), 255)
			one(p, 20)
		}, false, true},
		"on the ground": {func(p *raster.Picture) { one(p, 20) }, true, true},
		"reached by something": {func(p *raster.Picture) {
			one(p, 20)
			fill(p, image.Rect(30, 36, 60, 40), 20)
		}, true, false},
	} {
		p := &raster.Picture{W: pitch, H: pitch, Stride: 4 * pitch, Pix: make([]uint8, 4*pitch*pitch)}
		fill(p, image.Rect(0, 0, pitch, pitch), 255)
		test.draw(p)
		l := lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 1}
		b := &board{Board: &outline.Board{Picture: p, Lattice: l}, n: 1, cells: []cell{{ground: outline.Color{255, 255, 255}}}}
		seen := false
		for _, k := range b.numbers(0, nil) {
			seen = seen || k.Number == 1 && k.bare == test.bare
		}
		if seen != test.want {
			t.Errorf("%s: %t", name, seen)
		}
	}
}

// TestNumberOnBadgeOfTheBoard: badges are as large as each other and may have any colour, also that of the path.
func TestNumberOnBadgeOfTheBoard(t *testing.T) {
	const pitch = 60
	badges := way{width: 32.0 / pitch, height: 32.0 / pitch}
	path := outline.Color{20, 20, 20}
	for name, test := range map[string]struct {
		draw func(p *raster.Picture)
		want bool
	}{
		"as large": {func(p *raster.Picture) { fill(p, image.Rect(14, 14, 46, 46), 120) }, true},
		"smaller":  {func(p *raster.Picture) { fill(p, image.Rect(19, 19, 42, 42), 120) }, false},
		"on its way": {func(p *raster.Picture) {
			fill(p, image.Rect(14, 14, 46, 46), 20)
			fill(p, image.Rect(22, 26, 60, 36), 20)
		}, true},
		"in another's way": {func(p *raster.Picture) {
			fill(p, image.Rect(14, 14, 46, 46), 120)
			fill(p, image.Rect(22, 26, 60, 36), 120)
		}, false},
		"within a larger": {func(p *raster.Picture) {
			fill(p, image.Rect(10, 10, 50, 50), 90)
			fill(p, image.Rect(14, 14, 46, 46), 20)
		}, true},
	} {
		p := &raster.Picture{W: pitch, H: pitch, Stride: 4 * pitch, Pix: make([]uint8, 4*pitch*pitch)}
		fill(p, image.Rect(0, 0, pitch, pitch), 255)
		test.draw(p)
		fill(p, image.Rect(29, 22, 32, 38), 255)
		fill(p, image.Rect(26, 24, 29, 26), 255)
		l := lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 1}
		b := &board{Board: &outline.Board{Picture: p, Lattice: l}, n: 1, cells: []cell{{ground: outline.Color{255, 255, 255}, paths: []outline.Color{path}}}}
		seen := false
		for _, k := range b.numbers(0, &badges) {
			seen = seen || k.Number == 1 && k.as(badges) && (k.joined || !k.in.touches)
		}
		if seen != test.want {
			t.Errorf("%s: %t", name, seen)
		}
	}
}

// TestWallMayBeDashed: but it goes on all along its side.
func TestWallMayBeDashed(t *testing.T) {
	const pitch, weight = 60, 0.02
	for name, test := range map[string]struct {
		from, to, dash, every int // pixels of the side
		but                   image.Rectangle
		want                  bool
	}{
		"drawn through":           {0, pitch, 1, 1, image.Rectangle{}, true},
		"dashed":                  {0, pitch, 8, 12, image.Rectangle{}, true},
		"dots":                    {0, pitch, 2, 16, image.Rectangle{}, false},
		"at one end alone":        {0, pitch / 2, 1, 1, image.Rectangle{}, false},
		"at both ends alone":      {0, pitch, 1, 1, image.Rect(0, 16, 2*pitch, 44), false},
		"with something across":   {0, pitch, 1, 1, image.Rect(0, 28, 2*pitch, 32), true},
		"dashed, not all the way": {0, pitch, 8, 12, image.Rect(0, 20, 2*pitch, 36), false},
	} {
		p := &raster.Picture{W: 2 * pitch, H: 2 * pitch, Stride: 8 * pitch, Pix: make([]uint8, 16*pitch*pitch)}
		fill(p, image.Rect(0, 0, p.W, p.H), 255)
		for y := test.from; y < test.to; y += test.every {
			fill(p, image.Rect(pitch-2, y, pitch+2, min(y+test.dash, test.to)), 20)
		}
		fill(p, test.but, 255)
		l := lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 2}
		b := &board{Board: &outline.Board{Picture: p, Lattice: l}, n: 2, cells: make([]cell, 4)}
		if got := b.unbroken(&side{Side: outline.Side{Axis: outline.Upright, K: 1}, cells: [2]int{0, 1}}, weight); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestWallBetweenBadges: badges that a wall touches have its colour, and hide nothing of it: it is there where lines lie.
func TestWallBetweenBadges(t *testing.T) {
	const pitch, radius, weight, ink, white = 60, 24, 0.07, 20, 255
	for name, test := range map[string]struct {
		badges int
		gap    int // pixels in the middle of the side without the wall
		want   bool
	}{
		"a wall":                    {0, 0, true},
		"beside a badge":            {1, 0, true},
		"between badges":            {2, 0, true},
		"its ends":                  {0, 20, false},
		"its ends beside a badge":   {1, 20, false},
		"its ends between badges":   {2, 20, false},
		"nothing":                   {0, pitch, false},
		"nothing beside a badge":    {1, pitch, false},
		"nothing between badges":    {2, pitch, false},
		"a crack between badges":    {2, 4, true},
		"a crack beside one badge ": {1, 4, true},
	} {
		p := &raster.Picture{W: 2 * pitch, H: 2 * pitch, Stride: 8 * pitch, Pix: make([]uint8, 16*pitch*pitch)}
		fill(p, p.Bounds(), white)
		fill(p, image.Rect(pitch-8, 0, pitch+8, pitch), ink)
		fill(p, image.Rect(pitch-8, (pitch-test.gap)/2, pitch+8, (pitch+test.gap)/2), white)
		fill(p, image.Rect(pitch-1, 0, pitch+1, 2*pitch), 100)
		b := &board{Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 2}}, n: 2, cells: make([]cell, 4)}
		for i := range b.cells {
			b.cells[i].ground = outline.Color{white, white, white}
		}
		for i := range test.badges {
			b.cells[i].number = number{Answer: digit.Answer{Number: i + 1}, way: way{on: outline.Color{ink, ink, ink}}}
			for y := -radius; y < radius; y++ {
				half := int(math.Sqrt(float64(radius*radius - y*y)))
				middle := pitch/2 + i*pitch
				fill(p, image.Rect(middle-half, pitch/2+y, middle+half, pitch/2+y+1), ink)
			}
		}
		if got := b.unbroken(&side{Side: outline.Side{Axis: outline.Upright, K: 1}, cells: [2]int{0, 1}}, weight); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestPathBesideWall: the path is told where a wall on another line ends close to it.
func TestPathBesideWall(t *testing.T) {
	const pitch, path, ground = 60, 100, 169
	p := &raster.Picture{W: 2 * pitch, H: 2 * pitch, Stride: 8 * pitch, Pix: make([]uint8, 16*pitch*pitch)}
	fill(p, p.Bounds(), ground)
	fill(p, image.Rect(12, 20, 49, 100), path)
	fill(p, image.Rect(52, 0, 68, 2*pitch), 7)
	fill(p, image.Rect(51, 0, 52, 2*pitch), (ground+7)/2)
	b := &board{Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 2}}, n: 2, cells: make([]cell, 4)}
	for i := range b.cells {
		b.cells[i].ground = outline.Color{ground, ground, ground}
	}
	if s := b.band(outline.Side{Axis: outline.Level, K: 1}); !s.band {
		t.Error("the path is not seen")
	}
}

// TestBesidePath: what scaling and compression leave of the path beside a side is nothing that stands there; what lies over the
// cell is, and so is the path itself.
func TestBesidePath(t *testing.T) {
	b := &board{cells: []cell{{ground: outline.Color{240, 200, 180}, paths: []outline.Color{{240, 120, 20}}}, {ground: outline.Color{240, 200, 180}}}}
	for name, test := range map[string]struct {
		cell int
		seen outline.Color
		want bool
	}{
		"the ground":                 {0, outline.Color{236, 204, 176}, true},
		"a rim of the path":          {0, outline.Color{240, 170, 120}, true},
		"most of the path":           {0, outline.Color{240, 150, 80}, false},
		"another colour":             {0, outline.Color{200, 200, 180}, false},
		"a rim where no path is":     {1, outline.Color{240, 170, 120}, false},
		"the ground where none is":   {1, outline.Color{240, 200, 180}, true},
		"less than the ground shows": {0, outline.Color{240, 230, 240}, false},
	} {
		if got := b.free(test.cell, test.seen); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestPathBesideDisc: the path is told where a disc that stands close to the side makes one half of it darker.
func TestPathBesideDisc(t *testing.T) {
	const pitch, path, ground = 60, 100, 220
	for name, test := range map[string]struct {
		half uint8
		want bool
	}{"darker": {70, true}, "something else": {20, false}} {
		p := &raster.Picture{W: 2 * pitch, H: 2 * pitch, Stride: 8 * pitch, Pix: make([]uint8, 16*pitch*pitch)}
		fill(p, p.Bounds(), ground)
		fill(p, image.Rect(12, 20, 49, 100), path)
		fill(p, image.Rect(12, 50, 49, 59), test.half)
		b := &board{Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: 2}}, n: 2, cells: make([]cell, 4)}
		for i := range b.cells {
			b.cells[i].ground = outline.Color{ground, ground, ground}
		}
		if s := b.band(outline.Side{Axis: outline.Level, K: 1}); s.band != test.want {
			t.Errorf("%s: the path is seen: %t", name, s.band)
		}
	}
}

// TestGroundBesideWidePath: where the path comes near the corners of its cells, these have the ground that is
// further out, be they few or most, and where walls do, that which is further in; what is tinted all over has its own.
func TestGroundBesideWidePath(t *testing.T) {
	const n, pitch, tint = 3, 40, 180
	for name, test := range map[string]struct {
		cells int
		path  image.Rectangle
		walls int  // how far those on both sides of a cell reach into it, in pixels
		want  bool // it is tinted
	}{
		"few":                       {3, image.Rect(0, 6, pitch, pitch-6), 0, false},
		"most":                      {n * n, image.Rect(0, 6, pitch, pitch-6), 0, false},
		"few that are tinted":       {3, image.Rect(0, 0, pitch, pitch), 0, true},
		"few, and not so wide":      {3, image.Rect(0, 9, pitch, pitch-9), 0, false},
		"between walls":             {1, image.Rectangle{}, 6, false},
		"beside one":                {2, image.Rectangle{}, 6, false},
		"between walls, and tinted": {4, image.Rect(0, 0, pitch, pitch), 6, true},
	} {
		p := &raster.Picture{W: n * pitch, H: n * pitch, Stride: 4 * n * pitch, Pix: make([]uint8, 4*n*n*pitch*pitch)}
		fill(p, image.Rect(0, 0, p.W, p.H), 255)
		b := &board{Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: n}}, n: n, cells: make([]cell, n*n)}
		for i := range test.cells {
			at := image.Pt(i%n*pitch, i/n*pitch)
			fill(p, test.path.Add(at), tint)
			if i == 0 {
				fill(p, image.Rect(0, 0, test.walls, pitch).Add(at), 20)
				fill(p, image.Rect(pitch-test.walls, 0, pitch, pitch).Add(at), 20)
			}
		}
		ok := b.ground()
		for i := range test.cells {
			if is, sure := b.tinted(i); !ok || is != test.want || !sure {
				t.Errorf("%s: cell %d of %v is tinted: %t, %t, want %t", name, i, b.cells[i].ground, is, sure, test.want)
			}
		}
	}
}

func fill(p *raster.Picture, r image.Rectangle, v uint8) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			copy(p.Pix[y*p.Stride+4*x:], []uint8{v, v, v})
		}
	}
}

// TestRing: what a page draws around the cell that has the keyboard is no wall, be it inside the cell or around it,
// and beside the path too; walls all around a cell but for one side are.
func TestRing(t *testing.T) {
	const n = 3
	lying := func(axis, k, at int, before, after float64, band bool) *side {
		s := &side{Side: outline.Side{Axis: axis, K: k, At: at}, band: band}
		s.cells[0], s.cells[1] = s.Side.Cells(n)
		for k := range places {
			s.halves[0][k], s.halves[1][k] = before, after
		}
		return s
	}
	const line, heavy = 0.01, 0.05
	for name, tt := range map[string]struct {
		inner, outer float64 // what lies at the sides of the middle cell, within it and outside
		band         bool    // the path runs across one of them
		open         bool    // another has a line alone
		want         float64 // what is left of the others
	}{
		"a ring in the cell":       {heavy, line, false, false, 2 * line},
		"a ring around the cell":   {line, heavy, false, false, 2 * line},
		"a ring beside the path":   {heavy, line, true, false, 2 * line},
		"walls but for one side":   {heavy, heavy, false, true, 2 * heavy},
		"borders but for one side": {heavy, line, false, true, heavy + line},
	} {
		b := &board{n: n, cells: make([]cell, n*n)}
		var all, ring []*side
		for axis := range 2 {
			for k := 1; k < n; k++ {
				for at := range n {
					all = append(all, lying(axis, k, at, line, line, false))
				}
			}
		}
		for i, s := range all {
			if s.cells[0] != n*n/2 && s.cells[1] != n*n/2 {
				continue
			}
			before, after := tt.inner, tt.outer
			if s.cells[1] == n*n/2 {
				before, after = after, before
			}
			if tt.open && len(ring) == 3 {
				before, after = line, line
			}
			all[i] = lying(s.Axis, s.K, s.At, before, after, tt.band && len(ring) == 0)
			ring = append(ring, all[i])
		}
		unring(len(b.cells), all)
		if got := ring[1].weight(); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v is left, want %v", name, got, tt.want)
		}
	}
}

// TestEnclosed: what is heavier than lines at all sides of one cell, and nowhere else, is no wall.
func TestEnclosed(t *testing.T) {
	const n, heavy, light = 3, 0.03, 0.01
	for name, test := range map[string]struct {
		heavy [][2]int // sides, by the cells before and after
		want  bool
	}{
		"nothing":                       {nil, false},
		"a wall":                        {[][2]int{{0, 1}}, false},
		"walls at three of four":        {[][2]int{{1, 4}, {3, 4}, {4, 5}}, false},
		"all four":                      {[][2]int{{1, 4}, {3, 4}, {4, 5}, {4, 7}}, true},
		"both of a corner":              {[][2]int{{0, 1}, {0, 3}}, true},
		"those of a corner, and a wall": {[][2]int{{0, 1}, {0, 3}, {7, 8}}, false},
	} {
		var all []*side
		for i := range n * n {
			for _, cells := range [...][2]int{{i, i + 1}, {i, i + n}} {
				if cells[1] >= n*n || cells[1] == i+1 && cells[1]%n == 0 {
					continue
				}
				s, weight := &side{cells: cells}, light
				if slices.Contains(test.heavy, cells) {
					weight = heavy
				}
				for k := range places {
					s.halves[0][k] = weight
				}
				all = append(all, s)
			}
		}
		if got := enclosed(n*n, all, (light+heavy)/2); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestPosts: where posts stand at the crossings of a board, no side without a wall is seen to have none: what is heavy at
// the ends of most sides passes for a line.
func TestPosts(t *testing.T) {
	const n, pitch = 4, 50
	for name, test := range map[string]struct {
		line, post  int // how wide lines are, and posts at the crossings, in pixels
		dash, every int // pixels of a line
		wall        bool
		want        border // of most sides
	}{
		"lines":            {line: 2, dash: 1, every: 1, want: open},
		"heavy lines":      {line: 6, dash: 1, every: 1, want: open},
		"dashes":           {line: 2, dash: 4, every: 7, want: open},
		"a wall":           {line: 2, dash: 1, every: 1, wall: true, want: open},
		"posts":            {line: 2, post: 6, dash: 1, every: 1, want: unknown},
		"posts and a wall": {line: 2, post: 6, dash: 1, every: 1, wall: true, want: unknown},
		"posts alone":      {post: 6, dash: 1, every: 1, want: unknown},
	} {
		p := &raster.Picture{W: n * pitch, H: n * pitch, Stride: 4 * n * pitch, Pix: make([]uint8, 4*n*n*pitch*pitch)}
		fill(p, p.Bounds(), 255)
		lying := func(axis, k, from, to, width int, v uint8) {
			r := image.Rect(k*pitch-width/2, from, k*pitch+width/2, to)
			if axis == outline.Level {
				r = image.Rect(r.Min.Y, r.Min.X, r.Max.Y, r.Max.X)
			}
			fill(p, r.Intersect(p.Bounds()), v)
		}
		for axis := range 2 {
			for k := 1; k < n; k++ {
				for at := 0; at < n*pitch; at += test.every {
					lying(axis, k, at, at+test.dash, test.line, 100)
				}
			}
		}
		for axis := range 2 {
			for k := 1; k < n; k++ {
				for at := 1; at < n; at++ {
					const arm = 3 * pitch / 10
					lying(axis, k, at*pitch-arm, at*pitch+arm, test.post, 20)
				}
			}
		}
		if test.wall {
			lying(outline.Upright, 1, pitch, 2*pitch, 6, 20)
		}
		b := &board{Board: &outline.Board{Picture: p, Lattice: lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: n}}, n: n, cells: make([]cell, n*n)}
		if !b.ground() {
			t.Fatalf("%s: the cells have no ground", name)
		}
		b.cross()
		b.weigh()
		counts := make(map[border]int)
		b.edges(func(s *side, _, _ int) { counts[s.is]++ })
		walls := 0
		if test.wall && test.post == 0 {
			walls = 1
		}
		if all := 2 * n * (n - 1); counts[wall] != walls || counts[test.want] < all-1 {
			t.Errorf("%s: of %d sides %d have a wall and %d a line alone, and of %d it is not known", name, all, counts[wall], counts[open], counts[unknown])
		}
	}
}
