//go:build cgo && linux

package input

import (
	"context"
	"errors"
	"fmt"
	"image"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/testneeds"
)

// TestPersonStopsTheHand lets a second client play the person while the hand
// clicks as fast as it can.
func TestPersonStopsTheHand(t *testing.T) {
	tests := []struct {
		name   string
		person func(o *other)
		after  func(o *other) // lets go again
		want   error
	}{
		{name: "mouse moved", person: func(o *other) { o.nudge(15, 6) }, want: ErrPersonMoved},
		{name: "right button held", person: func(o *other) { o.button(3, true) },
			after: func(o *other) { o.button(3, false) }, want: ErrPersonMoved},
		{name: "a click", person: func(o *other) { o.tap(1) }, want: ErrPersonMoved},
		{name: "a click of the right button", person: func(o *other) { o.tap(3) }, want: ErrPersonMoved},
		{name: "the wheel", person: func(o *other) { o.tap(5) }, want: ErrPersonMoved},
		{name: "Esc", person: func(o *other) { o.key(keysymEscape) }, want: ErrEscape},
		{name: "Esc with Num Lock on", person: func(o *other) { o.key(keysymNumLock); o.key(keysymEscape) },
			after: func(o *other) { o.key(keysymNumLock) }, want: ErrEscape},
	}
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				o.awaitReleases()
				ctx, stop := h.Watch(t.Context())
				defer stop()
				done := make(chan struct{})
				var end error
				n := 0
				go func() {
					defer close(done)
					for ; end == nil; n++ {
						end = h.Click(ctx, w.area.Min.Add(image.Pt(20+(n*97)%460, 20+(n*61)%460)))
					}
				}()
				w.take(30)
				began := time.Now()
				tt.person(o)
				if tt.after != nil {
					defer tt.after(o)
				}
				select {
				case <-done:
				case <-time.After(5 * time.Second):
					stop() // too late, which its error tells
					<-done
				}
				t.Logf("stopped %v after the person, at click %d", time.Since(began).Round(100*time.Microsecond), n)
				if !errors.Is(end, tt.want) {
					t.Errorf("the hand ended with %v, want %v", end, tt.want)
				}
				if fault.KindOf(end) != fault.Stopped {
					t.Errorf("kind %q", fault.KindOf(end))
				}
				<-ctx.Done()
				stop()
				o.awaitReleases()
				if o.held()&xproto.KeyButMaskButton1 != 0 {
					t.Error("the left button stayed down")
				}
				for len(w.clicks) > 0 {
					<-w.clicks
				}
			})
		}
	})
}

// TestOpenLetsGo opens a hand where a program has ended with the button down, as one that was killed in a drag.
func TestOpenLetsGo(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 400, Height: 300})
	o := connect(t)
	killed := connect(t)
	killed.button(1, true)
	killed.conn.Close()
	if o.held() == 0 {
		t.Fatal("the button is up already")
	}
	openHand(t)
	if held := o.held(); held != 0 {
		t.Errorf("buttons %#x are down", held)
	}
}

// TestClickStopsTheWait has the person click while the hand waits, with the pointer at rest.
func TestClickStopsTheWait(t *testing.T) {
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		for _, button := range []byte{1, 3, 4} {
			o.awaitReleases()
			ctx, stop := h.Watch(t.Context())
			for range 20 {
				if err := h.Click(ctx, w.area.Min.Add(image.Pt(50, 50))); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(10 * watchEvery)
			if err := context.Cause(ctx); err != nil {
				t.Fatalf("the hand's own clicks count: %v", err)
			}
			o.tap(button)
			select {
			case <-ctx.Done():
			case <-time.After(5 * time.Second):
			}
			if err := context.Cause(ctx); !errors.Is(err, ErrPersonMoved) {
				t.Errorf("after a click of button %d: %v, want %v", button, err, ErrPersonMoved)
			}
			stop()
		}
	})
}

// TestStopIsPrompt moves the mouse fifty times while the hand clicks as fast as
// it can, holds a button as often, and measures how long the hand goes on and how
// often it still clicks.
func TestStopIsPrompt(t *testing.T) {
	for _, p := range []person{
		// One report of the mouse is enough, whenever it comes.
		{name: "move", acts: func(o *other) { o.nudge(15, 6) }, stops: func(*other) {}},
		{name: "hold a button", acts: func(o *other) { o.button(3, true) },
			stops: func(o *other) {
				o.button(3, false)
				o.awaitReleases()
			}},
	} {
		t.Run(p.name, func(t *testing.T) {
			onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
				testStopIsPrompt(t, p, wm, open)
			})
		})
	}
}

