package input

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/fault"
)

var corner = []image.Point{{20, 20}, {80, 20}, {80, 60}}

// onFakes runs a test with every kind of driver, fenced in and watched.
func onFakes(t *testing.T, test func(t *testing.T, m *mouse, h *Hand, ctx context.Context)) {
	for name, driver := range fakes {
		t.Run(name, func(t *testing.T) {
			m := &mouse{over: 3}
			h := New(driver(m))
			h.Fence(image.Rect(10, 10, 100, 100))
			ctx, stop := h.Watch(t.Context())
			defer stop()
			test(t, m, h, ctx)
			m.with(func() {
				if m.left {
					t.Error("the button stays down")
				}
			})
		})
	}
}

func TestDrag(t *testing.T) {
	onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
		if err := h.Drag(ctx, corner, Stroke{Step: 25, Wait: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		want := "move 20,20 down move 40,20 move 60,20 move 80,20 move 80,40 move 80,60 up"
		if got := m.log(); got != want {
			t.Errorf("it did %q, want %q", got, want)
		}
		if err := h.Click(ctx, image.Pt(30, 30)); err != nil {
			t.Errorf("a click after it: %v", err)
		}
	})
}

// TestDragAsks: whether a page shows a point is asked even where the looks before took all of the patience.
func TestDragAsks(t *testing.T) {
	onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
		asked := 0
		if err := h.Drag(ctx, corner, Stroke{Shown: func(int) bool { asked++; return true }}); err != nil {
			t.Fatal(err)
		}
		if want := "move 20,20 down move 80,20 move 80,60 up"; m.log() != want || asked != 2 {
			t.Errorf("it did %q and asked %d times, want %q and twice", m.log(), asked, want)
		}
	})
}

// TestDragAgain: a program that shows nothing of a way is led there again, more slowly, and once.
func TestDragAgain(t *testing.T) {
	onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
		by := Stroke{Step: 30, Patience: 40 * time.Millisecond, Shown: func(point int) bool {
			return point == 1 && strings.HasSuffix(m.log(), "move 20,20 move 50,20 move 80,20")
		}}
		if err := h.Drag(ctx, corner, by); err != nil {
			t.Fatal(err)
		}
		want := "move 20,20 down move 50,20 move 80,20 move 50,20 move 20,20 move 50,20 move 80,20" +
			" move 80,40 move 80,60 move 80,40 move 80,20 move 80,40 move 80,60 up"
		if m.log() != want {
			t.Errorf("it did %q, want %q", m.log(), want)
		}
	})
}

// TestDragGone: a drag whose board goes ends at once, wherever on its way it is, and rests nowhere any more.
func TestDragGone(t *testing.T) {
	const rest = time.Minute
	for name, tt := range map[string]struct {
		by   Stroke
		from int // which answer on says that it is gone, from 1
		want string
	}{
		"after the press":      {Stroke{Rest: rest}, 2, "move 20,20 down up"},
		"after the first step": {Stroke{Step: 30, Wait: rest}, 2, "move 20,20 down move 50,20 up"},
		"at the next":          {Stroke{Step: 30, Wait: rest}, 3, "move 20,20 down move 50,20 move 80,20 up"},
		"at a point":           {Stroke{Patience: rest, Shown: func(int) bool { return false }}, 4, "move 20,20 down move 80,20 up"},
		"as a point is shown":  {Stroke{Shown: func(int) bool { return true }}, 3, "move 20,20 down move 80,20 up"},
	} {
		t.Run(name, func(t *testing.T) {
			onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
				asked := 0
				tt.by.Stands = func() bool { asked++; return asked < tt.from }
				if err := h.Drag(ctx, corner, tt.by); err != nil || m.log() != tt.want {
					t.Errorf("it did %q, want %q: %v", m.log(), tt.want, err)
				}
			})
		})
	}
}

func TestDragRefused(t *testing.T) {
	onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
		for _, path := range [][]image.Point{nil, {{5, 20}, {20, 20}}, {{20, 20}, {100, 20}}, {{20, 20}, {150, 20}, {30, 30}}} {
			if err := h.Drag(ctx, path, Stroke{}); fault.KindOf(err) != fault.Failed {
				t.Errorf("%v: %v", path, err)
			}
		}
		m.with(func() { m.grabbed = true })
		if err := h.Drag(ctx, corner, Stroke{}); !errors.Is(err, ErrGrabbed) {
			t.Errorf("with a grab: %v", err)
		}
		m.with(func() { m.grabbed = false })
		if err := h.Click(ctx, image.Pt(30, 30)); err != nil {
			t.Fatal(err)
		}
		m.with(func() { m.over = 7 })
		if err := h.Drag(ctx, corner, Stroke{}); !errors.Is(err, ErrCovered) {
			t.Errorf("with another window: %v", err)
		}
		if n := strings.Count(m.log(), "down"); n != 1 {
			t.Errorf("the button went down %d times, for one click", n)
		}
	})
}

