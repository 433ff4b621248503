//go:build darwin && !cgo

package screen

import "autoqueens/internal/fault"

// prepare refuses: the capture library reaches macOS through cgo alone.
func prepare() error {
	return fault.New(fault.NoAccess,
		"this build cannot capture the screen on macOS: it was built without cgo",
		"build it with CGO_ENABLED=1 and Apple's command line tools (xcode-select --install)")
}
