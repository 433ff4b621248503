package webstyles

import (
	"errors"
	"image"
	"image/color"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/headless"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// open starts a browser for one test. Without one the test is skipped, unless
// AUTOQUEENS_REQUIRE_BROWSER says that this is a failure.
func open(t *testing.T) *headless.Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: no page is photographed")
	}
	b, err := headless.Open(t.Context())
	if errors.Is(err, headless.ErrNoBrowser) && os.Getenv("AUTOQUEENS_REQUIRE_BROWSER") == "" {
		t.Skip("no Chromium was found: no page is photographed")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// scales are those of the pages that TestPhotographs takes: each one more is a
// start of the browser.
var scales = map[string]float64{"zoomed": 1.75, "phone": 2}

// first returns the sheet of a style's first page of its scale that is spoiled
// as wanted.
func first(t *testing.T, style *Style, emoji bool, spoilings ...string) *sheet {
	scale := scales[style.Name]
	if scale == 0 {
		scale = 1
	}
	for number := range 2000 {
		if s := deal(7, style, number, emoji); s.scale == scale && slices.Contains(spoilings, s.spoiling) && s.filter == "" && !s.twins {
			return s
		}
	}
	t.Fatalf("no page of style %s at scale %g in two thousand", style.Name, scale)
	return nil
}

// TestPhotographs takes a page of each style and looks at the pixels: where the
// truth says that cells lie, their regions' colours or lines are.
func TestPhotographs(t *testing.T) {
	b := open(t)
	var sheets []*sheet
	for i := range all {
		sheets = append(sheets, first(t, &all[i], b.Emoji(), Clean))
	}
	slices.SortStableFunc(sheets, func(a, b *sheet) int { return int(4 * (a.scale - b.scale)) })
	for _, s := range sheets {
		e, err := s.expose(b, 7)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.develop()
		switch {
		case err != nil:
			t.Error(err)
			continue
		case !s.style.Board:
			if p.Truth.Demand != render.Refuse || p.Truth.Board != nil || !busy(p.Image) {
				t.Errorf("%s: a page without a board is to be %v, or is blank", p.Name, p.Truth.Demand)
			}
			continue
		case p.Truth.Demand != render.Must:
			t.Errorf("%s may be refused: %s", p.Name, p.Truth.Why)
		}
		if p.Truth.Bounds.Width < 0.9*s.side()*s.scale || math.Abs(p.Truth.Bounds.Width-p.Truth.Bounds.Height) > 2*s.scale {
			t.Errorf("%s: the lattice is %.1f, for a side of %.1f", p.Name, p.Truth.Bounds, s.side()*s.scale)
		}
		if s.told.color {
			if within, touching, _ := s.measure(p.Image, p.Truth.Bounds); touching <= within {
				t.Errorf("%s: cells of one region differ by %.1f, of two that touch by %.1f", p.Name, within, touching)
			}
		}
		if slices.Contains([]string{"css-grid", "table", "svg", "linkedin", "zoomed", "phone", "box-shadow", "rounded", "coordinates"}, s.style.Name) {
			s.wantColors(t, p)
		}
		if s.told.lines {
			s.wantLines(t, p)
		}
	}
}

// wantColors asks each cell of a style without shades for its very colour.
func (s *sheet) wantColors(t *testing.T, p Picture) {
	t.Helper()
	for cell := range s.n * s.n {
		if s.odd(cell) {
			continue
		}
		worst := 0.0
		s.ring(cell, p.Truth.Bounds, func(x, y int) {
			c := color.NRGBAModel.Convert(p.Image.At(x, y)).(color.NRGBA)
			worst = max(worst, deltaE(c, s.of(cell)))
		})
		if worst > 2 {
			t.Errorf("%s: cell %d is up to %.1f off its region's colour", p.Name, cell, worst)
			return
		}
	}
}

// wantLines asks for something other than the cells' ground on the border of
// two regions, right where the lattice has it.
func (s *sheet) wantLines(t *testing.T, p Picture) {
	t.Helper()
	at := p.Truth.Bounds
	pitch := at.Width / float64(s.n)
	reach := int(math.Ceil(s.thick*s.scale)) + 1
	lined, borders := 0, 0
	for cell := range s.n * s.n {
		o := s.beside(cell, right)
		if o < 0 || !s.border(cell, right) || s.odd(cell) || s.odd(o) {
			continue
		}
		borders++
		x, y := int(at.X+float64(cell%s.n+1)*pitch), int(at.Y+(float64(cell/s.n)+0.25)*pitch)
		most := 0.0
		ground := color.NRGBAModel.Convert(p.Image.At(x-int(0.15*pitch)-reach, y)).(color.NRGBA)
		beyond := color.NRGBAModel.Convert(p.Image.At(x+int(0.15*pitch)+reach, y)).(color.NRGBA)
		for d := -reach; d <= reach; d++ {
			c := color.NRGBAModel.Convert(p.Image.At(x+d, y)).(color.NRGBA)
			most = max(most, min(deltaE(c, ground), deltaE(c, beyond)))
		}
		if most > 8 {
			lined++
		}
	}
	if lined < borders*9/10 {
		t.Errorf("%s: a line was seen on %d of %d borders", p.Name, lined, borders)
	}
}

// busy tells whether a picture shows more than a colour or two.
func busy(img image.Image) bool {
	seen := make(map[color.Color]bool)
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			seen[img.At(x, y)] = true
		}
	}
	return len(seen) > 8
}

