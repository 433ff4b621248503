//go:build linux && cgo

package main

import (
	"bytes"
	"image"
	"os"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/x11"
)

// client is another program on a desk, and the person at its mouse and keyboard.
type client struct {
	t    *testing.T
	conn *xgb.Conn
	root xproto.Window
}

func join(t *testing.T, d *desk.Desk) *client {
	t.Helper()
	conn, err := xgb.NewConnDisplay(d.Display())
	if err == nil {
		t.Cleanup(conn.Close)
		err = x11.Extend(conn)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &client{t, conn, xproto.Setup(conn).DefaultScreen(conn).Root}
}

func (c *client) fake(kind, detail byte, at image.Point) {
	c.t.Helper()
	if err := xtest.FakeInputChecked(c.conn, kind, detail, 0, c.root, int16(at.X), int16(at.Y), 0).Check(); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
}

// pressed counts the presses that the program was given.
func (c *client) pressed() (n int) {
	for {
		event, failed := c.conn.PollForEvent()
		if event == nil && failed == nil {
			return n
		}
		if _, ok := event.(xproto.ButtonPressEvent); ok {
			n++
		}
	}
}

// grab takes the mouse, and free lets it go.
func (c *client) grab() {
	c.t.Helper()
	r, err := xproto.GrabPointer(c.conn, false, c.root, xproto.EventMaskButtonPress, xproto.GrabModeAsync, xproto.GrabModeAsync, 0, 0, 0).Reply()
	if err != nil || r.Status != xproto.GrabStatusSuccess {
		c.t.Fatal(r, err)
	}
}

// awaitGrab waits until another program has the mouse to itself. The server does nothing for
// anybody else between the look and the end of it, so that it keeps no one from taking the mouse.
func (c *client) awaitGrab() {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		xproto.GrabServer(c.conn)
		r, err := xproto.GrabPointer(c.conn, false, c.root, 0, xproto.GrabModeAsync, xproto.GrabModeAsync, 0, 0, 0).Reply()
		if err == nil && r.Status == xproto.GrabStatusSuccess {
			xproto.UngrabPointer(c.conn, 0)
		}
		if err := xproto.UngrabServerChecked(c.conn).Check(); err != nil {
			c.t.Fatal(err)
		}
		switch {
		case err != nil:
			c.t.Fatal(err)
		case r.Status == xproto.GrabStatusAlreadyGrabbed:
			return
		case time.Now().After(end):
			c.t.Fatal("nothing takes the mouse")
		}
	}
}

func (c *client) free() {
	c.t.Helper()
	if err := xproto.UngrabPointerChecked(c.conn, 0).Check(); err != nil {
		c.t.Fatal(err)
	}
}

// TestGrabbed: while another program has the mouse to itself nothing is pressed
// anywhere, and the person is told; a board is played once it lets go in time.
func TestGrabbed(t *testing.T) {
	t.Parallel()
	const taken = 3 * time.Second
	w := shareWindow(t, desk.Openbox, desk.BrowserOptions{})
	d := w.desk
	told := []byte("another program holds the mouse, as an open menu or a locked screen does: close it")
	t.Run("for good", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 3})
		c := join(t, d)
		c.grab()
		for _, timeout := range []string{"3s", "0"} {
			_, wait := start(t, d, "play", "--timeout", timeout)
			r := wait()
			// What ends it at once is told by that.
			if r.status != exit.NoAccess || timeout != "0" && !bytes.Contains([]byte(r.stdout), told) {
				t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
			}
			if words := notTwoLines(r.stderr); words != "" {
				t.Error(words)
			}
		}
		if to, page := c.pressed(), tb.presses(); to+page > 0 {
			t.Errorf("%d presses on the program that holds the mouse, %d on the page", to, page)
		}
		c.free()
	})
	t.Run("for a while", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 4})
		c := join(t, d)
		c.grab()
		tape := t.TempDir()
		_, wait := start(t, d, "play", "--timeout", "1m", "--record", tape)
		time.Sleep(taken)
		if to, page := c.pressed(), tb.presses(); to+page > 0 {
			t.Errorf("%d presses on the program that holds the mouse, %d on the page", to, page)
		}
		c.free()
		r := wait()
		r.want(t, exit.OK, "")
		tb.won()
		if !bytes.Contains([]byte(r.stdout), told) {
			t.Errorf("it was not told what is in the way:\n%s", r.stdout)
		}
		runHere(t, "replay", tape).want(t, exit.OK, "")
	})
	// The browser's own menu, beside the board.
	t.Run("by a menu", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 5})
		c := join(t, d)
		at := image.Pt(30, 500)
		c.fake(xproto.MotionNotify, 0, at)
		c.fake(xproto.ButtonPress, 3, at)
		c.fake(xproto.ButtonRelease, 3, at)
		c.awaitGrab()
		opened := time.Now()
		_, wait := start(t, d, "play", "--timeout", "1m")
		time.Sleep(taken)
		if n := tb.pressesSince(opened); n > 0 {
			t.Errorf("%d presses on the page below an open menu", n)
		}
		c.strike(keyEscape)
		r := wait()
		r.want(t, exit.OK, "")
		if !bytes.Contains([]byte(r.stdout), told) {
			t.Errorf("it was not told what is in the way:\n%s", r.stdout)
		}
		if _, err := tb.game.WaitWon(t.Context()); err != nil {
			t.Error(err)
		}
	})
	// A program that comes in the midst of it, at a pace at which that can be.
	t.Run("in the midst", func(t *testing.T) {
		tb := w.open(t, practice.Options{Size: 8, Seed: 6})
		c := join(t, d)
		grabbed := make(chan time.Time, 1)
		tb.after(4, func() { c.grab(); grabbed <- time.Now() })
		process, wait := start(t, d, "play", "--pace", unhurried)
		made := <-grabbed
		time.Sleep(time.Second)
		// One may be under way.
		if to, page := c.pressed(), tb.pressesSince(made); to+page > 1 {
			t.Errorf("%d presses on the program that holds the mouse, %d more on the page", to, page)
			_ = process.Signal(os.Interrupt)
		}
		c.free()
		wait().want(t, exit.OK, "")
		tb.won()
	})
}

// Keys by their symbols.
const (
	keyEscape xproto.Keysym = 0xff1b
	keyF5     xproto.Keysym = 0xffc2
)

// strike types a key.
func (c *client) strike(key xproto.Keysym) {
	c.t.Helper()
	s := xproto.Setup(c.conn)
	m, err := xproto.GetKeyboardMapping(c.conn, s.MinKeycode, byte(s.MaxKeycode-s.MinKeycode)+1).Reply()
	if err != nil {
		c.t.Fatal(err)
	}
	for i, k := range m.Keysyms {
		if k == key {
			code := byte(s.MinKeycode) + byte(i/int(m.KeysymsPerKeycode))
			c.fake(xproto.KeyPress, code, image.Point{})
			c.fake(xproto.KeyRelease, code, image.Point{})
			return
		}
	}
	c.t.Fatalf("the keyboard has no key %#x", key)
}
