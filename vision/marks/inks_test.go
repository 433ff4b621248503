package marks

import (
	"image"
	"testing"

	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

func TestGreyness(t *testing.T) {
	mixed := func(ground, ink raster.RGB, opacity float64) (d [3]float64) {
		for c := range d {
			d[c] = opacity * (float64(ink[c]) - float64(ground[c]))
		}
		return d
	}
	blue, olive, dark := raster.RGB{150, 190, 255}, raster.RGB{200, 214, 121}, raster.RGB{28, 31, 36}
	gold, red, black, white := raster.RGB{250, 180, 20}, raster.RGB{200, 16, 46}, raster.RGB{20, 20, 20}, raster.RGB{250, 250, 250}
	for _, tt := range []struct {
		name        string
		ground, ink raster.RGB
		opacity     float64
		least, most float64
	}{
		{"black", blue, black, 0.7, 0.99, 1},
		{"black, hardly to be seen", blue, black, 0.15, 0.99, 1},
		{"white on dark", dark, white, 0.5, 0.99, 1},
		{"gold on blue", blue, gold, 0.5, 0, 0.75},
		{"gold on blue, thinly", blue, gold, 0.2, 0, 0.75},
		{"red on olive", olive, red, 0.6, 0, 0.85},
		{"too thin to have a direction", blue, gold, 0.02, 0, 0},
	} {
		got := directed(mixed(tt.ground, tt.ink, tt.opacity)).greyness(tt.ground)
		if got < tt.least || got > tt.most+1e-9 {
			t.Errorf("%s: %.3f, want %.2f to %.2f", tt.name, got, tt.least, tt.most)
		}
	}
}

// TestColoredCrosses does not hold a lively cross against dull ones where all are drawn
// in red that lets the ground shine through.
func TestColoredCrosses(t *testing.T) {
	red := raster.RGB{255, 60, 60}
	grounds := []raster.RGB{{224, 227, 44}, {20, 221, 125}, {70, 196, 255}, {74, 158, 178}, {174, 120, 51}}
	for _, tt := range []struct {
		name string
		ink  raster.RGB
		want bool
	}{{"red", red, false}, {"black", raster.RGB{}, true}, {"white", raster.RGB{255, 255, 255}, true}} {
		ev := &reader{Cells: &cellcolor.Cells{N: 2}}
		p := &raster.Picture{W: len(grounds), H: 1, Stride: 4 * len(grounds), Pix: make([]uint8, 4*len(grounds))}
		var of []measures
		for _, g := range grounds {
			// A picture of one pixel for each cross, side by side.
			at := image.Pt(len(of), 0)
			for c := range g {
				p.Pix[4*at.X+c] = uint8(0.4*float64(g[c]) + 0.6*float64(tt.ink[c]))
			}
			of = append(of, measures{ink: &glyph.Foreground{W: 1, H: 1, Depth: []uint8{100}, Corner: at}})
			ev.Colors = append(ev.Colors, cellcolor.Color{RGB: g})
			ev.Marks = append(ev.Marks, solver.Cross)
		}
		if got := ev.greyCrosses(p, make([]certainty, len(of)), of); got != tt.want {
			t.Errorf("%s crosses are grey: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestDoubtColored doubts what is taken for a cross and moves its ground aside where the
// others do not.
func TestDoubtColored(t *testing.T) {
	grounds := []raster.RGB{{255, 106, 70}, {224, 227, 44}, {255, 106, 70}, {70, 196, 255}, {174, 120, 51}}
	ev := &reader{Cells: &cellcolor.Cells{Spotless: true}}
	p := &raster.Picture{W: len(grounds), H: 1, Stride: 4 * len(grounds), Pix: make([]uint8, 4*len(grounds))}
	var of []measures
	for i, g := range grounds {
		mark := raster.RGB{} // black
		if i == 0 {
			mark = raster.RGB{160, 120, 40}
		}
		copy(p.Pix[4*i:], mark[:])
		of = append(of, measures{ink: &glyph.Foreground{W: 1, H: 1, Depth: []uint8{100}, Corner: image.Pt(i, 0)}})
		ev.Colors = append(ev.Colors, cellcolor.Color{RGB: g})
		ev.Marks = append(ev.Marks, solver.Cross)
	}
	sure := make([]certainty, len(of))
	ev.doubtColored(p, sure, of)
	for i, s := range sure {
		if want := i == 0; (s == either) != want {
			t.Errorf("cross %d is doubted: %v, want %v", i, s == either, want)
		}
	}
}
