package portaltest

import (
	"testing"

	"autoqueens/internal/desk"
	"autoqueens/internal/workshop/testneeds"
)

// OnBus starts a message bus and makes it that of this process's session until
// the test ends, which is skipped where the machine lacks a program for one.
func OnBus(t *testing.T) *desk.Bus {
	t.Helper()
	testneeds.Programs(t, "dbus-daemon")
	bus, err := desk.StartBus(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bus.Close() })
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", bus.Address())
	return bus
}

// OnWayland is OnBus in what looks like a Wayland session without an X server.
// There is no compositor: only what asks the bus finds anything.
func OnWayland(t *testing.T) *desk.Bus {
	t.Helper()
	bus := OnBus(t)
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "wayland-0")
	t.Setenv("XDG_SESSION_TYPE", "wayland")
	return bus
}
