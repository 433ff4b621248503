//go:build linux && cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/internal/wayland/waylandtest"
	"autoqueens/internal/workshop/testneeds"
)

// TestWaylandPlay plays in a Wayland session: Chromium as its client, and Sway as its
// compositor, by the protocols of wlroots, on monitors of several scales that lie and are
// turned as people have them.
func TestWaylandPlay(t *testing.T) {
	t.Parallel()
	beside := desk.Monitor{Size: image.Pt(640, 480)}
	for _, tt := range []struct {
		name    string
		desktop desk.WaylandOptions
	}{
		{"one monitor", desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1440, 1100)}}}},
		{"the second of two, sharper and lower", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1920, 1600), At: image.Pt(640, 150), Scale: 2}}}},
		{"scaled by 1.25", desk.WaylandOptions{Monitors: []desk.Monitor{
			{Size: image.Pt(1500, 1200), Scale: 1.25}, {Size: image.Pt(640, 480), At: image.Pt(1200, 0)}}}},
		{"scaled by 1.5", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1920, 1500), At: image.Pt(640, 40), Scale: 1.5}}}},
		{"scaled by 1.5 and turned", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1600, 1200), At: image.Pt(640, 0), Scale: 1.5, Turn: 90}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newCompositor(t, tt.desktop)
			tb := open(t, d, practice.Options{Size: 8, Seed: 5, AutoStart: true}, bare).ready()
			asked := tb.game.State()
			// The page is ready a moment before the window shows it; this one waits.
			_, wait := start(t, d, "calibrate")
			r := wait()
			r.want(t, exit.OK, "")
			if !strings.Contains(r.stdout, "Unchecked") || !strings.Contains(r.stdout, "Saved") {
				t.Errorf("calibrate says:\n%s", r.stdout)
			}
			_, wait = start(t, d, "calibrate", "--point")
			wait().want(t, exit.Failed, "does not tell where the mouse is")
			_, wait = start(t, d, "play", "--json")
			r = wait()
			r.want(t, exit.OK, "")
			result := tb.won()
			t.Logf("won in %v by the game's clock, %d clicks", result.Clock, result.Clicks)
			for _, e := range tb.game.Log() {
				if e.Kind == practice.Down && e.Cell >= 0 && asked.Solution[e.Cell/asked.Board.Size] != e.Cell%asked.Board.Size {
					t.Errorf("a click on cell %d, where no queen belongs", e.Cell)
				}
			}
			_, wait = start(t, d, "doctor")
			if r := wait(); r.status != exit.OK || !strings.Contains(r.stdout, "(wlroots)") {
				t.Errorf("doctor says, with status %d:\n%s", r.status, r.stdout)
			}
		})
	}
}

// TestWaylandDemo: the demo plays in the person's own session where it can click there, and
// makes no display of its own. The times of its second board begin anew.
func TestWaylandDemo(t *testing.T) {
	t.Parallel()
	d := newCompositor(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1440, 1100)}}})
	_, wait := start(t, d, "demo", "--size", "7", "--seed", "1", "--runs", "2", "--out", t.TempDir(), "--verbose")
	r := wait()
	if r.status != exit.OK || strings.Count(r.stdout, "the game says: won") != 2 || strings.Contains(r.stdout, "after -") || strings.Contains(r.stderr, "virtual display") {
		t.Errorf("status %d:\n%s%s", r.status, r.stdout, r.stderr)
	}
}

// TestWaylandTroubled plays the pages that misbehave, with AUTOQUEENS_E2E=all each of them.
func TestWaylandTroubled(t *testing.T) {
	t.Parallel()
	few := []string{"a pop-up", "the board moves"}
	w := shareWindow(t, desk.Sway, bare)
	for _, tt := range troubled() {
		if os.Getenv("AUTOQUEENS_E2E") == "all" || slices.Contains(few, tt.name) {
			t.Run(tt.name, func(t *testing.T) { tt.play(t, w) })
		}
	}
}

