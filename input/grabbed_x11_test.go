//go:build cgo && linux

package input

import (
	"errors"
	"image"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/fault"
)

// TestGrabbedMouse: while another client has the mouse to itself, however it came by
// it, nothing is pressed, anywhere; afterwards clicks arrive as ever.
func TestGrabbedMouse(t *testing.T) {
	const async, sync = xproto.GrabModeAsync, xproto.GrabModeSync
	pointer := func(owner bool, mode byte) func(*other, xproto.Window) {
		return func(o *other, w xproto.Window) {
			r, err := xproto.GrabPointer(o.conn, owner, w, xproto.EventMaskButtonPress, mode, async, 0, 0, 0).Reply()
			if err != nil || r.Status != xproto.GrabStatusSuccess {
				o.t.Fatal(r, err)
			}
		}
	}
	free := func(o *other) { o.check(xproto.UngrabPointerChecked(o.conn, 0).Check()) }
	for _, tt := range []struct {
		name string
		grab func(o *other, w xproto.Window)
		free func(o *other)
	}{
		{"for a window", pointer(false, async), free},
		{"for its own windows too", pointer(true, async), free},
		{"and stopped", pointer(false, sync), free},
		{"by XInput", func(o *other, w xproto.Window) { o.grabByXInput(w) }, func(o *other) { o.freeByXInput() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onEachHand(t, managers, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
				o, w, h := withWindow(t, wm, open)
				sheet, pressed := o.sheet()
				at := w.area.Min.Add(image.Pt(40, 40))
				ctx, stop := h.Watch(t.Context())
				defer stop()
				click := func() error {
					at = at.Add(image.Pt(7, 5))
					return h.Click(ctx, at)
				}
				// The other client's window lies under the others, and is seen.
				o.check(xproto.ConfigureWindowChecked(o.conn, sheet, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow}).Check())
				o.check(xproto.MapWindowChecked(o.conn, sheet).Check())
				for range 2 {
					tt.grab(o, sheet)
					time.Sleep(current) // or it would be moved once, by what was known before
					for range 3 {
						if err := click(); !errors.Is(err, ErrGrabbed) {
							t.Fatalf("the mouse is grabbed: %v", err)
						}
					}
					if err := h.Settle(ctx, time.Millisecond); !errors.Is(err, ErrGrabbed) {
						t.Errorf("settled: %v", err)
					}
					tt.free(o)
					if err := h.Settle(ctx, time.Millisecond); err != nil {
						t.Errorf("settled: %v", err)
					}
					for range 3 {
						if err := click(); err != nil {
							t.Fatalf("the mouse is free: %v", err)
						}
					}
					time.Sleep(answering)
				}
				if n := len(w.take(6)); n != 6 {
					t.Errorf("%d clicks arrived, want 6", n)
				}
				if n := pressed(); n > 0 || len(w.clicks) > 0 {
					t.Errorf("%d presses went to the other program, %d more to the window", n, len(w.clicks))
				}
			})
		})
	}
}

// TestFrozenByKeyboard: a client that has the keyboard to itself may stop the mouse as well.
// Nothing is pressed then either, and nothing comes later.
func TestFrozenByKeyboard(t *testing.T) {
	onEachHand(t, []string{desk.NoWM}, func(t *testing.T, wm string, open func(testing.TB) *Hand) {
		o, w, h := withWindow(t, wm, open)
		ctx, stop := h.Watch(t.Context())
		defer stop()
		r, err := xproto.GrabKeyboard(o.conn, false, o.root, 0, xproto.GrabModeSync, xproto.GrabModeAsync).Reply()
		if err != nil || r.Status != xproto.GrabStatusSuccess {
			t.Fatal(r, err)
		}
		if err := h.Click(ctx, w.area.Min.Add(image.Pt(40, 40))); fault.KindOf(err) != fault.NoAccess {
			t.Errorf("the mouse is stopped: %v", err)
		}
		o.check(xproto.UngrabKeyboardChecked(o.conn, 0).Check())
		if n := len(w.take(1)); n > 0 {
			t.Error("a click came later")
		}
	})
}

