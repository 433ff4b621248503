//go:build linux

package input

import (
	"context"
	"errors"
	"image"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
	"autoqueens/internal/workshop/desktops"
	"autoqueens/internal/workshop/testneeds"
)

// stops is how often the person takes the mouse in a test.
func stops(t *testing.T) int { return testneeds.Count(t, "AUTOQUEENS_STOPS", 6) }

// TestWlrootsPerson: see stopsAtOnce.
func TestWlrootsPerson(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1280, 800)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	stopsAtOnce(t, onSway(t), w, waylandtest.NewPerson(t))
}

// TestDesktopsPerson is the same on the real GNOME, KDE and Sway of `make desktops`.
func TestDesktopsPerson(t *testing.T) {
	for _, kind := range desktops.Kinds {
		t.Run(kind, func(t *testing.T) {
			// The desktop outlives the hand, which is closed in the end.
			d, err := desktops.Start(context.Background(), kind, desktops.Options{})
			if errors.Is(err, desktops.ErrNone) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			for name, value := range d.Session() {
				t.Setenv(name, value)
			}
			answered := make(chan error, 1)
			go func() { answered <- d.LetClick(t.Context()) }()
			h, err := Open(Asking(t.Context(), func(string) {}), "")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { h.Close() })
			if err := <-answered; err != nil {
				t.Fatal(err)
			}
			stopsAtOnce(t, h, waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699)), d)
		})
	}
}

// stopsAtOnce holds that whatever the person does with mouse or keyboard while the hand clicks
// stops it at once, a movement at most one click later. Mice that report their movements
// as rarely as any and as often as any are noticed. The window has at least 1280 x 800 points.
func stopsAtOnce(t *testing.T, h *Hand, w *waylandtest.Window, p desktops.Person) {
	t.Logf("by %s", h.Method())
	h.Fence(image.Rect(0, 0, 1280, 800))
	move := func(every time.Duration) func(stop <-chan struct{}) error {
		return func(stop <-chan struct{}) error {
			for i := 0; ; i++ {
				if err := p.Move(float64(1+i%3), 1); err != nil {
					return err
				}
				select {
				case <-stop:
					return nil
				case <-time.After(every):
				}
			}
		}
	}
	once := func(do func() error) func(<-chan struct{}) error {
		return func(<-chan struct{}) error { return do() }
	}
	for name, does := range map[string]func(stop <-chan struct{}) error{
		"moves a slow mouse":   move(8 * time.Millisecond),
		"moves a quick mouse":  move(time.Millisecond),
		"types":                once(p.Key),
		"presses a button":     once(func() error { return p.Press(0x111) }),
		"moves it by a little": once(func() error { return p.Move(0.5, 0) }),
	} {
		t.Run(name, func(t *testing.T) {
			single := name == "moves it by a little" // one report, that may fall into the millisecond of a click
			var took []time.Duration
			most, unnoticed, clicks, soon := 0, 0, 0, 0
			var clicking time.Duration
			for i := range stops(t) {
				if err := h.Settle(t.Context(), 20*time.Millisecond); err != nil {
					t.Fatal(err)
				}
				ctx, stop := h.Watch(t.Context())
				before, _ := w.Clicks(t)
				started := make(chan time.Time, 1)
				end, done := make(chan struct{}), make(chan error, 1)
				go func() {
					time.Sleep(40*time.Millisecond + time.Duration(i*1700)*time.Microsecond)
					started <- time.Now()
					done <- does(end)
				}()
				var at time.Time
				var err error
				began := time.Now()
				n := 0
				for ; err == nil && (at.IsZero() || time.Since(at) < 300*time.Millisecond); n++ {
					select {
					case at = <-started:
					default:
					}
					err = h.Click(ctx, image.Pt(20+n*19%1200, 30+n*11%700))
				}
				now := time.Now()
				clicks, clicking = clicks+n, clicking+now.Sub(began)
				if at.IsZero() {
					at = <-started // it is the reason of err
				}
				close(end)
				if err := <-done; err != nil {
					t.Fatal(err)
				}
				stop()
				switch {
				case err == nil:
					unnoticed++
				case !errors.Is(err, ErrPersonUsed):
					t.Fatalf("%d: %v", i, err)
				default:
					took = append(took, now.Sub(at))
					if now.Sub(at) <= 50*time.Millisecond {
						soon++
					}
					// Each click of the hand is one movement; more of them between two are the
					// person's, in the order in which the compositor took them.
					after, _ := w.Clicks(t)
					for mine, i := after[len(before):], 1; i < len(mine); i++ {
						if mine[i].Moves > mine[i-1].Moves+1 {
							most = max(most, len(mine)-i)
							break
						}
					}
				}
				down := true // some desktops let the window hear of it a frame later
				for wait := time.Now(); down && time.Since(wait) < 5*time.Second; time.Sleep(time.Millisecond) {
					_, down = w.Clicks(t)
				}
				if down {
					t.Error("a button stays pressed")
				}
			}
			if len(took) == 0 {
				t.Fatal("it was never noticed")
			}
			slices.Sort(took)
			t.Logf("%d of %d noticed, %d within 50 ms, median %v, at most %v and %d clicks after a movement, at %v a click",
				len(took), len(took)+unnoticed, soon, took[len(took)/2], took[len(took)-1], most, clicking/time.Duration(max(clicks, 1)))
			if most > 1 {
				t.Errorf("%d clicks were made after the person", most)
			}
			if unnoticed > 0 && !single {
				t.Errorf("the person was not noticed %d times", unnoticed)
			}
		})
	}
}
