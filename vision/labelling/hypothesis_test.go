package labelling

import (
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/gridline"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/partition"
	"autoqueens/vision/raster"
	"autoqueens/vision/visiontest"
)

// colors are those of the tests' regions: capital letters are cells under the pointer.
var colors = map[rune]color.NRGBA{
	'a': {R: 190, G: 165, B: 225, A: 255}, 'b': {R: 250, G: 200, B: 140, A: 255}, 'c': {R: 150, G: 190, B: 250, A: 255},
	'd': {R: 180, G: 220, B: 160, A: 255}, 'e': {R: 220, G: 220, B: 220, A: 255}, 'f': {R: 250, G: 120, B: 100, A: 255},
	'g': {R: 230, G: 240, B: 130, A: 255}, 'F': {R: 250, G: 120, B: 60, A: 255},
	't': {R: 40, G: 30, B: 60, A: 255}, 'A': {R: 152, G: 132, B: 180, A: 255}, 'p': {R: 255, G: 255, B: 255, A: 255},
}

// observe measures a board that is drawn with lines of a width, and wider ones between
// regions where the rows of bold, letters as well, differ.
func observe(t *testing.T, rows, bold string, line int) *Observations {
	t.Helper()
	const pitch = 40
	n := len(strings.Fields(rows))
	img := image.NewRGBA(image.Rect(0, 0, (n+2)*pitch, (n+2)*pitch))
	draw.Draw(img, img.Rect, image.NewUniform(colors['p']), image.Point{}, draw.Src)
	visiontest.PaintCells(img, colors, rows, image.Pt(pitch, pitch), image.Pt(pitch, pitch), line)
	parts := strings.Fields(bold)
	for i := range parts {
		for j := range parts[i] {
			x, y := (1+j)*pitch, (1+i)*pitch
			if j > 0 && parts[i][j] != parts[i][j-1] {
				draw.Draw(img, image.Rect(x-3, y, x+3, y+pitch), image.Black, image.Point{}, draw.Src)
			}
			if i > 0 && parts[i][j] != parts[i-1][j] {
				draw.Draw(img, image.Rect(x, y-3, x+pitch, y+3), image.Black, image.Point{}, draw.Src)
			}
		}
	}
	p, err := raster.New(img)
	if err != nil {
		t.Fatal(err)
	}
	l := lattice.Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n}
	c := cellcolor.New(p, l)
	return &Observations{Cells: c, Lines: gridline.Measure(p, c), Set: marks.Read(p, c), Margin: true}
}

// TestRank finds the regions of boards that tell them in different ways.
func TestRank(t *testing.T) {
	const regions = "abbbbbc abbbdcc abaaddc aaadddd aaaaaee fffeeee ggfeeee" // one solution
	for _, test := range []struct {
		name, rows, bold string
		line             int
	}{
		{"by colour", regions, "", 1},
		{"by colour, and no lines", regions, "", 0},
		{"by colour and lines", regions, regions, 1},
		{"by lines alone", strings.NewReplacer("b", "a", "c", "a", "d", "a", "e", "a", "f", "a", "g", "a").Replace(regions), regions, 1},
		{"a cell under the pointer", strings.Replace(regions, "abaaddc", "Abaaddc", 1), "", 1},
		{"two regions of one colour, and lines", strings.ReplaceAll(regions, "g", "a"), regions, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := observe(t, test.rows, test.bold, test.line)
			cuts := Propose(o)
			if len(cuts) == 0 {
				t.Fatal("no hypothesis")
			}
			best := Rank(Witness{o, cuts})[0]
			finds(t, best, regions)
		})
	}
}

// TestRankTint finds the regions of a board of which two queens that clash are tinted alike, also
// where the colours of two regions are closer than the tint is to any: the tint is no region.
func TestRankTint(t *testing.T) {
	const regions = "abbbbbc abbbdcc abaaddc aaadddd aaaaaee fffeeee ggfeeee"
	o := observe(t, strings.Replace(strings.ReplaceAll(regions, "g", "F"), "aaaaaee", "attaaee", 1), "", 1)
	o.Marks[29], o.Marks[30] = solver.Queen, solver.Queen
	best := Rank(Witness{o, Propose(o)})[0]
	finds(t, best, regions)
}

// finds checks that a hypothesis is of regions, given by letter, and likely enough to be believed.
func finds(t *testing.T, best Hypothesis, regions string) {
	t.Helper()
	var want []int
	for _, r := range strings.ReplaceAll(regions, " ", "") {
		want = append(want, int(r))
	}
	if want = partition.Relabel(want); !slices.Equal(partition.Relabel(best.Labels), want) {
		t.Errorf("the likeliest regions are %v, want %v", best.Labels, want)
	}
	if best.Confidence < 0.95 {
		t.Errorf("probability %.3f, log-likelihood %.2f", best.Confidence, best.LogLikelihood)
	}
}

// TestNoRegions finds no likely regions where there are none.
func TestNoRegions(t *testing.T) {
	for _, rows := range []string{
		"abcdefg bcdefga cdefgab defgabc efgabcd fgabcde gabcdef", // every colour everywhere
		"ababab bababa ababab bababa ababab bababa",               // a chess board
	} {
		o := observe(t, rows, "", 1)
		if cuts := Propose(o); len(cuts) > 0 {
			if best := Rank(Witness{o, cuts})[0]; best.Confidence >= 0.95 {
				t.Errorf("%q: regions of probability %.3f", rows, best.Confidence)
			}
		}
	}
}
