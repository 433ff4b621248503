//go:build cgo && windows

package input

import (
	"context"
	"fmt"
	"image"
	"unsafe"

	"golang.org/x/sys/windows"

	"autoqueens/internal/dpi"
	"autoqueens/internal/fault"
)

// windowsDriver presses the buttons with robotgo and moves the pointer itself:
// robotgo divides places by the scale of the display once more than the system
// does. This code compiles; it has not been run on Windows.
type windowsDriver struct {
	button string  // robotgo's name of the physical button that acts as the left one
	left   uintptr // its virtual key
}

var (
	user32             = windows.NewLazySystemDLL("user32.dll")
	setCursorPos       = user32.NewProc("SetCursorPos")
	getCursorPos       = user32.NewProc("GetCursorPos")
	getAsyncKeyState   = user32.NewProc("GetAsyncKeyState")
	getSystemMetrics   = user32.NewProc("GetSystemMetrics")
	windowsMouseProcs  = []*windows.LazyProc{setCursorPos, getCursorPos, getAsyncKeyState, getSystemMetrics}
	windowsMouseButton = []uintptr{keyLeftButton, keyRightButton, keyMiddleButton, keyX1Button, keyX2Button}
)

// Virtual keys and the one system metric used here.
const (
	keyLeftButton   = 0x01
	keyRightButton  = 0x02
	keyMiddleButton = 0x04
	keyX1Button     = 0x05
	keyX2Button     = 0x06
	keyEscape       = 0x1b

	metricSwapButton = 23
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

var ways = []way{{"windows", openWindows}}

func openWindows(context.Context) (Driver, error) {
	dpi.Aware()
	for _, p := range windowsMouseProcs {
		if err := p.Find(); err != nil {
			return nil, fault.Wrap(err, fault.NoAccess,
				"Windows offers no mouse to programs: "+err.Error(),
				"start it in the session of the person who is logged in, not as a service")
		}
	}
	d := &windowsDriver{button: "left", left: keyLeftButton}
	// Programs press physical buttons; a left-handed person has them swapped.
	if swapped, _, _ := getSystemMetrics.Call(metricSwapButton); swapped != 0 {
		d.button, d.left = "right", keyRightButton
	}
	if _, err := d.State(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *windowsDriver) Method() string { return "robotgo" }

func (d *windowsDriver) Move(p image.Point) error {
	if ok, _, err := setCursorPos.Call(uintptr(p.X), uintptr(p.Y)); ok == 0 {
		return noDesktop(err)
	}
	return nil
}

func (d *windowsDriver) Press() error   { return toggle(d.button, "down") }
func (d *windowsDriver) Release() error { return toggle(d.button, "up") }

func (d *windowsDriver) State() (State, error) {
	var at struct{ X, Y int32 }
	if ok, _, err := getCursorPos.Call(uintptr(unsafe.Pointer(&at))); ok == 0 {
		return State{}, noDesktop(err)
	}
	s := State{At: image.Pt(int(at.X), int(at.Y)), Left: keyDown(d.left)}
	for _, key := range windowsMouseButton {
		s.Held = s.Held || keyDown(key)
	}
	return s, nil
}

func (d *windowsDriver) Close() error { return nil }

// WatchEscape asks for the key as often as the watcher asks for the mouse. It
// takes the key away from nobody.
func (d *windowsDriver) WatchEscape(pressed func()) (stop func(), err error) {
	return pollKey(func() bool { return keyDown(keyEscape) }, pressed), nil
}

// keyDown tells whether a key or a physical mouse button is down right now.
func keyDown(key uintptr) bool {
	state, _, _ := getAsyncKeyState.Call(key)
	return state&0x8000 != 0
}

func noDesktop(err error) error {
	return fault.Wrap(err, fault.NoAccess,
		fmt.Sprintf("Windows does not let this session use the mouse: %v", err),
		"unlock the screen; answer any question of Windows itself; do not start it as a service")
}

var _ escaper = (*windowsDriver)(nil)
