//go:build linux

package input

import (
	"context"
	"errors"
	"image"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
	"autoqueens/internal/wayland"
	"autoqueens/internal/wayland/waylandtest"
	"autoqueens/internal/workshop/testneeds"
)

// onSway opens the hand of a Wayland session.
func onSway(t testing.TB) *Hand {
	t.Helper()
	d, err := openWlroots(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	h := New(d)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return h
}

// TestWlrootsClicks: clicks land on the points they are aimed at, each of them, wherever
// the monitor lies, at whatever scale and however it is turned.
func TestWlrootsClicks(t *testing.T) {
	beside := desk.Monitor{Size: image.Pt(640, 480)}
	for _, tt := range []struct {
		name string
		desk desk.WaylandOptions
		at   image.Rectangle // of the monitor with the window, points
	}{
		{"one monitor", desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1280, 800)}}}, image.Rect(0, 0, 1280, 800)},
		{"the second, sharper, lower", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1600, 1200), At: image.Pt(640, 100), Scale: 2}}}, image.Rect(640, 100, 1440, 700)},
		{"by one and a half", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1500, 900), At: image.Pt(640, 40), Scale: 1.5}}}, image.Rect(640, 40, 1640, 640)},
		{"a fraction", desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1500, 1000), Scale: 1.25},
			{Size: image.Pt(640, 480), At: image.Pt(1200, 0)}}}, image.Rect(0, 0, 1200, 800)},
		{"turned", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(900, 600), At: image.Pt(640, 0), Scale: 1.5, Turn: 90}}}, image.Rect(640, 0, 1040, 600)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			waylandtest.Start(t, tt.desk)
			w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
			if w.Size() != tt.at.Size() {
				t.Fatalf("the window has %v points, want %v", w.Size(), tt.at.Size())
			}
			h := onSway(t)
			h.Fence(tt.at)
			ctx, stop := h.Watch(t.Context())
			defer stop()
			var want []image.Point
			began := time.Now()
			const n = 50
			for i := range n {
				p := image.Pt((i*97)%tt.at.Dx(), (i*61)%tt.at.Dy())
				if err := h.Click(ctx, tt.at.Min.Add(p)); err != nil {
					t.Fatalf("click %d: %v", i, err)
				}
				want = append(want, p)
			}
			t.Logf("%v a click", time.Since(began)/n)
			if at, err := h.Position(); err != nil || at != tt.at.Min.Add(want[n-1]) {
				t.Errorf("the pointer is known to be at %v, %v", at, err)
			}
			clicks, down := w.Clicks(t)
			if len(clicks) != len(want) || down {
				t.Fatalf("%d of %d clicks arrived, still pressed: %v", len(clicks), len(want), down)
			}
			for i, c := range clicks {
				if c.Down != want[i] || c.Up != want[i] || c.Button != 0x110 {
					t.Errorf("click %d was aimed at %v and arrived as %+v", i, want[i], c)
				}
			}
			// Off the monitors there is nothing to click, fence or not.
			h.Fence(image.Rect(-5000, -5000, 5000, 5000))
			if err := h.Click(ctx, image.Pt(4000, 10)); err == nil || errors.Is(err, ErrPersonUsed) {
				t.Errorf("a click beside the monitors: %v", err)
			}
		})
	}
}

