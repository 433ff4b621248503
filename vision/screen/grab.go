//go:build !darwin

package screen

import (
	"fmt"
	"image"

	"github.com/kbinani/screenshot"
)

// theLibrary is the way that serves every system; see grab. The others have to be
// quicker, which Ways shows.
const theLibrary = "kbinani"

// grab captures with kbinani/screenshot, the library that serves every system.
// Coordinates are the library's own: pixels from the corner of the first
// display. It recovers from what the library does with servers and pixel
// formats it does not know.
func grab(r image.Rectangle) (img *image.RGBA, err error) {
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, fmt.Errorf("capture: %v", p)
		}
	}()
	return screenshot.CaptureRect(r)
}
