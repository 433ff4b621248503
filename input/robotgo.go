//go:build cgo && linux

package input

import (
	"fmt"
	"sync"

	"github.com/go-vgo/robotgo"
)

// robot guards robotgo, which keeps its connection in a global variable and
// serves one caller at a time.
var robot sync.Mutex

// toggle sends the press or the release of the button with the given robotgo
// name. robotgo.Click would sleep between the two.
func toggle(button, direction string) error {
	robot.Lock()
	defer robot.Unlock()
	if err := robotgo.Toggle(button, direction); err != nil {
		return fmt.Errorf("mouse button %s: %w", direction, err)
	}
	return nil
}
