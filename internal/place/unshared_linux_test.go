//go:build linux

package place

import (
	"image"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
	"autoqueens/vision/screen"
)

// TestMonitorsBeside: of two monitors the one that no display shows is named.
func TestMonitorsBeside(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{Monitors: []desk.Monitor{
		{Size: image.Pt(640, 480)}, {Size: image.Pt(900, 600), At: image.Pt(640, 40), Scale: 1.5}}})
	ds, err := screen.List()
	if err != nil || len(ds) != 2 {
		t.Fatal(ds, err)
	}
	if got := monitorsBeside(t.Context(), ds); got != nil {
		t.Errorf("with both: %v", got)
	}
	got := monitorsBeside(t.Context(), ds[:1])
	if len(got) != 1 || got[0].Name != ds[1].Name || got[0].Points != ds[1].Points {
		t.Errorf("%v, want %v", got, ds[1])
	}
	whole := screen.Display{Points: ds[0].Points.Union(ds[1].Points)}
	if got := monitorsBeside(t.Context(), []screen.Display{whole}); got != nil {
		t.Errorf("with one picture of all: %v", got)
	}
}
