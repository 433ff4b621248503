package input

import (
	"context"
	"errors"
	"image"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
)

// onSway opens the hand of a Wayland session.
func onSway(t testing.TB) *Hand {
	t.Helper()
	d, err := openWlroots(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	h := New(d)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return h
}

// TestWlrootsClicks: clicks land on the points they are aimed at, each of them, wherever
// the monitor lies, at whatever scale and however it is turned.
func TestWlrootsClicks(t *testing.T) {
	beside := desk.Monitor{Size: image.Pt(640, 480)}
	for _, tt := range []struct {
		name string
		desk desk.WaylandOptions
		at   image.Rectangle // of the monitor with the window, points
	}{
		{"one monitor", desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1280, 800)}}}, image.Rect(0, 0, 1280, 800)},
		{"the second, sharper, lower", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(1600, 1200), At: image.Pt(640, 100), Scale: 2}}}, image.Rect(640, 100, 1440, 700)},
		{"a fraction", desk.WaylandOptions{Monitors: []desk.Monitor{{Size: image.Pt(1500, 1000), Scale: 1.25},
			{Size: image.Pt(640, 480), At: image.Pt(1200, 0)}}}, image.Rect(0, 0, 1200, 800)},
		{"turned", desk.WaylandOptions{Focus: 1, Monitors: []desk.Monitor{beside,
			{Size: image.Pt(900, 600), At: image.Pt(640, 0), Scale: 1.5, Turn: 90}}}, image.Rect(640, 0, 1040, 600)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			waylandtest.Start(t, tt.desk)
			w := waylandtest.OpenWindow(t, "target", waylandtest.Plain(0x336699))
			if w.Size() != tt.at.Size() {
				t.Fatalf("the window has %v points, want %v", w.Size(), tt.at.Size())
			}
			h := onSway(t)
			h.Fence(tt.at)
			ctx, stop := h.Watch(t.Context())
			defer stop()
			var want []image.Point
			began := time.Now()
			const n = 50
			for i := range n {
				p := image.Pt((i*97)%tt.at.Dx(), (i*61)%tt.at.Dy())
				if err := h.Click(ctx, tt.at.Min.Add(p)); err != nil {
					t.Fatalf("click %d: %v", i, err)
				}
				want = append(want, p)
			}
			t.Logf("%v a click", time.Since(began)/n)
			if at, err := h.Position(); err != nil || at != tt.at.Min.Add(want[n-1]) {
				t.Errorf("the pointer is known to be at %v, %v", at, err)
			}
			clicks, down := w.Clicks(t)
			if len(clicks) != len(want) || down {
				t.Fatalf("%d of %d clicks arrived, still pressed: %v", len(clicks), len(want), down)
			}
			for i, c := range clicks {
				if c.Down != want[i] || c.Up != want[i] || c.Button != 0x110 {
					t.Errorf("click %d was aimed at %v and arrived as %+v", i, want[i], c)
				}
			}
			// Off the monitors there is nothing to click, fence or not.
			h.Fence(image.Rect(-5000, -5000, 5000, 5000))
			if err := h.Click(ctx, image.Pt(4000, 10)); err == nil || errors.Is(err, ErrPersonUsed) {
				t.Errorf("a click beside the monitors: %v", err)
			}
		})
	}
}
