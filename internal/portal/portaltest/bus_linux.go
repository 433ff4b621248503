package portaltest

import (
	"os"
	"os/exec"
	"testing"

	"autoqueens/internal/desk"
)

// OnBus starts a message bus and makes it that of this process's session until
// the test ends. Where there is no program for one the test is skipped, unless
// AUTOQUEENS_REQUIRE_DISPLAY says that this is a failure.
func OnBus(t *testing.T) *desk.Bus {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		if os.Getenv("AUTOQUEENS_REQUIRE_DISPLAY") == "1" {
			t.Fatal("dbus-daemon is not installed, and AUTOQUEENS_REQUIRE_DISPLAY=1 asks for it")
		}
		t.Skip("dbus-daemon is not installed")
	}
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
