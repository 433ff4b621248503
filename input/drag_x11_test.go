//go:build cgo && linux

package input

import (
	"context"
	"errors"
	"image"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
)

// TestDragsLand: a window is pressed where the drag begins, sees the pointer at each of its
// steps, and the release where it ends.
func TestDragsLand(t *testing.T) {
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		_, w, h := withWindow(t, wm, open)
		ctx, stop := h.Watch(t.Context())
		defer stop()
		for i := range 20 {
			at := func(x, y int) image.Point { return w.area.Min.Add(image.Pt(40*x+20+i, 40*y+20)) }
			path := []image.Point{at(0, 0), at(5, 0), at(5, 3), at(2, 3)}
			if err := h.Drag(ctx, path, Stroke{Step: 20, Wait: 2 * time.Millisecond}); err != nil {
				t.Fatal(err)
			}
			got := w.take(1)
			if len(got) != 1 || got[0].down != path[0] || got[0].up != path[3] || got[0].button != 1 {
				t.Fatalf("drag %d from %v to %v arrived as %v", i, path[0], path[3], got)
			}
			var want []image.Point
			for i := range path[1:] {
				want = append(want, between(path[i], path[i+1], 20)...)
			}
			for _, p := range want {
				select {
				case m := <-w.moves:
					if m != p {
						t.Fatalf("it went to %v, not %v", m, p)
					}
				case <-time.After(time.Second):
					t.Fatalf("it was never at %v", p)
				}
			}
		}
		if len(w.clicks)+len(w.moves) > 0 {
			t.Error("more arrived than was done")
		}
	})
}

// TestPersonInDrag: a person who moves the mouse, or presses a button, in the middle of a
// drag has it at once, with no button down.
func TestPersonInDrag(t *testing.T) {
	persons := map[string]func(o *other){
		"moves":   func(o *other) { o.nudge(0, 40) },
		"presses": func(o *other) { o.button(3, true) },
		"lets go": func(o *other) { o.button(1, false) },
		"escapes": func(o *other) { o.key(keysymEscape) },
	}
	onEachHand(t, []string{desk.Openbox}, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		for what, come := range persons {
			ctx, stop := h.Watch(t.Context())
			path := []image.Point{w.area.Min.Add(image.Pt(20, 20)), w.area.Min.Add(image.Pt(420, 20))}
			came := make(chan time.Time, 1)
			go func() {
				for range 5 {
					<-w.moves
				}
				came <- time.Now()
				come(o)
			}()
			err := h.Drag(ctx, path, Stroke{Step: 4, Wait: 8 * time.Millisecond})
			if !errors.Is(err, ErrPersonMoved) && !errors.Is(err, ErrEscape) {
				t.Fatalf("a person who %s: %v", what, err)
			}
			t.Logf("a person who %s stopped it within %v", what, time.Since(<-came))
			if what == "presses" {
				o.button(3, false)
			}
			stop()
			o.awaitReleases()
			if held := o.held(); held != 0 {
				t.Errorf("a person who %s: buttons stay down: %#x", what, held)
			}
			for len(w.moves) > 0 {
				<-w.moves
			}
		}
	})
}

// TestKeysArrive: keys go to the window that was clicked, whatever else had the focus.
func TestKeysArrive(t *testing.T) {
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		b := o.open("b", image.Rect(640, 100, 1140, 600)) // it has the focus now, where there is one
		typed := func() (codes []byte) {
			for {
				select {
				case c := <-w.keys:
					codes = append(codes, c)
				case <-time.After(200 * time.Millisecond):
					return codes
				}
			}
		}
		ctx, stop := h.Watch(t.Context())
		defer stop()
		if err := h.Click(ctx, w.area.Min.Add(image.Pt(50, 50))); err != nil {
			t.Fatal(err)
		}
		keys := []Key{'1', '6', '9', KeyBackspace, KeyLeft, KeyUp, KeyRight, KeyDown}
		var want []byte
		for _, k := range keys {
			if err := h.Type(ctx, k); err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			sym, ok := keysyms[k]
			if !ok {
				sym = xproto.Keysym(k)
			}
			want = append(want, o.keycode(sym))
		}
		if got := typed(); !slices.Equal(got, want) {
			t.Errorf("typed %v, want %v", got, want)
		}
		if len(b.keys) > 0 {
			t.Error("keys went to another window")
		}
		// A person at the keyboard would make it another key.
		o.check(fakeKey(o, keysymShift, true))
		defer func() { o.check(fakeKey(o, keysymShift, false)) }()
		if err := h.Type(ctx, '1'); !errors.Is(err, ErrPersonTyped) {
			t.Errorf("with Shift held: %v", err)
		}
	})
}

// TestKeysStayInWindow: where another window has the focus, nothing is typed.
func TestKeysStayInWindow(t *testing.T) {
	onEachHand(t, []string{desk.NoWM}, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		ctx, stop := h.Watch(t.Context())
		defer stop()
		if err := h.Click(ctx, w.area.Min.Add(image.Pt(50, 50))); err != nil {
			t.Fatal(err)
		}
		b := o.open("b", image.Rect(640, 100, 1140, 600))
		o.check(xproto.SetInputFocusChecked(o.conn, xproto.InputFocusParent, b.id, xproto.TimeCurrentTime).Check())
		if err := h.Type(context.WithoutCancel(ctx), '1'); !errors.Is(err, ErrCovered) {
			t.Errorf("it returned %v", err)
		}
		time.Sleep(50 * time.Millisecond)
		if len(w.keys)+len(b.keys) > 0 {
			t.Error("a key was typed")
		}
	})
}

func TestX11KeepsPromises(t *testing.T) {
	onEachHand(t, []string{desk.NoWM, desk.Openbox}, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		known := map[byte]Key{o.keycode('1'): '1', o.keycode(keysyms[KeyBackspace]): KeyBackspace}
		keepsPromises(t, workplace{hand: h, area: w.area,
			got: func(n int) (got []string) {
				o.awaitReleases()
				late := time.After(time.Second)
				if n == 0 {
					late = time.After(20 * time.Millisecond)
				}
				for n == 0 || len(got) < n {
					if len(w.clicks) > 0 { // the window keeps them apart from keys, which come after a click
						c := <-w.clicks
						got = append(got, pressed(c.down), released(c.up))
						continue
					}
					select {
					case c := <-w.clicks:
						got = append(got, pressed(c.down), released(c.up))
					case c := <-w.keys:
						got = append(got, typed(known[c]))
					case <-late:
						return got
					}
				}
				if held := o.held(); held != 0 {
					got = append(got, "a button that stays down")
				}
				return got
			},
			person: func() { o.nudge(7, 30) }})
	})
}
