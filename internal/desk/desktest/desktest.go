// Package desktest makes a desk the display of a test. Only tests import it, as
// the program, which imports desk, has no use for package testing.
package desktest

import (
	"context"
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/workshop/testneeds"
)

// Start starts an X desk and makes it the display of this process for the length
// of the test, which is skipped where the machine lacks what that takes.
func Start(tb testing.TB, o desk.Options) *desk.Desk {
	tb.Helper()
	testneeds.Programs(tb, "Xvfb", o.WM)
	// Not with the test's own context, which ends before the clean-up: the
	// display has to outlive what was opened on it.
	d, err := desk.Start(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Close() })
	tb.Setenv("DISPLAY", d.Display())
	tb.Setenv("WAYLAND_DISPLAY", "")
	tb.Setenv("XDG_SESSION_TYPE", "x11")
	return d
}