// person is what somebody does to stop the hand.
type person struct {
	name        string
	acts, stops func(o *other)
}

func testStopIsPrompt(t *testing.T, p person, wm string, open func(testing.TB) *Hand) {
	o, w, h := withWindow(t, wm, open)
	var took []time.Duration
	worst, known := 0, int64(0)
	for range 50 {
		ctx, stop := h.Watch(t.Context())
		var clicks atomic.Int64
		ended := make(chan error, 1)
		go func() {
			for n := 0; ; n++ {
				if err := h.Click(ctx, w.area.Min.Add(image.Pt(20+(n*97)%460, 20+(n*61)%460))); err != nil {
					ended <- err
					return
				}
				clicks.Add(1)
			}
		}()
		w.take(10)
		p.acts(o)
		began, at := time.Now(), clicks.Load()
		var end error
		select {
		case end = <-ended:
		case <-time.After(5 * time.Second):
			stop()
			end = <-ended
		}
		took = append(took, time.Since(began))
		worst = max(worst, int(clicks.Load()-at))
		known += at
		p.stops(o)
		if !errors.Is(end, ErrPersonMoved) {
			t.Fatalf("the hand ended with %v", end)
		}
		stop()
		for len(w.clicks) > 0 {
			<-w.clicks
		}
	}
	slices.Sort(took)
	late := 0
	for _, d := range took {
		if d > 50*time.Millisecond {
			late++
		}
	}
	t.Logf("stopped after %v in the median, %v at worst, %d of 50 after more than 50 ms; at most %d further clicks",
		took[25].Round(100*time.Microsecond), took[49].Round(100*time.Microsecond), late, worst)
	if worst > 1 {
		t.Errorf("%d clicks after the person had acted, want 1 at most", worst)
	}
	// The hand does not own up to a click in which the person acted.
	w.take(1)
	if further := w.presses.Load() - known; further > 50 {
		t.Errorf("%d presses after the person had acted 50 times, want 50 at most", further)
	}
}

// TestPersonWhileTheHandRests finds the person's movement, however small the
// hand's part in it, without a click that would look for it.
func TestPersonWhileTheHandRests(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 800, Height: 600})
	o := connect(t)
	h := openHand(t)
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if err := h.Move(ctx, image.Pt(300, 300)); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	o.nudge(0, 12)
	<-ctx.Done()
	t.Logf("noticed after %v", time.Since(began).Round(100*time.Microsecond))
	if got := context.Cause(ctx); !errors.Is(got, ErrPersonMoved) {
		t.Errorf("the context ended with %v", got)
	}
}

// TestEscapeIsGivenBack: while the hand is watched the key is its own, and
// afterwards it is everybody's.
func TestEscapeIsGivenBack(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 800, Height: 600})
	o := connect(t)
	h := openHand(t)
	grab := func() error {
		return xproto.GrabKeyChecked(o.conn, false, o.root, 0, xproto.Keycode(o.keycode(keysymEscape)),
			xproto.GrabModeAsync, xproto.GrabModeAsync).Check()
	}
	ungrab := func() {
		o.check(xproto.UngrabKeyChecked(o.conn, xproto.Keycode(o.keycode(keysymEscape)), o.root, 0).Check())
	}
	release, err := h.driver.(escaper).WatchEscape(func() {}) // Watch asks in its own time
	if err != nil {
		t.Fatal(err)
	}
	if grab() == nil {
		t.Error("Esc was not grabbed")
	}
	release()
	// The server frees the key when it notices that the connection has closed.
	for range 100 {
		if err = grab(); err == nil {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err != nil {
		t.Fatalf("Esc is still grabbed: %v", err)
	}
	// Taken by somebody else, it is no reason not to play.
	ctx, stop := h.Watch(t.Context())
	defer stop()
	if ctx.Err() != nil {
		t.Errorf("without the key the watch ended: %v", context.Cause(ctx))
	}
	ungrab()
}

// TestLeftHanded clicks with the pointer mappings of left-handed people; the
// window has to be told of its left button.
func TestLeftHanded(t *testing.T) {
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		for _, m := range [][]byte{{3, 2, 1}, {2, 1, 3}, {2, 3, 1}} {
			t.Run(fmt.Sprint(m), func(t *testing.T) {
				desktest.Start(t, desk.Options{Width: 800, Height: 600, WM: wm})
				o := connect(t)
				current, err := xproto.GetPointerMapping(o.conn).Reply()
				o.check(err)
				copy(current.Map, m)
				if r, err := xproto.SetPointerMapping(o.conn, byte(len(current.Map)), current.Map).Reply(); err != nil || r.Status != 0 {
					t.Fatalf("the mapping %v was refused: %v", m, err)
				}
				w := o.open("a", image.Rect(50, 50, 550, 450))
				h := open(t)
				h.Fence(w.area)
				for i := range 20 {
					if err := h.Click(t.Context(), w.area.Min.Add(image.Pt(10+20*i, 30+5*i))); err != nil {
						t.Fatal(err)
					}
				}
				got := w.take(20)
				if len(got) != 20 {
					t.Errorf("%d of 20 clicks arrived", len(got))
				}
				for _, c := range got {
					if c.button != 1 {
						t.Fatalf("mapping %v: the window got button %d", m, c.button)
					}
				}
			})
		}
	})
}

