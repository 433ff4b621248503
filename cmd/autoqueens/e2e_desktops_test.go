//go:build linux && cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/desktops"
	"autoqueens/internal/workshop/testneeds"
)

// The desktops of the folder that AUTOQUEENS_DESKTOPS names; see make desktops.
// AUTOQUEENS_DESKTOP_BOARDS says how many boards are played under each, 10 unless told.

// desktop is a running GNOME, KDE or Sway with a person at it.
type desktop struct {
	*desktops.Desktop
	t *testing.T
}

// startDesktop starts a desktop.
func startDesktop(t *testing.T, kind string, o desktops.Options) *desktop {
	t.Helper()
	needs(t, "chromium", "Xvfb")
	d, err := desktops.Start(t.Context(), kind, o)
	if errors.Is(err, desktops.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() { // what was seen goes with the desktop
			kept := os.DirFS(filepath.Join(d.Variable("XDG_STATE_HOME"), "autoqueens", "failures"))
			if err := os.CopyFS(filepath.Join(t.ArtifactDir(), "failures"), kept); err != nil {
				t.Log(err)
			}
		}
		d.Close()
	})
	return &desktop{d, t}
}

// introduce has the desktop ask its questions once, and the person answer them.
func (d *desktop) introduce() {
	d.t.Helper()
	_, silently := start(d.t, d.Desk, "doctor")
	if r := silently(); r.status != exit.OK || !strings.Contains(r.stdout, "pictures will come by ") || !strings.Contains(r.stdout, "it will be used by portal") {
		d.t.Errorf("doctor: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	process, wait := start(d.t, d.Desk, "doctor", "--ask")
	d.t.Cleanup(func() {
		if d.t.Failed() {
			_ = process.Kill()
			r := wait()
			d.t.Logf("doctor: status %d\n%s%s", r.status, r.stdout, r.stderr)
		}
	})
	for _, answer := range []func(context.Context) error{d.LetSee, d.LetClick} {
		if err := answer(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
	}
	r := wait()
	if r.status != exit.OK || !strings.Contains(r.stdout, "pictures come by ") || !strings.Contains(r.stdout, "it is used by portal, the first way that serves here: ") {
		d.t.Fatalf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	d.t.Logf("%s", r.stdout)
	if info, err := os.Stat(d.token()); err != nil || info.Mode().Perm() != 0o600 {
		d.t.Errorf("the token: %v, %v", info, err)
	}
}

// boards returns how many boards a test plays under each desktop.
func boards(t *testing.T) int { return testneeds.Count(t, "AUTOQUEENS_DESKTOP_BOARDS", 10) }

// TestDesktops plays under the real GNOME, KDE and Sway: the desktop's questions are answered
// by the person, once, and each board is won after that without another. Then the person
// takes over in the middle of as many.
func TestDesktops(t *testing.T) {
	for _, kind := range desktops.Kinds {
		t.Run(kind, func(t *testing.T) {
			d := startDesktop(t, kind, desktops.Options{})
			if kind != desk.Sway {
				d.introduce()
			}
			won, stopped, n := 0, 0, boards(t)
			var clocks []time.Duration
			for i := range n {
				if t.Run(fmt.Sprintf("board %d", i+1), func(t *testing.T) { clocks = append(clocks, d.win(t, i)) }) {
					won++
				}
			}
			for i := range n {
				if t.Run(fmt.Sprintf("person %d", i+1), func(t *testing.T) { d.takeOver(t, i) }) {
					stopped++
				}
			}
			slices.Sort(clocks)
			if len(clocks) > 0 {
				t.Logf("%s: %d of %d won, by the game's clock in %v median, %v at most", kind, won, n, clocks[len(clocks)/2], clocks[len(clocks)-1])
			}
			t.Logf("%s: %d of %d stopped by the person, after one further click at most", kind, stopped, n)
		})
	}
}

// TestDesktopsMonitors plays on each of two monitors of the real GNOME and KDE, at scales that are
// fractions, too. Both are shared. Those of GNOME have scales of their own, those of KDE, which does not tell
// where they lie, are alike.
func TestDesktopsMonitors(t *testing.T) {
	t.Run(desk.GNOME, func(t *testing.T) {
		d := startDesktop(t, desk.GNOME, desktops.Options{More: []image.Point{desktops.Second}})
		d.introduce()
		for i, scales := range [][2]float64{{1, 1}, {1.25, 1}, {1.5, 1.25}, {1, 1.5}, {1.75, 1.25}} {
			left, right := points(desktops.Size, scales[0]), points(desktops.Second, scales[1])
			for j, middle := range []image.Point{left.Div(2), image.Pt(left.X, 0).Add(right.Div(2))} {
				t.Run(fmt.Sprintf("%g and %g, on the %d.", scales[0], scales[1], j+1), func(t *testing.T) {
					if err := d.Scale(scales[:]...); err != nil {
						t.Fatal(err)
					}
					time.Sleep(2 * time.Second) // the desktop arranges its windows and panels anew
					d.winAt(t, middle, 2*i+j)
				})
			}
		}
	})
	for i, scale := range []float64{1, 1.25, 1.5} {
		t.Run(fmt.Sprintf("%s at %g", desk.KDE, scale), func(t *testing.T) {
			d := startDesktop(t, desk.KDE, desktops.Options{Scale: scale, More: []image.Point{desktops.Size}})
			d.introduce()
			each := points(desktops.Size, scale)
			for j, middle := range []image.Point{each.Div(2), image.Pt(each.X, 0).Add(each.Div(2))} {
				t.Run(fmt.Sprintf("on the %d.", j+1), func(t *testing.T) { d.winAt(t, middle, 2*i+j) })
			}
		})
	}
}

// points returns the size in points of a monitor of some pixels.
func points(pixels image.Point, scale float64) image.Point {
	return image.Pt(int(float64(pixels.X)/scale), int(float64(pixels.Y)/scale))
}

// winAt has a board played in a window that comes up at a place, as windows do where the mouse is.
func (d *desktop) winAt(t *testing.T, at image.Point, i int) {
	if err := d.Point(at); err != nil {
		t.Fatal(err)
	}
	d.win(t, i)
}

// win has a board played, and returns how long that took by the game's clock.
func (d *desktop) win(t *testing.T, i int) time.Duration {
	tb := open(t, d.Desk, practice.Options{Size: 5 + i%7, Seed: uint64(i), AutoStart: true}, desk.BrowserOptions{Dark: i%2 == 1}).ready()
	began := time.Now()
	_, wait := start(t, d.Desk, "play", "--json", "--timeout", "60s")
	r := wait()
	if r.status != exit.OK {
		t.Fatalf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if d.Kind != desk.Sway && r.stderr != "" {
		t.Errorf("it was said, though nothing is asked any more: %s", r.stderr)
	}
	result := tb.won()
	t.Logf("won in %v by the game's clock, %v in all, %d clicks", result.Clock, time.Since(began).Round(time.Millisecond), result.Clicks)
	return result.Clock
}

// takeOver has the person move the mouse in the middle of a board.
func (d *desktop) takeOver(t *testing.T, i int) {
	tb := open(t, d.Desk, practice.Options{Size: 11, Seed: uint64(i), AutoStart: true}, desk.BrowserOptions{}).ready()
	var atMove int
	moved := make(chan struct{})
	tb.after(3+i%5, func() {
		for k := range 12 { // for a tenth of a second
			if err := d.Move(3, 0); err != nil {
				t.Error(err)
			}
			if k == 0 {
				atMove = tb.presses()
			}
			time.Sleep(8 * time.Millisecond)
		}
		close(moved)
	})
	// Under Sway a board at full speed is over before the page has told of its clicks.
	_, wait := start(t, d.Desk, "play", "--json", "--pace", "100ms")
	r := wait()
	select {
	case <-moved:
	case <-time.After(10 * time.Second):
		t.Fatalf("it ended before the person came: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if r.status != exit.Stopped || !strings.Contains(r.stderr, "you used the mouse or the keyboard") {
		t.Errorf("status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
	if further := tb.presses() - atMove; further > 1 {
		t.Errorf("%d clicks after the mouse was moved, want 1 at most", further)
	}
}

// token is where the desk's leave is kept.
func (d *desktop) token() string {
	return filepath.Join(d.Variable("XDG_STATE_HOME"), "autoqueens", "remote-desktop.token")
}
