package input

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/fault"
)

// workplace is a hand on a desktop of some kind, with a window that tells what it got.
type workplace struct {
	hand *Hand
	area image.Rectangle // of the window, where the hand may press
	// got returns what the window was told since it was last asked, in its order and without
	// movements: pressed, released and typed. It waits until so many of them have come, or
	// none has for long enough.
	got func(n int) []string
	// person moves the mouse by more than a little, or goes on using it for a while.
	person func()
}

func pressed(at image.Point) string  { return fmt.Sprintf("down %d,%d", at.X, at.Y) }
func released(at image.Point) string { return fmt.Sprintf("up %d,%d", at.X, at.Y) }
func typed(k Key) string             { return fmt.Sprintf("key %v", k) }

// keepsPromises holds a way to use the mouse against what Drag and Type promise, whatever
// the desktop: what they press comes up again whatever ends them, they press nothing outside
// the fence, and they give way to the person.
func keepsPromises(t *testing.T, w workplace) {
	t.Helper()
	at := func(x, y int) image.Point { return w.area.Min.Add(image.Pt(x, y)) }
	path := []image.Point{at(20, 20), at(80, 20), at(80, 60)}
	want := func(t *testing.T, what ...string) {
		t.Helper()
		if got := w.got(len(what)); !slices.Equal(got, what) {
			t.Errorf("the window got %q, want %q", got, what)
		}
	}
	// each begins with a mouse at rest, and ends with a hand that clicks as ever.
	each := func(name string, test func(t *testing.T, ctx context.Context)) {
		t.Run(name, func(t *testing.T) {
			w.hand.Fence(w.area)
			if err := w.hand.Settle(t.Context(), 20*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			w.got(0)
			ctx, stop := w.hand.Watch(t.Context())
			defer stop()
			test(t, ctx)
			stop()
			if t.Failed() {
				return
			}
			if err := w.hand.Settle(t.Context(), 20*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			if err := w.hand.Click(t.Context(), path[1]); err != nil {
				t.Errorf("a click after it: %v", err)
			}
			want(t, pressed(path[1]), released(path[1]))
		})
	}
	// midway is a drag that calls do once the pointer is at the second of its three points.
	midway := func(ctx context.Context, do func() bool) error {
		return w.hand.Drag(ctx, path, Stroke{Step: 15, Wait: time.Millisecond, Patience: 20 * time.Millisecond,
			Shown: func(point int) bool { return point != 1 || do() }})
	}
	gaveWay := func(err error) bool {
		return errors.Is(err, ErrPersonMoved) || errors.Is(err, ErrPersonUsed)
	}

	each("a drag", func(t *testing.T, ctx context.Context) {
		if err := midway(ctx, func() bool { return true }); err != nil {
			t.Fatal(err)
		}
		want(t, pressed(path[0]), released(path[2]))
	})
	each("a drag outside the fence", func(t *testing.T, ctx context.Context) {
		w.hand.Fence(image.Rectangle{Min: w.area.Min, Max: at(81, 60)})
		if err := w.hand.Drag(ctx, path, Stroke{}); fault.KindOf(err) != fault.Failed {
			t.Errorf("it says %v", err)
		}
		want(t)
		w.hand.Fence(w.area)
	})
	each("a drag that is called off", func(t *testing.T, ctx context.Context) {
		ctx, cancel := context.WithCancelCause(ctx)
		enough := errors.New("enough")
		if err := midway(ctx, func() bool { cancel(enough); return true }); !errors.Is(err, enough) {
			t.Errorf("it says %v", err)
		}
		want(t, pressed(path[0]), released(path[1]))
	})
	each("a drag that the program loses", func(t *testing.T, ctx context.Context) {
		if err := midway(ctx, func() bool { return false }); err != nil {
			t.Error(err)
		}
		want(t, pressed(path[0]), released(path[1]))
	})
	each("a drag that panics", func(t *testing.T, ctx context.Context) {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("it went on")
				}
			}()
			_ = midway(ctx, func() bool { panic("a bug") })
		}()
		want(t, pressed(path[0]), released(path[1]))
	})
	each("a drag into which the person comes", func(t *testing.T, ctx context.Context) {
		if err := midway(ctx, func() bool { w.person(); return true }); !gaveWay(err) {
			t.Errorf("it says %v", err)
		}
		got := w.got(2)
		if len(got) != 2 || got[0] != pressed(path[0]) || got[1] == released(path[2]) || got[1][:3] != "up " {
			t.Errorf("the window got %q", got)
		}
	})
	each("a release without a press", func(t *testing.T, ctx context.Context) {
		w.hand.mu.Lock()
		err := w.hand.driver.Release()
		w.hand.mu.Unlock()
		if err != nil {
			t.Error(err)
		}
		want(t)
	})
	if _, ok := w.hand.driver.(typist); !ok {
		return
	}
	each("a key before a click", func(t *testing.T, ctx context.Context) {
		if err := w.hand.Type(ctx, '1'); fault.KindOf(err) != fault.Failed {
			t.Errorf("it says %v", err)
		}
		want(t)
	})
	each("keys", func(t *testing.T, ctx context.Context) {
		if err := errors.Join(w.hand.Click(ctx, path[0]), w.hand.Type(ctx, '1'), w.hand.Type(ctx, KeyBackspace)); err != nil {
			t.Fatal(err)
		}
		want(t, pressed(path[0]), released(path[0]), typed('1'), typed(KeyBackspace))
		if err := w.hand.Move(ctx, path[2]); err != nil {
			t.Fatal(err)
		}
		if err := w.hand.Type(ctx, '1'); fault.KindOf(err) != fault.Failed {
			t.Errorf("elsewhere than the click it says %v", err)
		}
		want(t)
	})
	each("a key after the person", func(t *testing.T, ctx context.Context) {
		if err := w.hand.Click(ctx, path[0]); err != nil {
			t.Fatal(err)
		}
		want(t, pressed(path[0]), released(path[0]))
		w.person()
		// Not by the context, which has ended for the same reason.
		if err := w.hand.Type(context.WithoutCancel(ctx), '1'); !gaveWay(err) {
			t.Errorf("it says %v", err)
		}
		want(t)
	})
}

// TestFakesKeepPromises: the tests' own drivers do as the others.
func TestFakesKeepPromises(t *testing.T) {
	for name, driver := range fakes {
		t.Run(name, func(t *testing.T) {
			m := &mouse{over: 3}
			keepsPromises(t, workplace{hand: New(driver(m)), area: image.Rect(10, 10, 110, 110),
				got: func(int) []string { return m.told() },
				person: func() {
					m.with(func() { m.at = m.at.Add(image.Pt(0, 9)) })
				}})
		})
	}
}

// told returns what the mouse was told since it was last asked, without movements.
func (m *mouse) told() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var got []string
	var at string
	for _, did := range m.did {
		switch did {
		case "down", "up":
			got = append(got, did+" "+at)
		default:
			_, at, _ = cutMove(did, at)
		}
	}
	m.did = []string{"move " + at}
	return got
}

// cutMove returns where a movement went, else the place before.
func cutMove(did, before string) (kind, at string, moved bool) {
	if len(did) > 5 && did[:5] == "move " {
		return "move", did[5:], true
	}
	return did, before, false
}
