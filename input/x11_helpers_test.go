//go:build cgo && linux

package input

import (
	"context"
	"image"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
)

// hands are the hands that an X server may have.
var hands = map[string]string{"by the protocol": "x11", "by the library": "robotgo"}

// onEachHand runs a test with every hand under every window manager.
func onEachHand(t *testing.T, managers []string, test func(t *testing.T, wm string, open func(testing.TB) *Hand)) {
	for _, wm := range managers {
		for name, way := range hands {
			t.Run(wmName(wm)+" "+name, func(t *testing.T) {
				test(t, wm, func(t testing.TB) *Hand { return opened(t, way) })
			})
		}
	}
}

// withWindow starts a desktop with a window on it, and opens a hand that may click there
// alone.
func withWindow(t *testing.T, wm string, open func(testing.TB) *Hand) (*other, *window, *Hand) {
	t.Helper()
	desktest.Start(t, desk.Options{Width: 1200, Height: 700, WM: wm})
	o := connect(t)
	w := o.open("a", image.Rect(60, 100, 560, 600))
	h := open(t)
	h.Fence(w.area)
	return o, w, h
}

// openHand opens the hand of the desk that the test started.
func openHand(t testing.TB) *Hand { return opened(t, "") }

func opened(t testing.TB, way string) *Hand {
	t.Helper()
	h, err := Open(context.Background(), way)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return h
}

// other is a second client of the display: the person, and the windows the
// person looks at.
type other struct {
	t    testing.TB
	conn *xgb.Conn
	root xproto.Window
}

func connect(t testing.TB) *other {
	t.Helper()
	c, err := xgb.NewConn()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if err := xtest.Init(c); err != nil {
		t.Fatal(err)
	}
	return &other{t, c, xproto.Setup(c).DefaultScreen(c).Root}
}

