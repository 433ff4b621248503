package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestCoveredAllAround leaves a square of as many regions as rows of a board, to just beside its lines, and covers what
// is around: be it a puzzle with one solution, it is no board. That the lines around it are such as run between cells
// tells, where a page is the same on all sides.
func TestCoveredAllAround(t *testing.T) {
	game, whole := gameLight(t)
	tried := 0
	for _, part := range parts(whole) {
		for _, c := range []color.Gray{{255}, {229}, {170}} {
			for beyond := range 7 {
				tried++
				img := image.NewRGBA(game.Bounds())
				draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
				shown := part.Inset(-beyond)
				draw.Draw(img, shown, game, shown.Min, draw.Src)
				if r, err := vision.Read(img); err == nil {
					t.Errorf("%v of %v, covered with %v to %d pixels beside it, is read as %d x %d", part, whole.Lattice.Bounds(), c, beyond, r.Board.Size, r.Board.Size)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("the board has no such part")
	}
}

// gameLight returns the sample of the real game in its light theme, and what is read in it.
func gameLight(t *testing.T) (image.Image, *vision.Reading) {
	t.Helper()
	samples := render.Samples()
	i := slices.IndexFunc(samples, func(p render.Picture) bool { return p.Name == "game-light" })
	if i < 0 {
		t.Fatal("no such sample")
	}
	r, err := vision.Read(samples[i].Image)
	if err != nil {
		t.Fatal(err)
	}
	return samples[i].Image, r
}

// painted returns a picture with an area in one colour.
func painted(img image.Image, area image.Rectangle, c color.Color) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	draw.Draw(out, area, image.NewUniform(c), image.Point{}, draw.Src)
	return out
}

// alone tells whether a cell is all of its region.
func alone(b *solver.Board, cell int) bool {
	cells := 0
	for _, region := range b.Regions {
		if region == b.Regions[cell] {
			cells++
		}
	}
	return cells == 1
}

// parts lists the squares within a board, smaller than it, that show as many regions as they have rows.
func parts(r *vision.Reading) (all []image.Rectangle) {
	n, l := r.Board.Size, r.Lattice
	for size := 5; size < n; size++ {
		for row := 0; row+size <= n; row++ {
			for col := 0; col+size <= n; col++ {
				regions := make(map[uint8]bool)
				for i := range size * size {
					regions[r.Board.Region(row+i/size, col+i%size)] = true
				}
				if len(regions) == size {
					from, to := l.Cell(row, col), l.Cell(row+size-1, col+size-1)
					all = append(all, image.Rect(int(from.X+0.5), int(from.Y+0.5), int(to.X+to.Width+0.5), int(to.Y+to.Height+0.5)))
				}
			}
		}
	}
	return all
}

// TestWindowInside lays something as dark as the lines over cells of a board: no line could be seen in it, but its sides
// are not where those of cells are. Nothing of it is taken for a region.
func TestWindowInside(t *testing.T) {
	game, whole := gameLight(t)
	n := whole.Board.Size
	for _, c := range []color.Gray{{0}, {20}} {
		for aside := 3; aside <= 6; aside++ { // pixels
			for i := range (n - 1) * (n - 1) {
				from, to := whole.Lattice.Cell(i/(n-1), i%(n-1)), whole.Lattice.Cell(i/(n-1)+1, i%(n-1)+1)
				window := image.Rect(int(from.X+0.5), int(from.Y+0.5), int(to.X+to.Width+0.5), int(to.Y+to.Height+0.5)).Add(image.Pt(aside, aside))
				if r, err := vision.Read(painted(game, window, c)); err == nil && rows(&r.Board) != rows(&whole.Board) {
					t.Errorf("with %v over %v it is read as\n%s", c, window, rows(&r.Board))
				}
			}
		}
	}
}

// TestUnexplainedCell gives one cell after the other, within its lines, a colour that nothing gives a cell: none is passed
// over. A region of one cell may have any.
func TestUnexplainedCell(t *testing.T) {
	game, whole := gameLight(t)
	n := whole.Board.Size
	for i := range n * n {
		c := whole.Lattice.Cell(i/n, i%n)
		within := image.Rect(int(c.X+3), int(c.Y+3), int(c.X+c.Width-2), int(c.Y+c.Height-2))
		if r, err := vision.Read(painted(game, within, color.RGBA{20, 90, 60, 255})); err == nil && !alone(&whole.Board, i) {
			t.Errorf("with row %d, column %d in green it is read as\n%s", i/n+1, i%n+1, rows(&r.Board))
		}
	}
}

// TestFrames reads boards with nothing over them whose frames could pass for covered ones, and those with a region in
// the colour of the lines.
func TestFrames(t *testing.T) {
	regions := strings.Fields("aaaaaaa aabacca abbddcc abeeddc aaaeecc aaffggc aaaffgg")
	for _, pitch := range []float64{48, 62.4} {
		for _, wide := range []int{2, 3, 4} {
			for _, thin := range []int{0, 1} {
				for _, frame := range [][4]int{{wide, wide, wide, wide}, {wide, wide, wide, 2 * wide}, {thin, wide, thin, wide}, {0, 0, 0, 0}} { // left, right, top, bottom
					for _, dark := range []byte{0, 'a', 'c'} {
						if thin == 0 && dark == 'a' {
							continue // the frame cannot be told from the region along it
						}
						r, err := vision.Read(paintFramed(regions, pitch, thin, wide, frame, dark))
						if err != nil || !slices.Equal(r.Board.RegionRows(), regions) {
							t.Errorf("cells of %g pixels, lines of %d and %d, frame %v, dark %q: %v", pitch, thin, wide, frame, dark, err)
						}
					}
				}
			}
		}
	}
}

// paintFramed paints a board, its regions given by letter, with thin lines within them, wide ones between and a frame as
// wide as is said at its left, right, top and bottom; one region is as black as the lines.
func paintFramed(regions []string, pitch float64, thin, wide int, frame [4]int, dark byte) image.Image {
	n := len(regions)
	colors := map[byte]color.NRGBA{
		'a': {187, 163, 226, 255}, 'b': {255, 201, 146, 255}, 'c': {150, 190, 255, 255}, 'd': {179, 223, 160, 255},
		'e': {223, 223, 223, 255}, 'f': {255, 123, 96, 255}, 'g': {230, 243, 136, 255},
	}
	img := image.NewRGBA(image.Rect(0, 0, 80+int(pitch*float64(n)), 80+int(pitch*float64(n))))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	at := func(k int) int { return 40 + int(pitch*float64(k)+0.5) }
	bar := func(x0, y0, x1, y1 int) {
		draw.Draw(img, image.Rect(x0, y0, x1, y1), image.Black, image.Point{}, draw.Src)
	}
	for row := range n {
		for col := range n {
			id := regions[row][col]
			c := colors[id]
			if id == dark {
				c = color.NRGBA{0, 0, 0, 255}
			}
			draw.Draw(img, image.Rect(at(col), at(row), at(col+1), at(row+1)), image.NewUniform(c), image.Point{}, draw.Src)
		}
	}
	for row := range n {
		for col := range n {
			if w := thin; col > 0 {
				if regions[row][col] != regions[row][col-1] {
					w = wide
				}
				bar(at(col)-w/2, at(row), at(col)-w/2+w, at(row+1))
			}
			if w := thin; row > 0 {
				if regions[row][col] != regions[row-1][col] {
					w = wide
				}
				bar(at(col), at(row)-w/2, at(col+1), at(row)-w/2+w)
			}
		}
	}
	bar(at(0)-frame[0], at(0)-frame[2], at(0), at(n)+frame[3])
	bar(at(n), at(0)-frame[2], at(n)+frame[1], at(n)+frame[3])
	bar(at(0)-frame[0], at(0)-frame[2], at(n)+frame[1], at(0))
	bar(at(0)-frame[0], at(n), at(n)+frame[1], at(n)+frame[3])
	return img
}

// TestCutBesideLines cuts a board to a square of as many regions as rows, a tenth of a cell beyond its lines: the
// strips of other cells that are left tell that there are more. Cut as closely, the whole board is read.
func TestCutBesideLines(t *testing.T) {
	game, whole := gameLight(t)
	cut := func(to image.Rectangle) image.Image {
		out := image.NewRGBA(to.Inset(-int(whole.Lattice.Pitch() / 10)))
		draw.Draw(out, out.Rect, game, out.Rect.Min, draw.Src)
		return out
	}
	for _, part := range parts(whole) {
		if r, err := vision.Read(cut(part)); err == nil {
			t.Errorf("%v of %v is read as %d x %d", part, whole.Lattice.Bounds(), r.Board.Size, r.Board.Size)
		}
	}
	if _, err := vision.Read(cut(whole.Lattice.Bounds().Image())); err != nil {
		t.Error(err)
	}
}

// TestCoveredCell lays over cells of boards what has the colour of that cell, or of one of another region, and reaches a
// little over its lines, with a soft rim or a sharp one: a rim must not pass for what is left of the lines.
func TestCoveredCell(t *testing.T) {
	drawn := []string{"game-light", "game-dark-queens", "smallest", "gaps-letters", "white-lines-crosses", "borders-only", "translucent-muted"}
	for _, sample := range render.Samples() {
		if !slices.Contains(drawn, sample.Name) {
			continue
		}
		t.Run(sample.Name, func(t *testing.T) {
			t.Parallel()
			whole, err := vision.Read(sample.Image)
			if err != nil {
				t.Fatal(err)
			}
			l := whole.Lattice
			for i := 0; i < l.Size*l.Size; i += 2*l.Size - 3 {
				row, col := i/l.Size, i%l.Size
				own := groundOf(sample.Image, l, row, col)
				for _, c := range []color.NRGBA{own, another(sample.Image, whole, row, col)} {
					for _, rim := range []uint8{0, 128} {
						img := overlaid(sample.Image, l.Cell(row, col).Image().Inset(-3), c, rim)
						if r, err := vision.Read(img); err == nil && !reflect.DeepEqual(r.Board, whole.Board) {
							t.Errorf("row %d, column %d is covered with %v, and the board is read as\n%s", row+1, col+1, c, rows(&r.Board))
						}
					}
				}
			}
		})
	}
}

// groundOf returns the colour of a cell beside its mark.
func groundOf(img image.Image, l vision.Lattice, row, col int) color.NRGBA {
	c := l.Cell(row, col)
	return color.NRGBAModel.Convert(img.At(int(c.X+0.15*c.Width), int(c.Y+0.15*c.Height))).(color.NRGBA)
}

// another returns the colour of the next cell that is of another region.
func another(img image.Image, r *vision.Reading, row, col int) color.NRGBA {
	n := r.Board.Size
	for i := row*n + col; ; i = (i + 1) % (n * n) {
		if r.Board.Regions[i] != r.Board.Region(row, col) {
			return groundOf(img, r.Lattice, i/n, i%n)
		}
	}
}

// overlaid returns a picture with an area in one colour, and around it a rim of a pixel that is as opaque as that.
func overlaid(img image.Image, area image.Rectangle, c color.NRGBA, rim uint8) image.Image {
	soft := image.NewRGBA(img.Bounds())
	draw.Draw(soft, soft.Rect, img, soft.Rect.Min, draw.Src)
	draw.Draw(soft, area.Inset(-1), image.NewUniform(color.NRGBA{c.R, c.G, c.B, rim}), image.Point{}, draw.Over)
	return painted(soft, area, c)
}
