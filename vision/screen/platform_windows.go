package screen

import (
	"context"
	"errors"
	"image"
	"time"

	"github.com/kbinani/screenshot"

	"autoqueens/internal/fault"
)

// desktop is the screen of Windows and macOS, where the library's coordinates
// are the desktop's: pixels on Windows, points on macOS, from the corner of the
// primary display. This code compiles on both; it has been run on neither.
type desktop struct{}

// wayNames are the ways to capture.
func wayNames() []string { return []string{theLibrary} }

func openBy(string) (platform, error) { return openPlatform() }

func openPlatform() (platform, error) {
	if err := prepare(); err != nil {
		return nil, err
	}
	return desktop{}, nil
}

func (desktop) displays() ([]Display, error) {
	var ds []Display
	for i := range screenshot.NumActiveDisplays() {
		b := screenshot.GetDisplayBounds(i)
		// Both systems put the primary display's corner at the origin, in
		// whatever order they list the displays.
		ds = append(ds, Display{Bounds: b, Primary: b.Min == image.Point{}})
	}
	return ds, nil
}

func (desktop) capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := grab(r)
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess,
			"the screen could not be captured: "+err.Error(),
			"run `autoqueens doctor`; it tells what keeps this session from being captured")
	}
	return img, nil
}

// wait has nothing to go by: neither system tells of every change.
func (desktop) wait(context.Context, time.Duration) (bool, error) {
	return false, errors.ErrUnsupported
}

func (desktop) method() string { return theLibrary }

func (desktop) close() error { return nil }
