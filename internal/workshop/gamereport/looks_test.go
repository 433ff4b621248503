package main

import (
	"errors"
	"image"
	"os"
	"testing"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/headless"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// TestLooks draws a page of each look: its truth has one solution, lies in the picture, and something
// is drawn in all of its rows.
func TestLooks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: no page is photographed")
	}
	b, all, err := openLooks(t.Context())
	if errors.Is(err, headless.ErrNoBrowser) && os.Getenv("AUTOQUEENS_REQUIRE_BROWSER") == "" {
		t.Skip("no Chromium was found: no page is photographed")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	held := make(map[string]int)
	for number, l := range all {
		if l.Held {
			held[l.Game]++
		}
		d, err := l.draw(b, 8400003, number, 1)
		if err != nil {
			t.Error(err)
			continue
		}
		many, err := d.Puzzle.Count(t.Context(), puzzle.Limit{Solutions: 2, Steps: puzzles.Steps})
		if many != 1 || err != nil {
			t.Errorf("%s has %d solutions, %v", d.Name, many, err)
		}
		at := d.Lattice
		x, y, width := int(at.X), int(at.Y), int(float64(at.Size)*at.PitchX)
		if !(image.Rect(x, y, x+width, y+int(float64(at.Size)*at.PitchY)).In(d.Image.Bounds())) {
			t.Errorf("%s lies at %v in a picture of %v", d.Name, at, d.Image.Bounds())
		}
		for row := range at.Size {
			colors := make(map[any]bool)
			for dx := range width {
				for dy := range int(at.PitchY) {
					colors[d.Image.At(x+dx, y+int(float64(row)*at.PitchY)+dy)] = true
				}
			}
			if len(colors) < 2 {
				t.Errorf("%s: nothing is drawn in row %d of %v", d.Name, row+1, at)
			}
		}
	}
	for _, g := range gamerender.Games {
		if held[g.Name] < 4 {
			t.Errorf("%s has %d looks that are held out, want 4", g.Name, held[g.Name])
		}
	}
}
