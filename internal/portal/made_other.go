//go:build !linux

package portal

import (
	"os"
	"time"
)

func fileClock() time.Time { return time.Now() }

// madeBetween does not know here when files were created, so that none is removed.
func madeBetween(*os.File, time.Time, time.Time) bool { return false }
