package games_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/vision/games"
)

// TestDrawn reads boards that were drawn in every style, fresh and half played, scaled and
// compressed: none wrong, and at least half right: how many are right, gamereport tells.
func TestDrawn(t *testing.T) {
	boards := 4 // in each style
	if testing.Short() {
		boards = 1
	}
	for _, g := range gamerender.Games {
		for i := range g.Styles {
			style := &g.Styles[i]
			t.Run(g.Name+"/"+style.Name, func(t *testing.T) {
				t.Parallel()
				right := 0
				for number := range boards {
					d := g.Draw(style, 1000, number)
					if as(t, d, d.Image) {
						right++
					}
				}
				if 2*right < boards-1 {
					t.Errorf("%d of %d were read", right, boards)
				}
			})
		}
	}
}

// TestCovered lays something over a part of a board: what is then read is what is there.
func TestCovered(t *testing.T) {
	boards := 14
	if testing.Short() {
		boards = 4
	}
	for _, name := range []string{"zip", "patches"} {
		g, _ := gamerender.Of(name)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for number := range boards {
				style := &g.Styles[number%len(g.Styles)]
				d := g.Draw(style, 2000, number)
				r := rand.New(rand.NewPCG(2000, uint64(number)))
				b := d.Image.Bounds()
				covered := image.NewRGBA(b)
				draw.Draw(covered, b, d.Image, b.Min, draw.Src)
				side := func() int { return int(d.Lattice.PitchX * (0.3 + 1.2*r.Float64())) }
				at := d.Lattice.Center(r.IntN(d.Lattice.Size), r.IntN(d.Lattice.Size))
				over := image.Rect(0, 0, side(), side()).Add(image.Pt(int(at.X), int(at.Y)))
				ink := color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255}
				draw.Draw(covered, over, image.NewUniform(ink), image.Point{}, draw.Src)
				as(t, d, covered)
			}
		})
	}
}

// as reads a picture of a drawing, tells whether a board was read, and fails where that is not
// the one that was drawn.
func as(t *testing.T, d gamerender.Drawing, img image.Image) bool {
	t.Helper()
	r, err := games.Read(img)
	if err != nil {
		return false
	}
	want, err := d.Puzzle.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if games.Name(r) != d.Puzzle.Game() {
		t.Errorf("%s: read as a board of %s", d.Name, games.Name(r))
		return true
	}
	if got, err := r.Puzzle.MarshalJSON(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: read as\n%s, is\n%s", d.Name, got, want)
	}
	return true
}

// FuzzRead reads pictures of anything: that ends, and what is read is a puzzle.
func FuzzRead(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed, uint8(seed), uint16(90+20*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, which uint8, side uint16) {
		// A board with pieces of it moved about.
		g := gamerender.Games[int(which)%len(gamerender.Games)]
		d := g.Draw(&g.Styles[int(seed%uint64(len(g.Styles)))], seed, int(which))
		r := rand.New(rand.NewPCG(seed, uint64(side)))
		b := d.Image.Bounds()
		img := image.NewRGBA(b)
		draw.Draw(img, b, d.Image, b.Min, draw.Src)
		for range r.IntN(4) {
			from := image.Pt(b.Min.X+r.IntN(b.Dx()), b.Min.Y+r.IntN(b.Dy()))
			to := image.Pt(b.Min.X+r.IntN(b.Dx()), b.Min.Y+r.IntN(b.Dy()))
			draw.Draw(img, image.Rectangle{Min: to, Max: to.Add(image.Pt(int(side), int(side)))}, d.Image, from, draw.Src)
		}
		if read, err := games.Read(img); err == nil && read.Puzzle != nil {
			if err := read.Puzzle.Validate(); err != nil {
				t.Errorf("read what is no puzzle: %v", err)
			}
		}
	})
}
