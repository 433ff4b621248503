//go:build !cgo

package input

import (
	"context"

	"autoqueens/internal/fault"
	"autoqueens/internal/x11"
)

func openX11Protocol(context.Context) (Driver, error) { return nil, noX11() }
func openX11Library(context.Context) (Driver, error)  { return nil, noX11() }

// noX11 returns why this build does not use the mouse of an X server.
func noX11() error {
	if err := x11.CheckSession(); err != nil {
		return otherThanX11(err)
	}
	return fault.New(fault.NoAccess,
		"this build cannot use the mouse of X11: it was built without cgo",
		"build it with CGO_ENABLED=1 and a C compiler (on Debian: apt install gcc libc6-dev libx11-dev libxtst-dev libxcb1-dev)")
}