// TestWlrootsDragAndType: a drag goes through its points with the button down, and keys go
// to the window that was clicked.
func TestWlrootsDragAndType(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(800, 600)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	h := onSway(t)
	h.Fence(image.Rect(0, 0, 800, 600))
	ctx, stop := h.Watch(t.Context())
	defer stop()
	from, to := image.Pt(100, 100), image.Pt(500, 300)
	if err := h.Drag(ctx, []image.Point{from, image.Pt(500, 100), to}, Stroke{Step: 20}); err != nil {
		t.Fatal(err)
	}
	clicks, down := w.Clicks(t)
	if len(clicks) != 1 || down || clicks[0].Down != from || clicks[0].Up != to {
		t.Errorf("the drag arrived as %+v, still pressed: %v", clicks, down)
	}
	if err := h.Click(ctx, to); err != nil {
		t.Fatal(err)
	}
	for _, k := range []Key{'7', KeyBackspace, KeyLeft} {
		if err := h.Type(ctx, k); err != nil {
			t.Fatalf("%v: %v", k, err)
		}
	}
	if keys := w.Keys(t); !slices.Equal(keys, []uint32{8, 14, 105}) {
		t.Errorf("the keys arrived as %v", keys)
	}
	// Another window that comes up gets neither clicks nor keys.
	other := waylandtest.OpenWindow(t, "other", waylandtest.Plain(0x994433))
	if err := h.Click(ctx, to); !errors.Is(err, ErrCovered) {
		t.Errorf("a click on another window: %v", err)
	}
	if err := h.Type(ctx, '1'); !errors.Is(err, ErrCovered) {
		t.Errorf("a key for another window: %v", err)
	}
	if clicks, _ := other.Clicks(t); len(clicks) != 0 || len(other.Keys(t)) != 0 {
		t.Errorf("the other window got %v and %v", clicks, other.Keys(t))
	}
	other.Close()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		err := h.Click(ctx, to)
		if err == nil {
			break
		}
		if !errors.Is(err, ErrCovered) || time.Now().After(deadline) {
			t.Fatalf("with the other window closed: %v", err)
		}
	}
	stop()
	// What is no window has the focus when the hand begins: it finds that by its first press.
	lock, err := waylandtest.Lock(wayland.Socket())
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	ctx, stop = h.Watch(t.Context())
	defer stop()
	if err := h.Drag(ctx, []image.Point{from, to}, Stroke{}); !errors.Is(err, errNoWindow) {
		t.Errorf("a drag over a lock: %v", err)
	}
	if err := h.Click(ctx, to); !errors.Is(err, errNoWindow) {
		t.Errorf("a click on a lock: %v", err)
	}
	if n := lock.Pressed(); n > 2 {
		t.Errorf("the lock was pressed %d times", n)
	}
}

// TestWlrootsGone: a compositor that goes away ends the watch, and all that is asked.
func TestWlrootsGone(t *testing.T) {
	d := waylandtest.Start(t, desk.WaylandOptions{})
	driver, err := openWlroots(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h := New(driver)
	defer h.Close()
	h.Fence(image.Rect(0, 0, 800, 600))
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the watch goes on")
	}
	if err := context.Cause(ctx); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("the watch ended with %v", err)
	}
	if err := h.Click(t.Context(), image.Pt(60, 60)); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("Click: %v", err)
	}
	if _, err := openWlroots(t.Context()); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("opened again: %v", err)
	}
}

// TestWlrootsMonitors: when the monitors change in mid-play nothing is clicked, since a point
// is not what it was, and when they are back it goes on.
func TestWlrootsMonitors(t *testing.T) {
	sway := waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1280, 800)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	h := onSway(t)
	h.Fence(image.Rect(0, 0, 1280, 800))
	p := image.Pt(300, 200)
	click := func() error { return h.Click(t.Context(), p) }
	tell := func(what string) {
		t.Helper()
		err := sway.Tell(t.Context(), what)
		for tries := 0; err != nil && tries < 5; tries++ { // a busy one answers late, and does what it was told
			err = sway.Tell(t.Context(), what)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := click(); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"output HEADLESS-1 scale 2", "output HEADLESS-1 scale 1"},
		{"output HEADLESS-1 pos 640 0", "output HEADLESS-1 pos 0 0"},
		{"output HEADLESS-1 transform 180", "output HEADLESS-1 transform normal"},
	} {
		tell(change[0])
		before, _ := w.Clicks(t)
		if err := click(); !errors.Is(err, errMonitors) {
			t.Errorf("%s: a click said %v", change[0], err)
		}
		if err := h.Drag(t.Context(), []image.Point{p, p.Add(image.Pt(9, 9))}, Stroke{}); !errors.Is(err, errMonitors) {
			t.Errorf("%s: a drag said %v", change[0], err)
		}
		if after, down := w.Clicks(t); len(after) != len(before) || down {
			t.Errorf("%s: %d clicks arrived, a button is down: %v", change[0], len(after)-len(before), down)
		}
		tell(change[1])
		if err := click(); err != nil {
			t.Errorf("%s: %v", change[1], err)
		}
	}
}