// A person who comes in the middle of a drag has the mouse at once, with the button up.
func TestDragStops(t *testing.T) {
	for what, come := range map[string]func(m *mouse){
		"moves":              func(m *mouse) { m.at = m.at.Add(image.Pt(0, 9)) },
		"presses a button":   func(m *mouse) { m.other = true },
		"lets the button up": func(m *mouse) { m.left = false },
	} {
		t.Run(what, func(t *testing.T) {
			onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
				n := 0
				m.with(func() {
					m.onMove = func(m *mouse) {
						if n++; n == 3 {
							come(m)
						}
					}
				})
				err := h.Drag(ctx, corner, Stroke{Step: 5, Wait: time.Millisecond})
				if !errors.Is(err, ErrPersonMoved) {
					t.Errorf("it returned %v", err)
				}
				if got := m.log(); !strings.HasSuffix(got, " up") || strings.Count(got, "move") > 6 {
					t.Errorf("it did %q", got)
				}
			})
		})
	}
	t.Run("ends the context", func(t *testing.T) {
		onFakes(t, func(t *testing.T, m *mouse, h *Hand, ctx context.Context) {
			ctx, cancel := context.WithCancelCause(ctx)
			m.with(func() { m.onPress = func(*mouse) { cancel(ErrEscape) } })
			if err := h.Drag(ctx, corner, Stroke{}); !errors.Is(err, ErrEscape) {
				t.Errorf("it returned %v", err)
			}
		})
	})
}

// typewriter is a mouse with a keyboard.
type typewriter struct {
	*mouse
	focus uint64
}

func (w *typewriter) Focus() (uint64, error) { return w.focus, nil }
func (w *typewriter) Type(k Key) error {
	w.with(func() { w.note("type %v", k) })
	return nil
}

func TestType(t *testing.T) {
	m := &mouse{over: 5}
	w := &typewriter{m, 5}
	h := New(w)
	h.Fence(image.Rect(10, 10, 100, 100))
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Type(ctx, '3'); fault.KindOf(err) != fault.Failed {
		t.Errorf("before a click: %v", err)
	}
	if err := h.Click(ctx, image.Pt(20, 20)); err != nil {
		t.Fatal(err)
	}
	for _, k := range []Key{'3', KeyBackspace} {
		if err := h.Type(ctx, k); err != nil {
			t.Errorf("%v: %v", k, err)
		}
	}
	if err := h.Move(ctx, image.Pt(60, 60)); err != nil {
		t.Fatal(err)
	}
	if err := h.Type(ctx, '4'); fault.KindOf(err) != fault.Failed {
		t.Errorf("elsewhere than the click: %v", err)
	}
	if got, want := m.log(), "move 20,20 down up type 3 type Backspace move 60,60"; got != want {
		t.Errorf("it did %q, want %q", got, want)
	}
	m.with(func() { m.at = image.Pt(0, 0) })
	if err := h.Type(ctx, '4'); !errors.Is(err, ErrPersonMoved) && !errors.Is(err, context.Canceled) {
		t.Errorf("after the person moved: %v", err)
	}
	if err := New(m).Type(ctx, '4'); !errors.Is(err, errNoKeys) {
		t.Errorf("without a keyboard: %v", err)
	}
}

func FuzzBetween(f *testing.F) {
	f.Add(0, 0, 10, 0, 3.0)
	f.Add(5, 5, 5, 5, 1.0)
	f.Fuzz(func(t *testing.T, ax, ay, bx, by int, step float64) {
		const most = 1 << 12
		a, b := image.Pt(ax%most, ay%most), image.Pt(bx%most, by%most)
		step = max(1, min(step, most))
		from := a
		for _, p := range between(a, b, step) {
			if d := p.Sub(from); float64(d.X*d.X+d.Y*d.Y) > (step+2)*(step+2) {
				t.Fatalf("a step from %v to %v, longer than %v", from, p, step)
			}
			if !p.In(image.Rectangle{Min: a, Max: b}.Canon().Inset(-1)) {
				t.Fatalf("%v is not between %v and %v", p, a, b)
			}
			from = p
		}
		if from != b {
			t.Fatalf("it ends at %v, not %v", from, b)
		}
	})
}
