//go:build !linux

package portal

import (
	"os"
	"time"
)

func fileClock() time.Time { return time.Now() }

// madeSince does not know here when files were created, so that none is removed.
func madeSince(*os.File, time.Time) bool { return false }
