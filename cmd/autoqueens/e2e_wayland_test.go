//go:build linux && cgo

package main

import (
	"encoding/json"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/place"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/testneeds"
)

// TestWayland reads boards in a Wayland session: Chromium as its client, Sway
// as its compositor, and the real desktop portal that is asked for pictures.
// Nothing can be clicked there, and everything that would click says so.
func TestWayland(t *testing.T) {
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
			tb := open(t, d, practice.Options{Size: 8, Seed: 4, AutoStart: true}, desk.BrowserOptions{}).ready()
			truth := tb.game.State().Board.RegionRows()
			run := func(args ...string) ran {
				t.Helper()
				_, wait := start(t, d, args...)
				return wait()
			}
			if os.Getenv("ZZ") != "" {
				r := run("play", "--verbose")
				t.Log(r.stdout, r.stderr)
				r = run("doctor", "--verbose")
				t.Log(r.stdout, r.stderr)
				return
			}

			// The page is ready a moment before the window shows it; this one waits.
			r := run("play", "--dry-run", "--json")
			r.want(t, exit.OK, "")
			if bounds := r.events[0].Bounds.Image(); !bounds.In(tt.board) {
				t.Errorf("the board was seen at %v, which is not in %v", bounds, tt.board)
			}

			r = run("dump", "--json")
			r.want(t, exit.OK, "")
			var line struct{ Board struct{ Regions []string } }
			if err := json.Unmarshal([]byte(r.stdout), &line); err != nil {
				t.Fatalf("%v: %s", err, r.stdout)
			}
			if got, want := strings.Join(line.Board.Regions, "\n"), strings.Join(truth, "\n"); got != want {
				t.Errorf("the board is\n%s, want\n%s", got, want)
			}
			// Off the picture by a pixel, it is told how large the picture is.
			run("dump", "--region", place.Words(image.Rectangle{Max: tt.picture.Add(image.Pt(1, 0))})).
				want(t, exit.Failed, "the desktop is "+place.Words(image.Rectangle{Max: tt.picture}))
			if _, err := os.Stat(portalFile); err == nil {
				t.Errorf("%s was left behind", portalFile)
			}

			run("hint").want(t, exit.OK, "")
			r = run("doctor")
			r.want(t, exit.NoAccess, "may not use the mouse")
			for _, args := range [][]string{{"play"}, {"calibrate"}} {
				run(args...).want(t, exit.NoAccess, "may not use the mouse")
			}
			if n := tb.presses(); n != 0 {
				t.Errorf("%d clicks in a session without a mouse", n)
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
