package vision

import (
	"testing"

	"autoqueens/internal/render"
	"autoqueens/solver"
)

func TestByLikeness(t *testing.T) {
	for _, tt := range []struct {
		name         string
		shape        solver.Mark
		sure         sureness
		cross, queen float64
		royal        float64
		want         solver.Mark
		wantSure     sureness
	}{
		{"a cross among crosses", solver.Cross, plain, 0.97, 0.4, 0, solver.Cross, plain},
		{"a queen among both", solver.Queen, plain, 0.4, 0.95, 0, solver.Queen, plain},
		{"torn, like the crosses", solver.Cross, torn, 0.9, 0.3, 0, solver.Cross, plain},
		{"torn, like the queens", solver.Cross, torn, 0.3, 0.9, 0, solver.Queen, plain},
		{"torn, the only one unlike the crosses", solver.Cross, torn, 0.3, unknown, 0, solver.Queen, plain},
		{"torn, the only one unlike the queens", solver.Cross, torn, unknown, 0.3, 0, solver.Cross, plain},
		{"torn, slightly more like the crosses", solver.Cross, torn, 0.93, 0.83, 1.3, solver.Cross, plain},
		{"torn, and no other mark", solver.Cross, torn, unknown, unknown, 0, solver.Cross, torn},
		{"torn, as like the ones as the others", solver.Cross, torn, 0.8, 0.78, 0, solver.Cross, torn},
		{"shaped like a queen, and exactly like the crosses", solver.Queen, plain, 0.95, 0.4, 0, solver.Cross, plain},
		{"shaped like a queen, the only one, and like the crosses", solver.Queen, plain, 0.95, unknown, 0, solver.Queen, unclear},
		{"nothing, but exactly like the crosses", solver.Empty, passing, 0.9, 0.3, 0, solver.Cross, plain},
		{"a pointer", solver.Empty, passing, 0.3, 0.2, 0, solver.Empty, passing},
		{"torn, slightly more like the queens, and shaped like one", solver.Cross, torn, 0.84, 0.88, 1.8, solver.Queen, plain},
		{"shaped like a queen, and no less like the crosses", solver.Queen, plain, 0.9, 0.89, 0.9, solver.Queen, torn},
		{"shaped like a cross, and more like the queens", solver.Cross, plain, 0.85, 0.9, -2, solver.Cross, torn},
		{"a queen of few pixels, little like the others", solver.Queen, plain, 0.79, 0.74, 4.6, solver.Queen, plain},
		{"a queen of few pixels, unlike the others", solver.Queen, plain, 0.7, 0.55, 4.7, solver.Queen, plain},
		{"torn, shaped like a queen, and somewhat like the crosses", solver.Cross, torn, 0.76, unknown, 1.7, solver.Queen, plain},
		{"torn, shaped rather like a queen, but unlike them", solver.Cross, torn, unknown, 0.71, 0.15, solver.Cross, torn},
		{"what compression leaves", solver.Empty, ghost, 0.6, 0.4, 0, solver.Empty, plain},
		{"of its cell's brightness, and like the queens", solver.Empty, ghost, 0.6, 0.9, 3, solver.Queen, plain},
		{"of its cell's brightness, and somewhat like the queens", solver.Empty, ghost, 0.4, 0.8, 3, solver.Empty, unclear},
	} {
		if m, sure := byLikeness(tt.shape, tt.sure, figure{royal: tt.royal}, tt.cross, tt.queen); m != tt.want || sure != tt.wantSure {
			t.Errorf("%s: read as %v, sureness %v; want %v, %v", tt.name, m, sure, tt.want, tt.wantSure)
		}
	}
	// A large one is believed by its shape, where one of few pixels would not be.
	for _, large := range []bool{true, false} {
		f := figure{royal: 2.6, large: large}
		if m, sure := byLikeness(solver.Queen, plain, f, 0.7, 0.4); m != solver.Queen || (sure == plain) != large {
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
			p, bad := newPicture(pic.Image)
			if bad != nil {
				t.Fatal(pic.Name, bad)
			}
			n, b := pic.Truth.Board.Size, pic.Truth.Bounds
			l := Lattice{X: b.X, Y: b.Y, PitchX: b.Width / float64(n), PitchY: b.Height / float64(n), Size: n}
			l.shift(p.origin.Mul(-1))
			ev := &markReader{cells: newCells(p, l), markings: markings{marks: pic.Truth.Board.Marks}}
			sure := make([]sureness, n*n)
			drawn := ev.collect(p, sure, func(i int) Rect { return innerPart(l, i/n, i%n) })
			drawn.tally(ev.marks, sure)
			for i := range drawn.stamps {
				own := ev.marks[i]
				other := solver.Cross + solver.Queen - own
				if drawn.count[own] < 2 || drawn.count[other] == 0 {
					continue
				}
				marks++
				if drawn.likeness((*stamp).likeness, i, own, true) <= drawn.likeness((*stamp).likeness, i, other, false) {
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
