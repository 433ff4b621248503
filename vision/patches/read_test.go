package patches

import (
	"slices"
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/vision/digit"
	"autoqueens/vision/lattice"
	"autoqueens/vision/outline"
	"autoqueens/vision/raster"
)

// Of the clues of these two puzzles the puzzle itself tells one number, leaves another open, and
// needs a third not at all.
const (
	many = `patches
.   .   a   .   a2
.   a2  .   a   .
.   .   a   .   a3
.   s   .   a2  .
.   .   a2  a2  .
`
	few = `patches
.   .   .   .   w
.   .   .   a2  .
a9  .   .   .   a
a   .   .   .   .
a   .   t   .   w2
`
)

// TestUnsettled: a number that is not certain stands where the puzzle leaves no other.
func TestUnsettled(t *testing.T) {
	for name, test := range map[string]struct {
		text   string
		unsure map[int]float64 // how likely the numbers of those clues are
		steps  int
		want   int // doubts
		told   int // of numbers that only the solution told
	}{
		"all are certain":                       {many, nil, games.Steps, 0, 0},
		"with any other there is no one answer": {many, map[int]float64{5: 0.5}, games.Steps, 0, 1},
		"two at a time":                         {many, map[int]float64{5: 0.5, 9: 0.5}, games.Steps, 2, 0},
		"other numbers have one answer as well": {few, map[int]float64{2: 0.94}, games.Steps, 1, 0},
		"with none there is the same answer":    {few, map[int]float64{7: 0.5}, games.Steps, 0, 1},
		"too few steps to tell":                 {many, map[int]float64{5: 0.5}, 1, 1, 0},
	} {
		p := new(patches.Puzzle)
		if err := p.UnmarshalText([]byte(test.text)); err != nil {
			t.Fatal(err)
		}
		b := empties(p.Rows)
		for i, c := range p.Clues {
			a := digit.Answer{Number: c.Size, Likelihood: 1}
			if v, ok := test.unsure[i]; ok {
				a.Likelihood = v
			}
			b.cells[c.Row*b.n+c.Col] = cell{kind: marker, sure: true, answer: a}
		}
		if got, told := b.unsettled(p, test.steps); len(got) != test.want || len(told) != test.told {
			t.Errorf("%s: %v, and told are %v, want %d doubts and %d told", name, got, told, test.want, test.told)
		}
	}
}

// empties is a board of so many cells a side without anything.
func empties(n int) *board { return &board{n: n, cells: make([]cell, n*n)} }

// TestBordersRunWhereMostAreSeen: as far from the sides of cells as the page draws them.
func TestBordersRunWhereMostAreSeen(t *testing.T) {
	const n, pitch = 6, 60
	usual := border * float64(n)
	for name, test := range map[string]struct {
		inset, width int // of the borders, pixels
		want         float64
	}{
		"none":            {0, 0, usual},
		"as far as usual": {2, 4, usual},
		"closer":          {1, 2, 0.045},
		"further in":      {6, 2, 0.095},
	} {
		p := &raster.Picture{W: n * pitch, H: n * pitch, Stride: 4 * n * pitch, Pix: make([]uint8, 4*n*n*pitch*pitch)}
		for i := range p.Pix {
			p.Pix[i] = 255
		}
		for y := range p.H {
			for x := range p.W {
				// Rectangles of 3 cells by 2.
				dx, dy := min(x%(3*pitch), 3*pitch-1-x%(3*pitch)), min(y%(2*pitch), 2*pitch-1-y%(2*pitch))
				if d := min(dx, dy) - test.inset; d >= 0 && d < test.width {
					copy(p.Pix[y*p.Stride+4*x:], []uint8{40, 80, 160})
				}
			}
		}
		l := lattice.Lattice{PitchX: pitch, PitchY: pitch, Size: n}
		b := &board{Board: &outline.Board{Picture: p, Lattice: l}, n: n, cells: make([]cell, n*n), rim: usual}
		for i := range b.cells {
			b.cells[i].ground = outline.Color{255, 255, 255}
		}
		if b.run(); b.rim != test.want {
			t.Errorf("%s: they run %.3f cells in, want %.3f", name, b.rim, test.want)
		}
		if is := b.side(0, 0, b.rim); (is == bordered) != (test.width > 0) {
			t.Errorf("%s: the left side of the first cell is %d", name, is)
		}
	}
}