// TestCoversHideCells photographs pages with and without what covers the board:
// cells that the cover should hide look otherwise.
func TestCoversHideCells(t *testing.T) {
	b := open(t)
	kinds := make(map[string]bool)
	for number := 0; len(kinds) < 5; number++ {
		deal7 := func() *sheet { return deal(7, find("css-grid"), number, b.Emoji()) }
		s := deal7()
		if s.spoiling != Covered || s.scale != 1 || kinds[s.cover.kind] {
			continue
		}
		kinds[s.cover.kind] = true
		bare := deal7()
		bare.cover = cover{}
		with, err := s.expose(b, 7)
		if err != nil {
			t.Fatal(err)
		}
		without, err := bare.expose(b, 7)
		if err != nil {
			t.Fatal(err)
		}
		p, err := with.develop()
		if err != nil {
			t.Fatal(err)
		}
		if p.Truth.Demand != render.Refuse || p.Truth.Board != nil {
			t.Errorf("%s is covered and is to be %v", p.Name, p.Truth.Demand)
		}
		before, err := headless.Decode(without.shot)
		if err != nil {
			t.Fatal(err)
		}
		changed := 0
		for cell := range s.n * s.n {
			x, y := p.Lattice.X+(float64(cell%s.n)+0.2)*p.Lattice.Width/float64(s.n), p.Lattice.Y+(float64(cell/s.n)+0.2)*p.Lattice.Height/float64(s.n)
			if p.Image.(*image.RGBA).RGBAAt(int(x), int(y)) != before.RGBAAt(int(x), int(y)) {
				changed++
			}
		}
		if want := s.hidden(s.cover.from, s.cover.to); want == 0 || changed < want {
			t.Errorf("%s: a %s should hide %d cells, and changed %d", p.Name, s.cover.kind, want, changed)
		}
	}
}

// TestCutsLoseCells photographs boards of which rows or columns are out of
// sight. A board that is not is an error of develop.
func TestCutsLoseCells(t *testing.T) {
	b := open(t)
	ways := make(map[cut]bool)
	for number := 0; len(ways) < 8; number++ {
		s := deal(8, find("css-grid"), number, b.Emoji())
		way := cut{side: s.cut.side, crop: s.cut.crop}
		if s.spoiling != Cut || s.scale != 1 || ways[way] {
			continue
		}
		ways[way] = true
		e, err := s.expose(b, 8)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.develop()
		if err != nil {
			t.Error(err)
			continue
		}
		at, size := p.Lattice, p.Image.Bounds()
		lost := [4]float64{top: -at.Y, right: at.X + at.Width - float64(size.Dx()), bottom: at.Y + at.Height - float64(size.Dy()), left: -at.X}[s.cut.side]
		if got := lost * float64(s.n) / at.Width; math.Abs(got-s.cut.depth) > 0.1 || p.Truth.Demand != render.Refuse {
			t.Errorf("%s: %.2f rows or columns are lost, want %.2f, and it is to be %v", p.Name, got, s.cut.depth, p.Truth.Demand)
		}
	}
}