// TestWaylandTaken: in the middle of a board the person moves the mouse or presses a key,
// another window comes up, the screen is locked, the window is moved, the page is loaded again
// or covered, the browser is closed, or Ctrl-C is pressed.
func TestWaylandTaken(t *testing.T) {
	t.Parallel()
	needs(t, "swaylock", "grim")
	w := shareWindow(t, desk.Sway, bare)
	d := w.desk
	socket := waylandtest.Socket(d)
	person := waylandtest.NewPersonAt(t, socket)
	locks := func(t *testing.T) func() {
		w, err := waylandtest.Lock(socket)
		if err != nil {
			t.Error(err)
			return func() {}
		}
		return func() {
			if n := w.Pressed(); n > 1 { // one that was under way
				t.Errorf("what locks the screen was clicked %d times", n)
			}
			w.Close()
		}
	}
	const moved = "the window is moved"
	for _, tt := range []struct {
		name    string
		page    practice.Trouble
		happens func(t *testing.T, tb *table, process *os.Process) error // nil where it is the page's doing
		status  exit.Status
		words   string
		further int // clicks that may be made after it
	}{
		{"the mouse is moved", practice.Trouble{}, func(*testing.T, *table, *os.Process) error { return person.Move(-30, 40) }, exit.Stopped, "still missing", 1},
		{"a key is pressed", practice.Trouble{}, func(*testing.T, *table, *os.Process) error { return person.Key() }, exit.Stopped, "still missing", 1},
		{"a window comes and goes", practice.Trouble{}, func(t *testing.T, tb *table, _ *os.Process) error {
			w := waylandtest.OpenWindowAt(t, socket, "other", waylandtest.Plain(0x203040))
			time.Sleep(800 * time.Millisecond)
			if clicks, _ := w.Clicks(t); len(clicks) > 0 {
				t.Errorf("the other window got %v", clicks)
			}
			w.Close()
			return nil
		}, exit.OK, "", 100},
		{"a window stays", practice.Trouble{}, func(t *testing.T, tb *table, _ *os.Process) error {
			w := waylandtest.OpenWindowAt(t, socket, "other", waylandtest.Plain(0x203040))
			t.Cleanup(func() {
				if clicks, _ := w.Clicks(t); len(clicks) > 0 {
					t.Errorf("the other window got %v", clicks)
				}
				w.Close()
			})
			return nil
		}, exit.Unverified, "", 1},
		{"the screen is locked for a second", practice.Trouble{}, func(t *testing.T, _ *table, _ *os.Process) error {
			unlock := locks(t)
			time.Sleep(time.Second)
			unlock()
			return nil
		}, exit.OK, "", 100},
		{"the screen stays locked", practice.Trouble{}, func(t *testing.T, _ *table, _ *os.Process) error {
			t.Cleanup(locks(t))
			return nil
		}, exit.Unverified, "", 1},
		{"swaylock for a second", practice.Trouble{}, func(t *testing.T, tb *table, _ *os.Process) error {
			cmd := exec.Command("swaylock", "--color", "203040")
			cmd.Env = d.Env()
			if err := cmd.Start(); err != nil {
				return err
			}
			for deadline := time.Now().Add(10 * time.Second); !shows(t, d, 0x20, 0x30, 0x40); {
				if time.Now().After(deadline) {
					return errors.Join(errors.New("the screen was not locked"), cmd.Process.Kill(), cmd.Wait())
				}
			}
			shut := tb.presses()
			time.Sleep(700 * time.Millisecond)
			if n := tb.presses() - shut; n > 0 {
				t.Errorf("%d clicks on a screen that was locked", n)
			}
			err := cmd.Process.Signal(unix.SIGUSR1) // unlocks it
			return errors.Join(err, cmd.Wait())
		}, exit.OK, "", 100},
		{"the page is loaded again", practice.Trouble{ReloadAt: time.Second}, nil, exit.OK, "", 100},
		{"a pop-up stays", practice.Trouble{CoverAfter: 3}, nil, exit.Unverified, "what is around it stayed", 100},
		{"Ctrl-C", practice.Trouble{}, func(_ *testing.T, _ *table, p *os.Process) error { return p.Signal(os.Interrupt) }, exit.Stopped, "Ctrl-C", 1},
		{moved, practice.Trouble{}, func(t *testing.T, _ *table, _ *os.Process) error {
			return d.Tell(t.Context(), "[app_id=.*] floating enable, move position 150 px 60 px")
		}, exit.OK, "", 100},
		{"the browser is killed", practice.Trouble{}, func(_ *testing.T, tb *table, _ *os.Process) error { tb.browser.Kill(); return nil }, exit.Unverified, "", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := w.open(t, practice.Options{Size: 11, Seed: 1, Trouble: tt.page})
			at := make(chan int, 1)
			var process *os.Process
			began := make(chan struct{})
			tb.after(3, func() {
				<-began
				defer func() { at <- tb.presses() }() // where it fails too
				if tt.happens == nil {
					return
				}
				if err := tt.happens(t, tb, process); err != nil {
					t.Error(err)
				}
			})
			pace := "200ms"
			if tt.status != exit.OK { // else it is played to its end
				pace = unhurried
			}
			process, wait := start(t, d, "play", "--json", "--pace", pace)
			close(began)
			r := wait()
			presses := tb.presses()
			select {
			case before := <-at:
				if presses-before > tt.further {
					t.Errorf("%d clicks after it", presses-before)
				}
			case <-time.After(15 * time.Second):
				t.Error("it did not happen")
			}
			r.want(t, tt.status, tt.words)
			switch {
			case tt.name == moved:
				tb.wonWith(1) // a click was under way to where the board had been
			case tt.status == exit.OK:
				tb.won()
			}
		})
	}
}