// TestAskingIsUnnoticed: a window is not told that somebody asks whether the mouse is
// grabbed, and a button that is held on it stays its own.
func TestAskingIsUnnoticed(t *testing.T) {
	desktest.Start(t, desk.Options{Width: 800, Height: 600})
	o := connect(t)
	id, err := xproto.NewWindowId(o.conn)
	o.check(err)
	o.check(xproto.CreateWindowChecked(o.conn, 0, id, o.root, 0, 0, 800, 600, 0, xproto.WindowClassInputOutput, 0, xproto.CwEventMask, []uint32{
		xproto.EventMaskEnterWindow | xproto.EventMaskLeaveWindow | xproto.EventMaskPointerMotion | xproto.EventMaskFocusChange |
			xproto.EventMaskButtonPress | xproto.EventMaskButtonRelease}).Check())
	o.check(xproto.MapWindowChecked(o.conn, id).Check())
	h := openHand(t)
	if err := h.Move(t.Context(), image.Pt(400, 300)); err != nil {
		t.Fatal(err)
	}
	events := func() (n int) {
		o.held() // what was told before the answer has arrived with it
		for {
			event, failed := o.conn.PollForEvent()
			if event == nil && failed == nil {
				return n
			}
			n++
		}
	}
	ask := func() State {
		t.Helper()
		var s State
		for range 1000 {
			if s, err = h.driver.State(); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	events()
	if s := ask(); s.Grabbed {
		t.Error("the mouse is grabbed by nobody")
	}
	if n := events(); n > 0 {
		t.Errorf("the window was told of %d events", n)
	}
	o.button(1, true)
	if s := ask(); !s.Grabbed || !s.Left {
		t.Errorf("a window that holds a button has the mouse to itself: %+v", s)
	}
	o.button(1, false)
	if n := events(); n != 2 {
		t.Errorf("the window was told of %d events, want the press and the release", n)
	}
}

// The requests of the XInput extension that the library does not know.
const (
	xiGrabDevice   = 51
	xiUngrabDevice = 52
	masterPointer  = 2 // the number of the first one
)

func (o *other) xinput() byte {
	o.t.Helper()
	const name = "XInputExtension"
	r, err := xproto.QueryExtension(o.conn, uint16(len(name)), name).Reply()
	if err != nil || !r.Present {
		o.t.Skip("the server has no XInput")
	}
	// It wants to know which version it is asked in.
	version := []byte{r.MajorOpcode, 47, 2, 0, 2, 0, 0, 0}
	cookie := o.conn.NewCookie(true, true)
	o.conn.NewRequest(version, cookie)
	if _, err := cookie.Reply(); err != nil {
		o.t.Fatal(err)
	}
	return r.MajorOpcode
}

// grabByXInput grabs the mouse as browsers do for their menus.
func (o *other) grabByXInput(w xproto.Window) {
	o.t.Helper()
	const words = 7
	body := make([]byte, 4*words)
	body[0], body[1] = o.xinput(), xiGrabDevice
	xgb.Put16(body[2:], words)
	xgb.Put32(body[4:], uint32(w))
	xgb.Put16(body[16:], masterPointer)
	body[18], body[19] = xproto.GrabModeAsync, xproto.GrabModeAsync
	xgb.Put16(body[22:], 1)    // words of the mask
	xgb.Put32(body[24:], 1<<4) // presses
	cookie := o.conn.NewCookie(true, true)
	o.conn.NewRequest(body, cookie)
	reply, err := cookie.Reply()
	if err != nil || reply[8] != xproto.GrabStatusSuccess {
		o.t.Fatal(reply, err)
	}
}

func (o *other) freeByXInput() {
	o.t.Helper()
	const words = 3
	body := make([]byte, 4*words)
	body[0], body[1] = o.xinput(), xiUngrabDevice
	xgb.Put16(body[2:], words)
	xgb.Put16(body[8:], masterPointer)
	cookie := o.conn.NewCookie(true, false)
	o.conn.NewRequest(body, cookie)
	o.check(cookie.Check())
}