// TestFenceOnScreen: a click outside the fence moves and presses nothing.
func TestFenceOnScreen(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 800, Height: 600})
	o := connect(t)
	w := o.open("a", image.Rect(0, 0, 800, 600))
	h := openHand(t)
	before, err := h.Position()
	if err != nil {
		t.Fatal(err)
	}
	for _, fence := range []image.Rectangle{{}, image.Rect(100, 100, 200, 200)} {
		h.Fence(fence)
		if err := h.Click(t.Context(), image.Pt(300, 300)); err == nil {
			t.Errorf("it clicked outside the fence %v", fence)
		}
	}
	if after, _ := h.Position(); after != before {
		t.Errorf("the pointer moved from %v to %v", before, after)
	}
	if len(w.clicks) > 0 {
		t.Error("a click arrived")
	}
}

// TestFrozenMouse: another program holds the pointer where it is. The click is given
// up in words at once, and the button is not left down.
func TestFrozenMouse(t *testing.T) {
	onEachHand(t, []string{desk.NoWM}, func(t *testing.T, _ string, open func(testing.TB) *Hand) {
		desktest.Start(t, desk.Options{Width: 800, Height: 600})
		o := connect(t)
		h := open(t)
		h.Fence(image.Rect(0, 0, 800, 600))
		r, err := xproto.GrabPointer(o.conn, false, o.root, 0, xproto.GrabModeSync, xproto.GrabModeAsync,
			xproto.WindowNone, xproto.CursorNone, xproto.TimeCurrentTime).Reply()
		if err != nil || r.Status != xproto.GrabStatusSuccess {
			t.Fatalf("the pointer could not be grabbed: %v", err)
		}
		if err := h.Click(t.Context(), image.Pt(300, 300)); !errors.Is(err, ErrGrabbed) {
			t.Errorf("Click: %v", err)
		}
		o.check(xproto.UngrabPointerChecked(o.conn, xproto.TimeCurrentTime).Check())
		if o.held() != 0 {
			t.Error("the button stayed down")
		}
	})
}

// TestNoSession opens hands where there is nothing to click, in this very
// process: nothing may crash it.
func TestNoSession(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
	}{
		{"no display", map[string]string{"DISPLAY": ""}},
		{"dead display", map[string]string{"DISPLAY": ":4711"}},
		{"nonsense", map[string]string{"DISPLAY": "what is this"}},
		{"Wayland", map[string]string{"DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"}},
		{"Wayland with X beside it", map[string]string{"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"} {
				t.Setenv(name, tt.env[name])
			}
			h, err := Open(t.Context(), "")
			if err == nil {
				h.Close()
				t.Fatal("it opened")
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Kind != fault.NoAccess || f.What == "" || f.Advice == "" {
				t.Errorf("%#v", err)
			}
		})
	}
}

