package vision

import (
	"image"
	"testing"

	"autoqueens/solver"
)

func TestGreyness(t *testing.T) {
	mixed := func(ground, ink rgb, opacity float64) (d [3]float64) {
		for c := range d {
			d[c] = opacity * (float64(ink[c]) - float64(ground[c]))
		}
		return d
	}
	blue, olive, dark := rgb{150, 190, 255}, rgb{200, 214, 121}, rgb{28, 31, 36}
	gold, red, black, white := rgb{250, 180, 20}, rgb{200, 16, 46}, rgb{20, 20, 20}, rgb{250, 250, 250}
	for _, tt := range []struct {
		name        string
		ground, ink rgb
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
	red := rgb{255, 60, 60}
	grounds := []rgb{{224, 227, 44}, {20, 221, 125}, {70, 196, 255}, {74, 158, 178}, {174, 120, 51}}
	for _, tt := range []struct {
		name string
		ink  rgb
		want bool
	}{{"red", red, false}, {"black", rgb{}, true}, {"white", rgb{255, 255, 255}, true}} {
		ev := &markReader{cells: &cells{n: 2}}
		p := &picture{w: len(grounds), h: 1, stride: 4 * len(grounds), pix: make([]uint8, 4*len(grounds))}
		var of []figure
		for _, g := range grounds {
			// A picture of one pixel for each cross, side by side.
			at := image.Pt(len(of), 0)
			for c := range g {
				p.pix[4*at.X+c] = uint8(0.4*float64(g[c]) + 0.6*float64(tt.ink[c]))
			}
			of = append(of, figure{ink: &ink{w: 1, h: 1, depth: []uint8{100}, corner: at}})
			ev.ground = append(ev.ground, ground{rgb: g})
			ev.marks = append(ev.marks, solver.Cross)
		}
		if got := ev.greyCrosses(p, make([]sureness, len(of)), of); got != tt.want {
			t.Errorf("%s crosses are grey: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestDoubtColored doubts what is taken for a cross and moves its ground aside where the
// others do not.
func TestDoubtColored(t *testing.T) {
	grounds := []rgb{{255, 106, 70}, {224, 227, 44}, {255, 106, 70}, {70, 196, 255}, {174, 120, 51}}
	ev := &markReader{cells: &cells{spotless: true}}
	p := &picture{w: len(grounds), h: 1, stride: 4 * len(grounds), pix: make([]uint8, 4*len(grounds))}
	var of []figure
	for i, g := range grounds {
		mark := rgb{} // black
		if i == 0 {
			mark = rgb{160, 120, 40}
		}
		copy(p.pix[4*i:], mark[:])
		of = append(of, figure{ink: &ink{w: 1, h: 1, depth: []uint8{100}, corner: image.Pt(i, 0)}})
		ev.ground = append(ev.ground, ground{rgb: g})
		ev.marks = append(ev.marks, solver.Cross)
	}
	sure := make([]sureness, len(of))
	ev.doubtColored(p, sure, of)
	for i, s := range sure {
		if want := i == 0; (s == torn) != want {
			t.Errorf("cross %d is doubted: %v, want %v", i, s == torn, want)
		}
	}
}
