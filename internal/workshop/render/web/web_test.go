package web

import (
	"errors"
	"image"
	"image/color"
	"os"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// What the tests of package web_test use.
var (
	CheckTruth = checkTruth
	OpenFor    = open
)

// Scale returns the display scale of a case.
func Scale(seed uint64, number int, emoji bool) float64 { return deal(seed, number, emoji).dpr }

// open starts a browser for one test. Without one the test is skipped, unless
// AUTOQUEENS_REQUIRE_BROWSER says that this is a failure.
func open(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: nothing is drawn in a browser")
	}
	b, err := Open(t.Context())
	if errors.Is(err, ErrNoBrowser) && os.Getenv("AUTOQUEENS_REQUIRE_BROWSER") == "" {
		t.Skip("no Chromium was found: nothing is drawn in a browser")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// checkTruth looks at the pixels: where the truth says that a cell lies, its region's
// colour is, and something else where it says that there is a mark. It returns false
// where there is nothing to look at.
func checkTruth(t *testing.T, p render.Picture, emoji bool) bool {
	t.Helper()
	seed, k, _, err := render.Parse(p.Name)
	if err != nil {
		t.Error(err)
		return false
	}
	if p.Truth.Demand == render.Refuse {
		return false
	}
	d := deal(seed, k, emoji)
	n := p.Truth.Board.Size
	if d.Board.Size != n || !slices.Equal(d.Board.Regions, p.Truth.Board.Regions) {
		t.Errorf("%s: dealt again it is another board", p.Name)
		return false
	}
	seen := make(map[uint8]color.RGBA) // by region, where a filter changes the colours
	for cell, id := range p.Truth.Board.Regions {
		if cell == d.Pointer {
			continue
		}
		at := p.Truth.Bounds
		pw, ph := at.Width/float64(n), at.Height/float64(n)
		x, y := at.X+(float64(cell%n)+0.5)*pw, at.Y+(float64(cell/n)+0.5)*ph
		got := p.Image.(*image.RGBA).RGBAAt(int(x), int(y))
		if p.Truth.Board.Marks[cell] != solver.Empty {
			ground := d.Ground(cell)
			if d.filter == "" && cell != d.Moving && !strays(p.Image, x, y, 0.35*pw, ground) {
				t.Errorf("%s (%s): nothing stands in cell %d at %.0f,%.0f", p.Name, d.means, cell, x, y)
			}
			continue
		}
		if d.filter == "" {
			if want := d.Ground(cell); render.Apart(opaque(got), want) > 3 {
				t.Errorf("%s (%s): cell %d is %v at %.0f,%.0f, want %v", p.Name, d.means, cell, got, x, y, want)
			}
		} else if cell != d.Hover && !d.Clashing(cell) {
			if first, ok := seen[id]; ok && render.Apart(opaque(got), opaque(first)) > 3 {
				t.Errorf("%s (%s): cell %d is %v at %.0f,%.0f, but its region is %v", p.Name, d.means, cell, got, x, y, first)
			}
			seen[id] = got
		}
	}
	return true
}

func opaque(c color.RGBA) color.NRGBA { return color.NRGBA{R: c.R, G: c.G, B: c.B, A: 255} }

// strays tells whether any pixel within reach of x, y differs from a colour.
func strays(img image.Image, x, y, reach float64, k color.NRGBA) bool {
	for py := int(y - reach); py <= int(y+reach); py++ {
		for px := int(x - reach); px <= int(x+reach); px++ {
			if render.Apart(opaque(img.(*image.RGBA).RGBAAt(px, py)), k) > 40 {
				return true
			}
		}
	}
	return false
}

// TestTheSameEachTime draws pictures twice in one browser, with another one in between
// that must leave nothing behind.
func TestTheSameEachTime(t *testing.T) {
	b := open(t)
	for _, k := range []int{0, 5, 7} {
		other := uint64(4)
		for deal(other, k, b.Emoji()).dpr != deal(3, k, b.Emoji()).dpr {
			other++ // another scale would start another browser
		}
		one, err := b.Draw(3, k)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Draw(other, k); err != nil {
			t.Fatal(err)
		}
		two, err := b.Draw(3, k)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(one.Image.(*image.RGBA).Pix, two.Image.(*image.RGBA).Pix) || one.Truth.Bounds != two.Truth.Bounds {
			t.Errorf("%s looks otherwise the second time", one.Name)
		}
	}
}

func TestNoBrowser(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(t.Context()); !errors.Is(err, ErrNoBrowser) {
		t.Errorf("without a browser: %v", err)
	}
}

// A page that is not laid out as it was dealt gives no truth.
func TestUnevenLayoutIsAnError(t *testing.T) {
	var d *drawing
	for k := 0; d == nil || d.apart() != 0; k++ {
		d = deal(1, k, false)
	}
	n, side := d.size(), d.PitchX/d.dpr
	even := layout{DPR: d.dpr}
	for cell := range n * n {
		even.Cells = append(even.Cells, [4]float64{10 + float64(cell%n)*side, 20 + float64(cell/n)*side, side, side})
	}
	if at, err := d.lattice(even); err != nil || at.X != 10*d.dpr || at.Y != 20*d.dpr {
		t.Errorf("an even layout lies at %v, %v", at, err)
	}
	shifted := even
	shifted.Cells = slices.Clone(even.Cells)
	shifted.Cells[n+1][0] += 0.5 * side
	scaled := even
	scaled.DPR *= 1.1
	fewer := even
	fewer.Cells = even.Cells[1:]
	for words, l := range map[string]layout{"off an even lattice": shifted, "device pixels a pixel": scaled, "cells, want": fewer} {
		if _, err := d.lattice(l); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("got %v, want an error with %q", err, words)
		}
	}
}

func TestEveryMeansIsDealt(t *testing.T) {
	means, scenes, filters := make(map[string]int), make(map[string]int), make(map[string]int)
	for k := range 400 {
		d := deal(1, k, true)
		means[d.means]++
		scenes[d.scene]++
		filters[d.kinds.Filter]++
		if pitch := d.pitch * d.unit(); pitch < 12 {
			t.Errorf("case %d has cells of %.1f px", k, pitch)
		}
	}
	for _, m := range []string{Grid, Boxes, Backing, Spaced, Rows, Table, Placed, Vector, Canvas, Shadows} {
		if means[m] == 0 {
			t.Errorf("no board of 400 is a %s", m)
		}
	}
	if len(scenes) != 4 || len(filters) != 7 {
		t.Errorf("400 boards have scenes %v and filters %v", scenes, filters)
	}
}
