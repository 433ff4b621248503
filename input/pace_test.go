package input

import (
	"image"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"autoqueens/internal/fault"
)

func TestParsePace(t *testing.T) {
	for text, want := range map[string]Pace{
		"fast": Fast, "human": Human, "0s": Fast, "50ms": Every(50 * time.Millisecond), "1m": Every(time.Minute),
	} {
		got, err := ParsePace(text)
		if err != nil || got != want {
			t.Errorf("ParsePace(%q) = %v, %v", text, got, err)
		}
		again, err := ParsePace(got.String())
		if err != nil || again != got {
			t.Errorf("%q was written as %q and read as %v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "slow", "-1s", "50", "2m", "1e3", "Human", "NaN"} {
		if _, err := ParsePace(text); fault.KindOf(err) != fault.Failed {
			t.Errorf("ParsePace(%q): %v", text, err)
		}
	}
}

func FuzzParsePace(f *testing.F) {
	for _, s := range []string{"fast", "human", "50ms", "-3h", "1m0.000000001s", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePace(text)
		if err != nil {
			return
		}
		if again, err := ParsePace(p.String()); err != nil || again != p {
			t.Errorf("%q became %v, which became %v, %v", text, p, again, err)
		}
	})
}

func TestPaces(t *testing.T) {
	// run returns when each of ten clicks was made, and what the mouse was told.
	run := func(p Pace) (at []time.Duration, did []string) {
		synctest.Test(t, func(t *testing.T) {
			m := &mouse{at: image.Pt(20, 20)}
			h := newHand(m)
			h.SetPace(p)
			start := time.Now()
			m.onPress = func(*mouse) { at = append(at, time.Since(start)) }
			for i := range 10 {
				if err := h.Click(t.Context(), image.Pt(120+40*(i%3), 120+37*i)); err != nil {
					t.Fatal(err)
				}
			}
			did = m.did
		})
		return at, did
	}

	if at, _ := run(Fast); at[9] != 0 {
		t.Errorf("the fast pace waited %v", at[9])
	}
	if at, _ := run(Every(70 * time.Millisecond)); at[0] != 0 || at[9] != 630*time.Millisecond {
		t.Errorf("every 70ms: the first click after %v, the tenth after %v", at[0], at[9])
	}
	at, did := run(Human)
	for i := 1; i < 10; i++ {
		if gap := at[i] - at[i-1]; gap < shortPause || gap > longPause+longLinger+maxSteps*stepTime {
			t.Errorf("a human click after %v", gap)
		}
	}
	if len(did) < 50 {
		t.Errorf("a human hand made %d moves and clicks, want a path with steps", len(did))
	}
	at2, did2 := run(Human)
	if !slices.Equal(at, at2) || !slices.Equal(did, did2) {
		t.Error("the human pace differs from run to run")
	}
}

func TestHumanPathEndsOnItsTarget(t *testing.T) {
	s := newStride(Human)
	for _, to := range []image.Point{{0, 0}, {1, 0}, {5, 5}, {-300, 20}, {4000, 3000}} {
		path := s.path(image.Point{}, to)
		if last := path[len(path)-1]; last.At != to {
			t.Errorf("the path to %v ends at %v", to, last.At)
		}
		if len(path) > maxSteps {
			t.Errorf("the path to %v has %d steps", to, len(path))
		}
	}
}
