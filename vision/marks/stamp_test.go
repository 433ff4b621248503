package marks

import (
	"testing"

	"autoqueens/internal/render"
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/glyph"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

func TestByLikeness(t *testing.T) {
	for _, tt := range []struct {
		name         string
		shape        solver.Mark
		sure         certainty
		cross, queen float64
		royal        float64
		want         solver.Mark
		wantSure     certainty
	}{
		{"a cross among crosses", solver.Cross, certain, 0.97, 0.4, 0, solver.Cross, certain},
		{"a queen among both", solver.Queen, certain, 0.4, 0.95, 0, solver.Queen, certain},
		{"torn, like the crosses", solver.Cross, either, 0.9, 0.3, 0, solver.Cross, certain},
		{"torn, like the queens", solver.Cross, either, 0.3, 0.9, 0, solver.Queen, certain},
		{"torn, the only one unlike the crosses", solver.Cross, either, 0.3, noExemplar, 0, solver.Queen, certain},
		{"torn, the only one unlike the queens", solver.Cross, either, noExemplar, 0.3, 0, solver.Cross, certain},
		{"torn, slightly more like the crosses", solver.Cross, either, 0.93, 0.83, 1.3, solver.Cross, certain},
		{"torn, and no other mark", solver.Cross, either, noExemplar, noExemplar, 0, solver.Cross, either},
		{"torn, as like the ones as the others", solver.Cross, either, 0.8, 0.78, 0, solver.Cross, either},
		{"shaped like a queen, and exactly like the crosses", solver.Queen, certain, 0.95, 0.4, 0, solver.Cross, certain},
		{"shaped like a queen, the only one, and like the crosses", solver.Queen, certain, 0.95, noExemplar, 0, solver.Queen, unclear},
		{"nothing, but exactly like the crosses", solver.Empty, passing, 0.9, 0.3, 0, solver.Cross, certain},
		{"a pointer", solver.Empty, passing, 0.3, 0.2, 0, solver.Empty, passing},
		{"torn, slightly more like the queens, and shaped like one", solver.Cross, either, 0.84, 0.88, 1.8, solver.Queen, certain},
		{"shaped like a queen, and no less like the crosses", solver.Queen, certain, 0.9, 0.89, 0.9, solver.Queen, either},
		{"shaped like a cross, and more like the queens", solver.Cross, certain, 0.85, 0.9, -2, solver.Cross, either},
		{"a queen of few pixels, little like the others", solver.Queen, certain, 0.79, 0.74, 4.6, solver.Queen, certain},
		{"a queen of few pixels, unlike the others", solver.Queen, certain, 0.7, 0.55, 4.7, solver.Queen, certain},
		{"torn, shaped like a queen, and somewhat like the crosses", solver.Cross, either, 0.76, noExemplar, 1.7, solver.Queen, certain},
		{"torn, shaped rather like a queen, but unlike them", solver.Cross, either, noExemplar, 0.71, 0.15, solver.Cross, either},
		{"what compression leaves", solver.Empty, ghost, 0.6, 0.4, 0, solver.Empty, certain},
		{"of its cell's brightness, and like the queens", solver.Empty, ghost, 0.6, 0.9, 3, solver.Queen, certain},
		{"of its cell's brightness, and somewhat like the queens", solver.Empty, ghost, 0.4, 0.8, 3, solver.Empty, unclear},
	} {
		if m, sure := byCorrelation(tt.shape, tt.sure, measures{queenScore: tt.royal}, tt.cross, tt.queen); m != tt.want || sure != tt.wantSure {
			t.Errorf("%s: read as %v, sureness %v; want %v, %v", tt.name, m, sure, tt.want, tt.wantSure)
		}
	}
	// A large one is believed by its shape, where one of few pixels would not be.
	for _, large := range []bool{true, false} {
		f := measures{queenScore: 2.6, large: large}
		if m, sure := byCorrelation(solver.Queen, certain, f, 0.7, 0.4); m != solver.Queen || (sure == certain) != large {
			t.Errorf("a queen that fades in, large: %v: read as %v, sureness %v", large, m, sure)
		}
	}
}

// TestLikeness holds drawn marks against the others of their board, compressed
// and scaled: crosses must be more like crosses, queens more like queens.
func TestLikeness(t *testing.T) {
	marks, astray := 0, 0
	for k := range 30 {
		for pic := range render.Pictures(9, k, render.JPEG, render.Resized) {
			if pic.Truth.Board == nil || pic.Truth.Demand != render.Must {
				continue
			}
			p, bad := raster.New(pic.Image)
			if bad != nil {
				t.Fatal(pic.Name, bad)
			}
			n, b := pic.Truth.Board.Size, pic.Truth.Bounds
			l := lattice.Lattice{X: b.X, Y: b.Y, PitchX: b.Width / float64(n), PitchY: b.Height / float64(n), Size: n}
			l.Shift(p.Origin.Mul(-1))
			ev := &reader{Cells: cellcolor.New(p, l), Set: Set{Marks: pic.Truth.Board.Marks}}
			sure := make([]certainty, n*n)
			drawn := ev.collect(p, sure, func(i int) raster.Rect { return innerPart(l, i/n, i%n) })
			drawn.tally(ev.Marks, sure)
			for i := range drawn.stamps {
				own := ev.Marks[i]
				other := solver.Cross + solver.Queen - own
				if drawn.count[own] < 2 || drawn.count[other] == 0 {
					continue
				}
				marks++
				if drawn.likeness((*glyph.Template).Correlation, i, own, true) <= drawn.likeness((*glyph.Template).Correlation, i, other, false) {
					astray++
					t.Logf("%s: the mark in row %d, column %d is more like the others", pic.Name, i/n+1, i%n+1)
				}
			}
		}
	}
	if marks < 200 || astray > marks/200 {
		t.Errorf("%d of %d marks are more like those of the other kind", astray, marks)
	}
}