// TestOtherScreen: while the mouse is on another screen of the server, whose windows would get what is pressed, no
// hand opens.
func TestOtherScreen(t *testing.T) {
	d := desktest.Start(t, desk.Options{Width: 800, Height: 600, Joined: []image.Point{{X: 700, Y: 500}}, Apart: true})
	openHand(t) // the mouse is on the first one
	t.Setenv("DISPLAY", d.Display()+".1")
	for name, way := range hands {
		h, err := Open(t.Context(), way)
		if err == nil {
			h.Close()
		}
		if fault.KindOf(err) != fault.NoAccess || !strings.Contains(fmt.Sprint(err), "another screen") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestToOtherScreen: the person who takes the mouse to another screen has it at once, as one who moves it.
func TestToOtherScreen(t *testing.T) {
	d := desktest.Start(t, desk.Options{Width: 800, Height: 600, Joined: []image.Point{{X: 700, Y: 500}}, Apart: true})
	there, err := xgb.NewConnDisplay(d.Display())
	if err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	to := func(screen int) {
		root := xproto.Setup(there).Roots[screen].Root
		if err := xproto.WarpPointerChecked(there, 0, root, 0, 0, 0, 0, 300, 300).Check(); err != nil {
			t.Fatal(err)
		}
	}
	const n = 40
	for name, way := range hands {
		for _, drags := range []bool{false, true} {
			to(0)
			h := opened(t, way)
			h.Fence(image.Rect(100, 100, 200, 200))
			ctx, stop := h.Watch(t.Context())
			var path []image.Point
			for k := range 2 * n {
				path = append(path, image.Pt(110+k, 150))
			}
			var err error
			for k := 0; k < n && err == nil; k++ {
				if k == n/2 {
					to(1)
				}
				if err = h.Click(ctx, path[2*k]); drags && k == 0 && err == nil {
					err = h.Drag(ctx, path, Stroke{Wait: time.Millisecond, Shown: func(point int) bool {
						if point == n {
							to(1)
						}
						return true
					}, Patience: time.Second})
				}
			}
			if !errors.Is(err, ErrPersonMoved) {
				t.Errorf("%s, by drags %v: %v", name, drags, err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			if err := context.Cause(ctx); !errors.Is(err, ErrPersonMoved) {
				t.Errorf("%s, by drags %v: the watch ends with %v", name, drags, err)
			}
			stop()
		}
	}
}

// TestServerDies takes the display away from under the hand, before and after
// its first move. Xlib ends the process that touches such a connection, so the
// test runs in a process of its own.
func TestServerDies(t *testing.T) {
	const inside = "AUTOQUEENS_TEST_SERVER_DIES"
	for _, name := range slices.Sorted(maps.Keys(hands)) {
		for _, used := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s used=%v", name, used), func(t *testing.T) {
				if os.Getenv(inside) == "" {
					testneeds.Programs(t, "Xvfb")
					cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
					cmd.Env = append(os.Environ(), inside+"=1")
					// Only its words count: the race detector's way to end a process
					// lets Xlib close the connection once more.
					out, err := cmd.CombinedOutput()
					if !strings.Contains(string(out), "--- PASS: "+t.Name()) {
						t.Errorf("%v\n%s", err, out)
					}
					return
				}
				d, err := desk.Start(context.Background(), desk.Options{Width: 800, Height: 600})
				if err != nil {
					t.Fatal(err)
				}
				t.Setenv("DISPLAY", d.Display())
				t.Setenv("XDG_SESSION_TYPE", "x11")
				h, err := Open(t.Context(), hands[name])
				if err != nil {
					t.Fatal(err)
				}
				h.Fence(image.Rect(0, 0, 800, 600))
				ctx, stop := h.Watch(t.Context())
				defer stop()
				if used {
					if err := h.Click(ctx, image.Pt(30, 30)); err != nil {
						t.Fatal(err)
					}
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
				<-ctx.Done()
				if err := context.Cause(ctx); fault.KindOf(err) != fault.NoAccess {
					t.Errorf("the watch ended with %v", err)
				}
				if err := h.Click(t.Context(), image.Pt(60, 60)); fault.KindOf(err) != fault.NoAccess {
					t.Errorf("Click: %v", err)
				}
				if err := h.Close(); err != nil {
					t.Error(err)
				}
				// Unless a server of another test has its number by now.
				_, taken := os.Stat("/tmp/.X11-unix/X" + strings.TrimPrefix(d.Display(), ":"))
				if _, err := Open(t.Context(), ""); fault.KindOf(err) != fault.NoAccess && taken != nil {
					t.Errorf("opened again: %v", err)
				}
			})
		}
	}
}

// TestPersonJustBeforePress moves the mouse between the last look at it and the press: the
// click lands where it was looked at, and the person is noticed.
func TestPersonJustBeforePress(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 1000, Height: 700})
	o := connect(t)
	w := o.open("a", image.Rect(60, 100, 560, 600))
	d, err := openX11Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	p := image.Pt(200, 300)
	if err := d.Move(p); err != nil {
		t.Fatal(err)
	}
	for s := (State{}); s.At != p; {
		if s, err = d.State(); err != nil {
			t.Fatal(err)
		}
	}
	o.nudge(150, 60)
	_, after, err := d.(swift).Click()
	if err != nil {
		t.Fatal(err)
	}
	if near(after.At, p) {
		t.Errorf("the person is not noticed: the pointer is said to be at %v", after.At)
	}
	if got := w.take(1); len(got) != 1 || got[0].down != p || got[0].up != p {
		t.Errorf("a click that was made at %v arrived as %+v", p, got)
	}
}
