package input

import (
	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
)

// Supported tells whether this build can move the mouse at all.
const Supported = true

func openDriver() (Driver, error) {
	library, err := quartz.Load()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "use macOS 10.15 or newer")
	}
	return openQuartz(library)
}
