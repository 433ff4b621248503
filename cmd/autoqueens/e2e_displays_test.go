//go:build linux && cgo

package main

import (
	"image"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/place"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/testneeds"
)

// TestPlayMonitors plays on desktops of several monitors in every arrangement:
// the primary one on the right, below, and beside one that begins further down;
// the board on the other monitor; one monitor that leaves out a part of the
// desktop; X screens joined by Xinerama; and real outputs of Xorg, also such that
// pan over more of the desktop than they show, with the board where they come only
// after the pointer.
func TestPlayMonitors(t *testing.T) {
	t.Parallel()
	whole := image.Rect(0, 0, 1640, 1000)
	left, right := image.Rect(0, 0, 640, 1000), image.Rect(640, 0, 1640, 1000)
	for _, tt := range []struct {
		name     string
		monitors []image.Rectangle // the primary first
		joined   []image.Point
		outputs  []desk.Output
		// at is where the window is placed; empty is maximized on the primary.
		at image.Rectangle
		on image.Rectangle // the monitor on which the board has to be
	}{
		{name: "primary right", monitors: []image.Rectangle{right, left}, at: image.Rect(700, 20, 1600, 980), on: right},
		{name: "primary below", monitors: []image.Rectangle{image.Rect(0, 300, 1640, 1000), image.Rect(0, 0, 1640, 300)}, at: image.Rect(200, 305, 1400, 995), on: image.Rect(0, 300, 1640, 1000)},
		{name: "primary lower", monitors: []image.Rectangle{image.Rect(740, 100, 1640, 1000), image.Rect(0, 0, 740, 600)}, at: image.Rect(760, 110, 1620, 990), on: image.Rect(740, 100, 1640, 1000)},
		{name: "on the second", monitors: []image.Rectangle{left, right}, at: image.Rect(700, 40, 1600, 960), on: right},
		{name: "on the second, which lies left", monitors: []image.Rectangle{image.Rect(1000, 0, 1640, 1000), image.Rect(0, 0, 1000, 1000)}, at: image.Rect(20, 10, 960, 960), on: image.Rect(0, 0, 1000, 1000)},
		{name: "a part of the desktop", monitors: []image.Rectangle{image.Rect(220, 130, 1520, 1000)}, at: image.Rect(300, 140, 1400, 990), on: image.Rect(220, 130, 1520, 1000)},
		{name: "joined by Xinerama", joined: []image.Point{{X: 700, Y: 500}}, on: whole},
		{name: "panned over the desktop", at: image.Rect(900, 250, 1630, 990),
			outputs: []desk.Output{{Size: image.Pt(800, 500), Panning: whole}}, on: whole},
		{name: "panned beside another", at: image.Rect(700, 120, 1600, 990),
			outputs: []desk.Output{{Size: image.Pt(640, 900)}, {Size: image.Pt(500, 400), At: image.Pt(640, 100), Panning: image.Rect(640, 100, 1640, 1000)}},
			on:      image.Rect(640, 100, 1640, 1000)},
		{name: "outputs apart, the primary right and lower", at: image.Rect(760, 110, 1620, 990),
			outputs: []desk.Output{{Size: image.Pt(900, 900), At: image.Pt(740, 100)}, {Size: image.Pt(700, 600)}},
			on:      image.Rect(740, 100, 1640, 1000)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			needs(t, "openbox", "chromium")
			if len(tt.outputs) == 0 {
				needs(t, "Xvfb")
			} else if err := desk.CheckXorg(); err != nil {
				testneeds.Met(t, err)
			}
			d, err := desk.Start(t.Context(), desk.Options{Width: 1640, Height: 1000, WM: desk.Openbox, Monitors: tt.monitors, Joined: tt.joined, Outputs: tt.outputs})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { d.Close() })
			tb := openAt(t, d, practice.Options{Size: 8, Seed: 5, AutoStart: true}, tt.at)
			_, wait := start(t, d, "play", "--json")
			r := wait()
			r.want(t, exit.OK, "")
			tb.won()
			bounds := r.events[0].Bounds.Image()
			if !bounds.In(tt.on) {
				t.Errorf("the board was seen at %v, which is not on %v", bounds, tt.on)
			}
			_, wait = start(t, d, "calibrate", "--region", place.Words(tt.on.Inset(4)))
			wait().want(t, exit.OK, "")
			_, wait = start(t, d, "calibrate", "--check")
			wait().want(t, exit.OK, "")
			t.Logf("seen on %s, display %d, at %v", r.events[0].View, *r.events[0].Display, bounds)
		})
	}
}

// openAt opens a game in a window at a place, or maximized where that is empty.
func openAt(t *testing.T, d *desk.Desk, o practice.Options, at image.Rectangle) *table {
	t.Helper()
	if at.Empty() {
		return open(t, d, o, bare)
	}
	return open(t, d, o, desk.BrowserOptions{App: true, Position: at.Min, Size: at.Size()})
}
