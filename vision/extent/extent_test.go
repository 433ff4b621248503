package extent

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"testing"

	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

// TestRunsOn draws a board of 4 x 4 and what may lie below it.
func TestRunsOn(t *testing.T) {
	const pitch, n, bottom = 40, 4, 3
	for _, test := range []struct {
		name   string
		inked  func(below, off int) bool // off is from a line
		runsOn bool
	}{
		{"nothing", func(below, off int) bool { return false }, false},
		{"the same lines", func(below, off int) bool { return off == 0 }, true},
		{"text", func(below, off int) bool { return below > 8 && below < 16 && off%3 == 0 }, false},
		{"the edge of a box", func(below, off int) bool { return below == 12 }, false},
	} {
		p := &raster.Picture{W: pitch * (n + 2), H: pitch * (n + 2)}
		p.Stride = 4 * p.W
		p.Pix = make([]uint8, p.Stride*p.H)
		for y := range p.H {
			for x := range p.W {
				c := raster.RGB{240, 240, 240}
				if below := y - pitch*(n+1); below > 0 && test.inked(below, (x+pitch/2)%pitch-pitch/2) {
					c = raster.RGB{}
				}
				copy(p.Row(y)[4*x:], c[:])
			}
		}
		l := lattice.Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n}
		if got := runsOn(p, l, bottom, 0.3); got != test.runsOn {
			t.Errorf("%s below the board: runs on is %t", test.name, got)
		}
	}
}

