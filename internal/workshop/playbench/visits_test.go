//go:build linux && cgo

package main

import (
	"context"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/workshop/testneeds"
)

// TestVisits plays a board for each way in which a game can end, and some to which
// something happens: every win is told as one, and nothing else is.
func TestVisits(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox", "chromium")
	ctx := t.Context()
	if end, ok := t.Deadline(); ok { // with time to close the browsers
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-30*time.Second))
		defer cancel()
	}
	asAnybody()
	a, err := newArena(ctx, desk.Openbox, false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	for _, tour := range []struct {
		name      string
		n, losses int
		only      string
	}{
		{"endings", len(endings()), 0, ""},
		{"covered, and another board", 0, 6, "board after any click"},
		{"killed", 0, 2, "the browser is killed"},
	} {
		if err := a.visits(ctx, tour.n, tour.losses, 77, tour.only); err != nil {
			t.Errorf("%s: %v", tour.name, err)
		}
	}
}
