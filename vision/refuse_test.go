package vision

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
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
		p := &picture{w: pitch * (n + 2), h: pitch * (n + 2)}
		p.stride = 4 * p.w
		p.pix = make([]uint8, p.stride*p.h)
		for y := range p.h {
			for x := range p.w {
				c := rgb{240, 240, 240}
				if below := y - pitch*(n+1); below > 0 && test.inked(below, (x+pitch/2)%pitch-pitch/2) {
					c = rgb{}
				}
				copy(p.line(y)[4*x:], c[:])
			}
		}
		l := Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n}
		if got := runsOn(p, l, bottom, 0.3); got != test.runsOn {
			t.Errorf("%s below the board: runs on is %t", test.name, got)
		}
	}
}

// TestOutranks holds refused grids against a small board beside them.
func TestOutranks(t *testing.T) {
	small := &Reading{Lattice: Lattice{X: 500, Y: 100, PitchX: 20, PitchY: 20, Size: 5}}
	large := &Reading{Lattice: Lattice{X: 500, Y: 100, PitchX: 20, PitchY: 20, Size: 8}}
	beside := Rect{X: 10, Y: 100, Width: 400, Height: 400}
	for _, test := range []struct {
		name    string
		refusal Refusal
		reading *Reading
		want    bool
	}{
		{"a larger grid of many colours beside an example", Refusal{Reason: NotQueens, colored: true, extent: beside}, small, true},
		{"the same, of few colours", Refusal{Reason: NotQueens, extent: beside}, small, false},
		{"the same, found by its borders alone", Refusal{Reason: NotQueens, colored: true, weak: true, extent: beside}, small, false},
		{"the same, beside a board that is no example", Refusal{Reason: NotQueens, colored: true, extent: beside}, large, false},
		{"a grid as small as the example", Refusal{Reason: NotQueens, colored: true, extent: Rect{X: 10, Y: 100, Width: 110, Height: 110}}, small, false},
		{"a larger board that could not be read", Refusal{Reason: Ambiguous, extent: beside}, large, true},
	} {
		if got := test.refusal.outranks(test.reading); got != test.want {
			t.Errorf("%s outranks it: %t", test.name, got)
		}
	}
}

// TestVeiled tells a region without a line in it, as a sheet over the board is.
func TestVeiled(t *testing.T) {
	labels := []int{0, 0, 1, 1}
	ev := &evidence{n: 2, lines: lineWords{edges: []edge{{a: 0, b: 1, seen: true}, {a: 2, b: 3, seen: true}, {a: 0, b: 2, seen: true}, {a: 1, b: 3, seen: true}}}}
	if ev.veiled(labels) {
		t.Error("veiled, and all lines are seen")
	}
	ev.lines.edges[1].drowned = true
	if !ev.veiled(labels) {
		t.Error("not veiled, and one region shows no line")
	}
	ev.lines.edges[1].seen = false
	if !ev.veiled(labels) {
		t.Error("not veiled, and no line of one region can be seen")
	}
}

// paintCells draws cells of a size from a corner on, row by row in the colours of their
// letters, each with a black line of a width around it.
func paintCells(img draw.Image, colors map[rune]color.NRGBA, rows string, corner, size image.Point, line int) {
	for i, row := range strings.Fields(rows) {
		for j, id := range row {
			at := image.Rectangle{Max: size}.Add(corner).Add(image.Pt(j*size.X, i*size.Y))
			if line > 0 {
				draw.Draw(img, at, image.Black, image.Point{}, draw.Src)
			}
			draw.Draw(img, at.Inset(line), image.NewUniform(colors[id]), image.Point{}, draw.Src)
		}
	}
}