// TestMarksGoOn draws a board of 4 x 4 and crosses below it: on cells of another row,
// or on the page, where words can look like them.
func TestMarksGoOn(t *testing.T) {
	const pitch, n = 40, 4
	colors := map[rune]color.NRGBA{
		'p': {R: 245, G: 245, B: 245, A: 255}, 'r': {R: 220, G: 120, B: 110, A: 255}, 'b': {R: 120, G: 150, B: 225, A: 255},
		'v': {R: 253, G: 253, B: 253, A: 255},
	}
	for _, test := range []struct {
		name    string
		below   string
		high    int   // pixels
		crossed []int // how large, in pixels
		want    bool
	}{
		{"crosses on cells", "rrrr", pitch, []int{20, 20, 20, 20}, true},
		{"one on a cell", "rrrr", pitch, []int{20}, false},
		{"crosses on the page", "pppp", pitch, []int{20, 20, 20, 20}, false},
		{"crosses on buttons that are nearly as light as the page", "vvvv", 24, []int{20, 20, 20, 20}, false},
		{"some that look alike", "rrrr", pitch, []int{20, 20, 20, 6}, true},
	} {
		img := image.NewRGBA(image.Rect(0, 0, pitch*(n+2), pitch*(n+3)))
		draw.Draw(img, img.Rect, image.NewUniform(colors['p']), image.Point{}, draw.Src)
		visiontest.PaintCells(img, colors, "rrrr rrrr bbbb bbbb", image.Pt(pitch, pitch), image.Pt(pitch, pitch), 1)
		visiontest.PaintCells(img, colors, test.below, image.Pt(pitch, pitch*(n+1)+(pitch-test.high)/2), image.Pt(pitch, test.high), 0)
		for col, side := range test.crossed {
			for d := range side { // two pixels wide
				for w := range 2 {
					from, y := (1+col)*pitch+(pitch-side)/2, (1+n)*pitch+(pitch-side)/2+d
					img.Set(from+d+w, y, color.Black)
					img.Set(from+side-1-d+w, y, color.Black)
				}
			}
		}
		p, bad := raster.New(img)
		if bad != nil {
			t.Fatal(bad)
		}
		l := lattice.Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n}
		c := cellcolor.New(p, l)
		lines := gridline.Measure(p, c)
		if got := MarksGoOn(p, c, &lines, &marks.Set{}, true); got != test.want {
			t.Errorf("%s: the board goes on: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestRepeated draws a board of 4 x 4 and what may lie below it.
func TestRepeated(t *testing.T) {
	const pitch, n = 40, 4
	colors := map[rune]color.NRGBA{
		'p': {R: 245, G: 245, B: 245, A: 255}, 'x': {R: 90, G: 90, B: 90, A: 255}, 'r': {R: 220, G: 120, B: 110, A: 255},
		'g': {R: 120, G: 190, B: 120, A: 255}, 'b': {R: 120, G: 150, B: 225, A: 255},
		't': {R: 242, G: 250, B: 240, A: 255}, 'v': {R: 253, G: 253, B: 253, A: 255},
	}
	for _, test := range []struct {
		last, below string // row of the board, and what lies below it
		want        bool
	}{
		{"bbgg", "pppp", false}, {"bbgg", "rrrr", false}, {"bbgg", "xpxp", false}, {"bbgg", "pprb", false},
		{"tbgg", "pvvv", false}, // the page, beside a cell that is nearly as light, and buttons
		{"bbgg", "bbgg", true},  // beside two cells of just those colours
		{"bbgg", "rrbb", true},  // of other colours of the board
		{"bbgg", "gprb", true},  // in three places of four
	} {
		img := image.NewRGBA(image.Rect(0, 0, pitch*(n+2), pitch*(n+2)))
		draw.Draw(img, img.Rect, image.NewUniform(colors['p']), image.Point{}, draw.Src)
		visiontest.PaintCells(img, colors, "rrrr rggr rbbr "+test.last+" "+test.below, image.Pt(pitch, pitch), image.Pt(pitch, pitch), 0)
		p, bad := raster.New(img)
		if bad != nil {
			t.Fatal(bad)
		}
		l := lattice.Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n}
		c := cellcolor.New(p, l)
		lines := gridline.Measure(p, c)
		const bottom = 3
		if got := (&Board{c, &lines}).repeated(p, bottom); got != test.want {
			t.Errorf("%s below %s: it goes on is %t", test.below, test.last, got)
		}
	}
}

// TestUncrossed draws a board of 4 x 4 with lines, wide ones between its regions, and around one cell none.
func TestUncrossed(t *testing.T) {
	const pitch, n, row, col = 40, 4, 0, 2
	colors := map[rune]color.NRGBA{
		'p': {R: 245, G: 245, B: 245, A: 255}, 'r': {R: 220, G: 120, B: 110, A: 255}, 'b': {R: 120, G: 150, B: 225, A: 255},
	}
	for _, test := range []struct {
		name  string
		drawn func(along int) bool // around that cell as well, so many pixels from where a line begins
		want  []int
	}{
		{"lines", func(int) bool { return true }, nil},
		{"a cell without any", func(int) bool { return false }, []int{row*n + col}},
		{"dashes, and a line is measured between them", func(along int) bool {
			const period, from = 4.4, 10.2
			return math.Mod(float64(along)-from+pitch*period, period) >= period/2
		}, nil},
		{"less than a dash", func(along int) bool { return along < pitch/5 }, []int{row*n + col}},
	} {
		img := image.NewRGBA(image.Rect(0, 0, pitch*(n+2), pitch*(n+2)))
		draw.Draw(img, img.Rect, image.NewUniform(colors['p']), image.Point{}, draw.Src)
		visiontest.PaintCells(img, colors, "rrrr rrrr bbbb bbbb", image.Pt(pitch, pitch), image.Pt(pitch, pitch), 0)
		for k := range n + 1 {
			for along := range n * pitch {
				beside := func(first, other int) bool { return along/pitch == first && (k == other || k == other+1) }
				if !beside(row, col) || test.drawn(along%pitch) {
					img.Set(pitch*(1+k), pitch+along, color.Black)
				}
				if !beside(col, row) || test.drawn(along%pitch) {
					img.Set(pitch+along, pitch*(1+k), color.Black)
				}
			}
		}
		between := image.Rect(pitch, pitch*(1+n/2), pitch*(1+n), pitch*(1+n/2)).Inset(-2)
		draw.Draw(img, between, image.Black, image.Point{}, draw.Src)
		p, bad := raster.New(img)
		if bad != nil {
			t.Fatal(bad)
		}
		c := cellcolor.New(p, lattice.Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n})
		lines := gridline.Measure(p, c)
		if got := (&Board{c, &lines}).uncrossed(p); !slices.Equal(got, test.want) {
			t.Errorf("%s: lines are missing around the cells %v, want %v", test.name, got, test.want)
		}
	}
}
