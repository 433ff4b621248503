package place

import (
	"image"
	"testing"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/drawing"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver"
	"autoqueens/vision"
)

// onDisplay1 returns a desktop that shows a board on display 1.
func onDisplay1(t *testing.T) *desktop {
	t.Helper()
	b, _, err := solver.Generate(8, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &desktop{board: drawing.Board(b), at: image.Pt(-900, 300)}
}

// TestLook looks on until a board is shown, and shows one in two views once.
func TestLook(t *testing.T) {
	source := onDisplay1(t)
	for _, tt := range []struct {
		name                    string
		areas                   []image.Rectangle
		all                     bool
		looked, refused, boards int
	}{
		{"in the second view", []image.Rectangle{displays[0].Bounds, displays[1].Bounds}, false, 2, 1, 1},
		{"no further than to a board", []image.Rectangle{displays[1].Bounds, displays[0].Bounds}, false, 1, 0, 1},
		{"everywhere", []image.Rectangle{displays[1].Bounds, displays[0].Bounds}, true, 2, 1, 1},
		{"twice", []image.Rectangle{image.Rect(-1000, 200, -400, 800), displays[1].Bounds}, true, 2, 0, 1},
		{"nowhere", []image.Rectangle{displays[0].Bounds}, false, 1, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var views []player.View
			for _, a := range tt.areas {
				views = append(views, player.View{Area: a})
			}
			looked, refused := 0, 0
			var shown []dump.Subject
			look := Looker{
				Looking: func(player.View) { looked++ },
				Refused: func(dump.Subject) { refused++ },
				Shown: func(found []dump.Subject) bool {
					shown = append(shown, found...)
					return true
				},
			}
			if err := look.Look(t.Context(), source, views, boardfile.Wanted{All: tt.all}); err != nil {
				t.Fatal(err)
			}
			if len(shown) != 1 || (shown[0].Reading != nil) != (tt.boards > 0) || looked != tt.looked || refused != tt.refused {
				t.Errorf("after %d looks and %d refusals it shows %+v", looked, refused, shown)
			}
		})
	}
}

// TestSeen tells a board that was shown in another view from one that was not.
func TestSeen(t *testing.T) {
	at := func(x, y float64) dump.Subject {
		return dump.Subject{Reading: &vision.Reading{Lattice: vision.Lattice{X: x, Y: y, PitchX: 20, PitchY: 20, Size: 5}}}
	}
	shown := []dump.Subject{{Fault: fault.New(fault.NoBoard, "none", "look elsewhere")}, at(100, 100)}
	for _, tt := range []struct {
		s    dump.Subject
		want bool
	}{{at(101, 99), true}, {at(100, 220), false}, {at(-1820, 100), false}, {shown[0], false}} {
		if got := seen(tt.s, shown); got != tt.want {
			t.Errorf("%+v: seen is %t", tt.s.Reading, got)
		}
	}
}
