//go:build !darwin && !windows && !(cgo && linux)

package input

import "autoqueens/internal/fault"

// Supported tells whether this build can move the mouse at all.
const Supported = false

func openDriver() (Driver, error) {
	return nil, fault.New(fault.NoAccess,
		"this build has no mouse support: it was built without cgo or for another system",
		"build it with CGO_ENABLED=1 and a C compiler on Linux (on Debian: apt install gcc libc6-dev libx11-dev libxtst-dev libxcb1-dev)")
}
