//go:build cgo && darwin

package input

/*
#cgo LDFLAGS: -framework ApplicationServices
#include <ApplicationServices/ApplicationServices.h>

static int trusted(void) { return AXIsProcessTrusted(); }

static int buttonDown(int button) {
	return CGEventSourceButtonState(kCGEventSourceStateCombinedSessionState, (CGMouseButton)button);
}

static int keyIsDown(int key) {
	return CGEventSourceKeyState(kCGEventSourceStateCombinedSessionState, (CGKeyCode)key);
}
*/
import "C"

import (
	"context"
	"image"
	"time"

	"github.com/go-vgo/robotgo"

	"autoqueens/internal/fault"
)

// darwinDriver is the mouse of macOS. Its points are those of the desktop, not
// pixels. This code type-checks; it has not been run on macOS.
type darwinDriver struct{}

const (
	macEscape  = 53 // kVK_Escape
	macButtons = 5
	// settle is the time macOS may take from saying that the pointer is there
	// to posting clicks there.
	settle = 3 * time.Millisecond
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

var ways = []way{{"macos", openDarwin}}

func openDarwin(context.Context) (Driver, error) {
	if C.trusted() == 0 {
		return nil, fault.New(fault.NoAccess,
			"macOS does not let this program use the mouse",
			"allow it in System Settings > Privacy & Security > Accessibility (for the terminal you start it from), then start it again")
	}
	return darwinDriver{}, nil
}

func (darwinDriver) Move(p image.Point) error {
	robot.Lock()
	defer robot.Unlock()
	robotgo.Move(p.X, p.Y)
	time.Sleep(settle)
	return nil
}

// The left button of macOS is the logical one, whichever hand the mouse is set
// up for.

func (darwinDriver) Press() error   { return toggle("left", "down") }
func (darwinDriver) Release() error { return toggle("left", "up") }

func (darwinDriver) State() (State, error) {
	robot.Lock()
	x, y := robotgo.Location()
	robot.Unlock()
	s := State{At: image.Pt(x, y), Left: C.buttonDown(0) != 0}
	for b := range macButtons {
		s.Held = s.Held || C.buttonDown(C.int(b)) != 0
	}
	return s, nil
}

func (darwinDriver) Close() error { return nil }

// WatchEscape asks for the key as often as the watcher asks for the mouse. It
// takes the key away from nobody.
func (darwinDriver) WatchEscape(pressed func()) (stop func(), err error) {
	return pollKey(func() bool { return C.keyIsDown(macEscape) != 0 }, pressed), nil
}

var _ escaper = darwinDriver{}
