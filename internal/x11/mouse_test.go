//go:build cgo && linux

package x11_test

import (
	"context"
	"image"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/workshop/testneeds"
	"autoqueens/internal/x11"
)

func open(t testing.TB) *x11.Mouse {
	t.Helper()
	c, err := x11.OpenMouse()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// connect opens a connection of the other kind.
func connect(t testing.TB) *xgb.Conn {
	t.Helper()
	x, err := x11.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func answer(t testing.TB, c *x11.Mouse, q x11.Question) x11.Pointer {
	t.Helper()
	p, err := c.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOrder: the answers tell what had been done when they were asked for.
func TestOrder(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c := open(t)
	c.Fake(xproto.MotionNotify, 0, image.Pt(100, 200))
	moved := c.Ask()
	c.Shift(image.Pt(-30, 7))
	shifted := c.Ask()
	c.Fake(xproto.ButtonPress, 1, image.Point{})
	down := c.Ask()
	c.Fake(xproto.ButtonRelease, 1, image.Point{})
	up := c.Ask()
	for _, want := range []struct {
		name string
		q    x11.Question
		at   image.Point
		mask uint16
	}{
		{"moved", moved, image.Pt(100, 200), 0},
		{"shifted", shifted, image.Pt(70, 207), 0},
		{"down", down, image.Pt(70, 207), xproto.KeyButMaskButton1},
		{"up", up, image.Pt(70, 207), 0},
	} {
		if p := answer(t, c, want.q); p.At != want.at || p.Mask != want.mask {
			t.Errorf("%s: the mouse is at %v with %#x, want %v with %#x", want.name, p.At, p.Mask, want.at, want.mask)
		}
	}
}

// TestSend does without an answer; another connection sees what was done.
func TestSend(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c, other := open(t), open(t)
	c.Fake(xproto.MotionNotify, 0, image.Pt(11, 12))
	if err := c.Send(); err != nil {
		t.Fatal(err)
	}
	for tries := 0; answer(t, other, other.Ask()).At != image.Pt(11, 12); tries++ {
		if tries == 10000 {
			t.Fatal("the move was not sent")
		}
	}
}

// TestRefused: what the server refuses is told once, and what comes after it is done.
func TestRefused(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c := open(t)
	c.Fake(99, 1, image.Point{})
	if p, err := c.Answer(c.Ask()); err == nil {
		t.Errorf("an event of no known kind was taken: %+v", p)
	}
	c.Fake(xproto.MotionNotify, 0, image.Pt(5, 6))
	if p := answer(t, c, c.Ask()); p.At != image.Pt(5, 6) {
		t.Errorf("the mouse is at %v", p.At)
	}
}

// TestChild names the window under the pointer.
func TestChild(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c, x := open(t), connect(t)
	w, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	xproto.CreateWindow(x, 0, w, x11.Screen(x).Root, 300, 300, 50, 50, 0, xproto.WindowClassInputOutput, 0, 0, nil)
	if err := xproto.MapWindowChecked(x, w).Check(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		at   image.Point
		want uint32
	}{{image.Pt(299, 310), 0}, {image.Pt(300, 310), uint32(w)}, {image.Pt(349, 349), uint32(w)}, {image.Pt(350, 349), 0}} {
		c.Fake(xproto.MotionNotify, 0, tt.at)
		if got := answer(t, c, c.Ask()).Child; got != tt.want {
			t.Errorf("at %v is window %#x, want %#x", tt.at, got, tt.want)
		}
	}
}

func TestNoServer(t *testing.T) {
	for _, display := range []string{"", ":4711", "nonsense", ":", "no.such.host.invalid:0"} {
		t.Setenv("DISPLAY", display)
		if c, err := x11.OpenMouse(); err == nil {
			c.Close()
			t.Errorf("DISPLAY=%q was opened", display)
		}
	}
}

// TestServerDies: every method says so, again and again, and none ends the process.
func TestServerDies(t *testing.T) {
	testneeds.Programs(t, "Xvfb")
	d, err := desk.Start(context.Background(), desk.Options{Width: 640, Height: 480})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", d.Display())
	c := open(t)
	answer(t, c, c.Ask())
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for range 3 {
		c.Shift(image.Pt(1, 1))
		c.Fake(xproto.ButtonRelease, 1, image.Point{})
		if _, err := c.Answer(c.Ask()); err == nil {
			t.Error("a dead server answered")
		}
		if err := c.Send(); err == nil {
			t.Error("a dead server was sent something")
		}
	}
}

// BenchmarkAnswer asks where the mouse is, over each kind of connection.
func BenchmarkAnswer(b *testing.B) {
	desktest.Start(b, desk.Options{Width: 640, Height: 480})
	c, x := open(b), connect(b)
	b.Run("libxcb", func(b *testing.B) {
		for b.Loop() {
			answer(b, c, c.Ask())
		}
	})
	b.Run("xgb", func(b *testing.B) {
		for b.Loop() {
			if _, err := xproto.QueryPointer(x, x11.Screen(x).Root).Reply(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestGrabbed: who asks is told that another client has the mouse, and never gets it.
func TestGrabbed(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c, other, x := open(t), open(t), connect(t)
	asked := func(want bool) {
		t.Helper()
		for _, c := range []*x11.Mouse{c, other} {
			if p := answer(t, c, c.AskGrabbed()); p.Grabbed != want {
				t.Errorf("grabbed: %v, want %v", p.Grabbed, want)
			}
			if answer(t, c, c.Ask()).Grabbed {
				t.Error("it was told without being asked")
			}
		}
	}
	asked(false)
	r, err := xproto.GrabPointer(x, false, x11.Screen(x).Root, 0, xproto.GrabModeAsync, xproto.GrabModeAsync, 0, 0, 0).Reply()
	if err != nil || r.Status != xproto.GrabStatusSuccess {
		t.Fatal(r, err)
	}
	asked(true)
	if err := xproto.UngrabPointerChecked(x, 0).Check(); err != nil {
		t.Fatal(err)
	}
	asked(false)
}

// TestGuard: what another client moves right before the pointer is put where it was is
// noticed, and nothing that is done elsewhere in the order.
func TestGuard(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 640, Height: 480})
	c, other := open(t), open(t)
	if !c.Guards() {
		t.Fatal("the server tells of no movement")
	}
	place := image.Pt(200, 200)
	nudge := func() {
		other.Fake(xproto.MotionNotify, 0, image.Pt(250, 220))
		answer(t, other, other.Ask())
	}
	send := func(q x11.Question) x11.Question { answer(t, c, q); return q }
	for _, tt := range []struct {
		name         string
		before       func() // Guard's question
		between      func() // it and the movement
		after, later func()
		want         bool
	}{
		{name: "nobody"},
		{name: "before the question", before: nudge},
		{name: "between", between: nudge, want: true},
		{name: "after the movement", after: nudge},
		{name: "after the end", later: nudge},
		{name: "twice", between: func() { nudge(); nudge() }, after: nudge, want: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := func(f func()) {
				if f != nil {
					f()
				}
			}
			c.Fake(xproto.MotionNotify, 0, place)
			send(c.Ask())
			call(tt.before)
			send(c.Guard())
			call(tt.between)
			c.Fake(xproto.MotionNotify, 0, place)
			c.Send()
			if tt.after != nil {
				send(c.Ask())
				tt.after()
			}
			c.Unguard()
			end := c.Ask()
			if tt.later != nil {
				send(end)
				tt.later()
				end = c.Ask()
			}
			send(end)
			if c.Moved() != tt.want {
				t.Errorf("moved: %v, want %v", c.Moved(), tt.want)
			}
		})
	}
}
