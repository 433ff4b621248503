//go:build linux && cgo

package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"

	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
	"autoqueens/internal/practice"
	"autoqueens/internal/x11"
)

// homeOf gives the test a home of its own, where profiles are kept.
func homeOf(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

// card waits until the result card shows the button of the next board, and
// returns its middle on the screen.
func (tb *table) card() image.Point {
	tb.t.Helper()
	ctx, cancel := context.WithTimeout(tb.t.Context(), 20*time.Second)
	defer cancel()
	if err := tb.game.WaitPhase(ctx, practice.Finished); err != nil {
		tb.t.Fatalf("no result card: %v", err)
	}
	g := tb.game.State().Geometry
	if g.Next == nil {
		tb.t.Fatal("the result card has no button for the next board")
	}
	x, y := g.Origin(1)
	return image.Pt(int(x+(g.Next.X+g.Next.Width/2)*g.DPR), int(y+(g.Next.Y+g.Next.Height/2)*g.DPR))
}

// beside counts the presses beside the board: those on the button of the next
// board, and all others.
func (tb *table) beside() (next, other int) {
	for _, e := range tb.game.Log() {
		switch {
		case e.Kind != practice.Down || e.Cell >= 0:
		case e.Target == "next":
			next++
		default:
			other++
		}
	}
	return next, other
}

// TestStartButton goes from board to board by the button of the result card:
// not at all before it was calibrated, and afterwards by nothing but that.
func TestStartButton(t *testing.T) {
	homeOf(t)
	d := newDesk(t, desk.Openbox)
	tb := open(t, d, practice.Options{Size: 8, Seed: 21, AutoStart: true}, desk.BrowserOptions{}).ready()
	run := func(args ...string) ran {
		t.Helper()
		_, wait := start(t, d, args...)
		return wait()
	}
	run("calibrate").want(t, fault.OK, "")

	// Nothing is clicked between boards while no button is known.
	r := run("play", "--json", "--repeat", "1", "--timeout", "6s")
	if r.status != fault.NoBoard && r.status != fault.Uncertain { // what the card leaves of the board may look like one
		t.Fatalf("status %d\n%s", r.status, r.stderr)
	}
	next := tb.card()
	if a, b := tb.beside(); a+b > 0 {
		t.Fatalf("%d clicks on the button and %d elsewhere, before it was calibrated", a, b)
	}

	r = run("calibrate", "--start-button", fmt.Sprintf("%d,%d", next.X, next.Y))
	r.want(t, fault.OK, "")
	if a, b := tb.beside(); a+b > 0 {
		t.Fatal("calibrating clicked")
	}
	r = run("calibrate", "--check")
	r.want(t, fault.OK, "")
	if !strings.Contains(r.stdout, "is in sight now") {
		t.Errorf("--check does not see the button:\n%s", r.stdout)
	}

	// The page shows a result of an earlier run: that board was not won by this
	// one, so the button is the person's to click.
	r = run("play", "--json", "--repeat", "1", "--timeout", "4s")
	if r.status == fault.OK {
		t.Error("a board was played that was not there")
	}
	if a, b := tb.beside(); a+b > 0 {
		t.Errorf("%d clicks on the button and %d elsewhere, though no board was won before", a, b)
	}

	process, wait := start(t, d, "play", "--json", "--watch")
	tb.press(next)
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	won := 0
	for ; won < 4 && ctx.Err() == nil; won++ {
		if _, err := tb.game.WaitWon(ctx); err != nil {
			t.Errorf("after %d boards: %v", won, err)
		}
	}
	_ = process.Signal(os.Interrupt)
	r = wait()
	r.want(t, fault.Stopped, "")
	// The person's click is one of them.
	if a, b := tb.beside(); a < 3 || a > 4 || b > 0 {
		t.Errorf("%d clicks on the button and %d elsewhere, for 3 further boards", a, b)
	}
	t.Log(r.kinds())
}

// press clicks as a person at the mouse would.
func (tb *table) press(at image.Point) {
	tb.t.Helper()
	conn, err := xgb.NewConnDisplay(tb.desk.Display())
	if err != nil {
		tb.t.Fatal(err)
	}
	defer conn.Close()
	if err := x11.Extend(conn); err != nil {
		tb.t.Fatal(err)
	}
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	for _, kind := range []byte{xproto.MotionNotify, xproto.ButtonPress, xproto.ButtonRelease} {
		button := byte(1)
		if kind == xproto.MotionNotify {
			button = 0
		}
		if err := xtest.FakeInputChecked(conn, kind, button, 0, root, int16(at.X), int16(at.Y), 0).Check(); err != nil {
			tb.t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