// A page that is not laid out as it was dealt gives no truth.
func TestUnevenLayoutIsAnError(t *testing.T) {
	s := deal(1, find("svg"), 0, true)
	even := layout{Scale: s.scale}
	for cell := range s.n * s.n {
		even.Cells = append(even.Cells, [4]float64{10 + float64(cell%s.n)*40, 20 + float64(cell/s.n)*40, 40, 40})
	}
	at, _, err := s.lattice(even)
	if want := (render.Rect{X: 10 * s.scale, Y: 20 * s.scale, Width: 40 * s.scale * float64(s.n), Height: 40 * s.scale * float64(s.n)}); err != nil || at != want {
		t.Errorf("an even layout lies at %v (%v), want %v", at, err, want)
	}
	shifted, scaled, fewer := even, even, even
	shifted.Cells = slices.Clone(even.Cells)
	shifted.Cells[s.n+1][0] += 20
	scaled.Scale *= 1.1
	fewer.Cells = even.Cells[1:]
	for words, l := range map[string]layout{"off an even lattice": shifted, "device pixels a pixel": scaled, "cells, want": fewer} {
		if _, _, err := s.lattice(l); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("got %v, want an error with %q", err, words)
		}
	}
}

func TestSpoiledPicturesKeepTheirTruth(t *testing.T) {
	for _, name := range Spoilings[:7] {
		s := deal(1, find("svg"), 3, true)
		s.spoiling = name
		img, at := s.plain(24)
		out, moved, c := s.spoil(img, at)
		fx := float64(out.Bounds().Dx()) / float64(img.Rect.Dx())
		if math.Abs(moved.X-at.X*fx) > 0.01 || math.Abs(moved.Width-at.Width*fx) > 0.01 || math.Abs(c.factor-fx) > 0.02 {
			t.Errorf("%s: a lattice at %v is at %v in a picture %.2f as wide", name, at, moved, fx)
		}
		if (name == Clean) != (out == image.Image(img)) {
			t.Errorf("%s: the picture is as it was, or is not", name)
		}
	}
}

func TestSetsAreLoadedAsWritten(t *testing.T) {
	s := deal(1, find("svg"), 3, true)
	img, at := s.plain(24)
	s.board.Marks[2] = solver.Queen
	all := []Picture{
		{Name: "a", Style: "svg", Fold: 1, Spoiling: Clean, State: played, Palette: pastel, Scale: 1.25, Image: img, Lattice: at,
			Truth: render.Truth{Board: s.board, Bounds: at, Slack: 1.5, Demand: render.May, Why: "a reason"}},
		{Name: "b", Style: "svg", Fold: 1, Spoiling: Cut, Scale: 1, Image: img, Lattice: at, Truth: render.Truth{Demand: render.Refuse}},
	}
	dir := t.TempDir()
	pictures := iter.Seq2[Picture, error](func(yield func(Picture, error) bool) {
		for _, p := range all {
			if !yield(p, nil) {
				return
			}
		}
	})
	if _, err := Write(dir, 9, pictures, nil); err != nil {
		t.Fatal(err)
	}
	n, loaded, err := Load(dir)
	if err != nil || n != 2 {
		t.Fatalf("%d pictures, %v", n, err)
	}
	k := 0
	for got, err := range loaded {
		if err != nil {
			t.Fatal(err)
		}
		want := all[k]
		if got.Name != want.Name || got.Fold != want.Fold || got.Spoiling != want.Spoiling || got.Truth.Demand != want.Truth.Demand ||
			got.Truth.Why != want.Truth.Why || got.Truth.Bounds != want.Truth.Bounds || got.Lattice != want.Lattice || got.Truth.Slack != want.Truth.Slack || got.Scale != want.Scale {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if want.Truth.Board != nil && (!slices.Equal(got.Truth.Board.Regions, want.Truth.Board.Canonical().Regions) || !slices.Equal(got.Truth.Board.Marks, want.Truth.Board.Marks)) {
			t.Errorf("%s has another board", got.Name)
		}
		if got.Image.Bounds() != img.Bounds() {
			t.Errorf("%s is of another size", got.Name)
		}
		k++
	}
	if _, _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "\n") {
		t.Errorf("an empty folder: %v, want an error that says what to do", err)
	}
}