// shows tells whether a Wayland desk has one colour in its corner.
func shows(t *testing.T, d *desk.Desk, rgb ...byte) bool {
	t.Helper()
	cmd := exec.Command("grim", "-g", "0,0 1x1", "-t", "ppm", "-")
	cmd.Env = d.Env()
	picture, err := cmd.Output()
	if err != nil {
		t.Error(err)
	}
	return bytes.HasSuffix(picture, rgb)
}

// TestWaylandBoards plays as many boards in a row as AUTOQUEENS_SWAY_BOARDS says, and counts.
func TestWaylandBoards(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("AUTOQUEENS_SWAY_BOARDS"))
	if err != nil {
		t.Skip("AUTOQUEENS_SWAY_BOARDS does not say how many")
	}
	d := newCompositor(t, desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1440, 1100)}}})
	won, stopped := 0, 0
	for played := 0; played < n; {
		batch := min(50, n-played) // each in a browser of its own
		tb := open(t, d, practice.Options{Size: 7 + played/50%5, Seed: uint64(1000 + played), AutoStart: true, AutoNext: 3 * time.Second}, desk.BrowserOptions{}).ready()
		_, wait := start(t, d, "play", "--json", "--timeout", "60s", "--repeat", strconv.Itoa(batch-1))
		r := wait()
		for _, e := range r.events {
			if e.Kind == player.Done {
				won++
				played++
			}
		}
		if r.status != exit.OK {
			played++
			if r.status == exit.Stopped {
				stopped++
			}
			t.Logf("board %d: status %d: %s", played, r.status, r.stderr)
		}
		for _, e := range tb.game.Log() {
			if e.Kind == practice.Down && e.Cell < 0 {
				t.Errorf("a click beside the board, on %s", e.Target)
			}
		}
		tb.browser.Close()
		t.Logf("%d of %d won, %d stopped by itself", won, played, stopped)
	}
	if won < n || stopped > 0 {
		t.Errorf("%d of %d won, %d stopped by itself", won, n, stopped)
	}
}

// newCompositor starts a Wayland desk without the portal for a test.
func newCompositor(t *testing.T, o desk.WaylandOptions) *desk.Desk {
	t.Helper()
	d := startCompositor(t.Context(), t, o)
	t.Cleanup(func() { d.Close() })
	return d
}

