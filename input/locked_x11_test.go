//go:build cgo && linux

package input

import (
	"errors"
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"autoqueens/internal/workshop/testneeds"

	"github.com/jezek/xgb/xproto"
)

// TestLockedWhileClicking lets a sheet come up over everything, as screen lockers
// do, at random instants while the hand clicks as fast as it can. No press is made
// on it but one that was under way.
func TestLockedWhileClicking(t *testing.T) {
	rounds := testneeds.Count(t, "AUTOQUEENS_LOCKS", 20)
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		dice := rand.New(rand.NewPCG(1, 1))
		sheet, pressed := o.sheet()
		before, clicks, clicking := 0, 0, time.Duration(0)
		for range rounds {
			ctx, stop := h.Watch(t.Context())
			ended := make(chan error, 1)
			go func() {
				began := time.Now()
				for n := 0; ; n++ {
					if err := h.Click(ctx, w.area.Min.Add(image.Pt(20+(n*97)%460, 20+(n*61)%460))); err != nil {
						clicks, clicking = clicks+n, clicking+time.Since(began)
						ended <- err
						return
					}
				}
			}()
			w.take(5)
			time.Sleep(time.Duration(dice.Int64N(int64(5 * time.Millisecond))))
			o.check(xproto.MapWindowChecked(o.conn, sheet).Check())
			if err := <-ended; !errors.Is(err, ErrCovered) {
				t.Fatalf("the hand ended with %v", err)
			}
			stop()
			o.check(xproto.UnmapWindowChecked(o.conn, sheet).Check())
			for len(w.clicks) > 0 {
				<-w.clicks
			}
			now := pressed()
			if now > before+1 {
				t.Errorf("%d presses on the sheet, want 1 at most", now-before)
			}
			before = now
		}
		each := clicking / time.Duration(clicks)
		t.Logf("%d of %d times a press met the sheet, at %v a click: one that comes up within %v of a press does",
			before, rounds, each.Round(time.Microsecond), (each * time.Duration(before) / time.Duration(rounds)).Round(time.Microsecond))
	})
}

// TestWindow asks for the window at the place of the latest click: it is the one
// that was clicked until another one comes over it, wherever the pointer is.
func TestWindow(t *testing.T) {
	onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		sheet, _ := o.sheet()
		_, stop := h.Watch(t.Context())
		defer stop()
		want := func(same, known bool) {
			t.Helper()
			area, s, k := h.Window()
			if same && !w.area.In(area) {
				t.Errorf("the window lies at %v, its inner area at %v", area, w.area)
			}
			if s != same || k != known {
				t.Errorf("same %v, known %v; want %v and %v", s, k, same, known)
			}
		}
		want(false, false) // nothing was clicked yet
		if err := h.Click(t.Context(), w.area.Min.Add(image.Pt(40, 40))); err != nil {
			t.Fatal(err)
		}
		want(true, true)
		if err := h.Park(t.Context(), image.Pt(2, 2)); err != nil { // off the window
			t.Fatal(err)
		}
		want(true, true)
		o.check(xproto.MapWindowChecked(o.conn, sheet).Check())
		want(false, true)
		o.check(xproto.UnmapWindowChecked(o.conn, sheet).Check())
		want(true, true)
	})
}
