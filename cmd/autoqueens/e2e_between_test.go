//go:build linux && cgo

package main

import (
	"bytes"
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
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/x11"
)

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
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, desk.BrowserOptions{}).open(t, practice.Options{Size: 8, Seed: 21})
	d := tb.desk
	run := runner(t, d)
	run("calibrate").want(t, exit.OK, "")

	// Nothing is clicked between boards while no button is known.
	r := run("play", "--json", "--repeat", "1", "--timeout", "6s")
	if r.status != exit.NoBoard && r.status != exit.Uncertain { // what the card leaves of the board may look like one
		t.Fatalf("status %d\n%s", r.status, r.stderr)
	}
	next := tb.card()
	if a, b := tb.beside(); a+b > 0 {
		t.Fatalf("%d clicks on the button and %d elsewhere, before it was calibrated", a, b)
	}

	r = run("calibrate", "--start-button", fmt.Sprintf("%d,%d", next.X, next.Y))
	r.want(t, exit.OK, "")
	if a, b := tb.beside(); a+b > 0 {
		t.Fatal("calibrating clicked")
	}
	r = run("calibrate", "--check")
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "is in sight now") {
		t.Errorf("--check does not see the button:\n%s", r.stdout)
	}

	// The page shows a result of an earlier run. What is left of that board in
	// sight was not won by this one, and may still have to be played, so the button
	// is the person's to click.
	r = run("play", "--json", "--repeat", "1", "--timeout", "4s")
	r.want(t, exit.Uncertain, "")
	if a, b := tb.beside(); a+b > 0 {
		t.Errorf("%d clicks on the button and %d elsewhere, though a board was in sight", a, b)
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
	r.want(t, exit.Stopped, "")
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

// TestStartPage begins a visit on the page with the Start button, while the mouse
// is still being moved, and goes on over the button of the result card.
func TestStartPage(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, desk.BrowserOptions{})
	d := w.desk
	splash := func(seed uint64) *table {
		t.Helper()
		return w.visit(t, practice.Options{Size: 8, Seed: seed})
	}
	run := runner(t, d)
	// A page that comes up below a pointer in the middle of the screen, which the button is as
	// well, can take it to be there long after it has moved on a busy machine.
	nudge(t, d, 200, 900)
	tb := splash(31)
	begin := buttonOf(t, d, startColor)
	run("calibrate", "--region", "300,150,840,840").want(t, exit.OK, "")
	run("calibrate", "--start-button", fmt.Sprintf("%d,%d", begin.X, begin.Y)).want(t, exit.OK, "")
	if n := tb.presses(); n > 0 {
		t.Fatalf("calibrating pressed the mouse %d times", n)
	}

	_, wait := start(t, d, "daily", "--game", "queens", "--timeout", "90s")
	for i, moved := 0, time.Now(); i < 30 && time.Since(moved) < 500*time.Millisecond; i++ {
		if n := tb.presses(); n > 0 {
			t.Fatal("it clicked while the mouse was being moved")
		}
		moved = time.Now() // on a busy machine it may take this for the end of it
		nudge(t, d, 200+10*i, 900)
		time.Sleep(50 * time.Millisecond)
	}
	r := wait()
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "Won 8 x 8") {
		t.Errorf("daily says %q", r.stdout)
	}
	if on := tb.targets(); on != "start" {
		t.Errorf("clicks beside the board on %q", on)
	}

	next := tb.card()
	still(t, d)
	r = run("calibrate", "--start-button", fmt.Sprintf("%d,%d", next.X, next.Y))
	r.want(t, exit.OK, "")
	if !strings.Contains(r.stdout, "knows 2 of them") {
		t.Errorf("calibrate says\n%s", r.stdout)
	}
	r = run("calibrate", "--check")
	r.want(t, exit.OK, "")
	for _, words := range []string{
		fmt.Sprintf("%d,%d is not in sight now", begin.X, begin.Y), fmt.Sprintf("%d,%d is in sight now", next.X, next.Y),
	} {
		if !strings.Contains(r.stdout, words) {
			t.Errorf("--check does not say %q:\n%s", words, r.stdout)
		}
	}
	tb.game.Close()

	tb = splash(32)
	still(t, d)
	tape := t.TempDir()
	r = run("play", "--json", "--repeat", "1", "--timeout", "30s", "--record", tape)
	r.want(t, exit.OK, "")
	if got, want := r.kinds(), "opened seen solved clicked verified done opened seen solved clicked verified done"; got != want {
		t.Errorf("events %s", got)
	}
	if on := tb.targets(); on != "start next" {
		t.Errorf("clicks beside the board on %q", on)
	}
	runHere(t, "replay", tape).want(t, exit.OK, "")
}