// startCompositor starts such a session, which the caller closes.
func startCompositor(ctx context.Context, t *testing.T, o desk.WaylandOptions) *desk.Desk {
	t.Helper()
	needs(t, "chromium", "sway")
	o.NoPortal = true
	d, err := desk.StartWayland(ctx, o)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWaylandPortal reads boards in a Wayland session through the real desktop portal,
// which is asked for pictures.
func TestWaylandPortal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		desktop desk.WaylandOptions
		picture image.Point     // pixels: the size of the picture of all monitors
		board   image.Rectangle // where on it the board has to be
	}{
		{"the second of two, which begins lower", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{
			{Size: image.Pt(800, 600)}, {Size: image.Pt(1280, 1000), At: image.Pt(800, 200)}}},
			image.Pt(2080, 1200), image.Rect(800, 200, 2080, 1200)},
		// The picture is as sharp as the sharpest, and the others are enlarged.
		{"the sharper one of two", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{
			{Size: image.Pt(640, 480)}, {Size: image.Pt(1920, 1600), At: image.Pt(640, 0), Scale: 2}}},
			image.Pt(3200, 1600), image.Rect(1280, 0, 3200, 1600)},
		{"the plain one beside a sharper one", desk.WaylandOptions{Monitors: []desk.Monitor{
			{Size: image.Pt(1280, 1000)}, {Size: image.Pt(800, 600), At: image.Pt(1280, 0), Scale: 2}}},
			image.Pt(3360, 2000), image.Rect(0, 0, 2560, 2000)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newWayland(t, tt.desktop)
			tb := open(t, d, practice.Options{Size: 8, Seed: 4, AutoStart: true}, bare).ready()
			truth := tb.game.State().Board.RegionRows()
			run := runner(t, d)

			// The page is ready a moment before the window shows it; this one waits.
			r := run("play", "--dry-run", "--json", "--capture", "portal")
			r.want(t, exit.OK, "")
			if bounds := r.events[0].Bounds.Image(); !bounds.In(tt.board) {
				t.Errorf("the board was seen at %v, which is not in %v", bounds, tt.board)
			}

			r = run("dump", "--json", "--capture", "portal")
			r.want(t, exit.OK, "")
			var line struct{ Board struct{ Regions []string } }
			if err := json.Unmarshal([]byte(r.stdout), &line); err != nil {
				t.Fatalf("%v: %s", err, r.stdout)
			}
			if got, want := strings.Join(line.Board.Regions, "\n"), strings.Join(truth, "\n"); got != want {
				t.Errorf("the board is\n%s, want\n%s", got, want)
			}
			// Off the picture by a pixel, it is told how large the picture is.
			run("dump", "--capture", "portal", "--region", place.Words(image.Rectangle{Max: tt.picture.Add(image.Pt(1, 0))})).
				want(t, exit.Failed, "the desktop is "+place.Words(image.Rectangle{Max: tt.picture}))
			if _, err := os.Stat(portalFile); err == nil {
				t.Errorf("%s was left behind", portalFile)
			}

			run("hint", "--capture", "portal").want(t, exit.OK, "")
			if n := tb.presses(); n != 0 {
				t.Errorf("%d clicks, and only looks were asked for", n)
			}
		})
	}
}

// portalFile is where the portal of wlroots' compositors leaves each picture.
const portalFile = "/tmp/out.png"

// newWayland starts a Wayland desk for a test.
func newWayland(t *testing.T, o desk.WaylandOptions) *desk.Desk {
	t.Helper()
	needs(t, "chromium")
	if err := desk.CheckWayland(); err != nil {
		testneeds.Met(t, err)
	}
	// Two portals must not write it at once, nor over somebody's own file.
	lock, err := os.Open(filepath.Dir(portalFile))
	if err == nil {
		err = unix.Flock(int(lock.Fd()), unix.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lock.Close() })
	if _, err := os.Stat(portalFile); err == nil {
		t.Skip(portalFile + " is in the way: the portal would write over it")
	}
	d, err := desk.StartWayland(t.Context(), o)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