// TestWlrootsTheirButton: a button that the person holds is not let up by a hand that stops.
func TestWlrootsTheirButton(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1280, 800)}}})
	w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	person := waylandtest.NewPerson(t)
	h := onSway(t)
	h.Fence(image.Rect(0, 0, 1280, 800))
	at := image.Pt(300, 200)
	for what, do := range map[string]func(ctx context.Context) error{
		"a click": func(ctx context.Context) error { return h.Click(ctx, at) },
		"a drag":  func(ctx context.Context) error { return h.Drag(ctx, []image.Point{at, {400, 300}}, Stroke{}) },
		"a release": func(context.Context) error {
			return errors.Join(ErrPersonUsed, h.driver.Release())
		},
	} {
		// The button that came up before is told of late on a busy machine.
		if err := h.Settle(t.Context(), 100*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		ctx, stop := h.Watch(t.Context())
		for range 3 {
			if err := h.Click(ctx, at); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(20 * time.Millisecond) // a use in the millisecond of a click need not be told
		if err := person.Button(0x110, true); err != nil {
			t.Fatal(err)
		}
		if err := do(ctx); !errors.Is(err, ErrPersonUsed) {
			t.Errorf("%s said %v", what, err)
		}
		stop()
		if _, down := w.Clicks(t); !down {
			t.Errorf("%s let the person's button up", what)
		}
		if err := person.Button(0x110, false); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWlrootsKeptAwake: where a program keeps the screen awake, the compositor tells of no
// use, and the hand says that nothing could stop it.
func TestWlrootsKeptAwake(t *testing.T) {
	for _, from := range []string{"the start", "then on"} {
		t.Run(from, func(t *testing.T) {
			waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(800, 600)}}})
			w := waylandtest.OpenWindow(t, "film", waylandtest.Plain(0x336699))
			if from == "the start" {
				w.KeepAwake(t)
			}
			h := onSway(t)
			h.Fence(image.Rect(0, 0, 800, 600))
			if from != "the start" {
				for range 3 {
					if err := h.Click(t.Context(), image.Pt(60, 60)); err != nil {
						t.Fatal(err)
					}
				}
				w.KeepAwake(t)
			}
			before := w.Pressed()
			var err error
			for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
				// From the start it may be a person who leaves the mouse no rest.
				if err = h.Settle(t.Context(), 20*time.Millisecond); err == nil {
					err = h.Click(t.Context(), image.Pt(60, 60))
				}
				if !errors.Is(err, ErrPersonUsed) {
					break
				}
			}
			if !errors.Is(err, errSilent) {
				t.Errorf("it said %v", err)
			}
			if n := w.Pressed() - before; n > 1 {
				t.Errorf("%d presses that nobody could have stopped", n)
			}
		})
	}
}

// TestWlrootsLocked lets a lock come up over everything at random instants while the hand
// clicks as fast as it can. No press is made on it but one that was under way.
func TestWlrootsLocked(t *testing.T) {
	rounds := testneeds.Count(t, "AUTOQUEENS_LOCKS", 10)
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(640, 480)}}})
	waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
	h := onSway(t)
	h.Fence(image.Rect(0, 0, 640, 480))
	dice := rand.New(rand.NewPCG(1, 1))
	met, clicks, clicking := 0, 0, time.Duration(0)
	for range rounds {
		ctx, stop := h.Watch(t.Context())
		ended := make(chan error, 1)
		began := time.Now()
		go func() {
			for n := 0; ; n++ {
				if err := h.Click(ctx, image.Pt(20+(n*97)%600, 20+(n*61)%440)); err != nil {
					clicks, clicking = clicks+n, clicking+time.Since(began)
					ended <- err
					return
				}
			}
		}()
		time.Sleep(10*time.Millisecond + time.Duration(dice.Int64N(int64(5*time.Millisecond))))
		lock, err := waylandtest.Lock(wayland.Socket())
		if err != nil {
			t.Fatal(err)
		}
		if err := <-ended; !errors.Is(err, ErrCovered) && !errors.Is(err, errNoWindow) {
			t.Fatalf("the hand ended with %v", err)
		}
		stop()
		switch n := lock.Pressed(); {
		case n > 1:
			t.Errorf("%d presses on the lock, want 1 at most", n)
		case n == 1:
			met++
		}
		lock.Close()
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			// The window has the keyboard again.
			if over, err := h.driver.(*wlroots).Focus(); over != noWindow || err != nil || time.Now().After(deadline) {
				break
			}
		}
	}
	each := clicking / time.Duration(max(clicks, 1))
	t.Logf("%d of %d times a press met the lock, at %v a click: one that comes up within %v of a press does",
		met, rounds, each.Round(time.Microsecond), (each * time.Duration(met) / time.Duration(rounds)).Round(time.Microsecond))
}