// TestSettle: where a border is seen in part, the colours on both sides tell.
func TestSettle(t *testing.T) {
	white, tinted, near := outline.Color{255, 255, 255}, outline.Color{180, 255, 255}, outline.Color{250, 255, 255}
	between := outline.Color{240, 255, 255} // neither the same for certain nor another
	const row, left, right = 4, 4, 5        // two cells beside each other
	for name, test := range map[string]struct {
		at     int
		colors [2]outline.Color // of left and right
		beyond side             // the side of the right cell towards the left one
		side   int              // of the cell at that is not known
		want   side
	}{
		"another colour beyond":                  {left, [2]outline.Color{tinted, white}, plain, 1, bordered},
		"the same":                               {left, [2]outline.Color{white, near}, plain, 1, plain},
		"the same, but the other has a border":   {left, [2]outline.Color{white, white}, bordered, 1, unknown},
		"nearly the same":                        {left, [2]outline.Color{between, white}, plain, 1, unknown},
		"the page beyond, and free cells differ": {left, [2]outline.Color{tinted, white}, plain, 0, bordered},
		"the page beyond a free cell":            {left, [2]outline.Color{white, white}, plain, 0, plain},
	} {
		b := empties(row)
		for i := range b.cells {
			b.cells[i].ground = white
		}
		b.cells[left].ground, b.cells[right].ground = test.colors[0], test.colors[1]
		b.cells[right].sides[0] = test.beyond
		b.cells[test.at].sides[test.side] = unknown
		b.settle()
		if got := b.cells[test.at].sides[test.side]; got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	// Where no cell is free, the page beyond tells nothing.
	b := empties(row)
	for i := range b.cells {
		b.cells[i].sides = [4]side{unknown, bordered, bordered, bordered}
	}
	if b.settle(); b.cells[left].sides[0] != unknown {
		t.Errorf("no cell is free: %v", b.cells[left].sides[0])
	}
}

// paper is a board on a white page with cells of so many pixels, some filled in their middle.
func paper(n, pitch int, filled map[int]raster.RGB) *board {
	side := (n + 2) * pitch
	p := &raster.Picture{W: side, H: side, Stride: 4 * side, Pix: make([]uint8, 4*side*side)}
	for i := range p.Pix {
		p.Pix[i] = 255
	}
	for i, c := range filled {
		x0, y0 := (i%n+1)*pitch+pitch/5, (i/n+1)*pitch+pitch/5
		for y := y0; y < y0+pitch*3/5; y++ {
			for x := x0; x < x0+pitch*3/5; x++ {
				copy(p.Pix[y*p.Stride+4*x:], c[:])
			}
		}
	}
	l := lattice.Lattice{X: float64(pitch), Y: float64(pitch), PitchX: float64(pitch), PitchY: float64(pitch), Size: n}
	return &board{Board: &outline.Board{Picture: p, Lattice: l}, n: n}
}

// TestColored: a Patches board has fillings of more than one colour.
func TestColored(t *testing.T) {
	red, green, reddish := raster.RGB{228, 1, 1}, raster.RGB{0, 166, 81}, raster.RGB{220, 10, 20}
	for name, test := range map[string]struct {
		filled map[int]raster.RGB
		want   bool
	}{
		"nothing":               {nil, false},
		"one":                   {map[int]raster.RGB{3: red}, false},
		"two of one colour":     {map[int]raster.RGB{3: red, 9: reddish}, false},
		"two colours":           {map[int]raster.RGB{3: red, 9: green}, true},
		"too pale to be filled": {map[int]raster.RGB{3: red, 9: {250, 255, 250}}, false},
	} {
		if got := paper(4, 40, test.filled).colored(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestBordered: only boards on which somebody has drawn rectangles have borders.
func TestBordered(t *testing.T) {
	for _, g := range gamerender.Games {
		if g.Name != patches.Name {
			continue
		}
		seen := make(map[bool]int)
		for number := range 8 {
			d := g.Draw(&g.Styles[0], 95, number)
			if d.Variant != "as drawn" {
				continue
			}
			p, err := raster.New(d.Image)
			if err != nil {
				t.Fatal(err)
			}
			b := &board{Board: &outline.Board{Picture: p, Lattice: d.Lattice}, n: d.Lattice.Size}
			if !b.colored() {
				t.Fatalf("%s: no colours are seen", d.Name)
			}
			drawn := d.State != "fresh"
			seen[drawn]++
			if got := b.bordered(); got != drawn {
				t.Errorf("%s, %s: bordered %v", d.Name, d.State, got)
			}
		}
		if len(seen) != 2 {
			t.Errorf("fresh and others: %v", seen)
		}
	}
}

// TestFramed: a frame around cells, as one in use has or one that is hinted at, is no rectangle. Where nothing is
// filled a border in the colour of the clue tells one of more than a cell.
func TestFramed(t *testing.T) {
	const n, pitch = 4, 40
	red, green, blue, white := raster.RGB{228, 1, 1}, raster.RGB{0, 166, 81}, raster.RGB{0, 90, 200}, raster.RGB{255, 255, 255}
	pale := raster.RGB{245, 160, 160}
	cell, several, all := patches.Rect{R0: 1, C0: 1, R1: 1, C1: 1}, patches.Rect{R0: 1, C0: 1, R1: 1, C1: 2}, patches.Rect{R1: n - 1, C1: n - 1}
	for name, test := range map[string]struct {
		rect         patches.Rect
		border, fill raster.RGB
		tint         bool // of the cells of clues that are in no rectangle
		want         bool // a rectangle
	}{
		"filled":                     {several, red, pale, false, true},
		"filled, one cell":           {cell, red, pale, false, true},
		"filled, in another border":  {several, blue, pale, false, true},
		"not filled":                 {several, red, white, false, true},
		"a frame around several":     {several, blue, white, false, false},
		"a frame around one":         {cell, blue, white, false, false},
		"in the colour of its clue":  {cell, red, white, false, false},
		"around one that has a tint": {cell, blue, pale, true, false},
		"the frame of the board":     {all, blue, white, false, false},
		"around a tinted clue":       {several, blue, white, true, false},
	} {
		b := paper(n, pitch, nil)
		paint := func(x0, y0, x1, y1 int, c raster.RGB) {
			for y := pitch + y0; y < pitch+y1; y++ {
				for x := pitch + x0; x < pitch+x1; x++ {
					copy(b.Picture.Pix[y*b.Picture.Stride+4*x:], c[:])
				}
			}
		}
		r := test.rect
		x0, y0, x1, y1 := r.C0*pitch+1, r.R0*pitch+1, (r.C1+1)*pitch-1, (r.R1+1)*pitch-1
		paint(x0, y0, x1, y1, test.border)
		paint(x0+3, y0+3, x1-3, y1-3, test.fill)
		if test.tint {
			paint(3*pitch, 3*pitch, 4*pitch, 4*pitch, raster.RGB{160, 225, 188})
		}
		for at, c := range map[int]raster.RGB{1*n + 1: red, 3*n + 3: green} {
			paint(at%n*pitch+8, at/n*pitch+8, at%n*pitch+32, at/n*pitch+32, c)
		}
		p := &patches.Puzzle{Rows: n, Cols: n, Clues: []patches.Clue{{Row: 1, Col: 1, Shape: patches.Square}, {Row: 3, Col: 3, Shape: patches.Square}}}
		b.rim = border * n
		if !b.markers() || !b.others() {
			t.Fatalf("%s: no board", name)
		}
		if doubts := b.rects(p); (len(doubts) == 0) != test.want || test.want && !slices.Equal(p.Rects, []patches.Rect{r}) {
			t.Errorf("%s: %v with %v", name, p.Rects, doubts)
		}
	}
}

// TestSquare: a marker of any shape whose ends are paler than usual, as under stripes, is no square for certain.
func TestSquare(t *testing.T) {
	const n, pitch, at = 4, 100, 5
	fill := outline.Color{228, 120, 1}
	for name, test := range map[string]struct {
		core, ends float64 // half the sides of its middle, in cells, and how much of the contrast its ends have
		sure       bool
	}{
		"a square":            {0.30, 0, true},
		"of any shape, faded": {0.27, 0.32, false},
	} {
		b := paper(n, pitch, nil)
		paint := func(across, down, share float64) {
			for y := range b.Picture.H {
				for x := range b.Picture.W {
					u, v := (float64(x)+0.5)/pitch-2.5, (float64(y)+0.5)/pitch-2.5
					if max(u, -u) <= across && max(v, -v) <= down {
						for k := range fill {
							b.Picture.Pix[y*b.Picture.Stride+4*x+k] = uint8(255 + share*(fill[k]-255))
						}
					}
				}
			}
		}
		paint(long, core, test.ends)
		paint(core, long, test.ends)
		paint(test.core, test.core, 1)
		b.cells = make([]cell, n*n)
		b.cells[at].fill, b.cells[at].ground = fill, outline.Color{255, 255, 255}
		if b.shape(at); b.cells[at].shape != patches.Square || b.cells[at].sure != test.sure {
			t.Errorf("%s: shape %v, sure %v, want sure %v", name, b.cells[at].shape, b.cells[at].sure, test.sure)
		}
	}
}

// TestTinted tells rectangles of one cell from frames around one by how much of the clue's colour is in the ground.
func TestTinted(t *testing.T) {
	white, red := outline.Color{255, 255, 255}, outline.Color{255, 0, 0}
	mixed := func(share float64) outline.Color {
		c := white
		for ch := range c {
			c[ch] += share * (red[ch] - white[ch])
		}
		return c
	}
	// clue has so much of its colour in itself, and of that so much in its ground.
	clue := func(shape patches.Shape, in, ground float64) cell {
		return cell{kind: marker, shape: shape, fill: mixed(in), ground: mixed(ground)}
	}
	solid := func(ground float64) cell { return clue(patches.Wide, 1, ground) }
	translucent := func(ground float64) cell { return clue(patches.Any, 0.72, ground) }
	for _, tt := range []struct {
		name string
		of   cell
		free []cell
		want bool
	}{
		{"a drawn solid one", solid(0.37), []cell{solid(0.27), solid(0.27)}, true},
		{"a drawn solid one among translucent ones", solid(0.37), []cell{solid(0.27), translucent(0.27), translucent(0.27)}, true},
		{"a frame around a solid one", solid(0.27), []cell{solid(0.27), solid(0.27), translucent(0.27)}, false},
		{"a drawn translucent one", translucent(0.37), []cell{solid(0.27), translucent(0.27)}, true},
		{"a drawn translucent one among solid ones", translucent(0.5), []cell{solid(0.27), solid(0.27)}, true},
		{"a frame around a translucent one among solid ones", translucent(0.27), []cell{solid(0.27), solid(0.27)}, false},
		{"a drawn one by little more than others differ", solid(0.3), []cell{solid(0.25), solid(0.28)}, false},
		{"a frame around one that is tinted a little more, as under the pointer", translucent(0.3), []cell{translucent(0.27), translucent(0.27)}, false},
	} {
		g := grounds{clues: []cell{tt.of}}
		if got := g.tinted(grounds{bare: []outline.Color{white}, clues: tt.free}, grounds{}); got != tt.want {
			t.Errorf("%s: tinted is %v", tt.name, got)
		}
	}
}
