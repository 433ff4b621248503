package calibrate_test

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
)

// mouse is a pointer on a display that does with moves what systems do.
type mouse struct {
	at      image.Point
	distort func(image.Point) image.Point // where a move ends
	refuse  error                         // what every move returns instead
	after   func(moves int) error         // what a move returns once it is done
	visited []image.Point
}

func (m *mouse) Position() (image.Point, error) { return m.at, nil }

func (m *mouse) Move(ctx context.Context, p image.Point) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if m.refuse != nil {
		return m.refuse
	}
	m.visited = append(m.visited, p)
	m.at = p
	if m.distort != nil {
		m.at = m.distort(p)
	}
	if m.after != nil {
		if err := m.after(len(m.visited)); err != nil {
			return err
		}
	}
	// As the hand does: a pointer that is off by more than its tolerance is
	// an error.
	if d := m.at.Sub(p); max(d.X, -d.X, d.Y, -d.Y) > 3 {
		return fault.Plain("the pointer does not get there", "calibrate again")
	}
	return nil
}

func TestCheckMapping(t *testing.T) {
	m := calibrate.Between(image.Rect(0, 0, 2880, 1800), image.Rect(0, 0, 1440, 900))
	area := image.Rect(1000, 200, 1400, 600)
	hand := &mouse{at: image.Pt(77, 88)}
	if err := calibrate.CheckMapping(t.Context(), hand, m, area); err != nil {
		t.Fatal(err)
	}
	want := []image.Point{
		{X: 500, Y: 100}, {X: 699, Y: 100}, {X: 699, Y: 299}, {X: 500, Y: 299}, {X: 600, Y: 200}, {X: 77, Y: 88},
	}
	if len(hand.visited) != len(want) {
		t.Fatalf("the pointer went to %v, want %v", hand.visited, want)
	}
	for i := range want {
		if hand.visited[i] != want[i] {
			t.Errorf("move %d went to %v, want %v", i, hand.visited[i], want[i])
		}
	}
}

func TestCheckMappingDisagrees(t *testing.T) {
	m := calibrate.Between(image.Rect(0, 0, 1920, 1080), image.Rect(0, 0, 1920, 1080))
	area := image.Rect(600, 300, 1000, 700)
	scaled := func(f float64) func(image.Point) image.Point {
		return func(p image.Point) image.Point { return image.Pt(int(float64(p.X)*f), int(float64(p.Y)*f)) }
	}
	tests := []struct {
		name    string
		distort func(image.Point) image.Point
		what    string // in the first line, "" for agreement
		advice  string
		scale   float64 // as Scale tells it, 0 for none
	}{
		{name: "exact"},
		{name: "a point off", distort: func(p image.Point) image.Point { return p.Add(image.Pt(1, -1)) }},
		{name: "two points off", distort: func(p image.Point) image.Point { return p.Add(image.Pt(2, 0)) },
			what: "2 points across and 0 down", advice: "calibrate again", scale: 1},
		{name: "150 %", distort: scaled(1 / 1.5), what: "999,699 it came to 666,466", advice: "0.667 times as far across", scale: 1 / 1.5},
		{name: "retina", distort: scaled(2), what: "999,699 it came to 1998,1398", advice: "2 times as far across", scale: 2},
		{name: "another origin", distort: func(p image.Point) image.Point { return p.Add(image.Pt(-960, 0)) },
			what: "-960 points across", advice: "calibrate again", scale: 1},
		{name: "stopped at an edge", distort: func(p image.Point) image.Point { return image.Pt(min(p.X, 799), p.Y) },
			what: "-200 points across and 0 down", advice: "doctor"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hand := &mouse{at: image.Pt(5, 6), distort: tt.distort}
			err := calibrate.CheckMapping(t.Context(), hand, m, area)
			if tt.what == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			e, ok := errors.AsType[*fault.Error](err)
			if !ok || e.Kind != fault.Failed {
				t.Fatalf("CheckMapping = %v, want a fault", err)
			}
			if !strings.Contains(e.What, tt.what) || !strings.Contains(e.Advice, tt.advice) {
				t.Errorf("the words are %q and %q, want %q and %q in them", e.What, e.Advice, tt.what, tt.advice)
			}
			d, ok := errors.AsType[*calibrate.Disagreement](err)
			if !ok || len(d.Sent) != 5 || len(d.Came) != 5 {
				t.Fatalf("the error wraps %v, want five places", d)
			}
			x, y, ok := d.Scale()
			if ok != (tt.scale != 0) {
				t.Fatalf("Scale = %g, %g, %t", x, y, ok)
			}
			if ok && (abs(x-tt.scale) > 0.01 || abs(y-tt.scale) > 0.01) {
				t.Errorf("Scale = %g, %g, want %g", x, y, tt.scale)
			}
			if last := hand.visited[len(hand.visited)-1]; last != image.Pt(5, 6) {
				t.Errorf("the pointer was sent back to %v, want where it started", last)
			}
		})
	}
}

func abs(v float64) float64 { return max(v, -v) }

func TestCheckMappingStops(t *testing.T) {
	m := calibrate.Between(image.Rect(0, 0, 100, 100), image.Rect(0, 0, 100, 100))
	area := image.Rect(10, 10, 50, 50)
	moved := fault.New(fault.Stopped, "you moved the mouse", "start again")

	t.Run("by the person", func(t *testing.T) {
		hand := &mouse{after: func(moves int) error {
			if moves == 3 {
				return moved
			}
			return nil
		}}
		if err := calibrate.CheckMapping(t.Context(), hand, m, area); !errors.Is(err, moved) {
			t.Errorf("CheckMapping = %v, want %v", err, moved)
		}
		if len(hand.visited) != 3 {
			t.Errorf("the pointer was moved after that, to %v", hand.visited[3:])
		}
	})
	t.Run("by the context", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		hand := &mouse{after: func(int) error { cancel(moved); return nil }}
		if err := calibrate.CheckMapping(ctx, hand, m, area); !errors.Is(err, moved) {
			t.Errorf("CheckMapping = %v, want %v", err, moved)
		}
		if len(hand.visited) != 1 {
			t.Errorf("the pointer was moved after that, to %v", hand.visited[1:])
		}
	})
	t.Run("by a system that moves nothing", func(t *testing.T) {
		denied := fault.New(fault.NoAccess, "the pointer does not move", "allow it")
		if err := calibrate.CheckMapping(t.Context(), &mouse{refuse: denied}, m, area); !errors.Is(err, denied) {
			t.Errorf("CheckMapping = %v, want %v", err, denied)
		}
	})
	t.Run("by a mapping that cannot be", func(t *testing.T) {
		hand := &mouse{}
		if err := calibrate.CheckMapping(t.Context(), hand, calibrate.Mapping{}, area); err == nil || len(hand.visited) > 0 {
			t.Errorf("CheckMapping = %v after %d moves, want an error before the first", err, len(hand.visited))
		}
	})
	t.Run("by an area without any", func(t *testing.T) {
		if err := calibrate.CheckMapping(t.Context(), &mouse{}, m, image.Rectangle{}); err == nil {
			t.Error("CheckMapping takes an empty area")
		}
	})
}
