//go:build darwin && cgo

package screen

/*
#cgo LDFLAGS: -framework CoreGraphics
#include <CoreGraphics/CoreGraphics.h>

static int mayCapture(void) {
	if (__builtin_available(macOS 10.15, *)) {
		return CGPreflightScreenCaptureAccess() || CGRequestScreenCaptureAccess();
	}
	return 1;
}
*/
import "C"

import "autoqueens/internal/fault"

// prepare asks macOS whether this program may record the screen. Without the
// permission every window but the program's own is missing from captures.
func prepare() error {
	if C.mayCapture() == 0 {
		return fault.New(fault.NoAccess,
			"macOS does not let this program record the screen",
			"allow it in System Settings > Privacy & Security > Screen Recording (for the terminal you start it from), then start it again")
	}
	return nil
}