// TestExampleBesideOpenBoard draws a game without lines of which a region has the
// page's colour, and an example beside it: the example must not be played.
func TestExampleBesideOpenBoard(t *testing.T) {
	page := color.NRGBA{R: 224, G: 224, B: 224, A: 255}
	colors := map[rune]color.NRGBA{
		'a': page, 'b': {R: 200, G: 140, B: 170, A: 255}, 'c': {R: 225, G: 105, B: 85, A: 255}, 'd': {R: 165, G: 160, B: 140, A: 255},
		'e': {R: 130, G: 165, B: 225, A: 255}, 'f': {R: 160, G: 215, B: 140, A: 255}, 'g': {R: 90, G: 90, B: 160, A: 255},
	}
	img := image.NewRGBA(image.Rect(0, 0, 700, 460))
	draw.Draw(img, img.Rect, image.NewUniform(page), image.Point{}, draw.Src)
	paintCells(img, colors, "aaaacd abaadd abbddd bbbdee bbbeee bbffee", image.Pt(40, 40), image.Pt(60, 60), 0)
	paintCells(img, colors, "ccbbe cfbee cfbbe cffge ccgge", image.Pt(500, 60), image.Pt(26, 26), 1)
	example := image.Rect(470, 0, 700, 460)
	if r, err := Read(img.SubImage(example)); err != nil || r.Board.Size != 5 {
		t.Fatalf("the example alone is not read: %v", err)
	}
	if r, err := Read(img); err == nil {
		t.Errorf("read %v", r.Lattice)
	}
}

// TestCrossedBeyond draws a board of 4 x 4 and crosses below it: on cells of another row,
// or on the page, where words can look like them.
func TestCrossedBeyond(t *testing.T) {
	const pitch, n = 40, 4
	colors := map[rune]color.NRGBA{
		'p': {R: 245, G: 245, B: 245, A: 255}, 'r': {R: 220, G: 120, B: 110, A: 255}, 'b': {R: 120, G: 150, B: 225, A: 255},
	}
	for _, test := range []struct {
		name    string
		below   string
		crossed int
		want    bool
	}{
		{"crosses on cells", "rrrr", 4, true},
		{"one on a cell", "rrrr", 1, false},
		{"crosses on the page", "pppp", 4, false},
	} {
		img := image.NewRGBA(image.Rect(0, 0, pitch*(n+2), pitch*(n+3)))
		draw.Draw(img, img.Rect, image.NewUniform(colors['p']), image.Point{}, draw.Src)
		paintCells(img, colors, "rrrr rrrr bbbb bbbb", image.Pt(pitch, pitch), image.Pt(pitch, pitch), 1)
		paintCells(img, colors, test.below, image.Pt(pitch, pitch*(n+1)), image.Pt(pitch, pitch), 0)
		for col := range test.crossed {
			for d := range pitch / 2 { // two pixels wide
				for w := range 2 {
					y := (1+n)*pitch + pitch/4 + d
					img.Set((1+col)*pitch+pitch/4+d+w, y, color.Black)
					img.Set((1+col)*pitch+3*pitch/4-1-d+w, y, color.Black)
				}
			}
		}
		p, bad := newPicture(img)
		if bad != nil {
			t.Fatal(bad)
		}
		ev := gatherEvidence(p, Lattice{X: pitch, Y: pitch, PitchX: pitch, PitchY: pitch, Size: n})
		if got := ev.crossedBeyond(p); got != test.want {
			t.Errorf("%s: the board goes on: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestUnevenCells reads boards of which the cells are higher than wide: somewhat, as
// those of a table are, and too much.
func TestUnevenCells(t *testing.T) {
	colors := map[rune]color.NRGBA{
		'a': {R: 190, G: 165, B: 225, A: 255}, 'b': {R: 200, G: 140, B: 170, A: 255}, 'c': {R: 225, G: 105, B: 85, A: 255},
		'd': {R: 165, G: 160, B: 140, A: 255}, 'e': {R: 130, G: 165, B: 225, A: 255}, 'f': {R: 160, G: 215, B: 140, A: 255},
	}
	for _, test := range []struct {
		height int
		read   bool
	}{{60, true}, {62, true}, {64, false}} {
		img := image.NewRGBA(image.Rect(0, 0, 460, 480))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		paintCells(img, colors, "aaaacd abaadd abbddd bbbdee bbbeee bbffee", image.Pt(40, 40), image.Pt(60, test.height), 1)
		if _, err := Read(img); (err == nil) != test.read {
			t.Errorf("cells of 60 by %d pixels: %v", test.height, err)
		}
	}
}