// TestDailyButtons plays two games of the day by the button of each: that of a start page,
// and that of the result card, which leads on to the other game. Neither is pressed again.
func TestDailyButtons(t *testing.T) {
	t.Parallel()
	w := shareWindow(t, desk.Openbox, bare)
	d := w.desk
	splash := func(seed uint64) *table {
		t.Helper()
		return w.visit(t, practice.Options{Size: 8, Seed: seed, Deal: func(number int) practice.Deal {
			return practice.Deal{Game: []string{"queens", "tango"}[number%2]}
		}})
	}
	run := func(args ...string) ran {
		t.Helper()
		_, wait := start(t, d, args...)
		r := wait()
		r.want(t, exit.OK, "")
		return r
	}
	show := func(game string, at image.Point) {
		t.Helper()
		r := run("calibrate", "--start-button", fmt.Sprintf("%d,%d", at.X, at.Y), "--game", game)
		if !strings.Contains(r.stdout, "come to a board of "+game) {
			t.Errorf("calibrate says\n%s", r.stdout)
		}
	}
	tb := splash(31)
	begin := buttonOf(t, d, startColor)
	run("calibrate", "--region", "300,150,840,840")
	show("queens", begin)
	nudge(t, d, 200, 900) // off the button, which looks otherwise below the mouse
	run("play", "--timeout", "20s")
	next := tb.card()
	still(t, d)
	show("tango", next)
	tb.game.Close()

	tb = splash(32)
	still(t, d)
	r := run("daily", "--timeout", "30s", "--game", "tango,queens")
	if lines := strings.Split(strings.TrimSpace(r.stdout), "\n"); len(lines) != 3 ||
		!strings.HasPrefix(lines[0], "Queens: won 8 x 8") || !strings.HasPrefix(lines[1], "Tango: won 6 x 6") || !strings.HasPrefix(lines[2], "2 of 2 games of the day done") {
		t.Errorf("it says\n%s", r.stdout)
	}
	if on := tb.targets(); on != "start next" {
		t.Errorf("clicks beside the board on %q", on)
	}
}

// TestStartGame begins a visit on a start page of one colour, which shows a small
// board as an ornament.
func TestStartGame(t *testing.T) {
	t.Parallel()
	tb := shareWindow(t, desk.Openbox, bare).visit(t, practice.Options{Size: 7, Seed: 5, Visit: practice.Visit{StartPage: time.Hour, StartBoard: true}})
	d := tb.desk
	begin := buttonOf(t, d, [4]byte{0xff, 0xff, 0xff})
	for _, args := range [][]string{
		{"calibrate", "--region", "300,150,840,840"},
		{"calibrate", "--start-button", fmt.Sprintf("%d,%d", begin.X, begin.Y)},
	} {
		_, wait := start(t, d, args...)
		r := wait()
		r.want(t, exit.OK, "")
	}
	_, wait := start(t, d, "play", "--json", "--timeout", "30s")
	r := wait()
	r.want(t, exit.OK, "")
	if got, want := r.kinds(), "opened seen solved clicked verified done"; got != want {
		t.Errorf("events %s", got)
	}
	if on := tb.targets(); on != "begin-start" {
		t.Errorf("clicks beside the board on %q", on)
	}
}

// targets names what was pressed beside the board.
func (tb *table) targets() string {
	var on []string
	for _, e := range tb.game.Log() {
		if e.Kind == practice.Down && e.Cell < 0 {
			on = append(on, e.Target)
		}
	}
	return strings.Join(on, " ")
}

// startColor is the colour of the Start button of the practice game.
var startColor = [4]byte{0x40, 0x3d, 0x3a}

// buttonOf waits until nothing moves on the screen, and returns the middle of the
// one button of a colour. The page does not tell where that is.
func buttonOf(t *testing.T, d *desk.Desk, color [4]byte) image.Point {
	t.Helper()
	within := image.Rect(420, 300, 1020, 1000) // the page below its bar
	var shape image.Rectangle                  // of the button's own colour
	for i, p := range still(t, d) {
		if at := image.Pt(i%deskSize.X, i/deskSize.X); p == color && at.In(within) {
			shape = shape.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	if shape.Dx() < 100 || shape.Dy() > 60 {
		t.Fatalf("there is no such button on the screen; what has its colour is at %v", shape)
	}
	return shape.Min.Add(shape.Size().Div(2))
}

// still waits until nothing moves on the screen, and returns its pixels: blue,
// green, red, nothing.
func still(t *testing.T, d *desk.Desk) [][4]byte {
	t.Helper()
	conn, err := xgb.NewConnDisplay(d.Display())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	screen := xproto.Setup(conn).DefaultScreen(conn)
	var last []byte
	for same := 0; same < 5; time.Sleep(200 * time.Millisecond) {
		img, err := xproto.GetImage(conn, xproto.ImageFormatZPixmap, xproto.Drawable(screen.Root), 0, 0,
			screen.WidthInPixels, screen.HeightInPixels, ^uint32(0)).Reply()
		switch {
		case err != nil:
			t.Fatal(err)
		case t.Context().Err() != nil:
			t.Fatal("the screen never stands still")
		case bytes.Equal(img.Data, last):
			same++
		default:
			same, last = 0, img.Data
		}
	}
	var pixels [][4]byte
	for p := last; len(p) >= 4; p = p[4:] {
		pixels = append(pixels, [4]byte{p[0], p[1], p[2]})
	}
	return pixels
}