func (o *other) check(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// nudge moves the pointer the way a mouse does.
func (o *other) nudge(dx, dy int16) {
	o.t.Helper()
	const relative = 1
	o.check(xtest.FakeInputChecked(o.conn, xproto.MotionNotify, relative, 0, 0, dx, dy, 0).Check())
}

// tap clicks a physical button where the pointer is.
func (o *other) tap(number byte) {
	o.t.Helper()
	o.button(number, true)
	o.button(number, false)
}

// button presses or releases a physical button.
func (o *other) button(number byte, down bool) {
	o.t.Helper()
	kind := byte(xproto.ButtonRelease)
	if down {
		kind = xproto.ButtonPress
	}
	o.check(xtest.FakeInputChecked(o.conn, kind, number, 0, o.root, 0, 0, 0).Check())
}

// key types a key by its keysym.
func (o *other) key(sym xproto.Keysym) {
	o.t.Helper()
	code := o.keycode(sym)
	o.check(xtest.FakeInputChecked(o.conn, xproto.KeyPress, code, 0, o.root, 0, 0, 0).Check())
	o.check(xtest.FakeInputChecked(o.conn, xproto.KeyRelease, code, 0, o.root, 0, 0, 0).Check())
}

// fakeKey presses a key or lets it up.
func fakeKey(o *other, sym xproto.Keysym, down bool) error {
	kind := byte(xproto.KeyRelease)
	if down {
		kind = xproto.KeyPress
	}
	return xtest.FakeInputChecked(o.conn, kind, o.keycode(sym), 0, o.root, 0, 0, 0).Check()
}

func (o *other) keycode(sym xproto.Keysym) byte {
	o.t.Helper()
	s := xproto.Setup(o.conn)
	m, err := xproto.GetKeyboardMapping(o.conn, s.MinKeycode, byte(s.MaxKeycode-s.MinKeycode)+1).Reply()
	o.check(err)
	for i, k := range m.Keysyms {
		if k == sym {
			return byte(s.MinKeycode) + byte(i/int(m.KeysymsPerKeycode))
		}
	}
	o.t.Fatalf("no key types keysym %#x", sym)
	return 0
}

// held returns the logical buttons that are down.
func (o *other) held() uint16 {
	o.t.Helper()
	r, err := xproto.QueryPointer(o.conn, o.root).Reply()
	o.check(err)
	return r.Mask & anyButton
}

// awaitReleases waits until no button is down: a window manager may hold the last
// release back.
func (o *other) awaitReleases() {
	o.t.Helper()
	for tries := 0; o.held() != 0 && tries < 1000; tries++ {
		time.Sleep(2 * time.Millisecond)
	}
}

// click is what a window was told of one press and its release.
type click struct {
	down, up image.Point // places on the screen
	button   byte        // logical
}

// window is a window that writes down the clicks it gets.
type window struct {
	id      xproto.Window
	area    image.Rectangle // on the screen, without the frame
	clicks  chan click
	presses atomic.Int64     // of the left button
	moves   chan image.Point // on the screen, with a button down
	keys    chan byte        // keycodes
}

// open puts a window on the screen and waits until it stands still there. A
// window manager may put it elsewhere than asked.
func (o *other) open(title string, r image.Rectangle) *window {
	o.t.Helper()
	c, err := xgb.NewConn() // its own, so that its events are its own
	o.check(err)
	o.t.Cleanup(c.Close)
	id, err := xproto.NewWindowId(c)
	o.check(err)
	screen := xproto.Setup(c).DefaultScreen(c)
	o.check(xproto.CreateWindowChecked(c, screen.RootDepth, id, screen.Root,
		int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), 0,
		xproto.WindowClassInputOutput, screen.RootVisual, xproto.CwBackPixel|xproto.CwEventMask,
		[]uint32{0x00eeeedd, xproto.EventMaskButtonPress | xproto.EventMaskButtonRelease |
			xproto.EventMaskButtonMotion | xproto.EventMaskKeyPress |
			xproto.EventMaskExposure | xproto.EventMaskStructureNotify}).Check())
	o.check(xproto.ChangePropertyChecked(c, xproto.PropModeReplace, id, xproto.AtomWmName, xproto.AtomString,
		8, uint32(len(title)), []byte(title)).Check())
	// USPosition: put it where it is asked for.
	hints := make([]byte, 18*4)
	xgb.Put32(hints, 1)
	o.check(xproto.ChangePropertyChecked(c, xproto.PropModeReplace, id, xproto.AtomWmNormalHints,
		xproto.AtomWmSizeHints, 32, 18, hints).Check())
	w := &window{id: id, clicks: make(chan click, 10000), moves: make(chan image.Point, 10000), keys: make(chan byte, 1000)}
	shown := make(chan struct{})
	go func() {
		var at click
		open := true
		for {
			ev, xerr := c.WaitForEvent()
			if ev == nil && xerr == nil {
				return
			}
			switch e := ev.(type) {
			case xproto.ExposeEvent:
				if open {
					close(shown)
					open = false
				}
			case xproto.ButtonPressEvent:
				if e.Detail == 1 {
					w.presses.Add(1)
				}
				at = click{down: image.Pt(int(e.RootX), int(e.RootY)), button: byte(e.Detail)}
			case xproto.MotionNotifyEvent:
				w.moves <- image.Pt(int(e.RootX), int(e.RootY))
			case xproto.KeyPressEvent:
				w.keys <- byte(e.Detail)
			case xproto.ButtonReleaseEvent:
				at.up = image.Pt(int(e.RootX), int(e.RootY))
				w.clicks <- at
			}
		}
	}()
	// A window manager that has only just started can overlook a request until
	// the next one comes, openbox for one.
	for tries := 0; ; tries++ {
		o.check(xproto.MapWindowChecked(c, id).Check())
		select {
		case <-shown:
		case <-time.After(200 * time.Millisecond):
			if tries < 50 {
				continue
			}
			o.t.Fatal("the window was not shown")
		}
		break
	}
	// Window managers move a window when they frame it, some of them twice.
	for still := 0; still < 10; {
		p, err := xproto.TranslateCoordinates(c, id, screen.Root, 0, 0).Reply()
		o.check(err)
		area := image.Rect(0, 0, r.Dx(), r.Dy()).Add(image.Pt(int(p.DstX), int(p.DstY)))
		if still++; area != w.area {
			w.area, still = area, 0
		}
		time.Sleep(5 * time.Millisecond)
	}
	return w
}

// take returns the next n clicks, fewer where no more arrive.
func (w *window) take(n int) []click {
	var got []click
	for len(got) < n {
		select {
		case c := <-w.clicks:
			got = append(got, c)
		case <-time.After(time.Second):
			return got
		}
	}
	return got
}

func wmName(name string) string {
	if name == "" {
		return "none"
	}
	return strings.ToLower(name)
}

// sheet returns a window that covers everything once it is mapped, and a function
// that counts the presses on it so far.
func (o *other) sheet() (xproto.Window, func() int) {
	o.t.Helper()
	id, err := xproto.NewWindowId(o.conn)
	o.check(err)
	o.check(xproto.CreateWindowChecked(o.conn, 0, id, o.root, 0, 0, 4000, 4000, 0,
		xproto.WindowClassInputOutput, 0, xproto.CwBackPixel|xproto.CwOverrideRedirect|xproto.CwEventMask,
		[]uint32{0x203040, 1, xproto.EventMaskButtonPress}).Check())
	n := 0
	return id, func() int {
		o.held() // what was told before the answer has arrived with it
		for {
			event, failed := o.conn.PollForEvent()
			if event == nil && failed == nil {
				return n
			}
			if _, ok := event.(xproto.ButtonPressEvent); ok {
				n++
			}
		}
	}
}
